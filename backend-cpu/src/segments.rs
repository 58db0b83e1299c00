//! Runs of equal keys: pairs *(does a run begin here, value)*, their operator, and their prefixes, tile by tile.

use std::ops::Range;

use onrush_core::device::Check;
use onrush_core::expr::Indexed;
use onrush_core::function::Function;
use onrush_core::lower::{Params, Unit};
use onrush_core::operator::Operator;
use onrush_core::shape::Tile;
use onrush_core::value::Value;

use crate::memory::{Memory, scratch};
use crate::tile::Lefts;
use crate::wide::wide;

/// `(f, a) ∘ (g, b) = (f | g, if g { b } else { a ∘ b })`.
#[derive(Clone, Copy)]
pub(crate) struct Segmented<O>(pub(crate) O);

impl<V: Value, O: Operator<V>> Function<((bool, V), (bool, V))> for Segmented<O> {
    type Output = (bool, V);
    #[inline(always)]
    fn call(&self, ((f, a), (g, b)): ((bool, V), (bool, V))) -> (bool, V) {
        (f | g, if g { b } else { self.0.call((a, b)) })
    }
    fn check(&self, check: &mut Check) {
        self.0.check(check);
    }
    // It runs on the host alone.
    fn params(&self, _: &mut Params) {}
    fn lower(_: &mut Unit) -> String {
        String::new()
    }
}
impl<V: Value, O: Operator<V>> Operator<(bool, V)> for Segmented<O> {}

/// What the algorithms by key read.
pub(crate) struct Input<K, V, Q, O> {
    pub(crate) keys: K,
    pub(crate) values: V,
    pub(crate) equal: Q,
    pub(crate) op: Segmented<O>,
}

impl<K, V, Q, O> Input<K, V, Q, O>
where
    K: Indexed<Item: Value>,
    Q: Function<(K::Item, K::Item), Output = bool>,
{
    /// Whether a run of keys begins in slot `i`.
    ///
    /// # Safety
    ///
    /// `i` is a slot of the checked keys.
    #[inline(always)]
    pub(crate) unsafe fn is_head(&self, i: usize) -> bool {
        // SAFETY: the caller's promise, and `i - 1` is a slot too.
        i == 0 || !self.equal.call(unsafe { (self.keys.at(i - 1), self.keys.at(i)) })
    }
}

impl<K: Indexed, V: Indexed<Item: Value>, Q, O> Input<K, V, Q, O> {
    /// The slots of a tile.
    pub(crate) fn range(&self, tile: usize) -> Range<usize> {
        let size = const { Tile::new(V::Item::SIZE).tile };
        tile * size..((tile + 1) * size).min(self.keys.slots())
    }
}

/// A thread's tile.
pub(crate) struct Segments<V> {
    lefts: Lefts<(bool, V), V>,
    /// Whether a run begins in each slot.
    pub(crate) heads: Memory<bool>,
    /// The values, then what stands before them or their prefixes.
    pub(crate) values: Memory<V>,
}

impl<V: Value> Segments<V> {
    pub(crate) const TILE: usize = Tile::new(V::SIZE).tile;

    /// Room for a tile of an input of this many slots.
    pub(crate) fn new(slots: usize) -> Self {
        let room = slots.min(Self::TILE);
        Segments { lefts: Lefts::new(), heads: scratch(room), values: scratch(room) }
    }
}

wide! {
    /// Finds the heads of a tile, computes its values (with `init` on the left of each head's), and folds them. Returns
    /// the number of heads and the tile's value.
    pub(crate) unsafe fn load_tile[K: Indexed<Item: Value>, V: Indexed<Item: Value>, Q: Function<(K::Item, K::Item), Output = bool>,
        O: Operator<V::Item>](
        input: &Input<K, V, Q, O>, tile: &mut Segments<V::Item>, slots: Range<usize>, init: Option<V::Item>,
    ) -> (usize, (bool, V::Item)) where [] {
        let len = slots.len();
        let (heads, values) = (&mut tile.heads[..len], &mut tile.values[..len]);
        let mut count = 0;
        // SAFETY (each): the caller's promise.
        for (k, head) in heads.iter_mut().enumerate().skip(1) {
            let i = slots.start + k;
            // SAFETY: as above, and `i` isn't 0.
            let is_head = !input.equal.call(unsafe { (input.keys.at(i - 1), input.keys.at(i)) });
            head.write(is_head);
            count += is_head as usize;
        }
        // SAFETY: as above.
        let first = unsafe { input.is_head(slots.start) };
        heads[0].write(first);
        count += first as usize;
        for (k, value) in values.iter_mut().enumerate() {
            // SAFETY: as above.
            value.write(unsafe { input.values.at(slots.start + k) });
        }
        if let Some(init) = init {
            for (head, value) in heads.iter().zip(values.iter_mut()) {
                // SAFETY: both were just written.
                unsafe {
                    if head.assume_init() {
                        value.write(input.op.0.call((init, value.assume_init())));
                    }
                }
            }
        }
        // SAFETY: all were just written.
        let pair = |k: usize| unsafe {
            (heads.get_unchecked(k).assume_init(), values.get_unchecked(k).assume_init())
        };
        // SAFETY: a tile has at least one slot.
        (count, unsafe { tile.lefts.fold(&input.op, len, pair) })
    }
}

wide! {
    /// Replaces the values that `load_tile` left for these slots by their inclusive prefixes; or by the exclusive ones if
    /// there is an `init`, which is that of each head.
    pub(crate) unsafe fn tile_prefixes[K: Indexed<Item: Value>, V: Indexed<Item: Value>,
        Q: Function<(K::Item, K::Item), Output = bool>, O: Operator<V::Item>](
        input: &Input<K, V, Q, O>, tile: &mut Segments<V::Item>, slots: Range<usize>, init: Option<V::Item>,
        carry: Option<(bool, V::Item)>,
    ) -> () where [] {
        let len = slots.len();
        let (heads, values) = (&tile.heads[..len], tile.values.as_mut_ptr().cast::<V::Item>());
        // SAFETY: `load_tile` wrote them for all slots of the tile.
        let pair = |k: usize| unsafe { (heads.get_unchecked(k).assume_init(), values.add(k).read()) };
        // SAFETY: as above; a slot is read before its prefix takes its place.
        unsafe {
            if let Some(init) = init {
                let put = |k: usize, before: Option<(bool, V::Item)>, _| {
                    let before = if heads.get_unchecked(k).assume_init() { None } else { before };
                    values.add(k).write(before.map_or(init, |(_, before)| before));
                };
                tile.lefts.prefixes(&input.op, len, carry, pair, put);
            } else {
                let put = |k: usize, _, (_, prefix): (bool, V::Item)| values.add(k).write(prefix);
                tile.lefts.prefixes(&input.op, len, carry, pair, put);
            }
        }
    }
}
