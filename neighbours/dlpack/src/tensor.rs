//! Tensors that other code has made.

use std::fmt;
use std::ptr::NonNull;

use onrush::{DeviceId, DeviceSlice, DeviceVec, Event, Interop, RawStream};

use crate::raw::{
    CPU, CUDA, CUDA_HOST, CUDA_MANAGED, DLManagedTensor, DLManagedTensorVersioned, DLTensor, MAJOR, READ_ONLY,
};
use crate::{Result, TensorElement, TensorError};

/// A tensor that other code has made. Dropping it hands it back; so do what is made of it, once what chains have queued is done.
pub struct Tensor {
    owner: Owner,
    /// The stream on which the producer frees the memory.
    producer: Option<RawStream>,
    shape: Vec<usize>,
    strides: Vec<i64>,
}

/// The structure with the deleter.
enum Owner {
    Versioned(NonNull<DLManagedTensorVersioned>),
    Unversioned(NonNull<DLManagedTensor>),
}

// SAFETY: the tensor is this value's own, and DLPack's deleters may be called in any thread.
unsafe impl Send for Tensor {}
// SAFETY: shared, it is read alone.
unsafe impl Sync for Tensor {}

/// The elements of a tensor, for chains of a device: made by [`Tensor::into_elements`]. Dropping it hands the tensor back.
///
/// They form rows: element `j` of row `i` is the one at position `i * stride + j` of [`as_slice`](Elements::as_slice).
#[derive(Debug)]
pub struct Elements<T: TensorElement, B: Interop> {
    vec: DeviceVec<T, B>,
    rows: usize,
    columns: usize,
    stride: usize,
}

impl<T: TensorElement, B: Interop> Elements<T, B> {
    /// All elements from the first to the last, with those in the gaps between rows.
    pub fn as_slice(&self) -> DeviceSlice<'_, T, B> {
        self.vec.as_slice()
    }

    /// The number of rows: the product of all lengths but the last.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of elements in a row: the last length.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The distance from a row to the next, in elements; that of the columns if there are no gaps.
    pub fn stride(&self) -> usize {
        self.stride
    }
}

impl Tensor {
    /// The tensor of a versioned structure, in Python a capsule named `dltensor_versioned`.
    ///
    /// `producer` is the stream on which the producer frees the memory: it waits for the work of chains before the deleter is called. Without
    /// one the host waits. It is of no matter on CPUs.
    ///
    /// # Errors
    ///
    /// [`Version`](TensorError::Version) and [`Malformed`](TensorError::Malformed); then the tensor is handed back.
    ///
    /// # Safety
    ///
    /// - The pointer is null or that of a valid tensor, which becomes this value's: nobody else calls its deleter.
    /// - Elements are initialised; those of `bool` are 0 or 1. What writes them, and what lies in gaps between them, is done or comes before
    ///   what the [stream](Interop::raw_stream) of the device does next on which the tensor is used; and nothing writes them until it is
    ///   handed back.
    /// - A stream that is named is valid until then.
    pub unsafe fn from_raw(tensor: *mut DLManagedTensorVersioned, producer: Option<RawStream>) -> Result<Self> {
        let tensor = NonNull::new(tensor).ok_or(TensorError::Malformed("it is null"))?;
        // SAFETY: the caller's contract; the version comes first in every version.
        let major = unsafe { tensor.as_ref() }.version.major;
        let tensor = Tensor { owner: Owner::Versioned(tensor), producer, shape: Vec::new(), strides: Vec::new() };
        if major != MAJOR {
            return Err(TensorError::Version { major });
        }
        tensor.measured()
    }

    /// The tensor of a structure without a version, in Python a capsule named `dltensor`, as [`from_raw`](Tensor::from_raw) does. It can
    /// be written, as far as anybody knows.
    ///
    /// # Errors
    ///
    /// [`Malformed`](TensorError::Malformed); then the tensor is handed back.
    ///
    /// # Safety
    ///
    /// That of [`from_raw`](Tensor::from_raw).
    pub unsafe fn from_unversioned(tensor: *mut DLManagedTensor, producer: Option<RawStream>) -> Result<Self> {
        let tensor = NonNull::new(tensor).ok_or(TensorError::Malformed("it is null"))?;
        let owner = Owner::Unversioned(tensor);
        Tensor { owner, producer, shape: Vec::new(), strides: Vec::new() }.measured()
    }

    /// The tensor with its lengths and distances, once they are known to be ones.
    fn measured(mut self) -> Result<Self> {
        let DLTensor { ndim, shape, strides, .. } = *self.raw();
        let dimensions =
            usize::try_from(ndim).map_err(|_| TensorError::Malformed("its number of dimensions is negative"))?;
        if dimensions > 0 && shape.is_null() {
            return Err(TensorError::Malformed("its shape is null"));
        }
        let numbers = |at: *const i64| match dimensions {
            0 => Vec::new(),
            // SAFETY: the tensor is valid, so that there are this many numbers; the pointers aren't null.
            _ => unsafe { std::slice::from_raw_parts(at, dimensions) }.to_vec(),
        };
        let lengths = numbers(shape).into_iter().map(usize::try_from).collect::<std::result::Result<Vec<_>, _>>();
        self.shape = lengths.map_err(|_| TensorError::Malformed("a length is negative"))?;
        let len = self.shape.iter().try_fold(1usize, |product, length| product.checked_mul(*length));
        if len.is_none_or(|len| i64::try_from(len).is_err()) {
            return Err(TensorError::Malformed("it has more elements than memory has bytes"));
        }
        self.strides = match strides.is_null() {
            true => dense(&self.shape),
            false => numbers(strides),
        };
        Ok(self)
    }

    fn raw(&self) -> &DLTensor {
        match &self.owner {
            // SAFETY: the tensor is valid and this value's.
            Owner::Versioned(tensor) => unsafe { &tensor.as_ref().dl_tensor },
            // SAFETY: as above.
            Owner::Unversioned(tensor) => unsafe { &tensor.as_ref().dl_tensor },
        }
    }

    /// The lengths of the dimensions.
    pub fn shape(&self) -> &[usize] {
        &self.shape
    }

    /// The distances of neighbours along the dimensions, in elements.
    pub fn strides(&self) -> &[i64] {
        &self.strides
    }

    /// The number of elements.
    pub fn len(&self) -> usize {
        self.shape.iter().product()
    }

    /// Whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether the producer forbids writing.
    pub fn is_read_only(&self) -> bool {
        // SAFETY: the tensor is valid and this value's.
        matches!(&self.owner, Owner::Versioned(tensor) if unsafe { tensor.as_ref() }.flags & READ_ONLY != 0)
    }

    /// Whether the elements lie one behind another, the last dimension first.
    pub fn is_contiguous(&self) -> bool {
        let dense = dense(&self.shape);
        self.is_empty() || (0..self.shape.len()).all(|i| self.shape[i] == 1 || self.strides[i] == dense[i])
    }

    /// The elements, to be read by chains of the device: without gaps, or in rows of two dimensions with gaps between them.
    ///
    /// # Errors
    ///
    /// [`Type`](TensorError::Type), [`Device`](TensorError::Device), [`Strides`](TensorError::Strides) if the elements form no such rows,
    /// and whatever the device reports. Then the tensor is handed back.
    pub fn into_elements<T: TensorElement, B: Interop>(self, device: &B) -> Result<Elements<T, B>> {
        let address = self.address::<T, B>(device)?;
        let columns = self.shape.last().copied().unwrap_or(1);
        let (rows, stride) = match (&self.shape[..], &self.strides[..]) {
            _ if self.is_contiguous() => (self.len().checked_div(columns).unwrap_or(0), columns),
            // More than one row, since one would have no gaps.
            (&[rows, _], &[down, along]) if columns == 1 || along == 1 => (rows, usize::try_from(down).unwrap_or(0)),
            _ => return Err(self.strided("there are no rows of neighbours")),
        };
        if stride < columns {
            return Err(self.strided("rows overlap"));
        }
        let before = (rows.max(1) - 1).checked_mul(stride).and_then(|before| before.checked_add(columns));
        let len = if self.is_empty() { Some(0) } else { before };
        let len = len.ok_or(TensorError::Malformed("it is longer than memory"))?;
        // SAFETY: the contract of `from_raw`, for the gaps, too; nothing writes the vector, whose owner lends it to readers alone.
        let vec = unsafe { self.into_memory(device, address, len)? };
        Ok(Elements { vec, rows, columns, stride })
    }

    /// A vector with the tensor's memory, which hands the tensor back when it is dropped or grows.
    ///
    /// # Errors
    ///
    /// [`ReadOnly`](TensorError::ReadOnly), and [`Type`](TensorError::Type), [`Device`](TensorError::Device),
    /// [`Strides`](TensorError::Strides) if there are gaps between the elements, and whatever the device reports. Then the tensor is
    /// handed back.
    pub fn into_vec<T: TensorElement, B: Interop>(self, device: &B) -> Result<DeviceVec<T, B>> {
        if self.is_read_only() {
            return Err(TensorError::ReadOnly);
        }
        let (address, len) = (self.address::<T, B>(device)?, self.len());
        if !self.is_contiguous() {
            return Err(self.strided("there are gaps between the elements"));
        }
        // SAFETY: the contract of `from_raw`: elements of this type, which may be written.
        unsafe { self.into_memory(device, address, len) }
    }

    /// The vector of the first `len` elements at an address in the tensor's memory.
    ///
    /// # Safety
    ///
    /// The elements are the tensor's. If it is read-only, the vector isn't written.
    unsafe fn into_memory<T: TensorElement, B: Interop>(
        mut self,
        device: &B,
        address: *mut T,
        len: usize,
    ) -> Result<DeviceVec<T, B>> {
        let on = device.clone();
        let release = move |done: &Event| {
            let waits = match self.producer.take() {
                // SAFETY: the contract of `from_raw`.
                Some(stream) => unsafe { on.raw_stream_waits_for(stream, done) },
                None => done.wait(),
            };
            if waits.or_else(|_| done.wait()).is_err() {
                // Nobody knows when the device is done with it.
                std::mem::forget(self);
            }
        };
        // SAFETY: the contract of `from_raw`: initialised elements that nobody else writes, until the tensor is handed back, on a stream
        // that waits for the event or by a host that has waited.
        Ok(unsafe { DeviceVec::from_raw_parts(device, address, len, len, release)? })
    }

    /// The address of the first element, if the device can use elements of this type there.
    fn address<T: TensorElement, B: Interop>(&self, device: &B) -> Result<*mut T> {
        let raw = self.raw();
        if raw.dtype != T::TYPE {
            return Err(TensorError::Type { found: raw.dtype, expected: T::TYPE });
        }
        let (kind, index, of) = (raw.device.device_type, raw.device.device_id, device.id());
        let fits = match kind {
            CPU => of == DeviceId::HOST,
            CUDA => of.backend == "cuda" && u32::try_from(index) == Ok(of.index),
            CUDA_HOST | CUDA_MANAGED => of.backend == "cuda" || of == DeviceId::HOST,
            _ => false,
        };
        if !fits {
            return Err(TensorError::Device { kind, index, device: of });
        }
        let offset = usize::try_from(raw.byte_offset).map_err(|_| TensorError::Malformed("its offset is too large"))?;
        Ok(raw.data.cast::<u8>().wrapping_add(offset).cast())
    }

    fn strided(&self, what: &'static str) -> TensorError {
        let shape = self.shape.iter().map(|length| *length as i64).collect();
        TensorError::Strides { what, shape, strides: self.strides.clone() }
    }
}

/// The strides of elements that lie one behind another. They are the largest there are where another length is 0.
pub(crate) fn dense(shape: &[usize]) -> Vec<i64> {
    let mut strides = vec![1i64; shape.len()];
    for i in (1..shape.len()).rev() {
        strides[i - 1] = strides[i].saturating_mul(i64::try_from(shape[i].max(1)).unwrap_or(i64::MAX));
    }
    strides
}

impl Drop for Tensor {
    fn drop(&mut self) {
        match self.owner {
            // SAFETY: the tensor is this value's own, and its deleter is called once.
            Owner::Versioned(tensor) => unsafe {
                if let Some(deleter) = tensor.as_ref().deleter {
                    deleter(tensor.as_ptr());
                }
            },
            // SAFETY: as above.
            Owner::Unversioned(tensor) => unsafe {
                if let Some(deleter) = tensor.as_ref().deleter {
                    deleter(tensor.as_ptr());
                }
            },
        }
    }
}

impl fmt::Debug for Tensor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let raw = self.raw();
        let mut debug = f.debug_struct("Tensor");
        debug.field("shape", &self.shape).field("strides", &self.strides);
        debug.field("dtype", &raw.dtype).field("device", &raw.device).finish_non_exhaustive()
    }
}
