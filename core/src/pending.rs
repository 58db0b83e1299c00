//! A call that stores its results, as a value: a request whose outputs are missing, and the device that is to run it. What it
//! checks, the room that its results need, and how it fills outputs is said once by the request; each way to end the call stands
//! once here.

use std::panic::Location;

use crate::backend::Backend;
use crate::device::{Check, checked};
use crate::error::{Error, ErrorKind, Result};
use crate::outputs::{Made, Outputs, Targets};
use crate::storage::Collected;

/// A request without its outputs: `()` stands in their places.
pub(crate) trait Request {
    /// A number of items for each output.
    type Room: Copy;
    /// What is known of the results once the call has run.
    type Count;
    /// Whether each output is filled, as long as [`room`](Request::room) says; otherwise that is the most that it can get.
    const FILLS: bool = true;

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
pub(crate) unsafe trait Fill<B: Backend, O>: Request {
    /// Runs the request.
    ///
    /// # Safety
    ///
    /// Who made the request vouches for what no check finds: that its fields are what the primitive's request says of them.
    ///
    /// The request is [checked](Request::check). Each output has [`room`](Request::room), lies in the device's memory, and nothing else
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
        $request:ident<$($parameter:ty),*> { $($input:ident),* } => $primitive:ident($($output:ident: $storage:ty),+);
        $($rest:tt)+
    ) => {
        $crate::pending::request! {
            [$($generics)*] [$($storages)*]
            $request<$($parameter),*> { $($input),* } as $request { $($input),* } => $primitive($($output: $storage),+);
            $($rest)+
        }
    };
    (
        [$($generics:tt)*] [$($storages:tt)*]
        $request:ident<$($parameter:ty),*> { $($input:ident),* } as $told:ident { $($given:ident),* }
        => $primitive:ident($($output:ident: $storage:ty),+);
        check($check:ident) $checks:block
        $($room:tt)+
    ) => {
        impl<$($generics)*> $crate::pending::Request for $request<$($parameter),*> {
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

/// A call that is to be ended: by [`collect`](Pending::collect) in new vectors, by [`collect_into`](Pending::collect_into) in some
/// that exist.
#[must_use = "a call does nothing until it is ended"]
pub(crate) struct Pending<R, B> {
    request: R,
    device: B,
    /// The name of the call, for errors.
    name: &'static str,
}

impl<R, B> Pending<R, B> {
    /// A call of a request whose fields are what the primitive's says of them.
    #[inline(always)]
    pub(crate) fn new(request: R, device: B, name: &'static str) -> Self {
        Pending { request, device, name }
    }
}

impl<R: Request, B: Backend> Pending<R, B> {
    /// Stores the results in new vectors for the items `M`, which are cut to them.
    #[inline(always)]
    #[track_caller]
    pub(crate) fn collect<M>(self) -> Result<M::Vecs>
    where
        M: Made<B, <R as Request>::Room>,
        R: Fill<B, M::Outputs>,
    {
        self.collect_as::<M, M::Vecs>()
    }

    /// The same with the vectors' type as users name it. They are moved once, since each move costs a short call some time.
    #[inline(always)]
    #[track_caller]
    pub(crate) fn collect_as<M, V>(self) -> Result<V>
    where
        M: Made<B, <R as Request>::Room, Vecs: Collected<V>>,
        R: Fill<B, M::Outputs>,
    {
        let Pending { request, device, .. } = self;
        let uses = checked!(device.stream_id(), &request, |request, check| request.check(check));
        let room = request.room();
        // SAFETY: `fill` writes what the vectors are cut to, or all; on errors they are dropped.
        let mut vecs = unsafe { M::allocate(&device, room)? };
        let outputs = M::outputs(&mut vecs, room);
        // SAFETY: the request is checked; the outputs are new vectors of the device, as long as there must be room.
        let count = uses.done(&device, unsafe { request.fill(&device, outputs) })?;
        if !R::FILLS {
            M::cut(&mut vecs, R::lengths(count, room))?;
        }
        Ok(vecs.collected())
    }

    /// The first fault of a call that can't be run, for this reason if for no other.
    #[cold]
    #[inline(never)]
    #[track_caller]
    pub(crate) fn refused(self, why: ErrorKind) -> Error {
        let Pending { request, device, .. } = self;
        Check::refused(device.stream_id(), |check| request.check(check), why).called_at(Location::caller())
    }

    /// Stores the results at the start of targets, and returns their number. The elements behind them stay as they were.
    #[inline(always)]
    #[track_caller]
    pub(crate) fn collect_into<T: Targets<B, <R as Request>::Room>>(self, mut targets: T) -> Result<R::Count>
    where
        R: Fill<B, <T as Targets<B, <R as Request>::Room>>::Outputs>,
    {
        let Pending { request, device, name } = self;
        let (outputs, room) = (targets.outputs(), request.room());
        let uses = checked!(device.stream_id(), &request, move |request, check| {
            request.check(check);
            match R::FILLS {
                true => outputs.exactly(name, room, check),
                false => outputs.at_most(name, room, check),
            }
        });
        let outputs = if R::FILLS { outputs } else { outputs.first(room) };
        // SAFETY: the request and the outputs are checked: their parts are the device's, with room, of which the first items are
        // passed. The targets have borrowed them mutably, each another part of memory.
        uses.done(&device, unsafe { request.fill(&device, outputs) })
    }
}
