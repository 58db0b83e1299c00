//! Work that is put down in a list instead of queued, while a thread records, and the memory that it uses for itself.
//!
//! The list lies above the machines, so it isn't CUDA's capture of a stream, which other threads and the loading of programs would
//! break. A machine may prepare it as one piece, as CUDA's makes a graph of it; otherwise it is queued piece by piece.
#![allow(unsafe_code)]

use std::cell::RefCell;
use std::fmt;
use std::panic::Location;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use onrush_core::failure::{Failure, Outcome, Part};
use onrush_core::lower::Params;
use onrush_core::recording::Unrecorded;
use onrush_core::{Error, Result};

use super::machine::{ALIGN, MachineGraph, MachineLoop};
use super::{Driver, LoadedKernel};

thread_local! {
    /// What records this thread's calls.
    static CURRENT: RefCell<Option<Arc<Recorder>>> = const { RefCell::new(None) };
}

/// Whether this thread's calls are recorded with this arena.
fn records_with(arena: u64) -> bool {
    current().is_some_and(|recorder| recorder.arena.number == arena)
}

/// Whether this thread can record, as one that ends can't any more.
pub(crate) fn thread_records() -> bool {
    CURRENT.try_with(|_| ()).is_ok()
}

/// What records this thread's calls, if anything does.
pub(super) fn current() -> Option<Arc<Recorder>> {
    // A thread that ends records nothing.
    CURRENT.try_with(|current| current.borrow().clone()).ok().flatten()
}

/// A piece of work.
pub(super) enum Work {
    Launch(Launch),
    Copy { from: u64, to: u64, bytes: usize },
    Zero { to: u64, bytes: usize },
}

/// A launch of a grid.
pub(super) struct Launch {
    pub(super) kernel: Arc<LoadedKernel>,
    /// Blocks, their threads, and the further bytes of shared memory of each.
    pub(super) grid: [u32; 3],
    /// The parameters, behind the word of a call if the program can fail.
    pub(super) params: Vec<u8>,
    /// The user's line, if the program can fail.
    pub(super) place: Option<&'static Location<'static>>,
}

/// Whether two lists are the same work.
fn same(one: &[Work], other: &[Work]) -> bool {
    let same = |(one, other): (&Work, &Work)| match (one, other) {
        (Work::Launch(one), Work::Launch(other)) => {
            Arc::ptr_eq(&one.kernel, &other.kernel) && one.grid == other.grid && one.params == other.params
        }
        (Work::Copy { from, to, bytes }, Work::Copy { from: other, to: there, bytes: as_many }) => {
            [from, to] == [other, there] && bytes == as_many
        }
        (Work::Zero { to, bytes }, Work::Zero { to: other, bytes: as_many }) => to == other && bytes == as_many,
        _ => false,
    };
    one.len() == other.len() && one.iter().zip(other).all(same)
}

/// Memory that a recording's calls allocate. What they free serves their next allocations; the machine gets it back in the end.
pub struct Arena {
    driver: Driver,
    number: u64,
    blocks: Mutex<Vec<Block>>,
    /// What the machine has allocated, with the bytes of each.
    allocated: Mutex<Vec<(u64, usize)>>,
}

struct Block {
    address: u64,
    bytes: usize,
    used: bool,
    /// The parts that recorded calls have written, with gaps between them.
    written: Vec<Part>,
}

impl Block {
    fn has(&self, part: &Part) -> bool {
        let from = self.address as usize;
        self.used && from <= part.start && part.end <= from + self.bytes
    }
}

impl Arena {
    /// Memory for a recording on this stream.
    pub fn new(driver: &Driver) -> Arc<Self> {
        static NUMBER: AtomicU64 = AtomicU64::new(1);
        let (blocks, allocated) = (Mutex::default(), Mutex::default());
        Arc::new(Arena { driver: driver.clone(), number: NUMBER.fetch_add(1, Relaxed), blocks, allocated })
    }

    fn blocks(&self) -> MutexGuard<'_, Vec<Block>> {
        self.blocks.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The first block of this size that isn't used: the same one whenever the same allocations come in the same order.
    pub(super) fn take(&self, bytes: usize) -> Result<u64> {
        let bytes = bytes.next_multiple_of(ALIGN);
        let mut blocks = self.blocks();
        if let Some(block) = blocks.iter_mut().find(|block| !block.used && block.bytes == bytes) {
            block.used = true;
            return Ok(block.address);
        }
        let address = self.allocate(bytes)?;
        blocks.push(Block { address, bytes, used: true, written: Vec::new() });
        Ok(address)
    }

    pub(super) fn allocate(&self, bytes: usize) -> Result<u64> {
        let address = self.driver.machine().allocate(bytes).map_err(|e| self.driver.error(e))?;
        self.allocated.lock().unwrap_or_else(PoisonError::into_inner).push((address, bytes));
        Ok(address)
    }

    /// Makes blocks of these sizes, one behind the other, which the next allocations of such sizes get. What is cleared together is one
    /// piece of work then.
    ///
    /// # Errors
    ///
    /// [`OutOfMemory`](onrush_core::ErrorKind::OutOfMemory).
    pub(crate) fn reserve(&self, sizes: &[usize]) -> Result<()> {
        let sizes = sizes.iter().filter(|bytes| **bytes > 0).map(|bytes| bytes.next_multiple_of(ALIGN));
        let total = sizes.clone().sum();
        if total == 0 {
            return Ok(());
        }
        let mut end = self.allocate(total)?;
        let block = |bytes| {
            let address = end;
            end += bytes as u64;
            Block { address, bytes, used: false, written: Vec::new() }
        };
        self.blocks().splice(0..0, sizes.map(block));
        Ok(())
    }

    pub(super) fn put(&self, address: u64) {
        if let Some(block) = self.blocks().iter_mut().find(|block| block.address == address) {
            block.used = false;
            block.written.clear();
        }
    }

    /// The number of allocations that aren't freed.
    pub fn used(&self) -> usize {
        self.blocks().iter().filter(|block| block.used).count()
    }

    /// Whether it has this memory, and that isn't freed.
    pub(crate) fn has(&self, part: &Part) -> bool {
        self.blocks().iter().any(|block| block.has(part))
    }

    /// Whether recorded calls have written all of this memory.
    pub(crate) fn is_written(&self, part: &Part) -> bool {
        let inside = |written: &Part| written.start <= part.start && part.end <= written.end;
        self.blocks().iter().any(|block| block.has(part) && block.written.iter().any(inside))
    }

    /// Notes that a recorded call writes this memory.
    pub(crate) fn writes(&self, mut part: Part) {
        let mut blocks = self.blocks();
        let Some(block) = blocks.iter_mut().find(|block| block.has(&part)) else { return };
        block.written.retain(|written| {
            let apart = written.end < part.start || part.end < written.start;
            if !apart {
                part = part.start.min(written.start)..part.end.max(written.end);
            }
            apart
        });
        block.written.push(part);
    }
}

impl Drop for Arena {
    fn drop(&mut self) {
        if self.driver.inner.settle().is_err() {
            // The readers of the memory can't be waited for, so it is leaked.
            return;
        }
        for (address, bytes) in self.allocated.get_mut().unwrap_or_else(PoisonError::into_inner).drain(..) {
            // SAFETY: `allocate` has allocated it on this stream. Buffers and the lists of work that use it hold the arena, so what they
            // have queued in this stream comes before.
            unsafe { self.driver.machine().free(address, bytes) };
        }
    }
}

impl fmt::Debug for Arena {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Arena").field("driver", &self.driver).field("used", &self.used()).finish_non_exhaustive()
    }
}

/// The outcome that marks an arena's vectors: nothing is in them before a launch. The thread that records goes on with them, every
/// other one finds a failure.
#[derive(Debug)]
pub(crate) struct Unlaunched {
    arena: u64,
    failure: Arc<Failure>,
}

impl Unlaunched {
    pub(crate) fn new(arena: &Arena) -> Arc<Self> {
        let failure = Failure::new(Unrecorded::Escaped.into()).of_made();
        Arc::new(Unlaunched { arena: arena.number, failure })
    }
}

impl Outcome for Unlaunched {
    fn known(&self) -> Option<Option<Arc<Failure>>> {
        if records_with(self.arena) { None } else { Some(Some(self.failure.clone())) }
    }
    fn settle(&self) -> Option<Arc<Failure>> {
        Some(self.failure.clone())
    }
}

/// The outcome that marks what the state shows as written, while a closure is recorded. The thread that records goes on with it, every
/// other one finds a failure: it would see elements from before a launch, or change them once and for all.
#[derive(Debug)]
pub(crate) struct Untouched {
    arena: u64,
    pub(crate) done: AtomicBool,
    failure: Arc<Failure>,
}

impl Untouched {
    pub(crate) fn new(arena: &Arena) -> Arc<Self> {
        let failure = Failure::new(Unrecorded::OtherThread.into());
        Arc::new(Untouched { arena: arena.number, done: false.into(), failure })
    }
}

impl Outcome for Untouched {
    fn known(&self) -> Option<Option<Arc<Failure>>> {
        match self.done.load(Relaxed) {
            true => Some(None),
            false if records_with(self.arena) => None,
            false => Some(Some(self.failure.clone())),
        }
    }
    fn settle(&self) -> Option<Arc<Failure>> {
        self.known().flatten()
    }
}

/// What a thread records, on one stream.
pub struct Recorder {
    pub(crate) arena: Arc<Arena>,
    work: Mutex<Vec<Work>>,
    /// The first error of a call, which fails the recording even where the closure ignores it.
    failed: Mutex<Option<Error>>,
}

/// Restores what a thread has recorded before.
struct Recording;

impl Drop for Recording {
    fn drop(&mut self) {
        let _ = CURRENT.try_with(|current| current.borrow_mut().take());
    }
}

impl Recorder {
    /// A recorder with an empty list, whose work allocates from this arena.
    pub fn new(arena: &Arc<Arena>) -> Arc<Self> {
        Arc::new(Recorder { arena: arena.clone(), work: Mutex::default(), failed: Mutex::default() })
    }

    /// Runs a function, and puts down what it does on the stream in this thread.
    ///
    /// # Errors
    ///
    /// Those of the function; else the first of the calls in it; or if this thread records already.
    pub fn run<T>(self: &Arc<Self>, f: impl FnOnce() -> Result<T>) -> Result<T> {
        unrecorded(Unrecorded::Nested)?;
        let _ = CURRENT.try_with(|current| *current.borrow_mut() = Some(self.clone()));
        let recording = Recording;
        let value = f()?;
        drop(recording);
        self.failed().take().map_or(Ok(value), Err)
    }

    /// The list, for launches.
    pub fn finish(&self) -> WorkList {
        let mut work: Vec<Work> = Vec::new();
        for next in self.work().drain(..) {
            match (work.last_mut(), next) {
                (Some(Work::Zero { to, bytes }), Work::Zero { to: next, bytes: more })
                    if *to + *bytes as u64 == next =>
                {
                    *bytes += more;
                }
                (_, next) => work.push(next),
            }
        }
        WorkList { graph: None, repeated: None, work, arena: self.arena.clone() }
    }

    /// Notes an error that fails the recording, in place of one without a line.
    pub(crate) fn fail(&self, error: &Error) {
        let mut failed = self.failed();
        if failed.as_ref().is_none_or(|failed| failed.call().is_none()) {
            *failed = Some(error.clone());
        }
    }

    fn refuse(&self, reason: Unrecorded) -> Error {
        let error = Error::from(reason);
        self.fail(&error);
        error
    }

    fn failed(&self) -> MutexGuard<'_, Option<Error>> {
        self.failed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self) -> MutexGuard<'_, Vec<Work>> {
        self.work.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn add(&self, work: Work) {
        self.work().push(work);
    }

    /// Puts a launch down, for a call of this line if the program can fail.
    pub(super) fn add_launch(
        &self,
        kernel: &Arc<LoadedKernel>,
        grid: [u32; 3],
        params: &[u8],
        place: Option<&'static Location<'static>>,
    ) {
        let word = if kernel.fallible { Params::SLOT } else { 0 };
        let params = [&vec![0; word], params].concat();
        self.add(Work::Launch(Launch { kernel: kernel.clone(), grid, params, place }));
    }
}

impl fmt::Debug for Recorder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Recorder").field("arena", &self.arena).field("work", &self.work().len()).finish_non_exhaustive()
    }
}

/// Refuses what can't be recorded, where this thread records.
pub(crate) fn unrecorded(reason: Unrecorded) -> Result<()> {
    current().map_or(Ok(()), |recorder| Err(recorder.refuse(reason)))
}

/// Refuses that a vector leaves memory which isn't that of the recording's arena, where this thread records: the elements are copied by
/// launches alone.
#[track_caller]
pub(super) fn leave(arena: Option<&Arc<Arena>>) -> Result<()> {
    match current() {
        Some(recorder) if arena.is_none_or(|arena| arena.number != recorder.arena.number) => {
            let error = Error::from(Unrecorded::Changed).called_at(Location::caller());
            recorder.fail(&error);
            Err(error)
        }
        _ => Ok(()),
    }
}

/// Recorded work, with its memory.
pub struct WorkList {
    /// All of the work as one piece, if the machine has one. Both are dropped before the programs, which they use.
    pub(super) graph: Option<Box<dyn MachineGraph>>,
    /// The work as a loop of the machine's; `Some(None)` once it is known that there is none.
    pub(super) repeated: Option<Option<Box<dyn MachineLoop>>>,
    pub(super) work: Vec<Work>,
    pub(super) arena: Arc<Arena>,
}

impl WorkList {
    /// Whether the other list is the same work.
    pub fn is(&self, other: &Self) -> bool {
        same(&self.work, &other.work)
    }

    /// Whether a program in it can fail.
    pub fn can_fail(&self) -> bool {
        self.launches().any(|launch| launch.kernel.fallible)
    }

    /// Whether there is no work.
    pub fn is_empty(&self) -> bool {
        self.work.is_empty()
    }

    pub(super) fn launches(&self) -> impl Iterator<Item = &Launch> {
        self.work.iter().filter_map(|work| if let Work::Launch(launch) = work { Some(launch) } else { None })
    }
}

impl fmt::Debug for WorkList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WorkList").field("work", &self.work.len()).field("arena", &self.arena).finish_non_exhaustive()
    }
}

impl Driver {
    /// What records this thread's calls on this stream.
    ///
    /// # Errors
    ///
    /// If the thread records another stream's.
    pub(crate) fn recorder(&self) -> Result<Option<Arc<Recorder>>> {
        match current() {
            Some(recorder) if recorder.arena.driver.stream_id() != self.stream_id() => {
                Err(recorder.refuse(Unrecorded::OtherStream))
            }
            recorder => Ok(recorder),
        }
    }

    /// The arena that has the memory which this thread's calls allocate, if they are recorded.
    pub(super) fn recorded_arena(&self) -> Option<Arc<Arena>> {
        // Memory of another stream is no work.
        let recorder = current().filter(|recorder| recorder.arena.driver.stream_id() == self.stream_id());
        recorder.map(|recorder| recorder.arena.clone())
    }
}
