//! Unusual types: alignments, sizes, and contents that resemble other data.

use onrush::prelude::*;

use crate::{everywhere, works};

everywhere! { aligned_beyond_a_word bools_stay_bools payloads_of_nans_survive keys_at_the_ends }

#[derive(Clone, Copy, Debug, PartialEq, Element)]
#[repr(C, align(16))]
struct Line {
    name: u32,
    value: f32,
}

#[derive(Clone, Copy, Debug, PartialEq, Element)]
#[repr(C, align(16))]
struct Wide(u8);

/// Padding that isn't written, and the largest alignment that elements may have.
fn aligned_beyond_a_word<B: Backend>(b: &B) -> onrush::Result<()> {
    for n in [1usize, 33, 1000] {
        let lines: Vec<Line> = (0..n).map(|i| Line { name: (i * 7919 % n) as u32, value: i as f32 }).collect();
        let mut x = b.upload(&lines)?;
        x.sort_by(op!(|a: Line, b: Line| a.name < b.name))?;
        let mut want = lines.clone();
        want.sort_by_key(|line| line.name);
        assert_eq!(x.to_vec()?, want);
        let tail = x.slice(n / 2..)?;
        let moved = tail.iter().map(op!(|l: Line| Line { name: l.name + 1, value: l.value })).collect()?.to_vec()?;
        assert_eq!(moved.len(), n - n / 2);
        let wide = b.range(0..n).map(op!(|i: usize| Wide(i as u8))).collect()?;
        assert_eq!(wide.iter().rev().take(1).collect()?.to_vec()?, [Wide((n - 1) as u8)]);
    }
    works(b)
}

/// Every computed `bool` is 0 or 1; any other byte would be undefined behaviour.
fn bools_stay_bools<B: Backend>(b: &B) -> onrush::Result<()> {
    let x = b.range(0u32..5000).map(op!(|i: u32| i & 6 != 0)).collect()?;
    let bits = x.iter().map(op!(|v: bool| v as u32)).collect()?;
    assert!(bits.to_vec()?.iter().all(|bit| *bit <= 1));
    let folded = x.iter().scan_inclusive(BitXor).collect()?.to_vec()?;
    let mut want = false;
    assert!(folded.iter().zip(0u32..).all(|(got, i)| {
        want ^= i & 6 != 0;
        *got == want
    }));
    let mut sorted = x.try_clone()?;
    sorted.sort()?;
    assert_eq!(sorted.iter().map(op!(|v: bool| v as u64)).sum()?, x.iter().map(op!(|v: bool| v as u64)).sum()?);
    works(b)
}

fn payloads_of_nans_survive<B: Backend>(b: &B) -> onrush::Result<()> {
    let patterns = [0x7fc0_0001u32, 0xffc0_0000, 0x7f80_0001, 0x7fff_ffff, 0x8000_0000, 0, 0x0000_0001];
    let x: Vec<f32> = patterns.iter().cycle().take(3001).map(|bits| f32::from_bits(*bits)).collect();
    let bits = |v: &[f32]| v.iter().map(|v| v.to_bits()).collect::<Vec<_>>();
    let mut device = b.upload(&x)?;
    assert_eq!(bits(&device.to_vec()?), bits(&x));
    assert_eq!(bits(&device.iter().rev().collect()?.to_vec()?), bits(&x.iter().rev().copied().collect::<Vec<_>>()));
    device.sort()?;
    let mut want = x;
    want.sort_by(f32::total_cmp);
    assert_eq!(bits(&device.to_vec()?), bits(&want));
    works(b)
}

fn keys_at_the_ends<B: Backend>(b: &B) -> onrush::Result<()> {
    for n in [2usize, 31, 4099, 20_000] {
        let keys: Vec<i64> = (0..n).map(|i| [i64::MIN, i64::MAX, 0, -1, 1][i % 5]).collect();
        let mut x = b.upload(&keys)?;
        let mut order = b.range(0..n).collect()?;
        sort_by_key(&mut x, &mut order)?;
        let mut want: Vec<(i64, usize)> = keys.into_iter().zip(0..n).collect();
        want.sort();
        assert_eq!(x.to_vec()?.into_iter().zip(order.to_vec()?).collect::<Vec<_>>(), want);
    }
    works(b)
}
