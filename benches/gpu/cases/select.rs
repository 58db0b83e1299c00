//! Algorithms that keep, split, count or find items.

use std::error::Error;

use onrush::prelude::*;

use super::inputs::u32s;
use super::table::Table;

pub(super) fn cases(table: &mut Table, n: usize) -> Result<(), Box<dyn Error>> {
    let bytes = 4.0 * n as f64;
    let low = op!(|v: u32| v < 0x8000_0000);
    if table.wants(&["copy_if", "copy_if_into", "retain", "count_if", "stable_partition_copy", "max_element"]) {
        let x = both!(table, |b| u32s(b, n, 5)?);
        case!(table, x, ["copy_if", "u32", "half"], n, 1.5 * bytes; returns |x| x.iter().filter(low).collect());
        case!(table, x, ["copy_if_into", "u32", "half"], n, 1.5 * bytes;
            into |x| x.device().filled(0u32, n), |x, out| x.iter().filter(low).collect_into(out).map(drop));
        case!(table, x, ["retain", "u32", "half"], n, 1.5 * bytes; changes |x| x.try_clone(), |_, x| x.retain(low));
        case!(table, x, ["count_if", "u32", "half"], n, bytes; returns |x| x.iter().filter(low).count());
        case!(table, x, ["stable_partition_copy", "u32", "half"], n, 2.0 * bytes; returns |x| x.iter().partition(low).collect());
        case!(table, x, ["max_element", "u32", ""], n, bytes; returns |x| x.iter().argmax().map(|at| at.unwrap_or(n)));
    }
    if table.wants(&["partition3", "partition_by"]) {
        let x = both!(table, |b| u32s(b, n, 5)?);
        let middle = op!(|v: u32| v < 0xaaaa_aaaa);
        case!(table, x, ["partition3", "u32", "thirds"], n, 2.0 * bytes;
            returns |x| x.iter().partition_in_three(op!(|v: u32| v < 0x5555_5555), middle).collect().map(|(a, b, c)| ((a, b), c)));
        case!(table, x, ["partition_by", "u32", "8_buckets"], n, 2.0 * bytes;
            returns |x| x.iter().partition_by(8, op!(|v: u32| v >> 29)).collect());
        case!(table, x, ["partition_by", "u32", "256_buckets"], n, 2.0 * bytes;
            returns |x| x.iter().partition_by(256, op!(|v: u32| v >> 24)).collect());
    }
    if table.wants(&["unique_copy"]) {
        let x = both!(table, |b| u32s(b, n, 5)?.iter().map(op!(|v: u32| v % (1 << 20))).sort().collect()?);
        let bytes = bytes + 4.0 * n.min(1 << 20) as f64;
        case!(table, x, ["unique_copy", "u32", "sorted_mod_2^20"], n, bytes; returns |x| x.iter().dedup().collect());
    }
    Ok(())
}
