//! Compaction: the items that a predicate holds for, without gaps, in several ways beside the library's call.
//!
//! The files in `compaction/` say what each teaches and costs. An item is kept if its last two digits are less than a percentage.

use std::error::Error;

use onrush::prelude::*;
use onrush_cuda::{Cuda, Kernel};

use crate::figures::Figures;
use crate::inputs::mixed;
use crate::picture::{Axis, Chart, Picture};
use crate::table::{Table, number};
use crate::{Lab, Outcome};

const THREADS: usize = 256;
/// The items of a block of `tiles`.
const TILE: usize = 8 * THREADS;

type Numbers = DeviceVec<u32, Cuda>;

struct Kernels {
    mark: Kernel,
    place: Kernel,
    tile_counts: Kernel,
    tile_place: Kernel,
    aggregated: Kernel,
}

/// Vectors for what a method makes on the way, and its result.
struct Buffers {
    marks: Numbers,
    places: Numbers,
    counts: Numbers,
    before: Numbers,
    count: Numbers,
    kept: Numbers,
}

fn blocks(items: usize) -> usize {
    items.div_ceil(THREADS).clamp(1, 1 << 14)
}

impl Kernels {
    fn new(cuda: &Cuda) -> Self {
        let (marks, tiles) = (include_str!("compaction/mark_and_place.cu"), include_str!("compaction/tiles.cu"));
        Kernels {
            mark: cuda.kernel("mark", marks),
            place: cuda.kernel("place", marks),
            tile_counts: cuda.kernel("tile_counts", tiles),
            tile_place: cuda.kernel("tile_place", tiles),
            aggregated: cuda.kernel("aggregated", include_str!("compaction/aggregated.cu")),
        }
    }

    fn mark_and_place(&self, x: &Numbers, buffers: &mut Buffers, percent: u32) -> onrush::Result<()> {
        let Buffers { marks, places, kept, .. } = buffers;
        // SAFETY: indices are checked, and each thread writes items of its own.
        unsafe { self.mark.launch(blocks(x.len()), THREADS, (x, &mut *marks, percent))? };
        marks.iter().scan_exclusive(0, Sum).collect_into(&mut *places)?;
        // SAFETY: indices are checked, and the places of kept items are different.
        unsafe { self.place.launch(blocks(x.len()), THREADS, (x, &*places, kept, percent)) }
    }

    fn tiles(&self, x: &Numbers, buffers: &mut Buffers, percent: u32) -> onrush::Result<()> {
        let Buffers { counts, before, kept, .. } = buffers;
        // SAFETY: indices are checked, a thread writes its block's count, and all threads come to the ballots and the reduction.
        unsafe { self.tile_counts.launch(counts.len(), THREADS, (x, &mut *counts, percent))? };
        counts.iter().scan_exclusive(0, Sum).collect_into(&mut *before)?;
        // SAFETY: indices are checked, the places of kept items are different, and all threads come to the ballots, scans and
        // barriers.
        unsafe { self.tile_place.launch(before.len(), THREADS, (x, &*before, kept, percent)) }
    }

    /// The count is in `count`, and the order is any.
    fn aggregated(&self, x: &Numbers, buffers: &mut Buffers, percent: u32) -> onrush::Result<()> {
        let Buffers { count, kept, .. } = buffers;
        count.fill(0)?;
        // SAFETY: indices are checked, places are given out by atomics, and all lanes of a warp come to the ballots and the
        // shuffle.
        unsafe { self.aggregated.launch(blocks(x.len()), THREADS, (x, count, kept, percent)) }
    }
}

/// The rows for one number of items.
struct Case<'a> {
    lab: &'a Lab,
    table: &'a mut Table,
    items: usize,
    copy: Option<f64>,
    percent: u32,
    exact: &'a [u32],
    times: Vec<(&'static str, u32, f64)>,
}

impl Case<'_> {
    fn row(&mut self, method: &'static str, seconds: Option<f64>) {
        // Each item is read once at least, and each kept item is written.
        let bytes = 4.0 * (self.items + self.exact.len()) as f64;
        let speed = seconds.map(|seconds| bytes / seconds / 1e9);
        let share = seconds.zip(self.copy).map(|(seconds, copy)| bytes / (8.0 * self.items as f64) * copy / seconds);
        let cells = vec![
            self.items.to_string(),
            self.percent.to_string(),
            self.exact.len().to_string(),
            method.to_owned(),
            number(seconds.map(|seconds| seconds * 1e6), 2),
            number(speed, 1),
            number(share.map(|share| share * 100.0), 1),
        ];
        self.table.row(cells, share.unwrap_or(0.0));
        self.times.push((method, self.percent, seconds.unwrap_or(f64::NAN)));
    }

    fn check(&self, method: &str, kept: &[u32]) -> Outcome {
        if kept == self.exact {
            Ok(())
        } else {
            Err(format!("{method} of {} items, of which {} % are kept, is wrong", self.items, self.percent).into())
        }
    }

    fn measure(&mut self, kernels: &Kernels, x: &Numbers, buffers: &mut Buffers) -> Outcome {
        let (percent, kept) = (self.percent, self.exact.len());
        let seconds = self.lab.seconds(|| kernels.mark_and_place(x, buffers, percent))?;
        self.check("mark_and_place", &buffers.kept.slice(..kept)?.to_vec()?)?;
        self.row("mark, scan, place", seconds);

        let seconds = self.lab.seconds(|| kernels.tiles(x, buffers, percent))?;
        self.check("tiles", &buffers.kept.slice(..kept)?.to_vec()?)?;
        self.row("counts of tiles", seconds);

        let seconds = self.lab.seconds(|| kernels.aggregated(x, buffers, percent))?;
        let mut any_order = buffers.kept.slice(..buffers.count.at(0)? as usize)?.to_vec()?;
        any_order.sort_unstable();
        self.check("aggregated", &any_order)?;
        self.row("aggregated, any order", seconds);

        let is_kept = op!(|x: u32| x % 100 < percent);
        let seconds = self.lab.seconds(|| x.iter().filter(is_kept).collect_into(&mut buffers.kept).map(drop))?;
        self.check("filter, collect_into", &buffers.kept.slice(..kept)?.to_vec()?)?;
        self.row(".collect_into(), which waits", seconds);
        self.check("filter, collect", &x.iter().filter(is_kept).collect()?.to_vec()?)?;
        let seconds = self.lab.seconds(|| x.iter().filter(is_kept).collect().map(drop))?;
        self.row(".collect(), which allocates", seconds);
        Ok(())
    }

    /// The library's call on the CPU.
    fn cpu(&mut self, x: &[u32]) -> Outcome {
        let (x, percent) = (Cpu::new().upload(x)?, self.percent);
        let is_kept = op!(|x: u32| x % 100 < percent);
        self.check("filter on the CPU", &x.iter().filter(is_kept).collect()?.to_vec()?)?;
        let seconds = self.lab.cpu_seconds(|| x.iter().filter(is_kept).collect().map(drop))?;
        self.row("Cpu .collect()", seconds);
        Ok(())
    }
}

/// The source's claims about times, beside those measured here: (method, percentage, seconds).
fn claims(times: &[(&str, u32, f64)], [least, most]: [f64; 2]) {
    println!("the source takes {least} to {most} ms, by what is kept: {:.1} times as long at most", most / least);
    for method in ["mark, scan, place", ".collect_into(), which waits"] {
        let times = times.iter().filter(|row| row.0 == method).map(|row| row.2 * 1e3);
        let (fast, slow) = (times.clone().fold(f64::INFINITY, f64::min), times.fold(0.0, f64::max));
        println!("here {method}: {fast:.3} to {slow:.3} ms, {:.1} times as long at most", slow / fast);
    }
}

fn compact(lab: &Lab, kernels: &Kernels, table: &mut Table, items: usize, source: Option<[f64; 2]>) -> Outcome {
    let cuda = &lab.cuda;
    // The last two digits are random, and those before them count, so that the right answer ascends.
    let host: Vec<u32> = (0..items).map(|i| i as u32 * 100 + mixed(i) % 100).collect();
    let x = cuda.upload(&host)?;
    let zeros = |len: usize| cuda.filled(0u32, len);
    let tiles = items.div_ceil(TILE);
    let mut buffers = Buffers {
        marks: zeros(items)?,
        places: zeros(items)?,
        counts: zeros(tiles)?,
        before: zeros(tiles)?,
        count: zeros(1)?,
        kept: zeros(items)?,
    };
    let copy = lab.seconds(|| x.iter().collect_into(&mut buffers.kept))?;
    let start = table.len();
    let mut case = Case { lab, table, items, copy, percent: 0, exact: &[], times: Vec::new() };
    let percents: &[u32] = if lab.is_gpu { &[0, 10, 25, 50, 75, 90, 100] } else { &[0, 25, 100] };
    let exact: Vec<Vec<u32>> =
        percents.iter().map(|percent| host.iter().copied().filter(|x| x % 100 < *percent).collect()).collect();
    for (percent, exact) in percents.iter().zip(&exact) {
        (case.percent, case.exact) = (*percent, exact);
        case.measure(kernels, &x, &mut buffers)?;
        case.cpu(&host)?;
    }
    let times = case.times;
    table.print(start);
    if let Some(source) = source.filter(|_| lab.is_gpu) {
        claims(&times, source);
    }
    println!();
    Ok(())
}

pub(crate) fn run(lab: &Lab) -> Result<Table, Box<dyn Error>> {
    let mut table = Table::new(&["items", "percent", "kept", "method", "µs", "GB/s", "% of copy"]);
    let kernels = Kernels::new(&lab.cuda);
    let sizes = match (lab.options.size, lab.is_gpu) {
        // Items are 100 apart.
        (Some(size), _) => vec![(size.min(40_000_000), None)],
        (None, true) => vec![(1 << 20, Some([0.6, 1.3])), (1 << 24, Some([8.0, 20.0]))],
        (None, false) => vec![(5000, None)],
    };
    for (items, source) in sizes {
        compact(lab, &kernels, &mut table, items, source)?;
    }
    println!("all answers are exact");
    Ok(table)
}

/// Each method's time by what is kept, for each number of items.
pub(crate) fn pictures(figures: &Figures) -> Vec<Picture> {
    let of_size = |items: &str| {
        // The CPU's line would leave no room for the others.
        let methods = figures.distinct("method").into_iter().filter(|method| !method.starts_with("Cpu"));
        let line = |method: &str| {
            let points =
                figures.points("percent", "µs", |row| [row.text("items"), row.text("method")] == [items, method]);
            (method.to_owned(), points)
        };
        Picture {
            name: format!("compaction-{items}"),
            title: format!("Compaction of {items} u32"),
            chart: Chart::Lines {
                x: Axis::linear("% kept"),
                y: Axis::linear("µs"),
                lines: methods.map(line).collect(),
            },
        }
    };
    figures.distinct("items").into_iter().map(of_size).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// NVRTC compiles the kernels for GPUs.
    #[test]
    fn gpus_have_the_kernels() {
        let cuda = Cuda::emulated();
        let zeros = || cuda.filled(0u32, 1).unwrap();
        let (x, mut out, mut count) = (zeros(), zeros(), zeros());
        let kernels = Kernels::new(&cuda);
        let sources = [
            kernels.mark.source(THREADS, &(&x, &mut out, 1u32)),
            kernels.place.source(THREADS, &(&x, &x, &mut out, 1u32)),
            kernels.tile_counts.source(THREADS, &(&x, &mut out, 1u32)),
            kernels.tile_place.source(THREADS, &(&x, &x, &mut out, 1u32)),
            kernels.aggregated.source(THREADS, &(&x, &mut count, &mut out, 1u32)),
        ];
        crate::ways::compile_for_gpus(&sources);
    }
}
