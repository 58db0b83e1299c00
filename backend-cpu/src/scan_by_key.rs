use onrush_core::Result;
use onrush_core::algo::ScanByKey;
use onrush_core::expr::Indexed;
use onrush_core::function::Function;
use onrush_core::operator::Operator;
use onrush_core::shape::Tile;
use onrush_core::storage::Storage;
use onrush_core::value::Value;

use crate::parallel::{self, Pool};
use crate::segments::{Segmented, is_head};
use crate::tile::{Lefts, join};

pub(crate) fn scan_by_key<K, V, Q, O, S>(pool: &Pool, request: ScanByKey<K, V, Q, O, S>) -> Result<()>
where
    K: Indexed<Item: Value>,
    V: Indexed<Item: Value>,
    Q: Function<(K::Item, K::Item), Output = bool>,
    O: Operator<V::Item>,
    S: Storage<Item = V::Item>,
{
    let ScanByKey { keys, values, equal, op, init, output } = request;
    let shape = Tile::new(size_of::<V::Item>());
    let slots = keys.slots();
    let pair = |i| {
        // SAFETY: a slot of the checked keys and values, which have one length.
        let (head, x) = unsafe { (is_head(&keys, &equal, i), values.at(i)) };
        (head, if let (true, Some(init)) = (head, init) { op.call((init, x)) } else { x })
    };
    let op = Segmented(op);
    parallel::call(|| {
        pool.chain(slots.div_ceil(shape.tile), None, Lefts::new, |lefts, tile, turn| {
            let range = tile * shape.tile..((tile + 1) * shape.tile).min(slots);
            // SAFETY: a tile of the checked input, of at least one slot.
            let value = unsafe { lefts.fold(&op, shape, range.clone(), pair) };
            let Some(carry) = turn.pass(|carry| join(&op, carry, Some(value))) else { return };
            // SAFETY: the same tile as just before; each slot is put once, by the thread that has its tile.
            unsafe {
                lefts.prefixes(&op, shape, range, carry, pair, |i, before, (_, next)| {
                    let item = match (init, before) {
                        (None, _) => next,
                        (Some(_), Some((_, before))) if !is_head(&keys, &equal, i) => before,
                        (Some(init), _) => init,
                    };
                    output.put(i, item);
                })
            }
        });
    })
}
