//! Word count: the words of a text and how often each occurs.
//!
//! It shows how text becomes work for a device: bytes, positions at which words begin, and hashes of words as keys to
//! sort and reduce by. `cargo run --example 09_word_count -- FILE` counts your own text.

use std::collections::HashMap;

use onrush::prelude::*;

/// Whether a byte belongs to a word: a letter, an apostrophe, or a part of a character beyond ASCII.
#[device]
fn in_word(b: u8) -> bool {
    matches!(b, b'a'..=b'z' | b'A'..=b'Z' | b'\'' | 128..=255)
}

/// The lower-case letter of an upper-case one of ASCII, and every other byte as it is.
#[device]
fn lower(b: u8) -> u8 {
    if matches!(b, b'A'..=b'Z') { b + 32 } else { b }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let text = match std::env::args().nth(1) {
        Some(file) => std::fs::read(file)?,
        None => include_bytes!("../README.md").to_vec(),
    };
    let device = Device::best()?;
    let bytes = device.upload(&text)?;
    let t = bytes.view();

    // A word begins where a letter follows something else.
    let begins = op!(|i: usize| in_word(t[i]) && (i == 0 || !in_word(t[i - 1])));
    let mut start = device.range(0..t.len()).filter(begins).collect()?;

    // FNV-1a of the lower-case word. 64 bits, so different words get different hashes.
    let hash = op!(|start: usize| {
        let (mut hash, mut i) = (0xcbf2_9ce4_8422_2325u64, start);
        while i < t.len() && in_word(t[i]) {
            hash = (hash ^ lower(t[i]) as u64).wrapping_mul(0x100_0000_01b3);
            i += 1;
        }
        hash
    });
    let mut key = start.iter().map(hash).collect()?;

    // Equal words side by side, in the order of the text: each group's smallest position is its first occurrence.
    sort_by_key(&mut key, &mut start)?;
    let ones = start.iter().map(op!(|start: usize| (1u32, start)));
    let both = op!(|a: (u32, usize), b: (u32, usize)| (a.0 + b.0, a.1.min(b.1)));
    let (_, (mut count, mut first)) = reduce_by_key(&key, ones, both).collect()?;
    // The most frequent words first; of equally frequent ones, the one that occurs first.
    sort_by((&mut count, &mut first), op!(|a: (u32, usize), b: (u32, usize)| (b.0, a.1) < (a.0, b.1)))?;

    let word = |start: usize| {
        let end = text[start..].iter().position(|&b| !in_word(b)).map_or(text.len(), |n| start + n);
        String::from_utf8_lossy(&text[start..end]).to_ascii_lowercase()
    };
    let (count, first) = (count.to_vec()?, first.to_vec()?);
    for (count, &first) in count.iter().zip(&first).take(10) {
        println!("{count:5} {}", word(first));
    }

    let mut expected: HashMap<String, u32> = HashMap::new();
    for run in text.split(|&b| !in_word(b)).filter(|run| !run.is_empty()) {
        *expected.entry(String::from_utf8_lossy(run).to_ascii_lowercase()).or_default() += 1;
    }
    assert_eq!(first.into_iter().map(word).zip(count).collect::<HashMap<_, _>>(), expected);
    Ok(())
}
