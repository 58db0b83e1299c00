use onrush::prelude::*;

use super::{Inputs, Table};

pub(crate) fn rows<B: Backend>(t: &mut Table<'_, B>, x: &Inputs<B>) -> onrush::Result<()> {
    let (n, u, du, f, df) = (x.n, &x.u, &x.du, &x.f, &x.df);
    let (small, dsmall) = (&x.small, &x.dsmall);
    t.returns(
        ("reduce.reduce", "u32", n),
        || u.iter().fold(0, |a, b| a ^ b),
        || du.iter().reduce(0, op!(|a: u32, b: u32| a ^ b)),
    )?;
    // The sums of three numbers that stand together, 12 bytes or 24.
    t.returns(
        ("reduce.reduce", "three u32", n),
        || small.iter().map(|v| (*v, v ^ 1, v ^ 2)).fold((0, 0, 0), |a, b| (a.0 + b.0, a.1 + b.1, a.2 + b.2)),
        || {
            let add = op!(|a: (u32, u32, u32), b: (u32, u32, u32)| (a.0 + b.0, a.1 + b.1, a.2 + b.2));
            dsmall.iter().map(op!(|v: u32| (v, v ^ 1, v ^ 2))).reduce((0, 0, 0), add)
        },
    )?;
    t.returns(("reduce.reduce_with", "u32", n), || u.iter().copied().max(), || du.iter().reduce_with(Max))?;
    t.writes(
        ("reduce.reduce_into", "u32", n),
        x.targets(1)?,
        |out: &mut Vec<u32>| out[0] = u.iter().copied().fold(0, u32::max),
        |out| du.iter().reduce_into(0, Max, out),
    )?;
    t.returns(("reduce.sum", "f64", n), || f.iter().sum::<f64>(), || df.iter().sum())?;
    t.returns(("reduce.sum", "u32", n), || small.iter().sum::<u32>(), || dsmall.iter().sum())?;
    t.writes(
        ("reduce.sum_into", "f64", n),
        x.targets(1)?,
        |out: &mut Vec<f64>| out[0] = f.iter().sum(),
        |out| df.iter().sum_into(out),
    )?;
    t.returns(
        ("reduce.product", "f64", n),
        || f.iter().map(|v| 1.0 + v * 1e-9).product::<f64>(),
        || df.iter().map(op!(|v: f64| 1.0 + v * 1e-9)).product(),
    )?;
    t.returns(("reduce.min", "u32", n), || u.iter().copied().min(), || du.iter().min())?;
    t.returns(("reduce.max", "u32", n), || u.iter().copied().max(), || du.iter().max())?;
    t.returns(("reduce.max", "f64", n), || f.iter().copied().reduce(f64::max), || df.iter().max())?;
    t.returns(
        ("reduce.minmax", "u32", n),
        || u.iter().fold(None, |m, v| m.map_or(Some((*v, *v)), |(a, b): (u32, u32)| Some((a.min(*v), b.max(*v))))),
        || du.iter().minmax(),
    )?;
    t.returns(
        ("reduce.count", "u32", n),
        || u.iter().filter(|v| **v < 1 << 31).count(),
        || du.iter().filter(op!(|v: u32| v < 1 << 31)).count(),
    )?;
    t.returns(
        ("reduce.count_if", "u32", n),
        || u.iter().filter(|v| **v < 1 << 31).count(),
        || du.iter().count_if(op!(|v: u32| v < 1 << 31)),
    )?;

    let mean = || f.iter().sum::<f64>() / n as f64;
    let squares = |mean: f64| f.iter().map(|v| (v - mean) * (v - mean)).sum::<f64>();
    t.returns(("reduce.mean", "f64", n), || Some(mean()), || df.iter().mean())?;
    t.returns(("reduce.variance", "f64", n), || Some(squares(mean()) / n as f64), || df.iter().variance())?;
    let of_a_sample = || Some(squares(mean()) / (n - 1) as f64);
    t.returns(("reduce.sample_variance", "f64", n), of_a_sample, || df.iter().sample_variance())?;
    t.returns(
        ("reduce.moments", "f64", n),
        || {
            let mean = mean();
            Some((n, mean, squares(mean)))
        },
        || df.iter().moments(),
    )?;

    let first_of = |least: bool| {
        let mut at = 0;
        for (i, v) in f.iter().enumerate() {
            if (least && *v < f[at]) || (!least && *v > f[at]) {
                at = i;
            }
        }
        Some(at)
    };
    t.returns(("reduce.argmin", "f64", n), || first_of(true), || df.iter().argmin())?;
    t.returns(("reduce.argmax", "f64", n), || first_of(false), || df.iter().argmax())?;
    t.returns(
        ("reduce.min_by_key", "u32", n),
        || u.iter().copied().min_by_key(|v| v ^ 5),
        || du.iter().min_by_key(op!(|v: u32| v ^ 5)),
    )?;
    t.returns(
        ("reduce.max_by_key", "u32", n),
        || u.iter().copied().max_by_key(|v| v ^ 5),
        || du.iter().max_by_key(op!(|v: u32| v ^ 5)),
    )?;
    t.returns(
        ("reduce.min_by", "u32", n),
        || u.iter().copied().min_by(|a, b| (a ^ 5).cmp(&(b ^ 5))),
        || du.iter().min_by(op!(|a: u32, b: u32| a ^ 5 < b ^ 5)),
    )?;
    t.returns(
        ("reduce.max_by", "u32", n),
        || u.iter().copied().max_by(|a, b| (a ^ 5).cmp(&(b ^ 5))),
        || du.iter().max_by(op!(|a: u32, b: u32| a ^ 5 < b ^ 5)),
    )?;
    t.returns(
        ("reduce.inner_product", "f64", n),
        || f.iter().zip(f).map(|(a, b)| a * b).sum::<f64>(),
        || df.iter().inner_product(df),
    )?;
    t.returns(
        ("reduce.inner_product_with", "u32", n),
        || u.iter().zip(small).fold(0, |most, (a, b)| most.max(a ^ b)),
        || du.iter().inner_product_with(dsmall, 0u32, Max, op!(|a: u32, b: u32| a ^ b)),
    )?;

    // A single search takes nanoseconds.
    // Another key each time, as programs have them: processors learn the way to one key by heart.
    let drawn = |top: usize| {
        let (mut state, top) = (0u32, top.max(1) as u64);
        move || {
            state = state.wrapping_add(0x9e37_79b9);
            ((u64::from(state) * top) >> 32) as u32
        }
    };
    let (keys, dkeys, top) = (&x.keys, &x.dkeys, n / 10);
    let (mut key, mut dkey) = (drawn(top), drawn(top));
    let below = |key: u32| keys.partition_point(|v| *v < key);
    let up_to = |key: u32| keys.partition_point(|v| *v <= key);
    t.returns(
        ("reduce.partition_point", "u32", n),
        || below(key()),
        || {
            let key = dkey();
            dkeys.partition_point(op!(|v: u32| v < key))
        },
    )?;
    let (mut key, mut dkey) = (drawn(top), drawn(top));
    t.returns(("reduce.lower_bound", "u32", n), || below(key()), || dkeys.lower_bound(dkey()))?;
    let (mut key, mut dkey) = (drawn(top), drawn(top));
    t.returns(("reduce.upper_bound", "u32", n), || up_to(key()), || dkeys.upper_bound(dkey()))?;
    let (mut key, mut dkey) = (drawn(top), drawn(top));
    let range = |key: u32| below(key)..up_to(key);
    t.returns(("reduce.equal_range", "u32", n), || range(key()), || dkeys.equal_range(dkey()))?;
    let (at, dat) = (&(0..n as u32).collect::<Vec<_>>(), &x.device.range(0..n as u32).collect::<DeviceVec<_, _>>()?);
    let (mut key, mut dkey) = (drawn(n), drawn(n));
    t.returns(("reduce.binary_search", "u32", n), || at.binary_search(&key()), || dat.binary_search(&dkey()))?;
    let (mut key, mut dkey) = (drawn(n), drawn(n));
    t.returns(
        ("reduce.binary_search_by", "u32", n),
        || {
            let key = key();
            at.binary_search_by(|v| v.cmp(&key))
        },
        || {
            let key = dkey();
            dat.binary_search_by(op!(|v: u32| v.cmp(&key)))
        },
    )?;
    let (mut key, mut dkey) = (drawn(n), drawn(n));
    t.returns(
        ("reduce.binary_search_by_key", "u32", n),
        || at.binary_search_by_key(&key(), |v| *v),
        || dat.binary_search_by_key(&dkey(), op!(|v: u32| v)),
    )
}
