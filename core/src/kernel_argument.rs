//! The arguments of kernels that users write.

use crate::backend::Backend;
use crate::device::Check;
use crate::lower::{Params, TranslationUnit};
use crate::storage::Storage as _;
use crate::target::Target as _;
use crate::value::{Element, Item, Value};
use crate::vec::{DeviceSlice, DeviceSliceMut, DeviceVec};
use crate::view::View;

/// An argument of a kernel that the user has written. Its type says what the kernel may do with it:
///
/// | argument | parameter in C++ | the kernel |
/// |---|---|---|
/// | `&DeviceVec<T, B>`, [`DeviceSlice`], [`View`] | `Elements<const T>` or `const T*` | reads it |
/// | `&mut DeviceVec<T, B>`, [`DeviceSliceMut`] | `Elements<T>` or `T*` | reads and writes it |
/// | a [`Value`]: a number, a struct with `#[derive(Element)]`, an array, a tuple | `T` | gets a copy |
///
/// # Safety
///
/// - `lower` names a C++ type, and `write` writes one value of that type. It depends on `Parameter` alone.
/// - `check` reports all memory that the value refers to, and whether it is written. The memory holds initialised elements and
///   stays as long as the argument.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be an argument of a kernel",
    label = "not a kernel's argument",
    note = "arguments are `&x` and `&mut y` of vectors, parts and views of them, numbers, and structs with `#[derive(Element)]`"
)]
pub unsafe trait KernelArgument {
    /// A type that stands for the C++ type: arguments that a kernel receives alike have the same one.
    type Parameter: ?Sized;
    /// The C++ type.
    fn lower(unit: &mut TranslationUnit) -> String;
    /// Reports the memory that the kernel uses.
    fn check(&mut self, check: &mut Check);
    /// Writes the value.
    fn write(&mut self, out: &mut Params);
}

/// Elements that a kernel reads.
#[derive(Debug)]
pub struct Reads<T: ?Sized>(std::marker::PhantomData<fn(&T)>);
/// Elements that a kernel reads and writes.
#[derive(Debug)]
pub struct Writes<T: ?Sized>(std::marker::PhantomData<fn(&T)>);

#[diagnostic::do_not_recommend]
// SAFETY: a value as it lies in memory. It refers to none.
unsafe impl<T: Value> KernelArgument for T {
    type Parameter = T;
    fn lower(unit: &mut TranslationUnit) -> String {
        unit.spell(&T::ty())
    }
    fn check(&mut self, _: &mut Check) {}
    fn write(&mut self, out: &mut Params) {
        Value::write(self, out);
    }
}

// SAFETY: `Elements` of words.cuh is an address and a length, as a view writes them; the view reports its memory, and lives as
// long as the argument.
unsafe impl<T: Element> KernelArgument for View<'_, T> {
    type Parameter = Reads<T>;
    fn lower(unit: &mut TranslationUnit) -> String {
        format!("Elements<const {}>", unit.spell(&<T as Item>::ty()))
    }
    fn check(&mut self, check: &mut Check) {
        self.check_read(check);
    }
    fn write(&mut self, out: &mut Params) {
        crate::function::Capture::write(self, out);
    }
}

macro_rules! reads {
    ($($(&$r:lifetime)? $name:ident<$($a:lifetime)?>)+) => {$(
        // SAFETY: the argument's own view, which it has borrowed.
        unsafe impl<T: Element, B: Backend> KernelArgument for $(&$r)? $name<$($a,)? T, B> {
            type Parameter = Reads<T>;
            fn lower(unit: &mut TranslationUnit) -> String {
                View::<T>::lower(unit)
            }
            fn check(&mut self, check: &mut Check) {
                KernelArgument::check(&mut self.view(), check);
            }
            fn write(&mut self, out: &mut Params) {
                KernelArgument::write(&mut self.view(), out);
            }
        }
    )+};
}
reads! { &'_ DeviceVec<> DeviceSlice<'_> &'_ DeviceSlice<'_> }

macro_rules! writes {
    ($($(&$r:lifetime mut)? $name:ident<$($a:lifetime)?>)+) => {$(
        // SAFETY: `Elements` of words.cuh is an address and a length, as a span writes them. The span reports its memory as
        // written. A target's memory is initialised, and is borrowed mutably as long as the argument.
        unsafe impl<T: Element, B: Backend> KernelArgument for $(&$r mut)? $name<$($a,)? T, B> {
            type Parameter = Writes<T>;
            fn lower(unit: &mut TranslationUnit) -> String {
                format!("Elements<{}>", unit.spell(&<T as Item>::ty()))
            }
            fn check(&mut self, check: &mut Check) {
                self.storage().check(check);
            }
            fn write(&mut self, out: &mut Params) {
                self.storage().params(out);
            }
        }
    )+};
}
writes! { &'_ mut DeviceVec<> DeviceSliceMut<'_> &'_ mut DeviceSliceMut<'_> }

/// The arguments of a kernel in their order: a tuple of up to twelve [`KernelArgument`]s.
///
/// # Safety
///
/// `lower`, `check` and `write` go through the same arguments in the same order, and `write` writes each as a member.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be the arguments of a kernel",
    label = "not a tuple of arguments",
    note = "arguments stand in a tuple, one alone in `(&mut x,)`; there may be twelve",
    note = "arguments are `&x` and `&mut y` of vectors, parts and views of them, numbers, and structs with `#[derive(Element)]`"
)]
pub unsafe trait KernelArguments {
    /// A type that stands for the C++ types of all arguments.
    type Parameters: ?Sized;
    /// The C++ types.
    fn lower(unit: &mut TranslationUnit) -> Vec<String>;
    /// Reports the memory that the kernel uses.
    fn check(&mut self, check: &mut Check);
    /// Writes the values.
    fn write(&mut self, out: &mut Params);
}

macro_rules! tuples {
    ($(($($t:ident $i:tt),*))+) => {$(
        // SAFETY: all three go through the tuple's parts as they stand.
        unsafe impl<$($t: KernelArgument),*> KernelArguments for ($($t,)*) {
            type Parameters = dyn Fn($(&$t::Parameter,)*);
            #[allow(unused_variables)]
            fn lower(unit: &mut TranslationUnit) -> Vec<String> {
                vec![$($t::lower(unit)),*]
            }
            #[allow(unused_variables)]
            fn check(&mut self, check: &mut Check) {
                $(self.$i.check(check);)*
            }
            #[allow(unused_variables)]
            fn write(&mut self, out: &mut Params) {
                $(out.member(|out| self.$i.write(out));)*
            }
        }
    )+};
}
tuples! {
    () (A 0) (A 0, B 1) (A 0, B 1, C 2) (A 0, B 1, C 2, D 3) (A 0, B 1, C 2, D 3, E 4) (A 0, B 1, C 2, D 3, E 4, F 5)
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6) (A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7)
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8) (A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9)
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10)
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10, L 11)
}
