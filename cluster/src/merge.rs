//! Merges of sorted sequences over all ranks.

use std::panic::Location;

use onrush_core::expr::{Indexed, Repeatable};
use onrush_core::operator::Less;
use onrush_core::relation::Relation;
use onrush_core::shards::{self, Record};
use onrush_core::{Backend, Key};

use crate::chain::{IntoShardedChain, ShardedChain};
use crate::error::Result;
use crate::rank::{clash, lengths};
use crate::splitters;
use crate::vec::ShardedVec;
use crate::wire;

/// A merge over all ranks, which [`collect`](ShardedMerge::collect) runs.
#[must_use = "nothing is merged until it is collected"]
#[derive(Debug)]
pub struct ShardedMerge<L, R, F, B> {
    left: ShardedChain<L, B>,
    right: ShardedChain<R, B>,
    relation: F,
    name: &'static str,
}

/// Merges two sorted sequences into one; equal items of `left` come first; see [`merge`](onrush_core::merge).
///
/// # Cost
///
/// One pass over each rank's items, which are copied to its host. Then rounds find, as those of a [sort](ShardedVec::sort), where both
/// parts of each rank are to be cut: of each up to 64 items for each border between ranks are sent to all ranks in a round. One round sends
/// each item that is to lie on another rank to it, and a last one nothing. Each rank merges what it has received on its device. On the host
/// there is memory for the rank's items four times; on the device for the result beside what is merged.
///
/// # Determinism
///
/// Stable and exact: the order is that of one device. If an input isn't sorted, the result holds each item of both once, in an order
/// that depends on the number of ranks.
///
/// # Source
///
/// As for a [sort](ShardedVec::sort).
///
/// # Errors
///
/// See [`ErrorKind`](crate::ErrorKind).
///
/// ```
/// use onrush::prelude::*;
/// use onrush_cluster::{Cluster, merge};
/// # fn main() -> onrush_cluster::Result<()> {
/// let all = Cluster::new(vec![Cpu::with_threads(1)?; 2]).run(|rank| {
///     let (a, b) = (rank.shard(&[1, 3, 5])?, rank.shard(&[2, 3, 4])?);
///     merge(&a, &b).collect()?.to_vec()
/// })?;
/// assert_eq!(all, [[1, 2, 3, 3, 4, 5]; 2]);
/// # Ok(()) }
/// ```
#[doc(alias("MergeKeys", "kmerge"))]
pub fn merge<B, L, R, K>(left: L, right: R) -> ShardedMerge<L::Expr, R::Expr, Less, B>
where
    B: Backend,
    K: Key,
    L: IntoShardedChain<B, Expr: Repeatable + Indexed<Item = K>>,
    R: IntoShardedChain<B, Expr: Repeatable + Indexed<Item = K>>,
{
    ShardedMerge { left: left.into_sharded(), right: right.into_sharded(), relation: Less, name: "merge" }
}

/// Merges two sequences that are sorted by a [relation](Relation); all else is as for [`merge`]. The relation runs on the host as well, so it
/// can't use views of a GPU's memory.
///
/// # Errors
///
/// Those of [`merge`]; and [`Failed`](crate::ErrorKind::Failed) if the relation panics.
#[doc(alias("merge_join_by"))]
pub fn merge_by<B, L, R, T, F>(left: L, right: R, relation: F) -> ShardedMerge<L::Expr, R::Expr, F, B>
where
    B: Backend,
    T: Record,
    L: IntoShardedChain<B, Expr: Repeatable + Indexed<Item = T>>,
    R: IntoShardedChain<B, Expr: Repeatable + Indexed<Item = T>>,
    F: Relation<T>,
{
    ShardedMerge { left: left.into_sharded(), right: right.into_sharded(), relation, name: "merge_by" }
}

impl<T, L, R, F, B> ShardedMerge<L, R, F, B>
where
    T: Record,
    L: Repeatable + Indexed<Item = T>,
    R: Repeatable + Indexed<Item = T>,
    F: Relation<T>,
    B: Backend,
{
    /// Stores the items of both in a new vector over all ranks.
    ///
    /// # Errors
    ///
    /// See [`merge`].
    #[track_caller]
    pub fn collect(self) -> Result<ShardedVec<T, B>> {
        let ShardedMerge { left, right, relation, name } = self;
        let (rank, device) = (left.rank.clone(), left.rank.device());
        let what = left.what(name, Location::caller()).with(format_args!("and {} items", right.len));
        let what = what.calls::<(T, T), F::Before>();
        rank.call(what, |session| {
            let (size, me) = (rank.size(), rank.rank());
            let len = left.len.saturating_add(right.len);
            let ends = |len: usize| rank.distribution(len).ranges();
            let lens: Vec<usize> = ends(left.len).chain(ends(right.len)).map(|range| range.len()).collect();
            let own = match clash(name, (&rank, 0), (&right.rank, 0)) {
                None => left.on_host().and_then(|left| Ok([left, right.on_host()?])),
                Some(clash) => Err(clash.into()),
            };
            let borders: Vec<usize> = ends(len).skip(1).map(|range| range.start).collect();
            let sequences = own.as_ref().map_err(Clone::clone).map(|own| {
                |places: &[(usize, usize)]| Ok(places.iter().map(|(side, place)| own[*side][*place]).collect())
            });
            // All parts of the left before those of the right: of equal items the left's come first.
            let cuts = splitters::cuts::<2, _, _>(session, (me, size), sequences, &lens, &borders, &relation.before())?;
            let parts = own.map(|own| {
                let part = |to: usize| {
                    let [left, right] = [0, 1].map(|side| {
                        let cuts = splitters::part(&cuts, &lens, side * size + me, to);
                        wire::items(&own[side][cuts])
                    });
                    let border = (left.len() as u64).to_le_bytes();
                    [&left[..], &right, &border].concat()
                };
                (0..size).map(part).collect()
            });
            let (mut lefts, mut rights): (Vec<T>, Vec<T>) = (Vec::new(), Vec::new());
            for (from, body) in session.all_to_all(parts)?.iter().enumerate() {
                let split = body.split_last_chunk::<8>();
                let split = split.and_then(|(both, at)| both.split_at_checked(wire::number(at, 0) as usize));
                let Some((left, right)) = split else { return Err(session.unfit(from, "no two parts")) };
                lefts.extend(session.items::<T>(left));
                rights.extend(session.items::<T>(right));
            }
            let expected = rank.distribution(len).range(me).len();
            let vecs = lengths("items that were sent", expected, lefts.len() + rights.len()).and_then(|()| {
                let (left, right) = (T::upload(device, &lefts)?, T::upload(device, &rights)?);
                let side = |vecs| shards::chain(T::items::<B>(vecs), device);
                onrush_core::merge_by(side(&left), side(&right), relation).collect::<T::Vecs<B>>()
            });
            Ok(rank.sharded(session.agree(vecs)?, len))
        })
    }
}
