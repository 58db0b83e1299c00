//! What can be sorted by its bits: [`Key`].

use crate::value::Element;
use half::{bf16, f16};

/// An element whose order is that of a string of bits, so that a radix sort can sort by it.
///
/// A key is a sequence of [`WORDS`](Key::WORDS) unsigned words, the most significant first, each of at most 64 bits;
/// two keys compare as their words do, one after the other. Two keys with equal words count as equal: a stable sort
/// keeps them in the order in which it met them.
///
/// | type | order |
/// |---|---|
/// | `bool`, unsigned and signed integers | as `Ord` |
/// | `f16`, `bf16`, `f32`, `f64` | as `total_cmp`: −NaN < −∞ < … < −0.0 < 0.0 < … < ∞ < NaN |
/// | `[K; N]` | lexicographic, the first element first |
///
/// A struct can have an order of its own: one word for each field that counts, in the order in which they count.
///
/// ```
/// use onrush_core::key::Key;
///
/// assert!((-0.0f32).word(0) < 0.0f32.word(0));
/// assert!((-3i8).word(0) < 2i8.word(0));
/// assert_eq!([1u8, 2].word(1), 2);
/// assert_eq!(<[u8; 2]>::WORDS, 2);
/// ```
///
/// # Contract
///
/// The answers depend on nothing but the key and `w`. A sort by a key that breaks this, or that panics, may panic and
/// leave its input with elements lost and others doubled; it never touches memory that isn't its own.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no order of its bits to sort by",
    label = "not a key",
    note = "primitives, f16, bf16 and arrays of keys are keys; a struct becomes one by `impl Key`"
)]
pub trait Key: Element {
    /// How many words make the key, the most significant first.
    const WORDS: usize;

    /// Word `w` of the key, for `w < WORDS`: unsigned bits that order as the key does, zero-extended.
    fn word(&self, w: usize) -> u64;

    /// How many bits word `w` has, for `w < WORDS`, at most 64: `word(w) >> word_bits(w)` is zero.
    fn word_bits(w: usize) -> u32;
}

macro_rules! keys {
    ($($t:ty, $bits:literal, |$x:ident| $word:expr;)*) => {$(
        impl Key for $t {
            const WORDS: usize = 1;

            #[inline(always)]
            fn word(&self, _: usize) -> u64 {
                let $x = *self;
                ($word) as u64
            }

            #[inline(always)]
            fn word_bits(_: usize) -> u32 {
                $bits
            }
        }
    )*};
}
keys! {
    bool, 1, |x| x;
    u8, 8, |x| x;
    u16, 16, |x| x;
    u32, 32, |x| x;
    u64, 64, |x| x;
    usize, 64, |x| x;
    i8, 8, |x| x as u8 ^ (1 << 7);
    i16, 16, |x| x as u16 ^ (1 << 15);
    i32, 32, |x| x as u32 ^ (1 << 31);
    i64, 64, |x| x as u64 ^ (1 << 63);
    isize, 64, |x| x as u64 ^ (1 << 63);
    // A float's bits, seen as sign and magnitude: a negative one is reversed as a whole, a positive one gets the high bit.
    f16, 16, |x| { let b = x.to_bits(); b ^ ((b as i16 >> 15) as u16 | 1 << 15) };
    bf16, 16, |x| { let b = x.to_bits(); b ^ ((b as i16 >> 15) as u16 | 1 << 15) };
    f32, 32, |x| { let b = x.to_bits(); b ^ ((b as i32 >> 31) as u32 | 1 << 31) };
    f64, 64, |x| { let b = x.to_bits(); b ^ ((b as i64 >> 63) as u64 | 1 << 63) };
}

impl<K: Key, const N: usize> Key for [K; N] {
    const WORDS: usize = K::WORDS * N;

    #[inline(always)]
    fn word(&self, w: usize) -> u64 {
        self[w / K::WORDS].word(w % K::WORDS)
    }

    #[inline(always)]
    fn word_bits(w: usize) -> u32 {
        K::word_bits(w % K::WORDS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cmp::Ordering;

    /// Orders by the words alone.
    fn by_words<K: Key>(a: &K, b: &K) -> Ordering {
        (0..K::WORDS).map(|w| a.word(w)).cmp((0..K::WORDS).map(|w| b.word(w)))
    }

    fn agrees<K: Key + std::fmt::Debug>(values: &[K], order: impl Fn(&K, &K) -> Ordering) {
        for a in values {
            for w in 0..K::WORDS {
                assert!(K::word_bits(w) == 64 || a.word(w) >> K::word_bits(w) == 0, "{a:?}");
            }
            for b in values {
                assert_eq!(by_words(a, b), order(a, b), "{a:?} {b:?}");
            }
        }
    }

    #[test]
    fn integers_order_as_they_do() {
        agrees(&[false, true], Ord::cmp);
        agrees(&[0u8, 1, 127, 128, 255], Ord::cmp);
        agrees(&[0u16, 1, 255, 256, u16::MAX], Ord::cmp);
        agrees(&[0u32, 1, 1 << 31, u32::MAX], Ord::cmp);
        agrees(&[0u64, 1, 1 << 63, u64::MAX], Ord::cmp);
        agrees(&[0usize, 1, usize::MAX], Ord::cmp);
        agrees(&[i8::MIN, -1, 0, 1, i8::MAX], Ord::cmp);
        agrees(&[i16::MIN, -1, 0, 1, i16::MAX], Ord::cmp);
        agrees(&[i32::MIN, -1, 0, 1, i32::MAX], Ord::cmp);
        agrees(&[i64::MIN, -1, 0, 1, i64::MAX], Ord::cmp);
        agrees(&[isize::MIN, -1, 0, 1, isize::MAX], Ord::cmp);
    }

    #[test]
    fn floats_order_as_total_cmp() {
        let f = [0.0, -0.0, 1.0, -1.0, 1e-310, -1e-310, f64::MAX, f64::MIN, f64::INFINITY, f64::NEG_INFINITY];
        let f = [&f[..], &[f64::NAN, -f64::NAN, f64::from_bits(0x7ff0_0000_0000_0001)]].concat();
        agrees(&f, f64::total_cmp);
        agrees(&f.iter().map(|&x| x as f32).collect::<Vec<_>>(), f32::total_cmp);
        agrees(&f.iter().map(|&x| f16::from_f64(x)).collect::<Vec<_>>(), f16::total_cmp);
        agrees(&f.iter().map(|&x| bf16::from_f64(x)).collect::<Vec<_>>(), bf16::total_cmp);
    }

    #[test]
    fn arrays_order_lexicographically() {
        agrees(&[[0u8, 0], [0, 1], [1, 0], [255, 255]], Ord::cmp);
        agrees(&[[[-1i32, 2], [3, 4]], [[-1, 2], [-3, 4]], [[1, 0], [0, 0]], [[-1, 2], [3, -4]]], Ord::cmp);
    }
}
