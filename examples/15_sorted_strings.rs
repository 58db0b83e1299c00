//! Strings of different lengths: the order of two, and the lines of a text from the first to the last.
//!
//! It shows rows of different lengths, stored as one vector of bytes and the offsets of the rows, and how a comparison
//! becomes a reduction: of all pairs of bytes, the first one that differs decides. For many short strings, the first eight
//! bytes of each are an integer that has the order of the strings, and the comparator reads further ones only if these are
//! equal. `cargo run --example 15_sorted_strings -- FILE` sorts the lines of your own text.

use std::cmp::Ordering;

use onrush::prelude::*;

/// The order of two strings, in one pass over their common length.
fn compare(a: &DeviceVec<u8, Device>, b: &DeviceVec<u8, Device>) -> onrush::Result<Ordering> {
    let common = a.len().min(b.len());
    let pairs = a.iter().take(common).zip(b.iter().take(common));
    // Associative, and not commutative: the order of the first pair that isn't equal.
    let first = op!(|a: Ordering, b: Ordering| if a == Ordering::Equal { b } else { a });
    let order = pairs.map(op!(|(a, b): (u8, u8)| a.cmp(&b))).reduce(Ordering::Equal, first)?;
    Ok(order.then(a.len().cmp(&b.len())))
}

/// Whether line `a` comes before line `b`; a line is its first bytes, where it begins and where it ends.
#[device]
fn before(text: View<'_, u8>, a: (u64, usize, usize), b: (u64, usize, usize)) -> bool {
    if a.0 != b.0 {
        return a.0 < b.0;
    }
    let (mut i, mut j) = (a.1 + 8, b.1 + 8);
    while i < a.2 && j < b.2 {
        if text[i] != text[j] {
            return text[i] < text[j];
        }
        i += 1;
        j += 1;
    }
    a.2 - a.1 < b.2 - b.1
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let text = match std::env::args().nth(1) {
        Some(file) => std::fs::read(file)?,
        None => include_bytes!("../README.md").to_vec(),
    };
    let device = Device::best()?;
    let bytes = device.upload(&text)?;

    // A line goes on until its line feed; the last offset is the end of the text.
    let offsets = bytes.iter().run_offsets_by::<usize, _, _>(op!(|before: u8, _: u8| before != b'\n')).collect()?;

    // The first eight bytes of each line, with zeros behind a shorter line's end.
    let t = bytes.view();
    let line = op!(|line: [usize; 2]| {
        let [begin, end] = line;
        let mut prefix = 0u64;
        for i in begin..begin + 8 {
            prefix = prefix << 8 | if i < end { t[i] as u64 } else { 0 };
        }
        (prefix, begin, end)
    });
    let (mut prefix, mut begin, mut end) = offsets.iter().windows::<2>().map(line).collect()?;
    let order = op!(|a: (u64, usize, usize), b: (u64, usize, usize)| before(t, a, b));
    sort_by((&mut prefix, &mut begin, &mut end), order)?;

    // The sorted text: each line's bytes from its old place.
    let lengths = zip((&begin, &end)).map(op!(|(begin, end): (usize, usize)| end - begin));
    let moved = lengths.clone().scan_exclusive(0, Sum).collect()?;
    let (from, to) = begin.iter().zip(&moved).repeat(lengths).collect()?;
    let place = op!(|(i, (from, to)): (usize, (usize, usize))| from + i - to);
    let sorted = bytes.iter().permute(from.iter().zip(&to).enumerate().map(place)).collect()?;

    let mut expected: Vec<&[u8]> = text.split_inclusive(|b| *b == b'\n').collect();
    expected.sort();
    let longest = expected.iter().map(|line| line.len()).max().unwrap_or(0);
    println!("sorted {} lines of up to {longest} bytes", begin.len());
    assert_eq!(sorted.to_vec()?, expected.concat());
    assert_eq!(compare(&bytes, &sorted)?, text.cmp(&expected.concat()));
    assert_eq!(compare(&bytes, &bytes)?, Ordering::Equal);
    Ok(())
}
