//! Memory: the blocks of vectors, and the threads' scratch space.

use std::alloc::{self, Layout};
use std::collections::VecDeque;
use std::marker::PhantomData;
use std::mem::{self, ManuallyDrop, MaybeUninit};
use std::ops::{Deref, DerefMut};
use std::ptr::NonNull;

use onrush_core::device::DeviceId;
use onrush_core::large_pages::{self, LARGE_PAGE};
use onrush_core::{Error, ErrorKind, Event, HostMemory, RawMemory, Result, fault};

mod kept;
#[cfg_attr(not(all(target_os = "linux", not(miri))), path = "memory/unmapped.rs")]
mod map;

pub(crate) use kept::release;

/// The size of a cache line, and the least alignment of all blocks but small ones.
pub(crate) const LINE: usize = 64;
/// Blocks below this size take whatever alignment the allocator gives: on glibc, asking for more costs five times as
/// much as the allocation itself.
const SMALL: usize = 16 << 10;
/// Blocks of this size are kept for the next ones when they are dropped (`kept.rs`). Smaller ones the allocator reuses.
const KEPT: usize = 64 << 10;
/// Blocks of this size are mapped also if none are kept, so that their unused end can be given back.
const MAPPED: usize = 32 << 20;

/// A block of the host's memory.
#[derive(Debug)]
pub struct Block {
    start: NonNull<u8>,
    bytes: usize,
    origin: Origin,
}

/// Where a block has come from, and goes back to.
#[derive(Debug)]
enum Origin {
    /// The global allocator has made it with this layout.
    Allocated(Layout),
    /// It is mapped, or empty.
    Mapped,
    /// Other code has allocated it.
    Other(Box<RawMemory>),
}

// SAFETY: a block owns its bytes, as a `Box<[MaybeUninit<u8>]>` does.
unsafe impl Send for Block {}
// SAFETY: a shared block gives access to nothing but its address and size.
unsafe impl Sync for Block {}

/// The system refused the memory. Nothing was changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{bytes} bytes of memory could not be allocated")]
pub(crate) struct AllocError {
    /// The size that was asked for.
    pub(crate) bytes: usize,
}

impl From<AllocError> for Error {
    fn from(error: AllocError) -> Self {
        ErrorKind::OutOfMemory { bytes: error.bytes, device: DeviceId::HOST }.into()
    }
}

impl AllocError {
    /// Unwinds to the guard that turns panics into errors.
    pub(crate) fn raise(self) -> ! {
        fault::raise(ErrorKind::OutOfMemory { bytes: self.bytes, device: DeviceId::HOST })
    }
}

impl Block {
    /// A block of uninitialised bytes.
    #[inline]
    pub(crate) fn new(bytes: usize, align: usize) -> Result<Self, AllocError> {
        if bytes == 0 || bytes >= SMALL {
            return Self::empty_or_large(bytes, align);
        }
        Self::allocated(bytes, align)
    }

    /// A block from the allocator; `bytes` isn't 0.
    #[inline]
    fn allocated(bytes: usize, align: usize) -> Result<Self, AllocError> {
        // An allocation smaller than its alignment would ask for that alignment too.
        let layout = Layout::from_size_align(bytes.max(align), align).map_err(|_| AllocError { bytes })?;
        // SAFETY: the size isn't 0.
        let start = NonNull::new(unsafe { alloc::alloc(layout) }).ok_or(AllocError { bytes })?;
        Ok(Block { start, bytes, origin: Origin::Allocated(layout) })
    }

    #[inline(never)]
    fn empty_or_large(bytes: usize, align: usize) -> Result<Self, AllocError> {
        if bytes == 0 {
            // SAFETY: an alignment isn't 0, and neither is the larger of it and `LINE`.
            let start = unsafe { NonNull::new_unchecked(std::ptr::without_provenance_mut(align.max(LINE))) };
            return Ok(Block { start, bytes, origin: Origin::Mapped });
        }
        let keeps = bytes >= KEPT && kept::keeps();
        if bytes >= if keeps { LARGE_PAGE } else { MAPPED } && align <= LARGE_PAGE && map::AVAILABLE {
            let pages = bytes.checked_next_multiple_of(LARGE_PAGE).ok_or(AllocError { bytes })?;
            let start = kept::take(pages).ok_or(AllocError { bytes })?;
            // Of the last page only what is used shall take memory.
            large_pages::advise(start.as_ptr(), bytes);
            return Ok(Block { start, bytes: pages, origin: Origin::Mapped });
        }
        let align = align.max(if bytes >= LARGE_PAGE { LARGE_PAGE } else { LINE });
        if let Some(block) = if keeps { kept::take_block(bytes, align) } else { None } {
            return Ok(block);
        }
        // The memory that is kept may be what is lacking.
        let block = Self::allocated(bytes, align).or_else(|_| {
            kept::release();
            Self::allocated(bytes, align)
        })?;
        large_pages::advise(block.start.as_ptr(), bytes);
        Ok(block)
    }

    /// The block of an allocation of the host's.
    pub(crate) fn of_host(memory: HostMemory) -> Self {
        let (start, layout) = memory.into_raw();
        Block { start, bytes: layout.size(), origin: Origin::Allocated(layout) }
    }

    /// The block of memory that other code has allocated.
    pub(crate) fn of_other(memory: RawMemory) -> Self {
        Block { start: memory.start(), bytes: memory.bytes(), origin: Origin::Other(Box::new(memory)) }
    }

    /// Gives the large pages beyond the first `bytes` bytes back, if the block is mapped.
    #[inline]
    pub(crate) fn shrink(&mut self, bytes: usize) {
        if !matches!(self.origin, Origin::Mapped) || bytes >= self.bytes {
            return;
        }
        // A block keeps at least a page, so that its range isn't empty.
        let keep = bytes.max(1).next_multiple_of(LARGE_PAGE);
        if keep < self.bytes {
            // SAFETY: `keep`'s contract: whole large pages at the end of the block's own range, which is used no more.
            unsafe { kept::keep(self.start.add(keep), self.bytes - keep) };
            self.bytes = keep;
        }
    }
}

// SAFETY: `address` is that of an allocation of `bytes` bytes, or dangling if there are none; it is valid until the
// block is dropped. `disown` returns this allocation.
unsafe impl onrush_core::Memory for Block {
    #[inline]
    fn address(&self) -> *mut u8 {
        self.start.as_ptr()
    }
    #[inline]
    fn bytes(&self) -> usize {
        self.bytes
    }
    fn disown(self, element: Layout) -> Result<HostMemory, Self> {
        match self.origin {
            Origin::Allocated(layout) if HostMemory::fits(layout, element) => {
                let block = ManuallyDrop::new(self);
                // SAFETY: the global allocator has made the block with this layout, in `allocated` or for `of_host`'s caller; it isn't
                // empty. The block is forgotten, so that its memory has one owner. A call here has done its work when it returns.
                Ok(unsafe { HostMemory::new(block.start, layout) })
            }
            _ => Err(self),
        }
    }
}

impl Block {
    /// Gives the memory back.
    fn free(self) {
        let mut block = ManuallyDrop::new(self);
        match mem::replace(&mut block.origin, Origin::Mapped) {
            // SAFETY: the global allocator has made the block with this layout, in `allocated` or for `of_host`'s caller.
            Origin::Allocated(layout) => unsafe { alloc::dealloc(block.start.as_ptr(), layout) },
            // Calls on it were done when they returned.
            Origin::Other(memory) => memory.release(&Event::passed(DeviceId::HOST.into())),
            Origin::Mapped if block.bytes == 0 => {}
            // SAFETY: `keep`'s contract: the block's own range.
            Origin::Mapped => unsafe { kept::keep(block.start, block.bytes) },
        }
    }
}

impl Drop for Block {
    #[inline]
    fn drop(&mut self) {
        let origin = mem::replace(&mut self.origin, Origin::Mapped);
        let block = Block { start: self.start, bytes: self.bytes, origin };
        // The memory of a `Vec` has a smaller alignment than other blocks of this size, and goes back to the allocator.
        let own = matches!(block.origin, Origin::Allocated(layout) if layout.align() >= LINE);
        if own && (KEPT..LARGE_PAGE).contains(&block.bytes) && kept::keeps() {
            kept::keep_block(block);
        } else {
            block.free();
        }
    }
}

/// Asks for large pages where the host's memory of a large download lies, since it is fresh more often than not.
#[inline]
pub(crate) fn expect_writes(start: *const u8, bytes: usize) {
    if bytes >= MAPPED {
        large_pages::advise(start, bytes);
    }
}

/// Room for `len` values of type `T`, which may be uninitialised; it drops none. Unless it is small, it starts at a
/// cache line.
#[derive(Debug)]
pub(crate) struct Buffer<T> {
    block: Block,
    len: usize,
    owns: PhantomData<T>,
}

impl<T> Buffer<T> {
    /// Room for `len` values.
    pub(crate) fn new(len: usize) -> Result<Self, AllocError> {
        let bytes = len.checked_mul(size_of::<T>()).ok_or(AllocError { bytes: usize::MAX })?;
        Ok(Buffer { block: Block::new(bytes, align_of::<T>())?, len, owns: PhantomData })
    }

    /// The address of the first value. Access through it is sound, by the rules of raw pointers, while the memory lives
    /// and no other thread uses it in conflict.
    #[inline(always)]
    pub(crate) fn start(&self) -> *mut T {
        self.block.start.as_ptr().cast()
    }
}

impl<T> Deref for Buffer<T> {
    type Target = [MaybeUninit<T>];
    fn deref(&self) -> &[MaybeUninit<T>] {
        // SAFETY: there is room for `len` values, aligned for them; `MaybeUninit` needs no initialisation.
        unsafe { std::slice::from_raw_parts(self.start().cast(), self.len) }
    }
}

impl<T> DerefMut for Buffer<T> {
    fn deref_mut(&mut self) -> &mut [MaybeUninit<T>] {
        // SAFETY: there is room for `len` aligned `MaybeUninit` values, and the memory is borrowed mutably.
        unsafe { std::slice::from_raw_parts_mut(self.start().cast(), self.len) }
    }
}

/// Room for `len` values; unwinds with an error if there is no memory.
pub(crate) fn scratch<T>(len: usize) -> Buffer<T> {
    Buffer::new(len).unwrap_or_else(|error| error.raise())
}

/// `N` values made by `make`: [`std::array::from_fn`], but always inlined, and so compiled for the caller's registers.
#[inline(always)]
pub(crate) fn array<T: Copy, const N: usize>(make: impl Fn(usize) -> T) -> [T; N] {
    let mut values = [const { MaybeUninit::uninit() }; N];
    for (k, value) in values.iter_mut().enumerate() {
        value.write(make(k));
    }
    // SAFETY: all values were just written; `MaybeUninit<T>` has the layout of `T`.
    unsafe { std::mem::transmute_copy(&values) }
}

/// An empty vector with room for `len` values; unwinds with an error if there is no memory.
pub(crate) fn reserved<T>(len: usize) -> Vec<T> {
    let mut values = Vec::new();
    if values.try_reserve_exact(len).is_err() {
        refused::<T>(len);
    }
    values
}

/// Appends a value; unwinds with an error if there is no memory.
#[inline]
pub(crate) fn push<T>(values: &mut Vec<T>, value: T) {
    if values.try_reserve(1).is_err() {
        refused::<T>(values.len() + 1);
    }
    values.push(value);
}

/// Appends values; unwinds with an error if there is no memory.
pub(crate) fn append<T>(values: &mut Vec<T>, more: Vec<T>) {
    if values.try_reserve(more.len()).is_err() {
        refused::<T>(values.len() + more.len());
    }
    values.extend(more);
}

/// Appends a value; unwinds with an error if there is no memory.
#[inline]
pub(crate) fn push_back<T>(values: &mut VecDeque<T>, value: T) {
    if values.try_reserve(1).is_err() {
        refused::<T>(values.len() + 1);
    }
    values.push_back(value);
}

#[cold]
fn refused<T>(len: usize) -> ! {
    AllocError { bytes: len.saturating_mul(size_of::<T>()) }.raise()
}

/// `len` values made by `make`; unwinds with an error if there is no memory.
pub(crate) fn filled<T>(len: usize, make: impl Fn() -> T) -> Box<[T]> {
    let mut values = reserved(len);
    values.resize_with(len, make);
    values.into_boxed_slice()
}

/// One value on the heap; it isn't dropped.
pub(crate) struct HeapValue<T>(Buffer<T>);

impl<T> HeapValue<T> {
    /// A value that `make` writes in place, so that a large one never lies on the stack; unwinds with an error if there
    /// is no memory.
    ///
    /// # Safety
    ///
    /// `make` initialises its argument.
    pub(crate) unsafe fn new(make: impl FnOnce(&mut MaybeUninit<T>)) -> Self {
        let mut memory = scratch(1);
        make(&mut memory[0]);
        HeapValue(memory)
    }
}

impl<T> Deref for HeapValue<T> {
    type Target = T;
    #[inline(always)]
    fn deref(&self) -> &T {
        // SAFETY: `new` has initialised the only value, by its contract.
        unsafe { &*self.0.start() }
    }
}

impl<T> DerefMut for HeapValue<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut T {
        // SAFETY: `new` has initialised the only value, and the place is borrowed mutably.
        unsafe { &mut *self.0.start() }
    }
}

/// Asks for the cache line at an address that is used soon. The address need not be valid.
#[inline(always)]
pub(crate) fn prefetch<T>(at: *const T) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: every x86-64 has SSE, and a hint may name any address.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(at.cast()) };
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    let _ = at;
}

/// The size in bytes above which items are large. Where algorithms keep several items side by side in registers or on
/// the stack, they take large ones one by one, or keep them on the heap, so that the stack of any thread suffices.
pub(crate) const LARGE: usize = 128;

/// Bytes of scratch space that a thread's stack holds.
const ON_STACK: usize = 8 << 10;

/// Scratch space: on the stack for values that fit, so that small work allocates nothing; on the heap for others.
// The order of the fields is fixed, so that the bytes are aligned as the whole is.
#[repr(C, align(64))]
pub(crate) struct SmallBuffer<T> {
    stack: MaybeUninit<[u8; ON_STACK]>,
    heap: Option<Buffer<T>>,
}

impl<T> SmallBuffer<T> {
    #[inline(always)]
    pub(crate) fn new() -> Self {
        SmallBuffer { stack: MaybeUninit::uninit(), heap: None }
    }

    /// The space for `len` values; unwinds with an error if there is no memory.
    #[inline(always)]
    pub(crate) fn of(&mut self, len: usize) -> &mut [MaybeUninit<T>] {
        if len.saturating_mul(size_of::<T>()) > ON_STACK || align_of::<T>() > 64 {
            return self.heap.insert(scratch(len));
        }
        // SAFETY: the bytes suffice and are aligned to 64; `MaybeUninit` needs no initialisation.
        unsafe { std::slice::from_raw_parts_mut(self.stack.as_mut_ptr().cast(), len) }
    }
}

#[cfg(test)]
mod tests {
    use onrush_core::Memory as _;

    use super::*;

    #[test]
    fn is_aligned_and_writable() {
        for len in [0, 1, 63, 64, 65, 4096, LARGE_PAGE / 8, LARGE_PAGE / 8 + 1, 3 * LARGE_PAGE / 8 + 5] {
            let memory = Buffer::<u64>::new(len).unwrap();
            assert_eq!(memory.len(), len);
            if len > 0 {
                let align = match len * 8 {
                    LARGE_PAGE.. => LARGE_PAGE,
                    SMALL.. => LINE,
                    _ => 8,
                };
                assert_eq!(memory.start() as usize % align, 0);
            }
            for i in 0..len {
                // SAFETY: `i` is within the memory, which nothing else uses.
                unsafe { memory.start().add(i).write(i as u64) };
            }
            // SAFETY: the loop has written all values.
            let values = unsafe { std::slice::from_raw_parts(memory.start(), len) };
            assert!(values.iter().enumerate().all(|(i, &x)| x == i as u64));
        }
    }

    #[test]
    fn room_is_aligned() {
        #[repr(align(64))]
        struct Line;
        for len in [1, 3, 1000] {
            assert!(SmallBuffer::<Line>::new().of(len).as_ptr().is_aligned());
            assert!(SmallBuffer::<f32>::new().of(len).as_ptr().addr().is_multiple_of(64));
        }
    }

    #[test]
    fn too_much_is_an_error() {
        assert_eq!(Buffer::<u64>::new(usize::MAX).unwrap_err(), AllocError { bytes: usize::MAX });
        let bytes = isize::MAX as usize & !4095;
        assert_eq!(Buffer::<u8>::new(bytes).unwrap_err(), AllocError { bytes });
        assert_eq!(Buffer::<u8>::new(1 << 60).unwrap_err(), AllocError { bytes: 1 << 60 });
    }

    #[test]
    fn empty_types_take_nothing() {
        let memory = Buffer::<()>::new(usize::MAX).unwrap();
        assert_eq!(memory.len(), usize::MAX);
    }

    #[test]
    fn a_vectors_memory_is_taken_over_and_given_back() {
        let (three, word) = (Layout::new::<[u8; 3]>(), Layout::new::<u64>());
        for len in [1, 5, SMALL, KEPT] {
            let mut vec = vec![[1u8, 2, 3]; len];
            let (start, layout) = (vec.as_mut_ptr().cast(), Layout::array::<[u8; 3]>(vec.capacity()).unwrap());
            std::mem::forget(vec);
            // SAFETY: the memory is that of a vector, which is forgotten.
            let memory = unsafe { HostMemory::new(NonNull::new(start).unwrap(), layout) };
            let block = Block::of_host(memory);
            assert_eq!((block.address(), block.bytes()), (start, layout.size()));
            // SAFETY: the block has bytes, which nothing else uses.
            unsafe { block.address().write(7) };
            let mut block = block.disown(word).unwrap_err();
            block.shrink(1);
            let memory = block.disown(three).unwrap();
            assert_eq!((memory.start().as_ptr(), memory.layout()), (start, layout));
            // SAFETY: the first byte is initialised.
            assert_eq!(unsafe { memory.start().read() }, 7);
            // It may come again, and end as a block.
            drop(Block::of_host(memory));
        }
    }

    #[test]
    fn only_what_a_vector_may_own_is_given_up() {
        let element = Layout::new::<u64>();
        // A small block that is aligned as its elements are; a large one begins at a line, a mapped one at a page, an empty one nowhere.
        assert_eq!(Block::new(80, 8).unwrap().disown(element).unwrap().layout(), Layout::array::<u64>(10).unwrap());
        for (bytes, align) in [(80, 16), (4, 4), (84, 4), (SMALL, 8), (KEPT, 8), (LARGE_PAGE, 8), (MAPPED, 8), (0, 8)] {
            assert!(Block::new(bytes, align).unwrap().disown(element).is_err(), "{bytes} bytes aligned to {align}");
        }
    }

    #[test]
    fn what_is_cut_off_goes_back() {
        for bytes in [100, LARGE_PAGE, MAPPED, MAPPED + 12345] {
            for keep in [0, 1, 99, bytes / 2, bytes] {
                let mut block = Block::new(bytes, 16).unwrap();
                let (start, before) = (block.start, block.bytes);
                block.shrink(keep);
                assert!(block.start == start && block.bytes >= keep && block.bytes <= before);
                assert!(!matches!(block.origin, Origin::Mapped) || block.bytes < keep.max(1) + LARGE_PAGE);
                // SAFETY: the first `keep` bytes are still the block's.
                unsafe { start.write_bytes(7, keep) };
            }
        }
    }
}
