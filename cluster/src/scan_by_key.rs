//! Prefixes within runs of equal keys over all ranks.

use std::panic::Location;

use onrush_core::expr::{Indexed, Repeatable};
use onrush_core::fault::guard;
use onrush_core::function::Function;
use onrush_core::operator::{Operator, Same};
use onrush_core::shards::{self, Record};
use onrush_core::value::Value;
use onrush_core::{Backend, Chain, Key, Result as OwnResult};

use crate::by_key::{Runs, behind, tile};
use crate::chain::{IntoShardedChain, ShardedChain};
use crate::dedup::goes_on;
use crate::error::Result;
use crate::rank::{Rank, Session};
use crate::reduce::join;
use crate::vec::ShardedVec;
use crate::wire::{self, What};

/// A scan of runs over all ranks, which [`collect`](ShardedScanByKey::collect) runs.
#[must_use = "a scan does nothing until it is collected"]
#[derive(Debug)]
pub struct ShardedScanByKey<K, V: Indexed, Q, O, B> {
    keys: ShardedChain<K, B>,
    values: ShardedChain<V, B>,
    equal: Q,
    op: O,
    init: Option<V::Item>,
    name: &'static str,
}

/// Inclusive prefixes within each run of equal neighbouring keys, with the bits of
/// [`scan_by_key_inclusive`](onrush_core::scan_by_key_inclusive) on one device. A run may lie on any number of ranks.
///
/// # Cost
///
/// On each rank, one pass over the keys for where runs begin, one over the values for the run that goes on on the next rank, and one
/// over both that writes the prefixes; on a rank that begins inside a run one over that run's values, and the prefixes are joined on the host.
/// Three rounds: each rank sends two keys to each other; then a value, or, where its part lies within one run, a value for each of its
/// tiles of 48 KiB of values (one value, if the operator is exact); then nothing. On the host there is memory for 8 bytes for each run, and
/// where prefixes are joined there for these.
///
/// Where a tile lies on several ranks, which tiles of values of 1, 2, 4, 8 and 16 bytes don't, a round before moves its keys and values
/// to the rank that has its end, whose keys and values are copied.
///
/// # Determinism
///
/// The association is that of the [shape contract](onrush_core::shape): a run that begins on one rank and goes on on the next ones is
/// scanned tile by tile, as on one device.
///
/// # Errors
///
/// [`Failed`](crate::ErrorKind::Failed) of a length mismatch if there are more keys than values, or fewer; and see
/// [`ErrorKind`](crate::ErrorKind).
///
/// ```
/// use onrush::prelude::*;
/// use onrush_cluster::{Cluster, scan_by_key_inclusive};
/// # fn main() -> onrush_cluster::Result<()> {
/// let sums = Cluster::new(vec![Cpu::with_threads(1)?; 2]).run(|rank| {
///     let cell = rank.shard(&[0u32, 0, 3, 3, 3, 0])?;
///     let mass = rank.shard(&[1.0f32, 2.0, 1.0, 1.0, 1.0, 5.0])?;
///     scan_by_key_inclusive(&cell, &mass, Sum).collect()?.to_vec()
/// })?;
/// assert_eq!(sums, [[1.0, 3.0, 1.0, 2.0, 3.0, 5.0]; 2]);
/// # Ok(()) }
/// ```
#[doc(alias("inclusive_scan_by_key", "segmented_scan", "cumcount"))]
pub fn scan_by_key_inclusive<B, K, V, O, KT, VT>(
    keys: K,
    values: V,
    op: O,
) -> ShardedScanByKey<K::Expr, V::Expr, Same, O, B>
where
    B: Backend,
    K: IntoShardedChain<B, Expr: Repeatable + Indexed<Item = KT>>,
    V: IntoShardedChain<B, Expr: Repeatable + Indexed<Item = VT>>,
    O: Operator<VT>,
    KT: Key,
    VT: Value,
{
    let (keys, values) = (keys.into_sharded(), values.into_sharded());
    ShardedScanByKey { keys, values, equal: Same, op, init: None, name: "scan_by_key_inclusive" }
}

/// Exclusive prefixes within each run of equal neighbouring keys; the first of each run is `init`. Cost, determinism and errors as
/// [`scan_by_key_inclusive`].
///
/// ```
/// use onrush::prelude::*;
/// use onrush_cluster::{Cluster, scan_by_key_exclusive};
/// # fn main() -> onrush_cluster::Result<()> {
/// let places = Cluster::new(vec![Cpu::with_threads(1)?; 2]).run(|rank| {
///     let (cell, ones) = (rank.shard(&[0u32, 0, 3, 3, 3])?, rank.shard(&[1u32; 5])?);
///     scan_by_key_exclusive(&cell, &ones, 0, Sum).collect()?.to_vec()
/// })?;
/// assert_eq!(places, [[0, 1, 0, 1, 2]; 2]);
/// # Ok(()) }
/// ```
#[doc(alias("exclusive_scan_by_key", "segmented_scan", "cumcount"))]
pub fn scan_by_key_exclusive<B, K, V, O, KT, VT>(
    keys: K,
    values: V,
    init: VT,
    op: O,
) -> ShardedScanByKey<K::Expr, V::Expr, Same, O, B>
where
    B: Backend,
    K: IntoShardedChain<B, Expr: Repeatable + Indexed<Item = KT>>,
    V: IntoShardedChain<B, Expr: Repeatable + Indexed<Item = VT>>,
    O: Operator<VT>,
    KT: Key,
    VT: Value,
{
    let (keys, values) = (keys.into_sharded(), values.into_sharded());
    ShardedScanByKey { keys, values, equal: Same, op, init: Some(init), name: "scan_by_key_exclusive" }
}

/// Inclusive prefixes as [`scan_by_key_inclusive`] has them, where `equal(key, next)` tells whether two neighbours belong to one run. It
/// runs on the host as well, so it can't use views of a GPU's memory.
///
/// # Errors
///
/// Those of [`scan_by_key_inclusive`]; and [`Failed`](crate::ErrorKind::Failed) if `equal` panics.
#[doc(alias("inclusive_scan_by_key", "segmented_scan"))]
pub fn scan_by_key_inclusive_with<B, K, V, Q, O, KT, VT>(
    keys: K,
    values: V,
    equal: Q,
    op: O,
) -> ShardedScanByKey<K::Expr, V::Expr, Q, O, B>
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
    ShardedScanByKey { keys, values, equal, op, init: None, name: "scan_by_key_inclusive_with" }
}

/// Exclusive prefixes as [`scan_by_key_exclusive`] has them, where `equal(key, next)` tells whether two neighbours belong to one run. It
/// runs on the host as well, so it can't use views of a GPU's memory.
///
/// # Errors
///
/// Those of [`scan_by_key_inclusive_with`].
#[doc(alias("exclusive_scan_by_key", "segmented_scan"))]
pub fn scan_by_key_exclusive_with<B, K, V, Q, O, KT, VT>(
    keys: K,
    values: V,
    equal: Q,
    init: VT,
    op: O,
) -> ShardedScanByKey<K::Expr, V::Expr, Q, O, B>
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
    ShardedScanByKey { keys, values, equal, op, init: Some(init), name: "scan_by_key_exclusive_with" }
}

impl<K, V, Q, O, B> ShardedScanByKey<K, V, Q, O, B>
where
    K: Repeatable + Indexed<Item: Record>,
    V: Repeatable + Indexed<Item: Record>,
    Q: Function<(K::Item, K::Item), Output = bool>,
    O: Operator<V::Item>,
    B: Backend,
    (K::Item, V::Item): Record,
{
    /// Runs the scan. The prefixes are distributed as the values are.
    ///
    /// # Errors
    ///
    /// See [`scan_by_key_inclusive`].
    #[track_caller]
    pub fn collect(self) -> Result<ShardedVec<V::Item, B>> {
        let ShardedScanByKey { keys, values, equal, op, init, name } = self;
        let (rank, len) = (keys.rank.clone(), keys.len);
        let what = What::of::<(K::Item, V::Item)>(name, len, Location::caller())
            .by::<V::Item, O>()
            .calls::<(K::Item, K::Item), Q>()
            .from(init);
        rank.call(what, |session| {
            let tile = tile::<V::Item, O>();
            let (before, ready) = keys.beside(&values, name).before(session, tile)?;
            let runs = Runs { equal, op, tile, before: before.len() };
            let own = match ready.map(|()| before) {
                Ok(before) if !before.is_empty() => match behind(before, &keys.chain, &values.chain) {
                    Ok((of_keys, of_values)) => {
                        let of_keys = shards::chain(K::Item::items::<B>(&of_keys), rank.device());
                        let of_values = shards::chain(V::Item::items::<B>(&of_values), rank.device());
                        runs.scanned(session, &rank, &of_keys, &of_values, init, Ok(()))?
                    }
                    Err(error) => runs.scanned(session, &rank, &keys.chain, &values.chain, init, Err(error))?,
                },
                ready => runs.scanned(session, &rank, &keys.chain, &values.chain, init, ready.map(drop))?,
            };
            Ok(rank.sharded(session.agree(own)?, len))
        })
    }
}

impl<Q, O> Runs<Q, O> {
    /// The prefixes of this rank's slots, without those of other ranks before.
    #[allow(clippy::type_complexity)]
    fn scanned<K, V, B>(
        &self,
        session: &mut Session<'_, B>,
        rank: &Rank<B>,
        keys: &Chain<K, B>,
        values: &Chain<V, B>,
        init: Option<V::Item>,
        ready: OwnResult<()>,
    ) -> Result<OwnResult<<V::Item as Record>::Vecs<B>>>
    where
        K: Repeatable + Indexed<Item: Record>,
        V: Repeatable + Indexed<Item: Record>,
        Q: Function<(K::Item, K::Item), Output = bool>,
        O: Operator<V::Item>,
        B: Backend,
    {
        let all = 0..usize::MAX;
        let whole = shards::slots(keys) / self.tile * self.tile;
        let last = || if whole == 0 { Ok(None) } else { shards::item(keys, whole - 1) };
        let ends = ready.and_then(|()| Ok([shards::item(keys, 0)?, last()?]));
        let goes_on = goes_on(session, rank, ends, self.equal)?;
        let own = goes_on.and_then(|goes_on| {
            let offsets = shards::part(keys, all.clone()).run_offsets_by::<usize, _, _>(self.equal);
            let offsets = offsets.collect()?.to_vec()?;
            let behind = self.behind_whole(rank, values, init, &offsets, whole, goes_on)?;
            Ok((goes_on, offsets, behind))
        });
        let (own, message) = match own {
            Ok((goes_on, offsets, (begins, tiles))) => {
                let mut message = wire::slots(&tiles);
                message.push(begins.into());
                (Some((goes_on, offsets)), Ok(message))
            }
            Err(error) => (None, Err(error)),
        };
        let mut parts = Vec::with_capacity(rank.size());
        for (from, body) in session.all_gather(message)?.iter().enumerate() {
            let Some((begins, tiles)) = body.split_last() else {
                return Err(session.unfit(from, "what are no tiles"));
            };
            parts.push((*begins != 0, session.slots::<V::Item>(tiles)));
        }
        let Some((goes_on, offsets)) = own else {
            return Err(session.unfit(rank.rank(), "an error that it didn't get back"));
        };
        // On every rank the carries are folded by itself, so that a failure here is told.
        let fold = |carry, (begins, tiles): &(bool, Vec<_>)| self.folded(if *begins { None } else { carry }, tiles);
        let carry = guard(|| parts[..rank.rank()].iter().fold(None, fold));
        Ok(carry.and_then(|carry| {
            let first = if goes_on { offsets[1] } else { 0 };
            let len = shards::slots(keys);
            let (keys, values) = (shards::part(keys, all.clone()), || shards::part(values, all.clone()));
            let (device, equal, op) = (rank.device(), self.equal, self.op);
            let prefixes = || match init {
                Some(init) => onrush_core::scan_by_key_exclusive_with(keys, values(), equal, init, op).collect(),
                None => onrush_core::scan_by_key_inclusive_with(keys, values(), equal, op).collect(),
            };
            if first == 0 && self.before == 0 {
                return prefixes();
            }
            let mut items = Vec::with_capacity(len);
            if first > 0 {
                let of_first = values();
                let of_first = shards::part(&of_first, 0..first);
                let carried = shards::scan(&of_first, op, carry.or(init), init.is_some(), 0)?;
                items = V::Item::download::<B>(&carried)?;
            }
            if first < len {
                items.extend(V::Item::download::<B>(&prefixes()?)?.drain(first..));
            }
            V::Item::upload(device, &items[self.before.min(items.len())..])
        }))
    }

    /// Whether a run begins in the whole tiles, and what stands on the left of the tile behind them: the fold of the tiles from where the last
    /// run begins, if one does, else the values of all tiles.
    #[allow(clippy::type_complexity)]
    fn behind_whole<V, B>(
        &self,
        rank: &Rank<B>,
        values: &Chain<V, B>,
        init: Option<V::Item>,
        offsets: &[usize],
        whole: usize,
        goes_on: bool,
    ) -> OwnResult<(bool, Vec<Option<V::Item>>)>
    where
        V: Repeatable + Indexed<Item: Record>,
        O: Operator<V::Item>,
        B: Backend,
    {
        if whole == 0 {
            return Ok((false, Vec::new()));
        }
        let run = offsets.partition_point(|offset| *offset < whole) - 1;
        let (begins, slots) = (run > 0 || !goes_on, offsets[run]..whole);
        let init = init.filter(|_| begins);
        let tiles = match O::EXACT {
            true => {
                let value = shards::chunk_values::<true, _, _, _>(values, self.op, whole, slots)?;
                vec![guard(|| join(&self.op, init, value.into_iter().next().flatten()))?]
            }
            false => self.tiles_from(rank, values, slots, init)?,
        };
        Ok((begins, if begins { vec![guard(|| self.folded(None, &tiles))?] } else { tiles }))
    }
}
