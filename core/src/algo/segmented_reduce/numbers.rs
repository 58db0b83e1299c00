//! The means of segments.

use crate::algo::Collect;
use crate::backend::Backend;
use crate::chain::Chain;
use crate::device::Check;
use crate::error::Result;
use crate::expr::{Indexed, Lent, Repeatable};
use crate::moments::{as_f64, mean_of};
use crate::number::Number;
use crate::pending::{Fill, Pending, Request};
use crate::position::Position;
use crate::segments::{Segments, check_segments};
use crate::storage::Storage;
use crate::vec::DeviceVec;

/// A request for the mean of each segment: the sums, and a pass that divides them.
#[derive(Debug)]
pub struct Means<E, P> {
    input: E,
    offsets: P,
}

impl<E, P> Means<E, P> {
    /// The call that stores the mean of each segment.
    #[inline(always)]
    pub(crate) fn of<B>(parts: Segments<E, P, B>) -> Pending<Self, B> {
        let Segments { input, offsets, device } = parts;
        Pending::new(Means { input, offsets }, device, "segments")
    }
}

impl<E: Indexed, P: Indexed> Request for Means<E, P> {
    type Items = (f64,);
    type Room = [usize; 1];
    type Count = ();

    #[inline(always)]
    fn check(&self, check: &mut Check) {
        check_segments(&self.input, &self.offsets, check);
    }
    #[inline(always)]
    fn room(&self) -> [usize; 1] {
        [self.offsets.slots().saturating_sub(1)]
    }
}

// SAFETY: the last pass has an item for each segment, and writes them all.
unsafe impl<B, E, P, S> Fill<B, (S,)> for Means<E, P>
where
    B: Backend,
    E: Repeatable + Indexed<Item: Number>,
    P: Repeatable + Indexed<Item: Position>,
    S: Storage<Item = f64>,
{
    #[inline(always)]
    unsafe fn fill(self, device: &B, (output,): (S,)) -> Result<()> {
        let Means { input, offsets } = self;
        let parts = Segments { input, offsets: Lent(&offsets), device: device.clone() };
        let sums: DeviceVec<f64, B> = parts.of(as_f64()).sum().collect()?;
        let ends = Chain::new(Lent(&offsets), device.clone()).map(as_f64()).windows::<2>();
        let means = sums.iter().zip(ends).map(mean_of());
        // SAFETY: the caller's contract: the offsets are checked, and the output has a place for each segment, of which there is a sum.
        unsafe { device.collect(Collect { input: means.expr, output }) }
    }
}
