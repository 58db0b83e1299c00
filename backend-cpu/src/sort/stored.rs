//! The columns of a storage, as rows that a sort moves.

use std::mem::MaybeUninit;

use onrush_core::storage::Storage;
use onrush_core::value::Value;

use super::columns::{Columns, RUN};
use crate::memory::{AllocError, Block};

/// The rows of a storage from row `from` on.
#[derive(Clone, Copy)]
pub(crate) struct Stored<S> {
    storage: S,
    from: usize,
}

impl<S: Storage> Stored<S> {
    pub(crate) fn new(storage: S) -> Self {
        Stored { storage, from: 0 }
    }
}

/// Memory for rows.
pub(crate) struct StoredMemory<S> {
    storage: S,
    _blocks: Vec<Block>,
}

impl<S: Storage> Columns for Stored<S> {
    type Item = S::Item;
    type Run = [MaybeUninit<S::Item>; RUN];
    type Buffer = StoredMemory<S>;
    const ROW: usize = S::Item::SIZE;

    fn allocate(len: usize) -> Result<Self::Buffer, AllocError> {
        let (mut blocks, mut failed) = (Vec::<Block>::new(), AllocError { bytes: 0 });
        let storage = S::like(len, &mut |bytes, align| {
            failed.bytes = bytes;
            blocks.try_reserve(1).map_err(|_| failed)?;
            blocks.push(Block::new(bytes, align)?);
            Ok(onrush_core::Memory::address(&blocks[blocks.len() - 1]))
        });
        Ok(StoredMemory { storage: storage.map_err(|_| failed)?, _blocks: blocks })
    }
    fn of(memory: &Self::Buffer) -> Self {
        Stored::new(memory.storage)
    }
    #[inline(always)]
    unsafe fn skip(self, by: usize) -> Self {
        Stored { from: self.from + by, ..self }
    }
    #[inline(always)]
    unsafe fn get(self, i: usize) -> S::Item {
        // SAFETY: the caller's contract.
        unsafe { self.storage.get(self.from + i) }
    }
    #[inline(always)]
    unsafe fn put(self, i: usize, item: S::Item) {
        // SAFETY: the caller's contract.
        unsafe { self.storage.put(self.from + i, item) }
    }
    #[inline(always)]
    fn prefetch(self, _: usize) {}
    #[inline(always)]
    unsafe fn copy(self, to: Self, len: usize) {
        // SAFETY: the caller's contract.
        unsafe { self.storage.copy(self.from, &to.storage, to.from, len) }
    }
    #[inline(always)]
    unsafe fn stage(run: *mut Self::Run, slot: usize, item: S::Item) {
        // SAFETY: the caller's contract: there is memory at `run`.
        unsafe { (*run)[slot].write(item) };
    }
    #[inline(always)]
    unsafe fn flush(self, at: usize, run: *const Self::Run, from: usize, to: usize) {
        for slot in from..to {
            // SAFETY: the caller's contract: the slots are staged, and there is memory for the rows.
            unsafe { self.put(at + slot, (*run)[slot].assume_init()) };
        }
    }
}
