//! Runs of equal keys: pairs *(does a run begin here, value)*, their operator, and their prefixes, tile by tile.

// An index into several slices is plainer than zipped iterators, for readers and for the vectoriser.
#![allow(clippy::needless_range_loop)]

use std::mem::MaybeUninit;
use std::ops::Range;

use onrush_core::device::Check;
use onrush_core::expr::Indexed;
use onrush_core::function::Function;
use onrush_core::lower::{Params, TranslationUnit};
use onrush_core::operator::Operator;
use onrush_core::shape::{Tile, WARP};
use onrush_core::value::Value;

use crate::memory::{HeapValue, Memory, SmallBuffer, scratch};
use crate::multiversion::multiversion;
use crate::pack::{self, GROUP};
use crate::tile::{Lefts, Runs, fold_columns, fold_runs, hillis_steele, prefix_columns};
use crate::transpose::{self, transpose};

/// The operator `(f, a) ∘ (g, b) = (f | g, if g { b } else { a ∘ b })`.
#[derive(Clone, Copy)]
pub(crate) struct Segmented<O>(pub(crate) O);

// SAFETY: `call` depends on its arguments and the operator's [`Function`] alone; it is never lowered for a device.
unsafe impl<V: Value, O: Operator<V>> Function<((bool, V), (bool, V))> for Segmented<O> {
    type Output = (bool, V);
    #[inline(always)]
    fn call(&self, ((f, a), (g, b)): ((bool, V), (bool, V))) -> (bool, V) {
        (f | g, if g { b } else { self.0.call((a, b)) })
    }
    fn check(&self, check: &mut Check) {
        self.0.check(check);
    }
    // This operator runs on the host alone.
    fn params(&self, _: &mut Params) {}
    fn lower(_: &mut TranslationUnit) -> String {
        String::new()
    }
}
// SAFETY: the defaults claim no law.
unsafe impl<V: Value, O: Operator<V>> Operator<(bool, V)> for Segmented<O> {}

/// The inputs of the algorithms by key.
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
        // SAFETY: the caller's contract; `i - 1` is a slot too, since `i` isn't 0.
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

/// The tile of a thread.
pub(crate) struct Segments<V> {
    lefts: HeapValue<Lefts<(bool, V), V>>,
    /// Whether a run begins in each slot.
    pub(crate) heads: Memory<bool>,
    /// The values, which are replaced by their prefixes.
    pub(crate) values: Memory<V>,
}

impl<V: Value> Segments<V> {
    pub(crate) const TILE: usize = Tile::new(V::SIZE).tile;
    /// Inputs of fewer slots are processed by [`few`].
    pub(crate) const WARP: usize = Tile::new(V::SIZE).warp;

    /// Room for a tile of an input of this many slots.
    pub(crate) fn new(slots: usize) -> Self {
        let room = slots.min(Self::TILE);
        Segments { lefts: Lefts::placed(), heads: scratch(room), values: scratch(room) }
    }
}

multiversion! {
    [v4]
    /// Finds for each slot whether a run of keys begins in it, and its inclusive prefix; or its exclusive one if there
    /// is an `init`, which is the prefix of each head. There are fewer slots than a warp's and at least one; `room` is
    /// as long.
    pub(crate) unsafe fn few[K: Indexed<Item: Value>, V: Indexed<Item: Value>, Q: Function<(K::Item, K::Item), Output = bool>,
        O: Operator<V::Item>](
        input: &Input<K, V, Q, O>, init: Option<V::Item>, room: &mut [MaybeUninit<(bool, V::Item)>],
    ) -> () where [] {
        let run = const { Tile::new(V::Item::SIZE).run };
        let mut lanes = SmallBuffer::new();
        let lanes = lanes.of(WARP);
        // Each lane starts as if nothing stood on its left, which makes no difference from its first head on. The
        // pieces between heads are loops of their own, since a choice at each slot would be slower than the operation.
        for (l, room) in room.chunks_mut(run).enumerate() {
            // SAFETY: the caller's contract.
            let value = |k: usize| unsafe { input.values.at(l * run + k) };
            // SAFETY: the caller's contract.
            let is_head = |k: usize| unsafe { input.is_head(l * run + k) };
            let (mut k, mut all) = (0, (false, value(0)));
            while k < room.len() {
                let (head, x) = (is_head(k), value(k));
                let mut prefix = init.filter(|_| head).map_or(x, |init| input.op.0.call((init, x)));
                room[k].write((head, prefix));
                k += 1;
                while k < room.len() && !is_head(k) {
                    prefix = input.op.0.call((prefix, value(k)));
                    room[k].write((false, prefix));
                    k += 1;
                }
                all = (all.0 | head, prefix);
            }
            lanes[l].write(all);
        }
        // SAFETY: the loops have written all lanes and all pairs.
        let (lanes, pairs) = unsafe { (lanes[..room.len().div_ceil(run)].assume_init_mut(), room.assume_init_mut()) };
        hillis_steele(lanes, |a, b| input.op.call((a, b)));
        for (l, pairs) in pairs.chunks_mut(run).enumerate() {
            let before = l.checked_sub(1).map(|l| lanes[l].1);
            if let Some(mut left) = before {
                for (k, (_, prefix)) in pairs.iter_mut().enumerate().take_while(|(_, (head, _))| !head) {
                    // SAFETY: the caller's contract.
                    left = input.op.0.call((left, unsafe { input.values.at(l * run + k) }));
                    *prefix = left;
                }
            }
            if let Some(init) = init {
                let mut before = before.unwrap_or(init);
                for (head, prefix) in pairs {
                    (*prefix, before) = (if *head { init } else { before }, *prefix);
                }
            }
        }
    }
}

multiversion! {
    [v4]
    /// Finds the heads of a tile, computes its values (with `init` on the left of each head's), and folds them. Returns
    /// the number of heads and the tile's value.
    pub(crate) unsafe fn load_tile[K: Indexed<Item: Value>, V: Indexed<Item: Value>, Q: Function<(K::Item, K::Item), Output = bool>,
        O: Operator<V::Item>](
        input: &Input<K, V, Q, O>, tile: &mut Segments<V::Item>, slots: Range<usize>, init: Option<V::Item>,
    ) -> (usize, (bool, V::Item)) where [] {
        let shape = const { Tile::new(V::Item::SIZE) };
        let len = slots.len();
        let Segments { lefts, heads, values } = tile;
        let (heads, values) = (&mut heads[..len], &mut values[..len]);
        // SAFETY: the caller's contract: `slots` are slots of the checked input, at least one.
        heads[0].write(unsafe { input.is_head(slots.start) });
        for k in 1..len {
            let i = slots.start + k;
            // SAFETY: the caller's contract; `i - 1` is a slot too, since `i` isn't 0.
            heads[k].write(!input.equal.call(unsafe { (input.keys.at(i - 1), input.keys.at(i)) }));
        }
        // SAFETY: the loop has written all heads.
        let heads = unsafe { heads.assume_init_ref() };
        let count = heads.iter().filter(|head| **head).count();
        let columns = transpose::fast::<V::Item>();
        let mut runs = Runs::new();
        let mut all = None;
        for (warp, values) in values.chunks_mut(shape.warp).enumerate() {
            let (from, len) = (warp * shape.warp, values.len());
            let heads = &heads[from..from + len];
            let columns = const { transpose::possible::<V::Item>() } && columns && len == shape.warp;
            let items = if columns { &mut runs.items()[..len] } else { &mut *values };
            for k in 0..len {
                // SAFETY: the caller's contract.
                items[k].write(unsafe { input.values.at(slots.start + from + k) });
            }
            if let Some(init) = init {
                for k in 0..len {
                    // SAFETY: the loop before has written the item.
                    let x = unsafe { items[k].assume_init() };
                    items[k].write(if heads[k] { input.op.0.call((init, x)) } else { x });
                }
            }
            let lanes = lefts.lanes(warp, len);
            if const { transpose::possible::<V::Item>() } && columns {
                // SAFETY: the runs are written, and `values` has the warp's size.
                unsafe { fold_as_columns(&input.op, heads, &mut runs, values, lanes) };
            } else {
                // SAFETY: the loops have written all values.
                let pair = |k: usize| (heads[k], unsafe { values[k].assume_init() });
                fold_runs::<V::Item, _, _>(&input.op, 0..len, &pair, lanes);
            }
            // SAFETY: the warp's lanes were just written.
            all = Some(unsafe { lefts.warp_done(&input.op, warp, len, all) });
        }
        // SAFETY: a tile has at least one slot, so at least one warp.
        (count, unsafe { all.unwrap_unchecked() })
    }
}

/// For each of a warp's runs, a mask of the slots in which a run of keys begins.
#[cfg_attr(not(debug_assertions), inline(always))]
fn head_masks(heads: &[bool], run: usize) -> [u32; WARP] {
    let mut masks = [0; WARP];
    let (groups, _) = heads.as_chunks::<GROUP>();
    for (g, group) in groups.iter().enumerate() {
        let bits = pack::bits(group);
        for l in 0..GROUP / run {
            masks[g * (GROUP / run) + l] = (bits >> (l * run)) as u32 & (u32::MAX >> (32 - run));
        }
    }
    masks
}

multiversion! {
    [v4]
    /// Replaces the values that `load_tile` left for these slots by their inclusive prefixes; or by the exclusive ones
    /// if there is an `init`, which is the prefix of each head.
    pub(crate) unsafe fn tile_prefixes[K: Indexed<Item: Value>, V: Indexed<Item: Value>,
        Q: Function<(K::Item, K::Item), Output = bool>, O: Operator<V::Item>](
        input: &Input<K, V, Q, O>, tile: &mut Segments<V::Item>, slots: Range<usize>, init: Option<V::Item>,
        carry: Option<(bool, V::Item)>,
    ) -> () where [] {
        let shape = const { Tile::new(V::Item::SIZE) };
        let len = slots.len();
        let (op, exclusive) = (&input.op, init.is_some());
        // SAFETY: the caller's contract: `load_tile` has written heads and values for all slots of the tile.
        let (heads, values) = unsafe { (tile.heads[..len].assume_init_ref(), tile.values[..len].assume_init_mut()) };
        let columns = transpose::fast::<V::Item>();
        let mut runs = Runs::new();
        for (warp, values) in values.chunks_mut(shape.warp).enumerate() {
            let heads = &heads[warp * shape.warp..][..values.len()];
            if const { transpose::possible::<V::Item>() } && columns && values.len() == shape.warp {
                // SAFETY: the caller's contract: `load_tile` has folded a whole warp as columns.
                unsafe { prefixes_of_columns(op, &tile.lefts, warp, carry, heads, &mut runs, values, exclusive) };
            } else {
                let (len, items) = (values.len(), values.as_mut_ptr());
                // SAFETY: `k` is in range; a slot is read before its prefix is written to its place.
                unsafe {
                    let pair = |k: usize| (heads[k], items.add(k).read());
                    let put = |k: usize, before: Option<(bool, V::Item)>, (_, prefix): (bool, V::Item)| {
                        items.add(k).write(if exclusive { before.map_or(prefix, |(_, before)| before) } else { prefix });
                    };
                    tile.lefts.prefixes_of_warp(op, warp, 0..len, carry, pair, put);
                }
            }
            if let Some(init) = init {
                for k in 0..values.len() {
                    values[k] = if heads[k] { init } else { values[k] };
                }
            }
        }
    }
}

/// Turns a whole warp's values, in `runs`, into columns in `values`, and folds these.
///
/// # Safety
///
/// The runs are written, `values` has the warp's size, and [`transpose::fast`] is true.
#[cfg_attr(not(debug_assertions), inline(always))]
unsafe fn fold_as_columns<V: Value, O: Operator<V>>(
    op: &Segmented<O>,
    heads: &[bool],
    runs: &mut Runs<V>,
    values: &mut [MaybeUninit<V>],
    lanes: &mut [MaybeUninit<(bool, V)>],
) {
    let run = const { Tile::new(V::SIZE).run };
    // SAFETY: the caller's contract.
    let rows = unsafe {
        transpose(runs.items().as_ptr(), values.as_mut_ptr(), WARP, run);
        values.assume_init_ref().as_chunks::<WARP>().0
    };
    let masks = head_masks(heads, run);
    let step = |k: usize, l: usize, a, x| if masks[l] >> k & 1 == 1 { x } else { op.0.call((a, x)) };
    let folds = fold_columns(rows, step);
    for l in 0..WARP {
        lanes[l].write((masks[l] != 0, folds[l]));
    }
}

/// Replaces the columns that [`fold_as_columns`] left by the prefixes of the warp's values, run by run.
///
/// # Safety
///
/// [`fold_as_columns`] has folded the warp.
#[cfg_attr(not(debug_assertions), inline(always))]
#[allow(clippy::too_many_arguments)]
unsafe fn prefixes_of_columns<V: Value, O: Operator<V>>(
    op: &Segmented<O>,
    lefts: &Lefts<(bool, V), V>,
    warp: usize,
    carry: Option<(bool, V)>,
    heads: &[bool],
    runs: &mut Runs<V>,
    values: &mut [V],
    exclusive: bool,
) {
    let shape = const { Tile::new(V::SIZE) };
    // SAFETY: the caller's contract: the warp is folded.
    let (_, lefts) = unsafe { lefts.of_warp(op, warp, carry) };
    let masks = head_masks(heads, shape.run);
    // Where nothing stands on the left, a run of keys begins, so the value with which the lane begins isn't used.
    let step = |k: usize, l: usize, a, x| if masks[l] >> k & 1 == 1 { x } else { op.0.call((a, x)) };
    prefix_columns(values.as_chunks_mut::<WARP>().0, lefts.map(|(_, left)| left), exclusive, step);
    let runs = runs.items();
    // SAFETY: the values are a warp's columns, and the runs have its size.
    let prefixes = unsafe {
        transpose(values.as_ptr(), runs.as_mut_ptr().cast(), shape.run, WARP);
        runs[..shape.warp].assume_init_ref()
    };
    values.copy_from_slice(prefixes);
}
