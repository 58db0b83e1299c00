//! `reduce_by_key` with groups, `scan_by_key`.

use std::collections::HashMap;

use onrush::prelude::*;

use super::{Inputs, Table};

/// The sums of runs of equal keys.
fn summed(keys: &[u32], f: &[f64], same: impl Fn(u32, u32) -> bool, mut push: impl FnMut(u32, f64)) {
    let (mut first, mut sum) = (keys[0], f[0]);
    for ((before, key), value) in keys.iter().zip(&keys[1..]).zip(&f[1..]) {
        if same(*before, *key) {
            sum += value;
        } else {
            push(first, sum);
            (first, sum) = (*key, *value);
        }
    }
    push(first, sum);
}

/// The sums within runs of equal keys, up to each item or before it.
fn scanned(keys: &[u32], f: &[f64], same: impl Fn(u32, u32) -> bool, inclusive: bool, out: &mut [f64]) {
    let (mut last, mut sum) = (keys[0], 0.0);
    for ((key, value), y) in keys.iter().zip(f).zip(out) {
        sum = if same(last, *key) { sum } else { 0.0 };
        last = *key;
        let before = sum;
        sum += value;
        *y = if inclusive { sum } else { before };
    }
}

pub(crate) fn rows<B: Backend>(t: &mut Table<'_, B>, x: &Inputs<B>) -> onrush::Result<()> {
    let (n, device, keys, dkeys, f, df) = (x.n, &x.device, &x.keys, &x.dkeys, &x.f, &x.df);
    macro_rules! relation {
        ($same:expr, ($($device:expr)?), $which:literal $call:ident $inclusive:ident $exclusive:ident) => {
            let pairs = || {
                let (mut k, mut v) = (Vec::new(), Vec::new());
                summed(keys, f, $same, |key, sum| {
                    k.push(key);
                    v.push(sum);
                });
                (k, v)
            };
            let sums = || {
                let mut v = Vec::new();
                summed(keys, f, $same, |_, sum| v.push(sum));
                v
            };
            let scan = |inclusive| {
                let mut out = vec![0.0; n];
                scanned(keys, f, $same, inclusive, &mut out);
                out
            };
            let (types, into) = ("u32/f64", "u32/f64 into");
            t.returns((concat!("reduce_by_key.", stringify!($call)), types, n), pairs, || $call(dkeys, df, $($device,)? Sum).collect())?;
            t.returns(("reduce_by_key.values", concat!("u32/f64", $which), n), sums, || $call(dkeys, df, $($device,)? Sum).values().collect())?;
            t.writes(
                (concat!("reduce_by_key.", stringify!($call)), into, n),
                ((vec![0; n], vec![0.0; n]), (device.filled(0u32, n)?, device.filled(0f64, n)?)),
                |(k, v)| {
                    let mut places = k.iter_mut().zip(v);
                    summed(keys, f, $same, |key, sum| {
                        let (k, v) = places.next().expect("there is room");
                        (*k, *v) = (key, sum);
                    });
                },
                |(k, v)| $call(dkeys, df, $($device,)? Sum).collect_into((k, v)),
            )?;
            t.writes(
                ("reduce_by_key.values", concat!("u32/f64 into", $which), n),
                x.targets(n)?,
                |out: &mut Vec<f64>| {
                    let mut places = out.iter_mut();
                    summed(keys, f, $same, |_, sum| *places.next().expect("there is room") = sum);
                },
                |out| $call(dkeys, df, $($device,)? Sum).values().collect_into(out),
            )?;
            t.returns(
                (concat!("scan_by_key.", stringify!($inclusive)), types, n),
                || scan(true),
                || $inclusive(dkeys, df, $($device,)? Sum).collect(),
            )?;
            t.returns(
                (concat!("scan_by_key.", stringify!($exclusive)), types, n),
                || scan(false),
                || $exclusive(dkeys, df, $($device,)? 0.0, Sum).collect(),
            )?;
            t.writes(
                (concat!("scan_by_key.", stringify!($inclusive)), into, n),
                x.targets(n)?,
                |out: &mut Vec<f64>| scanned(keys, f, $same, true, out),
                |out| $inclusive(dkeys, df, $($device,)? Sum).collect_into(out),
            )?;
            t.writes(
                (concat!("scan_by_key.", stringify!($exclusive)), into, n),
                x.targets(n)?,
                |out: &mut Vec<f64>| scanned(keys, f, $same, false, out),
                |out| $exclusive(dkeys, df, $($device,)? 0.0, Sum).collect_into(out),
            )?;
        };
    }
    relation!(
        |a, b| a == b, (),
        "" reduce_by_key scan_by_key_inclusive scan_by_key_exclusive
    );
    relation!(
        |a, b| a / 2 == b / 2, (op!(|a: u32, b: u32| a / 2 == b / 2)),
        " by a relation" reduce_by_key_with scan_by_key_inclusive_with scan_by_key_exclusive_with
    );

    // Runs of pairs, with an operation of one's own.
    t.returns(
        ("reduce_by_key.reduce_by_key", "u32/pair of u64 f64", n),
        || {
            let (mut k, mut counts, mut sums) = (Vec::new(), Vec::new(), Vec::new());
            for (run, at) in keys.chunk_by(|a, b| a == b).zip((0..).step_by(10)) {
                k.push(run[0]);
                counts.push(run.len() as u64);
                sums.push(f[at..at + run.len()].iter().sum::<f64>());
            }
            (k, (counts, sums))
        },
        || {
            let add = op!(|a: (u64, f64), b: (u64, f64)| (a.0 + b.0, a.1 + b.1));
            reduce_by_key(dkeys, df.iter().map(op!(|v: f64| (1u64, v))), add).collect()
        },
    )?;

    groups(t, x)
}

/// The folds of items with equal keys and of their positions, in the order of the keys.
fn grouped<A: Clone>(keys: &[u32], items: &[f64], init: A, fold: impl Fn(A, usize, f64) -> A) -> Vec<(u32, A)> {
    let mut groups = HashMap::new();
    for (at, (key, v)) in items.iter().enumerate().map(|(at, v)| (at, (keys[at], *v))) {
        let group = groups.entry(key).or_insert_with(|| init.clone());
        *group = fold(group.clone(), at, v);
    }
    let mut groups: Vec<_> = groups.into_iter().collect();
    groups.sort_unstable_by_key(|(key, _)| *key);
    groups
}

/// The number of items, their sum, and the sum of their squares, with which groups begin.
const NONE: (u64, f64, f64) = (0, 0.0, 0.0);

/// Counts one item more.
fn moments((count, sum, squares): (u64, f64, f64), _: usize, v: f64) -> (u64, f64, f64) {
    (count + 1, sum + v, squares + v * v)
}

fn groups<B: Backend>(t: &mut Table<'_, B>, x: &Inputs<B>) -> onrush::Result<()> {
    let (n, keys, f) = (x.n, &x.small, &x.f);
    let device = || x.df.iter().groups(&x.dsmall);
    let sums = || grouped(keys, f, 0.0, |sum, _, v| sum + v).into_iter().unzip::<_, _, Vec<_>, Vec<_>>();
    t.returns(("reduce_by_key.groups", "u32/f64", n), sums, || device().sum().collect())?;
    macro_rules! written {
        ($($call:ident($($argument:expr),*): $init:expr, $fold:expr, $finish:expr, $empty:expr;)+) => { $(
            let none = || $empty;
            t.writes(
                (concat!("reduce_by_key.", stringify!($call)), "u32/f64", n),
                ((vec![0; 100], vec![none(); 100]), (x.device.filled(0u32, 100)?, x.device.filled(none(), 100)?)),
                |(k, v)| {
                    let finish = $finish;
                    for ((key, group), (k, v)) in grouped(keys, f, $init, $fold).into_iter().zip(k.iter_mut().zip(v)) {
                        (*k, *v) = (key, finish(group));
                    }
                },
                |(k, v)| device().$call($($argument),*).collect_into((k, v)),
            )?;
        )+ };
    }
    written! {
        reduce(0.0, Sum): 0.0, |sum, _, v| sum + v, |sum| sum, 0.0;
        sum(): 0.0, |sum, _, v| sum + v, |sum| sum, 0.0;
        product(): 1.0, |product, _, v| product * v, |product| product, 0.0;
        min(): f64::INFINITY, |min: f64, _, v| min.min(v), |min| min, 0.0;
        max(): f64::NEG_INFINITY, |max: f64, _, v| max.max(v), |max| max, 0.0;
        count(): 0, |count, _, _| count + 1, |count| count, 0u64;
        count_if(op!(|v: f64| v < 0.5)): 0, |count, _, v| count + u64::from(v < 0.5), |count| count, 0u64;
        argmin(): (0, f64::INFINITY), |best, at, v| if v < best.1 { (at, v) } else { best }, |best: (usize, f64)| best.0, 0usize;
        argmax(): (0, f64::NEG_INFINITY), |best, at, v| if v > best.1 { (at, v) } else { best }, |best: (usize, f64)| best.0, 0usize;
        mean(): NONE, moments, |(count, sum, _)| sum / count as f64, 0.0;
        variance(): NONE, moments, |(count, sum, squares)| (squares - sum * sum / count as f64) / count as f64, 0.0;
        sample_variance(): NONE, moments,
            |(count, sum, squares)| (squares - sum * sum / count as f64) / (count - 1) as f64, 0.0;
    }
    let extrema = (f64::INFINITY, f64::NEG_INFINITY);
    t.writes(
        ("reduce_by_key.minmax", "u32/f64", n),
        (
            (vec![0; 100], vec![0.0; 100], vec![0.0; 100]),
            (x.device.filled(0u32, 100)?, x.device.filled(0.0, 100)?, x.device.filled(0.0, 100)?),
        ),
        |(k, a, b)| {
            let groups = grouped(keys, f, extrema, |(min, max), _, v| (min.min(v), max.max(v)));
            for ((key, (min, max)), ((k, a), b)) in groups.into_iter().zip(k.iter_mut().zip(a).zip(b)) {
                (*k, *a, *b) = (key, min, max);
            }
        },
        |(k, a, b)| device().minmax().collect_into((k, (a, b))),
    )
}
