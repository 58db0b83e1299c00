//! Tensors in and out, on a CPU; what can't be used is an error that says why. `examples/crossings.py` is the program for a GPU.
#![allow(unsafe_code)]

use std::ffi::c_void;
use std::ptr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

use half::{bf16, f16};
use onrush::prelude::*;
use onrush_cuda::Cuda;
use onrush_dlpack::raw::{
    CPU, CUDA, DLDataType, DLDevice, DLManagedTensorVersioned, DLPackVersion, DLTensor, READ_ONLY,
};
use onrush_dlpack::{Tensor, TensorElement, TensorError, export};

type Outcome = Result<(), Box<dyn std::error::Error>>;

/// A tensor of other code: elements, shape and strides, and the count of those that were handed back.
struct Theirs<T> {
    elements: Vec<T>,
    shape: Vec<i64>,
    strides: Vec<i64>,
    back: Arc<AtomicUsize>,
}

unsafe extern "C" fn delete<T>(tensor: *mut DLManagedTensorVersioned) {
    // SAFETY: `Theirs::tensor` has made both boxes, and a tensor is deleted once.
    let theirs = unsafe { Box::from_raw(Box::from_raw(tensor).manager_ctx.cast::<Theirs<T>>()) };
    theirs.back.fetch_add(1, SeqCst);
}

impl<T: TensorElement> Theirs<T> {
    fn new(elements: &[T], shape: &[i64], strides: &[i64], back: &Arc<AtomicUsize>) -> Box<Self> {
        Box::new(Theirs {
            elements: elements.to_vec(),
            shape: shape.to_vec(),
            strides: strides.to_vec(),
            back: back.clone(),
        })
    }

    fn described(&mut self) -> DLTensor {
        let strides = if self.strides.is_empty() { ptr::null_mut() } else { self.strides.as_mut_ptr() };
        DLTensor {
            data: self.elements.as_mut_ptr().cast::<c_void>(),
            device: DLDevice { device_type: CPU, device_id: 0 },
            ndim: self.shape.len() as i32,
            dtype: T::TYPE,
            shape: self.shape.as_mut_ptr(),
            strides,
            byte_offset: 0,
        }
    }

    /// The tensor, changed before it is handed over.
    fn tensor(
        mut self: Box<Self>,
        change: impl FnOnce(&mut DLManagedTensorVersioned),
    ) -> onrush_dlpack::Result<Tensor> {
        let dl_tensor = self.described();
        let mut tensor = Box::new(DLManagedTensorVersioned {
            version: DLPackVersion { major: 1, minor: 1 },
            manager_ctx: Box::into_raw(self).cast(),
            deleter: Some(delete::<T>),
            flags: 0,
            dl_tensor,
        });
        change(&mut tensor);
        // SAFETY: the tensor is valid, or says what makes it not so, and is handed over.
        unsafe { Tensor::from_raw(Box::into_raw(tensor), None) }
    }
}

/// Elements go out as a tensor, come in as a vector, and as elements to be read.
fn there_and_back<T: TensorElement + PartialEq>(elements: &[T]) -> Outcome {
    let (device, back) = (Cpu::new(), Arc::default());
    let exported = export(device.upload(elements)?, &[elements.len()])?;
    // SAFETY: the tensor is this program's own.
    let tensor = unsafe { Tensor::from_raw(exported.into_raw(), None)? };
    assert_eq!((tensor.len(), tensor.shape(), tensor.strides()), (elements.len(), &[elements.len()][..], &[1i64][..]));
    let vec: DeviceVec<T, _> = tensor.into_vec(&device)?;
    assert!(vec.to_vec()? == elements);
    // SAFETY: as above; the structure has no version.
    let tensor = unsafe { Tensor::from_unversioned(export(vec, &[1, elements.len(), 1])?.into_unversioned(), None)? };
    let read = tensor.into_elements::<T, _>(&device)?;
    assert_eq!((read.rows(), read.columns(), read.stride()), (elements.len(), 1, 1));
    assert!(read.as_slice().to_vec()? == elements);
    drop(read);
    let theirs = Theirs::new(elements, &[elements.len() as i64], &[], &back).tensor(|_| {})?;
    assert!(theirs.into_vec::<T, _>(&Device::cpu())?.into_vec()? == elements);
    assert_eq!(back.load(SeqCst), 1);
    Ok(())
}

#[test]
fn every_type_comes_back() -> Outcome {
    there_and_back(&[-1i8, 2, 3])?;
    there_and_back(&[-1i16, 2])?;
    there_and_back(&[i32::MIN, 2])?;
    there_and_back(&[i64::MAX, 2])?;
    there_and_back(&[200u8, 2])?;
    there_and_back(&[60_000u16, 2])?;
    there_and_back(&[u32::MAX, 2])?;
    there_and_back(&[u64::MAX, 2])?;
    there_and_back(&[f16::from_f32(0.5), f16::MAX])?;
    there_and_back(&[bf16::from_f32(0.5), bf16::MAX])?;
    there_and_back(&[0.5f32, -1.0])?;
    there_and_back(&[0.25f64; 1000])?;
    there_and_back(&[true, false, true])
}

/// Rows with gaps, in the order of their shape.
#[test]
fn rows_with_gaps() -> Outcome {
    let (device, back) = (Cpu::new(), Arc::default());
    let elements: Vec<i32> = (0..15).collect();
    let rows = Theirs::new(&elements, &[3, 4], &[5, 1], &back).tensor(|tensor| tensor.dl_tensor.byte_offset = 4)?;
    assert!(!rows.is_contiguous());
    let read = rows.into_elements::<i32, _>(&device)?;
    let (part, stride) = (read.as_slice(), read.stride());
    assert_eq!((part.len(), read.rows(), read.columns(), stride), (14, 3, 4, 5));
    let view = part.view();
    let last = device.grid(3, 4).map(op!(|(i, j): (usize, usize)| view[i * stride + j])).collect()?;
    assert_eq!(last.to_vec()?, [1, 2, 3, 4, 6, 7, 8, 9, 11, 12, 13, 14]);
    drop(read);
    assert_eq!(back.load(SeqCst), 1);
    // One row has no gaps, whatever its stride says, and neither have rows without elements.
    for (shape, strides) in [([1, 4], [99, 1]), ([0, 4], [5, 7]), ([4, 0], [0, 0]), ([4, 1], [1, 77])] {
        let tensor = Theirs::new(&elements, &shape, &strides, &back).tensor(|_| {})?;
        assert_eq!(tensor.into_vec::<i32, _>(&device)?.len() as i64, shape[0] * shape[1]);
    }
    let column = Theirs::new(&elements, &[5, 1], &[3, 1], &back).tensor(|_| {})?.into_elements::<i32, _>(&device)?;
    assert_eq!((column.as_slice().len(), column.rows(), column.stride()), (13, 5, 3));
    let scalar = Theirs::new(&[7i32], &[], &[], &back).tensor(|_| {})?.into_vec::<i32, _>(&device)?;
    assert_eq!(scalar.to_vec()?, [7]);
    Ok(())
}

/// What can't be used is refused by name, and handed back.
#[test]
fn refused() -> Outcome {
    let (device, back) = (Cpu::new(), Arc::default());
    let elements: Vec<u32> = (0..24).collect();
    let theirs = |shape: &[i64], strides: &[i64]| Theirs::new(&elements, shape, strides, &back);
    let malformed = |error: TensorError| assert!(matches!(error, TensorError::Malformed(_)), "{error}");
    let version = theirs(&[24], &[]).tensor(|tensor| tensor.version.major = 2);
    assert_eq!(version.expect_err("another version"), TensorError::Version { major: 2 });
    malformed(theirs(&[-1], &[]).tensor(|_| {}).expect_err("a negative length"));
    malformed(theirs(&[1 << 40, 1 << 40], &[]).tensor(|_| {}).expect_err("a length of too many bits"));
    malformed(theirs(&[24], &[]).tensor(|tensor| tensor.dl_tensor.ndim = -1).expect_err("a negative number"));
    malformed(theirs(&[24], &[]).tensor(|tensor| tensor.dl_tensor.shape = ptr::null_mut()).expect_err("null"));
    // SAFETY: null is allowed.
    malformed(unsafe { Tensor::from_raw(ptr::null_mut(), None) }.expect_err("null"));
    assert_eq!(back.load(SeqCst), 5);

    let error = theirs(&[24], &[]).tensor(|_| {})?.into_vec::<f32, _>(&device).expect_err("another type");
    assert_eq!(error, TensorError::Type { found: u32::TYPE, expected: f32::TYPE });
    let lanes = DLDataType { lanes: 2, ..u32::TYPE };
    let error = theirs(&[12], &[]).tensor(|tensor| tensor.dl_tensor.dtype = lanes)?.into_vec::<u32, _>(&device);
    assert!(matches!(error.expect_err("vector types"), TensorError::Type { .. }));
    let on_gpu =
        |tensor: &mut DLManagedTensorVersioned| tensor.dl_tensor.device = DLDevice { device_type: CUDA, device_id: 1 };
    let error = theirs(&[24], &[]).tensor(on_gpu)?.into_vec::<u32, _>(&device).expect_err("a GPU's");
    assert!(matches!(error, TensorError::Device { kind: CUDA, index: 1, .. }), "{error}");
    let error = theirs(&[24], &[]).tensor(|tensor| tensor.flags = READ_ONLY)?.into_vec::<u32, _>(&device);
    assert_eq!(error.expect_err("read-only"), TensorError::ReadOnly);
    let read = theirs(&[24], &[]).tensor(|tensor| tensor.flags = READ_ONLY)?.into_elements::<u32, _>(&device)?;
    assert_eq!(read.as_slice().iter().sum()?, 276);
    for (shape, strides) in
        [(&[4i64, 6][..], &[1i64, 4][..]), (&[4, 6], &[3, 1]), (&[4, 6], &[-6, 1]), (&[2, 2, 2], &[8, 3, 1])]
    {
        let error = theirs(shape, strides).tensor(|_| {})?.into_elements::<u32, _>(&device).expect_err("no rows");
        assert!(matches!(error, TensorError::Strides { .. }), "{error}");
    }
    let gaps = theirs(&[4, 5], &[6, 1]).tensor(|_| {})?.into_vec::<u32, _>(&device).expect_err("gaps");
    assert!(gaps.to_string().contains("gaps between the elements of a tensor of shape [4, 5]"), "{gaps}");
    let odd = theirs(&[4], &[]).tensor(|tensor| tensor.dl_tensor.byte_offset = 1)?.into_vec::<u32, _>(&device);
    assert!(matches!(odd.expect_err("misaligned"), TensorError::Onrush(_)));

    for shape in [&[5usize, 5][..], &[], &[usize::MAX, 2]] {
        let error = export(device.upload(&elements)?, shape).expect_err("another length");
        assert!(matches!(error, TensorError::Shape { len: 24, .. }), "{error}");
    }
    let error = export(Cuda::emulated().upload(&elements)?, &[24]).expect_err("an emulated device");
    assert!(error.to_string().contains("DLPack knows CPUs and GPUs"), "{error}");
    Ok(())
}
