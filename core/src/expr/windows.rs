use super::{Expr, Indexed, Repeatable, indexed};
use crate::device::Check;
use crate::lower::members;
use crate::value::Value;

/// Declares an adaptor that yields arrays of `N` items: name, slots, and the input's slot of the first one.
macro_rules! arrays {
    ($($(#[$doc:meta])* $name:ident, |$len:ident| $slots:expr, |$i:ident| $first:expr;)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy)]
        pub struct $name<E, const N: usize>(pub(crate) E);

        // SAFETY: memory is read through the input alone, an [`Expr`] too; the template of this name in windows.cuh does the
        // same.
        unsafe impl<E: Repeatable + Indexed<Item: Value>, const N: usize> Expr for $name<E, N> {
            type Item = [E::Item; N];
            #[inline(always)]
            fn slots(&self) -> usize {
                const { super::fits::<Self::Item>() };
                const { assert!(N > 0, "windows and chunks have at least one item") };
                let $len = self.0.slots();
                $slots
            }
            indexed!();
            #[inline(always)]
            fn check(&self, check: &mut Check) {
                self.0.check(check);
            }
            members! {
                |this, unit| [] format!(concat!(stringify!($name), "<{}, {}>"), E::lower(unit), N) =>
                e: params this.0
            }
        }
        #[diagnostic::do_not_recommend]
        // SAFETY: `indexed!` makes `slot(i)` be `Some(at(i))`.
        unsafe impl<E: Repeatable + Indexed<Item: Value>, const N: usize> Indexed for $name<E, N> {
            #[inline(always)]
            unsafe fn at(&self, $i: usize) -> [E::Item; N] {
                // SAFETY: the caller's contract: `i < slots()`, so all `N` items lie inside the input; they are values.
                let item = |k| unsafe { self.0.at($first + k) };
                // Items are stored one by one: the compiler would take an array that is moved as a whole apart by
                // shifts.
                let mut items = [item(0); N];
                (1..N).for_each(|k| items[k] = item(k));
                items
            }
        }
        #[diagnostic::do_not_recommend]
        // SAFETY: the input is repeatable, and nothing else is read.
        unsafe impl<E: Repeatable + Indexed<Item: Value>, const N: usize> Repeatable for $name<E, N> {}
    )*};
}

arrays! {
    /// Overlapping runs of `N` items; created by [`Chain::windows`](crate::Chain::windows).
    Windows, |len| len.saturating_sub(N - 1), |i| i;
    /// Adjoining runs of `N` items; created by [`Chain::chunks`](crate::Chain::chunks).
    Chunks, |len| len / N, |i| i * N;
}
