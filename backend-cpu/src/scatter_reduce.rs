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

use crate::memory::{Buffer, filled, scratch};
use crate::parallel::{self, Pool};

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
/// The place of a slot without an item.
const EMPTY: u32 = u32::MAX;

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
    for i in 0..slots {
        // SAFETY: these are slots of the checked input. The place was compared with the target's length, and no other thread works.
        unsafe {
            if let Some((place, x)) = input.slot(i) {
                output.put(place, op.call((output.get(place), x)));
            }
        }
    }
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
        // SAFETY: the caller's contract.
        let slot = |i: usize| unsafe { self.slot(i) };
        if classes == 1 {
            slots.filter_map(slot).for_each(|(place, x)| add(place, x));
        } else {
            let (bits, mask) = (classes.trailing_zeros(), classes - 1);
            for i in slots {
                if let Some((place, x)) = slot(i) {
                    add((place << bits) + ((i - from) & mask), x);
                }
            }
        }
    }
}

impl<P: Position, T: Value, E: Expr<Item = (P, T)>> Placed<T> for PlacedChain<E> {
    unsafe fn load(&self, first: usize, places: &mut [u32], items: &mut [MaybeUninit<T>]) {
        for (k, (to, item)) in places.iter_mut().zip(items).enumerate() {
            // SAFETY: the caller's contract.
            *to = match unsafe { self.slot(first + k) } {
                None => EMPTY,
                Some((place, x)) => {
                    item.write(x);
                    // A target has at most 2^32 - 1 items.
                    place as u32
                }
            };
        }
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
