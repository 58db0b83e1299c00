//! The functions of each type that aren't methods of numbers in Rust.

use half::{bf16, f16};

use super::{double, single};

macro_rules! special {
    ($($name:ident($x:ident) -> $out:ty: |$narrow:ident, $y:ident| $half:expr;)*) => {
        /// Functions of [`math`](super) that Rust's floats don't have as methods. They are no methods here, either, so that a method
        /// of the same name of a user's trait remains the user's.
        #[doc(hidden)]
        #[allow(missing_docs)]
        pub trait Special: Sized {
            $(fn $name($x: Self) -> $out;)*
        }
        special! { @of f32 $($name($x) -> $out: single::$name($x);)* }
        special! { @of f64 $($name($x) -> $out: double::$name($x);)* }
        special! { @of f16 $($name($x) -> $out: { let ($narrow, $y) = (f16::from_f32, single::$name($x.to_f32())); $half };)* }
        special! { @of bf16 $($name($x) -> $out: { let ($narrow, $y) = (bf16::from_f32, single::$name($x.to_f32())); $half };)* }
    };
    (@of $t:ident $($name:ident($x:ident) -> $out:ty: $value:expr;)*) => {
        impl Special for $t {$(
            #[inline(always)]
            fn $name($x: Self) -> $out {
                $value
            }
        )*}
    };
}
special! {
    erf(x) -> Self: |narrow, y| narrow(y);
    erfc(x) -> Self: |narrow, y| narrow(y);
    gamma(x) -> Self: |narrow, y| narrow(y);
    ln_gamma(x) -> (Self, i32): |narrow, y| (narrow(y.0), y.1);
    sigmoid(x) -> Self: |narrow, y| narrow(y);
    gelu(x) -> Self: |narrow, y| narrow(y);
}
