//! Allocations: of a device, and of the host's allocator on their way from a `Vec` to a device's vector, and back.

use std::alloc::{self, Layout};
use std::fmt;
use std::mem::ManuallyDrop;
use std::ptr::NonNull;

use crate::error::Result;
use crate::value::Element;

/// An allocation in a device's memory; dropping it gives the memory back once the work queued on it is done.
///
/// # Safety
///
/// `address` is that of `bytes` bytes of the device's memory, which are this allocation's alone until it is dropped.
/// [`disown`](Memory::disown) returns the allocation itself, at its address and with its bytes, in `Ok` and in `Err`; in `Ok` only once no
/// queued work uses it and the host reads what that work has written.
#[doc(alias("allocator", "device_allocator", "cudaFree", "cudaFreeAsync", "device_free"))]
#[doc(alias("memory_resource"))]
pub unsafe trait Memory: Send + Sync + fmt::Debug {
    /// The address of the first byte.
    fn address(&self) -> *mut u8;
    /// The size in bytes.
    fn bytes(&self) -> usize;
    /// Lets a vector leave this allocation for another one, or says why it can't at present. By default it can. While a thread
    /// [records](crate::Record::record), it can't leave one from before: the elements are copied by a launch at the earliest.
    #[track_caller]
    fn leave(&self) -> Result<()> {
        Ok(())
    }
    /// Queues a copy to `to`, in this allocation, behind the work of its stream, from the memory of another device of this kind: `from` lies in
    /// `other`. `false`, by default, if these devices can't copy from each other; then nothing is queued.
    ///
    /// # Safety
    ///
    /// `bytes` bytes lie there in either allocation. Those of `other` are initialised, and what was to write them is done or is
    /// [waited for](crate::Backend::wait_for); until an event behind the copy has passed, `other` isn't dropped, and nothing writes them.
    /// Nothing uses those of this allocation but in the order of its stream.
    unsafe fn copy_from(&self, to: *mut u8, other: &Self, from: *const u8, bytes: usize) -> Result<bool>
    where
        Self: Sized,
    {
        let _ = (to, other, from, bytes);
        Ok(false)
    }
    /// Gives the allocation up if it can be that of a `Vec` of elements with this layout ([`HostMemory::fits`]): the global allocator
    /// has made it, and the host may use it, since nothing is queued that does. Otherwise, and by default, returns it.
    fn disown(self, element: Layout) -> Result<HostMemory, Self>
    where
        Self: Sized,
    {
        let _ = element;
        Err(self)
    }
}

/// An allocation of the global allocator's, without a type: what a `Vec` has. Dropping it frees it.
///
/// [`Backend::adopt`](crate::Backend::adopt) takes one, and [`Memory::disown`](crate::Memory::disown) returns one.
#[derive(Debug)]
pub struct HostMemory {
    start: NonNull<u8>,
    layout: Layout,
}

// SAFETY: it owns its bytes, as a `Box<[MaybeUninit<u8>]>` does.
unsafe impl Send for HostMemory {}
// SAFETY: shared, it gives its address and layout alone.
unsafe impl Sync for HostMemory {}

impl HostMemory {
    /// The allocation at `start`.
    ///
    /// # Safety
    ///
    /// The global allocator has made it with this layout, whose size isn't 0. It is the caller's own, and becomes this value's.
    pub unsafe fn new(start: NonNull<u8>, layout: Layout) -> Self {
        HostMemory { start, layout }
    }

    /// The address of the first byte.
    pub fn start(&self) -> NonNull<u8> {
        self.start
    }

    /// The size and the alignment with which the global allocator has made the allocation.
    pub fn layout(&self) -> Layout {
        self.layout
    }

    /// Gives the allocation to the caller, who frees it.
    pub fn into_raw(self) -> (NonNull<u8>, Layout) {
        let this = ManuallyDrop::new(self);
        (this.start, this.layout)
    }

    /// The allocation of a vector, or the vector if it has none.
    pub(crate) fn of_vec<T: Element>(vec: Vec<T>) -> Result<Self, Vec<T>> {
        match Layout::array::<T>(vec.capacity()) {
            Ok(layout) if layout.size() > 0 => {
                let mut vec = ManuallyDrop::new(vec);
                // SAFETY: a `Vec`'s address isn't null.
                let start = unsafe { NonNull::new_unchecked(vec.as_mut_ptr().cast()) };
                // SAFETY: a `Vec` with a capacity above 0 of a type that isn't empty has an allocation of the global allocator's with
                // the layout of an array of its capacity. It won't be used or dropped as a `Vec` any more; elements are `Copy`,
                // so that none is to be dropped.
                Ok(unsafe { HostMemory::new(start, layout) })
            }
            _ => Err(vec),
        }
    }

    /// Whether an allocation with this layout can be that of a `Vec` of elements with theirs: it has their very alignment, and a size
    /// that is a multiple of theirs.
    pub fn fits(layout: Layout, element: Layout) -> bool {
        let whole = element.size() > 0 && layout.size().is_multiple_of(element.size());
        layout.size() > 0 && layout.align() == element.align() && whole
    }

    /// The vector whose allocation this is.
    ///
    /// # Safety
    ///
    /// The allocation holds at least `len` elements, the first of which are initialised.
    ///
    /// # Panics
    ///
    /// If the allocation doesn't [fit](HostMemory::fits).
    pub(crate) unsafe fn into_vec<T: Element>(self, len: usize) -> Vec<T> {
        assert!(Self::fits(self.layout, Layout::new::<T>()), "{:?} isn't that of a `Vec`", self.layout);
        let capacity = self.layout.size() / size_of::<T>();
        assert!(len <= capacity, "{len} elements don't fit into {:?}", self.layout);
        let (start, _) = self.into_raw();
        // SAFETY: the global allocator has made the allocation with this layout, which is that of an array of `capacity` elements: the
        // alignment is `T`'s, and the size a multiple of `T`'s. The caller promises that `len` elements are initialised.
        unsafe { Vec::from_raw_parts(start.as_ptr().cast(), len, capacity) }
    }
}

impl Drop for HostMemory {
    fn drop(&mut self) {
        // SAFETY: the global allocator has made the allocation with this layout, and it is this value's own.
        unsafe { alloc::dealloc(self.start.as_ptr(), self.layout) }
    }
}

#[cfg(test)]
mod tests {
    use super::{HostMemory, Layout};

    #[test]
    fn a_vector_goes_and_comes_back() {
        let mut vec = Vec::with_capacity(10);
        vec.extend([1u32, 2, 3]);
        let (start, capacity) = (vec.as_ptr(), vec.capacity());
        let memory = HostMemory::of_vec(vec).unwrap();
        assert_eq!((memory.start().as_ptr().cast_const().cast(), memory.layout().size()), (start, 4 * capacity));
        // SAFETY: the memory is that of a vector of three elements.
        let mut vec = unsafe { memory.into_vec::<u32>(3) };
        assert_eq!((vec.as_ptr(), vec.capacity(), &vec[..]), (start, capacity, &[1, 2, 3][..]));
        // The allocator grows and frees it as ever.
        vec.extend(0..100);
        assert_eq!(vec.len(), 103);
    }

    #[test]
    fn a_vector_without_memory_is_returned() {
        assert!(HostMemory::of_vec(Vec::<u32>::new()).is_err());
        assert_eq!(HostMemory::of_vec(vec![[0u32; 0]; 7]).unwrap_err().len(), 7);
    }

    #[test]
    fn memory_without_an_owner_is_freed() {
        drop(HostMemory::of_vec(vec![[1u8; 3]; 5]));
        let (start, layout) = HostMemory::of_vec(vec![1u64]).unwrap().into_raw();
        // SAFETY: the vector's allocation has this layout.
        drop(unsafe { HostMemory::new(start, layout) });
    }

    #[test]
    fn only_a_vectors_own_type_fits() {
        let layout = Layout::array::<[u32; 3]>(5).unwrap();
        let fits = |element| HostMemory::fits(layout, element);
        assert!([Layout::new::<[u32; 3]>(), Layout::new::<u32>(), Layout::new::<[i32; 5]>()].into_iter().all(fits));
        let others =
            [Layout::new::<[u32; 7]>(), Layout::new::<[u8; 4]>(), Layout::new::<u64>(), Layout::new::<[u32; 0]>()];
        assert!(!others.into_iter().any(fits));
        assert!(!HostMemory::fits(Layout::new::<[u32; 0]>(), Layout::new::<u32>()));
    }
}
