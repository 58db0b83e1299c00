//! Streams of an emulated device: queues of work that is done when a thread waits for it.
#![allow(unsafe_code)]

use std::any::Any;
use std::collections::{BTreeMap, VecDeque};
use std::ffi::c_void;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use onrush_core::lower::Site;

use super::library::Module;
use super::{CACHE_BYTES, Device, MULTIPROCESSORS, SHARED_LIMIT, Settings};
use crate::driver::DriverError;
use crate::driver::machine::{self, CallCounts, Facts, MachineProgram, Point};
use crate::driver::records::{CallRecord, Records};

type Work = Box<dyn FnOnce(&mut Queues) -> Result<(), DriverError> + Send>;

/// The queues of a device's streams. Only one piece of work runs at a time.
#[derive(Default)]
pub(super) struct Queues {
    streams: BTreeMap<u64, Queue>,
    made: u64,
    /// The points of events that other code has, by their handles: each in a stream.
    events: BTreeMap<u64, (u64, u64)>,
}

#[derive(Default)]
struct Queue {
    work: VecDeque<Work>,
    queued: u64,
    done: u64,
    /// The first failure since the last wait.
    failed: Option<DriverError>,
}

impl Queues {
    /// Does a stream's work before the point `end`, and the work that it waits for.
    fn run(&mut self, stream: u64, end: u64) {
        while let Some(queue) = self.streams.get_mut(&stream).filter(|queue| queue.done < end) {
            let Some(work) = queue.work.pop_front() else { return };
            queue.done += 1;
            let result = work(self);
            if let (Err(error), Some(queue)) = (result, self.streams.get_mut(&stream)) {
                queue.failed.get_or_insert(error);
            }
        }
    }

    pub(super) fn run_all(&mut self) {
        let streams: Vec<u64> = self.streams.keys().copied().collect();
        streams.into_iter().for_each(|stream| self.run(stream, u64::MAX));
    }

    /// The failure of work that a stream has done since the last `finish`, which keeps it.
    fn failure(&self, stream: u64) -> Result<(), DriverError> {
        self.streams.get(&stream).and_then(|queue| queue.failed.clone()).map_or(Ok(()), Err)
    }

    fn finish(&mut self, stream: u64) -> Result<(), DriverError> {
        self.run(stream, u64::MAX);
        self.streams.get_mut(&stream).and_then(|queue| queue.failed.take()).map_or(Ok(()), Err)
    }
}

/// A point in a stream.
struct StreamPoint {
    device: Arc<Device>,
    stream: u64,
    at: u64,
    /// The time at which the stream has come to it, if that is recorded.
    time: Option<Arc<OnceLock<Instant>>>,
}

/// A stream.
pub(in crate::driver) struct Stream {
    device: Arc<Device>,
    number: u64,
    /// The owner of the stream, if other code has made it.
    owner: Option<Box<dyn Any + Send + Sync>>,
    /// The records of failures, made for the first program or call that can fail.
    records: OnceLock<Arc<Records>>,
}

/// A loaded program.
struct StreamProgram {
    stream: Arc<Stream>,
    module: Module,
    /// The records in which failures are reported, if it can fail.
    records: Option<Arc<Records>>,
}

impl Stream {
    /// A stream on a new device.
    pub(in crate::driver) fn new(settings: Settings) -> Self {
        Self::on(Arc::new(Device::new(settings)))
    }

    fn on(device: Arc<Device>) -> Self {
        let number = {
            let mut queues = device.queues();
            queues.made += 1;
            let number = queues.made;
            queues.streams.insert(number, Queue::default());
            number
        };
        Stream { device, number, owner: None, records: OnceLock::new() }
    }

    /// Queues work. On an orderly device it is done on return.
    fn queue(
        &self,
        work: impl FnOnce(&mut Queues) -> Result<(), DriverError> + Send + 'static,
    ) -> Result<(), DriverError> {
        self.queue_on(self.number, work)
    }

    /// Queues work on a stream of this device.
    fn queue_on(
        &self,
        stream: u64,
        work: impl FnOnce(&mut Queues) -> Result<(), DriverError> + Send + 'static,
    ) -> Result<(), DriverError> {
        let mut queues = self.device.queues();
        if let Some(queue) = queues.streams.get_mut(&stream) {
            queue.work.push_back(Box::new(work));
            queue.queued += 1;
        }
        if self.device.settings.late { Ok(()) } else { queues.finish(stream) }
    }

    /// The point behind all queued work.
    fn point(&self, time: Option<Arc<OnceLock<Instant>>>) -> Point {
        self.point_on(self.number, time)
    }

    /// The point behind all work that is queued on a stream of this device.
    fn point_on(&self, stream: u64, time: Option<Arc<OnceLock<Instant>>>) -> Point {
        let at = self.device.queues().streams.get(&stream).map_or(0, |queue| queue.queued);
        Point::new(StreamPoint { device: self.device.clone(), stream, at, time })
    }

    fn records(&self) -> &Arc<Records> {
        self.records.get_or_init(|| {
            let words: Arc<[AtomicU64]> = (0..Records::BYTES / size_of::<AtomicU64>()).map(|_| 0.into()).collect();
            // SAFETY: the words have this size, and are the records' alone, since nothing else reads this pointer to
            // them. They are atomics, which may be written through it.
            Arc::new(unsafe { Records::new(words.as_ptr().cast_mut().cast(), words) })
        })
    }
}

// SAFETY: memory is the host allocator's. Work is run in the order of its queue, and before `finish` returns; a point
// has passed when its work is done, and a wait does it.
unsafe impl machine::Stream for Stream {
    fn facts(&self) -> Facts {
        let (multiprocessors, cache_bytes) = (MULTIPROCESSORS, CACHE_BYTES);
        let watched = self.device.settings.seen.is_any();
        Facts { name: "emulated device".into(), arch: None, multiprocessors, cache_bytes, watched }
    }

    fn another(&self) -> Result<Arc<dyn machine::Stream>, DriverError> {
        Ok(Arc::new(Self::on(self.device.clone())))
    }

    unsafe fn load(
        self: Arc<Self>,
        source: &str,
        sites: &[Site],
        fallible: bool,
    ) -> Result<Box<dyn MachineProgram>, DriverError> {
        self.device.settings.seen.call(source, sites).map_err(DriverError::Program)?;
        let module = self.device.load(source)?;
        let records = fallible.then(|| self.records().clone());
        Ok(Box::new(StreamProgram { stream: self, module, records }))
    }

    fn record(&self, call: u64) -> Result<Option<CallRecord>, DriverError> {
        Ok(self.records().get(call))
    }

    fn allocate(&self, bytes: usize) -> Result<u64, DriverError> {
        self.device.allocate(bytes)
    }

    fn pinned(&self, bytes: usize) -> Result<*mut u8, DriverError> {
        let address = self.device.allocate(bytes)?;
        // The host may write pinned memory at any time without the device's knowledge, so all of it counts as written.
        self.device.marks.written(address, bytes);
        Ok(address as *mut u8)
    }

    unsafe fn free_pinned(&self, address: *mut u8, bytes: usize) {
        // SAFETY: the caller's contract: `pinned` is `allocate`.
        unsafe { self.free(address as u64, bytes) };
    }

    unsafe fn free_unused_pinned(&self, address: *mut u8, bytes: usize) {
        // SAFETY: the caller's contract: `pinned` is `allocate`, and nothing uses the memory.
        unsafe { self.device.free(address as u64, bytes) };
    }

    unsafe fn upload(&self, from: *const u8, to: u64, bytes: usize) -> Result<(), DriverError> {
        self.device.asked().copies += 1;
        let mut copy: Vec<u8> = Vec::with_capacity(bytes);
        // SAFETY: the caller's contract: there are `bytes` bytes of the host, and the copy has room for them. Padding
        // among them may be uninitialised: nothing reads the bytes but the next copy.
        unsafe { from.copy_to_nonoverlapping(copy.as_mut_ptr(), bytes) };
        let device = self.device.clone();
        self.queue(move |_| {
            device.marks.written(to, bytes);
            // SAFETY: the caller's contract, in the stream's order, as in `launch`; the device's memory is the host's.
            unsafe { copy.as_ptr().copy_to_nonoverlapping(to as *mut u8, bytes) };
            Ok(())
        })
    }

    unsafe fn download(&self, from: u64, to: *mut u8, bytes: usize) -> Result<(), DriverError> {
        self.device.asked().copies += 1;
        self.device.queues().finish(self.number)?;
        // SAFETY: the caller's contract; all work that was queued before is done.
        unsafe { (from as *const u8).copy_to_nonoverlapping(to, bytes) };
        Ok(())
    }

    unsafe fn copy(&self, from: u64, to: u64, bytes: usize) -> Result<(), DriverError> {
        self.device.asked().copies += 1;
        let device = self.device.clone();
        self.queue(move |_| {
            device.marks.copied(from, to, bytes);
            // SAFETY: the caller's contract, in the stream's order, as in `launch`.
            unsafe { (from as *const u8).copy_to_nonoverlapping(to as *mut u8, bytes) };
            Ok(())
        })
    }

    unsafe fn zero(&self, to: u64, bytes: usize) -> Result<(), DriverError> {
        self.device.asked().copies += 1;
        let device = self.device.clone();
        self.queue(move |_| {
            device.marks.written(to, bytes);
            // SAFETY: the caller's contract, in the stream's order, as in `launch`.
            unsafe { (to as *mut u8).write_bytes(0, bytes) };
            Ok(())
        })
    }

    unsafe fn free(&self, address: u64, bytes: usize) {
        let device = self.device.clone();
        let freed = self.queue(move |_| {
            // SAFETY: the caller's contract, in the stream's order, as in `launch`.
            unsafe { device.free(address, bytes) };
            Ok(())
        });
        // A failure of earlier work is reported by the next wait.
        if let (Err(error), Some(queue)) = (freed, self.device.queues().streams.get_mut(&self.number)) {
            queue.failed.get_or_insert(error);
        }
    }

    fn mark(&self) -> Result<Point, DriverError> {
        Ok(self.point(None))
    }

    fn timed_mark(&self) -> Result<Point, DriverError> {
        let time = Arc::new(OnceLock::new());
        let passed = time.clone();
        self.queue(move |_| {
            passed.get_or_init(Instant::now);
            Ok(())
        })?;
        Ok(self.point(Some(time)))
    }

    fn wait_until(&self, point: &Point) -> Result<(), DriverError> {
        let StreamPoint { device, stream, at, .. } = point.of()?;
        device.asked().waits += 1;
        let mut queues = device.queues();
        queues.run(*stream, *at);
        queues.failure(*stream)
    }

    fn time_between(&self, from: &Point, to: &Point) -> Result<Duration, DriverError> {
        let time = |point: &Point| {
            let point: &StreamPoint = point.of()?;
            let time = point.time.as_ref().and_then(|time| time.get().copied());
            time.ok_or_else(|| DriverError::Misfit("the point has no time, or hasn't passed".into()))
        };
        Ok(time(to)?.saturating_duration_since(time(from)?))
    }

    fn wait_for(&self, point: &Point) -> Result<(), DriverError> {
        self.precede(point, self.number)
    }

    fn handle(&self) -> *mut c_void {
        self.number as *mut c_void
    }

    unsafe fn on(
        &self,
        handle: *mut c_void,
        owner: Box<dyn Any + Send + Sync>,
    ) -> Result<Arc<dyn machine::Stream>, DriverError> {
        let number = handle as u64;
        if !self.device.queues().streams.contains_key(&number) {
            return Err(DriverError::Misfit("the stream is none of this device's".into()));
        }
        let device = self.device.clone();
        Ok(Arc::new(Stream { device, number, owner: Some(owner), records: OnceLock::new() }))
    }

    unsafe fn wait_for_handle(&self, stream: *mut c_void) -> Result<(), DriverError> {
        self.precede(&self.point_on(stream as u64, None), self.number)
    }

    unsafe fn precede_handle(&self, point: &Point, stream: *mut c_void) -> Result<(), DriverError> {
        self.precede(point, stream as u64)
    }

    unsafe fn record_handle(&self, event: *mut c_void) -> Result<(), DriverError> {
        let mut queues = self.device.queues();
        let at = queues.streams.get(&self.number).map_or(0, |queue| queue.queued);
        queues.events.insert(event as u64, (self.number, at));
        Ok(())
    }

    unsafe fn wait_for_event_handle(&self, event: *mut c_void) -> Result<(), DriverError> {
        // An event that was never recorded has passed.
        let Some((stream, at)) = self.device.queues().events.get(&(event as u64)).copied() else { return Ok(()) };
        let device = self.device.clone();
        self.precede(&Point::new(StreamPoint { device, stream, at, time: None }), self.number)
    }

    fn has_passed(&self, point: &Point) -> Result<bool, DriverError> {
        let StreamPoint { at, .. } = point.of()?;
        let queues = self.device.queues();
        let passed = queues.streams.get(&self.number).is_none_or(|queue| queue.done >= *at);
        if passed { queues.failure(self.number).map(|()| true) } else { Ok(false) }
    }

    fn finish(&self) -> Result<(), DriverError> {
        self.device.asked().waits += 1;
        self.device.queues().finish(self.number)
    }

    fn asked(&self) -> CallCounts {
        *self.device.asked()
    }
}

impl Stream {
    /// Makes what is queued on a stream of this device from now on wait for a point.
    fn precede(&self, point: &Point, waiting: u64) -> Result<(), DriverError> {
        let StreamPoint { device, stream, at, .. } = point.of()?;
        let (stream, at) = (*stream, *at);
        if !Arc::ptr_eq(&self.device, device) {
            // The point is on another device with the same number.
            device.queues().run(stream, at);
            return Ok(());
        }
        self.queue_on(waiting, move |queues| {
            queues.run(stream, at);
            Ok(())
        })
    }
}

impl MachineProgram for StreamProgram {
    fn allow_shared(&self, shared: u32) -> Result<(), DriverError> {
        let message = || format!("{shared} bytes of shared memory are too many for a block");
        if shared > SHARED_LIMIT { Err(DriverError::Misfit(message())) } else { Ok(()) }
    }

    unsafe fn launch(&self, blocks: u32, threads: u32, shared: u32, params: &[u8]) -> Result<(), DriverError> {
        let word = match &self.records {
            None => None,
            // The kernel's own parameters are behind the word of the call.
            Some(records) => match params.first_chunk() {
                Some(word) => Some((records.clone(), u64::from_ne_bytes(*word))),
                None => return Err(DriverError::Misfit("the parameters lack the word of a call".into())),
            },
        };
        let (device, module, params) = (self.stream.device.clone(), self.module, params.to_vec());
        self.stream.queue(move |_| {
            // SAFETY: the caller keeps the contract of this function. Its promises about the stream's order hold here,
            // since the work's turn has come.
            let (words, done) = unsafe { device.launch(module, [blocks, threads, shared], &params) };
            if let Some((records, word)) = word.filter(|_| words[0] != 0) {
                records.report(word, words);
            }
            done
        })
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        let mut queues = self.device.queues();
        queues.run(self.number, u64::MAX);
        if self.owner.is_none() {
            queues.streams.remove(&self.number);
        }
    }
}
