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

pub(crate) fn rows<B: Backend>(t: &mut Table<'_, B>, x: &Inputs<B>) -> onrush::Result<()> {
    let n = x.n;
    let shapes = [(3, "u32 3_columns", "u32 3_columns into"), (1 << (n.ilog2() / 2), "u32 square", "u32 square into")];
    for (columns, shape, into) in shapes {
        let rows = n / columns;
        let len = rows * columns;
        let (host, device) = (&x.small[..len], || x.dsmall.iter().take(len).grid(rows, columns).columns());
        macro_rules! both {
            ($call:ident($($argument:expr),*): $host:expr) => {
                t.returns(
                    (concat!("reduce_columns.", stringify!($call)), shape, n),
                    || $host,
                    || device().$call($($argument),*).collect(),
                )?;
                t.writes(
                    (concat!("reduce_columns.", stringify!($call)), into, n),
                    x.targets(columns)?,
                    |out| *out = $host,
                    |out| device().$call($($argument),*).collect_into(out),
                )?;
            };
        }
        both!(reduce(0, BitXor): folded(host, columns, 0, |a, v| a ^ v));
        both!(sum(): folded(host, columns, 0, |a, v| a + v));
        both!(min(): folded(host, columns, u32::MAX, u32::min));
        both!(max(): folded(host, columns, 0, u32::max));
        both!(argmin(): first(host, columns, |a, b| a < b));
        both!(argmax(): first(host, columns, |a, b| a > b));
        both!(mean(): moments(host, columns).map(|m| m.0).collect::<Vec<_>>());
        both!(variance(): moments(host, columns).map(|m| m.1 / rows as f64).collect::<Vec<_>>());
        both!(sample_variance(): moments(host, columns).map(|m| m.1 / (rows - 1) as f64).collect::<Vec<_>>());
        both!(count_if(op!(|v: u32| v > 500)): folded(host, columns, 0usize, |n, v| n + usize::from(v > 500)));
        let extrema = || folded(host, columns, (u32::MAX, 0), |(a, b), v| (a.min(v), b.max(v))).into_iter();
        t.returns(
            ("reduce_columns.minmax", shape, n),
            || extrema().unzip::<_, _, Vec<_>, Vec<_>>(),
            || device().minmax().collect(),
        )?;
        let both = (x.targets::<u32>(columns)?, x.targets::<u32>(columns)?);
        t.writes(
            ("reduce_columns.minmax", into, n),
            ((both.0.0, both.1.0), (both.0.1, both.1.1)),
            |out| *out = extrema().unzip(),
            |out| device().minmax().collect_into((&mut out.0, &mut out.1)),
        )?;
        let odd = || x.dsmall.iter().take(len).map(op!(|v: u32| f64::from(v) * 1e-9 + 1.0)).grid(rows, columns);
        let products = || folded(host, columns, 1.0, |a, v| a * (f64::from(v) * 1e-9 + 1.0));
        t.returns(("reduce_columns.product", shape, n), products, || odd().columns().product().collect())?;
        t.writes(
            ("reduce_columns.product", into, n),
            x.targets(columns)?,
            |out: &mut Vec<f64>| *out = products(),
            |out| odd().columns().product().collect_into(out),
        )?;
    }
    Ok(())
}
