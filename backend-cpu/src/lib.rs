//! onrush on the CPU's cores: a module for each algorithm, `parallel` for threads, `memory` for memory.
//!
//! On x86-64 it uses the vector registers that the machine has. `ONRUSH_VECTORS=avx2` keeps it from AVX-512,
//! `ONRUSH_VECTORS=plain` from AVX2 too. That changes no bit of any result.

mod chain;
#[cfg(test)]
#[path = "chain/tests.rs"]
mod chain_tests;
mod collect;
mod find;
mod for_each;
mod forks;
mod gate;
mod histogram;
mod memory;
mod merge;
mod pack;
mod parallel;
mod partition;
mod pick;
mod reduce;
mod reduce_by_key;
mod scan;
mod scan_by_key;
mod scatter;
mod segments;
mod select;
mod sort;
mod sync;
mod team;
mod tile;
mod transpose;
mod tree;
mod wide;

pub use memory::Block;

use onrush_core::device::DeviceId;
use onrush_core::expr::{Expr, Indexed, Repeatable};
use onrush_core::function::Function;
use onrush_core::operator::Operator;
use onrush_core::storage::Storage;
use onrush_core::value::{Element, Value};
use onrush_core::{Backend, ErrorKind, Key, Result, algo};
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
/// # Panics
///
/// With `panic = "abort"`, neither an operation's failure nor one that an algorithm detects as it runs, such as an
/// index out of range, can become an error: the process ends, with a message that says why and where.
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

// SAFETY: each primitive is that of its module, which keeps the contract of its request.
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
        // SAFETY: the caller's promise.
        unsafe { collect::copy(&self.pool, from, len, to) }
    }
    #[inline]
    fn synchronize(&self) -> Result<()> {
        Ok(())
    }

    #[inline]
    unsafe fn for_each<E: Expr<Item = ()>>(&self, request: algo::ForEach<E>) -> Result<()> {
        for_each::for_each(&self.pool, request)
    }
    #[inline(always)]
    unsafe fn collect<E: Indexed, S: Storage<Item = E::Item>>(&self, request: algo::Collect<E, S>) -> Result<()> {
        collect::collect(&self.pool, request)
    }
    #[inline(always)]
    unsafe fn reduce<E: Repeatable<Item: Value>, O: Operator<E::Item>>(
        &self,
        request: algo::Reduce<E, O, E::Item>,
    ) -> Result<Option<E::Item>> {
        reduce::reduce(&self.pool, request)
    }
    #[inline(always)]
    unsafe fn find<E: Repeatable<Item = bool>>(&self, request: algo::Find<E>) -> Result<Option<usize>> {
        find::find(&self.pool, request)
    }
    #[inline(always)]
    unsafe fn scan<E: Repeatable + Indexed<Item: Value>, O: Operator<E::Item>, S: Storage<Item = E::Item>>(
        &self,
        request: algo::Scan<E, O, S>,
    ) -> Result<()> {
        scan::scan(&self.pool, request)
    }
    #[inline(always)]
    unsafe fn select<E: Repeatable, S: Storage<Item = E::Item>>(&self, request: algo::Select<E, S>) -> Result<usize> {
        select::select(&self.pool, request)
    }
    #[inline(always)]
    unsafe fn partition<
        T: Value,
        E: Repeatable + Indexed<Item = T>,
        F: Function<(T,), Output = bool>,
        S: Storage<Item = T>,
    >(
        &self,
        request: algo::Partition<E, F, S>,
    ) -> Result<usize> {
        partition::partition(&self.pool, request)
    }
    #[inline(always)]
    unsafe fn sort<K: Key, V: Storage>(&self, request: algo::Sort<K, V>) -> Result<()> {
        sort::sort(&self.pool, request)
    }
    #[inline(always)]
    unsafe fn sort_by<S: Storage, F: Function<(S::Item, S::Item), Output = bool>>(
        &self,
        request: algo::SortBy<S, F>,
    ) -> Result<()> {
        sort::sort_by(&self.pool, request)
    }
    #[inline(always)]
    unsafe fn merge<L, R, F, S>(&self, request: algo::Merge<L, R, F, S>) -> Result<()>
    where
        L: Repeatable + Indexed<Item: Value>,
        R: Repeatable + Indexed<Item = L::Item>,
        F: Function<(L::Item, L::Item), Output = bool>,
        S: Storage<Item = L::Item>,
    {
        merge::merge(&self.pool, request)
    }
    #[inline(always)]
    unsafe fn reduce_by_key<K, V, Q, O, SK, SV>(&self, request: algo::ReduceByKey<K, V, Q, O, SK, SV>) -> Result<usize>
    where
        K: Repeatable + Indexed<Item: Value>,
        V: Repeatable + Indexed<Item: Value>,
        Q: Function<(K::Item, K::Item), Output = bool>,
        O: Operator<V::Item>,
        SK: Storage<Item = K::Item>,
        SV: Storage<Item = V::Item>,
    {
        reduce_by_key::reduce_by_key(&self.pool, request)
    }
    #[inline(always)]
    unsafe fn scan_by_key<K, V, Q, O, S>(&self, request: algo::ScanByKey<K, V, Q, O, S>) -> Result<()>
    where
        K: Repeatable + Indexed<Item: Value>,
        V: Repeatable + Indexed<Item: Value>,
        Q: Function<(K::Item, K::Item), Output = bool>,
        O: Operator<V::Item>,
        S: Storage<Item = V::Item>,
    {
        scan_by_key::scan_by_key(&self.pool, request)
    }
    #[inline(always)]
    unsafe fn scatter<T: Value, E: Repeatable + Indexed<Item = (usize, T)>, S: Storage<Item = T>>(
        &self,
        request: algo::Scatter<E, S>,
    ) -> Result<()> {
        scatter::scatter(&self.pool, request)
    }
    #[inline(always)]
    unsafe fn histogram<E: Repeatable<Item = usize>>(&self, request: algo::Histogram<E>) -> Result<()> {
        histogram::histogram(&self.pool, request)
    }
}
