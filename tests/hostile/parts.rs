//! Parts that lie: starts and offsets in no order, beyond every length, of negative lengths, and of more items than memory.

use onrush::prelude::*;
use onrush::{ErrorKind, Result};

use crate::{everywhere, works};

everywhere! { disorder beyond_memory inputs_dropped_early operations_that_fail }

#[device]
fn scrambled(i: usize, seed: usize) -> usize {
    let z = (i + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(seed);
    (z ^ (z >> 31)).wrapping_mul(0xBF58_476D_1CE4_E5B9)
}

/// Nothing is written, whatever the parts say.
fn disorder<B: Backend>(b: &B) -> Result<()> {
    let n = 20_000;
    let x = b.range(0u32..20_000).collect()?;
    for seed in 0..3usize {
        for below in [1000, 20_000, 21_000, usize::MAX] {
            let offsets = b.tabulate(3001, op!(|i: usize| scrambled(i, seed) % below));
            let starts = b.tabulate(3000, op!(|i: usize| scrambled(i, seed + 9) % below));
            let rising = b.tabulate(3001, op!(|i: usize| i * 6));
            let mut target = b.filled(7u32, n)?;
            assert!(x.iter().gather_segments(starts.clone(), offsets.clone()).collect().is_err());
            assert!(x.iter().gather_segments(starts.clone(), offsets.clone()).collect_into(&mut target).is_err());
            assert!(
                x.iter().segments(offsets.map(op!(|i: usize| i as i64))).scatter(starts.clone(), &mut target).is_err()
            );
            if below > n {
                assert!(x.iter().gather_segments(starts.clone(), rising.clone()).collect_into(&mut target).is_err());
                assert!(x.iter().segments(rising).scatter(starts, &mut target).is_err());
            } else {
                // Most of these parts overlap.
                x.iter().segments(rising.clone()).scatter(starts.map(op!(|i: usize| i.min(19_994))), &mut target)?;
                let mut want = vec![7; n];
                for j in 0..3000 {
                    let start = (scrambled(j, seed + 9) % below).min(19_994);
                    (0..6).for_each(|k| want[start + k] = (6 * j + k) as u32);
                }
                assert!(target.to_vec()? == want);
                continue;
            }
            assert!(target.to_vec()?.iter().all(|v| *v == 7));
        }
    }
    works(b)
}

fn beyond_memory<B: Backend>(b: &B) -> Result<()> {
    let all = || b.range(0..usize::MAX);
    let mut target = b.filled(7usize, 9)?;
    let huge = || b.tabulate(1001, op!(|j: usize| j << 52));
    let error = all()
        .gather_segments(b.constant(3u8, 1000), huge())
        .collect()
        .map(drop)
        .expect_err("no machine has such memory");
    assert!(matches!(error.kind(), ErrorKind::OutOfMemory { .. }), "{error}");
    let error =
        all().gather_segments(b.constant(3u8, 1000), huge()).collect_into(&mut target).expect_err("a short target");
    assert!(matches!(error.kind(), ErrorKind::TargetTooShort { .. }), "{error}");
    assert!(all().gather_segments(b.constant(3u8, 1), &b.upload(&[0, usize::MAX])?).collect().is_err());
    assert!(all().segments(huge()).scatter(b.constant(0u8, 1000), &mut target).is_err());
    assert!(all().segments(all()).scatter(b.constant(0u8, 1000), &mut target).is_err(), "another number of parts");
    assert!(all().gather_segments(all(), b.range(0..3)).collect().is_err(), "another number of parts");
    let beyond = all()
        .gather_segments(b.constant(usize::MAX - 1, 1), &b.upload(&[0, 5])?)
        .collect()
        .map(drop)
        .expect_err("an end beyond all");
    let end = usize::MAX as i128 + 4;
    assert!(matches!(beyond.kind(), ErrorKind::OutOfRange { index, item: Some(0), .. } if *index == end), "{beyond}");
    let long =
        all().segments(&b.upload(&[0, usize::MAX])?).scatter(b.constant(5u8, 1), &mut target).expect_err("a long part");
    assert!(matches!(long.kind(), ErrorKind::OutOfRange { index, len: 9, .. } if *index == end + 1), "{long}");
    let negative = all()
        .gather_segments(b.constant(-4i64, 1), &b.upload(&[0, 1])?)
        .collect()
        .map(drop)
        .expect_err("a negative start");
    assert!(matches!(negative.kind(), ErrorKind::OutOfRange { index: -4, item: Some(0), .. }), "{negative}");
    // The parts are the last items of the longest chain.
    let last = all().gather_segments(b.constant(usize::MAX - 3, 2), b.range(5u8..8)).collect()?;
    assert_eq!(last.to_vec()?, [usize::MAX - 3; 2]);
    all().segments(b.constant(usize::MAX - 1, 2)).scatter(b.constant(9u8, 1), &mut target)?;
    assert_eq!(target.to_vec()?, [7; 9]);
    works(b)
}

fn inputs_dropped_early<B: Backend>(b: &B) -> Result<()> {
    let mut target = b.filled(0u32, 50_000)?;
    let packed = {
        let x = b.range(0u32..60_000).collect()?;
        let (starts, offsets) = (b.upload(&[9u32, 30_000])?, b.upload(&[0u32, 20_000, 50_000])?);
        let packed = x.iter().gather_segments(&starts, &offsets).collect()?;
        packed.iter().segments(&offsets).scatter(offsets.iter().take(2), &mut target)?;
        packed
    };
    assert!(packed.iter().equal(&target)?);
    assert_eq!(packed.slice(19_999..20_001)?.to_vec()?, [20_008, 30_000]);
    works(b)
}

/// No part that a failed call has written is read.
fn operations_that_fail<B: Backend>(b: &B) -> Result<()> {
    let (mut target, bad) = (b.filled(7u32, 9000)?, op!(|v: u32| 100 / (v - 8000)));
    let offsets = || b.range(0u32..4).map(op!(|j: u32| 3000 * j));
    let failed = |result: Result<()>| {
        let error = result.and_then(|()| b.synchronize()).expect_err("a division by zero");
        assert!(matches!(error.kind(), ErrorKind::Panic { .. }), "{error}");
    };
    failed(b.range(8000u32..20_000).map(bad).gather_segments(offsets(), b.range(0..5)).collect().map(drop));
    failed(b.range(8000u32..20_000).gather_segments(offsets().take(3).map(bad), b.range(0..4)).collect().map(drop));
    failed(b.range(8000u32..17_000).map(bad).segments(offsets()).scatter(offsets().take(3), &mut target));
    assert!(target.to_vec().is_err());
    target.recover()?;
    b.range(0u32..9000).segments(offsets()).scatter(offsets().take(3), &mut target)?;
    assert!(target.iter().equal(b.range(0u32..9000))?);
    works(b)
}
