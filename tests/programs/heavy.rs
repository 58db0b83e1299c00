//! Chains with heavy operations: divisions, loops, mathematical functions, several reads of a view. Each copy of such an
//! operation in a kernel takes NVRTC milliseconds, or seconds, where a light operation takes microseconds.
#![allow(dead_code)] // Each file that includes this one uses a part of it.

use onrush::Result;
use onrush::expr::{Indexed, Repeatable};
use onrush::prelude::*;

/// Elevations of a grid of about this many cells, in whole rows, and its number of columns.
pub(crate) fn ground<B: Backend>(b: &B, cells: usize) -> Result<(DeviceVec<f32, B>, usize)> {
    let columns = 1 << (cells.max(1).ilog2() / 2);
    let hash = op!(|i: usize| (((i as u32).wrapping_mul(2_654_435_761) >> 7) & 1023) as f32);
    Ok((b.tabulate(cells / columns * columns, hash).collect()?, columns))
}

/// The squared differences of inner cells from the mean of their four neighbours.
pub(crate) fn bumps<B: Backend>(
    (ground, columns): &(DeviceVec<f32, B>, usize),
) -> Chain<impl Repeatable<Item = f32> + Clone, B> {
    let (z, columns, rows) = (ground.view(), *columns, ground.len() / columns);
    let cells = ground.device().range(0..columns * rows);
    cells
        .map(op!(|i: usize| {
            let (row, column) = (i / columns, i % columns);
            if row == 0 || row + 1 == rows || column == 0 || column + 1 == columns {
                0.0
            } else {
                let bump = z[i] - (z[i - columns] + z[i - 1] + z[i + 1] + z[i + columns]) / 4.0;
                bump * bump
            }
        }))
        .filter(op!(|bump: f32| bump > 0.0))
}

/// The squared slopes of the cells.
pub(crate) fn slopes<B: Backend>(
    (ground, columns): &(DeviceVec<f32, B>, usize),
) -> Chain<impl Repeatable + Indexed<Item = f64> + Clone, B> {
    let (z, columns, rows, across) = (ground.view(), *columns, ground.len() / columns, 20.0f64);
    ground.device().tabulate(
        columns * rows,
        op!(|i: usize| {
            let (row, column) = (i / columns, i % columns);
            if row == 0 || row + 1 == rows || column == 0 || column + 1 == columns {
                0.0
            } else {
                let down = (z[i + columns] as f64 - z[i - columns] as f64) / across;
                let along = (z[i + 1] as f64 - z[i - 1] as f64) / across;
                (down * down + along * along).max(0.0)
            }
        }),
    )
}

/// The second differences of inner cells: five reads of a view, and little else.
pub(crate) fn curvatures<B: Backend>(
    (ground, columns): &(DeviceVec<f32, B>, usize),
) -> Chain<impl Repeatable + Indexed<Item = f32> + Clone, B> {
    let (z, columns) = (ground.view(), *columns);
    let end = ground.len().saturating_sub(columns);
    let inner = ground.device().range(columns.min(end)..end);
    inner.map(op!(|i: usize| z[i - columns] + z[i - 1] + z[i + 1] + z[i + columns] - 4.0 * z[i]))
}

/// How many of 16 random points lie within the quarter of a circle, for each of `n` seeds.
pub(crate) fn hits<B: Backend>(b: &B, n: usize) -> Chain<impl Repeatable + Indexed<Item = u32> + Clone, B> {
    b.range(0..n as u32).map(op!(|i: u32| {
        let mut state = i.wrapping_mul(747_796_405).wrapping_add(2_891_336_453);
        let mut hits = 0u32;
        for _point in 0..16 {
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;
            let x = (state >> 8) as f32 / 16_777_216.0;
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;
            let y = (state >> 8) as f32 / 16_777_216.0;
            if x * x + y * y < 1.0 {
                hits += 1;
            }
        }
        hits
    }))
}

/// The steps in which points of a plane escape under Mandelbrot's iteration, at most 100.
pub(crate) fn escapes<B: Backend>(b: &B, n: usize) -> Chain<impl Repeatable + Indexed<Item = u32> + Clone, B> {
    let columns = 1usize << (n.max(1).ilog2() / 2);
    let step = 2.0 / columns as f32;
    b.tabulate(
        n,
        op!(|i: usize| {
            let (x, y) = ((i % columns) as f32 * step - 1.5, (i / columns) as f32 * step - 1.0);
            let (mut a, mut b, mut steps) = (0.0f32, 0.0f32, 0u32);
            while steps < 100 && a * a + b * b < 4.0 {
                let next = a * a - b * b + x;
                b = 2.0 * a * b + y;
                a = next;
                steps += 1;
            }
            steps
        }),
    )
}

/// The potential at each of `n` bodies.
pub(crate) fn potentials<B: Backend>(
    (x, y): &(DeviceVec<f32, B>, DeviceVec<f32, B>),
) -> Chain<impl Repeatable + Indexed<Item = f32> + Clone, B> {
    let (bodies, x, y, device) = (x.len(), x.view(), y.view(), x.device().clone());
    device.tabulate(
        bodies,
        op!(|i: usize| {
            let mut energy = 0.0f32;
            for j in 0..bodies {
                let (dx, dy) = (x[i] - x[j], y[i] - y[j]);
                energy += 1.0 / (dx * dx + dy * dy + 1.0).sqrt();
            }
            energy
        }),
    )
}

/// The places of `n` bodies.
pub(crate) fn bodies<B: Backend>(b: &B, n: usize) -> Result<(DeviceVec<f32, B>, DeviceVec<f32, B>)> {
    let place = |period: u32| b.range(0..n as u32).map(op!(|i: u32| (i % period) as f32)).collect();
    Ok((place(91)?, place(83)?))
}

/// 1 for each number but 0, by its sine: so the sum doesn't depend on the platform's sine.
pub(crate) fn sines<B: Backend>(x: &DeviceVec<f32, B>) -> Chain<impl Repeatable + Indexed<Item = f32> + Clone, B> {
    x.iter().map(op!(|v: f32| (v.sin().abs() * 0.25).ceil()))
}

/// Eight steps towards the root of a cubic polynomial, each with a division.
pub(crate) fn roots<B: Backend>(x: &DeviceVec<f32, B>) -> Chain<impl Repeatable + Indexed<Item = f32> + Clone, B> {
    x.iter().map(op!(|v: f32| {
        let mut root = v;
        for _step in 0..8 {
            root -= (root * root * root + root - v) / (3.0 * root * root + 1.0);
        }
        root
    }))
}
