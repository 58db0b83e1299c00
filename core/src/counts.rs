//! Counts of copies: the functions of which [`Chain::repeat`](crate::Chain::repeat) and the joins consist.

use onrush_macros::op;

use crate::backend::Backend;
use crate::chain::Chain;
use crate::device::Check;
use crate::error::{ErrorKind, Result};
use crate::expr::{Indexed, Repeatable};
use crate::function::{Capture as _, Function};
use crate::functor::{First, named};
use crate::key::Key;
use crate::lower::members;
use crate::operator::Operator;
use crate::position::Position;
use crate::value::Value;
use crate::vec::DeviceVec;
use crate::view::View;

/// A count as a number of 64 bits; the sign is extended, so a negative one becomes larger than any sum may be.
#[inline(always)]
pub(crate) fn as_count<P: Position>() -> impl Function<(P,), Output = u64> {
    op!(|count: P| count.cast::<u64>())
}

/// The sum of numbers that aren't negative, or the largest number where that is smaller.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SaturatingSum;

named! { [P: Position] SaturatingSum, |_| (P, P) => P, op!(|a: P, b: P| a.saturating_add(b)); }

// SAFETY: of numbers that aren't negative every association gives the sum, or the largest number if that is smaller; 0 changes nothing.
unsafe impl<P: Position> Operator<P> for SaturatingSum {
    const COMMUTATIVE: bool = true;
    const EXACT: bool = true;
    fn identity() -> Option<P> {
        Some(P::from_index(0))
    }
}

/// The item of which a copy is one, whatever the number of the copy.
#[inline(always)]
pub(crate) fn copied<T: Value>() -> impl Function<(T, usize), Output = T> {
    op!(|item: T, _: usize| item)
}

/// The first part of a pair.
#[inline(always)]
pub(crate) fn first_part<A: Value, B: Value>() -> impl Function<((A, B),), Output = A> {
    op!(|(a, _): (A, B)| a)
}

/// A range of keys in a view, which are equal if the view is sorted. If the keys at its ends differ, a range that begins at the largest
/// number takes its place.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RangeOfEqual<'a, K>(pub(crate) View<'a, K>);

// SAFETY: `call` is a function of the range and of the view that `check` reports, and reads inside the view's length; `RangeOfEqual` in
// counts.cuh does the same.
unsafe impl<K: Key> Function<((usize, usize),)> for RangeOfEqual<'_, K> {
    type Output = (usize, usize);
    #[inline(always)]
    fn call(&self, ((from, to),): ((usize, usize),)) -> (usize, usize) {
        if from >= to || to > self.0.len() {
            return (from, to);
        }
        // SAFETY: `from < to <= len`, and the chain's check showed that the view is the host's.
        let (first, last) = unsafe { (self.0.read(from), self.0.read(to - 1)) };
        if first.same(&last) { (from, to) } else { (usize::MAX, 0) }
    }
    #[inline(always)]
    fn check(&self, check: &mut Check) {
        self.0.check_read(check);
    }
    members! {
        |this, unit| ["counts.cuh"] {
            unit.radix(&K::ty());
            format!("RangeOfEqual<{}>", unit.spell(&K::ty()))
        } =>
        keys: value this.0
    }
}

/// The number of positions of a range, or `least` if it is empty. The largest number for the range by which [`RangeOfEqual`] marks
/// unequal keys.
#[inline(always)]
pub(crate) fn range_len(least: usize) -> impl Function<((usize, usize),), Output = usize> {
    op!(|(from, to): (usize, usize)| {
        if from == !0 {
            from
        } else if from < to {
            to.wrapping_sub(from)
        } else {
            least
        }
    })
}

/// A row and the position of a number in the row's range, `usize::MAX` if the range is empty.
#[inline(always)]
pub(crate) fn joined_pair() -> impl Function<((usize, (usize, usize)), usize), Output = (usize, usize)> {
    op!(|(row, (from, to)): (usize, (usize, usize)), number: usize| {
        (row, if from < to { from.wrapping_add(number) } else { !0 })
    })
}

/// The inclusive sums of counts, and their total.
#[inline(always)]
#[track_caller]
pub(crate) fn ends<E, B>(what: &'static str, counts: Chain<E, B>) -> Result<(DeviceVec<u64, B>, usize)>
where
    E: Repeatable + Indexed<Item: Position>,
    B: Backend,
{
    let ends = counts.map(as_count()).scan_inclusive(SaturatingSum).collect()?;
    let Some(last) = ends.len().checked_sub(1) else { return Ok((ends, 0)) };
    let total = ends.iter().skip(last).reduce_with(First)?.unwrap_or(0);
    match usize::try_from(total) {
        Ok(total) if total <= isize::MAX as usize => Ok((ends, total)),
        _ => Err(ErrorKind::InvalidCount { what, position: ends.lower_bound(isize::MAX as u64 + 1)? }.into()),
    }
}
