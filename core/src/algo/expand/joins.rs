//! Joins of key columns: the positions of the rows that belong together.

use std::panic::Location;

use super::copies;
use crate::algo::{Collect, Expand};
use crate::backend::Backend;
use crate::chain::{Chain, IntoChain};
use crate::counts::{self, RangeOfEqual, first_part, joined_pair, range_len};
use crate::derived::search::only;
use crate::device::Check;
use crate::error::{ErrorKind, Result};
use crate::expr::{Expr, Indexed, Repeatable, Slice};
use crate::functor::{EqualTo, Second};
use crate::key::Key;
use crate::pending::{Fill, Pending, Prepare, Request};
use crate::storage::Storage;
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
/// let (order, customer) = join_inner(&customer_of_order, &customers).collect()?;
/// assert_eq!(order.to_vec()?, [0, 0, 1, 2]);
/// assert_eq!(customer.to_vec()?, [2, 3, 0, 0]);
/// let (mut order, mut customer) = (device.filled(9, 5)?, device.filled(9, 5)?);
/// assert_eq!(join_inner(&customer_of_order, &customers).collect_into((&mut order, &mut customer))?, 4);
/// assert_eq!(customer.to_vec()?, [2, 3, 0, 0, 9]);
/// # Ok(()) }
/// ```
#[doc(alias("join", "merge_join", "hash_join", "inner_join", "merge_join_by", "equijoin"))]
#[inline(always)]
pub fn join_inner<'a, B, L, K>(left: L, right: impl Into<View<'a, K>>) -> Pending<Joins<'a, L::Expr, K>, B>
where
    B: Backend,
    K: Key,
    L: IntoChain<B, Expr: Repeatable + Indexed<Item = K>>,
{
    pairs("join_inner", left.into_chain(), right.into(), 0)
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
/// let (l, r) = join_left(&device.upload(&[30u32, 40, 10])?, &keys).collect()?;
/// assert_eq!((l.to_vec()?, r.to_vec()?), (vec![0, 1, 2], vec![2, usize::MAX, 0]));
/// let names = names.view();
/// let joined = r.iter().map(op!(|r: usize| if r < names.len() { names[r] } else { 0 })).collect()?;
/// assert_eq!(joined.to_vec()?, [3, 0, 1]);
/// # Ok(()) }
/// ```
#[doc(alias("join", "merge_join", "left_join", "outer_join", "left_outer_join"))]
#[inline(always)]
pub fn join_left<'a, B, L, K>(left: L, right: impl Into<View<'a, K>>) -> Pending<Joins<'a, L::Expr, K>, B>
where
    B: Backend,
    K: Key,
    L: IntoChain<B, Expr: Repeatable + Indexed<Item = K>>,
{
    pairs("join_left", left.into_chain(), right.into(), 1)
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
/// assert_eq!(join_semi(&left, &right).collect()?.to_vec()?, [0, 1, 3]);
/// assert_eq!(join_anti(&left, &right).collect()?.to_vec()?, [2]);
/// # Ok(()) }
/// ```
#[doc(alias("semi_join", "left_semi_join", "exists", "isin"))]
#[inline(always)]
pub fn join_semi<'a, B, L, K>(
    left: L,
    right: impl Into<View<'a, K>>,
) -> Pending<Collect<impl Repeatable<Item = usize, Count = usize>, ()>, B>
where
    B: Backend,
    K: Key,
    L: IntoChain<B, Expr: Repeatable + Indexed<Item = K>>,
{
    matching(left.into_chain(), right.into(), true)
}

/// The anti-join: the positions of the left keys that don't occur on the right, which is sorted, in order. Costs as [`join_semi`], whose
/// example shows it.
#[doc(alias("anti_join", "left_anti_join", "not_exists"))]
#[inline(always)]
pub fn join_anti<'a, B, L, K>(
    left: L,
    right: impl Into<View<'a, K>>,
) -> Pending<Collect<impl Repeatable<Item = usize, Count = usize>, ()>, B>
where
    B: Backend,
    K: Key,
    L: IntoChain<B, Expr: Repeatable + Indexed<Item = K>>,
{
    matching(left.into_chain(), right.into(), false)
}

/// The call that stores the positions of the left keys of which it is `found` whether they occur on the right.
fn matching<'a, E, B, K>(
    left: Chain<E, B>,
    right: View<'a, K>,
    found: bool,
) -> Pending<Collect<impl Repeatable<Item = usize, Count = usize>, ()>, B>
where
    E: Repeatable + Indexed<Item = K>,
    B: Backend,
    K: Key,
{
    left.contained_in(right).enumerate().filter(Second(EqualTo(found))).map(first_part()).stored()
}

/// The call that stores pairs, `least` of each left key without a partner.
#[inline(always)]
fn pairs<'a, E, B, K>(
    name: &'static str,
    left: Chain<E, B>,
    right: View<'a, K>,
    least: usize,
) -> Pending<Joins<'a, E, K>, B> {
    Pending::new(Joins { left: left.expr, right, least, name }, left.device)
}

/// A call that stores the pairs of a join.
#[derive(Debug, Clone)]
pub struct Joins<'a, E, K> {
    left: E,
    right: View<'a, K>,
    least: usize,
    name: &'static str,
}

impl<E, K, B> Prepare<B> for Joins<'_, E, K>
where
    E: Repeatable + Indexed<Item = K>,
    K: Key,
    B: Backend,
{
    type Request = Joined<B>;

    #[inline(always)]
    fn prepare(self, device: &B, walk: impl Fn(&mut Check)) -> Result<Joined<B>> {
        let (caller, Joins { left, right, least, name }) = (Location::caller(), self);
        Check::shape(device.stream_id(), |check| {
            left.check(check);
            right.check_read(check);
            walk(check);
        })
        .map_err(|error| error.called_at(caller))?;
        let equal = Chain::new(left, device.clone()).equal_range(right);
        let ranges: JoinedRows<B> = equal.map(RangeOfEqual(right)).collect()?;
        let counts = || ranges.0.iter().zip(&ranges.1).map(range_len(least));
        let found = counts::ends(name, counts()).or_else(|error| {
            let ErrorKind::InvalidCount { position, .. } = *error.kind() else { return Err(error) };
            // `RangeOfEqual` has marked a range whose keys differ; no range is so long.
            if only(counts().skip(position).take(1))? == usize::MAX {
                Err(ErrorKind::NotSorted { what: name, position }.into())
            } else {
                Err(error)
            }
        });
        let (ends, copies) = found.map_err(|error| error.called_at(caller))?;
        Ok(Joined { ranges, ends, copies })
    }
}

/// A request for the pairs of left rows and those right rows that their ranges hold, with the sums of the numbers of pairs.
#[allow(missing_debug_implementations)] // Not every backend has `Debug`.
pub struct Joined<B: Backend> {
    ranges: JoinedRows<B>,
    ends: DeviceVec<u64, B>,
    copies: usize,
}

copies! {
    [] Joined<Dev> { ranges } of (usize, usize);
    ranges.0.iter().zip(&ranges.1).enumerate().expr, joined_pair()
}
