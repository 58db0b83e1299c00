//! Keys with a radix order.

use std::cmp::Reverse;

use crate::value::Element;

/// An element that sorts by its bits: the order of [`sort`](crate::DeviceVec::sort) and of keys.
///
/// Integers and `bool` have their natural order, floats that of `total_cmp` (−NaN < −∞ < … < −0.0 < +0.0 < … < +∞ < NaN),
/// arrays and structs with `#[derive(Key)]` that of their parts, the first most significant. std's [`Reverse`] has the
/// reverse order. Two keys are the same if their words are.
///
/// # Safety
///
/// Each word is a function of the value's bits alone and is less than 2 to the power of [`word_bits`](Key::word_bits),
/// which is at most 64. An override of a provided method computes what its default does; one of the hidden `of_word`, the key
/// of any word. `#[derive(Key)]` ensures all of this.
#[doc(alias("Ord", "total_cmp", "radix", "decomposer"))]
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no radix order",
    label = "can't be used as a key",
    note = "primitives, arrays of keys, `Reverse` of a key and structs with `#[derive(Element, Key)]` can; for any other order use `sort_by` with a comparator"
)]
pub unsafe trait Key: Element {
    /// The number of words of at most 64 bits.
    const WORDS: usize;

    /// Word `w` as unsigned bits whose order is the key's order, zero-extended; word 0 is the most significant one.
    fn word(&self, w: usize) -> u64;

    /// The number of low bits that word `w` uses.
    fn word_bits(w: usize) -> u32;

    /// The key of a word, if keys of this type are numbers without a gap, from word 0 on: integers and `bool`.
    #[doc(hidden)]
    #[inline(always)]
    fn of_word(_: u64) -> Option<Self> {
        None
    }

    /// Whether two keys are the same: equal in every word.
    #[inline(always)]
    fn same(&self, other: &Self) -> bool {
        (0..Self::WORDS).all(|w| self.word(w) == other.word(w))
    }

    /// Whether this key comes before the other.
    #[inline(always)]
    fn precedes(&self, other: &Self) -> bool {
        for w in 0..Self::WORDS {
            let (a, b) = (self.word(w), other.word(w));
            if a != b {
                return a < b;
            }
        }
        false
    }
}

macro_rules! keys {
    ($($t:ty: $bits:literal as $u:ty, |$x:ident| $word:expr $(, |$w:ident| $of:expr)?;)*) => {$(
        #[diagnostic::do_not_recommend]
        // SAFETY: the word is a function of the value's bits alone and below 2 to the power of `word_bits`;
        // `radix_word` in key.cuh computes the same.
        unsafe impl Key for $t {
            const WORDS: usize = 1;
            #[inline(always)]
            fn word(&self, _: usize) -> u64 {
                let $x = *self;
                $word
            }
            fn word_bits(_: usize) -> u32 {
                $bits
            }
            $(
                #[inline(always)]
                fn of_word($w: u64) -> Option<Self> {
                    Some($of)
                }
            )?
            // The comparison is no wider than the key, so that a vector register holds more keys.
            #[inline(always)]
            fn same(&self, other: &Self) -> bool {
                self.word(0) as $u == other.word(0) as $u
            }
            #[inline(always)]
            fn precedes(&self, other: &Self) -> bool {
                (self.word(0) as $u) < other.word(0) as $u
            }
        }
    )*};
}

/// Float bits to order: negative values are inverted, positive ones get the top bit.
macro_rules! float_word {
    ($x:ident, $u:ty, $i:ty) => {{
        let bits = $x.to_bits();
        let sign = (bits as $i >> (<$u>::BITS - 1)) as $u;
        (bits ^ (sign | 1 << (<$u>::BITS - 1))) as u64
    }};
}

keys! {
    bool: 1 as u8, |x| x as u64, |w| w != 0;
    u8: 8 as u8, |x| x as u64, |w| w as u8;
    u16: 16 as u16, |x| x as u64, |w| w as u16;
    u32: 32 as u32, |x| x as u64, |w| w as u32;
    u64: 64 as u64, |x| x, |w| w;
    usize: 64 as u64, |x| x as u64, |w| w as usize;
    i8: 8 as u8, |x| (x as u8 ^ 1 << 7) as u64, |w| (w ^ 1 << 7) as i8;
    i16: 16 as u16, |x| (x as u16 ^ 1 << 15) as u64, |w| (w ^ 1 << 15) as i16;
    i32: 32 as u32, |x| (x as u32 ^ 1 << 31) as u64, |w| (w ^ 1 << 31) as i32;
    i64: 64 as u64, |x| x as u64 ^ 1 << 63, |w| (w ^ 1 << 63) as i64;
    isize: 64 as u64, |x| x as u64 ^ 1 << 63, |w| (w ^ 1 << 63) as isize;
    half::f16: 16 as u16, |x| float_word!(x, u16, i16);
    half::bf16: 16 as u16, |x| float_word!(x, u16, i16);
    f32: 32 as u32, |x| float_word!(x, u32, i32);
    f64: 64 as u64, |x| float_word!(x, u64, i64);
}

#[diagnostic::do_not_recommend]
// SAFETY: the words are those of the elements, in order; `radix_word` in key.cuh computes the same.
unsafe impl<K: Key, const N: usize> Key for [K; N] {
    const WORDS: usize = N * K::WORDS;
    #[inline(always)]
    fn word(&self, w: usize) -> u64 {
        self[w / K::WORDS].word(w % K::WORDS)
    }
    fn word_bits(w: usize) -> u32 {
        K::word_bits(w % K::WORDS)
    }
}

// SAFETY: each word is the complement of the part's, within its bits; `radix_word` in key.cuh computes the same.
unsafe impl<K: Key> Key for Reverse<K> {
    const WORDS: usize = K::WORDS;
    #[inline(always)]
    fn word(&self, w: usize) -> u64 {
        let all = 1u64.unbounded_shl(K::word_bits(w)).wrapping_sub(1);
        !self.0.word(w) & all
    }
    fn word_bits(w: usize) -> u32 {
        K::word_bits(w)
    }
    #[inline(always)]
    fn of_word(word: u64) -> Option<Self> {
        let all = 1u64.unbounded_shl(K::word_bits(0)).wrapping_sub(1);
        K::of_word(!word & all).map(Reverse)
    }
    #[inline(always)]
    fn same(&self, other: &Self) -> bool {
        self.0.same(&other.0)
    }
    #[inline(always)]
    fn precedes(&self, other: &Self) -> bool {
        other.0.precedes(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_are_the_keys_of_their_words() {
        fn check<K: Key + PartialEq + std::fmt::Debug>(keys: impl IntoIterator<Item = K>) {
            keys.into_iter().for_each(|key| assert_eq!(K::of_word(key.word(0)), Some(key)));
        }
        check([false, true]);
        check((0..=u8::MAX).map(Reverse));
        check(i8::MIN..=i8::MAX);
        check([0, 1, u16::MAX]);
        check([i16::MIN, -1, 0, i16::MAX]);
        check([0, 1, u32::MAX]);
        check([i32::MIN, -1, 0, i32::MAX].map(Reverse));
        check([0, 1, u64::MAX]);
        check([i64::MIN, -1, 0, i64::MAX]);
        check([isize::MIN, -1, 0, isize::MAX]);
        check([0, 1, usize::MAX]);
        assert!(f32::of_word(0).is_none() && <[u8; 1]>::of_word(0).is_none() && Reverse::<f64>::of_word(0).is_none());
    }
}
