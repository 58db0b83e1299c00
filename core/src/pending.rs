//! [`Pending`], a call that stores its results, as a value: a request whose outputs are missing, and the device that is to run it.
//! What it checks, the room that its results need, and how it fills outputs is said once by the request; each way to end the call
//! stands once here.

mod counted;

use std::panic::Location;

use crate::backend::Backend;
use crate::device::{Check, checked};
use crate::error::{Error, ErrorKind, Result};
pub use crate::outputs::{Countable, Made, Outputs, TargetParts, Targets};
use crate::storage::{Collected, Discard, Storage};
use crate::value::Value;
pub use counted::LeavesCount;

/// A call as its making leaves it. A [`Request`] is one already. The room of others shows in a first pass, which runs, and waits, when
/// the call is ended.
pub trait Prepare<B> {
    /// The request, with the memory that the first pass has filled.
    type Request: Request;

    /// Checks the inputs and operations, and the targets, which `walk` shows, and runs the first pass.
    #[track_caller]
    fn prepare(self, device: &B, walk: impl Fn(&mut Check)) -> Result<Self::Request>;
}

impl<R: Request, B> Prepare<B> for R {
    type Request = R;

    #[inline(always)]
    fn prepare(self, _: &B, _: impl Fn(&mut Check)) -> Result<R> {
        Ok(self)
    }
}

/// The request of a call.
type Prepared<R, B> = <R as Prepare<B>>::Request;
/// The items of a call's outputs.
type Items<R, B> = <Prepared<R, B> as Request>::Items;
/// A number of items for each output of a call.
type Room<R, B> = <Prepared<R, B> as Request>::Room;

/// A request without its outputs: `()` stands in their places.
pub trait Request {
    /// The items of the outputs, as a tuple; the request itself if it has some of the results already.
    type Items;
    /// A number of items for each output; by default none.
    type Room: Copy + Default;
    /// What is known of the results once the call has run.
    type Count;
    /// Whether each output is filled, as long as [`room`](Request::room) says; otherwise that is the most that it can get.
    const FILLS: bool = true;
    /// Whether targets must be as long as there is room for; otherwise they may be longer.
    const EXACT: bool = Self::FILLS;

    /// Checks the inputs and operations.
    fn check(&self, check: &mut Check);

    /// The number of items that each output has room for.
    fn room(&self) -> Self::Room;

    /// The number of items in each output.
    #[inline(always)]
    fn lengths(_: Self::Count, room: Self::Room) -> Self::Room {
        room
    }
}

/// A request that can be run with these outputs.
///
/// # Safety
///
/// If [`fill`](Fill::fill) succeeds, the first items of each output, as many as [`lengths`](Request::lengths) tells, are written, in the
/// order of the device's stream. It writes no more than there is [`room`](Request::room) for.
pub unsafe trait Fill<B: Backend, O>: Request {
    /// [Checks](Request::check) the request, and that such outputs can hold its results.
    #[inline(always)]
    fn checks(&self, check: &mut Check) {
        self.check(check);
    }

    /// Runs the request.
    ///
    /// # Safety
    ///
    /// Who made the request vouches for what no check finds: that its fields are what the primitive's request says of them.
    ///
    /// The request is [checked](Fill::checks). Each output has [`room`](Request::room), lies in the device's memory, and nothing else
    /// uses it until the request is done.
    #[track_caller]
    unsafe fn fill(self, device: &B, outputs: O) -> Result<Self::Count>;
}

/// Declares the [`Request`] of a primitive: how its inputs are checked, and the room that its outputs need, `exactly` or `at_most`.
/// The latter says which lengths follow from what the primitive returns. A request that knows more than the primitive is to be told
/// names the primitive's own behind `as`.
macro_rules! request {
    (
        [$($generics:tt)*] [$($storages:tt)*]
        $request:ident<$($parameter:ty),*> { $($input:ident),* } => $primitive:ident($($output:ident: $storage:ty),+) of $items:ty;
        $($rest:tt)+
    ) => {
        $crate::pending::request! {
            [$($generics)*] [$($storages)*]
            $request<$($parameter),*> { $($input),* } as $request { $($input),* } => $primitive($($output: $storage),+) of $items;
            $($rest)+
        }
    };
    (
        [$($generics:tt)*] [$($storages:tt)*]
        $request:ident<$($parameter:ty),*> { $($input:ident),* } as $told:ident { $($given:ident),* }
        => $primitive:ident($($output:ident: $storage:ty),+) of $items:ty;
        check($check:ident) $checks:block
        $($room:tt)+
    ) => {
        impl<$($generics)*> $crate::pending::Request for $request<$($parameter),*> {
            type Items = $items;
            type Room = [usize; [$(stringify!($output)),+].len()];
            $crate::pending::request! { @room $request { $($input),* } $($room)+ }

            #[inline(always)]
            #[allow(unused_variables)]
            fn check(&self, $check: &mut $crate::device::Check) {
                let $request { $($input,)* .. } = self;
                $checks
            }
        }
        // SAFETY: a primitive that succeeds has written, or queued to write, all items, or those that its result tells.
        unsafe impl<Dev: $crate::backend::Backend, $($generics)*, $($storages)*> $crate::pending::Fill<Dev, ($($storage,)+)>
            for $request<$($parameter),*>
        {
            #[inline(always)]
            unsafe fn fill(self, device: &Dev, ($($output,)+): ($($storage,)+)) -> $crate::error::Result<Self::Count> {
                let $request { $($given,)* .. } = self;
                // SAFETY: the caller's contract says of the request and its outputs what the primitive's does.
                unsafe { device.$primitive($told { $($given,)* $($output),+ }) }
            }
        }
    };
    (@room $request:ident { $($input:ident),* } exactly $room:expr) => {
        type Count = ();

        #[inline(always)]
        #[allow(unused_variables)]
        fn room(&self) -> Self::Room {
            let $request { $($input,)* .. } = self;
            $room
        }
    };
    (@room $request:ident { $($input:ident),* } at_most $room:expr, |$count:ident: $Count:ty, $had:ident| $lengths:expr) => {
        type Count = $Count;
        const FILLS: bool = false;

        #[inline(always)]
        #[allow(unused_variables)]
        fn room(&self) -> Self::Room {
            let $request { $($input,)* .. } = self;
            $room
        }
        #[inline(always)]
        #[allow(unused_variables)]
        fn lengths($count: $Count, $had: Self::Room) -> Self::Room {
            $lengths
        }
    };
}
pub(crate) use request;

/// A call whose results are stored, before it is ended: `x.iter().scan_inclusive(Sum)`, `reduce_by_key(&keys, &values, Sum)`.
///
/// Making one does nothing, as with a [`Chain`](crate::Chain): no launch, no allocation, no error. How it ends says where the
/// results go: [`collect`](Pending::collect) stores them in new vectors, [`collect_into`](Pending::collect_into) in some that exist.
/// Errors name the place of the end.
///
/// ```
/// # use onrush::prelude::*;
/// # fn main() -> onrush::Result<()> {
/// let device = Device::best()?;
/// let x = device.upload(&[3, 1, 4])?;
/// let sums = x.iter().scan_inclusive(Sum).collect()?;
/// let mut there = device.filled(0, 3)?;
/// x.iter().scan_inclusive(Sum).collect_into(&mut there)?;
/// assert!(sums.equal(&there)?);
/// # Ok(()) }
/// ```
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is ended: write `.collect()?` for new vectors, or `.collect_into(&mut y)?`"]
pub struct Pending<R, B> {
    request: R,
    device: B,
}

impl<R, B> Pending<R, B> {
    /// A call of a request whose fields are what the primitive's says of them.
    #[inline(always)]
    pub(crate) fn new(request: R, device: B) -> Self {
        Pending { request, device }
    }

    /// The call that stores the second of two outputs alone.
    #[inline(always)]
    pub(crate) fn second(self) -> Pending<Second<R>, B> {
        Pending { request: Second(self.request), device: self.device }
    }
}

impl<R: Prepare<B>, B: Backend> Pending<R, B> {
    /// Stores the results in new vectors: one, or a tuple of one for each output and each part of its items.
    ///
    /// # Cost
    ///
    /// What the call's page says, with an allocation for each vector. Where the number of items depends on the data, the vectors
    /// have room for the most that there may be, and are cut afterwards.
    ///
    /// # Errors
    ///
    /// The call's own, those of its [chains](crate::Chain#errors), and [`OutOfMemory`](ErrorKind::OutOfMemory).
    ///
    /// On a GPU the call may return before its work is done: then reading its output returns the failure of an operation.
    #[doc(alias("collect_vec", "from_iter", "eval", "compute"))]
    #[inline(always)]
    #[track_caller]
    pub fn collect<V>(self) -> Result<V>
    where
        Prepared<R, B>: Fill<B, <Items<R, B> as Made<B, Prepared<R, B>>>::Outputs>,
        Items<R, B>: Made<B, Prepared<R, B>, Vecs: Collected<V>>,
    {
        let device = self.device;
        // Each move of a request takes its size of the stack without optimisation; `?` would move it twice more.
        #[allow(clippy::question_mark)]
        let mut request = match self.request.prepare(&device, |_| {}) {
            Ok(request) => request,
            Err(error) => return Err(error),
        };
        let uses = checked!(device.stream_id(), &request, |request, check| {
            Fill::<B, <Items<R, B> as Made<B, Prepared<R, B>>>::Outputs>::checks(request, check);
        });
        let room = request.room();
        // SAFETY: `fill` writes what the vectors are cut to, or all; on errors they are dropped.
        let mut vecs = unsafe { Items::<R, B>::allocate(&device, room, &mut request)? };
        let outputs = Items::<R, B>::outputs(&mut vecs, room);
        // SAFETY: the request is checked; the outputs are new vectors of the device, as long as there must be room.
        let count = uses.done(&device, unsafe { request.fill(&device, outputs) })?;
        if !R::Request::FILLS {
            Items::<R, B>::cut(&mut vecs, R::Request::lengths(count, room))?;
        }
        // The vectors are moved once, since each move costs a short call some time.
        Ok(vecs.collected())
    }

    /// Stores the results at the start of targets, `&mut y` for one output and `(&mut y, &mut z)` for two, and returns their number
    /// where it depends on the data.
    ///
    /// A target is as long as its output where that is known before the call runs. Otherwise it has room for the most items that there may
    /// be, or, where a first pass finds their number, as in the calls of [groups](crate::Groups), for this number; elements behind the
    /// last result stay as they were. An output whose items are pairs takes a pair of targets of one length: `(&mut y, &mut z)` if it is
    /// the only one, else `(&mut x, (&mut y, &mut z))`.
    ///
    /// # Cost
    ///
    /// As [`collect`](Pending::collect), without its allocations.
    ///
    /// # Errors
    ///
    /// Those of [`collect`](Pending::collect), and before anything is written [`LengthMismatch`](ErrorKind::LengthMismatch) or, of
    /// outputs whose length depends on the data, [`TargetTooShort`](ErrorKind::TargetTooShort). If an operation panics, the targets
    /// hold old, new and meaningless items; [`recover`](crate::DeviceVec::recover) makes them readable.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let (cell, mass) = (device.upload(&[7u32, 7, 3])?, device.upload(&[1.0f32, 2.0, 4.0])?);
    /// let (mut cells, mut total) = (device.filled(0u32, 3)?, device.filled(0.0f32, 3)?);
    /// let runs = reduce_by_key(&cell, &mass, Sum).collect_into((&mut cells, &mut total))?;
    /// assert_eq!(cells.slice(..runs)?.to_vec()?, [7, 3]);
    /// assert_eq!(total.slice(..runs)?.to_vec()?, [3.0, 4.0]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("collect_into_vec", "OutputIterator"))]
    #[inline(always)]
    #[track_caller]
    pub fn collect_into<T: Targets<B, Room<R, B>>>(self, mut targets: T) -> Result<<Prepared<R, B> as Request>::Count>
    where
        Prepared<R, B>: Fill<B, <T as Targets<B, Room<R, B>>>::Outputs>,
    {
        let what = "collect_into";
        let (device, outputs) = (self.device, targets.outputs());
        // No `?`, as in `collect`.
        #[allow(clippy::question_mark)]
        let request =
            match self.request.prepare(&device, |check| outputs.at_least(what, Default::default(), false, check)) {
                Ok(request) => request,
                Err(error) => return Err(error),
            };
        let room = request.room();
        let uses = checked!(device.stream_id(), &request, move |request, check| {
            Fill::<B, T::Outputs>::checks(request, check);
            match R::Request::EXACT {
                true => outputs.exactly(what, room, check),
                false => outputs.at_least(what, room, R::Request::FILLS, check),
            }
        });
        let outputs = if R::Request::EXACT { outputs } else { outputs.first(room) };
        // SAFETY: the request and the outputs are checked: their parts are the device's, with room, of which the first items are
        // passed. The targets have borrowed them mutably, each another part of memory.
        uses.done(&device, unsafe { request.fill(&device, outputs) })
    }
}

impl<R: Request, B: Backend> Pending<R, B> {
    /// Runs the request, of which all is known that is checked otherwise.
    ///
    /// # Safety
    ///
    /// That of [`Fill::fill`].
    #[inline(always)]
    #[track_caller]
    pub(crate) unsafe fn fill<O>(self, outputs: O) -> Result<R::Count>
    where
        R: Fill<B, O>,
    {
        // SAFETY: the caller keeps the contract.
        unsafe { self.request.fill(&self.device, outputs) }
    }

    /// The number of the results, which aren't stored.
    #[inline(always)]
    #[track_caller]
    pub(crate) fn count<T: Value>(self) -> Result<R::Count>
    where
        R: Request<Items = (T,), Room = [usize; 1]> + Fill<B, (Discard<T>,)>,
    {
        let Pending { request, device } = self;
        let uses = checked!(device.stream_id(), &request, |request, check| {
            Fill::<B, (Discard<T>,)>::checks(request, check);
        });
        let [room] = request.room();
        // SAFETY: the request is checked; the output touches no memory.
        uses.done(&device, unsafe { request.fill(&device, (Discard::new(room),)) })
    }

    /// The first fault of a call that can't be run, for this reason if for no other.
    #[cold]
    #[inline(never)]
    #[track_caller]
    pub(crate) fn refused(self, why: ErrorKind) -> Error {
        let Pending { request, device } = self;
        Check::refused(device.stream_id(), |check| request.check(check), why).called_at(Location::caller())
    }
}

/// Of a request with two outputs the second one: the items of the first aren't stored.
#[derive(Debug, Clone)]
pub struct Second<R>(R);

impl<A, C, R: Request<Items = (A, C), Room = [usize; 2]>> Request for Second<R> {
    type Items = (C,);
    type Room = [usize; 1];
    type Count = R::Count;
    const FILLS: bool = R::FILLS;
    const EXACT: bool = R::EXACT;

    #[inline(always)]
    fn check(&self, check: &mut Check) {
        self.0.check(check);
    }
    #[inline(always)]
    fn room(&self) -> [usize; 1] {
        let [_, room] = self.0.room();
        [room]
    }
    #[inline(always)]
    fn lengths(count: R::Count, [room]: [usize; 1]) -> [usize; 1] {
        let [_, length] = R::lengths(count, [room; 2]);
        [length]
    }
}

// SAFETY: the request writes its second output; the first touches no memory.
unsafe impl<B, A, C, S, R> Fill<B, (S,)> for Second<R>
where
    B: Backend,
    A: Value,
    S: Storage,
    R: Request<Items = (A, C), Room = [usize; 2]> + Fill<B, (Discard<A>, S)>,
{
    #[inline(always)]
    fn checks(&self, check: &mut Check) {
        self.0.checks(check);
    }
    #[inline(always)]
    unsafe fn fill(self, device: &B, (output,): (S,)) -> Result<R::Count> {
        let [room, _] = self.0.room();
        // SAFETY: the caller's contract says so of the request and the output.
        unsafe { self.0.fill(device, (Discard::new(room), output)) }
    }
}
