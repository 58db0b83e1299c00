//! Joins of key columns: the positions of the rows that belong together.

use std::panic::Location;

use super::{Copies, expand};
use crate::backend::Backend;
use crate::chain::{Chain, IntoChain};
use crate::counts::{self, RangeOfEqual, first_part, joined_pair, range_len};
use crate::derived::search::only;
use crate::error::{ErrorKind, Result};
use crate::expr::{Indexed, Repeatable};
use crate::function::Function;
use crate::functor::{EqualTo, Second};
use crate::key::Key;
use crate::pending::Pending;
use crate::storage::Storage;
use crate::target::Target;
use crate::vec::DeviceVec;
use crate::view::View;

/// The positions of the rows that are joined, in the left table and in the right.
type JoinedRows<B> = (DeviceVec<usize, B>, DeviceVec<usize, B>);

/// The inner join of a column of keys with a sorted one: the positions `(l, r)` of all pairs with equal keys, ordered by `l`, then by `r`.
/// A key that occurs a times on the left and b times on the right makes a·b pairs.
///
/// `right` is a vector, a part of one, or a view, in the order of [`Key`]; sort a table by its key first, with
/// [`sort_by_key`](crate::sort_by_key). `left` is any chain; if it is sorted, too, its searches share their reads.
/// [`permute`](Chain::permute) by the positions gathers the tables' other columns.
///
/// # Cost
///
/// 24 bytes of temporary memory for each left key, and one allocation for each of the results. Two binary searches in `right`
/// for each left key in one launch, a pass that sums the numbers of pairs and waits for their sum, and one that writes each
/// pair once, whatever the number of pairs of each key.
///
/// # Errors
///
/// The chain's own, and [`InvalidCount`](crate::ErrorKind::InvalidCount) if there are more pairs than any vector can hold.
/// [`NotSorted`](crate::ErrorKind::NotSorted) where a left key's first and last partner are unequal. If `right` isn't sorted, but no
/// range shows it by its ends, the result holds some pairs of positions, the same on every device.
///
/// # Source
///
/// B. He et al., *Relational Joins on Graphics Processors*, 2008; S. Baxter, *Modern GPU*, 2013 (relational joins).
///
/// ```
/// # use onrush::prelude::*;
/// # fn main() -> onrush::Result<()> {
/// let device = Device::best()?;
/// let customer_of_order = device.upload(&[30u32, 10, 10, 99])?;
/// let customers = device.upload(&[10u32, 20, 30, 30])?;
/// let (order, customer) = join_inner(&customer_of_order, &customers)?;
/// assert_eq!(order.to_vec()?, [0, 0, 1, 2]);
/// assert_eq!(customer.to_vec()?, [2, 3, 0, 0]);
/// # Ok(()) }
/// ```
#[doc(alias("join", "merge_join", "hash_join", "inner_join", "merge_join_by", "equijoin"))]
#[inline(always)]
#[track_caller]
pub fn join_inner<'a, B, L, K>(left: L, right: impl Into<View<'a, K>>) -> Result<JoinedRows<B>>
where
    B: Backend,
    K: Key,
    L: IntoChain<B, Expr: Repeatable + Indexed<Item = K>>,
{
    pairs("join_inner", left.into_chain(), right.into(), range_len(0))
}

/// Stores the pairs of [`join_inner`] at the start of vectors that exist already, and returns their number. Elements behind
/// the last pair stay as they were.
///
/// # Errors
///
/// Those of [`join_inner`], and [`TargetTooShort`](crate::ErrorKind::TargetTooShort), before anything is written.
///
/// ```
/// # use onrush::prelude::*;
/// # fn main() -> onrush::Result<()> {
/// let device = Device::best()?;
/// let (mut l, mut r) = (device.filled(9, 3)?, device.filled(9, 3)?);
/// let right = device.upload(&[4, 5, 5])?;
/// assert_eq!(join_inner_into(device.range(3..6), &right, (&mut l, &mut r))?, 3);
/// assert_eq!((l.to_vec()?, r.to_vec()?), (vec![1, 2, 2], vec![0, 1, 2]));
/// # Ok(()) }
/// ```
#[doc(alias("join", "merge_join", "inner_join"))]
#[inline(always)]
#[track_caller]
pub fn join_inner_into<'a, B, L, K, T>(left: L, right: impl Into<View<'a, K>>, target: T) -> Result<usize>
where
    B: Backend,
    K: Key,
    L: IntoChain<B, Expr: Repeatable + Indexed<Item = K>>,
    T: Target<B, Storage: Storage<Item = (usize, usize)>>,
{
    pairs_into("join_inner_into", left.into_chain(), right.into(), range_len(0), target)
}

/// The left join of a column of keys with a sorted one: the pairs of [`join_inner`], and for each left key that has none the pair
/// `(l, usize::MAX)`, in the same order.
///
/// [`permute`](Chain::permute) refuses the position `usize::MAX`; gather the right table's columns by an operation that
/// captures a view and compares the position with its length.
///
/// ```
/// # use onrush::prelude::*;
/// # fn main() -> onrush::Result<()> {
/// let device = Device::best()?;
/// let (keys, names) = (device.upload(&[10u32, 20, 30])?, device.upload(&[1u8, 2, 3])?);
/// let (l, r) = join_left(&device.upload(&[30u32, 40, 10])?, &keys)?;
/// assert_eq!((l.to_vec()?, r.to_vec()?), (vec![0, 1, 2], vec![2, usize::MAX, 0]));
/// let names = names.view();
/// let joined = r.iter().map(op!(|r: usize| if r < names.len() { names[r] } else { 0 })).collect()?;
/// assert_eq!(joined.to_vec()?, [3, 0, 1]);
/// # Ok(()) }
/// ```
#[doc(alias("join", "merge_join", "left_join", "outer_join", "left_outer_join"))]
#[inline(always)]
#[track_caller]
pub fn join_left<'a, B, L, K>(left: L, right: impl Into<View<'a, K>>) -> Result<JoinedRows<B>>
where
    B: Backend,
    K: Key,
    L: IntoChain<B, Expr: Repeatable + Indexed<Item = K>>,
{
    pairs("join_left", left.into_chain(), right.into(), range_len(1))
}

/// Stores the pairs of [`join_left`] at the start of vectors that exist already, as [`join_inner_into`] does.
///
/// ```
/// # use onrush::prelude::*;
/// # fn main() -> onrush::Result<()> {
/// let device = Device::best()?;
/// let (mut l, mut r) = (device.filled(9, 3)?, device.filled(9, 3)?);
/// assert_eq!(join_left_into(device.range(3..5), &device.upload(&[4])?, (&mut l, &mut r))?, 2);
/// assert_eq!((l.to_vec()?, r.to_vec()?), (vec![0, 1, 9], vec![usize::MAX, 0, 9]));
/// # Ok(()) }
/// ```
#[doc(alias("join", "left_join"))]
#[inline(always)]
#[track_caller]
pub fn join_left_into<'a, B, L, K, T>(left: L, right: impl Into<View<'a, K>>, target: T) -> Result<usize>
where
    B: Backend,
    K: Key,
    L: IntoChain<B, Expr: Repeatable + Indexed<Item = K>>,
    T: Target<B, Storage: Storage<Item = (usize, usize)>>,
{
    pairs_into("join_left_into", left.into_chain(), right.into(), range_len(1), target)
}

/// The semi-join: the positions of the left keys that occur on the right, which is sorted, in order, each once.
///
/// # Cost
///
/// One pass, with a binary search in `right` for each left key. Waits for the number of positions.
///
/// ```
/// # use onrush::prelude::*;
/// # fn main() -> onrush::Result<()> {
/// let device = Device::best()?;
/// let (left, right) = (device.upload(&[7, 3, 5, 3])?, device.upload(&[3, 3, 7])?);
/// assert_eq!(join_semi(&left, &right)?.to_vec()?, [0, 1, 3]);
/// assert_eq!(join_anti(&left, &right)?.to_vec()?, [2]);
/// # Ok(()) }
/// ```
#[doc(alias("semi_join", "left_semi_join", "exists", "isin"))]
#[inline(always)]
#[track_caller]
pub fn join_semi<'a, B, L, K>(left: L, right: impl Into<View<'a, K>>) -> Result<DeviceVec<usize, B>>
where
    B: Backend,
    K: Key,
    L: IntoChain<B, Expr: Repeatable + Indexed<Item = K>>,
{
    matching(left.into_chain(), right.into(), true).collect()
}

/// Stores the positions of [`join_semi`] at the start of a vector that exists already, at least as long as `left`, and returns
/// their number.
///
/// ```
/// # use onrush::prelude::*;
/// # fn main() -> onrush::Result<()> {
/// let device = Device::best()?;
/// let mut out = device.filled(9, 4)?;
/// assert_eq!(join_semi_into(device.range(3..7), &device.upload(&[4, 6])?, &mut out)?, 2);
/// assert_eq!(out.to_vec()?, [1, 3, 9, 9]);
/// # Ok(()) }
/// ```
#[doc(alias("semi_join", "left_semi_join"))]
#[inline(always)]
#[track_caller]
pub fn join_semi_into<'a, B, L, K, T>(left: L, right: impl Into<View<'a, K>>, mut target: T) -> Result<usize>
where
    B: Backend,
    K: Key,
    L: IntoChain<B, Expr: Repeatable + Indexed<Item = K>>,
    T: Target<B, Storage: Storage<Item = usize>>,
{
    matching(left.into_chain(), right.into(), true).stored().store("join_semi_into", &mut target)
}

/// The anti-join: the positions of the left keys that don't occur on the right, which is sorted, in order. Costs as [`join_semi`], whose
/// example shows it.
#[doc(alias("anti_join", "left_anti_join", "not_exists"))]
#[inline(always)]
#[track_caller]
pub fn join_anti<'a, B, L, K>(left: L, right: impl Into<View<'a, K>>) -> Result<DeviceVec<usize, B>>
where
    B: Backend,
    K: Key,
    L: IntoChain<B, Expr: Repeatable + Indexed<Item = K>>,
{
    matching(left.into_chain(), right.into(), false).collect()
}

/// Stores the positions of [`join_anti`] at the start of a vector that exists already, as [`join_semi_into`] does.
#[doc(alias("anti_join", "left_anti_join"))]
#[inline(always)]
#[track_caller]
pub fn join_anti_into<'a, B, L, K, T>(left: L, right: impl Into<View<'a, K>>, mut target: T) -> Result<usize>
where
    B: Backend,
    K: Key,
    L: IntoChain<B, Expr: Repeatable + Indexed<Item = K>>,
    T: Target<B, Storage: Storage<Item = usize>>,
{
    matching(left.into_chain(), right.into(), false).stored().store("join_anti_into", &mut target)
}

/// The positions of the left keys of which it is `found` whether they occur on the right.
fn matching<'a, E, B, K>(
    left: Chain<E, B>,
    right: View<'a, K>,
    found: bool,
) -> Chain<impl Repeatable<Item = usize, Count = usize>, B>
where
    E: Repeatable + Indexed<Item = K>,
    B: Backend,
    K: Key,
{
    left.contained_in(right).enumerate().filter(Second(EqualTo(found))).map(first_part())
}

/// The ranges of the right keys that are equal to each left one, the sums of the numbers of their pairs, and the total.
#[allow(clippy::type_complexity)]
#[inline(always)]
#[track_caller]
fn ranges<E, B, K, F>(
    what: &'static str,
    left: Chain<E, B>,
    right: View<'_, K>,
    count: F,
) -> Result<(JoinedRows<B>, DeviceVec<u64, B>, usize)>
where
    E: Repeatable + Indexed<Item = K>,
    B: Backend,
    K: Key,
    F: Function<((usize, usize),), Output = usize> + Copy,
{
    let caller = Location::caller();
    let ranges = left.equal_range(right).map(RangeOfEqual(right)).collect()?;
    let counts = || ranges.0.iter().zip(&ranges.1).map(count);
    let found = counts::ends(what, counts()).or_else(|error| {
        let ErrorKind::InvalidCount { position, .. } = *error.kind() else { return Err(error) };
        // `RangeOfEqual` has marked a range whose keys differ; no range is so long.
        if only(counts().skip(position).take(1))? == usize::MAX {
            Err(ErrorKind::NotSorted { what, position }.into())
        } else {
            Err(error)
        }
    });
    let (ends, total) = found.map_err(|error| error.called_at(caller))?;
    Ok((ranges, ends, total))
}

#[inline(always)]
#[track_caller]
fn pairs<E, B, K, F>(what: &'static str, left: Chain<E, B>, right: View<'_, K>, count: F) -> Result<JoinedRows<B>>
where
    E: Repeatable + Indexed<Item = K>,
    B: Backend,
    K: Key,
    F: Function<((usize, usize),), Output = usize> + Copy,
{
    let (ranges, ends, total) = ranges(what, left, right, count)?;
    // SAFETY: `ranges` has made the sums of these ranges' lengths.
    unsafe { joined(&ranges, &ends, total) }.collect()
}

#[inline(always)]
#[track_caller]
fn pairs_into<E, B, K, F, T>(
    what: &'static str,
    left: Chain<E, B>,
    right: View<'_, K>,
    count: F,
    mut target: T,
) -> Result<usize>
where
    E: Repeatable + Indexed<Item = K>,
    B: Backend,
    K: Key,
    F: Function<((usize, usize),), Output = usize> + Copy,
    T: Target<B, Storage: Storage<Item = (usize, usize)>>,
{
    let (ranges, ends, total) = ranges(what, left, right, count)?;
    // SAFETY: as in `pairs`.
    unsafe { joined(&ranges, &ends, total) }.store(what, &mut target)?;
    Ok(total)
}

/// A left row and the range of its right rows.
type Found = (usize, (usize, usize));

/// The call that stores `total` pairs.
///
/// # Safety
///
/// The ends are the inclusive sums of the numbers of pairs of each range, and `total` is the last of them; 0 if there is none.
#[allow(clippy::type_complexity)]
#[inline(always)]
unsafe fn joined<'a, B: Backend>(
    ranges: &'a JoinedRows<B>,
    ends: &'a DeviceVec<u64, B>,
    total: usize,
) -> Pending<
    Copies<
        impl Repeatable + Indexed<Item = Found>,
        impl Repeatable + Indexed<Item = u64>,
        impl Function<(Found, usize), Output = (usize, usize)>,
    >,
    B,
> {
    // SAFETY: the caller's promise.
    unsafe { expand(ranges.0.iter().zip(&ranges.1).enumerate(), ends.iter().expr, joined_pair(), total) }
}
