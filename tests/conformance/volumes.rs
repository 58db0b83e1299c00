use onrush::function::Function;
use onrush::prelude::*;
use onrush::{ErrorKind, Result};

use onrush_test_support::compare::{all_same, same};
use onrush_test_support::inputs::{Grain, Sample, data};

type Position = (isize, isize, isize);
type Extent = (usize, usize, usize);

/// The positions of a volume in the order of its items.
fn positions((planes, rows, columns): Extent) -> impl Iterator<Item = Position> {
    (0..planes as isize).flat_map(move |plane| {
        (0..rows as isize).flat_map(move |row| (0..columns as isize).map(move |column| (plane, row, column)))
    })
}

/// The window whose first item is at this position, which may be outside.
fn window<T: Copy, const P: usize, const R: usize, const C: usize>(
    x: &[T],
    (planes, rows, columns): Extent,
    (plane, row, column): Position,
    border: Border<T>,
) -> [[[T; C]; R]; P] {
    let place = |at: isize, n: usize| match border {
        Border::Clamp => Some(at.clamp(0, n as isize - 1) as usize),
        Border::Wrap => Some(at.rem_euclid(n as isize) as usize),
        Border::Constant(_) => usize::try_from(at).ok().filter(|at| *at < n),
    };
    let item = |p, r, c| match (place(plane + p, planes), place(row + r, rows), place(column + c, columns), border) {
        (Some(plane), Some(row), Some(column), _) => x[(plane * rows + row) * columns + column],
        (.., Border::Constant(value)) => value,
        _ => unreachable!("only a constant stands outside"),
    };
    use std::array::from_fn;
    from_fn(|p| from_fn(|r| from_fn(|c| item(p as isize, r as isize, c as isize))))
}

/// Windows of `P`, `R` and `C`, inside and around, which `join` makes a number of.
fn check<B: Backend, T: Sample, const P: usize, const R: usize, const C: usize>(
    b: &B,
    (planes, rows, columns): Extent,
    outside: T,
    join: impl Function<([[[T; C]; R]; P],), Output = u64>,
) -> Result<()> {
    let extent = (planes, rows, columns);
    let x: Vec<T> = data(rows as u64, planes * rows * columns);
    let v = b.upload(&x)?;
    let grid = || v.iter().grid_3d(planes, rows, columns);
    let what = format!("{P} x {R} x {C} of {extent:?}");
    let inside = ((planes + 1).saturating_sub(P), (rows + 1).saturating_sub(R), (columns + 1).saturating_sub(C));
    let want: Vec<u64> =
        positions(inside).map(|at| join.call((window::<_, P, R, C>(&x, extent, at, Border::Clamp),))).collect();
    all_same(&what, &grid().windows_3d::<P, R, C>().map(join).collect()?.to_vec()?, &want);
    same(&what, grid().windows_3d::<P, R, C>().map(join).max()?, want.iter().copied().max());
    for border in [Border::Clamp, Border::Wrap, Border::Constant(outside)] {
        let want: Vec<u64> = positions(extent)
            .map(|(p, r, c)| (p - (P / 2) as isize, r - (R / 2) as isize, c - (C / 2) as isize))
            .map(|at| join.call((window::<_, P, R, C>(&x, extent, at, border),)))
            .collect();
        let around = || grid().windows_around_3d::<P, R, C>(border).map(join);
        all_same(&what, &around().collect()?.to_vec()?, &want);
        same(&what, around().filter(op!(|v: u64| v % 2 == 0)).count()?, want.iter().filter(|v| **v % 2 == 0).count());
        // A part that begins and ends inside rows.
        all_same(&what, &around().skip(3).collect()?.to_vec()?, want.get(3..).unwrap_or(&[]));
    }
    Ok(())
}

/// Windows of several sizes, of volumes that are smaller than a window and larger, with rows that are aligned or not.
// Sanitized: kernels, host
pub(crate) fn windows<B: Backend>(b: &B) -> Result<()> {
    let seven = op!(|w: [[[u32; 3]; 3]; 3]| {
        let sides = w[0][1][1] ^ w[2][1][1].rotate_left(1) ^ w[1][0][1].rotate_left(2) ^ w[1][2][1].rotate_left(3);
        (sides ^ w[1][1][0].rotate_left(4) ^ w[1][1][2].rotate_left(5)) as u64 * 3 + w[1][1][1] as u64
    });
    let all = op!(|w: [[[u8; 3]; 3]; 3]| {
        let mut sum = 0u64;
        for p in 0..3 {
            for r in 0..3 {
                for c in 0..3 {
                    sum = sum * 257 % 1_000_003 + w[p][r][c] as u64;
                }
            }
        }
        sum
    });
    let long = op!(|w: [[[Grain; 2]; 1]; 4]| {
        let ends = w[0][0][0].size.to_bits() ^ w[3][0][1].size.to_bits().rotate_left(7);
        (ends ^ w[1][0][1].kind as u32) as u64 ^ (w[2][0][0].cell[1] as u16 as u64) << 9
    });
    for extent in
        [(0, 3, 3), (3, 0, 4), (2, 2, 0), (1, 1, 1), (2, 3, 9), (3, 3, 3), (5, 9, 16), (4, 7, 101), (40, 3, 24)]
    {
        check(b, extent, 77, seven)?;
        check(b, extent, 77, all)?;
        check(b, extent, Grain { kind: 7, size: 0.5, cell: [1, 2] }, long)?;
    }
    Ok(())
}

/// Positions, and sizes that don't fit the items, or no vector.
pub(crate) fn sizes<B: Backend>(b: &B) -> Result<()> {
    for extent in [(0, 5, 2), (1, 1, 1), (3, 1, 7), (2, 64, 3), (9, 33, 5), (1, 5, 2003)] {
        let cells = b.grid_3d(extent.0, extent.1, extent.2);
        let (plane, row, column) = cells.collect()?;
        let want: Vec<_> = positions(extent).collect();
        let part = |f: fn(&Position) -> isize| want.iter().map(|at| f(at) as usize).collect::<Vec<_>>();
        all_same("planes", &plane.to_vec()?, &part(|at| at.0));
        all_same("rows", &row.to_vec()?, &part(|at| at.1));
        all_same("columns", &column.to_vec()?, &part(|at| at.2));
    }
    let x = b.upload(&[1u32, 2, 3, 4, 5, 6])?;
    let middle = op!(|w: [[[u32; 3]; 3]; 3]| w[1][1][1]);
    let kind = |result: Result<usize>| result.expect_err("sizes that don't fit").kind().clone();
    for (planes, rows, columns) in [(2, 2, 2), (0, 6, 1), (1, 6, 0), (1 << 40, 1 << 40, 1), (3, usize::MAX, 2)] {
        let want = ErrorKind::LengthMismatch {
            what: "grid_3d",
            left: planes.saturating_mul(rows).saturating_mul(columns),
            right: 6,
        };
        let grid = || x.iter().grid_3d(planes, rows, columns);
        assert_eq!(kind(grid().count()), want);
        assert_eq!(kind(grid().windows_3d::<3, 3, 3>().map(middle).collect().map(|v| v.len())), want);
        let around = grid().windows_around_3d::<3, 3, 3>(Border::Clamp);
        assert_eq!(kind(around.map(middle).collect().map(|v| v.len())), want);
    }
    for (planes, rows, columns) in [(usize::MAX, usize::MAX, 1), (1 << 21, 1 << 21, 1 << 21), (1, usize::MAX, 1)] {
        let error = kind(b.grid_3d(planes, rows, columns).count());
        assert!(matches!(error, ErrorKind::OutOfRange { what: "grid_3d", .. }), "{error:?}");
    }
    // Positions beyond 32 bits, which no vector could hold.
    // No window lies inside, and the distance to the first item of one is beyond 64 bits.
    let wide = b.range(0..1u64 << 62).grid(1, 1 << 62).windows_around::<9, 1>(Border::Clamp);
    let clamped = wide.map(op!(|w: [[u64; 1]; 9]| w[0][0] + w[8][0])).skip((1 << 62) - 2).collect()?;
    assert_eq!(clamped.to_vec()?, [(1 << 63) - 4, (1 << 63) - 2]);
    let last = b.grid_3d((1 << 21) - 1, 1 << 21, 1 << 21).skip((((1 << 21) - 1) << 42) - 2).collect()?;
    all_same("the last planes", &last.0.to_vec()?, &[(1 << 21) - 2; 2]);
    all_same("the last rows", &last.1.to_vec()?, &[(1 << 21) - 1; 2]);
    all_same("the last columns", &last.2.to_vec()?, &[(1 << 21) - 2, (1 << 21) - 1]);
    // Windows of windows, and of a volume that is computed.
    let least = op!(|w: [[[usize; 2]; 2]; 2]| w[0][0][0].min(w[1][1][1]));
    let slots = || b.range(0..60usize).grid_3d(3, 4, 5).map(op!(|v: usize| v + 1));
    let twice = slots().windows_3d::<2, 2, 2>().map(least).windows_3d::<2, 2, 2>().map(least).collect()?;
    let want: Vec<_> = positions((1, 2, 3)).map(|(p, r, c)| ((p * 4 + r) * 5 + c + 1) as usize).collect();
    all_same("windows of windows", &twice.to_vec()?, &want);
    Ok(())
}
