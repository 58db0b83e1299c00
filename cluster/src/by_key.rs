//! Runs of equal keys over all ranks.

use std::panic::Location;

use onrush_core::expr::{Constant, Indexed, Repeatable};
use onrush_core::fault::guard;
use onrush_core::function::Function;
use onrush_core::operator::{Operator, Same, Sum};
use onrush_core::shape::Tile;
use onrush_core::shards::{self, Record};
use onrush_core::value::Value;
use onrush_core::{Backend, Chain, Key, Position, Result as OwnResult};

use crate::chain::{IntoShardedChain, ShardedChain};
use crate::error::Result;
use crate::exchange::Held;
use crate::rank::{Rank, Session};
use crate::reduce::join;
use crate::vec::ShardedVec;
use crate::wire::{self, What};

/// A reduction of runs over all ranks, which [`collect`](ShardedReduceByKey::collect) runs.
#[must_use = "a reduction by key does nothing until it is collected"]
#[derive(Debug)]
pub struct ShardedReduceByKey<K, V, Q, O, B> {
    keys: ShardedChain<K, B>,
    values: ShardedChain<V, B>,
    equal: Q,
    op: O,
    name: &'static str,
    /// The largest number that a result can be, if it is a length.
    most: usize,
}

/// Combines the values of each run of equal neighbouring keys, with the bits of [`reduce_by_key`](onrush_core::reduce_by_key) on one
/// device: one key and one value for each run, in order. A run may lie on any number of ranks.
///
/// # Cost
///
/// On each rank, one pass over keys and values, and a search from either end of its part for the nearest key of another run. Four rounds: each rank sends up to four keys to each
/// other and a value, or, where its part lies within one run, a value for each of its tiles of 48 KiB of values (one value, if
/// the operator is exact); then runs that are to lie on another rank, as [`collect`](ShardedChain::collect) after a filter does. On the device
/// there is memory for the rank's runs twice.
///
/// Where a tile lies on several ranks, which tiles of values of 1, 2, 4, 8 and 16 bytes don't, a round before moves its keys and values
/// to the rank that has its end, whose keys and values are copied.
///
/// # Determinism
///
/// The association is that of the [shape contract](onrush_core::shape): a run that begins on one rank and goes on on the next ones is folded
/// tile by tile, as on one device.
///
/// # Errors
///
/// [`Failed`](crate::ErrorKind::Failed) of a length mismatch if there are more keys than values, or fewer; and see
/// [`ErrorKind`](crate::ErrorKind).
///
/// ```
/// use onrush::prelude::*;
/// use onrush_cluster::{Cluster, reduce_by_key};
/// # fn main() -> onrush_cluster::Result<()> {
/// let sums = Cluster::new(vec![Cpu::with_threads(1)?; 2]).run(|rank| {
///     let cell = rank.shard(&[0u32, 0, 3, 3, 3, 0])?;
///     let mass = rank.shard(&[1.0f32, 2.0, 1.0, 1.0, 1.0, 5.0])?;
///     reduce_by_key(&cell, &mass, Sum).collect()?.to_vec()
/// })?;
/// assert_eq!(sums[0], [(0, 3.0), (3, 3.0), (0, 5.0)]);
/// # Ok(()) }
/// ```
#[doc(alias("group_by", "aggregate", "ReduceByKey"))]
pub fn reduce_by_key<B, K, V, O, KT, VT>(keys: K, values: V, op: O) -> ShardedReduceByKey<K::Expr, V::Expr, Same, O, B>
where
    B: Backend,
    K: IntoShardedChain<B, Expr: Repeatable + Indexed<Item = KT>>,
    V: IntoShardedChain<B, Expr: Repeatable + Indexed<Item = VT>>,
    O: Operator<VT>,
    KT: Key,
    VT: Value,
{
    let (keys, values) = (keys.into_sharded(), values.into_sharded());
    ShardedReduceByKey { keys, values, equal: Same, op, name: "reduce_by_key", most: usize::MAX }
}

/// Combines the values of each run as [`reduce_by_key`] does, where `equal(key, next)` tells whether two neighbours belong to one run. It runs
/// on the host as well, so it can't use views of a GPU's memory.
///
/// # Errors
///
/// Those of [`reduce_by_key`]; and [`Failed`](crate::ErrorKind::Failed) if `equal` panics.
#[doc(alias("group_by", "chunk_by", "ReduceByKey"))]
pub fn reduce_by_key_with<B, K, V, Q, O, KT, VT>(
    keys: K,
    values: V,
    equal: Q,
    op: O,
) -> ShardedReduceByKey<K::Expr, V::Expr, Q, O, B>
where
    B: Backend,
    K: IntoShardedChain<B, Expr: Repeatable + Indexed<Item = KT>>,
    V: IntoShardedChain<B, Expr: Repeatable + Indexed<Item = VT>>,
    Q: Function<(KT, KT), Output = bool>,
    O: Operator<VT>,
    KT: Value,
    VT: Value,
{
    let (keys, values) = (keys.into_sharded(), values.into_sharded());
    ShardedReduceByKey { keys, values, equal, op, name: "reduce_by_key_with", most: usize::MAX }
}

impl<E: Repeatable + Indexed<Item: Key>, B: Backend> ShardedChain<E, B> {
    /// The first item of each run of equal neighbours, and the length of each run as an integer of the type `P`; see
    /// [`run_length_encode`](onrush_core::Chain::run_length_encode). Cost as [`reduce_by_key`] of an exact operator.
    ///
    /// # Errors
    ///
    /// Those of [`reduce_by_key`]; and [`Failed`](crate::ErrorKind::Failed) if the number of items doesn't fit in a `P`.
    #[doc(alias("rle", "value_counts", "unique_counts"))]
    pub fn run_length_encode<P: Position>(self) -> ShardedReduceByKey<E, Constant<P>, Same, Sum, B> {
        let ones = self.rank.device().constant(P::from_index(1), self.range().len());
        let values = ShardedChain::new(ones, self.len, self.rank.clone());
        let (name, most) = ("run_length_encode", P::MOST);
        ShardedReduceByKey { keys: self, values, equal: Same, op: Sum, name, most }
    }
}

impl<K, V, Q, O, B> ShardedReduceByKey<K, V, Q, O, B>
where
    K: Repeatable + Indexed<Item: Record>,
    V: Repeatable + Indexed<Item: Record>,
    Q: Function<(K::Item, K::Item), Output = bool>,
    O: Operator<V::Item>,
    B: Backend,
    (K::Item, V::Item): Record,
{
    /// Runs the call: a vector of pairs of a run's first key and its result.
    ///
    /// # Errors
    ///
    /// See [`reduce_by_key`].
    #[track_caller]
    #[allow(clippy::type_complexity)]
    pub fn collect(self) -> Result<ShardedVec<(K::Item, V::Item), B>> {
        let (rank, len) = (self.keys.rank.clone(), self.keys.len);
        let what = What::of::<(K::Item, V::Item)>(self.name, len, Location::caller())
            .by::<V::Item, O>()
            .calls::<(K::Item, K::Item), Q>();
        rank.call(what, |session| {
            let part = self.runs(session)?;
            rank.distributed(session, part)
        })
    }

    /// The keys and the results of the runs that end on this rank.
    #[allow(clippy::type_complexity)]
    pub(crate) fn runs(
        self,
        session: &mut Session<'_, B>,
    ) -> Result<OwnResult<Held<<(K::Item, V::Item) as Record>::Vecs<B>>>> {
        let ShardedReduceByKey { keys, values, equal, op, name, most } = self;
        let (rank, len) = (&keys.rank, keys.len);
        let tile = tile::<V::Item, O>();
        let (before, ready) = keys.beside(&values, name).before(session, tile)?;
        let ready = ready.and(longest(name, len, most));
        let runs = Runs { equal, op, tile, before: before.len() };
        if before.is_empty() || ready.is_err() {
            return runs.reduced(session, rank, &keys.chain, &values.chain, ready);
        }
        match behind(before, &keys.chain, &values.chain) {
            Ok((keys, values)) => {
                let keys = shards::chain(K::Item::items::<B>(&keys), rank.device());
                let values = shards::chain(V::Item::items::<B>(&values), rank.device());
                runs.reduced(session, rank, &keys, &values, Ok(()))
            }
            Err(error) => runs.reduced(session, rank, &keys.chain, &values.chain, Err(error)),
        }
    }
}

/// The slots of a tile of the values, as far as the association asks for tiles.
pub(crate) fn tile<T: Value, O: Operator<T>>() -> usize {
    if O::EXACT { 1 } else { Tile::new(shards::item_bytes::<T>()).tile }
}

/// An error if a length is larger than the most.
pub(crate) fn longest(what: &'static str, len: usize, most: usize) -> OwnResult<()> {
    let error = onrush_core::ErrorKind::OutOfRange { what, index: len as i128, len: most, item: None };
    if len <= most { Ok(()) } else { Err(error.into()) }
}

/// Keys and values of other ranks followed by this rank's, so that the part begins with its first tile.
#[allow(clippy::type_complexity)]
pub(crate) fn behind<K, V, B>(
    before: Vec<Option<(K::Item, V::Item)>>,
    keys: &Chain<K, B>,
    values: &Chain<V, B>,
) -> OwnResult<(<K::Item as Record>::Vecs<B>, <V::Item as Record>::Vecs<B>)>
where
    K: Repeatable<Item: Record>,
    V: Repeatable<Item: Record>,
    B: Backend,
{
    let (mut of_keys, mut of_values): (Vec<_>, Vec<_>) = before.into_iter().flatten().unzip();
    of_keys.extend(shards::slots_on_host(keys, 0..usize::MAX)?.into_iter().flatten());
    of_values.extend(shards::slots_on_host(values, 0..usize::MAX)?.into_iter().flatten());
    Ok((K::Item::upload(keys.device(), &of_keys)?, V::Item::upload(keys.device(), &of_values)?))
}

/// The runs of a rank's slots, which begin with a tile: `before` of them are other ranks'.
pub(crate) struct Runs<Q, O> {
    pub(crate) equal: Q,
    pub(crate) op: O,
    pub(crate) tile: usize,
    pub(crate) before: usize,
}

/// The runs that lie in a rank's slots, as if the first slot began one.
struct Own<K: Record, V: Record, B: Backend> {
    /// Their keys and values.
    runs: Held<(K::Vecs<B>, V::Vecs<B>)>,
    /// The key of the last slot.
    last: Option<K>,
}

/// What a rank says of its slots.
struct Ends<K, V> {
    /// The key of its first slot, without those of other ranks before.
    first: Option<K>,
    /// The keys of the first and the last slot of its whole tiles.
    whole: Option<(K, K)>,
    /// The first key of the last run that begins in its whole tiles behind their first slot.
    head: Option<K>,
    /// If there is such a run, the fold of the tiles from where it begins; else the values of the tiles.
    tiles: Vec<Option<V>>,
}

impl<K: Value, V: Value> Ends<K, V> {
    fn message(&self) -> Vec<u8> {
        let (first, last) = self.whole.unzip();
        let mut body = wire::slots(&[self.first, first, last, self.head]);
        let keys = body.len() as u64;
        body.extend(wire::slots(&self.tiles));
        body.extend(keys.to_le_bytes());
        body
    }

    fn read<B: Backend>(session: &Session<'_, B>, body: &[u8]) -> Option<Self> {
        let (body, keys) = body.split_last_chunk()?;
        let (keys, tiles) = body.split_at_checked(usize::try_from(u64::from_le_bytes(*keys)).ok()?)?;
        let [first, from, to, head] = session.slots::<K>(keys).try_into().ok()?;
        Some(Ends { first, whole: from.zip(to), head, tiles: session.slots(tiles) })
    }
}

/// The run that goes on behind the tiles that were looked at.
struct Open<K, V> {
    head: K,
    last: K,
    value: Option<V>,
}

impl<Q, O> Runs<Q, O> {
    #[allow(clippy::type_complexity)]
    fn reduced<K, V, B>(
        &self,
        session: &mut Session<'_, B>,
        rank: &Rank<B>,
        keys: &Chain<K, B>,
        values: &Chain<V, B>,
        ready: OwnResult<()>,
    ) -> Result<OwnResult<Held<<(K::Item, V::Item) as Record>::Vecs<B>>>>
    where
        K: Repeatable + Indexed<Item: Record>,
        V: Repeatable + Indexed<Item: Record>,
        Q: Function<(K::Item, K::Item), Output = bool>,
        O: Operator<V::Item>,
        B: Backend,
    {
        let own = ready.and_then(|()| self.own(rank, keys, values));
        let (own, message) = match own.and_then(|own| Ok((self.ends(rank, keys, values, &own)?.message(), own))) {
            Ok((message, own)) => (Some(own), Ok(message)),
            Err(error) => (None, Err(error)),
        };
        let mut ends = Vec::with_capacity(rank.size());
        for (from, body) in session.all_gather(message)?.iter().enumerate() {
            match Ends::<K::Item, V::Item>::read(session, body) {
                Some(end) => ends.push(end),
                None => return Err(session.unfit(from, "what are no ends of runs")),
            }
        }
        let Some(own) = own else { return Err(session.unfit(rank.rank(), "an error that it didn't get back")) };
        Ok(guard(|| self.part(rank, keys, values, own, ends)).and_then(|part| part))
    }

    fn own<K, V, B>(
        &self,
        rank: &Rank<B>,
        keys: &Chain<K, B>,
        values: &Chain<V, B>,
    ) -> OwnResult<Own<K::Item, V::Item, B>>
    where
        K: Repeatable + Indexed<Item: Record>,
        V: Repeatable + Indexed<Item: Record>,
        Q: Function<(K::Item, K::Item), Output = bool>,
        O: Operator<V::Item>,
        B: Backend,
    {
        let (of_keys, values) = (shards::part(keys, 0..usize::MAX), shards::part(values, 0..usize::MAX));
        let runs = onrush_core::reduce_by_key_with(of_keys, values, self.equal, self.op).collect()?;
        let runs = Held::all::<(K::Item, V::Item), B>(runs, rank.device());
        Ok(Own { runs, last: shards::item(keys, shards::slots(keys).wrapping_sub(1))? })
    }

    fn ends<K, V, B>(
        &self,
        rank: &Rank<B>,
        keys: &Chain<K, B>,
        values: &Chain<V, B>,
        own: &Own<K::Item, V::Item, B>,
    ) -> OwnResult<Ends<K::Item, V::Item>>
    where
        K: Repeatable + Indexed<Item: Record>,
        V: Repeatable + Indexed<Item: Record>,
        Q: Function<(K::Item, K::Item), Output = bool>,
        O: Operator<V::Item>,
        B: Backend,
    {
        let len = shards::slots(keys);
        let (first, whole) = (shards::item(keys, self.before)?, len / self.tile * self.tile);
        if whole == 0 {
            return Ok(Ends { first, whole: None, head: None, tiles: Vec::new() });
        }
        let begins = shards::border(keys, self.equal, 0..whole, true)?;
        let head = begins.map_or(Ok(None), |begins| shards::item(keys, begins))?;
        let tiles = match O::EXACT {
            // Tiles of one slot, so that the last run ends with them.
            true => vec![Some(V::Item::at::<B>(&own.runs.vecs.1, own.runs.range.end - 1)?)],
            false => self.tiles_from(rank, values, begins.unwrap_or(0)..whole, None)?,
        };
        let tiles = match head {
            Some(_) => vec![guard(|| self.folded(None, &tiles))?],
            None => tiles,
        };
        Ok(Ends {
            first,
            whole: Some(K::Item::at::<B>(&own.runs.vecs.0, 0)?).zip(shards::item(keys, whole - 1)?),
            head,
            tiles,
        })
    }

    /// The values of the tiles from the one on that has slot `slots.start`, of which only the slots from this one on are folded; an initial
    /// value stands on the left of that slot.
    pub(crate) fn tiles_from<V, B>(
        &self,
        rank: &Rank<B>,
        values: &Chain<V, B>,
        slots: std::ops::Range<usize>,
        init: Option<V::Item>,
    ) -> OwnResult<Vec<Option<V::Item>>>
    where
        V: Repeatable + Indexed<Item: Record>,
        O: Operator<V::Item>,
        B: Backend,
    {
        let (tile, from) = (self.tile, slots.start / self.tile * self.tile);
        let (mut tiles, mut begins) = (Vec::new(), from);
        if from < slots.start || init.is_some() {
            begins += tile;
            // The association of pairs whose flag is set at the run's beginning is that of slots of which those before are empty.
            let mut first = shards::slots_on_host(values, from..begins)?;
            let head = slots.start - from;
            first[..head].fill(None);
            first[head] = guard(|| join(&self.op, init, first[head]))?;
            let first = shards::of_slots(rank.host(), &first);
            tiles = shards::chunk_values::<true, _, _, _>(&first, self.op, tile, 0..tile)?;
        }
        tiles.extend(shards::chunk_values::<true, _, _, _>(values, self.op, tile, begins..slots.end)?);
        Ok(tiles)
    }

    pub(crate) fn folded<V: Value>(&self, carry: Option<V>, tiles: &[Option<V>]) -> Option<V>
    where
        O: Operator<V>,
    {
        tiles.iter().fold(carry, |all, tile| join(&self.op, all, *tile))
    }

    /// The run that goes on, if its next key belongs to it, behind the whole tiles of these ranks.
    fn open<K: Value, V: Value>(&self, ends: &[Ends<K, V>]) -> Option<Open<K, V>>
    where
        Q: Function<(K, K), Output = bool>,
        O: Operator<V>,
    {
        ends.iter().fold(None, |open: Option<Open<K, V>>, end| {
            let Some((first, last)) = end.whole else { return open };
            let open = open.filter(|open| end.head.is_none() && self.equal.call((open.last, first)));
            let (head, carry) = open.map_or((first, None), |open| (open.head, open.value));
            Some(Open { head: end.head.unwrap_or(head), last, value: self.folded(carry, &end.tiles) })
        })
    }

    /// The runs that end on this rank.
    #[allow(clippy::type_complexity)]
    fn part<K, V, B>(
        &self,
        rank: &Rank<B>,
        keys: &Chain<K, B>,
        values: &Chain<V, B>,
        own: Own<K::Item, V::Item, B>,
        ends: Vec<Ends<K::Item, V::Item>>,
    ) -> OwnResult<Held<(<K::Item as Record>::Vecs<B>, <V::Item as Record>::Vecs<B>)>>
    where
        K: Repeatable + Indexed<Item: Record>,
        V: Repeatable + Indexed<Item: Record>,
        Q: Function<(K::Item, K::Item), Output = bool>,
        O: Operator<V::Item>,
        B: Backend,
    {
        let Own { runs: Held { vecs: (mut of_keys, mut of_values), mut range }, last } = own;
        let len = shards::slots(keys);
        if let Some(last) = last {
            let next = ends[rank.rank() + 1..].iter().find_map(|end| end.first);
            range.end -= usize::from(next.is_some_and(|next| self.equal.call((last, next))));
            if self.before > 0 {
                // Runs that end with other ranks' slots are theirs.
                let slots = shards::slots_on_host(keys, 0..self.before + 1)?;
                let slots: Vec<_> = slots.into_iter().flatten().collect();
                let ended = slots.windows(2).filter(|two| !self.equal.call((two[0], two[1]))).count();
                range.start = (ended + usize::from(len <= self.before)).min(range.end);
            }
        }
        if let (0, true, Some(open)) = (range.start, !range.is_empty(), self.open(&ends[..rank.rank()]))
            && self.equal.call((open.last, K::Item::at::<B>(&of_keys, 0)?))
        {
            let device = rank.device();
            K::Item::copy_part::<B>(&mut of_keys, 0, &K::Item::upload(device, &[open.head])?, 0..1)?;
            if let Some(carry) = open.value {
                let first = match O::EXACT {
                    true => self.op.call((carry, V::Item::at::<B>(&of_values, 0)?)),
                    false => {
                        let end = shards::border(keys, self.equal, 0..len, false)?.unwrap_or(len);
                        self.prefix(rank, values, Some(carry), end)?
                    }
                };
                V::Item::copy_part::<B>(&mut of_values, 0, &V::Item::upload(device, &[first])?, 0..1)?;
            }
        }
        Ok(Held { vecs: (of_keys, of_values), range })
    }

    /// The inclusive prefix of the last of these slots behind a carry.
    fn prefix<V, B>(
        &self,
        rank: &Rank<B>,
        values: &Chain<V, B>,
        carry: Option<V::Item>,
        slots: usize,
    ) -> OwnResult<V::Item>
    where
        V: Repeatable + Indexed<Item: Record>,
        O: Operator<V::Item>,
        B: Backend,
    {
        let tile = (slots - 1) / self.tile * self.tile;
        let carry = self.folded(carry, &shards::chunk_values::<true, _, _, _>(values, self.op, self.tile, 0..tile)?);
        let items: Vec<_> = shards::slots_on_host(values, tile..slots)?.into_iter().flatten().collect();
        let prefixes = shards::scan(&shards::of_items(rank.host(), &items), self.op, carry, false, 0)?;
        Ok(V::Item::download(&prefixes)?[items.len() - 1])
    }
}
