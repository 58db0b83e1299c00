//! Recordings: calls that are put down once and launched again and again, and the state that they work on.

mod launches;
mod session;

use std::any::TypeId;
use std::fmt;
use std::marker::PhantomData;
use std::mem;
use std::panic::Location;
use std::sync::Arc;

use crate::backend::Backend;
use crate::device::{Check, StreamId};
use crate::error::{ErrorKind, Result};
use crate::failure::Part;
use crate::value::Element;
#[doc(hidden)]
pub use crate::vec::exchange;
use crate::vec::{DeviceSlice, DeviceSliceMut, DeviceVec};
pub use launches::{Flag, Rounds};
pub(crate) use session::{Leaves, admits, any, extends, found_within, freed, keeps, made};
pub use session::{records, returns, unrecorded};

/// Memory that a recording's calls may use: a vector, or a part of one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shown {
    /// The stream that the vector belongs to.
    pub stream: StreamId,
    /// The addresses of its elements.
    pub part: Part,
    /// Whether calls may write it.
    pub written: bool,
    element: TypeId,
}

/// What a launch borrows: [`State::visit`] hands each of its vectors to it.
pub struct Visitor<'a> {
    shown: Vec<Shown>,
    /// The borrow of what was shown.
    of: PhantomData<&'a mut ()>,
}

impl<'a> Visitor<'a> {
    /// A visitor that has seen nothing; `shown` is memory for what it is to see.
    fn new(mut shown: Vec<Shown>) -> Self {
        shown.clear();
        Visitor { shown, of: PhantomData }
    }

    fn show<T: Element, B: Backend>(&mut self, from: *const T, len: usize, device: &'a B, written: bool) {
        let (from, element) = (from as usize, TypeId::of::<T>());
        self.shown.push(Shown {
            stream: device.stream_id(),
            part: from..from + len * size_of::<T>(),
            written,
            element,
        });
    }
}

impl fmt::Debug for Visitor<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Visitor").field("shown", &self.shown).finish()
    }
}

/// What a [recording](Record::record) works on: vectors, parts of vectors, and tuples, arrays, `Vec`s, `Option`s and structs of these.
///
/// Structs derive it: `#[derive(onrush::State)]`. Where that isn't possible, an implementation visits each part:
///
/// ```
/// # use onrush::prelude::*;
/// use onrush::{State, Visitor};
///
/// struct Body<B: Backend> {
///     places: DeviceVec<f32, B>,
///     speeds: DeviceVec<f32, B>,
///     name: String,
/// }
///
/// impl<B: Backend> State for Body<B> {
///     fn visit<'a>(&'a mut self, visitor: &mut Visitor<'a>) {
///         self.places.visit(visitor);
///         self.speeds.visit(visitor);
///     }
/// }
/// ```
///
/// Recorded calls may use only what is shown. Each launch visits the state again, with a borrow that lasts as long as the launch, and
/// compares what it finds with what was recorded. So an implementation that shows other vectors, or none, gets an error.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no state of a recording",
    label = "not a vector, nor made of vectors",
    note = "a state consists of vectors, parts of vectors, and tuples, arrays, `Vec`s, `Option`s and structs with `#[derive(State)]` of these",
    note = "numbers are captured by the recorded closure; those that change from launch to launch are elements of a vector"
)]
pub trait State {
    /// Visits each vector that the calls may use.
    fn visit<'a>(&'a mut self, visitor: &mut Visitor<'a>);
}

impl<T: Element, B: Backend> State for DeviceVec<T, B> {
    fn visit<'a>(&'a mut self, visitor: &mut Visitor<'a>) {
        visitor.show(self.as_ptr(), self.len(), self.device(), true);
    }
}

impl<T: Element, B: Backend> State for &DeviceVec<T, B> {
    fn visit<'a>(&'a mut self, visitor: &mut Visitor<'a>) {
        visitor.show(self.as_ptr(), self.len(), self.device(), false);
    }
}

impl<T: Element, B: Backend> State for DeviceSliceMut<'_, T, B> {
    fn visit<'a>(&'a mut self, visitor: &mut Visitor<'a>) {
        visitor.show(self.as_ptr(), self.len(), self.device(), true);
    }
}

impl<T: Element, B: Backend> State for DeviceSlice<'_, T, B> {
    fn visit<'a>(&'a mut self, visitor: &mut Visitor<'a>) {
        visitor.show(self.as_ptr(), self.len(), self.device(), false);
    }
}

impl<S: State + ?Sized> State for &mut S {
    fn visit<'a>(&'a mut self, visitor: &mut Visitor<'a>) {
        (**self).visit(visitor);
    }
}

impl<S: State + ?Sized> State for Box<S> {
    fn visit<'a>(&'a mut self, visitor: &mut Visitor<'a>) {
        (**self).visit(visitor);
    }
}

/// States in a collection, of which each is visited.
macro_rules! collections {
    ($($collection:ty $(, $length:ident)?;)+) => {$(
        impl<S: State $(, const $length: usize)?> State for $collection {
            fn visit<'a>(&'a mut self, visitor: &mut Visitor<'a>) {
                self.iter_mut().for_each(|part| part.visit(visitor));
            }
        }
    )+};
}
collections! { [S]; [S; N], N; Vec<S>; Option<S>; }

macro_rules! tuples {
    ($($($part:ident)*;)+) => {$(
        impl<$($part: State),*> State for ($($part,)*) {
            #[allow(non_snake_case, unused_variables)]
            fn visit<'a>(&'a mut self, visitor: &mut Visitor<'a>) {
                let ($($part,)*) = self;
                $($part.visit(visitor);)*
            }
        }
    )+};
}
tuples! {
    ; A; A C; A C D; A C D E; A C D E G; A C D E G H; A C D E G H I; A C D E G H I J; A C D E G H I J K; A C D E G H I J K L;
    A C D E G H I J K L M; A C D E G H I J K L M N;
}

/// A recording as its backend keeps it.
///
/// # Safety
///
/// A launch uses no memory but its own and what [`check`](Recorded::check) reports, which lies within what was shown when it was
/// recorded. It checks itself what is reported, as a call does.
pub unsafe trait Recorded: fmt::Debug + Send + Sync {
    /// Reports what launches read and write, as [`Expr::check`](crate::expr::Expr::check) does for a chain.
    fn check(&self, rounds: &Rounds, check: &mut Check);

    /// Queues the recorded work in rounds, in the order of the stream, as one call. No further round begins once an operation is known to
    /// have failed.
    ///
    /// # Safety
    ///
    /// The memory that was shown when it was recorded holds elements of the same types, and is the caller's, to write what was shown so. The
    /// flag of the rounds lies in it.
    unsafe fn launch(&mut self, rounds: &Rounds, place: &'static Location<'static>) -> Result<()>;
}

/// The calls that a backend is to record.
pub struct Step<'a> {
    /// The memory that they may use.
    pub shown: &'a [Shown],
    /// The user's line.
    pub place: &'static Location<'static>,
    /// Makes the calls.
    pub run: &'a mut dyn FnMut() -> Result<()>,
}

impl fmt::Debug for Step<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Step").field("shown", &self.shown).field("place", &self.place).finish_non_exhaustive()
    }
}

/// Calls that are put down once, and can be launched again and again: made by [`Record::record`].
pub struct Recording<S, F, B> {
    /// What the backend has put down; otherwise a launch runs the closure.
    recorded: Option<Box<dyn Recorded>>,
    shown: Arc<[Shown]>,
    /// Memory for what a launch sees.
    seen: Vec<Shown>,
    state: S,
    step: F,
    device: B,
}

/// Recordings, for every [`Backend`].
pub trait Record: Backend {
    /// Puts down the calls of a closure, to be launched again and again: on a GPU as a CUDA graph, in which a call costs a
    /// microsecond instead of five. On a CPU, whose calls need no launch, a launch runs the closure, and refuses what a GPU refuses.
    ///
    /// The closure gets the state: vectors, and tuples and structs of vectors ([`State`]), owned or borrowed. Its calls may use these and
    /// vectors that are made within it, and no others. Nothing is computed before [`launch`](Recording::launch). A launch gives the same
    /// bits as the closure's calls would. If an operation fails, more vectors count as a failed call's output than after these calls: all
    /// that a launch writes on a GPU, whichever call was to write it.
    ///
    /// What the closure computes on the host is fixed when it is recorded: lengths, and numbers that operations capture. A number
    /// that changes from launch to launch is an element of a vector, which operations read by a [view](DeviceVec::view).
    ///
    /// # Cost
    ///
    /// On a GPU the closure runs three times, or a few more, in which its kernels are compiled and its temporary memory is allocated, which
    /// the recording keeps; it waits for the calls that were to write the state's vectors. On a CPU nothing. While
    /// the closure runs, each call of another thread is checked as one that might be recorded: on a CPU it takes 70 ns longer.
    ///
    /// # Errors
    ///
    /// Those of the closure, and [`Recording`](ErrorKind::Recording) with the reason, if a call
    ///
    /// - waits, as [`sum`](crate::Chain::sum), [`to_vec`](DeviceVec::to_vec), [`recover`](DeviceVec::recover) and calls do whose results'
    ///   length depends on the data, however many items there are, or copies or [lends](crate::Lend) from the host;
    /// - uses a vector that isn't the state's nor made within, or the room behind the elements of one of the state's, or writes one that
    ///   the state has by `&`;
    /// - runs on another stream or device: see [below](#several-streams);
    /// - makes an [event](Backend::event) or [waits for one](Backend::wait_for), [releases](Backend::release_memory) memory, or makes or
    ///   launches another recording;
    /// - gives one of the state's vectors more memory or less, as [`reserve`](DeviceVec::reserve) and
    ///   [`extend`](DeviceVec::extend) do where there is no room: the vector stays as it was;
    ///
    /// or if the closure changes the length of one of the state's vectors, exchanges them, or keeps a vector that it has made. On a CPU,
    /// where nothing runs before a launch, [`launch`](Recording::launch) returns these errors; the closure's other calls have been made
    /// then.
    ///
    /// A GPU, which puts calls down, also returns the failure of an earlier call that was to write a vector of the state, even where the
    /// closure's calls only overwrite it, and [`Cancelled`](ErrorKind::Cancelled) if the device's token is; and has further reasons, if a
    /// call
    ///
    /// - makes an order with a stream or event of [other code](crate::Interop);
    /// - is another thread's, and writes the state's vectors or what is made within: it runs at once, and no launch repeats it. Other
    ///   threads can't read these either, and can read what the state has by `&`;
    ///
    /// or if the closure makes other calls when it runs again. An owned state is dropped then; one that
    /// is passed by `&mut` isn't, and keeps its elements, but for those that the closure has cut off by
    /// [`truncate`](DeviceVec::truncate), which costs no call.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let mut x = device.filled(1.0f32, 1000)?;
    /// let mut y = device.filled(0.0f32, 1000)?;
    /// let mut step = device.record((&mut x, &mut y), |(x, y)| {
    ///     let halves = x.iter().map(op!(|v: f32| 0.5 * v)).collect()?;
    ///     halves.iter().scan_inclusive(Sum).collect_into(&mut **y)?;
    ///     x.iter_mut().zip(&**y).for_each(op!(|(x, y): (&mut f32, f32)| *x += y))
    /// })?;
    /// for _ in 0..10 {
    ///     step.launch()?;
    /// }
    /// drop(step);
    /// assert_eq!(x.at(0)?, 57.66504);
    /// # Ok(()) }
    /// ```
    ///
    /// # Several streams
    ///
    /// Each has a recording of its own. A vector that both use, whether as state or between launches, orders them by itself; what else is to
    /// be in order is ordered by [events](Backend::event) between launches:
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let side = device.stream()?;
    /// let (mut x, mut y) = (device.filled(1.0f32, 1000)?, side.filled(2.0f32, 1000)?);
    /// let halve = op!(|v: &mut f32| *v *= 0.5);
    /// let mut here = device.record(&mut x, |x| x.iter_mut().for_each(halve))?;
    /// let mut there = side.record(&mut y, |y| y.iter_mut().for_each(halve))?;
    /// for _ in 0..3 {
    ///     here.launch()?;
    ///     there.launch()?; // beside the other one
    ///     device.wait_for(&side.event()?)?; // the next launch here comes behind this one there
    /// }
    /// drop((here, there));
    /// assert_eq!(x.iter().zip(&y).map(op!(|(x, y): (f32, f32)| x + y)).sum()?, 375.0);
    /// # Ok(()) }
    /// ```
    #[doc(alias("cudaGraph_t", "cudaStreamBeginCapture", "CUDAGraph", "capture", "cuGraphLaunch", "replay"))]
    #[track_caller]
    fn record<S: State, F: Fn(&mut S) -> Result<()>>(&self, mut state: S, step: F) -> Result<Recording<S, F, Self>> {
        let place = Location::caller();
        session::not_nested()?;
        let (shown, mut seen) = (Arc::from(shown(&mut state, Vec::new())), Vec::new());
        let run = &mut || called(self, &step, &mut state, &shown, &mut seen);
        let recorded = self.put_down(Step { shown: &shown, place, run });
        let recorded = recorded.map_err(|error| error.called_at(place))?;
        Ok(Recording { recorded, shown, seen, state, step, device: self.clone() })
    }
}

impl<B: Backend> Record for B {}

/// Makes the calls of a closure, which must leave the state's vectors where they are.
fn called<S: State>(
    device: &impl Backend,
    step: &impl Fn(&mut S) -> Result<()>,
    state: &mut S,
    before: &Arc<[Shown]>,
    seen: &mut Vec<Shown>,
) -> Result<()> {
    session::run(device.stream_id(), before, || {
        step(state)?;
        // What the visit calls is recorded with the closure's calls.
        *seen = shown(state, mem::take(seen));
        if **seen == **before { Ok(()) } else { Err(Unrecorded::Changed.into()) }
    })
}

/// What a state shows.
fn shown(state: &mut impl State, memory: Vec<Shown>) -> Vec<Shown> {
    let mut visitor = Visitor::new(memory);
    state.visit(&mut visitor);
    visitor.shown
}

impl<S, F, B> Recording<S, F, B> {
    /// The state that the calls work on.
    pub fn state(&self) -> &S {
        &self.state
    }

    /// The state, to be changed between launches. A vector that is replaced, or gets another length, makes launches fail.
    pub fn state_mut(&mut self) -> &mut S {
        &mut self.state
    }

    /// Gives the state back.
    pub fn into_state(self) -> S {
        self.state
    }
}

impl<S: fmt::Debug, F, B: fmt::Debug> fmt::Debug for Recording<S, F, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Recording").field("state", &self.state).field("device", &self.device).finish_non_exhaustive()
    }
}

/// The reason why calls can't be recorded, or a recording can't be launched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unrecorded {
    /// A call waits for a result, which doesn't exist before a launch.
    #[error("a recorded call can't wait for a result: store it in a vector of the state, and read that after a launch")]
    Waits,
    /// A copy from the host or to it.
    #[error("a recording can't copy from the host or to it: copy before a launch or after it")]
    Copies,
    /// A call uses memory that the state doesn't show, or writes what it shows as read.
    #[error("a recorded call uses a vector that isn't in the recording's state, or writes one that is there by `&`")]
    Unshown,
    /// An event, which isn't a call's work: launches don't make it again.
    #[error("a recording has no events: make them before a launch or behind it")]
    Event,
    /// A call runs on another stream or device.
    #[error("a recorded call must run on the recording's own stream")]
    OtherStream,
    /// A call of another thread uses memory of a recording while its closure runs.
    #[error(
        "another thread uses a vector of a recording that is being made: only the calls of the recording thread are recorded"
    )]
    OtherThread,
    /// A recording is made or launched within another one.
    #[error("a recording can't be made or launched within another one")]
    Nested,
    /// A vector that was made within the recording is kept.
    #[error("a vector that was made within a recording has left it: make it before, as a part of the state")]
    Escaped,
    /// The closure's calls differ.
    #[error("the recorded closure doesn't make the same calls each time")]
    Differs,
    /// What is to say whether another round follows isn't one element of the state.
    #[error("the flag of a loop must be one element of the recording's state, the same one in each round")]
    Flag,
    /// The state isn't that of the recording.
    #[error("the state isn't that which was recorded: a vector was exchanged, or has another length")]
    Changed,
}

impl From<Unrecorded> for crate::Error {
    fn from(reason: Unrecorded) -> Self {
        ErrorKind::Recording { reason }.into()
    }
}
