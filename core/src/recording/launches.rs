//! Launches: once, several times as one call, and while a flag of the state holds.

use std::any::TypeId;
use std::mem;
use std::panic::Location;

use super::{Recorded, Recording, Shown, State, Unrecorded, Visitor, called, session};
use crate::backend::Backend;
use crate::device::{Check, DeviceId, StreamId};
use crate::error::{Error, ErrorKind, Result};
use crate::failure::{self, Part};
use crate::vec::DeviceSlice;

/// The rounds that one call makes.
#[derive(Debug, Clone)]
pub struct Rounds {
    /// Their largest number (> 0).
    pub most: usize,
    /// What is read before each round: no further one begins where it is `false`.
    pub flag: Option<Flag>,
}

/// A `bool` in memory that was shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Flag {
    /// The stream that its vector belongs to.
    pub stream: StreamId,
    /// Its address.
    pub part: Part,
}

impl Flag {
    /// The only element of this part.
    fn of<B: Backend>(part: &DeviceSlice<'_, bool, B>) -> Result<Self> {
        let from = part.as_ptr() as usize;
        match part.len() {
            1 => Ok(Flag { stream: part.device().stream_id(), part: from..from + 1 }),
            _ => Err(Unrecorded::Flag.into()),
        }
    }

    /// Why it can't be that of a recording on this device whose state shows this memory.
    fn fault(&self, shown: &[Shown], device: DeviceId) -> Option<Error> {
        let Flag { stream, part } = self;
        let has = |shown: &Shown| {
            let inside = shown.part.start <= part.start && part.end <= shown.part.end;
            inside && shown.stream == *stream && shown.element == TypeId::of::<bool>()
        };
        match stream.device == device {
            false => Some(ErrorKind::DeviceMismatch { vector: stream.device, chain: device }.into()),
            true => (!shown.iter().any(has)).then(|| Unrecorded::Flag.into()),
        }
    }
}

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
    /// [`Recording`](ErrorKind::Recording) if the state's vectors aren't those that were recorded, or have other lengths: record anew then;
    /// and on a CPU what [`record`](super::Record::record) returns on a GPU, if a call of the closure waits, for example; so it is elsewhere if a
    /// thread has recorded while its thread-local variables were dropped. Else those of the calls:
    /// the failure of an earlier call that was to write what is read, and [`Cancelled`](ErrorKind::Cancelled). On a GPU the launch is one
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
    /// failures. With 0 the state is compared, and nothing else is done.
    ///
    /// [`launch_while`](Recording::launch_while) makes as many rounds as the data asks for.
    ///
    /// # Cost
    ///
    /// On a GPU as many launches of the graph, before which the state is compared, and the order of streams found, once. On a CPU the
    /// closure's calls in each round. It doesn't wait for the work; where more is queued than the driver takes, it returns when the rest has
    /// room.
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
    #[doc(alias("repeat", "loop", "rounds", "steps", "launch_n", "cudaGraphLaunch"))]
    #[track_caller]
    pub fn launch_times(&mut self, times: usize) -> Result<()> {
        self.rounds(Rounds { most: times, flag: None }, |_| Ok(true))
    }

    /// Makes the recorded calls while a flag on the device holds: before each round the flag is read, and where it is `false`, or
    /// `at_most` rounds were made, no further one begins. The calls write the flag, so a solver runs until it has converged, without a
    /// wait for the host in between.
    ///
    /// `flag` names a vector of the state, or a part of one, with exactly one element; `|state| state.going.as_slice()`. It must name the
    /// same one each time that it is called: once on a GPU, before each round on a CPU. The number of rounds isn't told: where it matters,
    /// the calls count in a vector, and where the limit may have ended the loop, the flag still holds afterwards.
    ///
    /// The bits are those of the loop that reads the flag on the host and [launches](Recording::launch).
    ///
    /// # Cost
    ///
    /// On a GPU one launch of a graph with a loop in it, which needs a driver for CUDA 12.4, and doesn't wait, unless an earlier
    /// call on what it uses can still fail: such a loop might never come to its end, so that call is waited for. On an H200 (2026-11-29) a
    /// round of ten small calls takes 11.7 µs, 13.2 if they can fail, beside 8.9 of [`launch_times`](Recording::launch_times). The
    /// first loop of a recording takes 0.3 ms for its graph, and that of a device compiles a small program, if it isn't in the cache.
    /// With an older driver, and where a call of the closure copies vectors, the host waits for the flag before each round. A loop on a
    /// GPU can't be cancelled or watched once it is queued: keep the limit to what you would wait for.
    ///
    /// On a CPU the closure's calls in each round.
    ///
    /// # Errors
    ///
    /// Those of [`launch`](Recording::launch); [`Recording`](ErrorKind::Recording) with the reason [`Flag`](Unrecorded::Flag) if `flag`
    /// names no vector of the state or more or fewer elements than one; and the failure of a call that was to write the flag. That the limit
    /// ends the loop is no error.
    ///
    /// If an operation fails, the loop ends with that round, and the failure is that of a launch. Since there may be no round at all, what the
    /// recording overwrites may not be a failed call's output here.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// // The square roots of 1 to 1000 by Newton's method, until the square of none of them is too large by a billionth.
    /// let squares = device.tabulate(1000, op!(|i: usize| (i + 1) as f64)).collect()?;
    /// let (roots, going) = (squares.try_clone()?, device.filled(true, 1)?);
    /// let mut newton = device.record((squares, roots, going), |(squares, roots, going)| {
    ///     roots.iter_mut().zip(&*squares).for_each(op!(|(x, a): (&mut f64, f64)| *x = 0.5 * (*x + a / *x)))?;
    ///     let is_far = op!(|(x, a): (f64, f64)| x * x - a > 1e-9);
    ///     roots.iter().zip(&*squares).map(is_far).reduce_into(false, BitOr, &mut *going)
    /// })?;
    /// newton.launch_while(100, |(_, _, going)| going.as_slice())?;
    /// let (_, roots, going) = newton.into_state();
    /// assert_eq!((roots.at(15)?, going.at(0)?), (4.0, false));
    /// # Ok(()) }
    /// ```
    #[doc(alias(
        "cudaGraphConditionalHandleCreate",
        "cudaGraphSetConditional",
        "while_loop",
        "until",
        "converge",
        "repeat_until"
    ))]
    #[track_caller]
    pub fn launch_while(
        &mut self,
        at_most: usize,
        flag: impl for<'s> Fn(&'s S) -> DeviceSlice<'s, bool, B>,
    ) -> Result<()> {
        let place = Location::caller();
        let own = session::not_nested().and_then(|()| Flag::of(&flag(&self.state)));
        let own = own.map_err(|error| error.called_at(place))?;
        let rounds = Rounds { most: at_most, flag: Some(own.clone()) };
        self.rounds(rounds, |state| {
            let part = flag(state);
            if Flag::of(&part)? == own { part.at(0) } else { Err(Unrecorded::Flag.into()) }
        })
    }

    /// Makes the rounds of one call. `goes_on` is asked before each, if they are the closure's calls.
    #[track_caller]
    fn rounds(&mut self, rounds: Rounds, goes_on: impl Fn(&S) -> Result<bool>) -> Result<()> {
        let Recording { recorded, shown, seen, state, step, device } = self;
        let place = Location::caller();
        session::not_nested()?;
        let mut visitor = Visitor::new(mem::take(seen));
        state.visit(&mut visitor);
        let fault = match &rounds.flag {
            _ if *visitor.shown != **shown => Some(Unrecorded::Changed.into()),
            Some(flag) => flag.fault(&visitor.shown, device.id()),
            None => None,
        };
        let launched = match (fault, recorded) {
            (Some(fault), _) => Err(fault),
            (None, _) if rounds.most == 0 => Ok(()),
            // SAFETY: the visitor has found the memory that was shown to the recorder, with elements of the same types, and has
            // borrowed it until it is dropped below, mutably where it is written: only `State` implementations of this module
            // show memory, each what it borrows. The flag is an element there.
            (None, Some(recorded)) => unsafe { launched(&mut **recorded, device, &rounds) },
            (None, None) => {
                *seen = visitor.shown;
                let round = |_| match goes_on(state) {
                    Ok(true) => called(device, step, state, shown, seen).err().map(Err),
                    Ok(false) => Some(Ok(())),
                    Err(error) => Some(Err(error)),
                };
                return (0..rounds.most).find_map(round).unwrap_or(Ok(())).map_err(|error| error.called_at(place));
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
unsafe fn launched(recorded: &mut dyn Recorded, device: &impl Backend, rounds: &Rounds) -> Result<()> {
    let place = Location::caller();
    if !failure::any() {
        // No memory is marked, so there are no marks to be taken from what is overwritten.
        // SAFETY: the caller's promise.
        let launched = unsafe { recorded.launch(rounds, place) };
        return Check::ends_as_one(device, launched, |check| recorded.check(rounds, check));
    }
    let uses = Check::thoroughly(device.stream_id(), &mut |check| recorded.check(rounds, check))?;
    // SAFETY: the caller's promise.
    uses.done(device, unsafe { recorded.launch(rounds, place) })
}
