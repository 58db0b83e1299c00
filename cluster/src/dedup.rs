//! The first items of runs over all ranks.

use std::panic::Location;

use onrush_core::expr::{Indexed, Repeatable};
use onrush_core::fault::guard;
use onrush_core::function::Function;
use onrush_core::operator::Same;
use onrush_core::shards::{self, Record};
use onrush_core::{Backend, IntoFunction, Key, Result as OwnResult, Value};

use crate::chain::ShardedChain;
use crate::error::Result;
use crate::exchange::Held;
use crate::rank::{Rank, Session};
use crate::vec::ShardedVec;
use crate::wire;

/// The first items of runs over all ranks, which [`collect`](ShardedDedup::collect) stores.
#[must_use = "nothing is done until the items are collected"]
#[derive(Debug)]
pub struct ShardedDedup<E, Q, B> {
    chain: ShardedChain<E, B>,
    equal: Q,
}

impl<E: Repeatable + Indexed<Item: Record>, B: Backend> ShardedChain<E, B> {
    /// The first item of every run of equal keys; see [`dedup`](onrush_core::Chain::dedup). A run may lie on any number of ranks.
    ///
    /// # Cost
    ///
    /// One pass over each rank's items. Four rounds: each rank sends its first and its last item to each other, then does as
    /// [`collect`](ShardedChain::collect) after a filter.
    ///
    /// # Errors
    ///
    /// See [`ErrorKind`](crate::ErrorKind).
    #[doc(alias("unique"))]
    pub fn dedup(self) -> ShardedDedup<E, Same, B>
    where
        E::Item: Key,
    {
        ShardedDedup { chain: self, equal: Same }
    }

    /// The first item of every run in which `equal(previous, item)` holds between neighbours. It runs on the host as well, so it can't use views of a GPU's
    /// memory. Cost and errors as [`dedup`](ShardedChain::dedup).
    #[doc(alias("unique"))]
    pub fn dedup_by<F, Q>(self, equal: F) -> ShardedDedup<E, Q, B>
    where
        F: IntoFunction<(E::Item, E::Item), Q>,
        Q: Function<(E::Item, E::Item), Output = bool>,
    {
        ShardedDedup { chain: self, equal: equal.into_function() }
    }
}

impl<E, Q, B> ShardedDedup<E, Q, B>
where
    E: Repeatable + Indexed<Item: Record>,
    Q: Function<(E::Item, E::Item), Output = bool>,
    B: Backend,
{
    /// Stores the items in a new vector over all ranks.
    ///
    /// # Errors
    ///
    /// See [`ErrorKind`](crate::ErrorKind).
    #[track_caller]
    pub fn collect(self) -> Result<ShardedVec<E::Item, B>> {
        let ShardedDedup { chain, equal } = self;
        let rank = chain.rank.clone();
        rank.call(chain.what("dedup", Location::caller()).calls::<(E::Item, E::Item), Q>(), |session| {
            let len = chain.range().len();
            let own = chain.ready().and_then(|()| {
                Ok([shards::item(&chain.chain, 0)?, shards::item(&chain.chain, len.saturating_sub(1))?])
            });
            let goes_on = goes_on(session, &rank, own, equal)?;
            let part = goes_on.and_then(|goes_on| {
                let firsts = chain.chain.dedup_by(equal).collect::<<E::Item as Record>::Vecs<B>>()?;
                let mut firsts = Held::all::<E::Item, B>(firsts, rank.device());
                firsts.range.start = usize::from(goes_on).min(firsts.range.end);
                Ok(firsts)
            });
            rank.distributed(session, part)
        })
    }
}

/// Whether this rank's first item goes on with a run of the ranks before: `ends` are the rank's first item, and the one that the next
/// rank's first is compared with. One round.
pub(crate) fn goes_on<T: Value, B: Backend>(
    session: &mut Session<'_, B>,
    rank: &Rank<B>,
    ends: OwnResult<[Option<T>; 2]>,
    equal: impl Function<(T, T), Output = bool>,
) -> Result<OwnResult<bool>> {
    let ends = session.all_gather(ends.map(|ends| wire::slots(&ends)))?;
    let ends: Vec<Vec<_>> = ends.iter().map(|body| session.slots::<T>(body)).collect();
    let of = |rank: usize, i: usize| ends[rank].get(i).copied().flatten();
    let previous = (0..rank.rank()).rev().find_map(|rank| of(rank, 1));
    Ok(guard(|| previous.zip(of(rank.rank(), 0)).is_some_and(|two| equal.call(two))))
}
