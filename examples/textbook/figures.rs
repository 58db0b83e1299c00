//! An experiment's figures: those of this run, or those that were recorded.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

/// A table's cells, by the names of its columns.
pub(crate) struct Figures {
    /// The device that was measured, and what else a picture's caption says.
    pub(crate) source: String,
    pub(crate) head: Vec<String>,
    pub(crate) cells: Vec<Vec<String>>,
}

/// A row of the figures.
#[derive(Clone, Copy)]
pub(crate) struct Row<'a> {
    head: &'a [String],
    cells: &'a [String],
}

impl<'a> Row<'a> {
    /// The cell of this column, which must exist.
    pub(crate) fn text(self, column: &str) -> &'a str {
        let at = self.head.iter().position(|name| name == column);
        &self.cells[at.unwrap_or_else(|| panic!("the figures have no column `{column}`: {:?}", self.head))]
    }

    /// The number in this column, where the cell has one.
    pub(crate) fn number(self, column: &str) -> Option<f64> {
        self.text(column).parse().ok()
    }
}

impl Figures {
    pub(crate) fn rows(&self) -> impl Iterator<Item = Row<'_>> + Clone {
        self.cells.iter().map(|cells| Row { head: &self.head, cells })
    }

    /// The values of a column without repetitions, in the order of the rows.
    pub(crate) fn distinct(&self, column: &str) -> Vec<&str> {
        let mut values = Vec::new();
        for row in self.rows() {
            let value = row.text(column);
            if !values.contains(&value) {
                values.push(value);
            }
        }
        values
    }

    /// The number of this column in each row that `choose` takes, with the number in the column `x`.
    pub(crate) fn points(&self, x: &str, y: &str, choose: impl Fn(Row<'_>) -> bool) -> Vec<(f64, f64)> {
        self.rows().filter(|row| choose(*row)).filter_map(|row| row.number(x).zip(row.number(y))).collect()
    }

    /// The newest record of an experiment in a folder, whose files are named `DEVICE-textbook-EXPERIMENT-DATE.csv`, or the
    /// experiment's table as a run has written it.
    pub(crate) fn recorded(folder: &Path, experiment: &str) -> Result<Option<Self>, Box<dyn Error>> {
        let mut records: Vec<(String, PathBuf)> = Vec::new();
        for entry in fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))? {
            let path = entry?.path();
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            let date = name.split_once(&format!("-textbook-{experiment}-")).map(|(_, date)| date.to_owned());
            let own = (name == format!("{experiment}.csv")).then(String::new);
            if let Some(date) = date.or(own) {
                records.push((date, path));
            }
        }
        let newest = records.into_iter().max();
        newest.map(|(_, path)| Self::read(&path)).transpose()
    }

    /// Reads a CSV file, whose first line may be a comment that names the device.
    fn read(path: &Path) -> Result<Self, Box<dyn Error>> {
        let text = fs::read_to_string(path)?;
        let comment = text.lines().next().and_then(|line| line.strip_prefix('#')).unwrap_or_default();
        // A colon stands between the device with the date and the command.
        let source = comment.split(": ").next().unwrap_or_default().trim().to_owned();
        let mut reader = csv::ReaderBuilder::new().comment(Some(b'#')).from_reader(text.as_bytes());
        let head = reader.headers()?.iter().map(str::to_owned).collect();
        let rows = reader.records().map(|row| Ok(row?.iter().map(str::to_owned).collect()));
        let cells = rows.collect::<Result<_, csv::Error>>()?;
        Ok(Figures { source, head, cells })
    }
}
