//! Counts of copies: the functions of which [`Chain::repeat`](crate::Chain::repeat) and the joins consist.

use crate::backend::Backend;
use crate::chain::Chain;
use crate::error::{ErrorKind, Result};
use crate::expr::{Indexed, Repeatable};
use crate::function::Function;
use crate::functor::{First, plain};
use crate::operator::Operator;
use crate::position::Position;
use crate::value::Value;
use crate::vec::DeviceVec;

/// A count as a number of 64 bits; one that is negative becomes larger than any sum may be.
#[derive(Debug, Clone, Copy)]
pub(crate) struct AsCount;

// SAFETY: `call` depends on its argument alone; `AsCount` in counts.cuh does the same.
unsafe impl<P: Position> Function<(P,)> for AsCount {
    type Output = u64;
    #[inline(always)]
    fn call(&self, (count,): (P,)) -> u64 {
        count.index() as u64
    }
    plain!(AsCount in COUNTS);
}

/// The sum, or the largest number where that is smaller.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SaturatingSum;

// SAFETY: `call` depends on its arguments alone; `SaturatingSum` in counts.cuh does the same.
unsafe impl Function<(u64, u64)> for SaturatingSum {
    type Output = u64;
    #[inline(always)]
    fn call(&self, (a, b): (u64, u64)) -> u64 {
        a.saturating_add(b)
    }
    plain!(SaturatingSum in COUNTS);
}

// SAFETY: every association gives the sum, or the largest number if that is smaller; 0 changes nothing.
unsafe impl Operator<u64> for SaturatingSum {
    const COMMUTATIVE: bool = true;
    const EXACT: bool = true;
    fn identity() -> Option<u64> {
        Some(0)
    }
}

/// The item of which a copy is one.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Copied;

// SAFETY: `call` returns its first argument; `Copied` in counts.cuh does the same.
unsafe impl<T: Value> Function<(T, usize)> for Copied {
    type Output = T;
    #[inline(always)]
    fn call(&self, (item, _): (T, usize)) -> T {
        item
    }
    plain!(Copied in COUNTS);
}

/// The first part of a pair.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FirstPart;

// SAFETY: `call` depends on its argument alone; `FirstPart` in counts.cuh does the same.
unsafe impl<A: Value, B: Value> Function<((A, B),)> for FirstPart {
    type Output = A;
    #[inline(always)]
    fn call(&self, ((a, _),): ((A, B),)) -> A {
        a
    }
    plain!(FirstPart in COUNTS);
}

/// The number of positions of a range; 0 if it ends before it begins.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RangeLen;

// SAFETY: `call` depends on its argument alone; `RangeLen` in counts.cuh does the same.
unsafe impl Function<((usize, usize),)> for RangeLen {
    type Output = usize;
    #[inline(always)]
    fn call(&self, ((from, to),): ((usize, usize),)) -> usize {
        to.saturating_sub(from)
    }
    plain!(RangeLen in COUNTS);
}

/// The number of positions of a range, at least 1.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RangeLenOrOne;

// SAFETY: `call` depends on its argument alone; `RangeLenOrOne` in counts.cuh does the same.
unsafe impl Function<((usize, usize),)> for RangeLenOrOne {
    type Output = usize;
    #[inline(always)]
    fn call(&self, ((from, to),): ((usize, usize),)) -> usize {
        to.saturating_sub(from).max(1)
    }
    plain!(RangeLenOrOne in COUNTS);
}

/// A row and the position of a number in the row's range, `usize::MAX` if the range is empty.
#[derive(Debug, Clone, Copy)]
pub(crate) struct JoinedPair;

// SAFETY: `call` depends on its arguments alone; `JoinedPair` in counts.cuh does the same.
unsafe impl Function<((usize, (usize, usize)), usize)> for JoinedPair {
    type Output = (usize, usize);
    #[inline(always)]
    fn call(&self, ((row, (from, to)), number): ((usize, (usize, usize)), usize)) -> (usize, usize) {
        (row, if from < to { from + number } else { usize::MAX })
    }
    plain!(JoinedPair in COUNTS);
}

/// The inclusive sums of counts, and their total.
#[inline(always)]
#[track_caller]
pub(crate) fn ends<E, B>(what: &'static str, counts: Chain<E, B>) -> Result<(DeviceVec<u64, B>, usize)>
where
    E: Repeatable + Indexed<Item: Position>,
    B: Backend,
{
    let ends = counts.map(AsCount).scan_inclusive(SaturatingSum)?;
    let Some(last) = ends.len().checked_sub(1) else { return Ok((ends, 0)) };
    let total = ends.iter().skip(last).reduce_with(First)?.unwrap_or(0);
    match usize::try_from(total) {
        Ok(total) if total <= isize::MAX as usize => Ok((ends, total)),
        _ => Err(ErrorKind::InvalidCount { what, position: ends.lower_bound(isize::MAX as u64 + 1)? }.into()),
    }
}
