//! Prefix sums in three ways, with the number of their additions, beside the library's scan.
//!
//! The files in `scans/` say what each teaches and costs. The first is quadratic, the second makes more additions than a loop does
//! by a factor of log2(n), and the third makes twice those of a loop.

use std::error::Error;

use onrush::prelude::*;
use onrush_cuda::{Cuda, Kernel};

use crate::figures::Figures;
use crate::ladder::item;
use crate::picture::{Axis, Chart, Picture};
use crate::table::{NONE, Table, number};
use crate::{Lab, Outcome};

const THREADS: usize = 256;
/// The quadratic scan of more items takes too long.
const MOST_QUADRATIC: usize = 1 << 14;

struct Scans {
    quadratic: Kernel,
    hillis_steele: Kernel,
    up_sweep: Kernel,
    down_sweep: Kernel,
}

type Floats = DeviceVec<f32, Cuda>;

/// Blocks for this number of threads at least, or as many as may go through the items in strides.
fn blocks(threads: usize) -> usize {
    threads.div_ceil(THREADS).clamp(1, 1 << 16)
}

/// The distances 1, 2, 4 and so on below `n`.
fn distances(n: usize) -> impl DoubleEndedIterator<Item = usize> {
    (0..n.next_power_of_two().ilog2()).map(|k| 1 << k)
}

impl Scans {
    fn new(cuda: &Cuda) -> Self {
        Scans {
            quadratic: cuda.kernel("quadratic", include_str!("scans/quadratic.cu")),
            hillis_steele: cuda.kernel("hillis_steele", include_str!("scans/hillis_steele.cu")),
            up_sweep: cuda.kernel("up_sweep", include_str!("scans/up_sweep.cu")),
            down_sweep: cuda.kernel("down_sweep", include_str!("scans/down_sweep.cu")),
        }
    }

    fn quadratic(&self, x: &Floats, out: &mut Floats) -> onrush::Result<()> {
        // SAFETY: indices are checked, and each thread writes items of its own.
        unsafe { self.quadratic.launch(blocks(x.len()), THREADS, (x, out)) }
    }

    /// The result is in `out`; `other` is as long.
    fn hillis_steele(&self, x: &Floats, out: &mut Floats, other: &mut Floats) -> onrush::Result<()> {
        x.iter().collect_into(&mut *out)?;
        for d in distances(x.len()) {
            // SAFETY: indices are checked, and each thread writes items of its own, of a vector that isn't read.
            unsafe { self.hillis_steele.launch(blocks(x.len()), THREADS, (&*out, &mut *other, d))? };
            std::mem::swap(out, other);
        }
        Ok(())
    }

    /// The scan without each item itself; the length is a power of two, and at least 2.
    fn blelloch(&self, x: &Floats, out: &mut Floats) -> onrush::Result<()> {
        x.iter().collect_into(&mut *out)?;
        for d in distances(x.len()) {
            // SAFETY: indices are checked, and parts have no common items.
            unsafe { self.up_sweep.launch(blocks(x.len() / (2 * d)), THREADS, (&mut *out, d))? };
        }
        for d in distances(x.len()).rev() {
            // SAFETY: indices are checked, and parts have no common items.
            unsafe { self.down_sweep.launch(blocks(x.len() / (2 * d)), THREADS, (&mut *out, d))? };
        }
        Ok(())
    }
}

fn measure(lab: &Lab, scans: &Scans, table: &mut Table, n: usize) -> Outcome {
    let cuda = &lab.cuda;
    let items: Vec<f32> = (0..n).map(|i| item(i) as f32).collect();
    let x = cuda.upload(&items)?;
    // Integers, which stay small: each sum is exact in every order.
    let inclusive: Vec<f32> = items
        .iter()
        .scan(0.0, |sum, item| {
            *sum += item;
            Some(*sum)
        })
        .collect();
    let mut exclusive = vec![0.0];
    exclusive.extend(&inclusive[..n - 1]);
    let (mut out, mut other) = (cuda.filled(0.0f32, n)?, cuda.filled(0.0f32, n)?);
    let steps = distances(n).count();
    let mut row = |name: &str, launches: Option<usize>, additions: Option<usize>, seconds: Option<f64>| {
        let whole = |count: Option<usize>| count.map_or(NONE.to_owned(), |count| count.to_string());
        let per_item = additions.map(|additions| additions as f64 / n as f64);
        let speed = seconds.map(|seconds| n as f64 / seconds / 1e9);
        let cells = [n.to_string(), name.to_owned(), whole(launches), whole(additions), number(per_item, 2)];
        let times = [number(seconds.map(|seconds| seconds * 1e6), 2), number(speed, 2)];
        table.row(cells.into_iter().chain(times).collect(), 0.0);
    };
    let check = |name: &str, got: &Floats, expected: &[f32]| {
        if got.to_vec()? == expected { Ok(()) } else { Err(Box::<dyn Error>::from(format!("{name} of {n}"))) }
    };
    if n <= MOST_QUADRATIC {
        let seconds = lab.seconds(|| scans.quadratic(&x, &mut out))?;
        check("quadratic", &out, &inclusive)?;
        row("quadratic", Some(1), Some(n * (n - 1) / 2), seconds);
    }
    let seconds = lab.seconds(|| scans.hillis_steele(&x, &mut out, &mut other))?;
    check("hillis_steele", &out, &inclusive)?;
    row("hillis_steele", Some(steps), Some(distances(n).map(|d| n - d).sum()), seconds);
    let seconds = lab.seconds(|| scans.blelloch(&x, &mut out))?;
    check("blelloch", &out, &exclusive)?;
    row("blelloch", Some(2 * steps), Some(2 * (n - 1)), seconds);
    let seconds = lab.seconds(|| x.iter().scan_inclusive_into(Sum, &mut out))?;
    check("scan_inclusive", &out, &inclusive)?;
    row(".scan_inclusive()", None, None, seconds);
    Ok(())
}

pub(crate) fn run(lab: &Lab) -> Result<Table, Box<dyn Error>> {
    let head = ["items", "scan", "launches", "additions", "an item", "µs", "10⁹ items/s"];
    let mut table = Table::new(&head);
    let scans = Scans::new(&lab.cuda);
    let sizes = match (lab.options.size, lab.is_gpu) {
        // Blelloch's tree is a whole one.
        (Some(size), _) => vec![size.next_power_of_two().max(2)],
        (None, true) => vec![1 << 10, 1 << 14, 1 << 20, 1 << 24, 1 << 26],
        (None, false) => vec![1 << 7, 1 << 10],
    };
    for n in sizes {
        measure(lab, &scans, &mut table, n)?;
    }
    table.print(0);
    println!("all prefixes are exact");
    Ok(table)
}

/// The time of each scan, by the number of items.
pub(crate) fn pictures(figures: &Figures) -> Vec<Picture> {
    let line = |scan: &str| (scan.to_owned(), figures.points("items", "µs", |row| row.text("scan") == scan));
    let lines = figures.distinct("scan").into_iter().map(line).collect();
    let chart = Chart::Lines { x: Axis::log2("items (f32)"), y: Axis::log10("µs"), lines };
    vec![Picture { name: "scans".to_owned(), title: "Prefix sums: time by the number of items".to_owned(), chart }]
}

#[cfg(test)]
mod tests {
    use super::*;
    use onrush_cuda::jit;

    /// NVRTC compiles the scans for GPUs.
    #[test]
    fn gpus_have_the_scans() {
        if let Err(error) = jit::version() {
            assert!(std::env::var_os("ONRUSH_REQUIRE_NVRTC").is_none(), "NVRTC is required: {error}");
            return eprintln!("SKIPPED: {error}");
        }
        let cuda = Cuda::emulated();
        let (x, mut out) = (cuda.filled(0.0f32, 2).unwrap(), cuda.filled(0.0f32, 2).unwrap());
        let scans = Scans::new(&cuda);
        let sources = [
            scans.quadratic.source(THREADS, &(&x, &mut out)),
            scans.hillis_steele.source(THREADS, &(&x, &mut out, 1usize)),
            scans.up_sweep.source(THREADS, &(&mut out, 1usize)),
            scans.down_sweep.source(THREADS, &(&mut out, 1usize)),
        ];
        for source in sources {
            jit::compile(&source, "sm_90", &[]).unwrap_or_else(|error| panic!("{error}"));
        }
    }
}
