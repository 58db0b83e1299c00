use crate::device::Check;
use crate::error::Result;
use crate::lower::{Params, TranslationUnit};
use crate::storage::{Span, Storage};

/// Columns with a place in device memory for the number of items that a call stores in them.
#[derive(Debug, Clone, Copy)]
pub struct Counting<S> {
    columns: S,
    counter: Option<Span<u64>>,
}

impl<S> Counting<S> {
    /// The columns, with the place if there is one: a new element of a vector.
    pub(crate) fn new(columns: S, counter: Option<Span<u64>>) -> Self {
        Counting { columns, counter }
    }
}

// SAFETY: every method that touches items is that of the columns.
unsafe impl<S: Storage> Storage for Counting<S> {
    type Item = S::Item;
    const NOTHING: bool = S::NOTHING;
    const ITEM_BYTES: usize = S::ITEM_BYTES;
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
        self.counter.map(|counter| counter.as_ptr())
    }
    fn like(len: usize, allocate: &mut dyn FnMut(usize, usize) -> Result<*mut u8>) -> Result<Self> {
        Ok(Counting { columns: S::like(len, allocate)?, counter: None })
    }
    #[inline(always)]
    fn check(&self, check: &mut Check) {
        self.columns.check(check);
        if let Some(counter) = &self.counter {
            counter.check(check);
        }
    }
    fn params(&self, out: &mut Params) {
        self.columns.params(out);
    }
    fn lower(unit: &mut TranslationUnit) -> String {
        S::lower(unit)
    }
}
