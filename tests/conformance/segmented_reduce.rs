use half::f16;
use onrush::operator::Number;
use onrush::prelude::*;
use onrush::{ErrorKind, Result};

use onrush_test_support::compare::{all_same, same};
use onrush_test_support::inputs::{
    Sample, affine, bicyclic, brackets, contractions, data, many, mix, past_32_bits, size,
};
use onrush_test_support::refusals::{elsewhere, lengths_differ, out_of_range, panicked, refused};
use onrush_test_support::segments::{kinds, offsets, parts};
use onrush_test_support::{contract, oracle};

fn slots<T: Copy>(part: &[T]) -> Vec<Option<T>> {
    part.iter().copied().map(Some).collect()
}

// Sanitized: kernels, host
pub(crate) fn integers<B: Backend>(b: &B) -> Result<()> {
    for (len, offsets) in kinds(4) {
        let x: Vec<u32> = data(len as u64, len);
        let (v, o) = (b.upload(&x)?, b.upload(&offsets)?);
        let parts = parts(&x, &offsets);
        let want: Vec<u32> = parts.iter().map(|part| oracle::reduce(part, 7, u32::wrapping_add)).collect();
        all_same("sums", &v.iter().segments(&o).reduce(7, Sum).collect()?.to_vec()?, &want);
        let want: Vec<u32> = parts.iter().map(|part| part.iter().copied().max().unwrap_or(0)).collect();
        let want_counts: Vec<usize> = parts.iter().map(|part| part.len()).collect();
        all_same("counts", &v.iter().segments(&o).count().collect()?.to_vec()?, &want_counts);
        let mut counts = b.filled(7usize, parts.len())?;
        v.iter().segments(&o).count().collect_into(&mut counts)?;
        all_same("counts, written", &counts.to_vec()?, &want_counts);
        all_same("maxima", &v.iter().segments(&o).max().collect()?.to_vec()?, &want);
        let least = |part: &&[u32]| (0..part.len()).min_by_key(|&i| (part[i] % 5, i)).unwrap_or(usize::MAX);
        let want: Vec<usize> = parts.iter().map(least).collect();
        let fifths = v.iter().map(op!(|v: u32| v % 5));
        all_same("first of the smallest", &fifths.segments(&o).argmin().collect()?.to_vec()?, &want);
    }
    Ok(())
}

/// Each segment's sum has the bits of the contract, and of the same sum of that part alone.
pub(crate) fn floats<B: Backend>(b: &B) -> Result<()> {
    fn check<B: Backend, T: Sample + Number>(b: &B) -> Result<()> {
        for (len, offsets) in kinds(size::<T>()) {
            let x: Vec<T> = data(len as u64, len);
            let (v, o) = (b.upload(&x)?, b.upload(&offsets)?);
            let sums = v.iter().segments(&o).sum().collect()?.to_vec()?;
            let sum =
                |part: &&[T]| contract::reduce_lanes(&slots(part), None, size::<T>(), T::plus).unwrap_or(T::NEUTRAL);
            all_same("sums", &sums, &parts(&x, &offsets).iter().map(sum).collect::<Vec<_>>());
            if let [.., from, to] = offsets[..] {
                same("alone", sums[sums.len() - 1], v.slice(from as usize..to as usize)?.iter().sum()?);
            }
        }
        Ok(())
    }
    check::<B, f16>(b)?;
    check::<B, f32>(b)?;
    check::<B, f64>(b)
}

// Sanitized: kernels
pub(crate) fn custom_operators_keep_the_order<B: Backend>(b: &B) -> Result<()> {
    for (len, offsets) in kinds(8) {
        let x = brackets(len as u64, len);
        let product = op!(|a: [u32; 2], b: [u32; 2]| bicyclic(a, b));
        let got = b.upload(&x)?.iter().segments(&b.upload(&offsets)?).reduce([0, 0], product).collect()?;
        let want: Vec<_> = parts(&x, &offsets).iter().map(|part| oracle::reduce(part, [0, 0], bicyclic)).collect();
        all_same("brackets", &got.to_vec()?, &want);
        let x = contractions(len as u64, len);
        let compose = op!(|f: [f32; 2], g: [f32; 2]| affine(f, g));
        let got = b.upload(&x)?.iter().segments(&b.upload(&offsets)?).reduce([0.5, 0.25], compose).collect()?;
        let init = [0.5, 0.25];
        let of = |part: &&[[f32; 2]]| contract::reduce_in_order(&slots(part), Some(init), 8, affine).unwrap_or(init);
        all_same("contractions", &got.to_vec()?, &parts(&x, &offsets).iter().map(of).collect::<Vec<_>>());
    }
    Ok(())
}

/// Each segment's statistics have the bits of the same calls of that part alone; those of empty segments are NaNs.
// Sanitized: kernels
pub(crate) fn statistics<B: Backend>(b: &B) -> Result<()> {
    for (len, offsets) in kinds(24) {
        let x: Vec<i16> = data(len as u64, len);
        let (v, o) = (b.upload(&x)?, b.upload(&offsets)?);
        let segments = || v.iter().segments(&o);
        let number = offsets.len() - 1;
        let means = segments().mean().collect()?.to_vec()?;
        let of = |part: &&[i16]| match part.iter().map(|v| f64::from(*v)).sum::<f64>() / part.len() as f64 {
            mean if mean.is_nan() => f64::NAN,
            mean => mean,
        };
        // The items and their sums are integers, which no association rounds.
        all_same("means", &means, &parts(&x, &offsets).iter().map(of).collect::<Vec<_>>());
        let (variances, samples) =
            (segments().variance().collect()?.to_vec()?, segments().sample_variance().collect()?.to_vec()?);
        for s in (0..number).step_by(number.div_ceil(40).max(1)) {
            let part = v.slice(offsets[s] as usize..offsets[s + 1] as usize)?;
            same("mean", means[s], part.iter().mean()?.unwrap_or(f64::NAN));
            same("variance", variances[s], part.iter().variance()?.unwrap_or(f64::NAN));
            same("sample variance", samples[s], part.iter().sample_variance()?.unwrap_or(f64::NAN));
        }
        let (least, most) = segments().minmax().collect()?;
        all_same("least", &least.to_vec()?, &segments().min().collect()?.to_vec()?);
        all_same("most", &most.to_vec()?, &segments().max().collect()?.to_vec()?);
        let want: Vec<usize> = parts(&x, &offsets).iter().map(|p| p.iter().filter(|v| **v > 9).count()).collect();
        all_same("count_if", &segments().count_if(op!(|v: i16| v > 9)).collect()?.to_vec()?, &want);
    }
    let x = b.upload(&[1.5f32, f32::NAN, 2.5, 1e30, 3.0])?;
    let offsets = b.upload(&[0i8, 2, 2, 5])?;
    let (least, most) = x.iter().segments(&offsets).minmax().collect()?;
    all_same("least of floats", &least.to_vec()?, &[1.5, f32::NAN, 2.5]);
    all_same("most of floats", &most.to_vec()?, &[1.5, f32::NAN, 1e30]);
    let (mut targets, mut counts) = (b.filled(0.0f64, 3)?, b.filled(0usize, 2)?);
    let rows = || x.iter().segments_of(2);
    rows().mean().collect_into(&mut targets)?;
    all_same("means, written", &targets.to_vec()?, &rows().mean().collect()?.to_vec()?);
    rows().variance().collect_into(&mut targets)?;
    all_same("variances, written", &targets.to_vec()?, &rows().variance().collect()?.to_vec()?);
    rows().sample_variance().collect_into(&mut targets)?;
    all_same("sample variances, written", &targets.to_vec()?, &rows().sample_variance().collect()?.to_vec()?);
    let (mut less, mut more) = (b.filled(0.0f32, 3)?, b.filled(0.0f32, 3)?);
    x.iter().segments(&offsets).minmax().collect_into((&mut less, &mut more))?;
    all_same("least, written", &less.to_vec()?, &least.to_vec()?);
    all_same("most, written", &more.to_vec()?, &most.to_vec()?);
    x.iter().segments_of(4).count_if(op!(|v: f32| v > 2.0)).collect_into(&mut counts)?;
    all_same("counts, written", &counts.to_vec()?, &[2, 1]);
    lengths_differ(rows().mean().collect_into(targets.slice_mut(1..)?), "collect_into", 3, 2);
    lengths_differ(rows().variance().collect_into(targets.slice_mut(1..)?), "collect_into", 3, 2);
    lengths_differ(rows().minmax().collect_into((&mut less, more.slice_mut(1..)?)), "columns", 3, 2);
    out_of_range(b, x.iter().segments(&b.upload(&[0i32, 6])?).mean().collect(), "segments", 6, 5);
    Ok(())
}

/// Each row's sum has the bits of the contract, whichever threads reduce it: rows of few items, of one for each of a warp's lanes, of
/// several chunks, and a shorter one at the end, in parts that aren't aligned.
// Sanitized: kernels
pub(crate) fn rows<B: Backend>(b: &B) -> Result<()> {
    fn check<B: Backend, T: Sample + Number>(b: &B, rows: &[(usize, usize)]) -> Result<()> {
        for &(len, row) in rows {
            let x: Vec<T> = data(len as u64, len + 1);
            let v = b.upload(&x)?;
            let sum =
                |part: &[T]| contract::reduce_lanes(&slots(part), None, size::<T>(), T::plus).unwrap_or(T::NEUTRAL);
            for from in [0, 1] {
                let want: Vec<T> = x[from..].chunks(row).map(sum).collect();
                all_same("sums of rows", &v.slice(from..)?.iter().segments_of(row).sum().collect()?.to_vec()?, &want);
            }
            let init = sum(&x[..1]);
            let want: Vec<T> = x.chunks(row).map(|row| init.plus(sum(row))).collect();
            let got = v.iter().segments_of(row).reduce(init, Sum).collect()?;
            all_same("sums of rows, from a value", &got.to_vec()?, &want);
        }
        Ok(())
    }
    let short = [(4100, 1), (1003, 2), (4101, 8), (5000, 9), (3001, 63), (6000, 200), (700, 256)];
    let longer = [(3000, 257), (5003, 999), (4097, 1024), (4100, 1025), (9000, 1536), (20_001, 8191), (30_000, 9001)];
    check::<B, f32>(b, &short)?;
    check::<B, f32>(b, &longer)?;
    check::<B, f32>(b, &[(70_001, 33_000)])?;
    check::<B, f16>(b, &[(5000, 7), (7001, 300), (9000, 2049), (40_000, 17_001)])?;
    // In the last of these a block has several chunks.
    check::<B, f64>(b, &[(5000, 7), (2001, 300), (9000, 2049), (10_000, 4097), (270_001, 60_000)])?;
    let x: Vec<i16> = data(5, 6001);
    let v = b.upload(&x)?;
    // Items with a mean's or a position's companion are larger than 16 bytes, or stored as fewer.
    for row in [3, 31, 40, 500, 2500] {
        let of = |row: &[i16]| row.iter().map(|v| f64::from(*v)).sum::<f64>() / row.len() as f64;
        let want: Vec<f64> = x.chunks(row).map(of).collect();
        all_same("means of rows", &v.iter().segments_of(row).mean().collect()?.to_vec()?, &want);
        let least = |row: &[i16]| (0..row.len()).min_by_key(|&i| (row[i], i)).unwrap_or(usize::MAX);
        let want: Vec<usize> = x.chunks(row).map(least).collect();
        all_same("first of the smallest", &v.iter().segments_of(row).argmin().collect()?.to_vec()?, &want);
        let variances = v.iter().segments_of(row).variance().collect()?.to_vec()?;
        // Four words for each item, the largest that a lane holds several of.
        let four = op!(|v: i16| [1.0, v as f64, 0.5 * v as f64, 1.0 / (0.5 + v as f64)]);
        let add = || commutative(op!(|a: [f64; 4], b: [f64; 4]| [a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3]]));
        let sums = v.iter().map(four).segments_of(row).reduce([0.0; 4], add()).collect()?.to_vec()?;
        for i in (0..want.len()).step_by(want.len().div_ceil(20)) {
            let part = v.slice(i * row..x.len().min((i + 1) * row))?;
            same("variance of a row", variances[i], part.iter().variance()?.unwrap_or(f64::NAN));
            same("sums of a row", sums[i], part.iter().map(four).reduce([0.0; 4], add())?);
        }
    }
    Ok(())
}

/// Segments that are long on average, among which there are empty ones and ones of every kind of length.
// Sanitized: kernels
pub(crate) fn long_on_average<B: Backend>(b: &B) -> Result<()> {
    fn check<B: Backend, T: Sample + Number>(b: &B, lengths: &[usize]) -> Result<()> {
        let mut offsets = vec![3u32];
        for len in lengths {
            offsets.push(offsets[offsets.len() - 1] + *len as u32);
        }
        let len = offsets[offsets.len() - 1] as usize + 5;
        let x: Vec<T> = data(len as u64, len);
        let (v, o) = (b.upload(&x)?, b.upload(&offsets)?);
        let sum = |part: &&[T]| contract::reduce_lanes(&slots(part), None, size::<T>(), T::plus).unwrap_or(T::NEUTRAL);
        let want: Vec<T> = parts(&x, &offsets).iter().map(sum).collect();
        all_same("sums", &v.iter().segments(&o).sum().collect()?.to_vec()?, &want);
        Ok(())
    }
    check::<B, f32>(b, &[0, 1, 8, 9, 255, 1000, 1024, 1025, 0, 3, 5000, 8192, 8193, 2, 0])?;
    check::<B, f32>(b, &[30_000, 0, 7, 17_000, 1, 900])?;
    check::<B, f32>(b, &[1000, 1001, 998, 1003, 1017, 1, 1500, 993, 0, 0, 0, 700, 1024, 2, 999, 1004])?;
    let mut few_among_many = vec![1; 300];
    few_among_many.push(90_000);
    check::<B, f32>(b, &few_among_many)?;
    // A block has several windows.
    let several = std::iter::repeat_n(1000, 80).chain([0, 200_000, 5, 9000, 1]).chain(std::iter::repeat_n(1025, 240));
    check::<B, f32>(b, &several.collect::<Vec<_>>())?;
    check::<B, f16>(b, &[0, 5, 300, 2048, 2049, 7, 9, 20_000, 1])
}

/// Rows, computed offsets and items, columns, large items, and parts that aren't aligned.
// Sanitized: kernels
pub(crate) fn fused<B: Backend>(b: &B) -> Result<()> {
    for (len, row) in [(0, 3), (7, 3), (7, 100), (10_007, 1), (10_007, 64), (50_021, 20_000), (9, usize::MAX)] {
        let x: Vec<u32> = data(len as u64, len + 1);
        let v = b.upload(&x)?;
        let want: Vec<u32> = x[1..].chunks(row).map(|row| oracle::reduce(row, 0, u32::wrapping_add)).collect();
        all_same("rows", &v.slice(1..)?.iter().segments_of(row).sum().collect()?.to_vec()?, &want);
    }
    let x = b.range(0u64..10_007);
    let squares = x.map(op!(|i: u64| i * i)).segments(b.range(0u8..100).map(op!(|i: u8| 101 * i as i32)));
    let want: Vec<u64> = (0..99).map(|s| (101 * s..101 * (s + 1)).map(|i: u64| i * i).sum()).collect();
    all_same("squares", &squares.sum().collect()?.to_vec()?, &want);
    let add = op!(|a: (u32, u64), b: (u32, u64)| (a.0.wrapping_add(b.0), a.1.wrapping_add(b.1)));
    let (left, right) =
        b.range(0u32..10_007).zip(b.range(1u64..10_008)).segments_of(5000).reduce((0, 0), add).collect()?;
    all_same("left", &left.to_vec()?, &[12_497_500, 37_497_500, 70_021]);
    all_same("right", &right.to_vec()?, &[12_502_500, 37_502_500, 70_028]);
    let large = b.range(0u32..3001).map(op!(|i: u32| [i; 30]));
    let add = op!(|a: [u32; 30], b: [u32; 30]| {
        let mut sum = a;
        for k in 0..30 {
            sum[k] = a[k] + b[k];
        }
        sum
    });
    let sums = large.segments_of(2000).reduce([1; 30], add).collect()?.to_vec()?;
    assert_eq!(sums, [[1_999_001; 30], [2_502_501; 30]]);
    Ok(())
}

/// Rows of items of which a block has room for few.
pub(crate) fn rows_of_large_items<B: Backend>(b: &B) -> Result<()> {
    let x = b.upload(&data::<u32>(1, 300))?;
    let large = x.iter().map(op!(|i: u32| [i % 1000; 300]));
    let add = commutative(op!(|a: [u32; 300], b: [u32; 300]| {
        let mut sum = a;
        for k in 0..300 {
            sum[k] = a[k] + b[k];
        }
        sum
    }));
    let sums = large.segments_of(90).reduce([1; 300], add).collect()?.to_vec()?;
    let want =
        x.to_vec()?.chunks(90).map(|row| [1 + row.iter().map(|i| i % 1000).sum::<u32>(); 300]).collect::<Vec<_>>();
    assert!(sums == want);
    Ok(())
}

/// Items behind the last segment aren't computed, so operations that fail on them don't, in segments of every length.
// Sanitized: kernels
pub(crate) fn items_behind<B: Backend>(b: &B) -> Result<()> {
    let table: Vec<f32> = data(1, 50);
    let vt = b.upload(&table)?;
    let t = vt.view();
    for (inside, len, step) in [(1000, 2000, 2), (1000, 2000, 1), (1000, 1004, 7), (3000, 3100, 300), (4100, 20_000, 1)]
    {
        let x: Vec<u32> = (0..len).map(|i| if i < inside { i % 50 } else { u32::MAX }).collect();
        let offsets: Vec<u32> = (0..=inside).step_by(step).collect();
        let (v, o) = (b.upload(&x)?, b.upload(&offsets)?);
        let sums = v.iter().map(op!(|i: u32| t[i as usize])).segments(&o).sum().collect()?;
        let sum = |w: &[u32]| {
            let part: Vec<f32> = (w[0]..w[1]).map(|i| table[i as usize % 50]).collect();
            contract::reduce_lanes(&slots(&part), None, 4, |a, b| a + b).unwrap_or(-0.0)
        };
        all_same("sums", &sums.to_vec()?, &offsets.windows(2).map(sum).collect::<Vec<_>>());
        // Large items are staged as the numbers that they are computed from, here by an operation that fails.
        let wide = v.iter().map(op!(|i: u32| t[i as usize])).map(op!(|x: f32| [x as f64, 1.0, 2.0]));
        let add = commutative(op!(|a: [f64; 3], b: [f64; 3]| [a[0].max(b[0]), a[1] + b[1], a[2] + b[2]]));
        let all = wide.segments(&o).reduce([0.0; 3], add).collect()?.to_vec()?;
        let want: Vec<f64> = offsets.windows(2).map(|w| f64::from(w[1] - w[0])).collect();
        all_same("counts", &all.iter().map(|x| x[1]).collect::<Vec<_>>(), &want);
    }
    Ok(())
}

/// Of several extreme items of a segment the first, in short segments and in long ones.
// Sanitized: host
pub(crate) fn positions_of_extremes<B: Backend>(b: &B) -> Result<()> {
    let offsets: Vec<u32> = (0..90).scan(0, |end, len| Some(std::mem::replace(end, *end + len))).collect();
    let x: Vec<i16> = (0..offsets[89] as u64).map(|i| (mix(i) % 7) as i16 - 3).collect();
    let (v, o) = (b.upload(&x)?, b.upload(&offsets)?);
    let wanted = |first: fn(&[i16]) -> Option<usize>| -> Vec<usize> {
        offsets.windows(2).map(|w| first(&x[w[0] as usize..w[1] as usize]).unwrap_or(usize::MAX)).collect()
    };
    let least = wanted(|part| (0..part.len()).min_by_key(|i| part[*i]));
    all_same("argmin", &v.iter().segments(&o).argmin().collect()?.to_vec()?, &least);
    let largest = wanted(|part| (0..part.len()).rev().max_by_key(|i| part[*i]));
    all_same("argmax", &v.iter().segments(&o).argmax().collect()?.to_vec()?, &largest);
    // Keys that differ in their last byte alone, of sizes with and without whole words.
    fn of_keys<B: Backend, K: Key + Element>(b: &B, key: impl Fn(u64) -> K) -> Result<()> {
        let x: Vec<u64> = (0..2000).map(|i| mix(i) % 5).collect();
        let v = b.upload(&x.iter().map(|i| key(*i)).collect::<Vec<_>>())?;
        for row in [1, 2, 3, 16, 31, 33, 300] {
            let least = |row: &[u64]| (0..row.len()).min_by_key(|i| row[*i]).unwrap();
            let want: Vec<usize> = x.chunks(row).map(least).collect();
            all_same("argmin of keys", &v.iter().segments_of(row).argmin().collect()?.to_vec()?, &want);
        }
        Ok(())
    }
    of_keys(b, |i| [[7u8; 8], [0, 0, 0, 0, 0, 0, 0, i as u8]])?;
    of_keys(b, |i| [7, 7, 7, 7, 7, 7, 7, 7, i as u8])?;
    of_keys(b, |i| [7, 7, 7, 7, i as u16])?;
    of_keys(b, |i| [7, 7, i as u32])?;
    of_keys(b, |i| [7, i])?;
    of_keys(b, |i| [7, 7, 7, 7, i as i32])
}

pub(crate) fn into_vectors_that_exist<B: Backend>(b: &B) -> Result<()> {
    let (x, o) = (b.upload(&[3.0f32, 1.0, 2.0, 9.0, 2.0])?, b.upload(&[0i8, 2, 2, 5])?);
    let (mut out, mut at) = (b.filled(0.0f32, 3)?, b.filled(0usize, 4)?);
    let segments = || x.iter().segments(&o);
    segments().reduce(0.5, Sum).collect_into(&mut out)?;
    all_same("reduce", &out.to_vec()?, &[4.5, 0.5, 13.5]);
    segments().sum().collect_into(&mut out)?;
    all_same("sum", &out.to_vec()?, &[4.0, -0.0, 13.0]);
    segments().min().collect_into(&mut out)?;
    all_same("min", &out.to_vec()?, &[1.0, f32::NAN, 2.0]);
    segments().max().collect_into(&mut out)?;
    all_same("max", &out.to_vec()?, &segments().max().collect()?.to_vec()?);
    segments().product().collect_into(&mut out)?;
    all_same("product", &out.to_vec()?, &[3.0, 1.0, 36.0]);
    all_same("product", &segments().product().collect()?.to_vec()?, &[3.0, 1.0, 36.0]);
    all_same("min", &segments().min().collect()?.to_vec()?, &[1.0, f32::NAN, 2.0]);
    segments().argmin().collect_into(at.slice_mut(1..)?)?;
    all_same("argmin", &at.to_vec()?, &[0, 1, usize::MAX, 0]);
    segments().argmax().collect_into(at.slice_mut(..3)?)?;
    all_same("argmax", &at.to_vec()?, &[0, usize::MAX, 1, 0]);
    all_same("argmax", &segments().argmax().collect()?.to_vec()?, &[0, usize::MAX, 1]);
    lengths_differ(segments().sum().collect_into(out.slice_mut(1..)?), "collect_into", 3, 2);
    lengths_differ(segments().argmax().collect_into(&mut at), "collect_into", 3, 4);
    Ok(())
}

/// Offsets that are negative, too large, in no order, or missing.
// Sanitized: kernels, host
pub(crate) fn wrong_offsets<B: Backend>(b: &B) -> Result<()> {
    let x = b.filled(1.0f32, 5)?;
    out_of_range(b, x.iter().segments(&b.upload(&[0i32, 6])?).sum().collect(), "segments", 6, 5);
    out_of_range(b, x.iter().segments(&b.upload(&[-1i8, 5])?).sum().collect(), "segments", -1, 5);
    out_of_range(b, x.iter().segments(&b.upload(&[2u64, u64::MAX])?).sum().collect(), "segments", u64::MAX.into(), 5);
    out_of_range(b, x.iter().segments(&b.upload::<u32>(&[])?).sum().collect(), "segments", 0, 0);
    all_same("no segment", &x.iter().segments(&b.upload(&[99u32])?).sum().collect()?.to_vec()?, &[]);
    let reversed = x.iter().segments(&b.upload(&[0u32, 3, 2, 5])?).sum().collect().and_then(|sums| sums.to_vec());
    let error = reversed.expect_err("a range is reversed");
    assert_eq!(*error.kind(), ErrorKind::ReversedRange { what: "segments", start: 3, end: 2 });
    let n = 40_000;
    let x = b.filled(1.0f32, n)?;
    for round in 0..8 {
        let below = [n as u64, 300][round as usize % 2];
        let len = [10, 1000, 20_000, 20][round as usize / 2];
        let offsets: Vec<i64> = (0..len).map(|i| (mix(i ^ round << 20) % below) as i64).collect();
        let result = x
            .iter()
            .segments(&b.upload(&offsets)?)
            .reduce(0.0, Sum)
            .collect_into(&mut b.filled(0.0, len as usize - 1)?);
        let error = result.and_then(|()| b.synchronize()).expect_err("offsets are in no order");
        assert!(matches!(error.kind(), ErrorKind::ReversedRange { .. }), "{error}");
        all_same("the next call", &x.iter().segments_of(n).sum().collect()?.to_vec()?, &[n as f32]);
    }
    Ok(())
}

pub(crate) fn device_mismatch<B: Backend>(b: &B) -> Result<()> {
    let (far, far_offsets) = (elsewhere::<u32>(), elsewhere::<u32>());
    let (x, o) = (b.upload(&[1u32, 2, 3])?, b.upload(&[0u32, 3])?);
    refused(b, b.range(0..3usize).map(op!(|i: usize| far[i])).segments(&o).sum().collect().map(drop));
    refused(b, x.iter().segments(b.range(0..2usize).map(op!(|i: usize| far_offsets[i]))).sum().collect().map(drop));
    refused(b, x.iter().segments(&o).reduce(0, op!(|a: u32, b: u32| a + b + far[0])).collect().map(drop));
    Ok(())
}

pub(crate) fn panics<B: Backend>(b: &B) -> Result<()> {
    let (x, mut out) = (b.range(0u32..30_011).collect()?, b.filled(0u32, 31)?);
    let line = line!();
    let bad = op!(|v: u32| if v == 30_000 { panic!("item") } else { v });
    let bad_join = op!(|a: u32, b: u32| if b == 20_001 { panic!("join") } else { a ^ b });
    let bad_offset = op!(|i: u32| if i == 20 { panic!("offset") } else { 1000 * i });
    panicked(b, x.iter().map(bad).segments_of(1000).sum().collect(), "item", line + 1);
    panicked(b, x.iter().segments_of(1000).reduce(0, bad_join).collect_into(&mut out), "join", line + 2);
    panicked(b, x.iter().segments(b.range(0..31).map(bad_offset)).sum().collect(), "offset", line + 3);
    // Items of no segment aren't used.
    let few = x.iter().map(bad).segments(b.range(2u32..4).map(op!(|i: u32| 10_000 * i - 1)));
    all_same("in the segment", &few.sum().collect()?.to_vec()?, &[249_985_000]);
    Ok(())
}

pub(crate) fn large<B: Backend>(b: &B) -> Result<()> {
    let len = many(b);
    let x: Vec<f32> = data(5, len);
    let v = b.upload(&x)?;
    for below in [30, 20_000, 1_000_000] {
        let offsets = offsets(len, (0..).map(|i| (mix(i) % below) as usize));
        let got = v.iter().segments(&b.upload(&offsets)?).sum().collect()?.to_vec()?;
        for (i, part) in parts(&x, &offsets).iter().enumerate() {
            same("sum", got[i], contract::reduce_lanes(&slots(part), None, 4, |a, b| a + b).unwrap_or(-0.0));
        }
    }
    for row in [9, 700, 40_000, len / 2 + 1] {
        let got = v.iter().segments_of(row).sum().collect()?.to_vec()?;
        for (i, part) in x.chunks(row).enumerate() {
            same("sum", got[i], contract::reduce_lanes(&slots(part), None, 4, |a, b| a + b).unwrap_or(-0.0));
        }
    }
    Ok(())
}

/// A segment of more than 2^32 items between others.
pub(crate) fn large_past_32_bits<B: Backend>(b: &B) -> Result<()> {
    let n = past_32_bits(b);
    let offsets = b.upload(&[0, 5, 5, n - 3, n])?;
    let counts = b.constant(1u64, n).segments(&offsets).sum().collect()?;
    all_same("lengths", &counts.to_vec()?, &[5, 0, n as u64 - 8, 3]);
    Ok(())
}
