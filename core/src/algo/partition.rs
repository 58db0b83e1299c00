use crate::backend::Backend;
use crate::chain::Chain;
use crate::error::Result;
use crate::expr::{Indexed, Repeatable};
use crate::function::Function;
use crate::storage::Record;

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

impl<E: Indexed, B: Backend> Chain<E, B>
where
    E::Item: Record,
{
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
    pub fn partition<F: Function<(E::Item,), Output = bool>>(
        self,
        predicate: F,
    ) -> Result<(<E::Item as Record>::Vecs<B>, <E::Item as Record>::Vecs<B>)>
    where
        E: Repeatable,
    {
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
