use crate::backend::Backend;
use crate::chain::Chain;
use crate::error::Result;
use crate::expr::{Expr, Indexed, Repeatable};
use crate::function::Function;
use crate::into_function::IntoFunction;
use crate::pending::{Pending, request};
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
        self.parted(predicate.into_function()).collect()
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
    pub fn partition_into<F, T, U>(self, predicate: F, selected: T, rejected: U) -> Result<usize>
    where
        E: Repeatable,
        F: Function<(E::Item,), Output = bool>,
        T: Target<B>,
        U: Target<B, Storage = T::Storage>,
        T::Storage: Storage<Item = E::Item>,
    {
        self.parted(predicate).collect_into((selected, rejected))
    }
}

impl<E: Expr, B: Backend> Chain<E, B> {
    #[inline(always)]
    fn parted<F>(self, predicate: F) -> Pending<Partition<E, F, ()>, B> {
        Pending::new(
            Partition { input: self.expr, predicate, selected: (), rejected: () },
            self.device,
            "partition_into",
        )
    }
}

request! {
    [E: Repeatable + Indexed<Item: Value>, F: Function<(E::Item,), Output = bool>] [S: Storage<Item = E::Item>]
    Partition<E, F, ()> { input, predicate } => partition(selected: S, rejected: S) of (E::Item, E::Item);
    check(check) {
        input.check(check);
        predicate.check(check);
    }
    at_most [input.slots(); 2], |count: usize, room| [count, room[0] - count]
}
