//! What is queued on a stream, and which of it has failed.
#![allow(unsafe_code)]

use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use onrush_core::Error;

use super::{DriverError, Kernel, Machine, Module, trap};

/// A stream, without what its memory's users need to know.
pub(super) struct Line {
    pub(super) machine: Machine,
    /// Programs whose operations can fail and that were launched since the last look at their traps.
    watched: Mutex<Vec<Arc<Kernel>>>,
    failures: Mutex<Failures>,
}

/// How many looks have found a failure, and the last of them.
#[derive(Default)]
struct Failures {
    count: u64,
    last: Option<Error>,
}

impl Line {
    pub(super) fn new(machine: Machine) -> Self {
        Line { machine, watched: Mutex::default(), failures: Mutex::default() }
    }

    /// Queues a grid.
    ///
    /// # Safety
    ///
    /// As for [`Driver::launch`](super::Driver::launch).
    pub(super) unsafe fn launch(
        &self,
        kernel: &Arc<Kernel>,
        blocks: u32,
        threads: u32,
        params: &[u8],
    ) -> Result<(), DriverError> {
        // While it is held nobody can have looked at the trap between the entry on the list and the launch.
        let mut watched = self.watched();
        if kernel.fallible && !kernel.watched.swap(true, Relaxed) {
            watched.push(kernel.clone());
        }
        match (&self.machine, &kernel.module) {
            // SAFETY: handed on to the caller.
            (Machine::Real(stream), Module::Real(module)) => unsafe { stream.launch(module, blocks, threads, params) },
            // SAFETY: handed on to the caller.
            (Machine::Emulated(stream), _) => unsafe { stream.launch(kernel.clone(), blocks, threads, params) },
            _ => Err(DriverError::Misfit("a program of another machine".into())),
        }
    }

    /// Waits until all queued work is done, and notes what has failed.
    pub(super) fn look(&self) -> Result<(), DriverError> {
        let mut watched = self.watched();
        let kernels: Vec<Arc<Kernel>> = watched.drain(..).collect();
        kernels.iter().for_each(|kernel| kernel.watched.store(false, Relaxed));
        let (done, words) = match &self.machine {
            Machine::Real(stream) => {
                let modules =
                    kernels.iter().filter_map(|k| if let Module::Real(m) = &k.module { Some(m) } else { None });
                (Ok(()), stream.traps(&modules.collect::<Vec<_>>())?)
            }
            Machine::Emulated(stream) => {
                let done = stream.finish();
                let modules =
                    kernels.iter().filter_map(|k| if let Module::Emulated(m) = &k.module { Some(m) } else { None });
                (done, modules.map(|module| module.take_trap()).collect())
            }
        };
        let mut errors =
            words.into_iter().zip(&kernels).filter_map(|(words, kernel)| trap::error(words, &kernel.sites));
        if let Some(error) = errors.next() {
            let mut failures = self.failures();
            *failures = Failures { count: failures.count + 1, last: Some(error) };
        }
        done
    }

    /// Whether something that can fail was launched since the last look.
    pub(super) fn may_have_failed(&self) -> bool {
        !self.watched().is_empty()
    }

    /// How many failures there were so far, and the last if these are more than so many.
    pub(super) fn failure(&self, more_than: u64) -> (u64, Option<Error>) {
        let failures = self.failures();
        (failures.count, failures.last.clone().filter(|_| failures.count > more_than))
    }

    fn watched(&self) -> MutexGuard<'_, Vec<Arc<Kernel>>> {
        self.watched.lock().unwrap_or_else(PoisonError::into_inner)
    }
    fn failures(&self) -> MutexGuard<'_, Failures> {
        self.failures.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
