//! Items combined with those at positions of all ranks.

use std::panic::Location;

use onrush_core::expr::{Indexed, Repeatable};
use onrush_core::fault::guard;
use onrush_core::operator::{Less, Operator};
use onrush_core::shape::{Places, WARP, in_turn};
use onrush_core::shards::{self, Record};
use onrush_core::value::Value;
use onrush_core::{Backend, Position, Result as OwnResult};

use crate::by_key::{longest, reduce_by_key};
use crate::chain::{IntoShardedChain, ShardedChain};
use crate::error::Result;
use crate::rank::{Rank, Session};
use crate::reduce::{join, tree};
use crate::scatter::{stored, to_owners};
use crate::sort::sorted_pairs;
use crate::vec::ShardedVec;
use crate::wire;

/// Items with their places.
type Placed<T> = Vec<(usize, T)>;

impl<E: Repeatable + Indexed<Item: Record>, B: Backend> ShardedChain<E, B>
where
    (usize, E::Item): Record,
{
    /// Combines the items for each place of a vector over all ranks: `target[p] = target[p] ∘ x ∘ y ∘ …` for the items `x`, `y`, … whose
    /// positions are `p`, with the bits of [`scatter_reduce`](onrush_core::Chain::scatter_reduce) on one device.
    ///
    /// # Determinism
    ///
    /// The association is that [by place](onrush_core::shape#by-place) of the shape contract: it depends on the number of items, the
    /// target's length, the item's size and the positions alone. The items of a place are combined in the order of all ranks if the
    /// operator doesn't commute.
    ///
    /// # Cost
    ///
    /// One pass over items and positions, which are copied to the host and combined there by one thread; so is each rank's part of the
    /// target, for which there is room on its host. What is sent depends on the operator and the lengths:
    ///
    /// - If the operator is exact, in two rounds: a value and 8 bytes for each place that a rank has items for.
    /// - If it isn't, for up to 1024 items, or up to 2^14 if there are at most four for each place, in two rounds: each item and 8 bytes.
    /// - Else for a target of up to 16 KiB, in four rounds: items at a rank's ends, less than 1/32 of all at each, and
    ///   values of up to 32 parts of the items for each place, all ranks together, from each rank to all others.
    /// - For a larger target what a [sort by key](crate::sort_by_key) sends, with the places as keys, and what
    ///   [`reduce_by_key`] does; their memory on device and host; then a value and 8 bytes for each place.
    ///
    /// # Errors
    ///
    /// [`Failed`](crate::ErrorKind::Failed) of a length mismatch if there are more positions than items, or fewer; if a position is
    /// negative or lies behind the target, or the target is longer than 2^32 - 1; and if the operator panics. See also
    /// [`ErrorKind`](crate::ErrorKind). The target is then as it was.
    ///
    /// ```
    /// use onrush::prelude::*;
    /// use onrush_cluster::Cluster;
    /// # fn main() -> onrush_cluster::Result<()> {
    /// let totals = Cluster::new(vec![Cpu::with_threads(1)?; 2]).run(|rank| {
    ///     let (masses, cells) = (rank.shard(&[1.5f32, 2.5, 3.5])?, rank.shard(&[3u32, 0, 3])?);
    ///     let mut total = rank.shard(&[10.0; 4])?;
    ///     masses.iter().scatter_reduce(&cells, Sum, &mut total)?;
    ///     total.to_vec()
    /// })?;
    /// assert_eq!(totals, [[12.5, 10.0, 10.0, 15.0]; 2]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("index_add", "scatter_add", "index_reduce", "segment_sum", "accumarray"))]
    #[track_caller]
    pub fn scatter_reduce<I, O>(self, positions: I, op: O, target: &mut ShardedVec<E::Item, B>) -> Result<()>
    where
        I: IntoShardedChain<B, Expr: Repeatable + Indexed<Item: Position>>,
        O: Operator<E::Item>,
    {
        const NAME: &str = "scatter_reduce";
        let (index, rank, slots, places) = (positions.into_sharded(), self.rank.clone(), self.len, target.len());
        let what = self.what(NAME, Location::caller()).with(format_args!("for {places} places")).by::<E::Item, O>();
        rank.call(what, |session| {
            let items = longest(NAME, places, u32::MAX as usize).and_then(|()| self.placed(NAME, &index, target));
            let size = shards::item_bytes::<E::Item>();
            let mine = if O::EXACT {
                // Any association has the same bits.
                let values = items.and_then(|items| guard(|| in_places(items, &op)));
                to_owners(session, &rank, places, values)?
            } else if in_turn(slots, places) {
                to_owners(session, &rank, places, items)?
            } else if let Some(shape) = Places::new(slots, places, size, O::COMMUTATIVE) {
                by_runs(session, &rank, items, slots, places, shape, op)?
            } else {
                by_key(session, &rank, items, slots, places, op)?
            };
            target.vecs = session.agree(stored(target, mine, |old, item| op.call((old, item))))?;
            Ok(())
        })
    }
}

/// One value for each place.
fn in_places<T: Value, O: Operator<T>>(mut items: Placed<T>, op: &O) -> Placed<T> {
    // Stable: the items of a place keep their order.
    items.sort_by_key(|(place, _)| *place);
    let mut values: Placed<T> = Vec::new();
    for (place, item) in items {
        match values.last_mut() {
            Some((last, value)) if *last == place => *value = op.call((*value, item)),
            _ => values.push((place, item)),
        }
    }
    values
}

/// The values of this rank's places of a small target: each of the contract's runs of chunks is computed on the rank that has its end.
fn by_runs<T: Value, O: Operator<T>, B: Backend>(
    session: &mut Session<'_, B>,
    rank: &Rank<B>,
    items: OwnResult<Placed<T>>,
    slots: usize,
    places: usize,
    shape: Places,
    op: O,
) -> Result<Placed<T>> {
    let run = shape.per_run() * shape.sets * shape.set;
    let of = rank.distribution(slots);
    let cut = |to: usize| if to == rank.size() { slots } else { of.range(to).start / run * run };
    let needs: Vec<_> = (0..rank.size()).map(|to| cut(to)..cut(to + 1)).collect();
    let items = items.as_deref().map_err(Clone::clone);
    let mine = rank.routed(session, items, of.range(rank.rank()).start, &needs)?;
    let own = mine.and_then(|mine| {
        let values = || mine.chunks(run).flat_map(|run| of_run(run, places, shape, &op)).collect::<Vec<_>>();
        Ok(wire::slots(&guard(values)?))
    });
    let bodies = session.all_gather(own)?;
    let runs: Vec<_> = bodies.iter().flat_map(|body| session.slots::<T>(body)).collect();
    if runs.len() != slots.div_ceil(run) * places {
        return Err(session.unfit(rank.rank(), "another number of partial results than there are"));
    }
    let here = rank.distribution(places).range(rank.rank());
    let value = |place: usize| {
        let mut values: Vec<_> = runs.iter().skip(place).step_by(places).copied().collect();
        values.resize(WARP, None);
        Some((place - here.start, tree(values, &op)?))
    };
    // On each rank other places, so that a failure is to be told.
    session.agree(guard(|| here.clone().filter_map(value).collect()))
}

/// The values of a run of chunks for all places.
fn of_run<T: Value, O: Operator<T>>(items: &[(usize, T)], places: usize, shape: Places, op: &O) -> Vec<Option<T>> {
    let add = |all: &mut [Option<T>], part: &[Option<T>]| {
        all.iter_mut().zip(part).for_each(|(all, part)| *all = join(op, *all, *part));
    };
    let mut run = vec![None; places];
    for chunk in items.chunks(shape.set * shape.sets) {
        let mut of_chunk = vec![None; places];
        for set in chunk.chunks(shape.set) {
            let mut classes = vec![vec![None; shape.classes]; places];
            for (i, (place, item)) in set.iter().enumerate() {
                let value = &mut classes[*place][i % shape.classes];
                *value = join(op, *value, Some(*item));
            }
            let of_set: Vec<_> = classes.into_iter().map(|classes| tree(classes, op)).collect();
            add(&mut of_chunk, &of_set);
        }
        add(&mut run, &of_chunk);
    }
    run
}

/// The values of this rank's places of a large target: items in the order of their places, reduced by key.
fn by_key<T: Record, O: Operator<T>, B: Backend>(
    session: &mut Session<'_, B>,
    rank: &Rank<B>,
    items: OwnResult<Placed<T>>,
    slots: usize,
    places: usize,
    op: O,
) -> Result<Placed<T>> {
    let device = rank.device();
    let uploaded = items.and_then(|items| {
        let (keys, values): (Vec<usize>, Vec<T>) = items.into_iter().unzip();
        Ok((device.upload(&keys)?, T::upload(device, &values)?))
    });
    let (keys, values) = match uploaded {
        Ok((keys, values)) => sorted_pairs::<usize, T, B>(session, rank, slots, Ok((keys, &values)), Less)?,
        Err(error) => sorted_pairs::<usize, T, B>(session, rank, slots, Err(error), Less)?,
    };
    let keys = ShardedChain::new(keys.iter(), slots, rank.clone());
    let values = ShardedChain::new(shards::chain(T::items::<B>(&values), device), slots, rank.clone());
    let runs = reduce_by_key(keys, values, op).runs(session)?;
    let runs = runs.and_then(|runs| {
        let mut items = <(usize, T)>::download::<B>(&runs.vecs)?;
        items.truncate(runs.range.end);
        Ok(items.split_off(runs.range.start))
    });
    to_owners(session, rank, places, runs)
}
