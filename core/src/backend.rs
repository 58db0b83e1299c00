//! The trait that a backend implements: memory, and the primitives that all algorithms are built of.

use std::fmt;
use std::ops::Range;
use std::time::Duration;

use crate::cancel::CancellationToken;
use crate::chain::{Chain, IntoChain};
use crate::device::{DeviceId, StreamId};
use crate::error::Result;
use crate::event::Event;
use crate::expr::{Cells, Cells3d, Constant, Expr, RangeOf, Slice, Tabulate};
use crate::function::Function;
use crate::memory::{HostMemory, Memory};
use crate::operator::Integer;
use crate::recording::{Recorded, Step, Unrecorded, unrecorded};
use crate::value::{Element, Value};
use crate::vec::{DeviceVec, PageableMemory, PinnedVec, on_host};
use crate::view::View;

/// A place to run: the CPU's cores or a GPU's stream, with the memory that belongs to it.
///
/// Cloning one names the same place. The methods from [`for_each`](Backend::for_each) on are the primitives that an
/// implementation provides; users call them through [`Chain`] and [`DeviceVec`]. Their signatures stand in one table, from which
/// [`primitives`](crate::primitives!) makes the methods of an implementation, and [`forward`](crate::forward!) those of a wrapper.
///
/// # The primitives' contract
///
/// Each gets a request, and is unsafe to call since requests are plain data. The caller promises:
///
/// - What the request reads and writes has passed [`Check`](crate::device::Check) for [`stream_id`](Backend::stream_id): its lengths
///   agree, its bounds hold, and it lies in this memory.
/// - Until the call returns, what it reads is initialised and written by nothing else, and what it writes is used by nothing
///   else; its inputs and outputs are distinct memory, unless the primitive says otherwise.
///
/// [`for_each`](Backend::for_each) and [`collect`](Backend::collect) ask for each slot of their input exactly once; the
/// others may ask again, and so take [`Repeatable`](crate::expr::Repeatable) expressions.
///
/// # Safety
///
/// - [`allocate`](Backend::allocate) returns memory of this device, of the size and alignment asked for, and
///   [`adopt`](Backend::adopt) the memory that it is given, in `Ok` as memory of this device, in `Err` as it was, with its bytes
///   unchanged. Adopted memory has the alignment of its own layout, which may be less than any that vectors ask `allocate` for.
/// - [`id`](Backend::id) and [`stream_id`](Backend::stream_id) are the same in every answer and for every clone; [`DeviceId::HOST`] is
///   claimed only for memory that the host reads and writes at the same addresses, and whose calls do their work before they return.
/// - An [`event`](Backend::event) passes when all work is done that was queued before it. [`wait_for`](Backend::wait_for),
///   [`upload_pinned_to`](Backend::upload_pinned_to) and [`download_pinned_from`](Backend::download_pinned_from) rely on each other: an
///   implementation, or a wrapper, that has one of these three has all.
/// - A primitive that returns before its operations have run [marks](crate::failure) what it writes with their outcome, and one
///   whose inputs are marked marks what it writes with the outcomes of these.
/// - Each primitive asks an expression only for slots below its length, writes all that it is to write before it returns
///   `Ok`, or in the order of its stream, and returns counts that are no larger than what it wrote.
#[doc(alias("ThreadPool", "execution_policy", "system", "executor"))]
pub unsafe trait Backend: Clone + Send + Sync + fmt::Debug + 'static {
    /// The backend's allocations.
    type Memory: Memory;

    /// The memory that its vectors live in.
    fn id(&self) -> DeviceId;

    /// The stream in whose order its work is done, and the device whose memory it uses.
    fn stream_id(&self) -> StreamId {
        self.id().into()
    }

    /// A further stream of work in the same memory: what is queued here and there may run at the same time. Where there
    /// are no streams, the same place again.
    ///
    /// A vector belongs to the stream that it was made on: its chains run there unless [`Chain::on`] says otherwise, and
    /// there it is freed. A chain may use vectors of several streams of one memory. It waits on the device for what is
    /// queued on their streams, and what is queued there later waits for it if it writes them, or, if it only reads
    /// them, before that stream does anything else; the host never waits. So several streams can read a vector at the
    /// same time, and dropping it meanwhile is safe.
    ///
    /// An operation's failure comes out of the vectors that its call was to write, on whichever stream they are read, and of no
    /// others.
    ///
    /// # Cost
    ///
    /// A stream has its own temporary memory, and loads the programs that it runs anew. A chain that uses another
    /// stream's vectors costs a few microseconds more.
    ///
    /// # Errors
    ///
    /// Whatever the device reports.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let main = Device::best()?;
    /// let side = main.stream()?;
    /// let x = main.upload(&[3.0f32, 1.0, 2.0])?;
    /// let squares = x.iter().on(&side).map(op!(|v: f32| v * v)).collect()?; // on `side`, after the upload
    /// let sums = x.iter().scan_inclusive(Sum).collect()?; // on `main`, perhaps at the same time
    /// assert_eq!(sums.iter().zip(&squares).map(op!(|(s, q): (f32, f32)| s + q)).sum()?, 27.0);
    /// # Ok(()) }
    /// ```
    #[doc(alias("cudaStream_t", "cudaStreamCreate", "CudaStream", "queue", "concurrency", "fork"))]
    fn stream(&self) -> Result<Self> {
        Ok(self.clone())
    }

    /// The same place, whose calls the [token](CancellationToken) cancels, in the place of one that is bound already: those of clones,
    /// [streams](Backend::stream) and the vectors that are made there, too. [`Chain::on`] brings a chain under a token, or away from it.
    /// An implementation that can't cancel calls is the same place again.
    #[doc(alias("stop_token", "task_group_context", "timeout", "interrupt", "abort", "cancel"))]
    #[must_use = "the device with the token is returned; this one has none"]
    fn cancelled_by(&self, _: &CancellationToken) -> Self {
        self.clone()
    }

    /// A name for people: "2 CPU threads", "NVIDIA H200".
    fn name(&self) -> String;

    /// Allocates `bytes` uninitialised bytes aligned to `align` (a power of two, at most 256).
    #[doc(alias("cudaMalloc", "cudaMallocAsync", "device_malloc", "malloc", "device_allocator"))]
    fn allocate(&self, bytes: usize, align: usize) -> Result<Self::Memory>;

    /// Takes an allocation of the host's over as memory of this device: at its address and with its bytes. By default, and where the
    /// device's memory isn't the host's, returns it.
    fn adopt(&self, memory: HostMemory) -> Result<Self::Memory, HostMemory> {
        Err(memory)
    }

    /// Gives back what lies beyond the first `bytes` bytes, if that can be done at little cost. Those bytes keep their contents;
    /// the address may change.
    fn shrink(&self, memory: &mut Self::Memory, bytes: usize) -> Result<()>;

    /// Copies host elements to device memory.
    ///
    /// # Safety
    ///
    /// `to` has room for `from.len()` elements in this memory, and nothing else uses them.
    unsafe fn upload_to<T: Element>(&self, from: &[T], to: *mut T) -> Result<()>;

    /// Copies device elements to host memory; they are there on return.
    ///
    /// # Safety
    ///
    /// `from` points to `len` initialised elements in this memory, `to` has room for them.
    #[track_caller]
    unsafe fn download_from<T: Element>(&self, from: *const T, len: usize, to: *mut T) -> Result<()>;

    /// Waits until all queued work is done.
    ///
    /// # Errors
    ///
    /// The first failure of an operation here that wasn't told yet; the next one, if there is, the next time. Or
    /// whatever the device reports.
    #[doc(alias("cudaDeviceSynchronize", "cudaStreamSynchronize", "wait", "join"))]
    #[track_caller]
    fn synchronize(&self) -> Result<()>;

    /// An event behind all work that is queued here: it has passed when this work is done, and has the time at which the device
    /// came to it.
    ///
    /// # Cost
    ///
    /// A microsecond or two on a GPU; nothing is launched, and nothing waits. Where calls return when their work is done, and in
    /// an implementation of `Backend` without events of its own, it is [`synchronize`](Backend::synchronize) and the host's clock.
    ///
    /// # Errors
    ///
    /// Whatever the device reports.
    #[doc(alias("cudaEventRecord", "record_event", "cuEventRecord"))]
    #[track_caller]
    fn event(&self) -> Result<Event> {
        unrecorded(Unrecorded::Event)?;
        self.synchronize().map(|()| Event::passed(self.stream_id()))
    }

    /// Runs a closure, and returns its value and the time that the device has taken for what the closure has queued on this stream:
    /// from one [event](Backend::event) before it to another behind it. What was queued before isn't in it; what the host does
    /// meanwhile is, where the device waits for it, as in the compilation of a kernel at its first call. On a CPU it is the time of
    /// the closure.
    ///
    /// # Cost
    ///
    /// Two events. The host waits until this stream has done what the closure has queued; other streams go on.
    ///
    /// # Errors
    ///
    /// The closure's, and whatever the device reports. A failure of an operation that isn't known when the closure returns belongs to
    /// the owner of what it was to write, as ever.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let mut x = device.filled(1.0f32, 1 << 16)?;
    /// let double = op!(|x: &mut f32| *x *= 2.0);
    /// x.iter_mut().for_each(double)?; // compiles the kernel
    /// let ((), time) = device.time(|| x.iter_mut().for_each(double))?;
    /// println!("{:.1} GB/s", 8.0 * 65536.0 / time.as_secs_f64() / 1e9);
    /// assert_eq!(x.at(0)?, 4.0);
    /// # Ok(()) }
    /// ```
    #[doc(alias("cudaEventElapsedTime", "elapsed", "benchmark", "GpuTimer", "Instant"))]
    #[track_caller]
    fn time<T>(&self, work: impl FnOnce() -> Result<T>) -> Result<(T, Duration)> {
        let start = self.event()?;
        let value = work()?;
        let time = self.event()?.duration_since(&start)?;
        Ok((value, time))
    }

    /// Makes work that is queued here from now on wait for an event, which may be another stream's or another device's. An
    /// implementation without streams waits itself.
    ///
    /// Chains that use vectors of other streams wait by themselves; this is for other orders.
    ///
    /// # Errors
    ///
    /// Whatever the device reports.
    #[doc(alias("cudaStreamWaitEvent", "wait_event", "cuStreamWaitEvent", "join"))]
    #[track_caller]
    fn wait_for(&self, event: &Event) -> Result<()> {
        unrecorded(Unrecorded::OtherStream)?;
        event.wait()
    }

    /// Allocates `bytes` (> 0) uninitialised bytes of the host, aligned to 256, that the device can copy by itself. The memory is
    /// dropped when no copy uses it any more.
    fn allocate_pinned(&self, bytes: usize) -> Result<Box<dyn Memory>> {
        Ok(Box::new(PageableMemory::new(bytes)?))
    }

    /// Queues a copy of `len` elements of the host's memory to device memory.
    ///
    /// # Safety
    ///
    /// `to` has room for the elements in this memory, and nothing else uses them but in the order of the stream. `from` points
    /// to memory that [`allocate_pinned`](Backend::allocate_pinned) of any backend has made; until an [event](Backend::event)
    /// behind the copy has passed, it is neither freed nor written, but for work that this stream [waits for](Backend::wait_for).
    unsafe fn upload_pinned_to<T: Element>(&self, from: *const T, len: usize, to: *mut T) -> Result<()> {
        // SAFETY: the caller's promise; what was to write the memory is done, since `wait_for` has waited for it.
        unsafe { self.upload_to(std::slice::from_raw_parts(from, len), to) }
    }

    /// Queues a copy of `len` device elements to the host's memory.
    ///
    /// # Safety
    ///
    /// `from` points to `len` elements in this memory that nothing writes but in the order of the stream. `to` has room for them
    /// in memory that [`allocate_pinned`](Backend::allocate_pinned) of any backend has made; until an [event](Backend::event)
    /// behind the copy has passed, it is neither freed nor used, but by work that this stream [waits for](Backend::wait_for).
    unsafe fn download_pinned_from<T: Element>(&self, from: *const T, len: usize, to: *mut T) -> Result<()> {
        // SAFETY: the caller's promise; what was to use the memory is done, since `wait_for` has waited for it.
        unsafe { self.download_from(from, len, to) }
    }

    /// Returns memory that dropped vectors have left, and that is kept for later ones, to the system. Vectors keep theirs.
    ///
    /// # Cost
    ///
    /// On a GPU it waits for the queued work of all streams. Later vectors cost more until memory is kept again.
    ///
    /// # Errors
    ///
    /// Whatever the device reports.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let total = device.filled(1u64, 10_000_000)?.iter().sum()?; // the vector is dropped, its memory kept
    /// device.release_memory()?;
    /// assert_eq!(total, 10_000_000);
    /// # Ok(()) }
    /// ```
    #[doc(alias("cudaMemPoolTrimTo", "empty_cache", "free_all_blocks", "malloc_trim", "shrink_to_fit"))]
    #[track_caller]
    fn release_memory(&self) -> Result<()> {
        Ok(())
    }

    /// Puts down a step's calls, which [`record`](crate::Record::record) launches; by default `None`: each launch runs it anew.
    fn put_down(&self, _: Step<'_>) -> Result<Option<Box<dyn Recorded>>> {
        Ok(None)
    }

    // The primitives, from `for_each` to `histogram`: their table is in `algo/mod.rs`.
    crate::__primitives!(crate::primitives::declare,);

    /// A vector with these elements.
    ///
    /// # Cost
    ///
    /// One allocation and one copy of `data`.
    ///
    /// # Errors
    ///
    /// [`OutOfMemory`](crate::ErrorKind::OutOfMemory).
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[1.5f32, 2.5])?;
    /// assert_eq!(x.to_vec()?, [1.5, 2.5]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("device_vector", "from_slice", "from_vec", "from_host", "to_device"))]
    #[doc(alias("clone_htod", "cudaMemcpy", "cudaMemcpyHostToDevice", "asarray"))]
    #[track_caller]
    fn upload<T: Element>(&self, data: &[T]) -> Result<DeviceVec<T, Self>> {
        DeviceVec::of_slice(self, data)
    }

    /// A vector with the elements of a [`PinnedVec`], without waiting for the copy; see [`DeviceVec::copy_from_pinned`].
    ///
    /// # Cost
    ///
    /// One allocation and one copy.
    ///
    /// # Errors
    ///
    /// [`OutOfMemory`](crate::ErrorKind::OutOfMemory), and those of [`DeviceVec::copy_from_pinned`].
    #[doc(alias("cudaMemcpyAsync", "memcpy_htod", "upload_async", "non_blocking"))]
    #[track_caller]
    fn upload_pinned<T: Element>(&self, data: &PinnedVec<T>) -> Result<DeviceVec<T, Self>> {
        // SAFETY: `copy_from_pinned` writes all elements, or the vector is dropped.
        let mut vec = unsafe { DeviceVec::uninit(self, data.len())? };
        vec.copy_from_pinned(data).map(|()| vec)
    }

    /// A vector of the items of an iterator of the host; std's `collect`, but it can fail. (`Backend::collect` is a primitive.)
    ///
    /// # Cost
    ///
    /// The items are collected in the host's memory, then copied as [`upload`](Backend::upload) does. If they can be computed on
    /// the device, [`tabulate`](Backend::tabulate) or [`range`](Backend::range) with [`map`](Chain::map) copies nothing.
    ///
    /// # Errors
    ///
    /// [`OutOfMemory`](crate::ErrorKind::OutOfMemory), also where the iterator promises more items than the host has memory
    /// for.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let lengths = device.upload_iter("some words of text".split(' ').map(str::len))?;
    /// assert_eq!(lengths.to_vec()?, [4, 5, 2, 4]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("collect", "from_iter", "FromIterator", "from_par_iter", "device_vector"))]
    #[track_caller]
    fn upload_iter<T: Element>(&self, items: impl IntoIterator<Item = T>) -> Result<DeviceVec<T, Self>> {
        self.upload(&on_host(items)?)
    }

    /// A vector of the elements of all parts, one part after another. The parts are vectors, parts of vectors or chains, of one type.
    ///
    /// # Cost
    ///
    /// One allocation, and a [`collect`](Chain::collect) without allocation for each part.
    ///
    /// # Errors
    ///
    /// Those of [`collect`](Chain::collect).
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let (x, y) = (device.upload(&[1, 2])?, device.upload(&[3, 4, 5])?);
    /// assert_eq!(device.concat([&x, &y])?.to_vec()?, [1, 2, 3, 4, 5]);
    /// assert_eq!(device.concat([y.slice(1..)?, x.slice(..1)?])?.to_vec()?, [4, 5, 1]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("concatenate", "join", "flatten", "chain"))]
    #[track_caller]
    fn concat<T: Element, C: IntoChain<Self, Expr: Expr<Item = T>>>(
        &self,
        parts: impl IntoIterator<Item = C>,
    ) -> Result<DeviceVec<T, Self>> {
        let parts: Vec<_> = parts.into_iter().map(|part| part.into_chain().on(self)).collect();
        // A chain whose parts don't fit each other has no length, and fails for that reason.
        parts.iter().try_for_each(|part| part.unread())?;
        let len = parts.iter().fold(0usize, |len, part| len.saturating_add(part.expr().slots()));
        let mut all = DeviceVec::with_capacity(self, len)?;
        for part in parts {
            all.extend(part)?;
        }
        Ok(all)
    }

    /// A vector of `len` copies of `value`.
    ///
    /// # Cost
    ///
    /// One allocation and one kernel that writes `len` elements.
    ///
    /// # Errors
    ///
    /// [`OutOfMemory`](crate::ErrorKind::OutOfMemory).
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// assert_eq!(device.filled(7u8, 3)?.to_vec()?, [7, 7, 7]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("fill", "fill_n", "uninitialized_fill", "device_vector", "zeros", "ones"))]
    #[doc(alias("full", "alloc_zeros", "cudaMemset", "resize"))]
    #[track_caller]
    fn filled<T: Element>(&self, value: T, len: usize) -> Result<DeviceVec<T, Self>> {
        self.constant(value, len).collect()
    }

    /// The elements of a view as a chain. A view doesn't know the device that is to run its chain, so it isn't [`IntoChain`] by itself.
    /// If it is of another device's memory, the terminal returns [`DeviceMismatch`](crate::ErrorKind::DeviceMismatch).
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[1, 2, 3])?;
    /// let view = x.view();
    /// assert_eq!(device.elements(view).zip(&x).map(op!(|(a, b): (i32, i32)| a * b)).sum()?, 14);
    /// # Ok(()) }
    /// ```
    #[doc(alias("iter", "view", "into_iter", "begin"))]
    fn elements<'a, T: Element>(&self, view: View<'a, T>) -> Chain<Slice<'a, T>, Self> {
        Chain::new(Slice(view), self.clone())
    }

    /// The integers `range.start .. range.end` as a chain; nothing is stored.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// assert_eq!(device.range(1u64..101).sum()?, 5050);
    /// # Ok(()) }
    /// ```
    #[doc(alias("counting_iterator", "make_counting_iterator", "CountingInputIterator"))]
    #[doc(alias("sequence", "iota", "arange", "into_par_iter"))]
    fn range<T: Integer>(&self, range: Range<T>) -> Chain<RangeOf<T>, Self> {
        Chain::new(RangeOf::new(range), self.clone())
    }

    /// `len` times the same value as a chain; nothing is stored.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[1, 2, 3])?;
    /// assert_eq!(x.iter().inner_product(device.constant(2, 3))?, 12);
    /// # Ok(()) }
    /// ```
    #[doc(alias("constant_iterator", "make_constant_iterator", "ConstantInputIterator"))]
    #[doc(alias("repeat", "repeat_n", "broadcast"))]
    fn constant<T: Value>(&self, value: T, len: usize) -> Chain<Constant<T>, Self> {
        Chain::new(Constant::new(value, len), self.clone())
    }

    /// The positions `(row, column)` of a matrix as a chain, row by row; nothing is stored.
    ///
    /// A position takes one multiplication, and no division. If there are more than `isize::MAX` of them, the terminal returns
    /// [`OutOfRange`](crate::ErrorKind::OutOfRange). [`Chain::grid`] arranges the items of another chain.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let products = device.grid(3, 2).map(op!(|(row, column): (usize, usize)| 10 * row + column));
    /// assert_eq!(products.collect()?.to_vec()?, [0, 1, 10, 11, 20, 21]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("indices", "meshgrid", "mgrid", "ndindex", "iproduct"))]
    #[doc(alias("MDRangePolicy", "ForEachInExtents", "extents"))]
    fn grid(&self, rows: usize, columns: usize) -> Chain<Cells, Self> {
        Chain::new(Cells::new([rows, columns]), self.clone())
    }

    /// The positions `(plane, row, column)` of a volume, as [`grid`](Backend::grid) yields those of a matrix, with two
    /// multiplications for each. [`Chain::grid_3d`] arranges the items of another chain.
    #[doc(alias("indices", "meshgrid", "mgrid", "ndindex", "volume", "voxels"))]
    fn grid_3d(&self, planes: usize, rows: usize, columns: usize) -> Chain<Cells3d, Self> {
        Chain::new(Cells3d::new([planes, rows, columns]), self.clone())
    }

    /// `f(0), f(1), … f(len - 1)` as a chain; nothing is stored.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// assert_eq!(device.tabulate(4, op!(|i: usize| i * i)).collect()?.to_vec()?, [0, 1, 4, 9]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("generate_n", "generate", "tabulate_output_iterator", "from_fn", "repeat_with", "fromfunction"))]
    fn tabulate<F: Function<(usize,)>>(&self, len: usize, f: F) -> Chain<Tabulate<F>, Self> {
        Chain::new(Tabulate::new(f, len), self.clone())
    }
}
