//! The lanes of a warp: how they exchange values, and how that goes wrong.
//!
//! Each file of `warps/` has a wrong kernel and the right one. Most are listings of the article on warp-level primitives; the others
//! have faults of barriers and of shared memory.
//! The emulated device runs both under several seeds, each of which is another order of the threads. It must name the fault in
//! the wrong one under at least one seed, or compute wrong answers, and stay silent about the right one under all of them.

use std::error::Error;

use onrush::prelude::*;
use onrush_cuda::Cuda;
use onrush_cuda::driver::{Driver, Settings};

use crate::table::Table;
use crate::{Lab, Outcome};

const SEEDS: u64 = 6;
const THREADS: usize = 64;
/// The finding where no rule is seen broken, but the answers are.
const WRONG: &str = "wrong answers";

struct Listing {
    name: &'static str,
    text: &'static str,
    /// Words that one of the device's findings contains.
    findings: &'static [&'static str],
    /// The right kernel's answers for items, each of which is its index.
    answer: fn(usize) -> usize,
}

macro_rules! listings {
    ($($name:literal $findings:expr, $answer:expr;)+) => {
        &[$(Listing {
            name: $name,
            text: include_str!(concat!("warps/", $name, ".cu")),
            findings: &$findings,
            answer: $answer,
        }),+]
    };
}
const LISTINGS: &[Listing] = listings! {
    "own_mask" ["is not in its own mask", "which is not in the mask"], |i| sum(i / 32 * 32, 32);
    "tail" ["which is not in the mask"], |i| sum(i / 32 * 32, 20);
    "branch" ["divergence", "have left the kernel"], |i| if i % 32 < 16 { i / 32 * 32 + 31 } else { i };
    "active_lanes" ["which is not in the mask", "divergence", "have left the kernel"], |i| if i % 32 < 16 { sum(i / 32 * 32, 16) } else { i };
    "one_mask" ["divergence", "have left the kernel"], |i| i / 32 * 32 + i % 32 / 2;
    "lockstep" ["race", "uninitialised"], |i| sum(i / 32 * 32, 32);
    "read_before_write" ["race"], |i| sum(i / 32 * 32, 32);
    "barrier_in_branch" ["divergence"], |i| if i < 32 { 63 - i } else { i };
    "early_return" ["divergence", "have left the kernel"], |i| if i < 32 { sum(0, 32) } else if i < 50 { sum(32, 18) } else { 0 };
    "missing_barrier" ["race", "uninitialised"], |_| sum(0, 64);
    // Each round makes the sum of a pair, and doubles it.
    "reuse" ["race"], |_| 4 * 63;
    "aggregated" ["race"], |_| 16;
};

fn sum(first: usize, len: usize) -> usize {
    (first..first + len).sum()
}

/// Runs a kernel in one block, over items that are their indices.
fn run_one(cuda: &Cuda, name: &str, text: &str) -> onrush::Result<Vec<u32>> {
    let x: Vec<u32> = (0..THREADS as u32).collect();
    let (x, mut out) = (cuda.upload(&x)?, cuda.filled(0u32, THREADS)?);
    // SAFETY: indices are checked, and each thread writes its own element of `out`. Those kernels that break the rules of barriers
    // and masks, or race in shared memory, run on the emulated device alone, which ends their launches.
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

pub(crate) fn run(lab: &Lab) -> Result<Table, Box<dyn Error>> {
    let device = |seed| Cuda::of(Driver::emulated(Settings { seed, late: seed != 0, ..Settings::default() }));
    let emulated: Vec<Cuda> = (0..SEEDS).map(device).collect();
    let has_emulator = !lab.is_gpu || Lab::compiles(&emulated[0])?;
    let mut table =
        Table::new(&["listing", "right on GPU", "right on seeds", "wrong on seeds", "the emulated device's finding"]);
    for listing in LISTINGS {
        let on_gpu = if lab.is_gpu { check(listing, &lab.cuda).map(|()| "exact")? } else { "-" };
        let mut cells = vec![listing.name.to_owned(), on_gpu.to_owned()];
        if has_emulator {
            emulated.iter().try_for_each(|cuda| check(listing, cuda))?;
            let (finding, seeds) = findings(listing, &emulated)?;
            cells.extend([format!("silent on {SEEDS}"), format!("found on {seeds}"), finding]);
        } else {
            cells.extend(["-", "-", "-"].map(str::to_owned));
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
    use onrush_cuda::jit;

    /// NVRTC compiles both kernels of each listing for GPUs.
    #[test]
    fn gpus_have_the_listings() {
        if let Err(error) = jit::version() {
            assert!(std::env::var_os("ONRUSH_REQUIRE_NVRTC").is_none(), "NVRTC is required: {error}");
            return eprintln!("SKIPPED: {error}");
        }
        let cuda = Cuda::emulated();
        let (x, mut out) = (cuda.filled(0u32, 1).unwrap(), cuda.filled(0u32, 1).unwrap());
        for listing in LISTINGS {
            let kernel = cuda.kernel(&format!("{}_right", listing.name), listing.text);
            jit::compile(&kernel.source(THREADS, &(&x, &mut out)), "sm_90", &[])
                .unwrap_or_else(|error| panic!("{error}"));
        }
    }
}
