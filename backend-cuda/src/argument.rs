//! A kernel's arguments: one list, which gives the kernel's parameters in C++ when its program is made, and their bytes on
//! each call.
#![allow(unsafe_code)]

use std::marker::PhantomData;

use onrush_core::Position;
use onrush_core::counted::Leading;
use onrush_core::expr::Expr;
use onrush_core::function::Function;
use onrush_core::lower::{POSITION, Params, TranslationUnit};
use onrush_core::storage::Storage;
use onrush_core::types::{Scalar, Type};
use onrush_core::value::{Item as _, Value};

use crate::codegen::Entry;
use crate::workspace::StreamMemory;

/// One argument of a kernel.
///
/// # Safety
///
/// `lower` names a C++ type, and `write` writes one value of that type, as [`Params`] lays it out. The addresses in it are of
/// memory that stays until the kernel has ended: the workspace's, or that of the call's request or a
/// [`Temporary`](crate::workspace::Temporary), which the argument borrows and which is freed in the order of the stream.
pub(crate) unsafe trait Argument {
    /// The C++ type. It may name types that the kernel's description declares.
    fn lower(unit: &mut TranslationUnit) -> String;
    /// Writes the value.
    fn write(&self, out: &mut Writer<'_>);
    /// Adds assertions to the program that the C++ type `ty`, which a kernel's file declares by hand, has the size and layout
    /// that the host assumes.
    fn compare(_ty: &str, _entry: &mut Entry) {}
}

/// The writer of a launch's arguments.
#[derive(Debug)]
pub(crate) struct Writer<'a> {
    pub(crate) params: &'a mut Params,
    memory: &'a StreamMemory,
    blocks: usize,
    fits: bool,
}

impl<'a> Writer<'a> {
    /// Writes to `params`, for a grid of `blocks` blocks.
    pub(crate) fn new(params: &'a mut Params, memory: &'a StreamMemory, blocks: usize) -> Self {
        Writer { params, memory, blocks, fits: true }
    }

    /// The workspace as it is at the launch.
    pub(crate) fn memory(&self) -> &'a StreamMemory {
        self.memory
    }

    /// Notes whether an argument that has room for `blocks` blocks is enough for the launch.
    pub(crate) fn is_for(&mut self, blocks: usize) {
        self.fits &= self.blocks <= blocks;
    }

    /// Notes whether a part of the workspace is there.
    pub(crate) fn found(&mut self, address: Option<u64>) -> u64 {
        self.fits &= address.is_some();
        address.unwrap_or(0)
    }

    /// Whether every argument has fitted so far.
    pub(crate) fn fits(&self) -> bool {
        self.fits
    }
}

/// The arguments of a kernel in their order: a tuple of arguments.
///
/// # Safety
///
/// `declare` and `write` go through the same arguments in the same order, and `write` writes each as a member.
pub(crate) unsafe trait Tuple {
    /// An array with a name for each argument.
    type Names: AsRef<[Name]>;
    /// Declares each argument as the next parameter.
    fn declare(names: &Self::Names, entry: &mut Entry);
    /// Writes each argument.
    fn write(&self, out: &mut Writer<'_>);
}

/// The name of an argument in C++, and the name that its type gets there, if any.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Name {
    pub(crate) argument: &'static str,
    pub(crate) ty: Option<&'static str>,
}

macro_rules! tuples {
    ($($n:literal: ($($t:ident $i:tt),+);)+) => {$(
        // SAFETY: both go through the tuple's parts as they stand, and a part's type and value are the same argument's.
        unsafe impl<$($t: Argument),+> Tuple for ($($t,)+) {
            type Names = [Name; $n];
            fn declare(names: &[Name; $n], entry: &mut Entry) {
                $(entry.parameter::<$t>(names[$i]);)+
            }
            #[inline]
            fn write(&self, out: &mut Writer<'_>) {
                $(member(out, &self.$i);)+
            }
        }
    )+};
}
tuples! {
    1: (A 0);
    2: (A 0, B 1);
    3: (A 0, B 1, C 2);
    4: (A 0, B 1, C 2, D 3);
    5: (A 0, B 1, C 2, D 3, E 4);
    6: (A 0, B 1, C 2, D 3, E 4, F 5);
    7: (A 0, B 1, C 2, D 3, E 4, F 5, G 6);
    8: (A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7);
    9: (A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8);
    10: (A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9);
    11: (A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10);
    12: (A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10, L 11);
    13: (A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10, L 11, M 12);
    14: (A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10, L 11, M 12, N 13);
}

fn member<A: Argument>(out: &mut Writer<'_>, argument: &A) {
    out.params.align(Params::SLOT);
    let start = out.params.bytes().len();
    argument.write(out);
    if out.params.bytes().len() == start {
        // An empty struct of C++ has one byte.
        out.params.zeros(1);
    }
    out.params.align(Params::SLOT);
}

/// A kernel's arguments by name; [`arguments!`] implements it.
pub(crate) trait Arguments {
    /// The arguments in their order.
    type Tuple: Tuple;
    /// Their names.
    const NAMES: <Self::Tuple as Tuple>::Names;
    /// The values.
    fn tuple(self) -> Self::Tuple;
}

/// Declares a kernel's arguments as a struct, in the order of the C++ `run`: each with its name, its type, and the name that
/// its C++ type gets where the kernel's own name needs one.
///
/// Nothing rests on this macro or on what implements [`Arguments`] by hand: types and values both come from the one tuple.
macro_rules! arguments {
    ($(#[$meta:meta])* $vis:vis $name:ident<$($lifetime:lifetime,)? $($generic:ident),*> {
        $($field:ident: $ty:ty $(as $alias:ident)?,)+
    }) => {
        $(#[$meta])*
        $vis struct $name<$($lifetime,)? $($generic),*> {
            $($vis $field: $ty,)+
        }

        impl<$($lifetime,)? $($generic),*> $crate::argument::Arguments for $name<$($lifetime,)? $($generic),*>
        where
            $($ty: $crate::argument::Argument,)+
        {
            type Tuple = ($($ty,)+);
            const NAMES: <Self::Tuple as $crate::argument::Tuple>::Names = [$($crate::argument::Name {
                argument: stringify!($field),
                ty: $crate::argument::arguments!(@alias $($alias)?),
            },)+];
            fn tuple(self) -> Self::Tuple {
                ($(self.$field,)+)
            }
        }
    };
    (@alias) => { None };
    (@alias $alias:ident) => { Some(stringify!($alias)) };
}
pub(crate) use arguments;

/// A chain.
pub(crate) struct ChainArg<'a, E>(pub(crate) &'a E);
/// A chain of positions, as numbers of 64 bits.
pub(crate) struct PositionsArg<'a, E>(pub(crate) &'a E);
/// An operation that is called with `Args`.
pub(crate) struct OperationArg<F, Args>(F, PhantomData<fn(Args)>);
/// Columns of memory.
pub(crate) struct ColumnsArg<'a, S>(pub(crate) &'a S);
/// The first items of columns, as many as `L` has: a number that may lie in device memory.
pub(crate) struct LeadingArg<'a, S, L> {
    pub(crate) columns: ColumnsArg<'a, S>,
    pub(crate) length: L,
}
/// A value.
pub(crate) struct Plain<T>(pub(crate) T);
/// A value, or none.
pub(crate) struct Maybe<T>(pub(crate) Option<T>);

impl<F, Args> OperationArg<F, Args> {
    pub(crate) fn new(function: F) -> Self {
        OperationArg(function, PhantomData)
    }
}

impl<S> Clone for ColumnsArg<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<S> Copy for ColumnsArg<'_, S> {}

impl<S: Storage> ColumnsArg<'_, S> {
    /// Bytes of an item.
    pub(crate) const ITEM: usize = S::Item::SIZE;
}

impl<T: Value> Maybe<T> {
    /// Bytes of a `Maybe<T>` in C++: the value, and behind it whether there is one.
    pub(crate) const SIZE: usize = (T::SIZE + 1).next_multiple_of(T::ALIGN);
}

// SAFETY: an expression's own promise, and its addresses are of memory that it borrows or that the request keeps.
unsafe impl<E: Expr> Argument for ChainArg<'_, E> {
    fn lower(unit: &mut TranslationUnit) -> String {
        E::lower(unit)
    }
    fn write(&self, out: &mut Writer<'_>) {
        self.0.params(out.params);
    }
}

// SAFETY: the promise of the expression. `Widened` has the expression as its only member.
unsafe impl<E: Expr<Item: Position>> Argument for PositionsArg<'_, E> {
    fn lower(unit: &mut TranslationUnit) -> String {
        let input = E::lower(unit);
        if matches!(E::Item::ty(), Type::Scalar(Scalar::U64)) {
            return input;
        }
        unit.piece(POSITION);
        format!("Widened<{input}>")
    }
    fn write(&self, out: &mut Writer<'_>) {
        self.0.params(out.params);
    }
}

// SAFETY: an operation's own promise; its addresses are of views, whose vectors the request keeps.
unsafe impl<Args, F: Function<Args>> Argument for OperationArg<F, Args> {
    fn lower(unit: &mut TranslationUnit) -> String {
        F::lower(unit)
    }
    fn write(&self, out: &mut Writer<'_>) {
        self.0.params(out.params);
    }
}

// SAFETY: a storage's own promise; its memory is kept by who made it, which is the request or a `Temporary` that is borrowed.
unsafe impl<S: Storage> Argument for ColumnsArg<'_, S> {
    fn lower(unit: &mut TranslationUnit) -> String {
        S::lower(unit)
    }
    fn write(&self, out: &mut Writer<'_>) {
        self.0.params(out.params);
    }
}

impl<S, L: Copy> Clone for LeadingArg<'_, S, L> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<S, L: Copy> Copy for LeadingArg<'_, S, L> {}

// SAFETY: the promise of the columns, and of those whose length it is, which the request keeps. `Leading` writes the
// members of its class, as the core's tests show.
unsafe impl<S: Storage, L: Storage> Argument for LeadingArg<'_, S, L> {
    fn lower(unit: &mut TranslationUnit) -> String {
        if L::LENGTH_ON_DEVICE { Leading::<S>::class(unit) } else { S::lower(unit) }
    }
    fn write(&self, out: &mut Writer<'_>) {
        match L::LENGTH_ON_DEVICE {
            true => Leading::new(*self.columns.0, &self.length).write(out.params),
            false => self.columns.write(out),
        }
    }
}

// SAFETY: `Maybe` of warp.cuh is the value and a bool behind it. No address is in it: a value has none.
unsafe impl<T: Value> Argument for Maybe<T> {
    fn lower(unit: &mut TranslationUnit) -> String {
        format!("Maybe<{}>", unit.spell(&T::ty()))
    }
    fn write(&self, out: &mut Writer<'_>) {
        match &self.0 {
            Some(value) => value.write(out.params),
            None => out.params.zeros(T::SIZE),
        }
        out.params.element(&u8::from(self.0.is_some()));
    }
    fn compare(ty: &str, entry: &mut Entry) {
        entry.assert(&format!("sizeof({ty})"), Self::SIZE);
    }
}

// SAFETY: a value as it lies in memory. No address is in it.
unsafe impl<T: Value> Argument for Plain<T> {
    fn lower(unit: &mut TranslationUnit) -> String {
        unit.spell(&T::ty())
    }
    fn write(&self, out: &mut Writer<'_>) {
        self.0.write(out.params);
    }
}

// SAFETY: a number of 32 bits.
unsafe impl Argument for u32 {
    fn lower(_: &mut TranslationUnit) -> String {
        "u32".into()
    }
    fn write(&self, out: &mut Writer<'_>) {
        out.params.element(self);
    }
}

// SAFETY: a number of 64 bits.
unsafe impl Argument for u64 {
    fn lower(_: &mut TranslationUnit) -> String {
        "u64".into()
    }
    fn write(&self, out: &mut Writer<'_>) {
        out.params.word(*self);
    }
}

/// Numbers that a kernel gets as one struct, which its file declares by hand.
pub(crate) trait NumberStruct {
    /// The C++ struct.
    const TYPE: &'static str;
    /// Its fields, all of them numbers.
    const FIELDS: &'static [&'static str];
    /// Bytes from one to the next: 8, or 16 where each has a slot of its own.
    const STRIDE: usize = 8;
    /// The values of the fields.
    fn values(&self) -> impl IntoIterator<Item = u64>;
}

/// A struct of numbers as an argument.
pub(crate) struct Numbers<R>(pub(crate) R);

// SAFETY: each field is where the layout, which the compiler compares with the C++ struct, says; every value of a number will
// do, and what isn't said is 0.
unsafe impl<R: NumberStruct> Argument for Numbers<R> {
    fn lower(_: &mut TranslationUnit) -> String {
        R::TYPE.into()
    }
    fn write(&self, out: &mut Writer<'_>) {
        let mut values = self.0.values().into_iter();
        for _ in R::FIELDS {
            out.params.word(values.next().unwrap_or(0));
            out.params.align(R::STRIDE);
        }
    }
    fn compare(ty: &str, entry: &mut Entry) {
        entry.compare_fields(ty, R::FIELDS, R::STRIDE);
    }
}

#[cfg(test)]
mod tests;
