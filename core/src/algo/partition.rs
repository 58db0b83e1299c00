use crate::backend::Backend;
use crate::chain::Chain;
use crate::error::Result;
use crate::expr::{Expr, Indexed, Repeatable};
use crate::function::Function;
use crate::into_function::IntoFunction;
use crate::storage::{Record, Storage};
use crate::target::Target;
use crate::value::Value;

/// Stores the items that a predicate holds for from the start of `selected`, the others from the start of `rejected`, both
/// in order.
#[derive(Debug)]
pub struct Partition<E, F, S> {
    /// The items.
    pub input: E,
    /// The predicate that selects items.
    pub predicate: F,
    /// The target of the selected items, as long as `input`.
    pub selected: S,
    /// The target of the others, as long as `input`.
    pub rejected: S,
}

impl<E: Expr, B: Backend> Chain<E, B> {
    /// Splits the items into those that a predicate holds for and the others, both in order.
    ///
    /// # Cost
    ///
    /// Two allocations of the input's length, cut to the results' afterwards; one pass, in which each item is computed once.
    /// Waits for the count.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let (even, odd) = device.range(0..7).partition(op!(|v: i32| v % 2 == 0))?;
    /// assert_eq!((even.to_vec()?, odd.to_vec()?), (vec![0, 2, 4, 6], vec![1, 3, 5]));
    /// # Ok(()) }
    /// ```
    #[doc(alias("partition_copy", "stable_partition", "stable_partition_copy"))]
    #[doc(alias("DevicePartition", "If", "partition_in_place"))]
    #[allow(clippy::type_complexity)]
    #[inline(always)]
    #[track_caller]
    pub fn partition<O, F>(self, predicate: O) -> Result<(<E::Item as Record>::Vecs<B>, <E::Item as Record>::Vecs<B>)>
    where
        E: Repeatable + Indexed,
        E::Item: Record,
        O: IntoFunction<(E::Item,), F>,
        F: Function<(E::Item,), Output = bool>,
    {
        let predicate = predicate.into_function();
        let (input, device, uses) = self.ready_with(&predicate)?;
        let len = input.slots();
        // SAFETY: `partition` writes the first `count` items of one and the first `len - count` of the other, and the vectors
        // are cut to these; on errors they are dropped.
        let (mut selected_vecs, mut rejected_vecs) =
            unsafe { (<E::Item as Record>::allocate(&device, len)?, <E::Item as Record>::allocate(&device, len)?) };
        let selected = <E::Item as Record>::storage::<B>(&mut selected_vecs);
        let rejected = <E::Item as Record>::storage::<B>(&mut rejected_vecs);
        // SAFETY: `ready_with` has checked the chain; the outputs are new, each of the chain's length.
        let count =
            uses.done(&device, unsafe { device.partition(Partition { input, predicate, selected, rejected }) })?;
        <E::Item as Record>::cut::<B>(&mut selected_vecs, count)?;
        <E::Item as Record>::cut::<B>(&mut rejected_vecs, len - count)?;
        Ok((selected_vecs, rejected_vecs))
    }
}

impl<E: Indexed<Item: Value>, B: Backend> Chain<E, B> {
    /// Splits the items as [`partition`](Chain::partition) does, into vectors that exist already: the items that a predicate
    /// holds for from the start of `selected`, the others from the start of `rejected`. Returns the number of the former.
    ///
    /// Each target is at least as long as the chain. Elements behind the last item stay as they were.
    ///
    /// # Cost
    ///
    /// One pass, in which each item is computed once; no allocation. Waits for the count.
    ///
    /// # Errors
    ///
    /// The chain's own, and [`TargetTooShort`](crate::ErrorKind::TargetTooShort), before anything is written. If an
    /// operation panics, the targets hold old, new and meaningless items.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let (mut even, mut odd) = (device.filled(0, 5)?, device.filled(0, 5)?);
    /// let count = device.range(0..5).partition_into(op!(|v: i32| v % 2 == 0), &mut even, &mut odd)?;
    /// assert_eq!(even.slice(..count)?.to_vec()?, [0, 2, 4]);
    /// assert_eq!(odd.slice(..5 - count)?.to_vec()?, [1, 3]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("partition_copy", "stable_partition_copy", "DevicePartition", "If"))]
    #[inline(always)]
    #[track_caller]
    pub fn partition_into<F, T, U>(self, predicate: F, mut selected: T, mut rejected: U) -> Result<usize>
    where
        E: Repeatable,
        F: Function<(E::Item,), Output = bool>,
        T: Target<B>,
        U: Target<B, Storage = T::Storage>,
        T::Storage: Storage<Item = E::Item>,
    {
        let (selected, rejected) = (selected.storage(), rejected.storage());
        let slots = self.expr.slots();
        let (input, device, uses) = self.ready_and(|check| {
            check.room("partition_into", slots, selected.len());
            check.room("partition_into", slots, rejected.len());
            selected.check(check);
            rejected.check(check);
            predicate.check(check);
        })?;
        let (selected, rejected) = (selected.first(slots), rejected.first(slots));
        // SAFETY: the chain and the targets are checked; these are distinct and borrowed mutably, so nothing else uses them.
        // Each has at least as many items as the chain, and its first ones are passed.
        uses.done(&device, unsafe { device.partition(Partition { input, predicate, selected, rejected }) })
    }
}
