//! Matrices whose rows and columns don't fit their items, by any arithmetic.

use onrush::ErrorKind;
use onrush::prelude::*;

use crate::{everywhere, works};

everywhere! { sizes_that_wrap_to_the_length smaller_than_a_window volumes stacked targets_of_other_lengths }

fn sizes_that_wrap_to_the_length<B: Backend>(b: &B) -> onrush::Result<()> {
    let x = b.upload(&[1u32, 2])?;
    // Modulo 2^64 each product is 2.
    let third = (1u128 << 64).div_ceil(3);
    for (rows, columns) in [(3, third as usize), (third as usize, 3)] {
        assert_eq!(rows.wrapping_mul(columns), 2);
        let error = x.iter().grid(rows, columns).transpose().collect().map(drop).expect_err("a size that wraps");
        assert!(matches!(error.kind(), ErrorKind::LengthMismatch { what: "grid", .. }), "{error}");
        assert!(x.iter().grid(rows, columns).windows_2d::<2, 2>().map(op!(|w: [[u32; 2]; 2]| w[1][1])).sum().is_err());
        assert!(b.grid(rows, columns).count().is_err());
    }
    works(b)
}

fn smaller_than_a_window<B: Backend>(b: &B) -> onrush::Result<()> {
    for (rows, columns) in [(0, usize::MAX), (usize::MAX, 0), (0, 0), (1, 2), (2, 1)] {
        let n = rows * columns;
        let x = b.range(0..n as u32).collect()?;
        let last = op!(|w: [[u32; 3]; 3]| w[2][2]);
        let grid = || x.iter().grid(rows, columns);
        assert_eq!(grid().windows_2d::<3, 3>().map(last).collect()?.len(), 0);
        for border in [Border::Clamp, Border::Wrap, Border::Constant(7)] {
            assert_eq!(grid().windows_around::<3, 3>(border).map(last).collect()?.len(), n);
        }
        for border in [Border::Clamp, Border::Wrap, Border::Constant(7)] {
            let padded = grid().pad([1, 0], [0, 2], border);
            let (high, wide) = (rows.saturating_add(1), columns.saturating_add(2));
            if n == 0 && border != Border::Constant(7) || high.saturating_mul(wide) > 100 {
                assert!(padded.count().is_err(), "{rows} x {columns}");
            } else {
                assert_eq!(padded.collect()?.len(), high * wide);
            }
            assert!(grid().pad([usize::MAX, 1], [2, usize::MAX], border).sum().is_err());
        }
        assert_eq!(grid().transpose().collect()?.len(), n);
        if columns < 10 {
            assert_eq!(grid().columns().sum().collect()?.len(), columns);
            assert_eq!(grid().columns().argmin().collect()?.len(), columns);
        }
        if rows < 10 {
            assert_eq!(grid().rows().sum().collect()?.len(), rows);
        }
        assert_eq!(grid().transposed().count()?, n);
    }
    works(b)
}

/// Volumes of sizes that wrap to the length, that are empty, and that are smaller than a window.
fn volumes<B: Backend>(b: &B) -> onrush::Result<()> {
    let x = b.upload(&[1u32, 2])?;
    let last = op!(|w: [[[u32; 3]; 2]; 3]| w[2][1][2]);
    let third = (1u128 << 64).div_ceil(3) as usize;
    for (planes, rows, columns) in [(3, third, 1), (1, 3, third), (third, 1, 3), (1 << 63, 2, 2), (2, 1 << 63, 2)] {
        let grid = || x.iter().grid_3d(planes, rows, columns);
        let error = grid().windows_around_3d::<3, 2, 3>(Border::Wrap).map(last).sum().expect_err("a size that wraps");
        assert!(matches!(error.kind(), ErrorKind::LengthMismatch { what: "grid_3d", .. }), "{error}");
        assert!(grid().windows_3d::<3, 2, 3>().map(last).count().is_err());
        assert!(b.grid_3d(planes, rows, columns).count().is_err());
    }
    const M: usize = usize::MAX;
    for (planes, rows, columns) in [(0, M, M), (M, 0, M), (M, M, 0), (0, 0, 0), (1, 2, 1), (2, 1, 1), (1, 1, 2)] {
        let n = planes.min(3) * rows.min(3) * columns.min(3);
        let x = b.range(0..n as u32).collect()?;
        let grid = || x.iter().grid_3d(planes, rows, columns);
        assert_eq!(grid().windows_3d::<3, 2, 3>().map(last).collect()?.len(), 0);
        assert_eq!(b.grid_3d(planes, rows, columns).count()?, n);
        for border in [Border::Clamp, Border::Wrap, Border::Constant(7)] {
            assert_eq!(grid().windows_around_3d::<3, 2, 3>(border).map(last).collect()?.len(), n);
        }
    }
    works(b)
}

/// Windows of windows of a transposed matrix, whose sizes follow from each other.
fn stacked<B: Backend>(b: &B) -> onrush::Result<()> {
    let x = b.range(0u32..35).collect()?;
    let corner = op!(|w: [[u32; 2]; 3]| w[2][1]);
    let around = || x.iter().grid(5, 7).transposed().windows_around::<3, 2>(Border::Wrap).map(corner);
    assert_eq!(around().transposed().transpose().collect()?.to_vec()?, around().collect()?.to_vec()?);
    assert_eq!(around().windows_2d::<3, 2>().map(corner).len(), 5 * 4);
    assert!(around().grid(7, 4).count().is_err());
    works(b)
}

fn targets_of_other_lengths<B: Backend>(b: &B) -> onrush::Result<()> {
    let x = b.range(0u64..6).collect()?;
    let mut out = b.filled(9u64, 12)?;
    for len in [0, 5, 7, 12] {
        let error = x.iter().grid(2, 3).transpose().collect_into(out.slice_mut(..len)?).expect_err("another length");
        assert!(matches!(error.kind(), ErrorKind::LengthMismatch { left: 6, .. }), "{error}");
    }
    assert_eq!(out.to_vec()?, [9; 12]);
    works(b)
}
