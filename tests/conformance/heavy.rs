//! Heavy operations, of which kernels have few copies: each algorithm's result is that for a vector of the same items.

use onrush::prelude::*;
use onrush::{Key, Result};

use onrush_test_support::compare::{Exact, all_same, same};
use onrush_test_support::contract::tile;
use onrush_test_support::inputs::{Sample, data, few_lengths};

/// A number below 4096 by ten divisions.
#[device]
fn folded(v: u32) -> u32 {
    let (mut a, mut b) = (v, v / 5);
    a = a ^ (a / 3) ^ (b / 9);
    b = b ^ (b / 7) ^ (a / 2);
    a = a ^ (a / 11) ^ (b / 6);
    b = b ^ (b / 13) ^ (a / 4) ^ (a % 97);
    (a ^ b) & 4095
}

/// A number below 1000 by a loop, which is heavier still.
#[device]
fn looped(v: u32) -> u32 {
    let mut w = v;
    for k in 1..6u32 {
        w = (w / k).wrapping_add(w % 1013).wrapping_add(v % (k + 4));
    }
    w % 1000
}

/// Reductions of items of each size: into lanes, by ranks, and of the items that are kept.
fn folds<T: Number + Key + Sample + Exact, B: Backend>(b: &B) -> Result<()> {
    for len in few_lengths(T::SIZE) {
        let x: Vec<u32> = data(len as u64, len + 1);
        let y = x[1..].iter().map(|v| T::cast_from(folded(*v))).collect::<Vec<T>>();
        let (x, y) = (b.upload(&x)?, b.upload(&y)?);
        let items = x.slice(1..)?.iter().map(op!(|v: u32| T::cast_from(folded(v))));
        same("sum", items.clone().sum()?, y.iter().sum()?);
        same("argmax", items.clone().argmax()?, y.iter().argmax()?);
        let large = op!(|v: T| v > T::cast_from(90));
        same("of some", items.clone().filter(large).sum()?, y.iter().filter(large).sum()?);
        all_same("items", &items.collect()?.to_vec()?, &y.to_vec()?);
    }
    Ok(())
}

// Sanitized: kernels
pub(crate) fn reductions<B: Backend>(b: &B) -> Result<()> {
    folds::<u8, B>(b)?;
    folds::<f32, B>(b)?;
    folds::<f64, B>(b)?;
    fewer_rows(b)
}

/// Sums of operations between light and heavy ones, of which a thread computes four rows together, or two.
fn fewer_rows<B: Backend>(b: &B) -> Result<()> {
    let (four, two) =
        (op!(|v: u32| (v / 3 ^ v / 7) as f32), op!(|v: u32| (v / 3 ^ v / 7 ^ v / 9 ^ v / 11 ^ v / 13) as f32));
    for len in few_lengths(4) {
        let x: Vec<u32> = data(len as u64, len + 1);
        for from in [0, 1] {
            let on = b.upload(&x)?;
            let items = on.slice(from..)?;
            let kept = op!(|v: f32| v < 1e9);
            let (y, z) = (items.iter().map(four).collect()?, items.iter().map(two).collect()?);
            same("four rows", items.iter().map(four).sum()?, y.iter().sum()?);
            same("two rows", items.iter().map(two).sum()?, z.iter().sum()?);
            same("of some", items.iter().map(two).filter(kept).sum()?, z.iter().filter(kept).sum()?);
        }
    }
    Ok(())
}

// Sanitized: kernels
pub(crate) fn every_algorithm<B: Backend>(b: &B) -> Result<()> {
    for len in [0, 1, 1009, tile(4) - 1, tile(4) + 17] {
        let x: Vec<u32> = data(len as u64, len + 3);
        for from in [0, 3] {
            let z: Vec<u32> = x[from..from + len].iter().map(|v| looped(*v)).collect();
            let (x, z) = (b.upload(&x)?, b.upload(&z)?);
            let items = x.slice(from..from + len)?.iter().map(op!(|v: u32| looped(v)));
            let half = op!(|v: u32| v < 500);
            all_same("collect", &items.clone().collect()?.to_vec()?, &z.to_vec()?);
            all_same(
                "scan",
                &items.clone().scan_inclusive(Sum).collect()?.to_vec()?,
                &z.iter().scan_inclusive(Sum).collect()?.to_vec()?,
            );
            all_same(
                "select",
                &items.clone().filter(half).collect()?.to_vec()?,
                &z.iter().filter(half).collect()?.to_vec()?,
            );
            let (these, those) = (items.clone().partition(half).collect()?, z.iter().partition(half).collect()?);
            all_same("partition", &these.0.to_vec()?, &those.0.to_vec()?);
            all_same("partition", &these.1.to_vec()?, &those.1.to_vec()?);
            let last = op!(|v: u32| v == 999);
            same("position", items.clone().position(last)?, z.iter().position(last)?);
            let bin = op!(|v: u32| (v / 4) as usize);
            let (these, those) =
                (items.clone().map(bin).histogram(256).collect()?, z.iter().map(bin).histogram(256).collect()?);
            all_same("histogram", &these.to_vec()?, &those.to_vec()?);
            let key = op!(|v: u32| v / 100);
            let (keys, values) = reduce_by_key(items.clone().map(key), items.clone(), Sum).collect()?;
            let expected = reduce_by_key(z.iter().map(key), &z, Sum).collect()?;
            all_same("keys", &keys.to_vec()?, &expected.0.to_vec()?);
            all_same("values", &values.to_vec()?, &expected.1.to_vec()?);
            let prefixes = scan_by_key_inclusive(items.clone().map(key), items.clone(), Sum).collect()?;
            all_same(
                "by key",
                &prefixes.to_vec()?,
                &scan_by_key_inclusive(z.iter().map(key), &z, Sum).collect()?.to_vec()?,
            );
            let (mut these, mut those) = (b.filled(0u32, 1000)?, b.filled(0u32, 1000)?);
            let numbers = || b.range(0..len as u32);
            numbers().scatter(items.map(op!(|v: u32| v as usize)), &mut these)?;
            numbers().scatter(z.iter().map(op!(|v: u32| v as usize)), &mut those)?;
            all_same("scatter", &these.to_vec()?, &those.to_vec()?);
            let mut these = x.try_clone()?;
            these.iter_mut().for_each(op!(|v: &mut u32| *v = looped(*v)))?;
            all_same("for_each", &these.to_vec()?[from..from + len], &z.to_vec()?);
        }
    }
    Ok(())
}

/// Operators with divisions by one, so that they are sums.
// Sanitized: kernels
pub(crate) fn operators<B: Backend>(b: &B) -> Result<()> {
    let heavy = op!(|a: f32, b: f32| (a + b) / 1.0 / 1.0 / 1.0 / 1.0);
    let light = op!(|a: f32, b: f32| a + b);
    for len in few_lengths(4) {
        let x: Vec<f32> = data(len as u64, len);
        let x = b.upload(&x)?;
        same("in order", x.iter().reduce_with(heavy)?, x.iter().reduce_with(light)?);
        same("in lanes", x.iter().reduce_with(commutative(heavy))?, x.iter().reduce_with(commutative(light))?);
        all_same(
            "scan",
            &x.iter().scan_inclusive(heavy).collect()?.to_vec()?,
            &x.iter().scan_inclusive(light).collect()?.to_vec()?,
        );
        let keys = b.range(0..len).map(op!(|i: usize| i / 70));
        let (these, those) =
            (reduce_by_key(keys.clone(), &x, heavy).collect()?, reduce_by_key(keys, &x, light).collect()?);
        all_same("by key", &these.1.to_vec()?, &those.1.to_vec()?);
    }
    Ok(())
}

/// A place that fails is told as in a light operation.
pub(crate) fn panics<B: Backend>(b: &B) -> Result<()> {
    let x: Vec<u32> = (1..10_000).rev().collect();
    let x = b.upload(&x)?;
    let (view, last) = (x.view(), 5_000usize);
    let items = b.range(0..9_999usize).map(op!(|i: usize| view[i] / view[i / 2] + view[i / 3] / view[i + last - last]));
    same("in bounds", items.clone().count()?, 9_999);
    same("in bounds", items.sum()?.min(1), 1);
    let beyond = b.range(0..9_999usize).map(op!(|i: usize| view[i] / view[i / 2] + view[i / 3] / view[i + last]));
    for error in [
        beyond.clone().sum().map(drop).unwrap_err(),
        beyond.clone().argmin().map(drop).unwrap_err(),
        beyond.clone().collect().and_then(|y| y.to_vec().map(drop)).unwrap_err(),
        beyond.scan_inclusive(Sum).collect().and_then(|y| y.to_vec().map(drop)).unwrap_err(),
    ] {
        assert!(error.to_string().contains("out of bounds"), "{error}");
    }
    Ok(())
}
