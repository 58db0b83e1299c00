//! Tiles of the shape contract: the association of scans and of reductions in order.

use std::mem::MaybeUninit;
use std::ops::Range;

use onrush_core::operator::Operator;
use onrush_core::shape::{Tile, WARP, WARPS};
use onrush_core::value::Value;

/// `a ∘ b`, where a part without items is the other part.
#[inline(always)]
pub(crate) fn join<T: Value, O: Operator<T>>(op: &O, a: Option<T>, b: Option<T>) -> Option<T> {
    match (a, b) {
        (Some(a), Some(b)) => Some(op.call((a, b))),
        (a, b) => a.or(b),
    }
}

/// The inclusive Hillis–Steele scan over a warp's lanes.
#[inline(always)]
pub(crate) fn hillis_steele<T: Value, O: Operator<T>>(op: &O, lanes: &mut [Option<T>; WARP]) {
    let mut d = 1;
    while d < WARP {
        for k in (d..WARP).rev() {
            lanes[k] = join(op, lanes[k - d], lanes[k]);
        }
        d *= 2;
    }
}

/// The value of a tile, some of whose slots may be empty.
#[inline(always)]
pub(crate) fn value<T: Value, O: Operator<T>>(
    op: &O,
    shape: Tile,
    slots: Range<usize>,
    mut item: impl FnMut(usize) -> Option<T>,
) -> Option<T> {
    let mut tile = None;
    let mut from = slots.start;
    while from < slots.end {
        let mut lanes = [None; WARP];
        let mut last = 0;
        for (k, lane) in lanes.iter_mut().enumerate() {
            let run = (from + k * shape.run).min(slots.end)..(from + (k + 1) * shape.run).min(slots.end);
            for i in run {
                *lane = join(op, *lane, item(i));
            }
            last = if lane.is_some() { k } else { last };
        }
        hillis_steele(op, &mut lanes);
        tile = join(op, tile, lanes[last]);
        from += shape.warp;
    }
    tile
}

/// What stands on the left of each run of a tile: the first pass of a scan leaves it for the second.
pub(crate) struct Lefts<T> {
    /// The inclusive prefixes of the runs in their warps.
    lanes: [MaybeUninit<T>; WARP * WARPS],
    /// The prefixes of the warps in the tile.
    warps: [Option<T>; WARPS],
}

impl<T: Value> Lefts<T> {
    pub(crate) fn new() -> Self {
        Lefts { lanes: [const { MaybeUninit::uninit() }; WARP * WARPS], warps: [None; WARPS] }
    }

    /// Folds the runs of a tile and returns the tile's value.
    ///
    /// # Safety
    ///
    /// There are between 1 and `shape.tile` slots.
    #[inline(always)]
    pub(crate) unsafe fn fold<O: Operator<T>>(
        &mut self,
        op: &O,
        shape: Tile,
        slots: Range<usize>,
        item: impl Fn(usize) -> T,
    ) -> T {
        let mut tile = None;
        for warp in 0..slots.len().div_ceil(shape.warp) {
            let from = slots.start + warp * shape.warp;
            let to = (from + shape.warp).min(slots.end);
            let runs = (to - from).div_ceil(shape.run);
            let lanes = &mut self.lanes[warp * WARP..][..runs];
            for (k, lane) in lanes.iter_mut().enumerate() {
                let from = from + k * shape.run;
                let first = item(from);
                lane.write((from + 1..(from + shape.run).min(to)).fold(first, |a, i| op.call((a, item(i)))));
            }
            let mut d = 1;
            while d < WARP {
                for k in (d..runs).rev() {
                    // SAFETY: the first `runs` lanes were just written.
                    let (a, b) = unsafe { (lanes[k - d].assume_init(), lanes[k].assume_init()) };
                    lanes[k].write(op.call((a, b)));
                }
                d *= 2;
            }
            self.warps[warp] = tile;
            // SAFETY: as above; a warp has at least one run.
            tile = join(op, tile, Some(unsafe { lanes[runs - 1].assume_init() }));
        }
        // SAFETY: there is at least one slot, so at least one warp.
        unsafe { tile.unwrap_unchecked() }
    }

    /// Stores the prefixes of a tile whose runs were folded just before: `put(i, exclusive, inclusive)`; there is no
    /// exclusive prefix where nothing stands on the left.
    ///
    /// # Safety
    ///
    /// The last call was `fold` for the same slots.
    #[inline(always)]
    pub(crate) unsafe fn prefixes<O: Operator<T>>(
        &self,
        op: &O,
        shape: Tile,
        slots: Range<usize>,
        carry: Option<T>,
        item: impl Fn(usize) -> T,
        mut put: impl FnMut(usize, Option<T>, T),
    ) {
        for (run, from) in slots.clone().step_by(shape.run).enumerate() {
            let (warp, lane) = (run / WARP, run % WARP);
            // SAFETY: `fold` wrote the lanes of all runs of these slots.
            let before = (lane > 0).then(|| unsafe { self.lanes[run - 1].assume_init() });
            let mut prefix = join(op, join(op, carry, self.warps[warp]), before);
            for i in from..(from + shape.run).min(slots.end) {
                let x = item(i);
                let next = match prefix {
                    Some(p) => op.call((p, x)),
                    None => x,
                };
                put(i, prefix, next);
                prefix = Some(next);
            }
        }
    }
}
