//! A shared library for `crossings.py`: tensors of PyTorch and CuPy come in and go out as DLPack's structures.
//!
//! Each function takes a tensor without a version, and gives one, or null after printing an error.
#![allow(unsafe_code)]

use std::ffi::c_void;
use std::ptr;
use std::sync::OnceLock;

use onrush::prelude::*;
use onrush::{Interop, RawStream};
use onrush_dlpack::raw::DLManagedTensor;
use onrush_dlpack::{Tensor, export_to};

/// The device of all calls.
fn device() -> &'static Device {
    static DEVICE: OnceLock<Device> = OnceLock::new();
    DEVICE.get_or_init(|| Device::best().expect("every machine has a device"))
}

/// What `call` makes of a tensor.
///
/// # Safety
///
/// The tensor is valid and becomes this library's; its elements are written before what the device's stream does next. The streams are
/// those on which the producer frees its memory, and on which the consumer uses the result.
unsafe fn crossing<T: onrush_dlpack::TensorElement>(
    tensor: *mut DLManagedTensor,
    producer: *mut c_void,
    consumer: *mut c_void,
    call: impl FnOnce(DeviceVec<f32, Device>) -> onrush::Result<DeviceVec<T, Device>>,
) -> *mut DLManagedTensor {
    let made = (|| {
        // SAFETY: the caller's contract.
        let x = unsafe { Tensor::from_unversioned(tensor, Some(RawStream(producer)))? }.into_vec(device())?;
        let y = call(x)?;
        let len = y.len();
        // SAFETY: as above.
        unsafe { export_to(y, &[len], RawStream(consumer)) }
    })();
    match made {
        Ok(tensor) => tensor.into_unversioned(),
        Err(error) => {
            eprintln!("{error}");
            ptr::null_mut()
        }
    }
}

/// The handle of the device's stream, for `__dlpack__`; null on a CPU.
#[unsafe(no_mangle)]
pub extern "C" fn onrush_stream() -> *mut c_void {
    device().raw_stream().map_or(ptr::null_mut(), |stream| stream.0)
}

/// The sums of all elements up to each.
///
/// # Safety
///
/// That of a crossing: the tensor is valid, and so are the streams.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn onrush_sums(
    tensor: *mut DLManagedTensor,
    producer: *mut c_void,
    consumer: *mut c_void,
) -> *mut DLManagedTensor {
    // SAFETY: the caller's contract.
    unsafe { crossing(tensor, producer, consumer, |x| x.iter().scan_inclusive(Sum).collect()) }
}

/// The same tensor, sorted where it is.
///
/// # Safety
///
/// That of a crossing: the tensor is valid, and so are the streams.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn onrush_sorted(
    tensor: *mut DLManagedTensor,
    producer: *mut c_void,
    consumer: *mut c_void,
) -> *mut DLManagedTensor {
    // SAFETY: the caller's contract.
    unsafe { crossing(tensor, producer, consumer, |mut x| x.sort().map(|()| x)) }
}

/// The same tensor, which has only crossed.
///
/// # Safety
///
/// That of a crossing: the tensor is valid, and so are the streams.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn onrush_same(
    tensor: *mut DLManagedTensor,
    producer: *mut c_void,
    consumer: *mut c_void,
) -> *mut DLManagedTensor {
    // SAFETY: the caller's contract.
    unsafe { crossing(tensor, producer, consumer, Ok) }
}
