//! Witnesses: values whose types rustc infers. Expansions declare them beside the closure and pass its expressions through
//! them; the lowering fills the holes of the device text with what their types say.

use std::marker::PhantomData;

use crate::confirm::Order;
use crate::function::{DeviceFunction, DeviceMethod, DeviceOperator};
use crate::lookup::Takes;
use crate::lower::TranslationUnit;
use crate::offers::Applies;
use crate::source::{Exact, Fallible, Substitution};
use crate::value::Item;

/// A type that rustc infers and the lowering spells. The macro makes `Ty<_>` values beside the closure and passes
/// expressions through them, in code that never runs; inference fills in the `_`. A reference in the type, as in an
/// `Option<&u32>`, may live longer than that in the expression, which may refer to a variable of the closure.
#[derive(Debug)]
pub struct Ty<T: ?Sized>(PhantomData<fn() -> *const T>);

impl<T: ?Sized> Clone for Ty<T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T: ?Sized> Copy for Ty<T> {}

impl<T: ?Sized> Ty<T> {
    /// A type yet to be inferred, or a written one.
    #[inline(always)]
    #[allow(clippy::new_without_default)]
    pub const fn new() -> Self {
        Ty(PhantomData)
    }
    /// The identity: `value` has this type.
    #[inline(always)]
    pub fn of(self, value: T) -> T
    where
        T: Item + Sized,
    {
        value
    }
    /// The identity on a reference to a constant of this type, which rustc keeps as long as the reference.
    #[inline(always)]
    pub const fn lent(self, constant: &T) -> &T
    where
        T: Item,
    {
        constant
    }
    /// States that `place` has this type, without using its value.
    #[inline(always)]
    pub fn see(self, _place: &T)
    where
        T: Item,
    {
    }
}

/// A type that rustc infers, as [`Ty`]; of a shared reference the lowering spells the type of the referent, of which a device
/// keeps a copy.
#[derive(Debug)]
pub struct Plain<T: ?Sized>(PhantomData<fn() -> *const T>);

impl<T: ?Sized> Clone for Plain<T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T: ?Sized> Copy for Plain<T> {}

impl<T> Plain<T> {
    /// A type yet to be inferred.
    #[inline(always)]
    #[allow(clippy::new_without_default)]
    pub const fn new() -> Self {
        Plain(PhantomData)
    }
    /// The identity: `value` has this type.
    #[inline(always)]
    pub fn of(self, value: T) -> T
    where
        T: Item + Copy,
    {
        value
    }
}

/// A method or operator that the type `T` has in device code, named by the hash of its Rust name. `K` says whether the method is
/// the type's own or a trait's: see [`traits`](crate::traits).
#[derive(Debug)]
pub struct Method<T: ?Sized, const NAME: u64, K = Applies>(PhantomData<fn(K) -> *const T>);

impl<T: ?Sized, const NAME: u64, K> Clone for Method<T, NAME, K> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T: ?Sized, const NAME: u64, K> Copy for Method<T, NAME, K> {}

impl<T: ?Sized, const NAME: u64> Method<T, NAME> {
    /// The method of a type yet to be inferred.
    #[inline(always)]
    #[allow(clippy::new_without_default)]
    pub const fn new() -> Self {
        Method(PhantomData)
    }
}

impl<T: ?Sized, const NAME: u64, K> Method<T, NAME, K> {
    /// The method of a type yet to be inferred, or that of a trait in scope.
    #[inline(always)]
    pub const fn in_scope() -> Self {
        Method(PhantomData)
    }
    /// States that the receiver is `place`, without using its value.
    #[inline(always)]
    pub fn see(self, _place: &T) {}
    /// The identity on the receiver of a method.
    #[inline(always)]
    pub fn on(self, value: T) -> T
    where
        T: Sized,
    {
        value
    }
}

impl<T, const NAME: u64> Method<T, NAME> {
    /// The identity on an operand.
    #[inline(always)]
    pub fn of(self, value: T) -> T
    where
        T: DeviceMethod<NAME>,
    {
        value
    }
    /// The identity on the operand of a prefix operator. Where overflow is `checked`, it panics if the operator overflows.
    #[inline(always)]
    #[track_caller]
    pub fn operand(self, value: T, checked: bool) -> T
    where
        T: DeviceMethod<NAME>,
    {
        if checked {
            value.check_operand();
        }
        value
    }
    /// The operand of `-`, or another number if it has no negative: the host's own operator might panic.
    #[inline(always)]
    pub fn negatable(self, value: T) -> T
    where
        T: DeviceMethod<NAME>,
    {
        value.negatable()
    }
    /// The result of `-` on `negatable(value)`: wrapped if `value` has no negative.
    #[inline(always)]
    pub fn negated<O: 'static>(self, value: T, result: O) -> O
    where
        T: DeviceMethod<NAME>,
    {
        value.negated(result)
    }
}

/// A binary operator between a `T` and an `R`, named by the hash of its trait's method.
#[derive(Debug)]
pub struct BinaryOperator<T, R, const NAME: u64>(PhantomData<fn(&T, &R)>);

impl<T, R, const NAME: u64> Clone for BinaryOperator<T, R, NAME> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T, R, const NAME: u64> Copy for BinaryOperator<T, R, NAME> {}

impl<T, R, const NAME: u64> BinaryOperator<T, R, NAME> {
    /// The operator between types yet to be inferred.
    #[inline(always)]
    #[allow(clippy::new_without_default)]
    pub const fn new() -> Self {
        BinaryOperator(PhantomData)
    }
    /// The identity on the left operand.
    #[inline(always)]
    pub fn of(self, value: T) -> T
    where
        T: DeviceOperator<NAME, R>,
    {
        value
    }
    /// The identity on the right operand.
    #[inline(always)]
    pub fn with(self, value: R) -> R {
        value
    }
    /// The identity on both operands.
    #[inline(always)]
    pub fn both(self, left: T, right: R) -> (T, R) {
        (left, right)
    }
    /// The operands of an arithmetic operator; integers come back as operands that have the same result and can't overflow,
    /// since whether the host's own operator wraps or panics is up to the profile of whoever compiles it. Where overflow is
    /// `checked`, this panics instead.
    #[inline(always)]
    #[track_caller]
    pub fn prepare(self, left: T, right: R, checked: bool) -> (T, R)
    where
        T: DeviceOperator<NAME, R>,
    {
        T::prepare(left, right, checked)
    }
    /// The right side of an arithmetic assignment; integers are assigned already, and the right side that comes back changes
    /// nothing any more.
    #[inline(always)]
    #[track_caller]
    pub fn prepare_assign(self, place: &mut T, right: R, checked: bool) -> R
    where
        T: DeviceOperator<NAME, R>,
    {
        T::prepare_assign(place, right, checked)
    }
    /// States that `place` is assigned to, without using its value.
    #[inline(always)]
    pub fn see(self, _place: &T)
    where
        T: DeviceOperator<NAME, R>,
    {
    }
}

/// A call of a `#[device]` function, named by its companion type, with the arguments of its generic parameters, which
/// the companion's function `call` determines. The type stands in a tuple because rustc then reports of a plain function
/// that it isn't a type. `N` is the type of the function that has that name where it is called.
#[derive(Debug)]
pub struct Callee<F: ?Sized, G, N = ()>(PhantomData<fn(&F, G, N)>);

impl<F: ?Sized, G, N> Clone for Callee<F, G, N> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<F: ?Sized, G, N> Copy for Callee<F, G, N> {}

impl<F: DeviceFunction<G>, G, N> Callee<(F,), G, N> {
    /// A call of `F`. Panics if another function hides `F` there: types have names of their own, so that rustc still finds
    /// the companion.
    #[inline(always)]
    #[track_caller]
    #[allow(clippy::new_without_default)]
    pub fn new() -> Self {
        F::named::<N>();
        Callee(PhantomData)
    }
    /// The same call, of the function that the companion knows.
    #[inline(always)]
    pub const fn called(self) -> Callee<(F,), G> {
        Callee(PhantomData)
    }
    /// The function that has the name, whose type thereby is `N`.
    #[inline(always)]
    pub fn named(self, function: N) -> N {
        function
    }
}

/// The witnesses that fill the holes of an operation's text: one for each hole, in the order of the leaves of nested
/// pairs. The macro balances the pairs, since a long list would exceed rustc's recursion limit.
pub trait Witnesses: Copy {
    /// Evaluates the constant of this name of each method, operator and function that is called.
    const NO_RECURSION: () = ();
    /// Whether all methods, operators and functions that are called commute and associate exactly.
    const ASSOCIATES: Exact = Exact::Always;
    /// Appends the contents of the holes.
    fn fill(unit: &mut TranslationUnit, out: &mut Vec<Substitution>);
}
impl Witnesses for () {
    fn fill(_: &mut TranslationUnit, _: &mut Vec<Substitution>) {}
}
impl<L: Witnesses, R: Witnesses> Witnesses for (L, R) {
    const NO_RECURSION: () = {
        let () = L::NO_RECURSION;
        R::NO_RECURSION
    };
    const ASSOCIATES: Exact = L::ASSOCIATES.and(R::ASSOCIATES);
    fn fill(unit: &mut TranslationUnit, out: &mut Vec<Substitution>) {
        L::fill(unit, out);
        R::fill(unit, out);
    }
}
impl<T: ?Sized + Item> Witnesses for Ty<T> {
    fn fill(unit: &mut TranslationUnit, out: &mut Vec<Substitution>) {
        out.push(Substitution::of_type(unit, &T::ty()));
    }
}
impl<T: Item> Witnesses for Plain<T> {
    fn fill(unit: &mut TranslationUnit, out: &mut Vec<Substitution>) {
        out.push(Substitution::of_type(unit, &T::ty().without_reference()));
    }
}
impl<const PLACE_FIRST: bool> Witnesses for Order<PLACE_FIRST> {
    fn fill(_: &mut TranslationUnit, out: &mut Vec<Substitution>) {
        out.push(Substitution::of_order(PLACE_FIRST));
    }
}
#[diagnostic::do_not_recommend]
impl<T: ?Sized + DeviceMethod<NAME>, const NAME: u64> Witnesses for Method<T, NAME> {
    const NO_RECURSION: () = <T as DeviceMethod<NAME>>::NO_RECURSION;
    const ASSOCIATES: Exact = <T as DeviceMethod<NAME>>::ASSOCIATES;
    fn fill(unit: &mut TranslationUnit, out: &mut Vec<Substitution>) {
        let call = Substitution::of_call(T::lower(unit), T::FALLIBLE);
        out.push(Substitution { exclusive: T::Receiver::EXCLUSIVE, message: T::MESSAGE, ..call });
    }
}
impl<T: DeviceOperator<NAME, R>, R, const NAME: u64> Witnesses for BinaryOperator<T, R, NAME> {
    const NO_RECURSION: () = <T as DeviceOperator<NAME, R>>::NO_RECURSION;
    const ASSOCIATES: Exact = <T as DeviceOperator<NAME, R>>::ASSOCIATES;
    fn fill(unit: &mut TranslationUnit, out: &mut Vec<Substitution>) {
        let call = Substitution::of_call(T::lower(unit), T::FALLIBLE);
        out.push(Substitution { message: T::MESSAGE, ..call });
    }
}
impl<F: DeviceFunction<G>, G, N> Witnesses for Callee<(F,), G, N> {
    const NO_RECURSION: () = F::NO_RECURSION;
    const ASSOCIATES: Exact = Exact::Never;
    fn fill(unit: &mut TranslationUnit, out: &mut Vec<Substitution>) {
        out.push(Substitution::of_call(F::lower(unit), Fallible::Never));
    }
}
