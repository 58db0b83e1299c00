//! The structures of DLPack 1.x, as its header declares them.

use std::ffi::{c_int, c_void};

/// The major version of DLPack whose structures these are.
pub const MAJOR: u32 = 1;
/// The minor version that exported tensors say.
pub const MINOR: u32 = 0;

/// `kDLCPU`.
pub const CPU: c_int = 1;
/// `kDLCUDA`.
pub const CUDA: c_int = 2;
/// `kDLCUDAHost`: memory of the host that GPUs reach.
pub const CUDA_HOST: c_int = 3;
/// `kDLCUDAManaged`.
pub const CUDA_MANAGED: c_int = 13;

/// The flag of a tensor that mustn't be written.
pub const READ_ONLY: u64 = 1;

/// `DLDevice`.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DLDevice {
    /// The kind of the device, such as [`CPU`].
    pub device_type: c_int,
    /// Its number among those of the kind.
    pub device_id: i32,
}

/// `DLDataType`.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DLDataType {
    /// `DLDataTypeCode`: 0 for signed integers, 1 for unsigned ones, 2 for floats, 4 for `bf16`, 6 for `bool`.
    pub code: u8,
    /// The bits of an element.
    pub bits: u8,
    /// The elements of a vector type; 1 for others.
    pub lanes: u16,
}

/// `DLTensor`.
#[repr(C)]
#[derive(Debug)]
pub struct DLTensor {
    /// The address to which `byte_offset` is added.
    pub data: *mut c_void,
    /// The device.
    pub device: DLDevice,
    /// The number of dimensions.
    pub ndim: i32,
    /// The type of the elements.
    pub dtype: DLDataType,
    /// The lengths of the dimensions.
    pub shape: *mut i64,
    /// The distances of neighbours along the dimensions, in elements; null for a tensor without gaps, the last dimension first.
    pub strides: *mut i64,
    /// The distance of the first element from `data`, in bytes.
    pub byte_offset: u64,
}

/// `DLManagedTensor`, which has no version.
#[repr(C)]
#[derive(Debug)]
pub struct DLManagedTensor {
    /// The tensor.
    pub dl_tensor: DLTensor,
    /// What the deleter needs.
    pub manager_ctx: *mut c_void,
    /// Frees the tensor.
    pub deleter: Option<unsafe extern "C" fn(*mut DLManagedTensor)>,
}

/// `DLPackVersion`.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DLPackVersion {
    /// Structures of another major version may have another layout.
    pub major: u32,
    /// The minor version.
    pub minor: u32,
}

/// `DLManagedTensorVersioned`.
#[repr(C)]
#[derive(Debug)]
pub struct DLManagedTensorVersioned {
    /// The version.
    pub version: DLPackVersion,
    /// What the deleter needs.
    pub manager_ctx: *mut c_void,
    /// Frees the tensor.
    pub deleter: Option<unsafe extern "C" fn(*mut DLManagedTensorVersioned)>,
    /// Flags such as [`READ_ONLY`].
    pub flags: u64,
    /// The tensor.
    pub dl_tensor: DLTensor,
}
