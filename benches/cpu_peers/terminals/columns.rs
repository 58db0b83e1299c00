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
