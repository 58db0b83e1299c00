//! [`IntoFunction`]: operations as adaptors and terminals accept them.

use crate::function::Function;
use crate::functor::{Nested3, Nested4, Uncurry};

/// An operation that adaptors and terminals accept for items of the types `Args`: a [`Function`] of these, or for tuples
/// a function of their parts, `op!(|a: f32, b: u32| …)` for items `(f32, u32)`; also for those of `x.zip(y).zip(z)`, which are
/// `((f32, u32), bool)`.
///
/// `F` is the function that a chain applies: the operation itself, or one that takes the tuple apart for it.
///
/// ```
/// # use onrush::prelude::*;
/// # fn main() -> onrush::Result<()> {
/// let device = Device::best()?;
/// let (x, y) = (device.upload(&[1.0f32, 2.0])?, device.upload(&[3.0f32, 4.0])?);
/// let pairs = x.iter().zip(&y);
/// assert_eq!(pairs.clone().map(op!(|(a, b): (f32, f32)| a * b)).sum()?, 11.0);
/// assert_eq!(pairs.clone().map(op!(|a: f32, b: f32| a * b)).sum()?, 11.0);
/// assert_eq!(pairs.zip(&x).map(op!(|a: f32, b: f32, c: f32| a * b + c)).sum()?, 14.0);
/// # Ok(()) }
/// ```
#[diagnostic::on_unimplemented(
    message = "write `op!(…)` with parameters of the types `{Args}` here",
    label = "not an operation with these parameters",
    note = "the parameters have the types of the chain's items, and a plain closure `|x| …` must be wrapped: `op!(|x: f32| …)`",
    note = "an operation on pairs is `op!(|(a, b): (A, B)| …)` or `op!(|a: A, b: B| …)`; on `x.zip(y).zip(z)` it may have three parameters"
)]
pub trait IntoFunction<Args, F> {
    /// The function that a chain applies to its items.
    fn into_function(self) -> F;
}

#[diagnostic::do_not_recommend]
impl<Args, F: Function<Args>> IntoFunction<Args, F> for F {
    #[inline(always)]
    fn into_function(self) -> F {
        self
    }
}

macro_rules! uncurried {
    ($(($($t:ident)+))+) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($t,)+ F: Function<($($t,)+)>> IntoFunction<(($($t,)+),), Uncurry<F>> for F {
            #[inline(always)]
            fn into_function(self) -> Uncurry<F> {
                Uncurry(self)
            }
        }
    )+};
}
uncurried! { (A B) (A B C) (A B C D) }

macro_rules! nested {
    ($($name:ident: $($t:ident)+, $ty:ty;)+) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($t,)+ F: Function<($($t,)+)>> IntoFunction<($ty,), $name<F>> for F {
            #[inline(always)]
            fn into_function(self) -> $name<F> {
                $name(self)
            }
        }
    )+};
}
nested! {
    Nested3: A B C, ((A, B), C);
    Nested4: A B C D, (((A, B), C), D);
}

/// No type implements this.
pub trait Never {}

/// This impl never applies. Beside a second impl rustc doesn't take the first one before it knows that it applies; so after
/// a mistake the chain's type stays unknown, and rustc reports the mistake alone.
#[diagnostic::do_not_recommend]
impl<Args, F: Never> IntoFunction<Args, ()> for F {
    fn into_function(self) {}
}
