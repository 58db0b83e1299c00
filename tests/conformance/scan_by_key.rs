use half::bf16;
use onrush::Result;
use onrush::operator::Number;
use onrush::prelude::*;

use onrush_test_support::compare::{all_same, same};
use onrush_test_support::inputs::{
    Sample, affine, bicyclic, brackets, contractions, data, few_lengths, lengths, many, past_32_bits, property,
    run_keys, short_runs_but, size,
};
use onrush_test_support::oracle::heads;
use onrush_test_support::{contract, oracle};

fn same_key(a: u32, b: u32) -> bool {
    a == b
}

// Sanitized: kernels, host
pub(crate) fn integers<B: Backend>(b: &B) -> Result<()> {
    for len in lengths(4) {
        for keys in [run_keys(len as u64, len), vec![7; len], (0..len as u32).collect()] {
            let x: Vec<u32> = data(len as u64, len);
            let (k, v) = (b.upload(&keys)?, b.upload(&x)?);
            let want = oracle::scan_by_key(&keys, &x, None, same_key, u32::wrapping_add);
            all_same("inclusive", &scan_by_key_inclusive(&k, &v, Sum).collect()?.to_vec()?, &want);
            let want = oracle::scan_by_key(&keys, &x, Some(9), same_key, u32::wrapping_add);
            all_same("exclusive", &scan_by_key_exclusive(&k, &v, 9, Sum).collect()?.to_vec()?, &want);
        }
    }
    Ok(())
}

pub(crate) fn floats<B: Backend>(b: &B) -> Result<()> {
    fn check<B: Backend, T: Sample + Number>(b: &B) -> Result<()> {
        for len in lengths(size::<T>()) {
            let (keys, x): (_, Vec<T>) = (run_keys(len as u64, len), data(len as u64, len));
            let (k, v, init) = (b.upload(&keys)?, b.upload(&x)?, T::sample(9));
            let heads = heads(&keys, same_key);
            let want = contract::scan_by_key_inclusive(&heads, &x, size::<T>(), T::plus);
            all_same("inclusive", &scan_by_key_inclusive(&k, &v, Sum).collect()?.to_vec()?, &want);
            let want = contract::scan_by_key_exclusive(&heads, &x, init, size::<T>(), T::plus);
            all_same("exclusive", &scan_by_key_exclusive(&k, &v, init, Sum).collect()?.to_vec()?, &want);
        }
        Ok(())
    }
    check::<B, bf16>(b)?;
    check::<B, f32>(b)?;
    check::<B, f64>(b)
}

/// One run of keys among short ones is folded in other brackets than by a plain loop if it goes beyond the next run of slots.
// Sanitized: host
pub(crate) fn a_long_run_among_short_ones<B: Backend>(b: &B) -> Result<()> {
    let (run, tile) = (contract::run(8), contract::tile(8));
    for start in [0, 5, run - 1, run, 9 * run, tile - run - 1, tile - 1, tile, tile + 3, 2 * tile + run] {
        for long in [run, run + 1, run + 2, 2 * run, 2 * run + 1, 3 * run, 40 * run] {
            let len = start + long + tile / 2;
            let (keys, x): (_, Vec<f64>) = (short_runs_but(start..start + long, len), data(1, len));
            let (k, v, heads) = (b.upload(&keys)?, b.upload(&x)?, heads(&keys, same_key));
            let want = contract::scan_by_key_inclusive(&heads, &x, 8, |a, b| a + b);
            all_same("inclusive", &scan_by_key_inclusive(&k, &v, Sum).collect()?.to_vec()?, &want);
            let want = contract::scan_by_key_exclusive(&heads, &x, 0.1, 8, |a, b| a + b);
            all_same("exclusive", &scan_by_key_exclusive(&k, &v, 0.1, Sum).collect()?.to_vec()?, &want);
        }
    }
    Ok(())
}

pub(crate) fn custom_operators_keep_the_order<B: Backend>(b: &B) -> Result<()> {
    for len in lengths(8) {
        let (keys, x) = (run_keys(len as u64, len), brackets(len as u64, len));
        let product = op!(|a: [u32; 2], b: [u32; 2]| bicyclic(a, b));
        let (k, v) = (b.upload(&keys)?, b.upload(&x)?);
        let want = oracle::scan_by_key(&keys, &x, None, same_key, bicyclic);
        all_same("inclusive", &scan_by_key_inclusive(&k, &v, product).collect()?.to_vec()?, &want);
        let want = oracle::scan_by_key(&keys, &x, Some([2, 3]), same_key, bicyclic);
        all_same("exclusive", &scan_by_key_exclusive(&k, &v, [2, 3], product).collect()?.to_vec()?, &want);
    }
    for len in few_lengths(8) {
        let (keys, x) = (run_keys(len as u64, len), contractions(len as u64, len));
        let compose = op!(|f: [f32; 2], g: [f32; 2]| affine(f, g));
        let got = scan_by_key_inclusive(&b.upload(&keys)?, &b.upload(&x)?, compose).collect()?;
        let want = contract::scan_by_key_inclusive(&heads(&keys, same_key), &x, 8, affine);
        all_same("affine maps", &got.to_vec()?, &want);
    }
    Ok(())
}

// Sanitized: kernels
pub(crate) fn fused<B: Backend>(b: &B) -> Result<()> {
    for len in few_lengths(4) {
        let rows = b.range(0..len).map(op!(|i: usize| i / 100));
        let rank = scan_by_key_exclusive(rows, b.constant(1u32, len), 0, Sum).collect()?;
        all_same("columns", &rank.to_vec()?, &(0..len).map(|i| i as u32 % 100).collect::<Vec<_>>());
    }
    Ok(())
}

/// `equal` compares a key with its neighbour, not with the run's first key.
// Sanitized: kernels, host
pub(crate) fn by_a_relation_and_into_vectors_that_exist<B: Backend>(b: &B) -> Result<()> {
    for len in few_lengths(4) {
        let keys: Vec<u32> = run_keys(9, len).iter().zip(0..).map(|(k, i)| k * 100_000 + i).collect();
        let x: Vec<u32> = data(1, len);
        let (k, v) = (b.upload(&keys)?, b.upload(&x)?);
        let close = op!(|a: u32, b: u32| b - a < 2);
        let near = |a: u32, b: u32| b - a < 2;
        let want = |init| oracle::scan_by_key(&keys, &x, init, near, u32::wrapping_add);
        all_same("inclusive", &scan_by_key_inclusive_with(&k, &v, close, Sum).collect()?.to_vec()?, &want(None));
        all_same("exclusive", &scan_by_key_exclusive_with(&k, &v, close, 9, Sum).collect()?.to_vec()?, &want(Some(9)));
        let mut out = b.filled(7u32, len + 2)?;
        let mut check =
            |what: &str, run: &dyn Fn(&mut DeviceVec<u32, B>) -> Result<()>, want: Vec<u32>| -> Result<()> {
                run(&mut out)?;
                all_same(what, &out.to_vec()?, &[&[7], &want[..], &[7]].concat());
                Ok(())
            };
        let inner = 1..1 + len;
        let part = || inner.clone();
        check(
            "into",
            &|out| scan_by_key_inclusive_with(&k, &v, close, Sum).collect_into(out.slice_mut(part())?),
            want(None),
        )?;
        check(
            "into",
            &|out| scan_by_key_exclusive_with(&k, &v, close, 9, Sum).collect_into(out.slice_mut(part())?),
            want(Some(9)),
        )?;
        let want = |init| oracle::scan_by_key(&keys, &x, init, same_key, u32::wrapping_add);
        check("by keys", &|out| scan_by_key_inclusive(&k, &v, Sum).collect_into(out.slice_mut(part())?), want(None))?;
        check(
            "by keys",
            &|out| scan_by_key_exclusive(&k, &v, 9, Sum).collect_into(out.slice_mut(part())?),
            want(Some(9)),
        )?;
    }
    Ok(())
}

pub(crate) fn large<B: Backend>(b: &B) -> Result<()> {
    let (keys, x): (_, Vec<f32>) = (run_keys(1, many(b)), data(2, many(b)));
    let got = scan_by_key_inclusive(&b.upload(&keys)?, &b.upload(&x)?, Sum).collect()?;
    let want = contract::scan_by_key_inclusive(&heads(&keys, same_key), &x, 4, |a, b| a + b);
    all_same("sums", &got.to_vec()?, &want);
    Ok(())
}

pub(crate) fn large_past_32_bits<B: Backend>(b: &B) -> Result<()> {
    let n = past_32_bits(b);
    let keys = b.range(0..n as u64).map(op!(|i: u64| (i / 100) as u32));
    let ranks = scan_by_key_inclusive(keys, b.constant(1u8, n), Sum).collect()?;
    let wrong = op!(|(i, rank): (usize, u8)| (i % 100 + 1) as u8 != rank);
    same("the first wrong rank", ranks.iter().enumerate().position(wrong)?, None);
    Ok(())
}

pub(crate) fn random<B: Backend>(b: &B) -> Result<()> {
    property(100, 500, |(x, init): (Vec<(bool, u8)>, u8)| {
        let (keys, values): (Vec<bool>, Vec<u8>) = x.into_iter().unzip();
        let (k, v) = (b.upload(&keys).unwrap(), b.upload(&values).unwrap());
        let got = scan_by_key_exclusive(&k, &v, init, Sum).collect().unwrap().to_vec().unwrap();
        all_same("sums", &got, &oracle::scan_by_key(&keys, &values, Some(init), |a, b| a == b, u8::wrapping_add));
    });
    Ok(())
}
