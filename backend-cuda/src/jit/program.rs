//! The only file that calls NVRTC: a program that is destroyed on every path.
#![allow(unsafe_code)]

use std::ffi::{CStr, CString, c_char, c_int};
use std::path::Path;
use std::ptr;

use cudarc::nvrtc::sys::{self, nvrtcResult};

use super::{JitError, Version};

/// Loads a library for the rest of the process; whether that succeeded.
pub(super) fn load(path: &Path) -> bool {
    // SAFETY: NVRTC and its built-ins are libraries without preconditions for their initialisers.
    match unsafe { libloading::Library::new(path) } {
        Ok(library) => {
            std::mem::forget(library);
            true
        }
        Err(_) => false,
    }
}

/// Whether the bindings will find NVRTC; they panic if asked for a function where they don't.
pub(super) fn present() -> bool {
    // SAFETY: as for `load`.
    unsafe { sys::is_culib_present() }
}

/// The version of the library; it must be present.
pub(super) fn version() -> Result<Version, JitError> {
    let (mut major, mut minor) = (0, 0);
    // SAFETY: the library is present, and writes one `int` to each address.
    let result = unsafe { sys::nvrtcVersion(&mut major, &mut minor) };
    succeed("nvrtcVersion", result)?;
    Ok(Version { major: major.unsigned_abs(), minor: minor.unsigned_abs() })
}

/// The architectures that the library, which must be present, compiles for: 90 for `sm_90`.
pub(super) fn architectures() -> Result<Vec<c_int>, JitError> {
    let mut count = 0;
    // SAFETY: the library is present; one `int` is written.
    succeed("nvrtcGetNumSupportedArchs", unsafe { sys::nvrtcGetNumSupportedArchs(&mut count) })?;
    let mut known = vec![0; count.unsigned_abs() as usize];
    // SAFETY: as above; as many are written as were counted.
    succeed("nvrtcGetSupportedArchs", unsafe { sys::nvrtcGetSupportedArchs(known.as_mut_ptr()) })?;
    Ok(known)
}

/// Why a program didn't compile.
pub(super) enum Failure {
    /// The source is at fault; the log says where.
    Source,
    /// Anything else.
    Other(JitError),
}

/// An NVRTC program.
pub(super) struct Program {
    handle: sys::nvrtcProgram,
}

impl Program {
    /// A program of this source; the library must be present.
    pub(super) fn new(source: &str) -> Result<Self, JitError> {
        let source = CString::new(source).map_err(|_| JitError::Nul)?;
        let mut handle = ptr::null_mut();
        // SAFETY: the source ends with NUL and is copied by the call; there are no headers, so their arrays may be null;
        // the handle is written if the call succeeds, and not used otherwise.
        let result = unsafe {
            sys::nvrtcCreateProgram(&mut handle, source.as_ptr(), c"onrush.cu".as_ptr(), 0, ptr::null(), ptr::null())
        };
        succeed("nvrtcCreateProgram", result)?;
        Ok(Program { handle })
    }

    /// Compiles it.
    pub(super) fn compile(&mut self, options: &[&str]) -> Result<(), Failure> {
        let options: Result<Vec<CString>, _> = options.iter().map(|o| CString::new(*o)).collect();
        let options = options.map_err(|_| Failure::Other(JitError::Nul))?;
        let pointers: Vec<*const c_char> = options.iter().map(|o| o.as_ptr()).collect();
        // SAFETY: the handle is alive until `drop`; there are as many pointers as the count says, each to a string that
        // ends with NUL and outlives the call.
        let result = unsafe { sys::nvrtcCompileProgram(self.handle, pointers.len() as c_int, pointers.as_ptr()) };
        match result {
            nvrtcResult::NVRTC_SUCCESS => Ok(()),
            nvrtcResult::NVRTC_ERROR_COMPILATION => Err(Failure::Source),
            other => Err(Failure::Other(JitError::Failed {
                call: "nvrtcCompileProgram",
                reason: format!("{other:?}"),
                log: self.log(),
            })),
        }
    }

    /// The machine code; the program must have compiled for a real architecture.
    pub(super) fn cubin(&self) -> Result<Vec<u8>, JitError> {
        let mut size = 0;
        // SAFETY: the handle is alive until `drop`; one size is written.
        let result = unsafe { sys::nvrtcGetCUBINSize(self.handle, &mut size) };
        succeed("nvrtcGetCUBINSize", result)?;
        let mut code = vec![0u8; size];
        // SAFETY: the handle is alive; exactly `size` bytes are written.
        let result = unsafe { sys::nvrtcGetCUBIN(self.handle, code.as_mut_ptr().cast()) };
        succeed("nvrtcGetCUBIN", result)?;
        Ok(code)
    }

    /// The compiler's log, empty if there is none.
    pub(super) fn log(&self) -> String {
        let mut size = 0;
        // SAFETY: the handle is alive until `drop`; one size is written.
        let sized = unsafe { sys::nvrtcGetProgramLogSize(self.handle, &mut size) };
        if sized != nvrtcResult::NVRTC_SUCCESS || size == 0 {
            return String::new();
        }
        let mut log = vec![0u8; size];
        // SAFETY: the handle is alive; exactly `size` bytes are written, the last of them NUL.
        let written = unsafe { sys::nvrtcGetProgramLog(self.handle, log.as_mut_ptr().cast()) };
        if written != nvrtcResult::NVRTC_SUCCESS {
            return String::new();
        }
        CStr::from_bytes_until_nul(&log).map(|log| log.to_string_lossy().trim_end().to_owned()).unwrap_or_default()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // SAFETY: the handle was made by `new` and is destroyed once. A failure leaves nothing to do.
        let _ = unsafe { sys::nvrtcDestroyProgram(&mut self.handle) };
    }
}

fn succeed(call: &'static str, result: nvrtcResult) -> Result<(), JitError> {
    match result {
        nvrtcResult::NVRTC_SUCCESS => Ok(()),
        other => Err(JitError::Failed { call, reason: format!("{other:?}"), log: String::new() }),
    }
}
