//! Random numbers that are a function of a seed and a position: the same on every device, with every number of threads,
//! in every run and every version.
//!
//! An [`Rng`] has no state to pass on. Number `i` is computed from the seed and `i`, so a chain of random numbers is
//! lazy and fuses as any other, and operations draw numbers of their own by [`rng.at(i)`](Rng::at):
//!
//! ```
//! use onrush::prelude::*;
//! # fn main() -> onrush::Result<()> {
//! let device = Device::best()?;
//! let rng = Rng::new(42);
//!
//! // A vector of random numbers, and a sum of them that needs no memory.
//! let x = device.uniform::<f32>(rng, 1000).collect()?;
//! let mean = device.uniform::<f64>(rng, 100_000).mean()?.unwrap();
//! assert!((mean - 0.5).abs() < 0.01);
//!
//! // The integral of x·y² over the unit square, by random points: 1/6.
//! let value = op!(|i: usize| {
//!     let mut draws = rng.at(i);
//!     let x = draws.next_f64();
//!     let y = draws.next_f64();
//!     x * y * y
//! });
//! let integral = device.tabulate(100_000, value).mean()?.unwrap();
//! assert!((integral - 1.0 / 6.0).abs() < 0.01);
//! # assert_eq!(x.len(), 1000);
//! # Ok(()) }
//! ```
//!
//! # The numbers
//!
//! The engine is Philox 4x32-10 ([`philox4x32`]), which passes BigCrush, and which cuRAND, PyTorch and TensorFlow
//! have, too. The seed is its key. Block `b` of an [`Rng`] is the result for the counter `[b mod 2³², b / 2³², 0, 0]`: four words of
//! 32 bits. From block `b` come
//!
//! | | numbers |
//! |---|---|
//! | [`Rng::at`]`(b)` | the block's words in order, then those of the counters `[…, 1, 0]`, `[…, 2, 0]`, …: 2³⁴ words |
//! | [`uniform`](Random::uniform), items of 4 bytes | items `4·b` to `4·b + 3`, one of each word |
//! | [`uniform`](Random::uniform), items of 8 bytes | items `2·b` and `2·b + 1`, one of two words each, the lower half first |
//!
//! So the first four numbers of `rng.at(b)` are the items from `4·b` on. These are the same numbers, not further ones: where a
//! program needs independent numbers for several purposes, it gives each a stream of its own.
//!
//! # Streams
//!
//! [`rng.stream(k)`](Rng::stream) is a generator that is independent of `rng` and of its other streams. Streams have
//! streams, so a step of a simulation can be `rng.stream(step)`, and a purpose in it `rng.stream(step).stream(2)`. No
//! number is lost or repeated when a program draws more or fewer numbers elsewhere.
//!
//! # Samples and orders
//!
//! [`shuffle`] brings vectors into a random order; [`permutation`](Random::permutation) and [`sample`](Random::sample) are lazy
//! chains of different positions. A sample with replacement is `x.iter().permute(device.uniform_in(rng, 0..x.len(), k))`, and
//! [`sample`](Random::sample) shows one by weight. Each of these takes its numbers from a stream of its own, except
//! [`uniform_in`](Random::uniform_in), [`normal`](Random::normal) and [`exponential`](Random::exponential), whose items are functions of the
//! words in the table.
//!
//! # Cost
//!
//! The numbers are computed where they are used; nothing is stored. [`uniform`](Random::uniform) computes one block for four words; where the
//! chain's other parts don't allow that (`step_by`, `permute`, scans of short tails), a block for every item.
//!
//! The generator isn't meant for cryptography: who knows some of its numbers can find the seed.

mod draws;
mod normal;
#[allow(unsafe_code)]
mod permutation;
mod philox;
mod shuffle;
mod source;
#[cfg(test)]
mod tests;
mod uniform;

use crate::{Element, device};

pub use draws::Draws;
pub use philox::philox4x32;
pub use shuffle::{Shuffle, shuffle};
pub use source::Random;
pub use uniform::{Bounded, Continuous, Uniform};

/// A generator of random numbers: a seed. It is a plain value that operations capture, and vectors store.
///
/// The [module](self) says which numbers it gives.
///
/// ```
/// use onrush::prelude::*;
///
/// # fn main() -> onrush::Result<()> {
/// let device = Device::best()?;
/// let dice = device.uniform_in(Rng::new(7), 1..7u32, 10).collect()?;
/// assert_eq!(dice.to_vec()?, [6, 5, 1, 1, 3, 5, 2, 6, 1, 1]);
/// # Ok(()) }
/// ```
#[doc(alias("StdRng", "SeedableRng", "SmallRng", "PRNGKey", "Generator", "curandState", "random_engine"))]
#[doc(alias("default_random_engine", "minstd_rand", "taus88", "ranlux24", "linear_congruential_engine"))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Element)]
#[repr(C)]
pub struct Rng {
    key: u64,
}

#[device]
impl Rng {
    /// The generator of a seed. Different seeds give independent numbers, also 0, 1, 2, ….
    #[doc(alias("seed_from_u64", "manual_seed", "curand_init"))]
    pub fn new(seed: u64) -> Rng {
        Rng { key: seed }
    }

    /// A generator that is independent of this one and of its other streams. Different `k` give different generators.
    ///
    /// The stream's seed is `mix(mix(seed) + k)`, wrapping, by the permutation `mix` of SplitMix64 (G. Steele, D. Lea
    /// and C. Flood, *Fast Splittable Pseudorandom Number Generators*, 2014). Streams of different generators may have the same seed by
    /// chance: among `m` streams of streams with a probability of about `m² / 2⁶⁵`.
    ///
    /// ```
    /// use onrush::prelude::*;
    ///
    /// let rng = Rng::new(1);
    /// assert_ne!(rng.stream(0).at(0).next_u64(), rng.stream(1).at(0).next_u64());
    /// ```
    #[doc(alias("split", "fold_in", "jump", "set_stream", "subsequence"))]
    pub fn stream(self, k: u64) -> Rng {
        Rng { key: philox::mix(philox::mix(self.key).wrapping_add(k)) }
    }

    /// The random numbers of position `i`, in operations and on the host.
    ///
    /// It costs nothing; each block of four words that is drawn from it costs a Philox, about 80 instructions.
    ///
    /// ```
    /// use onrush::prelude::*;
    ///
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let rng = Rng::new(3);
    /// let x = device.upload(&[1.0f32, 2.0, 3.0])?;
    /// let noisy = x.iter().enumerate().map(op!(|(i, v): (usize, f32)| {
    ///     let mut draws = rng.at(i);
    ///     v + 0.1 * draws.next_f32()
    /// }));
    /// let expected: Vec<f32> = (0..3).map(|i| (i + 1) as f32 + 0.1 * rng.at(i).next_f32()).collect();
    /// assert_eq!(noisy.collect()?.to_vec()?, expected);
    /// # Ok(()) }
    /// ```
    #[doc(alias("skipahead", "discard", "advance", "offset", "set_word_pos"))]
    pub fn at(self, i: usize) -> Draws {
        draws::begin(self.key, i as u64)
    }

    /// The four words of block `b`.
    pub fn block(self, b: usize) -> [u32; 4] {
        philox::block(self.key, b as u64, 0, 0)
    }
}
