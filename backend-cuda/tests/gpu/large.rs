//! Lengths past 2^32, against answers that arithmetic gives.

use onrush::prelude::*;
use onrush::{ErrorKind, Result};

use crate::{cuda, emulated};

const PAST: usize = (1 << 32) + 99_991;

/// Numbers that nothing stores.
fn counts<B: Backend>(b: &B, n: usize) -> Result<()> {
    let all = || b.range(0..n as u64);
    let last = n as u64 - 1;
    assert_eq!(u128::from(all().sum()?), n as u128 * (n as u128 - 1) / 2);
    assert_eq!(all().reduce(0, op!(|a: u64, b: u64| a.max(b)))?, last, "in order");
    assert_eq!(all().filter(op!(|i: u64| i % 3 == 2)).count()?, n / 3);
    assert_eq!(all().map(op!(|i: u64| i ^ 1)).argmax()?, Some(n - 1 - (n + 1) % 2));
    for at in [0, last / 2, last - 1, last] {
        assert_eq!(all().position(op!(|i: u64| i >= at))?, Some(at as usize));
    }
    assert_eq!(all().position(op!(|i: u64| i > last))?, None);
    Ok(())
}

/// Item `i` of a sorted sequence of the bytes 0 to 250: `whole` of each, and one more of each below `part`.
#[device]
fn in_order(i: usize, whole: usize, part: usize) -> u8 {
    let longer = part * (whole + 1);
    if i < longer { (i / (whole + 1)) as u8 } else { (part + (i - longer) / whole) as u8 }
}

/// Bytes 0 to 250, over and over.
fn bytes<B: Backend>(b: &B, n: usize) -> Result<()> {
    let mut x = b.tabulate(n, op!(|i: usize| (i % 251) as u8)).collect()?;
    let (whole, part) = (n / 251, n % 251);
    let sum = whole as u64 * (250 * 251 / 2) + (part * part.saturating_sub(1) / 2) as u64;
    assert_eq!(x.iter().map(op!(|v: u8| v as u64)).sum()?, sum);
    assert_eq!((x.iter().min()?, x.iter().max()?), (Some(0), Some(250)));

    let rare = x.iter().filter(op!(|v: u8| v == 250)).collect()?;
    assert_eq!((rare.len(), rare.iter().min()?), (whole, Some(250)));
    drop(rare);
    let (even, odd) = x.iter().partition(op!(|v: u8| v % 2 == 0)).collect()?;
    assert_eq!((even.len(), odd.len()), (whole * 126 + part.div_ceil(2), whole * 125 + part / 2));
    assert_eq!(odd.iter().filter(op!(|v: u8| v % 2 == 0)).count()?, 0);
    drop((even, odd));
    let halves =
        x.iter().take(n / 2 * 2).map(op!(|v: u8| v as u64)).grid(n / 2, 2).columns().sum().collect()?.to_vec()?;
    assert_eq!(halves[0] + halves[1], x.iter().take(n / 2 * 2).map(op!(|v: u8| v as u64)).sum()?);
    let (last, low, rest) = x.iter().partition_in_three(op!(|v: u8| v == 250), op!(|v: u8| v < 249)).collect()?;
    assert_eq!(
        (last.len(), low.len(), rest.len()),
        (whole, whole * 249 + part.min(249), whole + part.saturating_sub(249))
    );
    assert_eq!(
        (low.get(low.len() - 1)?, rest.get(rest.len() - 1)?),
        (Some(((part.min(249) + 248) % 249) as u8), Some(249))
    );
    drop((last, low, rest));
    let (down, offsets) = x.iter().partition_by(251, op!(|v: u8| 250 - v)).collect()?;
    let starts: Vec<usize> = (0..=251).map(|k: usize| k * whole + k.saturating_sub(251 - part)).collect();
    assert_eq!(offsets.to_vec()?, starts);
    assert!(down.iter().is_sorted_by(Greater)?);
    drop(down);

    let mut sums = b.filled(0u8, n)?;
    x.iter().scan_inclusive(Sum).collect_into(&mut sums)?;
    let wrong = op!(|(i, sum): (usize, u8)| {
        let (q, r) = (i / 251, i % 251);
        (q * (250 * 251 / 2) + r * (r + 1) / 2) as u8 != sum
    });
    assert_eq!(sums.iter().enumerate().position(wrong)?, None, "scan");
    drop(sums);

    let counts = x.iter().map(op!(|v: u8| v as usize)).histogram(251).collect()?.to_vec()?;
    let expected: Vec<u64> = (0..251).map(|v| whole as u64 + u64::from(v < part)).collect();
    assert_eq!(counts, expected);

    // Runs of 100, each of one key.
    let keys = b.range(0..n as u64).map(op!(|i: u64| (i / 100) as u32));
    let (keys, totals) = reduce_by_key(keys, b.constant(1u8, n), Sum).collect()?;
    assert_eq!(keys.len(), n.div_ceil(100));
    let wrong = op!(|(i, key): (usize, u32)| i as u32 != key);
    assert_eq!(keys.iter().enumerate().position(wrong)?, None, "reduce_by_key");
    assert_eq!(totals.iter().take(n / 100).filter(op!(|t: u8| t != 100)).count()?, 0);
    drop((keys, totals));

    x.sort()?;
    let wrong = op!(|(i, v): (usize, u8)| in_order(i, whole, part) != v);
    assert_eq!(x.iter().enumerate().position(wrong)?, None, "sort");

    x.iter_mut().for_each(op!(|v: &mut u8| *v = 250 - *v))?;
    let back = x.to_vec()?;
    for i in [0, 1, n / 2, n - 1] {
        assert_eq!(back[i], 250 - in_order(i, whole, part), "item {i} on the host");
    }
    drop((x, back));

    let (low, high) = (n / 2 + 1, n - n / 2 - 1);
    let merged = merge(b.constant(1u8, low), b.constant(0u8, high)).collect()?;
    assert_eq!(merged.iter().position(op!(|v: u8| v == 1))?, Some(high));
    assert_eq!(merged.iter().map(op!(|v: u8| v as u64)).sum()?, low as u64);
    Ok(())
}

#[test]
fn a_counting_chain() -> Result<()> {
    let Some((gpu, _alone)) = cuda() else { return Ok(()) };
    counts(&gpu, PAST)
}

#[test]
fn more_bytes_than_32_bits_count() -> Result<()> {
    let Some((gpu, _alone)) = cuda() else { return Ok(()) };
    bytes(&gpu, PAST)
}

#[test]
fn more_items_than_scatter_takes_are_an_error() -> Result<()> {
    let Some((gpu, _alone)) = cuda() else { return Ok(()) };
    let mut target = gpu.filled(7u8, 100)?;
    let error = gpu.constant(1u8, PAST).scatter(gpu.range(0..PAST), &mut target).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Device { message, .. } if message.contains("scatter")), "{error}");
    assert_eq!(target.to_vec()?, [7; 100]);
    Ok(())
}

#[test]
fn shorter_ones_on_the_emulated_device() -> Result<()> {
    let Some(device) = emulated() else { return Ok(()) };
    counts(&device, 20_011)?;
    bytes(&device, 30_011)
}
