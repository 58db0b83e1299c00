//! Memory for code that isn't onrush's: vectors that aren't initialised, and their addresses.

use std::marker::PhantomData;
use std::panic::Location;

use super::{DeviceSlice, DeviceSliceMut, DeviceVec};
use crate::backend::Backend;
use crate::error::{ErrorKind, Result};
use crate::memory::Memory;
use crate::recording;
use crate::value::Element;

impl<T: Element, B: Backend> DeviceVec<T, B> {
    /// A vector of `len` elements that aren't initialised, for code that writes them all: a kernel or library of another
    /// origin by [`as_mut_ptr`](DeviceVec::as_mut_ptr), or a `…_into` terminal.
    ///
    /// # Safety
    ///
    /// The elements must be written before they are read, whether by a chain, a view, a copy or
    /// [`recover`](DeviceVec::recover). A call that has failed hasn't written them.
    ///
    /// # Cost
    ///
    /// One allocation.
    ///
    /// # Errors
    ///
    /// [`OutOfMemory`](ErrorKind::OutOfMemory).
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// // SAFETY: `collect_into` writes all elements, and the vector isn't used if it fails.
    /// let mut x = unsafe { DeviceVec::uninit(&device, 4)? };
    /// device.range(0..4).collect_into(&mut x)?;
    /// assert_eq!(x.to_vec()?, [0, 1, 2, 3]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("no_init", "default_init", "uninitialized", "uninit_vector", "MaybeUninit", "alloc", "cudaMalloc"))]
    #[track_caller]
    pub unsafe fn uninit(device: &B, len: usize) -> Result<Self> {
        // A C++ object has at least one byte, and a vector of elements without bytes could be too long to visit.
        const { assert!(size_of::<T>() > 0, "an element has at least one byte") };
        let bytes = len.checked_mul(size_of::<T>()).filter(|b| *b <= isize::MAX as usize);
        let memory = match bytes {
            Some(bytes) => device.allocate(bytes, align_of::<T>().max(16)),
            None => Err(ErrorKind::OutOfMemory { bytes: usize::MAX, device: device.id() }.into()),
        };
        match memory {
            Ok(memory) => {
                recording::made(device, &memory);
                Ok(DeviceVec { memory, len, device: device.clone(), unwritten: len, marker: PhantomData })
            }
            Err(error) => Err(error.called_at(Location::caller())),
        }
    }

    /// Sets the length without writing elements, as `Vec::set_len` does: for elements beyond the length that other code
    /// has written by [`as_mut_ptr`](DeviceVec::as_mut_ptr).
    ///
    /// # Safety
    ///
    /// `len` is at most the [`capacity`](DeviceVec::capacity), and the elements below `len` are initialised.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::from(Cpu::new());
    /// let mut x: DeviceVec<f32, _> = DeviceVec::with_capacity(&device, 2)?;
    /// // SAFETY: there is room for two elements; on a CPU, the host may write them.
    /// unsafe {
    ///     x.as_mut_ptr().write(3.5);
    ///     x.as_mut_ptr().add(1).write(4.5);
    ///     x.set_len(2);
    /// }
    /// assert_eq!(x.to_vec()?, [3.5, 4.5]);
    /// # Ok(()) }
    /// ```
    pub unsafe fn set_len(&mut self, len: usize) {
        debug_assert!(len <= self.capacity(), "set_len: {len} elements, and room for {}", self.capacity());
        (self.len, self.unwritten) = (len, 0);
    }

    /// The address of the first element in the device's memory, to be read by other code: a kernel, or a library of CUDA's.
    /// It is an address of the host only where [`Backend::id`] is the [host's](crate::device::DeviceId::HOST). It is valid
    /// until the vector is dropped or allocates anew, as [`reserve`](DeviceVec::reserve), [`retain`](DeviceVec::retain) and
    /// methods that add elements may do.
    ///
    /// # Order
    ///
    /// Calls return before a GPU has done their work. Before other code reads the elements, wait by
    /// [`Backend::synchronize`]; before the vector is written or dropped, wait for that code. If a call that was to write the
    /// elements fails, its error isn't told to other code: [`synchronize`](Backend::synchronize) returns it if nothing has
    /// returned it before, and [`at`](DeviceVec::at) returns it each time.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Cpu::new();
    /// let x = device.upload(&[1.5f32, 2.5])?;
    /// device.synchronize()?;
    /// // SAFETY: the address is that of two elements in the host's memory, which are written.
    /// let sum = unsafe { *x.as_ptr() + *x.as_ptr().add(1) };
    /// assert_eq!(sum, 4.0);
    /// # Ok(()) }
    /// ```
    #[doc(alias("raw_pointer_cast", "data", "device_ptr", "CUdeviceptr", "leak"))]
    pub fn as_ptr(&self) -> *const T {
        self.memory.address().cast_const().cast()
    }

    /// The address of the first element in the device's memory, to be written by other code, up to the
    /// [`capacity`](DeviceVec::capacity); otherwise as [`as_ptr`](DeviceVec::as_ptr).
    ///
    /// # Order
    ///
    /// Before other code writes, wait by [`Backend::synchronize`] for the calls that use the elements; before onrush's next
    /// use of the vector, wait for that code.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Cpu::new();
    /// let mut x = device.filled(1.5f32, 2)?;
    /// device.synchronize()?;
    /// // SAFETY: the address is that of two elements in the host's memory, which nothing else uses.
    /// unsafe { x.as_mut_ptr().write(9.0) };
    /// assert_eq!(x.to_vec()?, [9.0, 1.5]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("raw_pointer_cast", "data", "device_ptr_mut", "CUdeviceptr"))]
    pub fn as_mut_ptr(&mut self) -> *mut T {
        self.unwritten = 0;
        self.memory.address().cast()
    }
}

impl<T: Element, B: Backend> DeviceSlice<'_, T, B> {
    /// The address of the first element in the device's memory; see [`DeviceVec::as_ptr`].
    pub fn as_ptr(&self) -> *const T {
        self.view.as_ptr()
    }
}

impl<T: Element, B: Backend> DeviceSliceMut<'_, T, B> {
    /// The address of the first element in the device's memory; see [`DeviceVec::as_ptr`].
    pub fn as_ptr(&self) -> *const T {
        self.span.as_ptr().cast_const()
    }

    /// The address of the first element in the device's memory, to be written; see [`DeviceVec::as_mut_ptr`].
    pub fn as_mut_ptr(&mut self) -> *mut T {
        self.span.as_ptr()
    }
}
