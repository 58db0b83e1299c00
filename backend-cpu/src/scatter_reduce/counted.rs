//! Reductions into a large target in the brackets of the items' sorted order, without a sort: the rank of each item in that order
//! follows from the numbers of items of the places before, and says where a run of slots ends.

use std::hint::select_unpredictable;
use std::mem::MaybeUninit;
use std::ops::Range;
use std::sync::atomic::{AtomicU8, Ordering};

use onrush_core::operator::Operator;
use onrush_core::shape::{Tile, WARP, WARPS};
use onrush_core::storage::{Span, Storage};
use onrush_core::value::Value;

use super::few::{Cells, Optional, Padded};
use crate::memory::{filled, reserved, scratch};
use crate::parallel::{Parts, Pool};

/// The most threads that share the places. Each reads the places of all items.
const READERS: usize = 8;
/// Items that one thread combines faster than several are woken.
const ALONE: usize = 1 << 15;

/// Items and the target with which they are combined.
pub(super) struct Counted<'a, O, S> {
    /// The items' places, and the items, in the order of their slots.
    pub(super) places: &'a Span<u32>,
    pub(super) values: &'a S,
    pub(super) op: &'a O,
    pub(super) output: &'a S,
}

/// What a thread does for a part of the places, which has a number.
type Work<'a> = dyn Fn(usize, Range<usize>) + Sync + 'a;
/// Threads that do it for all parts.
type Shared<'a> = dyn Fn(&Work<'_>) + 'a;

/// A place while its items are combined: the rank of its first item, that of the next one, and the value so far.
#[derive(Clone, Copy)]
struct Place<T: Copy> {
    start: u32,
    next: u32,
    value: MaybeUninit<T>,
}

impl<T: Value, O: Operator<T>, S: Storage<Item = T>> Counted<'_, O, S> {
    /// Items of a run of slots.
    const RUN: usize = Tile::new(T::SIZE).run;
    /// The most items of a place of which no run lies between its first and its last one: they have the brackets of a plain loop.
    const SHORT: u8 = Self::RUN as u8 + 1;

    /// Combines all items with their places.
    ///
    /// # Safety
    ///
    /// Places and values are written, at most 2^32 - 1; the places lie in the target, which no other thread uses.
    pub(super) unsafe fn run(&self, pool: &Pool) {
        let len = self.output.len();
        let parts = if self.places.len() <= ALONE { 1 } else { pool.threads().clamp(1, READERS) };
        let share = len.div_ceil(parts).max(1);
        let range = |part: usize| part * share..len.min((part + 1) * share);
        let parts = len.div_ceil(share);
        let shared = |work: &Work<'_>| pool.run_heavy(parts, |part| work(part, range(part)));
        let mut counts = filled(len, || 0u8);
        let (most, to) = (AtomicU8::new(0), Parts::new(&mut counts));
        shared(&|_, part| {
            // SAFETY: these places are the ticket's alone; the rest is the caller's contract.
            unsafe {
                let counts = std::slice::from_raw_parts_mut(to.at(part.start), part.len());
                self.each(&part, |at, _| counts[at] = counts[at].saturating_add(1));
                most.fetch_max(counts.iter().copied().max().unwrap_or(0), Ordering::Relaxed);
            }
        });
        drop(counts);
        if most.into_inner() > Self::SHORT {
            // SAFETY: the caller's contract.
            return unsafe { self.run_long(parts, range, &shared) };
        }
        match O::identity() {
            // SAFETY: the caller's contract; every place has few items.
            Some(identity) => unsafe { self.run_short(&Padded { op: self.op, identity }, &shared) },
            // SAFETY: the same.
            None => unsafe { self.run_short(&Optional { op: self.op }, &shared) },
        }
    }

    /// Calls `f` with the number in a part of the target of each item's place that lies there, and the number of the item.
    ///
    /// # Safety
    ///
    /// The contract is that of [`run`](Self::run).
    #[inline(always)]
    unsafe fn each(&self, part: &Range<usize>, mut f: impl FnMut(usize, usize)) {
        let (places, start, len) = (*self.places, part.start, part.len());
        for i in 0..places.len() {
            // SAFETY: the caller's contract.
            let at = unsafe { places.get(i) as usize }.wrapping_sub(start);
            if at < len {
                f(at, i);
            }
        }
    }

    /// Folds the items of each place.
    ///
    /// # Safety
    ///
    /// The contract is that of [`run`](Self::run), and no place has more items than [`SHORT`](Self::SHORT).
    unsafe fn run_short<C: Cells<T>>(&self, cells: &C, shared: &Shared<'_>) {
        let mut values = filled(self.output.len(), || cells.empty());
        let to = Parts::new(&mut values);
        shared(&|_, part| {
            // SAFETY: these places are the ticket's alone; the rest is the caller's contract.
            unsafe {
                let values = std::slice::from_raw_parts_mut(to.at(part.start), part.len());
                let (items, output) = (*self.values, *self.output);
                self.each(&part, |at, i| values[at] = cells.add(values[at], items.get(i)));
                for (place, value) in part.zip(values) {
                    let value = cells.total(*value);
                    // Which places have items can't be predicted, so numbers, which have an identity, are all stored.
                    if O::identity().is_some() {
                        let old = output.get(place);
                        let new = value.map_or(old, |value| self.op.call((old, value)));
                        output.put(place, select_unpredictable(value.is_some(), new, old));
                    } else if let Some(value) = value {
                        output.put(place, self.op.call((output.get(place), value)));
                    }
                }
            }
        });
    }

    /// Combines the items of each place in the brackets of their ranks.
    ///
    /// # Safety
    ///
    /// The contract is that of [`run`](Self::run).
    unsafe fn run_long(&self, parts: usize, range: impl Fn(usize) -> Range<usize>, shared: &Shared<'_>) {
        let empty = Place { start: 0, next: 0, value: MaybeUninit::uninit() };
        let mut places = filled(self.output.len() + 1, || empty);
        // The values of the runs of slots that a place begins in and leaves, or fills.
        let mut runs = scratch::<T>(self.places.len() / Self::RUN);
        let to = Parts::new(&mut places);
        shared(&|_, part| {
            // SAFETY: these places are the ticket's alone; the rest is the caller's contract.
            unsafe {
                let places = std::slice::from_raw_parts_mut(to.at(part.start), part.len());
                self.each(&part, |at, _| places[at].next += 1);
            }
        });
        let mut rank = 0;
        for place in &mut places {
            place.start = rank;
            rank += std::mem::replace(&mut place.next, rank);
        }
        // The end of a part's last place is the start of the next part's first one, whose thread changes it.
        let mut ends = reserved(parts);
        ends.extend((0..parts).map(|part| places[range(part).end].start));
        let (to, runs) = (Parts::new(&mut places), Runs::<T, O> { values: Parts::new(&mut runs), op: self.op });
        shared(&|number, part| {
            let last = part.len() - 1;
            // SAFETY: these places are the ticket's alone; the rest is the caller's contract.
            unsafe {
                let places = std::slice::from_raw_parts_mut(to.at(part.start), part.len());
                self.each(&part, |at, i| {
                    let x = self.values.get(i);
                    let Place { start, next: rank, value } = places[at];
                    places[at].next = rank + 1;
                    places[at].value.write(if rank == start {
                        x
                    } else if !(rank as usize).is_multiple_of(Self::RUN) {
                        self.op.call((value.assume_init(), x))
                    } else {
                        let end = if at == last { ends[number] } else { places[at + 1].start };
                        runs.next(start as usize, rank as usize, end as usize, value.assume_init(), x)
                    });
                });
                for (place, state) in part.zip(&*places) {
                    if state.next != state.start {
                        let value = state.value.assume_init();
                        self.output.put(place, self.op.call((self.output.get(place), value)));
                    }
                }
            }
        });
    }
}

/// The values of runs of slots, each that of the place that leaves it.
struct Runs<'a, T, O> {
    values: Parts<MaybeUninit<T>>,
    op: &'a O,
}

impl<T: Value, O: Operator<T>> Runs<'_, T, O> {
    const RUN: usize = Tile::new(T::SIZE).run;
    const TILE: usize = WARP * WARPS;

    /// Takes the value with which a place leaves a run of slots, and begins the next one with the item of this rank. Between the
    /// place's first item and its end a run that the place fills begins anew; its last one begins with all that is on the left.
    ///
    /// # Safety
    ///
    /// The rank is the first one of a run, between `start` and `end`, and the values that the place has left before were taken.
    #[inline(never)]
    unsafe fn next(&self, start: usize, rank: usize, end: usize, value: T, x: T) -> T {
        let (first, run) = (start / Self::RUN, rank / Self::RUN);
        // SAFETY: the run before this one is full, so it has a value, which is this place's alone.
        unsafe { self.values.at(run - 1).write(MaybeUninit::new(value)) };
        if end > rank + Self::RUN {
            return x;
        }
        // SAFETY: the place has left the runs from its first one up to this one.
        self.op.call((unsafe { self.left(first, run) }, x))
    }

    /// The value on the left of a run, of a place that begins in run `first` before it.
    ///
    /// # Safety
    ///
    /// The values of the runs `first..run` are written.
    unsafe fn left(&self, first: usize, run: usize) -> T {
        let join = |a: Option<T>, b: T| Some(a.map_or(b, |a| self.op.call((a, b))));
        let (warp, tile) = (run / WARP * WARP, run / Self::TILE * Self::TILE);
        // SAFETY: the caller's contract; these runs are before `run`.
        let lanes = |from: usize, last: usize| unsafe { self.lanes(first.max(from), last) };
        let warps = |from: usize, to: usize| {
            let from = from.max(first / WARP * WARP);
            (from..to).step_by(WARP).fold(None, |all, warp| join(all, lanes(warp, warp + WARP - 1)))
        };
        let tiles = (first / Self::TILE * Self::TILE..tile).step_by(Self::TILE);
        let carry = tiles.fold(None, |all, tile| warps(tile, tile + Self::TILE).and_then(|value| join(all, value)));
        let left = warps(tile, warp).map_or(carry, |value| join(carry, value));
        let all = if warp < run { join(left, lanes(warp, run - 1)) } else { left };
        all.expect("there is a run on the left")
    }

    /// The inclusive prefix of a lane of a warp, the last of the lanes from `from` on: what the Hillis–Steele scan makes of them. Spans of
    /// 1, 2, 4, … lanes are joined from the right, as the digits of a binary counter are carried, since items may be large for a stack.
    ///
    /// # Safety
    ///
    /// The values of these runs, at least one and at most a warp's, are written.
    unsafe fn lanes(&self, from: usize, last: usize) -> T {
        const LEVELS: usize = WARP.ilog2() as usize + 1;
        let mut spans = [const { MaybeUninit::<T>::uninit() }; LEVELS];
        let mut taken = 0usize;
        let has = |taken: usize, level: usize| taken >> level & 1 == 1;
        for lane in (from..=last).rev() {
            // SAFETY: the caller's contract.
            let mut span = unsafe { self.values.at(lane).read().assume_init() };
            let mut level = 0;
            while has(taken, level) {
                // SAFETY: the digits of the lanes that are taken say which spans are written.
                span = self.op.call((span, unsafe { spans[level].assume_init() }));
                level += 1;
            }
            spans[level].write(span);
            taken += 1;
        }
        let mut level = taken.trailing_zeros() as usize;
        // SAFETY: as above; at least one lane is taken.
        let mut all = unsafe { spans[level].assume_init() };
        while level + 1 < LEVELS {
            level += 1;
            if has(taken, level) {
                // SAFETY: as above.
                all = self.op.call((all, unsafe { spans[level].assume_init() }));
            }
        }
        all
    }
}
