use onrush::prelude::*;
use onrush::{ErrorKind, Key, Position, Result};

use onrush_test_support::compare::{Exact, all_same, same};
use onrush_test_support::inputs::{Grain, Sample, few_lengths, many, mix, past_32_bits, property, run_keys};
use onrush_test_support::refusals::{elsewhere, panicked, refused};

/// The first item and the length of each run.
fn oracle<T: Copy>(x: &[T], equal: impl Fn(&T, &T) -> bool) -> (Vec<T>, Vec<usize>) {
    x.chunk_by(equal).map(|run| (run[0], run.len())).unzip()
}

/// The positions at which runs of these lengths begin, followed by the sum of the lengths.
fn offsets(lengths: &[usize]) -> Vec<usize> {
    let ends = lengths.iter().scan(0, |end, length| {
        *end += length;
        Some(*end)
    });
    std::iter::once(0).chain(ends).collect()
}

fn narrow<P: Position>(numbers: &[usize]) -> Vec<P> {
    numbers.iter().map(|number| number.cast::<P>()).collect()
}

/// Holds encodings and offsets of runs of equal items to the oracle.
fn check<B: Backend, T: Key + Exact, P: Position + Exact>(b: &B, x: &[T]) -> Result<()> {
    let (items, lengths) = oracle(x, |a, b| a.same(b));
    let v = b.upload(x)?;
    let (got_items, got_lengths) = v.iter().run_length_encode::<P>().collect()?;
    all_same("items", &got_items.to_vec()?, &items);
    all_same("lengths", &got_lengths.to_vec()?, &narrow::<P>(&lengths));
    all_same("offsets", &v.iter().run_offsets::<P>().collect()?.to_vec()?, &narrow::<P>(&offsets(&lengths)));
    Ok(())
}

/// Items in runs that are short, long, and longer than a tile; for runs of 1 neighbours may still be equal.
fn in_runs<T: Sample>(len: usize, run: usize) -> Vec<T> {
    (0..len).map(|i| T::sample(mix((i / run) as u64))).collect()
}

// Sanitized: kernels, host
pub(crate) fn items_of_every_size<B: Backend>(b: &B) -> Result<()> {
    for len in few_lengths(4) {
        for run in [1, 2, 37, 20_000] {
            check::<_, u32, u32>(b, &in_runs(len, run))?;
        }
        check::<_, u8, usize>(b, &in_runs(len, 37))?;
        check::<_, Grain, i64>(b, &in_runs(len, 5))?;
    }
    for run in [1, 300] {
        check::<_, [u64; 5], u16>(b, &in_runs(10_007, run))?;
    }
    check::<_, u32, u32>(b, &run_keys(3, 60_000))
}

/// Unaligned parts, computed items and columns, by relations.
// Sanitized: kernels
pub(crate) fn fused<B: Backend>(b: &B) -> Result<()> {
    let tens = op!(|a: u64, b: u64| a / 10 == b / 10);
    for len in [0, 9, 1009, 30_011] {
        let x: Vec<u64> = (3..len).collect();
        let (items, lengths) = oracle(&x, |a, b| a / 10 == b / 10);
        let chain = || b.range(0..len).skip(3);
        let (got_items, got_lengths) = chain().run_length_encode_by::<u32, _, _>(tens).collect()?;
        all_same("items", &got_items.to_vec()?, &items);
        all_same("lengths", &got_lengths.to_vec()?, &narrow::<u32>(&lengths));
        all_same(
            "offsets",
            &chain().run_offsets_by::<i64, _, _>(tens).collect()?.to_vec()?,
            &narrow::<i64>(&offsets(&lengths)),
        );
    }
    let (x, y): (Vec<u16>, Vec<f32>) = (in_runs(20_011, 6), in_runs(20_011, 4));
    let (vx, vy) = (b.upload(&x)?, b.upload(&y)?);
    let rows: Vec<(u16, f32)> = x.iter().copied().zip(y.iter().copied()).skip(1).collect();
    let (items, lengths) = oracle(&rows, |a, b| a.0 == b.0 && a.1.to_bits() == b.1.to_bits());
    let same_row = op!(|a: (u16, f32), b: (u16, f32)| a.0 == b.0 && a.1.to_bits() == b.1.to_bits());
    let (columns, got) = vx.iter().zip(&vy).skip(1).run_length_encode_by::<u32, _, _>(same_row).collect()?;
    all_same("first column", &columns.0.to_vec()?, &items.iter().map(|row| row.0).collect::<Vec<_>>());
    all_same("second column", &columns.1.to_vec()?, &items.iter().map(|row| row.1).collect::<Vec<_>>());
    all_same("lengths of rows", &got.to_vec()?, &narrow::<u32>(&lengths));
    Ok(())
}

/// Writes into parts of targets that are exactly as long as the result may be; nothing behind the result changes.
// Sanitized: kernels, host
pub(crate) fn into_vectors_that_exist<B: Backend>(b: &B) -> Result<()> {
    for len in [0, 1, 33, 5003] {
        let x: Vec<u32> = in_runs(len, 3);
        let (items, lengths) = oracle(&x, |a, b| a == b);
        let v = b.upload(&x)?;
        let (mut out, mut numbers) = (b.filled(7u32, len + 4)?, b.filled(7u32, len + 4)?);
        let behind = |begin: &[u32], len: usize| [&[7, 7], begin, &vec![7; len + 2 - begin.len()]].concat();
        let runs =
            v.iter().run_length_encode().collect_into((out.slice_mut(2..len + 2)?, numbers.slice_mut(2..len + 2)?))?;
        same("runs", runs, items.len());
        all_same("items", &out.to_vec()?, &behind(&items, len));
        all_same("lengths", &numbers.to_vec()?, &behind(&narrow::<u32>(&lengths), len));
        let mut numbers = b.filled(7u32, len + 4)?;
        same("runs", v.iter().run_offsets().collect_into(numbers.slice_mut(2..len + 3)?)?, items.len());
        all_same("offsets", &numbers.to_vec()?, &behind(&narrow::<u32>(&offsets(&lengths)), len));

        let mut room = b.filled(7u32, len)?;
        let mut short = b.filled(9u32, len.saturating_sub(1))?;
        let too_short = |result: Result<usize>| {
            let error = result.expect_err("a short target");
            assert!(matches!(error.kind(), ErrorKind::TargetTooShort { .. }), "{error}");
        };
        too_short(v.iter().run_offsets().collect_into(&mut room));
        if len > 0 {
            too_short(v.iter().run_length_encode().collect_into((&mut short, &mut room)));
            too_short(v.iter().run_length_encode().collect_into((&mut room, &mut short)));
        }
        all_same("untouched", &room.to_vec()?, &vec![7; len]);
    }
    Ok(())
}

/// Numbers whose type doesn't hold the length.
pub(crate) fn narrow_numbers<B: Backend>(b: &B) -> Result<()> {
    let all = |n: usize| b.constant(1u8, n);
    all_same("the most", &all(127).run_offsets::<i8>().collect()?.to_vec()?, &[0, 127]);
    all_same("the most", &all(255).run_length_encode::<u8>().collect()?.1.to_vec()?, &[255]);
    let mut out = b.filled(3i8, 300)?;
    let results = [
        all(128).run_offsets::<i8>().collect().map(drop),
        all(256).run_length_encode::<u8>().collect().map(drop),
        all(1 << 40).run_length_encode::<u32>().collect().map(drop),
        all(128).run_offsets().collect_into(&mut out).map(drop),
    ];
    for result in results {
        let error = result.expect_err("more items than such a number counts");
        assert!(matches!(error.kind(), ErrorKind::OutOfRange { .. }), "{error}");
    }
    all_same("untouched", &out.to_vec()?, &[3; 300]);
    Ok(())
}

pub(crate) fn device_mismatch<B: Backend>(b: &B) -> Result<()> {
    let far = elsewhere::<u32>();
    let x = b.upload(&[1u32, 2, 3])?;
    let mut out = b.filled(0u32, 4)?;
    refused(b, b.range(0..3usize).map(op!(|i: usize| far[i])).run_offsets().collect_into(&mut out).map(drop));
    let equal = op!(|a: u32, b: u32| far[a as usize] == far[b as usize]);
    refused(b, x.iter().run_length_encode_by::<u32, _, _>(equal).collect().map(drop));
    Ok(())
}

pub(crate) fn panics<B: Backend>(b: &B) -> Result<()> {
    let x = b.range(0u32..30_011).collect()?;
    let line = line!();
    let bad = op!(|v: u32| if v == 30_000 { panic!("item") } else { v });
    let bad_equal = op!(|a: u32, b: u32| if b == 20_000 { panic!("equal") } else { a == b });
    let mut out = b.filled(0u32, 30_012)?;
    panicked(b, x.iter().map(bad).run_offsets().collect_into(&mut out), "item", line + 1);
    panicked(b, x.iter().run_length_encode_by::<u32, _, _>(bad_equal).collect(), "equal", line + 2);
    Ok(())
}

pub(crate) fn large<B: Backend>(b: &B) -> Result<()> {
    check::<_, u32, u32>(b, &run_keys(1, many(b)))
}

/// Two runs, of which the first is longer than 2^32 on a GPU.
pub(crate) fn large_past_32_bits<B: Backend>(b: &B) -> Result<()> {
    let n = past_32_bits(b) as u64;
    let late = b.range(0..n).map(op!(|i: u64| (i >= n - 5) as u8));
    let mut offsets = b.filled(0u64, n as usize + 1)?;
    same("runs", late.run_offsets().collect_into(&mut offsets)?, 2);
    all_same("offsets", &offsets.slice(..3)?.to_vec()?, &[0, n - 5, n]);
    Ok(())
}

pub(crate) fn random<B: Backend>(b: &B) -> Result<()> {
    property(60, 300, |x: Vec<u8>| {
        let x: Vec<u8> = x.iter().map(|v| v % 3).collect();
        check::<_, u8, u32>(b, &x).unwrap();
    });
    Ok(())
}
