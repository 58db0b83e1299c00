//! Functions by which expansions make rustc check types, so that the macro needn't trust spelling. Only `index` and the
//! orders of assigning operators give values with which host code runs.

use std::cmp::Ordering;
use std::marker::PhantomData;
use std::ops::Deref;

use half::{bf16, f16};

use crate::backend::Backend;
use crate::position::Position;
use crate::value::{Element, Item, Value};
use crate::vec::DeviceVec;
use crate::view::View;
use crate::witness::{BinaryOperator, Method, Witnesses};

/// A type that can be indexed by `I` in device code.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be indexed in device code",
    label = "not an array or view",
    note = "arrays `[T; N]`, slices of them and views of device vectors can; a type's own `Index` is not known to devices: index its field"
)]
pub trait IndexedBy<I> {
    #[doc(hidden)]
    fn position(i: I) -> usize;
}

/// A type that finds an element of an array.
#[diagnostic::on_unimplemented(
    message = "an index is a `usize`, not `{Self}`: write `a[i as usize]`",
    label = "write `… as usize`"
)]
pub trait ElementIndex: Copy {
    #[doc(hidden)]
    fn position(self) -> usize;
}
impl ElementIndex for usize {
    #[inline(always)]
    fn position(self) -> usize {
        self
    }
}

/// A type that finds an element of a view: every integer.
#[diagnostic::on_unimplemented(message = "the index of a view is an integer, not `{Self}`", label = "not an integer")]
pub trait ViewIndex: Position {}
#[diagnostic::do_not_recommend]
impl<I: Position> ViewIndex for I {}

macro_rules! indexed_by {
    ($([$($generic:tt)*] $owner:ty: $bound:ident::$position:ident;)*) => {$(
        impl<$($generic)*, I: $bound> IndexedBy<I> for $owner {
            #[inline(always)]
            fn position(i: I) -> usize {
                i.$position()
            }
        }
    )*};
}
indexed_by! {
    [T, const N: usize] [T; N]: ElementIndex::position;
    [T] [T]: ElementIndex::position;
    [T] View<'_, T>: ViewIndex::index;
    // Values of these types can't be captured, which rustc reports at the capture.
    [T] Vec<T>: ElementIndex::position;
    [T] &[T]: ElementIndex::position;
    [T, const N: usize] &[T; N]: ElementIndex::position;
    [T: Element, B: Backend] DeviceVec<T, B>: ElementIndex::position;
}

/// The type of the array or view in which an index finds an element.
#[derive(Debug)]
pub struct Of<T: ?Sized>(PhantomData<fn(&T)>);

impl<T: ?Sized> Of<T> {
    /// Of the place that rustc has seen.
    #[inline(always)]
    pub fn the_place() -> Self {
        Of(PhantomData)
    }
}

/// The type of a place, which is not a copy of its reference: the place may be written while the index is computed.
#[inline(always)]
pub fn indexed<T: ?Sized>(_place: &T) -> Of<T> {
    Of::the_place()
}

/// The index of an element of such an array or view as a `usize`, which is 2^63 or more for a negative one.
#[inline(always)]
pub fn element<T: ?Sized + IndexedBy<I>, I>(_of: Of<T>, i: I) -> usize {
    T::position(i)
}

/// The identity on bounds of slices, which must be `usize`s.
#[inline(always)]
pub fn index<I: ElementIndex>(i: I) -> usize {
    i.position()
}

/// The types of which an operator on a reference is that on what it refers to.
#[diagnostic::on_unimplemented(
    message = "an operator on a reference to `{Self}` isn't known in device code",
    label = "this reference is not to a number",
    note = "write `*x`: operators of own types take values"
)]
pub trait NumberBehind {}
#[diagnostic::do_not_recommend]
impl<T: crate::scalars::Primitive> NumberBehind for T {}

/// The identity on an operand of an arithmetic operator that is a reference.
#[inline(always)]
pub fn number<T: NumberBehind>(operand: &T) -> &T {
    operand
}

/// A type whose fields are its own. A type that implements `Deref` may expose the fields of another one, which devices
/// don't know: for it the parameter `By` is ambiguous, and rustc reports that.
pub trait HasItsOwnFieldsAndNoDeref<By> {}
/// Marks the type itself.
#[derive(Debug)]
pub struct Itself;
/// Marks the target of its `Deref`.
#[derive(Debug)]
pub struct ByDeref;
impl<T> HasItsOwnFieldsAndNoDeref<Itself> for T {}
impl<T: Value + Deref> HasItsOwnFieldsAndNoDeref<ByDeref> for T {}
impl<T: Value + Deref> HasItsOwnFieldsAndNoDeref<&ByDeref> for &T {}
impl<T: Value + Deref> HasItsOwnFieldsAndNoDeref<&ByDeref> for &mut T {}

/// Compiles if the fields that can be named on `place` are its own.
#[inline(always)]
pub fn fields<T: HasItsOwnFieldsAndNoDeref<By>, By>(_place: &T) {}

/// A type whose constants can stand in patterns in device code.
#[diagnostic::on_unimplemented(
    message = "a constant of type `{Self}` can't be matched in device code",
    label = "not a number or `bool`",
    note = "match on its fields, or compare in a guard: `x if x == LIMIT => …`",
    note = "an enum's variant whose name has capitals alone is written with braces, `Shape::A {{}}`, unless `#[device]` stands above `#[derive(PartialEq)]`"
)]
pub trait Matched {}
macro_rules! matched { ($($t:ty)*) => { $(impl Matched for $t {})* }; }
matched! { bool Ordering i8 i16 i32 i64 isize i128 u8 u16 u32 u64 usize u128 f32 f64 f16 bf16 }

/// Compiles if `constant` can be matched.
#[inline(always)]
pub const fn matched<T: Matched>(_constant: &T) {}

/// Returns 0 for a constant that an operation spells as a variant of std's `Ordering`. The macro makes it the length of an
/// array, for which rustc evaluates it while it checks types, and so refuses another type or constant of that name. The
/// error lies at the operation, without the lines of std that panicked, which rustc shows if it has std's source.
#[track_caller]
pub const fn ordering(constant: Ordering, variant: Ordering) -> usize {
    assert!(constant as i8 == variant as i8, "this is not the `Ordering` of `std::cmp`");
    0
}

/// Returns 0 for a constant that an operation spells as std's `None`, likewise.
#[track_caller]
pub const fn none(constant: Option<()>) -> usize {
    assert!(constant.is_none(), "this is not the `None` of `std::option`");
    0
}

/// The same of a variant of std's `Result`.
#[track_caller]
pub const fn is_ok(constant: Result<(), ()>, ok: bool) -> usize {
    assert!(constant.is_ok() == ok, "this is not the `Result` of `std::result`");
    0
}

/// The type of the block behind the `else` of a `let`, which must leave by `return`, `break`, `continue` or a panic.
#[derive(Debug, Clone, Copy)]
pub enum TheElseBlockLeaves {}

/// The identity on references: what `*` is applied to in device code, where a type's own `Deref` isn't known.
#[inline(always)]
pub const fn referred<T: ?Sized>(reference: &T) -> &T {
    reference
}

/// The identity on what a name may hold: a value, or a shared reference, of which a device keeps a copy.
#[inline(always)]
pub const fn kept<T: Item + Copy>(value: T) -> T {
    value
}

/// What has the methods of `Option` that take closures, and is read as a copy there: an option or a result, or a reference to one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no `Option` and no `Result`",
    label = "in device code this method is one of these alone"
)]
pub trait Optional {
    /// The type of the value.
    type Some;
    /// The same type with another value.
    type Made<U>;
    /// The type itself, without a reference.
    type Itself;
    /// A copy of the value, if it is there.
    fn copy(self) -> Option<Self::Some>;
    /// A copy.
    fn itself(self) -> Self::Itself;
    /// What a method makes of a value that isn't there.
    fn absent<U>(self) -> Self::Made<U>;
}
macro_rules! optional {
    ($([$($generic:tt)*] $of:ty => $itself:ty, $made:ty, $this:ident: $copy:expr, $value:expr, $absent:expr;)*) => {$(
        impl<$($generic)*> Optional for $of {
            type Some = T;
            type Made<U> = $made;
            type Itself = $itself;
            #[inline(always)]
            fn copy(self) -> Option<T> {
                let $this = self;
                $value
            }
            #[inline(always)]
            fn itself(self) -> $itself {
                let $this = self;
                $copy
            }
            #[inline(always)]
            fn absent<U>(self) -> $made {
                let $this = self;
                $absent
            }
        }
    )*};
}
optional! {
    [T] Option<T> => Self, Option<U>, this: this, this, this.and(None);
    [T: Copy] &Option<T> => Option<T>, Option<U>, this: *this, *this, this.and(None);
    [T, E: Copy] Result<T, E> => Self, Result<U, E>, this: this, this.ok(), this.map(|_| unreachable!());
    [T: Copy, E: Copy] &Result<T, E> => Result<T, E>, Result<U, E>, this: *this, (*this).ok(), (*this).map(|_| unreachable!());
}

/// A copy of an option or a result, also of what a reference refers to.
#[inline(always)]
pub fn copied<O: Optional>(option: O) -> O::Itself {
    option.itself()
}

/// What a closure of `and_then` may return, for code that never runs.
pub fn made_of<O: Optional>(_option: &O) -> O::Made<()> {
    unreachable!()
}

/// The option that a method reads.
#[inline(always)]
pub fn option<O: Optional>(option: O) -> Option<O::Some> {
    option.copy()
}

/// What `?` can be applied to: an option or a result.
#[diagnostic::on_unimplemented(
    message = "`?` takes an `Option` or a `Result` in device code",
    label = "neither an `Option` nor a `Result`"
)]
pub trait Asked: Optional {
    /// What is there instead of a value.
    type Instead;
    /// What is there, where no value is.
    fn instead(self) -> Self::Instead;
}
impl<T> Asked for Option<T> {
    type Instead = Nothing;
    #[inline(always)]
    fn instead(self) -> Nothing {
        Nothing
    }
}
impl<T, E: Copy> Asked for Result<T, E> {
    type Instead = WithError<E>;
    #[inline(always)]
    fn instead(self) -> WithError<E> {
        match self {
            Err(error) => WithError(error),
            Ok(_) => unreachable!(),
        }
    }
}
/// Is there instead of an `Option`'s value.
#[derive(Debug)]
pub struct Nothing;
/// Is there instead of a `Result`'s value.
#[derive(Debug)]
pub struct WithError<E>(pub E);

/// The value of what `?` is applied to, if it is there.
#[inline(always)]
pub fn question<O: Asked>(option: O) -> Option<O::Some> {
    option.copy()
}

/// Methods of the names of `Option`'s, for references to options. Rustc finds them before those of the option itself; if a trait in
/// scope has another of that name for such a reference, rustc says that there are two.
#[allow(clippy::wrong_self_convention, reason = "the methods' receivers are references")]
pub trait LentOption<T>: Sized {
    #[doc(hidden)]
    fn filter(self, _: impl FnOnce(&T) -> bool) {}
    #[doc(hidden)]
    fn is_some_and(self, _: impl FnOnce(&T) -> bool) {}
    #[doc(hidden)]
    fn is_none_or(self, _: impl FnOnce(&T) -> bool) {}
    #[doc(hidden)]
    fn unwrap_or_else(self, _: impl FnOnce() -> T) {}
    #[doc(hidden)]
    fn or_else(self, _: impl FnOnce() -> Option<T>) {}
    #[doc(hidden)]
    fn ok_or_else(self, _: impl FnOnce()) {}
    #[doc(hidden)]
    fn map_or_else(self, _: impl FnOnce(), _: impl FnOnce(&T)) {}
}
impl<T> LentOption<T> for &Option<T> {}

/// The same of methods that results have, too, and of `map` also arrays.
pub trait LentEither<T>: Sized {
    #[doc(hidden)]
    fn map(self, _: impl FnOnce(&T)) {}
    #[doc(hidden)]
    fn and_then<M>(self, _: impl FnOnce(&T) -> M) {}
    #[doc(hidden)]
    fn map_or(self, _: (), _: impl FnOnce(&T)) {}
}
impl<T> LentEither<T> for &Option<T> {}
impl<T, E> LentEither<T> for &Result<T, E> {}
impl<T, const N: usize> LentEither<T> for &[T; N] {}

/// A value of a place's type, for code that never runs.
pub fn like<T>(_place: &T) -> T {
    unreachable!()
}

/// What a closure's parameter without a type may be in device code: a value.
#[diagnostic::on_unimplemented(
    message = "a closure's parameter without a type can't be `{Self}` in device code",
    label = "not a value",
    note = "a reference is a parameter with a type: `|p: &f32| …`"
)]
pub trait Passed {}
#[diagnostic::do_not_recommend]
impl<T: Value> Passed for T {}

/// Compiles if the parameter is a value.
#[inline(always)]
pub fn passed<T: Passed>(_: T) {}

/// What a closure may return in device code: a value, or nothing.
#[diagnostic::on_unimplemented(
    message = "a closure can't return `{Self}` in device code",
    label = "not a value",
    note = "return a value, not a reference, closure or view"
)]
pub trait Returned {}
#[diagnostic::do_not_recommend]
impl<T: Value> Returned for T {}
#[diagnostic::do_not_recommend]
impl Returned for () {}

/// The identity on what closures return.
#[inline(always)]
pub const fn returned<T: Returned>(value: T) -> T {
    value
}

/// Calls a closure, whose parameter has the argument's type.
#[inline(always)]
#[track_caller]
pub fn apply<A, R>(argument: A, closure: impl FnOnce(A) -> R) -> R {
    closure(argument)
}

/// Calls a closure of two parameters.
#[inline(always)]
#[track_caller]
pub fn apply_to_both<A, B, R>(first: A, second: B, closure: impl FnOnce(A, B) -> R) -> R {
    closure(first, second)
}

/// Compiles if both are of one type.
#[inline(always)]
pub fn same<T>(_: &T, _: &T) {}

/// Compiles if both are of one type that has an order.
#[inline(always)]
pub fn ordered<T: Ord>(_: &T, _: &T) {}

/// Makes the code behind its call unreachable.
pub const fn never() -> ! {
    unreachable!()
}

/// A reference to an array of such a value, for code that never runs.
pub fn array_of<'a, T: 'a>(_value: impl Fn() -> T) -> &'a mut [T; 1] {
    unreachable!()
}

/// A value of any type, for code that never runs.
pub fn nothing<T>() -> T {
    unreachable!()
}

/// The order of an assigning operator's sides. The language's own operators on numbers evaluate the value first;
/// functions (those of other types, and of type parameters) evaluate the place first.
#[derive(Debug, Clone, Copy)]
pub struct Order<const PLACE_FIRST: bool>;

impl<const PLACE_FIRST: bool> Order<PLACE_FIRST> {
    /// Whether the place is evaluated first.
    #[inline(always)]
    pub const fn is_place_first(self) -> bool {
        PLACE_FIRST
    }
}

/// The types on which rustc has operators of its own.
#[diagnostic::on_unimplemented(
    message = "it isn't known here whether the place or the value of this assignment is evaluated first",
    label = "`{Self}` is known only later",
    note = "evaluate the index before: `let i = …; a[i] += …`"
)]
pub trait Scalar {}
macro_rules! scalar { ($($t:ty)*) => { $(impl Scalar for $t {})* }; }
scalar! { bool i8 i16 i32 i64 isize i128 u8 u16 u32 u64 usize u128 f32 f64 }

/// The order of an operator of the language. Rustc finds this method before that of [`FunctionOrder`] if it applies: it
/// takes fewer references.
pub trait LanguageOrder {
    /// The order.
    #[doc(hidden)]
    fn __onrush_order(&self) -> Order<false> {
        Order
    }
}
impl<T: Scalar, R: Scalar, const NAME: u64> LanguageOrder for BinaryOperator<T, R, NAME> {}

/// The order of an operator that is a function.
pub trait FunctionOrder {
    /// The order.
    #[doc(hidden)]
    fn __onrush_order(&self) -> Order<true> {
        Order
    }
}
impl<T, R, const NAME: u64> FunctionOrder for &BinaryOperator<T, R, NAME> {}

/// Rejects recursion. Rustc evaluates it for each device function, and with it the constants of all functions that this
/// one calls, so that it reports a cycle where a function calls itself.
pub const fn no_recursion<W: Witnesses>(_: fn() -> W) {
    W::NO_RECURSION
}

/// A type that may have methods on a device. Expansions find the type by a path, such as `Vec3` in `Vec3::new(x)`, whose
/// generic arguments are then rustc's to infer.
pub trait Owner: Sized {
    /// The witness of a method.
    #[inline(always)]
    #[doc(hidden)]
    fn __onrush_method<const NAME: u64>() -> Method<Self, NAME> {
        Method::new()
    }
    /// The witness of a conversion into the type.
    #[inline(always)]
    #[doc(hidden)]
    fn __onrush_from<const NAME: u64, X>() -> BinaryOperator<Self, X, NAME> {
        BinaryOperator::new()
    }
    /// Compiles if the path before it names a type, and the value is of that type.
    #[inline(always)]
    #[doc(hidden)]
    fn __onrush_struct(_: &Self) {}
}
impl<T> Owner for T {}

/// The argument `N` of a generic parameter, among those of a call.
#[derive(Debug)]
pub struct Length<const N: usize>;

/// The argument `B` of a generic parameter, among those of a call.
#[derive(Debug)]
pub struct Flag<const B: bool>;
