//! Reductions and scans.
//!
//! `reduce_into` is a sum that stays on the device: its row lacks the copy of the result to the host.

use std::error::Error;

use onrush::prelude::*;

use super::inputs::{f32s, f64s, u32s};
use super::table::Table;

macro_rules! folds {
    ($table:ident, $n:ident, $($t:ident $make:ident |$v:ident| $square:expr),*) => {$(
        let bytes = ($n * size_of::<$t>()) as f64;
        if $table.wants(&["reduce", "transform_reduce"]) {
            let x = both!($table, |b| $make(b, $n, 1)?);
            case!($table, x, ["reduce", stringify!($t), "sum"], $n, bytes; returns |x| x.iter().sum());
            case!($table, x, ["transform_reduce", stringify!($t), "sum_of_squares"], $n, bytes;
                returns |x| x.iter().map(op!(|$v: $t| $square)).sum());
        }
        if $table.wants(&["inclusive_scan", "scan_in_place"]) {
            let x = both!($table, |b| $make(b, $n, 2)?);
            case!($table, x, ["scan_in_place", stringify!($t), "sum"], $n, 2.0 * bytes;
                changes |x| x.try_clone(), |_, items| items.scan_inclusive(Sum));
            case!($table, x, ["inclusive_scan", stringify!($t), "sum"], $n, 2.0 * bytes;
                into |x| x.try_clone(), |x, out| x.iter().scan_inclusive(Sum).collect_into(out));
        }
    )*};
}

pub(super) fn cases(table: &mut Table, n: usize) -> Result<(), Box<dyn Error>> {
    // The multiplication wraps, as a GPU's does, in every build.
    folds!(table, n, f32 f32s |v| v * v, f64 f64s |v| v * v, u32 u32s |v| v.wrapping_mul(v));
    if table.wants(&["minmax", "moments", "reduce_into"]) {
        let bytes = 4.0 * n as f64;
        let x = both!(table, |b| f32s(b, n, 1)?);
        case!(table, x, ["minmax", "f32", ""], n, bytes; returns |x| x.iter().minmax().map(|ends| ends.unwrap_or_default()));
        case!(table, x, ["moments", "f32", "mean_and_variance"], n, bytes;
            returns |x| x.iter().moments().map(|m| m.map(|m| (m.mean, m.variance())).unwrap_or_default()));
        case!(table, x, ["reduce_into", "f32", "sum"], n, bytes;
            into |x| x.device().filled(0.0f32, 1), |x, out| x.iter().sum_into(out));
    }
    Ok(())
}
