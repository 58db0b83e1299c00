use std::cmp::Reverse;

use onrush::operator::Less;
use onrush::prelude::*;
use onrush::{ErrorKind, Result};

use onrush_test_support::compare::all_same;
use onrush_test_support::inputs::{Grain, Sample, Stamped, data, many, mix, past_32_bits};
use onrush_test_support::oracle;
use onrush_test_support::refusals::{elsewhere, lengths_differ, out_of_range, panicked, refused};
use onrush_test_support::segments::parts;

/// Offsets of several kinds, which cover all items: none, short segments, those at which the way changes, and one of nearly
/// all items between short and empty ones. Items are of `size` bytes.
fn covering(size: usize) -> Vec<Vec<u32>> {
    let of = |lengths: &mut dyn Iterator<Item = usize>| {
        let mut offsets = vec![0];
        lengths.for_each(|len| offsets.push(offsets[offsets.len() - 1] + len as u32));
        offsets
    };
    let below = |most: u64, count: u64| (0..count).map(move |i| (mix(i ^ most) % most) as usize);
    // A tile of the kernels has 7200 words, or items of fewer bytes, and segments of 480 items behind its end; without values, it
    // has 7440 and 496.
    let (tile, slack) = [(4, (7200, 480)), (8, (5280, 352)), (16, (2400, 160)), (usize::MAX, (480, 32))]
        .into_iter()
        .find_map(|(most, shape)| (size <= most).then_some(shape))
        .unwrap_or_default();
    let around = |n: usize| [n - 1, n, n + 1, 0];
    let alone = if size <= 4 { [32, 496, 7440, 7440 + 496] } else { [32; 4] };
    let edges = [2, 16, 33, slack, tile, tile + slack, 2 * tile + slack].into_iter().chain(alone).flat_map(around);
    vec![
        vec![0],
        vec![0, 0, 0],
        vec![0, 1],
        vec![0, 0, 2, 2],
        of(&mut below(20, 1500)),
        of(&mut below(200, 150)),
        of(&mut edges.chain([1])),
        of(&mut [0, 3, 0, 7 * tile + 5, 0, 1, 9].into_iter()),
    ]
}

/// Sorts keys of one type alone, and with columns that tell the order of equal ones.
fn check<B: Backend, K: Sample + Key>(b: &B, bits: impl Fn(u64) -> u64) -> Result<()> {
    for offsets in covering(size_of::<K>()) {
        let len = offsets[offsets.len() - 1] as usize;
        let x: Vec<K> = (0..len as u64).map(|i| K::sample(bits(mix(i)))).collect();
        let places: Vec<u32> = (0..len as u32).collect();
        let by = |before: &dyn Fn(&K, &K) -> bool| -> Vec<u32> {
            let mut order = places.clone();
            for ends in offsets.windows(2) {
                order[ends[0] as usize..ends[1] as usize].sort_by(|&i, &j| {
                    let (a, b) = (&x[i as usize], &x[j as usize]);
                    before(b, a).cmp(&before(a, b))
                });
            }
            order
        };
        let keys = |order: &[u32]| order.iter().map(|&i| x[i as usize]).collect::<Vec<K>>();
        let o = b.upload(&offsets)?;
        let (up, down) = (by(&|a, b| a.precedes(b)), by(&|a, b| b.precedes(a)));
        let mut v = b.upload(&x)?;
        v.segments_mut(&o).sort()?;
        all_same("keys", &v.to_vec()?, &keys(&up));
        let (mut v, mut to) = (b.upload(&x)?, b.upload(&places)?);
        let mut wide = b.upload(&places.iter().map(|&i| [u64::from(i); 3]).collect::<Vec<_>>())?;
        v.segments_mut(&o).sort_by_with(Greater, &mut to)?;
        all_same("keys in descending order", &v.to_vec()?, &keys(&down));
        all_same("their values", &to.to_vec()?, &down);
        v = b.upload(&x)?;
        to = b.upload(&places)?;
        v.segments_mut(&o).sort_with((&mut wide, &mut to))?;
        all_same("keys with columns", &v.to_vec()?, &keys(&up));
        all_same("their columns", &to.to_vec()?, &up);
        all_same("their wide column", &wide.to_vec()?, &up.iter().map(|&i| [u64::from(i); 3]).collect::<Vec<_>>());
    }
    Ok(())
}

// Sanitized: kernels, host
pub(crate) fn every_key<B: Backend>(b: &B) -> Result<()> {
    check::<B, u8>(b, |bits| bits)?;
    check::<B, f32>(b, |bits| bits)?;
    check::<B, u64>(b, |bits| (bits % 1000) << 13)
}

// Sanitized: kernels
pub(crate) fn structures<B: Backend>(b: &B) -> Result<()> {
    check::<B, Grain>(b, |bits| (bits >> 56) << 56)?;
    check::<B, Stamped>(b, |bits| bits)
}

/// New vectors, rows, parts that aren't aligned, computed keys, and offsets of other types.
// Sanitized: kernels
pub(crate) fn fused<B: Backend>(b: &B) -> Result<()> {
    for (len, row) in [(0, 3), (7, 100), (5000, 1), (20_011, 64), (30_021, 10_000)] {
        let x: Vec<i16> = data(len as u64, len + 1);
        let (mut v, mut out) = (b.upload(&x)?, b.filled(7i16, len + 1)?);
        let want: Vec<i16> = x[1..].chunks(row).flat_map(|row| oracle::sort(row, |a, b| a > b)).collect();
        v.slice(1..)?.iter().map(op!(|v: i16| !v)).segments_of(row).sort().collect_into(out.slice_mut(1..)?)?;
        let complement = |v: &i16| !v;
        all_same("into", &out.to_vec()?[1..], &want.iter().map(complement).collect::<Vec<_>>());
        let got = v.slice(1..)?.iter().map(op!(|v: i16| Reverse(v))).segments_of(row).sort().collect()?;
        all_same("reversed", &got.iter().map(op!(|v: Reverse<i16>| v.0)).collect()?.to_vec()?, &want);
        let order = v.slice(1..)?.iter().segments_of(row).argsort().collect()?.to_vec()?;
        let order_of = |row: &[i16]| {
            let mut order: Vec<usize> = (0..row.len()).collect();
            order.sort_by_key(|&i| row[i]);
            order
        };
        let want_order: Vec<usize> = x[1..].chunks(row).flat_map(order_of).collect();
        all_same("positions", &order, &want_order);
        let mut order = b.filled(7usize, want_order.len())?;
        v.slice(1..)?.iter().segments_of(row).argsort().collect_into(&mut order)?;
        all_same("positions into", &order.to_vec()?, &want_order);
        v.slice_mut(1..)?.segments_of_mut(row).sort_by_key(op!(|v: i16| Reverse(v % 5)))?;
        let want = x[1..].chunks(row).flat_map(|row| oracle::sort(row, |a, b| a % 5 > b % 5));
        all_same("by projection", &v.to_vec()?, &x[..1].iter().copied().chain(want).collect::<Vec<_>>());
    }
    let mut x = b.upload(&[5u32, 4, 3, 2, 1, 0])?;
    x.segments_mut(b.range(0u8..4).map(op!(|i: u8| 2 * i as i64))).sort_by(Less)?;
    assert_eq!(x.to_vec()?, [4, 5, 2, 3, 0, 1]);
    Ok(())
}

/// The first items of each segment, their positions, and their offsets.
pub(crate) fn first_items<B: Backend>(b: &B) -> Result<()> {
    for offsets in covering(16) {
        let len = offsets[offsets.len() - 1] as usize;
        let x: Vec<f32> = (0..len as u64).map(|i| (mix(i) % 100) as f32 - 50.0).collect();
        let (v, o) = (b.upload(&x)?, b.upload(&offsets)?);
        for k in [0, 1, 40, usize::MAX] {
            let (mut positions, mut ends) = (Vec::new(), vec![0]);
            for ends_of in offsets.windows(2) {
                let mut order: Vec<usize> = (ends_of[0] as usize..ends_of[1] as usize).collect();
                order.sort_by(|&i, &j| x[j].total_cmp(&x[i]));
                positions.extend(order.into_iter().take(k));
                ends.push(positions.len());
            }
            let want: Vec<f32> = positions.iter().map(|&i| x[i]).collect();
            let (items, offsets) = v.iter().segments(&o).top_k(k).collect()?;
            all_same("largest", &items.to_vec()?, &want);
            assert_eq!(offsets.to_vec()?, ends);
            // A target has room for the most that there may be.
            let most = k.saturating_mul(ends.len() - 1).min(len);
            let (mut at, mut offsets) = (b.filled(7, most)?, b.filled(7, ends.len())?);
            let negative = v.iter().map(op!(|v: f32| -v));
            let count = negative.clone().segments(&o).bottom_k_positions(k).collect_into((&mut at, &mut offsets))?;
            assert_eq!((count, offsets.to_vec()?), (want.len(), ends.clone()));
            // Whole items by a key, in columns.
            let byte = op!(|v: f32| (v, v as i8));
            let ((whole, bytes), by_key) =
                v.iter().map(byte).segments(&o).top_k_by_key(k, op!(|v: f32, _b: i8| v)).collect()?;
            all_same("largest by key", &whole.to_vec()?, &want);
            all_same("their columns", &bytes.to_vec()?, &want.iter().map(|v| *v as i8).collect::<Vec<_>>());
            assert_eq!((by_key.to_vec()?, offsets.to_vec()?), (ends.clone(), ends));
            let mut written = (b.filled(7.0, len + 1)?, b.filled(7u8, len + 1)?);
            let (targets, by_bits) = ((&mut written.0, &mut written.1), op!(|(v, _): (f32, u8)| -v));
            let rows = v.iter().map(op!(|v: f32| (v, v as u8))).segments(&o);
            assert_eq!(rows.bottom_k_by_key(k, by_bits).collect_into((targets, &mut offsets))?, want.len());
            all_same("written", &written.0.to_vec()?, &[&want[..], &vec![7.0; len + 1 - want.len()]].concat());
            positions.resize(most, 7);
            assert_eq!(at.to_vec()?, positions);
        }
    }
    let x = b.upload(&[3u8, 1, 2])?;
    let (mut few, mut ends) = (b.filled(0u8, 1)?, b.filled(0, 2)?);
    let error =
        x.iter().segments_of(3).top_k(2).collect_into((&mut few, &mut ends)).expect_err("the target is too short");
    assert_eq!(*error.kind(), ErrorKind::TargetTooShort { what: "collect_into", most: 2, len: 1 });
    let error = x.iter().segments_of(3).bottom_k(1).collect_into((&mut few, &mut b.filled(0, 1)?));
    let short = ErrorKind::TargetTooShort { what: "collect_into", most: 2, len: 1 };
    assert_eq!(*error.expect_err("the target of the offsets is too short").kind(), short);
    let by_key = x.iter().segments_of(3).top_k_by_key(2, op!(|v: u8| v)).collect_into((&mut few, &mut ends));
    assert_eq!(*by_key.expect_err("the target is too short").kind(), short);
    assert_eq!((few.to_vec()?, ends.to_vec()?), (vec![0], vec![0, 0]), "nothing was written");
    out_of_range(b, x.iter().segments(&b.upload(&[0, 4])?).top_k(1).collect(), "segments", 4, 3);
    out_of_range(
        b,
        b.range(0..0).segments(b.range(0..2)).top_k(1).collect().and_then(|(_, ends)| ends.to_vec()),
        "segments",
        1,
        0,
    );
    Ok(())
}

/// Offsets that are negative, too large, in no order, or leave items out; and too few values.
// Sanitized: kernels, host
pub(crate) fn wrong_offsets<B: Backend>(b: &B) -> Result<()> {
    let items = [5.0f32, 4.0, 3.0, 2.0, 1.0];
    let sort = |offsets: &[i32]| -> Result<Vec<f32>> {
        let (mut x, o) = (b.upload(&items)?, b.upload(offsets)?);
        let result = x.segments_mut(&o).sort().and_then(|()| x.to_vec());
        if result.is_err() {
            x.recover()?;
            all_same("nothing has changed", &x.to_vec()?, &items);
        }
        result
    };
    out_of_range(b, sort(&[0, 6]), "segments", 6, 5);
    out_of_range(b, sort(&[-1, 5]), "segments", -1, 5);
    out_of_range(b, sort(&[]), "segments", 0, 0);
    for (offsets, covered) in [(vec![0, 2, 4], 4), (vec![1, 5], 4), (vec![3, 3], 0), (vec![0], 0)] {
        lengths_differ(sort(&offsets), "segments", covered, 5);
    }
    let error = sort(&[0, 3, 2, 5]).expect_err("a range is reversed");
    assert_eq!(*error.kind(), ErrorKind::ReversedRange { what: "segments", start: 3, end: 2 });
    let mut x = b.upload(&items)?;
    lengths_differ(x.segments_of_mut(2).sort_with(&mut b.filled(0u8, 4)?), "sort_with", 5, 4);
    lengths_differ(x.iter().segments_of(2).sort().collect_into(&mut b.filled(0.0, 4)?), "collect_into", 5, 4);
    assert!(b.range(0..0).segments(b.range(1..2)).sort().collect()?.is_empty(), "the offset bounds no segment");
    lengths_differ(sort(&[9]), "segments", 0, 5);
    let n = 20_000;
    for round in 0..6 {
        let (below, len) = ([n as u64, 300][round as usize % 2], [10, 1000, 20_000][round as usize / 2]);
        let offsets: Vec<i64> = (0..len).map(|i| (mix(i ^ round << 20) % below) as i64).collect();
        let result = b.range(0..n).rev().segments(&b.upload(&offsets)?).sort().collect();
        let error = result.and_then(|x| x.to_vec()).expect_err("offsets are in no order");
        let found = matches!(error.kind(), ErrorKind::ReversedRange { .. } | ErrorKind::LengthMismatch { .. });
        assert!(found, "{error}");
        let halves = b.range(0..n).rev().segments_of(n as usize / 2).sort().collect()?;
        assert_eq!(halves.slice(n as usize / 2 - 1..)?.to_vec()?[..2], [n - 1, 0]);
    }
    Ok(())
}

pub(crate) fn device_mismatch<B: Backend>(b: &B) -> Result<()> {
    let (far, far_offsets) = (elsewhere::<u32>(), elsewhere::<u32>());
    let (mut x, o) = (b.upload(&[1u32, 2, 3])?, b.upload(&[0u32, 3])?);
    refused(b, b.range(0..3usize).map(op!(|i: usize| far[i])).segments(&o).sort().collect().map(drop));
    refused(b, x.segments_mut(b.range(0..2usize).map(op!(|i: usize| far_offsets[i]))).sort());
    Ok(())
}

pub(crate) fn panics<B: Backend>(b: &B) -> Result<()> {
    let mut x = b.range(0u32..30_011).collect()?;
    let line = line!();
    let bad = op!(|v: u32| if v == 30_000 { panic!("item") } else { v });
    let bad_offset = op!(|i: u32| if i == 20 { panic!("offset") } else { 30_011 * i / 30 });
    panicked(b, x.iter().map(bad).segments_of(1000).sort().collect(), "item", line + 1);
    panicked(b, x.iter().segments(b.range(0..31).map(bad_offset)).sort().collect(), "offset", line + 2);
    panicked(b, x.segments_of_mut(1000).sort_by_key(bad).and_then(|()| x.to_vec()), "item", line + 1);
    Ok(())
}

pub(crate) fn large<B: Backend>(b: &B) -> Result<()> {
    let len = many(b);
    let x: Vec<u32> = data(5, len);
    for below in [30, 20_000, 1_000_000] {
        let mut offsets = vec![0];
        while offsets[offsets.len() - 1] < len as u32 {
            let i = offsets.len() as u64;
            offsets.push((offsets[i as usize - 1] + (mix(i) % below) as u32).min(len as u32));
        }
        let mut want = x.clone();
        for ends in offsets.windows(2) {
            want[ends[0] as usize..ends[1] as usize].sort();
        }
        let (mut v, mut order) = (b.upload(&x)?, b.range(0..len).collect()?);
        v.segments_mut(&b.upload(&offsets)?).sort_with(&mut order)?;
        all_same("keys", &v.to_vec()?, &want);
        let gathered = b.upload(&x)?.iter().permute(&order).collect()?;
        all_same("by position", &gathered.to_vec()?, &want);
        assert_eq!(parts(&x, &offsets).len(), offsets.len() - 1);
    }
    Ok(())
}

/// A segment of more than 2^32 items between others.
pub(crate) fn large_past_32_bits<B: Backend>(b: &B) -> Result<()> {
    let n = past_32_bits(b);
    let mut x = b.range(0..n).map(op!(|i: usize| (i % 251) as u8)).collect()?;
    x.segments_mut(&b.upload(&[0, 5, 5, n - 3, n])?).sort_by(Greater)?;
    assert_eq!(x.slice(..7)?.to_vec()?, [4, 3, 2, 1, 0, 250, 250]);
    let last: Vec<u8> = (n - 3..n).map(|i| (i % 251) as u8).rev().collect();
    assert_eq!(x.slice(n - 3..)?.to_vec()?, last);
    assert!(x.slice(5..n - 3)?.iter().is_sorted_by(op!(|a: u8, b: u8| b < a))?);
    Ok(())
}
