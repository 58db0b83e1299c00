//! Uniform numbers, in chains.

use std::ops::Range;

use super::normal::{exponential_f32, exponential_f64, normal_f32, normal_f64};
use super::{Rng, philox};
use crate::expr::{Indexed, Repeatable};
use crate::{Backend, Chain, Element, device, op};

mod sealed {
    /// The types of this module alone.
    pub trait Sealed {}
}
use sealed::Sealed;

/// A type of which [`Random::uniform`](super::Random::uniform) makes numbers: `u32`, `u64`, `usize`, `i32`, `i64`, `isize`,
/// `f32`, `f64`.
#[doc(alias("StandardUniform", "Standard"))]
pub trait Uniform: Element + Sealed {
    /// `n` numbers.
    #[doc(hidden)]
    fn uniform<B: Backend>(
        rng: Rng,
        device: &B,
        n: usize,
    ) -> Chain<impl Indexed<Item = Self> + Repeatable + Copy + 'static, B>;
}

/// An integer type of which [`Random::uniform_in`](super::Random::uniform_in) makes numbers: `u32`, `u64`, `usize`, `i32`,
/// `i64`, `isize`.
#[doc(alias("SampleUniform", "SampleRange"))]
pub trait Bounded: Uniform {
    /// `n` numbers of a range.
    #[doc(hidden)]
    fn uniform_in<B: Backend>(
        rng: Rng,
        device: &B,
        range: Range<Self>,
        n: usize,
    ) -> Chain<impl Indexed<Item = Self> + Repeatable + Copy + 'static, B>;
}

/// A type of which [`Random::normal`](super::Random::normal) and [`Random::exponential`](super::Random::exponential) make
/// numbers: `f32` and `f64`.
#[doc(alias("StandardNormal", "Exp1"))]
pub trait Continuous: Uniform {
    /// `n` normal numbers.
    #[doc(hidden)]
    fn normal<B: Backend>(
        rng: Rng,
        device: &B,
        n: usize,
    ) -> Chain<impl Indexed<Item = Self> + Repeatable + Copy + 'static, B>;

    /// `n` exponential numbers.
    #[doc(hidden)]
    fn exponential<B: Backend>(
        rng: Rng,
        device: &B,
        n: usize,
    ) -> Chain<impl Indexed<Item = Self> + Repeatable + Copy + 'static, B>;
}

/// Writes a method of the traits above: `$per` numbers of each block `$b`, as an operation.
macro_rules! numbers {
    ($name:ident($rng:ident, $b:ident $(, $range:ident)?) $({ $($before:tt)* })? [$per:literal] $items:block) => {
        fn $name<B: Backend>(
            $rng: Rng,
            device: &B,
            $($range: Range<Self>,)?
            n: usize,
        ) -> Chain<impl Indexed<Item = Self> + Repeatable + Copy + 'static, B> {
            $($($before)*)?
            device.range(0..n.div_ceil($per)).flat_map(op!(|$b: usize| $items)).take(n)
        }
    };
}

/// Writes a method whose numbers are a function of a word, of which a block has four, or of two words.
macro_rules! each {
    ($name:ident by $of:ident of word) => {
        numbers!($name(rng, b) [4] {
            let w = rng.block(b);
            [$of(w[0]), $of(w[1]), $of(w[2]), $of(w[3])]
        });
    };
    ($name:ident by $of:ident of pair) => {
        numbers!($name(rng, b) [2] {
            let w = rng.block(b);
            [$of(philox::join(w[0], w[1])), $of(philox::join(w[2], w[3]))]
        });
    };
}

macro_rules! uniform {
    ($($t:ident by $of:ident of $words:ident),*) => {
        $(
            impl Sealed for $t {}
            impl Uniform for $t {
                each!(uniform by $of of $words);
            }
        )*
    };
}
uniform! {
    u32 by word_u32 of word,
    i32 by word_i32 of word,
    f32 by word_f32 of word,
    u64 by pair_u64 of pair,
    i64 by pair_i64 of pair,
    usize by pair_usize of pair,
    isize by pair_isize of pair,
    f64 by pair_f64 of pair
}

impl Continuous for f32 {
    each!(normal by normal_f32 of word);
    each!(exponential by exponential_f32 of word);
}
impl Continuous for f64 {
    each!(normal by normal_f64 of pair);
    each!(exponential by exponential_f64 of pair);
}

macro_rules! bounded {
    ($t:ident, $bound:ident: [$per:literal] |$rng:ident, $b:ident, $w:ident, $most:ident| [$($item:expr),*]) => {
        impl Bounded for $t {
            numbers!(uniform_in($rng, $b, range) { let (start, end) = (range.start, range.end); } [$per] {
                assert!(start < end, "the range of random numbers is empty");
                let $most = end.wrapping_sub(start) as $bound;
                let $w = $rng.block($b);
                [$(start.wrapping_add($item as $t)),*]
            });
        }
    };
    (words: $($t:ident)*) => {
        $(bounded!($t, u32: [4] |rng, b, w, most| [
            below_word(rng, b, 0, w[0], most),
            below_word(rng, b, 1, w[1], most),
            below_word(rng, b, 2, w[2], most),
            below_word(rng, b, 3, w[3], most)
        ]);)*
    };
    (pairs: $($t:ident)*) => {
        $(bounded!($t, u64: [2] |rng, b, w, most| [
            below_pair(rng, b, 0, philox::join(w[0], w[1]), most),
            below_pair(rng, b, 2, philox::join(w[2], w[3]), most)
        ]);)*
    };
}
bounded!(words: u32 i32);
bounded!(pairs: u64 i64 usize isize);

#[device]
fn word_u32(word: u32) -> u32 {
    word
}
#[device]
fn word_i32(word: u32) -> i32 {
    word as i32
}
#[device]
fn word_f32(word: u32) -> f32 {
    philox::to_f32(word)
}
#[device]
fn pair_u64(pair: u64) -> u64 {
    pair
}
#[device]
fn pair_i64(pair: u64) -> i64 {
    pair as i64
}
#[device]
fn pair_usize(pair: u64) -> usize {
    pair as usize
}
#[device]
fn pair_isize(pair: u64) -> isize {
    pair as isize
}
#[device]
fn pair_f64(pair: u64) -> f64 {
    philox::to_f64(pair)
}

/// A number below the bound, of word `k` of block `b`; where that word is left out, of word `k` of the position's next
/// blocks. The bound is positive.
#[device]
fn below_word(rng: Rng, b: usize, k: usize, word: u32, bound: u32) -> u32 {
    let mut scaled = philox::scale32(word, bound);
    if scaled.1 < bound {
        let excess = bound.wrapping_neg() % bound;
        let mut block = 1;
        while scaled.1 < excess && block < 128 {
            scaled = philox::scale32(philox::block(rng.key, b as u64, block, 0)[k], bound);
            block += 1;
        }
    }
    scaled.0
}

/// As `below_word`, of words `k` and `k + 1`.
#[device]
fn below_pair(rng: Rng, b: usize, k: usize, pair: u64, bound: u64) -> u64 {
    let mut scaled = philox::scale64(pair, bound);
    if scaled.1 < bound {
        let excess = bound.wrapping_neg() % bound;
        let mut block = 1;
        while scaled.1 < excess && block < 128 {
            let w = philox::block(rng.key, b as u64, block, 0);
            scaled = philox::scale64(philox::join(w[k], w[k + 1]), bound);
            block += 1;
        }
    }
    scaled.0
}
