use std::ops::Range;

use onrush_core::Result;
use onrush_core::algo::ReduceByKey;
use onrush_core::expr::Indexed;
use onrush_core::function::Function;
use onrush_core::operator::Operator;
use onrush_core::storage::Storage;
use onrush_core::value::Value;

use crate::chained_scan::{self, Chained};
use crate::memory::SmallBuffer;
use crate::multiversion::multiversion;
use crate::pack::{self, GROUP};
use crate::parallel::{self, Pool};
use crate::segments::{Input, Segmented, Segments, few, load_tile, tile_prefixes};
use crate::tile::join;

pub(crate) fn reduce_by_key<K, V, Q, O, SK, SV>(pool: &Pool, request: ReduceByKey<K, V, Q, O, SK, SV>) -> Result<usize>
where
    K: Indexed<Item: Value>,
    V: Indexed<Item: Value>,
    Q: Function<(K::Item, K::Item), Output = bool>,
    O: Operator<V::Item>,
    SK: Storage<Item = K::Item>,
    SV: Storage<Item = V::Item>,
{
    let ReduceByKey { keys, values, equal, op, out_keys, out_values } = request;
    let slots = keys.slots();
    let input = Input { keys, values, equal, op: Segmented(op) };
    parallel::call(|| {
        if slots == 0 {
            return 0;
        }
        if slots < Segments::<V::Item>::WARP {
            let mut room = SmallBuffer::new();
            let room = room.of(slots);
            // SAFETY: these are all slots of the checked input; `few` writes a pair for each.
            let pairs = unsafe {
                few(&input, None, room);
                room.assume_init_ref()
            };
            let mut runs = 0;
            for (i, (head, prefix)) in pairs.iter().enumerate() {
                // SAFETY: there are at most as many runs as slots, and the first slot begins one. The last value that
                // is stored for a run is that of its last slot.
                unsafe {
                    if *head {
                        out_keys.put(runs, input.keys.at(i));
                        runs += 1;
                    }
                    out_values.put(runs - 1, *prefix);
                }
            }
            return runs;
        }
        let tiles = Tiles { input: &input, out_keys: &out_keys, out_values: &out_values };
        chained_scan::run(pool, slots.div_ceil(Segments::<V::Item>::TILE), (0, None), &tiles).0
    })
}

/// A reduction by key, tile by tile. The carry is the number of runs that began before the tile, and the pair on its
/// left.
struct Tiles<'a, K, V, Q, O, SK, SV> {
    input: &'a Input<K, V, Q, O>,
    out_keys: &'a SK,
    out_values: &'a SV,
}

impl<K, V, Q, O, SK, SV> Chained for Tiles<'_, K, V, Q, O, SK, SV>
where
    K: Indexed<Item: Value>,
    V: Indexed<Item: Value>,
    Q: Function<(K::Item, K::Item), Output = bool>,
    O: Operator<V::Item>,
    SK: Storage<Item = K::Item>,
    SV: Storage<Item = V::Item>,
{
    type Outputs = Segments<V::Item>;
    type Value = (usize, (bool, V::Item));
    type Carry = (usize, Option<(bool, V::Item)>);

    fn room(&self) -> Self::Outputs {
        Segments::new(self.input.keys.slots())
    }
    fn first(&self, tile: &mut Self::Outputs, part: usize) -> Self::Value {
        // SAFETY: `range(part)` is a tile of the checked input.
        unsafe { load_tile(self.input, tile, self.input.range(part), None) }
    }
    fn next(&self, (runs, carry): Self::Carry, (heads, value): Self::Value) -> Self::Carry {
        (runs + heads, join(&self.input.op, carry, Some(value)))
    }
    fn second(&self, tile: &mut Self::Outputs, part: usize, _: Self::Value, (runs, carry): Self::Carry) {
        let range = self.input.range(part);
        // SAFETY: `first` has loaded this tile into this room. Runs are numbered through all tiles, so each run's key
        // is stored once, by the tile in which it begins, and its value by the tile in which it ends. There are at most
        // as many runs as slots.
        unsafe {
            tile_prefixes(self.input, tile, range.clone(), None, carry);
            let last = range.end == self.input.keys.slots() || self.input.is_head(range.end);
            store_runs(&self.input.keys, self.out_keys, self.out_values, tile, range, runs, last);
        }
    }
}

multiversion! {
    [v4]
    /// Stores the keys of the runs that begin in a tile, before which `runs` began, and the values of those that end in
    /// it; `last` says whether a run ends with the tile.
    unsafe fn store_runs[K: Indexed<Item: Value>, V: Value, SK: Storage<Item = K::Item>, SV: Storage<Item = V>](
        keys: &K, out_keys: &SK, out_values: &SV, tile: &Segments<V>, slots: Range<usize>, runs: usize, last: bool,
    ) -> () where [] {
        let mut runs = runs;
        let value = |k: usize| {
            // SAFETY: the caller's contract: the tile's prefixes are written.
            unsafe { tile.values.get_unchecked(k).assume_init() }
        };
        // SAFETY: the caller's contract: the tile's heads are written.
        let heads = unsafe { tile.heads[..slots.len()].assume_init_ref() };
        let (groups, rest) = heads.as_chunks::<GROUP>();
        let mut last_group = [false; GROUP];
        last_group[..rest.len()].copy_from_slice(rest);
        for (g, group) in groups.iter().chain([&last_group]).enumerate() {
            let (from, mut bits) = (g * GROUP, pack::bits(group));
            while bits != 0 {
                let k = from + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                // SAFETY: `k` is a slot of the tile; the rest is the caller's contract.
                unsafe {
                    // The previous run ends with the previous slot. If that lies in the tile before, that tile has
                    // stored its value.
                    if k > 0 {
                        out_values.put(runs - 1, value(k - 1));
                    }
                    out_keys.put(runs, keys.at(slots.start + k));
                }
                runs += 1;
            }
        }
        if last {
            // SAFETY: the caller's contract; at least one run has begun.
            unsafe { out_values.put(runs - 1, value(slots.len() - 1)) }
        }
    }
}
