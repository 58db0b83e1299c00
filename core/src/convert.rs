//! Conversions by std's `From` and `Into` in operations.

use crate::function::{DeviceOperator, method_name};
use crate::into_function::Never;
use crate::offers::Applies;
use crate::witness::BinaryOperator;

const FROM: u64 = method_name("from");

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
