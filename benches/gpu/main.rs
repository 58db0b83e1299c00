//! Speed on the first GPU, measured as for NVIDIA's own libraries: whole calls, including the copy of a scalar result to
//! the host.
//!
//! `cargo bench --bench gpu -- [LARGEST_LOG2] [FILTER] [--unchecked] [--sizes=LOG2,LOG2]` prints
//! `lib,algorithm,types,n,variant,wall_us,gbps,fraction_of_copy`, one row per case: the median wall time of a call and of
//! waiting for it, the bytes that must move over that time, and that as a fraction of what copying moves. Giving a result's
//! memory back isn't timed.
//!
//! The rows have the names and the inputs of a harness for Thrust and CUB that prints the same table. `scatter` is more than
//! Thrust's, since of several items for one position the last one stays.
//!
//! The answer of each case's last timed call must equal the CPU's to the bit, at every size; a wrong answer ends the
//! benchmark with an error. `--unchecked` omits the comparison. `--sizes` has other sizes than 10, 16, 20, 24 and 28, up to the
//! largest.
//!
//! `cargo bench --bench gpu -- --shares [LOG2...] [WORD]` prints `algorithm,types,n,ms,GB_per_s,share` instead, at 2^16 and 2^26 items
//! if no size is given: the share of a copy's rate for each terminal that memory bounds, by the bytes of `src/facts.rs`.
#![allow(missing_docs)]

mod cases;
#[path = "../../tests/facts/mod.rs"]
mod facts;
#[path = "../terminals/mod.rs"]
mod terminals;

use std::error::Error;
use std::process::ExitCode;

use cases::table::Table;
use onrush::prelude::*;
use onrush_cuda::Cuda;

/// A copy within the GPU's memory.
fn copy(inputs: &terminals::Inputs<Cuda>) -> onrush::Result<Box<dyn FnMut() -> onrush::Result<()>>> {
    let (from, mut to) = (inputs.du.try_clone()?, inputs.du.try_clone()?);
    Ok(Box::new(move || from.iter().collect_into(&mut to)))
}

/// The share of the copy's rate for each terminal that memory bounds.
fn shares(gpu: &Cuda, args: &[String]) -> onrush::Result<()> {
    let (sizes, words): (Vec<_>, Vec<_>) = args.iter().partition(|arg| arg.parse::<u32>().is_ok());
    let mut sizes: Vec<u32> = sizes.into_iter().filter_map(|size| size.parse().ok()).collect();
    if sizes.is_empty() {
        sizes = vec![16, 26];
    }
    let mut table = terminals::Table::default();
    table.copy = Some(copy);
    table.only = words.first().map(|word| (*word).clone());
    println!("algorithm,types,n,ms,GB_per_s,share");
    sizes.into_iter().try_for_each(|log2| terminals::rows(&mut table, gpu, 1 << log2))
}

/// The time of each case, and the share of the copy's rate.
fn times(gpu: Cuda, args: &[String], flags: &[String]) -> Result<(), Box<dyn Error>> {
    let chosen = flags.iter().find_map(|flag| flag.strip_prefix("--sizes=")).unwrap_or("10,16,20,24,28");
    let Ok(sizes) = chosen.split(',').map(str::parse::<u32>).collect::<Result<Vec<_>, _>>() else {
        return Err(format!("`{chosen}` isn't a list of logarithms of sizes").into());
    };
    println!("lib,algorithm,types,n,variant,wall_us,gbps,fraction_of_copy");
    let largest = args.first().and_then(|arg| arg.parse().ok()).unwrap_or(28u32);
    let (filter, checked) = (args.get(1).cloned().unwrap_or_default(), !flags.iter().any(|flag| flag == "--unchecked"));
    let mut table = Table { gpu, cpu: Cpu::new(), filter, checked, timed: true, copied: 0.0, rows: Vec::new() };
    cases::copy(&mut table, 1 << largest)?;
    let sizes = sizes.into_iter().filter(|log2| *log2 <= largest);
    sizes.map(|log2| 1 << log2).try_for_each(|n| cases::all(&mut table, n))
}

fn main() -> ExitCode {
    let (flags, args): (Vec<String>, Vec<String>) = std::env::args().skip(1).partition(|arg| arg.starts_with("--"));
    let gpu = match Cuda::new(0) {
        Ok(gpu) => gpu,
        Err(error) => {
            eprintln!("SKIPPED: {error}");
            return ExitCode::SUCCESS;
        }
    };
    eprintln!("# {}", gpu.name());
    let done = match flags.iter().any(|flag| flag == "--shares") {
        true => shares(&gpu, &args).map_err(Into::into),
        false => times(gpu, &args, &flags),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
