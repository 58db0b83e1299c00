//! onrush on the CPU's cores: a module for each algorithm, `parallel` for threads, `memory` for memory.
//!
//! On x86-64 it uses the vector registers that the machine has. `ONRUSH_VECTORS=avx2` keeps it from AVX-512,
//! `ONRUSH_VECTORS=plain` from AVX2 too. That changes no bit of any result, but the order after a sort by a relation that contradicts
//! itself. `ONRUSH_KEEP=0` keeps no memory ([`Cpu`]). Other values of these variables are named on standard error.

// Algorithms read and write items by index, shared out among threads.
#![allow(unsafe_code)]

#[forbid(unsafe_code)]
mod ahead;
mod begin;
#[cfg(test)]
#[forbid(unsafe_code)]
#[path = "chained_scan/tests.rs"]
mod chained_scan_tests;
#[forbid(unsafe_code)]
mod gate;
#[forbid(unsafe_code)]
mod pool;
#[forbid(unsafe_code)]
mod steps;
mod sync;

mod chained_scan;
mod collect;
mod copies;
mod expand;
mod find;
mod for_each;
mod forks;
mod histogram;
mod interop;
mod load;
mod memory;
mod merge;
mod multiversion;
mod pack;
mod parallel;
mod partition;
mod partition_by;
mod partition_in_three;
mod pick;
mod reduce;
mod reduce_by_key;
mod reduce_columns;
mod runs;
mod scan;
mod scan_by_key;
mod scatter;
mod scatter_bins;
mod scatter_reduce;
mod segmented_reduce;
mod segmented_scan;
mod segmented_sort;
mod segments;
mod select;
mod set_operation;
mod sort;
mod team;
mod tile;
mod top_k;
mod transpose;
mod transpose_runs;
mod tree;

pub use memory::Block;

use onrush_core::device::DeviceId;
use onrush_core::recording::{Unrecorded, unrecorded};
use onrush_core::value::Element;
use onrush_core::{Backend, CancellationToken, ErrorKind, HostMemory, Result, primitives};
use parallel::Pool;

/// This machine's cores, through rayon.
///
/// The number of threads changes no bit of any result.
///
/// # Threads
///
/// The calling thread does all work that no other thread of the pool has begun, then waits for the threads that have
/// begun some, and for nothing else. It runs no other task of the pool meanwhile. So a lock may be held across a call,
/// and calls may be made in tasks, in operations, from many threads at a time, and while a thread panics or ends.
///
/// # Memory
///
/// Every allocation whose size depends on lengths or on the number of threads returns
/// [`OutOfMemory`](ErrorKind::OutOfMemory) if it is refused. As everywhere in Rust, the process ends if a small one of
/// fixed size is refused: at most 56 bytes for a call that asks other threads for help, for rayon's task and for std's
/// unwinding, and the blocks of 1.5 KiB by which rayon's queue of tasks from outside grows. An error's own
/// record needs none; its texts, and the marks of a failed call's outputs, take small ones.
///
/// Memory of 64 KiB or more is kept when a vector or a call leaves it, so that later ones needn't touch fresh pages, which costs
/// more than most algorithms: on Linux up to an eighth of the machine's memory, which the system takes back when memory is
/// short, elsewhere at most 32 MiB. [`release_memory`](Backend::release_memory) returns it at once. With the environment
/// variable `ONRUSH_KEEP=0` none is kept.
///
/// # Panics
///
/// With `panic = "abort"`, neither an operation's failure nor one that an algorithm detects as it runs, such as an
/// index out of range, can become an error: the process ends, with a message that says why and where.
#[doc(alias("host", "omp", "tbb", "rayon", "ThreadPool"))]
#[derive(Debug, Clone)]
pub struct Cpu {
    pool: Pool,
}

/// A limit above the number of cores of any machine.
const MOST_THREADS: usize = 4096;
/// The bytes that rayon takes for a thread, rounded up: its queue, its name, and its entry in the pool.
const THREAD_BYTES: usize = 8 << 10;

impl Cpu {
    /// All threads of rayon's pool: the pool in which a call is made, or the global one.
    ///
    /// ```
    /// use onrush_core::Backend;
    /// use onrush_cpu::Cpu;
    ///
    /// assert_eq!(Cpu::new().range(0u32..5).sum()?, 10);
    /// # Ok::<(), onrush_core::Error>(())
    /// ```
    pub fn new() -> Self {
        onrush_core::variables::check();
        Cpu { pool: Pool::current() }
    }

    /// A pool of its own with this number of threads; 0 means one per core.
    ///
    /// # Errors
    ///
    /// [`Device`](ErrorKind::Device) if the system refuses to start them, or if there are more than 4096;
    /// [`OutOfMemory`](ErrorKind::OutOfMemory).
    ///
    /// ```
    /// use onrush_core::Backend;
    /// use onrush_cpu::Cpu;
    ///
    /// let x: Vec<f32> = (0..100_000).map(|i| i as f32).collect();
    /// let [one, three] = [Cpu::with_threads(1)?, Cpu::with_threads(3)?];
    /// assert_eq!(one.upload(&x)?.iter().sum()?.to_bits(), three.upload(&x)?.iter().sum()?.to_bits());
    /// # Ok::<(), onrush_core::Error>(())
    /// ```
    #[doc(alias("ThreadPoolBuilder", "num_threads", "OMP_NUM_THREADS"))]
    pub fn with_threads(threads: usize) -> Result<Self> {
        onrush_core::variables::check();
        let refused = |message| ErrorKind::Device { device: DeviceId::HOST.to_string(), message };
        // Some systems accept a request for more threads than they can run, and stall.
        if threads > MOST_THREADS {
            return Err(refused(format!("{threads} threads are more than {MOST_THREADS}")).into());
        }
        // Rayon ends the process where memory is refused, so it is asked for before.
        let started = if threads == 0 { std::thread::available_parallelism().map_or(1, usize::from) } else { threads };
        let bytes = started * THREAD_BYTES;
        let mut room = Vec::<u8>::new();
        room.try_reserve_exact(bytes).map_err(|_| ErrorKind::OutOfMemory { bytes, device: DeviceId::HOST })?;
        // The compiler may leave out an allocation that nothing uses.
        drop(std::hint::black_box(room));
        let pool = Pool::with_threads(started).map_err(|e| refused(e.to_string()))?;
        Ok(Cpu { pool })
    }
}

impl Default for Cpu {
    fn default() -> Self {
        Cpu::new()
    }
}

/// A primitive is a function of its module.
macro_rules! call {
    ($self:ident.sort_by($request:ident: $($part:ident)+)) => {
        call!($self, sort, sort_by, $request)
    };
    ($self:ident.reduce_into($request:ident: $($part:ident)+)) => {
        call!($self, reduce, reduce_into, $request)
    };
    ($self:ident.$primitive:ident($request:ident: $($part:ident)+)) => {
        call!($self, $primitive, $primitive, $request)
    };
    ($self:ident, $module:ident, $primitive:ident, $request:ident) => {{
        onrush_core::nvtx_range!(stringify!($primitive));
        $self.pool.admit()?;
        $module::$primitive(&$self.pool, $request)
    }};
}

// SAFETY: each primitive is that of its module, which keeps the contract of its request.
#[allow(unsafe_code)]
unsafe impl Backend for Cpu {
    type Memory = Block;

    #[inline]
    fn id(&self) -> DeviceId {
        DeviceId::HOST
    }
    fn cancelled_by(&self, token: &CancellationToken) -> Self {
        Cpu { pool: self.pool.cancelled_by(token) }
    }
    fn name(&self) -> String {
        match self.pool.threads() {
            1 => "1 CPU thread".into(),
            n => format!("{n} CPU threads"),
        }
    }
    #[inline]
    fn allocate(&self, bytes: usize, align: usize) -> Result<Block> {
        Ok(Block::new(bytes, align)?)
    }
    fn adopt(&self, memory: HostMemory) -> Result<Block, HostMemory> {
        Ok(Block::of_host(memory))
    }
    #[inline]
    fn shrink(&self, memory: &mut Block, bytes: usize) -> Result<()> {
        memory.shrink(bytes);
        Ok(())
    }
    #[inline]
    unsafe fn upload_to<T: Element>(&self, from: &[T], to: *mut T) -> Result<()> {
        // SAFETY: the caller's promise.
        unsafe { collect::copy(self.pool.uncancelled(), from.as_ptr(), from.len(), to) }
    }
    #[inline]
    unsafe fn download_from<T: Element>(&self, from: *const T, len: usize, to: *mut T) -> Result<()> {
        // SAFETY: the caller's promise: `to` has room for the elements, which is often fresh memory.
        unsafe {
            memory::expect_writes(to.cast(), len * size_of::<T>());
            collect::copy(self.pool.uncancelled(), from, len, to)
        }
    }
    #[inline]
    #[track_caller]
    fn synchronize(&self) -> Result<()> {
        unrecorded(Unrecorded::Waits)
    }
    #[track_caller]
    fn release_memory(&self) -> Result<()> {
        unrecorded(Unrecorded::Waits)?;
        memory::release();
        Ok(())
    }

    primitives! { #[inline(always)] call }
}
