//! Tiles of the shape contract: the association of scans and of reductions in order.
//!
//! Builds without optimisation inline none of these functions: the copies of an item, which may be large, then lie on
//! the stack only while their own level runs.

use std::marker::PhantomData;
use std::mem::MaybeUninit;
use std::ops::Range;
use std::ptr;

use onrush_core::operator::Operator;
use onrush_core::shape::{RUN_BYTES, Tile, WARP, WARPS};
use onrush_core::value::Value;

use crate::memory::{HeapValue, LARGE, SmallBuffer, array};
use crate::transpose_runs;
use crate::tree::tree_of;

/// The number of runs that are folded side by side. Each is a chain of dependent operations, so one alone would wait
/// for its latency.
const SIDE_BY_SIDE: usize = 8;

/// Combines `a ∘ b`, where a part without items yields the other part.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn join<T: Value, O: Operator<T>>(op: &O, a: Option<T>, b: Option<T>) -> Option<T> {
    let Some(a) = a else { return b };
    let Some(b) = b else { return Some(a) };
    Some(op.call((a, b)))
}

/// The value of a tile, some of whose slots may be empty.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn sparse_value<T: Value, O: Operator<T>>(
    op: &O,
    slots: Range<usize>,
    mut item: impl FnMut(usize) -> Option<T>,
) -> Option<T> {
    let shape = const { Tile::new(T::SIZE) };
    let mut room = SmallBuffer::new();
    let lanes = room.of(WARP);
    let mut tile = None;
    for from in slots.clone().step_by(shape.warp) {
        let mut last = 0;
        for (k, lane) in lanes.iter_mut().enumerate() {
            let from = from.saturating_add(k * shape.run).min(slots.end);
            let mut value = None;
            for i in from..from.saturating_add(shape.run).min(slots.end) {
                value = join(op, value, item(i));
            }
            last = if value.is_some() { k } else { last };
            lane.write(value);
        }
        // SAFETY: the loop has written all lanes.
        let lanes = unsafe { lanes.assume_init_mut() };
        hillis_steele(lanes, |a, b| join(op, a, b));
        tile = join(op, tile, lanes[last]);
    }
    tile
}

/// The value of a tile whose slots, at least one, all hold an item.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn dense_value<T: Value, O: Operator<T>>(op: &O, slots: usize, item: impl Fn(usize) -> T) -> T {
    let shape = const { Tile::new(T::SIZE) };
    let mut room = SmallBuffer::new();
    let room = room.of(WARP);
    let columns = transpose_runs::fast::<T>();
    let (mut runs, mut turned) = (Runs::new(), Runs::new());
    let mut tile = None;
    for from in (0..slots).step_by(shape.warp) {
        let to = (from + shape.warp).min(slots);
        let lanes = &mut room[..(to - from).div_ceil(shape.run)];
        if const { transpose_runs::possible::<T>() } && columns && to - from == shape.warp {
            // Each of the vector registers folds several runs.
            let (runs, turned) = (&mut runs.items()[..shape.warp], turned.items());
            for (k, x) in runs.iter_mut().enumerate() {
                x.write(item(from + k));
            }
            // SAFETY: transposing is fast, and so are the runs 16 or 32 long. The loop has written a warp's items, and there is as much
            // room for them as columns, which are all written then.
            let rows = unsafe {
                transpose_runs::transpose(runs.as_ptr().cast::<T>(), turned.as_mut_ptr().cast(), WARP, shape.run);
                turned[..shape.warp].assume_init_ref().as_chunks::<WARP>().0
            };
            let folds = fold_columns(rows, |_, _, a, x| op.call((a, x)), || ());
            lanes.iter_mut().zip(folds).for_each(|(lane, fold)| _ = lane.write(fold));
        } else {
            fold_runs::<T, _, _>(op, from..to, &item, lanes);
        }
        // SAFETY: all lanes have been written, at least one.
        let warp = last_prefix(unsafe { lanes.assume_init_mut() }, |a, b| op.call((a, b)));
        tile = Some(tile.map_or(warp, |tile| op.call((tile, warp))));
    }
    tile.expect("there is a slot")
}

/// The last of the prefixes that the Hillis–Steele scan makes of lanes, at least one: neighbours are joined level by level from the
/// right.
#[cfg_attr(not(debug_assertions), inline(always))]
fn last_prefix<T: Copy>(lanes: &mut [T], join: impl Fn(T, T) -> T) -> T {
    if const { size_of::<T>() <= LARGE } && lanes.len() == WARP {
        return tree_of::<T, WARP>(|l| lanes[l], &join);
    }
    let mut len = lanes.len();
    while len > 1 {
        let (odd, half) = (len % 2, len / 2);
        for k in 0..half {
            lanes[odd + k] = join(lanes[odd + 2 * k], lanes[odd + 2 * k + 1]);
        }
        len = odd + half;
    }
    lanes[0]
}

/// The inclusive Hillis–Steele scan over lanes.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn hillis_steele<T: Copy>(lanes: &mut [T], join: impl Fn(T, T) -> T) {
    if const { size_of::<T>() <= LARGE }
        && let Ok(lanes) = <&mut [T; WARP]>::try_from(&mut *lanes)
    {
        return hillis_steele_of(lanes, join);
    }
    let mut d = 1;
    while d < WARP {
        for k in (d..lanes.len()).rev() {
            lanes[k] = join(lanes[k - d], lanes[k]);
        }
        d *= 2;
    }
}

/// Scans at most a warp's lanes as `hillis_steele` does, if their number is a power of two; none of them is large.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn hillis_steele_of<T: Copy, const N: usize>(lanes: &mut [T; N], join: impl Fn(T, T) -> T) {
    // Each level is read before it is written, so that vector registers can compute it.
    macro_rules! levels {
        ($($d:literal)*) => {$({
            let old = *lanes;
            for k in $d..N {
                lanes[k] = join(old[k - $d], old[k]);
            }
        })*};
    }
    const { assert!(N <= WARP) };
    levels! { 1 2 4 8 16 }
}

/// A warp's items, run by run, if they have a size that [transposes](crate::transpose_runs); there is too little room for
/// others.
#[repr(align(64))]
pub(crate) struct Runs<T>(MaybeUninit<[u8; RUN_BYTES * WARP]>, PhantomData<T>);

impl<T> Runs<T> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn new() -> Self {
        const { assert!(align_of::<T>() <= 64) };
        Runs(MaybeUninit::uninit(), PhantomData)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn items(&mut self) -> &mut [MaybeUninit<T>] {
        let len = const { if size_of::<T>() == 0 { 0 } else { RUN_BYTES * WARP / size_of::<T>() } };
        // SAFETY: this number of items fits, and they are aligned as the whole is; `MaybeUninit` needs no
        // initialisation.
        unsafe { std::slice::from_raw_parts_mut(self.0.as_mut_ptr().cast(), len) }
    }
}

/// Folds the columns of a warp: column `l` is run `l`. `step(k, l, a, x)` combines the fold of a run so far with its
/// item `k`. `between` is called between the rows.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn fold_columns<T: Copy>(
    rows: &[[T; WARP]],
    step: impl Fn(usize, usize, T, T) -> T,
    mut between: impl FnMut(),
) -> [T; WARP] {
    let mut acc = rows[0];
    for (k, row) in rows.iter().enumerate().skip(1) {
        between();
        for l in 0..WARP {
            acc[l] = step(k, l, acc[l], row[l]);
        }
    }
    acc
}

/// Replaces the items of each column by their prefixes, exclusive or inclusive ones, which begin with `acc`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn prefix_columns<T: Copy>(
    rows: &mut [[T; WARP]],
    mut acc: [T; WARP],
    exclusive: bool,
    step: impl Fn(usize, usize, T, T) -> T,
) {
    if exclusive {
        for (k, row) in rows.iter_mut().enumerate() {
            for l in 0..WARP {
                let x = row[l];
                row[l] = acc[l];
                acc[l] = step(k, l, acc[l], x);
            }
        }
    } else {
        for (k, row) in rows.iter_mut().enumerate() {
            for l in 0..WARP {
                acc[l] = step(k, l, acc[l], row[l]);
                row[l] = acc[l];
            }
        }
    }
}

/// The prefixes on the left of each run of a tile: the first pass of a scan keeps them for the second. The shape of the
/// tiles is that for the size of `V`.
pub(crate) struct Lefts<T, V = T> {
    /// The inclusive prefixes of the runs in their warps.
    lanes: [MaybeUninit<T>; WARP * WARPS],
    /// The prefixes of the warps in the tile.
    warps: [Option<T>; WARPS],
    shape: PhantomData<V>,
}

/// The size in bytes above which `Lefts` lie on the heap.
const LEFTS_ON_STACK: usize = 16 << 10;

impl<T: Value, V: Value> Lefts<T, V> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn new() -> Self {
        Lefts { lanes: [const { MaybeUninit::uninit() }; WARP * WARPS], warps: [None; WARPS], shape: PhantomData }
    }

    /// Makes one on the heap.
    pub(crate) fn placed() -> HeapValue<Self> {
        // SAFETY: the lanes need no initialisation, all warps are written, and there is no other field with a size.
        unsafe {
            HeapValue::new(|place: &mut MaybeUninit<Self>| {
                let lefts = place.as_mut_ptr();
                (0..WARPS).for_each(|warp| ptr::write(&raw mut (*lefts).warps[warp], None));
            })
        }
    }

    /// Calls `f` with new lefts: on the stack, unless they are large.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn with<R>(f: impl FnOnce(&mut Self) -> R) -> R {
        if const { size_of::<Self>() <= LEFTS_ON_STACK } { Self::with_stack(f) } else { f(&mut Self::placed()) }
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn with_stack<R>(f: impl FnOnce(&mut Self) -> R) -> R {
        f(&mut Self::new())
    }

    /// Folds the runs of a tile's only warp, but for the last run, whose fold isn't needed.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn fold_only_warp<O: Operator<T>>(&mut self, op: &O, slots: usize, item: impl Fn(usize) -> T) {
        let shape = const { Tile::new(V::SIZE) };
        let runs = slots.div_ceil(shape.run) - 1;
        let lanes = &mut self.lanes[..runs];
        fold_runs::<V, _, _>(op, 0..runs * shape.run, &item, lanes);
        // SAFETY: `fold_runs` has written these lanes.
        hillis_steele(unsafe { lanes.assume_init_mut() }, |a, b| op.call((a, b)));
    }

    /// The lanes of a warp of `slots` slots, in which the folds of its runs are stored.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn lanes(&mut self, warp: usize, slots: usize) -> &mut [MaybeUninit<T>] {
        let shape = const { Tile::new(V::SIZE) };
        &mut self.lanes[warp * WARP..][..slots.div_ceil(shape.run)]
    }

    /// Replaces a warp's lanes by their prefixes; `before` is the fold of the tile's warps before. Returns the fold
    /// with this one.
    ///
    /// # Safety
    ///
    /// The warp's [`lanes`](Lefts::lanes) are written, and it has at least one slot.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) unsafe fn warp_done<O: Operator<T>>(
        &mut self,
        op: &O,
        warp: usize,
        slots: usize,
        before: Option<T>,
    ) -> T {
        self.warps[warp] = before;
        // SAFETY: the caller's contract.
        let lanes = unsafe { self.lanes(warp, slots).assume_init_mut() };
        hillis_steele(lanes, |a, b| op.call((a, b)));
        let last = lanes[lanes.len() - 1];
        before.map_or(last, |before| op.call((before, last)))
    }

    /// The prefixes on the left of a warp's runs, given the carry into the tile. The first run may have none.
    ///
    /// # Safety
    ///
    /// [`warp_done`](Lefts::warp_done) has replaced the warp's lanes by prefixes, and the warp has all its runs.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) unsafe fn of_warp<O: Operator<T>>(
        &self,
        op: &O,
        warp: usize,
        carry: Option<T>,
    ) -> (Option<T>, [T; WARP]) {
        let left = join(op, carry, self.warps[warp]);
        // SAFETY: the caller's contract: all lanes are written.
        let lanes: [T; WARP] = array(|k| unsafe { self.lanes[warp * WARP + k].assume_init() });
        let mut lefts = lanes;
        if let Some(left) = left {
            lefts[0] = left;
            for k in 1..WARP {
                lefts[k] = op.call((left, lanes[k - 1]));
            }
        } else {
            lefts[1..].copy_from_slice(&lanes[..WARP - 1]);
        }
        (left, lefts)
    }

    /// Calls `put(i, before, prefix)` for each of a warp's slots: with the exclusive prefix, if anything stands on its
    /// left, and the inclusive one. Several runs are processed side by side, each from left to right.
    ///
    /// # Safety
    ///
    /// The warp's lanes are prefixes, except for its last run, and there are as many slots as when they were folded.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) unsafe fn prefixes_of_warp<O: Operator<T>>(
        &self,
        op: &O,
        warp: usize,
        slots: Range<usize>,
        carry: Option<T>,
        item: impl Fn(usize) -> T,
        put: impl Fn(usize, Option<T>, T),
    ) {
        let shape = const { Tile::new(V::SIZE) };
        let (from, to) = (slots.start, slots.end);
        let left = join(op, carry, self.warps[warp]);
        let runs = (to - from).div_ceil(shape.run);
        // SAFETY: the caller's contract.
        let lanes = unsafe { self.lanes[warp * WARP..][..runs - 1].assume_init_ref() };
        let mut k = 0;
        // Only the first run of all may have nothing on its left.
        if left.is_none() {
            first_run(op, from..(from + shape.run).min(to), &item, &put);
            k = 1;
        }
        let before = |k: usize| {
            // SAFETY: either `left` is a value, or `k` is at least 1, so there is a prefix.
            unsafe { join(op, left, k.checked_sub(1).map(|k| lanes[k])).unwrap_unchecked() }
        };
        let step = |prefix: &mut T, i: usize| {
            let next = op.call((*prefix, item(i)));
            put(i, Some(*prefix), next);
            *prefix = next;
        };
        if const { size_of::<T>() <= LARGE } {
            side_by_side(shape.run, from, to, &mut k, before, step);
        }
        for k in k..runs {
            let (mut prefix, base) = (before(k), from + k * shape.run);
            (base..(base + shape.run).min(to)).for_each(|i| step(&mut prefix, i));
        }
    }
}

/// Computes the prefixes of a run that has nothing on its left.
#[cfg_attr(not(debug_assertions), inline(always))]
fn first_run<T: Value, O: Operator<T>>(
    op: &O,
    slots: Range<usize>,
    item: impl Fn(usize) -> T,
    put: impl Fn(usize, Option<T>, T),
) {
    let mut prefix = None;
    for i in slots {
        let next = match prefix {
            Some(prefix) => op.call((prefix, item(i))),
            None => item(i),
        };
        put(i, prefix, next);
        prefix = Some(next);
    }
}

/// Processes runs of `run` slots from run `k` on, several side by side, while enough whole runs are left.
#[cfg_attr(not(debug_assertions), inline(always))]
fn side_by_side<T: Copy>(
    run: usize,
    from: usize,
    to: usize,
    k: &mut usize,
    before: impl Fn(usize) -> T,
    step: impl Fn(&mut T, usize),
) {
    while from + (*k + SIDE_BY_SIDE) * run <= to {
        let base = from + *k * run;
        let mut prefix: [T; SIDE_BY_SIDE] = array(|l| before(*k + l));
        for i in base..base + run {
            for (l, prefix) in prefix.iter_mut().enumerate() {
                step(prefix, i + l * run);
            }
        }
        *k += SIDE_BY_SIDE;
    }
}

/// Folds each run of a warp's slots, and writes the folds to `lanes`, one for each run.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn fold_runs<V: Value, T: Value, O: Operator<T>>(
    op: &O,
    slots: Range<usize>,
    item: &impl Fn(usize) -> T,
    lanes: &mut [MaybeUninit<T>],
) {
    let shape = const { Tile::new(V::SIZE) };
    let mut k = 0;
    if const { size_of::<T>() <= LARGE } {
        // The runs' values stay in registers.
        k = if const { size_of::<T>() <= size_of::<u64>() } {
            fold_side_by_side::<SIDE_BY_SIDE, V, _, _>(op, slots.clone(), item, lanes)
        } else {
            fold_side_by_side::<{ SIDE_BY_SIDE / 2 }, V, _, _>(op, slots.clone(), item, lanes)
        };
    }
    for (k, lane) in lanes.iter_mut().enumerate().skip(k) {
        let from = slots.start + k * shape.run;
        let to = (from + shape.run).min(slots.end);
        lane.write((from + 1..to).fold(item(from), |a, i| op.call((a, item(i)))));
    }
}

/// Folds the whole runs of a warp's slots, `N` side by side; returns their number.
#[cfg_attr(not(debug_assertions), inline(always))]
fn fold_side_by_side<const N: usize, V: Value, T: Value, O: Operator<T>>(
    op: &O,
    slots: Range<usize>,
    item: &impl Fn(usize) -> T,
    lanes: &mut [MaybeUninit<T>],
) -> usize {
    let shape = const { Tile::new(V::SIZE) };
    let full = slots.len() / shape.run;
    let mut k = 0;
    while k + N <= full {
        let base = slots.start + k * shape.run;
        let mut acc: [T; N] = array(|l| item(base + l * shape.run));
        for i in base + 1..base + shape.run {
            for (l, acc) in acc.iter_mut().enumerate() {
                *acc = op.call((*acc, item(i + l * shape.run)));
            }
        }
        lanes[k..k + N].write_copy_of_slice(&acc);
        k += N;
    }
    k
}
