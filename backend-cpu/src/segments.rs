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

use crate::ahead::{Ahead, Lines, SHARES};
use crate::load::Load;
use crate::memory::{Buffer, HeapValue, SmallBuffer, scratch};
use crate::multiversion::multiversion;
use crate::pack::{self, GROUP};
use crate::parallel::Pool;
use crate::tile::{Lefts, Runs, fold_columns, fold_runs, hillis_steele, prefix_columns};
use crate::transpose_runs::{self as transpose, transpose};

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

/// The keys of the algorithms by key.
pub(crate) struct Keys<K, Q> {
    pub(crate) keys: K,
    pub(crate) equal: Q,
}

impl<K, Q> Keys<K, Q>
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

/// Inputs of at most this many slots take longer on several threads than with the plain loop on one.
const ALONE: usize = 1 << 15;

/// Whether the plain loop over runs of keys is tried before threads share the tiles.
pub(crate) fn alone(pool: &Pool, slots: usize) -> bool {
    slots <= ALONE || pool.is_alone()
}

/// The end of the slots in which the plain loop over a run of keys has the shape's brackets, if that run begins in slot `head`:
/// the run of slots with the head is folded from it on, and the next one begins with that value. Further ones begin with values
/// that were folded before they were joined.
#[inline(always)]
pub(crate) fn plain_end<V: Value>(head: usize) -> usize {
    let run = const { Tile::new(V::SIZE).run };
    (head / run + 2).saturating_mul(run)
}

/// What a plain loop leaves to the tiles from tile `tile` on.
pub(crate) struct Rest<V> {
    pub(crate) tile: usize,
    /// The runs of keys that begin in the tile before the one at which the loop has stopped.
    pub(crate) heads: usize,
    /// The pair on the tile's left.
    pub(crate) carry: Option<(bool, V)>,
}

impl<V: Value> Rest<V> {
    /// All tiles.
    pub(crate) const ALL: Self = Rest { tile: 0, heads: 0, carry: None };

    /// The rest behind a plain loop that has stopped at the run of keys that begins in slot `head`.
    ///
    /// # Safety
    ///
    /// These are the checked input's keys and values, `head` is one of their slots, and no run of keys before it goes beyond its
    /// [`plain_end`].
    #[cold]
    #[inline(never)]
    pub(crate) unsafe fn behind<K, Q>(
        keys: &Keys<K, Q>,
        values: &impl Indexed<Item = V>,
        op: &impl Operator<V>,
        init: Option<V>,
        head: usize,
    ) -> Self
    where
        K: Indexed<Item: Value>,
        Q: Function<(K::Item, K::Item), Output = bool>,
    {
        let tile = head / Segments::<V>::TILE;
        let start = tile * Segments::<V>::TILE;
        // SAFETY: the caller's contract; all these slots are before `head`.
        let (is_head, value) = (|i: &usize| unsafe { keys.is_head(*i) }, |i: usize| unsafe { values.at(i) });
        let carry = (0..start).rev().find(is_head).map(|first| {
            let x = value(first);
            let begin = init.map_or(x, |init| op.call((init, x)));
            (true, (first + 1..start).fold(begin, |a, i| op.call((a, value(i)))))
        });
        Rest { tile, heads: (start..head).filter(is_head).count(), carry }
    }
}

/// Keys whose type the caller doesn't know, as [`Load`] is for items.
pub(crate) trait Heads: Sync {
    /// Finds for the slots from `first` on, as many as `heads` has places and at least one, whether a run of keys
    /// begins in them, and writes all of `heads`.
    ///
    /// # Safety
    ///
    /// These are slots of the checked keys.
    unsafe fn load(&self, first: usize, heads: &mut [MaybeUninit<bool>]);

    /// The address of key 0 and the size of a key, if the keys lie side by side in memory.
    fn contiguous(&self) -> Option<(*const u8, usize)>;
}

impl<K, Q> Heads for Keys<K, Q>
where
    K: Indexed<Item: Value>,
    Q: Function<(K::Item, K::Item), Output = bool>,
{
    unsafe fn load(&self, first: usize, heads: &mut [MaybeUninit<bool>]) {
        // SAFETY: the caller's contract.
        unsafe { load_heads(self, first, heads) }
    }
    fn contiguous(&self) -> Option<(*const u8, usize)> {
        self.keys.contiguous().map(|keys| (keys.cast(), size_of::<K::Item>()))
    }
}

multiversion! {
    [v4]
    unsafe fn load_heads[K: Indexed<Item: Value>, Q: Function<(K::Item, K::Item), Output = bool>](
        input: &Keys<K, Q>, first: usize, heads: &mut [MaybeUninit<bool>],
    ) -> () where [] {
        // SAFETY: the caller's contract.
        heads[0].write(unsafe { input.is_head(first) });
        for k in 1..heads.len() {
            // SAFETY: the caller's contract; `first + k - 1` is a slot too.
            heads[k].write(!input.equal.call(unsafe { (input.keys.at(first + k - 1), input.keys.at(first + k)) }));
        }
    }
}

/// The inputs of the algorithms by key.
pub(crate) struct Input<'a, V, O> {
    pub(crate) slots: usize,
    pub(crate) keys: &'a dyn Heads,
    pub(crate) values: &'a dyn Load<V>,
    pub(crate) op: Segmented<O>,
}

impl<V: Value, O> Input<'_, V, O> {
    /// The slots of a tile.
    pub(crate) fn range(&self, tile: usize) -> Range<usize> {
        let size = const { Tile::new(V::SIZE).tile };
        tile * size..((tile + 1) * size).min(self.slots)
    }
}

/// The tile of a thread.
pub(crate) struct Segments<V> {
    lefts: HeapValue<Lefts<(bool, V), V>>,
    /// Whether a run begins in each slot.
    pub(crate) heads: Buffer<bool>,
    /// The values, which are replaced by their prefixes.
    pub(crate) values: Buffer<V>,
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
    /// is an `init`, which is the prefix of each head. There are more slots than two runs and fewer than a warp's; `heads` and
    /// `values` are as long, and are then written.
    pub(crate) unsafe fn few[V: Value, O: Operator<V>](
        input: &Input<V, O>, init: Option<V>, heads: &mut [MaybeUninit<bool>], values: &mut [MaybeUninit<V>],
    ) -> () where [] {
        let run = const { Tile::new(V::SIZE).run };
        // SAFETY: the caller's contract; `load` writes all heads and all values.
        let (heads, values) = unsafe {
            input.keys.load(0, heads);
            input.values.load(0, values);
            (heads.assume_init_ref(), values.assume_init_mut())
        };
        let op = &input.op.0;
        let first = |x: V| init.map_or(x, |init| op.call((init, x)));
        let mut lanes = SmallBuffer::new();
        // Each lane's fold is needed by those behind it. It begins as if nothing stood on the left, which makes no
        // difference from the first head on.
        let lanes = lanes.of(values.len().div_ceil(run) - 1);
        for (l, lane) in lanes.iter_mut().enumerate() {
            let (heads, values) = (&heads[l * run..][..run], &values[l * run..][..run]);
            let head = heads.iter().rposition(|head| *head);
            let from = head.unwrap_or(0);
            let begin = if head.is_some() { first(values[from]) } else { values[from] };
            lane.write((head.is_some(), values[from + 1..].iter().fold(begin, |a, x| op.call((a, *x)))));
        }
        // SAFETY: the loop has written all lanes.
        let lanes = unsafe { lanes.assume_init_mut() };
        hillis_steele(lanes, |a, b| input.op.call((a, b)));
        for (l, (heads, values)) in heads.chunks(run).zip(values.chunks_mut(run)).enumerate() {
            let (before, heads) = (l.checked_sub(1).map(|l| lanes[l].1), &heads[..values.len()]);
            // The pieces between heads are loops of their own, since a choice at each slot would be slower than the
            // operation.
            let mut k = 0;
            while k < values.len() {
                let x = values[k];
                let mut prefix = match before {
                    Some(before) if !heads[k] => op.call((before, x)),
                    _ => first(x),
                };
                values[k] = prefix;
                k += 1;
                while k < values.len() && !heads[k] {
                    prefix = op.call((prefix, values[k]));
                    values[k] = prefix;
                    k += 1;
                }
            }
            if let Some(init) = init {
                let mut before = before.unwrap_or(init);
                for (head, prefix) in heads.iter().zip(values) {
                    (*prefix, before) = (if *head { init } else { before }, *prefix);
                }
            }
        }
    }
}

multiversion! {
    [v4]
    /// Finds the heads of a tile, loads its values (with `init` on the left of each head's), and folds them. Returns the
    /// number of heads and the tile's value.
    pub(crate) unsafe fn load_tile[V: Value, O: Operator<V>](
        input: &Input<V, O>, tile: &mut Segments<V>, slots: Range<usize>, init: Option<V>,
    ) -> (usize, (bool, V)) where [] {
        let shape = const { Tile::new(V::SIZE) };
        let len = slots.len();
        let Segments { lefts, heads, values } = tile;
        let (heads, values) = (&mut heads[..len], &mut values[..len]);
        let (keys, contiguous) = (input.keys.contiguous(), input.values.contiguous());
        let (columns, wide) = (transpose::fast::<V>(), pack::wide());
        let mut runs = Runs::new();
        let (mut count, mut all) = (0, None);
        for (warp, values) in values.chunks_mut(shape.warp).enumerate() {
            let (from, len) = (warp * shape.warp, values.len());
            let next = slots.start + from + shape.warp;
            let mut ahead = Ahead::new([
                Lines::new(keys.map(|(keys, _)| keys), keys.map_or(0, |(_, size)| size), next, shape.warp),
                Lines::new(contiguous.map(<*const V>::cast), size_of::<V>(), next, shape.warp),
            ]);
            ahead.prefetch(SHARES / 8);
            let heads = &mut heads[from..from + len];
            // SAFETY: the caller's contract: `slots` are slots of the checked input, at least one; `load` writes all heads.
            let heads = unsafe {
                input.keys.load(slots.start + from, heads);
                heads.assume_init_ref()
            };
            ahead.prefetch(SHARES / 8);
            count += pack::count(heads, wide);
            let columns = const { transpose::possible::<V>() } && columns && len == shape.warp;
            let items = if columns { &mut runs.items()[..len] } else { &mut *values };
            let place = if columns && init.is_none() {
                // SAFETY: the caller's contract.
                unsafe { input.values.place(slots.start + from, items) }
            } else {
                // SAFETY: the caller's contract.
                unsafe { input.values.load(slots.start + from, items) };
                if let Some(init) = init {
                    for k in 0..len {
                        // SAFETY: `load` has written the item.
                        let x = unsafe { items[k].assume_init() };
                        items[k].write(if heads[k] { input.op.0.call((init, x)) } else { x });
                    }
                }
                items.as_ptr().cast()
            };
            let lanes = lefts.lanes(warp, len);
            if const { transpose::possible::<V>() } && columns {
                // SAFETY: a warp's values lie at `place`, and `values` has its size.
                unsafe { fold_as_columns(&input.op, heads, place, values, lanes, &mut ahead) };
            } else {
                // SAFETY: `load` has written all values.
                let pair = |k: usize| (heads[k], unsafe { values[k].assume_init() });
                fold_runs::<V, _, _>(&input.op, 0..len, &pair, lanes);
                ahead.prefetch(SHARES);
            }
            // SAFETY: the warp's lanes were just written.
            all = Some(unsafe { lefts.warp_done(&input.op, warp, len, all) });
        }
        // SAFETY: a tile has at least one slot, so at least one warp.
        (count, unsafe { all.unwrap_unchecked() })
    }
}

/// The masks of the slots in which runs of keys begin, one for each of a warp's runs.
#[cfg_attr(not(debug_assertions), inline(always))]
fn head_masks(heads: &[bool], run: usize, wide: pack::Wide) -> [u32; WARP] {
    let mut masks = [0; WARP];
    let (groups, _) = heads.as_chunks::<GROUP>();
    for (g, group) in groups.iter().enumerate() {
        let bits = pack::bits(group, wide);
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
    pub(crate) unsafe fn tile_prefixes[V: Value, O: Operator<V>](
        op: &Segmented<O>, tile: &mut Segments<V>, slots: Range<usize>, init: Option<V>, carry: Option<(bool, V)>,
    ) -> () where [] {
        let shape = const { Tile::new(V::SIZE) };
        let len = slots.len();
        let exclusive = init.is_some();
        // SAFETY: the caller's contract: `load_tile` has written heads and values for all slots of the tile.
        let (heads, values) = unsafe { (tile.heads[..len].assume_init_ref(), tile.values[..len].assume_init_mut()) };
        let columns = transpose::fast::<V>();
        let mut runs = Runs::new();
        for (warp, values) in values.chunks_mut(shape.warp).enumerate() {
            let heads = &heads[warp * shape.warp..][..values.len()];
            if const { transpose::possible::<V>() } && columns && values.len() == shape.warp {
                // SAFETY: the caller's contract: `load_tile` has folded a whole warp as columns.
                unsafe { prefixes_of_columns(op, &tile.lefts, warp, carry, heads, &mut runs, values, exclusive) };
            } else {
                let (len, items) = (values.len(), values.as_mut_ptr());
                // SAFETY: `k` is in range; a slot is read before its prefix is written to its place.
                unsafe {
                    let pair = |k: usize| (heads[k], items.add(k).read());
                    let put = |k: usize, before: Option<(bool, V)>, (_, prefix): (bool, V)| {
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

/// Turns a whole warp's values, at `runs`, into columns in `values`, and folds these.
///
/// # Safety
///
/// A warp's values lie at `runs`, `values` has the warp's size, and [`transpose::fast`] is true.
#[cfg_attr(not(debug_assertions), inline(always))]
unsafe fn fold_as_columns<V: Value, O: Operator<V>>(
    op: &Segmented<O>,
    heads: &[bool],
    runs: *const V,
    values: &mut [MaybeUninit<V>],
    lanes: &mut [MaybeUninit<(bool, V)>],
    ahead: &mut Ahead<2>,
) {
    let run = const { Tile::new(V::SIZE).run };
    // SAFETY: the caller's contract.
    let rows = unsafe {
        transpose(runs.cast(), values.as_mut_ptr(), WARP, run);
        values.assume_init_ref().as_chunks::<WARP>().0
    };
    let masks = head_masks(heads, run, pack::wide());
    let step = |k: usize, l: usize, a, x| if masks[l] >> k & 1 == 1 { x } else { op.0.call((a, x)) };
    ahead.prefetch(SHARES / 4);
    let folds = fold_columns(rows, step, || ahead.prefetch(SHARES / 2 / run));
    // The blocks that haven't been prefetched yet.
    ahead.prefetch(SHARES);
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
    let masks = head_masks(heads, shape.run, pack::wide());
    // A slot with nothing on its left begins a run of keys, so the value with which the lane begins isn't used.
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
