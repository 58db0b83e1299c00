use half::{bf16, f16};
use onrush::operator::Number;
use onrush::prelude::*;
use onrush::{Position, Result};

use onrush_test_support::compare::all_same;
use onrush_test_support::inputs::{
    Grain, Sample, affine, bicyclic, brackets, contractions, data, few_lengths, lengths, many, matrix, property, size,
};
use onrush_test_support::refusals::{elsewhere, lengths_differ, refused};
use onrush_test_support::{contract, oracle};

// Sanitized: host
pub(crate) fn integers<B: Backend>(b: &B) -> Result<()> {
    fn check<B: Backend, T: Sample + Number>(b: &B) -> Result<()> {
        for len in lengths(size_of::<T>()) {
            let x: Vec<T> = data(len as u64, len);
            let (v, init) = (b.upload(&x)?, T::sample(9));
            let max = |a, b| if b > a { b } else { a };
            all_same("sums", &v.iter().scan_inclusive(Sum).collect()?.to_vec()?, &oracle::scan_inclusive(&x, T::plus));
            let want = oracle::scan_exclusive(&x, init, T::plus);
            all_same("sums before", &v.iter().scan_exclusive(init, Sum).collect()?.to_vec()?, &want);
            all_same("maxima", &v.iter().scan_inclusive(Max).collect()?.to_vec()?, &oracle::scan_inclusive(&x, max));
            let want = oracle::scan_exclusive(&x, init, max);
            all_same("maxima before", &v.iter().scan_exclusive(init, Max).collect()?.to_vec()?, &want);
        }
        Ok(())
    }
    check::<B, u8>(b)?;
    check::<B, i16>(b)?;
    check::<B, u32>(b)?;
    check::<B, i64>(b)
}

pub(crate) fn floats<B: Backend>(b: &B) -> Result<()> {
    fn check<B: Backend, T: Sample + Number>(b: &B) -> Result<()> {
        let size = size::<T>();
        for len in lengths(size) {
            let x: Vec<T> = data(len as u64, len);
            let (v, init) = (b.upload(&x)?, T::sample(9));
            let want = contract::scan_inclusive(&x, size, T::plus);
            all_same("sums", &v.iter().scan_inclusive(Sum).collect()?.to_vec()?, &want);
            let want = contract::scan_exclusive(&x, init, size, T::plus);
            all_same("sums before", &v.iter().scan_exclusive(init, Sum).collect()?.to_vec()?, &want);
        }
        Ok(())
    }
    check::<B, f16>(b)?;
    check::<B, bf16>(b)?;
    check::<B, f32>(b)?;
    check::<B, f64>(b)
}

pub(crate) fn custom_operators_keep_the_order<B: Backend>(b: &B) -> Result<()> {
    let product = op!(|a: [u32; 2], b: [u32; 2]| bicyclic(a, b));
    for len in lengths(8) {
        let x = brackets(len as u64, len);
        let v = b.upload(&x)?;
        all_same(
            "brackets",
            &v.iter().scan_inclusive(product).collect()?.to_vec()?,
            &oracle::scan_inclusive(&x, bicyclic),
        );
        let want = oracle::scan_exclusive(&x, [2, 7], bicyclic);
        all_same("brackets before", &v.iter().scan_exclusive([2, 7], product).collect()?.to_vec()?, &want);
    }
    let product = op!(|a: [u32; 4], b: [u32; 4]| matrix(a, b));
    for len in few_lengths(16) {
        let x: Vec<[u32; 4]> = data(len as u64, len);
        let got = b.upload(&x)?.iter().scan_inclusive(product).collect()?.to_vec()?;
        all_same("matrices", &got, &oracle::scan_inclusive(&x, matrix));
    }
    Ok(())
}

pub(crate) fn custom_float_operators_keep_the_brackets<B: Backend>(b: &B) -> Result<()> {
    let compose = op!(|f: [f32; 2], g: [f32; 2]| affine(f, g));
    for len in lengths(8) {
        let x = contractions(len as u64, len);
        let v = b.upload(&x)?;
        let want = contract::scan_inclusive(&x, 8, affine);
        all_same("inclusive", &v.iter().scan_inclusive(compose).collect()?.to_vec()?, &want);
        let init = [0.5, 0.25];
        let want = contract::scan_exclusive(&x, init, 8, affine);
        all_same("exclusive", &v.iter().scan_exclusive(init, compose).collect()?.to_vec()?, &want);
        // Declaring the operator commutative affects reductions only, because a scan keeps its order.
        let want = contract::scan_inclusive(&x, 8, affine);
        all_same("declared", &v.iter().scan_inclusive(commutative(compose)).collect()?.to_vec()?, &want);
    }
    Ok(())
}

// Sanitized: kernels, host
pub(crate) fn structures<B: Backend>(b: &B) -> Result<()> {
    let later = |a: Grain, b: Grain| Grain { kind: a.kind ^ b.kind, size: a.size + b.size, cell: b.cell };
    for len in few_lengths(size::<Grain>()) {
        let x: Vec<Grain> = data(len as u64, len);
        let join = op!(|a: Grain, b: Grain| Grain { kind: a.kind ^ b.kind, size: a.size + b.size, cell: b.cell });
        let got = b.upload(&x)?.iter().scan_inclusive(join).collect()?.to_vec()?;
        all_same("grains", &got, &contract::scan_inclusive(&x, size::<Grain>(), later));
    }
    Ok(())
}

// Sanitized: kernels, host
pub(crate) fn tuples_into_columns<B: Backend>(b: &B) -> Result<()> {
    type T = (u8, f32, u8);
    let join = op!(|a: (u8, f32, u8), b: (u8, f32, u8)| (a.0 ^ b.0, a.1 + b.1, b.2));
    for len in few_lengths(12) {
        let (x, y): (Vec<f32>, Vec<u8>) = (data(1, len), data(2, len));
        let items: Vec<T> = x.iter().zip(&y).map(|(&x, &y)| (y, x, y)).collect();
        let (x, y) = (b.upload(&x)?, b.upload(&y)?);
        let (p, q, r) = zip((&y, &x, &y)).scan_inclusive(join).collect()?;
        let got: Vec<T> =
            p.to_vec()?.into_iter().zip(q.to_vec()?).zip(r.to_vec()?).map(|((p, q), r)| (p, q, r)).collect();
        let want = contract::scan_inclusive(&items, 12, |a, b| (a.0 ^ b.0, a.1 + b.1, b.2));
        all_same("tuples", &got, &want);
    }
    Ok(())
}

pub(crate) fn into_vectors_that_exist<B: Backend>(b: &B) -> Result<()> {
    for len in few_lengths(4) {
        let x: Vec<f32> = data(3, len);
        let v = b.upload(&x)?;
        let mut out = b.filled(-1.0f32, len + 2)?;
        v.iter().scan_inclusive(Sum).collect_into(out.slice_mut(1..len + 1)?)?;
        let mut want = contract::scan_inclusive(&x, 4, |a, b| a + b);
        want.insert(0, -1.0);
        want.push(-1.0);
        all_same("into a part", &out.to_vec()?, &want);
        let mut out = b.filled(0.0f32, len)?;
        v.iter().scan_exclusive(0.5, Sum).collect_into(&mut out)?;
        all_same("into all", &out.to_vec()?, &contract::scan_exclusive(&x, 0.5, 4, |a, b| a + b));
    }
    Ok(())
}

// Sanitized: kernels
pub(crate) fn fused<B: Backend>(b: &B) -> Result<()> {
    for len in few_lengths(8) {
        let x: Vec<u32> = data(4, len);
        let v = b.upload(&x)?;
        let scale = 3u64;
        let chain = v.iter().rev().enumerate().map(op!(|(i, v): (usize, u32)| i as u64 ^ scale.wrapping_mul(v as u64)));
        let items: Vec<u64> = x.iter().rev().enumerate().map(|(i, &v)| i as u64 ^ (3 * v as u64)).collect();
        let want = oracle::scan_inclusive(&items, u64::wrapping_add);
        all_same("sums", &chain.scan_inclusive(Sum).collect()?.to_vec()?, &want);
    }
    Ok(())
}

pub(crate) fn large<B: Backend>(b: &B) -> Result<()> {
    let x: Vec<f32> = data(1, many(b));
    let got = b.upload(&x)?.iter().scan_inclusive(Sum).collect()?.to_vec()?;
    all_same("sums", &got, &contract::scan_inclusive(&x, 4, |a, b| a + b));
    let x = contractions(2, many(b));
    let compose = op!(|f: [f32; 2], g: [f32; 2]| affine(f, g));
    let got = b.upload(&x)?.iter().scan_exclusive([1.0, 0.0], compose).collect()?.to_vec()?;
    all_same("affine maps", &got, &contract::scan_exclusive(&x, [1.0, 0.0], 8, affine));
    Ok(())
}

pub(crate) fn random<B: Backend>(b: &B) -> Result<()> {
    property(100, 300, |(x, init): (Vec<u16>, u16)| {
        let v = b.upload(&x).unwrap();
        let got = v.iter().scan_exclusive(init, Sum).collect().unwrap().to_vec().unwrap();
        all_same("sums", &got, &oracle::scan_exclusive(&x, init, u16::wrapping_add));
    });
    Ok(())
}

/// Offsets of lengths of every kind, to those of every kind.
// Sanitized: kernels, host
pub(crate) fn offsets_of_lengths<B: Backend>(b: &B) -> Result<()> {
    fn check<B: Backend, L: Element + Position, P: Element + Position + PartialEq>(b: &B, lengths: &[L]) -> Result<()> {
        let mut want = vec![P::from_index(0)];
        for length in lengths {
            want.push(P::from_index(want[want.len() - 1].index() + length.index()));
        }
        let lengths = b.upload(lengths)?;
        assert!(lengths.iter().offsets::<P>().collect()?.to_vec()? == want);
        let mut there = b.filled(P::from_index(1), want.len())?;
        lengths.iter().offsets().collect_into(&mut there)?;
        assert!(there.to_vec()? == want);
        Ok(())
    }
    for len in few_lengths(4) {
        let bytes: Vec<u8> = data(1, len);
        check::<B, u8, u32>(b, &bytes)?;
        check::<B, u8, u64>(b, &bytes)?;
        let shorts: Vec<i16> = bytes.iter().map(|v| (v % 7).into()).collect();
        check::<B, i16, i32>(b, &shorts)?;
        check::<B, i16, usize>(b, &shorts)?;
        let wide: Vec<u64> = bytes.iter().map(|v| (v / 64).into()).collect();
        check::<B, u64, u32>(b, &wide)?;
    }
    // The largest sum of a type, and one more.
    let lengths = b.upload(&[100u32, 0, 154])?;
    assert_eq!(lengths.iter().offsets::<u8>().collect()?.to_vec()?, [0, 100, 100, 254]);
    let failure = "a length is negative, or the sum of the lengths is too large for an offset";
    let fails = |failed: Result<DeviceVec<u8, B>>| {
        let error = failed.and_then(|offsets| offsets.to_vec()).expect_err("no such offsets");
        assert!(error.to_string().contains(failure), "{error}");
        assert_eq!(error.call().map(|at| at.file), Some(file!().to_owned()));
    };
    fails(lengths.iter().map(op!(|v: u32| v + 1)).offsets::<u8>().collect());
    fails(b.constant(1u64 << 63, 3).offsets::<u8>().collect());
    fails(b.upload(&[3i8, -1, 2])?.iter().offsets::<u8>().collect());
    lengths_differ(lengths.iter().offsets().collect_into(&mut b.filled(9u32, 3)?), "collect_into", 4, 3);
    refused(b, b.elements(elsewhere::<u32>()).offsets::<u32>().collect().map(drop));
    Ok(())
}
