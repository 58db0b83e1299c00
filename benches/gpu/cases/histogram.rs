//! Histograms: of numbers, of even and given ranges, of channels, and with weights.

use std::error::Error;

use onrush::prelude::*;

use super::inputs::{f32s, u32s};
use super::table::Table;

pub(super) fn cases(table: &mut Table, n: usize) -> Result<(), Box<dyn Error>> {
    let bytes = 4.0 * n as f64;
    if table.wants(&["histogram", "histogram_even", "histogram_ranges", "histogram_even_weighted"]) {
        let edges = op!(|i: usize| i as f32 * (1.0 / 256.0));
        let on = both!(table, |b| (f32s(b, n, 13)?, b.tabulate(257, edges).collect()?));
        let bin = op!(|v: f32| (v * 256.0) as usize);
        case!(table, on, ["histogram", "f32", "256_uniform"], n, bytes; returns |(x, _)| x.iter().map(bin).histogram(256).collect());
        case!(table, on, ["histogram_even", "f32", "256"], n, bytes; returns |(x, _)| x.iter().histogram_even(0.0..1.0, 256).collect());
        case!(table, on, ["histogram_ranges", "f32", "256"], n, bytes;
            returns |(x, edges)| x.iter().histogram_ranges(edges).collect());
        case!(table, on, ["histogram_even_weighted", "f32", "256"], n, 2.0 * bytes;
            returns |(x, _)| x.iter().histogram_even_weighted(0.0..1.0, x, 256).collect());
    }
    if table.wants(&["histogram_even", "histogram_even_channels"]) {
        let pixel = op!(|v: u32| [v as u8, (v >> 8) as u8, (v >> 16) as u8, (v >> 24) as u8]);
        let x = both!(table, |b| {
            let pixels = u32s(b, n / 4, 13)?.iter().map(pixel).collect()?;
            (u32s(b, n, 14)?.iter().map(op!(|v: u32| v as u8)).collect()?, pixels)
        });
        case!(table, x, ["histogram_even", "u8", "256"], n, n as f64; returns |(x, _)| x.iter().histogram_even(0..=255, 256).collect());
        case!(table, x, ["histogram_even_channels", "u8", "rgba"], n, n as f64;
            returns |(_, pixels)| pixels.iter().histogram_even_channels(0..=255, 256).collect());
    }
    Ok(())
}
