use crate::backend::Backend;
use crate::chain::Chain;
use crate::expr::{Expr, Indexed, Repeatable};
use crate::function::Function;
use crate::into_function::IntoFunction;
use crate::pending::{Pending, request};
use crate::storage::Storage;
use crate::value::Value;

/// Stores the items that a predicate holds for from the start of `selected`, the others from the start of `rejected`, both
/// in order.
#[derive(Debug, Clone)]
pub struct Partition<E, F, S = ()> {
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
    /// [`collect_into`](Pending::collect_into) returns the number of the former.
    ///
    /// # Cost
    ///
    /// One pass, in which each item is computed once. Waits for the count. Each vector has room for all items, and is cut
    /// afterwards.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let (even, odd) = device.range(0..7).partition(op!(|v: i32| v % 2 == 0)).collect()?;
    /// assert_eq!((even.to_vec()?, odd.to_vec()?), (vec![0, 2, 4, 6], vec![1, 3, 5]));
    /// let (mut even, mut odd) = (device.filled(0, 7)?, device.filled(0, 7)?);
    /// let count = device.range(0..7).partition(op!(|v: i32| v % 2 == 0)).collect_into((&mut even, &mut odd))?;
    /// assert_eq!((even.slice(..count)?.to_vec()?, odd.slice(..7 - count)?.to_vec()?), (vec![0, 2, 4, 6], vec![1, 3, 5]));
    /// # Ok(()) }
    /// ```
    #[doc(alias("partition_copy", "stable_partition", "stable_partition_copy"))]
    #[doc(alias("DevicePartition", "If", "partition_in_place"))]
    #[inline(always)]
    pub fn partition<O, F>(self, predicate: O) -> Pending<Partition<E, F>, B>
    where
        E: Repeatable + Indexed<Item: Value>,
        O: IntoFunction<(E::Item,), F>,
        F: Function<(E::Item,), Output = bool>,
    {
        let predicate = predicate.into_function();
        Pending::new(Partition { input: self.expr, predicate, selected: (), rejected: () }, self.device)
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
