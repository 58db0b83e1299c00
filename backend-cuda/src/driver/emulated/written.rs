//! Marks of the bytes in an emulated device's memory that have been written, by which reads of uninitialised memory are detected.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use onrush_core::variables;

/// The struct `emulated::Written` of `emulated.cuh`: an allocation with a mark for each byte.
#[repr(C)]
#[derive(Debug)]
pub(super) struct Written {
    pub(super) from: u64,
    pub(super) bytes: u64,
    pub(super) marks: *mut u8,
}

/// The marks of a device's allocations by address, if it has any.
#[derive(Debug)]
pub(super) struct Marks(Option<Mutex<BTreeMap<u64, Box<[u8]>>>>);

impl Marks {
    /// The marks of a new device, if they are wanted.
    pub(super) fn new() -> Self {
        Marks(Self::are_wanted().then(Mutex::default))
    }

    /// Whether `ONRUSH_EMULATED_SANITIZE` asks for marks.
    pub(super) fn are_wanted() -> bool {
        variables::text("ONRUSH_EMULATED_SANITIZE").is_some_and(|value| value == "uninitialised")
    }

    /// Whether there are marks.
    pub(super) fn are_kept(&self) -> bool {
        self.0.is_some()
    }

    fn all(&self) -> Option<MutexGuard<'_, BTreeMap<u64, Box<[u8]>>>> {
        self.0.as_ref().map(|marks| marks.lock().unwrap_or_else(PoisonError::into_inner))
    }

    pub(super) fn allocated(&self, from: u64, bytes: usize) {
        if let Some(mut all) = self.all() {
            all.insert(from, vec![0; bytes].into());
        }
    }

    pub(super) fn freed(&self, from: u64) {
        if let Some(mut all) = self.all() {
            all.remove(&from);
        }
    }

    /// The marks of these bytes; `None` if they don't lie in one allocation.
    fn of(marks: &mut BTreeMap<u64, Box<[u8]>>, from: u64, bytes: usize) -> Option<&mut [u8]> {
        let (start, marks) = marks.range_mut(..=from).next_back()?;
        let at = (from - start) as usize;
        marks.get_mut(at..at.checked_add(bytes)?)
    }

    /// Marks bytes that the host has written.
    pub(super) fn written(&self, to: u64, bytes: usize) {
        if let Some(mut all) = self.all()
            && let Some(marks) = Self::of(&mut all, to, bytes)
        {
            marks.fill(1);
        }
    }

    /// Copies the marks of bytes that were copied. Bytes from memory of another device count as written.
    pub(super) fn copied(&self, from: u64, to: u64, bytes: usize) {
        let Some(mut all) = self.all() else { return };
        let marks = Self::of(&mut all, from, bytes).map(|marks| marks.to_vec());
        if let Some(to) = Self::of(&mut all, to, bytes) {
            to.copy_from_slice(&marks.unwrap_or_else(|| vec![1; bytes]));
        }
    }

    /// Calls `launch` with the allocations, which are locked meanwhile.
    pub(super) fn with<R>(&self, launch: impl FnOnce(&[Written]) -> R) -> R {
        let Some(mut all) = self.all() else { return launch(&[]) };
        let written: Vec<Written> = all
            .iter_mut()
            .map(|(from, marks)| Written { from: *from, bytes: marks.len() as u64, marks: marks.as_mut_ptr() })
            .collect();
        launch(&written)
    }
}
