//! Groups of unsorted keys.

use std::error::Error;

use super::inputs::{f32s, positions_below};
use super::table::Table;

pub(super) fn cases(table: &mut Table, n: usize) -> Result<(), Box<dyn Error>> {
    if !table.wants(&["groups"]) {
        return Ok(());
    }
    for (keys, variant) in [(1000, "sum_1000"), (1_000_000, "sum_10^6")] {
        let on = both!(table, |b| (positions_below(b, n, keys, 16)?, f32s(b, n, 14)?));
        case!(table, on, ["groups", "u32/f32", variant], n, 8.0 * n as f64; returns |(k, x)| x.iter().groups(k).sum().collect());
        if keys > 1000 {
            case!(table, on, ["groups", "u32", "count_10^6"], n, 4.0 * n as f64; returns |(k, _)| k.iter().groups(k).count().collect());
        }
    }
    Ok(())
}
