use crate::backend::Backend;
use crate::chain::{Chain, IntoChain};
use crate::error::Result;
use crate::expr::{Expr, Indexed, Repeatable};
use crate::functor::{Not, Pairwise, Uncurry};
use crate::key::Key;
use crate::operator::{Greater, Same};

impl<E: Expr, B: Backend> Chain<E, B> {
    /// Whether two chains have the same length and the same items, bit for bit (so NaN equals NaN and −0.0 doesn't equal
    /// +0.0; see [`Key`]). Costs one pass that ends soon after the first difference, or none if the lengths differ; waits for
    /// the answer.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[1, 2, 3])?;
    /// assert!(x.iter().equal(device.range(1..4))?);
    /// assert!(!x.iter().equal(device.range(1..5))?);
    /// # Ok(()) }
    /// ```
    #[doc(alias("eq", "PartialEq"))]
    #[inline(always)]
    #[track_caller]
    pub fn equal<C: IntoChain<B, Expr: Repeatable + Indexed<Item = E::Item>>>(self, other: C) -> Result<bool>
    where
        E: Repeatable + Indexed,
        E::Item: Key,
    {
        let other = other.into_chain();
        if self.len() != other.len() {
            return self.unread().and(other.unread()).map(|()| false);
        }
        Ok(self.mismatch(other)?.is_none())
    }

    /// The first position where two chains of the same length differ, bit for bit. Costs as
    /// [`position`](Chain::position). If the lengths differ, returns
    /// [`LengthMismatch`](crate::ErrorKind::LengthMismatch).
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[0, 1, 7])?;
    /// assert_eq!(x.iter().mismatch(device.range(0..3))?, Some(2));
    /// # Ok(()) }
    /// ```
    #[doc(alias("ne"))]
    #[inline(always)]
    #[track_caller]
    pub fn mismatch<C: IntoChain<B, Expr: Repeatable + Indexed<Item = E::Item>>>(
        self,
        other: C,
    ) -> Result<Option<usize>>
    where
        E: Repeatable + Indexed,
        E::Item: Key,
    {
        self.zip(other).position(Not(Uncurry(Same)))
    }

    /// Whether no item comes before its predecessor in the order of [`Key`]. Costs as
    /// [`position`](Chain::position): it ends soon after the first descent.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// assert!(device.upload(&[1.0f32, 1.0, 2.0])?.iter().is_sorted()?);
    /// # Ok(()) }
    /// ```
    #[doc(alias("is_sorted_until"))]
    #[inline(always)]
    #[track_caller]
    pub fn is_sorted(self) -> Result<bool>
    where
        E: Repeatable + Indexed,
        E::Item: Key,
    {
        Ok(self.windows::<2>().position(Pairwise(Greater))?.is_none())
    }
}
