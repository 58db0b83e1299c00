//! What Rust's lookup comes upon before a method that an operation calls.
//!
//! Of a receiver's type, and then of each type that it refers to, the lookup asks for a method on the type itself, then on a shared, and then
//! on an exclusive reference to it; at the end, of an array, on the slice. It takes the first that is there, and at the same place an
//! inherent method before a trait's. So a trait of the user's comes before std's method, or the user's own type's, if it has a method of that name
//! for one of the types that are listed here. In code that never runs rustc is asked for the method on each of them, where a trait of the
//! expansion's own has it as well: if another trait in scope does, rustc finds two.

use std::marker::PhantomData;
use std::ops::Deref;

use half::{bf16, f16};

use crate::minmax::HasMinMax;
use crate::traits::Asked;
use crate::witness::Method;

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

/// How a method takes `self`: [`Taken`], [`Lent`] or [`LentToChange`], or [`OfSlices`] if it is one of a slice, which arrays have at the end of
/// the lookup; `()` if nothing is asked of it.
pub trait Takes {
    /// Whether it takes `&mut self`.
    const EXCLUSIVE: bool = false;
}
/// `self`, and associated functions.
#[derive(Debug)]
pub struct Taken;
/// `&self`.
#[derive(Debug)]
pub struct Lent;
/// `&mut self`.
#[derive(Debug)]
pub struct LentToChange;
/// `&self`, of methods of `Ord` and `PartialOrd`, which references have themselves.
#[derive(Debug)]
pub struct Compared;
/// `&self`, of `Clone`'s method, which shared references have themselves.
#[derive(Debug)]
pub struct Cloned;
/// `self`, of numbers' `clamp`, `max` and `min`, which references to integers have themselves, by `Ord`.
#[derive(Debug)]
pub struct Ordered;
/// What a slice's method takes.
#[derive(Debug)]
pub struct OfSlices<By>(PhantomData<By>);

impl Takes for () {}
impl Takes for Taken {}
impl Takes for Ordered {}
impl Takes for Lent {}
impl Takes for LentToChange {
    const EXCLUSIVE: bool = true;
}
impl<By: Takes> Takes for OfSlices<By> {
    const EXCLUSIVE: bool = By::EXCLUSIVE;
}

/// The types that come before, with `Own` in the places that are free, and behind them.
type Types<Own, A = Own, B = Own, C = Own, D = Own, E = Own, F = Own, G = Own> = (A, B, C, D, E, F, G, Own);

/// A receiver of this type, from which the lookup comes to the method of a `T` that takes `self` `By`.
pub trait Receiver<'a, T: ?Sized, By, Own> {
    /// The types that come before.
    type Before;
}

impl<'a, R: ?Sized, T: ?Sized, Own> Receiver<'a, T, (), Own> for R {
    type Before = Types<Own>;
}

/// A type with [`Ordered`] methods.
pub trait Number {
    /// `R` of floats, `Own` of others.
    type If<R, Own>;
}
macro_rules! numbers {
    ($r:ident $own:ident $is:ident: $($t:ty)*) => {$(
        impl Number for $t {
            type If<$r, $own> = $is;
        }
    )*};
}
numbers! { R Own R: f16 bf16 f32 f64 }
numbers! { R Own Own: bool i8 i16 i32 i64 isize i128 u8 u16 u32 u64 usize u128 }
type If<T, R, Own> = <T as Number>::If<R, Own>;

// `all` stands for the receiver itself and both references to it.
macro_rules! receivers {
    ($($generic:tt $t:ty, $by:ty => $rows:tt)*) => {$( receivers! { @all $generic $t, $by => $rows } )*};
    (@all $generic:tt $t:ty, $by:ty => { $($receiver:ty => $before:tt;)* }) => {$(
        receivers! { @one $generic $t, $by, $receiver => $before }
    )*};
    (@one [$($generic:tt)*] $t:ty, $by:ty, $receiver:ty => [$($before:tt)*]) => {
        impl<'a, 'r: 'a, 's: 'r, Own, $($generic)*> Receiver<'a, $t, $by, Own> for $receiver
        where
            Self: 'a,
        {
            type Before = receivers!(@types 'a Own $($before)*);
        }
    };
    (@types $a:lifetime $own:ident all $($before:tt)*) => { Types<$own, Self, &$a Self, &$a mut Self $($before)*> };
    (@types $a:lifetime $own:ident $($before:tt)*) => { Types<$own, $($before)*> };
}
receivers! {
    [T] T, Taken => {
        T => [];
        &'r T => [all];
        &'r mut T => [all];
        &'r &'s T => [all, &'s T, &'a mut &'s T];
        &'r &'s mut T => [all, &'s mut T, &'a mut &'s mut T];
        &'r mut &'s T => [all, &'s T, &'a &'s T];
        &'r mut &'s mut T => [all, &'s mut T, &'a &'s mut T];
    }
    [T] T, Lent => {
        T => [T];
        &'r T => [];
        &'r mut T => [all, T];
        &'r &'s T => [all];
        &'r &'s mut T => [all, &'s mut T, &'a mut &'s mut T, T];
        &'r mut &'s T => [all];
        &'r mut &'s mut T => [all, &'s mut T, &'a &'s mut T, T];
    }
    [T] T, Compared => {
        T => [T];
        &'r T => [];
        &'r mut T => [Self];
        &'r &'s T => [];
        &'r &'s mut T => [];
        &'r mut &'s T => [Self];
        &'r mut &'s mut T => [Self];
    }
    [T] T, Cloned => {
        T => [T];
        &'r T => [];
        &'r mut T => [all, T];
        &'r &'s T => [];
        &'r &'s mut T => [all, &'s mut T, &'a mut &'s mut T, T];
        &'r mut &'s T => [all];
    }
    [T: Number] T, Ordered => {
        T => [];
        &'r T => [If<T, Self, Own>, If<T, &'a Self, Own>, If<T, &'a mut Self, Own>];
        &'r mut T => [If<T, Self, Own>, If<T, &'a Self, Own>, If<T, &'a mut Self, Own>];
    }
    [T] T, LentToChange => {
        T => [T, &'a T];
        &'r T => [];
        &'r mut T => [];
        &'r mut &'s mut T => [all];
    }
    [By, T, const N: usize] [T; N], OfSlices<By> => {
        [T; N] => [all];
        &'r [T; N] => [all, [T; N]];
        &'r mut [T; N] => [all, [T; N], &'a [T; N]];
        &'r &'s [T; N] => [all, &'s [T; N], &'a mut &'s [T; N], [T; N]];
        &'r &'s mut [T; N] => [all, &'s mut [T; N], &'a mut &'s mut [T; N], [T; N], &'a [T; N]];
    }
    [T] [T], OfSlices<Lent> => {
        [T] => [];
        &'r [T] => [];
        &'r mut [T] => [all];
        &'r &'s [T] => [all];
        &'r &'s mut [T] => [all, &'s mut [T], &'a mut &'s mut [T]];
    }
    [T] [T], OfSlices<LentToChange> => {
        [T] => [&'a [T]];
        &'r [T] => [];
        &'r mut [T] => [];
    }
}

/// The types that come before the method, for code that never runs.
pub fn before<'a, R, T, K, Own, const NAME: u64>(
    _of: Method<T, NAME, K>,
    _receiver: &'a R,
    _own: Option<Own>,
) -> R::Before
where
    R: ?Sized + Receiver<'a, T, K::By, Own>,
    T: ?Sized,
    K: Asked<T, NAME>,
{
    unreachable!()
}

/// The same of a method that takes `self` so, whatever the type says.
pub fn before_by<'a, By, R, T, K, Own, const NAME: u64>(
    _by: By,
    _of: Method<T, NAME, K>,
    _receiver: &'a R,
    _own: Option<Own>,
) -> R::Before
where
    R: ?Sized + Receiver<'a, T, By, Own>,
    T: ?Sized,
{
    unreachable!()
}

/// A type of std's whose methods the parser knows, or a reference to it.
pub trait OfStd {
    /// The type.
    type Itself: ?Sized;
}
impl<R: ?Sized + OfStd> OfStd for &R {
    type Itself = R::Itself;
}
impl<R: ?Sized + OfStd> OfStd for &mut R {
    type Itself = R::Itself;
}
macro_rules! of_std {
    ($([$($generic:tt)*] $t:ty;)*) => {$(
        impl<$($generic)*> OfStd for $t {
            type Itself = $t;
        }
    )*};
}
of_std! { [T] [T]; [T, const N: usize] [T; N]; [T] Option<T>; [T, E] Result<T, E>; [] f16; [] bf16; [] f32; [] f64; [] i8; [] i16; [] i32;
[] i64; [] isize; [] i128; [] u8; [] u16; [] u32; [] u64; [] usize; [] u128; [] bool; }

/// What has a method of std's that takes `self` `By`, as its own or that of what it refers to.
#[diagnostic::on_unimplemented(message = "`{Self}` has no such method in device code", label = "not known to devices")]
pub trait HasOfStd<'a, By> {
    /// The types that come before.
    type Before;
}
#[diagnostic::do_not_recommend]
impl<'a, By, R: ?Sized + OfStd + Receiver<'a, R::Itself, By, OfNoTrait>> HasOfStd<'a, By> for R {
    type Before = R::Before;
}

/// The same of a method of std's.
pub fn before_of_std<'a, By, R: ?Sized + HasOfStd<'a, By>>(_receiver: &'a R) -> R::Before {
    unreachable!()
}

/// A receiver of `min`, `max` or `clamp`, of which rustc is asked whether it has them in Rust.
#[derive(Debug)]
pub struct ByValue<T>(PhantomData<T>);

/// The receiver of a method, taken by value, for code that never runs.
pub fn by_value<T, const NAME: u64, K>(_of: Method<T, NAME, K>) -> ByValue<T> {
    unreachable!()
}

impl<T: HasMinMax> ByValue<T> {
    /// Nothing comes before.
    pub fn before(&self) -> (OfNoTrait,) {
        unreachable!()
    }
}

/// A type that may have them in operations alone.
#[derive(Debug)]
pub struct InOperations<T>(PhantomData<T>);

impl<T> Deref for ByValue<T> {
    type Target = InOperations<T>;
    fn deref(&self) -> &InOperations<T> {
        unreachable!()
    }
}

impl<T> InOperations<T> {
    /// A trait's for the type itself comes before.
    pub fn before(&self) -> (T,) {
        unreachable!()
    }
}

/// Asks for a method on types that come before it.
#[doc(hidden)]
#[macro_export]
macro_rules! __onrush_none_before {
    ($method:ident $before:expr; $($number:tt)*) => {
        let before = $before;
        {
            use __onrush_another::AnotherTraitInScopeHasThisMethodToo as Another;
            let () = <() as Another>::__IMPORTED;
            $(let () = before.$number.$method();)*
        }
    };
}
