//! Tables in the terminal and in CSV files.

use std::error::Error;
use std::fs;
use std::io::Write;
use std::path::Path;

use crate::figures::Figures;

/// A cell without a value.
pub(crate) const NONE: &str = "-";

/// A table, whose rows may end with bars.
pub(crate) struct Table {
    head: Vec<&'static str>,
    rows: Vec<(Vec<String>, f64)>,
}

impl Table {
    pub(crate) fn new(head: &[&'static str]) -> Self {
        Table { head: head.to_vec(), rows: Vec::new() }
    }

    /// Adds a row, whose bar has this share of the full width.
    pub(crate) fn row(&mut self, cells: Vec<String>, bar: f64) {
        assert_eq!(cells.len(), self.head.len(), "a row has a cell for each column");
        self.rows.push((cells, bar));
    }

    pub(crate) fn len(&self) -> usize {
        self.rows.len()
    }

    /// Prints the rows from `from` on, under the head.
    pub(crate) fn print(&self, from: usize) {
        let rows = &self.rows[from..];
        let width = |column: usize| {
            let cells = rows.iter().map(|(cells, _)| cells[column].chars().count());
            cells.chain([self.head[column].chars().count()]).max().unwrap_or(0)
        };
        let line = |cells: &mut dyn Iterator<Item = &str>| {
            let cells = cells.enumerate().filter_map(|(column, cell)| {
                let width = width(column);
                // Names stand at the left, and numbers at the right. Columns without any value aren't printed.
                let number = |(cells, _): &(Vec<String>, f64)| cells[column].parse::<f64>().is_ok();
                let has_any = rows.iter().any(|(cells, _)| cells[column] != NONE);
                let padded =
                    if rows.iter().any(number) { format!("{cell:>width$}") } else { format!("{cell:<width$}") };
                has_any.then_some(padded)
            });
            cells.collect::<Vec<_>>().join("  ")
        };
        println!("{}", line(&mut self.head.iter().copied()).trim_end());
        for (cells, share) in rows {
            println!("{}", format!("{}  {}", line(&mut cells.iter().map(String::as_str)), bar(*share)).trim_end());
        }
    }

    /// Writes all rows to `name`.csv in the folder, which is made. The first line is a comment that names the device.
    pub(crate) fn write(&self, folder: &Path, name: &str, device: &str) -> Result<(), Box<dyn Error>> {
        fs::create_dir_all(folder)?;
        let mut file = fs::File::create(folder.join(format!("{name}.csv")))?;
        writeln!(file, "# {device}")?;
        let mut file = csv::Writer::from_writer(file);
        file.write_record(&self.head)?;
        for (cells, _) in &self.rows {
            file.write_record(cells)?;
        }
        Ok(file.flush()?)
    }

    /// The cells of all rows, from which pictures are drawn.
    pub(crate) fn figures(&self, device: &str) -> Figures {
        let head = self.head.iter().map(|&name| name.to_owned()).collect();
        Figures { source: device.to_owned(), head, cells: self.rows.iter().map(|(cells, _)| cells.clone()).collect() }
    }
}

/// A bar of this share of 30 characters.
fn bar(share: f64) -> String {
    const WIDTH: f64 = 30.0;
    "█".repeat((share.clamp(0.0, 1.2) * WIDTH).round() as usize)
}

/// A number with this number of decimals, or no value.
pub(crate) fn number(value: Option<f64>, decimals: usize) -> String {
    value.map_or(NONE.to_owned(), |value| format!("{value:.decimals$}"))
}
