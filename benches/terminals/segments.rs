//! `segmented_reduce`, `segmented_scan`, `segmented_sort`, of segments of 1 to 20 items.

use onrush::prelude::*;

use super::{Inputs, Table};

/// The mean of the items, and the sum of the squares of their deviations.
fn moments(items: &[u32]) -> (f64, f64) {
    let mean = items.iter().map(|v| f64::from(*v)).sum::<f64>() / items.len() as f64;
    (mean, items.iter().map(|v| (f64::from(*v) - mean).powi(2)).sum())
}

pub(crate) fn rows<B: Backend>(t: &mut Table<'_, B>, x: &Inputs<B>) -> onrush::Result<()> {
    let (n, offsets, doffsets, small) = (x.n, &x.offsets, &x.doffsets, &x.small);
    let device = || x.dsmall.iter().segments(doffsets);
    let parts = || offsets.windows(2).map(|w| &small[w[0]..w[1]]);
    let len = offsets.len() - 1;
    macro_rules! both {
        ($call:ident: $item:ty, $fold:expr, ($($argument:expr),*)) => {
            let fold: fn(&[u32]) -> $item = $fold;
            t.returns(
                (concat!("segmented_reduce.", stringify!($call)), "u32", n),
                || parts().map(fold).collect::<Vec<$item>>(),
                || device().$call($($argument),*).collect(),
            )?;
            t.writes(
                (concat!("segmented_reduce.", stringify!($call)), "u32 into", n),
                x.targets(len)?,
                |out: &mut Vec<$item>| out.iter_mut().zip(parts()).for_each(|(y, part)| *y = fold(part)),
                |out| device().$call($($argument),*).collect_into(out),
            )?;
        };
    }
    both!(reduce: u32, |part| part.iter().fold(0, |a, v| a ^ v), (0, op!(|a: u32, b: u32| a ^ b)));
    both!(sum: u32, |part| part.iter().sum(), ());
    both!(min: u32, |part| part.iter().copied().fold(u32::MAX, u32::min), ());
    both!(max: u32, |part| part.iter().copied().fold(0, u32::max), ());
    both!(count: usize, |part| part.len(), ());
    both!(argmin: usize, |part| (0..part.len()).min_by_key(|i| part[*i]).unwrap_or(0), ());
    both!(argmax: usize, |part| (0..part.len()).rev().max_by_key(|i| part[*i]).unwrap_or(0), ());

    both!(mean: f64, |part| part.iter().map(|v| f64::from(*v)).sum::<f64>() / part.len() as f64, ());
    both!(variance: f64, |part| moments(part).1 / part.len() as f64, ());
    both!(count_if: usize, |part| part.iter().filter(|v| **v > 500).count(), (op!(|v: u32| v > 500)));
    let extrema = |part: &[u32]| part.iter().fold((u32::MAX, 0), |(a, b), v| (a.min(*v), b.max(*v)));
    t.returns(
        ("segmented_reduce.minmax", "u32", n),
        || parts().map(extrema).unzip::<_, _, Vec<_>, Vec<_>>(),
        || device().minmax().collect(),
    )?;
    let both = (x.targets::<u32>(len)?, x.targets::<u32>(len)?);
    t.writes(
        ("segmented_reduce.minmax", "u32 into", n),
        ((both.0.0, both.1.0), (both.0.1, both.1.1)),
        |out| out.0.iter_mut().zip(&mut out.1).zip(parts()).for_each(|((a, b), part)| (*a, *b) = extrema(part)),
        |out| device().minmax().collect_into((&mut out.0, &mut out.1)),
    )?;
    // Of a single item there is no sample variance.
    let rows = || x.dsmall.iter().segments_of(16);
    let spread = || small.chunks(16).map(|part| moments(part).1 / (part.len() - 1) as f64);
    t.returns(
        ("segmented_reduce.sample_variance", "u32", n),
        || spread().collect::<Vec<_>>(),
        || rows().sample_variance().collect(),
    )?;
    t.writes(
        ("segmented_reduce.sample_variance", "u32 into", n),
        x.targets(n.div_ceil(16))?,
        |out: &mut Vec<f64>| out.iter_mut().zip(spread()).for_each(|(y, variance)| *y = variance),
        |out| rows().sample_variance().collect_into(out),
    )?;

    let near = || x.df.iter().map(op!(|v: f64| 1.0 + v * 1e-9)).segments(doffsets);
    let products = || offsets.windows(2).map(|w| x.f[w[0]..w[1]].iter().map(|v| 1.0 + v * 1e-9).product::<f64>());
    t.returns(
        ("segmented_reduce.product", "f64", n),
        || products().collect::<Vec<_>>(),
        || near().product().collect(),
    )?;
    t.writes(
        ("segmented_reduce.product", "f64 into", n),
        x.targets(len)?,
        |out: &mut Vec<f64>| out.iter_mut().zip(products()).for_each(|(y, product)| *y = product),
        |out| near().product().collect_into(out),
    )?;
    t.returns(
        ("segmented_reduce.segments", "f64", n),
        || offsets.windows(2).map(|w| x.f[w[0]..w[1]].iter().sum::<f64>()).collect::<Vec<_>>(),
        || x.df.iter().segments(doffsets).sum().collect(),
    )?;
    t.returns(
        ("segmented_reduce.segments_of", "f64", n),
        || x.f.chunks(16).map(|part| part.iter().sum::<f64>()).collect::<Vec<_>>(),
        || x.df.iter().segments_of(16).sum().collect(),
    )?;

    let scanned = |inclusive: bool, out: &mut [u32]| {
        for w in offsets.windows(2) {
            let mut sum = 0;
            for (y, v) in out[w[0]..w[1]].iter_mut().zip(&small[w[0]..w[1]]) {
                let before = sum;
                sum += v;
                *y = if inclusive { sum } else { before };
            }
        }
    };
    let anew = |inclusive| {
        let mut out = vec![0; n];
        scanned(inclusive, &mut out);
        out
    };
    t.returns(("segmented_scan.scan_inclusive", "u32", n), || anew(true), || device().scan_inclusive(Sum).collect())?;
    t.returns(
        ("segmented_scan.scan_exclusive", "u32", n),
        || anew(false),
        || device().scan_exclusive(0, Sum).collect(),
    )?;
    t.writes(
        ("segmented_scan.scan_inclusive", "u32 into", n),
        x.targets(n)?,
        |out: &mut Vec<u32>| scanned(true, out),
        |out| device().scan_inclusive(Sum).collect_into(out),
    )?;
    t.writes(
        ("segmented_scan.scan_exclusive", "u32 into", n),
        x.targets(n)?,
        |out: &mut Vec<u32>| scanned(false, out),
        |out| device().scan_exclusive(0, Sum).collect_into(out),
    )?;
    sorts(t, x)
}

fn sorts<B: Backend>(t: &mut Table<'_, B>, x: &Inputs<B>) -> onrush::Result<()> {
    let (n, offsets, doffsets, u, du) = (x.n, &x.offsets, &x.doffsets, &x.u, &x.du);
    let device = || du.iter().segments(doffsets);
    let sorted = |out: &mut Vec<u32>, key: fn(u32) -> u32| {
        out.copy_from_slice(u);
        offsets.windows(2).for_each(|w| out[w[0]..w[1]].sort_by_key(|v| key(*v)));
    };
    let anew = || {
        let mut out = vec![0; n];
        sorted(&mut out, |v| v);
        out
    };
    t.returns(("segmented_sort.sort", "u32", n), anew, || device().sort().collect())?;
    t.writes(
        ("segmented_sort.sort", "u32 into", n),
        x.targets(n)?,
        |out| sorted(out, |v| v),
        |out| device().sort().collect_into(out),
    )?;
    t.writes(
        ("segmented_sort.sort_by", "u32", n),
        x.targets(n)?,
        |out| sorted(out, |v| !v),
        |out| out.copy_from(u).and_then(|()| out.segments_mut(doffsets).sort_by(Greater)),
    )?;
    t.writes(
        ("segmented_sort.sort_by_key", "u32", n),
        x.targets(n)?,
        |out| sorted(out, |v| v ^ 5),
        |out| out.copy_from(u).and_then(|()| out.segments_mut(doffsets).sort_by_key(op!(|v: u32| v ^ 5))),
    )?;
    let places = |w: &[usize], descending: bool| {
        let mut order: Vec<usize> = (0..w[1] - w[0]).collect();
        order.sort_by_key(|i| u[w[0] + i] ^ if descending { u32::MAX } else { 0 });
        order
    };
    t.returns(
        ("segmented_sort.argsort", "u32", n),
        || offsets.windows(2).flat_map(|w| places(w, false)).collect::<Vec<_>>(),
        || device().argsort().collect(),
    )?;
    let with = |(keys, values): &mut (Vec<u32>, Vec<u32>), descending: bool| {
        for w in offsets.windows(2) {
            for (y, place) in (w[0]..w[1]).zip(places(w, descending)) {
                (keys[y], values[y]) = (u[w[0] + place], x.small[w[0] + place]);
            }
        }
    };
    let pairs = || -> onrush::Result<_> {
        Ok(((vec![0; n], vec![0; n]), (x.device.filled(0u32, n)?, x.device.filled(0u32, n)?)))
    };
    t.writes(
        ("segmented_sort.sort_with", "u32/u32", n),
        pairs()?,
        |out| with(out, false),
        |(keys, values)| {
            keys.copy_from(u)?;
            values.copy_from(&x.small)?;
            keys.segments_mut(doffsets).sort_with(values)
        },
    )?;
    t.writes(
        ("segmented_sort.sort_by_with", "u32/u32", n),
        pairs()?,
        |out| with(out, true),
        |(keys, values)| {
            keys.copy_from(u)?;
            values.copy_from(&x.small)?;
            keys.segments_mut(doffsets).sort_by_with(Greater, values)
        },
    )?;
    top_k(t, x)
}

fn top_k<B: Backend>(t: &mut Table<'_, B>, x: &Inputs<B>) -> onrush::Result<()> {
    let (n, offsets, doffsets, u, du) = (x.n, &x.offsets, &x.doffsets, &x.u, &x.du);
    let device = || du.iter().segments(doffsets);
    let few = |key: fn(u32) -> u32| {
        let (mut items, mut ends) = (Vec::new(), vec![0]);
        for w in offsets.windows(2) {
            let mut part = u[w[0]..w[1]].to_vec();
            part.sort_unstable_by_key(|v| key(*v));
            items.extend(part.iter().take(3));
            ends.push(items.len());
        }
        (items, ends)
    };
    let places = |key: fn(u32) -> u32| {
        let (mut places, mut ends) = (Vec::new(), vec![0]);
        for w in offsets.windows(2) {
            let mut part: Vec<usize> = (w[0]..w[1]).collect();
            part.sort_by_key(|i| key(u[*i]));
            places.extend(part.iter().take(3));
            ends.push(places.len());
        }
        (places, ends)
    };
    // A target has room for three items of each segment, of which some may be shorter.
    let (most, ends) = (n.min(3 * (offsets.len() - 1)), offsets.len());
    let first = |out: &mut (Vec<u32>, Vec<usize>), key| {
        let (items, ends) = few(key);
        out.0[..items.len()].copy_from_slice(&items);
        out.1 = ends;
    };
    macro_rules! ends {
        ($key:expr, $call:ident $by:ident $positions:ident) => {
            t.returns(
                (concat!("segmented_sort.", stringify!($call)), "u32", n),
                || few($key),
                || device().$call(3).collect(),
            )?;
            t.writes(
                (concat!("segmented_sort.", stringify!($call)), "u32 into", n),
                ((vec![0; most], vec![0; ends]), (x.device.filled(0u32, most)?, x.device.filled(0usize, ends)?)),
                |out| first(out, $key),
                |(items, ends)| device().$call(3).collect_into((items, ends)),
            )?;
            t.returns(
                (concat!("segmented_sort.", stringify!($by)), "u32", n),
                || few($key),
                || device().$by(3, op!(|v: u32| v ^ 0)).collect(),
            )?;
            t.writes(
                (concat!("segmented_sort.", stringify!($by)), "u32 into", n),
                ((vec![0; most], vec![0; ends]), (x.device.filled(0u32, most)?, x.device.filled(0usize, ends)?)),
                |out| first(out, $key),
                |(items, ends)| device().$by(3, op!(|v: u32| v ^ 0)).collect_into((items, ends)),
            )?;
            t.returns(
                (concat!("segmented_sort.", stringify!($positions)), "u32", n),
                || places($key),
                || device().$positions(3).collect(),
            )?;
            t.writes(
                (concat!("segmented_sort.", stringify!($positions)), "u32 into", n),
                ((vec![0; most], vec![0; ends]), (x.device.filled(0usize, most)?, x.device.filled(0usize, ends)?)),
                |out: &mut (Vec<usize>, Vec<usize>)| {
                    let (places, ends) = places($key);
                    out.0[..places.len()].copy_from_slice(&places);
                    out.1 = ends;
                },
                |(places, ends)| device().$positions(3).collect_into((places, ends)),
            )?;
        };
    }
    ends!(|v| !v, top_k top_k_by_key top_k_positions);
    ends!(|v| v, bottom_k bottom_k_by_key bottom_k_positions);
    Ok(())
}
