//! Memory that knows its driver: it goes back when it is dropped, in the order of the stream.
#![allow(unsafe_code)]

use std::fmt;

use onrush_core::{Memory, Result};

use super::{Driver, Machine};

/// The alignment of every allocation.
pub(super) const ALIGN: usize = 256;

/// Memory of a machine.
pub struct Buffer {
    driver: Driver,
    address: u64,
    bytes: usize,
}

/// Memory of the host that a machine can write directly: where results land.
pub struct Pinned {
    driver: Driver,
    address: *mut u8,
    bytes: usize,
}

// SAFETY: it owns its bytes, and gives out no references to them.
unsafe impl Send for Pinned {}
// SAFETY: as above; reads through the address are the reader's to justify.
unsafe impl Sync for Pinned {}

impl Driver {
    /// Allocates `bytes` uninitialised bytes, aligned to 256. Nothing is synchronised.
    ///
    /// # Errors
    ///
    /// [`OutOfMemory`](onrush_core::ErrorKind::OutOfMemory).
    pub fn allocate(&self, bytes: usize) -> Result<Buffer> {
        let address = match self.machine() {
            // Nothing may be read or written there, but it is aligned, and not null.
            _ if bytes == 0 => Ok(ALIGN as u64),
            Machine::Real(stream) => stream.allocate(bytes),
            Machine::Emulated(stream) => stream.device().allocate(bytes),
        };
        let address = address.map_err(|e| self.error(e))?;
        Ok(Buffer { driver: self.clone(), address, bytes })
    }

    /// Allocates host memory, zeroed, that kernels can write through its address.
    ///
    /// # Errors
    ///
    /// [`OutOfMemory`](onrush_core::ErrorKind::OutOfMemory).
    pub fn pinned(&self, bytes: usize) -> Result<Pinned> {
        let bytes = bytes.max(1);
        let address = match self.machine() {
            Machine::Real(stream) => stream.pinned(bytes),
            Machine::Emulated(stream) => stream.device().allocate(bytes).map(|address| address as *mut u8),
        };
        let address = address.map_err(|e| self.error(e))?;
        // SAFETY: the allocation has `bytes` bytes, and nobody else knows it yet.
        unsafe { address.write_bytes(0, bytes) };
        Ok(Pinned { driver: self.clone(), address, bytes })
    }

    /// Queues a copy of `bytes` host bytes to this machine. The host's may be changed on return.
    ///
    /// # Errors
    ///
    /// Whatever the machine reports.
    ///
    /// # Safety
    ///
    /// `from` points to as many initialised bytes of the host, `to` to as many of this machine that nobody else uses,
    /// except in the order of the stream.
    pub unsafe fn upload(&self, from: *const u8, to: *mut u8, bytes: usize) -> Result<()> {
        self.inner.settle().map_err(|e| self.error(e))?;
        let result = match self.machine() {
            _ if bytes == 0 => Ok(()),
            // SAFETY: handed on to the caller.
            Machine::Real(stream) => unsafe { stream.upload(from, to as u64, bytes) },
            // SAFETY: handed on to the caller.
            Machine::Emulated(stream) => unsafe { stream.upload(from, to as u64, bytes) },
        };
        result.map_err(|e| self.error(e))
    }

    /// Copies `bytes` bytes of this machine to the host, after all that is queued; they are there on return.
    ///
    /// # Errors
    ///
    /// Whatever the machine reports.
    ///
    /// # Safety
    ///
    /// `from` points to as many bytes of this machine, `to` to as many of the host that nobody else uses.
    pub unsafe fn download(&self, from: *const u8, to: *mut u8, bytes: usize) -> Result<()> {
        self.inner.settle().map_err(|e| self.error(e))?;
        let result = match self.machine() {
            _ if bytes == 0 => Ok(()),
            // SAFETY: handed on to the caller.
            Machine::Real(stream) => unsafe { stream.download(from as u64, to, bytes) },
            // SAFETY: handed on to the caller.
            Machine::Emulated(stream) => unsafe { stream.download(from as u64, to, bytes) },
        };
        result.map_err(|e| self.error(e))
    }

    /// Queues a copy within this machine, or to or from [`Pinned`] memory.
    ///
    /// # Errors
    ///
    /// Whatever the machine reports.
    ///
    /// # Safety
    ///
    /// Both point to `bytes` bytes of this machine that don't overlap and that nobody else uses, except in the order of
    /// the stream.
    pub unsafe fn copy(&self, from: *const u8, to: *mut u8, bytes: usize) -> Result<()> {
        self.inner.settle().map_err(|e| self.error(e))?;
        let result = match self.machine() {
            _ if bytes == 0 => Ok(()),
            // SAFETY: handed on to the caller.
            Machine::Real(stream) => unsafe { stream.copy(from as u64, to as u64, bytes) },
            // SAFETY: handed on to the caller.
            Machine::Emulated(stream) => unsafe { stream.copy(from as u64, to as u64, bytes) },
        };
        result.map_err(|e| self.error(e))
    }

    /// Queues the writing of zeros.
    ///
    /// # Errors
    ///
    /// Whatever the machine reports.
    ///
    /// # Safety
    ///
    /// `to` points to `bytes` bytes of this machine that nobody else uses, except in the order of the stream.
    pub unsafe fn zero(&self, to: *mut u8, bytes: usize) -> Result<()> {
        self.inner.settle().map_err(|e| self.error(e))?;
        let result = match self.machine() {
            _ if bytes == 0 => Ok(()),
            // SAFETY: handed on to the caller.
            Machine::Real(stream) => unsafe { stream.zero(to as u64, bytes) },
            // SAFETY: handed on to the caller.
            Machine::Emulated(stream) => unsafe { stream.zero(to as u64, bytes) },
        };
        result.map_err(|e| self.error(e))
    }
}

// SAFETY: the address that the driver gave, for as many bytes, given back when it is dropped.
unsafe impl Memory for Buffer {
    fn address(&self) -> *mut u8 {
        self.address as *mut u8
    }
    fn bytes(&self) -> usize {
        self.bytes
    }
}

impl Buffer {
    /// The stream that it was allocated on, and after whose queued work it goes back.
    pub fn driver(&self) -> &Driver {
        &self.driver
    }
}

impl Pinned {
    /// The address, the same for the host and the machine.
    pub fn address(&self) -> *mut u8 {
        self.address
    }
    /// The size in bytes.
    pub fn bytes(&self) -> usize {
        self.bytes
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        if self.bytes == 0 {
            return;
        }
        if self.driver.inner.settle().is_err() {
            // Who reads it can't be waited for: it stays.
            return;
        }
        match self.driver.machine() {
            // SAFETY: `allocate` of the same stream made it, and it is freed once. Whoever gave its address to a launch
            // promised that the launch comes before this in the stream.
            Machine::Real(stream) => unsafe { stream.free(self.address, self.bytes) },
            // SAFETY: as above.
            Machine::Emulated(stream) => unsafe { stream.free(self.address, self.bytes) },
        }
    }
}

impl Drop for Pinned {
    fn drop(&mut self) {
        match self.driver.machine() {
            // SAFETY: `pinned` of the same stream made it, and it is freed once; the driver waits for kernels that might
            // still write it.
            Machine::Real(stream) => unsafe { stream.free_pinned(self.address) },
            // SAFETY: as above: the free comes after the stream's kernels.
            Machine::Emulated(stream) => unsafe { stream.free(self.address as u64, self.bytes) },
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
