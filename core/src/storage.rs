//! Storage for results: columns of device memory, read and written by index.

mod absent;
mod record;

use crate::device::{Check, DeviceId, StreamId};
use crate::error::Result;
use crate::lower::{Params, TranslationUnit};
use crate::value::{Element, Value};
pub use absent::{Discard, NoColumns};
pub use record::{Collected, Record};

/// Columns of memory that hold items by index: one [`Span`] for an element, several for a tuple.
///
/// A storage holds plain addresses without a lifetime: its maker keeps the memory alive and unshared while it is used.
///
/// # Safety
///
/// `get` and `put` touch only the item at their index, or a place that is another one for each index, so that distinct indices may
/// be used by distinct threads. What `contiguous` and `places` give are the addresses that `get` and `put` use.
pub unsafe trait Storage: Copy + Send + Sync {
    /// The type of the items.
    type Item: Value;

    /// Whether there are no columns at all, so that no item is stored.
    const NOTHING: bool = false;

    /// The size by which kernels choose how many items a thread stores: at least that of an item in its columns.
    const ITEM_BYTES: usize = Self::Item::SIZE;

    /// Whether the items are the first ones of the columns, as many as a number in device memory says.
    #[doc(hidden)]
    const LENGTH_ON_DEVICE: bool = false;

    /// Other columns, which have as many items as these.
    #[doc(hidden)]
    type Alike<O: Storage>: Storage<Item = O::Item>;

    /// The number of items, or the most that there can be if it lies in device memory.
    fn len(&self) -> usize;

    /// Whether there are no items.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Reads an item.
    ///
    /// # Safety
    ///
    /// `i < len`, the item is initialised, the memory is the host's, and no other thread writes item `i`.
    unsafe fn get(&self, i: usize) -> Self::Item;

    /// Writes an item.
    ///
    /// # Safety
    ///
    /// `i < len`, the memory is the host's, and no other thread reads or writes item `i`.
    unsafe fn put(&self, i: usize, item: Self::Item);

    /// Copies `len` items, from item `from` on, to those from item `at` on of `to`.
    ///
    /// # Safety
    ///
    /// Items `from..from + len` of `self` and `at..at + len` of `to` exist, lie in the host's memory and don't overlap.
    /// Those that are read are initialised, and no other thread writes them; no other thread reads or writes those that
    /// are written.
    unsafe fn copy(&self, from: usize, to: &Self, at: usize, len: usize);

    /// The address of the first item, if the items lie one after another in memory, as those of a single column do.
    fn contiguous(&self) -> Option<*mut Self::Item> {
        None
    }

    /// The address of place 0 and the bytes from one place to the next, if places lie one after another: what `put` writes to a place
    /// are the item's bytes there, or, where items are pairs of a place and a value, the value's at this place.
    #[doc(hidden)]
    #[inline(always)]
    fn places(&self) -> Option<(*mut u8, usize)> {
        Some((self.contiguous()?.cast(), size_of::<Self::Item>()))
    }

    /// The first `len` items of the same columns; all of them if there are fewer.
    fn first(&self, len: usize) -> Self;

    /// The address in device memory where a call that finds the number of its items is to leave it, if it is to leave it there.
    #[doc(hidden)]
    #[inline(always)]
    fn counter(&self) -> Option<*mut u64> {
        None
    }

    /// The address in device memory of the number of items, if it lies there: it may be larger than `len`, which then is the number.
    #[doc(hidden)]
    #[inline(always)]
    fn length(&self) -> Option<*const u64> {
        None
    }

    /// Other columns of the same `len`, with as many items as these.
    #[doc(hidden)]
    fn alike<O: Storage>(&self, columns: O) -> Self::Alike<O>;

    /// Columns of the same shape for `len` items, in memory that `allocate(bytes, align)` provides.
    fn like(len: usize, allocate: &mut dyn FnMut(usize, usize) -> Result<*mut u8>) -> Result<Self>;

    /// Checks the lengths and devices of the columns.
    fn check(&self, check: &mut Check);

    /// Writes the addresses.
    fn params(&self, out: &mut Params);

    /// The C++ type.
    fn lower(unit: &mut TranslationUnit) -> String;
}

/// Says that the number of items is `len`.
macro_rules! known_length {
    () => {
        type Alike<O: Storage> = O;
        #[inline(always)]
        fn alike<O: Storage>(&self, columns: O) -> O {
            columns
        }
    };
}
pub(crate) use known_length;

/// One column.
#[derive(Debug)]
pub struct Span<T> {
    data: *mut T,
    len: usize,
    stream: StreamId,
    /// Whether the vector is new, so that no element is initialised yet.
    fresh: bool,
}

impl<T> Clone for Span<T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for Span<T> {}

// SAFETY: a `Span` is an address. Elements are accessed only by unsafe methods, whose contracts exclude data races.
unsafe impl<T: Send> Send for Span<T> {}
// SAFETY: the same as for `Send`: the contracts of the methods that access elements exclude data races.
unsafe impl<T: Send> Sync for Span<T> {}

impl<T: Element> Span<T> {
    /// The `len` elements at `data`, in the memory of `stream`'s device.
    pub fn new(data: *mut T, len: usize, stream: impl Into<StreamId>) -> Self {
        Span { data, len, stream: stream.into(), fresh: false }
    }

    /// This span, with a mark if none of its elements is initialised (`fresh`).
    pub(crate) fn fresh(self, fresh: bool) -> Self {
        Span { fresh, ..self }
    }

    /// The elements `from..to`; `from <= to <= len`.
    pub(crate) fn range(self, from: usize, to: usize) -> Self {
        assert!(from <= to && to <= self.len, "range {from}..{to} of a span of {} elements", self.len);
        Span { data: self.data.wrapping_add(from), len: to - from, ..self }
    }

    /// Reports to `check` that a call reads the elements.
    #[inline(always)]
    pub(crate) fn check_read(&self, check: &mut Check) {
        let from = self.data as usize;
        check.reads(self.stream, from..from + self.len * size_of::<T>());
    }

    /// This span's elements as those of a type with the same layout.
    pub(crate) fn cast<U: Element>(self) -> Span<U> {
        const { assert!(size_of::<T>() == size_of::<U>() && align_of::<T>() == align_of::<U>()) };
        Span { data: self.data.cast(), len: self.len, stream: self.stream, fresh: self.fresh }
    }

    /// The address of the first element.
    pub fn as_ptr(&self) -> *mut T {
        self.data
    }
}

// SAFETY: item `i` is the element at `data + i` alone.
unsafe impl<T: Element> Storage for Span<T> {
    type Item = T;
    known_length!();
    fn len(&self) -> usize {
        self.len
    }
    #[inline(always)]
    unsafe fn get(&self, i: usize) -> T {
        debug_assert!(i < self.len);
        // SAFETY: `get`'s contract: `i < len`, the element is initialised and in the host's memory, and no other thread
        // writes it.
        unsafe { *self.data.add(i) }
    }
    #[inline(always)]
    unsafe fn put(&self, i: usize, item: T) {
        debug_assert!(i < self.len);
        // SAFETY: `put`'s contract: `i < len`, the element is in the host's memory, and no other thread uses it.
        unsafe { self.data.add(i).write(item) }
    }
    #[inline(always)]
    unsafe fn copy(&self, from: usize, to: &Self, at: usize, len: usize) {
        debug_assert!(len <= self.len.saturating_sub(from) && len <= to.len.saturating_sub(at));
        // SAFETY: `copy`'s contract: both have `len` elements there, which don't overlap and which no other thread uses
        // in conflict.
        unsafe { self.data.add(from).copy_to_nonoverlapping(to.data.add(at), len) }
    }
    #[inline(always)]
    fn contiguous(&self) -> Option<*mut T> {
        Some(self.data)
    }
    #[inline(always)]
    fn first(&self, len: usize) -> Self {
        Span { len: self.len.min(len), ..*self }
    }
    fn like(len: usize, allocate: &mut dyn FnMut(usize, usize) -> Result<*mut u8>) -> Result<Self> {
        let data = allocate(len.saturating_mul(size_of::<T>()), align_of::<T>())?.cast();
        Ok(Span::new(data, len, DeviceId::HOST))
    }
    #[inline(always)]
    fn check(&self, check: &mut Check) {
        let from = self.data as usize;
        check.writes(self.stream, from..from + self.len * size_of::<T>(), self.fresh);
    }
    fn params(&self, out: &mut Params) {
        out.word(self.data as u64);
        out.word(self.len as u64);
    }
    fn lower(unit: &mut TranslationUnit) -> String {
        format!("Span<{}>", unit.spell(&T::ty()))
    }
}

macro_rules! columns {
    ($(($($t:ident $i:tt),+))+) => {$(
        // SAFETY: each column touches its own item `i` alone, by its own contract.
        unsafe impl<$($t: Storage),+> Storage for ($($t,)+)
        where
            ($($t::Item,)+): Value,
        {
            type Item = ($($t::Item,)+);
            const LENGTH_ON_DEVICE: bool = A::LENGTH_ON_DEVICE;
            type Alike<Other: Storage> = A::Alike<Other>;
            fn len(&self) -> usize {
                self.0.len()
            }
            #[inline(always)]
            fn length(&self) -> Option<*const u64> {
                self.0.length()
            }
            #[inline(always)]
            fn alike<Other: Storage>(&self, columns: Other) -> A::Alike<Other> {
                self.0.alike(columns)
            }
            #[inline(always)]
            unsafe fn get(&self, i: usize) -> Self::Item {
                // SAFETY: the caller's contract holds for item `i` of each column: `check` has shown that the columns
                // have one length.
                unsafe { ($(self.$i.get(i),)+) }
            }
            #[inline(always)]
            unsafe fn put(&self, i: usize, item: Self::Item) {
                // SAFETY: the caller's contract holds for item `i` of each column: `check` has shown that the columns
                // have one length.
                unsafe { $(self.$i.put(i, item.$i);)+ }
            }
            #[inline(always)]
            unsafe fn copy(&self, from: usize, to: &Self, at: usize, len: usize) {
                // SAFETY: the caller's contract holds for these items of each column, since the columns of a storage
                // have one length.
                unsafe { $(self.$i.copy(from, &to.$i, at, len);)+ }
            }
            #[inline(always)]
            fn first(&self, len: usize) -> Self {
                ($(self.$i.first(len),)+)
            }
            fn like(len: usize, allocate: &mut dyn FnMut(usize, usize) -> Result<*mut u8>) -> Result<Self> {
                Ok(($($t::like(len, allocate)?,)+))
            }
            #[inline(always)]
            fn check(&self, check: &mut Check) {
                $(check.lengths("columns", self.0.len(), self.$i.len()); self.$i.check(check);)+
            }
            fn params(&self, out: &mut Params) {
                $(out.member(|out| self.$i.params(out));)+
            }
            fn lower(unit: &mut TranslationUnit) -> String {
                let parts = [$($t::lower(unit)),+];
                format!("Columns<{}>", parts.join(", "))
            }
        }
    )+};
}
columns! {
    (A 0) (A 0, B 1) (A 0, B 1, C 2) (A 0, B 1, C 2, D 3) (A 0, B 1, C 2, D 3, E 4) (A 0, B 1, C 2, D 3, E 4, F 5)
}
