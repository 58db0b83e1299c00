use std::mem::MaybeUninit;

use onrush_core::algo::{ScatterReduce, Sort};
use onrush_core::device::DeviceId;
use onrush_core::expr::Expr;
use onrush_core::operator::Operator;
use onrush_core::shape::{Places, Tile, WARP};
use onrush_core::storage::{Span, Storage};
use onrush_core::value::Value;
use onrush_core::{Memory as _, Position, Result, fault};

use crate::load::Load;
use crate::memory::{Block, Memory, filled, scratch};
use crate::parallel::{self, Parts, Pool};
use crate::reduce_by_key::{StoreRuns, loaded};
use crate::segments::{Heads, Input, Segmented};
use crate::sort;

/// Slots that are loaded before their items are combined.
const BLOCK: usize = 1 << 10;
/// Places whose partial results a thread combines at a time.
const SHARE: usize = 64;
/// The place of a slot without an item.
const EMPTY: u32 = u32::MAX;

pub(crate) fn scatter_reduce<P: Position, T: Value, E: Expr<Item = (P, T)>, O: Operator<T>, S: Storage<Item = T>>(
    pool: &Pool,
    request: ScatterReduce<E, O, S>,
) -> Result<()> {
    let ScatterReduce { input, op, output } = request;
    let input = Chain { input, places: output.len() };
    let slots = input.input.slots();
    parallel::call(|| match Places::new(slots, output.len(), T::SIZE, O::COMMUTATIVE) {
        Some(shape) => few(pool, &input, slots, &op, &output, shape),
        None => many(pool, &input, (slots, E::DENSE), op, &output),
    })
}

/// Places and items whose expression the caller doesn't know.
trait Placed<T>: Sync {
    /// Loads the places of the slots from `first` on, [`EMPTY`] where there is no item, and the items.
    ///
    /// # Safety
    ///
    /// The slots are the checked input's, as many as `places` and `items` have room for.
    unsafe fn load(&self, first: usize, places: &mut [u32], items: &mut [MaybeUninit<T>]);
}

struct Chain<E> {
    input: E,
    places: usize,
}

impl<P: Position, T: Value, E: Expr<Item = (P, T)>> Placed<T> for Chain<E> {
    unsafe fn load(&self, first: usize, places: &mut [u32], items: &mut [MaybeUninit<T>]) {
        for (k, (place, item)) in places.iter_mut().zip(items).enumerate() {
            // SAFETY: the caller's contract.
            *place = match unsafe { self.input.slot(first + k) } {
                None => EMPTY,
                Some((position, x)) => {
                    let index = position.index();
                    if index >= self.places {
                        fault::raise(position.out_of_range("scatter_reduce", self.places, Some(first + k)));
                    }
                    item.write(x);
                    // A target has at most 2^32 - 1 items.
                    index as u32
                }
            };
        }
    }
}

fn join<T: Value>(op: &impl Operator<T>, a: Option<T>, b: Option<T>) -> Option<T> {
    match (a, b) {
        (Some(a), Some(b)) => Some(op.call((a, b))),
        (a, b) => a.or(b),
    }
}

/// The tree over a power of two of parts, which are emptied.
fn tree<T: Value>(op: &impl Operator<T>, parts: &mut [Option<T>]) -> Option<T> {
    let mut d = 1;
    while d < parts.len() {
        for k in (0..parts.len()).step_by(2 * d) {
            parts[k] = join(op, parts[k], parts[k + d].take());
        }
        d *= 2;
    }
    parts[0].take()
}

/// The scratch space of a thread: loaded slots, and the values of a set.
struct Room<T> {
    places: Box<[u32]>,
    items: Memory<T>,
    values: Box<[Option<T>]>,
}

impl<T: Value> Room<T> {
    fn new(values: usize) -> Self {
        Room { places: filled(BLOCK, || EMPTY), items: scratch(BLOCK), values: filled(values, || None) }
    }

    /// Calls `f` with each item of the slots `from..to`, its place, and its number among them.
    ///
    /// # Safety
    ///
    /// These are slots of the checked input.
    unsafe fn each(
        &mut self,
        input: &dyn Placed<T>,
        from: usize,
        to: usize,
        mut f: impl FnMut(&mut [Option<T>], usize, usize, T),
    ) {
        for first in (from..to).step_by(BLOCK) {
            let len = (to - first).min(BLOCK);
            let (places, items) = (&mut self.places[..len], &mut self.items[..len]);
            // SAFETY: the caller's contract.
            unsafe { input.load(first, places, items) };
            for (k, (place, item)) in places.iter().zip(items).enumerate() {
                if *place != EMPTY {
                    // SAFETY: `load` has written the items of places that aren't empty.
                    f(&mut self.values, first - from + k, *place as usize, unsafe { item.assume_init() });
                }
            }
        }
    }
}

/// Reduces into a small target: chunk by chunk, then over the chunks.
fn few<T: Value, O: Operator<T>, S: Storage<Item = T>>(
    pool: &Pool,
    input: &dyn Placed<T>,
    slots: usize,
    op: &O,
    output: &S,
    shape: Places,
) {
    let (places, classes) = (output.len(), shape.classes);
    let mut partials = filled(shape.chunks * places, || None::<T>);
    let totals = Parts::new(&mut partials);
    pool.run_with(
        shape.chunks,
        || Room::new(places * classes),
        |room, chunk| {
            for set in chunk * shape.sets..(chunk + 1) * shape.sets {
                let (from, to) = (set * shape.set, slots.min((set + 1).saturating_mul(shape.set)));
                if from >= to {
                    break;
                }
                // SAFETY: these are slots of the checked input.
                unsafe {
                    room.each(input, from, to, |values, k, place, x| {
                        let value = &mut values[place * classes + k % classes];
                        *value = Some(value.map_or(x, |value| op.call((value, x))));
                    });
                }
                for (place, values) in room.values.chunks_exact_mut(classes).enumerate() {
                    // SAFETY: the chunk's partial results are this ticket's alone, and initialised.
                    let total = unsafe { &mut *totals.at(chunk * places + place) };
                    *total = join(op, *total, tree(op, values));
                }
            }
        },
    );
    let per_run = shape.per_run();
    pool.run_with(
        places.div_ceil(SHARE),
        || filled(WARP, || None::<T>),
        |runs, share| {
            for place in share * SHARE..places.min((share + 1) * SHARE) {
                for (run, value) in runs.iter_mut().enumerate() {
                    let chunks = (run * per_run).min(shape.chunks)..((run + 1) * per_run).min(shape.chunks);
                    *value = chunks.fold(None, |value, chunk| join(op, value, partials[chunk * places + place]));
                }
                if let Some(value) = tree(op, runs) {
                    // SAFETY: the place is in range, and this ticket's alone.
                    unsafe { output.put(place, op.call((output.get(place), value))) }
                }
            }
        },
    );
}

/// Reduces into a large target: sorts the items by their places, then reduces each run of one place. The slots are `dense` if
/// each of them holds an item.
fn many<T: Value, O: Operator<T>, S: Storage<Item = T>>(
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
        let room = || Room::<T>::new(0);
        pool.run_with(cut.tickets(), room, |room, ticket| {
            let (range, mut count) = (cut.range(ticket), 0);
            // SAFETY: these are slots of the checked input; the count is this ticket's alone.
            unsafe {
                room.each(input, range.start, range.end, |_, _, _, _| count += 1);
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
    let mut blocks = Vec::new();
    let values = S::like(items, &mut |bytes, align| {
        let block = Block::new(bytes, align)?;
        let address = block.address();
        blocks.push(block);
        Ok(address)
    });
    let values = values.unwrap_or_else(|error| fault::raise_error(error));
    let keys = scratch::<u32>(items);
    let places = Span::new(keys.start(), items, DeviceId::HOST);
    let room = || Room::<T>::new(0);
    pool.run_with(cut.tickets(), room, |room, ticket| {
        let range = cut.range(ticket);
        let mut at = starts.get(ticket).copied().unwrap_or(range.start);
        // SAFETY: these are slots of the checked input. A ticket's items have places of their own: between its start and that
        // of the next one there are as many as it has items.
        unsafe {
            room.each(input, range.start, range.end, |_, _, place, x| {
                places.put(at, place as u32);
                values.put(at, x);
                at += 1;
            });
        }
    });
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
    unsafe { loaded(pool, &input, &target) };
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
