//! `reduce_columns`.

use onrush::prelude::*;

use super::{Inputs, Table};

/// The columns' folds, a row of the matrix after the other.
fn folded<T: Copy>(items: &[u32], columns: usize, init: T, fold: impl Fn(T, u32) -> T) -> Vec<T> {
    let mut out = vec![init; columns];
    for row in items.chunks_exact(columns) {
        out.iter_mut().zip(row).for_each(|(a, v)| *a = fold(*a, *v));
    }
    out
}

/// The first place of each column whose item is before all others.
fn first(items: &[u32], columns: usize, before: impl Fn(u32, u32) -> bool) -> Vec<usize> {
    let mut best: Vec<_> = items[..columns].iter().map(|v| (*v, 0)).collect();
    for (at, row) in items.chunks_exact(columns).enumerate() {
        for (best, v) in best.iter_mut().zip(row).filter(|(best, v)| before(**v, best.0)) {
            *best = (*v, at);
        }
    }
    best.into_iter().map(|(_, at)| at).collect()
}

/// The mean of each column, and the sum of the squares of the deviations.
fn moments(items: &[u32], columns: usize) -> impl Iterator<Item = (f64, f64)> {
    let rows = (items.len() / columns) as f64;
    let means: Vec<_> = folded(items, columns, 0.0, |sum, v| sum + f64::from(v)).iter().map(|sum| sum / rows).collect();
    let mut squares = vec![0.0; columns];
    for row in items.chunks_exact(columns) {
        squares.iter_mut().zip(row).zip(&means).for_each(|((s, v), mean)| *s += (f64::from(*v) - mean).powi(2));
    }
    means.into_iter().zip(squares)
}

pub(crate) fn rows(t: &mut Table, x: &Inputs) -> onrush::Result<()> {
    let n = x.n;
    for (columns, shape) in [(3, "u32 3_columns"), (1 << (n.ilog2() / 2), "u32 square")] {
        let rows = n / columns;
        let len = rows * columns;
        let (host, device) = (&x.small[..len], || x.dsmall.iter().take(len).grid(rows, columns).columns());
        macro_rules! both {
            ($name:literal $into:literal: $host:expr, $call:ident $call_into:ident($($argument:expr),*)) => {
                t.returns((concat!("reduce_columns.", $name), shape, n), || $host, || device().$call($($argument),*))?;
                t.writes(
                    (concat!("reduce_columns.", $into), shape, n),
                    x.targets(columns)?,
                    |out| *out = $host,
                    |out| device().$call_into($($argument,)* out),
                )?;
            };
        }
        both!("reduce" "reduce_into": folded(host, columns, 0, |a, v| a ^ v), reduce reduce_into(0, BitXor));
        both!("sum" "sum_into": folded(host, columns, 0, |a, v| a + v), sum sum_into());
        both!("min" "min_into": folded(host, columns, u32::MAX, u32::min), min min_into());
        both!("max" "max_into": folded(host, columns, 0, u32::max), max max_into());
        both!("argmin" "argmin_into": first(host, columns, |a, b| a < b), argmin argmin_into());
        both!("argmax" "argmax_into": first(host, columns, |a, b| a > b), argmax argmax_into());
        both!("mean" "mean_into": moments(host, columns).map(|m| m.0).collect::<Vec<_>>(), mean mean_into());
        both!("variance" "variance_into": moments(host, columns).map(|m| m.1 / rows as f64).collect::<Vec<_>>(), variance variance_into());
        both!(
            "sample_variance" "sample_variance_into":
            moments(host, columns).map(|m| m.1 / (rows - 1) as f64).collect::<Vec<_>>(), sample_variance sample_variance_into()
        );
        both!(
            "count_if" "count_if_into":
            folded(host, columns, 0usize, |n, v| n + usize::from(v > 500)),
            count_if count_if_into(op!(|v: u32| v > 500))
        );
        let extrema = || folded(host, columns, (u32::MAX, 0), |(a, b), v| (a.min(v), b.max(v))).into_iter();
        t.returns(
            ("reduce_columns.minmax", shape, n),
            || extrema().unzip::<_, _, Vec<_>, Vec<_>>(),
            || device().minmax(),
        )?;
        let both = (x.targets::<u32>(columns)?, x.targets::<u32>(columns)?);
        t.writes(
            ("reduce_columns.minmax_into", shape, n),
            ((both.0.0, both.1.0), (both.0.1, both.1.1)),
            |out| *out = extrema().unzip(),
            |out| device().minmax_into((&mut out.0, &mut out.1)),
        )?;
        let odd = || x.dsmall.iter().take(len).map(op!(|v: u32| f64::from(v) * 1e-9 + 1.0)).grid(rows, columns);
        let products = || folded(host, columns, 1.0, |a, v| a * (f64::from(v) * 1e-9 + 1.0));
        t.returns(("reduce_columns.product", shape, n), products, || odd().columns().product())?;
        t.writes(
            ("reduce_columns.product_into", shape, n),
            x.targets(columns)?,
            |out: &mut Vec<f64>| *out = products(),
            |out| odd().columns().product_into(out),
        )?;
    }
    Ok(())
}
