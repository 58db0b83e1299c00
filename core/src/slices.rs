//! Slices of arrays in device code: `&[T]` and `&mut [T]` are no values there, but parameters and names.

use std::marker::PhantomData;

use crate::lower::TranslationUnit;
use crate::source::{Fallible, Substitution};
use crate::value::Value;
use crate::witness::{Method, Witnesses};

/// The type of a parameter `&[T]`, or if it is `EXCLUSIVE`, `&mut [T]`. The references themselves are no items, so that nothing but
/// a parameter or a name can be one.
#[derive(Debug, Clone, Copy)]
pub struct Slice<T, const EXCLUSIVE: bool>(PhantomData<fn(T)>);

impl<T: Value, const EXCLUSIVE: bool> Slice<T, EXCLUSIVE> {
    /// A written type.
    #[inline(always)]
    #[allow(clippy::new_without_default)]
    pub const fn new() -> Self {
        Slice(PhantomData)
    }
}

impl<T: Value, const EXCLUSIVE: bool> Witnesses for Slice<T, EXCLUSIVE> {
    fn fill(unit: &mut TranslationUnit, out: &mut Vec<Substitution>) {
        let shared = if EXCLUSIVE { "" } else { "const " };
        let text = format!("slice<{shared}{}>", unit.spell(&T::ty()));
        out.push(Substitution::of_call(text, Fallible::Never));
    }
}

/// What device code takes a part of by a range of positions.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be sliced in device code",
    label = "not an array or slice",
    note = "arrays and slices of them can: `&a[1..3]`; slice a vector outside with `.slice(a..b)`, or read its view element by element"
)]
pub trait Sliceable {}
#[diagnostic::do_not_recommend]
impl<T, const N: usize> Sliceable for [T; N] {}
#[diagnostic::do_not_recommend]
impl<T> Sliceable for [T] {}

/// Compiles if `place` can be sliced.
#[inline(always)]
pub fn sliced<T: ?Sized + Sliceable>(_place: &T) {}

/// What a pattern's `..` can stand for: an array with elements, or a slice.
pub trait Rest {
    /// Fails if there are no elements.
    const CHECKED: () = ();
}
#[diagnostic::do_not_recommend]
impl<T, const N: usize> Rest for [T; N] {
    const CHECKED: () = assert!(N > 0, "an array in device code has at least one element");
}
#[diagnostic::do_not_recommend]
impl<T> Rest for [T] {}
#[diagnostic::do_not_recommend]
impl<R: Rest + ?Sized> Rest for &R {
    const CHECKED: () = R::CHECKED;
}

/// Compiles if a pattern's `..` can stand for it.
#[inline(always)]
pub fn rest<R: Rest + ?Sized>(_rest: &R) {
    const { R::CHECKED };
}

/// A slice behind a reference.
#[diagnostic::on_unimplemented(
    message = "a reference that is no slice can't be assigned anew in device code",
    label = "no slice",
    note = "it refers to one place as long as it lives; write the type of a slice at its `let`: `let mut rest: &[u8] = &a;`"
)]
pub trait Rebound {}
#[diagnostic::do_not_recommend]
impl<T> Rebound for &[T] {}

/// Compiles if the reference is a slice's.
#[inline(always)]
pub fn rebound<R: Rebound>(_reference: &R) {}

/// What a pattern's `..` can stand for if a slice that is assigned anew may outlive its name: another slice.
#[diagnostic::on_unimplemented(
    message = "what `..` stands for in an array is a copy in device code, which ends before the slice that it is assigned to",
    label = "part of an array",
    note = "write a range: `rest = &a[1..]`"
)]
pub trait RestOfSlice {}
#[diagnostic::do_not_recommend]
impl<T> RestOfSlice for &[T] {}

/// Compiles if it is one.
#[inline(always)]
pub fn rest_of_slice<R: RestOfSlice>(_rest: &R) {}

/// What a method is given of a receiver that its arguments may change: a copy from before them, or of a slice, which has no copies,
/// nothing. A slice is borrowed meanwhile, as by Rust's own call: arguments may only read it.
pub trait Before {
    /// What is held while the arguments are evaluated.
    type Held<'a>
    where
        Self: 'a;
    /// The copy.
    type Copy;
    /// Makes the copy.
    fn before(&self) -> Self::Held<'_>;
    /// What remains behind the arguments.
    fn after(held: Self::Held<'_>) -> Self::Copy;
}
#[diagnostic::do_not_recommend]
impl<T: Copy> Before for T {
    type Held<'a>
        = T
    where
        T: 'a;
    type Copy = T;
    #[inline(always)]
    fn before(&self) -> T {
        *self
    }
    #[inline(always)]
    fn after(held: T) -> T {
        held
    }
}
#[diagnostic::do_not_recommend]
impl<T> Before for [T] {
    type Held<'a>
        = &'a [T]
    where
        T: 'a;
    type Copy = ();
    #[inline(always)]
    fn before(&self) -> &[T] {
        self
    }
    #[inline(always)]
    fn after(_held: &[T]) {}
}

/// What is held of the receiver while the arguments are evaluated.
#[inline(always)]
pub fn before<T: ?Sized + Before>(place: &T) -> T::Held<'_> {
    place.before()
}

/// What remains of it behind the arguments.
#[inline(always)]
pub fn after<'a, T, const NAME: u64, K>(_of: Method<T, NAME, K>, held: T::Held<'a>) -> T::Copy
where
    T: ?Sized + Before + 'a,
{
    T::after(held)
}
