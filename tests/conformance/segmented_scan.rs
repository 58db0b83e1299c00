use half::f16;
use onrush::operator::Number;
use onrush::prelude::*;
use onrush::{ErrorKind, Result};

use onrush_test_support::compare::all_same;
use onrush_test_support::inputs::{Sample, affine, contractions, data, many, mix, past_32_bits, size};
use onrush_test_support::refusals::{elsewhere, lengths_differ, out_of_range, panicked, refused};
use onrush_test_support::segments::{kinds, offsets, parts};
use onrush_test_support::{contract, oracle};

/// Offsets of several kinds, which cover all items: those of all segments' reductions, and as many segments as a window can have of
/// those that are too long for its lanes.
fn covering(size: usize) -> impl Iterator<Item = (usize, Vec<u32>)> {
    let most = (9001, offsets(9001, std::iter::repeat(257)));
    kinds(size).into_iter().chain([most]).map(|(_, offsets)| {
        let offsets: Vec<u32> = offsets.iter().map(|offset| offset - 3).collect();
        (offsets[offsets.len() - 1] as usize, offsets)
    })
}

// Sanitized: kernels, host
pub(crate) fn integers<B: Backend>(b: &B) -> Result<()> {
    for (len, offsets) in covering(4) {
        let x: Vec<u32> = data(len as u64, len);
        let (v, o) = (b.upload(&x)?, b.upload(&offsets)?);
        let each = |scan: &dyn Fn(&[u32]) -> Vec<u32>| -> Vec<u32> {
            parts(&x, &offsets).into_iter().flat_map(scan).collect()
        };
        let want = each(&|part| oracle::scan_inclusive(part, u32::wrapping_add));
        all_same("inclusive", &v.iter().segments(&o).scan_inclusive(Sum).collect()?.to_vec()?, &want);
        let want = each(&|part| oracle::scan_exclusive(part, 7, u32::max));
        all_same("exclusive", &v.iter().segments(&o).scan_exclusive(7, Max).collect()?.to_vec()?, &want);
        let mut out = v.try_clone()?;
        out.segments_mut(&o).scan_exclusive(7, Max)?;
        all_same("exclusive, in place", &out.to_vec()?, &want);
    }
    Ok(())
}

/// Each segment's prefixes have the bits of the contract, and of the same scan of that part alone.
// Sanitized: kernels
pub(crate) fn floats<B: Backend>(b: &B) -> Result<()> {
    fn check<B: Backend, T: Sample + Number>(b: &B) -> Result<()> {
        for (len, offsets) in covering(size::<T>()) {
            let x: Vec<T> = data(len as u64, len);
            let (v, o) = (b.upload(&x)?, b.upload(&offsets)?);
            let got = v.iter().segments(&o).scan_inclusive(Sum).collect()?;
            let all = parts(&x, &offsets);
            let inclusive = |part: &&[T]| contract::scan_inclusive(part, size::<T>(), T::plus);
            all_same("inclusive", &got.to_vec()?, &all.iter().flat_map(inclusive).collect::<Vec<_>>());
            if let [.., from, to] = offsets[..] {
                let part = from as usize..to as usize;
                let alone = v.slice(part.clone())?.iter().scan_inclusive(Sum).collect()?;
                all_same("alone", &got.slice(part)?.to_vec()?, &alone.to_vec()?);
            }
            let mut out = v.try_clone()?;
            out.segments_mut(&o).scan_inclusive(Sum)?;
            all_same("in place", &out.to_vec()?, &got.to_vec()?);
            let got = v.iter().segments(&o).scan_exclusive(T::one(), Sum).collect()?.to_vec()?;
            let exclusive = |part: &&[T]| contract::scan_exclusive(part, T::one(), size::<T>(), T::plus);
            all_same("exclusive", &got, &all.iter().flat_map(exclusive).collect::<Vec<_>>());
        }
        Ok(())
    }
    check::<B, f16>(b)?;
    check::<B, f32>(b)?;
    check::<B, f64>(b)
}

/// Operators that don't commute, computed items, columns, large items, rows, and targets that aren't aligned.
// Sanitized: kernels
pub(crate) fn fused<B: Backend>(b: &B) -> Result<()> {
    for (len, offsets) in covering(8) {
        let x = contractions(len as u64, len);
        let compose = op!(|f: [f32; 2], g: [f32; 2]| affine(f, g));
        let got = b.upload(&x)?.iter().segments(&b.upload(&offsets)?).scan_exclusive([0.5, 0.25], compose).collect()?;
        let of = |part: &&[[f32; 2]]| contract::scan_exclusive(part, [0.5, 0.25], 8, affine);
        all_same("contractions", &got.to_vec()?, &parts(&x, &offsets).iter().flat_map(of).collect::<Vec<_>>());
    }
    for (len, row) in [(0, 3), (7, 100), (10_007, 1), (10_007, 64), (50_021, 20_000)] {
        let x: Vec<u32> = data(len as u64, len + 1);
        let (v, mut out) = (b.upload(&x)?, b.filled(7u32, len + 1)?);
        v.slice(1..)?.iter().segments_of(row).scan_inclusive(Sum).collect_into(out.slice_mut(1..)?)?;
        let want = x[1..].chunks(row).flat_map(|row| oracle::scan_inclusive(row, u32::wrapping_add));
        let mut rows = v.try_clone()?;
        rows.slice_mut(1..)?.segments_of_mut(row).scan_inclusive(Sum)?;
        all_same("rows in place", &rows.to_vec()?[1..], &out.to_vec()?[1..]);
        all_same("rows", &out.to_vec()?, &[7].into_iter().chain(want).collect::<Vec<_>>());
    }
    let add = op!(|a: (u32, u64), b: (u32, u64)| (a.0.wrapping_add(b.0), a.1.wrapping_add(b.1)));
    let (left, right) =
        b.constant(1u32, 7007).zip(b.constant(2u64, 7007)).segments_of(2000).scan_inclusive(add).collect()?;
    all_same("left", &left.to_vec()?, &(0..7007u32).map(|i| i % 2000 + 1).collect::<Vec<_>>());
    all_same("right", &right.to_vec()?, &(0..7007u64).map(|i| 2 * (i % 2000 + 1)).collect::<Vec<_>>());
    let large = b.range(0u32..1501).map(op!(|i: u32| [i; 30]));
    let x: Vec<[u32; 30]> = (0..3001).map(|i| [mix(i) as u32; 30]).collect();
    let later = op!(|a: [u32; 30], b: [u32; 30]| if a[0] % 3 == 0 { a } else { b });
    let v = b.upload(&x)?;
    let mut out = v.try_clone()?;
    out.segments_of_mut(700).scan_inclusive(later)?;
    all_same(
        "large ones in place",
        &out.to_vec()?,
        &v.iter().segments_of(700).scan_inclusive(later).collect()?.to_vec()?,
    );
    let last =
        large.segments_of(700).scan_exclusive([1; 30], op!(|_: [u32; 30], b: [u32; 30]| b)).collect()?.to_vec()?;
    let want: Vec<_> = (0..1501u32).map(|i| [if i % 700 == 0 { 1 } else { i - 1 }; 30]).collect();
    assert_eq!(last, want);
    Ok(())
}

/// Offsets that are negative, too large, in no order, or leave items out.
// Sanitized: kernels, host
pub(crate) fn wrong_offsets<B: Backend>(b: &B) -> Result<()> {
    let x = b.filled(1.0f32, 5)?;
    let scan = |offsets: &[i32]| x.iter().segments(&b.upload(offsets)?).scan_inclusive(Sum).collect();
    out_of_range(b, scan(&[0, 6]), "segments", 6, 5);
    out_of_range(b, scan(&[-1, 5]), "segments", -1, 5);
    out_of_range(b, scan(&[]), "segments", 0, 0);
    for (offsets, covered) in [(vec![0, 2, 4], 4), (vec![1, 5], 4), (vec![3, 3], 0), (vec![0], 0)] {
        lengths_differ(scan(&offsets).and_then(|sums| sums.to_vec()), "segments", covered, 5);
    }
    let error = scan(&[0, 3, 2, 5]).and_then(|sums| sums.to_vec()).expect_err("a range is reversed");
    assert_eq!(*error.kind(), ErrorKind::ReversedRange { what: "segments", start: 3, end: 2 });
    lengths_differ(
        x.iter().segments_of(2).scan_inclusive(Sum).collect_into(&mut b.filled(0.0, 4)?),
        "collect_into",
        5,
        4,
    );
    let n = 40_000;
    let x = b.filled(1.0f32, n)?;
    for round in 0..6 {
        let (below, len) = ([n as u64, 300][round as usize % 2], [10, 1000, 20_000][round as usize / 2]);
        let offsets: Vec<i64> = (0..len).map(|i| (mix(i ^ round << 20) % below) as i64).collect();
        let result = x.iter().segments(&b.upload(&offsets)?).scan_exclusive(0.0, Sum).collect();
        let error = result.and_then(|sums| sums.to_vec()).expect_err("offsets are in no order");
        let found = matches!(error.kind(), ErrorKind::ReversedRange { .. } | ErrorKind::LengthMismatch { .. });
        assert!(found, "{error}");
        let mut y = x.try_clone()?;
        let result = y.segments_mut(&b.upload(&offsets)?).scan_inclusive(Sum);
        result.and_then(|()| y.to_vec()).expect_err("offsets are in no order, in place");
        let counts = x.iter().segments_of(n / 2).scan_inclusive(Sum).collect()?.to_vec()?;
        all_same("the next call", &counts[n - 1..], &[n as f32 / 2.0]);
    }
    Ok(())
}

pub(crate) fn device_mismatch<B: Backend>(b: &B) -> Result<()> {
    let (far, far_offsets) = (elsewhere::<u32>(), elsewhere::<u32>());
    let (x, o) = (b.upload(&[1u32, 2, 3])?, b.upload(&[0u32, 3])?);
    refused(b, b.range(0..3usize).map(op!(|i: usize| far[i])).segments(&o).scan_inclusive(Sum).collect().map(drop));
    refused(
        b,
        x.iter()
            .segments(b.range(0..2usize).map(op!(|i: usize| far_offsets[i])))
            .scan_inclusive(Sum)
            .collect()
            .map(drop),
    );
    refused(b, x.iter().segments(&o).scan_exclusive(0, op!(|a: u32, b: u32| a + b + far[0])).collect().map(drop));
    Ok(())
}

pub(crate) fn panics<B: Backend>(b: &B) -> Result<()> {
    let (x, mut out) = (b.range(0u32..30_011).collect()?, b.filled(0u32, 30_011)?);
    let line = line!();
    let bad = op!(|v: u32| if v == 30_000 { panic!("item") } else { v });
    let bad_join = op!(|a: u32, b: u32| if b == 20_001 { panic!("join") } else { a ^ b });
    let bad_offset = op!(|i: u32| if i == 20 { panic!("offset") } else { 30_011 * i / 30 });
    panicked(b, x.iter().map(bad).segments_of(1000).scan_inclusive(Sum).collect(), "item", line + 1);
    panicked(b, x.iter().segments_of(20_000).scan_exclusive(0, bad_join).collect_into(&mut out), "join", line + 2);
    panicked(b, x.iter().segments(b.range(0..31).map(bad_offset)).scan_inclusive(Sum).collect(), "offset", line + 3);
    Ok(())
}

pub(crate) fn large<B: Backend>(b: &B) -> Result<()> {
    let len = many(b);
    let x: Vec<f32> = data(5, len);
    let v = b.upload(&x)?;
    for below in [30, 20_000, 1_000_000] {
        let mut offsets = offsets(len, (0..).map(|i| (mix(i) % below) as usize));
        offsets[0] = 0;
        let got = v.iter().segments(&b.upload(&offsets)?).scan_inclusive(Sum).collect()?.to_vec()?;
        let of = |part: &&[f32]| contract::scan_inclusive(part, 4, |a, b| a + b);
        all_same("prefixes", &got, &parts(&x, &offsets).iter().flat_map(of).collect::<Vec<_>>());
    }
    Ok(())
}

/// A segment of more than 2^32 items between others.
pub(crate) fn large_past_32_bits<B: Backend>(b: &B) -> Result<()> {
    let n = past_32_bits(b);
    let counts = b.constant(1u64, n).segments(&b.upload(&[0, 5, 5, n - 3, n])?).scan_inclusive(Sum).collect()?;
    all_same("the first", &counts.slice(..6)?.to_vec()?, &[1, 2, 3, 4, 5, 1]);
    all_same("the last", &counts.slice(n - 5..)?.to_vec()?, &[n as u64 - 9, n as u64 - 8, 1, 2, 3]);
    Ok(())
}
