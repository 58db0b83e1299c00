//! Reductions by key.

use std::error::Error;

use onrush::prelude::*;

use super::inputs::{f32s, f64s};
use super::table::Table;

macro_rules! by_key {
    ($table:ident, $n:ident, $($t:ident $make:ident),*) => {$(
        for run in [1usize, 10, 1000] {
            let on = both!($table, |b| (b.tabulate($n, op!(|i: usize| (i / run) as u32)).collect()?, $make(b, $n, 6)?));
            let bytes = ($n as f64 + $n as f64 / run as f64) * (4 + size_of::<$t>()) as f64;
            case!($table, on, ["reduce_by_key", concat!("u32/", stringify!($t)), &format!("run_length_{run}")], $n, bytes;
                returns |(keys, values)| reduce_by_key(keys, values, Sum));
        }
    )*};
}

pub(super) fn cases(table: &mut Table, n: usize) -> Result<(), Box<dyn Error>> {
    if table.wants(&["reduce_by_key"]) {
        by_key!(table, n, f32 f32s, f64 f64s);
    }
    Ok(())
}
