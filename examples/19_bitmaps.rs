//! Bitmaps: the rows of a table that match several conditions, with one bit for each row and condition.
//!
//! It shows bools packed into words, 32 in each, so a condition that is stored costs an eighth of a byte for each row;
//! conditions that are combined word by word; and how the positions of set bits are found, by a scan of their numbers.

use onrush::expr::{Indexed, Repeatable};
use onrush::prelude::*;

const ROWS: usize = 50_000;

/// One bit for each item: bit `i % 32` of word `i / 32`. The items are packed as they are computed, and never stored.
fn packed<B: Backend>(
    items: impl IntoChain<B, Expr: Repeatable + Indexed<Item = bool>>,
) -> onrush::Result<DeviceVec<u32, B>> {
    let items = items.into_chain();
    let n = items.len();
    let word = op!(|(w, bits): (usize, [bool; 32])| {
        let mut word = 0u32;
        for i in 0..32 {
            word |= ((bits[i] && 32 * w + i < n) as u32) << i;
        }
        word
    });
    // The last word is filled up with items from the beginning, whose bits are left out.
    items.cycle_to(n.next_multiple_of(32)).chunks::<32>().enumerate().map(word).collect()
}

/// The position of the set bit of a word that `n` set bits stand before.
#[device]
fn nth_set_bit(word: u32, n: u32) -> u32 {
    let mut word = word;
    for _ in 0..n {
        word &= word - 1;
    }
    word.trailing_zeros()
}

/// The positions of the bits that are set.
fn positions(bitmap: &DeviceVec<u32, Device>) -> onrush::Result<DeviceVec<u32, Device>> {
    let counts = bitmap.iter().map(op!(|word: u32| word.count_ones()));
    let before = counts.clone().scan_exclusive(0, Sum).collect()?;
    let words = bitmap
        .iter()
        .zip(&before)
        .enumerate()
        .map(op!(|(w, (word, before)): (usize, (u32, u32))| { (w as u32, word, before) }));
    let (w, word, before) = words.repeat(counts).collect()?;
    let of_bit =
        op!(|(k, (w, word, before)): (usize, (u32, u32, u32))| { 32 * w + nth_set_bit(word, k as u32 - before) });
    zip((&w, &word, &before)).enumerate().map(of_bit).collect()
}

fn main() -> onrush::Result<()> {
    let device = Device::best()?;
    let rng = Rng::new(9);
    let age = device.tabulate(ROWS, op!(|i: usize| rng.at(i).below_u32(90))).collect()?;
    let member = device.tabulate(ROWS, op!(|i: usize| rng.stream(1).at(i).next_bool(0.3))).collect()?;

    // The conditions, stored once, in an eighth of a byte for each row.
    let grown = packed(age.iter().map(op!(|age: u32| age >= 18)))?;
    let old = packed(age.iter().map(op!(|age: u32| age >= 65)))?;
    let member_bits = packed(&member)?;

    // A query reads three words for 32 rows.
    let both = op!(|(grown, old, member): (u32, u32, u32)| grown & !old & member);
    let query = zip((&grown, &old, &member_bits)).map(both).collect()?;
    let count = query.iter().map(op!(|word: u32| word.count_ones() as u64)).sum()?;
    let rows = positions(&query)?;
    println!("{count} of {ROWS} rows match; the first ones are {:?}", rows.slice(..5)?.to_vec()?);

    let (age, member) = (age.to_vec()?, member.to_vec()?);
    let expected = (0..ROWS).filter(|&i| (18..65).contains(&age[i]) && member[i]).map(|i| i as u32);
    assert_eq!(rows.to_vec()?, expected.collect::<Vec<_>>());
    assert_eq!(rows.len() as u64, count);
    Ok(())
}
