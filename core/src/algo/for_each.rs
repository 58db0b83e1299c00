use crate::backend::Backend;
use crate::chain::Chain;
use crate::error::Result;
use crate::expr::Expr;
use crate::function::Function;
use crate::into_function::IntoFunction;

/// Runs every slot of `input`.
#[derive(Debug)]
pub struct ForEach<E> {
    /// The items to compute: units, whose computation is the work.
    pub input: E,
}

impl<E: Expr, B: Backend> Chain<E, B> {
    /// Runs an operation on every item, in any order; on the items of `iter_mut`, it changes a vector in place.
    ///
    /// # Cost
    ///
    /// One pass; no temporary memory. Queued, not waited for, on devices with a queue.
    ///
    /// # Errors
    ///
    /// If the operation panics, any of the items may not have been visited; the vectors hold what was written so far.
    ///
    /// On a GPU the call may return before its work is done: then reading its output returns the failure of an operation.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let mut x = device.upload(&[1, 2, 3])?;
    /// x.iter_mut().for_each(op!(|v: &mut i32| *v *= 2))?;
    /// assert_eq!(x.to_vec()?, [2, 4, 6]);
    ///
    /// // Adaptors choose the elements: every second one, from the second on.
    /// x.iter_mut().skip(1).step_by(2).for_each(op!(|v: &mut i32| *v = 0))?;
    /// assert_eq!(x.to_vec()?, [2, 0, 6]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("for_each_n", "DeviceFor", "ForEach", "ForEachN", "Bulk", "parallel_for"))]
    #[doc(alias("launch"))]
    #[inline(always)]
    #[track_caller]
    pub fn for_each<O, F>(self, f: O) -> Result<()>
    where
        O: IntoFunction<(E::Item,), F>,
        F: Function<(E::Item,), Output = ()>,
    {
        let (input, device, uses) = self.map(f).ready()?;
        // SAFETY: `ready` has checked the chain, which has borrowed the vectors that it writes mutably.
        uses.done(&device, unsafe { device.for_each(ForEach { input }) })
    }
}
