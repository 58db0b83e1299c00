use crate::backend::Backend;
use crate::chain::Chain;
use crate::error::Result;
use crate::expr::{Expr, Indexed, Known};
use crate::pending::{Pending, request};
use crate::storage::{Collected, Record, Storage};
use crate::target::Target;

/// Stores item `i` of `input` as item `i` of `output`, for all `i`.
#[derive(Debug)]
pub struct Collect<E, S> {
    /// The items to store.
    pub input: E,
    /// The target, of the same length.
    pub output: S,
}

impl<E: Expr, B: Backend> Chain<E, B> {
    /// Stores the items in a new vector, or in one vector per part if they are tuples.
    ///
    /// # Cost
    ///
    /// One allocation per column, one pass that reads the chain's inputs and writes the result once. After `filter` and
    /// `dedup` it costs what [`copy_if`](Chain::copy_if) does.
    ///
    /// # Errors
    ///
    /// The chain's own (lengths, bounds, devices, panics) and [`OutOfMemory`](crate::ErrorKind::OutOfMemory).
    ///
    /// On a GPU the call may return before its work is done: then reading its output returns the failure of an operation.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let squares = device.tabulate(4, op!(|i: usize| i * i)).collect()?;
    /// assert_eq!(squares.to_vec()?, [0, 1, 4, 9]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("transform", "copy_n", "uninitialized_copy", "DeviceTransform", "Transform"))]
    #[doc(alias("from_iter", "par_iter", "gather", "tabulate", "sequence", "generate"))]
    #[inline(always)]
    #[track_caller]
    pub fn collect<V>(self) -> Result<V>
    where
        E::Item: Record,
        <E::Item as Record>::Vecs<B>: Collected<V>,
    {
        match E::DENSE {
            true => Chain::new(Known::<_, true>::new(self.expr), self.device).stored().collect(),
            false => self.selected("collect").collect(),
        }
    }
}

impl<E: Expr, B: Backend> Chain<E, B> {
    /// Stores the items in vectors that exist already, of the chain's length.
    ///
    /// # Errors
    ///
    /// As [`collect`](Chain::collect), and [`LengthMismatch`](crate::ErrorKind::LengthMismatch). If an operation
    /// panics, the target holds a mixture of old and new items; [`recover`](crate::DeviceVec::recover) makes them
    /// readable.
    ///
    /// On a GPU the call may return before its work is done: then reading its output returns the failure of an operation.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[1.0f32, 2.0])?;
    /// let mut y = device.filled(0.0f32, 2)?;
    /// x.iter().map(op!(|v: f32| v + 0.5)).collect_into(&mut y)?;
    /// assert_eq!(y.to_vec()?, [1.5, 2.5]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("collect_into_vec", "copy", "transform", "fill", "sequence", "generate"))]
    #[doc(alias("gather", "tabulate", "OutputIterator", "uninitialized_copy"))]
    #[inline(always)]
    #[track_caller]
    pub fn collect_into<T: Target<B>>(self, target: T) -> Result<()>
    where
        E: Indexed,
        T::Storage: Storage<Item = E::Item>,
    {
        self.stored().collect_into(target)
    }

    /// The call that stores all items.
    #[inline(always)]
    pub(crate) fn stored(self) -> Pending<Collect<E, ()>, B> {
        Pending::new(Collect { input: self.expr, output: () }, self.device, "collect_into")
    }
}

request! {
    [E: Indexed] [S: Storage<Item = E::Item>]
    Collect<E, ()> { input } => collect(output: S) of (E::Item,);
    check(check) { input.check(check); }
    exactly [input.slots()]
}
