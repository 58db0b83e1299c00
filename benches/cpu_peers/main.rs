//! Times of every terminal on the CPU as CSV, beside the sequential loop and rayon, for comparison with programs in other
//! languages. `cargo bench --bench cpu_peers -- 4 10 20` measures at 2^4, 2^10 and 2^20 items, and without numbers at 2^10 and
//! 2^20; a word selects the rows that contain it. `RAYON_NUM_THREADS=1` measures one thread. `--quick` takes fewer samples, so that
//! all rows of 6, 10, 14, 18 and 22 take minutes; `--test` runs each row briefly at 2^4, to see that it runs.
//!
//! `lib,algorithm,types,n,variant,median_ms,min_ms`
//!
//! `--shares` prints the share of a copy's rate instead for each call that memory bounds, by the bytes of `src/facts.rs`: `cargo bench
//! --bench cpu_peers -- --shares 26`.
#![allow(missing_docs)]

mod by_key;
mod by_place;
mod case;
#[path = "../../tests/facts/mod.rs"]
mod facts;
mod functions;
mod reduce;
mod scan;
mod search;
mod select;
mod sequences;
mod set_operation;
mod slices;
mod sort;
mod store;
#[path = "../terminals/mod.rs"]
mod terminals;

use std::time::Duration;

use case::{Case, Data};
use onrush::Result;
use onrush::prelude::*;
use rayon::prelude::*;

/// How long a row is sampled.
struct Patience {
    /// One body alone, and the loop and the call in turns.
    alone: Duration,
    in_turns: Duration,
    /// The fewest samples of a body, whatever their time.
    fewest: usize,
}

const FULL: Patience = Patience { alone: Duration::from_secs(1), in_turns: Duration::from_millis(300), fewest: 5 };
const QUICK: Patience = Patience { alone: Duration::from_millis(30), in_turns: Duration::from_millis(60), fewest: 3 };

/// The items that a thread copies at once.
const PART: usize = 1 << 14;

/// A copy by all threads.
fn copy(inputs: &terminals::Inputs<Cpu>) -> Result<Box<dyn FnMut() -> Result<()>>> {
    let (from, mut to) = (inputs.u.clone(), inputs.u.clone());
    Ok(Box::new(move || {
        to.par_chunks_mut(PART).zip(from.par_chunks(PART)).for_each(|(to, from)| to.copy_from_slice(from));
        Ok(())
    }))
}

fn main() -> Result<()> {
    let (flags, args): (Vec<String>, Vec<String>) = std::env::args().skip(1).partition(|arg| arg.starts_with("--"));
    let only = args.iter().find(|a| a.parse::<u32>().is_err()).cloned();
    let has = |wanted: &str| flags.iter().any(|flag| flag == wanted);
    let (briefly, patience) = (has("--test"), if has("--quick") { QUICK } else { FULL });
    let mut sizes: Vec<u32> = args.iter().filter_map(|a| a.parse().ok()).collect();
    if sizes.is_empty() {
        sizes = if briefly { vec![4] } else { vec![10, 20] };
    }
    let (cpu, mut table) = (Cpu::new(), terminals::Table::default());
    table.only = only.clone();
    if has("--shares") {
        table.copy = Some(copy);
        println!("algorithm,types,n,ms,GB_per_s,share");
        return sizes.iter().try_for_each(|log2| terminals::rows(&mut table, &cpu, 1 << log2));
    }
    table.timed = (!briefly).then_some((patience.in_turns, patience.fewest));
    println!("lib,algorithm,types,n,variant,median_ms,min_ms");
    for log2 in sizes {
        let case = Case { n: 1 << log2, only: only.clone(), briefly, patience: (patience.alone, patience.fewest) };
        let data = Data::new(case.n)?;
        functions::rows(&case, &data)?;
        reduce::rows(&case, &data)?;
        search::rows(&case, &data)?;
        sequences::rows(&case, &data)?;
        store::rows(&case, &data)?;
        scan::rows(&case, &data)?;
        select::rows(&case, &data)?;
        by_key::rows(&case, &data)?;
        by_place::rows(&case, &data)?;
        set_operation::rows(&case, &data)?;
        sort::rows(&case, &data)?;
        slices::rows(&case, &data)?;
        terminals::rows(&mut table, &cpu, case.n)?;
    }
    Ok(())
}
