//! Reductions by place: in the target itself, in tables of its places, or by a sort.

use std::mem::MaybeUninit;
use std::ops::Range;

use onrush_core::algo::ScatterReduce;
use onrush_core::expr::Expr;
use onrush_core::operator::Operator;
use onrush_core::shape::{Places, in_turn};
use onrush_core::storage::Storage;
use onrush_core::value::Value;
use onrush_core::{Position, Result, fault};

use crate::memory::{Buffer, SmallBuffer, filled, scratch};
use crate::multiversion::multiversion;
use crate::parallel::{self, Pool};
use crate::steps::in_steps;

mod counted;
mod few;
mod many;

use few::{Cells, Fold, few};
use many::many;

/// Slots that are loaded before their items are combined.
const BLOCK: usize = 1 << 10;
/// Slots of a small target that one thread combines faster in the target than several do in values of their own, if the operator
/// associates exactly.
const FEW_ALONE: usize = 1 << 16;
/// The same of a large target, for each thread: several threads sort, which takes four of them as long as one takes in the target.
const MANY_ALONE: usize = 1 << 17;
const SORTING: usize = 4;
/// Slots of a filtered chain that are loaded together, without a branch for each, where no room is at hand.
const TOGETHER: usize = 256;
/// The largest size in bytes of items that are.
const SMALL: usize = 32;
/// The place of a slot without an item.
const EMPTY: u32 = u32::MAX;
/// The place that stands for all from it on until they are compared with the target's length.
const BEYOND: u32 = u32::MAX - 1;

pub(crate) fn scatter_reduce<P: Position, T: Value, E: Expr<Item = (P, T)>, O: Operator<T>, S: Storage<Item = T>>(
    pool: &Pool,
    request: ScatterReduce<E, O, S>,
) -> Result<()> {
    let ScatterReduce { input, op, output } = request;
    let input = PlacedChain { input, places: output.len() };
    let slots = input.input.slots();
    parallel::call(|| {
        if in_turn(slots, output.len()) {
            return in_order(&input, slots, &op, &output);
        }
        let shape = Places::new(slots, output.len(), T::SIZE, O::COMMUTATIVE);
        if O::EXACT {
            let threads = pool.threads();
            let alone = match shape {
                Some(_) => threads == 1 || slots <= FEW_ALONE,
                None => threads <= SORTING || slots <= MANY_ALONE.saturating_mul(threads),
            };
            if alone {
                return in_order(&input, slots, &op, &output);
            }
        }
        match shape {
            Some(shape) => few(pool, &input, slots, &op, &output, shape),
            None => many(pool, &input, (slots, E::DENSE), op, &output),
        }
    })
}

/// Combines each item with its place in turn.
fn in_order<P: Position, T: Value, E: Expr<Item = (P, T)>, S: Storage<Item = T>>(
    input: &PlacedChain<E>,
    slots: usize,
    op: &impl Operator<T>,
    output: &S,
) {
    // SAFETY: these are slots of the checked input. The place was compared with the target's length, and no other thread works.
    unsafe { input.each(0..slots, |_, place, x| output.put(place, op.call((output.get(place), x)))) }
}

/// Places and items whose expression the caller doesn't know.
trait Placed<T>: Sync {
    /// Loads the places of the slots from `first` on, [`EMPTY`] where there is no item, and the items. Unwinds with an error if one is
    /// outside the target, which has at most 2^32 - 1 places.
    ///
    /// # Safety
    ///
    /// The slots are the checked input's, as many as `places` and `items` have room for.
    unsafe fn load(&self, first: usize, places: &mut [u32], items: &mut [MaybeUninit<T>]);
}

struct PlacedChain<E> {
    input: E,
    places: usize,
}

impl<P: Position, T: Value, E: Expr<Item = (P, T)>> PlacedChain<E> {
    /// The place of a slot, which is within the target, and its item.
    ///
    /// # Safety
    ///
    /// The slot is the checked input's.
    #[inline(always)]
    unsafe fn slot(&self, i: usize) -> Option<(usize, T)> {
        // SAFETY: the caller's contract.
        let (position, x) = unsafe { self.input.slot(i) }?;
        let place = position.index();
        if place >= self.places {
            fault::raise(position.out_of_range("scatter_reduce", self.places, Some(i)));
        }
        Some((place, x))
    }

    /// Calls `f` with each slot that holds an item, its place, which is within the target, and the item, in the order of the slots.
    ///
    /// # Safety
    ///
    /// These are slots of the checked input.
    #[inline(always)]
    unsafe fn each(&self, slots: Range<usize>, mut f: impl FnMut(usize, usize, T)) {
        if E::DENSE || size_of::<T>() > SMALL {
            let mut one = |i: usize| {
                // SAFETY: the caller's contract.
                if let Some((place, x)) = unsafe { self.slot(i) } {
                    f(i, place, x);
                }
            };
            return in_steps(slots.len(), |k| one(slots.start + k));
        }
        let (mut places, mut room) = ([EMPTY; TOGETHER], SmallBuffer::new());
        let items = room.of(TOGETHER);
        for first in slots.clone().step_by(TOGETHER) {
            let len = (slots.end - first).min(TOGETHER);
            let (places, items) = (&mut places[..len], &mut items[..len]);
            // SAFETY: the caller's contract.
            unsafe { self.load(first, places, items) };
            for (k, (place, item)) in places.iter().zip(items).enumerate() {
                if *place != EMPTY {
                    // SAFETY: `load` has written the items of places that aren't empty.
                    f(first + k, *place as usize, unsafe { item.assume_init() });
                }
            }
        }
    }
}

impl<P: Position, T: Value, E: Expr<Item = (P, T)>, C: Cells<T>> Fold<C, T> for PlacedChain<E> {
    unsafe fn fold(&self, slots: Range<usize>, cells: &C, values: &mut [C::Cell], classes: usize) {
        debug_assert!(classes.is_power_of_two() && values.len() == self.places * classes);
        let from = slots.start;
        let mut add = |at: usize, x: T| {
            // SAFETY: `slot` has compared the place with the number of places, each of which has a value for each class.
            let value = unsafe { values.get_unchecked_mut(at) };
            *value = cells.add(*value, x);
        };
        let (bits, mask) = (classes.trailing_zeros(), classes - 1);
        // SAFETY: the caller's contract.
        unsafe {
            if classes == 1 {
                self.each(slots, |_, place, x| add(place, x));
            } else {
                self.each(slots, |i, place, x| add((place << bits) + ((i - from) & mask), x));
            }
        }
    }
}

impl<P: Position, T: Value, E: Expr<Item = (P, T)>> Placed<T> for PlacedChain<E> {
    unsafe fn load(&self, first: usize, places: &mut [u32], items: &mut [MaybeUninit<T>]) {
        // Every place within the target is at most `BEYOND`, so it is loaded as it is.
        debug_assert!(self.places <= EMPTY as usize);
        // SAFETY: the caller's contract.
        let most = unsafe { load_unchecked(&self.input, first, places, items) };
        if most as usize >= self.places.min(BEYOND as usize) {
            // The first place that isn't within the target is the error. What is tested is what is kept.
            for (k, (to, item)) in places.iter_mut().zip(items).enumerate() {
                // SAFETY: the same.
                *to = unsafe { self.slot(first + k) }.map_or(EMPTY, |(place, x)| {
                    item.write(x);
                    place as u32
                });
            }
        }
    }
}

multiversion! {
    /// Loads places and items as [`Placed::load`] does, without a branch, so that vector registers can: [`BEYOND`] stands for larger
    /// places. Returns the largest place.
    unsafe fn load_unchecked[P: Position, T: Value, E: Expr<Item = (P, T)>](
        input: &E, first: usize, places: &mut [u32], items: &mut [MaybeUninit<T>],
    ) -> u32 where [] {
        let mut most = 0;
        for (k, (to, item)) in places.iter_mut().zip(items).enumerate() {
            // SAFETY: the caller's contract.
            let slot = unsafe { input.slot(first + k) };
            let place = slot.map_or(0, |(place, _)| place.index().min(BEYOND as usize) as u32);
            most = most.max(place);
            *to = if slot.is_some() { place } else { EMPTY };
            *item = slot.map_or(MaybeUninit::zeroed(), |(_, x)| MaybeUninit::new(x));
        }
        most
    }
}

/// The scratch space of a thread: loaded slots.
struct Room<T> {
    places: Box<[u32]>,
    items: Buffer<T>,
}

impl<T: Value> Room<T> {
    fn new(slots: usize) -> Self {
        let len = slots.min(BLOCK);
        Room { places: filled(len, || EMPTY), items: scratch(len) }
    }

    /// Calls `f` with the number among the slots `from..to`, the place and the item of each that has one.
    ///
    /// # Safety
    ///
    /// These are slots of the checked input.
    #[inline(always)]
    unsafe fn each(
        &mut self,
        input: &(impl Placed<T> + ?Sized),
        from: usize,
        to: usize,
        mut f: impl FnMut(usize, usize, T),
    ) {
        for first in (from..to).step_by(BLOCK) {
            let len = (to - first).min(BLOCK);
            let (places, items) = (&mut self.places[..len], &mut self.items[..len]);
            // SAFETY: the caller's contract.
            unsafe { input.load(first, places, items) };
            for (k, (place, item)) in places.iter().zip(items).enumerate() {
                if *place != EMPTY {
                    // SAFETY: `load` has written the items of places that aren't empty.
                    f(first - from + k, *place as usize, unsafe { item.assume_init() });
                }
            }
        }
    }
}
