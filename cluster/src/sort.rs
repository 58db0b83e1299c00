//! Sorts over all ranks.

use std::ops::Range;
use std::panic::Location;
use std::sync::Arc;

use onrush_core::function::Function;
use onrush_core::operator::Less;
use onrush_core::relation::Relation;
use onrush_core::shards::{self, Record};
use onrush_core::{Backend, Chain, IntoFunction, Key, Result as OwnResult};

use crate::error::Result;
use crate::exchange::{Held, Shown};
use crate::rank::{Rank, Session, clash};
use crate::splitters;
use crate::vec::ShardedVec;
use crate::wire::What;

impl<T: Record, B: Backend> ShardedVec<T, B> {
    /// Sorts the items in place, in the order of [`Key`], as [`sort`](onrush_core::DeviceVec::sort) does on one device.
    ///
    /// # Cost
    ///
    /// Each rank sorts a copy of its part by radix. Then rounds find, for each border between ranks, where each part is to be cut: of each part
    /// up to 64 items for each border are sent to all ranks, and at most a sixteenth of the items can still be the border's, so that five
    /// rounds are enough for 2^20 items. One round sends each item that is to lie on another rank to it, and two more
    /// nothing. A rank merges what it has got and what stays, in log₂ passes of the number of ranks.
    ///
    /// Each rank receives the samples of all borders from all ranks, up to 64·R² items a round for R ranks, and searches them all. This suits
    /// tens of ranks.
    ///
    /// On the device there is memory for the new part twice beside the old one, and what a sort takes; on the host none, unless items are sent as
    /// messages. On one rank there is one round.
    ///
    /// # Determinism
    ///
    /// Stable and exact: the order is that of one device, however many keys are equal.
    ///
    /// # Source
    ///
    /// P. Varman, S. Scheufler, B. Iyer and G. Ricard, *Merging Multiple Lists on Hierarchical-Memory Multiprocessors*, 1991 (exact
    /// splitting); H. Shi and J. Schaeffer, *Parallel Sorting by Regular Sampling*, 1992.
    ///
    /// # Errors
    ///
    /// See [`ErrorKind`](crate::ErrorKind). The vector is then as it was.
    ///
    /// ```
    /// use onrush::prelude::*;
    /// use onrush_cluster::Cluster;
    /// # fn main() -> onrush_cluster::Result<()> {
    /// let data: Vec<u32> = (0..60_000).map(|i| i * 7919 % 60_013).collect();
    /// let sorted = Cluster::new(vec![Cpu::with_threads(1)?; 2]).run(|rank| {
    ///     let mut x = rank.shard(&data)?;
    ///     x.sort()?;
    ///     x.to_vec()
    /// })?;
    /// assert!(sorted[0].is_sorted() && sorted[0] == sorted[1]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("stable_sort", "sample_sort", "radix_sort"))]
    #[track_caller]
    pub fn sort(&mut self) -> Result<()>
    where
        T: Key,
    {
        sort("sort", self, Less, Location::caller())
    }

    /// Sorts the items in place by a [relation](Relation), stably; see [`sort_by`](onrush_core::sort_by). Cost and errors as
    /// [`sort`](ShardedVec::sort), where each rank sorts by radix for `Less` and `Greater`, else by merging.
    ///
    /// The relation runs on the host as well, so it can't use views of a GPU's memory, and it is to be the same on all ranks. If
    /// it isn't a strict weak order, the result is a permutation of the items.
    ///
    /// # Errors
    ///
    /// Those of [`sort`](ShardedVec::sort); and [`Failed`](crate::ErrorKind::Failed) if the relation panics. The vector is then as it was.
    #[doc(alias("stable_sort", "sort_unstable_by"))]
    #[track_caller]
    pub fn sort_by<F: Relation<T>>(&mut self, relation: F) -> Result<()> {
        sort("sort_by", self, relation, Location::caller())
    }

    /// Sorts the items in place by the keys that `key` returns for them, stably; see
    /// [`DeviceVec::sort_by_key`](onrush_core::DeviceVec::sort_by_key). Cost as [`sort_by_key`], and the keys' memory.
    ///
    /// # Errors
    ///
    /// Those of [`sort`](ShardedVec::sort); and [`Failed`](crate::ErrorKind::Failed) if `key` panics. The vector is then as it was.
    ///
    /// ```
    /// use onrush::prelude::*;
    /// use onrush_cluster::Cluster;
    /// # fn main() -> onrush_cluster::Result<()> {
    /// let sorted = Cluster::new(vec![Cpu::with_threads(1)?; 2]).run(|rank| {
    ///     let mut x = rank.shard(&[3, -1, 2, -3])?;
    ///     x.sort_by_key(op!(|v: i32| v.abs()))?;
    ///     x.to_vec()
    /// })?;
    /// assert_eq!(sorted, [[-1, 2, 3, -3]; 2]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("sort_by_cached_key"))]
    #[track_caller]
    pub fn sort_by_key<O, F>(&mut self, key: O) -> Result<()>
    where
        O: IntoFunction<(T,), F>,
        F: Function<(T,), Output: Key>,
    {
        let (rank, len) = (self.rank().clone(), self.len());
        let what = What::of::<(F::Output, T)>("sort_by_key", len, Location::caller()).calls::<(T,), F>();
        rank.call(what, |session| {
            let keys = items::<T, B>(&self.vecs, rank.device()).map(key).collect::<<F::Output as Record>::Vecs<B>>();
            let parts = keys.map(|keys| (keys, &self.vecs));
            self.vecs = sorted_pairs::<F::Output, T, B>(session, &rank, len, parts, Less)?.1;
            Ok(())
        })
    }
}

/// Sorts `keys` in place in the order of [`Key`], stably, and moves `values` along; see [`sort_by_key`](onrush_core::sort_by_key). The
/// columns of values are those of a vector of tuples.
///
/// # Cost
///
/// As [`ShardedVec::sort`], with keys and values where it has the items: borders are found by the keys alone.
///
/// # Errors
///
/// [`Failed`](crate::ErrorKind::Failed) of a length mismatch if there are more keys than values, or fewer; and see
/// [`ErrorKind`](crate::ErrorKind). Keys and values are then as they were.
///
/// ```
/// use onrush::prelude::*;
/// use onrush_cluster::{Cluster, sort_by_key};
/// # fn main() -> onrush_cluster::Result<()> {
/// let names = Cluster::new(vec![Cpu::with_threads(1)?; 2]).run(|rank| {
///     let mut cell = rank.shard(&[2u32, 0, 2, 1])?;
///     let mut columns = rank.shard(&[(0.1f32, 10u8), (0.2, 11), (0.3, 12), (0.4, 13)])?;
///     sort_by_key(&mut cell, &mut columns)?;
///     assert_eq!(cell.to_vec()?, [0, 1, 2, 2]);
///     columns.iter().map(op!(|(_, name): (f32, u8)| name)).collect()?.to_vec()
/// })?;
/// assert_eq!(names, [[11, 13, 10, 12]; 2]);
/// # Ok(()) }
/// ```
#[doc(alias("stable_sort_by_key", "SortPairs"))]
#[track_caller]
pub fn sort_by_key<K: Key, V: Record, B: Backend>(
    keys: &mut ShardedVec<K, B>,
    values: &mut ShardedVec<V, B>,
) -> Result<()> {
    pairs("sort_by_key", keys, values, Less, Location::caller())
}

/// Sorts `keys` in place by a [relation](Relation), stably, and moves `values` along: [`sort_by_key`] in another order. The relation is
/// one for [`ShardedVec::sort_by`].
///
/// # Errors
///
/// Those of [`sort_by_key`]; and [`Failed`](crate::ErrorKind::Failed) if the relation panics. Keys and values are then as they were.
#[doc(alias("SortPairsDescending"))]
#[track_caller]
pub fn sort_by_key_with<K: Record, V: Record, B: Backend>(
    keys: &mut ShardedVec<K, B>,
    values: &mut ShardedVec<V, B>,
    relation: impl Relation<K>,
) -> Result<()> {
    pairs("sort_by_key_with", keys, values, relation, Location::caller())
}

fn sort<T: Record, F: Relation<T>, B: Backend>(
    name: &'static str,
    items: &mut ShardedVec<T, B>,
    relation: F,
    at: &'static Location<'static>,
) -> Result<()> {
    let (rank, len) = (items.rank().clone(), items.len());
    rank.call(What::of::<T>(name, len, at).calls::<(T, T), F::Before>(), |session| {
        let device = rank.device();
        let own = copy::<T, B>(&items.vecs, device).and_then(|mut vecs| {
            shards::sort::<T, B>(device, &mut vecs, relation)?;
            settled::<T, B>(vecs, device)
        });
        items.vecs = moved::<T, T, B>(session, &rank, len, own, |items| items, relation.before(), relation.before())?;
        Ok(())
    })
}

fn pairs<K: Record, V: Record, F: Relation<K>, B: Backend>(
    name: &'static str,
    keys: &mut ShardedVec<K, B>,
    values: &mut ShardedVec<V, B>,
    relation: F,
    at: &'static Location<'static>,
) -> Result<()> {
    let (rank, len) = (keys.rank().clone(), keys.len());
    rank.call(What::of::<(K, V)>(name, len, at).calls::<(K, K), F::Before>(), |session| {
        let parts = match clash(name, (&rank, len), (values.rank(), values.len())) {
            None => copy::<K, B>(&keys.vecs, rank.device()).map(|copy| (copy, &values.vecs)),
            Some(clash) => Err(clash.into()),
        };
        (keys.vecs, values.vecs) = sorted_pairs::<K, V, B>(session, &rank, len, parts, relation)?;
        Ok(())
    })
}

fn items<'a, T: Record, B: Backend>(vecs: &'a T::Vecs<B>, device: &B) -> Chain<T::Items<'a>, B> {
    shards::chain(T::items::<B>(vecs), device)
}

/// The items of a range in new vectors.
fn part<T: Record, B: Backend>(vecs: &T::Vecs<B>, range: Range<usize>, device: &B) -> OwnResult<T::Vecs<B>> {
    shards::part(&items::<T, B>(vecs, device), range).collect::<T::Vecs<B>>()
}

/// What is sorted, so that the vectors stay as they are until all ranks are done.
fn copy<T: Record, B: Backend>(vecs: &T::Vecs<B>, device: &B) -> OwnResult<T::Vecs<B>> {
    items::<T, B>(vecs, device).collect::<T::Vecs<B>>()
}

/// Sorted vectors, or the failure of the relation, which on a GPU may show only now.
fn settled<T: Record, B: Backend>(vecs: T::Vecs<B>, device: &B) -> OwnResult<T::Vecs<B>> {
    let len = shards::slots(&items::<T, B>(&vecs, device));
    if len > 0 {
        T::at::<B>(&vecs, 0)?;
    }
    Ok(vecs)
}

/// Sorts pairs: returns the vectors of this rank's new ones.
#[allow(clippy::type_complexity)]
pub(crate) fn sorted_pairs<K: Record, V: Record, B: Backend>(
    session: &mut Session<'_, B>,
    rank: &Rank<B>,
    len: usize,
    parts: OwnResult<(K::Vecs<B>, &V::Vecs<B>)>,
    relation: impl Relation<K>,
) -> Result<(K::Vecs<B>, V::Vecs<B>)> {
    let device = rank.device();
    let own = parts.and_then(|(mut keys, values)| {
        let mut values = copy::<V, B>(values, device)?;
        shards::sort_pairs::<K, V, B>(device, &mut keys, &mut values, relation)?;
        settled::<(K, V), B>((keys, values), device)
    });
    let before_pairs = shards::on_first(relation.before());
    moved::<(K, V), K, B>(session, rank, len, own, |(keys, _)| keys, relation.before(), before_pairs)
}

/// Brings each rank's sorted items to the ranks of their positions, and merges what a rank has got. `keys` are the vectors by which the
/// items are ordered.
fn moved<T: Record, K: Record, B: Backend>(
    session: &mut Session<'_, B>,
    rank: &Rank<B>,
    len: usize,
    own: OwnResult<T::Vecs<B>>,
    keys: impl Fn(&T::Vecs<B>) -> &K::Vecs<B>,
    before: impl Function<(K, K), Output = bool>,
    before_items: impl Function<(T, T), Output = bool>,
) -> Result<T::Vecs<B>> {
    let (me, device) = (rank.rank(), rank.device());
    if rank.size() == 1 {
        return session.agree(own);
    }
    let ranges: Vec<_> = rank.distribution(len).ranges().collect();
    let lens: Vec<_> = ranges.iter().map(ExactSizeIterator::len).collect();
    let borders: Vec<usize> = ranges[1..].iter().map(|range| range.start).collect();
    let own = own.map(Arc::new);
    let sequence = own.as_ref().map_err(Clone::clone).map(|own| {
        |places: &[(usize, usize)]| {
            let places: Vec<_> = places.iter().map(|(_, place)| *place).collect();
            shards::gathered::<K, B>(device, keys(own), &places)
        }
    });
    let cuts = splitters::cuts::<1, _, _>(session, (me, lens.len()), sequence, &lens, &borders, &before)?;
    let piece = |from: usize, to: usize| splitters::part(&cuts, &lens, from, to);
    let held = own.as_ref().map(|own| Held { vecs: Shown::Shared(own.clone()), range: 0..lens[me] });
    // What stays on the rank is merged from where it lies.
    let moves = |from: usize, to: usize| if from == to { 0..0 } else { piece(from, to) };
    let received = Arc::new(rank.exchanged::<T>(session, held.map_err(Clone::clone), moves)?);
    let mut end = 0;
    let mut runs: Vec<Held<Arc<T::Vecs<B>>>> = Vec::new();
    for from in 0..lens.len() {
        let start = end;
        end += moves(from, me).len();
        runs.extend((start < end).then(|| Held { vecs: received.clone(), range: start..end }));
        runs.extend(own.iter().filter(|_| from == me).map(|own| Held { vecs: own.clone(), range: piece(me, me) }));
    }
    drop((received, own));
    runs.retain(|run| !run.range.is_empty());
    let merged = merged::<T, B>(runs, device, before_items);
    session.agree(merged)
}

/// Sorted runs, of which those of lower ranks come first, as one.
fn merged<T: Record, B: Backend>(
    mut runs: Vec<Held<Arc<T::Vecs<B>>>>,
    device: &B,
    before: impl Function<(T, T), Output = bool>,
) -> OwnResult<T::Vecs<B>> {
    while runs.len() > 1 {
        let mut longer = Vec::with_capacity(runs.len().div_ceil(2));
        for pair in runs.chunks(2) {
            let [left, right] = pair else {
                longer.extend_from_slice(pair);
                continue;
            };
            let [left, right] = [left, right].map(|run| (&*run.vecs, run.range.clone()));
            let range = 0..left.1.len() + right.1.len();
            longer.push(Held { vecs: Arc::new(shards::merged::<T, B>(device, left, right, before)?), range });
        }
        runs = longer;
    }
    let Some(Held { vecs, range }) = runs.pop() else { return T::upload(device, &[]) };
    let len = shards::slots(&items::<T, B>(&vecs, device));
    let vecs = match Arc::try_unwrap(vecs) {
        Ok(vecs) if range == (0..len) => vecs,
        Ok(vecs) => part::<T, B>(&vecs, range, device)?,
        Err(vecs) => part::<T, B>(&vecs, range, device)?,
    };
    settled::<T, B>(vecs, device)
}
