//! Chains stored on all ranks.

use std::panic::Location;

use onrush_core::expr::{Expr, Indexed, Repeatable};
use onrush_core::function::Function;
use onrush_core::shards::Record;
use onrush_core::{Backend, IntoFunction, Position, Result as OwnResult};

use crate::chain::ShardedChain;
use crate::error::Result;
use crate::exchange::Held;
use crate::vec::ShardedVec;
use crate::wire;

impl<E: Expr<Item: Record>, B: Backend> ShardedChain<E, B> {
    /// Stores the items in a new vector over all ranks, distributed as its length demands.
    ///
    /// # Cost
    ///
    /// One pass on each rank. If every slot holds an item, each stays where it is: one round, without items. After a
    /// [`filter`](ShardedChain::filter), ranks send the numbers of their items. Unless all items stay, two more rounds bring the items to the
    /// ranks where they are to lie, in new vectors, beside which the device has the old ones meanwhile.
    ///
    /// # Errors
    ///
    /// See [`ErrorKind`](crate::ErrorKind).
    #[doc(alias("copy_if", "transform"))]
    #[track_caller]
    pub fn collect(self) -> Result<ShardedVec<E::Item, B>> {
        let (rank, len) = (self.rank.clone(), self.len);
        let what = self.what("collect", Location::caller());
        let what = if E::DENSE { what } else { what.with("behind a filter") };
        rank.call(what, |session| {
            let stored = self.ready().and_then(|()| self.chain.collect::<<E::Item as Record>::Vecs<B>>());
            match E::DENSE {
                true => Ok(rank.sharded(session.agree(stored)?, len)),
                false => rank.distributed(session, stored.map(|vecs| Held::all::<E::Item, B>(vecs, rank.device()))),
            }
        })
    }
}

impl<E: Repeatable<Item: 'static>, B: Backend> ShardedChain<E, B> {
    /// The number of items.
    ///
    /// # Cost
    ///
    /// One pass after a filter, else none; one round, in which each rank sends a number.
    ///
    /// # Errors
    ///
    /// See [`ErrorKind`](crate::ErrorKind).
    #[track_caller]
    pub fn count(self) -> Result<usize> {
        self.rank.clone().call(self.what("count", Location::caller()), |session| {
            let own = self.ready().and_then(|()| self.chain.count());
            let counts = session.all_gather(own.map(|count| (count as u64).to_le_bytes().to_vec()))?;
            Ok(counts.iter().map(|count| wire::number(count, 0) as usize).sum())
        })
    }

    /// The number of times that each of the numbers `0 .. bins` occurs, on the host of every rank; see
    /// [`Chain::histogram`](onrush_core::Chain::histogram).
    ///
    /// # Cost
    ///
    /// One pass; one round, in which each rank sends `8 * bins` bytes to each other.
    ///
    /// # Errors
    ///
    /// See [`ErrorKind`](crate::ErrorKind); a number that isn't below `bins` is one on all ranks.
    #[track_caller]
    pub fn histogram(self, bins: usize) -> Result<Vec<u64>>
    where
        E::Item: Position,
    {
        let what = self.what("histogram", Location::caller()).with(format_args!("{bins} bins"));
        self.rank.clone().call(what, |session| {
            let own = self.ready().and_then(|()| self.chain.histogram(bins).collect()?.to_vec());
            let bodies = session.all_gather(own.map(|counts| wire::items::<u64>(&counts)))?;
            let mut counts = vec![0u64; bins];
            for body in &bodies {
                counts.iter_mut().enumerate().for_each(|(bin, count)| *count += wire::number(body, bin));
            }
            Ok(counts)
        })
    }
}

/// A partition over all ranks, which [`collect`](ShardedPartition::collect) stores.
#[must_use = "a partition does nothing until it is collected"]
#[derive(Debug)]
pub struct ShardedPartition<E, F, B> {
    chain: ShardedChain<E, B>,
    predicate: F,
}

impl<E: Repeatable + Indexed<Item: Record>, B: Backend> ShardedChain<E, B> {
    /// Splits the items into those that a predicate holds for and the others, both in order; see
    /// [`partition`](onrush_core::Chain::partition).
    ///
    /// # Cost
    ///
    /// One pass on each rank, and twice what [`collect`](ShardedChain::collect) sends after a filter, in six rounds.
    ///
    /// # Errors
    ///
    /// See [`ErrorKind`](crate::ErrorKind).
    #[doc(alias("stable_partition", "partition_copy"))]
    pub fn partition<O, F>(self, predicate: O) -> ShardedPartition<E, F, B>
    where
        O: IntoFunction<(E::Item,), F>,
        F: Function<(E::Item,), Output = bool>,
    {
        ShardedPartition { chain: self, predicate: predicate.into_function() }
    }
}

impl<E, F, B> ShardedPartition<E, F, B>
where
    E: Repeatable + Indexed<Item: Record>,
    F: Function<(E::Item,), Output = bool>,
    B: Backend,
{
    /// Stores both parts in new vectors over all ranks.
    ///
    /// # Errors
    ///
    /// See [`ErrorKind`](crate::ErrorKind).
    #[track_caller]
    #[allow(clippy::type_complexity)]
    pub fn collect(self) -> Result<(ShardedVec<E::Item, B>, ShardedVec<E::Item, B>)> {
        let ShardedPartition { chain, predicate } = self;
        let rank = chain.rank.clone();
        rank.call(chain.what("partition", Location::caller()).calls::<(E::Item,), F>(), |session| {
            let parts = chain.ready().and_then(|()| chain.chain.partition(predicate).collect());
            let (selected, rejected) = match parts {
                Ok((selected, rejected)) => (Ok(selected), Ok(rejected)),
                Err(error) => (Err(error.clone()), Err(error)),
            };
            let [selected, rejected] = [selected, rejected]
                .map(|part: OwnResult<_>| part.map(|vecs| Held::all::<E::Item, B>(vecs, rank.device())));
            Ok((rank.distributed(session, selected)?, rank.distributed(session, rejected)?))
        })
    }
}
