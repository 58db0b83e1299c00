//! Launches: once, and several times as one call.

use std::mem;
use std::panic::Location;

use super::{Recorded, Recording, State, Unrecorded, Visitor, called, session};
use crate::backend::Backend;
use crate::device::Check;
use crate::error::Result;
use crate::failure;

impl<S: State, F: Fn(&mut S) -> Result<()>, B: Backend> Recording<S, F, B> {
    /// Makes the recorded calls.
    ///
    /// As with every call, the work may not be done when this returns; it is in the order of the stream.
    ///
    /// # Cost
    ///
    /// On a GPU one launch of a graph, whose kernels follow each other. On a CPU the closure's calls.
    ///
    /// # Errors
    ///
    /// [`Recording`](crate::ErrorKind::Recording) if the state's vectors aren't those that were recorded, or have other lengths: record anew then;
    /// and on a CPU what [`record`](super::Record::record) returns on a GPU, if a call of the closure waits, for example; so it is elsewhere if a
    /// thread has recorded while its thread-local variables were dropped. Else those of the calls:
    /// the failure of an earlier call that was to write what is read, and [`Cancelled`](crate::ErrorKind::Cancelled). On a GPU the launch is one
    /// call: if an operation fails, all that the recording writes is a failed call's output, and reading it tells the failure with the
    /// line of the call within the closure. Such a vector can be [recovered](crate::DeviceVec::recover) unless a call that can fail was to make a
    /// vector within, or to overwrite one of the state which another call reads: elements that don't exist may have gone everywhere then.
    ///
    /// On a GPU a launch asks the [token](crate::CancellationToken) of the device that has made the recording, and no other one: not those
    /// that the state's vectors have, nor those that calls in the closure run under. On a CPU each of the closure's calls asks its own.
    #[track_caller]
    pub fn launch(&mut self) -> Result<()> {
        self.launch_times(1)
    }

    /// Makes the recorded calls `times` times: what as many [launches](Recording::launch) behind each other give, to the bit, with their
    /// failures. With 0 nothing is done.
    ///
    /// # Cost
    ///
    /// On a GPU as many launches of the graph, of which the state is compared and the stream's order found once. On a CPU the closure's calls
    /// in each round. It doesn't wait; where more work is queued than the driver takes, it returns when all of it has room.
    ///
    /// # Errors
    ///
    /// Those of [`launch`](Recording::launch). Once the failure of an operation is known, no further round begins. The
    /// [token](crate::CancellationToken) is asked before each round: where it is cancelled in the midst, what the recording writes is a
    /// failed call's output.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.filled(1.0f64, 1000)?;
    /// let mut grow = device.record(x, |x| x.iter_mut().for_each(op!(|x: &mut f64| *x *= 1.01)))?;
    /// grow.launch_times(100)?;
    /// assert!((grow.into_state().at(0)? - 1.01f64.powi(100)).abs() < 1e-12);
    /// # Ok(()) }
    /// ```
    #[doc(alias("repeat", "loop", "cudaGraphLaunch", "rounds", "steps"))]
    #[track_caller]
    pub fn launch_times(&mut self, times: usize) -> Result<()> {
        let Recording { recorded, shown, seen, state, step, device } = self;
        let place = Location::caller();
        session::not_nested()?;
        let mut visitor = Visitor::new(mem::take(seen));
        state.visit(&mut visitor);
        let launched = match (*visitor.shown == **shown, recorded) {
            (false, _) => Err(Unrecorded::Changed.into()),
            (true, _) if times == 0 => Ok(()),
            // SAFETY: the visitor has found the memory that was shown to the recorder, with elements of the same types, and has
            // borrowed it until it is dropped below, mutably where it is written: only `State` implementations of this module
            // show memory, each what it borrows.
            (true, Some(recorded)) => unsafe { launched(&mut **recorded, device, times) },
            (true, None) => {
                *seen = visitor.shown;
                let mut rounds = (0..times).map(|_| called(device, step, state, shown, seen));
                return rounds.try_for_each(|round| round.map_err(|error| error.called_at(place)));
            }
        };
        *seen = visitor.shown;
        launched.map_err(|error| error.called_at(place))
    }
}

/// Launches what was recorded.
///
/// # Safety
///
/// That of [`Recorded::launch`].
#[track_caller]
unsafe fn launched(recorded: &mut dyn Recorded, device: &impl Backend, times: usize) -> Result<()> {
    let place = Location::caller();
    if !failure::any() {
        // No memory is marked, so there are no marks to be taken from what is overwritten.
        // SAFETY: the caller's promise.
        let launched = unsafe { recorded.launch(times, place) };
        return Check::ends_as_one(device, launched, |check| recorded.check(check));
    }
    let uses = Check::thoroughly(device.stream_id(), &mut |check| recorded.check(check))?;
    // SAFETY: the caller's promise.
    uses.done(device, unsafe { recorded.launch(times, place) })
}
