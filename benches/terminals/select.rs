//! `select`, `partition`, `partition_in_three`, `partition_by`, `runs`.

use onrush::prelude::*;

use super::{Inputs, Table};

pub(crate) fn rows<B: Backend>(t: &mut Table<'_, B>, x: &Inputs<B>) -> onrush::Result<()> {
    let (n, u, du, keys, dkeys) = (x.n, &x.u, &x.du, &x.keys, &x.dkeys);
    let kept = |v: &&u32| **v < 1 << 31;
    t.returns(
        ("select.filter", "u32", n),
        || u.iter().filter(kept).copied().collect::<Vec<_>>(),
        || du.iter().filter(op!(|v: u32| v < 1 << 31)).collect(),
    )?;
    t.returns(
        ("select.collect_counted", "u32", n),
        || u.iter().filter(kept).copied().collect::<Vec<_>>(),
        || du.iter().filter(op!(|v: u32| v < 1 << 31)).collect_counted()?.wait(),
    )?;
    t.writes(
        ("select.filter", "u32 into", n),
        x.targets(n)?,
        |out: &mut Vec<u32>| out.iter_mut().zip(u.iter().filter(kept)).for_each(|(y, v)| *y = *v),
        |out| du.iter().filter(op!(|v: u32| v < 1 << 31)).collect_into(out),
    )?;
    t.writes(
        ("select.collect_counted_into", "u32", n),
        x.targets(n)?,
        |out: &mut Vec<u32>| out.iter_mut().zip(u.iter().filter(kept)).for_each(|(y, v)| *y = *v),
        |out| du.iter().filter(op!(|v: u32| v < 1 << 31)).collect_counted_into(out).map(drop),
    )?;
    let low = |v: &u32| v.checked_sub(1 << 31);
    t.returns(
        ("select.filter_map", "u32", n),
        || u.iter().filter_map(low).collect::<Vec<_>>(),
        || du.iter().filter_map(op!(|v: u32| v.checked_sub(1 << 31))).collect(),
    )?;
    t.writes(
        ("select.filter_map", "u32 into", n),
        x.targets(n)?,
        |out: &mut Vec<u32>| out.iter_mut().zip(u.iter().filter_map(low)).for_each(|(y, v)| *y = v),
        |out| du.iter().filter_map(op!(|v: u32| v.checked_sub(1 << 31))).collect_into(out),
    )?;
    let without_repeats = |same: fn(&mut u32, &mut u32) -> bool| {
        let mut out = keys.clone();
        out.dedup_by(same);
        out
    };
    t.returns(
        ("select.dedup", "u32", n),
        || without_repeats(|a, b| a == b),
        || dkeys.iter().dedup().collect::<DeviceVec<_, _>>(),
    )?;
    t.returns(
        ("select.dedup_by", "u32", n),
        || without_repeats(|a, b| *a / 2 == *b / 2),
        || dkeys.iter().dedup_by(op!(|a: u32, b: u32| a / 2 == b / 2)).collect::<DeviceVec<_, _>>(),
    )?;

    t.returns(
        ("partition.partition", "u32", n),
        || u.iter().partition::<Vec<u32>, _>(kept),
        || du.iter().partition(op!(|v: u32| v < 1 << 31)).collect(),
    )?;
    let two = || -> onrush::Result<_> { Ok((x.device.filled(0u32, n)?, x.device.filled(0u32, n)?)) };
    t.writes(
        ("partition.partition", "u32 into", n),
        ((vec![0; n], vec![0; n]), two()?),
        |(yes, no)| {
            let (mut yes, mut no) = (yes.iter_mut(), no.iter_mut());
            u.iter().for_each(|v| *(if kept(&v) { yes.next() } else { no.next() }).expect("there is room") = *v);
        },
        |(yes, no)| du.iter().partition(op!(|v: u32| v < 1 << 31)).collect_into((yes, no)),
    )?;
    t.returns(
        ("partition_in_three.partition_in_three", "u32", n),
        || {
            let mut parts = (Vec::new(), Vec::new(), Vec::new());
            for v in u {
                (if *v < 1 << 30 {
                    &mut parts.0
                } else if *v < 1 << 31 {
                    &mut parts.1
                } else {
                    &mut parts.2
                })
                .push(*v);
            }
            parts
        },
        || du.iter().partition_in_three(op!(|v: u32| v < 1 << 30), op!(|v: u32| v < 1 << 31)).collect(),
    )?;
    let three = || -> onrush::Result<_> {
        Ok((x.device.filled(0u32, n)?, x.device.filled(0u32, n)?, x.device.filled(0u32, n)?))
    };
    t.writes(
        ("partition_in_three.partition_in_three", "u32 into", n),
        ((vec![0; n], vec![0; n], vec![0; n]), three()?),
        |(a, b, c)| {
            let (mut a, mut b, mut c) = (a.iter_mut(), b.iter_mut(), c.iter_mut());
            for v in u {
                let next = if *v < 1 << 30 {
                    a.next()
                } else if *v < 1 << 31 {
                    b.next()
                } else {
                    c.next()
                };
                *next.expect("there is room") = *v;
            }
        },
        |(a, b, c)| {
            let (first, second) = (op!(|v: u32| v < 1 << 30), op!(|v: u32| v < 1 << 31));
            du.iter().partition_in_three(first, second).collect_into((a, b, c))
        },
    )?;
    let buckets = |out: &mut [u32], offsets: &mut [usize]| {
        offsets.fill(0);
        u.iter().for_each(|v| offsets[(v >> 28) as usize + 1] += 1);
        (0..16).for_each(|bucket| offsets[bucket + 1] += offsets[bucket]);
        let mut next = offsets.to_vec();
        for v in u {
            let place = &mut next[(v >> 28) as usize];
            out[*place] = *v;
            *place += 1;
        }
    };
    t.returns(
        ("partition_by.partition_by", "u32", n),
        || {
            let (mut out, mut offsets) = (vec![0; n], vec![0; 17]);
            buckets(&mut out, &mut offsets);
            (out, offsets)
        },
        || du.iter().partition_by(16, op!(|v: u32| v >> 28)).collect(),
    )?;
    t.writes(
        ("partition_by.partition_by", "u32 into", n),
        ((vec![0; n], vec![0; 17]), (x.device.filled(0u32, n)?, x.device.filled(0usize, 17)?)),
        |(out, offsets)| buckets(out, offsets),
        |(out, offsets)| du.iter().partition_by(16, op!(|v: u32| v >> 28)).collect_into((out, offsets)),
    )?;
    runs(t, x)
}

fn runs<B: Backend>(t: &mut Table<'_, B>, x: &Inputs<B>) -> onrush::Result<()> {
    let (n, keys, dkeys) = (x.n, &x.keys, &x.dkeys);
    macro_rules! runs {
        ($same:expr, $device:expr, $encode:ident $offsets:ident [$($type:ty),+] ($($argument:expr)?)) => {
            let chunks = || keys.chunk_by($same);
            let offsets = || std::iter::once(0).chain(chunks().scan(0, |at, run| { *at += run.len(); Some(*at) }));
            t.returns(
                (concat!("runs.", stringify!($encode)), "u32", n),
                || chunks().map(|run| (run[0], run.len() as u32)).unzip::<_, _, Vec<_>, Vec<_>>(),
                || $device.$encode::<$($type),+>($($argument)?).collect(),
            )?;
            t.writes(
                (concat!("runs.", stringify!($encode)), "u32 into", n),
                ((vec![0; n], vec![0; n]), (x.device.filled(0u32, n)?, x.device.filled(0u32, n)?)),
                |(items, lengths)| {
                    let places = items.iter_mut().zip(lengths);
                    places.zip(chunks()).for_each(|((y, len), run)| (*y, *len) = (run[0], run.len() as u32));
                },
                |(items, lengths)| $device.$encode($($argument)?).collect_into((items, lengths)),
            )?;
            t.returns(
                (concat!("runs.", stringify!($offsets)), "u32", n),
                || offsets().map(|at| at as u32).collect::<Vec<u32>>(),
                || $device.$offsets::<$($type),+>($($argument)?).collect(),
            )?;
            t.writes(
                (concat!("runs.", stringify!($offsets)), "u32 into", n),
                x.targets(n + 1)?,
                |out: &mut Vec<u32>| out.iter_mut().zip(offsets()).for_each(|(y, at)| *y = at as u32),
                |out| $device.$offsets($($argument)?).collect_into(out),
            )?;
        };
    }
    runs!(|a, b| a == b, dkeys.iter(), run_length_encode run_offsets [u32] ());
    runs!(
        |a, b| a / 2 == b / 2, dkeys.iter(),
        run_length_encode_by run_offsets_by [u32, _, _] (op!(|a: u32, b: u32| a / 2 == b / 2))
    );
    Ok(())
}
