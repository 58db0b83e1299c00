//! Algorithms that are written once, in terms of the primitives.

use std::cmp::Ordering;

use half::f16;
use onrush::Result;
use onrush::prelude::*;

use onrush_test_support::compare::{all_same, same};
use onrush_test_support::contract;
use onrush_test_support::inputs::{Grain, data, few_lengths, lengths, many, mix, property};

pub(crate) fn sum_and_product<B: Backend>(b: &B) -> Result<()> {
    let empty = b.upload::<f32>(&[])?;
    same("empty sum", empty.iter().sum()?, -0.0);
    same("empty product", empty.iter().product()?, 1.0);
    same("empty sum of integers", b.range(0u8..0).sum()?, 0);
    same("sum of one zero", b.upload(&[-0.0f64])?.iter().sum()?, -0.0);
    for len in few_lengths(4) {
        let x: Vec<f32> = data(len as u64, len);
        let slots: Vec<_> = x.iter().copied().map(Some).collect();
        let want = contract::reduce_lanes(&slots, None, 4, |a, b| a + b).unwrap_or(-0.0);
        same("sum", b.upload(&x)?.iter().sum()?, want);
        let bytes: Vec<u8> = data(1, len);
        let want = bytes.iter().fold(1u8, |a, &b| a.wrapping_mul(b | 1));
        same("product wraps", b.upload(&bytes)?.iter().map(op!(|v: u8| v | 1)).product()?, want);
    }
    Ok(())
}

pub(crate) fn inner_product<B: Backend>(b: &B) -> Result<()> {
    for len in few_lengths(8) {
        let (x, y): (Vec<f64>, Vec<f64>) = (data(1, len), data(2, len));
        let slots: Vec<_> = x.iter().zip(&y).map(|(x, y)| Some(x * y)).collect();
        let want = contract::reduce_lanes(&slots, None, 8, |a, b| a + b).unwrap_or(-0.0);
        same("inner product", b.upload(&x)?.iter().inner_product(&b.upload(&y)?)?, want);
    }
    Ok(())
}

pub(crate) fn count<B: Backend>(b: &B) -> Result<()> {
    for len in lengths(2) {
        let x: Vec<u16> = data(len as u64, len);
        let v = b.upload(&x)?;
        same("all", v.iter().count()?, len);
        same("odd", v.iter().filter(op!(|v: u16| v % 2 == 1)).count()?, x.iter().filter(|v| *v % 2 == 1).count());
    }
    Ok(())
}

pub(crate) fn minimum_and_maximum<B: Backend>(b: &B) -> Result<()> {
    for len in lengths(4) {
        let x: Vec<i32> = data(len as u64, len);
        let v = b.upload(&x)?;
        same("min", v.iter().min()?, x.iter().min().copied());
        same("max", v.iter().max()?, x.iter().max().copied());
        let odd = || x.iter().copied().filter(|v| v % 2 != 0);
        same("min of some", v.iter().filter(op!(|v: i32| v % 2 != 0)).min()?, odd().min());
    }
    Ok(())
}

pub(crate) fn minimum_with_maximum<B: Backend>(b: &B) -> Result<()> {
    for len in few_lengths(8) {
        let x: Vec<i32> = data(len as u64, len);
        let v = b.upload(&x)?;
        same("minmax", v.iter().minmax()?, x.iter().min().copied().zip(x.iter().max().copied()));
        let odd = || v.iter().filter(op!(|v: i32| v % 2 != 0));
        same("of some", odd().minmax()?, odd().min()?.zip(odd().max()?));
    }
    // The length is that of several chunks and a part of one.
    let x: Vec<f32> = (0..9000).map(|i| if i % 7 == 0 { f32::NAN } else { (i * 7919 % 10_007) as f32 - 3e3 }).collect();
    let v = b.upload(&x)?;
    let (low, high) = x.iter().fold((f32::NAN, f32::NAN), |(low, high), x| (low.min(*x), high.max(*x)));
    same("of floats", v.iter().minmax()?, Some((low, high)));
    let some = || v.iter().filter(op!(|v: f32| v > 100.0));
    same("of some floats", some().minmax()?, some().min()?.zip(some().max()?));
    let floats = b.upload(&[0.0f32, f32::NAN, -0.0, 0.0])?;
    same("zeros have signs", floats.iter().minmax()?, Some((-0.0, 0.0)));
    same(
        "NaNs alone",
        b.upload(&[f32::NAN])?.iter().minmax()?.map(|m| (m.0.is_nan(), m.1.is_nan())),
        Some((true, true)),
    );
    Ok(())
}

/// Means and variances have the association of the shape contract, and are as exact as those of two passes.
// Sanitized: kernels
pub(crate) fn means_and_variances<B: Backend>(b: &B) -> Result<()> {
    type State = (f64, f64, f64);
    let merge = |a: State, b: State| {
        let (n, delta) = (a.0 + b.0, b.1 - a.1);
        (n, a.1 + delta * (b.0 / n), a.2 + b.2 + delta * delta * (a.0 * (b.0 / n)))
    };
    for len in few_lengths(24) {
        let x: Vec<f32> = data(len as u64, len).iter().map(|v: &f32| v + 1e6).collect();
        let v = b.upload(&x)?;
        let slots: Vec<_> = x.iter().map(|v| Some((1.0, f64::from(*v), 0.0))).collect();
        let want = contract::reduce_lanes(&slots, None, 24, merge);
        let got = v.iter().moments()?;
        same("moments", got.map(|m| (m.count as f64, m.mean, m.squared_deviations)), want);
        same("variance", v.iter().variance()?, want.map(|w| w.2 / w.0));
        let sample = want.filter(|w| w.0 > 1.0).map(|w| w.2 / (w.0 - 1.0));
        same("sample variance", v.iter().sample_variance()?, sample);
        let slots: Vec<_> = x.iter().map(|v| Some(f64::from(*v))).collect();
        let mean = contract::reduce_lanes(&slots, None, 8, |a, b| a + b).map(|sum| sum / len as f64);
        same("mean", v.iter().mean()?, mean);
        if let (Some(mean), Some(got)) = (mean, got) {
            let exact = x.iter().map(|v| (f64::from(*v) - mean).powi(2)).sum::<f64>() / len as f64;
            assert!((got.variance() - exact).abs() <= 1e-9 * exact + 1e-12, "{} is not {exact}", got.variance());
        }
        // A filter keeps some of the items.
        let kept = |v: f32| v > 1e6;
        let some = || v.iter().filter(op!(|v: f32| v > 1e6));
        let slots: Vec<_> = x.iter().map(|v| kept(*v).then_some((1.0, f64::from(*v), 0.0))).collect();
        let want = contract::reduce_lanes(&slots, None, 24, merge);
        same("of some", some().moments()?.map(|m| (m.count as f64, m.mean, m.squared_deviations)), want);
        let slots: Vec<_> = x.iter().map(|v| kept(*v).then_some((1u64, f64::from(*v)))).collect();
        let want = contract::reduce_lanes(&slots, None, 16, |a, b| (a.0 + b.0, a.1 + b.1));
        same("mean of some", some().mean()?, want.map(|w| w.1 / w.0 as f64));
    }
    same("large integers", b.upload(&[i64::MAX, i64::MAX])?.iter().mean()?, Some(9_223_372_036_854_775_807.0));
    same("bytes", b.upload(&[255u8, 1])?.iter().variance()?, Some(16_129.0));
    same("half floats", b.upload(&[f16::from_f32(0.5), f16::from_f32(1.5)])?.iter().mean()?, Some(1.0));
    same("equal items", b.constant(0.1f64, 10_007).variance()?, Some(0.0));
    Ok(())
}

pub(crate) fn predicates<B: Backend>(b: &B) -> Result<()> {
    for len in few_lengths(2) {
        let x: Vec<u16> = data(len as u64, len);
        let v = b.upload(&x)?;
        same("count_if", v.iter().count_if(op!(|v: u16| v % 5 == 1))?, x.iter().filter(|v| *v % 5 == 1).count());
        let even = v.iter().filter(op!(|v: u16| v % 2 == 0));
        same("of some", even.count_if(op!(|v: u16| v % 5 == 1))?, x.iter().filter(|v| *v % 10 == 6).count());
        same("none", v.iter().none(op!(|v: u16| v % 500 == 1))?, !x.iter().any(|v| v % 500 == 1));
    }
    Ok(())
}

/// Of several extremes, the first one's position is returned.
pub(crate) fn positions_of_extremes<B: Backend>(b: &B) -> Result<()> {
    for len in lengths(1) {
        // Only three distinct values, so that most extremes are tied.
        let x: Vec<u8> = (0..len as u64).map(|i| (mix(i) % 3) as u8).collect();
        let v = b.upload(&x)?;
        same("argmin", v.iter().argmin()?, (0..len).min_by_key(|&i| x[i]));
        same("argmax", v.iter().argmax()?, (0..len).rev().max_by_key(|&i| x[i]));
        let x: Vec<f16> = data(len as u64, len);
        let v = b.upload(&x)?;
        same("argmin of floats", v.iter().argmin()?, (0..len).min_by(|&i, &j| x[i].total_cmp(&x[j])));
    }
    let zeros = b.upload(&[0.0f32, -0.0, -0.0, 0.0])?;
    same("−0.0 comes first", zeros.iter().argmin()?, Some(1));
    same("NaN comes last", b.upload(&[1.0f32, f32::NAN, 2.0])?.iter().argmax()?, Some(1));
    Ok(())
}

/// Of several, the first minimum and the last maximum are returned, as in std.
pub(crate) fn extremes_by_key<B: Backend>(b: &B) -> Result<()> {
    for len in lengths(12) {
        let x: Vec<Grain> = data(len as u64, len);
        let v = b.upload(&x)?;
        let least = v.iter().min_by_key(op!(|g: Grain| g.kind))?;
        same("min", least, x.iter().min_by_key(|g| g.kind).copied());
        let most = v.iter().max_by_key(op!(|g: Grain| [g.kind as i16, g.cell[0]]))?;
        same("max", most, x.iter().max_by_key(|g| [g.kind as i16, g.cell[0]]).copied());
        // The chains have slots without items, and keys that all lie at an end of their range.
        let x: Vec<u64> = (0..len as u64).map(mix).collect();
        let v = b.upload(&x)?;
        let (some, kept) = (|| v.iter().filter(op!(|x: u64| x % 3 == 0)), || x.iter().copied().filter(|x| x % 3 == 0));
        same("first", some().min_by_key(op!(|x: u64| x | !x))?, kept().next());
        same("last", some().max_by_key(op!(|x: u64| x & !x))?, kept().next_back());
        let ends = kept().min_by_key(|x| if x % 2 == 0 { 0 } else { u64::MAX });
        same("either end", some().min_by_key(op!(|x: u64| 0u64.wrapping_sub(x % 2)))?, ends);
    }
    Ok(())
}

/// As by std's `min_by` and `max_by`: of several, the first minimum and the last maximum.
pub(crate) fn extremes_by_relation<B: Backend>(b: &B) -> Result<()> {
    for len in few_lengths(12) {
        let x: Vec<Grain> = data(len as u64, len);
        let v = b.upload(&x)?;
        let by = op!(|g: Grain, h: Grain| g.kind.cmp(&h.kind));
        same("min", v.iter().min_by(by)?, x.iter().copied().min_by_key(|g| g.kind));
        same("max", v.iter().max_by(by)?, x.iter().copied().max_by_key(|g| g.kind));
        let before = op!(|g: Grain, h: Grain| g.kind < h.kind);
        same("min by a bool", v.iter().min_by(before)?, x.iter().copied().min_by_key(|g| g.kind));
        same("max by a bool", v.iter().max_by(before)?, x.iter().copied().max_by_key(|g| g.kind));
        let some = || v.iter().filter(op!(|g: Grain| g.cell[0] > 0)).map(op!(|g: Grain| g.size));
        let kept = || x.iter().filter(|g| g.cell[0] > 0).map(|g| g.size);
        let by_size = op!(|a: f32, b: f32| a.total_cmp(&b));
        same("min of some", some().min_by(by_size)?, kept().min_by(f32::total_cmp));
        same("max of some", some().max_by(by_size)?, kept().max_by(f32::total_cmp));
        same("by Greater", some().min_by(Greater)?, kept().max_by(f32::total_cmp));
        let at = v.iter().enumerate().max_by(op!(|g: (usize, Grain), h: (usize, Grain)| g.1.kind < h.1.kind))?;
        same("with its position", at.map(|(i, _)| i), (0..len).max_by_key(|&i| x[i].kind));
    }
    Ok(())
}

/// `Ordering` is a value as any other: it is stored, captured, reduced and compared.
pub(crate) fn orderings<B: Backend>(b: &B) -> Result<()> {
    for len in few_lengths(1) {
        let (x, mut y): (Vec<u8>, Vec<u8>) = (data(1, len), data(2, len));
        let (v, w) = (b.upload(&x)?, b.upload(&y)?);
        let compared = || v.iter().zip(&w).map(op!(|(a, b): (u8, u8)| a.cmp(&b)));
        let want: Vec<Ordering> = x.iter().zip(&y).map(|(a, b)| a.cmp(b)).collect();
        let stored = compared().collect()?;
        assert_eq!(stored.to_vec()?, want);
        let than = Ordering::Greater;
        let count = stored.iter().filter(op!(|o: Ordering| o == than)).count()?;
        assert_eq!(count, want.iter().filter(|o| o.is_gt()).count());
        assert_eq!(stored.iter().map(op!(|o: Ordering| o as i64)).sum()?, want.iter().map(|&o| o as i64).sum::<i64>());
        // The first difference decides the order of the whole vectors.
        let whole = |w: &DeviceVec<u8, B>| {
            let each = v.iter().zip(w).map(op!(|(a, b): (u8, u8)| a.cmp(&b)));
            each.reduce(Ordering::Equal, op!(|a: Ordering, b: Ordering| a.then(b)))
        };
        assert_eq!(whole(&w)?, x.cmp(&y));
        assert_eq!(whole(&v)?, Ordering::Equal);
        y.copy_from_slice(&x);
        if let Some(last) = y.last_mut() {
            *last ^= 128;
        }
        assert_eq!(whole(&b.upload(&y)?)?, x.cmp(&y));
    }
    Ok(())
}

pub(crate) fn comparisons<B: Backend>(b: &B) -> Result<()> {
    for len in few_lengths(4) {
        let x: Vec<u32> = data(1, len);
        let v = b.upload(&x)?;
        same("equal", v.iter().equal(&v)?, true);
        same("another length", v.iter().equal(b.range(0..len as u32 + 1))?, false);
        same("no mismatch", v.iter().mismatch(&v)?, None);
        for at in [0, 1, len / 2, len.saturating_sub(1)].into_iter().filter(|&at| at < len) {
            let mut y = x.clone();
            y[at] ^= 1 << 31;
            let w = b.upload(&y)?;
            same("unequal", v.iter().equal(&w)?, false);
            same("mismatch", v.iter().mismatch(&w)?, Some(at));
        }
    }
    let nan = b.upload(&[f32::NAN, 0.0])?;
    same("by bits, NaN is NaN", nan.iter().equal(&b.upload(&[f32::NAN, 0.0])?)?, true);
    same("and zeros have signs", nan.iter().mismatch(&b.upload(&[f32::NAN, -0.0])?)?, Some(1));
    Ok(())
}

pub(crate) fn is_sorted<B: Backend>(b: &B) -> Result<()> {
    for len in lengths(8) {
        let sorted = b.range(0..len as u64).map(op!(|i: u64| i / 3));
        same("ascending", sorted.is_sorted()?, true);
        same("constant", b.constant(7u8, len).is_sorted()?, true);
        same("descending", b.range(0..len).rev().is_sorted()?, len < 2);
        // A single descent, at the end.
        let last = (len as u64).wrapping_sub(1);
        let dip = b.range(0..len as u64).map(op!(|i: u64| if i == last { 0 } else { i + 1 }));
        same("one descent", dip.is_sorted()?, len < 2);
    }
    for len in few_lengths(8) {
        for at in [0, 1, len / 2, len.saturating_sub(1), len].into_iter().filter(|&at| at <= len) {
            let x = || b.range(0..len).map(op!(|i: usize| if i == at { 0 } else { i }));
            same("one equal neighbour", x().adjacent_find()?, (at == 1 && len > 1).then_some(0));
            same("partitioned", b.range(0..len).is_partitioned(op!(|i: usize| i < at))?, true);
            same("not partitioned", b.range(0..len).is_partitioned(op!(|i: usize| i == at))?, at == 0 || at == len);
            same("by a relation", x().rev().is_sorted_by(Greater)?, x().is_sorted()?);
        }
    }
    same("total order", b.upload(&[-0.0f32, 0.0, 1.0, f32::NAN])?.iter().is_sorted()?, true);
    same("total order", b.upload(&[0.0f32, -0.0])?.iter().is_sorted()?, false);
    Ok(())
}

/// Scans and differences that begin with a value, and inner products by two operators.
pub(crate) fn begun_with_a_value<B: Backend>(b: &B) -> Result<()> {
    for len in few_lengths(8) {
        let (x, y): (Vec<f64>, Vec<f64>) = (data(1, len), data(2, len));
        let (v, w) = (b.upload(&x)?, b.upload(&y)?);
        let mut first = x.clone();
        first.iter_mut().take(1).for_each(|v| *v += 0.1);
        let want = b.upload(&first)?.iter().scan_inclusive(Sum).collect()?.to_vec()?;
        all_same("scan", &v.iter().scan_inclusive_from(0.1, Sum).collect()?.to_vec()?, &want);
        let mut out = b.filled(0.0f64, len)?;
        v.iter().skip(0).scan_inclusive_from(0.1, Sum).collect_into(&mut out)?;
        all_same("scan into a vector", &out.to_vec()?, &want);
        let want: Vec<f64> = (0..len).map(|i| x[i] - if i == 0 { 0.1 } else { x[i - 1] }).collect();
        let steps = v.iter().adjacent_difference_from(0.1, op!(|a: f64, before: f64| a - before)).collect()?;
        all_same("differences", &steps.to_vec()?, &want);
        let want = x.iter().zip(&y).fold(0.5, |most: f64, (x, y)| most.max(x - y));
        same("largest difference", v.iter().inner_product_with(&w, 0.5, Max, op!(|a: f64, b: f64| a - b))?, want);
    }
    Ok(())
}

pub(crate) fn adjacent_difference<B: Backend>(b: &B) -> Result<()> {
    for len in lengths(4) {
        let x: Vec<u32> = data(len as u64, len);
        let v = b.upload(&x)?;
        let sums = v.iter().scan_inclusive(Sum).collect()?;
        let back = sums.iter().adjacent_difference(op!(|a: u32, before: u32| a.wrapping_sub(before))).collect()?;
        all_same("undoes a scan", &back.to_vec()?, &x);
    }
    Ok(())
}

/// Searches by keys, by relations and by projections, of chains and of single values.
// Sanitized: kernels, host
pub(crate) fn searches<B: Backend>(b: &B) -> Result<()> {
    for len in few_lengths(4) {
        let mut x: Vec<i32> = (0..len as u64).map(|i| (mix(i) % 1000) as i32 - 500).collect();
        x.sort();
        let v = b.upload(&x)?;
        let q: Vec<i32> = (-520..520).step_by(7).collect();
        let queries = b.upload(&q)?;
        let (low, high) = (|k: i32| x.partition_point(|&a| a < k), |k: i32| x.partition_point(|&a| a <= k));
        let ranges = queries.iter().equal_range(&v).map(op!(|(from, to): (usize, usize)| [from, to])).collect()?;
        all_same("ranges", &ranges.to_vec()?, &q.iter().map(|&k| [low(k), high(k)]).collect::<Vec<_>>());
        let contained = queries.iter().contained_in(v.slice(..)?).collect()?;
        all_same("contained", &contained.to_vec()?, &q.iter().map(|k| x.contains(k)).collect::<Vec<_>>());
        let by = op!(|a: i32, b: i32| a.cmp(&b));
        all_same(
            "by",
            &queries.iter().lower_bound_by(&v, by).collect()?.to_vec()?,
            &q.iter().map(|&k| low(k)).collect::<Vec<_>>(),
        );
        all_same(
            "by",
            &queries.iter().upper_bound_by(&v, by).collect()?.to_vec()?,
            &q.iter().map(|&k| high(k)).collect::<Vec<_>>(),
        );
        // In descending order, by a projection.
        x.reverse();
        let v = b.upload(&x)?;
        let down: Vec<_> = q.iter().map(|&k| x.partition_point(|&a| a > k)).collect();
        all_same("down", &queries.iter().lower_bound_by(&v, Greater).collect()?.to_vec()?, &down);
        let negated = queries.iter().map(op!(|k: i32| -k));
        let negative = op!(|a: i32| -a);
        all_same("by key", &negated.clone().lower_bound_by_key(v.view(), negative).collect()?.to_vec()?, &down);
        let after: Vec<_> = q.iter().map(|&k| x.partition_point(|&a| a >= k)).collect();
        all_same("by key", &negated.upper_bound_by_key(&v, negative).collect()?.to_vec()?, &after);
        for k in [-501, -20, 0, 321, 499] {
            same("partition point", v.partition_point(op!(|a: i32| a > k))?, x.partition_point(|&a| a > k));
            same("contains", v.iter().contains(&k)?, x.contains(&k));
            let found = v.binary_search_by(op!(|a: i32| k.cmp(&a)))?;
            let (from, to) = (x.partition_point(|&a| a > k), x.partition_point(|&a| a >= k));
            assert_eq!(found, if from < to { Ok(from) } else { Err(from) });
            assert_eq!(v.binary_search_by_key(&-k, negative)?, found);
            let part = v.slice(len / 3..)?;
            assert_eq!(part.partition_point(op!(|a: i32| a > k))?, x[len / 3..].partition_point(|&a| a > k));
        }
    }
    let x = b.upload(&[-0.0f32, 0.0, 0.0, 2.0, f32::NAN])?;
    assert_eq!((x.lower_bound(0.0)?, x.upper_bound(0.0)?, x.equal_range(-0.0)?), (1, 3, 0..1));
    assert_eq!(
        (x.binary_search(&f32::NAN)?, x.binary_search(&1.0)?, x.slice(3..)?.lower_bound(2.5)?),
        (Ok(4), Err(3), 1)
    );
    assert!(!x.iter().contains(&f32::NAN)? && x.slice(1..)?.iter().contains(&-0.0)?);
    let empty = b.upload::<u8>(&[])?;
    assert_eq!((empty.binary_search(&1)?, empty.lower_bound(1)?, empty.iter().contains(&1)?), (Err(0), 0, false));
    let error = x.partition_point(op!(|v: f32| 10 / (v as i32) > 0)).expect_err("a division by zero");
    assert!(error.to_string().contains("divide by zero"), "{error}");
    Ok(())
}

pub(crate) fn bounds<B: Backend>(b: &B) -> Result<()> {
    for len in few_lengths(4) {
        let mut sorted: Vec<i32> = (0..len as u64).map(|i| (mix(i) % 5000) as i32).collect();
        sorted.sort();
        let table = b.upload(&sorted)?;
        let queries = || b.range(-3i32..5010);
        let lower = queries().lower_bound(table.view()).collect()?.to_vec()?;
        let upper = queries().upper_bound(table.view()).collect()?.to_vec()?;
        all_same("lower", &lower, &(-3..5010).map(|q| sorted.partition_point(|&k| k < q)).collect::<Vec<_>>());
        all_same("upper", &upper, &(-3..5010).map(|q| sorted.partition_point(|&k| k <= q)).collect::<Vec<_>>());
    }
    Ok(())
}

/// The positions of a sort: of few items, and of many, which are selected by a sample.
// Sanitized: kernels
pub(crate) fn selections<B: Backend>(b: &B) -> Result<()> {
    for len in [1, 2, 1009, (1 << 14) + 5, (1 << 18) + 5] {
        let x: Vec<f32> = data(1, len);
        let mut sorted = x.clone();
        sorted.sort_by(f32::total_cmp);
        let v = b.upload(&x)?;
        for n in [0, len / 2, len - 1] {
            same("nth_element", v.iter().nth_element(n)?, Some(sorted[n]));
        }
        same("median", v.iter().median()?, Some(sorted[(len - 1) / 2]));
        same("beyond", v.iter().nth_element(len)?, None);
        // Half of the items are equal.
        let x: Vec<u32> = data::<u32>(2, len).iter().map(|x| if x % 2 == 0 { 7 } else { x % 100 }).collect();
        let mut sorted = x.clone();
        sorted.sort();
        let v = b.upload(&x)?;
        for n in [len / 20, len / 2] {
            same("among equal ones", v.iter().nth_element(n)?, Some(sorted[n]));
        }
    }
    let x = b.range(0..1000).filter(op!(|i: i32| i % 2 == 0));
    same("filter", x.median()?, Some(498));
    let quarters = b.range(0..10_001).map(op!(|i: i32| -i)).quantiles(&[0.0, 0.25, 0.5, 1.0, 7.0, f64::NAN])?;
    same("quantiles", quarters == Some(vec![-10_000, -7500, -5000, 0, 0, -10_000]), true);
    same("none", b.range(0..0).median()?.is_none() && b.range(0..0).quantiles(&[0.5])?.is_none(), true);
    Ok(())
}

pub(crate) fn large<B: Backend>(b: &B) -> Result<()> {
    let len = many(b);
    let x: Vec<i64> = data(1, len);
    let v = b.upload(&x)?;
    same("argmax", v.iter().argmax()?, (0..len).rev().max_by_key(|&i| x[i]));
    same("count", v.iter().filter(op!(|v: i64| v % 5 == 0)).count()?, x.iter().filter(|v| *v % 5 == 0).count());
    Ok(())
}

pub(crate) fn random<B: Backend>(b: &B) -> Result<()> {
    property(100, 300, |x: Vec<i8>| {
        let v = b.upload(&x).unwrap();
        same("max", v.iter().max().unwrap(), x.iter().max().copied());
        same(
            "last of the largest",
            v.iter().max_by_key(op!(|v: i8| v / 4)).unwrap(),
            x.iter().max_by_key(|v| *v / 4).copied(),
        );
        same("sorted", v.iter().is_sorted().unwrap(), x.is_sorted());
    });
    Ok(())
}
