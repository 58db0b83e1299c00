//! Reductions into a large target: by counts of the places' items, or by a sort if there are few items.

use std::mem::MaybeUninit;

use onrush_core::algo::Sort;
use onrush_core::operator::Operator;
use onrush_core::shape::Tile;
use onrush_core::storage::{Span, Storage};
use onrush_core::value::Value;
use onrush_core::{Memory as _, fault};

use super::counted::Counted;
use super::{BLOCK, Placed, Room};
use crate::load::Load;
use crate::memory::{AllocError, Block, filled};
use crate::parallel::{Parts, Pool};
use crate::reduce_by_key::{StoreRuns, loaded};
use crate::segments::{Heads, Input, Rest, Segmented};
use crate::sort;

/// Places for each item up to which they are counted; items for more are sorted.
const SPARSE: usize = 8;

/// Stores the items and their places, then reduces them in the brackets of their sorted order. The slots are `dense` if each of them holds an item.
pub(super) fn many<T: Value, O: Operator<T>, S: Storage<Item = T>>(
    pool: &Pool,
    input: &dyn Placed<T>,
    (slots, dense): (usize, bool),
    op: O,
    output: &S,
) {
    let cut = pool.cut(slots, BLOCK);
    // Where each ticket's items begin, and the number of all, if that isn't where its slots begin.
    let mut starts = filled(if dense { 0 } else { cut.tickets() + 1 }, || 0);
    if !dense {
        let counts = Parts::new(&mut starts[1..]);
        let room = || Room::<T>::new(slots);
        pool.run_with(cut.tickets(), room, |room, ticket| {
            let (range, mut count) = (cut.range(ticket), 0);
            // SAFETY: these are slots of the checked input; the count is this ticket's alone.
            unsafe {
                room.each(input, range.start, range.end, |_, _, _| count += 1);
                *counts.at(ticket) = count;
            }
        });
        for k in 1..starts.len() {
            starts[k] += starts[k - 1];
        }
    }
    let items = starts.last().copied().unwrap_or(slots);
    if items == 0 {
        return;
    }
    let mut memory = Vec::new();
    let (places, values) = columns::<S>(items, &mut memory);
    let room = || Room::<T>::new(slots);
    pool.run_with(cut.tickets(), room, |room, ticket| {
        let range = cut.range(ticket);
        let mut at = starts.get(ticket).copied().unwrap_or(range.start);
        // SAFETY: these are slots of the checked input. A ticket's items have places of their own: between its start and that
        // of the next one there are as many as it has items.
        unsafe {
            room.each(input, range.start, range.end, |_, place, x| {
                places.put(at, place as u32);
                values.put(at, x);
                at += 1;
            });
        }
    });
    if output.len() / SPARSE <= items && u32::try_from(items).is_ok() {
        let counted = Counted { places: &places, values: &values, op: &op, output };
        // SAFETY: all items and their places have been written, and the places compared with the target's length.
        return unsafe { counted.run(pool) };
    }
    sort::sort(pool, Sort { keys: places, values }).unwrap_or_else(|error| fault::raise_error(error));
    let sorted = Sorted { places, values };
    let target = Sums { sorted: &sorted, op: &op, output };
    if items <= 2 * const { Tile::new(T::SIZE).run } {
        // The values of a place follow from one another.
        // SAFETY: these are all items.
        return unsafe { target.one_by_one(items) };
    }
    let input = Input { slots: items, keys: &sorted, values: &sorted, op: Segmented(op) };
    let target = Sums { sorted: &sorted, op: &input.op.0, output };
    // SAFETY: these are all items.
    unsafe { loaded(pool, &input, &target, 0, Rest::ALL) };
}

/// Columns for places and items, in blocks of memory that are appended.
fn columns<S: Storage>(items: usize, memory: &mut Vec<Block>) -> (Span<u32>, S) {
    let mut block = |bytes, align| {
        memory.try_reserve(1).map_err(|_| AllocError { bytes })?;
        let block = Block::new(bytes, align)?;
        let address = block.address();
        memory.push(block);
        Ok(address)
    };
    let mut columns = || Ok((Storage::like(items, &mut block)?, S::like(items, &mut block)?));
    columns().unwrap_or_else(|error| fault::raise_error(error))
}

/// Items in the order of their places.
struct Sorted<S> {
    places: Span<u32>,
    values: S,
}

impl<S> Sorted<S> {
    /// Whether an item is the first of its place.
    ///
    /// # Safety
    ///
    /// `i` is the number of an item.
    #[inline(always)]
    unsafe fn is_head(&self, i: usize) -> bool {
        // SAFETY: the caller's contract; `i - 1` is the number of an item too, since `i` isn't 0.
        i == 0 || unsafe { self.places.get(i - 1) != self.places.get(i) }
    }
}

impl<S: Storage> Heads for Sorted<S> {
    unsafe fn load(&self, first: usize, heads: &mut [MaybeUninit<bool>]) {
        for (k, head) in heads.iter_mut().enumerate() {
            // SAFETY: the caller's contract.
            head.write(unsafe { self.is_head(first + k) });
        }
    }
    fn contiguous(&self) -> Option<(*const u8, usize)> {
        self.places.contiguous().map(|places| (places.cast_const().cast(), size_of::<u32>()))
    }
}

impl<S: Storage> Load<S::Item> for Sorted<S> {
    unsafe fn load(&self, first: usize, room: &mut [MaybeUninit<S::Item>]) {
        for (k, item) in room.iter_mut().enumerate() {
            // SAFETY: the caller's contract.
            item.write(unsafe { self.values.get(first + k) });
        }
    }
    fn contiguous(&self) -> Option<*const S::Item> {
        self.values.contiguous().map(<*mut _>::cast_const)
    }
}

/// The target, to which the value of each place is added.
struct Sums<'a, S, O> {
    sorted: &'a Sorted<S>,
    op: &'a O,
    output: &'a S,
}

impl<T: Value, O: Operator<T>, S: Storage<Item = T>> Sums<'_, S, O> {
    /// Adds the value of the place of item `last`, which is the last one there.
    ///
    /// # Safety
    ///
    /// `last` is the number of an item, and no other thread adds a value to its place.
    #[inline(always)]
    unsafe fn add(&self, last: usize, value: T) {
        // SAFETY: the caller's contract; the places were compared with the target's length when they were loaded.
        unsafe {
            let place = self.sorted.places.get(last) as usize;
            self.output.put(place, self.op.call((self.output.get(place), value)));
        }
    }

    /// Adds the values of `items` items, each place's as their fold.
    ///
    /// # Safety
    ///
    /// These are all items, at least one.
    unsafe fn one_by_one(&self, items: usize) {
        // SAFETY: the caller's contract.
        unsafe {
            let mut value = self.sorted.values.get(0);
            for i in 1..items {
                let x = self.sorted.values.get(i);
                value = if self.sorted.is_head(i) {
                    self.add(i - 1, value);
                    x
                } else {
                    self.op.call((value, x))
                };
            }
            self.add(items - 1, value);
        }
    }
}

impl<T: Value, O: Operator<T>, S: Storage<Item = T>> StoreRuns<T> for Sums<'_, S, O> {
    unsafe fn store(&self, heads: &[bool], prefixes: &[T], first: usize, _: usize) {
        let (last, end) = (heads.len() - 1, first + heads.len());
        for k in 0..last {
            if heads[k + 1] {
                // SAFETY: the caller's contract. A place's value is added where its last item lies, so once.
                unsafe { self.add(first + k, prefixes[k]) };
            }
        }
        // SAFETY: as above.
        unsafe {
            if end == self.sorted.places.len() || self.sorted.is_head(end) {
                self.add(end - 1, prefixes[last]);
            }
        }
    }
}
