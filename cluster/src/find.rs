//! Searches over all ranks.

use std::panic::Location;

use onrush_core::expr::{Indexed, Repeatable};
use onrush_core::function::Function;
use onrush_core::shards;
use onrush_core::{Backend, IntoFunction};

use crate::chain::ShardedChain;
use crate::error::Result;
use crate::wire;

impl<E: Repeatable + Indexed<Item: 'static>, B: Backend> ShardedChain<E, B> {
    /// The position of the first item, among those of all ranks, that a predicate holds for.
    ///
    /// # Cost
    ///
    /// On each rank at most one pass, which ends early; one round, in which each rank sends a number.
    ///
    /// # Errors
    ///
    /// See [`ErrorKind`](crate::ErrorKind).
    #[doc(alias("find", "find_if"))]
    #[track_caller]
    pub fn position<O, F>(self, predicate: O) -> Result<Option<usize>>
    where
        O: IntoFunction<(E::Item,), F>,
        F: Function<(E::Item,), Output = bool>,
    {
        self.first("position", predicate.into_function(), Location::caller())
    }

    /// Whether a predicate holds for any item. Cost and errors as [`position`](ShardedChain::position).
    #[track_caller]
    pub fn any<O, F>(self, predicate: O) -> Result<bool>
    where
        O: IntoFunction<(E::Item,), F>,
        F: Function<(E::Item,), Output = bool>,
    {
        Ok(self.first("any", predicate.into_function(), Location::caller())?.is_some())
    }

    /// Whether a predicate holds for all items. Cost and errors as [`position`](ShardedChain::position).
    #[track_caller]
    pub fn all<O, F>(self, predicate: O) -> Result<bool>
    where
        O: IntoFunction<(E::Item,), F>,
        F: Function<(E::Item,), Output = bool>,
    {
        Ok(self.first("all", shards::not(predicate.into_function()), Location::caller())?.is_none())
    }

    /// Whether a predicate holds for no item. Cost and errors as [`position`](ShardedChain::position).
    #[track_caller]
    pub fn none<O, F>(self, predicate: O) -> Result<bool>
    where
        O: IntoFunction<(E::Item,), F>,
        F: Function<(E::Item,), Output = bool>,
    {
        Ok(self.first("none", predicate.into_function(), Location::caller())?.is_none())
    }

    fn first<F: Function<(E::Item,), Output = bool>>(
        self,
        name: &'static str,
        predicate: F,
        at: &'static Location<'static>,
    ) -> Result<Option<usize>> {
        self.rank.clone().call(self.what(name, at).calls::<(E::Item,), F>(), |session| {
            let start = self.range().start;
            let own = self.ready().and_then(|()| self.chain.position(predicate));
            let own = own.map(|position| position.map_or(u64::MAX, |position| (start + position) as u64));
            let bodies = session.all_gather(own.map(|position| position.to_le_bytes().to_vec()))?;
            let first = bodies.iter().map(|body| wire::number(body, 0)).min();
            Ok(first.filter(|position| *position != u64::MAX).map(|position| position as usize))
        })
    }
}
