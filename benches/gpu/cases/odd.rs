//! Items of other sizes than 4 and 8 bytes: single bytes, and structures of 12 and 20 bytes.

use std::error::Error;

use onrush::prelude::*;

use super::inputs::u32s;
use super::table::Table;

/// A vector in space.
#[derive(Debug, Clone, Copy, Element, Key)]
#[repr(C)]
struct V3 {
    x: f32,
    y: f32,
    z: f32,
}

/// A particle: its place, its mass and its number.
#[derive(Debug, Clone, Copy, Element, Key)]
#[repr(C)]
struct P20 {
    x: [f32; 3],
    m: f32,
    id: u32,
}

pub(super) fn cases(table: &mut Table, n: usize) -> Result<(), Box<dyn Error>> {
    if table.wants(&["odd_reduce", "odd_scan", "odd_sort"]) {
        let bytes = n as f64;
        let u = both!(table, |b| u32s(b, n, 1)?.iter().map(op!(|v: u32| (v >> 11) as u8)).collect()?);
        case!(table, u, ["odd_reduce", "u8->u32", "sum"], n, bytes; returns |u| u.iter().map(op!(|v: u8| v as u32)).sum());
        case!(table, u, ["odd_reduce", "u8", "max"], n, bytes;
            returns |u| u.iter().max().map(|most| most.unwrap_or_default() as u32));
        case!(table, u, ["odd_scan", "u8", "sum"], n, 2.0 * bytes;
            into |u| u.try_clone(), |u, out| u.iter().scan_inclusive(op!(|a: u8, b: u8| a.wrapping_add(b))).collect_into(out));
        case!(table, u, ["odd_sort", "u8", ""], n, 2.0 * bytes; changes |u| u.try_clone(), |_, items| items.sort());
    }
    // Structures are fewer, so that they take about as much memory as the other rows' items.
    let n = n / 8;
    if table.wants(&["odd_transform_reduce", "odd_select", "odd_collect"]) {
        let bytes = size_of::<P20>() as f64 * n as f64;
        let particle = op!(|i: usize| P20 { x: [i as f32, 0.5, 1.0], m: 1.0, id: i as u32 });
        let p = both!(table, |b| b.tabulate(n, particle).collect()?);
        let inertia = op!(|p: P20| p.m * (p.x[0] * p.x[0] + p.x[1] * p.x[1]));
        case!(table, p, ["odd_transform_reduce", "P20", "two_fields"], n, bytes; returns |p| p.iter().map(inertia).sum());
        case!(table, p, ["odd_select", "P20", "half"], n, 1.5 * bytes;
            returns |p| p.iter().filter(op!(|p: P20| p.id & 1 == 0)).collect());
        case!(table, p, ["odd_collect", "P20", "copy"], n, 2.0 * bytes;
            into |p| p.try_clone(), |p, out| p.iter().map(op!(|p: P20| p)).collect_into(out));
    }
    if table.wants(&["odd_reduce", "odd_scan"]) {
        let bytes = size_of::<V3>() as f64 * n as f64;
        let v = both!(table, |b| b.tabulate(n, op!(|i: usize| V3 { x: i as f32, y: 0.5, z: 1.0 })).collect()?);
        let add = op!(|a: V3, b: V3| V3 { x: a.x + b.x, y: a.y + b.y, z: a.z + b.z });
        case!(table, v, ["odd_reduce", "V3", "sum"], n, bytes;
            returns |v| v.iter().reduce(V3 { x: 0.0, y: 0.0, z: 0.0 }, add).map(|sum| sum.x));
        case!(table, v, ["odd_scan", "V3", "sum"], n, 2.0 * bytes;
            into |v| v.try_clone(), |v, out| v.iter().scan_inclusive(add).collect_into(out));
    }
    Ok(())
}
