//! The functions of each type that aren't methods of numbers in Rust.

use half::{bf16, f16};

use crate::number::compute;

macro_rules! special {
    ($($name:ident($x:ident) -> $out:ty;)*) => {
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
        special! { @of f32 $($name($x) -> $out;)* }
        special! { @of f64 $($name($x) -> $out;)* }
        special! { @of f16 $($name($x) -> $out;)* }
        special! { @of bf16 $($name($x) -> $out;)* }
    };
    (@of $t:ident $($name:ident($x:ident) -> $out:ty;)*) => {
        impl Special for $t {
            type Functions = $t;
        }
        const _: () = {
            type T = $t;
            impl Functions<T> for $t {$(
                #[inline(always)]
                fn $name($x: T) -> $out {
                    compute!(@call $t $name $x)
                }
            )*}
        };
    };
}
special! {
    erf(x) -> T;
    erfc(x) -> T;
    gamma(x) -> T;
    ln_gamma(x) -> (T, i32);
    sigmoid(x) -> T;
    gelu(x) -> T;
}
