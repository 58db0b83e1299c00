//! Conversions by std's `From` and `Into` in operations.

use std::array::TryFromSliceError;
use std::convert::Infallible;
use std::num::TryFromIntError;

use crate::clones::ClonesByCopy;
use crate::function::{DeviceMethod, DeviceOperator, method_name};
use crate::into_function::Never;
use crate::lookup::Taken;
use crate::lower::{Params, RESULT, TranslationUnit};
use crate::offers::Applies;
use crate::scalars::Equal;
use crate::types::{Scalar, Type};
use crate::value::{Item, Value};
use crate::witness::BinaryOperator;

const FROM: u64 = method_name("from");
const TRY_FROM: u64 = method_name("try_from");

/// A type into which device code can convert an `X`: a number as by std, another type by its own impl. The impl that never applies makes
/// rustc report a mistake once, as those in [`offers`](crate::offers) do.
#[diagnostic::on_unimplemented(
    message = "`{X}` can't become `{Self}` in device code",
    label = "no conversion that devices know",
    note = "numbers convert where std's `From` keeps their values; otherwise write `x as u8`",
    note = "an impl of `From` for your own types needs `#[device]`; a function `from` that is no trait's can't be called"
)]
pub trait Converted<X, K>: Sized {
    /// `Self::from(x)`.
    fn of(x: X) -> Self;
}
#[diagnostic::do_not_recommend]
impl<X, T: From<X> + DeviceOperator<FROM, X>> Converted<X, Applies> for T {
    #[inline(always)]
    fn of(x: X) -> T {
        T::from(x)
    }
}
#[diagnostic::do_not_recommend]
impl<X, T: Never> Converted<X, ()> for T {
    fn of(_: X) -> T {
        unreachable!()
    }
}

/// `T::from(x)`.
#[inline(always)]
pub fn convert<T: Converted<X, K>, X, K>(_of: BinaryOperator<T, X, FROM>, x: X) -> T {
    T::of(x)
}

/// Compiles if the value is what the conversion gives.
pub fn converted<T, X>(_of: BinaryOperator<T, X, FROM>, _value: T) {}

/// The same of conversions that may fail.
#[diagnostic::on_unimplemented(
    message = "`{X}` can't become `{Self}` in device code",
    label = "no conversion that devices know",
    note = "integers convert into integers, slices and references to arrays into arrays; an impl of `TryFrom` for your own types needs `#[device]`"
)]
pub trait TryConverted<X, K>: Sized {
    /// What tells that the conversion has failed.
    type Error;
    /// `Self::try_from(x)`.
    fn of(x: X) -> Result<Self, Self::Error>;
}
#[diagnostic::do_not_recommend]
impl<X, T: TryFrom<X> + DeviceOperator<TRY_FROM, X>> TryConverted<X, Applies> for T {
    type Error = T::Error;
    #[inline(always)]
    fn of(x: X) -> Result<T, T::Error> {
        T::try_from(x)
    }
}
#[diagnostic::do_not_recommend]
impl<X, T: Never> TryConverted<X, ()> for T {
    type Error = ();
    fn of(_: X) -> Result<T, ()> {
        unreachable!()
    }
}

/// `T::try_from(x)`.
#[inline(always)]
pub fn try_convert<T: TryConverted<X, K>, X, K>(_of: BinaryOperator<T, X, TRY_FROM>, x: X) -> Result<T, T::Error> {
    T::of(x)
}

/// The same of what a reference refers to. An operation's witnesses stand around its closure, so that none may name a lifetime in it.
#[inline(always)]
pub fn try_convert_lent<'a, T: TryConverted<&'a R, K>, R: ?Sized, K>(
    _of: BinaryOperator<T, &'static R, TRY_FROM>,
    x: &'a R,
) -> Result<T, T::Error> {
    T::of(x)
}

/// Compiles if the value is what the conversion gives.
pub fn try_converted<T, X, E>(_of: BinaryOperator<T, X, TRY_FROM>, _value: Result<T, E>) {}

macro_rules! integers {
    ($($t:ty)*) => {$(
        #[diagnostic::do_not_recommend]
        // SAFETY: the device function compares the number with the bounds of the type, as std's does.
        unsafe impl DeviceMethod<TRY_FROM> for $t {
            type Host = ();
            type Receiver = Taken;
            fn host(_checked: bool) {}
            fn lower(unit: &mut TranslationUnit) -> String {
                unit.piece(RESULT);
                format!("r_try_from<{}>", unit.spell(&<$t as Item>::ty()))
            }
        }
    )*};
}
integers! { i8 i16 i32 i64 isize u8 u16 u32 u64 usize }

#[diagnostic::do_not_recommend]
// SAFETY: the device function copies the elements if they are as many as std's asks for.
unsafe impl<T: Value, const N: usize> DeviceOperator<TRY_FROM, &[T]> for [T; N] {
    fn lower(unit: &mut TranslationUnit) -> String {
        unit.piece(RESULT);
        format!("r_try_from<{}>", unit.spell(&<[T; N]>::ty()))
    }
}

/// The errors of std's conversions, which tell nothing more: a zero in C++.
macro_rules! errors {
    ($($t:ty: $made:expr;)*) => {$(
        // SAFETY: nothing of the value is written or read but a zero.
        unsafe impl Item for $t {
            fn ty() -> Type {
                Type::Scalar(Scalar::U8)
            }
        }
        // SAFETY: the same.
        unsafe impl Value for $t {
            const SIZE: usize = 1;
            const ALIGN: usize = 1;
            fn write(&self, out: &mut Params) {
                out.zeros(1);
            }
            unsafe fn read(_from: *const u8) -> Self {
                $made
            }
        }
        // SAFETY: all values are equal, as zeros are.
        unsafe impl Equal for $t {}
        impl ClonesByCopy for $t {}
    )*};
}
errors! {
    TryFromIntError: match u8::try_from(256u32) {
        Err(error) => error,
        Ok(_) => unreachable!(),
    };
    TryFromSliceError: match <[u8; 1]>::try_from([].as_slice()) {
        Err(error) => error,
        Ok(_) => unreachable!(),
    };
    Infallible: unreachable!("no value exists");
}
