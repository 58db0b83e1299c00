//! Sums by cell, as particle-in-cell codes make them: each particle adds its charges to its cell's sums.
//!
//! The files in `cells/` say what each method teaches and costs. Particles come in three orders: random; ordered by cell; and
//! ordered at first, of which half have then moved to a neighbouring cell.

use std::error::Error;

use onrush::prelude::*;
use onrush::{DeviceSlice, DeviceSliceMut};
use onrush_cuda::{Cuda, Kernel};

use crate::figures::{Figures, Row};
use crate::inputs::{item, mixed};
use crate::picture::{Axis, Chart, Picture};
use crate::table::{NONE, Table, number};
use crate::ways::verdict;
use crate::{Lab, Outcome};

const THREADS: usize = 256;
const PER_CELL: usize = 10;
/// The particles that a block of `hash_bins` sums at once.
const TILE: usize = 1024;
const WARP: usize = 32;

const AGGREGATE: &str = include_str!("cells/aggregate.cu");
const PEERS_LOOP: &str = include_str!("cells/peers_loop.cu");
const MATCH_ANY: &str = include_str!("cells/match_any.cu");

/// The types of charges, whose bits are those of `Bits`.
trait Charge: Element + PartialEq {
    type Bits: Element;
    const NAME: &'static str;
    fn charges(cuda: &Cuda, len: usize) -> onrush::Result<DeviceVec<Self, Cuda>>;
    fn zeros(cuda: &Cuda, len: usize) -> onrush::Result<DeviceVec<Self, Cuda>>;
    fn zero_bits(cuda: &Cuda, len: usize) -> onrush::Result<DeviceVec<Self::Bits, Cuda>>;
    fn of_bits(bits: Self::Bits) -> Self;
    fn of_sum(sum: i32) -> Self;
    fn library<B: Backend>(
        x: &DeviceSlice<'_, Self, B>,
        cell: &DeviceVec<u32, B>,
        sums: DeviceSliceMut<'_, Self, B>,
    ) -> onrush::Result<()>;
    fn groups(
        x: &DeviceSlice<'_, Self, Cuda>,
        cell: &DeviceVec<u32, Cuda>,
    ) -> onrush::Result<(DeviceVec<u32, Cuda>, DeviceVec<Self, Cuda>)>;
}

macro_rules! charges {
    ($($t:ident $bits:ident)+) => {$(
        impl Charge for $t {
            type Bits = $bits;
            const NAME: &'static str = stringify!($t);
            fn charges(cuda: &Cuda, len: usize) -> onrush::Result<DeviceVec<Self, Cuda>> {
                cuda.tabulate(len, op!(|i: usize| item(i) as $t)).collect()
            }
            fn zeros(cuda: &Cuda, len: usize) -> onrush::Result<DeviceVec<Self, Cuda>> {
                cuda.filled(0.0, len)
            }
            fn zero_bits(cuda: &Cuda, len: usize) -> onrush::Result<DeviceVec<$bits, Cuda>> {
                cuda.filled(0, len)
            }
            fn of_bits(bits: $bits) -> Self {
                $t::from_bits(bits)
            }
            fn of_sum(sum: i32) -> Self {
                sum as $t
            }
            fn library<B: Backend>(
                x: &DeviceSlice<'_, Self, B>,
                cell: &DeviceVec<u32, B>,
                sums: DeviceSliceMut<'_, Self, B>,
            ) -> onrush::Result<()> {
                x.iter().scatter_reduce(cell, Sum, sums)
            }
            fn groups(
                x: &DeviceSlice<'_, Self, Cuda>,
                cell: &DeviceVec<u32, Cuda>,
            ) -> onrush::Result<(DeviceVec<u32, Cuda>, DeviceVec<Self, Cuda>)> {
                x.iter().groups(cell).sum().collect()
            }
        }
    )+};
}
charges! { f32 u32 f64 u64 }

const ORDERS: [&str; 3] = ["random", "ordered", "moved"];

/// The particles' cells in this order, in a cube of `side`³ cells.
fn cells(order: &str, side: usize) -> Vec<u32> {
    let cells = side * side * side;
    let cell = |i: usize| {
        let own = i / PER_CELL;
        // Neighbours differ in one coordinate.
        let step = [1, side, side * side][mixed(i) as usize / 4 % 3];
        match order {
            "random" => mixed(i) as usize % cells,
            "moved" if mixed(i).is_multiple_of(2) && own + step < cells && own / step % side + 1 < side => own + step,
            _ => own,
        }
    };
    (0..cells * PER_CELL).map(|i| cell(i) as u32).collect()
}

/// The number of different cells in each run of `len` particles, over the number of particles.
fn distinct(cells: &[u32], len: usize) -> f64 {
    let mut count = 0;
    let mut sorted = Vec::new();
    for run in cells.chunks(len) {
        sorted.clear();
        sorted.extend_from_slice(run);
        sorted.sort_unstable();
        sorted.dedup();
        count += sorted.len();
    }
    count as f64 / cells.len() as f64
}

struct Kernels {
    plain_atomic: Kernel,
    compare_swap: Kernel,
    hash_bins: Kernel,
    aggregate: [Kernel; 2],
    mask: [Kernel; 2],
}

impl Kernels {
    fn new(cuda: &Cuda) -> Self {
        let texts = [[PEERS_LOOP, AGGREGATE].concat(), [MATCH_ANY, AGGREGATE].concat()];
        Kernels {
            plain_atomic: cuda.kernel("plain_atomic", include_str!("cells/plain_atomic.cu")),
            compare_swap: cuda.kernel("compare_swap", include_str!("cells/compare_swap.cu")),
            hash_bins: cuda.kernel("hash_bins", include_str!("cells/hash_bins.cu")),
            aggregate: texts.each_ref().map(|text| cuda.kernel("aggregate", text)),
            mask: texts.each_ref().map(|text| cuda.kernel("mask", text)),
        }
    }
}

/// A row of the table: a method's time for a number of quantities.
struct Measured {
    method: &'static str,
    quantities: usize,
    /// Atomics on global memory for each particle and quantity.
    atomics: Option<f64>,
    seconds: Option<f64>,
}

/// The particles in one order.
struct Particles<'a, T: Element> {
    cell: DeviceVec<u32, Cuda>,
    host_cell: &'a [u32],
    /// The charges, quantity by quantity.
    x: &'a DeviceVec<T, Cuda>,
    cells: usize,
    /// The sums of all quantities, quantity by quantity.
    exact: Vec<T>,
}

impl<T: Charge> Particles<'_, T> {
    fn len(&self) -> usize {
        self.host_cell.len()
    }

    /// Blocks with a thread for each particle, or as many as may go through them in strides.
    fn blocks(&self, each: usize) -> usize {
        self.len().div_ceil(each).clamp(1, 1 << 14)
    }

    fn check(&self, method: &str, sums: impl Iterator<Item = T>) -> Outcome {
        match sums.zip(&self.exact).position(|(sum, exact)| sum != *exact) {
            None => Ok(()),
            Some(at) => Err(format!("{method} of {} {}: sum {at} is wrong", self.len(), T::NAME).into()),
        }
    }

    /// Measures a kernel with the parameters (cells, charges, sums).
    fn kernel(
        &self,
        lab: &Lab,
        method: &'static str,
        kernel: &Kernel,
        each: usize,
        quantities: usize,
    ) -> Result<Option<f64>, Box<dyn Error>> {
        let x = self.x.slice(..quantities * self.len())?;
        let launch = |sums: &mut DeviceVec<T, Cuda>| {
            // SAFETY: indices are checked, sums change by atomics, and shared bins by atomics between barriers, which all threads
            // reach. All lanes of a warp come to its shuffles and votes.
            unsafe { kernel.launch(self.blocks(each), THREADS, (&self.cell, &x, sums)) }
        };
        let mut sums = T::zeros(&lab.cuda, quantities * self.cells)?;
        launch(&mut sums)?;
        self.check(method, sums.to_vec()?.into_iter())?;
        Ok(lab.seconds(|| launch(&mut sums))?)
    }

    fn compare_swap(&self, lab: &Lab, kernel: &Kernel) -> Result<Option<f64>, Box<dyn Error>> {
        let x = self.x.slice(..self.len())?;
        let launch = |sums: &mut DeviceVec<T::Bits, Cuda>| {
            // SAFETY: indices are checked, and sums change by atomics. A thread tries again only where another one has succeeded.
            unsafe { kernel.launch(self.blocks(THREADS), THREADS, (&self.cell, &x, sums)) }
        };
        let mut sums = T::zero_bits(&lab.cuda, self.cells)?;
        launch(&mut sums)?;
        self.check("compare_swap", sums.to_vec()?.into_iter().map(T::of_bits))?;
        Ok(lab.seconds(|| launch(&mut sums))?)
    }

    fn library(&self, lab: &Lab, quantities: usize) -> Result<Option<f64>, Box<dyn Error>> {
        let (len, cells) = (self.len(), self.cells);
        let call = |sums: &mut DeviceVec<T, Cuda>| {
            (0..quantities).try_for_each(|q| {
                let x = self.x.slice(q * len..(q + 1) * len)?;
                T::library(&x, &self.cell, sums.slice_mut(q * cells..(q + 1) * cells)?)
            })
        };
        let mut sums = T::zeros(&lab.cuda, quantities * cells)?;
        call(&mut sums)?;
        self.check("scatter_reduce", sums.to_vec()?.into_iter())?;
        Ok(lab.seconds(|| call(&mut sums))?)
    }

    fn groups(&self, lab: &Lab) -> Result<Option<f64>, Box<dyn Error>> {
        let x = self.x.slice(..self.len())?;
        let (keys, found) = T::groups(&x, &self.cell)?;
        let mut sums = vec![T::of_sum(0); self.cells];
        for (key, sum) in keys.to_vec()?.into_iter().zip(found.to_vec()?) {
            sums[key as usize] = sum;
        }
        self.check("groups", sums.into_iter())?;
        Ok(lab.seconds(|| T::groups(&x, &self.cell).map(drop))?)
    }

    fn cpu(&self, lab: &Lab) -> Result<Option<f64>, Box<dyn Error>> {
        let cpu = Cpu::new();
        let (x, cell) = (cpu.upload(&self.x.slice(..self.len())?.to_vec()?)?, cpu.upload(self.host_cell)?);
        let mut sums = cpu.upload(&vec![T::of_sum(0); self.cells])?;
        T::library(&x.slice(..)?, &cell, sums.slice_mut(..)?)?;
        self.check("Cpu", sums.to_vec()?.into_iter())?;
        Ok(lab.cpu_seconds(|| T::library(&x.slice(..)?, &cell, sums.slice_mut(..)?))?)
    }

    /// The time of a mask that is stored.
    fn mask(&self, lab: &Lab, kernel: &Kernel) -> onrush::Result<Option<f64>> {
        let mut masks = lab.cuda.filled(0u32, self.len())?;
        lab.seconds(|| {
            // SAFETY: indices are checked, each thread writes items of its own, and all lanes come to the shuffles and votes.
            unsafe { kernel.launch(self.blocks(THREADS), THREADS, (&self.cell, &mut masks)) }
        })
    }

    fn measure(&self, lab: &Lab, kernels: &Kernels, most: usize) -> Result<Vec<Measured>, Box<dyn Error>> {
        let mut rows = Vec::new();
        let mut row =
            |method, quantities, atomics, seconds| rows.push(Measured { method, quantities, atomics, seconds });
        let (by_warp, by_tile) = (distinct(self.host_cell, WARP), distinct(self.host_cell, TILE));
        for quantities in [1, 2, 4, 8].into_iter().filter(|quantities| *quantities <= most) {
            let mut kernel = |method, kernel, each, atomics| -> Outcome {
                row(method, quantities, Some(atomics), self.kernel(lab, method, kernel, each, quantities)?);
                Ok(())
            };
            kernel("plain_atomic", &kernels.plain_atomic, THREADS, 1.0)?;
            kernel("hash_bins", &kernels.hash_bins, TILE, by_tile)?;
            kernel("peers_loop", &kernels.aggregate[0], THREADS, by_warp)?;
            kernel("match_any", &kernels.aggregate[1], THREADS, by_warp)?;
            row(".scatter_reduce()", quantities, None, self.library(lab, quantities)?);
        }
        row("compare_swap", 1, None, self.compare_swap(lab, &kernels.compare_swap)?);
        row(".groups().sum()", 1, None, self.groups(lab)?);
        row("Cpu", 1, None, self.cpu(lab)?);
        let mut other = lab.cuda.filled(0u32, self.len())?;
        row("copy of cells", 0, None, lab.seconds(|| self.cell.iter().collect_into(&mut other))?);
        row("mask of peers_loop", 0, None, self.mask(lab, &kernels.mask[0])?);
        row("mask of match_any", 0, None, self.mask(lab, &kernels.mask[1])?);
        Ok(rows)
    }
}

fn print<T: Charge>(table: &mut Table, order: &str, rows: &[Measured], particles: usize) {
    let start = table.len();
    for quantities in [1, 2, 4, 8, 0] {
        let rows = || rows.iter().filter(move |row| row.quantities == quantities);
        let slowest = rows().filter(|row| row.method != "Cpu").filter_map(|row| row.seconds).fold(0.0, f64::max);
        for row in rows() {
            let sums = (particles * quantities.max(1)) as f64;
            let cells = [&particles.to_string(), T::NAME, order, row.method].map(str::to_owned).into_iter();
            let numbers = [
                if quantities == 0 { NONE.to_owned() } else { quantities.to_string() },
                number(row.atomics, 3),
                number(row.seconds.map(|seconds| seconds * 1e6), 1),
                number(row.seconds.map(|seconds| sums / seconds / 1e9), 2),
            ];
            table.row(cells.chain(numbers).collect(), row.seconds.map_or(0.0, |seconds| seconds / slowest));
        }
    }
    table.print(start);
}

/// The source's claims about times, and whether they hold here.
fn claims(ty: &str, order: &str, rows: &[Measured]) {
    let time = |method: &str, quantities: usize| {
        let row = rows.iter().find(|row| row.method == method && row.quantities == quantities);
        row.and_then(|row| row.seconds).unwrap_or(f64::NAN)
    };
    let others = ["compare_swap", "hash_bins", "peers_loop", "match_any"];
    for (quantities, of) in [(1, "one quantity"), (8, "eight quantities")] {
        let plain = time("plain_atomic", quantities);
        // A method that isn't measured for this number of quantities has no number as its time, which is the largest in this order.
        let by_time = |a: &&str, b: &&str| time(a, quantities).total_cmp(&time(b, quantities));
        let best = others.into_iter().min_by(by_time).unwrap_or(others[0]);
        let ratio = plain / time(best, quantities);
        let claim = match (ty, order) {
            ("f32", _) => Some(("never much slower", ratio < 1.5)),
            (_, "random") => Some(("best", ratio <= 1.0)),
            _ => None,
        };
        if let Some((claim, holds)) = claim {
            println!("for {of} plain atomics are {claim}: {} ({ratio:.2} × the time of {best})", verdict(holds));
        }
        println!(
            "for {of} the library's scatter_reduce, whose sums have the same bits in every run and which sorts for each quantity, \
             takes {:.2} × the time of plain atomics",
            time(".scatter_reduce()", quantities) / plain
        );
    }
    let copy = time("copy of cells", 0);
    for (mask, method) in [("mask of peers_loop", "peers_loop"), ("mask of match_any", "match_any")] {
        // A further quantity takes the tree and the atomics without the mask.
        let (extra, step) = ((time(mask, 0) - copy).max(0.0), (time(method, 8) - time(method, 1)) / 7.0);
        let share = extra / step;
        println!(
            "the {mask} takes no longer than a quantity's sum: {} ({:.1} µs more than a copy, {share:.2} × a quantity)",
            verdict(share <= 1.0),
            extra * 1e6
        );
    }
}

fn compare<T: Charge>(lab: &Lab, kernels: &Kernels, orders: &[&str], side: usize, table: &mut Table) -> Outcome {
    let (cells_len, most) = (side * side * side, if lab.is_gpu { 8 } else { 2 });
    let len = cells_len * PER_CELL;
    let x = T::charges(&lab.cuda, most * len)?;
    for &order in orders {
        let host_cell = cells(order, side);
        // Small integers, whose sums are exact in every order.
        let mut exact = vec![0i32; most * cells_len];
        for q in 0..most {
            for (i, cell) in host_cell.iter().enumerate() {
                exact[q * cells_len + *cell as usize] += item(q * len + i);
            }
        }
        let particles = Particles {
            cell: lab.cuda.upload(&host_cell)?,
            host_cell: &host_cell,
            x: &x,
            cells: cells_len,
            exact: exact.into_iter().map(T::of_sum).collect(),
        };
        let rows = particles.measure(lab, kernels, most)?;
        print::<T>(table, order, &rows, len);
        if lab.is_gpu {
            claims(T::NAME, order, &rows);
        }
        println!();
    }
    Ok(())
}

pub(crate) fn run(lab: &Lab) -> Result<Table, Box<dyn Error>> {
    let mut table = Table::new(&[
        "particles",
        "type",
        "order",
        "method",
        "quantities",
        "atomics a particle",
        "µs",
        "10⁹ particles/s",
    ]);
    let particles = lab.options.size.unwrap_or(if lab.is_gpu { 10_000_000 } else { 2160 });
    let side = ((particles / PER_CELL) as f64).cbrt().round().max(2.0) as usize;
    let kernels = Kernels::new(&lab.cuda);
    println!("{} particles in {side}³ cells", side * side * side * PER_CELL);
    compare::<f32>(lab, &kernels, &ORDERS, side, &mut table)?;
    // The emulated device would only take longer.
    let orders = if lab.is_gpu { &ORDERS } else { &ORDERS[2..] };
    compare::<f64>(lab, &kernels, orders, side, &mut table)?;
    println!("all sums are exact");
    Ok(table)
}

/// The times of one quantity by method and order, and those of several quantities in ordered particles.
pub(crate) fn pictures(figures: &Figures) -> Vec<Picture> {
    let orders: Vec<String> = figures.distinct("order").into_iter().map(str::to_owned).collect();
    let particles = figures.distinct("particles").concat();
    let mut pictures = Vec::new();
    for ty in figures.distinct("type") {
        let time = |method: &str, order: &str| {
            let is_it =
                |row: &Row<'_>| [row.text("type"), row.text("order"), row.text("method")] == [ty, order, method];
            figures.rows().filter(is_it).find(|row| row.text("quantities") == "1")?.number("µs")
        };
        let methods = figures.distinct("method").into_iter();
        // The CPU's bars would be a hundred times longer.
        let methods =
            methods.filter(|method| *method != "Cpu" && orders.iter().any(|order| time(method, order).is_some()));
        let groups =
            methods.map(|method| (method.to_owned(), orders.iter().map(|order| time(method, order)).collect()));
        pictures.push(Picture {
            name: format!("cells-{ty}"),
            title: format!("Sums by cell of {particles} particles, {ty}"),
            chart: Chart::Bars { unit: "µs", series: orders.clone(), groups: groups.collect() },
        });
    }
    let of_ordered = |method: &str| {
        figures.points("quantities", "µs", |row| {
            [row.text("type"), row.text("order"), row.text("method")] == ["f32", "ordered", method]
        })
    };
    let methods = ["plain_atomic", "hash_bins", "peers_loop", "match_any", ".scatter_reduce()"];
    pictures.push(Picture {
        name: "cells-quantities".to_owned(),
        title: format!("Sums by cell of several quantities: {particles} ordered particles, f32"),
        chart: Chart::Lines {
            x: Axis::linear("quantities"),
            y: Axis::linear("µs"),
            lines: methods.map(|method| (method.to_owned(), of_ordered(method))).to_vec(),
        },
    });
    pictures
}

#[cfg(test)]
mod tests {
    use super::*;

    /// NVRTC compiles the kernels for GPUs.
    #[test]
    fn gpus_have_the_methods() {
        let cuda = Cuda::emulated();
        let kernels = Kernels::new(&cuda);
        let cell = cuda.filled(0u32, 1).unwrap();
        let (x32, mut s32) = (cuda.filled(0.0f32, 1).unwrap(), cuda.filled(0.0f32, 1).unwrap());
        let (x64, mut s64) = (cuda.filled(0.0f64, 1).unwrap(), cuda.filled(0.0f64, 1).unwrap());
        let (mut b32, mut b64) = (cuda.filled(0u32, 1).unwrap(), cuda.filled(0u64, 1).unwrap());
        let mut sources = vec![
            kernels.compare_swap.source(THREADS, &(&cell, &x32, &mut b32)),
            kernels.compare_swap.source(THREADS, &(&cell, &x64, &mut b64)),
            kernels.mask[0].source(THREADS, &(&cell, &mut b32)),
            kernels.mask[1].source(THREADS, &(&cell, &mut b32)),
        ];
        for kernel in [&kernels.plain_atomic, &kernels.hash_bins, &kernels.aggregate[0], &kernels.aggregate[1]] {
            sources.push(kernel.source(THREADS, &(&cell, &x32, &mut s32)));
            sources.push(kernel.source(THREADS, &(&cell, &x64, &mut s64)));
        }
        crate::ways::compile_for_gpus(&sources);
    }
}
