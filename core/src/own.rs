//! Host methods that operations call, by names that nothing in the user's scope can shadow: those of the primitives
//! stand here and in `number`, and `#[device]` makes such functions for the user's types.
//!
//! For `x.abs()`, rustc would look `abs` up among all traits in scope. An operation calls `abs` of [`Own<f32>`]
//! instead, the one that [`DeviceMethod`] pairs with the device text.

use std::cmp::Ordering;
use std::marker::PhantomData;

use half::{bf16, f16};

use crate::builtin::Overflowing;
use crate::fault::in_place;
use crate::function::DeviceMethod;
use crate::slices::Before;
use crate::value::Element;
use crate::view::View;

/// A receiver that a method reads: the value or a reference to it.
pub trait Reads<T: ?Sized> {
    /// The value.
    fn read(&self) -> &T;
}
impl<T> Reads<T> for T {
    #[inline(always)]
    fn read(&self) -> &T {
        self
    }
}
impl<T: ?Sized> Reads<T> for &T {
    #[inline(always)]
    fn read(&self) -> &T {
        self
    }
}
impl<T: ?Sized> Reads<T> for &mut T {
    #[inline(always)]
    fn read(&self) -> &T {
        self
    }
}

/// A receiver that a method changes.
#[diagnostic::on_unimplemented(
    message = "this method changes what it is called on",
    label = "can't be changed here",
    note = "bind it to a variable: `let mut x = …;`"
)]
pub trait Writes<T: ?Sized> {
    /// The receiver as a mutable reference.
    fn write(&mut self) -> &mut T;
}
impl<T: ?Sized> Writes<T> for &mut T {
    #[inline(always)]
    fn write(&mut self) -> &mut T {
        self
    }
}

/// A receiver that may change while the arguments are evaluated: a method that reads it is given the copy from before, and
/// one that changes it the place. Of a slice there is no copy.
#[derive(Debug)]
pub struct TwoPhase<'a, T: ?Sized + Before>(pub T::Copy, pub &'a mut T);

impl<T: Copy> Reads<T> for TwoPhase<'_, T> {
    #[inline(always)]
    fn read(&self) -> &T {
        &self.0
    }
}
impl<T> Reads<[T]> for TwoPhase<'_, [T]> {
    #[inline(always)]
    fn read(&self) -> &[T] {
        self.1
    }
}
impl<T: ?Sized + Before> Writes<T> for TwoPhase<'_, T> {
    #[inline(always)]
    fn write(&mut self) -> &mut T {
        self.1
    }
}

/// The methods of a type that devices know without `#[device]`.
#[derive(Debug)]
pub struct Own<T: ?Sized> {
    /// Whether integer overflow panics.
    pub(crate) checked: bool,
    of: PhantomData<fn(&T)>,
}

impl<T: ?Sized> Clone for Own<T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T: ?Sized> Copy for Own<T> {}
impl<T: ?Sized> Own<T> {
    #[inline(always)]
    pub(crate) const fn new(checked: bool) -> Self {
        Own { checked, of: PhantomData }
    }
}

/// A type of std's that has the method of this name, which takes `self` `By`, so that code which is generic over the type can call it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` isn't one of std's types with the method that this generic function or impl calls, or devices don't have it",
    label = "not a type of std's with this method",
    note = "of own types, code that is generic by std's traits uses the operators, conversions and comparisons such as `a < b`"
)]
pub trait StdMethod<const NAME: u64, By>: DeviceMethod<NAME, Host = Own<Self>, Receiver = By> + Sized {}
#[diagnostic::do_not_recommend]
impl<T: DeviceMethod<NAME, Host = Own<T>, Receiver = By>, By, const NAME: u64> StdMethod<NAME, By> for T {}

macro_rules! own {
    ($([$($t:ident $unsigned:ident $signed:ident),*] $methods:tt)*) => {$($( own!(@impl $t $unsigned $signed $methods); )*)*};
    (@impl $t:ident $unsigned:ident $signed:ident {
        $(($($arg:ident: $ty:ty),*) -> $out:ty: $($name:ident)*;)*
        $(fn($($from:ident: $of:ty),*): $($maker:ident)*;)*
    }) => {
        const _: () = {
            type T = $t;
            #[allow(dead_code)]
            type U = $unsigned;
            #[allow(dead_code)]
            type S = $signed;
            #[allow(missing_docs, clippy::wrong_self_convention, clippy::should_implement_trait)]
            impl Own<T> {
                $(own!(@methods ($($arg: $ty),*) $out, $($name)*);)*
                $(own!(@makers ($($from: $of),*) $($maker)*);)*
            }
        };
    };
    (@methods $args:tt $out:ty, $($name:ident)*) => {$( own!(@method $args $out, $name); )*};
    (@method () $out:ty, next_power_of_two) => {
        #[inline(always)]
        #[track_caller]
        pub fn next_power_of_two<R: Reads<T>>(self, this: R) -> T {
            let power = this.read().checked_next_power_of_two();
            if self.checked && power.is_none() {
                panic!("{}", Overflowing::Add.message());
            }
            power.unwrap_or(0)
        }
    };
    (@method ($arg:ident: $ty:ty) $out:ty, next_multiple_of) => {
        #[inline(always)]
        #[track_caller]
        pub fn next_multiple_of<R: Reads<T>>(self, this: R, of: T) -> T {
            let number = *this.read();
            let rest = in_place!(wrapping_rem number.wrapping_rem(of));
            let missing = if rest == 0 { 0 } else { of - rest };
            if self.checked && number.checked_add(missing).is_none() {
                panic!("{}", Overflowing::Add.message());
            }
            number.wrapping_add(missing)
        }
    };
    (@method ($($arg:ident: $ty:ty),*) $out:ty, $name:ident) => {
        #[inline(always)]
        #[track_caller]
        pub fn $name<R: Reads<T>>(self, this: R $(, $arg: $ty)*) -> $out {
            in_place!($name <T>::$name(*this.read() $(, $arg)*))
        }
    };
    (@makers $args:tt $($name:ident)*) => {$( own!(@maker $args $name); )*};
    (@maker ($($arg:ident: $ty:ty),*) $name:ident) => {
        #[inline(always)]
        #[track_caller]
        pub fn $name(self $(, $arg: $ty)*) -> T {
            <T>::$name($($arg),*)
        }
    };
}

own! {
    [i8 u8 i8, i16 u16 i16, i32 u32 i32, i64 u64 i64, isize usize isize, i128 u128 i128] {
        () -> T: wrapping_abs saturating_abs saturating_neg;
        () -> bool: is_positive is_negative;
        () -> U: unsigned_abs cast_unsigned;
    }
    [u8 u8 i8, u16 u16 i16, u32 u32 i32, u64 u64 i64, usize usize isize, u128 u128 i128] {
        () -> T: next_power_of_two;
        () -> bool: is_power_of_two;
        () -> S: cast_signed;
        (b: T) -> T: div_ceil next_multiple_of;
    }
    [f32 u32 f32, f64 u64 f64, f16 u16 f16, bf16 u16 bf16] {
        () -> U: to_bits;
        fn(bits: U): from_bits;
    }
    [f32 u32 f32, f64 u64 f64] {
        () -> T: round_ties_even;
        () -> bool: is_subnormal;
        (b: T) -> T: div_euclid rem_euclid;
    }
    [f16 u16 f16, bf16 u16 bf16] {
        () -> f32: to_f32;
        () -> f64: to_f64;
        fn(x: f32): from_f32;
        fn(x: f64): from_f64;
    }
}

macro_rules! of_bytes {
    ($($name:ident -> $out:ty;)*) => {
        #[allow(missing_docs, clippy::wrong_self_convention)]
        impl Own<u8> {
            $(
                #[inline(always)]
                pub fn $name<R: Reads<u8>>(self, this: R) -> $out {
                    u8::$name(this.read())
                }
            )*
            #[inline(always)]
            pub fn eq_ignore_ascii_case<R: Reads<u8>>(self, this: R, other: &u8) -> bool {
                this.read().eq_ignore_ascii_case(other)
            }
        }
    };
}
of_bytes! {
    is_ascii -> bool;
    is_ascii_alphabetic -> bool;
    is_ascii_alphanumeric -> bool;
    is_ascii_control -> bool;
    is_ascii_digit -> bool;
    is_ascii_graphic -> bool;
    is_ascii_hexdigit -> bool;
    is_ascii_lowercase -> bool;
    is_ascii_punctuation -> bool;
    is_ascii_uppercase -> bool;
    is_ascii_whitespace -> bool;
    to_ascii_lowercase -> u8;
    to_ascii_uppercase -> u8;
}

impl<T: Ord> Own<T> {
    /// The order of two values.
    #[inline(always)]
    pub fn cmp<R: Reads<T>>(self, this: R, other: &T) -> Ordering {
        this.read().cmp(other)
    }
}

macro_rules! of_orderings {
    ($(($($arg:ident: $ty:ty)?) -> $out:ty: $($name:ident)*;)*) => {
        #[allow(missing_docs, clippy::wrong_self_convention)]
        impl Own<Ordering> {$(
            of_orderings!(@each ($($arg: $ty)?) $out, $($name)*);
        )*}
    };
    (@each $args:tt $out:ty, $($name:ident)*) => {$( of_orderings!(@one $args $out, $name); )*};
    (@one ($($arg:ident: $ty:ty)?) $out:ty, $name:ident) => {
        #[inline(always)]
        pub fn $name<R: Reads<Ordering>>(self, this: R $(, $arg: $ty)?) -> $out {
            Ordering::$name(*this.read() $(, $arg)?)
        }
    };
}
of_orderings! {
    () -> Ordering: reverse;
    (next: Ordering) -> Ordering: then;
    () -> bool: is_eq is_ne is_lt is_le is_gt is_ge;
}

macro_rules! lengths {
    ($([$($generic:tt)*] $of:ty),*) => {$(
        impl<$($generic)*> Own<$of> {
            /// The number of elements.
            #[inline(always)]
            pub fn len<R: Reads<$of>>(self, this: R) -> usize {
                this.read().len()
            }
            /// Whether there are none.
            #[inline(always)]
            pub fn is_empty<R: Reads<$of>>(self, this: R) -> bool {
                this.read().is_empty()
            }
        }
    )*};
}
lengths! { [T] [T], [T, const N: usize] [T; N] }

impl<'a, T: Element> Own<View<'a, T>> {
    /// The length of a view.
    #[inline(always)]
    pub fn len<R: Reads<View<'a, T>>>(self, this: R) -> usize {
        this.read().len()
    }
    /// Whether a view has no elements.
    #[inline(always)]
    pub fn is_empty<R: Reads<View<'a, T>>>(self, this: R) -> bool {
        this.read().is_empty()
    }
}

/// Methods that a device has functions of the same names for, in a piece of text: how each takes `self`, its name,
/// when it can fail, and the types that have it, whose [`Own`] has the host's method.
macro_rules! device_methods {
    ($piece:ident: $($by:ident$(<$of_slices:ident>)? $name:ident $when:ident $(= $message:literal)? [$($generic:tt)*] $t:ty;)*) => {$(
        #[diagnostic::do_not_recommend]
        // SAFETY: the device function of this name computes what Rust's method does; tests compare them with std's.
        unsafe impl<$($generic)*> $crate::function::DeviceMethod<{ $crate::function::method_name(stringify!($name)) }> for $t {
            type Host = $crate::own::Own<$t>;
            type Receiver = $crate::lookup::$by$(<$crate::lookup::$of_slices>)?;
            #[inline(always)]
            fn host(checked: bool) -> $crate::own::Own<$t> {
                $crate::own::Own::new(checked)
            }
            const FALLIBLE: $crate::source::Fallible = $crate::source::Fallible::$when;
            $(const MESSAGE: Option<&'static str> = Some($message);)?
            fn lower(unit: &mut $crate::lower::TranslationUnit) -> String {
                unit.piece($piece);
                concat!("r_", stringify!($name)).into()
            }
        }
    )*};
}
pub(crate) use device_methods;

#[cfg(test)]
mod tests {
    /// Each method of the table stands in this file or among those of numbers: calls of a missing one would not compile.
    #[test]
    fn every_method_is_there() {
        let text = concat!(include_str!("own.rs"), include_str!("number/table.rs"), include_str!("number/device.rs"));
        let operators = [
            "add", "sub", "mul", "div", "rem", "neg", "not", "bitand", "bitor", "bitxor", "shl", "shr", "eq", "ne",
            "lt", "le", "gt", "ge", "min", "max",
        ];
        for method in crate::scalars::METHODS.iter().copied().flatten() {
            let operator = operators.contains(&method.name.trim_end_matches("_assign"));
            let words = || text.split(|c: char| !c.is_alphanumeric() && c != '_');
            assert!(operator || words().any(|word| word == method.name), "{method:?}");
        }
    }
}
