//! The bumpiness of a ground: each cell's difference from the mean of its four neighbours, squared, and summed over the cells that
//! aren't flat. One chain does it in one pass; other programs store what lies between.
//!
//! The lecture takes it as its example of map, neighbours, filter and reduce. Here half the ground is flat. The heights are
//! multiples of four, so that all results are integers, whose sums are exact in every order. The files in `bumpiness/` are kernels,
//! and say what they teach and cost.

use std::error::Error;

use onrush::expr::{Indexed, Repeatable};
use onrush::prelude::*;
use onrush_cuda::{Cuda, Kernel};

use crate::figures::Figures;
use crate::inputs::item;
use crate::picture::Picture;
use crate::table::Table;
use crate::ways::{self, Ways, bytes};
use crate::{Lab, Outcome};

/// The table's heads.
const CASE: &str = "cells";
const RATE: &str = "10⁹ cells/s";

type Heights<B = Cuda> = DeviceVec<f32, B>;

/// The height of a cell: its left half of the ground is flat.
#[device]
fn height(row: usize, column: usize, columns: usize) -> f32 {
    if column < columns / 2 { 4.0 } else { (4 * item(row * columns + column)) as f32 }
}

/// A cell's difference from the mean of its neighbours.
#[device]
fn bump(z: [[f32; 3]; 3]) -> f32 {
    z[1][1] - (z[0][1] + z[1][0] + z[1][2] + z[2][1]) / 4.0
}

struct Ground<B: Backend> {
    columns: usize,
    heights: Heights<B>,
}

/// The vectors that an unfused program stores.
struct Between {
    bumps: Heights,
    squares: Heights,
    kept: Heights,
}

type Total<B = Cuda> = DeviceVec<f64, B>;

impl<B: Backend> Ground<B> {
    fn new(device: &B, side: usize) -> onrush::Result<Self> {
        let heights = device.tabulate(side * side, op!(|i: usize| height(i / side, i % side, side))).collect()?;
        Ok(Ground { columns: side, heights })
    }

    /// The bumps of all cells. A cell beside the border has a neighbour that isn't a number, so its bump isn't one, either.
    fn bumps(&self) -> Chain<impl Repeatable + Indexed<Item = f32> + Clone, B> {
        let (columns, rows) = (self.columns, self.heights.len() / self.columns);
        self.heights
            .iter()
            .grid(rows, columns)
            .windows_around::<3, 3>(Border::Constant(f32::NAN))
            .map(op!(|z: [[f32; 3]; 3]| bump(z)))
    }

    fn squares(&self) -> Chain<impl Repeatable + Indexed<Item = f32> + Clone, B> {
        self.bumps().map(op!(|bump: f32| bump * bump))
    }

    /// One pass, which stores nothing.
    fn fused(&self, total: &mut Total<B>) -> onrush::Result<()> {
        let bumpy = self.squares().filter(op!(|square: f32| square > 0.0));
        bumpy.map(op!(|square: f32| square as f64)).sum_into(total)
    }
}

impl Ground<Cuda> {
    /// One pass, in which flat cells aren't dropped, but add zeros.
    fn without_filter(&self, total: &mut Total) -> onrush::Result<()> {
        self.squares().map(op!(|square: f32| if square > 0.0 { square as f64 } else { 0.0 })).sum_into(total)
    }

    /// Two passes: the squares are stored, and then filtered.
    fn stored(&self, between: &mut Between, total: &mut Total) -> onrush::Result<()> {
        self.squares().collect_into(&mut between.squares)?;
        let bumpy = between.squares.iter().filter(op!(|square: f32| square > 0.0));
        bumpy.map(op!(|square: f32| square as f64)).sum_into(total)
    }

    /// A pass for each step, as a library does it that can't fuse them.
    fn unfused(&self, between: &mut Between, total: &mut Total) -> onrush::Result<()> {
        self.bumps().collect_into(&mut between.bumps)?;
        between.bumps.iter().map(op!(|bump: f32| bump * bump)).collect_into(&mut between.squares)?;
        let bumpy = op!(|square: f32| square > 0.0);
        let kept = between.squares.iter().filter(bumpy).collect_into(&mut between.kept)?;
        between.kept.slice(..kept)?.iter().map(op!(|square: f32| square as f64)).sum_into(total)
    }

    /// A kernel of one's own, which adds to `total`.
    fn by_kernel(&self, kernel: &Kernel, total: &mut Total) -> onrush::Result<()> {
        const THREADS: usize = 256;
        let blocks = (self.heights.len() / THREADS).clamp(1, 1 << 10);
        total.fill(0.0)?;
        // SAFETY: indices are checked. Blocks add to `total` by atomics, and barriers, which all threads of a block reach, stand
        // between the writes and reads of its tile.
        unsafe { kernel.launch(blocks, THREADS, (&self.heights, self.columns, total)) }
    }
}

/// The bumpiness by a plain loop, and the number of cells that aren't flat.
fn by_loop(heights: &[f32], columns: usize) -> (f64, usize) {
    let (mut sum, mut bumpy) = (0.0, 0);
    for row in 1..heights.len() / columns - 1 {
        for i in row * columns + 1..(row + 1) * columns - 1 {
            let around = heights[i - columns] + heights[i - 1] + heights[i + 1] + heights[i + columns];
            let bump = heights[i] - around / 4.0;
            sum += f64::from(bump * bump);
            bumpy += usize::from(bump != 0.0);
        }
    }
    (sum, bumpy)
}

fn kernels(cuda: &Cuda) -> [Kernel; 2] {
    let neighbours = cuda.kernel("neighbours", include_str!("bumpiness/neighbours.cu"));
    [neighbours, cuda.kernel("tiles", include_str!("bumpiness/tiles.cu"))]
}

fn measure(lab: &Lab, [neighbours, tiles]: &[Kernel; 2], table: &mut Table, side: usize) -> Outcome {
    let (cuda, cpu, n) = (&lab.cuda, Cpu::new(), side * side);
    let ground = &Ground::new(cuda, side)?;
    let host = ground.heights.to_vec()?;
    let (exact, bumpy) = by_loop(&host, side);
    let zeros = || cuda.filled(0.0, n);
    let between = &mut Between { bumps: zeros()?, squares: zeros()?, kept: zeros()? };
    let total = &mut cuda.filled(0.0f64, 1)?;
    let mut ways = Ways::new(lab);
    let check = |name: &str, sum: f64| {
        if sum == exact {
            Ok(())
        } else {
            Err(Box::<dyn Error>::from(format!("{name} of {side}²: {sum}, and not {exact}")))
        }
    };
    // The result of one way isn't taken for that of the next one.
    let take = |name: &str, total: &mut Total| {
        check(name, total.at(0)?)?;
        Ok::<_, Box<dyn Error>>(total.fill(f64::NAN)?)
    };
    // Each pass reads its input once, and writes its output.
    let (pass, kept) = (bytes::<f32>(n), bytes::<f32>(bumpy));

    ways.gpu("fused", Some(pass), || ground.fused(total))?;
    take("fused", total)?;
    ways.gpu("fused, no filter", Some(pass), || ground.without_filter(total))?;
    take("fused, no filter", total)?;
    ways.gpu("stored, then filtered", Some(3.0 * pass), || ground.stored(between, total))?;
    take("stored, then filtered", total)?;
    ways.gpu("unfused", Some(5.0 * pass + 2.0 * kept), || ground.unfused(between, total))?;
    take("unfused", total)?;
    ways.gpu("kernel, neighbours", Some(pass), || ground.by_kernel(neighbours, total))?;
    take("kernel, neighbours", total)?;
    ways.gpu("kernel, tiles", Some(pass), || ground.by_kernel(tiles, total))?;
    take("kernel, tiles", total)?;
    ways.gpu("copy", Some(2.0 * pass), || ground.heights.iter().collect_into(&mut between.kept))?;
    check("copy", if between.kept.to_vec()? == host { exact } else { f64::NAN })?;

    let of_cpu = Ground { columns: side, heights: cpu.upload(&host)? };
    let sum = ways.cpu("fused", Some(pass), || cpu.filled(0.0, 1), |total| of_cpu.fused(total))?;
    check("fused on the CPU", sum.at(0)?)?;
    let sum = ways.cpu(
        "a plain loop",
        Some(pass),
        || Ok(0.0),
        |sum| {
            *sum = by_loop(&host, side).0;
            Ok(())
        },
    )?;
    check("a plain loop", sum)?;

    ways.print(table, &n.to_string(), n as f64);
    println!("the bumpiness is {exact}, of {bumpy} cells");
    ways.claim("a pass for each step is slower than one pass", "unfused", "fused");
    ways.claim("the sum of all cells is slower than that of the bumpy ones", "fused, no filter", "fused");
    ways.claim("neighbours from memory are slower than tiles in shared memory", "kernel, neighbours", "kernel, tiles");
    println!();
    Ok(())
}

pub(crate) fn run(lab: &Lab) -> Result<Table, Box<dyn Error>> {
    let mut table = ways::table(CASE, RATE);
    let kernels = kernels(&lab.cuda);
    let sides = match (lab.options.size, lab.is_gpu) {
        (Some(size), _) => vec![size.isqrt().max(3)],
        (None, true) => vec![1 << 10, 1 << 12, 1 << 14],
        (None, false) => vec![100],
    };
    for side in sides {
        measure(lab, &kernels, &mut table, side)?;
    }
    Ok(table)
}

pub(crate) fn pictures(figures: &Figures) -> Vec<Picture> {
    vec![ways::picture(figures, "bumpiness", "The bumpiness of a ground: map of neighbours, filter, sum", CASE, RATE)]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// NVRTC compiles the kernels for GPUs.
    #[test]
    fn gpus_have_the_kernels() {
        let cuda = Cuda::emulated();
        let (z, mut total) = (cuda.filled(0.0f32, 1).unwrap(), cuda.filled(0.0f64, 1).unwrap());
        ways::compile_for_gpus(&kernels(&cuda).map(|kernel| kernel.source(256, &(&z, 1usize, &mut total))));
    }
}
