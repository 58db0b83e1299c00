use onrush::prelude::*;
use onrush::{ErrorKind, Result};

use onrush_test_support::compare::{all_same, same};
use onrush_test_support::inputs::{Grain, Sample, Stamped, data, many, past_32_bits};
use onrush_test_support::refusals::{elsewhere, panicked, refused};

/// The items of a matrix column by column.
fn transposed<T: Copy>(x: &[T], columns: usize) -> Vec<T> {
    (0..columns).flat_map(|column| x.iter().skip(column).step_by(columns).copied()).collect()
}

/// The window whose first item is at this position, which may be outside.
fn window<T: Copy, const R: usize, const C: usize>(
    x: &[T],
    (rows, columns): (usize, usize),
    (row, column): (isize, isize),
    border: Border<T>,
) -> [[T; C]; R] {
    std::array::from_fn(|r| {
        std::array::from_fn(|c| {
            let (r, c) = (row + r as isize, column + c as isize);
            let (height, width) = (rows as isize, columns as isize);
            let (y, x_) = match border {
                Border::Clamp => (r.clamp(0, height - 1), c.clamp(0, width - 1)),
                Border::Wrap => (r.rem_euclid(height), c.rem_euclid(width)),
                Border::Constant(value) if !(0..height).contains(&r) || !(0..width).contains(&c) => return value,
                Border::Constant(_) => (r, c),
            };
            x[(y * width + x_) as usize]
        })
    })
}

/// Less than a tile, tiles, narrow matrices of either kind, and sides that aren't multiples of a word.
// Sanitized: kernels, host
pub(crate) fn shapes<B: Backend>(b: &B) -> Result<()> {
    fn check<B: Backend, T: Sample>(b: &B) -> Result<()> {
        let sizes =
            [(0, 0), (0, 7), (7, 0), (1, 1), (1, 300), (300, 1), (2, 2), (4, 4), (3, 1009), (1009, 3), (16, 2000)];
        for (rows, columns) in sizes.into_iter().chain([(64, 64), (65, 66), (68, 132), (131, 100), (200, 67)]) {
            let x: Vec<T> = data(rows as u64, rows * columns);
            let v = b.upload(&x)?;
            let got = v.iter().grid(rows, columns).transpose().collect()?;
            let want = transposed(&x, columns);
            all_same(&format!("{rows} x {columns}"), &got.to_vec()?, &want);
            let back = got.iter().grid(columns, rows).transpose().collect()?;
            all_same(&format!("{rows} x {columns} and back"), &back.to_vec()?, &x);
        }
        Ok(())
    }
    check::<B, u8>(b)?;
    check::<B, f32>(b)?;
    check::<B, Grain>(b)?;
    check::<B, Stamped>(b)?;
    check::<B, [u64; 9]>(b)
}

/// Tuples of parts of 1 and 8 bytes, computed.
// Sanitized: kernels
pub(crate) fn columns_of_tuples<B: Backend>(b: &B) -> Result<()> {
    for (rows, columns) in [(5, 9), (130, 70)] {
        let x: Vec<u32> = data(3, rows * columns);
        let parts =
            b.upload(&x)?.iter().map(op!(|v: u32| (v as u8, v as f64))).grid(rows, columns).transpose().collect()?;
        let want = transposed(&x, columns);
        all_same("bytes", &parts.0.to_vec()?, &want.iter().map(|&v| v as u8).collect::<Vec<_>>());
        all_same("floats", &parts.1.to_vec()?, &want.iter().map(|&v| v as f64).collect::<Vec<_>>());
    }
    Ok(())
}

/// Reads from and writes to parts whose ends aren't aligned.
// Sanitized: kernels, host
pub(crate) fn into_a_part<B: Backend>(b: &B) -> Result<()> {
    let (rows, columns) = (68, 72);
    let x: Vec<u16> = data(4, rows * columns + 3);
    let v = b.upload(&x)?;
    for (from, to) in [(0, 0), (0, 1), (3, 0), (1, 2)] {
        let mut out = b.filled(7u16, rows * columns + 3)?;
        let part = v.slice(from..from + rows * columns)?;
        part.iter().grid(rows, columns).transpose().collect_into(out.slice_mut(to..to + rows * columns)?)?;
        let want = [vec![7; to], transposed(&x[from..from + rows * columns], columns), vec![7; 3 - to]].concat();
        all_same("a part", &out.to_vec()?, &want);
    }
    Ok(())
}

/// Positions, and chains that are read by column.
// Sanitized: kernels
pub(crate) fn adaptors<B: Backend>(b: &B) -> Result<()> {
    for (rows, columns) in [(0, 5), (1, 1), (3, 1), (7, 64), (129, 33), (5, 2003)] {
        let cells: Vec<_> = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))).collect();
        let (row, column) = b.grid(rows, columns).collect()?;
        all_same("rows", &row.to_vec()?, &cells.iter().map(|cell| cell.0).collect::<Vec<_>>());
        all_same("columns", &column.to_vec()?, &cells.iter().map(|cell| cell.1).collect::<Vec<_>>());
        let weighted = op!(|(row, column): (usize, usize)| (row * 1000 + column) as f32);
        let want: Vec<f32> = cells.iter().map(|&(row, column)| (row * 1000 + column) as f32).collect();
        let want = b.upload(&want)?;
        same("a sum", b.grid(rows, columns).map(weighted).sum()?, want.iter().sum()?);
        let x = want.to_vec()?;
        let by_column = || b.grid(rows, columns).map(weighted).transposed();
        let turned = b.upload(&transposed(&x, columns))?;
        all_same("by column", &by_column().collect()?.to_vec()?, &turned.to_vec()?);
        same("a sum by column", by_column().sum()?, turned.iter().sum()?);
        all_same("twice", &by_column().transposed().skip(1).collect()?.to_vec()?, x.get(1..).unwrap_or(&[]));
        all_same("by column, stored", &by_column().transpose().collect()?.to_vec()?, &x);
    }
    Ok(())
}

/// Windows of several sizes, inside and around, of matrices that are smaller than a window and larger.
// Sanitized: kernels, host
pub(crate) fn windows<B: Backend>(b: &B) -> Result<()> {
    fn check<B: Backend, const R: usize, const C: usize>(b: &B, rows: usize, columns: usize) -> Result<()> {
        let x: Vec<f32> = data(rows as u64, rows * columns);
        let v = b.upload(&x)?;
        let grid = || v.iter().grid(rows, columns);
        let all = op!(|w: [[f32; C]; R]| {
            let mut sum = 0.0;
            for r in 0..R {
                for c in 0..C {
                    sum = sum * 0.75 + w[r][c];
                }
            }
            sum
        });
        let fold = |w: [[f32; C]; R]| w.iter().flatten().fold(0.0, |sum, item| sum * 0.75 + item);
        let (high, wide) = ((rows + 1).saturating_sub(R), (columns + 1).saturating_sub(C));
        let cells = |rows: usize, columns: usize| {
            (0..rows * columns).map(move |i| ((i / columns) as isize, (i % columns) as isize))
        };
        let want: Vec<f32> =
            cells(high, wide).map(|cell| fold(window::<_, R, C>(&x, (rows, columns), cell, Border::Clamp))).collect();
        let what = format!("{R} x {C} of {rows} x {columns}");
        all_same(&what, &grid().windows_2d::<R, C>().map(all).collect()?.to_vec()?, &want);
        let expected = b.upload(&want)?;
        same(&what, grid().windows_2d::<R, C>().map(all).sum()?, expected.iter().sum()?);
        for border in [Border::Clamp, Border::Wrap, Border::Constant(0.5)] {
            let from = |(row, column)| (row - (R / 2) as isize, column - (C / 2) as isize);
            let want: Vec<f32> = cells(rows, columns)
                .map(|cell| fold(window::<_, R, C>(&x, (rows, columns), from(cell), border)))
                .collect();
            let what = format!("{what}, {border:?}");
            let around = || grid().windows_around::<R, C>(border).map(all);
            all_same(&what, &around().collect()?.to_vec()?, &want);
            let expected = b.upload(&want)?;
            same(&what, around().sum()?, expected.iter().sum()?);
            // The other algorithms are tested with one size of windows.
            if (R, C) != (3, 3) {
                continue;
            }
            let large = op!(|v: f32| v > 0.2);
            same(&what, around().filter(large).sum()?, expected.iter().filter(large).sum()?);
            same(&what, around().filter(large).count()?, expected.iter().filter(large).count()?);
            same(&what, around().argmax()?, expected.iter().argmax()?);
            let join = op!(|a: f32, b: f32| a * 0.5 + b);
            same(&what, around().filter(large).reduce(0.0, join)?, expected.iter().filter(large).reduce(0.0, join)?);
            all_same(&what, &around().transpose().collect()?.to_vec()?, &transposed(&want, columns));
        }
        Ok(())
    }
    for (rows, columns) in [(0, 3), (1, 1), (2, 9), (3, 3), (37, 40), (41, 101), (3, 1500)] {
        check::<B, 3, 3>(b, rows, columns)?;
    }
    for (rows, columns) in [(1, 5), (9, 24), (40, 33)] {
        check::<B, 4, 2>(b, rows, columns)?;
    }
    // A matrix with a border of its own, whose rows are aligned or not; more than the matrix has, or nothing.
    for (rows, columns, [top, bottom], [left, right]) in [
        (3, 4, [1, 2], [3, 1]),
        (5, 8, [0, 3], [4, 4]),
        (40, 256, [1, 1], [4, 4]),
        (2, 3, [7, 9], [8, 0]),
        (4, 4, [0; 2], [0; 2]),
    ] {
        let x: Vec<f32> = data(1, rows * columns);
        let v = b.upload(&x)?;
        for border in [Border::Clamp, Border::Wrap, Border::Constant(0.5)] {
            let padded = || v.iter().grid(rows, columns).pad([top, bottom], [left, right], border);
            let want: Vec<f32> = (0..top + rows + bottom)
                .flat_map(|row| (0..left + columns + right).map(move |column| (row, column)))
                .map(|(row, column)| (row as isize - top as isize, column as isize - left as isize))
                .map(|cell| window::<_, 1, 1>(&x, (rows, columns), cell, border)[0][0])
                .collect();
            let what = format!("{rows} x {columns}, {border:?}");
            all_same(&what, &padded().collect()?.to_vec()?, &want);
            same(&what, padded().max()?, want.iter().copied().reduce(f32::max));
            all_same(&what, &padded().transpose().collect()?.to_vec()?, &transposed(&want, left + columns + right));
        }
    }
    // Windows of windows.
    let x: Vec<i32> = (0..48).collect();
    let v = b.upload(&x)?;
    let least = op!(|w: [[i32; 2]; 2]| w[0][0].min(w[0][1]).min(w[1][0]).min(w[1][1]));
    let twice = v.iter().grid(6, 8).windows_2d::<2, 2>().map(least).windows_2d::<2, 2>().map(least).collect()?;
    let want: Vec<i32> = (0..4).flat_map(|row| (0..6).map(move |column| row * 8 + column)).collect();
    all_same("windows of windows", &twice.to_vec()?, &want);
    Ok(())
}

/// Sizes that don't fit the items, or no vector.
pub(crate) fn sizes_that_cannot_be<B: Backend>(b: &B) -> Result<()> {
    let x = b.upload(&[1u32, 2, 3, 4, 5, 6])?;
    let kind = |result: Result<()>| result.expect_err("sizes that don't fit").kind().clone();
    let unequal = |left| ErrorKind::LengthMismatch { what: "grid", left, right: 6 };
    for (rows, columns) in [(2, 2), (0, 6), (6, 0), (7, 1), (1 << 40, 1 << 40), (usize::MAX, 2)] {
        let grid = || x.iter().grid(rows, columns);
        let want = unequal(rows.saturating_mul(columns));
        assert_eq!(kind(grid().transpose().collect().map(drop)), want);
        assert_eq!(kind(grid().transposed().sum().map(drop)), want);
        assert_eq!(kind(grid().windows_2d::<3, 3>().map(op!(|w: [[u32; 3]; 3]| w[1][1])).sum().map(drop)), want);
        let around = grid().windows_around::<3, 3>(Border::Clamp);
        assert_eq!(kind(around.map(op!(|w: [[u32; 3]; 3]| w[1][1])).sum().map(drop)), want);
    }
    let mut short = b.filled(0u32, 5)?;
    let want = ErrorKind::LengthMismatch { what: "collect_into", left: 6, right: 5 };
    assert_eq!(kind(x.iter().grid(2, 3).transpose().collect_into(&mut short)), want);
    for (rows, columns) in [(usize::MAX, usize::MAX), (1 << 32, 1 << 31), (usize::MAX, 1)] {
        let error = kind(b.grid(rows, columns).count().map(drop));
        assert!(matches!(error, ErrorKind::OutOfRange { what: "grid", .. }), "{error:?}");
        let error = kind(b.range(0..usize::MAX).grid(rows, columns).transposed().take(1).collect().map(drop));
        assert!(matches!(error, ErrorKind::OutOfRange { what: "grid", .. }), "{error:?}");
    }
    // Positions beyond 32 bits, which no vector could hold.
    let last = b.grid((1 << 31) - 1, 1 << 32).skip((((1 << 31) - 1) << 32) - 2).collect()?;
    all_same("the last rows", &last.0.to_vec()?, &[(1 << 31) - 2; 2]);
    all_same("the last columns", &last.1.to_vec()?, &[(1 << 32) - 2, (1 << 32) - 1]);
    same("an empty grid", b.grid(0, usize::MAX).count()?, 0);
    Ok(())
}

pub(crate) fn device_mismatch<B: Backend>(b: &B) -> Result<()> {
    let far = elsewhere::<u32>();
    let mut x = b.upload(&[3u32, 1, 2, 4])?;
    refused(b, b.elements(far).grid(1, far.len()).transpose().collect().map(drop));
    refused(b, b.grid(2, 2).map(op!(|(row, _): (usize, usize)| far[row])).transpose().collect_into(&mut x));
    Ok(())
}

pub(crate) fn panics<B: Backend>(b: &B) -> Result<()> {
    let x = b.range(0u32..30_000).collect()?;
    let bad = op!(|v: u32| if v == 29_999 { panic!("item") } else { v });
    for columns in [2, 100] {
        let mut y = b.filled(0u32, 30_000)?;
        let line = line!() - 3;
        panicked(b, x.iter().map(bad).grid(30_000 / columns, columns).transpose().collect(), "item", line);
        panicked(b, x.iter().map(bad).grid(30_000 / columns, columns).transpose().collect_into(&mut y), "item", line);
        x.iter().grid(30_000 / columns, columns).transpose().collect_into(&mut y)?;
        same("recovered", y.iter().sum()?, x.iter().sum()?);
    }
    Ok(())
}

pub(crate) fn large<B: Backend>(b: &B) -> Result<()> {
    let x: Vec<u32> = data(1, many(b) / 1000 * 1000);
    let v = b.upload(&x)?;
    for columns in [1000, 8, x.len() / 8] {
        let got = v.iter().grid(x.len() / columns, columns).transpose().collect()?;
        all_same("a million", &got.to_vec()?, &transposed(&x, columns));
    }
    Ok(())
}

pub(crate) fn large_past_32_bits<B: Backend>(b: &B) -> Result<()> {
    let n = past_32_bits(b) / 1009 * 1009;
    for columns in [1009, n / 1009, 1] {
        let rows = n / columns;
        let turned = b
            .grid(rows, columns)
            .map(op!(|(row, column): (usize, usize)| (row ^ column) as u8))
            .transpose()
            .collect()?;
        let wrong = op!(|((column, row), v): ((usize, usize), u8)| (row ^ column) as u8 != v);
        same("the first that is wrong", b.grid(columns, rows).zip(&turned).position(wrong)?, None);
    }
    Ok(())
}
