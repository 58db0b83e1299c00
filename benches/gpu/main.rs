//! Speed on the first GPU, measured as for NVIDIA's own libraries: whole calls, including the copy of a scalar result to
//! the host.
//!
//! `cargo bench --bench gpu -- [LARGEST_LOG2] [FILTER] [--unchecked]` prints
//! `lib,algorithm,types,n,variant,wall_us,gbps,fraction_of_copy`, one row per case: the median wall time of a call and of
//! waiting for it, the bytes that must move over that time, and that as a fraction of what copying moves. Giving a result's
//! memory back isn't timed.
//!
//! The rows have the names and the inputs of a harness for Thrust and CUB that prints the same table. `scatter` is more than
//! Thrust's, since of several items for one position the last one stays.
//!
//! The answer of each case's last timed call must equal the CPU's to the bit, at every size; a wrong answer ends the
//! benchmark with an error. `--unchecked` omits the comparison.
#![allow(missing_docs)]

mod cases;

use std::process::ExitCode;

use cases::table::Table;
use onrush::prelude::*;
use onrush_cuda::Cuda;

fn main() -> ExitCode {
    let (flags, args): (Vec<String>, Vec<String>) = std::env::args().skip(1).partition(|arg| arg.starts_with("--"));
    let largest = args.first().and_then(|arg| arg.parse().ok()).unwrap_or(28u32);
    let gpu = match Cuda::new(0) {
        Ok(gpu) => gpu,
        Err(error) => {
            eprintln!("SKIPPED: {error}");
            return ExitCode::SUCCESS;
        }
    };
    eprintln!("# {}", gpu.name());
    println!("lib,algorithm,types,n,variant,wall_us,gbps,fraction_of_copy");
    let (filter, checked) = (args.get(1).cloned().unwrap_or_default(), !flags.iter().any(|flag| flag == "--unchecked"));
    let mut table = Table { gpu, cpu: Cpu::new(), filter, checked, timed: true, copied: 0.0, rows: Vec::new() };
    let sizes = [10, 16, 20, 24, 28].into_iter().filter(|log2| *log2 <= largest);
    let done = cases::copy(&mut table, 1 << largest)
        .and_then(|()| sizes.map(|log2| 1 << log2).try_for_each(|n| cases::all(&mut table, n)));
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
