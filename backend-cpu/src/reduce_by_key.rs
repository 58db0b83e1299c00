// An index into several slices is plainer than zipped iterators, for readers and for the vectoriser.
#![allow(clippy::needless_range_loop)]

use std::mem::MaybeUninit;

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
use crate::pack::{self, GROUP, Room, Wide};
use crate::parallel::{self, Pool};
use crate::segments::{Input, Keys, Rest, Segmented, Segments, alone, few, load_tile, plain_end, tile_prefixes};
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
    let keys = Keys { keys, equal };
    // SAFETY: these are all slots of the checked input.
    parallel::call(|| unsafe {
        let (mut rest, mut runs) = (Rest::ALL, 0);
        if alone(pool, slots) {
            let head;
            (runs, head) = plain(&keys, &values, &op, &out_keys, &out_values, slots);
            if head == slots {
                return runs;
            }
            rest = Rest::behind(&keys, &values, &op, None, head);
        }
        let input = Input { slots, keys: &keys, values: &values, op: Segmented(op) };
        let output = Output { keys: &keys, out_keys: &out_keys, out_values: &out_values };
        loaded(pool, &input, &output, runs - rest.heads, rest)
    })
}

multiversion! {
    [v4]
    /// Reduces by a plain loop up to the first run of keys that goes beyond its [`plain_end`]. Returns the number of runs before
    /// it and its first slot, which is `slots` if there is none.
    unsafe fn plain[K: Indexed<Item: Value>, V: Indexed<Item: Value>, Q: Function<(K::Item, K::Item), Output = bool>,
        O: Operator<V::Item>, SK: Storage<Item = K::Item>, SV: Storage<Item = V::Item>](
        keys: &Keys<K, Q>, values: &V, op: &O, out_keys: &SK, out_values: &SV, slots: usize,
    ) -> (usize, usize) where [] {
        let (mut i, mut runs) = (0, 0);
        while i < slots {
            let (head, end) = (i, plain_end::<V::Item>(i).min(slots));
            // SAFETY: the caller's contract; there are at most as many keys as slots.
            unsafe {
                let mut value = values.at(i);
                i += 1;
                while i < end && !keys.is_head(i) {
                    value = op.call((value, values.at(i)));
                    i += 1;
                }
                if i == end && i < slots && !keys.is_head(i) {
                    return (runs, head);
                }
                out_keys.put(runs, keys.keys.at(head));
                out_values.put(runs, value);
            }
            runs += 1;
        }
        (runs, slots)
    }
}

/// The output, whose type the caller doesn't know.
pub(crate) trait StoreRuns<V>: Sync {
    /// Stores the keys of the runs that begin in a tile from slot `first` on, before which `runs` began, and the values
    /// of those that end in it. `prefixes` are the tile's.
    ///
    /// # Safety
    ///
    /// The tile's slots are the checked input's, at least one, with a prefix for each; `runs` began before them, and no
    /// other thread stores them.
    unsafe fn store(&self, heads: &[bool], prefixes: &[V], first: usize, runs: usize);
}

struct Output<'a, K, Q, SK, SV> {
    keys: &'a Keys<K, Q>,
    out_keys: &'a SK,
    out_values: &'a SV,
}

impl<K, V, Q, SK, SV> StoreRuns<V> for Output<'_, K, Q, SK, SV>
where
    K: Indexed<Item: Value>,
    V: Value,
    Q: Function<(K::Item, K::Item), Output = bool>,
    SK: Storage<Item = K::Item>,
    SV: Storage<Item = V>,
{
    unsafe fn store(&self, heads: &[bool], prefixes: &[V], first: usize, runs: usize) {
        let (keys, end) = (&self.keys.keys, first + heads.len());
        // SAFETY: the caller's contract. Runs are numbered through all tiles, so each run's key is stored once, by the
        // tile in which it begins, and its value by the tile in which it ends. There are at most as many runs as slots.
        unsafe {
            let runs = store_runs(keys, self.out_keys, self.out_values, heads, prefixes, first, runs);
            if end == keys.slots() || self.keys.is_head(end) {
                self.out_values.put(runs - 1, prefixes[prefixes.len() - 1]);
            }
        }
    }
}

/// Reduces the rest of the items, before which `runs` runs of keys began; they are [loaded](crate::load) before they are folded.
/// Returns the number of all runs.
///
/// # Safety
///
/// The slots are all slots of a checked input; `runs` runs of keys began before the rest, and the rest isn't empty.
#[inline(never)]
pub(crate) unsafe fn loaded<V: Value, O: Operator<V>>(
    pool: &Pool,
    input: &Input<V, O>,
    output: &dyn StoreRuns<V>,
    runs: usize,
    Rest { tile: before, carry, .. }: Rest<V>,
) -> usize {
    let slots = input.slots;
    if slots < Segments::<V>::WARP {
        let (mut heads, mut values) = (SmallBuffer::new(), SmallBuffer::new());
        let (heads, values) = (heads.of(slots), values.of(slots));
        // SAFETY: the caller's contract; `few` writes both.
        let heads = unsafe {
            few(input, None, heads, values);
            output.store(heads.assume_init_ref(), values.assume_init_ref(), 0, 0);
            heads.assume_init_ref()
        };
        return heads.iter().filter(|head| **head).count();
    }
    let tiles = Tiles { input, output, before };
    chained_scan::run(pool, slots.div_ceil(Segments::<V>::TILE) - before, (runs, carry), &tiles).0
}

/// A reduction by key, tile by tile. The carry is the number of runs that began before the tile, and the pair on its
/// left.
struct Tiles<'a, V, O> {
    input: &'a Input<'a, V, O>,
    output: &'a dyn StoreRuns<V>,
    /// The tiles before the first part.
    before: usize,
}

impl<V: Value, O: Operator<V>> Chained for Tiles<'_, V, O> {
    type Outputs = Segments<V>;
    type Value = (usize, (bool, V));
    type Carry = (usize, Option<(bool, V)>);

    fn room(&self) -> Self::Outputs {
        Segments::new(self.input.slots)
    }
    fn first(&self, tile: &mut Self::Outputs, part: usize) -> Self::Value {
        // SAFETY: it is a tile of the checked input.
        unsafe { load_tile(self.input, tile, self.input.range(self.before + part), None) }
    }
    fn next(&self, (runs, carry): Self::Carry, (heads, value): Self::Value) -> Self::Carry {
        (runs + heads, join(&self.input.op, carry, Some(value)))
    }
    fn second(&self, tile: &mut Self::Outputs, part: usize, _: Self::Value, (runs, carry): Self::Carry) {
        let range = self.input.range(self.before + part);
        // SAFETY: `first` has loaded this tile into this room, so all its heads and values are written. Only this part
        // has its slots, and the carry counts the runs before them.
        unsafe {
            tile_prefixes(&self.input.op, tile, range.clone(), None, carry);
            let (heads, prefixes) = (&tile.heads[..range.len()], &tile.values[..range.len()]);
            self.output.store(heads.assume_init_ref(), prefixes.assume_init_ref(), range.start, runs);
        }
    }
}

multiversion! {
    [v4]
    /// Stores the keys of the runs that begin in a tile from slot `first` on, before which `runs` began, and the values
    /// of those that end in it, except for one that ends with its last slot. `values` are the tile's prefixes. Returns the
    /// number of runs that began before the tile's end.
    unsafe fn store_runs[K: Indexed<Item: Value>, V: Value, SK: Storage<Item = K::Item>, SV: Storage<Item = V>](
        keys: &K, out_keys: &SK, out_values: &SV, heads: &[bool], values: &[V], first: usize, runs: usize,
    ) -> usize where [] {
        let wide = pack::wide();
        // SAFETY: there is a value for each head, and `k` is one of them.
        let value = |k: usize| unsafe { *values.get_unchecked(k) };
        let store = |k: usize, runs: usize| {
            // SAFETY: `k` is a slot of the tile, and a run begins there; the rest is the caller's contract.
            unsafe {
                // The previous run ends with the previous slot. If that lies in the tile before, that tile has stored its
                // value.
                if k > 0 {
                    out_values.put(runs - 1, value(k - 1));
                }
                out_keys.put(runs, keys.at(first + k));
            }
        };
        let (mut runs, mut from) = (runs, 0);
        let packs = wide.holds() && const { pack::suits::<V>() && (SK::NOTHING || pack::suits::<K::Item>()) };
        if packs && heads.len() > GROUP {
            if heads[0] {
                store(0, runs);
                runs += 1;
            }
            // SAFETY: the caller's contract; `packs` says that the machine packs such items.
            (runs, from) = unsafe { store_packed(keys, (out_keys, out_values), heads, values, first, runs, wide) };
        }
        let (groups, rest) = heads[from..].as_chunks::<GROUP>();
        let mut last_group = [false; GROUP];
        last_group[..rest.len()].copy_from_slice(rest);
        for group in groups.iter().chain([&last_group]) {
            let mut bits = pack::bits(group, wide);
            while bits != 0 {
                store(from + bits.trailing_zeros() as usize, runs);
                bits &= bits - 1;
                runs += 1;
            }
            from += GROUP;
        }
        runs
    }
}

/// Runs that wait in a thread's room, before whole registers of them are stored.
const ROOM: usize = 256;

/// Stores runs as `store_runs` does, but for the one that begins in the tile's first slot, and but for the last slots, fewer than
/// a group: their keys and values are packed. Returns the number of runs so far, and the first of the last slots.
///
/// # Safety
///
/// The contract is that of `store_runs`; [`pack::wide`] holds, and so does [`pack::suits`] for the values and for keys that are stored.
#[cfg_attr(not(debug_assertions), inline(always))]
unsafe fn store_packed<K: Indexed<Item: Value>, V: Value, SK: Storage<Item = K::Item>, SV: Storage<Item = V>>(
    keys: &K,
    (out_keys, out_values): (&SK, &SV),
    heads: &[bool],
    values: &[V],
    first: usize,
    runs: usize,
    wide: Wide,
) -> (usize, usize) {
    // Keys that aren't stored have no room, since they may be large.
    let (mut room_keys, mut room_values, mut items) = (Room::<ROOM>::new(), Room::<ROOM>::new(), Room::<GROUP>::new());
    let (room_keys, room_values): (&mut [MaybeUninit<K::Item>], &mut [MaybeUninit<V>]) =
        (room_keys.of(), room_values.of());
    let items: &mut [MaybeUninit<K::Item>] = if SK::NOTHING { &mut [] } else { items.of() };
    let (mut runs, mut kept) = (runs, 0);
    let (groups, rest) = heads[1..].as_chunks::<GROUP>();
    let (before, _) = values.as_chunks::<GROUP>();
    for (g, (flags, before)) in groups.iter().zip(before).enumerate() {
        // The value of the run before a head lies in the slot before it, and so the group of values begins a slot earlier.
        // SAFETY: `MaybeUninit<V>` has the layout of `V`.
        let before = unsafe { &*(&raw const *before).cast::<[MaybeUninit<V>; GROUP]>() };
        let mut bits = pack::bits(flags, wide);
        let (from, count) = (1 + g * GROUP, bits.count_ones() as usize);
        if count < FEW {
            for at in kept..kept + count {
                let k = bits.trailing_zeros() as usize;
                bits &= bits - 1;
                room_values[at] = before[k];
                if !SK::NOTHING {
                    // SAFETY: `from + k` is a slot of the tile.
                    room_keys[at].write(unsafe { keys.at(first + from + k) });
                }
            }
        } else {
            // SAFETY: there is a group's room behind the `kept` ones; the flags are those of slots of the tile, the caller's
            // contract covers the machine and the sizes.
            unsafe {
                pack::pack(before, flags, room_values.as_mut_ptr().add(kept), wide);
                if let ([items], []) = items.as_chunks_mut::<GROUP>() {
                    for (k, item) in items.iter_mut().enumerate() {
                        item.write(keys.at(first + from + k));
                    }
                    pack::pack(items, flags, room_keys.as_mut_ptr().add(kept), wide);
                }
            }
        }
        kept += count;
        if kept > ROOM - GROUP || g + 1 == groups.len() {
            for at in 0..kept {
                // SAFETY: the first `kept` values, and keys if they are stored, are written. The first value is that of the last
                // run before, each of the others that of the run whose key precedes it; their places are this thread's.
                unsafe {
                    out_values.put(runs + at - 1, room_values[at].assume_init());
                    if !SK::NOTHING {
                        out_keys.put(runs + at, room_keys[at].assume_init());
                    }
                }
            }
            runs += kept;
            kept = 0;
        }
    }
    (runs, heads.len() - rest.len())
}

/// Groups with fewer heads than this aren't packed: one after another takes less time.
const FEW: usize = 4;
