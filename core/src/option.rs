//! `Option` in operations: a flag, and a value that means nothing where the flag is false. Its device functions are those of
//! `core/device/option.cuh`, named `r_` and the Rust name.
//!
//! An `Option` of a shared reference, such as `get` of an array returns, is a copy of the referent on a device: nothing can
//! change the referent as long as the reference lives.

use std::cmp::Ordering;

use half::{bf16, f16};

use crate::clones::ClonedByCopy;
use crate::function::Builtin;
use crate::lower::{OPTION, Params};
use crate::own::{Own, Reads, Writes, device_methods};
use crate::scalars::{Equal, Primitive};
use crate::types::Type;
use crate::value::{Element, Item, Value};

#[diagnostic::do_not_recommend]
// SAFETY: `ty` names `option` in option.cuh, a flag and a value. A `&mut` isn't `Copy`.
unsafe impl<T: Item + Copy> Item for Option<T> {
    fn ty() -> Type {
        Type::Option(Box::new(T::ty().without_reference()))
    }
}

#[diagnostic::do_not_recommend]
// SAFETY: the flag comes first and the value at the next multiple of its alignment, as [`Type`] lays an option out.
unsafe impl<T: Value> Value for Option<T> {
    const SIZE: usize = (T::ALIGN + T::SIZE).next_multiple_of(T::ALIGN);
    const ALIGN: usize = T::ALIGN;
    fn write(&self, out: &mut Params) {
        out.align(T::ALIGN);
        self.is_some().write(out);
        out.align(T::ALIGN);
        match self {
            Some(value) => value.write(out),
            None => out.zeros(T::SIZE),
        }
        out.align(T::ALIGN);
    }
    unsafe fn read(from: *const u8) -> Self {
        // SAFETY: the caller's contract: a flag lies at `from`, and if it isn't zero, a value behind it.
        unsafe { (from.read() != 0).then(|| T::read(from.add(T::ALIGN))) }
    }
}

/// What can be stored in device memory. No `Option` is: the bytes of its flag may be no flag.
#[diagnostic::on_unimplemented(
    message = "an `Option` can't be stored in device memory",
    label = "not an element",
    note = "store a value that stands for `None`, as `.unwrap_or(u32::MAX)` makes it, or a flag and a value in two vectors: `(o.is_some(), o.unwrap_or(0))`",
    note = "to keep only the values that are there, use `filter_map`"
)]
pub trait Stored {}

#[diagnostic::do_not_recommend]
// SAFETY: nothing is `Stored`, so this never applies; it makes rustc say what to store instead.
unsafe impl<T: Value> Element for Option<T> where Option<T>: Stored {}

// SAFETY: option.cuh defines the comparisons of options by those of their values.
unsafe impl<T: Copy> Builtin for Option<T> {}

device_methods! { OPTION:
    Lent is_some Never [T: Item + Copy] Option<T>;
    Lent is_none Never [T: Item + Copy] Option<T>;
    Taken unwrap Always [T: Item + Copy] Option<T>;
    Taken expect Always [T: Item + Copy] Option<T>;
    Taken unwrap_or Never [T: Item + Copy] Option<T>;
    Taken unwrap_or_default Never [T: Primitive + Item + Default] Option<T>;
    Taken and Never [T: Item + Copy] Option<T>;
    Taken or Never [T: Item + Copy] Option<T>;
    Taken xor Never [T: Item + Copy] Option<T>;
    Taken zip Never [T: Value] Option<T>;
    Taken flatten Never [T: Value] Option<Option<T>>;
    Taken copied Never ['a, T: Value] Option<&'a T>;
    Taken cloned Never ['a, T: Value] Option<&'a T>;
    LentToChange take Never [T: Value] Option<T>;
    LentToChange replace Never [T: Value] Option<T>;
    Lent eq Never [T: Equal] Option<T>;
    Lent ne Never [T: Equal] Option<T>;
    Taken then_some Never [] bool;
}

#[allow(missing_docs)]
impl<T: Item + Copy> Own<Option<T>> {
    #[inline(always)]
    pub fn is_some<R: Reads<Option<T>>>(self, this: R) -> bool {
        this.read().is_some()
    }
    #[inline(always)]
    pub fn is_none<R: Reads<Option<T>>>(self, this: R) -> bool {
        this.read().is_none()
    }
    #[inline(always)]
    #[track_caller]
    pub fn unwrap<R: Reads<Option<T>>>(self, this: R) -> T {
        this.read().unwrap()
    }
    #[inline(always)]
    #[track_caller]
    pub fn expect<R: Reads<Option<T>>>(self, this: R, message: &str) -> T {
        this.read().expect(message)
    }
    #[inline(always)]
    pub fn unwrap_or<R: Reads<Option<T>>>(self, this: R, other: T) -> T {
        this.read().unwrap_or(other)
    }
    #[inline(always)]
    pub fn and<R: Reads<Option<T>>, U: Item + Copy>(self, this: R, other: Option<U>) -> Option<U> {
        this.read().and(other)
    }
    #[inline(always)]
    pub fn or<R: Reads<Option<T>>>(self, this: R, other: Option<T>) -> Option<T> {
        this.read().or(other)
    }
    #[inline(always)]
    pub fn xor<R: Reads<Option<T>>>(self, this: R, other: Option<T>) -> Option<T> {
        this.read().xor(other)
    }
}

#[allow(missing_docs)]
impl<T: Primitive + Item + Default> Own<Option<T>> {
    #[inline(always)]
    pub fn unwrap_or_default<R: Reads<Option<T>>>(self, this: R) -> T {
        this.read().unwrap_or_default()
    }
}

#[allow(missing_docs)]
impl<T: Value> Own<Option<T>> {
    #[inline(always)]
    pub fn zip<R: Reads<Option<T>>, U: Value>(self, this: R, other: Option<U>) -> Option<(T, U)> {
        this.read().zip(other)
    }
    #[inline(always)]
    pub fn take<W: Writes<Option<T>>>(self, mut this: W) -> Option<T> {
        this.write().take()
    }
    #[inline(always)]
    pub fn replace<W: Writes<Option<T>>>(self, mut this: W, value: T) -> Option<T> {
        this.write().replace(value)
    }
}

#[allow(missing_docs)]
impl<T: Value> Own<Option<Option<T>>> {
    #[inline(always)]
    pub fn flatten<R: Reads<Option<Option<T>>>>(self, this: R) -> Option<T> {
        this.read().flatten()
    }
}

#[allow(missing_docs)]
impl<T: Value> Own<Option<&T>> {
    #[inline(always)]
    pub fn copied<'a, R: Reads<Option<&'a T>>>(self, this: R) -> Option<T>
    where
        T: 'a,
    {
        this.read().copied()
    }
    #[inline(always)]
    pub fn cloned<'a, R: Reads<Option<&'a T>>>(self, this: R) -> Option<T>
    where
        T: 'a,
        Option<T>: ClonedByCopy,
    {
        this.read().copied()
    }
}

#[allow(missing_docs)]
impl Own<bool> {
    #[inline(always)]
    pub fn then_some<R: Reads<bool>, T: Item + Copy>(self, this: R, value: T) -> Option<T> {
        this.read().then_some(value)
    }
}

/// The elements that an array or a slice may have.
macro_rules! elements {
    ([$($generic:tt)*] $of:ty) => {
        device_methods! { OPTION:
            OfSlices<Lent> first Never [T: Value $($generic)*] $of;
            OfSlices<Lent> last Never [T: Value $($generic)*] $of;
            OfSlices<Lent> get Never [T: Value $($generic)*] $of;
        }

        #[allow(missing_docs)]
        impl<T: Value $($generic)*> Own<$of> {
            #[inline(always)]
            pub fn first(self, this: &$of) -> Option<&T> {
                this.first()
            }
            #[inline(always)]
            pub fn last(self, this: &$of) -> Option<&T> {
                this.last()
            }
            #[inline(always)]
            pub fn get(self, this: &$of, i: usize) -> Option<&T> {
                this.get(i)
            }
        }
    };
}
elements! { [] [T] }
elements! { [, const N: usize] [T; N] }

macro_rules! checked {
    ([$($t:ident)*] $methods:tt) => {$( checked!(@of $t $methods); )*};
    (@of $t:ident {$($args:tt: $($name:ident)*;)*}) => {
        $( checked!(@row $t $args $($name)*); )*
    };
    (@row $t:ident $args:tt $($name:ident)*) => {$( checked!(@method $t $args $name); )*};
    (@method $t:ident ($($arg:ident: $ty:ty),*) $name:ident) => {
        device_methods! { OPTION: Taken $name Never [] $t; }
        #[allow(missing_docs)]
        impl Own<$t> {
            #[inline(always)]
            pub fn $name<R: Reads<$t>>(self, this: R $(, $arg: $ty)*) -> Option<$t> {
                this.read().$name($($arg),*)
            }
        }
    };
}
macro_rules! checked_of_all {
    ($($t:ident)*) => {$(
        checked! { [$t] {
            (other: $t): checked_add checked_sub checked_mul checked_div checked_rem checked_div_euclid checked_rem_euclid;
            (n: u32): checked_pow checked_shl checked_shr;
            (): checked_neg;
        } }
    )*};
}
checked_of_all! { i8 i16 i32 i64 isize i128 u8 u16 u32 u64 usize u128 }
checked! { [i8 i16 i32 i64 isize i128] {
    (): checked_abs;
} }

#[allow(missing_docs)]
impl<T: PartialOrd> Own<T> {
    #[inline(always)]
    pub fn partial_cmp<R: Reads<T>>(self, this: R, other: &T) -> Option<Ordering> {
        this.read().partial_cmp(other)
    }
}

macro_rules! ordered {
    ($([$($generic:tt)*] $t:ty,)*) => {$(
        device_methods! { OPTION: Lent partial_cmp Never [$($generic)*] $t; }
    )*};
}
ordered! {
    [] bool, [] i8, [] i16, [] i32, [] i64, [] isize, [] i128, [] u8, [] u16, [] u32, [] u64, [] usize, [] u128, [] f32, [] f64, [] f16, [] bf16,
    [T: Primitive + PartialOrd, const N: usize] [T; N],
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_laid_out_as_their_type_says() {
        fn check<T: Value + PartialEq + std::fmt::Debug>(value: T) {
            let ty = <Option<T> as Item>::ty();
            assert_eq!((<Option<T>>::SIZE, <Option<T>>::ALIGN), (ty.size(), ty.align()));
            for option in [Some(value), None] {
                let mut out = Params::new();
                option.write(&mut out);
                assert_eq!(out.bytes().len(), ty.size());
                // SAFETY: the bytes are those of such a value.
                assert_eq!(unsafe { <Option<T> as Value>::read(out.bytes().as_ptr()) }, option);
            }
        }
        check(7u8);
        check(-1.5f64);
        check((3u16, true));
        check([1u32, 2, 3]);
        check(Some(9i64));
    }
}
