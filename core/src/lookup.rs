//! Where rustc is asked for methods with names of std's: on what Rust's lookup comes upon before the method of std's type, or of the user's
//! own one.
//!
//! The lookup comes late to methods that take `&self`, and to those of slices, which arrays have as slices: a trait of the user's comes
//! before, if it takes the type itself, or of an array, a reference.

use std::cmp::Ordering;
use std::marker::PhantomData;
use std::ops::Deref;

use half::{bf16, f16};

use crate::view::View;

macro_rules! declare {
    ($($method:ident)*) => {
        /// What has all methods of std's types that operations know, but of no trait.
        #[derive(Debug)]
        pub struct OfNoTrait;
        #[allow(missing_docs)]
        impl OfNoTrait {
            $(pub fn $method(self) {})*
        }
    };
}
onrush_macros::std_methods! { declare }

/// A type, of which rustc is asked whether it is one of std's.
#[derive(Debug)]
pub struct OfStd<T: ?Sized>(PhantomData<fn() -> *const T>);

/// Asks for the type of a receiver, in code that never runs.
pub fn of_std<T: ?Sized>(_receiver: &T) -> OfStd<T> {
    OfStd(PhantomData)
}

/// A type that isn't std's, nor a reference to one.
#[derive(Debug)]
pub struct NotOfStd;

impl<T: ?Sized> Deref for OfStd<T> {
    type Target = NotOfStd;
    fn deref(&self) -> &NotOfStd {
        &NotOfStd
    }
}

macro_rules! answers {
    ([$($generic:tt)*] $of:ty: $($asked:ident $answer:ty),*) => {
        impl<$($generic)*> $of {
            $(#[doc(hidden)]
            pub fn $asked(&self) -> $answer {
                unreachable!()
            })*
        }
    };
}
answers! {
    [] NotOfStd: itself OfNoTrait, lent OfNoTrait, lent_to_change OfNoTrait, taken_from OfNoTrait, taken_from_lent OfNoTrait, reference OfNoTrait,
    reborrowed OfNoTrait
}

// `itself`, `lent` and `lent_to_change`: what comes before a method that takes `&self`, or is a slice's. `taken_from` and `taken_from_lent`:
// before those that take `&mut self`, `Option::take` and `replace`. `reference`: before those that take `self`. `reborrowed`: before a
// method that takes `&self`, of a slice behind `&mut`. What isn't answered here
// the method itself is found on, and `NotOfStd` answers.
macro_rules! of_std {
    ($t:ty; [$($generic:tt)*]) => {
        answers! { [$($generic)*] OfStd<$t>: itself $t }
        answers! { ['r, $($generic)*] OfStd<&'r $t>: reference &'r $t }
        answers! { ['r, $($generic)*] OfStd<&'r mut $t>: itself &'r mut $t, lent $t, reference &'r mut $t }
    };
    ($($t:ty)*) => {
        $(of_std! { $t; [] })*
    };
}
of_std! { Option<T>; [T: 'static] }
of_std! { Result<T, E>; [T: 'static, E: 'static] }
of_std! { View<'v, T>; ['v, T] }
of_std! { bool f32 f64 f16 bf16 i8 i16 i32 i64 isize i128 u8 u16 u32 u64 usize u128 }
answers! { [T: 'static] OfStd<Option<T>>: taken_from Option<T>, taken_from_lent &'static Option<T> }

// `reverse` takes an `Ordering` itself.
answers! { [] OfStd<Ordering>: itself OfNoTrait }
answers! { ['r] OfStd<&'r Ordering>: itself &'r Ordering, reference &'r Ordering }
answers! { ['r] OfStd<&'r mut Ordering>: itself &'r mut Ordering, reference &'r mut Ordering }

macro_rules! of_arrays {
    ($([$($life:tt)*] $t:ty: $($reference:ty)?;)*) => {$(
        answers! {
            [$($life)* T: 'static, const N: usize] OfStd<$t>:
            itself [T; N], lent &'static [T; N], lent_to_change &'static mut [T; N] $(, reference $reference)?
        }
    )*};
}
of_arrays! { [] [T; N]:; ['r,] &'r [T; N]: &'r [T; N]; ['r,] &'r mut [T; N]: &'r mut [T; N]; }
answers! { ['r, T] OfStd<&'r mut [T]>: reborrowed &'r mut [T] }

/// Asks for a method of std's on what [`OfStd`] answers, in code that never runs.
#[doc(hidden)]
#[macro_export]
macro_rules! __onrush_not_hidden {
    ($method:ident $receiver:expr; $($asked:ident)*) => {{
        use __onrush_another::AnotherTraitInScopeHasThisMethodToo as Another;
        let () = <() as Another>::__IMPORTED;
        $(
            let asked = $crate::__private::of_std($receiver).$asked();
            let _ = asked.$method();
        )*
    }};
}

/// Asks for a method with a std name on what Rust's lookup comes upon before an own type's, in code that never runs.
#[doc(hidden)]
#[macro_export]
macro_rules! __onrush_none_before {
    ($method:ident $of:expr $(, $of_reference:ident)*) => {{
        use __onrush_another::AnotherTraitInScopeHasThisMethodToo as Another;
        let () = <() as Another>::__IMPORTED;
        let others = $crate::__private::others($of, ::core::option::Option::None::<$crate::__private::OfNoTrait>);
        let () = others.0.$method();
        let () = others.1.$method();
        $(
            let own = ::core::option::Option::None::<$crate::__private::OfNoTrait>;
            let () = $crate::__private::$of_reference($of, own).$method();
        )*
    }};
}
