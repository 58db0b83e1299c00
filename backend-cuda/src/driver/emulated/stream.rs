//! Streams of an emulated device: queues of work that is done when a thread waits for it.
#![allow(unsafe_code)]

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use super::Device;
use crate::driver::{DriverError, Ending, Kernel, Module};

type Work = Box<dyn FnOnce(&mut Queues) -> Result<(), DriverError> + Send>;

/// The queues of a device's streams. Only one piece of work runs at a time.
#[derive(Default)]
pub(super) struct Queues {
    streams: BTreeMap<u64, Queue>,
    made: u64,
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

    fn finish(&mut self, stream: u64) -> Result<(), DriverError> {
        self.run(stream, u64::MAX);
        self.streams.get_mut(&stream).and_then(|queue| queue.failed.take()).map_or(Ok(()), Err)
    }
}

/// A point in a stream.
pub(in crate::driver) struct StreamPoint {
    device: Arc<Device>,
    stream: u64,
    at: u64,
}

/// A stream.
pub(in crate::driver) struct Stream {
    device: Arc<Device>,
    number: u64,
}

impl Stream {
    pub(in crate::driver) fn new(device: Arc<Device>) -> Self {
        let number = {
            let mut queues = device.queues();
            queues.made += 1;
            let number = queues.made;
            queues.streams.insert(number, Queue::default());
            number
        };
        Stream { device, number }
    }

    pub(in crate::driver) fn device(&self) -> &Arc<Device> {
        &self.device
    }

    /// Queues work. On an orderly device it is done on return.
    fn queue(
        &self,
        work: impl FnOnce(&mut Queues) -> Result<(), DriverError> + Send + 'static,
    ) -> Result<(), DriverError> {
        let mut queues = self.device.queues();
        if let Some(queue) = queues.streams.get_mut(&self.number) {
            queue.work.push_back(Box::new(work));
            queue.queued += 1;
        }
        if self.device.settings.late { Ok(()) } else { queues.finish(self.number) }
    }

    pub(in crate::driver) fn finish(&self) -> Result<(), DriverError> {
        self.device.asked().waits += 1;
        self.device.queues().finish(self.number)
    }

    pub(in crate::driver) fn mark(&self) -> StreamPoint {
        let at = self.device.queues().streams.get(&self.number).map_or(0, |queue| queue.queued);
        StreamPoint { device: self.device.clone(), stream: self.number, at }
    }

    /// Whether all work before a point in this stream is done.
    pub(in crate::driver) fn has_passed(&self, mark: &StreamPoint) -> bool {
        self.device.queues().streams.get(&self.number).is_none_or(|queue| queue.done >= mark.at)
    }

    pub(in crate::driver) fn wait_for(&self, mark: &StreamPoint) -> Result<(), DriverError> {
        let (stream, at) = (mark.stream, mark.at);
        if !Arc::ptr_eq(&self.device, &mark.device) {
            // The point is on another device with the same number.
            mark.device.queues().run(stream, at);
            return Ok(());
        }
        self.queue(move |queues| {
            queues.run(stream, at);
            Ok(())
        })
    }

    /// Queues a grid; `call` is the call that it belongs to, with the number of its program there.
    ///
    /// # Safety
    ///
    /// The contract is that of [`Driver::launch`](crate::driver::Driver::launch).
    pub(in crate::driver) unsafe fn launch(
        &self,
        kernel: Arc<Kernel>,
        blocks: u32,
        threads: u32,
        params: &[u8],
        call: Option<(Arc<Ending>, usize)>,
    ) -> Result<(), DriverError> {
        let (device, params) = (self.device.clone(), params.to_vec());
        self.queue(move |_| {
            let Module::Emulated(module) = &kernel.module else {
                return Err(DriverError::Misfit("the program was loaded by another machine".into()));
            };
            // SAFETY: the caller keeps the contract of this function. Its promises about the stream's order hold here,
            // since the work's turn has come.
            let (words, done) = unsafe { device.launch(module, blocks, threads, &params) };
            call.iter().for_each(|(ending, program)| ending.note(*program, words));
            done
        })
    }

    /// Queues a copy of the host's bytes.
    ///
    /// # Safety
    ///
    /// The contract is that of [`Driver::upload`](crate::driver::Driver::upload).
    pub(in crate::driver) unsafe fn upload(&self, from: *const u8, to: u64, bytes: usize) -> Result<(), DriverError> {
        self.device.asked().copies += 1;
        let mut copy: Vec<u8> = Vec::with_capacity(bytes);
        // SAFETY: the caller's contract: there are `bytes` bytes of the host, and the copy has room for them. Padding
        // among them may be uninitialised: nothing reads the bytes but the next copy.
        unsafe { from.copy_to_nonoverlapping(copy.as_mut_ptr(), bytes) };
        self.queue(move |_| {
            // SAFETY: the caller's contract, in the stream's order, as in `launch`; the device's memory is the host's.
            unsafe { copy.as_ptr().copy_to_nonoverlapping(to as *mut u8, bytes) };
            Ok(())
        })
    }

    /// Copies to the host, after all queued work.
    ///
    /// # Safety
    ///
    /// The contract is that of [`Driver::download`](crate::driver::Driver::download).
    pub(in crate::driver) unsafe fn download(&self, from: u64, to: *mut u8, bytes: usize) -> Result<(), DriverError> {
        self.device.asked().copies += 1;
        self.device.queues().finish(self.number)?;
        // SAFETY: the caller's contract; all work that was queued before is done.
        unsafe { (from as *const u8).copy_to_nonoverlapping(to, bytes) };
        Ok(())
    }

    /// Queues a copy within the device.
    ///
    /// # Safety
    ///
    /// The contract is that of [`Driver::copy`](crate::driver::Driver::copy).
    pub(in crate::driver) unsafe fn copy(&self, from: u64, to: u64, bytes: usize) -> Result<(), DriverError> {
        self.device.asked().copies += 1;
        self.queue(move |_| {
            // SAFETY: the caller's contract, in the stream's order, as in `launch`.
            unsafe { (from as *const u8).copy_to_nonoverlapping(to as *mut u8, bytes) };
            Ok(())
        })
    }

    /// Queues the writing of zeros.
    ///
    /// # Safety
    ///
    /// The contract is that of [`Driver::zero`](crate::driver::Driver::zero).
    pub(in crate::driver) unsafe fn zero(&self, to: u64, bytes: usize) -> Result<(), DriverError> {
        self.device.asked().copies += 1;
        self.queue(move |_| {
            // SAFETY: the caller's contract, in the stream's order, as in `launch`.
            unsafe { (to as *mut u8).write_bytes(0, bytes) };
            Ok(())
        })
    }

    /// Frees memory once all queued work is done.
    ///
    /// # Safety
    ///
    /// [`Device::allocate`] returned `address` for `bytes` bytes; all work that uses them is queued in this stream.
    pub(in crate::driver) unsafe fn free(&self, address: u64, bytes: usize) {
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
}

impl Drop for Stream {
    fn drop(&mut self) {
        let mut queues = self.device.queues();
        queues.run(self.number, u64::MAX);
        queues.streams.remove(&self.number);
    }
}
