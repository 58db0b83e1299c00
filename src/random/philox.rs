//! Philox 4x32-10 and functions of its words.

use crate::device;

/// Philox 4x32-10 by Salmon et al.: 128 random bits as a function of a counter and a key, ten rounds of multiplications and
/// exclusive ors. Different counters give different results, since it is a permutation of the counters.
///
/// [`Rng`](super::Rng) is made of it; this function is for other layouts of the counter.
///
/// ```
/// use onrush::random::philox4x32;
///
/// assert_eq!(philox4x32([0; 4], [0; 2]), [0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8]);
/// ```
///
/// J. Salmon, M. Moraes, R. Dror and D. Shaw, *Parallel Random Numbers: As Easy as 1, 2, 3*, 2011.
#[doc(alias("Philox4x32_10", "curand_Philox4x32_10", "philox4x32x10", "philox_engine"))]
#[device]
pub fn philox4x32(counter: [u32; 4], key: [u32; 2]) -> [u32; 4] {
    let mut c = counter;
    let mut k = key;
    for _ in 0..10 {
        let even = (c[0] as u64).wrapping_mul(0xd251_1f53);
        let odd = (c[2] as u64).wrapping_mul(0xcd9e_8d57);
        c = [(odd >> 32) as u32 ^ c[1] ^ k[0], odd as u32, (even >> 32) as u32 ^ c[3] ^ k[1], even as u32];
        k = [k[0].wrapping_add(0x9e37_79b9), k[1].wrapping_add(0xbb67_ae85)];
    }
    c
}

/// Block `number` of a position in a domain: each use of a key that must not meet the others has its own domain.
#[device]
pub(super) fn block(key: u64, position: u64, number: u32, domain: u32) -> [u32; 4] {
    philox4x32([position as u32, (position >> 32) as u32, number, domain], [key as u32, (key >> 32) as u32])
}

/// The finaliser of SplitMix64 (G. Steele, D. Lea and C. Flood, *Fast Splittable Pseudorandom Number Generators*, 2014), a
/// permutation of the 64-bit numbers.
#[device]
pub(super) fn mix(x: u64) -> u64 {
    let mut z = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// A 64-bit number of two words, the first of which is its lower half.
#[device]
pub(super) fn join(low: u32, high: u32) -> u64 {
    low as u64 | (high as u64) << 32
}

/// A multiple of 2⁻²⁴ below 1, of the upper 24 bits.
#[device]
pub(super) fn to_f32(word: u32) -> f32 {
    (word >> 8) as f32 * 5.960_464_5e-8
}

/// A multiple of 2⁻⁵³ below 1, of the upper 53 bits.
#[device]
pub(super) fn to_f64(word: u64) -> f64 {
    (word >> 11) as f64 * 1.110_223_024_625_156_5e-16
}

/// The upper half of the product of two 64-bit numbers.
#[device]
pub(super) fn multiply_high(a: u64, b: u64) -> u64 {
    let (a0, a1) = (a & 0xffff_ffff, a >> 32);
    let (b0, b1) = (b & 0xffff_ffff, b >> 32);
    let low = a0.wrapping_mul(b0);
    let middle = a1.wrapping_mul(b0).wrapping_add(low >> 32);
    let other = a0.wrapping_mul(b1).wrapping_add(middle & 0xffff_ffff);
    a1.wrapping_mul(b1).wrapping_add(middle >> 32).wrapping_add(other >> 32)
}

/// The product of a word and a bound: its upper half is a number below the bound, its lower half tells whether it counts.
#[device]
pub(super) fn scale32(word: u32, bound: u32) -> (u32, u32) {
    let product = (word as u64).wrapping_mul(bound as u64);
    ((product >> 32) as u32, product as u32)
}

/// As [`scale32`], of 64 bits.
#[device]
pub(super) fn scale64(word: u64, bound: u64) -> (u64, u64) {
    (multiply_high(word, bound), word.wrapping_mul(bound))
}
