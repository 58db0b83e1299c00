use onrush::prelude::*;
use onrush::{ErrorKind, Result};

use onrush_test_support::compare::{all_same, same};
use onrush_test_support::inputs::{Grain, data, few_lengths, many, mix};
use onrush_test_support::oracle;

/// The three parts by two predicates.
fn three<T: Copy>(x: &[T], first: impl Fn(T) -> bool, second: impl Fn(T) -> bool) -> [Vec<T>; 3] {
    let (a, rest) = oracle::partition(x, first);
    let (b, c) = oracle::partition(&rest, second);
    [a, b, c]
}

/// Clustered and alternating parts, for elements of 1, 4, 12 and 16 bytes, in columns and alone; parts of items that aren't
/// aligned.
// Sanitized: kernels, host
pub(crate) fn parts<B: Backend>(b: &B) -> Result<()> {
    for len in few_lengths(4) {
        let x: Vec<f32> = data(1, len);
        let v = b.upload(&x)?;
        for cut in [f32::MIN, -0.5, 0.25, f32::MAX] {
            let got =
                v.iter().skip(1).partition_in_three(op!(|v: f32| v < cut), op!(|v: f32| v < cut + 0.5)).collect()?;
            let want = three(x.get(1..).unwrap_or_default(), |v| v < cut, |v| v < cut + 0.5);
            for (got, want) in [got.0, got.1, got.2].iter().zip(&want) {
                all_same("part", &got.to_vec()?, want);
            }
        }
    }
    for (len, period) in [(33, 1u64), (9001, 1), (30_011, 5000)] {
        let part: Vec<u8> = (0..len).map(|i| (mix(i as u64 / period) % 3) as u8).collect();
        let (grains, wide): (Vec<Grain>, Vec<[u64; 2]>) = (data(3, len), data(4, len));
        let (vp, vg, vw) = (b.upload(&part)?, b.upload(&grains)?, b.upload(&wide)?);
        let (is_0, is_1) = (op!(|x: (u8, Grain, [u64; 2])| x.0 == 0), op!(|x: (u8, Grain, [u64; 2])| x.0 == 1));
        let got = zip((&vp, &vg, &vw)).partition_in_three(is_0, is_1).collect()?;
        for (number, got) in [got.0, got.1, got.2].into_iter().enumerate() {
            let at: Vec<usize> = (0..len).filter(|&i| part[i] as usize == number).collect();
            all_same("bytes", &got.0.to_vec()?, &vec![number as u8; at.len()]);
            all_same("grains", &got.1.to_vec()?, &at.iter().map(|&i| grains[i]).collect::<Vec<_>>());
            all_same("wide", &got.2.to_vec()?, &at.iter().map(|&i| wide[i]).collect::<Vec<_>>());
        }
    }
    // The second predicate isn't asked for items of the first part.
    let odd = op!(|v: u32| v % 2 == 1);
    let strict = op!(|v: u32| if v % 2 == 1 { panic!("an odd number") } else { v % 4 == 0 });
    let (odd, fourth, rest) = b.range(0..9001u32).partition_in_three(odd, strict).collect()?;
    assert_eq!((odd.len(), fourth.len(), rest.iter().sum()?), (4500, 2251, (2..9001).step_by(4).sum()));
    Ok(())
}

// Sanitized: kernels, host
pub(crate) fn into_vectors_that_exist<B: Backend>(b: &B) -> Result<()> {
    for len in [0, 5, 20_011] {
        let x: Vec<u64> = data(1, len);
        let v = b.upload(&x)?;
        let want = three(&x, |v| v % 5 == 0, |v| v % 5 < 3);
        let (mut first, mut second, mut third) = (b.filled(9, len + 3)?, b.filled(9, len)?, b.filled(9, len)?);
        let (low, middle) = (op!(|v: u64| v % 5 == 0), op!(|v: u64| v % 5 < 3));
        let counts =
            v.iter().partition_in_three(low, middle).collect_into((first.slice_mut(3..)?, &mut second, &mut third))?;
        same("counts", counts, [want[0].len(), want[1].len()]);
        for (got, want) in [first.slice(3..)?, second.slice(..)?, third.slice(..)?].into_iter().zip(&want) {
            let nines = std::iter::repeat_n(9, len - want.len());
            all_same("part", &got.to_vec()?, &want.iter().copied().chain(nines).collect::<Vec<_>>());
        }
    }
    let (mut long, mut short) = (b.filled(0u32, 9)?, b.filled(0u32, 3)?);
    let never = op!(|_: u32| false);
    let result = b.range(0..4u32).partition_in_three(never, never).collect_into((
        &mut long,
        b.filled(0, 4)?.slice_mut(..)?,
        &mut short,
    ));
    let want = ErrorKind::TargetTooShort { what: "collect_into", most: 4, len: 3 };
    assert_eq!(*result.expect_err("the third target is short").kind(), want);
    Ok(())
}

pub(crate) fn large<B: Backend>(b: &B) -> Result<()> {
    let x: Vec<u32> = data(1, many(b));
    let (low, middle) = (op!(|v: u32| v < 1 << 30), op!(|v: u32| v < 3 << 30));
    let got = b.upload(&x)?.iter().partition_in_three(low, middle).collect()?;
    for (got, want) in [got.0, got.1, got.2].iter().zip(&three(&x, |v| v < 1 << 30, |v| v < 3 << 30)) {
        all_same("part", &got.to_vec()?, want);
    }
    Ok(())
}
