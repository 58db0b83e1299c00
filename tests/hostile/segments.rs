//! Offsets of segments that lie: computed ones in no order, beyond every length, of one more or less than there is.

use onrush::prelude::*;
use onrush::{ErrorKind, Result};

use crate::{everywhere, works};

everywhere! { disorder lengths half_written overlaps endless unowned covered uncovered miscounted sorts }

/// Whether a call has found that offsets are wrong.
fn wrong<B: Backend, T>(b: &B, result: Result<T>) {
    let Err(error) = result.and_then(|_| b.synchronize()) else { panic!("wrong offsets were taken") };
    let found = matches!(error.kind(), ErrorKind::OutOfRange { .. } | ErrorKind::ReversedRange { .. });
    assert!(found, "{error}");
}

#[device]
fn scrambled(i: usize, seed: usize) -> usize {
    let z = (i + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(seed);
    (z ^ (z >> 31)).wrapping_mul(0xBF58_476D_1CE4_E5B9)
}

fn disorder<B: Backend>(b: &B) -> Result<()> {
    let x = b.range(0u64..50_000);
    for seed in 0..4usize {
        for below in [1000, 50_000, 50_003, usize::MAX] {
            let offsets = b.tabulate(5000, op!(|i: usize| scrambled(i, seed) % below));
            wrong(b, x.clone().segments(offsets.clone()).sum().collect());
            wrong(b, x.clone().segments(offsets.map(op!(|i: usize| i as i64))).argmax().collect());
            works(b)?;
        }
    }
    Ok(())
}

/// Lengths in the place of offsets descend somewhere, and the error says how to make offsets of them.
fn lengths<B: Backend>(b: &B) -> Result<()> {
    let x = b.range(1u32..7);
    let lengths = b.upload(&[3u32, 1, 2])?;
    let error = x.clone().segments(&lengths).sum().collect().and_then(|sums| sums.to_vec()).unwrap_err();
    assert!(error.to_string().contains("`lengths.iter().offsets::<u32>().collect()?`"), "{error}");
    let offsets = lengths.iter().offsets::<u32>().collect()?;
    assert_eq!(x.segments(&offsets).sum().collect()?.to_vec()?, [6, 4, 11]);
    Ok(())
}

/// The output of a call with wrong offsets isn't read.
fn half_written<B: Backend>(b: &B) -> Result<()> {
    let (x, offsets) = (b.upload(&[1u32, 2, 3, 4])?, b.upload(&[0u32, 3, 1])?);
    let mut sums = b.filled(9u32, 2)?;
    wrong(b, x.iter().segments(&offsets).sum().collect_into(&mut sums));
    assert!(matches!(sums.to_vec().unwrap_err().kind(), ErrorKind::ReversedRange { .. }));
    sums.recover()?;
    x.iter().segments_of(2).sum().collect_into(&mut sums)?;
    assert_eq!(sums.to_vec()?, [3, 7]);
    works(b)
}

/// Long segments, each of which overlaps the one before the last: the partial results of one could be taken for another's.
fn overlaps<B: Backend>(b: &B) -> Result<()> {
    let x = b.filled(1.0f32, 60_000)?;
    for len in [257, 8193, 20_000, 60_000] {
        let offsets = b.tabulate(101, op!(|i: usize| if i % 2 == 0 { i } else { len }));
        wrong(b, x.iter().segments(offsets.clone()).sum().collect());
        let sums = x.iter().segments(offsets).reduce(0.0, op!(|a: f32, b: f32| a + b)).collect();
        wrong(b, sums);
        let whole = x.iter().segments(b.range(0u32..2).map(op!(|i: u32| i * 60_000)));
        assert_eq!(whole.sum().collect()?.to_vec()?, [60_000.0]);
    }
    Ok(())
}

/// A chain with more slots than can be visited, of which the segments need few; a GPU may refuse it.
fn endless<B: Backend>(b: &B) -> Result<()> {
    let all = || b.range(0..usize::MAX);
    let offsets = b.upload(&[3u64, 5, 5, 9])?;
    match all().segments(&offsets).sum().collect() {
        Ok(sums) => assert_eq!(sums.to_vec()?, [7, 0, 26]),
        Err(error) => assert!(matches!(error.kind(), ErrorKind::Device { .. }), "{error}"),
    }
    assert!(all().segments_of(1).sum().collect().is_err(), "no machine has memory for these sums");
    assert!(all().segments(all()).sum().collect().is_err(), "no machine has memory for these sums");
    works(b)
}

/// The inputs are dropped, and the target is one of the inputs' neighbours, before the result is read.
fn unowned<B: Backend>(b: &B) -> Result<()> {
    let sums = {
        let (x, offsets) = (b.filled(1.0f32, 30_000)?, b.tabulate(31, op!(|i: usize| 1000 * i)).collect()?);
        x.iter().segments(&offsets).sum().collect()?
    };
    assert_eq!(sums.to_vec()?, [1000.0; 30]);
    works(b)
}

/// A single offset makes no segment, wherever it points, so scans and sorts would leave all items out.
fn uncovered<B: Backend>(b: &B) -> Result<()> {
    for offset in [0u32, 3, 5, 7] {
        let (x, offsets) = (b.range(0u32..5), b.upload(&[offset])?);
        let refused = |result: Result<DeviceVec<u32, B>>| {
            let error = result.and_then(|_| b.synchronize()).unwrap_err();
            assert!(matches!(error.kind(), ErrorKind::LengthMismatch { left: 0, right: 5, .. }), "{error}");
        };
        refused(x.clone().segments(&offsets).scan_inclusive(Sum).collect());
        refused(x.clone().segments(&offsets).sort().collect());
    }
    works(b)
}

/// The items between the first offset and the last, which starts without the length don't cover.
fn covered<B: Backend>(b: &B) -> Result<()> {
    let x = b.range(0u32..5);
    let of = |offsets: &[i64]| x.clone().segments(&b.upload(offsets)?).covered();
    for (offsets, range) in
        [(&[0i64, 2][..], 0..2), (&[0, 2, 5], 0..5), (&[3], 3..3), (&[1, 4, 4], 1..4), (&[5, 5], 5..5)]
    {
        assert_eq!(of(offsets)?, range);
    }
    assert_eq!(x.clone().segments_of(2).covered()?, 0..5);
    for offsets in [&[][..], &[-1, 2], &[0, 6], &[0, -1]] {
        let error = of(offsets).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::OutOfRange { what: "segments", .. }), "{error}");
        assert!(error.to_string().contains("segments.rs"), "{error}");
    }
    assert!(matches!(of(&[4, 0, 3]).unwrap_err().kind(), ErrorKind::ReversedRange { start: 4, end: 3, .. }));
    // No number of items is a negative position, however long the chain.
    for negative in [-1, i64::MIN] {
        let endless = b.range(0..usize::MAX).segments(&b.upload(&[0, negative])?).covered();
        assert!(
            matches!(endless.unwrap_err().kind(), ErrorKind::OutOfRange { index, .. } if *index == negative.into())
        );
    }
    works(b)
}

/// The items aren't counted where a sum of them would be an error: those of a matrix that they don't fill, and pairs of unequal
/// columns.
fn miscounted<B: Backend>(b: &B) -> Result<()> {
    let (x, y) = (b.range(0u32..14).collect()?, b.range(0u32..13).collect()?);
    let refused = |result: Result<DeviceVec<usize, B>>| {
        let error = result.unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::LengthMismatch { .. }), "{error}");
        assert!(error.to_string().contains("segments.rs"), "{error}");
    };
    refused(x.iter().grid(3, 5).rows().count().collect());
    refused(zip((&x, &y)).segments_of(2).count().collect());
    let mut counts = b.filled(7usize, 3)?;
    assert!(x.iter().grid(3, 5).rows().count().collect_into(&mut counts).is_err());
    assert_eq!(counts.to_vec()?, [7; 3]);
    works(b)
}

/// Sorts by wrong offsets leave each element where it was, whatever they say, and don't disturb the next sort.
fn sorts<B: Backend>(b: &B) -> Result<()> {
    let n = 20_000u32;
    for seed in 0..3usize {
        for below in [300, 20_000, 20_003, usize::MAX] {
            let offsets = b.tabulate(3000, op!(|i: usize| scrambled(i, seed) % below));
            let (mut keys, mut values) = (b.range(0..n).rev().collect()?, b.range(0..n).collect()?);
            // A sort refuses the segments also because they leave elements out.
            let refused = |result: Result<()>| assert!(result.and_then(|()| b.synchronize()).is_err());
            refused(keys.segments_mut(offsets.clone()).sort_with(&mut values));
            refused(b.range(0..n).segments(offsets).top_k(3).collect().map(drop));
            keys.recover()?;
            values.recover()?;
            assert!(keys.iter().equal(b.range(0..n).rev())? && values.iter().equal(b.range(0..n))?);
            keys.segments_of_mut(usize::MAX).sort_with(&mut values)?;
            assert!(keys.iter().equal(b.range(0..n))? && values.iter().equal(b.range(0..n).rev())?);
        }
    }
    // Each segment overlaps the one before the last, and all are longer than any part of the vector that is sorted at a time.
    let offsets = b.tabulate(101, op!(|i: usize| if i % 2 == 0 { i } else { 19_900 + i }));
    assert!(b.range(0..n).segments(offsets).sort().collect().and_then(|sorted| sorted.to_vec()).is_err());
    assert!(b.range(0..usize::MAX).segments_of(2).sort().collect().is_err(), "no machine has memory for these items");
    assert!(b.range(0..0u32).segments_of(1).sort().collect()?.is_empty());
    works(b)
}
