//! The driver's library, and its results as errors.
#![allow(unsafe_code)]

use std::ffi::CStr;
use std::ptr;
use std::sync::OnceLock;

use cudarc::driver::sys::{self, CUresult};

use crate::driver::DriverError;

/// The oldest driver that has the functions used here: `cuMemAllocFromPoolAsync` and its pools.
const OLDEST: i32 = 11_040;

/// Finds the driver and initialises it, once per process. No other function of the driver may be called before.
pub(super) fn present() -> Result<(), DriverError> {
    static PRESENT: OnceLock<Result<(), DriverError>> = OnceLock::new();
    PRESENT.get_or_init(find).clone()
}

fn find() -> Result<(), DriverError> {
    // SAFETY: the initialisers of the driver's library have no preconditions. The bindings would panic without the
    // library.
    if !unsafe { sys::is_culib_present() } {
        return Err(DriverError::NotFound);
    }
    let mut version = 0;
    // SAFETY: the library is present; one `int` is written. This call needs no initialisation.
    check("cuDriverGetVersion", unsafe { cu!(cuDriverGetVersion(&mut version)) })?;
    if version < OLDEST {
        let version = version.unsigned_abs();
        return Err(DriverError::TooOld { major: version / 1000, minor: version % 1000 / 10 });
    }
    // SAFETY: the library is present.
    match unsafe { cu!(cuInit(0)) } {
        CUresult::CUDA_ERROR_NO_DEVICE => Err(DriverError::NoDevice { index: 0, count: 0 }),
        result => check("cuInit", result),
    }
}

/// Turns a result of the driver into an error.
pub(super) fn check(call: &'static str, result: CUresult) -> Result<(), DriverError> {
    match result {
        CUresult::CUDA_SUCCESS => Ok(()),
        other => Err(failed(call, other)),
    }
}

#[cold]
fn failed(call: &'static str, result: CUresult) -> DriverError {
    let (mut name, mut text) = (ptr::null(), ptr::null());
    // SAFETY: the library is present, since it gave the result; each call writes one pointer to a string that lives
    // forever, or null.
    let _ = unsafe { (cu!(cuGetErrorName(result, &mut name)), cu!(cuGetErrorString(result, &mut text))) };
    let string = |at: *const std::ffi::c_char| {
        // SAFETY: a pointer that isn't null is to a string that ends with NUL.
        (!at.is_null()).then(|| unsafe { CStr::from_ptr(at) }.to_string_lossy().into_owned())
    };
    let name = string(name).unwrap_or_else(|| format!("{result:?}"));
    DriverError::Call { call, name, text: string(text).unwrap_or_default() }
}
