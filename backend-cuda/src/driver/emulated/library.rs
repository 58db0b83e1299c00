//! Compiled programs, loaded into this process.
#![allow(unsafe_code)]

use std::collections::HashMap;
use std::ffi::{CStr, c_char, c_void};
use std::fs;
use std::mem::offset_of;
use std::ptr;
use std::sync::{Mutex, PoisonError};

use super::compiler::private_folder;
use super::written::Written;
use super::{Rule, lines};
use crate::driver::{DriverError, trap};

/// The struct `emulated::Launch` of `emulated.cuh`.
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
    finding: *mut u32,
    error: *mut c_char,
    error_bytes: u64,
    written: *const Written,
    written_count: u64,
}

/// Has the compiler find that what this module and a program share is laid out in the program as here.
pub(super) fn assertions() -> String {
    let mut text = "\n#line 1 \"shared\"\n".to_owned();
    let mut equal = |what: &str, number: usize| {
        text += &format!("static_assert({what} == {number}, \"as the host has it\");\n");
    };
    macro_rules! struct_as_here {
        ($name:ident: $($field:ident)+) => {
            equal(concat!("sizeof(emulated::", stringify!($name), ")"), size_of::<$name>());
            $(equal(
                concat!("OFFSET(emulated::", stringify!($name), ", ", stringify!($field), ")"),
                offset_of!($name, $field),
            );)+
        };
    }
    equal("sizeof(onrush_trap)", size_of::<trap::Words>());
    struct_as_here!(Launch: params params_bytes grid threads shared_bytes seed patience stacks finding error error_bytes written written_count);
    struct_as_here!(Written: from bytes marks);
    text
}

type LaunchFn = unsafe extern "C" fn(*const Launch) -> bool;

/// A library in this process. It is loaded once for all devices, and stays loaded.
struct Library {
    launch: LaunchFn,
    trap: *mut trap::Words,
    shared_bytes: u64,
    /// The bytes that a block gets for each byte of shared memory that a launch chooses.
    shared_each: u64,
    /// The code, if the library names places in it.
    code: Option<Box<[u8]>>,
    /// Held while the library's variables are in use.
    running: Mutex<()>,
}

// SAFETY: the function and the trap belong to the library, which is never unloaded, and are bound to no thread.
unsafe impl Send for Library {}
// SAFETY: the function and the trap are used under the lock `running` only.
unsafe impl Sync for Library {}

/// A loaded program.
#[derive(Clone, Copy)]
pub(super) struct Module {
    library: &'static Library,
}

/// Stacks of fibers, kept between launches. Each is used by one launch at a time. All libraries make them with the same
/// size: it depends on the sanitizers, which are the same throughout a process.
struct Stacks(*mut c_void);
// SAFETY: the pointer is null or refers to memory that is mapped into the process and bound to no thread.
unsafe impl Send for Stacks {}
static STACKS: Mutex<Vec<Stacks>> = Mutex::new(Vec::new());

impl Library {
    /// The library with this code. Code from a cache has been checked before.
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
        // The loader needs a file. No other user can change this one, and it is removed once it is loaded.
        let folder = private_folder().map_err(|e| failed(&e))?;
        let path = folder.path().join("program.so");
        fs::write(&path, code).map_err(|e| failed(&e))?;
        // SAFETY: the contract of [`Driver::load`](crate::driver::Driver::load): loading runs nothing but the
        // initialisers of the text's constants.
        let library = unsafe { libloading::Library::new(&path) }.map_err(|e| failed(&e))?;
        // SAFETY: `scheduler.cuh` defines the function with this signature.
        let launch = unsafe { *library.get::<LaunchFn>(b"onrush_launch\0").map_err(|e| failed(&e))? };
        // SAFETY: `prelude.cuh` defines the variable as these words, with their alignment.
        let trap = unsafe { *library.get::<*mut trap::Words>(b"onrush_trap\0").map_err(|e| failed(&e))? };
        // SAFETY: `SHARED` in `device.cuh` defines the variable, where there is one, as an initialised `u64`, which
        // nothing writes.
        let shared_bytes = unsafe { library.get::<*const u64>(b"onrush_shared_bytes\0").map_or(0, |bytes| **bytes) };
        // SAFETY: `checked.cuh` defines the variable, where there is one, as an initialised `u64`, which nothing writes.
        let each = unsafe { library.get::<*const u64>(b"onrush_shared_each\0").ok().map(|bytes| **bytes) };
        std::mem::forget(library);
        let (shared_each, code) = (each.unwrap_or(1), each.map(|_| code.into()));
        Ok(Library { launch, trap, shared_bytes, shared_each, code, running: Mutex::default() })
    }
}

impl Module {
    pub(super) fn open(code: &[u8]) -> Result<Self, DriverError> {
        Ok(Module { library: Library::of(code)? })
    }

    /// Runs a grid to its end; returns the words in the trap, and the error of the run if there is one.
    ///
    /// # Safety
    ///
    /// The contract is that of [`Driver::launch`](crate::driver::Driver::launch).
    pub(super) unsafe fn launch(
        &self,
        [grid, threads, shared]: [u32; 3],
        params: &[u8],
        seed: u64,
        patience: u64,
        written: &[Written],
    ) -> (trap::Words, Result<(), DriverError>) {
        let (mut error, mut finding) = ([0u8; 512], 0);
        let kept = STACKS.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut stacks = kept.map_or(ptr::null_mut(), |stacks| stacks.0);
        let launch = Launch {
            params: params.as_ptr().cast(),
            params_bytes: params.len() as u64,
            grid,
            threads,
            shared_bytes: self.library.shared_bytes + u64::from(shared) * self.library.shared_each,
            seed,
            patience,
            stacks: &mut stacks,
            finding: &mut finding,
            error: error.as_mut_ptr().cast(),
            error_bytes: error.len() as u64,
            written: written.as_ptr(),
            written_count: written.len() as u64,
        };
        let running = self.library.running.lock().unwrap_or_else(PoisonError::into_inner);
        // SAFETY: the lock is held. The trap is cleared because that of an earlier launch would end this one's waiting
        // loops.
        unsafe { *self.library.trap = [0; 4] };
        // SAFETY: every pointer is to the number of bytes that is named beside it, and outlives the call. The library
        // copies the parameters if their size is the program's; the caller's contract covers their contents. Stacks are
        // null or made by such a call; they are this call's alone. The lock is held.
        let done = unsafe { (self.library.launch)(&launch) };
        // SAFETY: the lock is held.
        let words = unsafe { *self.library.trap };
        drop(running);
        STACKS.lock().unwrap_or_else(PoisonError::into_inner).push(Stacks(stacks));

        // A panic in a user's kernel ends the launch and stands in the trap; it isn't an error of the emulated device.
        if done || (words[0] != 0 && error[0] == 0) {
            return (words, Ok(()));
        }
        let message = CStr::from_bytes_until_nul(&error).map(|m| m.to_string_lossy().into_owned()).unwrap_or_default();
        let message = self.library.code.as_ref().map_or(message.clone(), |code| lines::name(&message, code));
        (words, Err(DriverError::Broken { rule: Rule::of(finding), message, seed }))
    }
}
