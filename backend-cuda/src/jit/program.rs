//! NVRTC's functions, which this file alone calls, and a program that is destroyed on every path.
#![allow(unsafe_code)]

use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::path::Path;
use std::ptr;

use libloading::Library;

use super::{JitError, Version};
use crate::function_table::{Missing, function_table, symbol};

/// `nvrtcResult` as a number: a library may return one that this crate doesn't know.
type Status = c_int;
type Handle = *mut c_void;
const SUCCESS: Status = 0;
const COMPILATION: Status = 6;

function_table! {
    /// NVRTC's functions, of a library that stays loaded for the rest of the process.
    pub(super) struct Nvrtc: "C";
    nvrtcGetErrorString(Status) -> *const c_char;
    nvrtcGetNumSupportedArchs(*mut c_int) -> Status;
    nvrtcGetSupportedArchs(*mut c_int) -> Status;
    nvrtcCreateProgram(
        *mut Handle, *const c_char, *const c_char, c_int, *const *const c_char, *const *const c_char
    ) -> Status;
    nvrtcDestroyProgram(*mut Handle) -> Status;
    nvrtcCompileProgram(Handle, c_int, *const *const c_char) -> Status;
    nvrtcGetCUBINSize(Handle, *mut usize) -> Status;
    nvrtcGetCUBIN(Handle, *mut c_char) -> Status;
    nvrtcGetProgramLogSize(Handle, *mut usize) -> Status;
    nvrtcGetProgramLog(Handle, *mut c_char) -> Status;
}

fn failed(call: &'static str, reason: String) -> JitError {
    JitError::Failed { call, reason, log: String::new() }
}

fn lacks(missing: Missing) -> JitError {
    failed(missing.function, missing.to_string())
}

/// Loads a library for the rest of the process. Its path is absolute, or the loader looks for the name.
pub(super) fn load(path: &Path) -> Option<&'static Library> {
    // SAFETY: NVRTC and its built-ins are libraries without preconditions for their initialisers.
    unsafe { Library::new(path) }.ok().map(|library| &*Box::leak(Box::new(library)))
}

impl Nvrtc {
    /// The functions of a library, if it compiles to cubins.
    pub(super) fn new(library: &'static Library) -> Result<(Self, Version), JitError> {
        let (mut major, mut minor) = (0, 0);
        // SAFETY: the function has this signature in every version, and writes one `int` to each address.
        let status = unsafe {
            type Get = unsafe extern "C" fn(*mut c_int, *mut c_int) -> Status;
            let version = symbol::<Get>(library, "nvrtcVersion").map_err(lacks)?;
            version(&mut major, &mut minor)
        };
        let version = Version { major: major.unsigned_abs(), minor: minor.unsigned_abs() };
        // Older versions lack functions that are used here.
        if status == SUCCESS && version < (Version { major: 11, minor: 2 }) {
            return Err(failed("nvrtcVersion", format!("{}.{} is older than 11.2", version.major, version.minor)));
        }
        // SAFETY: functions of these names have these signatures in every version of NVRTC that has them. The library
        // is never unloaded.
        let nvrtc = unsafe { Nvrtc::of(library) }.map_err(lacks)?;
        nvrtc.succeed("nvrtcVersion", status)?;
        Ok((nvrtc, version))
    }

    /// The architectures that the library compiles for: 90 for `sm_90`.
    pub(super) fn architectures(&self) -> Result<Vec<c_int>, JitError> {
        let mut count = 0;
        // SAFETY: one `int` is written.
        self.succeed("nvrtcGetNumSupportedArchs", unsafe { (self.nvrtcGetNumSupportedArchs)(&mut count) })?;
        let mut known = vec![0; count.unsigned_abs() as usize];
        // SAFETY: the vector has room for all that are written, whose number the call before has returned.
        self.succeed("nvrtcGetSupportedArchs", unsafe { (self.nvrtcGetSupportedArchs)(known.as_mut_ptr()) })?;
        Ok(known)
    }

    fn succeed(&self, call: &'static str, status: Status) -> Result<(), JitError> {
        if status == SUCCESS { Ok(()) } else { Err(failed(call, self.name(status))) }
    }

    fn name(&self, status: Status) -> String {
        // SAFETY: every number has a name, which ends with NUL and is never freed; null is tested for all the same.
        let name = unsafe { (self.nvrtcGetErrorString)(status) };
        if name.is_null() {
            return format!("error {status}");
        }
        // SAFETY: the name isn't null, so it ends with NUL and is never freed.
        unsafe { CStr::from_ptr(name) }.to_string_lossy().into_owned()
    }
}

/// The reason why a program didn't compile.
pub(super) enum Failure {
    /// The source is at fault; the log says where.
    Source,
    /// Any other reason.
    Other(JitError),
}

/// An NVRTC program.
pub(super) struct NvrtcProgram<'a> {
    nvrtc: &'a Nvrtc,
    handle: Handle,
}

impl<'a> NvrtcProgram<'a> {
    /// Makes a program of this source.
    pub(super) fn new(nvrtc: &'a Nvrtc, source: &str) -> Result<Self, JitError> {
        let source = CString::new(source).map_err(|_| JitError::Nul)?;
        let mut handle = ptr::null_mut();
        // SAFETY: the source ends with NUL and is copied by the call; there are no headers, so their arrays may be
        // null; the handle is written if the call succeeds, and not used otherwise.
        let status = unsafe {
            let create = nvrtc.nvrtcCreateProgram;
            create(&mut handle, source.as_ptr(), c"onrush.cu".as_ptr(), 0, ptr::null(), ptr::null())
        };
        nvrtc.succeed("nvrtcCreateProgram", status)?;
        Ok(NvrtcProgram { nvrtc, handle })
    }

    /// Compiles the program.
    pub(super) fn compile(&mut self, options: &[&str]) -> Result<(), Failure> {
        let options: Result<Vec<CString>, _> = options.iter().map(|o| CString::new(*o)).collect();
        let options = options.map_err(|_| Failure::Other(JitError::Nul))?;
        let pointers: Vec<*const c_char> = options.iter().map(|o| o.as_ptr()).collect();
        // SAFETY: the handle is alive until `drop`; the count is that of the pointers, each to a string that ends with
        // NUL and outlives the call.
        let status =
            unsafe { (self.nvrtc.nvrtcCompileProgram)(self.handle, pointers.len() as c_int, pointers.as_ptr()) };
        match status {
            SUCCESS => Ok(()),
            COMPILATION => Err(Failure::Source),
            other => Err(Failure::Other(JitError::Failed {
                call: "nvrtcCompileProgram",
                reason: self.nvrtc.name(other),
                log: self.log(),
            })),
        }
    }

    /// The machine code; the program must have compiled for a real architecture.
    pub(super) fn cubin(&self) -> Result<Vec<u8>, JitError> {
        let mut size = 0;
        // SAFETY: the handle is alive until `drop`; one size is written.
        let status = unsafe { (self.nvrtc.nvrtcGetCUBINSize)(self.handle, &mut size) };
        self.nvrtc.succeed("nvrtcGetCUBINSize", status)?;
        let mut code = vec![0u8; size];
        // SAFETY: the handle is alive; exactly `size` bytes are written.
        let status = unsafe { (self.nvrtc.nvrtcGetCUBIN)(self.handle, code.as_mut_ptr().cast()) };
        self.nvrtc.succeed("nvrtcGetCUBIN", status)?;
        Ok(code)
    }

    /// The compiler's log, empty if there is none.
    pub(super) fn log(&self) -> String {
        let mut size = 0;
        // SAFETY: the handle is alive until `drop`; one size is written.
        let sized = unsafe { (self.nvrtc.nvrtcGetProgramLogSize)(self.handle, &mut size) };
        if sized != SUCCESS || size == 0 {
            return String::new();
        }
        let mut log = vec![0u8; size];
        // SAFETY: the handle is alive; exactly `size` bytes are written, the last of them NUL.
        let written = unsafe { (self.nvrtc.nvrtcGetProgramLog)(self.handle, log.as_mut_ptr().cast()) };
        if written != SUCCESS {
            return String::new();
        }
        CStr::from_bytes_until_nul(&log).map(|log| log.to_string_lossy().trim_end().to_owned()).unwrap_or_default()
    }
}

impl Drop for NvrtcProgram<'_> {
    fn drop(&mut self) {
        // SAFETY: `new` has made the handle, and it is destroyed once. A failure can't be handled.
        let _ = unsafe { (self.nvrtc.nvrtcDestroyProgram)(&mut self.handle) };
    }
}
