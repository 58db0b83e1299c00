//! Records in which kernels report failures: one for each call of a stream that can fail, in memory of the host that
//! its kernels can write.
#![allow(unsafe_code)]

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use super::trap;

/// The largest number of calls of a stream whose end isn't known: a driver accepts no more.
const COUNT: u16 = 1024;
/// The words of a record. The first one has the program's number in its upper half and the place's number plus one in
/// its lower half, or is 0; then come the index and the length, if an index was out of bounds, and the index of the item, if
/// it was an item's position.
const WORDS: usize = size_of::<trap::Words>() / size_of::<u64>();
/// The bits from which on a call's word has the record's number and the call's number; below them is the program's
/// number.
const RECORD_BIT: u32 = 8;
const RECORD_BITS: u32 = 12;
/// The number of every program behind those that have numbers of their own.
pub(super) const UNNUMBERED: usize = (1 << RECORD_BIT) - 1;
const CALL_BIT: u32 = RECORD_BIT + RECORD_BITS;
const _: () = assert!(COUNT <= 1 << RECORD_BITS);

/// These constants for the text of programs.
pub(super) fn constants() -> String {
    let constants = [("RECORD_BIT", RECORD_BIT), ("RECORD_BITS", RECORD_BITS), ("RECORD_WORDS", WORDS as u32)];
    constants.map(|(name, value)| format!("#define {name} {value}\n")).concat()
}

/// The records of a stream.
pub(super) struct Records {
    base: *mut [u64; WORDS],
    free: Mutex<Vec<u16>>,
    /// Frees the memory when it is dropped.
    _memory: Box<dyn Send + Sync>,
}

// SAFETY: the memory belongs to no thread; its words are accessed as atomics.
unsafe impl Send for Records {}
// SAFETY: the words are accessed as atomics, and a lock guards the list.
unsafe impl Sync for Records {}

impl Records {
    /// The size in bytes of the memory that records need.
    pub(super) const BYTES: usize = COUNT as usize * size_of::<[u64; WORDS]>();

    /// Makes the records of a stream in this memory.
    ///
    /// # Safety
    ///
    /// `base` is the start of [`BYTES`](Self::BYTES) bytes, aligned to words, which nothing else uses until `memory` is
    /// dropped.
    pub(super) unsafe fn new(base: *mut u8, memory: impl Send + Sync + 'static) -> Self {
        let base: *mut [u64; WORDS] = base.cast();
        // SAFETY: the caller's contract: the memory has room for `COUNT` records.
        unsafe { base.write_bytes(0, COUNT as usize) };
        Records { base, free: Mutex::new((0..COUNT).rev().collect()), _memory: Box::new(memory) }
    }

    /// The address, the same for kernels and the host.
    pub(super) fn address(&self) -> u64 {
        self.base as u64
    }

    /// A record for the call of this number, unless all are taken.
    pub(super) fn get(self: &Arc<Self>, call: u64) -> Option<CallRecord> {
        let record = self.free.lock().unwrap_or_else(PoisonError::into_inner).pop()?;
        Some(CallRecord { records: self.clone(), record, call })
    }

    /// The words of a record.
    fn words(&self, record: u16) -> [&AtomicU64; WORDS] {
        assert!(record < COUNT, "a stream has {COUNT} records");
        // SAFETY: the record lies inside the memory, aligned; all accesses to it are atomic, and the memory lives as
        // long as the records.
        [0, 1, 2, 3].map(|word| unsafe { AtomicU64::from_ptr(self.base.add(record.into()).cast::<u64>().add(word)) })
    }

    /// Stores the words of a kernel that has failed in the record that the kernel's word names, unless an earlier
    /// kernel of the call has failed. The prelude's `report_trap` does this for kernels on a GPU.
    pub(super) fn report(&self, word: u64, words: trap::Words) {
        let record = word >> RECORD_BIT & ((1 << RECORD_BITS) - 1);
        let [code, details @ ..] = self.words(record as u16);
        if code.load(Ordering::Acquire) == 0 {
            let [first, rest @ ..] = words;
            details.iter().zip(rest).for_each(|(detail, word)| detail.store(word, Ordering::Relaxed));
            code.store((word & ((1 << RECORD_BIT) - 1)) << 32 | first, Ordering::Release);
        }
    }
}

/// The record of a call. It is zero when it is taken and when it is returned.
pub(super) struct CallRecord {
    records: Arc<Records>,
    record: u16,
    call: u64,
}

impl CallRecord {
    /// The word of one of the call's programs. A larger word belongs to a later call, or to a later program.
    pub(super) fn word(&self, program: usize) -> u64 {
        self.call << CALL_BIT | u64::from(self.record) << RECORD_BIT | program.min(UNNUMBERED) as u64
    }

    /// The address of the word that isn't 0 once a kernel of the call has reported a failure.
    pub(super) fn address(&self) -> u64 {
        self.records.address() + (usize::from(self.record) * size_of::<[u64; WORDS]>()) as u64
    }

    /// Whether a kernel of the call has reported a failure so far.
    pub(super) fn is_reported(&self) -> bool {
        let [code, ..] = self.records.words(self.record);
        code.load(Ordering::Acquire) != 0
    }

    /// The report of the first kernel of the call that has failed, with the number of its program. The call's work must
    /// be done.
    pub(super) fn take(self) -> Option<(usize, trap::Words)> {
        let [code, details @ ..] = self.records.words(self.record);
        let first = code.swap(0, Ordering::Acquire);
        let [index, length, item] = details.map(|detail| detail.load(Ordering::Relaxed));
        let words = [first & 0xffff_ffff, index, length, item];
        (first != 0).then_some(((first >> 32) as usize, words))
    }
}

impl Drop for CallRecord {
    fn drop(&mut self) {
        self.records.free.lock().unwrap_or_else(PoisonError::into_inner).push(self.record);
    }
}
