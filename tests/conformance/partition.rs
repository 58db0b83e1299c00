use half::bf16;
use onrush::Result;
use onrush::prelude::*;

use onrush_test_support::compare::all_same;
use onrush_test_support::inputs::{Grain, data, few_lengths, lengths, many, mix, property};
use onrush_test_support::oracle;

// Sanitized: host
pub(crate) fn by_value<B: Backend>(b: &B) -> Result<()> {
    for len in lengths(4) {
        let x: Vec<i32> = data(len as u64, len);
        let v = b.upload(&x)?;
        for cut in [i32::MIN, -1_000_000_000, 0, 1 << 30, i32::MAX] {
            let (low, high) = v.iter().partition(op!(|v: i32| v < cut)).collect()?;
            let want = oracle::partition(&x, |v| v < cut);
            all_same("below", &low.to_vec()?, &want.0);
            all_same("the others", &high.to_vec()?, &want.1);
        }
    }
    Ok(())
}

/// Alternating and clustered predicates, for elements of 1, 2, 12 and 16 bytes, and in columns.
// Sanitized: kernels
pub(crate) fn by_position<B: Backend>(b: &B) -> Result<()> {
    for len in few_lengths(2) {
        for period in [1u64, 2, 33, 5000] {
            let holds = |i: usize| mix(i as u64 / period) & 1 == 1;
            let flags: Vec<bool> = (0..len).map(holds).collect();
            let flags = b.upload(&flags)?;
            let flag = flags.view();
            let (bytes, halves): (Vec<u8>, Vec<bf16>) = (data(1, len), data(2, len));
            let (grains, wide): (Vec<Grain>, Vec<[u64; 2]>) = (data(3, len), data(4, len));
            let (vb, vh, vg, vw) = (b.upload(&bytes)?, b.upload(&halves)?, b.upload(&grains)?, b.upload(&wide)?);
            let all = zip((b.range(0..len), &vb, &vh, &vg, &vw));
            let (yes, no) = all.partition(op!(|item: (usize, u8, bf16, Grain, [u64; 2])| flag[item.0])).collect()?;
            for (part, expected) in [(yes, true), (no, false)] {
                let at: Vec<usize> = (0..len).filter(|&i| holds(i) == expected).collect();
                all_same("positions", &part.0.to_vec()?, &at);
                all_same("bytes", &part.1.to_vec()?, &at.iter().map(|&i| bytes[i]).collect::<Vec<_>>());
                all_same("halves", &part.2.to_vec()?, &at.iter().map(|&i| halves[i]).collect::<Vec<_>>());
                all_same("grains", &part.3.to_vec()?, &at.iter().map(|&i| grains[i]).collect::<Vec<_>>());
                all_same("wide", &part.4.to_vec()?, &at.iter().map(|&i| wide[i]).collect::<Vec<_>>());
            }
        }
    }
    Ok(())
}

// Sanitized: kernels
pub(crate) fn fused<B: Backend>(b: &B) -> Result<()> {
    let shift = 3u64;
    let squares = b.range(0..10_007u64).map(op!(|i: u64| i * i + shift));
    let (even, odd) = squares.partition(op!(|v: u64| v % 2 == 0)).collect()?;
    let want: Vec<u64> = (0..10_007).map(|i| i * i + 3).collect();
    let want = oracle::partition(&want, |v| v % 2 == 0);
    all_same("even", &even.to_vec()?, &want.0);
    all_same("odd", &odd.to_vec()?, &want.1);
    Ok(())
}

// Sanitized: kernels, host
pub(crate) fn into_vectors_that_exist<B: Backend>(b: &B) -> Result<()> {
    for len in few_lengths(4) {
        let x: Vec<f32> = data(1, len);
        let v = b.upload(&x)?;
        let (mut low, mut high) = (b.filled(9.0f32, len + 3)?, b.filled(9.0f32, len)?);
        let count = v.iter().partition(op!(|v: f32| v < 0.1)).collect_into((low.slice_mut(3..)?, &mut high))?;
        let (yes, no) = oracle::partition(&x, |v| v < 0.1);
        let nines = |n: usize| std::iter::repeat_n(9.0, n);
        all_same(
            "below",
            &low.to_vec()?,
            &nines(3).chain(yes.iter().copied()).chain(nines(no.len())).collect::<Vec<_>>(),
        );
        all_same("the others", &high.to_vec()?, &no.iter().copied().chain(nines(yes.len())).collect::<Vec<_>>());
        assert_eq!(count, yes.len());
    }
    Ok(())
}

pub(crate) fn large<B: Backend>(b: &B) -> Result<()> {
    let x: Vec<f32> = data(1, many(b));
    let (low, high) = b.upload(&x)?.iter().partition(op!(|v: f32| v < 0.1)).collect()?;
    let want = oracle::partition(&x, |v| v < 0.1);
    all_same("below", &low.to_vec()?, &want.0);
    all_same("the others", &high.to_vec()?, &want.1);
    let x: Vec<u64> = data(2, many(b) / 8);
    let (odd, even) = b.upload(&x)?.iter().skip(1).partition(op!(|v: u64| v % 2 == 1)).collect()?;
    let want = oracle::partition(&x[1..], |v| v % 2 == 1);
    all_same("odd", &odd.to_vec()?, &want.0);
    all_same("even", &even.to_vec()?, &want.1);
    Ok(())
}

pub(crate) fn random<B: Backend>(b: &B) -> Result<()> {
    property(100, 500, |(x, mask): (Vec<u8>, u8)| {
        let (yes, no) = b.upload(&x).unwrap().iter().partition(op!(|v: u8| v & mask == 0)).collect().unwrap();
        let want = oracle::partition(&x, |v| v & mask == 0);
        all_same("those", &yes.to_vec().unwrap(), &want.0);
        all_same("the others", &no.to_vec().unwrap(), &want.1);
    });
    Ok(())
}
