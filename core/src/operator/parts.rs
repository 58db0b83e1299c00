//! The known operators on arrays and tuples: part by part.

use super::{BitAnd, BitOr, BitXor, Max, Min, Operator, Product, Sum};
use crate::device::Check;
use crate::function::Function;
use crate::lower::{Params, TranslationUnit};
use crate::value::Value;

/// The part of a function that its name alone gives.
macro_rules! by_name {
    ($name:ident) => {
        #[inline(always)]
        fn check(&self, _: &mut Check) {}
        fn params(&self, _: &mut Params) {}
        fn lower(_: &mut TranslationUnit) -> String {
            stringify!($name).into()
        }
    };
}

macro_rules! part_by_part {
    ($($name:ident)*) => {$(
        #[diagnostic::do_not_recommend]
        // SAFETY: `call` only calls the operator of the items, which keeps the contract; the functor of this name in operator.cuh does the
        // same.
        unsafe impl<T: Value, const N: usize> Function<([T; N], [T; N])> for $name
        where
            $name: Operator<T>,
        {
            type Output = [T; N];
            #[inline(always)]
            fn call(&self, (a, b): ([T; N], [T; N])) -> [T; N] {
                std::array::from_fn(
                    #[inline(always)]
                    |i| self.call((a[i], b[i])),
                )
            }
            by_name!($name);
        }
        #[diagnostic::do_not_recommend]
        // SAFETY: a law that holds for the items holds for arrays, whose items are combined independently. Items that have an identity
        // have no padding, and so have arrays of them none.
        unsafe impl<T: Value, const N: usize> Operator<[T; N]> for $name
        where
            $name: Operator<T>,
        {
            const COMMUTATIVE: bool = <$name as Operator<T>>::COMMUTATIVE;
            const EXACT: bool = <$name as Operator<T>>::EXACT;
            fn identity() -> Option<[T; N]> {
                <$name as Operator<T>>::identity().map(|one| [one; N])
            }
        }
        part_by_part! { @tuples $name
            (A 0) (A 0, B 1) (A 0, B 1, C 2) (A 0, B 1, C 2, D 3) (A 0, B 1, C 2, D 3, E 4) (A 0, B 1, C 2, D 3, E 4, F 5)
            (A 0, B 1, C 2, D 3, E 4, F 5, G 6) (A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7)
        }
    )*};
    (@tuples $name:ident $($parts:tt)+) => { $(part_by_part! { @tuple $name $parts })+ };
    (@tuple $name:ident ($($t:ident $i:tt),+)) => {
        #[diagnostic::do_not_recommend]
        // SAFETY: `call` only calls the operator of each part, which keeps the contract; the functor of this name in operator.cuh does the
        // same.
        unsafe impl<$($t: Value),+> Function<(($($t,)+), ($($t,)+))> for $name
        where
            $($name: Operator<$t>),+
        {
            type Output = ($($t,)+);
            #[inline(always)]
            fn call(&self, (a, b): (($($t,)+), ($($t,)+))) -> ($($t,)+) {
                ($(self.call((a.$i, b.$i)),)+)
            }
            by_name!($name);
        }
        #[diagnostic::do_not_recommend]
        // SAFETY: a law that holds for the parts holds for tuples, whose parts are combined independently. A tuple as large as its parts
        // has no padding.
        unsafe impl<$($t: Value),+> Operator<($($t,)+)> for $name
        where
            $($name: Operator<$t>),+
        {
            const COMMUTATIVE: bool = $(<$name as Operator<$t>>::COMMUTATIVE)&&+;
            const EXACT: bool = $(<$name as Operator<$t>>::EXACT)&&+;
            fn identity() -> Option<($($t,)+)> {
                match <($($t,)+)>::SIZE == 0 $(+ $t::SIZE)+ {
                    true => Some(($(<$name as Operator<$t>>::identity()?,)+)),
                    false => None,
                }
            }
        }
    };
}
part_by_part! { Sum Product Min Max BitAnd BitOr BitXor }
