//! Sorts of u32s: the library's, by digits and by comparisons; a radix sort of one split for each bit; sorting networks; and
//! those of the CPU.
//!
//! The files in `sorts/` say what the network's kernels teach and cost. The lecture sorts four million keys in 165 ms. Its slide of
//! the split puts the ones behind "1 + the last item of the scan" of the zeros' flags, which isn't the number of the zeros if the
//! last key is a one: the program lets the library find that out.

use std::error::Error;

use onrush::prelude::*;
use onrush_cuda::{Cuda, Kernel};
use rayon::slice::ParallelSliceMut;

use crate::figures::Figures;
use crate::picture::Picture;
use crate::table::Table;
use crate::ways::{self, Ways, bytes};
use crate::{Lab, Outcome};

#[path = "../../src/guide/recipes/bitonic_sort.rs"]
#[allow(dead_code, reason = "the recipe's example is the guide's")]
mod bitonic_recipe;
#[path = "../../src/guide/recipes/split_sort.rs"]
#[allow(dead_code, reason = "the recipe's example is the guide's")]
mod split_recipe;

/// The table's heads.
const CASE: &str = "keys";
const RATE: &str = "10⁹ keys/s";

type Keys<B = Cuda> = DeviceVec<u32, B>;

/// The lecture's time for four million keys.
const LECTURE: (usize, f64) = (1 << 22, 0.165);

struct Network {
    step: Kernel,
    tile: Kernel,
}

impl Network {
    fn new(cuda: &Cuda) -> Self {
        Network {
            step: cuda.kernel("bitonic_step", include_str!("sorts/bitonic_step.cu")),
            tile: cuda.kernel("bitonic_tile", include_str!("sorts/bitonic_tile.cu")),
        }
    }

    /// Takes the step (k, j) in global memory.
    fn step(&self, keys: &mut Keys, k: usize, j: usize) -> onrush::Result<()> {
        const THREADS: usize = 256;
        // SAFETY: indices are checked, and each thread reads and writes a pair of its own.
        unsafe { self.step.launch((keys.len() / 2).div_ceil(THREADS), THREADS, (&mut *keys, k, j)) }
    }

    /// Takes the steps of all k from `first` to `last` at distances up to `threads`, in tiles.
    fn tiles(&self, keys: &mut Keys, threads: usize, first: usize, last: usize) -> onrush::Result<()> {
        // SAFETY: indices are checked, and blocks have tiles of their own. Within one, a thread has a pair of its own in each step, and
        // a barrier stands between two steps, which all threads reach.
        unsafe { self.tile.launch(keys.len() / (2 * threads), threads, (&mut *keys, first, last)) }
    }

    /// Sorts keys, whose number is a power of two, with a launch for each step.
    fn sort_by_steps(&self, keys: &mut Keys) -> onrush::Result<()> {
        for k in powers_of_two(2, keys.len()) {
            for j in powers_of_two(1, k / 2).rev() {
                self.step(keys, k, j)?;
            }
        }
        Ok(())
    }

    /// Sorts keys, whose number is a power of two and a multiple of a tile's `2 * threads`.
    fn sort(&self, keys: &mut Keys, threads: usize) -> onrush::Result<()> {
        let tile = 2 * threads;
        self.tiles(keys, threads, 2, tile)?;
        for k in powers_of_two(2 * tile, keys.len()) {
            for j in powers_of_two(tile, k / 2).rev() {
                self.step(keys, k, j)?;
            }
            self.tiles(keys, threads, k, k)?;
        }
        Ok(())
    }
}

/// The powers of two from one to another, both included.
fn powers_of_two(first: usize, last: usize) -> impl DoubleEndedIterator<Item = usize> {
    (first.ilog2()..=last.max(1).ilog2()).map(|bit| 1 << bit)
}

/// A split by the slide's formula, for keys of which the last one has the bit: the ones come behind the zeros and an empty place.
fn split_by_the_slide(from: &Keys, bit: u32, to: &mut Keys) -> onrush::Result<()> {
    let is_zero = op!(|k: u32| ((k >> bit) & 1 == 0) as usize);
    let scan = from.iter().map(is_zero).scan_exclusive(0, Sum).collect()?;
    let s = scan.view();
    let place =
        op!(|(i, k): (usize, u32)| { if (k >> bit) & 1 == 0 { s[i] } else { 1 + s[s.len() - 1] + (i - s[i]) } });
    from.iter().scatter(from.iter().enumerate().map(place), to)
}

/// Tries the slide's formula, and says what it does.
fn try_the_slide(keys: &Keys, last: u32) -> Outcome {
    let ones = last.count_ones();
    println!("the slide's number of zeros is one too high for the {ones} bits that the last key has");
    let mut to = keys.try_clone()?;
    let bit = last.trailing_zeros().min(31);
    let outcome = split_by_the_slide(keys, bit, &mut to).and_then(|()| to.device().synchronize());
    match outcome.and_then(|()| to.at(0).map(drop)) {
        Err(error) if ones > 0 => println!("a split by it fails: {}", error.to_string().lines().next().unwrap_or("")),
        Ok(()) if ones == 0 => {}
        other => return Err(format!("a split by the slide's formula: {other:?}").into()),
    }
    Ok(())
}

fn measure(lab: &Lab, network: &Network, table: &mut Table, n: usize, threads: usize) -> Outcome {
    let cuda = &lab.cuda;
    let random = Rng::new(1);
    let x = cuda.tabulate(n, op!(|i: usize| random.at(i).next_u32())).collect()?;
    let host = x.to_vec()?;
    let mut sorted = host.clone();
    let mut ways = Ways::new(lab);
    let keys = &mut x.try_clone()?;
    let restore = |keys: &mut Keys| x.iter().collect_into(keys);
    let check = |name: &str, got: Vec<u32>, sorted: &[u32]| {
        if got == sorted { Ok(()) } else { Err(format!("{name} of {n} keys: they aren't sorted")) }
    };
    sorted.sort_unstable();

    // Each of the four passes reads and writes the keys, and one pass before them counts the digits. Few keys take fewer.
    let four_passes = (n >= 1 << 20).then_some(bytes::<u32>(n) * 9.0);
    ways.gpu_in_place(".sort()", four_passes, keys, restore, Keys::sort)?;
    check(".sort()", keys.to_vec()?, &sorted)?;
    ways.gpu_in_place(".sort_by(relation)", None, keys, restore, |keys| keys.sort_by(op!(|a: u32, b: u32| a < b)))?;
    check(".sort_by()", keys.to_vec()?, &sorted)?;
    // A scan of bits to 64-bit places, and a scatter, which reads keys and places and writes keys.
    let split = bytes::<u32>(n) * 3.0 + bytes::<u64>(n) * 2.0;
    let mut other = cuda.filled(0, n)?;
    let by_bits = |(from, to): &mut (&mut Keys, &mut Keys)| {
        for bit in 0..32 {
            split_recipe::split(from, bit, to)?;
            std::mem::swap(*from, *to);
        }
        Ok(())
    };
    let both = &mut (&mut *keys, &mut other);
    ways.gpu_in_place("32 splits by a bit", Some(32.0 * split), both, |(keys, _)| restore(keys), by_bits)?;
    check("32 splits", keys.to_vec()?, &sorted)?;
    let by_bytes = |keys: &mut Keys| {
        *keys = split_recipe::sorted_by_bytes(keys)?;
        Ok(())
    };
    ways.gpu_in_place("4 splits by a byte", None, keys, restore, by_bytes)?;
    check("4 splits", keys.to_vec()?, &sorted)?;

    let steps = f64::from(n.ilog2() * (n.ilog2() + 1) / 2);
    let pass = 2.0 * bytes::<u32>(n);
    let by_chains = |keys: &mut Keys| {
        *keys = bitonic_recipe::sorted(keys)?;
        Ok(())
    };
    ways.gpu_in_place("network of chains", Some(steps * pass), keys, restore, by_chains)?;
    check("network of chains", keys.to_vec()?, &sorted)?;
    ways.gpu_in_place("network of steps", Some(steps * pass), keys, restore, |keys| network.sort_by_steps(keys))?;
    check("network of steps", keys.to_vec()?, &sorted)?;
    let outside = f64::from(n.ilog2() - (2 * threads).ilog2());
    let passes = 1.0 + outside * (outside + 3.0) / 2.0;
    ways.gpu_in_place("network in tiles", Some(passes * pass), keys, restore, |keys| network.sort(keys, threads))?;
    check("network in tiles", keys.to_vec()?, &sorted)?;

    let cpu = Cpu::new();
    let of_library = ways.cpu(".sort()", None, || cpu.upload(&host), Keys::sort)?;
    check(".sort() on the CPU", of_library.to_vec()?, &sorted)?;
    let fresh = || Ok(host.clone());
    let in_parallel = |keys: &mut Vec<u32>| {
        keys.par_sort_unstable();
        Ok(())
    };
    check("rayon", ways.cpu("par_sort_unstable()", None, fresh, in_parallel)?, &sorted)?;
    let by_std = |keys: &mut Vec<u32>| {
        keys.sort_unstable();
        Ok(())
    };
    check("std", ways.cpu("sort_unstable()", None, fresh, by_std)?, &sorted)?;

    ways.print(table, &n.to_string(), n as f64);
    println!("the network makes {:.1} comparisons a key, a sort by merging {}", steps / 2.0, n.ilog2());
    try_the_slide(&x, host[n - 1])?;
    ways.claim("a launch for each step of the network is slower than tiles", "network of steps", "network in tiles");
    ways.claim("a comparison sort is slower than a radix sort", ".sort_by(relation)", ".sort()");
    ways.claim("a sorting network is slower than a sort by merging", "network in tiles", ".sort_by(relation)");
    ways.claim("a split for each bit is slower than a sorting network", "32 splits by a bit", "network in tiles");
    if lab.is_gpu && n == LECTURE.0 {
        let of = |name| LECTURE.1 / ways.seconds(name);
        println!(
            "the lecture takes 165 ms: .sort() is {:.0} × as fast, 32 splits {:.0} ×",
            of(".sort()"),
            of("32 splits by a bit")
        );
    }
    println!();
    Ok(())
}

pub(crate) fn run(lab: &Lab) -> Result<Table, Box<dyn Error>> {
    let mut table = ways::table(CASE, RATE);
    let network = Network::new(&lab.cuda);
    let sizes = match (lab.options.size, lab.is_gpu) {
        // The network is for powers of two, and has whole tiles.
        (Some(size), _) => vec![size.next_power_of_two().max(1 << 11)],
        (None, true) => vec![1 << 16, LECTURE.0, 1 << 24],
        (None, false) => vec![1 << 11],
    };
    for n in sizes {
        measure(lab, &network, &mut table, n, if lab.is_gpu { 1024 } else { 128 })?;
    }
    Ok(table)
}

pub(crate) fn pictures(figures: &Figures) -> Vec<Picture> {
    vec![ways::picture(figures, "sorts", "Sorts of u32s", CASE, RATE)]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// NVRTC compiles the network for GPUs.
    #[test]
    fn gpus_have_the_network() {
        let cuda = Cuda::emulated();
        let mut keys = cuda.filled(0u32, 2).unwrap();
        let network = Network::new(&cuda);
        ways::compile_for_gpus(&[
            network.step.source(256, &(&mut keys, 2usize, 1usize)),
            network.tile.source(1024, &(&mut keys, 2usize, 2usize)),
        ]);
    }
}
