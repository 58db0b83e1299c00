//! Compiled programs, loaded into this process.
#![allow(unsafe_code)]

use std::collections::HashMap;
use std::ffi::{CStr, c_char, c_void};
use std::path::PathBuf;
use std::ptr;
use std::sync::{Arc, Mutex, PoisonError};

use super::compiler::Compiled;
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

/// A loaded program. The library stays loaded for good, as its file may be loaded a second time under the same handle.
pub(in crate::driver) struct Module {
    launch: LaunchFn,
    trap: *mut trap::Words,
    shared_bytes: u64,
    /// What the last launches of this module left in the trap; the library's own is another loader's too.
    caught: Mutex<trap::Words>,
    /// Held while the library's variables are in use.
    running: Arc<Mutex<()>>,
}

// SAFETY: the function and the trap are the library's, which is never unloaded; both are used under `running` only.
unsafe impl Send for Module {}
// SAFETY: as above.
unsafe impl Sync for Module {}

/// Stacks of fibers between launches. Each is used by one launch at a time, and all libraries make them alike: the
/// sanitizers, on which their size depends, are the same throughout a process.
struct Stacks(*mut c_void);
// SAFETY: they are plain memory, mapped into the process.
unsafe impl Send for Stacks {}
static STACKS: Mutex<Vec<Stacks>> = Mutex::new(Vec::new());

fn running(path: PathBuf) -> Arc<Mutex<()>> {
    static RUNNING: Mutex<Option<HashMap<PathBuf, Arc<Mutex<()>>>>> = Mutex::new(None);
    let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
    running.get_or_insert_default().entry(path).or_default().clone()
}

impl Module {
    pub(super) fn open(program: &Compiled) -> Result<Self, DriverError> {
        let path = program.path();
        let failed = |error: libloading::Error| DriverError::Compiler(format!("{}: {error}", path.display()));
        // SAFETY: the library is our own program; loading it runs nothing but the initialisers of constants.
        let library = unsafe { libloading::Library::new(path) }.map_err(failed)?;
        // SAFETY: `scheduler.cuh` defines it so.
        let launch = unsafe { *library.get::<LaunchFn>(b"onrush_launch\0").map_err(failed)? };
        // SAFETY: `prelude.cuh` defines it so, with the alignment of its words.
        let trap = unsafe { *library.get::<*mut trap::Words>(b"onrush_trap\0").map_err(failed)? };
        // SAFETY: a program that defines it does so as an initialised `u64`, which nobody writes.
        let shared_bytes = unsafe { library.get::<*const u64>(b"onrush_shared_bytes\0").map_or(0, |bytes| **bytes) };
        std::mem::forget(library);
        Ok(Module { launch, trap, shared_bytes, caught: Mutex::default(), running: running(path.to_owned()) })
    }

    /// Runs a grid to its end.
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
    ) -> Result<(), DriverError> {
        let mut error = [0u8; 512];
        let kept = STACKS.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut stacks = kept.map_or(ptr::null_mut(), |stacks| stacks.0);
        let launch = Launch {
            params: params.as_ptr().cast(),
            params_bytes: params.len() as u64,
            grid,
            threads,
            shared_bytes: self.shared_bytes,
            seed,
            patience,
            stacks: &mut stacks,
            error: error.as_mut_ptr().cast(),
            error_bytes: error.len() as u64,
        };
        let running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        // SAFETY: the trap is used under the lock only. A trap of an earlier launch would end this one's waiting loops.
        unsafe { *self.trap = [0; 3] };
        // SAFETY: every pointer is to as many bytes as are named beside it, and outlives the call. The parameters are
        // copied if they are as many as the program's, which the caller vouches for. Stacks are null or made by such a
        // call; they are this call's alone. The lock is held.
        let done = unsafe { (self.launch)(&launch) };
        // SAFETY: as above.
        let words = unsafe { *self.trap };
        drop(running);
        STACKS.lock().unwrap_or_else(PoisonError::into_inner).push(Stacks(stacks));

        let mut caught = self.caught.lock().unwrap_or_else(PoisonError::into_inner);
        if caught[0] == 0 {
            *caught = words;
        }
        if done {
            return Ok(());
        }
        let message = CStr::from_bytes_until_nul(&error).map(|m| m.to_string_lossy().into_owned()).unwrap_or_default();
        Err(DriverError::Broken { message, seed })
    }

    /// The first failure since the last call, or zeros.
    pub(in crate::driver) fn take_trap(&self) -> trap::Words {
        std::mem::take(&mut *self.caught.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
