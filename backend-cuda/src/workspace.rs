//! What the kernels of a stream share: memory that only grows, and the epoch that marks what a launch has written.
#![allow(unsafe_code)]

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use onrush_core::lower::Params;
use onrush_core::value::Value;
use onrush_core::{Memory as _, Result};

use crate::call::Call;
use crate::driver::{Buffer, Driver, Kernel, Pinned};

/// Words at the start of the zeros: two counters of blocks, and what `find` has found.
pub(crate) const TICKETS: usize = 8;
/// Epochs are tags shifted by two bits.
const EPOCHS: u32 = 1 << 30;

/// The memory of a stream.
#[derive(Debug, Default)]
pub(crate) struct Workspace {
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// Zero between launches.
    zeros: Option<Buffer>,
    /// Words whose upper halves are tags of earlier launches, or zero.
    states: Option<Buffer>,
    scratch: Option<Buffer>,
    result: Option<Pinned>,
    epoch: u32,
    /// Whether a launch has failed, and may have left anything in `zeros` and `states`.
    dirty: bool,
}

/// The workspace while one algorithm has it.
#[derive(Debug)]
pub(crate) struct Work<'a> {
    call: &'a Call<'a>,
    driver: &'a Driver,
    state: MutexGuard<'a, State>,
}

impl Workspace {
    /// Waits until no other thread is queueing an algorithm.
    pub(crate) fn lock<'a>(&'a self, call: &'a Call<'a>) -> Work<'a> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.dirty {
            *state = State::default();
        }
        Work { call, driver: call.driver(), state }
    }
}

/// A buffer of at least this many bytes, zeroed if it is new; the old one goes back once queued work is done.
fn grow<'a>(driver: &Driver, buffer: &'a mut Option<Buffer>, bytes: usize, zeroed: bool) -> Result<&'a Buffer> {
    if buffer.as_ref().is_none_or(|b| b.bytes() < bytes) {
        *buffer = None;
        let new = driver.allocate(bytes.next_power_of_two().max(1 << 12))?;
        if zeroed {
            // SAFETY: the buffer has these bytes, and nobody else knows it yet.
            unsafe { driver.zero(new.address(), new.bytes())? };
        }
        *buffer = Some(new);
    }
    match buffer {
        Some(buffer) => Ok(buffer),
        None => unreachable!("it was just made"),
    }
}

impl Work<'_> {
    /// At least `words` words of 64 bits that are zero, and that kernels leave so; the first [`TICKETS`] are counters.
    pub(crate) fn zeros(&mut self, words: usize) -> Result<u64> {
        Ok(grow(self.driver, &mut self.state.zeros, words * 8, true)?.address() as u64)
    }

    /// The counters of blocks.
    pub(crate) fn tickets(&mut self) -> Result<u64> {
        self.zeros(TICKETS)
    }

    /// At least `words` words for tile states, and a tag that is larger than those of all earlier launches.
    pub(crate) fn states(&mut self, words: usize) -> Result<(u64, u32)> {
        let state = &mut *self.state;
        if state.epoch == EPOCHS - 1 {
            (state.states, state.epoch) = (None, 0);
        }
        state.epoch += 1;
        let states = grow(self.driver, &mut state.states, words.max(1) * 8, true)?;
        Ok((states.address() as u64, state.epoch * 4))
    }

    /// Makes room for as many words ahead, so that a call whose first launches have written something doesn't run out of memory.
    pub(crate) fn room_for_states(&mut self, words: usize) -> Result<()> {
        grow(self.driver, &mut self.state.states, words.max(1) * 8, true).map(drop)
    }

    /// Bytes that hold anything; each call gives the same ones.
    pub(crate) fn scratch(&mut self, bytes: usize) -> Result<u64> {
        Ok(grow(self.driver, &mut self.state.scratch, bytes, false)?.address() as u64)
    }

    /// Scratch memory of which so many bytes are zero now.
    pub(crate) fn cleared(&mut self, bytes: usize) -> Result<u64> {
        let cleared = self.scratch(bytes)?;
        // SAFETY: the scratch memory has at least these bytes, and only this stream's work uses it.
        unsafe { self.driver.zero(cleared as *mut u8, bytes)? };
        Ok(cleared)
    }

    /// Memory of the host for a result of at most `bytes` bytes.
    pub(crate) fn result(&mut self, bytes: usize) -> Result<u64> {
        if self.state.result.as_ref().is_none_or(|r| r.bytes() < bytes) {
            self.state.result = None;
            self.state.result = Some(self.driver.pinned(bytes.max(1 << 12))?);
        }
        Ok(self.state.result.as_ref().map_or(0, |r| r.address() as u64))
    }

    /// Queues a kernel. The request whose addresses `params` holds was checked against this memory, what else they hold
    /// is this workspace's or a buffer that outlives the call, and goes back in the order of the stream.
    pub(crate) fn launch(
        &mut self,
        kernel: &Arc<Kernel>,
        blocks: usize,
        threads: usize,
        params: &Params,
    ) -> Result<()> {
        let ending = kernel.fallible().then(|| self.call.ending()).transpose()?;
        self.call.launches();
        // SAFETY: as said; each algorithm writes the parameters in the order in which it declares them.
        let launched = unsafe { self.driver.launch_in(ending, kernel, blocks as u64, threads as u32, params.bytes()) };
        self.state.dirty |= launched.is_err();
        launched
    }

    /// Waits until the result is there.
    pub(crate) fn finish(&mut self) -> Result<()> {
        let done = self.call.wait();
        self.state.dirty |= done.is_err();
        done
    }

    /// The `Maybe<T>` that a kernel has left as the result; after [`finish`](Self::finish).
    pub(crate) fn maybe<T: Value>(&self) -> Option<T> {
        let from = self.state.result.as_ref()?.address();
        // SAFETY: `finish` has waited for the kernel, which has written a value and, behind it, whether it has one.
        unsafe { (*from.add(T::ty().size()) != 0).then(|| T::read(from)) }
    }

    /// The count that a kernel has left as the result; after [`finish`](Self::finish).
    pub(crate) fn count(&self) -> usize {
        // SAFETY: as above.
        self.state.result.as_ref().map_or(0, |r| unsafe { u64::read(r.address()) as usize })
    }
}

/// Writes a `Maybe<T>`.
pub(crate) fn write_maybe<T: Value>(out: &mut Params, value: &Option<T>) {
    out.member(|out| {
        match value {
            Some(value) => value.write(out),
            None => out.zeros(T::ty().size()),
        }
        out.element(&u8::from(value.is_some()));
    });
}

/// Writes an address or a length.
pub(crate) fn write_word(out: &mut Params, word: u64) {
    out.member(|out| out.word(word));
}

/// Writes a small number.
pub(crate) fn write_small(out: &mut Params, number: u32) {
    out.member(|out| out.element(&number));
}
