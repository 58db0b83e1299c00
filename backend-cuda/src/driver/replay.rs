//! Recorded work that is queued: as one piece or piece by piece, in rounds that the host counts or that the machine repeats.
#![allow(unsafe_code)]

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use onrush_core::Result;

use super::machine::{Condition, LOOP_ROOM};
use super::recording::{Launch, Work, WorkList};
use super::{Driver, DriverError, Ending, LoadedKernel};

impl Driver {
    /// Prepares a list to be queued as one piece, if the machine can do that.
    ///
    /// # Errors
    ///
    /// An error that the machine reports.
    pub fn prepare(&self, list: &mut WorkList) -> Result<()> {
        list.graph = self.machine().clone().graph(&list.work).map_err(|e| self.error(e))?;
        Ok(())
    }

    /// Queues recorded work in rounds, whose failures `call` tells, a call that was begun on this stream if the work
    /// [can fail](WorkList::can_fail). `next` says whether another round follows.
    ///
    /// # Errors
    ///
    /// Those of `next`, or an error that the machine reports; then a part of the work may be queued.
    ///
    /// # Safety
    ///
    /// The list was recorded on this stream. The memory that the recorded calls were given is as [`launch_in`](Self::launch_in),
    /// [`copy`](Self::copy) and [`zero`](Self::zero) ask for.
    pub unsafe fn replay(
        &self,
        list: &mut WorkList,
        call: Option<&Arc<Ending>>,
        mut next: impl FnMut() -> Result<bool>,
    ) -> Result<()> {
        self.inner.settle().map_err(|e| self.error(e))?;
        let launches = list.launches().count() as u64;
        let WorkList { work, graph, .. } = list;
        set_words(work, call, |at, params| graph.as_mut().map_or(Ok(()), |graph| graph.set(at, params)))
            .map_err(|e| self.error(e))?;
        while next()? {
            self.inner.launches.fetch_add(launches, Relaxed);
            let launched = match graph {
                // SAFETY: the caller's contract; the words are those of the call.
                Some(graph) => unsafe { graph.launch() },
                // SAFETY: the same.
                None => unsafe { self.replay_one_by_one(work) },
            };
            launched.map_err(|e| self.error(e))?;
        }
        Ok(())
    }

    /// Prepares a list to be repeated by the machine alone, with the program of the text that `load` gets; `false` if it can't do that.
    ///
    /// # Errors
    ///
    /// An error that the machine reports.
    pub(crate) fn prepare_loop(
        &self,
        list: &mut WorkList,
        load: impl FnOnce(&'static str) -> Result<Arc<LoadedKernel>>,
    ) -> Result<bool> {
        if list.repeated.is_none() {
            // A compiler that is older than loops can't make the program, and not every GPU's driver the graph.
            list.repeated = Some(match self.machine().loop_text().map(load) {
                Some(Ok(program)) => {
                    let room = list.arena.allocate(LOOP_ROOM)?;
                    // SAFETY: the room is new, and belongs to the arena, which the list keeps longer than the loop.
                    match unsafe { self.machine().clone().repeated(&list.work, program, room) } {
                        Err(error @ DriverError::OutOfMemory { .. }) => return Err(self.error(error)),
                        repeated => repeated.ok().flatten(),
                    }
                }
                _ => None,
            });
        }
        Ok(list.repeated.as_ref().is_some_and(Option::is_some))
    }

    /// Queues recorded work as a loop that is [prepared](Self::prepare_loop), while a flag holds, at most so many times, and until a
    /// program of the call has failed.
    ///
    /// # Errors
    ///
    /// An error that the machine reports.
    ///
    /// # Safety
    ///
    /// The contract is that of [`replay`](Self::replay); `flag` is the address of a byte of such memory.
    pub(crate) unsafe fn replay_while(
        &self,
        list: &mut WorkList,
        call: Option<&Arc<Ending>>,
        flag: u64,
        most: usize,
    ) -> Result<()> {
        self.inner.settle().map_err(|e| self.error(e))?;
        // How often the machine repeats them isn't known here.
        self.inner.launches.fetch_add(list.launches().count() as u64, Relaxed);
        let WorkList { work, repeated: Some(Some(repeated)), .. } = list else {
            return Err(self.error(DriverError::Misfit("the loop isn't prepared".into())));
        };
        let queued = set_words(work, call, |at, params| repeated.set(at, params)).and_then(|()| {
            let failing = call.map_or(0, |call| call.failing_at());
            repeated.set_condition(Condition { flag, most: most as u64, failing })?;
            // SAFETY: the caller's contract; the words are those of the call.
            unsafe { repeated.launch() }
        });
        queued.map_err(|e| self.error(e))
    }

    /// Queues each piece of a round.
    ///
    /// # Safety
    ///
    /// The contract is that of [`replay`](Self::replay).
    unsafe fn replay_one_by_one(&self, work: &[Work]) -> Result<(), DriverError> {
        let machine = self.machine();
        work.iter().try_for_each(|work| match work {
            Work::Launch(Launch { kernel, grid: [blocks, threads, shared], params, .. }) => {
                // SAFETY: the caller's contract; what was recorded was checked as `launch_in` does.
                unsafe { kernel.program.launch(*blocks, *threads, *shared, params) }
            }
            // SAFETY: the caller's contract.
            Work::Copy { from, to, bytes } => unsafe { machine.copy(*from, *to, *bytes) },
            // SAFETY: the caller's contract.
            Work::Zero { to, bytes } => unsafe { machine.zero(*to, *bytes) },
        })
    }
}

/// Writes the words of a call into the parameters of the programs that can fail, which `set` gets with their places in the list.
fn set_words(
    work: &mut [Work],
    call: Option<&Arc<Ending>>,
    mut set: impl FnMut(usize, &[u8]) -> Result<(), DriverError>,
) -> Result<(), DriverError> {
    for (at, work) in work.iter_mut().enumerate() {
        let Work::Launch(Launch { kernel, params, place, .. }) = work else { continue };
        let word = call.filter(|_| kernel.fallible).map(|call| call.word_at(kernel, *place));
        if let (Some(word), Some(to)) = (word, params.first_chunk_mut()) {
            *to = word.to_ne_bytes();
            set(at, params)?;
        }
    }
    Ok(())
}
