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
    /// Which of them are selected.
    pub predicate: F,
    /// As long as `input`.
    pub selected: S,
    /// As long as `input`.
    pub rejected: S,
}

impl<E: Indexed, B: Backend> Chain<E, B>
where
    E::Item: Record,
{
    /// Splits the items in those that a predicate holds for and the others, both in order.
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
        // SAFETY: `partition` writes the first `count` and the first `len - count` items, and the vectors are cut to
        // these; on errors they are dropped.
        let mut out =
            unsafe { [<E::Item as Record>::allocate(&device, len)?, <E::Item as Record>::allocate(&device, len)?] };
        let [selected, rejected] = out.each_mut().map(<E::Item as Record>::storage::<B>);
        // SAFETY: `ready_with` has checked the chain; the outputs are new, each of the chain's length.
        let count = uses.done(unsafe { device.partition(Partition { input, predicate, selected, rejected }) })?;
        let [mut selected, mut rejected] = out;
        <E::Item as Record>::truncate::<B>(&mut selected, count)?;
        <E::Item as Record>::truncate::<B>(&mut rejected, len - count)?;
        Ok((selected, rejected))
    }
}
