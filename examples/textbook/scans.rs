//! Prefix sums in three ways, with the number of their additions, beside the library's scan and a loop on the CPU.
//!
//! The files in `scans/` say what each teaches and costs. The first is quadratic, the second makes more additions than a loop does
//! by a factor of log2(n), and the third makes twice those of a loop. Every scan must read and write each item once, as a copy
//! does, so that a copy's speed is the bound of a scan's.

use std::error::Error;

use onrush::ErrorKind;
use onrush::prelude::*;
use onrush_cuda::{Cuda, Kernel};

use crate::figures::Figures;
use crate::inputs::item;
use crate::picture::{Axis, Chart, Picture};
use crate::table::{NONE, Table, number};
use crate::ways::verdict;
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

/// The scans of this number of items.
struct Rows<'a> {
    lab: &'a Lab,
    table: &'a mut Table,
    n: usize,
    copy: Option<f64>,
    times: Vec<(&'static str, f64)>,
}

const COPY: &str = "copy";
const QUADRATIC: &str = "quadratic";
const HILLIS_STEELE: &str = "hillis_steele";
const BLELLOCH: &str = "blelloch";
const LIBRARY: &str = ".scan_inclusive()";
const LOOP: &str = "a plain loop, CPU";
const CPU: &str = ".scan_inclusive(), Cpu";

impl Rows<'_> {
    /// Measures a way on the GPU and counts its launches.
    fn gpu(
        &mut self,
        scan: &'static str,
        additions: Option<usize>,
        mut run: impl FnMut() -> onrush::Result<()>,
    ) -> onrush::Result<()> {
        let seconds = self.lab.seconds(&mut run)?;
        let before = self.lab.cuda.driver().launches();
        run()?;
        let launches = self.lab.cuda.driver().launches() - before;
        if scan == COPY {
            self.copy = seconds;
        }
        let share = self.copy.zip(seconds).map(|(copy, seconds)| copy / seconds);
        self.row(scan, Some(launches), additions, seconds, share);
        Ok(())
    }

    /// Measures a way on the CPU.
    fn cpu(
        &mut self,
        scan: &'static str,
        additions: Option<usize>,
        run: impl FnMut() -> onrush::Result<()>,
    ) -> onrush::Result<()> {
        let seconds = self.lab.cpu_seconds(run)?;
        self.row(scan, None, additions, seconds, None);
        Ok(())
    }

    fn row(
        &mut self,
        scan: &'static str,
        launches: Option<u64>,
        additions: Option<usize>,
        seconds: Option<f64>,
        share: Option<f64>,
    ) {
        let n = self.n as f64;
        let per_item = additions.map(|additions| additions as f64 / n);
        let cells = vec![
            self.n.to_string(),
            scan.to_owned(),
            launches.map_or(NONE.to_owned(), |launches| launches.to_string()),
            additions.map_or(NONE.to_owned(), |additions| additions.to_string()),
            number(per_item, 2),
            number(seconds.map(|seconds| seconds * 1e6), 2),
            number(seconds.map(|seconds| n / seconds / 1e9), 2),
            // Each item is read and written once.
            number(seconds.map(|seconds| 8.0 * n / seconds / 1e9), 1),
            number(share.map(|share| share * 100.0), 1),
        ];
        self.table.row(cells, share.unwrap_or(0.0));
        self.times.push((scan, seconds.unwrap_or(f64::NAN)));
    }

    fn time(&self, scan: &str) -> f64 {
        self.times.iter().find(|row| row.0 == scan).map_or(f64::NAN, |row| row.1)
    }

    /// Prints the sources' claims about times, and whether they hold for this number of items.
    fn claims(&self) {
        let n = self.n;
        let (hillis_steele, blelloch) = (self.time(HILLIS_STEELE), self.time(BLELLOCH));
        let (best, seconds) =
            if hillis_steele < blelloch { (HILLIS_STEELE, hillis_steele) } else { (BLELLOCH, blelloch) };
        let claim = |claim: &str, least: f64, slow: f64, fast: f64| {
            println!("{claim}: {} ({:.1} × as fast)", verdict(slow > least * fast), slow / fast);
        };
        claim(&format!("{BLELLOCH} of {n} is faster than {HILLIS_STEELE}"), 1.0, hillis_steele, blelloch);
        claim(&format!("{best} of {n} is 20 times as fast as a plain loop"), 20.0, self.time(LOOP), seconds);
        claim(
            &format!("{LIBRARY} of {n} is 20 times as fast as a plain loop"),
            20.0,
            self.time(LOOP),
            self.time(LIBRARY),
        );
        claim(&format!("{LIBRARY} of {n} is 20 times as fast as Cpu"), 20.0, self.time(CPU), self.time(LIBRARY));
        claim(&format!("{LIBRARY} of {n} is faster than {best}"), 1.0, seconds, self.time(LIBRARY));
    }
}

/// The additions that Hillis and Steele's scan makes.
fn additions_of_hillis_steele(n: usize) -> usize {
    distances(n).map(|d| n - d).sum()
}

fn inclusive_by_loop(items: &[f32], out: &mut [f32]) {
    let mut sum = 0.0;
    for (item, out) in items.iter().zip(out) {
        sum += *item;
        *out = sum;
    }
}

fn check<B: Backend>(name: &str, got: &DeviceVec<f32, B>, expected: impl Iterator<Item = f32>) -> Outcome {
    match got.to_vec()?.into_iter().eq(expected) {
        true => Ok(()),
        false => Err(format!("{name} of {}: a prefix is wrong", got.len()).into()),
    }
}

fn measure(lab: &Lab, scans: &Scans, table: &mut Table, n: usize) -> Outcome {
    let cuda = &lab.cuda;
    let vectors =
        || -> onrush::Result<_> { Ok([cuda.filled(0.0f32, n)?, cuda.filled(0.0f32, n)?, cuda.filled(0.0f32, n)?]) };
    let [mut x, mut out, mut other] = match vectors() {
        Err(error) if matches!(error.kind(), ErrorKind::OutOfMemory { .. }) => {
            println!("{n} items are left out: {error}");
            return Ok(());
        }
        vectors => vectors?,
    };
    let items: Vec<f32> = (0..n).map(|i| item(i) as f32).collect();
    x.copy_from(&items)?;
    // Integers, which stay small: each sum is exact in every order.
    let mut inclusive = vec![0.0; n];
    inclusive_by_loop(&items, &mut inclusive);
    let inclusive = || inclusive.iter().copied();
    let exclusive = || [0.0].into_iter().chain(inclusive().take(n - 1));
    let first = table.len();
    let mut rows = Rows { lab, table, n, copy: None, times: Vec::new() };
    rows.gpu(COPY, None, || x.iter().collect_into(&mut out))?;
    if n <= MOST_QUADRATIC {
        rows.gpu(QUADRATIC, Some(n * (n - 1) / 2), || scans.quadratic(&x, &mut out))?;
        check(QUADRATIC, &out, inclusive())?;
    }
    rows.gpu(HILLIS_STEELE, Some(additions_of_hillis_steele(n)), || scans.hillis_steele(&x, &mut out, &mut other))?;
    check(HILLIS_STEELE, &out, inclusive())?;
    rows.gpu(BLELLOCH, Some(2 * (n - 1)), || scans.blelloch(&x, &mut out))?;
    check(BLELLOCH, &out, exclusive())?;
    rows.gpu(LIBRARY, None, || x.iter().scan_inclusive(Sum).collect_into(&mut out))?;
    check(LIBRARY, &out, inclusive())?;

    let mut by_loop = vec![0.0; n];
    rows.cpu(LOOP, Some(n - 1), || {
        inclusive_by_loop(std::hint::black_box(&items), std::hint::black_box(&mut by_loop));
        Ok(())
    })?;
    if !by_loop.into_iter().eq(inclusive()) {
        return Err(format!("{LOOP} of {n}: a prefix is wrong").into());
    }
    let cpu = Cpu::new();
    let (x, mut out) = (cpu.upload(&items)?, cpu.filled(0.0f32, n)?);
    rows.cpu(CPU, None, || x.iter().scan_inclusive(Sum).collect_into(&mut out))?;
    check(CPU, &out, inclusive())?;
    rows.table.print(first);
    if lab.is_gpu && n >= 1 << 20 {
        rows.claims();
    }
    println!();
    Ok(())
}

pub(crate) fn run(lab: &Lab) -> Result<Table, Box<dyn Error>> {
    let head = ["items", "scan", "launches", "additions", "an item", "µs", "10⁹ items/s", "GB/s", "% of copy"];
    let mut table = Table::new(&head);
    let scans = Scans::new(&lab.cuda);
    let sizes = match (lab.options.size, lab.is_gpu) {
        // Blelloch's tree is a whole one.
        (Some(size), _) => vec![size.next_power_of_two().max(2)],
        (None, true) => vec![1 << 10, 1 << 14, 1 << 20, 1 << 24, 1 << 26, 1 << 28],
        (None, false) => vec![1 << 7, 1 << 10],
    };
    for n in sizes {
        measure(lab, &scans, &mut table, n)?;
    }
    let factor = additions_of_hillis_steele(1 << 20) as f64 / ((1 << 20) - 1) as f64;
    // The claim is a rounded number.
    let claim = format!("{HILLIS_STEELE} of 2^20 makes 20 times the additions of a loop");
    println!("{claim}: {} ({factor:.1} times)", verdict((18.0..22.0).contains(&factor)));
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
    use crate::ways;

    /// NVRTC compiles the scans for GPUs.
    #[test]
    fn gpus_have_the_scans() {
        let cuda = Cuda::emulated();
        let (x, mut out) = (cuda.filled(0.0f32, 2).unwrap(), cuda.filled(0.0f32, 2).unwrap());
        let scans = Scans::new(&cuda);
        ways::compile_for_gpus(&[
            scans.quadratic.source(THREADS, &(&x, &mut out)),
            scans.hillis_steele.source(THREADS, &(&x, &mut out, 1usize)),
            scans.up_sweep.source(THREADS, &(&mut out, 1usize)),
            scans.down_sweep.source(THREADS, &(&mut out, 1usize)),
        ]);
    }
}
