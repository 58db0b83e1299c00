//! Methods of integers that few operations call: arithmetic with a number of the other sign's type, checked logarithms, multiples. Their
//! device functions are those of `core/device/mixed.cuh`.

use crate::lower::MIXED;
use crate::own::{Own, Reads, device_methods};

macro_rules! methods {
    ($([$($t:ident $other:ident)*] $rows:tt)*) => {$( $( methods!(@of $t $other $rows); )* )*};
    (@of $t:ident $other:ident {$($args:tt -> $out:ty: $($name:ident)*;)*}) => {
        const _: () = {
            type T = $t;
            #[allow(dead_code)]
            type O = $other;
            $( methods!(@row $args $out; $($name)*); )*
        };
    };
    (@row $args:tt $out:ty; $($name:ident)*) => {$( methods!(@method $args $out; $name); )*};
    (@method ($($arg:ident: $ty:ty)?) $out:ty; $name:ident) => {
        device_methods! { MIXED: Taken $name Never [] T; }
        #[allow(missing_docs, clippy::wrong_self_convention)]
        impl Own<T> {
            #[inline(always)]
            pub fn $name<R: Reads<T>>(self, this: R $(, $arg: $ty)?) -> $out {
                <T>::$name(*this.read() $(, $arg)?)
            }
        }
    };
}
methods! {
    [i8 u8 i16 u16 i32 u32 i64 u64 isize usize i128 u128] {
        (other: O) -> Option<T>: checked_add_unsigned checked_sub_unsigned;
        (other: O) -> T: saturating_add_unsigned saturating_sub_unsigned wrapping_add_unsigned wrapping_sub_unsigned;
        (other: O) -> (T, bool): overflowing_add_unsigned overflowing_sub_unsigned;
        () -> Option<T>: checked_isqrt;
    }
    [u8 i8 u16 i16 u32 i32 u64 i64 usize isize u128 i128] {
        (other: O) -> Option<T>: checked_add_signed checked_sub_signed;
        (other: O) -> T: saturating_add_signed saturating_sub_signed wrapping_add_signed wrapping_sub_signed;
        (other: O) -> (T, bool): overflowing_add_signed overflowing_sub_signed;
        (other: T) -> Option<O>: checked_signed_diff;
        (other: T) -> Option<T>: checked_next_multiple_of;
        (other: T) -> bool: is_multiple_of;
        () -> Option<T>: checked_next_power_of_two;
    }
    [i8 u8 i16 u16 i32 u32 i64 u64 isize usize i128 u128 u8 i8 u16 i16 u32 i32 u64 i64 usize isize u128 i128] {
        () -> (T, bool): overflowing_neg;
        (by: u32) -> T: unbounded_shl unbounded_shr;
        (other: T) -> T: midpoint;
        (base: T) -> Option<u32>: checked_ilog;
        () -> Option<u32>: checked_ilog2 checked_ilog10;
    }
}
