use super::{Expr, Indexed, Repeatable, indexed};
use crate::device::Check;
use crate::lower::members;

/// Declares an adaptor of an input and a number: name, slots, the input's slot for slot `i`, and for slots side by side
/// the input's slot for slot 0.
macro_rules! sections {
    ($($(#[$doc:meta])* $name:ident($n:ident), |$len:ident| $slots:expr, |$i:ident| $at:expr $(, from $first:expr)?;)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy)]
        pub struct $name<E> {
            input: E,
            $n: usize,
        }

        impl<E> $name<E> {
            pub(crate) fn new(input: E, $n: usize) -> Self {
                $name { input, $n }
            }
        }

        // SAFETY: memory is read through the input alone, an [`Expr`] too; the template of this name in adaptor.cuh does the
        // same.
        unsafe impl<E: Indexed> Expr for $name<E> {
            type Item = E::Item;
            const IN_RUNS: bool = E::IN_RUNS;
            #[inline(always)]
            fn slots(&self) -> usize {
                const { super::fits::<Self::Item>() };
                let ($len, $n) = (self.input.slots(), self.$n);
                $slots
            }
            indexed!();
            $(#[inline(always)]
            unsafe fn each(&self, from: usize, to: usize, mut f: impl FnMut(usize, E::Item)) {
                #[allow(unused_variables)] // `Take` needs none.
                let $n = self.$n;
                let first = $first;
                if from == to {
                    return;
                }
                // SAFETY: the caller's contract: `from < to <= slots()`, so the input's slots lie inside the input;
                // different slots of this have different ones there.
                unsafe {
                    self.input.each(
                        first + from,
                        first + to,
                        #[inline(always)]
                        |i, x| f(i - first, x),
                    );
                }
            })?
            #[inline(always)]
            fn check(&self, check: &mut Check) {
                self.input.check(check);
            }
            members! {
                |this, unit| [] format!(concat!(stringify!($name), "<{}>"), E::lower(unit)) =>
                e: params this.input, $n: word this.$n
            }
        }
        #[diagnostic::do_not_recommend]
        // SAFETY: `indexed!` makes `slot(i)` be `Some(at(i))`.
        unsafe impl<E: Indexed> Indexed for $name<E> {
            #[inline(always)]
            unsafe fn at(&self, $i: usize) -> E::Item {
                #[allow(unused_variables)] // `Take` needs none.
                let $n = self.$n;
                // SAFETY: the caller's contract: `i < slots()`, so the input's slot lies inside the input; different
                // `i` give different slots.
                unsafe { self.input.at($at) }
            }
        }
        #[diagnostic::do_not_recommend]
        // SAFETY: the input is repeatable, and nothing else is read.
        unsafe impl<E: Repeatable + Indexed> Repeatable for $name<E> {}
    )*};
}

sections! {
    /// All but the first items; created by [`Chain::skip`](crate::Chain::skip).
    Skip(n), |len| len.saturating_sub(n), |i| i + n, from n;
    /// The first items; created by [`Chain::take`](crate::Chain::take).
    Take(n), |len| len.min(n), |i| i, from 0;
    /// Every `step`th item; created by [`Chain::step_by`](crate::Chain::step_by).
    StepBy(step), |len| len.div_ceil(step), |i| i * step;
}
