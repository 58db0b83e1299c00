use onrush_core::Result;
use onrush_core::algo::ScanByKey;
use onrush_core::expr::Indexed;
use onrush_core::function::Function;
use onrush_core::operator::Operator;
use onrush_core::storage::Storage;
use onrush_core::value::Value;

use crate::chained_scan::{self, Chained};
use crate::memory::SmallBuffer;
use crate::parallel::{self, Pool};
use crate::segments::{Input, Segmented, Segments, few, load_tile, tile_prefixes};
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
    let input = Input { keys, values, equal, op: Segmented(op) };
    parallel::call(|| {
        if slots == 0 {
            return;
        }
        if slots < Segments::<V::Item>::WARP {
            let mut room = SmallBuffer::new();
            let room = room.of(slots);
            // SAFETY: these are all slots of the checked input; `few` writes a pair for each.
            let pairs = unsafe {
                few(&input, init, room);
                room.assume_init_ref()
            };
            for (i, (_, prefix)) in pairs.iter().enumerate() {
                // SAFETY: the output is as long as the input.
                unsafe { output.put(i, *prefix) }
            }
            return;
        }
        let tiles = Tiles { input: &input, init, output: &output };
        chained_scan::run(pool, slots.div_ceil(Segments::<V::Item>::TILE), None, &tiles);
    })
}

/// A scan by key, tile by tile.
struct Tiles<'a, K, V: Indexed, Q, O, S> {
    input: &'a Input<K, V, Q, O>,
    init: Option<V::Item>,
    output: &'a S,
}

impl<K, V, Q, O, S> Chained for Tiles<'_, K, V, Q, O, S>
where
    K: Indexed<Item: Value>,
    V: Indexed<Item: Value>,
    Q: Function<(K::Item, K::Item), Output = bool>,
    O: Operator<V::Item>,
    S: Storage<Item = V::Item>,
{
    type Outputs = Segments<V::Item>;
    type Value = (bool, V::Item);
    type Carry = Option<(bool, V::Item)>;

    fn room(&self) -> Self::Outputs {
        Segments::new(self.input.keys.slots())
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
            tile_prefixes(self.input, tile, range.clone(), self.init, carry);
            store(self.output, range.start, &tile.values[..range.len()]);
        }
    }
}
