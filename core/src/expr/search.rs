use std::cmp::Ordering;
use std::hint::select_unpredictable;

use crate::device::Check;
use crate::function::{Capture, Function};
use crate::key::Key;
use crate::lower::{Params, TranslationUnit, members};
use crate::value::{Element, Item, Value};
use crate::view::View;

/// The number of items at the front for which `before` holds, if the view is partitioned by it; else some position, at
/// most the length.
///
/// # Safety
///
/// The view is of the host's memory.
#[inline(always)]
pub(crate) unsafe fn partition_point<T: Element>(sorted: View<'_, T>, before: impl Fn(T) -> bool) -> usize {
    // SAFETY: the caller's contract; these are all items.
    unsafe { partition_point_of(sorted, 0, sorted.len(), before) }
}

/// The same among the `len` items from `from` on, as a position in the view. How often it asks depends on `len` alone, so that no
/// branch can be mispredicted.
///
/// # Safety
///
/// The view is of the host's memory, and has these items.
#[inline(always)]
unsafe fn partition_point_of<T: Element>(
    sorted: View<'_, T>,
    from: usize,
    len: usize,
    before: impl Fn(T) -> bool,
) -> usize {
    if len == 0 {
        return from;
    }
    let (mut from, mut len) = (from, len);
    while len > 1 {
        let half = len / 2;
        // SAFETY: the caller's contract: `from + half` is less than `from + len`, which never grows.
        let right = before(unsafe { sorted.read(from + half) });
        from = select_unpredictable(right, from + half, from);
        len -= half;
    }
    // SAFETY: one of the items is left.
    from + usize::from(before(unsafe { sorted.read(from) }))
}

/// What the functions of keys in a sorted view share: its check, and how they are lowered, as a class of this form.
macro_rules! of_sorted_keys {
    ($class:literal) => {
        #[inline(always)]
        fn check(&self, check: &mut Check) {
            self.0.check_read(check);
        }
        members! {
            |this, unit| [] {
                unit.radix(&K::ty());
                format!($class, unit.spell(&K::ty()))
            } =>
            sorted: value this.0
        }
    };
}

/// The position in a sorted view before (`UPPER = false`) or after (`UPPER = true`) all items equal to a key.
/// [`lower_bound`](crate::Chain::lower_bound) and [`upper_bound`](crate::Chain::upper_bound) map this function over a
/// chain.
#[derive(Debug, Clone, Copy)]
pub struct Bound<'a, K, const UPPER: bool>(pub(crate) View<'a, K>);

#[diagnostic::do_not_recommend]
// SAFETY: `call` is a function of the key and of the view that `check` reports, and reads inside the view's length;
// `Bound` in search.cuh does the same.
unsafe impl<K: Key, const UPPER: bool> Function<(K,)> for Bound<'_, K, UPPER> {
    type Output = usize;
    #[inline(always)]
    fn call(&self, (key,): (K,)) -> usize {
        let before = |middle: K| if UPPER { !key.precedes(&middle) } else { middle.precedes(&key) };
        // SAFETY: the chain's check showed that the view is the host's.
        unsafe { partition_point(self.0, before) }
    }
    of_sorted_keys!("Bound<{}, {UPPER}>");
}

/// The positions in a sorted view before and after all items equal to a key: those of both [`Bound`]s.
/// [`equal_range`](crate::Chain::equal_range) maps it over a chain.
///
/// The end is looked for at distances 1, 2, 4, … from the beginning, then between the last two (J. Bentley and A. Yao, *An almost
/// optimal algorithm for unbounded searching*, 1976): few items are equal to most keys.
#[derive(Debug, Clone, Copy)]
pub struct EqualRange<'a, K>(pub(crate) View<'a, K>);

#[diagnostic::do_not_recommend]
// SAFETY: `call` is a function of the key and of the view that `check` reports, and reads inside the view's length;
// `EqualRange` in search.cuh does the same.
unsafe impl<K: Key> Function<(K,)> for EqualRange<'_, K> {
    type Output = (usize, usize);
    #[inline(always)]
    fn call(&self, (key,): (K,)) -> (usize, usize) {
        let (sorted, len) = (self.0, self.0.len());
        let not_after = |item: K| !key.precedes(&item);
        // SAFETY: the chain's check showed that the view is the host's; the items read are before its end.
        unsafe {
            let from = partition_point(sorted, |item| item.precedes(&key));
            let (mut upto, mut step) = (from, 1);
            while step <= len - upto && not_after(sorted.read(upto + step - 1)) {
                upto += step;
                step *= 2;
            }
            (from, partition_point_of(sorted, upto, (step - 1).min(len - upto), not_after))
        }
    }
    of_sorted_keys!("EqualRange<{}>");
}

/// The position in a sorted view before all items equal to a key, and whether there are any.
#[derive(Debug, Clone, Copy)]
pub struct Located<'a, K>(pub(crate) View<'a, K>);

// SAFETY: `call` is a function of the key and of the view that `check` reports, and reads inside the view's length;
// `Located` in search.cuh does the same.
unsafe impl<K: Key> Function<(K,)> for Located<'_, K> {
    type Output = (usize, bool);
    #[inline(always)]
    fn call(&self, (key,): (K,)) -> (usize, bool) {
        // SAFETY: the chain's check showed that the view is the host's; the position read is less than the length.
        unsafe {
            let at = partition_point(self.0, |middle| middle.precedes(&key));
            (at, at < self.0.len() && self.0.read(at).same(&key))
        }
    }
    of_sorted_keys!("Located<{}>");
}

/// Whether a key is among the items of a sorted view.
#[derive(Debug, Clone, Copy)]
pub struct Contained<'a, K>(pub(crate) View<'a, K>);

// SAFETY: `call` is that of `Located`, which keeps the contract, of a view that `check` reports;
// `Contained` in search.cuh does the same.
unsafe impl<K: Key> Function<(K,)> for Contained<'_, K> {
    type Output = bool;
    #[inline(always)]
    fn call(&self, (key,): (K,)) -> bool {
        Located(self.0).call((key,)).1
    }
    of_sorted_keys!("Contained<{}>");
}

/// The first position in a view at which a predicate of item and query is false.
#[derive(Debug, Clone, Copy)]
pub struct PartitionPoint<'a, T, F> {
    pub(crate) sorted: View<'a, T>,
    pub(crate) before: F,
}

// SAFETY: `call` asks the wrapped [`Function`], which keeps the contract, about items inside the length of the view that
// `check` reports; `PartitionPoint` in search.cuh does the same.
unsafe impl<T: Element, Q: Value, F: Function<(T, Q), Output = bool>> Function<(Q,)> for PartitionPoint<'_, T, F> {
    type Output = usize;
    #[inline(always)]
    fn call(&self, (query,): (Q,)) -> usize {
        // SAFETY: the chain's check showed that the view is the host's.
        unsafe { partition_point(self.sorted, |middle| self.before.call((middle, query))) }
    }
    #[inline(always)]
    fn check(&self, check: &mut Check) {
        self.sorted.check_read(check);
        self.before.check(check);
    }
    members! {
        |this, unit| [] format!("PartitionPoint<{}, {}>", unit.spell(&T::ty()), F::lower(unit)) =>
        sorted: value this.sorted, before: params this.before
    }
}

/// The position that a [`PartitionPoint`] finds, and whether a second predicate holds for the item there.
#[derive(Debug, Clone, Copy)]
pub struct LocatedBy<'a, T, F, G> {
    pub(crate) point: PartitionPoint<'a, T, F>,
    pub(crate) equal: G,
}

// SAFETY: `call` asks the wrapped functions, which keep the contract, about items inside the length of the view that `check` reports;
// `LocatedBy` in search.cuh does the same.
unsafe impl<T, Q, F, G> Function<(Q,)> for LocatedBy<'_, T, F, G>
where
    T: Element,
    Q: Value,
    F: Function<(T, Q), Output = bool>,
    G: Function<(T, Q), Output = bool>,
{
    type Output = (usize, bool);
    #[inline(always)]
    fn call(&self, (query,): (Q,)) -> (usize, bool) {
        let (sorted, at) = (self.point.sorted, self.point.call((query,)));
        // SAFETY: the chain's check showed that the view is the host's; the position read is less than the length.
        (at, at < sorted.len() && self.equal.call((unsafe { sorted.read(at) }, query)))
    }
    #[inline(always)]
    fn check(&self, check: &mut Check) {
        Function::<(Q,)>::check(&self.point, check);
        self.equal.check(check);
    }
    members! {
        |this, unit| [] {
            let point = <PartitionPoint<'_, T, F> as Function<(Q,)>>::lower(unit);
            format!("LocatedBy<{point}, {}>", G::lower(unit))
        } =>
        point: params this.point, equal: params this.equal
    }
}

/// Predicates of item and query that wrap a function.
macro_rules! predicates {
    ($($(#[$doc:meta])* $name:ident<F $(, const $upper:ident)?>: [$($generics:tt)*] ($item:ty, $query:ty),
        |$f:ident, $x:ident, $q:ident| $body:expr, $lower:expr;)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy)]
        pub struct $name<F $(, const $upper: bool)?>(pub(crate) F);

        // SAFETY: `call` only calls the wrapped [`Function`], which keeps the contract; the functor of the same name in
        // search.cuh does the same.
        unsafe impl<$($generics)* $(, const $upper: bool)?> Function<($item, $query)> for $name<F $(, $upper)?> {
            type Output = bool;
            #[inline(always)]
            fn call(&self, ($x, $q): ($item, $query)) -> bool {
                let $f = &self.0;
                $body
            }
            #[inline(always)]
            fn check(&self, check: &mut Check) {
                self.0.check(check);
            }
            fn params(&self, out: &mut Params) {
                out.member(|out| self.0.params(out));
            }
            fn lower(unit: &mut TranslationUnit) -> String {
                let lower: fn(&mut TranslationUnit) -> String = $lower;
                lower(unit)
            }
        }
    )*};
}
predicates! {
    /// Whether the query doesn't come before the item.
    NotAfter<F>: [T, F: Function<(T, T), Output = bool>] (T, T),
        |f, item, query| !f.call((query, item)),
        |unit| format!("NotAfter<{}>", F::lower(unit));
    /// Whether the item's key comes before the query or, if `UPPER`, isn't after it.
    KeyBefore<F, const UPPER>: [T, K: Key, F: Function<(T,), Output = K>] (T, K),
        |f, item, query| if UPPER { !query.precedes(&f.call((item,))) } else { f.call((item,)).precedes(&query) },
        |unit| {
            unit.radix(&K::ty());
            format!("KeyBefore<{}, {UPPER}>", F::lower(unit))
        };
    /// Whether the function returns `true` or `Less` for the item or, if `UPPER`, anything but `Greater`; it ignores the query.
    ItemBefore<F, const UPPER>: [T, Q: Value, F: Function<(T,), Output: Side>] (T, Q),
        |f, item, _query| f.call((item,)).lies_before(UPPER),
        |unit| format!("ItemBefore<{}, {UPPER}>", F::lower(unit));
}

/// The side of the searched position on which an item lies.
pub trait Side: Item {
    /// Whether the item lies before the position or, if `upper`, not after it.
    fn lies_before(self, upper: bool) -> bool;
}
impl Side for bool {
    #[inline(always)]
    fn lies_before(self, _: bool) -> bool {
        self
    }
}
impl Side for Ordering {
    #[inline(always)]
    fn lies_before(self, upper: bool) -> bool {
        if upper { self != Ordering::Greater } else { self == Ordering::Less }
    }
}
