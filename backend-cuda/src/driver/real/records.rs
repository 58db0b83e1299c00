//! Where kernels say what has failed: for each call of a stream that can fail a record in the host's pinned memory.
#![allow(unsafe_code)]

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use super::context::Context;
use super::staging::{free_pinned, pinned};
use crate::driver::{DriverError, trap};

/// Calls of a stream whose end isn't known, as many as a driver lets be queued. A word has 12 bits for them.
const COUNT: u16 = 1024;
/// The words of a record: the number of the program in its upper half and the place's number plus one in its lower, or 0;
/// the index and the length where an index lay out of bounds; nothing.
const WORDS: usize = 4;
/// Where a call's word has the number of the record, and that of the call; below is that of the program.
const RECORD_BIT: u32 = 8;
const CALL_BIT: u32 = 20;

/// The records of a stream.
pub(super) struct Records {
    context: Arc<Context>,
    base: *mut [u64; WORDS],
    free: Mutex<Vec<u16>>,
}

// SAFETY: the memory belongs to no thread; its words are accessed as atomics.
unsafe impl Send for Records {}
// SAFETY: as above.
unsafe impl Sync for Records {}

impl Records {
    /// The context must be bound.
    pub(super) fn new(context: &Arc<Context>) -> Result<Self, DriverError> {
        let base: *mut [u64; WORDS] = pinned(COUNT as usize * size_of::<[u64; WORDS]>())?.cast();
        // SAFETY: the memory has room for as many records, aligned to pages, and is known here alone.
        unsafe { base.write_bytes(0, COUNT as usize) };
        Ok(Records { context: context.clone(), base, free: Mutex::new((0..COUNT).rev().collect()) })
    }

    /// The address, the same for the GPU and the host.
    pub(super) fn address(&self) -> u64 {
        self.base as u64
    }

    /// A record for the call of this number, unless all are taken.
    pub(super) fn get(self: &Arc<Self>, call: u64) -> Option<Record> {
        let record = self.free.lock().unwrap_or_else(PoisonError::into_inner).pop()?;
        Some(Record { records: self.clone(), record, call })
    }
}

impl Drop for Records {
    fn drop(&mut self) {
        if self.context.bind().is_ok() {
            // SAFETY: made by `pinned`, given back once. The stream, its programs and calls hold the records, so what is queued
            // there is done.
            unsafe { free_pinned(self.base.cast()) };
        }
    }
}

/// The record of a call. It is zero when it is taken and when it is given back.
pub(in crate::driver) struct Record {
    records: Arc<Records>,
    record: u16,
    call: u64,
}

impl Record {
    /// The word of one of its call's programs: what is larger belongs to a later call, or a later program.
    pub(in crate::driver) fn word(&self, program: usize) -> u64 {
        self.call << CALL_BIT | u64::from(self.record) << RECORD_BIT | program.min(255) as u64
    }

    /// What the first kernel of the call that has failed says, and the number of its program. The call's work is done.
    pub(in crate::driver) fn take(self) -> Option<(usize, trap::Words)> {
        // SAFETY: the record lies inside of the allocation, aligned; it is this call's alone, whose kernels have ended.
        let [code, index, length] = [0, 1, 2].map(|word| unsafe {
            AtomicU64::from_ptr(self.records.base.add(self.record.into()).cast::<u64>().add(word))
        });
        let first = code.swap(0, Ordering::Acquire);
        let words = [first & 0xffff_ffff, index.load(Ordering::Relaxed), length.load(Ordering::Relaxed)];
        (first != 0).then_some(((first >> 32) as usize, words))
    }
}

impl Drop for Record {
    fn drop(&mut self) {
        self.records.free.lock().unwrap_or_else(PoisonError::into_inner).push(self.record);
    }
}
