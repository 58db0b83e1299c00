use super::{Expr, Indexed, Repeatable, indexed};
use crate::device::Check;
use crate::lower::{Params, TranslationUnit};

/// Pairs of the items of two chains of one length; created by [`Chain::zip`](crate::Chain::zip) and
/// [`zip`](crate::zip()).
#[derive(Debug, Clone, Copy)]
pub struct Zip<T>(pub(crate) T);

macro_rules! zips {
    ($(($($e:ident $i:tt),+))+) => {$(
        // SAFETY: memory is read through the inputs alone, [`Expr`]s too; `Zip` in adaptor.cuh does the same.
        unsafe impl<$($e: Indexed),+> Expr for Zip<($($e,)+)> {
            type Item = ($($e::Item,)+);
            const IN_RUNS: bool = $($e::IN_RUNS)||+;
            #[inline(always)]
            fn slots(&self) -> usize {
                const { super::fits::<Self::Item>() };
                self.0.0.slots()
            }
            indexed!();
            #[inline(always)]
            fn check(&self, check: &mut Check) {
                $(
                    check.lengths("zip", self.0.0.slots(), self.0.$i.slots());
                    self.0.$i.check(check);
                )+
            }
            fn params(&self, out: &mut Params) {
                $(out.member(|out| self.0.$i.params(out));)+
            }
            fn lower(unit: &mut TranslationUnit) -> String {
                let parts = [$($e::lower(unit)),+];
                format!("Zip<{}>", parts.join(", "))
            }
        }
        #[diagnostic::do_not_recommend]
        // SAFETY: `indexed!` makes `slot(i)` be `Some(at(i))`.
        unsafe impl<$($e: Indexed),+> Indexed for Zip<($($e,)+)> {
            #[inline(always)]
            unsafe fn at(&self, i: usize) -> Self::Item {
                // SAFETY: the caller keeps the contract of this method; `check` has shown that the inputs have one
                // length.
                unsafe { ($(self.0.$i.at(i),)+) }
            }
        }
        #[diagnostic::do_not_recommend]
        // SAFETY: the inputs are repeatable, and nothing else is read.
        unsafe impl<$($e: Repeatable + Indexed),+> Repeatable for Zip<($($e,)+)> {}
    )+};
}
zips! { (A 0) (A 0, B 1) (A 0, B 1, C 2) (A 0, B 1, C 2, D 3) (A 0, B 1, C 2, D 3, E 4) (A 0, B 1, C 2, D 3, E 4, F 5) }
