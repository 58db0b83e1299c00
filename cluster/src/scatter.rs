//! Items stored at positions of all ranks.

use std::panic::Location;

use onrush_core::expr::{Indexed, Repeatable};
use onrush_core::fault::guard;
use onrush_core::shards::Record;
use onrush_core::value::Value;
use onrush_core::{Backend, Position, Result as OwnResult};

use crate::chain::{IntoShardedChain, ShardedChain};
use crate::error::Result;
use crate::rank::{Rank, Session, clash};
use crate::vec::ShardedVec;
use crate::wire;

impl<E: Repeatable + Indexed<Item: Record>, B: Backend> ShardedChain<E, B> {
    /// Stores item `i` at position `index[i]` of a vector over all ranks; see [`scatter`](onrush_core::Chain::scatter). Elements at other
    /// positions stay as they were. If several items have one position, the last one, in the order of all ranks, stays.
    ///
    /// # Cost
    ///
    /// One pass over items and positions. Two rounds: each rank sends every item, with 8 bytes for its place, to the rank that has
    /// the place, and then nothing. The items are stored on the host, one after another: each rank's part of the target is copied to its
    /// host, which has room for it and twice for the items that are sent and received with their places, and back.
    ///
    /// # Errors
    ///
    /// [`Failed`](crate::ErrorKind::Failed) of a length mismatch if there are more positions than items, or fewer, and if a position is
    /// negative or lies behind the target; and see [`ErrorKind`](crate::ErrorKind). The target is then as it was.
    ///
    /// ```
    /// use onrush::prelude::*;
    /// use onrush_cluster::Cluster;
    /// # fn main() -> onrush_cluster::Result<()> {
    /// let items = Cluster::new(vec![Cpu::with_threads(1)?; 2]).run(|rank| {
    ///     let (x, to) = (rank.shard(&[1.5f32, 2.5, 3.5])?, rank.shard(&[3i32, 0, 3])?);
    ///     let mut out = rank.shard(&[0.0; 4])?;
    ///     x.iter().scatter(&to, &mut out)?;
    ///     out.to_vec()
    /// })?;
    /// assert_eq!(items, [[2.5, 0.0, 0.0, 3.5]; 2]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("index_put", "MPI_Alltoallv"))]
    #[track_caller]
    pub fn scatter<I>(self, index: I, target: &mut ShardedVec<E::Item, B>) -> Result<()>
    where
        I: IntoShardedChain<B, Expr: Repeatable + Indexed<Item: Position>>,
    {
        let (index, rank) = (index.into_sharded(), self.rank.clone());
        let what = self.what("scatter", Location::caller()).with(format_args!("to {} places", target.len()));
        rank.call(what, |session| {
            let items = self.placed("scatter", &index, target);
            let mine = to_owners(session, &rank, target.len(), items)?;
            target.vecs = session.agree(stored(target, mine, |_, item| item))?;
            Ok(())
        })
    }

    /// This rank's items, each with its place in the target.
    pub(crate) fn placed<I: Repeatable + Indexed<Item: Position>>(
        &self,
        what: &'static str,
        index: &ShardedChain<I, B>,
        target: &ShardedVec<E::Item, B>,
    ) -> OwnResult<Vec<(usize, E::Item)>> {
        self.ready()?;
        let of_index = clash(what, (&index.rank, index.len), (&self.rank, self.len));
        // The target may have another length.
        if let Some(clash) = of_index.or_else(|| clash(what, (&self.rank, 0), (target.rank(), 0))) {
            return Err(clash.into());
        }
        let places = index.positions(what, target.len())?;
        Ok(places.into_iter().zip(self.on_host()?).collect())
    }
}

/// Brings items to the ranks that have their places in a vector of `len` items. Returns those for this rank in the order of their positions,
/// each with its place in the rank's part.
pub(crate) fn to_owners<T: Value, B: Backend>(
    session: &mut Session<'_, B>,
    rank: &Rank<B>,
    len: usize,
    items: OwnResult<Vec<(usize, T)>>,
) -> Result<Vec<(usize, T)>> {
    let ranges: Vec<_> = rank.distribution(len).ranges().collect();
    let parts = items.map(|items| {
        let mut parts = vec![Vec::new(); ranges.len()];
        for (place, item) in items {
            let owner = ranges.partition_point(|range| range.end <= place);
            parts[owner].push((place - ranges[owner].start, item));
        }
        parts.iter().map(|part| wire::items(part)).collect()
    });
    Ok(session.all_to_all(parts)?.iter().flat_map(|body| session.items(body)).collect())
}

/// New vectors of the target's items on this rank, where items were combined with those at their places, one after another.
pub(crate) fn stored<T: Record, B: Backend>(
    target: &ShardedVec<T, B>,
    items: Vec<(usize, T)>,
    combine: impl Fn(T, T) -> T,
) -> OwnResult<T::Vecs<B>> {
    let mut all = T::download::<B>(&target.vecs)?;
    guard(|| items.into_iter().for_each(|(place, item)| all[place] = combine(all[place], item)))?;
    T::upload(target.rank().device(), &all)
}
