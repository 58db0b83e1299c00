//! Heavy operations, of which kernels contain few copies.

use std::error::Error;

use onrush::prelude::*;

use super::inputs::f32s;
use super::table::Table;

#[path = "../../../tests/programs/heavy.rs"]
mod chains;
use chains::{bodies, bumps, curvatures, escapes, ground, hits, potentials, roots, sines, slopes};

/// The most items where the CPU that checks the answers takes long for each.
const MANY: usize = 1 << 24;

pub(super) fn cases(table: &mut Table, n: usize) -> Result<(), Box<dyn Error>> {
    let bytes = 4.0 * n as f64;
    if table.wants(&["heavy_reduce", "heavy_argmax", "heavy_collect", "heavy_scan", "heavy_select"]) {
        let z = both!(table, |b| ground(b, n)?);
        case!(table, z, ["heavy_reduce", "f32", "bumpiness"], n, bytes; returns |z| bumps(z).sum());
        case!(table, z, ["heavy_select", "f32", "bumpiness"], n, 2.0 * bytes; returns |z| bumps(z).collect());
        case!(table, z, ["heavy_argmax", "f64", "slopes"], n, bytes;
            returns |z| slopes(z).argmax().map(Option::unwrap_or_default));
        case!(table, z, ["heavy_collect", "f64", "slopes"], n, 3.0 * bytes;
            into |(z, _)| z.device().filled(0.0f64, z.len()), |z, out| slopes(z).collect_into(out));
        case!(table, z, ["heavy_scan", "f64", "slopes"], n, 3.0 * bytes;
            into |(z, _)| z.device().filled(0.0f64, z.len()), |z, out| slopes(z).scan_inclusive(Sum).collect_into(out));
        case!(table, z, ["heavy_reduce", "f32", "curvature"], n, bytes; returns |z| curvatures(z).sum());
    }
    if table.wants(&["heavy_reduce"]) {
        let x = both!(table, |b| f32s(b, n, 3)?);
        case!(table, x, ["heavy_reduce", "f32", "cubic_roots"], n, bytes; returns |x| roots(x).sum());
        case!(table, x, ["heavy_reduce", "f32", "sine"], n, bytes; returns |x| sines(x).sum());
    }
    if n <= MANY && table.wants(&["heavy_reduce", "heavy_collect"]) {
        let on = both!(table, |b| b.clone());
        case!(table, on, ["heavy_reduce", "u32", "monte_carlo"], n, 0.0; returns |b| hits(b, n).sum());
        case!(table, on, ["heavy_reduce", "u32", "mandelbrot"], n, 0.0; returns |b| escapes(b, n).sum());
        case!(table, on, ["heavy_collect", "u32", "mandelbrot"], n, bytes;
            into |b| b.filled(0u32, n), |b, out| escapes(b, n).collect_into(out));
    }
    if n <= 1 << 16 && table.wants(&["heavy_collect"]) {
        let on = both!(table, |b| bodies(b, n)?);
        case!(table, on, ["heavy_collect", "f32", "n_body"], n, 3.0 * bytes;
            into |(x, _)| x.try_clone(), |on, out| potentials(on).collect_into(out));
    }
    Ok(())
}
