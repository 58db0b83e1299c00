//! Where a call's results go: the columns of one output or several, those of new vectors, and those of targets that exist.

use crate::backend::Backend;
use crate::counted::{Counting, OneLength, OwnLengths};
use crate::device::Check;
use crate::error::Result;
use crate::pending::Request;
use crate::storage::{Record, Span, Storage};
use crate::target::{IntoPart, Target};

/// The outputs of a call, each with columns and a length of its own. A `Room` is a number of items for each.
///
/// # Safety
///
/// Outputs of which `exactly` or `at_least` shows no fault to the check are such as it says, in the memory of the check's device, and `first`
/// returns the first items of the same outputs.
pub unsafe trait Outputs<Room>: Copy {
    /// Checks outputs of which the call writes all items, as many as `room` says.
    fn exactly(&self, what: &'static str, room: Room, check: &mut Check);

    /// Checks outputs of which the call writes the first items: as many as `room` says, or fewer unless it `fills` them.
    fn at_least(&self, what: &'static str, room: Room, fills: bool, check: &mut Check);

    /// The first items of each.
    fn first(self, room: Room) -> Self;
}

/// Items of which a call with the request `R` makes vectors: a tuple of a [record](Record) for each output.
///
/// # Safety
///
/// `allocate` makes vectors of these lengths on the device, each in memory of its own, `outputs` returns their columns, and `cut` leaves
/// the first items of each. The columns of a vector that the request had already, with all items, are a `Discard`.
pub unsafe trait Made<B: Backend, R: Request> {
    /// The vectors.
    type Vecs;
    /// Their columns.
    type Outputs: Outputs<R::Room>;

    /// Vectors whose contents are not initialised, and those that the request has already, which it loses.
    ///
    /// # Safety
    ///
    /// Before the vectors are handed out, every item below their lengths must be written, or the lengths cut.
    #[track_caller]
    unsafe fn allocate(device: &B, room: R::Room, request: &mut R) -> Result<Self::Vecs>;

    /// The columns of vectors that were allocated with this room.
    fn outputs(vecs: &mut Self::Vecs, room: R::Room) -> Self::Outputs;

    /// Cuts the vectors to these lengths.
    fn cut(vecs: &mut Self::Vecs, lengths: R::Room) -> Result<()>;
}

/// Targets that a call writes into: one, or a tuple of several, one for each output.
///
/// # Safety
///
/// `outputs` returns the columns of [targets](Target), each of which has another part of memory.
#[diagnostic::on_unimplemented(
    message = "`{Self}` isn't a target for each output of this call, whose lengths are a `{Room}`",
    label = "not a target for each output",
    note = "for `[usize; 1]` write `&mut y`, or `(&mut y, &mut z)` if its items are pairs; for `[usize; 2]` `(&mut y, &mut z)`; for `[usize; 3]` `(&mut x, &mut y, &mut z)`: vectors of the device, or parts of them, `y.slice_mut(range)?`"
)]
pub unsafe trait Targets<B: Backend, Room> {
    /// Their columns.
    type Outputs: Outputs<Room>;

    /// The columns, which stay borrowed as long as the targets.
    fn outputs(&mut self) -> Self::Outputs;
}

/// Targets that become the first items of themselves, each as many as a `Room` says: parts of the vectors.
///
/// # Safety
///
/// The parts are those of `IntoPart` for each target.
pub unsafe trait TargetParts<B: Backend, Room>: Targets<B, Room> {
    /// The parts.
    type Parts;

    /// The first items.
    fn parts(self, lengths: Room) -> Self::Parts;
}

// SAFETY: the vectors and columns of one record.
unsafe impl<B: Backend, T: Record, R: Request<Room = [usize; 1]>> Made<B, R> for (T,) {
    type Vecs = T::Vecs<B>;
    type Outputs = (T::Storage,);

    #[inline(always)]
    #[track_caller]
    unsafe fn allocate(device: &B, [room]: [usize; 1], _: &mut R) -> Result<T::Vecs<B>> {
        // SAFETY: the caller keeps the contract of `allocate`.
        unsafe { T::allocate(device, room) }
    }
    #[inline(always)]
    fn outputs(vecs: &mut T::Vecs<B>, _: [usize; 1]) -> (T::Storage,) {
        (T::storage(vecs),)
    }
    #[inline(always)]
    fn cut(vecs: &mut T::Vecs<B>, [len]: [usize; 1]) -> Result<()> {
        T::cut::<B>(vecs, len)
    }
}

/// One target.
// SAFETY: the target's columns.
unsafe impl<B: Backend, T: Target<B>> Targets<B, [usize; 1]> for T {
    type Outputs = (T::Storage,);

    #[inline(always)]
    fn outputs(&mut self) -> Self::Outputs {
        (self.storage(),)
    }
}

// SAFETY: the part of one target.
unsafe impl<B: Backend, T: IntoPart<B>> TargetParts<B, [usize; 1]> for T {
    type Parts = T::Part;

    #[inline(always)]
    fn parts(self, [len]: [usize; 1]) -> T::Part {
        self.into_first(len)
    }
}

macro_rules! made {
    ($([$n:literal] $($t:ident $i:tt),+;)+) => {$(
        // SAFETY: the vectors and columns of each record.
        unsafe impl<Dev: Backend, R: Request<Room = [usize; $n]>, $($t: Record),+> Made<Dev, R> for ($($t,)+) {
            type Vecs = ($($t::Vecs<Dev>,)+);
            type Outputs = ($($t::Storage,)+);

            #[inline(always)]
            #[track_caller]
            unsafe fn allocate(device: &Dev, room: [usize; $n], _: &mut R) -> Result<Self::Vecs> {
                // SAFETY: the caller keeps the contract of `allocate` for each.
                unsafe { Ok(($($t::allocate(device, room[$i])?,)+)) }
            }
            #[inline(always)]
            fn outputs(vecs: &mut Self::Vecs, _: [usize; $n]) -> Self::Outputs {
                ($($t::storage::<Dev>(&mut vecs.$i),)+)
            }
            #[inline(always)]
            fn cut(vecs: &mut Self::Vecs, lengths: [usize; $n]) -> Result<()> {
                $($t::cut::<Dev>(&mut vecs.$i, lengths[$i])?;)+
                Ok(())
            }
        }
    )+};
}
made! { [2] A 0, B 1; [3] A 0, B 1, C 2; }

macro_rules! outputs {
    ($([$n:literal] $($t:ident $i:tt),+;)+) => {$(
        // SAFETY: each column's check shows its device, and its length is compared with the room.
        unsafe impl<$($t: Storage),+> Outputs<[usize; $n]> for ($($t,)+) {
            #[inline(always)]
            fn exactly(&self, what: &'static str, room: [usize; $n], check: &mut Check) {
                $(check.lengths(what, room[$i], self.$i.len());)+
                check.overwrites(|check| { $(self.$i.check(check);)+ });
            }
            #[inline(always)]
            fn at_least(&self, what: &'static str, room: [usize; $n], fills: bool, check: &mut Check) {
                $(check.room(what, room[$i], self.$i.len());)+
                $(match fills && self.$i.len() == room[$i] {
                    true => check.overwrites(|check| self.$i.check(check)),
                    false => self.$i.check(check),
                })+
            }
            #[inline(always)]
            fn first(self, room: [usize; $n]) -> Self {
                ($(self.$i.first(room[$i]),)+)
            }
        }
    )+};
}
outputs! { [1] A 0; [2] A 0, B 1; [3] A 0, B 1, C 2; }

/// Outputs to which places for the numbers of their items can be joined: one, if they have [`OneLength`], or one for each.
pub trait Countable<L> {
    /// The same outputs, with the places.
    type Counting;

    /// Joins the places, if there are any.
    fn counting(self, place: impl FnMut() -> Option<Span<u64>>) -> Self::Counting;
}

macro_rules! countable {
    ($(($($other:ident $i:tt),*);)+) => {$(
        impl<First: Storage, $($other: Storage),*> Countable<OneLength> for (First, $($other,)*) {
            type Counting = (Counting<First>, $($other,)*);

            #[inline(always)]
            fn counting(self, mut place: impl FnMut() -> Option<Span<u64>>) -> Self::Counting {
                (Counting::new(self.0, place()), $(self.$i,)*)
            }
        }
        impl<First: Storage, $($other: Storage),*> Countable<OwnLengths> for (First, $($other,)*) {
            type Counting = (Counting<First>, $(Counting<$other>,)*);

            #[inline(always)]
            fn counting(self, mut place: impl FnMut() -> Option<Span<u64>>) -> Self::Counting {
                (Counting::new(self.0, place()), $(Counting::new(self.$i, place()),)*)
            }
        }
    )+};
}
countable! { (); (B 1); (B 1, C 2); }

macro_rules! targets {
    ($([$n:literal] $($t:ident $i:tt),+;)+) => {$(
        // SAFETY: the targets' columns, which these have borrowed mutably, each other ones.
        unsafe impl<Dev: Backend, $($t: Target<Dev>),+> Targets<Dev, [usize; $n]> for ($($t,)+) {
            type Outputs = ($($t::Storage,)+);

            #[inline(always)]
            fn outputs(&mut self) -> Self::Outputs {
                ($(self.$i.storage(),)+)
            }
        }
        // SAFETY: the part of each.
        unsafe impl<Dev: Backend, $($t: IntoPart<Dev>),+> TargetParts<Dev, [usize; $n]> for ($($t,)+) {
            type Parts = ($($t::Part,)+);

            #[inline(always)]
            fn parts(self, lengths: [usize; $n]) -> Self::Parts {
                ($(self.$i.into_first(lengths[$i]),)+)
            }
        }
    )+};
}
targets! { [2] A 0, B 1; [3] A 0, B 1, C 2; }
