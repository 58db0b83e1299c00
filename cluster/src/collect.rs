//! Chains stored on all ranks.

use std::panic::Location;

use onrush_core::expr::{Expr, Repeatable};
use onrush_core::shards::Record;
use onrush_core::{Backend, Position};

use crate::chain::ShardedChain;
use crate::error::Result;
use crate::vec::ShardedVec;
use crate::wire;

impl<E: Expr<Item: Record>, B: Backend> ShardedChain<E, B> {
    /// Stores the items in a new vector over all ranks, distributed as its length demands.
    ///
    /// # Cost
    ///
    /// One pass on each rank. If every slot holds an item, each stays where it is: one round, without items. After a
    /// [`filter`](ShardedChain::filter), three rounds: ranks send the numbers of their items, then the items that are to lie on another rank, over
    /// the hosts' memory, which has room for the rank's items before and after.
    ///
    /// # Errors
    ///
    /// See [`ErrorKind`](crate::ErrorKind).
    #[doc(alias("copy_if", "transform"))]
    #[track_caller]
    pub fn collect(self) -> Result<ShardedVec<E::Item, B>> {
        let (rank, len) = (self.rank.clone(), self.len);
        rank.call(self.what("collect", Location::caller()), |session| {
            let stored = self.ready().and_then(|()| self.chain.collect::<<E::Item as Record>::Vecs<B>>());
            match E::DENSE {
                true => Ok(rank.sharded(session.agree(stored)?, len)),
                false => rank.distributed(session, stored.and_then(|vecs| E::Item::download::<B>(&vecs))),
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
        self.rank.clone().call(self.what("histogram", Location::caller()), |session| {
            let own = self.ready().and_then(|()| self.chain.histogram(bins).collect()?.to_vec());
            let bodies = session.all_gather(own.map(|counts| wire::items::<u64>(&counts)))?;
            let mut counts = vec![0u64; bins];
            for (rank, body) in bodies.iter().enumerate() {
                if body.len() != 8 * bins {
                    return Err(session.unfit(rank, "another number of bins"));
                }
                counts.iter_mut().enumerate().for_each(|(bin, count)| *count += wire::number(body, bin));
            }
            Ok(counts)
        })
    }
}
