//! Chains of random numbers.

use std::ops::Range;

use super::{Bounded, Rng, Uniform};
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
}

impl<B: Backend> Random for B {}
