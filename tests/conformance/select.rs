use half::f16;
use onrush::Result;
use onrush::prelude::*;

use onrush_test_support::compare::{all_same, same};
use onrush_test_support::inputs::{Grain, Sample, Stamped, data, few_lengths, lengths, many, mix, property, run_keys};
use onrush_test_support::oracle;

// Sanitized: host
pub(crate) fn every_element<B: Backend>(b: &B) -> Result<()> {
    fn check<B: Backend, T: Sample>(b: &B) -> Result<()> {
        for len in lengths(size_of::<T>()) {
            let x: Vec<T> = data(len as u64, len);
            let v = b.upload(&x)?;
            // Predicates by position: none, all, a sixteenth, half, one at the end, the first half.
            let rules: [fn(usize, usize) -> bool; 6] = [
                |_, _| false,
                |_, _| true,
                |i, _| i % 16 == 3,
                |i, _| mix(i as u64) >> 63 == 0,
                |i, len| i + 1 == len,
                |i, len| i < len / 2,
            ];
            for (r, rule) in rules.into_iter().enumerate() {
                let flags: Vec<bool> = (0..len).map(|i| rule(i, len)).collect();
                let flags_on_device = b.upload(&flags)?;
                let flag = flags_on_device.view();
                let (positions, kept) = v.iter().enumerate().filter(op!(|(i, _): (usize, T)| flag[i])).collect()?;
                let want: Vec<_> = (0..len).filter(|&i| flags[i]).collect();
                all_same(&format!("positions by rule {r}"), &positions.to_vec()?, &want);
                all_same("items", &kept.to_vec()?, &want.iter().map(|&i| x[i]).collect::<Vec<_>>());
            }
        }
        Ok(())
    }
    check::<B, bool>(b)?;
    check::<B, u8>(b)?;
    check::<B, f16>(b)?;
    check::<B, f32>(b)?;
    check::<B, u64>(b)?;
    check::<B, [u64; 2]>(b)?;
    check::<B, Grain>(b)?;
    check::<B, Stamped>(b)
}

// Sanitized: kernels
pub(crate) fn fused<B: Backend>(b: &B) -> Result<()> {
    for len in lengths(4) {
        let x: Vec<i32> = data(len as u64, len);
        let v = b.upload(&x)?;
        let got = v
            .iter()
            .map(op!(|v: i32| v >> 3))
            .filter(op!(|v: i32| v % 2 == 0))
            .map(op!(|v: i32| v / 2))
            .filter(op!(|v: i32| v > 0))
            .collect()?;
        let want: Vec<_> = x.iter().map(|v| v >> 3).filter(|v| v % 2 == 0).map(|v| v / 2).filter(|v| *v > 0).collect();
        all_same("map, filter, map, filter", &got.to_vec()?, &want);
        let kept = v.iter().filter(op!(|v: i32| v > 0));
        same("their number", kept.count()?, x.iter().filter(|v| **v > 0).count());
        let got = v.iter().filter(op!(|v: i32| v < 0)).collect()?;
        all_same("filter", &got.to_vec()?, &oracle::partition(&x, |v| v < 0).0);
    }
    Ok(())
}

// Sanitized: kernels, host
pub(crate) fn dedup<B: Backend>(b: &B) -> Result<()> {
    for len in lengths(4) {
        let mut want = run_keys(len as u64, len);
        let v = b.upload(&want)?;
        let tens = v.iter().dedup_by(op!(|a: u32, b: u32| a / 10 == b / 10)).collect()?.to_vec()?;
        want.dedup();
        all_same("dedup", &v.iter().dedup().collect()?.to_vec()?, &want);
        want.dedup_by_key(|k| *k / 10);
        all_same("by tens", &tens, &want);
    }
    let zeros = b.upload(&[0.0f32, 0.0, -0.0, f32::NAN, f32::NAN, 1.0])?;
    all_same("by bits", &zeros.iter().dedup().collect()?.to_vec()?, &[0.0, -0.0, f32::NAN, 1.0]);
    Ok(())
}

/// The result has the number of kept items as its length, and can be written and used in further chains.
pub(crate) fn the_result_is_a_vector_as_any_other<B: Backend>(b: &B) -> Result<()> {
    for len in few_lengths(4) {
        let mut kept = b.range(0..len as u32).filter(op!(|i: u32| i % 3 == 1)).collect()?;
        kept.iter_mut().for_each(op!(|v: &mut u32| *v += 1))?;
        kept.sort()?;
        let again = kept.iter().rev().collect()?;
        let want: Vec<u32> = (0..len as u32).filter(|i| i % 3 == 1).map(|i| i + 1).rev().collect();
        all_same("reversed", &again.to_vec()?, &want);
    }
    Ok(())
}

/// Writes into targets that are as long as needed, and into longer ones; the items behind the result stay.
// Sanitized: kernels, host
pub(crate) fn into_vectors_that_exist<B: Backend>(b: &B) -> Result<()> {
    for len in few_lengths(4) {
        let (x, old): (Vec<u32>, Vec<u32>) = (data(1, len), data(2, len + 5));
        let v = b.upload(&x)?;
        for spare in [0, 5] {
            let check = |what: &str, target: DeviceVec<u32, B>, count: usize, want: Vec<u32>| -> Result<()> {
                same(what, count, want.len());
                let all: Vec<_> = want.iter().chain(&old[want.len()..len + spare]).copied().collect();
                all_same(what, &target.to_vec()?, &all);
                Ok(())
            };
            let target = || b.upload(&old[..len + spare]);
            let mut out = target()?;
            let count = v.iter().filter(op!(|v: u32| v % 3 == 0)).collect_into(&mut out)?;
            check("filter", out, count, oracle::partition(&x, |v| v % 3 == 0).0)?;
            let mut out = target()?;
            let count = v.iter().map(op!(|v: u32| v / (1 << 29))).dedup().collect_into(&mut out)?;
            let mut want: Vec<_> = x.iter().map(|v| v / (1 << 29)).collect();
            want.dedup();
            check("dedup", out, count, want)?;
            let mut out = target()?;
            v.iter().rev().collect_into(out.slice_mut(..len)?)?;
            check("all", out, len, x.iter().rev().copied().collect())?;
            let (mut left, mut right) = (target()?, b.filled(0u8, len + spare)?);
            let odd = v.iter().map(op!(|v: u32| (v, v as u8))).filter(op!(|p: (u32, u8)| p.0 % 2 == 1));
            let count = odd.collect_into((&mut left, &mut right))?;
            let want = oracle::partition(&x, |v| v % 2 == 1).0;
            all_same("columns", &right.slice(..count)?.to_vec()?, &want.iter().map(|v| *v as u8).collect::<Vec<_>>());
            check("columns", left, count, want)?;
        }
    }
    let mut short = b.filled(7u32, 2)?;
    let error = b.range(0u32..3).filter(op!(|v: u32| v > 1)).collect_into(&mut short).expect_err("a short target");
    let message = "collect_into: the target has room for 2 items, and there may be 3, in the call at";
    assert!(error.to_string().starts_with(message), "{error}");
    all_same("untouched", &short.to_vec()?, &[7, 7]);
    Ok(())
}

pub(crate) fn large<B: Backend>(b: &B) -> Result<()> {
    let x: Vec<f32> = data(1, many(b));
    let got = b.upload(&x)?.iter().filter(op!(|v: f32| v > 0.01)).collect()?;
    all_same("a million", &got.to_vec()?, &oracle::partition(&x, |v| v > 0.01).0);
    let x: Vec<u64> = data(2, many(b) / 8);
    let (v, odd) = (b.upload(&x)?, op!(|v: u64| v % 2 == 1));
    all_same("words", &v.iter().filter(odd).collect()?.to_vec()?, &oracle::partition(&x, |v| v % 2 == 1).0);
    let got = v.iter().skip(1).filter(odd).collect()?;
    all_same("unaligned words", &got.to_vec()?, &oracle::partition(&x[1..], |v| v % 2 == 1).0);
    let pairs: Vec<[u64; 2]> = x.chunks_exact(2).map(|c| [c[0], c[1]]).collect();
    let got = b.upload(&pairs)?.iter().filter(op!(|v: [u64; 2]| v[1] % 2 == 1)).collect()?;
    all_same("pairs", &got.to_vec()?, &oracle::partition(&pairs, |v| v[1] % 2 == 1).0);
    Ok(())
}

pub(crate) fn random<B: Backend>(b: &B) -> Result<()> {
    property(100, 500, |(x, mask): (Vec<u8>, u8)| {
        let got = b.upload(&x).unwrap().iter().filter(op!(|v: u8| v & mask == 0)).collect().unwrap();
        all_same("kept", &got.to_vec().unwrap(), &oracle::partition(&x, |v| v & mask == 0).0);
    });
    Ok(())
}
