//! Reductions over all ranks.

use std::ops::Range;
use std::panic::Location;

use onrush_core::expr::{Indexed, Repeatable};
use onrush_core::fault::guard;
use onrush_core::operator::{Extreme, Max, Min, Number, Operator, Product, Sum};
use onrush_core::shape::{Reduction, THREADS, Tile};
use onrush_core::shards::{self, Both, Record};
use onrush_core::{Backend, Key, Moments, Result as OwnResult};

use crate::chain::ShardedChain;
use crate::error::Result;
use crate::rank::{Session, lengths};
use crate::wire;

/// The parts of a chain that are chunks or tiles.
pub(crate) struct Parts<T> {
    /// The slots of other ranks before this rank's first, in the part that contains it.
    pub(crate) before: Vec<Option<T>>,
    /// The values of all parts, of all ranks.
    pub(crate) values: Vec<Option<T>>,
}

impl<E: Repeatable<Item: Record>, B: Backend> ShardedChain<E, B> {
    /// The values of all parts of `unit` slots, which are chunks or, if `IN_ORDER`, tiles. One round, and a second one first if a rank's slots
    /// begin inside a part: then the ranks before it send the part's beginning, and the one that has its end computes it.
    pub(crate) fn parts<const IN_ORDER: bool, O: Operator<E::Item>>(
        &self,
        session: &mut Session<'_, B>,
        op: O,
        unit: usize,
    ) -> Result<Parts<E::Item>> {
        let (before, ready) = self.before(session, unit)?;
        let own = ready.and_then(|()| self.own_values::<IN_ORDER, O>(op, unit, &before));
        let bodies = session.all_gather(own.map(|values| wire::slots(&values)))?;
        let values: Vec<_> = bodies.iter().flat_map(|body| session.slots(body)).collect();
        match values.len() == self.len.div_ceil(unit) {
            true => Ok(Parts { before, values }),
            false => Err(session.unfit(self.rank.rank(), "another number of partial results than there are")),
        }
    }

    /// The slots of other ranks before this rank's first, in the part of `unit` slots that contains it; and whether all is well. One round
    /// if a rank's slots begin inside a part, else none.
    #[allow(clippy::type_complexity)]
    pub(crate) fn before(
        &self,
        session: &mut Session<'_, B>,
        unit: usize,
    ) -> Result<(Vec<Option<E::Item>>, OwnResult<()>)> {
        let mine = self.range();
        let cuts: Vec<Range<usize>> = self.rank.distribution(self.len).ranges().collect();
        let ready = self.ready();
        if cuts.iter().all(|range| range.is_empty() || range.start % unit == 0) {
            return Ok((Vec::new(), ready));
        }
        let received = session.all_to_all(ready.and_then(|()| self.ends(&cuts, unit)))?;
        let before: Vec<_> = received.iter().flat_map(|body| session.slots(body)).collect();
        let expected = if mine.is_empty() { 0 } else { mine.start % unit };
        let complete = lengths("slots that were sent", expected, before.len());
        Ok((before, complete))
    }

    /// What other ranks need of this one's last part, if it doesn't end here.
    fn ends(&self, cuts: &[Range<usize>], unit: usize) -> OwnResult<Vec<Vec<u8>>> {
        let (own, mine) = (self.rank.rank(), self.range());
        let mut bodies = vec![wire::slots::<E::Item>(&[]); cuts.len()];
        if mine.is_empty() || mine.end % unit == 0 || mine.end == self.len {
            return Ok(bodies);
        }
        let part = mine.end / unit * unit;
        let slots = shards::slots_on_host(&self.chain, part.saturating_sub(mine.start)..mine.len())?;
        for (rank, range) in cuts.iter().enumerate() {
            if rank > own && !range.is_empty() && range.start - part < unit {
                bodies[rank] = wire::slots(&slots);
            }
        }
        Ok(bodies)
    }

    /// The values of the parts that end on this rank.
    fn own_values<const IN_ORDER: bool, O: Operator<E::Item>>(
        &self,
        op: O,
        unit: usize,
        before: &[Option<E::Item>],
    ) -> OwnResult<Vec<Option<E::Item>>> {
        let (mine, host) = (self.range(), self.rank.host());
        let (first, mut values) = (mine.start.next_multiple_of(unit).min(self.len), Vec::new());
        if !before.is_empty() && first <= mine.end {
            let mut slots = before.to_vec();
            slots.extend(shards::slots_on_host(&self.chain, 0..first - mine.start)?);
            let all = 0..slots.len();
            values = shards::chunk_values::<IN_ORDER, _, _, _>(&shards::of_slots(host, &slots), op, unit, all)?;
        }
        let last = if mine.end == self.len { mine.end } else { mine.end / unit * unit };
        if first < last {
            let whole = first - mine.start..last - mine.start;
            values.extend(shards::chunk_values::<IN_ORDER, _, _, _>(&self.chain, op, unit, whole)?);
        }
        Ok(values)
    }

    fn reduced<O: Operator<E::Item>>(
        self,
        name: &'static str,
        init: Option<E::Item>,
        op: O,
        at: &'static Location<'static>,
    ) -> Result<Option<E::Item>> {
        self.rank.clone().call(self.what(name, at).by::<E::Item, O>().from(init), |session| {
            let values = if O::EXACT {
                // Any association has the same bits.
                let own = self.ready().and_then(|()| self.chain.reduce_with(op));
                let bodies = session.all_gather(own.map(|value| wire::slots(&[value])))?;
                let values: Vec<_> = bodies.iter().flat_map(|body| session.slots(body)).collect();
                guard(|| values.into_iter().fold(None, |all, value| join(&op, all, value)))
            } else if O::COMMUTATIVE {
                let chunk = Reduction::new(self.len, shards::item_bytes::<E::Item>()).chunk;
                let values = self.parts::<false, O>(session, op, chunk)?.values;
                guard(|| in_lanes(values, &op))
            } else {
                let shape = Tile::new(shards::item_bytes::<E::Item>());
                let values = self.parts::<true, O>(session, op, shape.tile)?.values;
                let fold = |tiles: &[_]| tiles.iter().fold(None, |all, value| join(&op, all, *value));
                guard(|| tree(values.chunks(shape.per_chunk(self.len)).map(fold).collect(), &op))
            };
            // Every rank computes the same of the same values, so an operator that panics does so on all.
            session.alike(values.and_then(|value| guard(|| join(&op, init, value))))
        })
    }

    /// Combines `init` and all items by an associative operator, with the bits of [`reduce`](onrush_core::Chain::reduce) on one device.
    ///
    /// # Cost
    ///
    /// One pass over each rank's items. One round, in which each rank sends to each other one value if the operator is exact, else
    /// the values of its chunks, of which there are up to 4096 on all ranks together, or of its tiles of 48 KiB, if it doesn't commute. A second
    /// round before, if a chunk or tile lies on several ranks, moves its slots to the rank that has its end. Every rank then folds all values,
    /// in the association of the [shape contract](onrush_core::shape).
    ///
    /// # Errors
    ///
    /// [`Failed`](crate::ErrorKind::Failed) with what the chain on a rank returns, and what every call on a cluster can return: see
    /// [`ErrorKind`](crate::ErrorKind).
    #[doc(alias("MPI_Allreduce", "ncclAllReduce"))]
    #[track_caller]
    pub fn reduce<O: Operator<E::Item>>(self, init: E::Item, op: O) -> Result<E::Item> {
        Ok(self.reduced("reduce", Some(init), op, Location::caller())?.unwrap_or(init))
    }

    /// Combines all items without an initial value: `None` if there are no items on any rank. All else is as for
    /// [`reduce`](ShardedChain::reduce).
    #[track_caller]
    pub fn reduce_with<O: Operator<E::Item>>(self, op: O) -> Result<Option<E::Item>> {
        self.reduced("reduce_with", None, op, Location::caller())
    }
}

/// Joins two parts, either of which may have no items.
pub(crate) fn join<T: onrush_core::Value, O: Operator<T>>(op: &O, a: Option<T>, b: Option<T>) -> Option<T> {
    match (a, b) {
        (Some(a), Some(b)) => Some(op.call((a, b))),
        (a, b) => a.or(b),
    }
}

/// The result of the chunks' values: step 3 of the contract's strided lanes.
fn in_lanes<T: onrush_core::Value, O: Operator<T>>(mut values: Vec<Option<T>>, op: &O) -> Option<T> {
    for c in THREADS..values.len() {
        values[c % THREADS] = join(op, values[c % THREADS], values[c]);
    }
    values.truncate(THREADS);
    tree(values, op)
}

/// The contract's tree.
pub(crate) fn tree<T: onrush_core::Value, O: Operator<T>>(mut values: Vec<Option<T>>, op: &O) -> Option<T> {
    while values.len() > 1 {
        values = values.chunks(2).map(|pair| pair.iter().fold(None, |all, value| join(op, all, *value))).collect();
    }
    values.pop().flatten()
}

impl<E: Repeatable<Item: Number>, B: Backend> ShardedChain<E, B> {
    /// The sum of all items; integers wrap. Cost and errors as [`reduce`](ShardedChain::reduce).
    #[track_caller]
    pub fn sum(self) -> Result<E::Item> {
        Ok(self.reduced("sum", None, Sum, Location::caller())?.unwrap_or(shards::neutral(Sum)))
    }

    /// The product of all items; integers wrap. Cost and errors as [`reduce`](ShardedChain::reduce).
    #[track_caller]
    pub fn product(self) -> Result<E::Item> {
        Ok(self.reduced("product", None, Product, Location::caller())?.unwrap_or(shards::neutral(Product)))
    }

    /// The smallest item; see [`Chain::min`](onrush_core::Chain::min). Cost and errors as [`reduce`](ShardedChain::reduce); exact.
    #[track_caller]
    pub fn min(self) -> Result<Option<E::Item>> {
        self.reduced("min", None, Min, Location::caller())
    }

    /// The largest item; see [`Chain::max`](onrush_core::Chain::max). Cost and errors as [`reduce`](ShardedChain::reduce); exact.
    #[track_caller]
    pub fn max(self) -> Result<Option<E::Item>> {
        self.reduced("max", None, Max, Location::caller())
    }

    /// The smallest and the largest item. Cost and errors as [`reduce`](ShardedChain::reduce); exact.
    #[track_caller]
    pub fn minmax(self) -> Result<Option<(E::Item, E::Item)>>
    where
        (E::Item, E::Item): Record,
    {
        self.map(shards::Twice).reduced("minmax", None, Both(Min, Max), Location::caller())
    }

    /// The mean as an `f64`, `None` if there are no items; see [`Chain::mean`](onrush_core::Chain::mean). Cost and errors as
    /// [`reduce`](ShardedChain::reduce).
    #[track_caller]
    pub fn mean(self) -> Result<Option<f64>> {
        let (len, at) = (self.len, Location::caller());
        if !E::DENSE {
            let counted = self.map(shards::counted()).reduced("mean", None, Both(Sum, Sum), at)?;
            return Ok(counted.map(|(count, sum)| sum / count as f64));
        }
        Ok(self.map(shards::as_f64()).reduced("mean", None, Sum, at)?.map(|sum| sum / len as f64))
    }

    /// Number, mean and variance of the items in one pass, `None` if there are none; see
    /// [`Chain::moments`](onrush_core::Chain::moments). Cost and errors as [`reduce`](ShardedChain::reduce).
    #[track_caller]
    pub fn moments(self) -> Result<Option<Moments>> {
        let moments = self.map(shards::moment()).reduced("moments", None, shards::merge_moments(), Location::caller());
        Ok(moments?.map(shards::of_state))
    }
}

impl<E: Repeatable + Indexed<Item: Key + Record>, B: Backend> ShardedChain<E, B>
where
    (E::Item, usize): Record,
{
    /// The position of the smallest item, of the first of several; see [`Chain::argmin`](onrush_core::Chain::argmin). Cost and errors as
    /// [`reduce`](ShardedChain::reduce); exact.
    #[track_caller]
    pub fn argmin(self) -> Result<Option<usize>> {
        let least = self.positioned().reduced("argmin", None, Extreme::<false, false>, Location::caller())?;
        Ok(least.map(|(_, position)| position))
    }

    /// The position of the largest item, of the first of several; see [`Chain::argmax`](onrush_core::Chain::argmax). Cost and errors as
    /// [`reduce`](ShardedChain::reduce); exact.
    #[track_caller]
    pub fn argmax(self) -> Result<Option<usize>> {
        let most = self.positioned().reduced("argmax", None, Extreme::<true, false>, Location::caller())?;
        Ok(most.map(|(_, position)| position))
    }
}
