//! Compiled programs, loaded into this process.
#![allow(unsafe_code)]

use std::collections::HashMap;
use std::ffi::{CStr, c_char, c_void};
use std::fs;
use std::ptr;
use std::sync::{Mutex, PoisonError};

use super::compiler::private_folder;
use crate::driver::{DriverError, trap};

/// `emulated::Launch` of `emulated.cuh`.
#[repr(C)]
struct Launch {
    params: *const c_void,
    params_bytes: u64,
    grid: u32,
    threads: u32,
    shared_bytes: u64,
    seed: u64,
    patience: u64,
    stacks: *mut *mut c_void,
    error: *mut c_char,
    error_bytes: u64,
}

type LaunchFn = unsafe extern "C" fn(*const Launch) -> bool;

/// A library in this process. It stays loaded for good, and is loaded once, whichever devices ask for it.
struct Library {
    launch: LaunchFn,
    trap: *mut trap::Words,
    shared_bytes: u64,
    /// Held while the library's variables are in use.
    running: Mutex<()>,
}

// SAFETY: the function and the trap are the library's, which is never unloaded; both are used under `running` only.
unsafe impl Send for Library {}
// SAFETY: as above.
unsafe impl Sync for Library {}

/// A loaded program.
pub(in crate::driver) struct Module {
    library: &'static Library,
}

/// Stacks of fibers between launches. Each is used by one launch at a time, and all libraries make them alike: the
/// sanitizers, on which their size depends, are the same throughout a process.
struct Stacks(*mut c_void);
// SAFETY: they are plain memory, mapped into the process.
unsafe impl Send for Stacks {}
static STACKS: Mutex<Vec<Stacks>> = Mutex::new(Vec::new());

impl Library {
    /// The one with this code, which was checked if it comes from a cache.
    fn of(code: &[u8]) -> Result<&'static Self, DriverError> {
        static LOADED: Mutex<Option<HashMap<blake3::Hash, &'static Library>>> = Mutex::new(None);
        let mut loaded = LOADED.lock().unwrap_or_else(PoisonError::into_inner);
        let loaded = loaded.get_or_insert_default();
        let name = blake3::hash(code);
        if let Some(library) = loaded.get(&name) {
            return Ok(library);
        }
        let library = &*Box::leak(Box::new(Self::load(code)?));
        loaded.insert(name, library);
        Ok(library)
    }

    fn load(code: &[u8]) -> Result<Self, DriverError> {
        let failed =
            |error: &dyn std::fmt::Display| DriverError::Compiler(format!("a program can't be loaded: {error}"));
        // The loader wants a file. Nobody else can change this one, whose name is gone when it is loaded.
        let folder = private_folder().map_err(|e| failed(&e))?;
        let path = folder.path().join("program.so");
        fs::write(&path, code).map_err(|e| failed(&e))?;
        // SAFETY: the library is our own program; loading it runs nothing but the initialisers of constants.
        let library = unsafe { libloading::Library::new(&path) }.map_err(|e| failed(&e))?;
        // SAFETY: `scheduler.cuh` defines it so.
        let launch = unsafe { *library.get::<LaunchFn>(b"onrush_launch\0").map_err(|e| failed(&e))? };
        // SAFETY: `prelude.cuh` defines it so, with the alignment of its words.
        let trap = unsafe { *library.get::<*mut trap::Words>(b"onrush_trap\0").map_err(|e| failed(&e))? };
        // SAFETY: a program that defines it does so as an initialised `u64`, which nobody writes.
        let shared_bytes = unsafe { library.get::<*const u64>(b"onrush_shared_bytes\0").map_or(0, |bytes| **bytes) };
        std::mem::forget(library);
        Ok(Library { launch, trap, shared_bytes, running: Mutex::default() })
    }
}

impl Module {
    pub(super) fn open(code: &[u8]) -> Result<Self, DriverError> {
        Ok(Module { library: Library::of(code)? })
    }

    /// Runs a grid to its end; what it has left in the trap.
    ///
    /// # Safety
    ///
    /// As for [`Driver::launch`](crate::driver::Driver::launch).
    pub(super) unsafe fn launch(
        &self,
        grid: u32,
        threads: u32,
        params: &[u8],
        seed: u64,
        patience: u64,
    ) -> (trap::Words, Result<(), DriverError>) {
        let mut error = [0u8; 512];
        let kept = STACKS.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut stacks = kept.map_or(ptr::null_mut(), |stacks| stacks.0);
        let launch = Launch {
            params: params.as_ptr().cast(),
            params_bytes: params.len() as u64,
            grid,
            threads,
            shared_bytes: self.library.shared_bytes,
            seed,
            patience,
            stacks: &mut stacks,
            error: error.as_mut_ptr().cast(),
            error_bytes: error.len() as u64,
        };
        let running = self.library.running.lock().unwrap_or_else(PoisonError::into_inner);
        // SAFETY: the trap is used under the lock only. A trap of an earlier launch would end this one's waiting loops.
        unsafe { *self.library.trap = [0; 3] };
        // SAFETY: every pointer is to as many bytes as are named beside it, and outlives the call. The parameters are
        // copied if they are as many as the program's, which the caller vouches for. Stacks are null or made by such a
        // call; they are this call's alone. The lock is held.
        let done = unsafe { (self.library.launch)(&launch) };
        // SAFETY: as above.
        let words = unsafe { *self.library.trap };
        drop(running);
        STACKS.lock().unwrap_or_else(PoisonError::into_inner).push(Stacks(stacks));

        if done {
            return (words, Ok(()));
        }
        let message = CStr::from_bytes_until_nul(&error).map(|m| m.to_string_lossy().into_owned()).unwrap_or_default();
        (words, Err(DriverError::Broken { message, seed }))
    }
}
