//! Sums by random positions, into targets that fit in a block's memory, in the GPU's cache, and in neither.

use std::error::Error;

use onrush::prelude::*;

use super::inputs::{f32s, positions_below, u32s};
use super::table::Table;

pub(super) fn cases(table: &mut Table, n: usize) -> Result<(), Box<dyn Error>> {
    let bytes = 4.0 * n as f64;
    if table.wants(&["scatter_reduce"]) {
        for (places, variant) in
            [(16, "16_places"), (1000, "1000_places"), (1_000_000, "1000000_places"), (13_000_000, "13000000_places")]
        {
            // Few items have a target that isn't much longer than they are.
            let places = places.min(16 * n);
            let on = both!(table, |b| (f32s(b, n, 14)?, u32s(b, n, 15)?, positions_below(b, n, places, 16)?));
            let moved = 2.0 * bytes + 8.0 * places as f64;
            case!(table, on, ["scatter_reduce", "f32", variant], n, moved;
                changes |(x, _, _)| x.device().filled(0.0f32, places),
                |(x, _, at), out| x.iter().scatter_reduce(at, Sum, out));
            case!(table, on, ["scatter_reduce", "u32", variant], n, moved;
                changes |(_, x, _)| x.device().filled(0u32, places),
                |(_, x, at), out| x.iter().scatter_reduce(at, Sum, out));
        }
    }
    Ok(())
}
