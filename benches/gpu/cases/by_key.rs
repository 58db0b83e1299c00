//! Reductions by key, runs of equal items, and copies.

use std::error::Error;

use onrush::prelude::*;

use super::inputs::{f32s, f64s, u32s};
use super::table::Table;

macro_rules! by_key {
    ($table:ident, $n:ident, $($t:ident $make:ident),*) => {$(
        for run in [1usize, 10, 1000] {
            let on = both!($table, |b| (b.tabulate($n, op!(|i: usize| (i / run) as u32)).collect()?, $make(b, $n, 6)?));
            let bytes = ($n as f64 + $n as f64 / run as f64) * (4 + size_of::<$t>()) as f64;
            case!($table, on, ["reduce_by_key", concat!("u32/", stringify!($t)), &format!("run_length_{run}")], $n, bytes;
                returns |(keys, values)| reduce_by_key(keys, values, Sum).collect());
        }
    )*};
}

pub(super) fn cases(table: &mut Table, n: usize) -> Result<(), Box<dyn Error>> {
    if table.wants(&["reduce_by_key"]) {
        by_key!(table, n, f32 f32s, f64 f64s);
    }
    Ok(())
}

/// Encodings of runs, and copies of items.
pub(super) fn runs(table: &mut Table, n: usize) -> Result<(), Box<dyn Error>> {
    if table.wants(&["rle_encode", "run_offsets"]) {
        for run in [2usize, 100] {
            let x = both!(table, |b| b.tabulate(n, op!(|i: usize| (i / run) as u32)).collect()?);
            let (runs, variant) = (n as f64 / run as f64, format!("run_{run}"));
            case!(table, x, ["rle_encode", "u32", &variant], n, 4.0 * (n as f64 + 2.0 * runs);
                returns |x| x.iter().run_length_encode::<u32>().collect());
            if run == 100 {
                case!(table, x, ["run_offsets", "u32", &variant], n, 4.0 * (n as f64 + runs);
                    returns |x| x.iter().run_offsets::<u32>().collect());
            }
        }
    }
    if table.wants(&["repeat"]) {
        for mean in [2usize, 100] {
            let on = both!(table, |b| {
                let counts = u32s(b, n / mean, 7)?.iter().map(op!(|v: u32| v % (2 * mean + 1) as u32)).collect()?;
                (u32s(b, n / mean, 8)?, counts)
            });
            let bytes = 4.0 * (n as f64 + 2.0 * (n / mean) as f64);
            case!(table, on, ["repeat", "u32/u32", &format!("mean_{mean}")], n, bytes;
                returns |(x, counts)| x.iter().repeat(counts).collect());
        }
    }
    Ok(())
}
