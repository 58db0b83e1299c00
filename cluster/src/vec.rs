//! Vectors whose items lie on several ranks.

use std::fmt;
use std::ops::Range;
use std::panic::Location;
use std::sync::Arc;

use onrush_core::shards::{self, Record};
use onrush_core::{Backend, Result as OwnResult, Value};

use crate::chain::ShardedChain;
use crate::distribution::Distribution;
use crate::error::Result;
use crate::exchange::{Held, Shown, common};
use crate::rank::{Rank, Session, lengths};
use crate::wire::{self, What};

/// A vector whose items lie on the ranks of a cluster, each rank's in its device's memory. Which rank has which items follows from the
/// length and the number of ranks alone: see [`Distribution`]. Tuples are columns, as everywhere in onrush.
pub struct ShardedVec<T: Record, B: Backend> {
    pub(crate) vecs: T::Vecs<B>,
    len: usize,
    rank: Rank<B>,
}

impl<T: Record, B: Backend> fmt::Debug for ShardedVec<T, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (rank, range) = (self.rank.rank(), self.range());
        f.debug_struct("ShardedVec").field("len", &self.len).field("rank", &rank).field("range", &range).finish()
    }
}

impl<B: Backend> Rank<B> {
    /// A vector of items that every rank has on its host; each rank takes its own part.
    ///
    /// # Cost
    ///
    /// A copy of the rank's part to its device. One round, without items.
    ///
    /// # Errors
    ///
    /// [`Failed`](crate::ErrorKind::Failed) if memory is refused on a rank, [`Mismatch`](crate::ErrorKind::Mismatch) if the lengths differ.
    #[doc(alias("scatter", "distribute", "MPI_Scatter"))]
    #[track_caller]
    pub fn shard<T: Record>(&self, items: &[T]) -> Result<ShardedVec<T, B>> {
        self.call(What::of::<T>("shard", items.len(), Location::caller()), |session| {
            let vecs = T::upload(self.device(), &items[self.distribution(items.len()).range(self.rank())]);
            Ok(self.sharded(session.agree(vecs)?, items.len()))
        })
    }

    /// A vector of the items of all ranks, those of rank 0 first: each has a part of any length on its host.
    ///
    /// # Cost
    ///
    /// A copy of the part to the device. One round, and two more unless all items stay on their ranks. Items that come to lie on another rank are sent
    /// once, in new vectors.
    ///
    /// # Errors
    ///
    /// [`Failed`](crate::ErrorKind::Failed) if memory is refused on a rank.
    #[doc(alias("MPI_Alltoallv", "concatenate", "rebalance"))]
    #[track_caller]
    pub fn shard_parts<T: Record>(&self, part: &[T]) -> Result<ShardedVec<T, B>> {
        self.call(What::of::<T>("shard_parts", 0, Location::caller()), |session| {
            let vecs = T::upload(self.device(), part);
            self.distributed(session, vecs.map(|vecs| Held { vecs, range: 0..part.len() }))
        })
    }

    /// The positions of a range, as [`range`](onrush_core::Backend::range) has them on one device.
    #[doc(alias("tabulate", "iota", "sequence", "counting_iterator"))]
    pub fn range(&self, range: Range<usize>) -> ShardedChain<onrush_core::expr::RangeOf<usize>, B> {
        let len = range.len();
        let of = self.distribution(len).range(self.rank());
        let chain = self.device().range(range.start + of.start..range.start + of.end);
        ShardedChain::new(chain, len, self.clone())
    }

    pub(crate) fn sharded<T: Record>(&self, vecs: T::Vecs<B>, len: usize) -> ShardedVec<T, B> {
        ShardedVec { vecs, len, rank: self.clone() }
    }

    /// Brings items, of which each rank has a part of any length, to the ranks that are to have them. One round, and two more
    /// unless all items stay where they are.
    pub(crate) fn distributed<T: Record>(
        &self,
        session: &mut Session<'_, B>,
        part: OwnResult<Held<T::Vecs<B>>>,
    ) -> Result<ShardedVec<T, B>> {
        let whole = |vecs: &T::Vecs<B>| 0..shards::slots(&shards::chain(T::items::<B>(vecs), self.device()));
        let count = part.as_ref().map_err(Clone::clone).map(|part| {
            let is_whole = part.range == whole(&part.vecs);
            [part.range.len() as u64, is_whole.into()].map(u64::to_le_bytes).concat()
        });
        let counts = session.all_gather(count)?;
        let Ok(part) = part else { return Err(session.unfit(self.rank(), "an error that it didn't get back")) };
        let mut len = 0usize;
        let position = |count: &Vec<u8>| {
            let first = len;
            len = len.saturating_add(wire::number(count, 0) as usize);
            first..len
        };
        let has: Vec<_> = counts.iter().map(position).collect();
        let needs: Vec<_> = Distribution::new(len, self.size()).ranges().collect();
        // Every rank finds this alike.
        let stay = |((has, need), count): ((&Range<usize>, &Range<usize>), &Vec<u8>)| {
            (has == need || has.is_empty() && need.is_empty()) && wire::number(count, 1) == 1
        };
        if has.iter().zip(&needs).zip(&counts).all(stay) {
            return Ok(self.sharded(part.vecs, len));
        }
        let own = Held { vecs: Shown::Shared(Arc::new(part.vecs)), range: part.range };
        let vecs = self.exchanged::<T>(session, Ok(own), |from, to| common(&has[from], &needs[to]))?;
        Ok(self.sharded(vecs, len))
    }

    /// Brings to each rank the items of the positions that it needs. `part` are this rank's items, from position `first` on.
    pub(crate) fn routed<T: Value>(
        &self,
        session: &mut Session<'_, B>,
        part: OwnResult<&[T]>,
        first: usize,
        needs: &[Range<usize>],
    ) -> Result<OwnResult<Vec<T>>> {
        let parts = part.map(|part| {
            let at = |end: usize| end.clamp(first, first + part.len()) - first;
            needs.iter().map(|range| wire::items(&part[at(range.start)..at(range.end)])).collect()
        });
        let received = session.all_to_all(parts)?;
        let mine: Vec<T> = received.iter().flat_map(|body| session.items(body)).collect();
        let complete = lengths("items that were sent", needs[self.rank()].len(), mine.len());
        Ok(complete.map(|()| mine))
    }
}

impl<T: Record, B: Backend> ShardedVec<T, B> {
    /// The number of items of all ranks.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no items on any rank.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The rank.
    pub fn rank(&self) -> &Rank<B> {
        &self.rank
    }

    /// The positions of this rank's items.
    pub fn range(&self) -> Range<usize> {
        self.rank.distribution(self.len).range(self.rank.rank())
    }

    /// This rank's items: a vector on its device, or one for each part of a tuple.
    pub fn local(&self) -> &T::Vecs<B> {
        &self.vecs
    }

    /// This rank's items, which can't be used as a sharded vector any more.
    pub fn into_local(self) -> T::Vecs<B> {
        self.vecs
    }

    /// A chain over the items of all ranks.
    #[doc(alias("begin", "end", "par_iter"))]
    pub fn iter(&self) -> ShardedChain<T::Items<'_>, B> {
        let chain = shards::chain(T::items::<B>(&self.vecs), self.rank.device());
        ShardedChain::new(chain, self.len, self.rank.clone())
    }

    /// The items of all ranks, on the host of every rank.
    ///
    /// # Cost
    ///
    /// One round: each rank sends its part to all others. Memory for all items on each host, twice for a moment.
    ///
    /// # Errors
    ///
    /// [`Failed`](crate::ErrorKind::Failed), also with the failure of an earlier operation that was to write the items on a rank.
    #[doc(alias("MPI_Allgather", "gather", "collect"))]
    #[track_caller]
    pub fn to_vec(&self) -> Result<Vec<T>> {
        self.rank.call(What::of::<T>("to_vec", self.len, Location::caller()), |session| {
            let bodies = session.all_gather(T::download::<B>(&self.vecs).map(|items| wire::items(&items)))?;
            let items: Vec<T> = bodies.iter().flat_map(|body| session.items(body)).collect();
            match items.len() == self.len {
                true => Ok(items),
                false => Err(session.unfit(self.rank.rank(), "fewer items than it has")),
            }
        })
    }
}
