//! Where rustc is asked for methods of std's types: on the receiver's type, and on references to it, if the type is std's.
//!
//! Rust's lookup comes late to methods that take `&self`, and to those of slices, which arrays have as slices: a trait of the user's comes
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
    ([$($generic:tt)*] $of:ty; $($asked:ident $answer:ty;)*) => {
        impl<$($generic)*> $of {
            $(#[doc(hidden)]
            pub fn $asked(&self) -> $answer {
                unreachable!()
            })*
        }
    };
}
answers! { [] NotOfStd; itself OfNoTrait; lent OfNoTrait; lent_to_change OfNoTrait; reference OfNoTrait; }

// What takes `&self` itself is found on `&T` before any trait's method; slices' methods are found behind those of arrays and references.
macro_rules! of_std {
    ($t:ty: $lent:ty; [$($generic:tt)*]) => {
        answers! { [$($generic)*] OfStd<$t>; itself $t; lent $lent; lent_to_change OfNoTrait; reference OfNoTrait; }
        answers! { ['r, $($generic)*] OfStd<&'r $t>; itself OfNoTrait; lent OfNoTrait; lent_to_change OfNoTrait; reference &'r $t; }
        answers! { ['r, $($generic)*] OfStd<&'r mut $t>; itself $t; lent OfNoTrait; lent_to_change OfNoTrait; reference &'r mut $t; }
    };
    ($($t:ty)*) => {
        $(of_std! { $t: OfNoTrait; [] })*
    };
}
of_std! { Option<T>: &'static Option<T>; [T: 'static] }
of_std! { View<'v, T>: OfNoTrait; ['v, T] }
of_std! { Ordering bool f32 f64 f16 bf16 i8 i16 i32 i64 isize u8 u16 u32 u64 usize }

macro_rules! of_arrays {
    ($($t:ty: $reference:ty;)*) => {$(
        answers! {
            ['r, T: 'static, const N: usize] OfStd<$t>;
            itself [T; N]; lent &'r [T; N]; lent_to_change &'r mut [T; N]; reference $reference;
        }
    )*};
}
of_arrays! { &'r [T; N]: &'r [T; N]; &'r mut [T; N]: &'r mut [T; N]; }
answers! {
    [T: 'static, const N: usize] OfStd<[T; N]>;
    itself [T; N]; lent &'static [T; N]; lent_to_change &'static mut [T; N]; reference OfNoTrait;
}

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
    ($method:ident $of:expr) => {{
        use __onrush_another::AnotherTraitInScopeHasThisMethodToo as Another;
        let () = <() as Another>::__IMPORTED;
        let others = $crate::__private::others($of, ::core::option::Option::None::<$crate::__private::OfNoTrait>);
        let () = others.0.$method();
        let () = others.1.$method();
    }};
    ($method:ident $of:expr, of a reference) => {{
        use __onrush_another::AnotherTraitInScopeHasThisMethodToo as _;
        $crate::__private::none_before! { $method $of }
        let of_reference =
            $crate::__private::of_reference($of, ::core::option::Option::None::<$crate::__private::OfNoTrait>);
        let () = of_reference.$method();
    }};
}
