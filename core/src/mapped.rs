//! `map` of a value that is an array, or an `Option` or a `Result`, as rustc knows: the device text has statements for both, and the witness leaves out
//! those for the other.

use std::marker::PhantomData;

use crate::source::{Fallible, Substitution};
use crate::witness::Witnesses;

/// What `map` reads in device code, as a copy: an array, an `Option`, a `Result`, or a reference to one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no array, no `Option` and no `Result`",
    label = "in device code `map` is a method of arrays, of options, of results and of iterators over arrays and ranges"
)]
pub trait Mapped {
    /// Whether it is an array.
    const ARRAY: bool;
    /// The type.
    type Itself;
    /// What the closure is given.
    type Part;
    /// What `map` makes.
    type Made<U>;
    /// The method of std.
    fn each<U>(self, f: impl FnMut(Self::Part) -> U) -> Self::Made<U>;
}

macro_rules! mapped {
    ($($array:literal [$($generic:tt)*] $of:ty => $made:ty, $this:ident: $copy:expr;)*) => {$(
        impl<$($generic)*> Mapped for $of {
            const ARRAY: bool = $array;
            type Itself = Self;
            type Part = T;
            type Made<U> = $made;
            #[inline(always)]
            fn each<U>(self, f: impl FnMut(T) -> U) -> $made {
                let $this = self;
                $copy.map(f)
            }
        }
    )*};
}
mapped! {
    true [T, const N: usize] [T; N] => [U; N], this: this;
    true [T: Copy, const N: usize] &[T; N] => [U; N], this: *this;
    false [T] Option<T> => Option<U>, this: this;
    false [T: Copy] &Option<T> => Option<U>, this: *this;
    false [T, E] Result<T, E> => Result<U, E>, this: this;
    false [T: Copy, E: Copy] &Result<T, E> => Result<U, E>, this: *this;
}

/// `value.map(f)`. Rustc knows the type of the closure's parameter from the value.
#[inline(always)]
pub fn mapped<V: Mapped, U>(value: V, f: impl FnMut(V::Part) -> U) -> V::Made<U> {
    value.each(f)
}

/// A value of the type, for code that never runs: of another type rustc says once that it has no `map`.
pub fn like_mapped<V: Mapped>(_place: &V) -> V::Itself {
    unreachable!()
}

/// The witness of such a value: of an array, the function that gives the length.
#[derive(Debug)]
pub struct MapOf<V>(PhantomData<fn() -> *const V>);

impl<V> Clone for MapOf<V> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<V> Copy for MapOf<V> {}

impl<V> MapOf<V> {
    /// A value of a type yet to be inferred.
    #[inline(always)]
    #[allow(clippy::new_without_default)]
    pub const fn new() -> Self {
        MapOf(PhantomData)
    }
    /// States that the value is `place`, without using it.
    #[inline(always)]
    pub fn see(self, _place: &V) {}
}

impl<V: Mapped> Witnesses for MapOf<V> {
    fn fill(_: &mut crate::lower::TranslationUnit, out: &mut Vec<Substitution>) {
        let length = Substitution::of_call("r_len".into(), Fallible::Never);
        out.push(Substitution { place_first: V::ARRAY, ..length });
    }
}
