//! Prefixes over all ranks.

use std::panic::Location;

use onrush_core::expr::{Expr, Indexed, Repeatable};
use onrush_core::fault::guard;
use onrush_core::operator::Operator;
use onrush_core::shape::Tile;
use onrush_core::shards::{self, Record};
use onrush_core::{Backend, Result as OwnResult};

use crate::chain::ShardedChain;
use crate::error::Result;
use crate::rank::{Rank, Session};
use crate::reduce::join;
use crate::vec::ShardedVec;
use crate::wire;

/// A scan over all ranks, which [`collect`](ShardedScan::collect) runs.
#[must_use = "a scan does nothing until it is collected"]
#[derive(Debug)]
pub struct ShardedScan<E: Expr, O, B> {
    chain: ShardedChain<E, B>,
    op: O,
    init: Option<E::Item>,
}

impl<E: Repeatable + Indexed<Item: Record>, B: Backend> ShardedChain<E, B> {
    /// Inclusive prefixes, with the bits of [`scan_inclusive`](onrush_core::Chain::scan_inclusive) on one device.
    ///
    /// # Cost
    ///
    /// Two passes over each rank's items: one that reads them, for the tiles' values, and one that reads them and writes the prefixes. Two
    /// rounds: each rank sends one value to each other if the operator is exact, else the values of its tiles of 48 KiB, and then none. Temporary
    /// memory: on the host the values of all tiles.
    ///
    /// Where a tile lies on several ranks, which tiles of items of 1, 2, 4, 8 and 16 bytes don't, a round before moves its slots to the
    /// ranks behind, and the result of such a rank is made on the host.
    ///
    /// # Errors
    ///
    /// See [`ErrorKind`](crate::ErrorKind).
    #[doc(alias("MPI_Scan", "cumsum", "prefix_sum"))]
    pub fn scan_inclusive<O: Operator<E::Item>>(self, op: O) -> ShardedScan<E, O, B> {
        ShardedScan { chain: self, op, init: None }
    }

    /// Exclusive prefixes, with the bits of [`scan_exclusive`](onrush_core::Chain::scan_exclusive) on one device: item 0 is `init`. All else is
    /// as for [`scan_inclusive`](ShardedChain::scan_inclusive), without the third pass.
    #[doc(alias("MPI_Exscan", "prefix_sum"))]
    pub fn scan_exclusive<O: Operator<E::Item>>(self, init: E::Item, op: O) -> ShardedScan<E, O, B> {
        ShardedScan { chain: self, op, init: Some(init) }
    }
}

impl<E: Repeatable + Indexed<Item: Record>, O: Operator<E::Item>, B: Backend> ShardedScan<E, O, B> {
    /// Runs the scan. The prefixes are distributed as the items are.
    ///
    /// # Errors
    ///
    /// See [`ErrorKind`](crate::ErrorKind).
    #[track_caller]
    pub fn collect(self) -> Result<ShardedVec<E::Item, B>> {
        let name = if self.init.is_some() { "scan_exclusive" } else { "scan_inclusive" };
        let (rank, op) = (self.chain.rank.clone(), self.op);
        let what = self.chain.what(name, Location::caller()).by::<E::Item, O>().from(self.init);
        rank.call(what, |session| {
            if O::EXACT {
                return self.any_association(session, &rank);
            }
            let tile = Tile::new(shards::item_bytes::<E::Item>()).tile;
            let parts = self.chain.parts::<true, O>(session, op, tile)?;
            let first = self.chain.range().start / tile;
            let carried = |tiles: &[_]| tiles.iter().fold(self.init, |all, value| join(&op, all, *value));
            // On every rank the carries are folded by itself, so that a failure here is told.
            let carry = guard(|| carried(&parts.values[..first.min(parts.values.len())]));
            let own = carry.and_then(|carry| match parts.before.is_empty() {
                true => shards::scan(&self.chain.chain, op, carry, self.init.is_some(), 0),
                false => {
                    self.behind_a_cut(&parts.before, carry, guard(|| join(&op, carry, parts.values[first]))?, tile)
                }
            });
            Ok(rank.sharded(session.agree(own)?, self.chain.len))
        })
    }

    /// Runs a scan whose bits no association changes.
    fn any_association(&self, session: &mut Session<'_, B>, rank: &Rank<B>) -> Result<ShardedVec<E::Item, B>> {
        let (chain, op, me) = (&self.chain.chain, self.op, rank.rank());
        let whole = || shards::part(chain, 0..usize::MAX);
        let own = self.chain.ready().and_then(|()| whole().reduce_with(op));
        let bodies = session.all_gather(own.map(|value| wire::slots(&[value])))?;
        let values: Vec<_> = bodies[..me].iter().flat_map(|body| session.slots::<E::Item>(body)).collect();
        let carry = guard(|| values.into_iter().fold(self.init, |all, value| join(&op, all, value)));
        let own = carry.and_then(|carry| shards::scan(chain, op, carry, self.init.is_some(), 0));
        Ok(rank.sharded(session.agree(own)?, self.chain.len))
    }

    /// The prefixes of a rank whose first slot lies inside a tile: `carry` stands on the tile's left, `behind` is the carry behind it.
    fn behind_a_cut(
        &self,
        before: &[Option<E::Item>],
        carry: Option<E::Item>,
        behind: Option<E::Item>,
        tile: usize,
    ) -> OwnResult<<E::Item as Record>::Vecs<B>> {
        let (range, chain, exclusive) = (self.chain.range(), &self.chain.chain, self.init.is_some());
        let end = (range.start.next_multiple_of(tile)).min(range.end) - range.start;
        let mut items: Vec<_> = before.iter().copied().flatten().collect();
        items.extend(shards::slots_on_host(chain, 0..end)?.into_iter().flatten());
        let of_tile = shards::scan(&shards::of_items(self.chain.rank.host(), &items), self.op, carry, exclusive, 0)?;
        let mut prefixes = E::Item::download(&of_tile)?.split_off(before.len());
        if end < range.len() {
            let others = shards::scan(chain, self.op, behind, exclusive, end)?;
            prefixes.extend(E::Item::download::<B>(&others)?);
        }
        E::Item::upload(chain.device(), &prefixes)
    }
}
