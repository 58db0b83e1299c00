use onrush_core::Result;
use onrush_core::algo::ScanByKey;
use onrush_core::expr::Indexed;
use onrush_core::function::Function;
use onrush_core::operator::Operator;
use onrush_core::shape::Tile;
use onrush_core::storage::Storage;
use onrush_core::value::Value;

use crate::chained_scan::{self, Chained};
use crate::memory::SmallBuffer;
use crate::multiversion::multiversion;
use crate::parallel::{self, Pool};
use crate::segments::{Input, Keys, Segmented, Segments, few, load_tile, tile_prefixes};
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
        if slots <= 2 * const { Tile::new(V::Item::SIZE).run } {
            return two_runs(&keys, &values, &op, init, &output, slots);
        }
        loaded(pool, &Input { slots, keys: &keys, values: &values, op: Segmented(op) }, init, &output)
    })
}

multiversion! {
    [v4]
    /// Scans at most two runs of slots: their prefixes follow from one another.
    unsafe fn two_runs[K: Indexed<Item: Value>, V: Indexed<Item: Value>, Q: Function<(K::Item, K::Item), Output = bool>,
        O: Operator<V::Item>, S: Storage<Item = V::Item>](
        keys: &Keys<K, Q>, values: &V, op: &O, init: Option<V::Item>, output: &S, slots: usize,
    ) -> () where [] {
        let mut i = 0;
        while i < slots {
            // SAFETY: the caller's contract; each slot is put once.
            unsafe {
                // A run of keys begins here.
                let x = values.at(i);
                let mut prefix = init.map_or(x, |init| op.call((init, x)));
                output.put(i, init.unwrap_or(prefix));
                i += 1;
                while i < slots && !keys.is_head(i) {
                    let next = op.call((prefix, values.at(i)));
                    output.put(i, if init.is_some() { prefix } else { next });
                    prefix = next;
                    i += 1;
                }
            }
        }
    }
}

/// Scans more than two runs of items, which are [loaded](crate::load) before they are folded.
///
/// # Safety
///
/// The slots are all slots of a checked input, and the output is as long.
#[inline(never)]
unsafe fn loaded<V, O, S>(pool: &Pool, input: &Input<V, O>, init: Option<V>, output: &S)
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
    let tiles = Tiles { input, init, output };
    chained_scan::run(pool, slots.div_ceil(Segments::<V>::TILE), None, &tiles);
}

/// A scan by key, tile by tile.
struct Tiles<'a, V, O, S> {
    input: &'a Input<'a, V, O>,
    init: Option<V>,
    output: &'a S,
}

impl<V: Value, O: Operator<V>, S: Storage<Item = V>> Chained for Tiles<'_, V, O, S> {
    type Outputs = Segments<V>;
    type Value = (bool, V);
    type Carry = Option<(bool, V)>;

    fn room(&self) -> Self::Outputs {
        Segments::new(self.input.slots)
    }
    fn first(&self, tile: &mut Self::Outputs, part: usize) -> Self::Value {
        // SAFETY: `range(part)` is a tile of the checked input.
        unsafe { load_tile(self.input, tile, self.input.range(part), self.init).1 }
    }
    fn next(&self, carry: Self::Carry, value: Self::Value) -> Self::Carry {
        join(&self.input.op, carry, Some(value))
    }
    fn second(&self, tile: &mut Self::Outputs, part: usize, _: Self::Value, carry: Self::Carry) {
        let range = self.input.range(part);
        // SAFETY: `first` has loaded this tile into this room; no other part has it.
        unsafe {
            tile_prefixes(&self.input.op, tile, range.clone(), self.init, carry);
            store(self.output, range.start, &tile.values[..range.len()]);
        }
    }
}
