//! The largest and the smallest items of all ranks.

use std::panic::Location;

use onrush_core::expr::Repeatable;
use onrush_core::shards::Record;
use onrush_core::{Backend, Key, Result as OwnResult};

use crate::chain::ShardedChain;
use crate::error::Result;
use crate::vec::ShardedVec;
use crate::wire;

/// A selection over all ranks, which [`collect`](ShardedTopK::collect) runs.
#[must_use = "nothing is selected until it is collected"]
#[derive(Debug)]
pub struct ShardedTopK<E, B> {
    chain: ShardedChain<E, B>,
    k: usize,
    is_largest: bool,
}

impl<E: Repeatable<Item: Key>, B: Backend> ShardedChain<E, B> {
    /// The `k` largest items in descending order of [`Key`], the earlier of equal ones first; see [`top_k`](onrush_core::Chain::top_k).
    ///
    /// # Cost
    ///
    /// On each rank that of [`top_k`](onrush_core::Chain::top_k). Two rounds: each rank sends up to `k` items to each other, and then none. On every
    /// host there is memory for `k` items of each rank, which are sorted; with `k` near the length, for all items four to six
    /// times. For more than a few thousand items [`sort`](ShardedVec::sort).
    ///
    /// # Errors
    ///
    /// See [`ErrorKind`](crate::ErrorKind).
    ///
    /// ```
    /// use onrush::prelude::*;
    /// use onrush_cluster::Cluster;
    /// # fn main() -> onrush_cluster::Result<()> {
    /// let best = Cluster::new(vec![Cpu::with_threads(1)?; 2])
    ///     .run(|rank| rank.shard(&[2.5f32, 7.0, -1.0, 7.5, 0.0])?.iter().top_k(2).collect()?.to_vec())?;
    /// assert_eq!(best, [[7.5, 7.0]; 2]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("topk", "k_largest", "partial_sort_copy"))]
    pub fn top_k(self, k: usize) -> ShardedTopK<E, B> {
        ShardedTopK { chain: self, k, is_largest: true }
    }

    /// The `k` smallest items in ascending order of [`Key`], the earlier of equal ones first. All else is as for
    /// [`top_k`](ShardedChain::top_k).
    #[doc(alias("k_smallest", "partial_sort_copy"))]
    pub fn bottom_k(self, k: usize) -> ShardedTopK<E, B> {
        ShardedTopK { chain: self, k, is_largest: false }
    }
}

impl<E: Repeatable<Item: Key>, B: Backend> ShardedTopK<E, B> {
    /// Stores the items in a new vector over all ranks.
    ///
    /// # Errors
    ///
    /// See [`ErrorKind`](crate::ErrorKind).
    #[track_caller]
    pub fn collect(self) -> Result<ShardedVec<E::Item, B>> {
        let ShardedTopK { chain, k, is_largest } = self;
        let (rank, name) = (chain.rank.clone(), if is_largest { "top_k" } else { "bottom_k" });
        rank.call(chain.what(name, Location::caller()).with(format_args!("k = {k}")), |session| {
            let own = chain.ready().and_then(|()| {
                let own =
                    if is_largest { chain.chain.top_k(k).collect()? } else { chain.chain.bottom_k(k).collect()? };
                Ok(wire::items(&own.to_vec()?))
            });
            let bodies = session.all_gather(own)?;
            let mut all: Vec<_> = bodies.iter().flat_map(|body| session.items::<E::Item>(body)).collect();
            drop(bodies);
            // Stable: of equal keys those of lower ranks come first.
            let words = |key: &E::Item| {
                let word = |w: usize| if is_largest { !key.word(w) } else { key.word(w) };
                (0..E::Item::WORDS).map(word).collect::<Vec<u64>>()
            };
            all.sort_by_cached_key(words);
            all.truncate(k);
            let mine: OwnResult<_> =
                E::Item::upload(rank.device(), &all[rank.distribution(all.len()).range(rank.rank())]);
            Ok(rank.sharded(session.agree(mine)?, all.len()))
        })
    }
}
