use onrush_core::Result;
use onrush_core::algo::ScanByKey;
use onrush_core::expr::Indexed;
use onrush_core::function::Function;
use onrush_core::operator::Operator;
use onrush_core::storage::Storage;
use onrush_core::value::Value;

use crate::chained_scan::{self, Chained};
use crate::memory::SmallBuffer;
use crate::multiversion::multiversion;
use crate::parallel::{self, Pool};
use crate::segments::{Input, Keys, Rest, Segmented, Segments, alone, few, load_tile, plain_end, tile_prefixes};
use crate::select::store;
use crate::tile::join;

pub(crate) fn scan_by_key<K, V, Q, O, S>(pool: &Pool, request: ScanByKey<K, V, Q, O, S>) -> Result<()>
where
    K: Indexed<Item: Value>,
    V: Indexed<Item: Value>,
    Q: Function<(K::Item, K::Item), Output = bool>,
    O: Operator<V::Item>,
    S: Storage<Item = V::Item>,
{
    let ScanByKey { keys, values, equal, op, init, output } = request;
    let slots = keys.slots();
    let keys = Keys { keys, equal };
    // SAFETY: these are all slots of the checked input, and the output is as long.
    parallel::call(|| unsafe {
        let mut rest = Rest::ALL;
        if alone(pool, slots) {
            let head = plain(&keys, &values, &op, init, &output, slots);
            if head == slots {
                return;
            }
            rest = Rest::behind(&keys, &values, &op, init, head);
        }
        loaded(pool, &Input { slots, keys: &keys, values: &values, op: Segmented(op) }, init, &output, rest)
    })
}

multiversion! {
    [v4]
    /// Scans by a plain loop up to the first run of keys that goes beyond its [`plain_end`]. Returns that run's first slot, which
    /// is `slots` if there is none.
    unsafe fn plain[K: Indexed<Item: Value>, V: Indexed<Item: Value>, Q: Function<(K::Item, K::Item), Output = bool>,
        O: Operator<V::Item>, S: Storage<Item = V::Item>](
        keys: &Keys<K, Q>, values: &V, op: &O, init: Option<V::Item>, output: &S, slots: usize,
    ) -> usize where [] {
        // A loop for each kind of scan: a choice at each slot would take longer than the operation.
        // SAFETY: the caller's contract; this thread alone puts these slots.
        unsafe {
            match init {
                None => runs(keys, values, op, slots, |x| x, |i, _, prefix| output.put(i, prefix)),
                Some(init) => {
                    let put = |i, before: Option<_>, _| output.put(i, before.unwrap_or(init));
                    runs(keys, values, op, slots, |x| op.call((init, x)), put)
                }
            }
        }
    }
}

/// Folds runs of keys slot by slot, each begun by `begin`, and shows each slot's prefix to `put`, with the one before it in its
/// run.
///
/// # Safety
///
/// These are all slots of a checked input.
#[cfg_attr(not(debug_assertions), inline(always))]
unsafe fn runs<K, V, Q, O>(
    keys: &Keys<K, Q>,
    values: &V,
    op: &O,
    slots: usize,
    begin: impl Fn(V::Item) -> V::Item,
    put: impl Fn(usize, Option<V::Item>, V::Item),
) -> usize
where
    K: Indexed<Item: Value>,
    V: Indexed<Item: Value>,
    Q: Function<(K::Item, K::Item), Output = bool>,
    O: Operator<V::Item>,
{
    let mut i = 0;
    while i < slots {
        let (head, end) = (i, plain_end::<V::Item>(i).min(slots));
        // SAFETY: these are slots of the input.
        unsafe {
            let mut prefix = begin(values.at(i));
            put(i, None, prefix);
            i += 1;
            while i < end && !keys.is_head(i) {
                let before = prefix;
                prefix = op.call((before, values.at(i)));
                put(i, Some(before), prefix);
                i += 1;
            }
            if i == end && i < slots && !keys.is_head(i) {
                return head;
            }
        }
    }
    slots
}

/// Scans the rest of the items, which are [loaded](crate::load) before they are folded.
///
/// # Safety
///
/// The slots are all slots of a checked input, the rest isn't empty, and the output is as long.
#[inline(never)]
unsafe fn loaded<V, O, S>(pool: &Pool, input: &Input<V, O>, init: Option<V>, output: &S, rest: Rest<V>)
where
    V: Value,
    O: Operator<V>,
    S: Storage<Item = V>,
{
    let slots = input.slots;
    if slots < Segments::<V>::WARP {
        let (mut heads, mut values) = (SmallBuffer::new(), SmallBuffer::new());
        let values = values.of(slots);
        // SAFETY: the caller's contract.
        return unsafe {
            few(input, init, heads.of(slots), values);
            store(output, 0, values);
        };
    }
    let tiles = Tiles { input, init, output, before: rest.tile };
    chained_scan::run(pool, slots.div_ceil(Segments::<V>::TILE) - rest.tile, rest.carry, &tiles);
}

/// A scan by key, tile by tile.
struct Tiles<'a, V, O, S> {
    input: &'a Input<'a, V, O>,
    init: Option<V>,
    output: &'a S,
    /// The tiles before the first part.
    before: usize,
}

impl<V: Value, O: Operator<V>, S: Storage<Item = V>> Chained for Tiles<'_, V, O, S> {
    type Outputs = Segments<V>;
    type Value = (bool, V);
    type Carry = Option<(bool, V)>;

    fn room(&self) -> Self::Outputs {
        Segments::new(self.input.slots)
    }
    fn first(&self, tile: &mut Self::Outputs, part: usize) -> Self::Value {
        // SAFETY: it is a tile of the checked input.
        unsafe { load_tile(self.input, tile, self.input.range(self.before + part), self.init).1 }
    }
    fn next(&self, carry: Self::Carry, value: Self::Value) -> Self::Carry {
        join(&self.input.op, carry, Some(value))
    }
    fn second(&self, tile: &mut Self::Outputs, part: usize, _: Self::Value, carry: Self::Carry) {
        let range = self.input.range(self.before + part);
        // SAFETY: `first` has loaded this tile into this room; no other part has it.
        unsafe {
            tile_prefixes(&self.input.op, tile, range.clone(), self.init, carry);
            store(self.output, range.start, &tile.values[..range.len()]);
        }
    }
}
