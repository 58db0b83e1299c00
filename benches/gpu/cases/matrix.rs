//! Matrices: transposes and stencils.

use std::error::Error;

use onrush::prelude::*;

use super::inputs::{f32s, f64s, u32s};
use super::table::Table;

/// The squared difference of the middle cell from the mean of its four neighbours.
#[device]
fn bump(w: [[f32; 3]; 3]) -> f32 {
    let bump = w[1][1] - (w[0][1] + w[1][0] + w[1][2] + w[2][1]) / 4.0;
    bump * bump
}

pub(super) fn cases(table: &mut Table, n: usize) -> Result<(), Box<dyn Error>> {
    // The matrix nearest to a square of `n` items, with a power of two of columns.
    let columns = 1usize << (n.max(1).ilog2() / 2);
    let (rows, n) = (n / columns, n / columns * columns);
    if table.wants(&["transpose"]) {
        let x = both!(table, |b| f32s(b, n, 7)?);
        case!(table, x, ["transpose", "f32", "square"], n, 8.0 * n as f64;
            into |x| x.try_clone(), |x, out| x.iter().grid(rows, columns).transpose().collect_into(out));
        let (three, whole) = (n / 3, n / 3 * 3);
        case!(table, x, ["transpose", "f32", "3_columns"], whole, 8.0 * whole as f64;
            into |x| x.device().filled(0.0f32, whole), |x, out| x.iter().take(whole).grid(three, 3).transpose().collect_into(out));
        let x = both!(table, |b| f64s(b, n, 7)?);
        case!(table, x, ["transpose", "f64", "square"], n, 16.0 * n as f64;
            into |x| x.try_clone(), |x, out| x.iter().grid(rows, columns).transpose().collect_into(out));
    }
    if table.wants(&["reduce_columns"]) {
        let x = both!(table, |b| f32s(b, n, 7)?);
        let bytes = 4.0 * n as f64;
        case!(table, x, ["reduce_columns", "f32", "square"], n, bytes;
            into |x| x.device().filled(0.0f32, columns), |x, out| x.iter().grid(rows, columns).columns().sum().collect_into(out));
        case!(table, x, ["reduce_columns", "f32", "argmin"], n, bytes;
            into |x| x.device().filled(0usize, columns), |x, out| x.iter().grid(rows, columns).columns().argmin().collect_into(out));
        let (three, whole) = (n / 3, n / 3 * 3);
        case!(table, x, ["reduce_columns", "f32", "3_columns"], whole, 4.0 * whole as f64;
            into |x| x.device().filled(0.0f32, 3), |x, out| x.iter().take(whole).grid(three, 3).columns().sum().collect_into(out));
    }
    if table.wants(&["bumpiness"]) {
        let x = both!(table, |b| f32s(b, n, 7)?);
        let bytes = 4.0 * n as f64;
        let bumps = op!(|w: [[f32; 3]; 3]| bump(w));
        let rough = op!(|bump: f32| bump > 0.0);
        case!(table, x, ["bumpiness", "f32", "windows_around"], n, bytes;
            returns |x| x.iter().grid(rows, columns).windows_around::<3, 3>(Border::Constant(f32::NAN)).map(bumps).filter(rough).sum());
        case!(table, x, ["bumpiness", "f32", "windows_inside"], n, bytes;
            returns |x| x.iter().grid(rows, columns).windows_2d::<3, 3>().map(bumps).sum());
        case!(table, x, ["bumpiness", "f32", "by_views"], n, bytes; returns |x| {
            let z = x.view();
            let neighbours = op!(|(row, column): (usize, usize)| {
                if row == 0 || row + 1 == rows || column == 0 || column + 1 == columns {
                    0.0
                } else {
                    let i = row * columns + column;
                    let bump = z[i] - (z[i - columns] + z[i - 1] + z[i + 1] + z[i + columns]) / 4.0;
                    bump * bump
                }
            });
            x.device().grid(rows, columns).map(neighbours).filter(rough).sum()
        });
    }
    if table.wants(&["stencil_3d"]) {
        // The volume nearest to a cube of `n` items, with powers of two of rows and columns.
        let side = 1usize << (n.max(1).ilog2() / 3);
        let (planes, n) = (n / side / side, n / side / side * side * side);
        let x = both!(table, |b| f32s(b, n, 7)?);
        let bytes = 8.0 * n as f64;
        let seven = op!(|w: [[[f32; 3]; 3]; 3]| {
            (w[0][1][1] + w[1][0][1] + w[1][1][0] + w[1][1][2] + w[1][2][1] + w[2][1][1]) - 6.0 * w[1][1][1]
        });
        let all = op!(|w: [[[f32; 3]; 3]; 3]| {
            let mut sum = 0.0;
            for p in 0..3 {
                for r in 0..3 {
                    sum += w[p][r][0] + w[p][r][1] + w[p][r][2];
                }
            }
            sum
        });
        case!(table, x, ["stencil_3d", "f32", "7_points"], n, bytes;
            into |x| x.try_clone(), |x, out| x.iter().grid_3d(planes, side, side).windows_around_3d::<3, 3, 3>(Border::Clamp).map(seven).collect_into(out));
        case!(table, x, ["stencil_3d", "f32", "27_points"], n, bytes;
            into |x| x.try_clone(), |x, out| x.iter().grid_3d(planes, side, side).windows_around_3d::<3, 3, 3>(Border::Clamp).map(all).collect_into(out));
    }
    if table.wants(&["pad"]) {
        let x = both!(table, |b| f32s(b, n, 7)?);
        let padded = (rows + 2) * (columns + 8);
        case!(table, x, ["pad", "f32", "square"], n, 4.0 * (n + padded) as f64;
            into |x| x.device().filled(0.0f32, padded), |x, out| x.iter().grid(rows, columns).pad([1, 1], [4, 4], Border::Clamp).collect_into(out));
    }
    if table.wants(&["collect"]) {
        let x = both!(table, |b| u32s(b, n, 7)?.iter().map(op!(|v: u32| (v >> 24) as u8)).collect()?);
        let edge = op!(|p: [[u8; 3]; 3]| {
            let (a, b, c) = (p[0][0] as i32, p[0][1] as i32, p[0][2] as i32);
            let (d, e, f) = (p[2][0] as i32, p[2][1] as i32, p[2][2] as i32);
            let across = c + 2 * p[1][2] as i32 + f - a - 2 * p[1][0] as i32 - d;
            let down = d + 2 * e + f - a - 2 * b - c;
            ((across * across + down * down) as f32).sqrt().min(255.0) as u8
        });
        case!(table, x, ["collect", "u8", "edges_of_an_image"], n, 2.0 * n as f64;
            into |x| x.try_clone(), |x, out| x.iter().grid(rows, columns).windows_around::<3, 3>(Border::Clamp).map(edge).collect_into(out));
    }
    Ok(())
}
