use std::cmp::{Ordering, Reverse};

use onrush::prelude::*;
use onrush::{ErrorKind, Key, Result};
use onrush_core::algo::TopK;

use onrush_test_support::compare::{all_same, same};
use onrush_test_support::inputs::{Grain, Sample, data, many, past_32_bits, property};
use onrush_test_support::refusals::{elsewhere, panicked, refused};

/// Positions in the order of a stable sort.
fn sorted<K: Key>(x: &[K], largest: bool) -> Vec<usize> {
    let mut order: Vec<usize> = (0..x.len()).collect();
    order.sort_by(|&a, &b| {
        let (a, b) = if largest { (&x[b], &x[a]) } else { (&x[a], &x[b]) };
        match (a.precedes(b), b.precedes(a)) {
            (true, _) => Ordering::Less,
            (_, true) => Ordering::Greater,
            _ => Ordering::Equal,
        }
    });
    order
}

/// Compares items in one direction, and positions in the other, with a sort.
fn check<B: Backend, K: Sample + Key>(b: &B, x: &[K], numbers: &[usize]) -> Result<()> {
    let v = b.upload(x)?;
    let (descending, ascending) = (sorted(x, true), sorted(x, false));
    for &k in numbers {
        let what = format!("{k} of {}", x.len());
        let want: Vec<K> = descending.iter().take(k).map(|&i| x[i]).collect();
        all_same(&what, &v.iter().top_k(k).collect()?.to_vec()?, &want);
        all_same(&what, &v.iter().bottom_k_positions(k).collect()?.to_vec()?, &ascending[..k.min(x.len())]);
    }
    Ok(())
}

const NUMBERS: [usize; 6] = [0, 1, 2, 10, 1000, usize::MAX];

// Sanitized: kernels, host
pub(crate) fn few<B: Backend>(b: &B) -> Result<()> {
    for len in [0, 1, 2, 33, 1009] {
        check::<B, u32>(b, &data(1, len), &NUMBERS)?;
        check::<B, Grain>(b, &data(2, len), &NUMBERS)?;
    }
    Ok(())
}

/// More items than are sorted as a whole: a sample decides which ones are kept.
// Sanitized: kernels, host
pub(crate) fn by_a_sample<B: Backend>(b: &B) -> Result<()> {
    let len = 50_021;
    check::<B, f32>(b, &data(1, len), &[1, 10, 700])?;
    check::<B, u64>(b, &data(2, len), &[10, 3000])?;
    // In order, in reverse order, and with few values.
    let ascending: Vec<u32> = (0..len as u32).collect();
    check(b, &ascending, &[10])?;
    let few: Vec<u32> = data::<u32>(4, len).iter().map(|x| x % 3).collect();
    check(b, &few, &[10, 2000])?;
    // More of few items than are compared with each other, and the numbers at which they are no longer few.
    check(b, &vec![7u32; len], &[1, 32, 33, 100])
}

/// Samples that mislead, so that too many items come up to the bound, or too few.
// Sanitized: kernels, host
pub(crate) fn misled<B: Backend>(b: &B) -> Result<()> {
    let len = 50_021;
    // The sizes of samples: of small keys, and of keys of 16 bytes on a GPU.
    for size in [4096, 2048] {
        let at: Vec<usize> = (0..size).map(|number| TopK::<(), (), ()>::sampled(number, size, len)).collect();
        assert!(at.is_sorted() && at[size - 1] < len);
        for high in [true, false] {
            let mut x: Vec<u32> = data(1, len);
            x.iter_mut().for_each(|x| *x = *x % 5000 + 10_000);
            at.iter().for_each(|&i| x[i] = if high { 1 << 20 } else { i as u32 % 7 });
            if size == 4096 {
                check(b, &x, &[10, 900])?;
            } else {
                let pairs: Vec<[f64; 2]> = x.iter().map(|&x| [f64::from(x / 3), -f64::from(x)]).collect();
                check(b, &pairs, &[50])?;
            }
        }
    }
    Ok(())
}

pub(crate) fn floats_in_total_order<B: Backend>(b: &B) -> Result<()> {
    let x = [0.0f32, f32::NAN, -0.0, 1.0, f32::NEG_INFINITY, -f32::NAN, f32::INFINITY];
    let v = b.upload(&x)?;
    all_same("largest", &v.iter().top_k(3).collect()?.to_vec()?, &[f32::NAN, f32::INFINITY, 1.0]);
    all_same("smallest", &v.iter().bottom_k(4).collect()?.to_vec()?, &[-f32::NAN, f32::NEG_INFINITY, -0.0, 0.0]);
    Ok(())
}

// Sanitized: kernels, host
pub(crate) fn fused<B: Backend>(b: &B) -> Result<()> {
    let len = 20_011;
    let x: Vec<i32> = data(1, len);
    let v = b.upload(&x)?;
    let mapped: Vec<i32> = x.iter().map(|x| x >> 20).collect();
    let want: Vec<i32> = sorted(&mapped, true)[..9].iter().map(|&i| mapped[i]).collect();
    all_same("map", &v.iter().map(op!(|x: i32| x >> 20)).top_k(9).collect()?.to_vec()?, &want);
    let part = v.slice(3..)?;
    let want: Vec<usize> = sorted(&x[3..], false)[..9].to_vec();
    all_same("a part that isn't aligned", &part.iter().bottom_k_positions(9).collect()?.to_vec()?, &want);
    let kept: Vec<i32> = x.iter().copied().filter(|x| x % 3 == 0).collect();
    let want: Vec<i32> = sorted(&kept, true).iter().take(50).map(|&i| kept[i]).collect();
    let filtered = || v.iter().filter(op!(|x: i32| x % 3 == 0));
    all_same("filter", &filtered().top_k(50).collect()?.to_vec()?, &want);
    let mut out = b.filled(0, 50)?;
    same("filter", filtered().top_k(50).collect_into(&mut out)?, 50);
    all_same("filter", &out.to_vec()?, &want);
    all_same("the smallest", &filtered().bottom_k(1).collect()?.to_vec()?, &[*kept.iter().min().unwrap()]);
    same("none", filtered().filter(op!(|x: i32| x % 3 == 1)).bottom_k(5).collect()?.len(), 0);
    Ok(())
}

// Sanitized: kernels, host
pub(crate) fn by_key<B: Backend>(b: &B) -> Result<()> {
    for len in [5, 30_011] {
        let (x, id): (Vec<i32>, Vec<u8>) = (data(1, len), data(2, len));
        let (v, w) = (b.upload(&x)?, b.upload(&id)?);
        let key: Vec<u32> = x.iter().map(|x| x.unsigned_abs() >> 16).collect();
        let both = || v.iter().zip(&w);
        let by = op!(|(x, _): (i32, u8)| x.unsigned_abs() >> 16);
        for largest in [true, false] {
            let at = &sorted(&key, largest)[..len.min(100)];
            let (xs, ids) = if largest {
                both().top_k_by_key(100, by).collect()?
            } else {
                both().bottom_k_by_key(100, by).collect()?
            };
            all_same("items", &xs.to_vec()?, &at.iter().map(|&i| x[i]).collect::<Vec<_>>());
            all_same("values", &ids.to_vec()?, &at.iter().map(|&i| id[i]).collect::<Vec<_>>());
            let (mut xs, mut ids) = (b.filled(0, 100)?, b.filled(0u8, 100)?);
            let target = (&mut xs, &mut ids);
            let count = if largest {
                both().top_k_by_key(100, by).collect_into(target)?
            } else {
                both().bottom_k_by_key(100, by).collect_into(target)?
            };
            same("their number", count, at.len());
            all_same("into", &ids.slice(..count)?.to_vec()?, &at.iter().map(|&i| id[i]).collect::<Vec<_>>());
            assert!(xs.slice(count..)?.to_vec()?.iter().all(|x| *x == 0));
        }
    }
    let x = b.upload(&[3, 1, 2])?;
    all_same("reverse", &x.iter().top_k_by_key(2, op!(|x: i32| Reverse(x))).collect()?.to_vec()?, &[1, 2]);
    Ok(())
}

// Sanitized: kernels, host
pub(crate) fn into_vectors_that_exist<B: Backend>(b: &B) -> Result<()> {
    for len in [3, 30_011] {
        let x: Vec<f32> = data(1, len);
        let v = b.upload(&x)?;
        for largest in [true, false] {
            let at = &sorted(&x, largest)[..len.min(20)];
            let mut want: Vec<f32> = at.iter().map(|&i| x[i]).collect();
            want.resize(20, 9.0);
            let mut out = b.filled(9.0f32, 22)?;
            let target = out.slice_mut(2..)?;
            let count = if largest {
                v.iter().top_k(20).collect_into(target)?
            } else {
                v.iter().bottom_k(20).collect_into(target)?
            };
            same("their number", count, at.len());
            all_same("items", &out.to_vec()?[2..], &want);
            let mut places = b.filled(7u32, 20)?;
            let count = match largest {
                true => v.iter().top_k_positions(20).collect_into(&mut places)?,
                false => v.iter().bottom_k_positions(20).collect_into(&mut places)?,
            };
            let mut want: Vec<u32> = at.iter().map(|&i| i as u32).collect();
            want.resize(20, 7);
            same("their number", count, at.len());
            all_same("positions", &places.to_vec()?, &want);
        }
    }
    let mut narrow = b.filled(0u8, 4)?;
    b.range(0..256).top_k_positions(4).collect_into(&mut narrow)?;
    all_same("all positions of a byte", &narrow.to_vec()?, &[255, 254, 253, 252]);
    let error = b.range(0..257).top_k_positions(4).collect_into(&mut narrow).expect_err("a position that doesn't fit");
    assert!(matches!(error.kind(), ErrorKind::OutOfRange { index: 256, len: 255, .. }), "{error}");
    all_same("untouched", &narrow.to_vec()?, &[255, 254, 253, 252]);
    let error = b.range(0..9).top_k_positions(5).collect_into(&mut narrow).expect_err("the target is too short");
    assert_eq!(*error.kind(), ErrorKind::TargetTooShort { what: "collect_into", most: 5, len: 4 });
    all_same("untouched", &narrow.to_vec()?, &[255, 254, 253, 252]);
    Ok(())
}

pub(crate) fn large<B: Backend>(b: &B) -> Result<()> {
    let x: Vec<f32> = data(1, many(b));
    let v = b.upload(&x)?;
    let order = sorted(&x, true);
    for k in [10, many(b) / 16] {
        let want: Vec<f32> = order[..k].iter().map(|&i| x[i]).collect();
        all_same("items", &v.iter().top_k(k).collect()?.to_vec()?, &want);
    }
    all_same("positions", &v.iter().top_k_positions(1000).collect()?.to_vec()?, &order[..1000]);
    Ok(())
}

pub(crate) fn large_past_32_bits<B: Backend>(b: &B) -> Result<()> {
    let len = past_32_bits(b);
    // Of 251 equal items in a row, the first come first.
    let x = b.tabulate(len, op!(|i: usize| (i % 251) as u8));
    let want: Vec<usize> = (0..7).map(|i| 250 + 251 * i).collect();
    all_same("positions", &x.top_k_positions(7).collect()?.to_vec()?, &want);
    let x = b.tabulate(len, op!(|i: usize| i));
    all_same("the last", &x.top_k(2).collect()?.to_vec()?, &[len - 1, len - 2]);
    Ok(())
}

pub(crate) fn device_mismatch<B: Backend>(b: &B) -> Result<()> {
    let far = elsewhere::<u32>();
    let read = || b.range(0..3usize).map(op!(|i: usize| far[i]));
    refused(b, read().top_k(2).collect().map(drop));
    refused(b, read().bottom_k_positions(2).collect().map(drop));
    refused(b, b.range(0..3usize).top_k_by_key(1, op!(|i: usize| far[i])).collect().map(drop));
    Ok(())
}

pub(crate) fn panics<B: Backend>(b: &B) -> Result<()> {
    let x = b.range(0u32..30_011).collect()?;
    let line = line!();
    let bad = op!(|v: u32| if v == 30_000 { panic!("item") } else { v });
    for k in [1, 10, 20_000] {
        panicked(b, x.iter().map(bad).top_k(k).collect(), "item", line + 1);
        panicked(b, x.iter().map(bad).bottom_k_positions(k).collect(), "item", line + 1);
        panicked(b, x.iter().top_k_by_key(k, bad).collect(), "item", line + 1);
    }
    let mut largest = b.filled(0u32, 10)?;
    let failed = x.iter().map(bad).top_k(10).collect_into(&mut largest).and_then(|_| largest.to_vec());
    panicked(b, failed, "item", line + 1);
    x.iter().top_k(10).collect_into(&mut largest)?;
    all_same("overwritten", &largest.to_vec()?, &(30_001..30_011).rev().collect::<Vec<_>>());
    all_same("the inputs are untouched", &x.to_vec()?, &(0..30_011).collect::<Vec<_>>());
    Ok(())
}

pub(crate) fn random<B: Backend>(b: &B) -> Result<()> {
    property(60, 3000, |(x, k): (Vec<u32>, u8)| {
        check_quietly(b, &x, k as usize);
    });
    Ok(())
}

fn check_quietly<B: Backend>(b: &B, x: &[u32], k: usize) {
    let v = b.upload(x).unwrap();
    let want: Vec<usize> = sorted(x, true).into_iter().take(k).collect();
    all_same("positions", &v.iter().top_k_positions(k).collect().unwrap().to_vec().unwrap(), &want);
}
