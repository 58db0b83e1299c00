use onrush::Result;
use onrush::prelude::*;

use onrush_test_support::compare::same;
use onrush_test_support::inputs::{data, lengths, many, property};
use onrush_test_support::oracle;

/// A single hit, at every position where an algorithm's path changes.
// Sanitized: kernels
pub(crate) fn a_single_hit<B: Backend>(b: &B) -> Result<()> {
    for len in lengths(4) {
        let i = || b.range(0..len as u32);
        same("no hit", i().position(op!(|_: u32| false))?, None);
        for at in lengths(4).into_iter().filter(|&at| at < len) {
            let wanted = at as u32;
            same("one hit", i().position(op!(|i: u32| i == wanted))?, Some(at));
        }
    }
    Ok(())
}

// Sanitized: host
pub(crate) fn the_first_of_many<B: Backend>(b: &B) -> Result<()> {
    for len in lengths(4) {
        let x: Vec<u32> = data(len as u64, len);
        let v = b.upload(&x)?;
        for bits in [0u32, 1, 3, 6, 10, 14, 17] {
            let holds = |v: u32| v.leading_zeros() >= bits;
            let got = v.iter().position(op!(|v: u32| v.leading_zeros() >= bits))?;
            same("first", got, oracle::find(&x, holds));
        }
    }
    Ok(())
}

// Sanitized: kernels
pub(crate) fn in_fused_chains<B: Backend>(b: &B) -> Result<()> {
    let (x, y): (Vec<u16>, Vec<u16>) = (data(1, 40_009), data(2, 40_009));
    let (vx, vy) = (b.upload(&x)?, b.upload(&y)?);
    let got = vx.iter().zip(&vy).rev().position(op!(|(x, y): (u16, u16)| x == y))?;
    let pairs: Vec<_> = x.iter().copied().zip(y.iter().copied()).rev().collect();
    same("equal pair from the end", got, oracle::find(&pairs, |(x, y)| x == y));
    Ok(())
}

pub(crate) fn any_and_all<B: Backend>(b: &B) -> Result<()> {
    for len in lengths(1) {
        let i = || b.range(0..len as u64);
        let last = len as u64;
        same("any", i().any(op!(|i: u64| i + 1 == last))?, len > 0);
        same("none", i().any(op!(|i: u64| i >= last))?, false);
        same("all", i().all(op!(|i: u64| i < last))?, true);
        same("all but one", i().all(op!(|i: u64| i + 1 != last))?, len == 0);
    }
    Ok(())
}

pub(crate) fn large<B: Backend>(b: &B) -> Result<()> {
    let len = many(b);
    let i = || b.range(0..len);
    let last = len - 1;
    same("the last", i().position(op!(|i: usize| i == last))?, Some(last));
    same("two hits", i().position(op!(|i: usize| i == 3 || i > 900_000))?, Some(3));
    Ok(())
}

pub(crate) fn random<B: Backend>(b: &B) -> Result<()> {
    property(100, 500, |(x, wanted): (Vec<u8>, u8)| {
        let got = b.upload(&x).unwrap().iter().position(op!(|v: u8| v == wanted)).unwrap();
        same("position", got, x.iter().position(|&v| v == wanted));
    });
    Ok(())
}
