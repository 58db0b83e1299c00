use crate::backend::Backend;
use crate::chain::Chain;
use crate::expr::{Expr, Indexed, Repeatable};
use crate::function::Function;
use crate::into_function::IntoFunction;
use crate::pending::{Pending, request};
use crate::storage::Storage;
use crate::value::Value;

/// Stores the items that the first predicate holds for from the start of `first`, those of the others that the second one holds
/// for from the start of `second`, and the rest from the start of `third`, all in order.
#[derive(Debug, Clone)]
pub struct PartitionInThree<E, F, G, S = ()> {
    /// The items.
    pub input: E,
    /// The predicate of the first part.
    pub is_first: F,
    /// The predicate of the second part, for items that aren't in the first one.
    pub is_second: G,
    /// The target of the first part, as long as `input`.
    pub first: S,
    /// The target of the second part, as long as `input`.
    pub second: S,
    /// The target of the rest, as long as `input`.
    pub third: S,
}

impl<E: Expr, B: Backend> Chain<E, B> {
    /// Splits the items into three: those that the first predicate holds for, those of the others that the second one holds for,
    /// and the rest, all in order. The second predicate isn't called for items of the first part.
    /// [`collect_into`](Pending::collect_into) returns the numbers of items of the first and of the second part.
    ///
    /// [`partition_by`](Chain::partition_by) splits into up to 256 parts by a number.
    ///
    /// # Cost
    ///
    /// One pass, in which each item is computed once. Temporary memory is 16 bytes for each tile on a GPU. Waits for the counts.
    /// Each vector has room for all items, and is cut afterwards.
    ///
    /// # Source
    ///
    /// D. Merrill and M. Garland, *Single-pass Parallel Prefix Scan with Decoupled Look-back*, 2016, with two counts.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[5, -1, 0, 7, 0, -3])?;
    /// let (below, zero, above) = x.iter().partition_in_three(op!(|v: i32| v < 0), op!(|v: i32| v == 0)).collect()?;
    /// assert_eq!((below.to_vec()?, zero.len(), above.to_vec()?), (vec![-1, -3], 2, vec![5, 7]));
    /// let (mut a, mut b, mut c) = (device.filled(9, 6)?, device.filled(9, 6)?, device.filled(9, 6)?);
    /// let parts = device.range(0..6).partition_in_three(op!(|v: i32| v < 1), op!(|v: i32| v < 4));
    /// assert_eq!(parts.collect_into((&mut a, &mut b, &mut c))?, [1, 3]);
    /// assert_eq!(b.to_vec()?, [1, 2, 3, 9, 9, 9]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("three_way_partition", "DevicePartition", "If", "stable_partition_copy", "partition"))]
    #[doc(alias("dutch_national_flag"))]
    #[inline(always)]
    pub fn partition_in_three<O, P, F, G>(self, is_first: O, is_second: P) -> Pending<PartitionInThree<E, F, G>, B>
    where
        E: Repeatable + Indexed<Item: Value>,
        O: IntoFunction<(E::Item,), F>,
        P: IntoFunction<(E::Item,), G>,
        F: Function<(E::Item,), Output = bool>,
        G: Function<(E::Item,), Output = bool>,
    {
        let (is_first, is_second) = (is_first.into_function(), is_second.into_function());
        let request = PartitionInThree { input: self.expr, is_first, is_second, first: (), second: (), third: () };
        Pending::new(request, self.device)
    }
}

request! {
    [
        E: Repeatable + Indexed<Item: Value>,
        F: Function<(E::Item,), Output = bool>,
        G: Function<(E::Item,), Output = bool>
    ] [S: Storage<Item = E::Item>]
    PartitionInThree<E, F, G, ()> { input, is_first, is_second } => partition_in_three(first: S, second: S, third: S) of (E::Item, E::Item, E::Item);
    check(check) {
        input.check(check);
        is_first.check(check);
        is_second.check(check);
    }
    at_most [input.slots(); 3], |counts: [usize; 2], room| [counts[0], counts[1], room[2] - counts[0] - counts[1]]
}
