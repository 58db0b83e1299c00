//! Set operations on sorted halves: random ones, which share few items, and the multiples of two and three.

use std::error::Error;

use onrush::prelude::*;

use super::inputs::u32s;
use super::table::Table;

pub(super) fn cases(table: &mut Table, n: usize) -> Result<(), Box<dyn Error>> {
    let bytes = 4.0 * n as f64;
    if table.wants(&["set_union"]) {
        let on = both!(table, |b| (
            u32s(b, n / 2, 10)?.iter().sort().collect()?,
            u32s(b, n / 2, 11)?.iter().sort().collect()?
        ));
        case!(table, on, ["set_union", "u32", "halves"], n, 2.0 * bytes; returns |(a, b)| set_union(a, b).collect());
    }
    if table.wants(&["set_union", "set_intersection", "set_difference"]) {
        let on = both!(table, |b| {
            let numbers = || b.range(0..(n / 2) as u32);
            (numbers().map(op!(|i: u32| 2 * i)).collect()?, numbers().map(op!(|i: u32| 3 * i)).collect()?)
        });
        case!(table, on, ["set_union", "u32", "twos_threes"], n, 2.0 * bytes; returns |(a, b)| set_union(a, b).collect());
        case!(table, on, ["set_intersection", "u32", "twos_threes"], n, 1.25 * bytes;
            returns |(a, b)| set_intersection(a, b).collect());
        case!(table, on, ["set_difference", "u32", "twos_threes"], n, 1.5 * bytes;
            returns |(a, b)| set_difference(a, b).collect());
    }
    Ok(())
}
