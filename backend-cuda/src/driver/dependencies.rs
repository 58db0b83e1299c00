//! Dependencies between streams: the order of work on one stream that uses memory of another.
//!
//! Every use of memory is ordered with the stream that owns the memory and frees it. A reader waits for the work that
//! is queued on the owner; the owner waits for its readers before its next work, so that several can read at once. A
//! writer waits for the readers too, and the owner waits for the writer at once.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use onrush_core::Result;
use onrush_core::device::Foreign;

use super::machine::Point;
use super::{Driver, DriverError, Inner};

/// The dependencies of a stream on others.
#[derive(Default)]
pub(super) struct StreamDependencies {
    /// The streams that have read this one's memory, each with the last point at which it did.
    readers: Mutex<Vec<(u32, Arc<Point>)>>,
    has_readers: AtomicBool,
}

/// A guard: while it lives, a call uses memory of other streams.
#[must_use = "what is queued before it is dropped is ordered with the other streams"]
pub struct StreamGuard<'a> {
    driver: &'a Driver,
    others: Vec<(Arc<Inner>, bool)>,
}

/// Streams by their numbers. The memory of a stream keeps the stream alive.
static STREAMS: Mutex<BTreeMap<u32, Weak<Inner>>> = Mutex::new(BTreeMap::new());

/// Makes a stream with a number of its own.
pub(super) fn register(make: impl FnOnce(u32) -> Inner) -> Arc<Inner> {
    static NUMBER: AtomicU32 = AtomicU32::new(1);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let inner = Arc::new(make(number));
    lock(&STREAMS).insert(number, Arc::downgrade(&inner));
    inner
}

impl Drop for Inner {
    fn drop(&mut self) {
        lock(&STREAMS).remove(&self.stream.number);
        // Memory holds its stream, so no memory of this stream is in use.
        self.state.stream.give_back_kept();
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Inner {
    /// Makes work that is queued from now on wait for the readers of this stream's memory.
    pub(super) fn settle(&self) -> Result<(), DriverError> {
        let dependencies = &self.dependencies;
        if !dependencies.has_readers.load(Ordering::Acquire) {
            return Ok(());
        }
        let mut readers = lock(&dependencies.readers);
        for (_, mark) in readers.iter() {
            self.state.stream.wait_for(mark)?;
        }
        readers.clear();
        dependencies.has_readers.store(false, Ordering::Release);
        Ok(())
    }

    fn add_reader(&self, stream: u32, mark: Arc<Point>) {
        let mut readers = lock(&self.dependencies.readers);
        match readers.iter_mut().find(|(number, _)| *number == stream) {
            Some((_, last)) => *last = mark,
            None => readers.push((stream, mark)),
        }
        self.dependencies.has_readers.store(true, Ordering::Release);
    }
}

impl Driver {
    /// Lets work that is queued from now on use memory of other streams, until the returned guard is dropped.
    ///
    /// # Errors
    ///
    /// An error that the machine reports.
    pub fn using(&self, foreign: &[Foreign]) -> Result<StreamGuard<'_>> {
        let mut using = StreamGuard { driver: self, others: Vec::new() };
        for Foreign { number, written } in foreign {
            self.enter(&mut using, *number, *written).map_err(|e| self.error(e))?;
        }
        Ok(using)
    }

    fn enter(&self, using: &mut StreamGuard<'_>, number: u32, written: bool) -> Result<(), DriverError> {
        let other = lock(&STREAMS).get(&number).and_then(Weak::upgrade);
        let other = other.ok_or_else(|| DriverError::Misfit("the memory's stream no longer exists".into()))?;
        if written {
            other.settle()?;
        }
        self.inner.state.stream.wait_for(&other.state.stream.mark()?)?;
        using.others.push((other, written));
        Ok(())
    }
}

impl fmt::Debug for StreamGuard<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StreamGuard").field("driver", self.driver).field("others", &self.others.len()).finish()
    }
}

impl Drop for StreamGuard<'_> {
    fn drop(&mut self) {
        if self.others.is_empty() {
            return;
        }
        let inner = &self.driver.inner;
        let Ok(mark) = inner.state.stream.mark().map(Arc::new) else {
            // The other streams can't wait for the queued work, so this waits for it here.
            let _ = inner.state.stream.finish();
            return;
        };
        for (other, written) in &self.others {
            if !written {
                other.add_reader(inner.stream.number, mark.clone());
                continue;
            }
            if other.state.stream.wait_for(&mark).is_err() {
                let _ = inner.state.stream.finish();
            }
        }
    }
}
