use std::cell::{Cell, UnsafeCell};
use std::mem::MaybeUninit;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use super::{Expr, Indexed, Repeatable, indexed};
use crate::device::Check;
use crate::function::Function;
use crate::lower::members;
use crate::value::Value;

/// `N` items for every item; created by [`Chain::flat_map`](crate::Chain::flat_map).
#[derive(Debug, Clone, Copy)]
pub struct FlatMap<E, F, const N: usize> {
    input: E,
    f: F,
    /// A number that only copies of this expression have, which give the same items.
    number: usize,
}

impl<E, F, const N: usize> FlatMap<E, F, N> {
    pub(crate) fn new(input: E, f: F) -> Self {
        static NUMBER: AtomicUsize = AtomicUsize::new(1);
        FlatMap { input, f, number: NUMBER.fetch_add(1, Relaxed) }
    }
}

/// The items of calls that a thread has made last, for expressions that are asked for one item at a time.
#[repr(C, align(16))]
struct Kept {
    items: UnsafeCell<MaybeUninit<[u8; KEPT_BYTES]>>,
    /// The expression, or 0, and the call.
    of: Cell<(usize, usize)>,
}
const KEPT_BYTES: usize = 512;
/// The number of calls that are kept: a thread may go through several expressions, and several parts of one, in turn.
const PLACES: usize = 8;

thread_local! {
    static KEPT: [Kept; PLACES] = const {
        [const { Kept { items: UnsafeCell::new(MaybeUninit::uninit()), of: Cell::new((0, 0)) } }; PLACES]
    };
}

impl<E, F, T, const N: usize> FlatMap<E, F, N>
where
    E: Repeatable + Indexed<Item: Value>,
    F: Function<(E::Item,), Output = [T; N]>,
    T: Value,
{
    /// Whether a call is worth being kept, and its items fit. Two items are computed in less time than they are looked up.
    const KEEPS: bool = N > 2 && size_of::<[T; N]>() <= KEPT_BYTES && align_of::<T>() <= align_of::<Kept>();

    /// Item `k` of a call, whose items are kept until this thread asks for those of another one.
    ///
    /// # Safety
    ///
    /// `k < N`, and `call` is a slot of the checked input.
    #[inline(always)]
    unsafe fn kept(&self, call: usize, k: usize) -> T {
        KEPT.with(
            #[inline(always)]
            |all| {
                let kept = &all[(self.number ^ call) % PLACES];
                let items = kept.items.get().cast::<[T; N]>();
                if kept.of.get() != (self.number, call) {
                    // SAFETY: the caller's contract.
                    let made = self.f.call((unsafe { self.input.at(call) },));
                    // SAFETY: the place has room for the items at its start, aligned, as `KEEPS` says, and this thread alone,
                    // which is here, uses it.
                    unsafe { items.write(made) };
                    kept.of.set((self.number, call));
                }
                // SAFETY: the number is that of this expression or of a copy of it, so the items are of this type, and were written;
                // `k < N`.
                unsafe { (*items)[k] }
            },
        )
    }
}

// SAFETY: memory is read through the input alone, an [`Expr`] too; `FlatMap` in windows.cuh does the same.
unsafe impl<E, F, T, const N: usize> Expr for FlatMap<E, F, N>
where
    E: Repeatable + Indexed<Item: Value>,
    F: Function<(E::Item,), Output = [T; N]>,
    T: Value,
{
    type Item = T;
    const IN_RUNS: bool = N > 1;
    #[inline(always)]
    fn slots(&self) -> usize {
        const { super::fits::<Self::Item>() };
        self.input.slots().saturating_mul(N)
    }
    indexed!();
    #[inline(always)]
    unsafe fn each(&self, from: usize, to: usize, mut f: impl FnMut(usize, T)) {
        // Calls of `f` whose `N` items all lie in `from..to`.
        let calls = if N == 0 { 0..0 } else { from.div_ceil(N)..to / N };
        let (before, after) = if calls.is_empty() { (to, to) } else { (calls.start * N, calls.end * N) };
        for i in from..before {
            // SAFETY: the caller's contract: `i < to <= slots()`.
            f(i, unsafe { self.at(i) });
        }
        for call in calls {
            // SAFETY: the items of the call lie below `to <= slots()`, so `call` is less than the input's slots.
            let items = self.f.call((unsafe { self.input.at(call) },));
            for (k, item) in items.into_iter().enumerate() {
                f(call * N + k, item);
            }
        }
        for i in after..to {
            // SAFETY: the caller's contract: `i < to <= slots()`.
            f(i, unsafe { self.at(i) });
        }
    }
    #[inline(always)]
    fn check(&self, check: &mut Check) {
        self.input.check(check);
        self.f.check(check);
    }
    members! {
        |this, unit| [] {
            if N > 1 {
                unit.shares_calls();
            }
            format!("FlatMap<{}, {}, {N}>", E::lower(unit), F::lower(unit))
        } =>
        e: params this.input, f: params this.f
    }
}
#[diagnostic::do_not_recommend]
// SAFETY: `indexed!` makes `slot(i)` be `Some(at(i))`.
unsafe impl<E, F, T, const N: usize> Indexed for FlatMap<E, F, N>
where
    E: Repeatable + Indexed<Item: Value>,
    F: Function<(E::Item,), Output = [T; N]>,
    T: Value,
{
    #[inline(always)]
    unsafe fn at(&self, i: usize) -> T {
        if Self::KEEPS {
            // SAFETY: the caller's contract: `i < input.slots() * N`, so `i / N < input.slots()`.
            return unsafe { self.kept(i / N, i % N) };
        }
        // SAFETY: the caller's contract: `i < input.slots() * N`, so `i / N < input.slots()`; the item is a value.
        let items = self.f.call((unsafe { self.input.at(i / N) },));
        // The item is selected, not indexed: an array in memory would keep the items out of vector registers.
        (1..N).fold(items[0], |item, k| if i % N == k { items[k] } else { item })
    }
}
#[diagnostic::do_not_recommend]
// SAFETY: the input is repeatable, and the rest is a [`Function`] of its items alone.
unsafe impl<E, F, T, const N: usize> Repeatable for FlatMap<E, F, N>
where
    E: Repeatable + Indexed<Item: Value>,
    F: Function<(E::Item,), Output = [T; N]>,
    T: Value,
{
}
