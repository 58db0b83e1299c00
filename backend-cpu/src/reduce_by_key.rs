use std::mem::MaybeUninit;

use onrush_core::Result;
use onrush_core::algo::ReduceByKey;
use onrush_core::expr::Indexed;
use onrush_core::function::Function;
use onrush_core::operator::Operator;
use onrush_core::shape::Tile;
use onrush_core::storage::Storage;
use onrush_core::value::Value;

use crate::memory::scratch;
use crate::parallel::{self, Pool};
use crate::segments::{Segmented, is_head};
use crate::select::store;
use crate::tile::{Lefts, join};

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
    let shape = Tile::new(size_of::<V::Item>());
    let slots = keys.slots();
    // SAFETY: `i` is a slot of the checked keys and values, which have one length.
    let head = |i| unsafe { is_head(&keys, &equal, i) };
    // SAFETY: as above.
    let pair = |i| unsafe { (head(i), values.at(i)) };
    let op = Segmented(op);
    let room = shape.tile.min(slots);
    let own = || (Lefts::new(), scratch::<K::Item>(room), scratch::<V::Item>(room));
    parallel::call(|| {
        // The carry: how many runs began before the tile, and the pair on its left.
        let (runs, _) = pool.chain(slots.div_ceil(shape.tile), (0, None), own, |(lefts, firsts, sums), tile, turn| {
            let range = tile * shape.tile..((tile + 1) * shape.tile).min(slots);
            // SAFETY: a tile of the checked input, of at least one slot.
            let value = unsafe { lefts.fold(&op, shape, range.clone(), pair) };
            let mut heads = 0;
            for i in range.clone().filter(|i| head(*i)) {
                // SAFETY: slots of the checked input; at most one head per slot.
                unsafe { firsts.get_unchecked_mut(heads).write(keys.at(i)) };
                heads += 1;
            }
            let Some((runs, carry)) = turn.pass(|(runs, carry)| (runs + heads, join(&op, carry, Some(value)))) else {
                return;
            };
            // A run ends where the next one begins: the tile's first result may belong to a run that began before it.
            let mut ends = 0;
            let first = if head(range.start) { runs } else { runs - 1 };
            let put = |i: usize, _, (_, sum): (bool, V::Item)| {
                if i + 1 == slots || head(i + 1) {
                    sums[ends].write(sum);
                    ends += 1;
                }
            };
            // SAFETY: the tile was folded just before. `heads` keys and `ends` sums were written to the scratch space.
            // Runs are numbered through all tiles, so each one's key and sum are stored once, by the tile in which it
            // begins or ends, and there are no more runs than slots.
            unsafe {
                lefts.prefixes(&op, shape, range, carry, pair, put);
                store(&out_keys, runs, &firsts[..heads]);
                store(&out_values, first, &sums[..ends] as &[MaybeUninit<V::Item>]);
            }
        });
        runs
    })
}
