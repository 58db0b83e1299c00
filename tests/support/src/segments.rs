//! Offsets of segments, and the parts between them.

use crate::contract;
use crate::inputs::mix;

/// Offsets of segments with these lengths in turn, the first of which begins at 3, up to the end of `len` items.
pub fn offsets(len: usize, lengths: impl IntoIterator<Item = usize>) -> Vec<u32> {
    let mut offsets = vec![3];
    for n in lengths {
        let last = offsets[offsets.len() - 1];
        if last >= len {
            break;
        }
        offsets.push((last + n).min(len));
    }
    offsets.into_iter().map(|offset| offset as u32).collect()
}

/// Offsets of several kinds: short segments, longer ones, lengths at which the way changes, and one of nearly all items
/// among empty ones.
pub fn kinds(size: usize) -> Vec<(usize, Vec<u32>)> {
    let around = |n: usize| [n - 1, n, n + 1, 0];
    let (run, chunk, tile) = (contract::run(size), contract::chunk(1, size), contract::tile(size));
    let edges: Vec<usize> =
        [1, 8, 32, 2 * run, 256, 32 * run, contract::lanes(size), chunk, tile].into_iter().flat_map(around).collect();
    let all = edges.iter().sum::<usize>() + 2 * tile + 2 * chunk;
    let below = |most: u64| (0..).map(move |i| (mix(i ^ most) % most) as usize);
    let skewed =
        std::iter::repeat_n(0, 5000).chain([3, 20_000]).chain([0, 1, 0, 0]).chain(std::iter::repeat(0)).take(9999);
    vec![
        (3, vec![3]),
        (4, vec![3, 4]),
        (10, vec![3, 3, 3]),
        (all, offsets(all, edges)),
        (5003, offsets(5003, below(17))),
        (20_011, offsets(20_011, below(150))),
        (30_011, offsets(30_011, below(3000))),
        (20_011, offsets(20_011, skewed)),
    ]
}

/// The parts between offsets.
pub fn parts<'a, T>(x: &'a [T], offsets: &[u32]) -> Vec<&'a [T]> {
    offsets.windows(2).map(|ends| &x[ends[0] as usize..ends[1] as usize]).collect()
}
