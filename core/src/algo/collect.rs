use crate::backend::Backend;
use crate::chain::Chain;
use crate::device::Check;
use crate::error::Result;
use crate::expr::{Count, Expr};
use crate::pending::{Fill, Pending, Request};
use crate::storage::{Collected, Record, Storage};
use crate::target::Target;

/// Stores item `i` of `input` as item `i` of `output`, for all `i`.
#[derive(Debug, Clone)]
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
    /// One allocation per column, one pass that reads the chain's inputs once and writes each item once. After `filter`, `filter_map`
    /// and `dedup` it waits for the number of items: a vector has room for all slots of the chain, and is cut to the items afterwards.
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
        self.stored().collect()
    }

    /// Stores the items from the start of vectors that exist already, in order, and returns [their number](Expr::Count) where it depends on
    /// the data.
    ///
    /// The target is as long as the chain. After `filter`, `filter_map` and `dedup` the number of items is known only once the chain
    /// has run: then the target is at least as long as the chain in front of these, and elements behind the last item stay as they
    /// were.
    ///
    /// # Cost
    ///
    /// As [`collect`](Chain::collect), without its allocations.
    ///
    /// # Errors
    ///
    /// As [`collect`](Chain::collect), and before anything is written [`LengthMismatch`](crate::ErrorKind::LengthMismatch) or, where the
    /// number of items depends on the data, [`TargetTooShort`](crate::ErrorKind::TargetTooShort). If an operation panics, the target
    /// holds old, new and meaningless items; [`recover`](crate::DeviceVec::recover) makes them readable.
    ///
    /// On a GPU the call may return before its work is done: then reading its output returns the failure of an operation.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[1.0f32, 4.0, 2.0])?;
    /// let mut y = device.filled(0.0f32, 3)?;
    /// x.iter().map(op!(|v: f32| v + 0.5)).collect_into(&mut y)?;
    /// assert_eq!(y.to_vec()?, [1.5, 4.5, 2.5]);
    ///
    /// let count = x.iter().filter(op!(|v: f32| v < 3.0)).collect_into(&mut y)?;
    /// assert_eq!((count, y.to_vec()?), (2, vec![1.0, 2.0, 2.5]));
    /// # Ok(()) }
    /// ```
    #[doc(alias("collect_into_vec", "copy", "transform", "fill", "sequence", "generate"))]
    #[doc(alias("gather", "tabulate", "OutputIterator", "uninitialized_copy", "copy_if", "unique_copy"))]
    #[inline(always)]
    #[track_caller]
    pub fn collect_into<T: Target<B>>(self, target: T) -> Result<E::Count>
    where
        T::Storage: Storage<Item = E::Item>,
    {
        self.stored().collect_into(target)
    }

    /// The call that stores the items.
    #[inline(always)]
    pub(crate) fn stored(self) -> Pending<Collect<E, ()>, B> {
        Pending::new(Collect { input: self.expr, output: () }, self.device)
    }
}

impl<E: Expr> Request for Collect<E, ()> {
    type Items = (E::Item,);
    type Room = [usize; 1];
    type Count = E::Count;
    const FILLS: bool = E::DENSE;

    #[inline(always)]
    fn check(&self, check: &mut Check) {
        self.input.check(check);
    }
    #[inline(always)]
    fn room(&self) -> [usize; 1] {
        [self.input.slots()]
    }
    #[inline(always)]
    fn lengths(count: E::Count, [slots]: [usize; 1]) -> [usize; 1] {
        [count.of(slots)]
    }
}

// SAFETY: [`Backend::collect`] writes every item, and [`Backend::select`] those that it counts.
unsafe impl<B: Backend, E: Expr, S: Storage<Item = E::Item>> Fill<B, (S,)> for Collect<E, ()> {
    #[inline(always)]
    unsafe fn fill(self, device: &B, (output,): (S,)) -> Result<E::Count> {
        // SAFETY: the caller's contract says of the request and its output what those of both primitives do.
        unsafe { E::Count::store(device, self.input, output) }
    }
}
