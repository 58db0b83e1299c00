//! Sorts.

use std::error::Error;

use onrush::prelude::*;

use super::inputs::{f32s, u32s, u64s};
use super::table::Table;

macro_rules! sorts {
    ($table:ident, $n:ident, $($t:ident $make:ident),*) => {$(
        let on = both!($table, |b| ($make(b, $n, 3)?, u32s(b, $n, 4)?));
        let bytes = 2.0 * ($n * size_of::<$t>()) as f64;
        case!($table, on, ["sort", stringify!($t), "radix"], $n, bytes;
            changes |on| on.0.try_clone(), |_, keys| keys.sort());
        case!($table, on, ["sort_by_key", concat!(stringify!($t), "/u32"), "radix"], $n, bytes + 8.0 * $n as f64;
            changes |on| Ok((on.0.try_clone()?, on.1.try_clone()?)), |_, (keys, values)| sort_by_key(keys, values));
        drop(on);
    )*};
}

/// Selections of few items, sorted.
fn selections(table: &mut Table, n: usize) -> Result<(), Box<dyn Error>> {
    if !table.wants(&["top_k", "top_k_positions", "nth_element"]) {
        return Ok(());
    }
    let x = both!(table, |b| f32s(b, n, 3)?);
    let bytes = 4.0 * n as f64;
    for (k, name) in [(10, "10"), (1000, "1000"), (1_000_000, "10^6")] {
        case!(table, x, ["top_k", "f32", name], n, bytes; returns |x| x.iter().top_k(k).collect());
    }
    case!(table, x, ["nth_element", "f32", "middle"], n, bytes;
        returns |x| x.iter().median().map(Option::unwrap_or_default));
    case!(table, x, ["top_k_positions", "f32", "1000"], n, bytes; returns |x| x.iter().top_k_positions(1000).collect());
    Ok(())
}

pub(super) fn cases(table: &mut Table, n: usize) -> Result<(), Box<dyn Error>> {
    selections(table, n)?;
    if !table.wants(&["sort", "sort_by_key", "argsort"]) {
        return Ok(());
    }
    sorts!(table, n, u32 u32s, u64 u64s, f32 f32s);
    let keys = both!(table, |b| u32s(b, n, 3)?);
    let x = both!(table, |b| f32s(b, n, 3)?);
    case!(table, x, ["argsort", "f32", "u32"], n, 8.0 * n as f64; returns |x| x.iter().argsort_as::<u32>().collect());
    drop(x);
    let greater = op!(|a: u32, b: u32| a > b);
    case!(table, keys, ["sort", "u32", "custom_comparator"], n, 8.0 * n as f64;
        changes |keys| keys.try_clone(), |_, items| items.sort_by(greater));
    case!(table, keys, ["sort", "u32", "greater"], n, 8.0 * n as f64;
        changes |keys| keys.try_clone(), |_, items| items.sort_by(Greater));
    let on = both!(table, |b| (f32s(b, n, 3)?, u32s(b, n, 4)?));
    case!(table, on, ["sort_by_key", "f32/u32", "greater"], n, 16.0 * n as f64;
        changes |on| Ok((on.0.try_clone()?, on.1.try_clone()?)),
        |_, (keys, values)| sort_by_key_with(keys, values, Greater));
    Ok(())
}
