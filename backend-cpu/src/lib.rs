//! onrush on the CPU's cores: a module for each algorithm, `parallel` for threads, `memory` for memory.
//!
//! On x86-64 it uses the vector registers that the machine has. `ONRUSH_VECTORS=avx2` keeps it from AVX-512,
//! `ONRUSH_VECTORS=plain` from AVX2 too. That changes no bit of any result. `ONRUSH_KEEP=0` keeps no memory ([`Cpu`]).
//! Other values of these variables are named on standard error.

mod ahead;
#[cfg(test)]
#[path = "chained_scan/tests.rs"]
mod chained_scan_tests;
mod gate;
mod sync;

// Modules with unsafe code: each reads and writes items by index, shared out among threads.
#[allow(unsafe_code)]
mod chained_scan;
#[allow(unsafe_code)]
mod collect;
#[allow(unsafe_code)]
mod expand;
#[allow(unsafe_code)]
mod find;
#[allow(unsafe_code)]
mod for_each;
#[allow(unsafe_code)]
mod forks;
#[allow(unsafe_code)]
mod histogram;
#[allow(unsafe_code)]
mod load;
#[allow(unsafe_code)]
mod memory;
#[allow(unsafe_code)]
mod merge;
#[allow(unsafe_code)]
mod multiversion;
#[allow(unsafe_code)]
mod pack;
#[allow(unsafe_code)]
mod parallel;
#[allow(unsafe_code)]
mod partition;
#[allow(unsafe_code)]
mod partition_by;
#[allow(unsafe_code)]
mod partition_in_three;
#[allow(unsafe_code)]
mod pick;
#[allow(unsafe_code)]
mod reduce;
#[allow(unsafe_code)]
mod reduce_by_key;
#[allow(unsafe_code)]
mod reduce_columns;
#[allow(unsafe_code)]
mod runs;
#[allow(unsafe_code)]
mod scan;
#[allow(unsafe_code)]
mod scan_by_key;
#[allow(unsafe_code)]
mod scatter;
#[allow(unsafe_code)]
mod scatter_bins;
#[allow(unsafe_code)]
mod scatter_reduce;
#[allow(unsafe_code)]
mod segmented_reduce;
#[allow(unsafe_code)]
mod segmented_scan;
#[allow(unsafe_code)]
mod segmented_sort;
#[allow(unsafe_code)]
mod segments;
#[allow(unsafe_code)]
mod select;
mod set_operation;
#[allow(unsafe_code)]
mod sort;
#[allow(unsafe_code)]
mod team;
#[allow(unsafe_code)]
mod tile;
#[allow(unsafe_code)]
mod top_k;
#[allow(unsafe_code)]
mod transpose;
#[allow(unsafe_code)]
mod transpose_runs;
#[allow(unsafe_code)]
mod tree;
mod variables;

pub use memory::Block;

use onrush_core::device::DeviceId;
use onrush_core::value::Element;
use onrush_core::{Backend, ErrorKind, Result, primitives};
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
/// fixed size is refused: fewer than 128 bytes for an error or a task, and the blocks of 1.5 KiB by which rayon's queue
/// of tasks from outside grows.
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
        Cpu { pool: Pool::current() }
    }

    /// A pool of its own with this number of threads; 0 means one per core.
    ///
    /// # Errors
    ///
    /// [`Device`](ErrorKind::Device) if the system refuses to start them, or if there are more than 4096.
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
        let refused = |message| ErrorKind::Device { device: DeviceId::HOST.to_string(), message };
        // Some systems accept a request for more threads than they can run, and stall.
        if threads > MOST_THREADS {
            return Err(refused(format!("{threads} threads are more than {MOST_THREADS}")).into());
        }
        let pool = Pool::with_threads(threads).map_err(|e| refused(e.to_string()))?;
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
    #[inline]
    fn shrink(&self, memory: &mut Block, bytes: usize) -> Result<()> {
        memory.shrink(bytes);
        Ok(())
    }
    #[inline]
    unsafe fn upload_to<T: Element>(&self, from: &[T], to: *mut T) -> Result<()> {
        // SAFETY: the caller's promise.
        unsafe { collect::copy(&self.pool, from.as_ptr(), from.len(), to) }
    }
    #[inline]
    unsafe fn download_from<T: Element>(&self, from: *const T, len: usize, to: *mut T) -> Result<()> {
        // SAFETY: the caller's promise: `to` has room for the elements, which is often fresh memory.
        unsafe {
            memory::expect_writes(to.cast(), len * size_of::<T>());
            collect::copy(&self.pool, from, len, to)
        }
    }
    #[inline]
    fn synchronize(&self) -> Result<()> {
        Ok(())
    }
    fn release_memory(&self) -> Result<()> {
        memory::release();
        Ok(())
    }

    primitives! { #[inline(always)] call }
}
