//! Items of other ranks by their positions.

use std::panic::Location;

use onrush_core::expr::{Indexed, Repeatable};
use onrush_core::shards::Record;
use onrush_core::{Backend, Position, Result as OwnResult};

use crate::chain::{IntoShardedChain, ShardedChain};
use crate::error::Result;
use crate::rank::{clash, lengths};
use crate::vec::ShardedVec;
use crate::wire;

/// Items of all ranks by their positions, which [`collect`](ShardedPermute::collect) fetches.
#[must_use = "nothing is fetched until it is collected"]
#[derive(Debug)]
pub struct ShardedPermute<E, I, B> {
    chain: ShardedChain<E, B>,
    index: ShardedChain<I, B>,
}

impl<E: Repeatable + Indexed<Item: Record>, B: Backend> ShardedChain<E, B> {
    /// The items at the positions that `index` yields, in its order, wherever they lie; see [`permute`](onrush_core::Chain::permute).
    ///
    /// # Cost
    ///
    /// Three rounds: each rank sends 8 bytes for each item to the rank that has it, the items back, and then nothing. An item is computed as
    /// often as it is asked for. On the host there is memory for the positions several times, at 8 bytes each, and for the items.
    ///
    /// # Errors
    ///
    /// [`Failed`](crate::ErrorKind::Failed) if a position is negative or too large; and see [`ErrorKind`](crate::ErrorKind).
    ///
    /// ```
    /// use onrush::prelude::*;
    /// use onrush_cluster::Cluster;
    /// # fn main() -> onrush_cluster::Result<()> {
    /// let items = Cluster::new(vec![Cpu::with_threads(1)?; 2]).run(|rank| {
    ///     let (x, order) = (rank.shard(&[10, 11, 12])?, rank.shard(&[2u32, 0, 2, 1])?);
    ///     x.iter().permute(&order).collect()?.to_vec()
    /// })?;
    /// assert_eq!(items, [[12, 10, 12, 11]; 2]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("gather", "index_select", "MPI_Alltoallv"))]
    pub fn permute<I>(self, index: I) -> ShardedPermute<E, I::Expr, B>
    where
        I: IntoShardedChain<B, Expr: Repeatable + Indexed<Item: Position>>,
    {
        ShardedPermute { chain: self, index: index.into_sharded() }
    }
}

impl<E, I, B> ShardedPermute<E, I, B>
where
    E: Repeatable + Indexed<Item: Record>,
    I: Repeatable + Indexed<Item: Position>,
    B: Backend,
{
    /// Stores the items in a new vector over all ranks, distributed as the positions are.
    ///
    /// # Errors
    ///
    /// See [`permute`](ShardedChain::permute).
    #[track_caller]
    pub fn collect(self) -> Result<ShardedVec<E::Item, B>> {
        let rank = self.chain.rank.clone();
        let what = self.chain.what("permute", Location::caller());
        rank.call(what.with(format_args!("at {} positions", self.index.len)), |session| {
            let (parts, owners) = match self.requests() {
                Ok((requests, owners)) => (Ok(requests.iter().map(|part| wire::items(part)).collect()), owners),
                Err(error) => (Err(error), Vec::new()),
            };
            let asked: Vec<Vec<usize>> = session.all_to_all(parts)?.iter().map(|body| session.items(body)).collect();
            let found = rank.device().upload(&asked.concat()).and_then(|at| {
                let found = self.chain.chain.permute(&at).collect::<<E::Item as Record>::Vecs<B>>()?;
                let mut found = E::Item::download::<B>(&found)?.into_iter();
                Ok(asked.iter().map(|at| wire::items(&found.by_ref().take(at.len()).collect::<Vec<_>>())).collect())
            });
            let received = session.all_to_all(found)?;
            let mut received: Vec<_> = received.iter().map(|body| session.items::<E::Item>(body).into_iter()).collect();
            let mine: Vec<E::Item> = owners.iter().filter_map(|owner| received[*owner].next()).collect();
            let vecs = lengths("items that were sent", owners.len(), mine.len());
            let vecs = vecs.and_then(|()| E::Item::upload(rank.device(), &mine));
            Ok(rank.sharded(session.agree(vecs)?, self.index.len))
        })
    }

    /// For each rank the places, in its part, of the items that this one needs; and for each of these items the rank that has it.
    #[allow(clippy::type_complexity)]
    fn requests(&self) -> OwnResult<(Vec<Vec<usize>>, Vec<usize>)> {
        let ShardedPermute { chain, index } = self;
        chain.ready()?;
        // The index may have another length.
        if let Some(clash) = clash("permute", (&chain.rank, 0), (&index.rank, 0)) {
            return Err(clash.into());
        }
        let ranges: Vec<_> = chain.rank.distribution(chain.len).ranges().collect();
        let (mut requests, mut owners) = (vec![Vec::new(); ranges.len()], Vec::new());
        for at in index.positions("permute", chain.len)? {
            let owner = ranges.partition_point(|range| range.end <= at);
            requests[owner].push(at - ranges[owner].start);
            owners.push(owner);
        }
        Ok((requests, owners))
    }
}

impl<I: Repeatable + Indexed<Item: Position>, B: Backend> ShardedChain<I, B> {
    /// This rank's positions, all of which are below `len`.
    pub(crate) fn positions(&self, what: &'static str, len: usize) -> OwnResult<Vec<usize>> {
        let first = self.range().start;
        let positions = self.on_host()?.into_iter().enumerate();
        let place = |(i, position): (usize, I::Item)| match position.index() {
            at if at < len => Ok(at),
            _ => Err(position.out_of_range(what, len, Some(first + i)).into()),
        };
        positions.map(place).collect()
    }
}
