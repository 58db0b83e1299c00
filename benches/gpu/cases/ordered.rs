//! Algorithms on sorted items.

use std::error::Error;

use onrush::prelude::*;

use super::inputs::{f32s, u32s};
use super::table::Table;

pub(super) fn cases(table: &mut Table, n: usize) -> Result<(), Box<dyn Error>> {
    let bytes = 4.0 * n as f64;
    if table.wants(&["merge"]) {
        let on = both!(table, |b| (
            u32s(b, n / 2, 10)?.iter().sort().collect()?,
            u32s(b, n / 2, 11)?.iter().sort().collect()?
        ));
        case!(table, on, ["merge", "u32", "halves"], n, 2.0 * bytes; returns |(a, b)| merge(a, b).collect());
    }
    if table.wants(&["merge_by_key"]) {
        let on = both!(table, |b| {
            let (numbers, values) = (|| b.range(0..(n / 2) as u32), f32s(b, n / 2, 12)?);
            (numbers().map(op!(|i: u32| 2 * i)).collect()?, numbers().map(op!(|i: u32| 3 * i)).collect()?, values)
        });
        case!(table, on, ["merge_by_key", "u32/f32", "twos_threes"], n, 4.0 * bytes;
            returns |(a, b, x)| merge_by_key(a, x, b, x).collect());
    }
    if table.wants(&["join_inner", "join_semi"]) {
        let on = both!(table, |b| {
            let below = n as u32;
            let keys = |seed: u64| u32s(b, n / 2, seed)?.iter().map(op!(|v: u32| v % below)).sort().collect();
            (keys(10)?, keys(11)?)
        });
        case!(table, on, ["join_inner", "u32", "halves"], n, 3.0 * bytes; returns |(a, b)| join_inner(a, b).collect());
        case!(table, on, ["join_semi", "u32", "halves"], n, 2.0 * bytes; returns |(a, b)| join_semi(a, b).collect());
    }
    if table.wants(&["lower_bound"]) {
        let on = both!(table, |b| (u32s(b, n / 2, 10)?.iter().sort().collect()?, u32s(b, n / 2, 12)?));
        let narrow = op!(|i: usize| i as u32);
        case!(table, on, ["lower_bound", "u32", "random_queries"], n / 2, bytes;
            into |(_, q)| q.try_clone(), |(a, q), out| q.iter().lower_bound(a.view()).map(narrow).collect_into(out));
    }
    Ok(())
}
