use half::f16;
use onrush::Result;
use onrush::operator::Number;
use onrush::prelude::*;

use onrush_test_support::compare::all_same;
use onrush_test_support::inputs::{
    Grain, Sample, affine, bicyclic, brackets, contractions, data, few_lengths, lengths, many, property, run_keys,
    short_runs_but, size,
};
use onrush_test_support::{contract, oracle};

fn same_key(a: u32, b: u32) -> bool {
    a == b
}

// Sanitized: host
pub(crate) fn integers<B: Backend>(b: &B) -> Result<()> {
    for len in lengths(4) {
        // Runs of all lengths, a single run, and runs of one key each.
        for keys in [run_keys(len as u64, len), vec![7; len], (0..len as u32).collect()] {
            let x: Vec<u32> = data(len as u64, len);
            let (k, v) = reduce_by_key(&b.upload(&keys)?, &b.upload(&x)?, Sum).collect()?;
            let want = oracle::reduce_by_key(&keys, &x, same_key, u32::wrapping_add);
            all_same("keys", &k.to_vec()?, &want.0);
            all_same("sums", &v.to_vec()?, &want.1);
        }
    }
    Ok(())
}

pub(crate) fn floats<B: Backend>(b: &B) -> Result<()> {
    fn check<B: Backend, T: Sample + Number>(b: &B) -> Result<()> {
        for len in lengths(size::<T>()) {
            let (keys, x): (_, Vec<T>) = (run_keys(len as u64, len), data(len as u64, len));
            let (k, v) = reduce_by_key(&b.upload(&keys)?, &b.upload(&x)?, Sum).collect()?;
            let want = contract::reduce_by_key(&keys, &x, size::<T>(), same_key, T::plus);
            all_same("keys", &k.to_vec()?, &want.0);
            all_same("sums", &v.to_vec()?, &want.1);
        }
        Ok(())
    }
    check::<B, f16>(b)?;
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
            let (k, v) = reduce_by_key(&b.upload(&keys)?, &b.upload(&x)?, Sum).collect()?;
            let want = contract::reduce_by_key(&keys, &x, 8, same_key, |a, b| a + b);
            all_same("keys", &k.to_vec()?, &want.0);
            all_same("sums", &v.to_vec()?, &want.1);
        }
    }
    Ok(())
}

pub(crate) fn custom_operators_keep_the_order<B: Backend>(b: &B) -> Result<()> {
    for len in lengths(8) {
        let (keys, x) = (run_keys(len as u64, len), brackets(len as u64, len));
        let product = op!(|a: [u32; 2], b: [u32; 2]| bicyclic(a, b));
        let (k, v) = reduce_by_key(&b.upload(&keys)?, &b.upload(&x)?, product).collect()?;
        let want = oracle::reduce_by_key(&keys, &x, same_key, bicyclic);
        all_same("keys", &k.to_vec()?, &want.0);
        all_same("brackets", &v.to_vec()?, &want.1);
    }
    for len in few_lengths(8) {
        let (keys, x) = (run_keys(len as u64, len), contractions(len as u64, len));
        let compose = op!(|f: [f32; 2], g: [f32; 2]| affine(f, g));
        let (_, v) = reduce_by_key(&b.upload(&keys)?, &b.upload(&x)?, compose).collect()?;
        let want = contract::reduce_by_key(&keys, &x, 8, same_key, affine);
        all_same("affine maps", &v.to_vec()?, &want.1);
    }
    Ok(())
}

/// `equal` compares a key with its neighbour, not with the run's first key: 1 2 3 … is one run of neighbours that differ by
/// one.
// Sanitized: kernels, host
pub(crate) fn by_a_relation<B: Backend>(b: &B) -> Result<()> {
    for len in few_lengths(4) {
        let keys: Vec<u32> = run_keys(9, len).iter().zip(0..).map(|(k, i)| k * 100_000 + i).collect();
        let near = |a: u32, b: u32| b - a < 2;
        let x: Vec<u64> = data(1, len);
        let close = op!(|a: u32, b: u32| b - a < 2);
        let (k, v) = reduce_by_key_with(&b.upload(&keys)?, &b.upload(&x)?, close, Max).collect()?;
        let want = oracle::reduce_by_key(&keys, &x, near, u64::max);
        all_same("keys", &k.to_vec()?, &want.0);
        all_same("maxima", &v.to_vec()?, &want.1);
    }
    Ok(())
}

/// Keys of a struct type and values in columns, both computed by the chain.
// Sanitized: kernels
pub(crate) fn fused<B: Backend>(b: &B) -> Result<()> {
    for len in few_lengths(12) {
        let mut grains: Vec<Grain> = data(1, len);
        grains.sort_by_key(|g| g.kind);
        let keys = b.upload(&grains)?;
        let kinds = keys.iter().map(op!(|g: Grain| g.kind));
        let values = keys.iter().map(op!(|g: Grain| (g.size as f64, 1u32)));
        let add = op!(|a: (f64, u32), b: (f64, u32)| (a.0 + b.0, a.1 + b.1));
        let (kind, (total, count)) = reduce_by_key(kinds, values, add).collect()?;
        let pairs: Vec<_> = grains.iter().map(|g| (g.size as f64, 1u32)).collect();
        let kinds: Vec<_> = grains.iter().map(|g| g.kind).collect();
        let add = |a: (f64, u32), b: (f64, u32)| (a.0 + b.0, a.1 + b.1);
        let want = contract::reduce_by_key(&kinds, &pairs, size::<(f64, u32)>(), |a, b| a == b, add);
        all_same("kinds", &kind.to_vec()?, &want.0);
        all_same("totals", &total.to_vec()?, &want.1.iter().map(|p| p.0).collect::<Vec<_>>());
        all_same("counts", &count.to_vec()?, &want.1.iter().map(|p| p.1).collect::<Vec<_>>());
    }
    Ok(())
}

/// Keys are equal if their bits are.
pub(crate) fn zeros_of_two_signs_are_two_keys<B: Backend>(b: &B) -> Result<()> {
    let keys = b.upload(&[0.0f32, -0.0, -0.0, f32::NAN, f32::NAN])?;
    let (k, n) = reduce_by_key(&keys, b.constant(1u8, 5), Sum).collect()?;
    all_same("keys", &k.to_vec()?, &[0.0, -0.0, f32::NAN]);
    all_same("counts", &n.to_vec()?, &[1, 2, 2]);
    Ok(())
}

// Sanitized: kernels, host
pub(crate) fn into_vectors_that_exist<B: Backend>(b: &B) -> Result<()> {
    for len in few_lengths(4) {
        let (keys, x): (_, Vec<u32>) = (run_keys(len as u64, len), data(1, len));
        let (k, v) = (b.upload(&keys)?, b.upload(&x)?);
        let want = oracle::reduce_by_key(&keys, &x, same_key, u32::wrapping_add);
        let rest = vec![9; len - want.0.len()];
        let (mut out_keys, mut sums) = (b.filled(9u32, len)?, b.filled(9u32, len + 2)?);
        let runs = reduce_by_key(&k, &v, Sum).collect_into((&mut out_keys, sums.slice_mut(2..)?))?;
        assert_eq!(runs, want.0.len());
        all_same("keys", &out_keys.to_vec()?, &[&want.0[..], &rest].concat());
        all_same("sums", &sums.to_vec()?, &[&[9, 9], &want.1[..], &rest].concat());
        let near = |a: u32, b: u32| b / 4 == a / 4;
        let close = op!(|a: u32, b: u32| b / 4 == a / 4);
        let want = oracle::reduce_by_key(&keys, &x, near, u32::wrapping_add);
        let runs = reduce_by_key_with(&k, &v, close, Sum).collect_into((&mut out_keys, sums.slice_mut(..len)?))?;
        all_same("keys by a relation", &out_keys.slice(..runs)?.to_vec()?, &want.0);
        all_same("sums by a relation", &sums.slice(..runs)?.to_vec()?, &want.1);
    }
    Ok(())
}

/// The values alone, for keys of several types.
// Sanitized: kernels, host
pub(crate) fn without_keys<B: Backend>(b: &B) -> Result<()> {
    for len in few_lengths(4) {
        let (keys, x): (_, Vec<f32>) = (run_keys(len as u64, len), data(1, len));
        let (k, v) = (b.upload(&keys)?, b.upload(&x)?);
        let want = contract::reduce_by_key(&keys, &x, 4, same_key, |a, b| a + b).1;
        all_same("sums", &reduce_by_key(&k, &v, Sum).values().collect()?.to_vec()?, &want);
        let mut out = b.filled(9.0f32, len + 1)?;
        let runs = reduce_by_key(k.iter().map(op!(|k: u32| [k, 7])), &v, Sum).values().collect_into(&mut out)?;
        all_same("into", &out.slice(..runs)?.to_vec()?, &want);
        all_same("the rest", &out.slice(runs..)?.to_vec()?, &vec![9.0; len + 1 - runs]);
        let close = op!(|a: (u32, u32), b: (u32, u32)| b.0 / 4 == a.0 / 4);
        let pairs = || k.iter().zip(&k);
        let want = contract::reduce_by_key(&keys, &x, 4, |a, b| b / 4 == a / 4, |a, b| a + b).1;
        all_same("by a relation", &reduce_by_key_with(pairs(), &v, close, Sum).values().collect()?.to_vec()?, &want);
        let runs = reduce_by_key_with(pairs(), &v, close, Sum).values().collect_into(&mut out)?;
        all_same("by a relation, into", &out.slice(..runs)?.to_vec()?, &want);
    }
    Ok(())
}

pub(crate) fn large<B: Backend>(b: &B) -> Result<()> {
    let (keys, x): (_, Vec<f32>) = (run_keys(1, many(b)), data(2, many(b)));
    let (k, v) = reduce_by_key(&b.upload(&keys)?, &b.upload(&x)?, Sum).collect()?;
    let want = contract::reduce_by_key(&keys, &x, 4, same_key, |a, b| a + b);
    all_same("keys", &k.to_vec()?, &want.0);
    all_same("sums", &v.to_vec()?, &want.1);
    Ok(())
}

pub(crate) fn random<B: Backend>(b: &B) -> Result<()> {
    property(100, 500, |x: Vec<(bool, u8)>| {
        let (keys, values): (Vec<bool>, Vec<u8>) = x.into_iter().unzip();
        let (k, v) = reduce_by_key(&b.upload(&keys).unwrap(), &b.upload(&values).unwrap(), BitXor).collect().unwrap();
        let want = oracle::reduce_by_key(&keys, &values, |a, b| a == b, |a, b| a ^ b);
        all_same("keys", &k.to_vec().unwrap(), &want.0);
        all_same("values", &v.to_vec().unwrap(), &want.1);
    });
    Ok(())
}
