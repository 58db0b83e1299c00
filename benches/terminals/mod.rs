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
mod shares;
mod sort;
mod stores;
mod table;
mod top_k;

pub(crate) use inputs::Inputs;
use onrush::prelude::*;
use shares::Shares;
pub(crate) use table::Table;

/// Runs some rows with these inputs.
pub(crate) type Rows<B> = for<'a, 'b> fn(&'a mut Table<'b, B>, &Inputs<B>) -> onrush::Result<()>;

/// Runs all rows of this many items.
pub(crate) fn rows<B: Backend>(table: &mut Table<'_, B>, device: &B, n: usize) -> onrush::Result<()> {
    let all: [Rows<B>; 14] = [
        stores::rows::<B>,
        reduce::rows::<B>,
        columns::rows::<B>,
        find::rows::<B>,
        scan::rows::<B>,
        select::rows::<B>,
        sort::rows::<B>,
        top_k::rows::<B>,
        merge::rows::<B>,
        set_operation::rows::<B>,
        by_key::rows::<B>,
        expand::rows::<B>,
        segments::rows::<B>,
        histogram::rows::<B>,
    ];
    let number = if table.timed.is_some() { table::inputs(n) } else { 1 };
    let inputs = (0..number as u64).map(|seed| Inputs::new(device, n, seed)).collect::<onrush::Result<Vec<_>>>()?;
    let (only, timed) = (table.only.clone(), table.timed);
    let shares = table.copy.map(|copy| Shares::new(&inputs[0], copy)).transpose()?;
    let made = std::mem::take(&mut table.made);
    let mut these = Table { only, timed, shares: shares.as_ref(), made, others: &inputs[1..], ..Table::default() };
    for rows in all {
        (these.rows, these.asked) = (Some(rows), 0);
        rows(&mut these, &inputs[0])?;
    }
    table.made = these.made;
    Ok(())
}
