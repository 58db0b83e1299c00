//! Times of every terminal on the CPU as CSV, beside the sequential loop and rayon, for comparison with programs in other
//! languages. `cargo bench --bench cpu_peers -- 4 10 20` measures at 2^4, 2^10 and 2^20 items; a word selects the rows that
//! contain it.
//!
//! `lib,algorithm,types,n,variant,median_ms,min_ms`
#![allow(missing_docs)]

mod by_key;
mod case;
mod reduce;
mod scan;
mod search;
mod select;
mod set_operation;
mod sort;
mod store;

use case::{Case, Data};

fn main() -> onrush::Result<()> {
    println!("lib,algorithm,types,n,variant,median_ms,min_ms");
    let args: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with("--")).collect();
    let only = args.iter().find(|a| a.parse::<u32>().is_err()).cloned();
    for log2 in args.iter().filter_map(|a| a.parse::<u32>().ok()) {
        let case = Case { n: 1 << log2, only: only.clone() };
        let data = Data::new(case.n)?;
        reduce::rows(&case, &data)?;
        search::rows(&case, &data)?;
        store::rows(&case, &data)?;
        scan::rows(&case, &data)?;
        select::rows(&case, &data)?;
        by_key::rows(&case, &data)?;
        set_operation::rows(&case, &data)?;
        sort::rows(&case, &data)?;
    }
    Ok(())
}
