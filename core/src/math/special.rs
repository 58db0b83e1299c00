//! The functions of each type that aren't methods of numbers in Rust.

use half::{bf16, f16};

use super::{double, single};

macro_rules! special {
    ($($name:ident($x:ident) -> $out:ty: |$narrow:ident, $y:ident| $half:expr;)*) => {
        /// What has the functions of [`math`](super) that Rust's floats don't have as methods. They are neither methods nor functions of
        /// the number's type here, so that those of the same names of a user's trait remain the user's.
        #[doc(hidden)]
        #[allow(missing_docs)]
        pub trait Special: Sized {
            type Functions: Functions<Self>;
        }
        #[doc(hidden)]
        #[allow(missing_docs)]
        pub trait Functions<T> {
            $(fn $name($x: T) -> $out;)*
        }
        $(
            #[inline(always)]
            pub(super) fn $name<T: Special>($x: T) -> $out {
                T::Functions::$name($x)
            }
        )*
        special! { @of f32 $($name($x) -> $out: single::$name($x);)* }
        special! { @of f64 $($name($x) -> $out: double::$name($x);)* }
        special! { @of f16 $($name($x) -> $out: { let ($narrow, $y) = (f16::from_f32, single::$name($x.to_f32())); $half };)* }
        special! { @of bf16 $($name($x) -> $out: { let ($narrow, $y) = (bf16::from_f32, single::$name($x.to_f32())); $half };)* }
    };
    (@of $t:ident $($name:ident($x:ident) -> $out:ty: $value:expr;)*) => {
        impl Special for $t {
            type Functions = $t;
        }
        const _: () = {
            type T = $t;
            impl Functions<T> for $t {$(
                #[inline(always)]
                fn $name($x: T) -> $out {
                    $value
                }
            )*}
        };
    };
}
special! {
    erf(x) -> T: |narrow, y| narrow(y);
    erfc(x) -> T: |narrow, y| narrow(y);
    gamma(x) -> T: |narrow, y| narrow(y);
    ln_gamma(x) -> (T, i32): |narrow, y| (narrow(y.0), y.1);
    sigmoid(x) -> T: |narrow, y| narrow(y);
    gelu(x) -> T: |narrow, y| narrow(y);
}
