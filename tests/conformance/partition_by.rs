use onrush::prelude::*;
use onrush::{ErrorKind, Result};

use onrush_test_support::compare::all_same;
use onrush_test_support::inputs::{Grain, data, few_lengths, many, mix};
use onrush_test_support::refusals::waited;

/// The positions of the items in the order of their buckets, and the offsets.
fn order(bucket: &[usize], buckets: usize) -> (Vec<usize>, Vec<usize>) {
    let mut at: Vec<usize> = (0..bucket.len()).collect();
    at.sort_by_key(|&i| bucket[i]);
    let offsets = (0..=buckets).map(|number| bucket.iter().filter(|b| **b < number).count()).collect();
    (at, offsets)
}

/// Few and many buckets, skewed and even ones, numbers with and without a sign; items that aren't aligned, and in columns of 1,
/// 4, 12 and 16 bytes.
// Sanitized: kernels, host
pub(crate) fn buckets<B: Backend>(b: &B) -> Result<()> {
    for len in few_lengths(4) {
        let x: Vec<f32> = data(1, len);
        let v = b.upload(&x)?;
        let number = |x: f32| ((x.to_bits() >> 3) % 7) as usize;
        let (items, offsets) =
            v.iter().skip(1).partition_by(9, op!(|x: f32| ((x.to_bits() >> 3) % 7) as i8)).collect()?;
        let x = x.get(1..).unwrap_or_default();
        let (at, want) = order(&x.iter().map(|x| number(*x)).collect::<Vec<_>>(), 9);
        all_same("items", &items.to_vec()?, &at.iter().map(|&i| x[i]).collect::<Vec<_>>());
        all_same("offsets", &offsets.to_vec()?, &want);
    }
    for (len, buckets, period) in [(0, 256u64, 1), (33, 1, 1), (9001, 32, 1), (30_011, 33, 5000), (30_011, 256, 1)] {
        let of: Vec<usize> = (0..len).map(|i| (mix(i as u64 / period) % buckets) as usize).collect();
        let (at, want) = order(&of, buckets as usize);
        let number: Vec<u8> = of.iter().map(|&of| of as u8).collect();
        let (grains, wide): (Vec<Grain>, Vec<[u64; 2]>) = (data(3, len), data(4, len));
        let (vn, vg, vw) = (b.upload(&number)?, b.upload(&grains)?, b.upload(&wide)?);
        let columns = zip((&vn, b.range(0..len as u32), &vg, &vw));
        let (items, offsets) =
            columns.partition_by(buckets as usize, op!(|x: (u8, u32, Grain, [u64; 2])| x.0 as u64)).collect()?;
        all_same("offsets", &offsets.to_vec()?, &want);
        all_same("positions", &items.1.to_vec()?, &at.iter().map(|&i| i as u32).collect::<Vec<_>>());
        all_same("grains", &items.2.to_vec()?, &at.iter().map(|&i| grains[i]).collect::<Vec<_>>());
        all_same("wide", &items.3.to_vec()?, &at.iter().map(|&i| wide[i]).collect::<Vec<_>>());
    }
    // The offsets can be used as those of segments.
    let (items, offsets) = b.range(0..1000u32).partition_by(3, op!(|v: u32| v % 3)).collect()?;
    all_same("sums", &items.iter().segments(&offsets).sum().collect()?.to_vec()?, &[166_833, 166_167, 166_500]);
    Ok(())
}

// Sanitized: kernels, host
pub(crate) fn into_vectors_that_exist<B: Backend>(b: &B) -> Result<()> {
    let x: Vec<u64> = data(1, 9001);
    let v = b.upload(&x)?;
    let (at, want) = order(&x.iter().map(|x| (x % 40) as usize).collect::<Vec<_>>(), 40);
    let (mut items, mut offsets) = (b.filled(7, x.len() + 3)?, b.filled(7, 42)?);
    v.iter().partition_by(40, op!(|x: u64| x % 40)).collect_into((items.slice_mut(3..)?, offsets.slice_mut(..41)?))?;
    all_same("items", &items.to_vec()?[3..], &at.iter().map(|&i| x[i]).collect::<Vec<_>>());
    all_same("offsets", &offsets.to_vec()?, &want.into_iter().chain([7]).collect::<Vec<_>>());

    let number = op!(|x: u32| x);
    let (mut four, mut offsets) = (b.filled(0, 4)?, b.filled(0, 258)?);
    let want = |left, right| ErrorKind::LengthMismatch { what: "collect_into", left, right };
    let short = b.range(0..5).partition_by(5, number).collect_into((&mut four, offsets.slice_mut(..6)?));
    assert_eq!(*short.expect_err("5 items, 4 places").kind(), want(5, 4));
    let short = b.range(0..4).partition_by(5, number).collect_into((&mut four, offsets.slice_mut(..0)?));
    assert_eq!(*short.expect_err("6 offsets, no place").kind(), want(6, 0));
    let many = b.range(0..4).partition_by(257, number).collect_into((&mut four, &mut offsets));
    let want = ErrorKind::OutOfRange { what: "partition_by", index: 257, len: 256, item: None };
    assert_eq!(*many.expect_err("too many buckets").kind(), want);
    let most = b.range(0..4u32).partition_by(usize::MAX, number).collect().expect_err("too many buckets");
    assert!(matches!(most.kind(), ErrorKind::OutOfRange { what: "partition_by", len: 256, .. }), "{most}");
    // Numbers that are out of range are refused, with and without a sign, alone and among many, and without any bucket.
    let beyond = |result: Result<(DeviceVec<i64, B>, _)>, index, len, item: Option<usize>| {
        let error = waited(b, result).expect_err("a number out of range");
        match error.kind() {
            ErrorKind::OutOfRange { what: "partition_by", index: i, len: l, item: Some(at) } => {
                assert!(*i == index && *l == len && item.is_none_or(|item| item == *at), "{error}");
            }
            other => panic!("{other}"),
        }
    };
    for n in [1i64, 30_011] {
        let items = || b.range(0..n);
        beyond(
            items().partition_by(3, op!(|v: i64| if v == n - 1 { -5i32 } else { 2 })).collect(),
            -5,
            3,
            Some(n as usize - 1),
        );
        beyond(
            items().partition_by(256, op!(|v: i64| if v == n - 1 { 256u16 } else { 255 })).collect(),
            256,
            256,
            Some(n as usize - 1),
        );
        beyond(items().partition_by(0, op!(|_: i64| 0u8)).collect(), 0, 0, None);
    }
    let (none, offsets) = b.range(0..0i64).partition_by(0, op!(|_: i64| 0u8)).collect()?;
    assert_eq!((none.len(), offsets.to_vec()?), (0, vec![0]));
    Ok(())
}

pub(crate) fn large<B: Backend>(b: &B) -> Result<()> {
    let x: Vec<u32> = data(1, many(b));
    let v = b.upload(&x)?;
    for (buckets, shift) in [(4usize, 30u32), (256, 24)] {
        let (items, offsets) = v.iter().partition_by(buckets, op!(|v: u32| v >> shift)).collect()?;
        let mut want = x.clone();
        want.sort_by_key(|v| v >> shift);
        all_same("items", &items.to_vec()?, &want);
        let starts = (0..=buckets).map(|number| want.partition_point(|v| ((v >> shift) as usize) < number));
        all_same("offsets", &offsets.to_vec()?, &starts.collect::<Vec<_>>());
    }
    Ok(())
}
