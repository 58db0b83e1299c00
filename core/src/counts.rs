//! Counts of copies: the functions of which [`Chain::repeat`](crate::Chain::repeat) and the joins consist.

use crate::backend::Backend;
use crate::chain::Chain;
use crate::device::Check;
use crate::error::{ErrorKind, Result};
use crate::expr::{Indexed, Repeatable};
use crate::function::{Capture as _, Function};
use crate::functor::{First, plain};
use crate::key::Key;
use crate::lower::{COUNTS, Params, TranslationUnit, members};
use crate::operator::Operator;
use crate::position::Position;
use crate::value::Value;
use crate::vec::DeviceVec;
use crate::view::View;

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
        |this, unit| [COUNTS] {
            unit.radix(&K::ty());
            format!("RangeOfEqual<{}>", unit.spell(&K::ty()))
        } =>
        keys: value this.0
    }
}

/// The number of positions of a range, at least `LEAST`. The largest number for the range by which [`RangeOfEqual`] marks unequal keys.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RangeLen<const LEAST: usize>;

// SAFETY: `call` depends on its argument alone; `RangeLen` in counts.cuh does the same.
unsafe impl<const LEAST: usize> Function<((usize, usize),)> for RangeLen<LEAST> {
    type Output = usize;
    #[inline(always)]
    fn call(&self, ((from, to),): ((usize, usize),)) -> usize {
        match from {
            usize::MAX => usize::MAX,
            _ if from < to => to - from,
            _ => LEAST,
        }
    }
    #[inline(always)]
    fn check(&self, _: &mut Check) {}
    fn params(&self, _: &mut Params) {}
    fn lower(unit: &mut TranslationUnit) -> String {
        unit.piece(COUNTS);
        format!("RangeLen<{LEAST}>")
    }
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
