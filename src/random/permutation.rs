//! Permutations by a function of the position.

use crate::device;

/// The place of position `i` in a random permutation of `n` positions: a bijection of `0..n`.
///
/// A Feistel network whose halves are numbers below `rows` and below a power of two, about the root of `n` both. Each round
/// adds a hash of one half to the other, so every round is a bijection. The places behind the last are walked through
/// until one is a position; there are fewer than twice the root of `n` of them. `i < n <= 2⁶³`.
///
/// J. Black and P. Rogaway, *Ciphers with Arbitrary Finite Domains*, 2002, with the network of M. Bellare, T. Ristenpart, P. Rogaway
/// and T. Stegers, *Format-Preserving Encryption*, 2009; R. Mitchell, D. Stokes, E. Frank and G. Holmes, *Bandwidth-Optimal Random
/// Shuffling for GPUs*, 2022, shuffle by such functions.
#[device]
pub(super) fn permuted(n: u64, seed: u64, i: u64) -> u64 {
    if i >= n {
        return i;
    }
    let last = n.wrapping_sub(1);
    let bits = 64u32.wrapping_sub(last.leading_zeros());
    let low = bits.wrapping_add(1) >> 1;
    let mask = 1u64.wrapping_shl(low).wrapping_sub(1) as u32;
    let rows = (last.wrapping_shr(low) as u32).wrapping_add(1);
    // Few positions have few different rounds, and need more of them; the tests count the permutations of up to six.
    let rounds = if n <= 256 { 16 } else { 6 };
    let mut place = i;
    let mut walked = 0u64;
    loop {
        let mut row = place.wrapping_shr(low) as u32;
        let mut column = place as u32 & mask;
        let mut key = seed as u32;
        for _ in 0..rounds {
            let step = ((hash(column, key) as u64).wrapping_mul(rows as u64) >> 32) as u32;
            let next = row.wrapping_add(step);
            row = if next >= rows { next.wrapping_sub(rows) } else { next };
            key = key.wrapping_mul(0x915f_77f5).wrapping_add((seed >> 32) as u32 | 1);
            let other = hash(row, key);
            column = column.wrapping_add(other ^ (other >> 16)) & mask;
            key = key.wrapping_mul(0x915f_77f5).wrapping_add((seed >> 32) as u32 | 1);
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

/// Folds the product of a number with a constant.
#[device]
fn hash(x: u32, key: u32) -> u32 {
    let product = ((x ^ key) as u64).wrapping_mul(0x9e37_79b1);
    (product >> 32) as u32 ^ product as u32
}
