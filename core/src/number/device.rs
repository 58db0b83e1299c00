//! The operations on numbers that devices have.

use std::cmp::Ordering;

use half::{bf16, f16};

use super::{Float, Integer, Number, Signed};
use crate::fault::{in_place, placed};
use crate::function::{DeviceMethod, method_name};
use crate::minmax::MinMax;
use crate::own::{Own, Reads};
use crate::scalars::{ByName, takes};

/// Declares a trait of the types that have these operators and methods on a device.
macro_rules! on_device {
    ([$of:ident: $($operator:ident)*; $($t:ty)*] $($args:tt -> $out:ty: $($name:ident)*;)*) => {
        /// The operations that devices have for numbers of this kind.
        #[doc(hidden)]
        pub trait $of:
            Sized
            $(+ DeviceMethod<{ method_name(stringify!($operator)) }, Host = Own<Self>, Receiver = ByName<{ takes(stringify!($operator)) }>>)*
            $($(+ DeviceMethod<{ method_name(stringify!($name)) }, Host = Own<Self>, Receiver = ByName<{ takes(stringify!($name)) }>>)*)*
        {
        }
        $(impl $of for $t {})*
    };
}
on_device! {
    [NumberOnDevice: add sub mul div rem add_assign sub_assign mul_assign div_assign rem_assign eq ne lt le gt ge min max
        clamp cast_from zero one default;
    i8 i16 i32 i64 isize u8 u16 u32 u64 usize f32 f64 f16 bf16]
}
signed_methods!(on_device, Self, [SignedOnDevice: neg; i8 i16 i32 i64 isize f32 f64 f16 bf16]);
integer_methods!(on_device, Self, [
    IntegerOnDevice: not bitand bitor bitxor shl shr bitand_assign bitor_assign bitxor_assign shl_assign shr_assign cmp;
    i8 i16 i32 i64 isize u8 u16 u32 u64 usize
]);
float_methods!(on_device, Self, [FloatOnDevice: from total_cmp; f32 f64 f16 bf16]);
mathematical_methods!(on_device, Self, [MathOnDevice: ; f32 f64 f16 bf16]);

impl<T: MinMax> Own<T> {
    #[doc(hidden)]
    #[inline(always)]
    #[track_caller]
    pub fn clamp<R: Reads<T>>(self, this: R, low: T, high: T) -> T {
        placed(|| this.read().clamped(low, high))
    }
}
impl<T: Number> Own<T> {
    #[doc(hidden)]
    #[inline(always)]
    pub fn cast_from<X: Number>(self, number: X) -> T {
        number.cast()
    }
    #[doc(hidden)]
    #[inline(always)]
    pub fn zero(self) -> T {
        T::ZERO
    }
    #[doc(hidden)]
    #[inline(always)]
    pub fn one(self) -> T {
        T::ONE
    }
}
#[allow(missing_docs, clippy::wrong_self_convention)]
impl<T: Signed> Own<T> {
    signed_methods!(own, T, Signed);
}
#[allow(missing_docs, clippy::wrong_self_convention)]
impl<T: Integer> Own<T> {
    integer_methods!(own, T, Integer);
}
#[allow(missing_docs, clippy::wrong_self_convention)]
impl<T: Float> Own<T> {
    float_methods!(own, T, Float);
    mathematical_methods!(own, T, Float);

    #[inline(always)]
    pub fn total_cmp<R: Reads<T>>(self, this: R, other: &T) -> Ordering {
        T::total_cmp(this.read(), other)
    }
}
