//! `Result` in operations: a flag, a value and an error, of which one means nothing. Its device functions are those of
//! `core/device/result.cuh`, named `r_` and the Rust name. A `Result` has an `Option`'s flag and value under the same names, so that the
//! text of what reads these is one for both.

use std::fmt::Debug;
use std::marker::PhantomData;

use crate::clones::ClonedByCopy;
use crate::confirm::{Asked, Nothing, Optional, WithError};
use crate::enums::DeviceEnum;
use crate::function::{Builtin, DeviceOperator, method_name};
use crate::lower::{Params, RESULT, TranslationUnit};
use crate::offers::Applies;
use crate::own::{Own, Reads, device_methods};
use crate::scalars::{Equal, Primitive};
use crate::source::{Fallible, Substitution};
use crate::types::Type;
use crate::value::{Element, Item, Value};
use crate::witness::Witnesses;

#[diagnostic::do_not_recommend]
// SAFETY: `ty` names `fallible` in result.cuh, a flag, a value and an error. A `&mut` isn't `Copy`.
unsafe impl<T: Item + Copy, E: Item + Copy> Item for Result<T, E> {
    fn ty() -> Type {
        Type::Result(Box::new([T::ty().without_reference(), E::ty().without_reference()]))
    }
}

/// What a result may hold: a value, or nothing, which is a byte in C++.
///
/// # Safety
///
/// Values are written in `SIZE` bytes at a multiple of `ALIGN`, and read from there.
#[doc(hidden)]
pub unsafe trait ValueOrUnit: Copy + Send + Sync + 'static {
    const SIZE: usize;
    const ALIGN: usize;
    /// Appends the value; without one, zeros.
    fn write(held: Option<&Self>, out: &mut Params);
    /// The value.
    ///
    /// # Safety
    ///
    /// Such a value lies at `from`.
    unsafe fn read(from: *const u8) -> Self;
}
// SAFETY: the contract of [`Value`].
unsafe impl<T: Value> ValueOrUnit for T {
    const SIZE: usize = T::SIZE;
    const ALIGN: usize = T::ALIGN;
    fn write(held: Option<&T>, out: &mut Params) {
        out.align(T::ALIGN);
        match held {
            Some(value) => value.write(out),
            None => out.zeros(T::SIZE),
        }
    }
    unsafe fn read(from: *const u8) -> T {
        // SAFETY: the caller's contract.
        unsafe { T::read(from) }
    }
}
// SAFETY: one byte is written, and none is read.
unsafe impl ValueOrUnit for () {
    const SIZE: usize = 1;
    const ALIGN: usize = 1;
    fn write(_held: Option<&()>, out: &mut Params) {
        out.zeros(1);
    }
    unsafe fn read(_from: *const u8) {}
}

const fn larger(a: usize, b: usize) -> usize {
    if a > b { a } else { b }
}

#[diagnostic::do_not_recommend]
// SAFETY: the flag comes first, the value and the error each at the next multiple of its alignment, as [`Type`] lays a result out.
unsafe impl<T: ValueOrUnit + Item, E: ValueOrUnit + Item> Value for Result<T, E> {
    const SIZE: usize =
        ((T::ALIGN + T::SIZE).next_multiple_of(E::ALIGN) + E::SIZE).next_multiple_of(<Self as Value>::ALIGN);
    const ALIGN: usize = larger(T::ALIGN, E::ALIGN);
    fn write(&self, out: &mut Params) {
        out.align(<Self as Value>::ALIGN);
        self.is_ok().write(out);
        T::write(self.as_ref().ok(), out);
        E::write(self.as_ref().err(), out);
        out.align(<Self as Value>::ALIGN);
    }
    unsafe fn read(from: *const u8) -> Self {
        let error = (T::ALIGN + T::SIZE).next_multiple_of(E::ALIGN);
        // SAFETY: the caller's contract: a flag lies at `from`, and if it isn't zero, a value behind it, else an error behind that one's
        // place.
        unsafe { if from.read() != 0 { Ok(T::read(from.add(T::ALIGN))) } else { Err(E::read(from.add(error))) } }
    }
}

/// What can be stored in device memory. No `Result` is: the bytes of its flag may be no flag.
#[diagnostic::on_unimplemented(
    message = "a `Result` can't be stored in device memory",
    label = "not an element",
    note = "store a value that stands for the error, as `.unwrap_or(u32::MAX)` makes it, or a number that says what happened and a value in two vectors",
    note = "to keep only the values that are there, use `filter_map` and `.ok()`"
)]
pub trait Stored {}

#[diagnostic::do_not_recommend]
// SAFETY: nothing is `Stored`, so this never applies; it makes rustc say what to store instead.
unsafe impl<T: ValueOrUnit + Item, E: ValueOrUnit + Item> Element for Result<T, E> where Result<T, E>: Stored {}

// SAFETY: scalar.cuh defines `equal` of it.
unsafe impl Equal for () {}

// SAFETY: result.cuh defines the comparisons of results by those of their values and errors.
unsafe impl<T: Copy, E: Copy> Builtin for Result<T, E> {}

device_methods! { RESULT:
    Lent is_ok Never [T: Item + Copy, E: Item + Copy] Result<T, E>;
    Lent is_err Never [T: Item + Copy, E: Item + Copy] Result<T, E>;
    Taken ok Never [T: Item + Copy, E: Item + Copy] Result<T, E>;
    Taken err Never [T: Item + Copy, E: Item + Copy] Result<T, E>;
    Taken unwrap Always = "called `Result::unwrap()` on an `Err` value" [T: Item + Copy, E: Item + Copy + Debug] Result<T, E>;
    Taken expect Always [T: Item + Copy, E: Item + Copy + Debug] Result<T, E>;
    Taken unwrap_err Always [T: Item + Copy + Debug, E: Item + Copy] Result<T, E>;
    Taken expect_err Always [T: Item + Copy + Debug, E: Item + Copy] Result<T, E>;
    Taken unwrap_or Never [T: Item + Copy, E: Item + Copy] Result<T, E>;
    Taken unwrap_or_default Never [T: Primitive + Item + Default, E: Item + Copy] Result<T, E>;
    Taken and Never [T: Item + Copy, E: Item + Copy] Result<T, E>;
    Taken or Never [T: Item + Copy, E: Item + Copy] Result<T, E>;
    Taken copied Never ['a, T: Value, E: Item + Copy] Result<&'a T, E>;
    Taken cloned Never ['a, T: Value, E: Item + Copy] Result<&'a T, E>;
    Lent eq Never [T: Equal, E: Equal] Result<T, E>;
    Lent ne Never [T: Equal, E: Equal] Result<T, E>;
    Taken ok_or Never [T: Item + Copy] Option<T>;
}

#[allow(missing_docs)]
impl<T: Item + Copy, E: Item + Copy> Own<Result<T, E>> {
    #[inline(always)]
    pub fn is_ok<R: Reads<Result<T, E>>>(self, this: R) -> bool {
        this.read().is_ok()
    }
    #[inline(always)]
    pub fn is_err<R: Reads<Result<T, E>>>(self, this: R) -> bool {
        this.read().is_err()
    }
    #[inline(always)]
    pub fn ok<R: Reads<Result<T, E>>>(self, this: R) -> Option<T> {
        this.read().ok()
    }
    #[inline(always)]
    pub fn err<R: Reads<Result<T, E>>>(self, this: R) -> Option<E> {
        this.read().err()
    }
    #[inline(always)]
    #[track_caller]
    pub fn unwrap<R: Reads<Result<T, E>>>(self, this: R) -> T
    where
        E: Debug,
    {
        this.read().unwrap()
    }
    #[inline(always)]
    #[track_caller]
    pub fn expect<R: Reads<Result<T, E>>>(self, this: R, message: &str) -> T
    where
        E: Debug,
    {
        this.read().expect(message)
    }
    #[inline(always)]
    #[track_caller]
    pub fn unwrap_err<R: Reads<Result<T, E>>>(self, this: R) -> E
    where
        T: Debug,
    {
        this.read().unwrap_err()
    }
    #[inline(always)]
    #[track_caller]
    pub fn expect_err<R: Reads<Result<T, E>>>(self, this: R, message: &str) -> E
    where
        T: Debug,
    {
        this.read().expect_err(message)
    }
    #[inline(always)]
    pub fn unwrap_or<R: Reads<Result<T, E>>>(self, this: R, other: T) -> T {
        this.read().unwrap_or(other)
    }
    #[inline(always)]
    pub fn and<R: Reads<Result<T, E>>, U: Item + Copy>(self, this: R, other: Result<U, E>) -> Result<U, E> {
        this.read().and(other)
    }
    #[inline(always)]
    pub fn or<R: Reads<Result<T, E>>, F: Item + Copy>(self, this: R, other: Result<T, F>) -> Result<T, F> {
        this.read().or(other)
    }
}

#[allow(missing_docs)]
impl<T: Primitive + Item + Default, E: Item + Copy> Own<Result<T, E>> {
    #[inline(always)]
    pub fn unwrap_or_default<R: Reads<Result<T, E>>>(self, this: R) -> T {
        this.read().unwrap_or_default()
    }
}

#[allow(missing_docs)]
impl<T: Value, E: Item + Copy> Own<Result<&T, E>> {
    #[inline(always)]
    pub fn copied<'a, R: Reads<Result<&'a T, E>>>(self, this: R) -> Result<T, E>
    where
        T: 'a,
    {
        this.read().copied()
    }
    #[inline(always)]
    pub fn cloned<'a, R: Reads<Result<&'a T, E>>>(self, this: R) -> Result<T, E>
    where
        T: 'a,
        Option<T>: ClonedByCopy,
    {
        this.read().copied()
    }
}

#[allow(missing_docs)]
impl<T: Item + Copy> Own<Option<T>> {
    #[inline(always)]
    pub fn ok_or<R: Reads<Option<T>>, E: Item + Copy>(self, this: R, error: E) -> Result<T, E> {
        this.read().ok_or(error)
    }
}

/// What has the methods of `Result` that take closures and an `Option` hasn't, and is read as a copy there: a result, or a reference to
/// one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no `Result`",
    label = "in device code this method is one of `Result` alone, or with such a closure"
)]
pub trait Fallibly {
    /// The type of the value.
    type Ok;
    /// The type of the error.
    type Err;
    /// A copy.
    fn copy(self) -> Result<Self::Ok, Self::Err>;
}
impl<T, E> Fallibly for Result<T, E> {
    type Ok = T;
    type Err = E;
    #[inline(always)]
    fn copy(self) -> Self {
        self
    }
}
impl<T: Copy, E: Copy> Fallibly for &Result<T, E> {
    type Ok = T;
    type Err = E;
    #[inline(always)]
    fn copy(self) -> Result<T, E> {
        *self
    }
}

/// The result that a method reads.
#[inline(always)]
pub fn result<R: Fallibly>(result: R) -> Result<R::Ok, R::Err> {
    result.copy()
}

/// Methods of the names of `Result`'s, for references to results, as [`LentOption`](crate::confirm::LentOption) has them of options.
#[allow(clippy::wrong_self_convention, reason = "the methods' receivers are references")]
pub trait LentResult<T, E>: Sized {
    #[doc(hidden)]
    fn map_err(self, _: impl FnOnce(&E)) {}
    #[doc(hidden)]
    fn unwrap_or_else(self, _: impl FnOnce(&E) -> T) {}
    #[doc(hidden)]
    fn or_else(self, _: impl FnOnce(&E) -> Result<T, ()>) {}
    #[doc(hidden)]
    fn map_or_else(self, _: impl FnOnce(&E), _: impl FnOnce(&T)) {}
    #[doc(hidden)]
    fn is_ok_and(self, _: impl FnOnce(&T) -> bool) {}
    #[doc(hidden)]
    fn is_err_and(self, _: impl FnOnce(&E) -> bool) {}
}
impl<T, E> LentResult<T, E> for &Result<T, E> {}

/// The witness of what `?` returns of an `Option` or a `Result` without a value: the type `R`, that of what is there instead, and `K`,
/// whether that is converted. The type of the value itself may refer to what the function changes later.
#[derive(Debug)]
pub struct Failed<R, X, K>(PhantomData<fn(X, K) -> R>);
impl<R, X, K> Clone for Failed<R, X, K> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<R, X, K> Copy for Failed<R, X, K> {}
impl<R, X, K> Failed<R, X, K> {
    /// Of types yet to be inferred.
    #[inline(always)]
    #[allow(clippy::new_without_default)]
    pub const fn new() -> Self {
        Failed(PhantomData)
    }
}
impl<R, X: Fails<R, K>, K> Witnesses for Failed<R, X, K> {
    const NO_RECURSION: () = X::NO_RECURSION;
    fn fill(unit: &mut TranslationUnit, out: &mut Vec<Substitution>) {
        out.push(Substitution::of_call(X::lower(unit), Fallible::Never));
    }
}

fn absent_text<R: Item>(unit: &mut TranslationUnit) -> String {
    format!("absent<{}>", unit.spell(&R::ty()))
}

/// What a method makes of an `Option` or a `Result` that has no value: `None`, or the same error.
#[inline(always)]
pub fn absent<V: Optional, U>(value: V) -> V::Made<U> {
    value.absent()
}

/// What `?` returns of such a value.
#[inline(always)]
pub fn failed<R, V: Asked, K>(_of: Failed<R, V::Instead, K>, value: V) -> R
where
    V::Instead: Fails<R, K>,
{
    value.instead().fail()
}

/// What is there instead of a value: [`Nothing`](crate::confirm::Nothing) or an error. `?` returns it as an `R`; `K` says whether the
/// error is converted.
#[diagnostic::on_unimplemented(
    message = "`?` can't return `{R}` here in device code",
    label = "no such conversion",
    note = "`?` of an `Option` returns an `Option`, and that of a `Result` a `Result` with the same error, or with an enum of your own that has a `#[device] impl From` for it"
)]
pub trait Fails<R, K> {
    #[doc(hidden)]
    const NO_RECURSION: () = ();
    /// Leaves with what is there instead.
    fn fail(self) -> R;
    /// The text of the function that does so.
    fn lower(unit: &mut TranslationUnit) -> String;
}
impl<U: Item + Copy> Fails<Option<U>, Applies> for Nothing {
    #[inline(always)]
    fn fail(self) -> Option<U> {
        None
    }
    fn lower(unit: &mut TranslationUnit) -> String {
        absent_text::<Option<U>>(unit)
    }
}
impl<U: Item + Copy, E: Item + Copy> Fails<Result<U, E>, Applies> for WithError<E> {
    #[inline(always)]
    fn fail(self) -> Result<U, E> {
        Err(self.0)
    }
    fn lower(unit: &mut TranslationUnit) -> String {
        absent_text::<Result<U, E>>(unit)
    }
}

const FROM: u64 = method_name("from");

/// Marks a conversion of the error.
#[derive(Debug)]
pub struct Converts;

#[diagnostic::do_not_recommend]
impl<U, E, F> Fails<Result<U, F>, Converts> for WithError<E>
where
    U: Item + Copy,
    E: Item + Copy,
    F: DeviceEnum + From<E> + DeviceOperator<FROM, E> + Copy,
{
    const NO_RECURSION: () = <F as DeviceOperator<FROM, E>>::NO_RECURSION;
    #[inline(always)]
    fn fail(self) -> Result<U, F> {
        Err(F::from(self.0))
    }
    fn lower(unit: &mut TranslationUnit) -> String {
        unit.function(typeid::of::<Failed<Result<U, F>, Self, Converts>>(), "f_fail", |unit, function| {
            let by = F::lower(unit);
            let to = unit.spell(&<Result<U, F>>::ty());
            let prototype = format!("template <class T> DEVICE {to} {function}(Panic& panic, u32 site, const T& a)");
            let body = format!("{to} made{{}}; made.m_error = {by}(panic, site, a.m_error); return made;");
            let weight = unit.weight_of(&by, false).saturating_add(1);
            (prototype.clone(), format!("{prototype} {{ {body} }}"), weight)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_laid_out_as_their_type_says() {
        fn check<T: Value + PartialEq + Debug, E: Value + PartialEq + Debug>(value: T, error: E) {
            let ty = <Result<T, E> as Item>::ty();
            assert_eq!((<Result<T, E> as Value>::SIZE, <Result<T, E> as Value>::ALIGN), (ty.size(), ty.align()));
            for result in [Ok(value), Err(error)] {
                let mut out = Params::new();
                result.write(&mut out);
                assert_eq!(out.bytes().len(), ty.size());
                // SAFETY: the bytes are those of such a value.
                assert_eq!(unsafe { <Result<T, E> as Value>::read(out.bytes().as_ptr()) }, result);
            }
        }
        check(7u8, 9u64);
        check(-1.5f64, 3u8);
        check((3u16, true), [1u8; 3]);
        check([1u32, 2, 3], Some(4i16));
        check(Ok::<i64, u8>(9), Err::<(), u16>(8));
    }
}
