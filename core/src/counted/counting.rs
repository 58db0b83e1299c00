use crate::device::Check;
use crate::error::Result;
use crate::lower::{Params, TranslationUnit, members};
use crate::storage::{Span, Storage};

/// Columns with a place in device memory for the number of items that a call stores in them; or, where it is `GIVEN`, with the number
/// of items that they have, the first ones.
#[derive(Debug, Clone, Copy)]
pub struct Counting<S, const GIVEN: bool = false> {
    columns: S,
    counter: Option<Span<u64>>,
}

impl<S> Counting<S> {
    /// The columns, with the place if there is one: a new element of a vector.
    pub(crate) fn new(columns: S, counter: Option<Span<u64>>) -> Self {
        Counting { columns, counter }
    }
}

impl<S> Counting<S, true> {
    /// The first items of the columns, as many as `length` says, which has one element.
    pub(crate) fn given(columns: S, length: Span<u64>) -> Self {
        Counting { columns, counter: Some(length) }
    }
}

// SAFETY: every method that touches items is that of the columns.
unsafe impl<S: Storage, const GIVEN: bool> Storage for Counting<S, GIVEN> {
    type Item = S::Item;
    const NOTHING: bool = S::NOTHING;
    const ITEM_BYTES: usize = S::ITEM_BYTES;
    const LENGTH_ON_DEVICE: bool = GIVEN;
    type Alike<O: Storage> = Counting<O, GIVEN>;
    fn len(&self) -> usize {
        self.columns.len()
    }
    #[inline(always)]
    unsafe fn get(&self, i: usize) -> S::Item {
        // SAFETY: the caller's contract is that of the columns.
        unsafe { self.columns.get(i) }
    }
    #[inline(always)]
    unsafe fn put(&self, i: usize, item: S::Item) {
        // SAFETY: the caller's contract is that of the columns.
        unsafe { self.columns.put(i, item) }
    }
    #[inline(always)]
    unsafe fn copy(&self, from: usize, to: &Self, at: usize, len: usize) {
        // SAFETY: the caller's contract is that of the columns.
        unsafe { self.columns.copy(from, &to.columns, at, len) }
    }
    #[inline(always)]
    fn contiguous(&self) -> Option<*mut S::Item> {
        self.columns.contiguous()
    }
    #[inline(always)]
    fn places(&self) -> Option<(*mut u8, usize)> {
        self.columns.places()
    }
    #[inline(always)]
    fn first(&self, len: usize) -> Self {
        Counting { columns: self.columns.first(len), counter: self.counter }
    }
    #[inline(always)]
    fn counter(&self) -> Option<*mut u64> {
        self.counter.filter(|_| !GIVEN).map(|counter| counter.as_ptr())
    }
    #[inline(always)]
    fn length(&self) -> Option<*const u64> {
        self.counter.filter(|_| GIVEN).map(|length| length.as_ptr().cast_const())
    }
    #[inline(always)]
    fn alike<O: Storage>(&self, columns: O) -> Counting<O, GIVEN> {
        Counting { columns, counter: self.counter.filter(|_| GIVEN) }
    }
    fn like(len: usize, allocate: &mut dyn FnMut(usize, usize) -> Result<*mut u8>) -> Result<Self> {
        Ok(Counting { columns: S::like(len, allocate)?, counter: None })
    }
    #[inline(always)]
    fn check(&self, check: &mut Check) {
        self.columns.check(check);
        match &self.counter {
            Some(length) if GIVEN => length.check_read(check),
            Some(counter) => counter.check(check),
            None => {}
        }
    }
    fn params(&self, out: &mut Params) {
        self.columns.params(out);
    }
    fn lower(unit: &mut TranslationUnit) -> String {
        S::lower(unit)
    }
}

/// The first items of columns, as kernels get them that find the number in memory.
#[derive(Debug, Clone, Copy)]
pub struct Leading<S> {
    columns: S,
    length: Option<*const u64>,
}

impl<S: Storage> Leading<S> {
    /// The first items of `columns`, as many as `other` has, which must stay until the kernel has ended.
    pub fn new(columns: S, other: &impl Storage) -> Self {
        Leading { columns, length: other.length() }
    }

    /// Writes the members of the C++ class.
    pub fn write(&self, out: &mut Params) {
        self.params(out);
    }

    /// The C++ class.
    pub fn class(unit: &mut TranslationUnit) -> String {
        Self::lower(unit)
    }

    members! {
        pub(crate) |this, unit| ["leading.cuh"] format!("Leading<{}>", S::lower(unit)) =>
        all: params this.columns, length: word this.length.map_or(0, |length| length as usize)
    }
}
