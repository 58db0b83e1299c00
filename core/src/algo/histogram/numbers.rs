use std::panic::Location;

use super::Counts;
use crate::backend::Backend;
use crate::chain::Chain;
use crate::device::Check;
use crate::error::Result;
use crate::expr::{Constant, Expr, Repeatable};
use crate::operator::Max;
use crate::pending::{Fill, Pending, Prepare, Request};
use crate::position::Position;
use crate::storage::Span;

impl<E, B> Chain<E, B> {
    /// The call that counts each number, up to the largest one.
    #[inline(always)]
    pub(crate) fn numbers(self, min_len: usize) -> Pending<NumbersUpTo<E>, B> {
        Pending::new(NumbersUpTo { input: self.expr, min_len }, self.device)
    }
}

/// A call that counts each number, up to the largest one that occurs.
#[derive(Debug, Clone)]
pub struct NumbersUpTo<E> {
    input: E,
    min_len: usize,
}

impl<E, B> Prepare<B> for NumbersUpTo<E>
where
    E: Repeatable<Item: Position> + Clone,
    B: Backend,
{
    type Request = CountedUpTo<E>;

    #[inline(always)]
    fn prepare(self, device: &B, walk: impl Fn(&mut Check)) -> Result<CountedUpTo<E>> {
        let (caller, shape) = (Location::caller(), Check::shape(device.stream_id(), walk));
        shape.map_err(|error| error.called_at(caller))?;
        let NumbersUpTo { input, min_len } = self;
        let most = Chain::new(input.clone(), device.clone()).reduce_with(Max)?;
        // A negative number is refused by the histogram, which then needs no bins of its own.
        let len = most.filter(|most| most.given() >= 0).map_or(0, |most| most.index().saturating_add(1));
        Ok(CountedUpTo(Counts { input, zeros: Constant::new(0, len.max(min_len)), leaves_out: false }))
    }
}

/// A request for the number of items in each bin, of which there are as many as the items ask for.
#[derive(Debug)]
pub struct CountedUpTo<E>(Counts<E, Constant<u64>>);

impl<E: Expr> Request for CountedUpTo<E> {
    type Items = (u64,);
    type Room = [usize; 1];
    type Count = usize;
    const EXACT: bool = false;

    #[inline(always)]
    fn check(&self, check: &mut Check) {
        self.0.check(check);
    }
    #[inline(always)]
    fn room(&self) -> [usize; 1] {
        self.0.room()
    }
}

// SAFETY: that of the counts.
unsafe impl<E: Repeatable<Item: Position>, B: Backend> Fill<B, (Span<u64>,)> for CountedUpTo<E> {
    #[inline(always)]
    unsafe fn fill(self, device: &B, outputs: (Span<u64>,)) -> Result<usize> {
        let [bins] = self.0.room();
        // SAFETY: the caller's contract.
        unsafe { self.0.fill(device, outputs) }.map(|()| bins)
    }
}
