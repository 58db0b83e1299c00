//! Quicksort, all parts of which are split at the same time (G. E. Blelloch, 1990).
//!
//! It shows algorithms over segments: each part of the keys is a segment, and one scan numbers the smaller, the equal
//! and the larger keys of all parts. `DeviceVec::sort` is the call for a sort that is to be fast.

use onrush::prelude::*;

const KEYS: usize = 20_000;

/// One step: the keys of each segment, split by a pivot, and the offsets of the parts as the new segments.
fn split(
    keys: &DeviceVec<u32, Device>,
    offsets: &DeviceVec<usize, Device>,
    rng: Rng,
) -> onrush::Result<(DeviceVec<u32, Device>, DeviceVec<usize, Device>)> {
    let device = keys.device();
    let lengths = offsets.iter().windows::<2>().map(op!(|o: [usize; 2]| o[1] - o[0]));
    let segments = lengths.len();
    let segment = device.range(0..segments).repeat(lengths).collect()?;

    // A pivot of each segment, at a random position of it.
    let (k, o) = (keys.view(), offsets.view());
    let pivot = op!(|s: usize| k[o[s] + rng.at(s).below_u64((o[s + 1] - o[s]) as u64) as usize]);
    let pivot = device.tabulate(segments, pivot).collect()?;

    // For each key, the numbers of smaller, equal and larger ones in its segment, up to the key itself.
    let p = pivot.view();
    let class = op!(|(key, s): (u32, usize)| [(key < p[s]) as usize, (key == p[s]) as usize, (key > p[s]) as usize]);
    let add = op!(|a: [usize; 3], b: [usize; 3]| [a[0] + b[0], a[1] + b[1], a[2] + b[2]]);
    let ranks = keys.iter().zip(&segment).map(class).segments(offsets).scan_inclusive(add).collect()?;

    // The last rank of a segment has its totals.
    let r = ranks.view();
    let place = op!(|((key, s), rank): ((u32, usize), [usize; 3])| {
        let total = r[o[s + 1] - 1];
        if key < p[s] {
            o[s] + rank[0] - 1
        } else if key == p[s] {
            o[s] + total[0] + rank[1] - 1
        } else {
            o[s] + total[0] + total[1] + rank[2] - 1
        }
    });
    let mut out = device.filled(0, keys.len())?;
    keys.iter().scatter(keys.iter().zip(&segment).zip(&ranks).map(place), &mut out)?;

    // Empty parts begin where the next one does, and are dropped.
    let parts = op!(|s: usize| {
        let total = r[o[s + 1] - 1];
        [o[s], o[s] + total[0], o[s] + total[0] + total[1]]
    });
    let mut begins = device.range(0..segments).flat_map(parts).dedup().collect()?;
    if begins.last()? != Some(keys.len()) {
        begins.push(keys.len())?;
    }
    Ok((out, begins))
}

fn main() -> onrush::Result<()> {
    let device = Device::best()?;
    let rng = Rng::new(7);
    let mut keys = device.tabulate(KEYS, op!(|i: usize| rng.at(i).below_u32(5000))).collect()?;
    let mut expected = keys.to_vec()?;
    expected.sort();

    let mut offsets = device.upload(&[0, keys.len()])?;
    let mut steps = 0;
    while !keys.iter().is_sorted()? {
        (keys, offsets) = split(&keys, &offsets, rng.stream(steps))?;
        steps += 1;
    }
    println!("{KEYS} keys, sorted in {steps} steps; the last one had {} parts", offsets.len() - 1);
    assert_eq!(keys.to_vec()?, expected);
    Ok(())
}
