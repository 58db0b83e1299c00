//! Which values' clones operations know: those that are copies. What a type's own `Clone` does instead, only plain Rust knows.

use std::cmp::Reverse;

use crate::view::View;

/// A type whose values `clone` copies.
#[diagnostic::on_unimplemented(
    message = "what `clone` of `{Self}` does isn't known in device code: copy instead, by `.copied()`, `for v in &mut a {{ *v = x }}` or `(0..n).map(|_| x)`",
    label = "this makes clones of it",
    note = "it is known to be a copy for std's types, for own ones without type parameters that have `#[device]` above `#[derive(Clone, Copy)]`, and for `T: Copy`"
)]
pub trait ClonesByCopy {}

#[diagnostic::do_not_recommend]
impl<T: ?Sized> ClonesByCopy for &T {}
#[diagnostic::do_not_recommend]
impl<T> ClonesByCopy for View<'_, T> {}
impl ClonesByCopy for () {}

macro_rules! made_of_parts {
    ($([$($generic:tt)*] $t:ty: $($part:ident)+;)+) => {$(
        impl<$($generic)*> ClonesByCopy for $t where $($part: ClonesByCopy),+ {}
    )+};
}
made_of_parts! {
    [T] [T]: T;
    [T, const N: usize] [T; N]: T;
    [T] Option<T>: T;
    [T, E] Result<T, E>: T E;
    [T] Reverse<T>: T;
    [A] (A,): A;
    [A, B] (A, B): A B;
    [A, B, C] (A, B, C): A B C;
    [A, B, C, D] (A, B, C, D): A B C D;
    [A, B, C, D, E] (A, B, C, D, E): A B C D E;
    [A, B, C, D, E, F] (A, B, C, D, E, F): A B C D E F;
    [A, B, C, D, E, F, G] (A, B, C, D, E, F, G): A B C D E F G;
    [A, B, C, D, E, F, G, H] (A, B, C, D, E, F, G, H): A B C D E F G H;
}

/// The same of a method's result, of which rustc suggests no reference instead.
pub trait ClonedByCopy {}
impl<T: ClonesByCopy> ClonedByCopy for Option<T> {}

/// Compiles if a clone of the value is a copy.
#[inline(always)]
pub fn cloned<T: ?Sized + ClonesByCopy>(_value: &T) {}
