//! Vectors that take the memory of the host's `Vec` over, and give it back.
#![allow(unsafe_code)]

use std::alloc::Layout;
use std::marker::PhantomData;
use std::mem::ManuallyDrop;
use std::ptr;

use super::DeviceVec;
use crate::backend::Backend;
use crate::error::Result;
use crate::failure;
use crate::memory::{HostMemory, Memory};
use crate::recording::{Unrecorded, unrecorded};
use crate::value::Element;

impl<T: Element, B: Backend> DeviceVec<T, B> {
    /// A vector with the elements of a `Vec`: on a CPU in the memory of the `Vec`, without a copy.
    /// [`into_vec`](DeviceVec::into_vec) gives that memory back.
    ///
    /// # Cost
    ///
    /// Nothing where the device's memory is the host's and the backend [adopts](Backend::adopt) it. Otherwise that of
    /// [`upload`](Backend::upload).
    ///
    /// # Errors
    ///
    /// Those of [`upload`](Backend::upload) where there is a copy; then the `Vec` is dropped. `upload` keeps it.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let names = vec![3u32, 1, 2];
    /// let mut sorted = DeviceVec::from_vec(&device, names)?;
    /// sorted.sort()?;
    /// assert_eq!(sorted.into_vec()?, [1, 2, 3]); // on a CPU nothing has been copied or allocated
    /// # Ok(()) }
    /// ```
    #[doc(alias("From", "into", "from_raw_parts", "take", "adopt", "unified_memory", "universal_vector"))]
    #[track_caller]
    pub fn from_vec(device: &B, vec: Vec<T>) -> Result<Self> {
        unrecorded(Unrecorded::Copies)?;
        let len = vec.len();
        let vec = match HostMemory::of_vec(vec).map(|memory| device.adopt(memory)) {
            Ok(Ok(memory)) => {
                return Ok(DeviceVec { memory, len, device: device.clone(), unwritten: 0, marker: PhantomData });
            }
            // SAFETY: the memory is that of `vec`, which had `len` elements.
            Ok(Err(memory)) => unsafe { memory.into_vec(len) },
            Err(vec) => vec,
        };
        device.upload(&vec)
    }

    /// A vector with these elements.
    #[track_caller]
    pub(crate) fn of_slice(device: &B, data: &[T]) -> Result<Self> {
        unrecorded(Unrecorded::Copies)?;
        // SAFETY: `upload_to` writes all `data.len()` elements, or the vector is dropped.
        let mut vec = unsafe { DeviceVec::uninit(device, data.len())? };
        // SAFETY: the new vector has room for exactly these elements, and no other code has its address.
        unsafe { device.upload_to(data, vec.span().as_ptr())? };
        Ok(vec)
    }

    /// The elements as a `Vec`: on a CPU in the vector's own memory, without a copy, if it came from a `Vec`
    /// ([`from_vec`](DeviceVec::from_vec)).
    ///
    /// # Cost
    ///
    /// Nothing if the vector still has the memory of a `Vec`, which it loses if it grows beyond its capacity or shrinks
    /// ([`shrink_to_fit`](DeviceVec::shrink_to_fit)). Otherwise that of [`to_vec`](DeviceVec::to_vec): the memory of a vector that a
    /// call has made has an alignment that no `Vec` may have.
    ///
    /// # Errors
    ///
    /// Those of [`to_vec`](DeviceVec::to_vec), which keeps the vector; here it is dropped. [`recover`](DeviceVec::recover) before gives
    /// the elements as a failed call has left them.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let mut x = DeviceVec::from_vec(&Cpu::new(), vec![0.5f32; 1000])?;
    /// x.iter_mut().for_each(op!(|v: &mut f32| *v *= 2.0))?;
    /// let x: Vec<f32> = x.into_vec()?;
    /// assert_eq!(x, [1.0; 1000]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("Into", "into_raw_parts", "into_inner", "give_back"))]
    #[track_caller]
    pub fn into_vec(self) -> Result<Vec<T>> {
        unrecorded(Unrecorded::Waits)?;
        // What a failed call was to make may be no elements.
        self.as_slice().settle()?;
        let this = ManuallyDrop::new(self);
        // SAFETY: `this` is neither used nor dropped any more, so that each of its fields with an owner has one: the two that are
        // read here are the only ones.
        let (memory, device) = unsafe { (ptr::read(&this.memory), ptr::read(&this.device)) };
        let (len, unwritten) = (this.len, this.unwritten);
        let part = memory.address() as usize..memory.address() as usize + memory.bytes();
        match memory.disown(Layout::new::<T>()) {
            Ok(memory) => {
                // As the vector's drop does: what else comes to lie there has nothing to do with its calls.
                failure::forget(device.id(), &part);
                // SAFETY: `disown`'s contract: the allocation is that of the vector, whose `len` elements are initialised. Whatever was
                // queued for it is done, and its layout fits.
                Ok(unsafe { memory.into_vec(len) })
            }
            Err(memory) => DeviceVec { memory, len, device, unwritten, marker: PhantomData::<T> }.to_vec(),
        }
    }
}
