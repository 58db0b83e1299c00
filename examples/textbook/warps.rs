//! The lanes of a warp: how they exchange values, and how that goes wrong.
//!
//! Each file of `warps/` has a wrong kernel and the right one. Most are listings of the article on warp-level primitives; the others
//! have faults of barriers and of shared memory. The emulated device runs both under several seeds, each of which is another order of
//! the threads. It must name the fault in the wrong one under at least one seed, or compute wrong answers, and stay silent about the
//! right one under all of them.
//!
//! A GPU runs the right kernels, and those wrong ones whose fault can make values wrong, and nothing else. The other wrong ones can
//! wait for ever, so they don't run there.

use std::error::Error;

use onrush::prelude::*;
use onrush_cuda::Cuda;
use onrush_cuda::driver::{Driver, Settings};

use crate::table::{NONE, Table};
use crate::{Lab, Outcome};

const SEEDS: u64 = 6;
const THREADS: usize = 64;
/// The finding where no rule is seen broken, but the answers are.
const WRONG: &str = "wrong answers";

/// The harm of a fault.
#[derive(Clone, Copy, PartialEq)]
enum Harm {
    /// Values are wrong: of a race in shared memory, or of a lane that isn't in the mask.
    Values,
    /// Threads may wait for others that don't come.
    Hangs,
}

struct Listing {
    name: &'static str,
    text: &'static str,
    /// The most that the wrong kernel's fault does on a GPU.
    harm: Harm,
    /// Words that one of the device's findings contains.
    findings: &'static [&'static str],
    /// The right kernel's answers for items, each of which is its index.
    answer: fn(usize) -> usize,
}

macro_rules! listings {
    ($($name:literal $harm:ident $findings:expr, $answer:expr;)+) => {
        &[$(Listing {
            name: $name,
            text: include_str!(concat!("warps/", $name, ".cu")),
            harm: Harm::$harm,
            findings: &$findings,
            answer: $answer,
        }),+]
    };
}
const LISTINGS: &[Listing] = listings! {
    "own_mask" Hangs ["is not in its own mask", "which is not in the mask"], |i| sum(i / 32 * 32, 32);
    "tail" Values ["which is not in the mask"], |i| sum(i / 32 * 32, 20);
    "branch" Hangs ["divergence", "have left the kernel"], |i| if i % 32 < 16 { i / 32 * 32 + 31 } else { i };
    "short_circuit" Hangs ["divergence", "have left the kernel"], |i| usize::from(i >= 40);
    "active_lanes" Hangs ["which is not in the mask", "divergence", "have left the kernel"],
        |i| if i % 32 < 16 { sum(i / 32 * 32, 16) } else { i };
    "one_mask" Hangs ["divergence", "have left the kernel"], |i| i / 32 * 32 + i % 32 / 2;
    "lockstep" Values ["race", "uninitialised"], |i| sum(i / 32 * 32, 32);
    "read_before_write" Values ["race"], |i| sum(i / 32 * 32, 32);
    "transposition" Values ["race", "uninitialised"], |i| i / 32 * 32 + i % 4 * 8 + i % 32 / 4;
    "barrier_in_branch" Hangs ["divergence"], |i| if i < 32 { 63 - i } else { i };
    "early_return" Hangs ["divergence", "have left the kernel"],
        |i| if i < 32 { sum(0, 32) } else if i < 50 { sum(32, 18) } else { 0 };
    "missing_barrier" Values ["race", "uninitialised"], |_| sum(0, 64);
    // Each round makes the sum of a pair, and doubles it.
    "reuse" Values ["race"], |_| 4 * 63;
    "aggregated" Values ["race"], |_| 16;
};

fn sum(first: usize, len: usize) -> usize {
    (first..first + len).sum()
}

/// Runs a kernel in one block, over items that are their indices.
fn run_one(cuda: &Cuda, name: &str, text: &str) -> onrush::Result<Vec<u32>> {
    let x: Vec<u32> = (0..THREADS as u32).collect();
    let (x, mut out) = (cuda.upload(&x)?, cuda.filled(0u32, THREADS)?);
    // SAFETY: indices are checked, and each thread writes its own element of `out`. Kernels whose threads may wait for ever run on the
    // emulated device alone, which ends their launches. Of the other wrong ones, values in shared memory or of other lanes are wrong,
    // and these are neither indices nor bounds of loops.
    unsafe { cuda.kernel(name, text).launch(1, THREADS, (&x, &mut out))? };
    out.to_vec()
}

fn is_right(listing: &Listing, got: &[u32]) -> bool {
    (0..THREADS).all(|i| got[i] as usize == (listing.answer)(i))
}

/// Whether the right kernel's answers are right.
fn check(listing: &Listing, cuda: &Cuda) -> Outcome {
    let got = run_one(cuda, &format!("{}_right", listing.name), listing.text)?;
    if is_right(listing, &got) { Ok(()) } else { Err(format!("{}_right: {got:?}", listing.name).into()) }
}

/// The finding for the wrong kernel under the first seed that has one, and the number of seeds that have one.
fn findings(listing: &Listing, devices: &[Cuda]) -> Result<(String, usize), String> {
    let name = format!("{}_wrong", listing.name);
    let mut found = Vec::new();
    for cuda in devices {
        match run_one(cuda, &name, listing.text) {
            Err(error) => found.push(error.to_string()),
            Ok(got) if !is_right(listing, &got) => found.push(WRONG.to_owned()),
            // Under some seeds a fault does no harm.
            Ok(_) => {}
        }
    }
    if let Some(other) = found.iter().find(|message| !listing.findings.iter().any(|words| message.contains(words))) {
        return Err(format!("{name}: the device finds another fault: {other}"));
    }
    let finding = |message: &String| {
        let message = message.strip_prefix("emulated device: ").unwrap_or(message);
        message.split(" (seed ").next().unwrap_or(message).to_owned()
    };
    let first = found.first().map(finding).ok_or_else(|| format!("{name}: the device finds no fault"))?;
    Ok((first, found.len()))
}

/// The verdict of a GPU on the wrong kernel: wrong answers, or right ones, which luck has made.
fn wrong_on_gpu(lab: &Lab, listing: &Listing) -> Result<&'static str, Box<dyn Error>> {
    Ok(match listing.harm {
        _ if !lab.is_gpu => NONE,
        Harm::Hangs => "not run: may hang",
        Harm::Values => {
            let got = run_one(&lab.cuda, &format!("{}_wrong", listing.name), listing.text)?;
            if is_right(listing, &got) { "exact by luck" } else { WRONG }
        }
    })
}

pub(crate) fn run(lab: &Lab) -> Result<Table, Box<dyn Error>> {
    let device = |seed| Cuda::of(Driver::emulated(Settings { seed, late: seed != 0, ..Settings::default() }));
    let emulated: Vec<Cuda> = (0..SEEDS).map(device).collect();
    let has_emulator = !lab.is_gpu || Lab::compiles(&emulated[0])?;
    let mut table = Table::new(&[
        "listing",
        "right on GPU",
        "wrong on GPU",
        "right on seeds",
        "wrong on seeds",
        "the emulated device's finding",
    ]);
    for listing in LISTINGS {
        let on_gpu = if lab.is_gpu { check(listing, &lab.cuda).map(|()| "exact")? } else { NONE };
        let mut cells = [listing.name, on_gpu, wrong_on_gpu(lab, listing)?].map(str::to_owned).to_vec();
        if has_emulator {
            emulated.iter().try_for_each(|cuda| check(listing, cuda))?;
            let (finding, seeds) = findings(listing, &emulated)?;
            cells.extend([format!("silent on {SEEDS}"), format!("found on {seeds}"), finding]);
        } else {
            cells.extend([NONE, NONE, NONE].map(str::to_owned));
        }
        table.row(cells, 0.0);
    }
    table.print(0);
    if has_emulator {
        println!("all {} faults are found, and no right kernel is blamed under {SEEDS} seeds", LISTINGS.len());
    }
    Ok(table)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ways;

    /// NVRTC compiles the kernels of each listing that a GPU runs.
    #[test]
    fn gpus_have_the_listings() {
        let cuda = Cuda::emulated();
        let (x, mut out) = (cuda.filled(0u32, 1).unwrap(), cuda.filled(0u32, 1).unwrap());
        let mut source = |listing: &Listing, which: &str| {
            let kernel = cuda.kernel(&format!("{}_{which}", listing.name), listing.text);
            kernel.source(THREADS, &(&x, &mut out))
        };
        let mut sources: Vec<String> = LISTINGS.iter().map(|listing| source(listing, "right")).collect();
        let runs = LISTINGS.iter().filter(|listing| listing.harm == Harm::Values);
        sources.extend(runs.map(|listing| source(listing, "wrong")));
        ways::compile_for_gpus(&sources);
    }
}
