//! A summed-area table, whose item at a row and a column is the sum of all items above and to the left, and a box filter that reads
//! it: the mean of a square of any size from four of its items.
//!
//! The files in `areas/` say what each kernel teaches and costs. The table is made of scanned rows in two ways: by a transposition
//! and another scan of rows, as the source makes it, and by a loop down the columns.

use std::error::Error;

use onrush::prelude::*;
use onrush_cuda::{Cuda, Kernel};

use crate::figures::{Figures, Row};
use crate::inputs::item;
use crate::picture::{Axis, Chart, Picture};
use crate::table::{NONE, Table, number};
use crate::ways::verdict;
use crate::{Lab, Outcome};

const THREADS: usize = 256;
const SEGMENTS: &str = ".segments_of().scan_inclusive()";
const SEGMENTS_TWICE: &str = "segments and transposition, twice";

type Floats = DeviceVec<f32, Cuda>;

struct Kernels {
    row_scan: Kernel,
    row_loop: Kernel,
    column_loop: Kernel,
    box_table: Kernel,
    box_direct: Kernel,
}

impl Kernels {
    fn new(cuda: &Cuda) -> Self {
        Kernels {
            row_scan: cuda.kernel("row_scan", include_str!("areas/row_scan.cu")),
            row_loop: cuda.kernel("row_loop", include_str!("areas/row_loop.cu")),
            column_loop: cuda.kernel("column_loop", include_str!("areas/column_loop.cu")),
            box_table: cuda.kernel("box_table", include_str!("areas/box_table.cu")),
            box_direct: cuda.kernel("box_direct", include_str!("areas/box_direct.cu")),
        }
    }

    fn row_scan(&self, x: &Floats, out: &mut Floats, width: usize) -> onrush::Result<()> {
        // SAFETY: indices are checked, each thread writes items of its own, and all threads reach the barriers.
        unsafe { self.row_scan.launch(x.len() / width, THREADS, (x, out, width)) }
    }

    fn row_loop(&self, x: &Floats, out: &mut Floats, width: usize) -> onrush::Result<()> {
        // Small blocks, so that a thousand threads are spread over more multiprocessors.
        // SAFETY: indices are checked, and each thread writes a row of its own.
        unsafe { self.row_loop.launch((x.len() / width).div_ceil(32), 32, (x, out, width)) }
    }

    fn column_loop(&self, sums: &mut Floats, width: usize) -> onrush::Result<()> {
        // SAFETY: indices are checked, and each thread uses a column of its own.
        unsafe { self.column_loop.launch(width.div_ceil(32), 32, (sums, width)) }
    }

    /// A filter by the kernel, of the table or of the items themselves.
    fn filter(
        &self,
        kernel: &Kernel,
        x: &Floats,
        mean: &mut Floats,
        width: usize,
        radius: usize,
    ) -> onrush::Result<()> {
        // SAFETY: indices are checked, and each thread writes items of its own.
        unsafe { kernel.launch(x.len().div_ceil(THREADS), THREADS, (x, mean, width, radius)) }
    }
}

/// The filter as a chain over the positions.
fn filter_chain(table: &Floats, mean: &mut Floats, width: usize, radius: usize) -> onrush::Result<()> {
    let (height, t) = (table.len() / width, table.view());
    let of_square = op!(|(row, column): (usize, usize)| {
        let (top, bottom) = (row.saturating_sub(radius), (row + radius + 1).min(height));
        let (left, right) = (column.saturating_sub(radius), (column + radius + 1).min(width));
        let mut sum = t[(bottom - 1) * width + right - 1];
        if top > 0 {
            sum -= t[(top - 1) * width + right - 1];
        }
        if left > 0 {
            sum -= t[(bottom - 1) * width + left - 1];
        }
        if top > 0 && left > 0 {
            sum += t[(top - 1) * width + left - 1];
        }
        sum / ((bottom - top) * (right - left)) as f32
    });
    table.device().grid(height, width).map(of_square).collect_into(mean)
}

/// The summed-area table of integers, by loops.
fn exact_table(items: &[i64], width: usize) -> Vec<i64> {
    let mut table = items.to_vec();
    for i in 0..table.len() {
        let (row, column) = (i / width, i % width);
        let above = if row > 0 { table[i - width] } else { 0 };
        let before = if column > 0 { table[i - 1] } else { 0 };
        let both = if row > 0 && column > 0 { table[i - width - 1] } else { 0 };
        table[i] += above + before - both;
    }
    table
}

/// The means of the squares around each item; `table` is exact.
fn exact_means(table: &[i64], width: usize, radius: usize) -> Vec<f32> {
    let height = table.len() / width;
    let at = |row: usize, column: usize| if row > 0 && column > 0 { table[(row - 1) * width + column - 1] } else { 0 };
    let mean = |i: usize| {
        let (top, bottom) = ((i / width).saturating_sub(radius), (i / width + radius + 1).min(height));
        let (left, right) = ((i % width).saturating_sub(radius), (i % width + radius + 1).min(width));
        let sum = at(bottom, right) - at(top, right) - at(bottom, left) + at(top, left);
        sum as f32 / ((bottom - top) * (right - left)) as f32
    };
    (0..table.len()).map(mean).collect()
}

fn check(what: &str, got: &Floats, exact: &[f32]) -> Outcome {
    match got.to_vec()?.iter().zip(exact).position(|(got, exact)| got != exact) {
        None => Ok(()),
        Some(at) => Err(format!("{what}: item {at} is wrong").into()),
    }
}

/// The rows of the printed table.
struct Rows {
    table: Table,
    items: usize,
    copy: Option<f64>,
    times: Vec<(&'static str, usize, f64)>,
}

impl Rows {
    /// Adds a row. `moved` is the number of times that the items' bytes pass between memory and GPU at least.
    fn row(&mut self, part: &'static str, method: &'static str, radius: usize, moved: f64, seconds: Option<f64>) {
        let speed = seconds.map(|seconds| moved * 4.0 * self.items as f64 / seconds / 1e9);
        let share = seconds.zip(self.copy).map(|(seconds, copy)| moved / 2.0 * copy / seconds);
        let radius_cell = if part == "filter" { radius.to_string() } else { NONE.to_owned() };
        let cells = vec![
            self.items.to_string(),
            part.to_owned(),
            method.to_owned(),
            radius_cell,
            number(seconds.map(|seconds| seconds * 1e6), 2),
            number(speed, 1),
        ];
        self.table.row(cells, share.unwrap_or(0.0));
        self.times.push((method, radius, seconds.unwrap_or(f64::NAN)));
    }

    fn time(&self, method: &str, radius: usize) -> f64 {
        self.times.iter().find(|row| row.0 == method && row.1 == radius).map_or(f64::NAN, |row| row.2)
    }
}

/// The items, on the device and on the host.
struct Image<'a> {
    lab: &'a Lab,
    kernels: &'a Kernels,
    x: Floats,
    items: &'a [i64],
    width: usize,
}

fn measure_table(image: &Image<'_>, rows: &mut Rows) -> Result<Floats, Box<dyn Error>> {
    let Image { lab, kernels, x, items, width } = image;
    let (cuda, width, height) = (&lab.cuda, *width, items.len() / width);
    let exact_rows: Vec<f32> = items
        .chunks(width)
        .flat_map(|row| {
            row.iter()
                .scan(0, |sum, item| {
                    *sum += item;
                    Some(*sum as f32)
                })
                .collect::<Vec<_>>()
        })
        .collect();
    let exact: Vec<f32> = exact_table(items, width).into_iter().map(|sum| sum as f32).collect();
    let zeros = || cuda.filled(0.0f32, items.len());
    let (mut sums, mut turned, mut columns) = (zeros()?, zeros()?, zeros()?);

    let seconds = lab.seconds(|| kernels.row_loop(x, &mut sums, width))?;
    check("row_loop", &sums, &exact_rows)?;
    rows.row("rows", "row_loop", 0, 2.0, seconds);
    let seconds = lab.seconds(|| kernels.row_scan(x, &mut sums, width))?;
    check("row_scan", &sums, &exact_rows)?;
    rows.row("rows", "row_scan", 0, 2.0, seconds);
    let seconds = lab.seconds(|| x.iter().segments_of(width).scan_inclusive(Sum).collect_into(&mut sums))?;
    check("segments_of", &sums, &exact_rows)?;
    rows.row("rows", SEGMENTS, 0, 2.0, seconds);

    let seconds = lab.seconds(|| {
        kernels.row_scan(x, &mut columns, width)?;
        columns.iter().grid(height, width).transpose().collect_into(&mut turned)?;
        kernels.row_scan(&turned, &mut columns, height)?;
        columns.iter().grid(width, height).transpose().collect_into(&mut sums)
    })?;
    check("row_scan, transposed", &sums, &exact)?;
    rows.row("table", "row_scan, transposed, twice", 0, 8.0, seconds);
    let seconds = lab.seconds(|| {
        x.iter().segments_of(width).scan_inclusive(Sum).collect_into(&mut columns)?;
        columns.iter().grid(height, width).transpose().collect_into(&mut turned)?;
        turned.iter().segments_of(height).scan_inclusive(Sum).collect_into(&mut columns)?;
        columns.iter().grid(width, height).transpose().collect_into(&mut sums)
    })?;
    check("segments_of, transposed", &sums, &exact)?;
    rows.row("table", SEGMENTS_TWICE, 0, 8.0, seconds);
    let seconds = lab.seconds(|| {
        kernels.row_scan(x, &mut sums, width)?;
        kernels.column_loop(&mut sums, width)
    })?;
    check("column_loop", &sums, &exact)?;
    rows.row("table", "row_scan, column_loop", 0, 4.0, seconds);
    Ok(sums)
}

fn measure_filter(image: &Image<'_>, rows: &mut Rows, table: &Floats, radius: usize) -> Outcome {
    let Image { lab, kernels, x, items, width } = image;
    let width = *width;
    let exact = exact_means(&exact_table(items, width), width, radius);
    let mut mean = lab.cuda.filled(0.0f32, items.len())?;
    let seconds = lab.seconds(|| kernels.filter(&kernels.box_table, table, &mut mean, width, radius))?;
    check("box_table", &mean, &exact)?;
    rows.row("filter", "box_table", radius, 2.0, seconds);
    let seconds = lab.seconds(|| filter_chain(table, &mut mean, width, radius))?;
    check(".grid().map()", &mean, &exact)?;
    rows.row("filter", ".grid().map()", radius, 2.0, seconds);
    let seconds = lab.seconds(|| kernels.filter(&kernels.box_direct, x, &mut mean, width, radius))?;
    check("box_direct", &mean, &exact)?;
    rows.row("filter", "box_direct", radius, 2.0, seconds);
    Ok(())
}

/// The source's claims about times, and whether they hold here.
fn claims(rows: &Rows, radii: &[usize]) {
    let (scanned, table) = (rows.time(SEGMENTS, 0), rows.time(SEGMENTS_TWICE, 0));
    println!("the source scans 1024 rows in 0.85 ms, and makes the table in 3.5 ms, 4.1 times as long");
    println!(
        "here {SEGMENTS} takes {:.4} ms, and the table ({SEGMENTS_TWICE}) {:.4} ms, {:.1} times as long",
        scanned * 1e3,
        table * 1e3,
        table / scanned
    );
    let (first, last) = (radii[0], radii[radii.len() - 1]);
    let ratio = rows.time("box_table", last) / rows.time("box_table", first);
    let verdict = verdict(ratio < 1.25);
    println!("the filter's time doesn't depend on the radius: {verdict} ({ratio:.2} × from radius {first} to {last})");
    let loses = radii.iter().find(|&&radius| rows.time("box_direct", radius) > table + rows.time("box_table", radius));
    match loses {
        Some(radius) => {
            println!("from radius {radius} on the table, made for one filter, is faster than the squares' own items")
        }
        None => println!("the table, made for one filter, is never faster than the squares' own items"),
    }
}

pub(crate) fn run(lab: &Lab) -> Result<Table, Box<dyn Error>> {
    let items = lab.options.size.unwrap_or(if lab.is_gpu { 1 << 20 } else { 70 * 70 });
    // Not as high as wide, where the number allows it.
    let width = (items as f64).sqrt().ceil() as usize;
    let height = items.div_ceil(width);
    println!("{height} rows of {width} f32");
    let items: Vec<i64> = (0..width * height).map(|i| i64::from(item(i))).collect();
    let x = lab.cuda.upload(&items.iter().map(|item| *item as f32).collect::<Vec<f32>>())?;
    let kernels = Kernels::new(&lab.cuda);
    let mut other = lab.cuda.filled(0.0f32, items.len())?;
    let copy = lab.seconds(|| x.iter().collect_into(&mut other))?;
    let mut rows = Rows {
        table: Table::new(&["items", "part", "method", "radius", "µs", "GB/s"]),
        items: items.len(),
        copy,
        times: Vec::new(),
    };
    rows.row("copy", "copy", 0, 2.0, copy);
    let image = Image { lab, kernels: &kernels, x, items: &items, width };
    let table = measure_table(&image, &mut rows)?;
    let radii: &[usize] = if lab.is_gpu { &[1, 2, 4, 8, 16, 32, 64] } else { &[1, 5] };
    for &radius in radii {
        measure_filter(&image, &mut rows, &table, radius)?;
    }
    rows.table.print(0);
    if lab.is_gpu {
        claims(&rows, radii);
    }
    println!("all sums and means are exact");
    Ok(rows.table)
}

/// The times of the rows and of the table, and the filter's by its radius.
pub(crate) fn pictures(figures: &Figures) -> Vec<Picture> {
    let items = figures.distinct("items").concat();
    let tables = figures.rows().filter(|row| row.text("part") != "filter");
    let group = |row: Row<'_>| (row.text("method").to_owned(), vec![row.number("µs")]);
    let filters: Vec<&str> = figures
        .distinct("method")
        .into_iter()
        .filter(|method| figures.rows().any(|row| row.text("part") == "filter" && row.text("method") == *method))
        .collect();
    let line = |method: &str| (method.to_owned(), figures.points("radius", "µs", |row| row.text("method") == method));
    vec![
        Picture {
            name: "areas-table".to_owned(),
            title: format!("Scanned rows and a summed-area table of {items} f32"),
            chart: Chart::Bars { unit: "µs", series: vec!["time".to_owned()], groups: tables.map(group).collect() },
        },
        Picture {
            name: "areas-filter".to_owned(),
            title: format!("A box filter of {items} f32, from the table and from the squares' items"),
            chart: Chart::Lines {
                x: Axis::log2("radius"),
                y: Axis::log10("µs"),
                lines: filters.into_iter().map(line).collect(),
            },
        },
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// NVRTC compiles the kernels for GPUs.
    #[test]
    fn gpus_have_the_kernels() {
        let cuda = Cuda::emulated();
        let (x, mut out) = (cuda.filled(0.0f32, 2).unwrap(), cuda.filled(0.0f32, 2).unwrap());
        let kernels = Kernels::new(&cuda);
        let sources = [
            kernels.row_scan.source(THREADS, &(&x, &mut out, 1usize)),
            kernels.row_loop.source(32, &(&x, &mut out, 1usize)),
            kernels.column_loop.source(32, &(&mut out, 1usize)),
            kernels.box_table.source(THREADS, &(&x, &mut out, 1usize, 1usize)),
            kernels.box_direct.source(THREADS, &(&x, &mut out, 1usize, 1usize)),
        ];
        crate::ways::compile_for_gpus(&sources);
    }
}
