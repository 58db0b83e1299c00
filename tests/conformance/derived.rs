//! Algorithms that are written once, in terms of the primitives.

use half::f16;
use onrush::Result;
use onrush::prelude::*;

use crate::compare::{all_same, same};
use crate::contract;
use crate::inputs::{Grain, LARGE, data, few_lengths, lengths, mix, property};

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
        // Slots without items, and keys that all lie at an end of their range.
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
    same("total order", b.upload(&[-0.0f32, 0.0, 1.0, f32::NAN])?.iter().is_sorted()?, true);
    same("total order", b.upload(&[0.0f32, -0.0])?.iter().is_sorted()?, false);
    Ok(())
}

pub(crate) fn adjacent_difference<B: Backend>(b: &B) -> Result<()> {
    for len in lengths(4) {
        let x: Vec<u32> = data(len as u64, len);
        let v = b.upload(&x)?;
        let sums = v.iter().scan_inclusive(Sum)?;
        let back = sums.iter().adjacent_difference(op!(|a: u32, before: u32| a.wrapping_sub(before))).collect()?;
        all_same("undoes a scan", &back.to_vec()?, &x);
    }
    Ok(())
}

// Sanitized: kernels, host
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

pub(crate) fn large<B: Backend>(b: &B) -> Result<()> {
    let x: Vec<i64> = data(1, LARGE);
    let v = b.upload(&x)?;
    same("argmax", v.iter().argmax()?, (0..LARGE).rev().max_by_key(|&i| x[i]));
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
