//! Vectors as tensors for other code.

use std::ffi::c_void;
use std::fmt;
use std::mem::ManuallyDrop;
use std::ptr::NonNull;

use onrush::{DeviceId, DeviceVec, ErrorKind, Interop, Memory as _, RawStream};

use crate::raw::{
    CPU, CUDA, DLDevice, DLManagedTensor, DLManagedTensorVersioned, DLPackVersion, DLTensor, MAJOR, MINOR,
};
use crate::tensor::dense;
use crate::{Result, TensorElement, TensorError};

/// A tensor for other code. Dropping it frees it.
pub struct Exported(NonNull<DLManagedTensorVersioned>);

// SAFETY: it owns its tensor, whose deleter may be called in any thread.
unsafe impl Send for Exported {}
// SAFETY: shared, it gives nothing.
unsafe impl Sync for Exported {}

/// What the deleter frees.
struct Holder<B: Interop> {
    memory: ManuallyDrop<B::Memory>,
    device: B,
    consumer: Option<RawStream>,
    shape: Vec<i64>,
    strides: Vec<i64>,
    tensor: Option<DLManagedTensorVersioned>,
}

/// A tensor of a vector's memory, with this shape. The host waits until the vector is written, where its device has a stream; the
/// consumer's work must be done when it calls the deleter.
///
/// # Errors
///
/// [`Shape`](TensorError::Shape) if the lengths' product isn't the vector's length, the failure of a call that was to write the vector, and
/// whatever the device reports. Then the vector is dropped.
pub fn export<T: TensorElement, B: Interop>(vec: DeviceVec<T, B>, shape: &[usize]) -> Result<Exported> {
    with(vec, shape, None)
}

/// A tensor of a vector's memory for use on this stream, in Python `stream` of `__dlpack__`. The stream waits for what is queued on the
/// vector's; the deleter makes the vector's stream wait for it in turn, before the memory is freed. The host doesn't wait, unless a call
/// that can fail was to write the vector. On a CPU the stream is of no matter.
///
/// # Errors
///
/// Those of [`export`].
///
/// # Safety
///
/// The stream is one of the vector's GPU, and valid until the deleter is called.
pub unsafe fn export_to<T: TensorElement, B: Interop>(
    vec: DeviceVec<T, B>,
    shape: &[usize],
    consumer: RawStream,
) -> Result<Exported> {
    with(vec, shape, Some(consumer))
}

fn with<T: TensorElement, B: Interop>(
    vec: DeviceVec<T, B>,
    shape: &[usize],
    consumer: Option<RawStream>,
) -> Result<Exported> {
    let lengths: Vec<i64> = shape.iter().map(|length| i64::try_from(*length).unwrap_or(i64::MAX)).collect();
    let product = shape.iter().try_fold(1usize, |product, length| product.checked_mul(*length));
    let dimensions = i32::try_from(shape.len()).ok();
    let (Some(ndim), true) = (dimensions, product == Some(vec.len())) else {
        return Err(TensorError::Shape { len: vec.len(), shape: lengths });
    };
    let (device, id) = (vec.device().clone(), vec.device().id());
    let place = match id {
        id if id == DeviceId::HOST => DLDevice { device_type: CPU, device_id: 0 },
        DeviceId { backend: "cuda", index } => DLDevice { device_type: CUDA, device_id: index.cast_signed() },
        _ => {
            let message = "DLPack knows CPUs and GPUs, and this is neither".into();
            return Err(onrush::Error::from(ErrorKind::Device { device: device.name(), message }).into());
        }
    };
    let (memory, _) = vec.into_raw_parts()?;
    let consumer = consumer.filter(|_| device.raw_stream().is_some());
    match consumer {
        // SAFETY: the contract of `export_to`.
        Some(stream) => unsafe { device.raw_stream_waits(stream)? },
        // A wait for the stream would tell the failures of other calls.
        None => device.event()?.wait()?,
    }
    let strides = dense(shape);
    let (data, memory) = (memory.address().cast(), ManuallyDrop::new(memory));
    let mut holder = Box::new(Holder { memory, device, consumer, shape: lengths, strides, tensor: None });
    let dl_tensor = DLTensor {
        data,
        device: place,
        ndim,
        dtype: T::TYPE,
        shape: holder.shape.as_mut_ptr(),
        strides: holder.strides.as_mut_ptr(),
        byte_offset: 0,
    };
    let holder = Box::into_raw(holder);
    let tensor = DLManagedTensorVersioned {
        version: DLPackVersion { major: MAJOR, minor: MINOR },
        manager_ctx: holder.cast(),
        deleter: Some(delete::<B>),
        flags: 0,
        dl_tensor,
    };
    // SAFETY: the box is alive, and nobody else has its address yet.
    Ok(Exported(NonNull::from(unsafe { (*holder).tensor.insert(tensor) })))
}

/// The deleter of an exported tensor.
///
/// # Safety
///
/// [`export`] has made the tensor for this backend, and it is deleted once.
unsafe extern "C" fn delete<B: Interop>(tensor: *mut DLManagedTensorVersioned) {
    // SAFETY: the caller's contract: the context is that of `with`, a box that has become an address.
    let mut holder = unsafe { Box::from_raw((*tensor).manager_ctx.cast::<Holder<B>>()) };
    let waits = match holder.consumer {
        // SAFETY: the contract of `export_to`.
        Some(stream) => unsafe { holder.device.wait_for_raw_stream(stream) },
        None => Ok(()),
    };
    // Otherwise nobody knows when the consumer is done with it, and the memory is leaked.
    if waits.is_ok() {
        // SAFETY: the field isn't used any more.
        unsafe { ManuallyDrop::drop(&mut holder.memory) };
    }
}

impl Exported {
    /// The tensor, whose deleter the caller calls: in Python the content of a capsule named `dltensor_versioned`.
    pub fn into_raw(self) -> *mut DLManagedTensorVersioned {
        ManuallyDrop::new(self).0.as_ptr()
    }

    /// The tensor in the structure without a version, for consumers that don't know DLPack 1: in Python the content of a capsule named
    /// `dltensor`.
    pub fn into_unversioned(self) -> *mut DLManagedTensor {
        // SAFETY: the tensor is this value's.
        let DLTensor { data, device, ndim, dtype, shape, strides, byte_offset } = unsafe { &self.0.as_ref().dl_tensor };
        let dl_tensor = DLTensor {
            data: *data,
            device: *device,
            ndim: *ndim,
            dtype: *dtype,
            shape: *shape,
            strides: *strides,
            byte_offset: *byte_offset,
        };
        let manager_ctx: *mut c_void = self.into_raw().cast();
        Box::into_raw(Box::new(DLManagedTensor { dl_tensor, manager_ctx, deleter: Some(delete_unversioned) }))
    }
}

/// The deleter of a tensor without a version.
///
/// # Safety
///
/// [`Exported::into_unversioned`] has made it, and it is deleted once.
unsafe extern "C" fn delete_unversioned(tensor: *mut DLManagedTensor) {
    // SAFETY: the caller's contract: it is a box that has become an address.
    let tensor = unsafe { Box::from_raw(tensor) };
    drop(NonNull::new(tensor.manager_ctx.cast()).map(Exported));
}

impl Drop for Exported {
    fn drop(&mut self) {
        // SAFETY: the tensor is this value's, and deleted once.
        unsafe {
            if let Some(deleter) = self.0.as_ref().deleter {
                deleter(self.0.as_ptr());
            }
        }
    }
}

impl fmt::Debug for Exported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // SAFETY: the tensor is this value's.
        let tensor = unsafe { &self.0.as_ref().dl_tensor };
        f.debug_struct("Exported").field("device", &tensor.device).field("dtype", &tensor.dtype).finish_non_exhaustive()
    }
}
