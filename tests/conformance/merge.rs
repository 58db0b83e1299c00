use half::f16;
use onrush::Result;
use onrush::prelude::*;

use onrush_test_support::compare::all_same;
use onrush_test_support::inputs::{data, few_lengths, many, property, sorted};
use onrush_test_support::oracle;

// Sanitized: host
pub(crate) fn keys<B: Backend>(b: &B) -> Result<()> {
    for left in few_lengths(4) {
        for right in few_lengths(4) {
            for distinct in [1, 100, u64::MAX] {
                let (x, y) = (sorted(1, left, distinct), sorted(2, right, distinct));
                let got = merge(&b.upload(&x)?, &b.upload(&y)?).collect()?;
                all_same("merged", &got.to_vec()?, &oracle::merge(&x, &y, |a, b| a < b));
            }
        }
    }
    Ok(())
}

pub(crate) fn by_ordering<B: Backend>(b: &B) -> Result<()> {
    for (left, right) in [(0, 5), (1009, 33), (5003, 20_011)] {
        let down = |mut x: Vec<f32>| {
            x.sort_by(|a, b| b.total_cmp(a));
            x
        };
        let (x, y) = (down(data(1, left)), down(data(2, right)));
        let got = merge_by(&b.upload(&x)?, &b.upload(&y)?, op!(|a: f32, b: f32| b.total_cmp(&a))).collect()?;
        let want = oracle::merge(&x, &y, |a, b| b.total_cmp(&a).is_lt());
        all_same("merged", &got.to_vec()?, &want);
        all_same("by Greater", &merge_by(&b.upload(&x)?, &b.upload(&y)?, Greater).collect()?.to_vec()?, &want);
    }
    Ok(())
}

/// The comparator sees only the keys; the second column names the input.
// Sanitized: kernels
pub(crate) fn of_equal_items_the_left_come_first<B: Backend>(b: &B) -> Result<()> {
    for left in few_lengths(8) {
        for right in [0, 1, 40, 5003, 20_011] {
            let (x, y) = (sorted(3, left, 9), sorted(4, right, 9));
            let at = |x: &[u32], from: u32| x.iter().zip(from..).map(|(&k, i)| (8 - k, i)).collect::<Vec<_>>();
            let pair = |x: &[(u32, u32)]| -> (Vec<u32>, Vec<u32>) { x.iter().copied().unzip() };
            let (x, y) = (at(&x, 0), at(&y, 1 << 20));
            let ((xk, xi), (yk, yi)) = (pair(&x), pair(&y));
            let (xk, xi, yk, yi) = (b.upload(&xk)?, b.upload(&xi)?, b.upload(&yk)?, b.upload(&yi)?);
            let down = op!(|a: (u32, u32), b: (u32, u32)| a.0 > b.0);
            let (k, i) = merge_by(xk.iter().zip(&xi), yk.iter().zip(&yi), down).collect()?;
            let got: Vec<_> = k.to_vec()?.into_iter().zip(i.to_vec()?).collect();
            all_same("merged", &got, &oracle::merge(&x, &y, |a, b| a.0 > b.0));
        }
    }
    Ok(())
}

// Sanitized: kernels
pub(crate) fn one_side_before_the_other<B: Backend>(b: &B) -> Result<()> {
    let (low, high) = (|| b.range(0u64..5003), || b.range(5003u64..100_003));
    let want: Vec<u64> = (0..100_003).collect();
    all_same("in order", &merge(low(), high()).collect()?.to_vec()?, &want);
    all_same("the other way round", &merge(high(), low()).collect()?.to_vec()?, &want);
    Ok(())
}

pub(crate) fn floats_in_total_order<B: Backend>(b: &B) -> Result<()> {
    let (mut x, mut y): (Vec<f16>, Vec<f16>) = (data(1, 1009), data(2, 3001));
    x.extend([f16::NAN, f16::NEG_ZERO, f16::INFINITY]);
    y.extend([-f16::NAN, f16::ZERO, f16::NEG_INFINITY]);
    x.sort_by(f16::total_cmp);
    y.sort_by(f16::total_cmp);
    let got = merge(&b.upload(&x)?, &b.upload(&y)?).collect()?;
    all_same("merged", &got.to_vec()?, &oracle::merge(&x, &y, |a, b| a.total_cmp(&b).is_lt()));
    Ok(())
}

// Sanitized: kernels
pub(crate) fn into_vectors_that_exist<B: Backend>(b: &B) -> Result<()> {
    for (left, right) in [(0, 0), (0, 5), (1009, 33), (5003, 20_011)] {
        let (x, y) = (sorted(1, left, 100), sorted(2, right, 100));
        let (vx, vy) = (b.upload(&x)?, b.upload(&y)?);
        let mut out = b.filled(7u32, left + right + 2)?;
        merge(&vx, &vy).collect_into(out.slice_mut(1..1 + left + right)?)?;
        let want = [vec![7], oracle::merge(&x, &y, |a, b| a < b), vec![7]].concat();
        all_same("merged", &out.to_vec()?, &want);
        let down = op!(|a: u32, b: u32| a > b);
        let mut out = b.filled(7u32, left + right)?;
        merge_by(vx.iter().rev(), vy.iter().rev(), down).collect_into(&mut out)?;
        all_same("downwards", &out.to_vec()?, &want[1..1 + left + right].iter().rev().copied().collect::<Vec<_>>());
    }
    Ok(())
}

/// Values of two columns along with keys, in order and in reverse; of equal keys the left ones come first.
// Sanitized: kernels
pub(crate) fn by_key<B: Backend>(b: &B) -> Result<()> {
    for (left, right) in [(0, 5), (1009, 33), (5003, 20_011)] {
        let (x, y) = (sorted(1, left, 100), sorted(2, right, 100));
        let pairs = |keys: &[u32], side: u16| keys.iter().map(|k| (*k, side)).zip(0u64..).collect::<Vec<_>>();
        let want = oracle::merge(&pairs(&x, 0), &pairs(&y, 1), |a, b| a.0.0 < b.0.0);
        let (vx, vy) = (b.upload(&x)?, b.upload(&y)?);
        let values = |side: u16, len: usize| b.constant(side, len).zip(b.range(0..len as u64));
        let (keys, (sides, numbers)) = merge_by_key(&vx, values(0, left), &vy, values(1, right)).collect()?;
        all_same("keys", &keys.to_vec()?, &want.iter().map(|row| row.0.0).collect::<Vec<_>>());
        all_same("sides", &sides.to_vec()?, &want.iter().map(|row| row.0.1).collect::<Vec<_>>());
        all_same("numbers", &numbers.to_vec()?, &want.iter().map(|row| row.1).collect::<Vec<_>>());
        let (mut out, mut from) = (b.filled(7u32, left + right)?, b.filled(7u16, left + right)?);
        let (up, down) = ((vy.iter().rev(), vx.iter().rev()), op!(|a: u32, b: u32| b.cmp(&a)));
        merge_by_key_with(up.0, b.constant(1, right), up.1, b.constant(0, left), down)
            .collect_into((&mut out, &mut from))?;
        all_same("keys in reverse", &out.to_vec()?, &want.iter().rev().map(|row| row.0.0).collect::<Vec<_>>());
        all_same("sides in reverse", &from.to_vec()?, &want.iter().rev().map(|row| row.0.1).collect::<Vec<_>>());
        assert!(merge_by_key(&vx, b.constant(0u8, left + 1), &vy, b.constant(0, right)).collect().is_err());
    }
    Ok(())
}

pub(crate) fn large<B: Backend>(b: &B) -> Result<()> {
    let (x, y) = (sorted(5, many(b), 1 << 20), sorted(6, many(b) / 3, 1 << 20));
    let got = merge(&b.upload(&x)?, &b.upload(&y)?).collect()?;
    all_same("merged", &got.to_vec()?, &oracle::merge(&x, &y, |a, b| a < b));
    // The second column names the input, and so shows whether equal items keep their order.
    let wide = |x: &[u32], side: u64| x.iter().map(|v| [[u64::from(*v % 512), side]; 6]).collect::<Vec<_>>();
    let (mut x, mut y) = (wide(&x[..5003], 0), wide(&y[..3001], 1));
    x.sort();
    y.sort();
    let less = op!(|a: [[u64; 2]; 6], b: [[u64; 2]; 6]| a[5][0] < b[5][0]);
    let got = merge_by(&b.upload(&x)?, &b.upload(&y)?, less).collect()?;
    all_same("wide", &got.to_vec()?, &oracle::merge(&x, &y, |a, b| a[5][0] < b[5][0]));
    Ok(())
}

pub(crate) fn random<B: Backend>(b: &B) -> Result<()> {
    property(100, 300, |(mut x, mut y): (Vec<i8>, Vec<i8>)| {
        x.sort();
        y.sort();
        let got = merge(&b.upload(&x).unwrap(), &b.upload(&y).unwrap()).collect().unwrap();
        all_same("merged", &got.to_vec().unwrap(), &oracle::merge(&x, &y, |a, b| a < b));
    });
    Ok(())
}
