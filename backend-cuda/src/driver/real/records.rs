//! Records in which kernels report failures: one for each call of a stream that can fail, in the host's pinned memory.
#![allow(unsafe_code)]

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use super::context::Context;
use super::staging::{free_pinned, pinned};
use crate::driver::{DriverError, trap};

/// The largest number of calls of a stream whose end isn't known: a driver accepts no more.
const COUNT: u16 = 1024;
/// The words of a record. The first one has the program's number in its upper half and the place's number plus one in
/// its lower half, or is 0; then come the index and the length, if an index was out of bounds; the last one is unused.
const WORDS: usize = 4;
/// The bits from which on a call's word has the record's number and the call's number; below them is the program's
/// number.
const RECORD_BIT: u32 = 8;
const RECORD_BITS: u32 = 12;
const CALL_BIT: u32 = RECORD_BIT + RECORD_BITS;
const _: () = assert!(COUNT <= 1 << RECORD_BITS);

/// These constants for the text of programs.
pub(in crate::driver) fn constants() -> String {
    let constants = [("RECORD_BIT", RECORD_BIT), ("RECORD_BITS", RECORD_BITS), ("RECORD_WORDS", WORDS as u32)];
    constants.map(|(name, value)| format!("#define {name} {value}\n")).concat()
}

/// The records of a stream.
pub(super) struct Records {
    context: Arc<Context>,
    base: *mut [u64; WORDS],
    free: Mutex<Vec<u16>>,
}

// SAFETY: the memory belongs to no thread; its words are accessed as atomics.
unsafe impl Send for Records {}
// SAFETY: the words are accessed as atomics, and a lock guards the list.
unsafe impl Sync for Records {}

impl Records {
    /// Makes the records of a stream. The context must be bound.
    pub(super) fn new(context: &Arc<Context>) -> Result<Self, DriverError> {
        let base: *mut [u64; WORDS] = pinned(COUNT as usize * size_of::<[u64; WORDS]>())?.cast();
        // SAFETY: the memory has room for `COUNT` records, is aligned to pages, and is known here alone.
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
            // SAFETY: `pinned` has made the memory, and it is freed once. The stream, its programs and its calls hold
            // the records, so all work that is queued there is done.
            unsafe { free_pinned(self.base.cast()) };
        }
    }
}

/// The record of a call. It is zero when it is taken and when it is returned.
pub(in crate::driver) struct Record {
    records: Arc<Records>,
    record: u16,
    call: u64,
}

impl Record {
    /// The word of one of the call's programs. A larger word belongs to a later call, or to a later program.
    pub(in crate::driver) fn word(&self, program: usize) -> u64 {
        self.call << CALL_BIT | u64::from(self.record) << RECORD_BIT | program.min((1 << RECORD_BIT) - 1) as u64
    }

    /// The report of the first kernel of the call that has failed, with the number of its program. The call's work must
    /// be done.
    pub(in crate::driver) fn take(self) -> Option<(usize, trap::Words)> {
        // SAFETY: the record lies inside the allocation, aligned; it is this call's alone, whose kernels have ended.
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
