use super::{Expr, Indexed, Repeatable, indexed};
use crate::device::Check;
use crate::lower::members;
use crate::value::Value;

/// Expressions of an input's items with their positions, in one order or the other.
macro_rules! numbered {
    ($(#[$doc:meta])* $visible:vis $name:ident<$e:ident: $bound:path>, ($($item:ty),*), |$i:ident, $x:ident| $pair:expr, stored $stored:expr) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy)]
        $visible struct $name<E>(pub(crate) E);

        // SAFETY: memory is read through the input alone, an [`Expr`] too; the struct of this name in adaptor.cuh does the same.
        unsafe impl<$e: $bound> Expr for $name<$e> {
            type Item = ($($item),*);
            const IN_RUNS: bool = $e::IN_RUNS;
            const STORED: Option<usize> = $stored;
            #[inline(always)]
            fn slots(&self) -> usize {
                const { super::fits::<Self::Item>() };
                self.0.slots()
            }
            indexed!();
            #[inline(always)]
            unsafe fn each(&self, from: usize, to: usize, mut f: impl FnMut(usize, Self::Item)) {
                // SAFETY: the caller keeps the contract of this method for the same slots of the input.
                unsafe {
                    self.0.each(
                        from,
                        to,
                        #[inline(always)]
                        |$i, $x| f($i, $pair),
                    );
                }
            }
            #[inline(always)]
            fn check(&self, check: &mut Check) {
                self.0.check(check);
            }
            members! {
                |this, unit| [] format!(concat!(stringify!($name), "<{}>"), $e::lower(unit)) =>
                e: params this.0
            }
        }
        #[diagnostic::do_not_recommend]
        // SAFETY: `indexed!` makes `slot(i)` be `Some(at(i))`.
        unsafe impl<$e: $bound> Indexed for $name<$e> {
            #[inline(always)]
            unsafe fn at(&self, $i: usize) -> Self::Item {
                // SAFETY: the caller keeps the contract of this method for the same slot of the input.
                let $x = unsafe { self.0.at($i) };
                $pair
            }
        }
        #[diagnostic::do_not_recommend]
        // SAFETY: the input is repeatable, and nothing else is read.
        unsafe impl<$e: Repeatable + $bound> Repeatable for $name<$e> {}
    };
}

numbered! {
    /// Items with their positions; created by [`Chain::enumerate`](crate::Chain::enumerate).
    pub Enumerate<E: Indexed>, (usize, E::Item), |i, x| (i, x), stored None
}
numbered! {
    /// Items followed by their positions, as searches for extremes keep them.
    pub Positioned<E: Indexed<Item: Value>>, (E::Item, usize), |i, x| (x, i), stored Some(E::Item::SIZE)
}
