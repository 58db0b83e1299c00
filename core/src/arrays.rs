//! The methods of arrays and slices, and the bytes of numbers, that operations can call. Their device functions are those of
//! `core/device/arrays.cuh`, named `r_` and the Rust name.

use half::{bf16, f16};

use crate::clones::ClonesByCopy;
use crate::function::{DeviceMethod, method_name};
use crate::lookup::Taken;
use crate::lower::{ARRAYS, TranslationUnit};
use crate::own::{Own, Reads, Writes, device_methods};
use crate::scalars::Primitive;
use crate::value::{Item, Value};

/// The methods of arrays, and of slices of them.
macro_rules! elements {
    ([$($generic:tt)*] $of:ty) => {
        device_methods! { ARRAYS:
            OfSlices<LentToChange> swap Always [T: Value $($generic)*] $of;
            OfSlices<LentToChange> fill Never [T: Value $($generic)*] $of;
            OfSlices<LentToChange> reverse Never [T: Value $($generic)*] $of;
            OfSlices<LentToChange> copy_from_slice Always [T: Value $($generic)*] $of;
            OfSlices<LentToChange> sort Never [T: Primitive + Value + Ord $($generic)*] $of;
            OfSlices<LentToChange> sort_unstable Never [T: Primitive + Value + Ord $($generic)*] $of;
            OfSlices<Lent> contains Never [T: Primitive + Value + PartialEq $($generic)*] $of;
        }

        #[allow(missing_docs)]
        impl<T: Value $($generic)*> Own<$of> {
            #[inline(always)]
            #[track_caller]
            pub fn swap<W: Writes<$of>>(self, mut this: W, i: usize, j: usize) {
                let elements = this.write();
                let len = elements.len();
                // Rust's own panic would name a place in here.
                if i >= len || j >= len {
                    panic!("index out of bounds: the len is {len} but the index is {}", if i >= len { i } else { j });
                }
                elements.swap(i, j);
            }
            #[inline(always)]
            pub fn fill<W: Writes<$of>>(self, mut this: W, value: T)
            where
                [T]: ClonesByCopy,
            {
                this.write().fill(value);
            }
            #[inline(always)]
            pub fn reverse<W: Writes<$of>>(self, mut this: W) {
                this.write().reverse();
            }
            #[inline(always)]
            #[track_caller]
            pub fn copy_from_slice<W: Writes<$of>>(self, mut this: W, from: &[T]) {
                this.write().copy_from_slice(from);
            }
        }

        #[allow(missing_docs)]
        impl<T: Primitive + Value + Ord $($generic)*> Own<$of> {
            /// Equal primitives are the same, so a stable sort is no other.
            #[inline(always)]
            pub fn sort<W: Writes<$of>>(self, this: W) {
                self.sort_unstable(this);
            }
            #[inline(always)]
            pub fn sort_unstable<W: Writes<$of>>(self, mut this: W) {
                this.write().sort_unstable();
            }
        }

        #[allow(missing_docs)]
        impl<T: Primitive + Value + PartialEq $($generic)*> Own<$of> {
            #[inline(always)]
            pub fn contains<R: Reads<$of>>(self, this: R, value: &T) -> bool {
                this.read().contains(value)
            }
        }
    };
}
elements! { [] [T] }
elements! { [, const N: usize] [T; N] }

macro_rules! bytes {
    ($($t:ident)*) => {$(
        device_methods! { ARRAYS:
            Taken to_le_bytes Never [] $t;
            Taken to_be_bytes Never [] $t;
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
            type Receiver = Taken;
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
bytes! { i8 i16 i32 i64 isize i128 u8 u16 u32 u64 usize u128 f32 f64 f16 bf16 }
