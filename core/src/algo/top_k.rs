mod sample;

use std::cmp::Reverse;

use super::Collect;
use crate::backend::Backend;
use crate::chain::Chain;
use crate::device::Check;
use crate::error::Result;
use crate::expr::{Expr, Indexed, Known, Map, Repeatable};
use crate::function::Function;
use crate::functor::Reversed;
use crate::into_function::IntoFunction;
use crate::key::Key;
use crate::pending::{Fill, Pending, Request};
use crate::position::Position;
use crate::storage::{NoColumns, Span, Storage};
use crate::value::Value;
use crate::vec::DeviceVec;

/// Sorts the items of `input` in the order of [`Key`], stably, and stores the first ones: items in `keys`, their
/// positions in `positions`.
#[derive(Debug)]
pub struct TopK<E, K, V> {
    /// The items.
    pub input: E,
    /// The target of the items, no longer than `input`.
    pub keys: Span<K>,
    /// The target of their positions, as long as `keys`: a column of integers that can hold them, or [`NoColumns`].
    pub positions: V,
}

impl<E: Expr, B: Backend> Chain<E, B> {
    /// The `k` largest items in descending order of [`Key`], the earlier of equal ones first; all items if there are fewer.
    /// It is what a stable sort by [`Greater`](crate::operator::Greater) would put in the first `k` places.
    ///
    /// Floats are ordered by `total_cmp`: NaN is larger than all numbers, and +0.0 than −0.0. The positions of the items are
    /// [`top_k_positions`](Chain::top_k_positions); items with the largest keys are [`top_k_by_key`](Chain::top_k_by_key);
    /// with their positions, `x.iter().enumerate().top_k_by_key(k, op!(|(_, v): (usize, f32)| v))`.
    ///
    /// # Cost
    ///
    /// Up to 32 of few items, of keys of one word, take one launch on a GPU: each block chooses from its part of up to 8192, the last one
    /// from what all have chosen, up to 8192, too. So these are 10 of up to 6.7 million items, or 32 of 2 million. Otherwise it is
    /// one pass that reads the inputs once. It keeps the items up to one of a sorted sample, somewhat more than `k`, which
    /// are then sorted: on an H200, finding 10 of 2^28 `f32`s takes 594 µs, where their sum takes 252 (2026-11-22). About once
    /// in a hundred million calls the sample misleads; then the `k`-th item is found digit by digit, in a further pass for each
    /// 11 bits of the key. If `k` is more than about a third of the items, or there are few, all are sorted.
    ///
    /// Temporary memory: twice the kept items, which are about `k + 12·√(k·n/s) + 30·n/s`, where the sample of keys of up to 8 bytes
    /// has `s = 4096` items; at most twice the input's size. No waiting for the GPU.
    ///
    /// Each item is computed up to once more for each pass. After `filter` and `dedup` the items are
    /// [collected](Chain::collect) first.
    ///
    /// # Determinism
    ///
    /// Exact: there is one answer. The sample decides on the time alone.
    ///
    /// # Targets
    ///
    /// A target has room for `k` items, or for all if there are fewer; it may be longer. The call returns the number of items, and
    /// elements behind them stay as they were.
    ///
    /// # Source
    ///
    /// R. W. Floyd and R. L. Rivest, *Expected Time Bounds for Selection*, 1975 (selection by a sample); T. Alabi, J. D.
    /// Blanchard, B. Gordon and R. Steinbach, *Fast k-Selection Algorithms for Graphics Processing Units*, 2012 (by digits).
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[2.5f32, 7.0, -1.0, 7.5, 0.0])?;
    /// assert_eq!(x.iter().top_k(2).collect()?.to_vec()?, [7.5, 7.0]);
    /// let mut best = device.filled(0.0f32, 3)?;
    /// assert_eq!(x.iter().top_k(2).collect_into(&mut best)?, 2);
    /// assert_eq!(best.to_vec()?, [7.5, 7.0, 0.0]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("topk", "DeviceTopK", "MaxKeys", "k_largest", "nlargest", "partial_sort_copy"))]
    #[inline(always)]
    pub fn top_k(self /* by keys: `top_k_by_key(k, op)` */, k: usize) -> Pending<Largest<E>, B>
    where
        E: Repeatable,
        E::Item: Key,
    {
        let Chain { expr, device } = self;
        Pending::new(Largest(Smallest { input: Map::new(expr, Reversed), k }), device)
    }

    /// The `k` smallest items in ascending order of [`Key`], the earlier of equal ones first; all items if there are fewer:
    /// the first `k` places of a stable [`sort`](Chain::sort). All else is as for [`top_k`](Chain::top_k).
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[2.5f32, 7.0, -1.0, 7.5, 0.0])?;
    /// assert_eq!(x.iter().bottom_k(3).collect()?.to_vec()?, [-1.0, 0.0, 2.5]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("partial_sort", "partial_sort_copy", "k_smallest", "nsmallest", "DeviceTopK", "MinKeys"))]
    #[inline(always)]
    pub fn bottom_k(self /* by keys: `bottom_k_by_key(k, op)` */, k: usize) -> Pending<Smallest<E>, B>
    where
        E: Repeatable,
        E::Item: Key,
    {
        let Chain { expr, device } = self;
        Pending::new(Smallest { input: expr, k }, device)
    }
}

// The bound `Indexed` stands on each method and not on the impl, so that rustc prints the bound's own diagnostic.
impl<E: Expr, B: Backend> Chain<E, B> {
    /// The positions of the `k` largest items in descending order of the items, the earlier of equal ones first: the first
    /// `k` of an [`argsort`](Chain::argsort) in descending order. All else is as for [`top_k`](Chain::top_k), with
    /// temporary memory for the positions of the kept items too.
    ///
    /// A target has [integers of any type](Position); a call whose target's type can't hold the last item's position returns
    /// [`OutOfRange`](crate::ErrorKind::OutOfRange).
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[2.5f32, 7.0, -1.0, 7.5, 7.0])?;
    /// assert_eq!(x.iter().top_k_positions(3).collect()?.to_vec()?, [3, 1, 4]);
    /// let mut at = device.filled(0u8, 3)?;
    /// x.iter().top_k_positions(3).collect_into(&mut at)?;
    /// assert_eq!(at.to_vec()?, [3, 1, 4]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("argpartition", "topk", "DeviceTopK", "MaxPairs"))]
    #[inline(always)]
    pub fn top_k_positions(self, k: usize) -> Pending<SmallestPositions<Map<E, Reversed>>, B>
    where
        E: Repeatable + Indexed,
        E::Item: Key,
    {
        self.map(Reversed).bottom_k_positions(k)
    }

    /// The positions of the `k` smallest items in ascending order of the items, the earlier of equal ones first: the first
    /// `k` of an [`argsort`](Chain::argsort). All else is as for [`top_k_positions`](Chain::top_k_positions).
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[2.5f32, 7.0, -1.0, 7.5, 0.0])?;
    /// assert_eq!(x.iter().bottom_k_positions(2).collect()?.to_vec()?, [2, 4]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("argpartition", "DeviceTopK", "MinPairs"))]
    #[inline(always)]
    pub fn bottom_k_positions(self, k: usize) -> Pending<SmallestPositions<E>, B>
    where
        E: Repeatable + Indexed,
        E::Item: Key,
    {
        let Chain { expr, device } = self;
        Pending::new(SmallestPositions { input: expr, k }, device)
    }

    /// The items with the `k` largest keys, in descending order of the keys, the earlier of those with equal keys first; all items
    /// if there are fewer. Tuples are stored as columns: `zip` values to the keys, and return the key.
    ///
    /// # Cost
    ///
    /// As [`top_k_positions`](Chain::top_k_positions) of the keys; then the chain is cloned, and the items at these positions
    /// are computed.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let (score, name) = (device.upload(&[0.5f32, 2.0, 0.25])?, device.upload(&[10u8, 11, 12])?);
    /// let scored = score.iter().zip(&name);
    /// let (scores, names) = scored.top_k_by_key(2, op!(|(score, _): (f32, u8)| score)).collect()?;
    /// assert_eq!((scores.to_vec()?, names.to_vec()?), (vec![2.0, 0.5], vec![11, 10]));
    /// # Ok(()) }
    /// ```
    #[doc(alias("topk", "DeviceTopK", "MaxPairs", "k_largest_by_key", "k_largest_by"))]
    #[inline(always)]
    #[allow(clippy::type_complexity)]
    pub fn top_k_by_key<O, F>(self, k: usize, key: O) -> Pending<SmallestByKey<Map<Map<E, F>, Reversed>, E>, B>
    where
        E: Repeatable + Indexed + Clone,
        E::Item: Value,
        O: IntoFunction<(E::Item,), F>,
        F: Function<(E::Item,), Output: Key>,
    {
        self.clone().map(key).map(Reversed).first_of(self, k)
    }

    /// The items with the `k` smallest keys, in ascending order of the keys. All else is as for
    /// [`top_k_by_key`](Chain::top_k_by_key).
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[-3, 1, 2, -1])?;
    /// assert_eq!(x.iter().bottom_k_by_key(2, op!(|v: i32| v.abs())).collect()?.to_vec()?, [1, -1]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("DeviceTopK", "MinPairs", "k_smallest_by_key", "k_smallest_by"))]
    #[inline(always)]
    pub fn bottom_k_by_key<O, F>(self, k: usize, key: O) -> Pending<SmallestByKey<Map<E, F>, E>, B>
    where
        E: Repeatable + Indexed + Clone,
        E::Item: Value,
        O: IntoFunction<(E::Item,), F>,
        F: Function<(E::Item,), Output: Key>,
    {
        self.clone().map(key).first_of(self, k)
    }

    /// The call that stores the items that belong to the `k` smallest of these keys.
    #[inline(always)]
    fn first_of<I>(self, items: Chain<I, B>, k: usize) -> Pending<SmallestByKey<E, I>, B> {
        let keys = SmallestPositions { input: self.expr, k };
        Pending::new(SmallestByKey { keys, items: items.expr }, self.device)
    }
}

/// A request for the smallest items, in ascending order.
#[derive(Debug, Clone)]
pub struct Smallest<E> {
    input: E,
    k: usize,
}

impl<E: Expr> Request for Smallest<E> {
    type Items = (E::Item,);
    type Room = [usize; 1];
    type Count = usize;
    const FILLS: bool = E::DENSE;
    const EXACT: bool = false;

    #[inline(always)]
    fn check(&self, check: &mut Check) {
        self.input.check(check);
    }
    #[inline(always)]
    fn room(&self) -> [usize; 1] {
        [self.k.min(self.input.slots())]
    }
    #[inline(always)]
    fn lengths(count: usize, _: [usize; 1]) -> [usize; 1] {
        [count]
    }
}

// SAFETY: the primitive writes all items of the output, which has no more than there are, or its first ones, as many as there are.
unsafe impl<B: Backend, E: Repeatable<Item: Key>> Fill<B, (Span<E::Item>,)> for Smallest<E> {
    #[inline(always)]
    unsafe fn fill(self, device: &B, (keys,): (Span<E::Item>,)) -> Result<usize> {
        let input = self.input;
        if E::DENSE {
            let (input, positions) = (Known::<_, ()>::new(input), NoColumns(keys.len()));
            // SAFETY: the caller's contract; the output has no more places than the chain has slots, each of which holds an item.
            return unsafe { device.top_k(TopK { input, keys, positions }) }.map(|()| keys.len());
        }
        let items: DeviceVec<E::Item, B> = Chain::new(input, device.clone()).collect()?;
        let keys = keys.first(items.len());
        let (input, positions) = (items.iter().expr, NoColumns(keys.len()));
        // SAFETY: the caller's contract; the items are a new vector, and the output has no more places.
        unsafe { device.top_k(TopK { input, keys, positions }) }.map(|()| keys.len())
    }
}

/// A request for the largest items, in descending order.
#[derive(Debug, Clone)]
pub struct Largest<E>(Smallest<Map<E, Reversed>>);

impl<E: Repeatable<Item: Key>> Request for Largest<E> {
    type Items = (E::Item,);
    type Room = [usize; 1];
    type Count = usize;
    const FILLS: bool = E::DENSE;
    const EXACT: bool = false;

    #[inline(always)]
    fn check(&self, check: &mut Check) {
        self.0.check(check);
    }
    #[inline(always)]
    fn room(&self) -> [usize; 1] {
        self.0.room()
    }
    #[inline(always)]
    fn lengths(count: usize, _: [usize; 1]) -> [usize; 1] {
        [count]
    }
}

// SAFETY: the request for the smallest items in the reverse order writes them; `Reverse` has the layout of its part.
unsafe impl<B: Backend, E: Repeatable<Item: Key>> Fill<B, (Span<E::Item>,)> for Largest<E> {
    #[inline(always)]
    unsafe fn fill(self, device: &B, (keys,): (Span<E::Item>,)) -> Result<usize> {
        // SAFETY: the caller's contract.
        unsafe { self.0.fill(device, (keys.cast::<Reverse<E::Item>>(),)) }
    }
}

/// A request for the positions of the smallest items, in ascending order of the items.
#[derive(Debug, Clone)]
pub struct SmallestPositions<E> {
    input: E,
    k: usize,
}

impl<E: Expr> Request for SmallestPositions<E> {
    type Items = (usize,);
    type Room = [usize; 1];
    type Count = usize;
    const EXACT: bool = false;

    #[inline(always)]
    fn check(&self, check: &mut Check) {
        self.input.check(check);
    }
    #[inline(always)]
    fn room(&self) -> [usize; 1] {
        [self.k.min(self.input.slots())]
    }
}

// SAFETY: the primitive writes all items of the output, which has no more than there are slots.
unsafe impl<B, E, S> Fill<B, (S,)> for SmallestPositions<E>
where
    B: Backend,
    E: Repeatable + Indexed<Item: Key>,
    S: Storage<Item: Position>,
{
    #[inline(always)]
    fn checks(&self, check: &mut Check) {
        self.check(check);
        check.bound("top_k_positions", self.input.slots().saturating_sub(1), S::Item::MOST);
    }
    #[inline(always)]
    unsafe fn fill(self, device: &B, (positions,): (S,)) -> Result<usize> {
        let len = positions.len();
        // SAFETY: the primitive alone reads the keys, after it has written them.
        let mut keys = unsafe { DeviceVec::uninit(device, len)? };
        // SAFETY: the caller's contract; the outputs have no more places than the chain has slots, and can hold their positions.
        unsafe { device.top_k(TopK { input: self.input, keys: keys.span(), positions }) }.map(|()| len)
    }
}

/// A request for the items that belong to the smallest keys, in ascending order of the keys.
#[derive(Debug, Clone)]
pub struct SmallestByKey<K, E> {
    keys: SmallestPositions<K>,
    items: E,
}

impl<K: Expr, E: Expr> Request for SmallestByKey<K, E> {
    type Items = (E::Item,);
    type Room = [usize; 1];
    type Count = usize;
    const EXACT: bool = false;

    #[inline(always)]
    fn check(&self, check: &mut Check) {
        self.keys.check(check);
        self.items.check(check);
    }
    #[inline(always)]
    fn room(&self) -> [usize; 1] {
        self.keys.room()
    }
}

// SAFETY: there is a position for each item of the output, all of which the primitive writes.
unsafe impl<B, K, E, S> Fill<B, (S,)> for SmallestByKey<K, E>
where
    B: Backend,
    K: Repeatable + Indexed<Item: Key>,
    E: Repeatable + Indexed<Item: Value>,
    S: Storage<Item = E::Item>,
{
    #[inline(always)]
    unsafe fn fill(self, device: &B, (output,): (S,)) -> Result<usize> {
        // SAFETY: the request fills them, or they are dropped.
        let mut positions = unsafe { DeviceVec::<usize, B>::uninit(device, output.len())? };
        // SAFETY: the caller's contract says so of the keys; the positions are a new vector with room for as many.
        let count = unsafe { self.keys.fill(device, (positions.span(),))? };
        let first = Chain::new(self.items, device.clone()).permute(&positions);
        // SAFETY: the caller's contract; the output is as long as the positions.
        unsafe { device.collect(Collect { input: first.expr, output }) }.map(|()| count)
    }
}
