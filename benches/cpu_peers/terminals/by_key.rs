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

pub(crate) fn rows(t: &mut Table, x: &Inputs) -> onrush::Result<()> {
    let (n, cpu, keys, dkeys, f, df) = (x.n, &x.cpu, &x.keys, &x.dkeys, &x.f, &x.df);
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
                ((vec![0; n], vec![0.0; n]), (cpu.filled(0u32, n)?, cpu.filled(0f64, n)?)),
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

    let (small, dsmall) = (&x.small, &x.dsmall);
    let grouped = || {
        let mut groups: HashMap<u32, (u64, f64)> = HashMap::new();
        for (key, value) in small.iter().zip(f) {
            let (count, sum) = groups.entry(*key).or_default();
            *count += 1;
            *sum += value;
        }
        let mut groups: Vec<_> = groups.into_iter().collect();
        groups.sort_unstable_by_key(|(key, _)| *key);
        groups
    };
    let sums = || grouped().into_iter().map(|(key, (_, sum))| (key, sum)).unzip::<_, _, Vec<_>, Vec<_>>();
    t.returns(("reduce_by_key.groups", "u32/f64", n), sums, || df.iter().groups(dsmall).sum())?;
    t.writes(
        ("reduce_by_key.mean_into", "u32/f64", n),
        ((vec![0; 100], vec![0.0; 100]), (cpu.filled(0u32, 100)?, cpu.filled(0f64, 100)?)),
        |(k, v)| {
            for ((key, (count, sum)), (k, v)) in grouped().into_iter().zip(k.iter_mut().zip(v)) {
                (*k, *v) = (key, sum / count as f64);
            }
        },
        |(k, v)| df.iter().groups(dsmall).mean_into(k, v),
    )
}
