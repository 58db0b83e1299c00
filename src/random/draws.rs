//! The random numbers of a position.

use super::{normal, philox};
use crate::{Element, device};

/// The random numbers of a position, one after another; made by [`Rng::at`](super::Rng::at).
///
/// Its words of 32 bits are those of the position's blocks in order: [`next_u32`](Draws::next_u32) takes one word, other
/// numbers of 32 bits likewise, and those of 64 bits two, the first of which is the lower half.
///
/// ```
/// use onrush::prelude::*;
///
/// # fn main() -> onrush::Result<()> {
/// let device = Device::best()?;
/// let rng = Rng::new(11);
/// // The number of dice that are thrown until the first six.
/// let throws = device.tabulate(10_000, op!(|i: usize| {
///     let mut draws = rng.at(i);
///     let mut count = 1u32;
///     while draws.below_u32(6) != 5 && count < 1000 {
///         count += 1;
///     }
///     count
/// }));
/// let mean = throws.mean()?.unwrap();
/// assert!((mean - 6.0).abs() < 0.2);
/// # Ok(()) }
/// ```
#[doc(alias("RngCore", "BlockRng", "curand"))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Element)]
#[repr(C)]
pub struct Draws {
    key: u64,
    position: u64,
    /// The words of the current block that weren't drawn yet come first.
    words: [u32; 4],
    /// The number of the next block.
    block: u32,
    /// The number of words that weren't drawn yet.
    left: u32,
}

/// The numbers of a position, none of which is computed yet.
#[device]
pub(super) fn begin(key: u64, position: u64) -> Draws {
    Draws { key, position, words: [0; 4], block: 0, left: 0 }
}

#[device]
impl Draws {
    /// The next word: 32 random bits.
    pub fn next_u32(&mut self) -> u32 {
        if self.left == 0 {
            self.words = philox::block(self.key, self.position, self.block, 0);
            self.block = self.block.wrapping_add(1);
            self.left = 4;
        }
        let word = self.words[0];
        self.words = [self.words[1], self.words[2], self.words[3], 0];
        self.left = self.left.wrapping_sub(1);
        word
    }

    /// The next two words: 64 random bits.
    pub fn next_u64(&mut self) -> u64 {
        let low = self.next_u32();
        let high = self.next_u32();
        philox::join(low, high)
    }

    /// A number in `0.0 .. 1.0`, a multiple of 2⁻²⁴; of one word.
    #[doc(alias("gen", "uniform", "curand_uniform"))]
    pub fn next_f32(&mut self) -> f32 {
        philox::to_f32(self.next_u32())
    }

    /// A number in `0.0 .. 1.0`, a multiple of 2⁻⁵³; of two words.
    #[doc(alias("gen", "uniform", "curand_uniform_double"))]
    pub fn next_f64(&mut self) -> f64 {
        philox::to_f64(self.next_u64())
    }

    /// `true` with probability `p`, rounded up to a multiple of 2⁻⁵³; of two words. `p <= 0` and NaN give `false`, `p >= 1`
    /// gives `true`.
    #[doc(alias("random_bool", "gen_bool", "bernoulli", "random_ratio"))]
    pub fn next_bool(&mut self, p: f64) -> bool {
        self.next_f64() < p
    }

    /// A number below `bound`, each as likely as any other; usually of one word.
    ///
    /// A word that would make some numbers likelier is left out, which happens with a probability of less than `bound /
    /// 2³²`. The 128th word is taken in any case; that it is reached has a probability of less than 2⁻¹²⁸.
    ///
    /// D. Lemire, *Fast Random Integer Generation in an Interval*, 2019.
    ///
    /// # Panics
    ///
    /// It panics if `bound` is 0. In an operation the terminal returns [`Panic`](crate::ErrorKind::Panic).
    #[doc(alias("random_range", "gen_range", "uniform_int_distribution", "randint"))]
    pub fn below_u32(&mut self, bound: u32) -> u32 {
        assert!(bound > 0, "no number is below 0");
        let mut scaled = philox::scale32(self.next_u32(), bound);
        if scaled.1 < bound {
            // 2³² mod bound is the number of words that would make some results more frequent.
            let excess = bound.wrapping_neg() % bound;
            let mut tries = 1;
            while scaled.1 < excess && tries < 128 {
                scaled = philox::scale32(self.next_u32(), bound);
                tries += 1;
            }
        }
        scaled.0
    }

    /// As [`below_u32`](Draws::below_u32), of two words at a time.
    ///
    /// # Panics
    ///
    /// It panics if `bound` is 0. In an operation the terminal returns [`Panic`](crate::ErrorKind::Panic).
    #[doc(alias("random_range", "gen_range", "uniform_int_distribution", "randint"))]
    pub fn below_u64(&mut self, bound: u64) -> u64 {
        assert!(bound > 0, "no number is below 0");
        let mut scaled = philox::scale64(self.next_u64(), bound);
        if scaled.1 < bound {
            let excess = bound.wrapping_neg() % bound;
            let mut tries = 1;
            while scaled.1 < excess && tries < 128 {
                scaled = philox::scale64(self.next_u64(), bound);
                tries += 1;
            }
        }
        scaled.0
    }

    /// A number of the standard normal distribution, as [`normal`](super::Random::normal) makes them; of one word.
    #[doc(alias("StandardNormal", "curand_normal"))]
    pub fn normal_f32(&mut self) -> f32 {
        normal::normal_f32(self.next_u32())
    }

    /// A number of the standard normal distribution, as [`normal`](super::Random::normal) makes them; of two words.
    #[doc(alias("StandardNormal", "curand_normal_double"))]
    pub fn normal_f64(&mut self) -> f64 {
        normal::normal_f64(self.next_u64())
    }

    /// A number of the exponential distribution with the mean 1, as [`exponential`](super::Random::exponential) makes them; of
    /// one word.
    #[doc(alias("Exp1"))]
    pub fn exponential_f32(&mut self) -> f32 {
        normal::exponential_f32(self.next_u32())
    }

    /// A number of the exponential distribution with the mean 1, as [`exponential`](super::Random::exponential) makes them; of
    /// two words.
    #[doc(alias("Exp1"))]
    pub fn exponential_f64(&mut self) -> f64 {
        normal::exponential_f64(self.next_u64())
    }
}
