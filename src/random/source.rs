//! Chains of random numbers.

use std::ops::Range;

use super::permutation::sampled;
use super::{Bounded, Continuous, Rng, Uniform};
use crate::expr::{Indexed, Repeatable};
use crate::{Backend, Chain};

/// Chains of random numbers on a device; every [`Backend`] has these methods.
///
/// The chains are lazy and fuse with their adaptors; nothing is stored. The [module](super) says which numbers they
/// are.
#[doc(alias("curandGenerate", "torch.rand", "Distribution"))]
pub trait Random: Backend {
    /// `n` numbers, uniform over the type: every integer, or floats in `0.0 .. 1.0`.
    ///
    /// Floats are multiples of 2⁻²⁴ (`f32`) and 2⁻⁵³ (`f64`), each as likely as any other.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.uniform::<f32>(Rng::new(0), 3).collect()?;
    /// assert_eq!(x.to_vec()?, [0.39904642, 0.88052016, 0.73571277]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("uniform_real_distribution", "StandardUniform", "rand", "random", "curandGenerateUniform"))]
    #[doc(alias("generate", "sample_iter", "random_iter", "fill"))]
    fn uniform<T: Uniform>(
        &self,
        rng: Rng,
        n: usize,
    ) -> Chain<impl Indexed<Item = T> + Repeatable + Copy + 'static, Self> {
        T::uniform(rng, self, n)
    }

    /// `n` integers of a range, each as likely as any other.
    ///
    /// A word that would make some numbers likelier is left out, and the same word of the position's next block taken, as
    /// [`Draws::below_u32`](super::Draws::below_u32) does; also its bound on the number of words holds.
    ///
    /// # Errors
    ///
    /// If the range is empty, terminals return [`Panic`](crate::ErrorKind::Panic), unless `n` is 0.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let dice = device.uniform_in(Rng::new(7), 1..7, 600_000);
    /// let sixes = dice.count_if(op!(|d: i32| d == 6))?;
    /// assert!(sixes.abs_diff(100_000) < 1000);
    /// # Ok(()) }
    /// ```
    #[doc(alias("uniform_int_distribution", "randint", "integers", "random_range", "gen_range"))]
    fn uniform_in<T: Bounded>(
        &self,
        rng: Rng,
        range: Range<T>,
        n: usize,
    ) -> Chain<impl Indexed<Item = T> + Repeatable + Copy + 'static, Self> {
        T::uniform_in(rng, self, range, n)
    }

    /// `n` numbers of the standard normal distribution; `mean + deviation * x` by a `map` has another mean and deviation.
    ///
    /// Item `i` is the inverse of the distribution function at the place that item `i` of [`uniform`](Random::uniform) of
    /// `u32` or `u64` marks, so no number lies farther from 0 than 6.3 (`f32`) or 9.2 (`f64`). It consists of exact
    /// operations, so it has the same bits on every device; its relative error is less than 2⁻²¹ (`f32`) and 2⁻⁵⁰ (`f64`).
    ///
    /// After M. Giles, *Approximating the erfinv Function*, 2012, with polynomials for the distribution itself.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let heights = device.normal::<f32>(Rng::new(1), 10_000).map(op!(|x: f32| 170.0 + 10.0 * x));
    /// let moments = heights.moments()?.unwrap();
    /// assert!((moments.mean - 170.0).abs() < 0.5);
    /// assert!((moments.standard_deviation() - 10.0).abs() < 0.5);
    /// # Ok(()) }
    /// ```
    #[doc(alias("normal_distribution", "StandardNormal", "randn", "standard_normal", "curandGenerateNormal"))]
    #[doc(alias("gaussian", "box_muller", "erfinv"))]
    fn normal<T: Continuous>(
        &self,
        rng: Rng,
        n: usize,
    ) -> Chain<impl Indexed<Item = T> + Repeatable + Copy + 'static, Self> {
        T::normal(rng, self, n)
    }

    /// `n` numbers of the exponential distribution with the mean 1; a `map` that divides by a rate has another mean.
    ///
    /// Item `i` is −ln of the place that item `i` of [`uniform`](Random::uniform) of `u32` or `u64` marks, so it is positive and
    /// at most 22.9 (`f32`) or 45.1 (`f64`). It consists of exact operations, so it has the same bits on every device; its
    /// relative error is less than 2⁻²² (`f32`) and 2⁻⁵¹ (`f64`).
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let mean = device.exponential::<f64>(Rng::new(1), 10_000).mean()?.unwrap();
    /// assert!((mean - 1.0).abs() < 0.05);
    /// # Ok(()) }
    /// ```
    #[doc(alias("exponential_distribution", "Exp1", "standard_exponential"))]
    fn exponential<T: Continuous>(
        &self,
        rng: Rng,
        n: usize,
    ) -> Chain<impl Indexed<Item = T> + Repeatable + Copy + 'static, Self> {
        T::exponential(rng, self, n)
    }

    /// `k` different positions below `n`, in random order: a sample without replacement. With `permute` they are a sample of
    /// items. [`uniform_in`](Random::uniform_in) samples with replacement.
    ///
    /// It is lazy and needs no memory: each position is a function of its number, about 150 instructions, the same on
    /// every device. The positions are the first of a permutation of all `n` by a keyed network ([`permutation`](Random::permutation)). It
    /// isn't that of [`shuffle`](super::shuffle).
    ///
    /// # Errors
    ///
    /// Terminals return [`Panic`](crate::ErrorKind::Panic) if `k > n`.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.range(100..1000i32).collect()?;
    /// let some = x.iter().permute(device.sample(Rng::new(1), x.len(), 3)).collect()?;
    /// assert_eq!(some.to_vec()?, [370, 168, 602]);
    ///
    /// // By weight, with replacement: the places of random numbers among the sums of the weights.
    /// let weights = device.upload(&[1.0f64, 0.0, 3.0])?;
    /// let sums = weights.iter().scan_inclusive(Sum).collect()?;
    /// let total = sums.last()?.unwrap();
    /// let chosen = device.uniform::<f64>(Rng::new(1), 8).map(op!(|u: f64| u * total)).upper_bound(&sums);
    /// assert_eq!(chosen.collect()?.to_vec()?, [2, 2, 2, 2, 2, 2, 0, 0]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("choose_multiple", "random_sample", "choice", "sample_without_replacement", "multinomial"))]
    #[doc(alias("WeightedIndex", "discrete_distribution", "choose"))]
    fn sample(
        &self,
        rng: Rng,
        n: usize,
        k: usize,
    ) -> Chain<impl Indexed<Item = usize> + Repeatable + Copy + 'static, Self> {
        sampled(self, rng.stream(SAMPLE).key, n, k)
    }

    /// The positions below `n` in random order, each once; see [`sample`](Random::sample).
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// assert_eq!(device.permutation(Rng::new(3), 5).collect()?.to_vec()?, [3, 4, 2, 1, 0]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("randperm", "random_permutation", "shuffle_iterator", "make_shuffle_iterator"))]
    fn permutation(&self, rng: Rng, n: usize) -> Chain<impl Indexed<Item = usize> + Repeatable + Copy + 'static, Self> {
        self.sample(rng, n, n)
    }
}

impl<B: Backend> Random for B {}

/// The stream of samples.
const SAMPLE: u64 = 0x7361_6d70_6c65_2121;
