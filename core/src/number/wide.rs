//! The methods of integers of 128 bits in operations. These are values, but no [`Integer`](super::Integer)s, which can be stored.

use super::{OfNumber, Wide};
use crate::fault::in_place;
use crate::own::{Own, Reads};

macro_rules! wide {
    ($t:ident $($args:tt -> $out:ty: $($name:ident)*;)*) => {$( wide!(@row $t $args $out; $($name)*); )*};
    (@row $t:ident $args:tt $out:ty; $($name:ident)*) => {
        #[allow(missing_docs, clippy::wrong_self_convention)]
        impl Own<$t> {
            $( wide!(@method $t $args $out; $name); )*
        }
    };
    (@method $t:ident () $out:ty; abs) => {
        #[inline(always)]
        #[track_caller]
        pub fn abs<R: Reads<$t>>(self, this: R) -> $t {
            let number = *this.read();
            if self.checked && number == <$t>::MIN {
                panic!("attempt to negate with overflow");
            }
            number.wrapping_abs()
        }
    };
    (@method $t:ident $args:tt $out:ty; abs_diff) => {
        #[inline(always)]
        pub fn abs_diff<R: Reads<$t>>(self, this: R, other: $t) -> u128 {
            this.read().abs_diff(other)
        }
    };
    (@method $t:ident $args:tt $out:ty; pow) => {
        #[inline(always)]
        #[track_caller]
        pub fn pow<R: Reads<$t>>(self, this: R, exponent: u32) -> $t {
            let base = *this.read();
            if self.checked && base.checked_pow(exponent).is_none() {
                panic!("attempt to multiply with overflow");
            }
            base.wrapping_pow(exponent)
        }
    };
    (@method $t:ident ($($arg:ident: $ty:ty),*) $out:ty; $name:ident) => {
        #[inline(always)]
        #[track_caller]
        pub fn $name<R: Reads<$t>>(self, this: R $(, $arg: $ty)*) -> $out {
            in_place!($name <$t>::$name(*this.read() $(, $arg)*))
        }
    };
}
integer_methods!(wide, i128, i128);
integer_methods!(wide, u128, u128);
signed_methods!(wide, i128, i128);

macro_rules! both {
    ($($t:ident)*) => {$(
        impl OfNumber for $t {
            #[inline(always)]
            fn of_number(wide: Wide) -> $t {
                match wide {
                    Wide::Signed(x) => x as $t,
                    Wide::Unsigned(x) => x as $t,
                    Wide::F32(x) => x as $t,
                    Wide::F64(x) => x as $t,
                }
            }
        }
    )*};
}
both! { i128 u128 }
