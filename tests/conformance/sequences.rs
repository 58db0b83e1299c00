//! Comparisons of sequences and searches for one in another, against std's loops.

use std::cmp::Ordering;

use onrush::Result;
use onrush::prelude::*;

use onrush_test_support::compare::same;
use onrush_test_support::inputs::{data, few_lengths, many};

// Sanitized: kernels, host
pub(crate) fn ordered<B: Backend>(b: &B) -> Result<()> {
    for len in few_lengths(4) {
        let x: Vec<i32> = data(1, len);
        let v = b.upload(&x)?;
        same("equal", v.iter().cmp(&v)?, x.cmp(&x));
        for cut in [0, 1, len / 2].into_iter().filter(|&cut| cut <= len) {
            same("a start", v.iter().take(cut).cmp(&v)?, x[..cut].cmp(&x));
            same("a longer one", v.iter().cmp(v.iter().take(cut))?, x.as_slice().cmp(&x[..cut]));
        }
        for at in [0, 1, len / 2, len.saturating_sub(1)].into_iter().filter(|&at| at < len) {
            let mut y = x.clone();
            y[at] ^= 1 << 31;
            // A later difference of the other sign, and another length, mean nothing.
            y.last_mut().filter(|_| at + 1 < len).into_iter().for_each(|last| *last = last.wrapping_neg());
            y.extend([0; 3]);
            same("unequal", v.iter().cmp(&b.upload(&y)?)?, x.cmp(&y));
            same("reversed", b.upload(&y)?.iter().cmp(&v)?, y.cmp(&x));
        }
    }
    let (zeros, nan) = (b.upload(&[0.0f32, -0.0])?, b.upload(&[0.0, f32::NAN])?);
    same("floats by `total_cmp`", zeros.iter().cmp(&nan)?, Ordering::Less);
    same("of fused chains", b.range(0..9).map(op!(|i: i32| i * i)).cmp(b.range(0..8).rev())?, Ordering::Less);
    Ok(())
}

/// The first and the last position of `pattern`, by plain loops.
fn found<T: PartialEq>(x: &[T], pattern: &[T]) -> (Option<usize>, Option<usize>) {
    let occurs = |at: &usize| x[*at..].starts_with(pattern);
    let positions = || 0..(x.len() + 1).saturating_sub(pattern.len());
    (positions().find(occurs), positions().rev().find(occurs))
}

// Sanitized: kernels, host
pub(crate) fn occurrences<B: Backend>(b: &B) -> Result<()> {
    for len in few_lengths(1) {
        // Few different items, so that patterns occur in part at many positions.
        let x: Vec<u8> = data::<u8>(2, len).iter().map(|v| v % 3).collect();
        let v = b.upload(&x)?;
        for (from, items) in [(0, 0), (0, 1), (len / 2, 2), (len / 3, 5), (len / 2, 40), (0, len), (len, 0)] {
            let pattern = &x[from.min(len)..len.min(from + items)];
            let p = b.upload(pattern)?;
            let got = (v.iter().search(&p)?, v.iter().search_last(&p)?);
            same("a part", got, found(&x, pattern));
            let other = [pattern, &[3]].concat();
            let p = b.upload(&other)?;
            same("another item", (v.iter().search(&p)?, v.iter().search_last(&p)?), (None, None));
            let longer = [x.as_slice(), &[0]].concat();
            same("a longer pattern", v.iter().search(&b.upload(&longer)?)?, None);
        }
    }
    let nan = b.upload(&[0.0f32, -0.0, f32::NAN, 0.0])?;
    same("by bits", nan.iter().search(&b.upload(&[-0.0, f32::NAN])?)?, Some(1));
    same("not by `==`", nan.iter().search(&b.upload(&[0.0, 0.0])?)?, None);
    let pairs = b.range(0..500u32).zip(b.range(0..500u32).rev()).map(op!(|a: u32, b: u32| [a % 5, b % 7]));
    let want: Vec<[u32; 2]> = (0..500).map(|i| [i % 5, (499 - i) % 7]).collect();
    let got =
        (pairs.clone().search(pairs.clone().skip(133).take(3))?, pairs.clone().search_last(pairs.skip(133).take(3))?);
    same("of fused chains", got, found(&want, &want[133..136]));
    let endless = b.range(0..1u64 << 62);
    same("a start", endless.clone().search(b.range(0..9))?, Some(0));
    same(
        "nothing",
        (endless.clone().search(b.range(0..0))?, endless.search_last(b.range(0..0))?),
        (Some(0), Some(1 << 62)),
    );
    Ok(())
}

// Sanitized: kernels, host
pub(crate) fn runs<B: Backend>(b: &B) -> Result<()> {
    for len in few_lengths(4) {
        // Runs of all lengths up to some tens.
        let x: Vec<bool> = data::<u64>(3, len).iter().map(|v| v % 16 != 0).collect();
        let v = b.upload(&x)?;
        for count in [0, 1, 2, 3, 7, 16, 31, 50, 1000, len / 2, len, len + 1] {
            for value in [true, false] {
                let run = vec![value; count];
                same("a run", v.iter().search_n(count, value)?, found(&x, &run).0);
            }
        }
    }
    // A single run, which begins and ends anywhere, behind one that is too short by an item.
    for (begin, count) in
        [(0, 5), (4, 5), (5, 5), (6, 5), (9_995, 5), (9_996, 5), (3000, 700), (3001, 1500), (0, 10_000)]
    {
        let is_value = |i: usize| (begin..begin + count).contains(&i) || (begin > count && i + 1 < count);
        let x: Vec<i32> = (0..10_000).map(|i| if is_value(i) { -1 } else { i as i32 }).collect();
        let want = (begin + count <= x.len()).then_some(begin);
        same("one run", b.upload(&x)?.iter().search_n(count, -1)?, want);
    }
    same("by bits", b.upload(&[0.0f32, -0.0, -0.0])?.iter().search_n(2, -0.0)?, Some(1));
    Ok(())
}

pub(crate) fn first_of_several<B: Backend>(b: &B) -> Result<()> {
    for len in few_lengths(2) {
        let x: Vec<u16> = data(4, len);
        let v = b.upload(&x)?;
        for candidates in [vec![], vec![7], data::<u16>(5, 8), data(5, 9), data(6, 4000)] {
            let want = x.iter().position(|v| candidates.contains(v));
            same("the first", v.iter().find_first_of(&b.upload(&candidates)?)?, want);
        }
        if let [.., last] = x.as_slice() {
            let want = x.iter().position(|v| v == last);
            same("the last item", v.iter().find_first_of(v.iter().rev().take(1))?, want);
        }
    }
    let zeros = b.upload(&[0.0f32, -0.0])?;
    same("by bits", zeros.iter().find_first_of(&b.upload(&[f32::NAN, -0.0])?)?, Some(1));
    Ok(())
}

pub(crate) fn large<B: Backend>(b: &B) -> Result<()> {
    let len = many(b);
    let last = len as u64 - 1;
    let raised = op!(|i: u64| if i == last { i + 1 } else { i });
    same("the last item", b.range(0..len as u64).cmp(b.range(0..len as u64).map(raised))?, Ordering::Less);
    let x = || b.range(0..len as u64).map(op!(|i: u64| i / 1000));
    let wanted = last / 1000 - 1;
    same("a run near the end", x().search_n(1000, wanted)?, Some(wanted as usize * 1000));
    let pattern = x().skip(wanted as usize * 1000 - 3).take(40);
    same("the first", x().search(pattern.clone())?, Some(wanted as usize * 1000 - 3));
    same("the last", x().search_last(pattern)?, Some(wanted as usize * 1000 - 3));
    Ok(())
}
