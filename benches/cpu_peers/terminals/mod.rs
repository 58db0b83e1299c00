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

use inputs::Inputs;
pub(crate) use table::Table;

/// Runs some rows with these inputs.
pub(crate) type Rows = for<'a, 'b> fn(&'a mut Table<'b>, &Inputs) -> onrush::Result<()>;

/// Runs all rows of this many items.
pub(crate) fn rows(table: &mut Table, n: usize) -> onrush::Result<()> {
    let all: [Rows; 14] = [
        stores::rows,
        reduce::rows,
        columns::rows,
        find::rows,
        scan::rows,
        select::rows,
        sort::rows,
        top_k::rows,
        merge::rows,
        set_operation::rows,
        by_key::rows,
        expand::rows,
        segments::rows,
        histogram::rows,
    ];
    let number = if table.timed.is_some() { table::inputs(n) } else { 1 };
    let inputs = (0..number as u64).map(|seed| Inputs::new(n, seed)).collect::<onrush::Result<Vec<_>>>()?;
    let (only, timed) = (table.only.clone(), table.timed);
    let shares = table.beside_a_copy.then(|| shares::Shares::new(&inputs[0]));
    let made = std::mem::take(&mut table.made);
    let mut these = Table { only, timed, shares: shares.as_ref(), made, others: &inputs[1..], ..Table::default() };
    for rows in all {
        (these.rows, these.asked) = (Some(rows), 0);
        rows(&mut these, &inputs[0])?;
    }
    table.made = these.made;
    Ok(())
}
