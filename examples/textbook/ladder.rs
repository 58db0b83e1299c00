//! The reduction ladder: a sum in nine ways, from the first idea to the speed of memory, as the classic lectures climb it.
//!
//! A kernel sums each block's items to one item of `sums`, and is launched again on these until one is left. The files in
//! `ladder/` say what each rung teaches and costs. The source launches the grid of rung 3 for rung 4 and those above, too, where
//! half the blocks have no items, and so finds rung 4 slower than rung 3. Both grids are measured here.

use std::error::Error;
use std::fmt::Display;

use onrush::prelude::*;
use onrush_cuda::{Cuda, Kernel};

use crate::figures::Figures;
use crate::inputs::item;
use crate::picture::{Chart, Picture};
use crate::table::{NONE, Table, number};
use crate::ways::verdict;
use crate::{Lab, Outcome};

/// The number of blocks that a launch has.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Grid {
    /// A thread for each item.
    Items,
    /// A thread for two items.
    Pairs,
    /// About as many threads as a large GPU holds at once, of at least 16 items each.
    Resident,
}

impl Grid {
    fn blocks(self, items: usize, threads: usize) -> usize {
        const RESIDENT_THREADS: usize = 1 << 18;
        match self {
            Grid::Items => items.div_ceil(threads),
            Grid::Pairs => items.div_ceil(2 * threads),
            Grid::Resident => (items / (16 * threads)).clamp(1, RESIDENT_THREADS / threads),
        }
    }
}

struct Rung {
    number: usize,
    name: &'static str,
    text: &'static str,
    grids: &'static [Grid],
}

macro_rules! rungs {
    ($($number:literal $name:literal $grids:expr;)+) => {
        &[$(Rung { number: $number, name: $name, text: include_str!(concat!("ladder/", $name, ".cu")), grids: &$grids }),+]
    };
}
const RUNGS: &[Rung] = rungs! {
    1 "interleaved_divergent" [Grid::Items];
    2 "interleaved_conflicts" [Grid::Items];
    3 "sequential" [Grid::Items];
    4 "first_add" [Grid::Items, Grid::Pairs];
    5 "last_warp" [Grid::Items, Grid::Pairs];
    6 "unrolled" [Grid::Items, Grid::Pairs];
    7 "grid_stride" [Grid::Resident];
    8 "shuffles" [Grid::Resident];
    9 "wide_loads" [Grid::Resident];
};

/// The types of the items.
trait Real: Element + Display + PartialEq {
    const NAME: &'static str;
    fn numbers(cuda: &Cuda, len: usize) -> onrush::Result<DeviceVec<Self, Cuda>>;
    fn zeros(cuda: &Cuda, len: usize) -> onrush::Result<DeviceVec<Self, Cuda>>;
    fn library_sum(x: &DeviceVec<Self, Cuda>) -> onrush::Result<Self>;
    fn library_sum_into(x: &DeviceVec<Self, Cuda>, out: &mut DeviceVec<Self, Cuda>) -> onrush::Result<()>;
    fn copy(x: &DeviceVec<Self, Cuda>, out: &mut DeviceVec<Self, Cuda>) -> onrush::Result<()>;
    fn exact(of: i64) -> Self;
}

macro_rules! reals {
    ($($t:ident)+) => {$(
        impl Real for $t {
            const NAME: &'static str = stringify!($t);
            fn numbers(cuda: &Cuda, len: usize) -> onrush::Result<DeviceVec<Self, Cuda>> {
                cuda.tabulate(len, op!(|i: usize| item(i) as $t)).collect()
            }
            fn zeros(cuda: &Cuda, len: usize) -> onrush::Result<DeviceVec<Self, Cuda>> {
                cuda.filled(0.0, len)
            }
            fn library_sum(x: &DeviceVec<Self, Cuda>) -> onrush::Result<Self> {
                x.iter().sum()
            }
            fn library_sum_into(x: &DeviceVec<Self, Cuda>, out: &mut DeviceVec<Self, Cuda>) -> onrush::Result<()> {
                x.iter().sum_into(out)
            }
            fn copy(x: &DeviceVec<Self, Cuda>, out: &mut DeviceVec<Self, Cuda>) -> onrush::Result<()> {
                x.iter().collect_into(out)
            }
            fn exact(of: i64) -> Self {
                let exact = of as $t;
                assert_eq!(exact as i64, of, "the sum is too large for the type");
                exact
            }
        }
    )+};
}
reals! { f32 f64 }

/// The sums that the launches make, level by level: the last level has one.
struct Levels<T: Element>(Vec<DeviceVec<T, Cuda>>);

impl<T: Real> Levels<T> {
    fn new(cuda: &Cuda, grid: Grid, items: usize, threads: usize) -> onrush::Result<Self> {
        let mut levels = Vec::new();
        let mut left = items;
        while left > 1 || levels.is_empty() {
            left = grid.blocks(left, threads);
            levels.push(T::zeros(cuda, left)?);
        }
        Ok(Levels(levels))
    }

    fn blocks(&self) -> usize {
        self.0.iter().map(DeviceVec::len).sum()
    }

    fn sum(&mut self, kernel: &Kernel, threads: usize, x: &DeviceVec<T, Cuda>) -> onrush::Result<()> {
        for level in 0..self.0.len() {
            let (below, above) = self.0.split_at_mut(level);
            let from = below.last().unwrap_or(x);
            let sums = &mut above[0];
            // SAFETY: indices are checked. A thread of each block writes the block's own sum. Barriers stand between the writes
            // and reads of shared memory; all threads reach them, and all lanes of a warp its shuffles.
            unsafe { kernel.launch(sums.len(), threads, (from, sums))? };
        }
        Ok(())
    }
}

/// The size of a sum, and the seconds of a copy of the items.
struct Case {
    items: usize,
    threads: usize,
    bytes: f64,
    copy: Option<f64>,
}

impl Case {
    /// Adds a row; `moved` is the number of times that the items' bytes pass between memory and GPU.
    fn row(&self, table: &mut Table, ty: &str, what: [String; 4], seconds: Option<f64>, moved: f64) {
        let speed = seconds.map(|seconds| moved * self.bytes / seconds / 1e9);
        let share = speed.zip(self.copy).map(|(speed, copy)| speed / (2.0 * self.bytes / copy / 1e9));
        let mut cells = vec![ty.to_owned(), self.items.to_string(), self.threads.to_string()];
        cells.extend(what);
        cells.push(number(seconds.map(|seconds| seconds * 1e6), 2));
        cells.push(number(speed, 1));
        cells.push(number(share.map(|share| share * 100.0), 1));
        table.row(cells, share.unwrap_or(0.0));
    }
}

fn climb<T: Real>(lab: &Lab, kernels: &[Kernel], table: &mut Table, items: usize, threads: usize) -> Outcome {
    let cuda = &lab.cuda;
    let x = T::numbers(cuda, items)?;
    let exact = T::exact((0..items).map(|i| i64::from(item(i))).sum());
    let check = |what: &str, sum: T| {
        let wrong = || format!("{what} of {items} {}: the sum is {sum}, and not {exact}", T::NAME);
        if sum == exact { Ok(()) } else { Err(wrong()) }
    };
    let start = table.len();
    let mut other = T::zeros(cuda, items)?;
    let copy = lab.seconds(|| T::copy(&x, &mut other))?;
    drop(other);
    let case = Case { items, threads, bytes: items as f64 * size_of::<T>() as f64, copy };
    let plain = |name: &str| [name, NONE, NONE, NONE].map(str::to_owned);

    let mut times = Vec::new();
    for (rung, kernel) in RUNGS.iter().zip(kernels) {
        for &grid in rung.grids {
            let mut levels = Levels::new(cuda, grid, items, threads)?;
            let seconds = lab.seconds(|| levels.sum(kernel, threads, &x))?;
            let sum = levels.0.last().map_or(Ok(T::exact(0)), |last| last.at(0))?;
            check(rung.name, sum)?;
            let what = [
                format!("{} {}", rung.number, rung.name),
                format!("{grid:?}").to_lowercase(),
                levels.0.len().to_string(),
                levels.blocks().to_string(),
            ];
            case.row(table, T::NAME, what, seconds, 1.0);
            times.push((rung.number, grid, seconds));
        }
    }
    let mut out = T::zeros(cuda, 1)?;
    let library = lab.seconds(|| T::library_sum_into(&x, &mut out))?;
    check("sum_into", out.at(0)?)?;
    case.row(table, T::NAME, plain(".sum_into()"), library, 1.0);
    check("sum", T::library_sum(&x)?)?;
    let seconds = lab.seconds(|| T::library_sum(&x).map(drop))?;
    case.row(table, T::NAME, plain(".sum(), which waits"), seconds, 1.0);
    case.row(table, T::NAME, plain("copy"), copy, 2.0);
    table.print(start);
    let time = |number: usize, grid: Grid| {
        times.iter().find(|row| row.0 == number && row.1 == grid).and_then(|row| row.2).unwrap_or(f64::NAN)
    };
    if lab.is_gpu {
        gains(&time, library.unwrap_or(f64::NAN));
        claims(&time);
    }
    println!("all {} answers are exact: {exact}", times.len() + 2);
    println!();
    Ok(())
}

/// The gain of each rung over the one before, each in the grid of its own: the last that it has.
fn gains(time: &dyn Fn(usize, Grid) -> f64, library: f64) {
    let own = |rung: &Rung| time(rung.number, rung.grids[rung.grids.len() - 1]);
    for pair in RUNGS.windows(2) {
        let [before, rung] = pair else { continue };
        let (number, name, gain) = (rung.number, rung.name, own(before) / own(rung));
        println!("rung {number}, {name}, is {gain:.2} × as fast as rung {}", before.number);
    }
    let (first, last) = (&RUNGS[0], &RUNGS[RUNGS.len() - 1]);
    println!("rung {} is {:.2} × as fast as rung {}", last.number, own(first) / own(last), first.number);
    println!(".sum_into() is {:.2} × as fast as rung {}", own(last) / library, last.number);
}

/// The sources' claims about times, and whether they hold here.
fn claims(time: &dyn Fn(usize, Grid) -> f64) {
    let claims = [
        ("rung 1 is slower than 2", time(1, Grid::Items), time(2, Grid::Items)),
        ("rung 2 is slower than 3", time(2, Grid::Items), time(3, Grid::Items)),
        ("rung 4 in the grid of rung 3 is slower than 3", time(4, Grid::Items), time(3, Grid::Items)),
        ("rung 4 in a grid of its own is slower than 3", time(4, Grid::Pairs), time(3, Grid::Items)),
        ("rung 4 is slower than 5", time(4, Grid::Pairs), time(5, Grid::Pairs)),
    ];
    for (claim, slow, fast) in claims {
        println!("{claim}: {} ({:.2} × its time)", verdict(slow > fast), slow / fast);
    }
}

pub(crate) fn run(lab: &Lab) -> Result<Table, Box<dyn Error>> {
    let head = ["type", "items", "threads", "rung", "grid", "launches", "blocks", "µs", "GB/s", "% of copy"];
    let mut table = Table::new(&head);
    let kernels: Vec<Kernel> = RUNGS.iter().map(|rung| lab.cuda.kernel(rung.name, rung.text)).collect();
    // The source's size, and those where memory's speed counts.
    let sizes = match (lab.options.size, lab.is_gpu) {
        (Some(size), _) => vec![(size, 256)],
        (None, true) => vec![(4096, 1024), (1 << 24, 256), (1 << 28, 256)],
        (None, false) => vec![(4096, 256), (100_003, 256)],
    };
    for (items, threads) in sizes {
        climb::<f32>(lab, &kernels, &mut table, items, threads)?;
        climb::<f64>(lab, &kernels, &mut table, items, threads)?;
    }
    Ok(table)
}

/// Each rung's share of a copy's speed, for each number of items.
pub(crate) fn pictures(figures: &Figures) -> Vec<Picture> {
    let types: Vec<String> = figures.distinct("type").into_iter().map(str::to_owned).collect();
    let of_size = |items: &str| {
        let rows = figures.rows().filter(|row| row.text("items") == items);
        let mut rungs = Vec::new();
        for row in rows.clone() {
            let rung = (row.text("rung"), row.text("grid"));
            if !rungs.contains(&rung) {
                rungs.push(rung);
            }
        }
        let values = |rung: (&str, &str), ty: &String| {
            let mut rows = rows.clone();
            let row = rows.find(|row| (row.text("rung"), row.text("grid")) == rung && row.text("type") == ty)?;
            row.number("% of copy")
        };
        let name = |(rung, grid): (&str, &str)| if grid == NONE { rung.to_owned() } else { format!("{rung}, {grid}") };
        let groups = rungs.into_iter().map(|rung| (name(rung), types.iter().map(|ty| values(rung, ty)).collect()));
        Picture {
            name: format!("ladder-{items}"),
            title: format!("A sum of {items} items in nine ways"),
            chart: Chart::Bars { unit: "% of a copy's GB/s", series: types.clone(), groups: groups.collect() },
        }
    };
    // A few thousand items take as long as the launches.
    let sizes = figures.distinct("items").into_iter().filter(|items| items.len() > 5);
    sizes.map(of_size).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// NVRTC compiles each rung for GPUs.
    #[test]
    fn gpus_have_the_rungs() {
        let cuda = Cuda::emulated();
        let (x32, mut y32) = (cuda.filled(0.0f32, 1).unwrap(), cuda.filled(0.0f32, 1).unwrap());
        let (x64, mut y64) = (cuda.filled(0.0f64, 1).unwrap(), cuda.filled(0.0f64, 1).unwrap());
        for rung in RUNGS {
            let kernel = cuda.kernel(rung.name, rung.text);
            let sources = [kernel.source(1024, &(&x32, &mut y32)), kernel.source(256, &(&x64, &mut y64))];
            crate::ways::compile_for_gpus(&sources);
        }
    }
}
