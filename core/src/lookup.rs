//! Methods of std's types that Rust's lookup comes to late: those that take `&self`, and those of slices, which arrays have as slices. A
//! trait of the user's comes before, if it takes the type itself.

use std::cmp::Ordering;
use std::marker::PhantomData;
use std::ops::Deref;

use half::{bf16, f16};

/// A type, of which rustc is asked whether it is one of std's.
#[derive(Debug)]
pub struct OfStd<T: ?Sized>(PhantomData<fn() -> *const T>);

/// Asks for the type of a receiver, in code that never runs.
pub fn of_std<T: ?Sized>(_receiver: &T) -> OfStd<T> {
    OfStd(PhantomData)
}

/// A type that isn't std's, nor a reference to one: its methods are asked for otherwise.
#[derive(Debug)]
pub struct Another;

impl Another {
    #[doc(hidden)]
    pub fn itself(&self) -> Another {
        unreachable!()
    }
}
impl<T: ?Sized> Deref for OfStd<T> {
    type Target = Another;
    fn deref(&self) -> &Another {
        &Another
    }
}

macro_rules! of_std {
    ($([$($generic:tt)*] $t:ty),*) => {$(
        impl<$($generic)*> OfStd<$t> {
            #[doc(hidden)]
            pub fn itself(&self) -> $t {
                unreachable!()
            }
        }
        impl<'r, $($generic)*> OfStd<&'r $t> {
            #[doc(hidden)]
            pub fn itself(&self) -> &'r $t {
                unreachable!()
            }
        }
        impl<'r, $($generic)*> OfStd<&'r mut $t> {
            #[doc(hidden)]
            pub fn itself(&self) -> &'r mut $t {
                unreachable!()
            }
        }
    )*};
}
of_std! {
    [T, const N: usize] [T; N], [T] Option<T>, [] Ordering, [] bool, [] f32, [] f64, [] f16, [] bf16,
    [] i8, [] i16, [] i32, [] i64, [] isize, [] u8, [] u16, [] u32, [] u64, [] usize
}

/// Asks for a method of std's on the type itself and on references to it, where a trait of the user's may have it, too.
#[doc(hidden)]
#[macro_export]
macro_rules! __onrush_found_late {
    ($w:ident $method:ident [$($argument:ty)*] [$($nothing:ident)*]) => {{
        #[allow(dead_code, clippy::all)]
        trait AnotherTraitInScopeHasThisMethodToo: ::core::marker::Sized {
            fn $method(self $(, _: $argument)*) {}
        }
        impl<T> AnotherTraitInScopeHasThisMethodToo for T {}
        let mut itself = $crate::__private::of_std($w.receiver()).itself();
        let _ = (&itself).$method($($crate::__private::$nothing()),*);
        let _ = (&mut itself).$method($($crate::__private::$nothing()),*);
        let _ = itself.$method($($crate::__private::$nothing()),*);
    }};
}
