//! Relations: the operations by which sequences are sorted, merged and searched.

use std::cmp::{Ordering, Reverse};

use crate::algo::{Sort, SortBy};
use crate::backend::Backend;
use crate::device::Check;
use crate::error::Result;
use crate::function::{Captures, Function, Operation};
use crate::functor::OnFirst;
use crate::key::Key;
use crate::lower::{Params, TranslationUnit};
use crate::operator::{Greater, Less};
use crate::source::Source;
use crate::storage::{NoColumns, Span, Storage};
use crate::value::{Item, Value};
use crate::witness::Witnesses;

mod sealed {
    pub trait Sealed {}
}
use sealed::Sealed;

/// The result of comparing two items: an [`Ordering`], as std's comparators return it, or a `bool` that says whether the
/// first item comes before the second, as Thrust's comparators return it.
#[diagnostic::on_unimplemented(
    message = "a relation returns an `Ordering` or a `bool`, not `{Self}`",
    label = "neither `Ordering` nor `bool`",
    note = "write `a.cmp(&b)`, `a.total_cmp(&b)` for floats, or `a < b`"
)]
pub trait Comparison: Item + Sealed {
    /// Whether the first item comes before the second.
    fn before(self) -> bool;
    /// The type of the functor that returns [`before`](Comparison::before) where `functor` returns the comparison.
    #[doc(hidden)]
    fn lower(functor: String) -> String;
    /// Writes the members of that functor, where `write` writes those of the other one.
    #[doc(hidden)]
    fn params(out: &mut Params, write: impl FnOnce(&mut Params));
}

impl Sealed for bool {}
impl Comparison for bool {
    #[inline(always)]
    fn before(self) -> bool {
        self
    }
    fn lower(functor: String) -> String {
        functor
    }
    fn params(out: &mut Params, write: impl FnOnce(&mut Params)) {
        write(out);
    }
}

impl Sealed for Ordering {}
impl Comparison for Ordering {
    #[inline(always)]
    fn before(self) -> bool {
        self == Ordering::Less
    }
    fn lower(functor: String) -> String {
        format!("IsLess<{functor}>")
    }
    fn params(out: &mut Params, write: impl FnOnce(&mut Params)) {
        out.member(write);
    }
}

/// An order of items of type `T`: an operation of two items that returns an [`Ordering`] or a `bool`, or one of the
/// operators [`Less`] and [`Greater`].
///
/// `op!(|a: f32, b: f32| a.total_cmp(&b))` compares as std's `sort_by` does. `op!(|a: u32, b: u32| a < b)` says whether the
/// first item comes before the second, as Thrust's comparators do. `Less` and `Greater` are the order of [`Key`] and its
/// reverse.
///
/// A relation should be a strict weak order, as std requires of a comparator: irreflexive and transitive, and the relation
/// of being neither less nor greater must be transitive too. `<` of floats with NaNs is no such order; `total_cmp` is. Each
/// algorithm says what it returns for other relations.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a relation between items of type `{T}`",
    label = "not an operation of two such items that returns `Ordering` or `bool`",
    note = "write `op!(|a: {T}, b: {T}| a.cmp(&b))`; for floats `a.total_cmp(&b)`; or `a < b`, which says whether `a` comes first"
)]
pub trait Relation<T: Value>: Copy + Sealed {
    /// The type of [`before`](Relation::before).
    type Before: Function<(T, T), Output = bool>;

    /// The function that returns whether the first of two items comes before the second.
    fn before(self) -> Self::Before;

    /// Sorts items.
    ///
    /// # Safety
    ///
    /// The contract is that of [`Backend::sort_by`].
    #[doc(hidden)]
    #[inline(always)]
    #[track_caller]
    unsafe fn sort<B: Backend, S: Storage<Item = T>>(less: Self::Before, device: &B, items: S) -> Result<()> {
        // SAFETY: the caller's contract.
        unsafe { device.sort_by(SortBy { items, less }) }
    }

    /// Sorts keys, and values along.
    ///
    /// # Safety
    ///
    /// The contract is that of [`Backend::sort_by`], for keys and values.
    #[doc(hidden)]
    #[inline(always)]
    #[track_caller]
    unsafe fn sort_pairs<B: Backend, S: Storage<Item = T>, V: Storage>(
        less: Self::Before,
        device: &B,
        keys: S,
        values: V,
    ) -> Result<()> {
        // SAFETY: the caller's contract.
        unsafe { device.sort_by(SortBy { items: (keys, values), less: OnFirst(less) }) }
    }
}

/// Returns whether the first of two items comes before the second, by the comparison that `F` returns.
#[derive(Debug, Clone, Copy)]
pub struct Before<F>(F);

#[diagnostic::do_not_recommend]
// SAFETY: `call` asks the wrapped [`Function`], which keeps the contract, and compares its result with a constant; so does
// the functor that [`Comparison::lower`] names, whose members [`Comparison::params`] writes.
unsafe impl<T, F: Function<(T, T), Output: Comparison>> Function<(T, T)> for Before<F> {
    type Output = bool;
    #[inline(always)]
    fn call(&self, items: (T, T)) -> bool {
        self.0.call(items).before()
    }
    #[inline(always)]
    fn check(&self, check: &mut Check) {
        self.0.check(check);
    }
    fn params(&self, out: &mut Params) {
        F::Output::params(out, |out| self.0.params(out));
    }
    fn lower(unit: &mut TranslationUnit) -> String {
        <F::Output as Comparison>::lower(F::lower(unit))
    }
}

/// Makes a relation of a [`Function`] that isn't made by `op!`.
pub fn by<F>(function: F) -> Before<F> {
    Before(function)
}

impl<F> Sealed for Before<F> {}
#[diagnostic::do_not_recommend]
impl<T: Value, F: Function<(T, T), Output: Comparison>> Relation<T> for Before<F> {
    type Before = Self;
    #[inline(always)]
    fn before(self) -> Self {
        self
    }
}

impl<F, C, W, S> Sealed for Operation<F, C, W, S> {}
impl<F, C, W, S, T> Relation<T> for Operation<F, C, W, S>
where
    T: Value,
    C: Captures,
    W: Witnesses,
    S: Source,
    Self: Function<(T, T), Output: Comparison>,
{
    type Before = Before<Self>;
    #[inline(always)]
    fn before(self) -> Before<Self> {
        Before(self)
    }
}

/// The relations that are the order of [`Key`] or its reverse: [`Less`] and [`Greater`].
///
/// # Safety
///
/// `sorted` returns a span of the same memory, whose elements have the same layout.
#[diagnostic::on_unimplemented(
    message = "segments are sorted by `Less` or `Greater`, not by `{Self}`",
    label = "neither `Less` nor `Greater`",
    note = "for another order use `sort_by_key` with an operation that returns a key"
)]
pub unsafe trait KeyOrder<K: Key>: Relation<K> {
    /// The keys' type with this order as its own, with the same layout.
    type Sorted: Key;

    /// The keys as keys of that type, in the same memory.
    #[doc(hidden)]
    fn sorted(keys: Span<K>) -> Span<Self::Sorted>;
}

/// Sorts by radix where the items are those of one column, as keys of type `R`, which are `K` in memory.
macro_rules! by_radix {
    ($name:ident, $k:ident => $r:ty) => {
        impl Sealed for $name {}
        #[diagnostic::do_not_recommend]
        // SAFETY: `cast` keeps the memory and the length; `Reverse` has the layout of its part.
        unsafe impl<$k: Key> KeyOrder<$k> for $name {
            type Sorted = $r;
            #[inline(always)]
            fn sorted(keys: Span<$k>) -> Span<$r> {
                keys.cast()
            }
        }
        #[diagnostic::do_not_recommend]
        impl<$k: Key> Relation<$k> for $name {
            type Before = Self;
            #[inline(always)]
            fn before(self) -> Self {
                self
            }
            #[inline(always)]
            #[track_caller]
            unsafe fn sort<B: Backend, S: Storage<Item = $k>>(less: Self, device: &B, items: S) -> Result<()> {
                let len = items.len();
                // SAFETY: the caller's contract: the items are initialised, checked and borrowed mutably. One column's
                // elements lie one after another, and `Reverse` has the layout of its part.
                unsafe {
                    match items.contiguous() {
                        Some(first) => {
                            let keys = Span::<$r>::new(first.cast(), len, device.stream_id());
                            device.sort(Sort { keys, values: items.alike(NoColumns(len)) })
                        }
                        None => device.sort_by(SortBy { items, less }),
                    }
                }
            }
            #[inline(always)]
            #[track_caller]
            unsafe fn sort_pairs<B: Backend, S: Storage<Item = $k>, V: Storage>(
                less: Self,
                device: &B,
                keys: S,
                values: V,
            ) -> Result<()> {
                // SAFETY: as for `sort`.
                unsafe {
                    match keys.contiguous() {
                        Some(first) => {
                            let keys = Span::<$r>::new(first.cast(), keys.len(), device.stream_id());
                            device.sort(Sort { keys, values })
                        }
                        None => device.sort_by(SortBy { items: (keys, values), less: OnFirst(less) }),
                    }
                }
            }
        }
    };
}
by_radix! { Less, K => K }
by_radix! { Greater, K => Reverse<K> }
