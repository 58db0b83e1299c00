//! Uniform numbers, in chains.

use std::ops::Range;

use super::{Rng, normal, philox};
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

/// Implements a method of `Continuous`, by a function of a word or of two words.
macro_rules! continuous {
    ($name:ident: f32 by $of:ident) => {
        continuous!(@$name rng b n 4 {
            let w = rng.block(b);
            [normal::$of(w[0]), normal::$of(w[1]), normal::$of(w[2]), normal::$of(w[3])]
        });
    };
    ($name:ident: f64 by $of:ident) => {
        continuous!(@$name rng b n 2 {
            let w = rng.block(b);
            [normal::$of(philox::join(w[0], w[1])), normal::$of(philox::join(w[2], w[3]))]
        });
    };
    (@$name:ident $rng:ident $b:ident $n:ident $per:literal $items:block) => {
        fn $name<B: Backend>(
            $rng: Rng,
            device: &B,
            $n: usize,
        ) -> Chain<impl Indexed<Item = Self> + Repeatable + Copy + 'static, B> {
            device.range(0..$n.div_ceil($per)).flat_map(op!(|$b: usize| $items)).take($n)
        }
    };
}
impl Continuous for f32 {
    continuous!(normal: f32 by normal_f32);
    continuous!(exponential: f32 by exponential_f32);
}
impl Continuous for f64 {
    continuous!(normal: f64 by normal_f64);
    continuous!(exponential: f64 by exponential_f64);
}

/// Implements `Uniform` for types of 4 and of 8 bytes, of which a block has four and two.
macro_rules! uniform {
    (words: $($t:ident $of:ident),*; pairs: $($p:ident $from:ident),*) => {
        $(
            impl Sealed for $t {}
            impl Uniform for $t {
                fn uniform<B: Backend>(
                    rng: Rng,
                    device: &B,
                    n: usize,
                ) -> Chain<impl Indexed<Item = Self> + Repeatable + Copy + 'static, B> {
                    let items = op!(|b: usize| {
                        let w = rng.block(b);
                        [$of(w[0]), $of(w[1]), $of(w[2]), $of(w[3])]
                    });
                    device.range(0..n.div_ceil(4)).flat_map(items).take(n)
                }
            }
        )*
        $(
            impl Sealed for $p {}
            impl Uniform for $p {
                fn uniform<B: Backend>(
                    rng: Rng,
                    device: &B,
                    n: usize,
                ) -> Chain<impl Indexed<Item = Self> + Repeatable + Copy + 'static, B> {
                    let items = op!(|b: usize| {
                        let w = rng.block(b);
                        [$from(philox::join(w[0], w[1])), $from(philox::join(w[2], w[3]))]
                    });
                    device.range(0..n.div_ceil(2)).flat_map(items).take(n)
                }
            }
        )*
    };
}
uniform! {
    words: u32 word_u32, i32 word_i32, f32 word_f32;
    pairs: u64 pair_u64, i64 pair_i64, usize pair_usize, isize pair_isize, f64 pair_f64
}

/// Implements `Bounded` for types of 4 and of 8 bytes.
macro_rules! bounded {
    (words: $($t:ident)* ; pairs: $($p:ident)*) => {
        $(
            impl Bounded for $t {
                fn uniform_in<B: Backend>(
                    rng: Rng,
                    device: &B,
                    range: Range<Self>,
                    n: usize,
                ) -> Chain<impl Indexed<Item = Self> + Repeatable + Copy + 'static, B> {
                    let (start, end) = (range.start, range.end);
                    let items = op!(|b: usize| {
                        assert!(start < end, "the range of random numbers is empty");
                        let bound = end.wrapping_sub(start) as u32;
                        let w = rng.block(b);
                        [
                            start.wrapping_add(below_word(rng, b, 0, w[0], bound) as $t),
                            start.wrapping_add(below_word(rng, b, 1, w[1], bound) as $t),
                            start.wrapping_add(below_word(rng, b, 2, w[2], bound) as $t),
                            start.wrapping_add(below_word(rng, b, 3, w[3], bound) as $t),
                        ]
                    });
                    device.range(0..n.div_ceil(4)).flat_map(items).take(n)
                }
            }
        )*
        $(
            impl Bounded for $p {
                fn uniform_in<B: Backend>(
                    rng: Rng,
                    device: &B,
                    range: Range<Self>,
                    n: usize,
                ) -> Chain<impl Indexed<Item = Self> + Repeatable + Copy + 'static, B> {
                    let (start, end) = (range.start, range.end);
                    let items = op!(|b: usize| {
                        assert!(start < end, "the range of random numbers is empty");
                        let bound = end.wrapping_sub(start) as u64;
                        let w = rng.block(b);
                        [
                            start.wrapping_add(below_pair(rng, b, 0, philox::join(w[0], w[1]), bound) as $p),
                            start.wrapping_add(below_pair(rng, b, 2, philox::join(w[2], w[3]), bound) as $p),
                        ]
                    });
                    device.range(0..n.div_ceil(2)).flat_map(items).take(n)
                }
            }
        )*
    };
}
bounded! { words: u32 i32; pairs: u64 i64 usize isize }

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
