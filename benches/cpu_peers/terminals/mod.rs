//! A row for each terminal of `src/facts.rs`, beside the loop that a person would write. A test runs them all: a terminal
//! without a row fails it, and so does an answer that differs from the loop's.

mod answer;
mod by_key;
mod columns;
mod expand;
mod find;
mod histogram;
mod inputs;
mod merge;
mod reduce;
mod scan;
mod segments;
mod select;
mod set_operation;
mod sort;
mod stores;
mod table;
mod top_k;

use inputs::Inputs;
pub(crate) use table::Table;

/// Runs all rows of this many items.
pub(crate) fn rows(table: &mut Table, n: usize) -> onrush::Result<()> {
    let x = Inputs::new(n)?;
    stores::rows(table, &x)?;
    reduce::rows(table, &x)?;
    columns::rows(table, &x)?;
    find::rows(table, &x)?;
    scan::rows(table, &x)?;
    select::rows(table, &x)?;
    sort::rows(table, &x)?;
    top_k::rows(table, &x)?;
    merge::rows(table, &x)?;
    set_operation::rows(table, &x)?;
    by_key::rows(table, &x)?;
    expand::rows(table, &x)?;
    segments::rows(table, &x)?;
    histogram::rows(table, &x)
}
