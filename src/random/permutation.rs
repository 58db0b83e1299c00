//! Permutations by a function of the position.

use crate::expr::{BLOCK, Indexed, Repeatable};
use crate::{Backend, Chain, device, op};

/// The first `k` of `n` positions in random order.
pub(super) fn sampled<B: Backend>(
    device: &B,
    seed: u64,
    n: usize,
    k: usize,
) -> Chain<impl Indexed<Item = usize> + Repeatable + Copy + 'static, B> {
    // The check comes last: behind a panic that may have been raised, a device would look for it in each round.
    let one_by_one = device.tabulate(k, op!(|i: usize| checked(n, k, permuted(n as u64, seed, i as u64))));
    // SAFETY: `permuted_block` gives what `permuted` does.
    unsafe {
        one_by_one.in_blocks(
            #[inline(always)]
            move |first| {
                checked(n, k, 0);
                permuted_block(n as u64, seed, first as u64)
            },
        )
    }
}

/// A place in a permutation of `n` positions, of which the first `k` are taken.
#[device]
#[inline(always)]
fn checked(n: usize, k: usize, place: u64) -> usize {
    assert!(k <= n, "a sample has at most as many items as there are");
    assert!(n <= 1 << 63, "a sample is taken of at most 2^63 positions");
    place as usize
}

/// The place of position `i` in a random permutation of `n` positions: a bijection of `0..n`.
///
/// A Feistel network whose halves are numbers below `rows` and below a power of two, about the root of `n` both. Each round
/// adds a hash of one half to the other, so every round is a bijection. The places behind the last are walked through
/// until one is a position; there are fewer than twice the root of `n` of them. For `i < n <= 2⁶³`; for others it returns
/// any place.
///
/// J. Black and P. Rogaway, *Ciphers with Arbitrary Finite Domains*, 2002, with the network of M. Bellare, T. Ristenpart, P. Rogaway
/// and T. Stegers, *Format-Preserving Encryption*, 2009; R. Mitchell, D. Stokes, E. Frank and G. Holmes, *Bandwidth-Optimal Random
/// Shuffling for GPUs*, 2022, shuffle by such functions.
#[device]
pub(super) fn permuted(n: u64, seed: u64, i: u64) -> u64 {
    if i >= n {
        return i;
    }
    let (low, rows, rounds) = network(n);
    let mask = 1u64.wrapping_shl(low).wrapping_sub(1) as u32;
    let mut place = i;
    let mut walked = 0u64;
    loop {
        let mut row = place.wrapping_shr(low) as u32;
        let mut column = place as u32 & mask;
        let mut key = seed as u32;
        for _ in 0..rounds {
            row = next_row(row, column, key, rows);
            key = next_key(key, seed);
            column = next_column(row, column, key, mask);
            key = next_key(key, seed);
        }
        place = (row as u64).wrapping_shl(low) | column as u64;
        // A walk through places behind the last ends after at most as many steps as there are such places.
        if place < n || walked > mask as u64 {
            break;
        }
        walked = walked.wrapping_add(1);
    }
    place
}

/// The places of the positions from `first` on, below `n`; behind the last one anything. The host computes them side by side.
#[inline(always)]
pub(super) fn permuted_block(n: u64, seed: u64, first: u64) -> [usize; BLOCK] {
    let (low, rows, rounds) = network(n);
    let mask = 1u64.wrapping_shl(low).wrapping_sub(1) as u32;
    let (mut row, mut column) = ([0u32; BLOCK], [0u32; BLOCK]);
    for k in 0..BLOCK {
        let place = first.wrapping_add(k as u64);
        row[k] = place.wrapping_shr(low) as u32;
        column[k] = place as u32 & mask;
    }
    let mut key = seed as u32;
    for _ in 0..rounds {
        for k in 0..BLOCK {
            row[k] = next_row(row[k], column[k], key, rows);
        }
        key = next_key(key, seed);
        for k in 0..BLOCK {
            column[k] = next_column(row[k], column[k], key, mask);
        }
        key = next_key(key, seed);
    }
    let mut places = [0; BLOCK];
    // Its sign says whether a place is behind the last: all places are below 2⁶³.
    let mut outside = 0;
    for k in 0..BLOCK {
        let place = (row[k] as u64).wrapping_shl(low) | column[k] as u64;
        outside |= n.wrapping_sub(1).wrapping_sub(place) as i64;
        places[k] = place as usize;
    }
    if outside < 0 {
        // Few walk: most lengths have few places behind the last.
        for (k, place) in places.iter_mut().enumerate() {
            if *place as u64 >= n {
                *place = permuted(n, seed, first.wrapping_add(k as u64)) as usize;
            }
        }
    }
    places
}

/// The network of `n` positions: the bits of a column, the number of rows, and that of rounds.
#[device]
#[inline(always)]
fn network(n: u64) -> (u32, u32, u32) {
    let last = n.wrapping_sub(1);
    let bits = 64u32.wrapping_sub(last.leading_zeros());
    let low = bits.wrapping_add(1) >> 1;
    let rows = (last.wrapping_shr(low) as u32).wrapping_add(1);
    // Few positions have few different rounds, and need more of them; the tests count the permutations of up to six.
    let rounds = if n <= 256 { 16 } else { 6 };
    (low, rows, rounds)
}

/// The row after a round.
#[device]
#[inline(always)]
fn next_row(row: u32, column: u32, key: u32, rows: u32) -> u32 {
    let step = ((hash(column, key) as u64).wrapping_mul(rows as u64) >> 32) as u32;
    let next = row.wrapping_add(step);
    if next >= rows { next.wrapping_sub(rows) } else { next }
}

/// The column after a round.
#[device]
#[inline(always)]
fn next_column(row: u32, column: u32, key: u32, mask: u32) -> u32 {
    let other = hash(row, key);
    column.wrapping_add(other ^ (other >> 16)) & mask
}

/// The key of the next step.
#[device]
#[inline(always)]
fn next_key(key: u32, seed: u64) -> u32 {
    key.wrapping_mul(0x915f_77f5).wrapping_add((seed >> 32) as u32 | 1)
}

/// Folds the product of a number with a constant.
#[device]
#[inline(always)]
fn hash(x: u32, key: u32) -> u32 {
    let product = ((x ^ key) as u64).wrapping_mul(0x9e37_79b1);
    (product >> 32) as u32 ^ product as u32
}
