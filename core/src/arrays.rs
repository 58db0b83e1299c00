//! The methods of arrays and the bytes of numbers that operations can call. Their device functions are those of
//! `core/device/arrays.cuh`, named `r_` and the Rust name.

use half::{bf16, f16};

use crate::function::{DeviceMethod, method_name};
use crate::lower::{ARRAYS, TranslationUnit};
use crate::own::{Own, Reads, Writes, device_methods};
use crate::scalars::Primitive;
use crate::value::{Item, Value};

device_methods! { ARRAYS:
    true swap Always [T: Value, const N: usize] [T; N];
    true fill Never [T: Value, const N: usize] [T; N];
    true reverse Never [T: Value, const N: usize] [T; N];
    true copy_from_slice Never [T: Value, const N: usize] [T; N];
    true sort Never [T: Primitive + Value + Ord, const N: usize] [T; N];
    true sort_unstable Never [T: Primitive + Value + Ord, const N: usize] [T; N];
    false contains Never [T: Primitive + Value + PartialEq, const N: usize] [T; N];
}

#[allow(missing_docs)]
impl<T: Value, const N: usize> Own<[T; N]> {
    #[inline(always)]
    #[track_caller]
    pub fn swap<W: Writes<[T; N]>>(self, mut this: W, i: usize, j: usize) {
        // Rust's own panic would name a place in here.
        if i >= N || j >= N {
            panic!("index out of bounds: the len is {N} but the index is {}", if i >= N { i } else { j });
        }
        this.write().swap(i, j);
    }
    #[inline(always)]
    pub fn fill<W: Writes<[T; N]>>(self, mut this: W, value: T) {
        this.write().fill(value);
    }
    #[inline(always)]
    pub fn reverse<W: Writes<[T; N]>>(self, mut this: W) {
        this.write().reverse();
    }
    /// Takes an array of the same length: std's method would panic for another one.
    #[inline(always)]
    pub fn copy_from_slice<W: Writes<[T; N]>>(self, mut this: W, from: &[T; N]) {
        *this.write() = *from;
    }
}

#[allow(missing_docs)]
impl<T: Primitive + Value + Ord, const N: usize> Own<[T; N]> {
    /// Equal primitives are the same, so a stable sort is no other.
    #[inline(always)]
    pub fn sort<W: Writes<[T; N]>>(self, this: W) {
        self.sort_unstable(this);
    }
    #[inline(always)]
    pub fn sort_unstable<W: Writes<[T; N]>>(self, mut this: W) {
        this.write().sort_unstable();
    }
}

#[allow(missing_docs)]
impl<T: Primitive + Value + PartialEq, const N: usize> Own<[T; N]> {
    #[inline(always)]
    pub fn contains<R: Reads<[T; N]>>(self, this: R, value: &T) -> bool {
        this.read().contains(value)
    }
}

macro_rules! bytes {
    ($($t:ident)*) => {$(
        device_methods! { ARRAYS:
            false to_le_bytes Never [] $t;
            false to_be_bytes Never [] $t;
        }
        bytes! { @make $t from_le_bytes }
        bytes! { @make $t from_be_bytes }
        #[allow(missing_docs, clippy::wrong_self_convention)]
        impl Own<$t> {
            #[inline(always)]
            pub fn to_le_bytes<R: Reads<$t>>(self, this: R) -> [u8; size_of::<$t>()] {
                this.read().to_le_bytes()
            }
            #[inline(always)]
            pub fn to_be_bytes<R: Reads<$t>>(self, this: R) -> [u8; size_of::<$t>()] {
                this.read().to_be_bytes()
            }
            #[inline(always)]
            pub fn from_le_bytes(self, bytes: [u8; size_of::<$t>()]) -> $t {
                <$t>::from_le_bytes(bytes)
            }
            #[inline(always)]
            pub fn from_be_bytes(self, bytes: [u8; size_of::<$t>()]) -> $t {
                <$t>::from_be_bytes(bytes)
            }
        }
    )*};
    (@make $t:ident $name:ident) => {
        #[diagnostic::do_not_recommend]
        // SAFETY: the device function of this name computes what Rust's function does; tests compare them with std's.
        unsafe impl DeviceMethod<{ method_name(stringify!($name)) }> for $t {
            type Host = Own<$t>;
            #[inline(always)]
            fn host(checked: bool) -> Own<$t> {
                Own::new(checked)
            }
            fn lower(unit: &mut TranslationUnit) -> String {
                unit.piece(ARRAYS);
                format!(concat!("r_", stringify!($name), "<{}>"), unit.spell(&<$t as Item>::ty()))
            }
        }
    };
}
bytes! { i8 i16 i32 i64 isize u8 u16 u32 u64 usize f32 f64 f16 bf16 }
