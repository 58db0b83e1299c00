//! The types that can flow through a chain ([`Item`], [`Value`]), and those that can be stored ([`Element`]).

use std::cmp::Reverse;

use crate::lower::Params;
use crate::types::{Scalar, Type};

/// Anything that a chain can carry from one adaptor to the next: a [`Value`], a `&mut T` of a mutable view, or a tuple
/// of these.
///
/// # Safety
///
/// `ty` describes the type truly: its parts and, if it can be stored, its size, its alignment and every field's offset.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no spelling in device code",
    label = "not a type that can flow through a chain",
    note = "primitives, f16, bf16, tuples, arrays, `#[repr(C)]` structs with `#[derive(Element)]` and enums with `#[device]` can",
    note = "a type parameter needs a bound, such as `T: Number` or `T: Element`"
)]
pub unsafe trait Item {
    /// The type as data.
    fn ty() -> Type;

    /// The bytes of a number; `None` for other items.
    #[doc(hidden)]
    const NUMBER: Option<usize> = None;
}

/// A plain value with the same meaning on every device: primitives, `f16`, `bf16`, tuples and arrays of values, and
/// structs with `#[derive(Element)]`.
///
/// # Safety
///
/// It holds no reference, pointer or handle. `SIZE` and `ALIGN` are those of [`Item::ty`], `write` writes it in that layout,
/// and `read` reads it back.
#[doc(alias("Copy", "DeviceCopy", "trivially_copyable"))]
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no spelling in device code",
    label = "not a value that a device can compute with",
    note = "primitives, f16, bf16, tuples, arrays, `#[repr(C)]` structs with `#[derive(Element)]` and enums with `#[device]` are values"
)]
pub unsafe trait Value: Item + Copy + Send + Sync + 'static {
    /// The size in bytes that the [shape contract](crate::shape) counts with: [`Type::size`], the same on every device.
    /// Rust's own size of a tuple may be smaller, since it reorders the parts.
    const SIZE: usize = size_of::<Self>();

    /// The alignment in bytes: [`Type::align`].
    const ALIGN: usize = align_of::<Self>();

    /// Appends the value to a kernel's parameters, laid out as [`Type::size`] and [`Type::align`] say.
    fn write(&self, out: &mut Params);

    /// Reads a value that a kernel has written, in the same layout. The layout of an element is Rust's own.
    ///
    /// # Safety
    ///
    /// `from` points to [`Type::size`] readable bytes that hold such a value; they need not be aligned.
    unsafe fn read(from: *const u8) -> Self {
        // SAFETY: the caller promises such a value at `from`. Only tuples and arrays may have another layout, and they
        // override this.
        unsafe { from.cast::<Self>().read_unaligned() }
    }
}

/// A [`Value`] that can be stored in a [`DeviceVec`](crate::DeviceVec).
///
/// # Safety
///
/// - The layout is fixed and the same for a C++ compiler: a `Vec3(f32, f32, f32)` without `#[repr(C)]` is not an element.
/// - It holds no reference, pointer or handle: its bytes mean the same in another memory.
/// - [`Item::ty`] describes it truly: size, alignment, and every field's offset.
/// - It is aligned to at most 16 bytes.
/// - It is made of [`Element`]s, so any mixture of valid fields is valid.
///
/// Use `#[derive(Element)]`, which checks all of this. Tuples are values but not elements (Rust doesn't fix their
/// layout): they are stored as columns, one vector per part.
#[doc(alias("DeviceRepr", "Pod", "DeviceCopy", "trivially_copyable"))]
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be stored in a `DeviceVec`",
    label = "not an element",
    note = "elements are primitives, f16, bf16, arrays of elements, and `#[repr(C)]` structs with `#[derive(Element)]`",
    note = "tuples are stored as columns: one vector per part, zipped",
    note = "an integer of 128 bits is stored as two `u64`: `(n >> 64) as u64` and `n as u64`",
    note = "an enum is stored as a number for the variant, with its fields in vectors beside it: an operation makes the enum of them"
)]
pub unsafe trait Element: Value {}

/// Compiles if `T` is an element. The derive calls it for each field, so that rustc reports the field.
pub const fn is_element<T: Element>() {}

macro_rules! scalars {
    (@item $t:ty => $s:ident) => {
        #[diagnostic::do_not_recommend]
        // SAFETY: `ty` names the scalar of the same width and kind.
        unsafe impl Item for $t {
            const NUMBER: Option<usize> = Some(size_of::<$t>());
            fn ty() -> Type { Type::Scalar(Scalar::$s) }
        }
    };
    ($($t:ty => $s:ident),* $(,)?) => {$(
        scalars! { @item $t => $s }
        #[diagnostic::do_not_recommend]
        // SAFETY: a primitive has no padding and no references; its bytes are written as they are.
        unsafe impl Value for $t {
            fn write(&self, out: &mut Params) { out.element(self); }
        }
        #[diagnostic::do_not_recommend]
        // SAFETY: a primitive has a fixed width, no padding and no references; `ty` names it by that width.
        unsafe impl Element for $t {}
    )*};
}
scalars! {
    bool => Bool, std::cmp::Ordering => Ordering, i8 => I8, i16 => I16, i32 => I32, i64 => I64, u8 => U8, u16 => U16, u32 => U32, u64 => U64,
    half::f16 => F16, half::bf16 => Bf16, f32 => F32, f64 => F64, usize => U64, isize => I64,
}

// No element: which alignment an integer of 128 bits has depends on the compilers' versions.
macro_rules! wide {
    ($($t:ty => $s:ident),*) => {$(
        scalars! { @item $t => $s }
        #[diagnostic::do_not_recommend]
        // SAFETY: its halves are written as they lie in memory, and read back as its own bytes.
        unsafe impl Value for $t {
            const ALIGN: usize = 16;
            fn write(&self, out: &mut Params) {
                const { assert!(align_of::<$t>() == 16, "on this machine, devices can't be given integers of 128 bits") };
                out.align(16);
                out.word(*self as u64);
                out.word((*self >> 64) as u64);
            }
        }
    )*};
}
wide! { i128 => I128, u128 => U128 }

// A `usize` is an index into memory of the device, where addresses have 64 bits.
const _: () = assert!(size_of::<usize>() == 8, "onrush needs a 64-bit host");

#[diagnostic::do_not_recommend]
// SAFETY: `N` items of the element's type follow each other, in Rust as in C++; of shared references, copies.
unsafe impl<T: Item, const N: usize> Item for [T; N] {
    fn ty() -> Type {
        const { assert!(N > 0, "an array in device code has at least one element") };
        Type::Array(Box::new(T::ty().without_reference()), N)
    }
}
#[diagnostic::do_not_recommend]
// SAFETY: the elements are written and read one after another, as `ty` says.
unsafe impl<T: Value, const N: usize> Value for [T; N] {
    const SIZE: usize = N * T::SIZE;
    fn write(&self, out: &mut Params) {
        self.iter().for_each(|x| x.write(out));
    }
    unsafe fn read(from: *const u8) -> Self {
        let size = T::ty().size();
        // SAFETY: the caller's contract: `N` values of this size follow each other at `from`.
        std::array::from_fn(|i| unsafe { T::read(from.add(i * size)) })
    }
}
#[diagnostic::do_not_recommend]
// SAFETY: an array's layout is its element's, N times; `ty` says so.
unsafe impl<T: Element, const N: usize> Element for [T; N] {}

#[diagnostic::do_not_recommend]
// SAFETY: a place of this type is an address and a length on a device, as `Type::Slice` says. It is never stored.
unsafe impl<T: Value> Item for [T] {
    fn ty() -> Type {
        Type::Slice(Box::new(T::ty()))
    }
}

// SAFETY: `Reverse` is transparent: it has the layout of its part, as in C++.
unsafe impl<T: Item> Item for Reverse<T> {
    fn ty() -> Type {
        Type::Reverse(Box::new(T::ty()))
    }
}
// SAFETY: the part is written and read as `ty` says.
unsafe impl<T: Value> Value for Reverse<T> {
    const SIZE: usize = T::SIZE;
    const ALIGN: usize = T::ALIGN;
    fn write(&self, out: &mut Params) {
        self.0.write(out);
    }
    unsafe fn read(from: *const u8) -> Self {
        // SAFETY: the caller's contract.
        Reverse(unsafe { T::read(from) })
    }
}
// SAFETY: `Reverse` is transparent, and its part is an element.
unsafe impl<T: Element> Element for Reverse<T> {}

#[diagnostic::do_not_recommend]
// SAFETY: the unit type has no bytes.
unsafe impl Item for () {
    fn ty() -> Type {
        Type::TranslationUnit
    }
}

#[diagnostic::do_not_recommend]
// SAFETY: `ty` names the type of the value that the reference refers to.
unsafe impl<T: Value> Item for &mut T {
    fn ty() -> Type {
        Type::Mut(Box::new(T::ty()))
    }
}

#[diagnostic::do_not_recommend]
// SAFETY: `ty` names the type of the value that the reference refers to.
unsafe impl<T: Value> Item for &T {
    fn ty() -> Type {
        Type::Ref(Box::new(T::ty()))
    }
}

macro_rules! tuples {
    ($(($($t:ident $i:tt),+))+) => {$(
        #[diagnostic::do_not_recommend]
        // SAFETY: `ty` names the parts' types, of shared references those of copies; [`Type`] defines the layout, which need not be Rust's.
        unsafe impl<$($t: Item),+> Item for ($($t,)+) {
            fn ty() -> Type { Type::Tuple(vec![$($t::ty().without_reference()),+]) }
        }
        #[diagnostic::do_not_recommend]
        // SAFETY: each part is written and read at the next multiple of its alignment, as [`Type`] lays a tuple out.
        unsafe impl<$($t: Value),+> Value for ($($t,)+) {
            const SIZE: usize = {
                let (mut end, mut align) = (0usize, 1);
                $(
                    end = end.next_multiple_of($t::ALIGN) + $t::SIZE;
                    align = if $t::ALIGN > align { $t::ALIGN } else { align };
                )+
                end.next_multiple_of(align)
            };
            fn write(&self, out: &mut Params) {
                let align = <Self as Item>::ty().align();
                out.align(align);
                $(out.align($t::ty().align()); self.$i.write(out);)+
                out.align(align);
            }
            #[allow(unused_assignments)]
            unsafe fn read(from: *const u8) -> Self {
                let mut end = 0;
                ($({
                    let ty = $t::ty();
                    let at = usize::next_multiple_of(end, ty.align());
                    end = at + ty.size();
                    // SAFETY: the caller's contract: each part lies at the next multiple of its alignment.
                    unsafe { $t::read(from.add(at)) }
                },)+)
            }
        }
    )+};
}
tuples! {
    (A 0) (A 0, B 1) (A 0, B 1, C 2) (A 0, B 1, C 2, D 3) (A 0, B 1, C 2, D 3, E 4) (A 0, B 1, C 2, D 3, E 4, F 5)
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6) (A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7)
}
