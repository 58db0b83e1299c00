//! Memory that holds its driver: dropping it frees it, in the order of the stream.
#![allow(unsafe_code)]

use std::fmt;
use std::sync::Arc;

use onrush_core::recording::Unrecorded;
use onrush_core::{Memory, RawMemory, Result};

use super::Driver;
use super::claims::unclaimed;
use super::machine::ALIGN;
use super::recording::{Arena, Work, leave, unrecorded};

/// Memory of a machine.
pub struct Buffer {
    driver: Driver,
    address: u64,
    bytes: usize,
    /// The memory, if other code has allocated it.
    adopted: Option<RawMemory>,
    /// Where it was recorded that it is allocated.
    arena: Option<Arc<Arena>>,
}

/// Memory of the host that a machine can write directly, for results.
pub struct Pinned {
    driver: Driver,
    address: *mut u8,
    bytes: usize,
    /// Whether work that is queued on the stream when it is dropped may use it.
    in_order: bool,
}

// SAFETY: it owns its bytes, and gives out no references to them.
unsafe impl Send for Pinned {}
// SAFETY: a shared `Pinned` gives out its address and size only; accesses through the address are unsafe.
unsafe impl Sync for Pinned {}

impl Driver {
    /// Allocates `bytes` uninitialised bytes, aligned to 256. Nothing is synchronised.
    ///
    /// # Errors
    ///
    /// [`OutOfMemory`](onrush_core::ErrorKind::OutOfMemory).
    pub fn allocate(&self, bytes: usize) -> Result<Buffer> {
        let arena = self.recorded_arena();
        let address = match (bytes, &arena) {
            // An empty buffer has an address that is aligned and not null; nothing is read or written there.
            (0, _) => ALIGN as u64,
            (_, Some(arena)) => arena.take(bytes)?,
            (_, None) => self.machine().allocate(bytes).map_err(|e| self.error(e))?,
        };
        Ok(Buffer { driver: self.clone(), address, bytes, arena, adopted: None })
    }

    /// Waits for the queued work of all streams on the machine, and returns freed memory that is kept to the machine.
    ///
    /// # Errors
    ///
    /// An error that the machine reports.
    pub fn release_memory(&self) -> Result<()> {
        unrecorded(Unrecorded::Waits)?;
        self.machine().release_memory().map_err(|e| self.error(e))
    }

    /// Allocates host memory, zeroed, that kernels can write through its address.
    ///
    /// # Errors
    ///
    /// [`OutOfMemory`](onrush_core::ErrorKind::OutOfMemory).
    pub fn pinned(&self, bytes: usize) -> Result<Pinned> {
        let mut pinned = self.pinned_uninit(bytes)?;
        pinned.in_order = true;
        // SAFETY: the allocation has this number of bytes, and nothing else knows it yet.
        unsafe { pinned.address.write_bytes(0, pinned.bytes) };
        Ok(pinned)
    }

    /// Allocates uninitialised host memory that the machine can read and write through its address. It is freed at once when it is
    /// dropped, so no queued work may use it then.
    ///
    /// # Errors
    ///
    /// [`OutOfMemory`](onrush_core::ErrorKind::OutOfMemory).
    pub fn pinned_uninit(&self, bytes: usize) -> Result<Pinned> {
        unrecorded(Unrecorded::Waits)?;
        let bytes = bytes.max(1);
        let address = self.machine().pinned(bytes).map_err(|e| self.error(e))?;
        Ok(Pinned { driver: self.clone(), address, bytes, in_order: false })
    }

    /// Queues a copy of `bytes` host bytes to this machine. The host's bytes may change once this has returned.
    ///
    /// # Errors
    ///
    /// An error that the machine reports.
    ///
    /// # Safety
    ///
    /// `from` points to `bytes` initialised bytes of the host, `to` to `bytes` bytes of this machine that nothing else
    /// uses, except in the order of the stream.
    pub unsafe fn upload(&self, from: *const u8, to: *mut u8, bytes: usize) -> Result<()> {
        unrecorded(Unrecorded::Copies)?;
        unclaimed(&(to as usize..to as usize + bytes), None)?;
        self.inner.settle().map_err(|e| self.error(e))?;
        if bytes == 0 {
            return Ok(());
        }
        // SAFETY: the caller keeps the contract of this function.
        unsafe { self.machine().upload(from, to as u64, bytes) }.map_err(|e| self.error(e))
    }

    /// Copies `bytes` bytes of this machine to the host, after all queued work; the copy is complete on return.
    ///
    /// # Errors
    ///
    /// An error that the machine reports.
    ///
    /// # Safety
    ///
    /// `from` points to `bytes` bytes of this machine, `to` to `bytes` bytes of the host that nothing else uses.
    pub unsafe fn download(&self, from: *const u8, to: *mut u8, bytes: usize) -> Result<()> {
        unrecorded(Unrecorded::Waits)?;
        self.inner.settle().map_err(|e| self.error(e))?;
        if bytes == 0 {
            return Ok(());
        }
        // SAFETY: the caller keeps the contract of this function.
        unsafe { self.machine().download(from as u64, to, bytes) }.map_err(|e| self.error(e))
    }

    /// Queues a copy within this machine, to or from [`Pinned`] memory, or from a GPU that is [open](super::machine::Stream::open_to) to this one.
    ///
    /// # Errors
    ///
    /// An error that the machine reports.
    ///
    /// # Safety
    ///
    /// Both point to `bytes` bytes of this machine that don't overlap and that nothing else uses, except in the order
    /// of the stream.
    pub unsafe fn copy(&self, from: *const u8, to: *mut u8, bytes: usize) -> Result<()> {
        if bytes == 0 {
            return Ok(());
        }
        if let Some(recorder) = self.recorder()? {
            recorder.add(Work::Copy { from: from as u64, to: to as u64, bytes });
            return Ok(());
        }
        self.inner.settle().map_err(|e| self.error(e))?;
        // SAFETY: the caller keeps the contract of this function.
        unsafe { self.machine().copy(from as u64, to as u64, bytes) }.map_err(|e| self.error(e))
    }

    /// Queues the writing of zeros.
    ///
    /// # Errors
    ///
    /// An error that the machine reports.
    ///
    /// # Safety
    ///
    /// `to` points to `bytes` bytes of this machine that nothing else uses, except in the order of the stream.
    pub unsafe fn zero(&self, to: *mut u8, bytes: usize) -> Result<()> {
        if bytes == 0 {
            return Ok(());
        }
        if let Some(recorder) = self.recorder()? {
            recorder.add(Work::Zero { to: to as u64, bytes });
            return Ok(());
        }
        self.inner.settle().map_err(|e| self.error(e))?;
        // SAFETY: the caller keeps the contract of this function.
        unsafe { self.machine().zero(to as u64, bytes) }.map_err(|e| self.error(e))
    }
}

// SAFETY: the driver has allocated `bytes` bytes at `address`, which are freed when the buffer is dropped; or they are those of adopted
// memory, which is released then.
unsafe impl Memory for Buffer {
    fn address(&self) -> *mut u8 {
        self.address as *mut u8
    }
    fn bytes(&self) -> usize {
        self.bytes
    }
    fn leave(&self) -> Result<()> {
        leave(self.arena.as_ref())
    }
    unsafe fn copy_from(&self, to: *mut u8, other: &Self, from: *const u8, bytes: usize) -> Result<bool> {
        let own = self.driver.machine();
        let opens = match (own.gpu(), other.driver.machine().gpu()) {
            (None, None) => Ok(true),
            // The pool that is opened has no memory of others.
            (Some(gpu), Some(_)) if other.adopted.is_none() => other.driver.machine().open_to(gpu),
            _ => Ok(false),
        };
        if !opens.map_err(|e| self.driver.error(e))? {
            return Ok(false);
        }
        unclaimed(&(to as usize..to as usize + bytes), None)?;
        // SAFETY: the caller's contract; the other machine's memory can be read here.
        unsafe { self.driver.copy(from, to, bytes) }.map(|()| true)
    }
}

impl Buffer {
    /// A buffer in memory that other code has allocated.
    pub(super) fn adopted(driver: Driver, memory: RawMemory) -> Self {
        Buffer {
            driver,
            address: memory.start().as_ptr() as u64,
            bytes: memory.bytes(),
            adopted: Some(memory),
            arena: None,
        }
    }

    /// The stream on which the buffer was allocated, and after whose queued work it is freed.
    pub fn driver(&self) -> &Driver {
        &self.driver
    }

    /// Whether it was only recorded that it is allocated.
    pub(crate) fn is_recorded(&self) -> bool {
        self.arena.is_some()
    }
}

// SAFETY: the driver has allocated `bytes` bytes at `address`, the same for the host and the machine, which are freed when this is
// dropped.
unsafe impl Memory for Pinned {
    fn address(&self) -> *mut u8 {
        self.address
    }
    fn bytes(&self) -> usize {
        self.bytes
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        if let Some(memory) = self.adopted.take() {
            match self.driver.inner.settle().map_err(|e| self.driver.error(e)).and_then(|()| self.driver.event()) {
                Ok(behind) => memory.release(&behind),
                // Nobody knows when its readers are done, so it is leaked.
                Err(_) => std::mem::forget(memory),
            }
            return;
        }
        if self.bytes == 0 {
            return;
        }
        if let Some(arena) = &self.arena {
            return arena.put(self.address);
        }
        if self.driver.inner.settle().is_err() {
            // The readers of the memory can't be waited for, so it is leaked.
            return;
        }
        // SAFETY: `allocate` on the same stream has made the memory, and it is freed once. By the contract of
        // `launch_in`, launches that got its address come before this in the stream.
        unsafe { self.driver.machine().free(self.address, self.bytes) };
    }
}

impl Drop for Pinned {
    fn drop(&mut self) {
        let machine = self.driver.machine();
        // SAFETY: `pinned` on the same stream has made the memory, and it is freed once: behind the stream's kernels that might
        // still write it, or where its owner has waited for all work that uses it.
        unsafe {
            match self.in_order {
                true => machine.free_pinned(self.address, self.bytes),
                false => machine.free_unused_pinned(self.address, self.bytes),
            }
        }
    }
}

impl fmt::Debug for Buffer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Buffer({:#x}, {} bytes)", self.address, self.bytes)
    }
}

impl fmt::Debug for Pinned {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Pinned({:p}, {} bytes)", self.address, self.bytes)
    }
}
