//! Where rustc is asked for methods of std's types: on the receiver's type, and on references to it, if the type is std's.
//!
//! Rust's lookup comes late to methods that take `&self`, and to those of slices, which arrays have as slices: a trait of the user's comes
//! before, if it takes the type itself, or of an array, a reference.

use std::cmp::Ordering;
use std::marker::PhantomData;
use std::ops::Deref;

use half::{bf16, f16};

use crate::view::View;

/// A type, of which rustc is asked whether it is one of std's.
#[derive(Debug)]
pub struct OfStd<T: ?Sized>(PhantomData<fn() -> *const T>);

/// Asks for the type of a receiver, in code that never runs.
pub fn of_std<T: ?Sized>(_receiver: &T) -> OfStd<T> {
    OfStd(PhantomData)
}

/// A type that isn't std's, nor a reference to one: `Own`, which has the method itself, answers instead.
#[derive(Debug)]
pub struct NotOfStd;

impl NotOfStd {
    #[doc(hidden)]
    pub fn itself<Own>(&self, _own: Option<Own>) -> Own {
        unreachable!()
    }
    #[doc(hidden)]
    pub fn lent<Own>(&self, _own: Option<Own>) -> Own {
        unreachable!()
    }
    #[doc(hidden)]
    pub fn lent_to_change<Own>(&self, _own: Option<Own>) -> Own {
        unreachable!()
    }
}
impl<T: ?Sized> Deref for OfStd<T> {
    type Target = NotOfStd;
    fn deref(&self) -> &NotOfStd {
        &NotOfStd
    }
}

macro_rules! of_std {
    ($([$($generic:tt)*] $t:ty),*) => {$(
        impl<$($generic)*> OfStd<$t> {
            #[doc(hidden)]
            pub fn itself<Own>(&self, _own: Option<Own>) -> $t {
                unreachable!()
            }
            #[doc(hidden)]
            pub fn lent<'r, Own>(&self, _own: Option<Own>) -> &'r $t {
                unreachable!()
            }
            #[doc(hidden)]
            pub fn lent_to_change<'r, Own>(&self, _own: Option<Own>) -> &'r mut $t {
                unreachable!()
            }
        }
        of_std! { @reference [$($generic)*] &'r $t }
        of_std! { @reference [$($generic)*] &'r mut $t }
    )*};
    (@reference [$($generic:tt)*] $t:ty) => {
        impl<'r, $($generic)*> OfStd<$t> {
            #[doc(hidden)]
            pub fn itself<Own>(&self, _own: Option<Own>) -> $t {
                unreachable!()
            }
        }
    };
}
of_std! {
    [T, const N: usize] [T; N], [T] Option<T>, ['v, T] View<'v, T>, [] Ordering, [] bool, [] f32, [] f64, [] f16, [] bf16,
    [] i8, [] i16, [] i32, [] i64, [] isize, [] u8, [] u16, [] u32, [] u64, [] usize
}

/// Asks for a method on what [`OfStd`] answers, where all types `of` have it by a trait: a trait of the user's that has it there, too, makes
/// rustc say that there are two. `__OnrushItself` has it by no trait.
#[doc(hidden)]
#[macro_export]
macro_rules! __onrush_not_hidden {
    ($method:ident [$($argument:ty)*] $arguments:tt of $t:ty: $($asked:ident)*; $receiver:expr) => {{
        #[allow(dead_code, clippy::all)]
        trait AnotherTraitInScopeHasThisMethodToo: ::core::marker::Sized {
            fn $method(self $(, _: $argument)*) {}
        }
        impl<T> AnotherTraitInScopeHasThisMethodToo for $t {}
        #[allow(dead_code)]
        struct __OnrushItself;
        #[allow(dead_code, clippy::all)]
        impl __OnrushItself {
            fn $method(self $(, _: $argument)*) {}
        }
        $(
            let asked = $crate::__private::of_std($receiver).$asked(::core::option::Option::None::<__OnrushItself>);
            let _ = asked.$method $arguments;
        )*
    }};
}
