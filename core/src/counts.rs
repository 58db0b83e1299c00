//! Counts of copies: the functions of which [`Chain::repeat`](crate::Chain::repeat) and the joins consist.

use crate::backend::Backend;
use crate::chain::Chain;
use crate::device::Check;
use crate::error::{ErrorKind, Result};
use crate::expr::{Indexed, Repeatable};
use crate::function::Function;
use crate::functor::First;
use crate::lower::{COUNTS, Params, TranslationUnit};
use crate::operator::Operator;
use crate::position::Position;
use crate::value::Value;
use crate::vec::DeviceVec;

/// Declares a function without parts.
macro_rules! plain {
    ($name:ident) => {
        #[inline(always)]
        fn check(&self, _: &mut Check) {}
        fn params(&self, _: &mut Params) {}
        fn lower(unit: &mut TranslationUnit) -> String {
            unit.piece(COUNTS);
            stringify!($name).into()
        }
    };
}

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
    plain!(AsCount);
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
    plain!(SaturatingSum);
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
    plain!(Copied);
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
