//! The calls of [`Groups`](crate::Groups): a sort by the keys, after which the number of groups is known, and what is computed of them.

use std::panic::Location;

use crate::algo::{Collect, Fold, Mean, encode, sort};
use crate::backend::Backend;
use crate::chain::Chain;
use crate::device::Check;
use crate::error::Result;
use crate::expr::{Expr, Indexed, Repeatable, Slice};
use crate::function::Function;
use crate::key::Key;
use crate::number::Number;
use crate::operator::{Operator, Same};
use crate::outputs::Made;
use crate::pending::{Fill, Prepare, Request};
use crate::position::Position;
use crate::segments::Segments;
use crate::storage::{Discard, NoColumns, Record, Storage};
use crate::stored::Stored;
use crate::value::{Element, Value};
use crate::vec::DeviceVec;

/// A call that stores the keys of groups and what `S` says: a statistic of [each](Each), the [number](Count) of its [items](Items), or these
/// with their offsets.
#[derive(Debug, Clone)]
pub struct OfGroups<E, K, S> {
    pub(crate) input: E,
    pub(crate) keys: K,
    pub(crate) of: S,
}

/// A [`Statistic`] of each group.
#[derive(Debug, Clone)]
pub struct Each<S>(pub(crate) S);
/// A call that stores the keys of groups and a statistic of each.
pub type EachGroup<E, K, S> = OfGroups<E, K, Each<S>>;

/// The number of a group's items.
#[derive(Debug, Clone)]
pub struct Count;
/// The items of a group.
#[derive(Debug, Clone)]
pub struct Items;

/// What is computed of the items of each group.
///
/// # Safety
///
/// If `fill` succeeds, all items of the output are written, in the order of the device's stream.
pub unsafe trait Statistic<T> {
    /// The result of a group.
    type Result: Value;

    /// Checks the operations.
    fn check(&self, check: &mut Check);

    /// Computes the results of all groups.
    ///
    /// # Safety
    ///
    /// The statistic is checked, and so are the groups, which are segments of their items. The output has a place for each, and nothing
    /// else uses it until the work is done.
    #[track_caller]
    unsafe fn fill<E, P, B, S>(self, groups: Segments<E, P, B>, output: S) -> Result<()>
    where
        E: Repeatable + Indexed<Item = T>,
        P: Repeatable + Indexed<Item: Position>,
        B: Backend,
        S: Storage<Item = Self::Result>;
}

// SAFETY: the reduction writes a result for each segment.
unsafe impl<T, O, F, U> Statistic<T> for Fold<T, O, F, U>
where
    T: Value,
    O: Operator<T>,
    F: Function<(T, usize), Output = U>,
    U: Value,
{
    type Result = U;

    #[inline(always)]
    fn check(&self, check: &mut Check) {
        self.op.check(check);
    }
    #[inline(always)]
    unsafe fn fill<E, P, B, S>(self, groups: Segments<E, P, B>, output: S) -> Result<()>
    where
        E: Repeatable + Indexed<Item = T>,
        P: Repeatable + Indexed<Item: Position>,
        B: Backend,
        S: Storage<Item = U>,
    {
        // SAFETY: the caller's contract.
        unsafe { groups.folded(self).fill((output,)) }
    }
}

// SAFETY: the mean of each segment is written.
unsafe impl<T: Number> Statistic<T> for Mean {
    type Result = f64;

    #[inline(always)]
    fn check(&self, _: &mut Check) {}
    #[inline(always)]
    unsafe fn fill<E, P, B, S>(self, groups: Segments<E, P, B>, output: S) -> Result<()>
    where
        E: Repeatable + Indexed<Item = T>,
        P: Repeatable + Indexed<Item: Position>,
        B: Backend,
        S: Storage<Item = f64>,
    {
        // SAFETY: the caller's contract.
        unsafe { groups.mean().fill((output,)) }
    }
}

/// A statistic of a function's results.
#[derive(Debug, Clone)]
pub(crate) struct Of<F, S>(pub(crate) F, pub(crate) S);

// SAFETY: that of the statistic.
unsafe impl<T, F, U> Statistic<T> for Of<F, U>
where
    T: Value,
    F: Function<(T,)>,
    U: Statistic<F::Output>,
{
    type Result = U::Result;

    #[inline(always)]
    fn check(&self, check: &mut Check) {
        self.0.check(check);
        self.1.check(check);
    }
    #[inline(always)]
    unsafe fn fill<E, P, B, S>(self, groups: Segments<E, P, B>, output: S) -> Result<()>
    where
        E: Repeatable + Indexed<Item = T>,
        P: Repeatable + Indexed<Item: Position>,
        B: Backend,
        S: Storage<Item = U::Result>,
    {
        // SAFETY: the caller's contract.
        unsafe { self.1.fill(groups.of(self.0), output) }
    }
}

/// The distinct keys, the offsets of their groups, and the items in this order.
pub(crate) type Sorted<B, K, T> = (DeviceVec<K, B>, DeviceVec<usize, B>, <T as Record>::Vecs<B>);

impl<E: Expr, K: Expr, S> OfGroups<E, K, S> {
    /// Checks the inputs, and what else `walk` shows, before anything is allocated.
    #[track_caller]
    fn ready(&self, device: &impl Backend, walk: impl Fn(&mut Check)) -> Result<()> {
        let caller = Location::caller();
        let checked = Check::shape(device.stream_id(), |check| {
            check.lengths("groups", self.keys.slots(), self.input.slots());
            self.keys.check(check);
            self.input.check(check);
            walk(check);
        });
        checked.map_err(|error| error.called_at(caller))
    }
}

/// Sorts items by their keys.
#[inline(always)]
#[track_caller]
fn sorted<E, K, B>(input: E, keys: K, device: &B) -> Result<Sorted<B, K::Item, E::Item>>
where
    E: Repeatable + Indexed<Item: Record>,
    K: Repeatable + Indexed<Item: Key>,
    B: Backend,
{
    let mut keys: DeviceVec<K::Item, B> = Chain::new(keys, device.clone()).collect()?;
    let mut items: <E::Item as Record>::Vecs<B> = Chain::new(input, device.clone()).collect()?;
    sort(device, keys.span(), <E::Item as Record>::storage(&mut items))?;
    let (keys, offsets) = encode::<usize, true, _, _, _>(keys.iter(), Same, "groups").collect()?;
    Ok((keys, offsets, items))
}

impl<E, K, S, B> Prepare<B> for OfGroups<E, K, Each<S>>
where
    E: Repeatable + Indexed<Item: Record>,
    K: Repeatable + Indexed<Item: Key>,
    S: Statistic<E::Item>,
    B: Backend,
{
    type Request = Grouped<K::Item, E::Item, S, B>;

    #[inline(always)]
    fn prepare(self, device: &B, walk: impl Fn(&mut Check)) -> Result<Self::Request> {
        self.ready(device, |check| {
            self.of.0.check(check);
            walk(check);
        })?;
        let (keys, offsets, items) = sorted(self.input, self.keys, device)?;
        Ok(Grouped { keys: Some(keys), offsets, items, of: self.of.0 })
    }
}

impl<E, K, B> Prepare<B> for OfGroups<E, K, Count>
where
    E: Repeatable + Indexed<Item: Value>,
    K: Repeatable + Indexed<Item: Key>,
    B: Backend,
{
    type Request = Stored<(K::Item, u64), B>;

    #[inline(always)]
    fn prepare(self, device: &B, walk: impl Fn(&mut Check)) -> Result<Self::Request> {
        self.ready(device, walk)?;
        let mut keys: DeviceVec<K::Item, B> = Chain::new(self.keys, device.clone()).collect()?;
        sort(device, keys.span(), NoColumns(keys.len()))?;
        let counted: (_, _) = encode::<u64, false, _, _, _>(keys.iter(), Same, "groups").collect()?;
        Ok(counted.into())
    }
}

impl<E, K, B> Prepare<B> for OfGroups<E, K, Items>
where
    E: Repeatable + Indexed<Item: Record>,
    K: Repeatable + Indexed<Item: Key>,
    B: Backend,
{
    type Request = Stored<(K::Item, usize, E::Item), B>;

    #[inline(always)]
    fn prepare(self, device: &B, walk: impl Fn(&mut Check)) -> Result<Self::Request> {
        self.ready(device, walk)?;
        Ok(sorted(self.input, self.keys, device)?.into())
    }
}

/// A request for a statistic of groups, whose keys are there, and whose items are sorted.
// Not every record's vectors have `Debug`.
#[allow(missing_debug_implementations)]
pub struct Grouped<K: Element, T: Record, S, B: Backend> {
    /// The keys, until they are handed out.
    keys: Option<DeviceVec<K, B>>,
    offsets: DeviceVec<usize, B>,
    items: T::Vecs<B>,
    of: S,
}

impl<K: Element, T: Record, S: Statistic<T>, B: Backend> Request for Grouped<K, T, S, B> {
    type Items = Self;
    type Room = [usize; 2];
    type Count = usize;
    const EXACT: bool = false;

    #[inline(always)]
    fn check(&self, check: &mut Check) {
        if let Some(keys) = &self.keys {
            keys.view().check_read(check);
        }
        T::items::<B>(&self.items).check(check);
        self.offsets.view().check_read(check);
        self.of.check(check);
    }
    #[inline(always)]
    fn room(&self) -> [usize; 2] {
        [self.offsets.len().saturating_sub(1); 2]
    }
}

// SAFETY: there are a key and a result of each group. Keys that are handed out aren't to be written.
unsafe impl<K, T, S, B, SK, SV> Fill<B, (SK, SV)> for Grouped<K, T, S, B>
where
    K: Element,
    T: Record,
    S: Statistic<T>,
    B: Backend,
    SK: Storage<Item = K>,
    SV: Storage<Item = S::Result>,
{
    #[inline(always)]
    unsafe fn fill(self, device: &B, (out_keys, output): (SK, SV)) -> Result<usize> {
        let [groups, _] = self.room();
        let parts = Chain::new(T::items::<B>(&self.items), device.clone()).segments(&self.offsets);
        // SAFETY: the caller's contract: the request is checked, and the output has a place for each group.
        unsafe { self.of.fill(parts, output)? };
        if let Some(keys) = &self.keys {
            // SAFETY: the caller's contract: the keys are checked, and there is a place for each.
            unsafe { device.collect(Collect { input: Slice(keys.view()), output: out_keys })? };
        }
        Ok(groups)
    }
}

// SAFETY: the keys are the request's, all of them; the results have vectors of their own.
unsafe impl<K, T, S, B> Made<B, Self> for Grouped<K, T, S, B>
where
    K: Element,
    T: Record,
    S: Statistic<T, Result: Record>,
    B: Backend,
{
    type Vecs = (DeviceVec<K, B>, <S::Result as Record>::Vecs<B>);
    type Outputs = (Discard<K>, <S::Result as Record>::Storage);

    #[inline(always)]
    unsafe fn allocate(device: &B, [_, groups]: [usize; 2], request: &mut Self) -> Result<Self::Vecs> {
        // SAFETY: the caller keeps the contract of `allocate`.
        let results = unsafe { <S::Result as Record>::allocate(device, groups)? };
        Ok((request.keys.take().expect("keys are handed out once"), results))
    }
    #[inline(always)]
    fn outputs((_, results): &mut Self::Vecs, [groups, _]: [usize; 2]) -> Self::Outputs {
        (Discard::new(groups), <S::Result as Record>::storage::<B>(results))
    }
    #[inline(always)]
    fn cut(_: &mut Self::Vecs, _: [usize; 2]) -> Result<()> {
        Ok(())
    }
}
