//! How a [`Pending`] call ends whose number of results stays on the device.

use super::{Countable, Fill, Items, Made, Outputs, Pending, Prepare, Prepared, Request, Room, Second, TargetParts};
use crate::backend::Backend;
use crate::counted::{CountedBy, Length, Lengths, OneLength};
use crate::device::{Uses, checked};
use crate::error::Result;
use crate::recording::Leaves;
use crate::storage::Collected;
use crate::vec::DeviceVec;

/// How the lengths of a call's outputs are related.
pub(crate) type LengthsOf<R, B> = <Prepared<R, B> as LeavesCount>::Lengths;
/// The columns of the vectors that a call makes, with places for the numbers of its items.
type CountingOutputs<R, B> =
    <<Items<R, B> as Made<B, Prepared<R, B>>>::Outputs as Countable<LengthsOf<R, B>>>::Counting;

/// A request that can leave the number of its results in device memory.
///
/// # Safety
///
/// Where the backend [keeps lengths](Backend::keeps_lengths), filling outputs with a [counter](crate::storage::Storage::counter) leaves
/// the number there in the order of the stream, and it is at most [`room`](Request::room): the same for each output with
/// [`OneLength`], where the first output has the counter, and each output's own with [`OwnLengths`](crate::counted::OwnLengths), where
/// each has one. Otherwise [`lengths`](Request::lengths) tells the numbers.
#[diagnostic::on_unimplemented(
    message = "the number of these results comes to the host: write `.collect()?`",
    label = "a call that can't leave its number of results on the device"
)]
pub unsafe trait LeavesCount: Request<Room: AsRef<[usize]> + AsMut<[usize]>> {
    /// Whether the outputs have one length, or each its own.
    type Lengths: Lengths;
}

// SAFETY: a primitive gets the first of the two outputs or the second one, and looks at the counters of both.
unsafe impl<R: LeavesCount<Lengths = OneLength>> LeavesCount for Second<R>
where
    Second<R>: Request<Room: AsRef<[usize]> + AsMut<[usize]>>,
{
    type Lengths = OneLength;
}

impl<R: Prepare<B, Request: LeavesCount>, B: Backend> Pending<R, B> {
    /// Stores the results in new vectors, as [`collect`](Pending::collect) does, and leaves their number on the device: the call only
    /// queues, and the [counted](crate::Counted) vectors are used by further calls without a wait. Outputs of one length are one
    /// `Counted`; those of partitions, which have lengths of their own, are one each, as a tuple.
    ///
    /// # Cost
    ///
    /// That of [`collect`](Pending::collect) without its wait. The vectors keep the room for the most items that there may be until
    /// [`wait`](crate::Counted::wait).
    ///
    /// # Errors
    ///
    /// Those of [`collect`](Pending::collect). The failure of an operation may show later: then whatever reads the vectors, or asks for
    /// their number, returns it.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let (cell, mass) = (device.upload(&[7u32, 7, 3])?, device.upload(&[1.0f32, 2.0, 4.0])?);
    /// let totals = reduce_by_key(&cell, &mass, Sum).collect_counted()?;
    /// let heaviest = totals.iter().map(op!(|(_, total): (u32, f32)| total)).max()?;
    /// assert_eq!(heaviest, Some(4.0)); // the only wait
    /// # Ok(()) }
    /// ```
    #[doc(alias("collect", "d_num_selected_out", "async"))]
    #[inline(always)]
    #[track_caller]
    pub fn collect_counted<V>(self) -> Result<V::Counted>
    where
        Items<R, B>: Made<B, Prepared<R, B>, Vecs: Collected<V>, Outputs: Countable<LengthsOf<R, B>>>,
        Prepared<R, B>: Fill<B, CountingOutputs<R, B>>,
        V: CountedBy<LengthsOf<R, B>, B>,
    {
        self.counted(None, None)
    }

    /// Stores the results at the start of targets, as [`collect_into`](Pending::collect_into) does, and leaves their number on the device,
    /// as [`collect_counted`](Pending::collect_counted) does: the [counted](crate::Counted) result consists of parts of the targets,
    /// which stay borrowed as long. So results whose length depends on the data can leave a [recording](crate::Record::record), whose
    /// state has the targets; and their number by [`len_into`](crate::Counted::len_into).
    ///
    /// # Cost
    ///
    /// That of [`collect_into`](Pending::collect_into) without its wait. It allocates one element for each length.
    ///
    /// # Errors
    ///
    /// Those of [`collect_into`](Pending::collect_into): a target without room for the most items that there may be is refused
    /// ([`TargetTooShort`](crate::ErrorKind::TargetTooShort)) before anything is written. The failure of an operation may show later: then
    /// whatever reads the targets or the result, or asks for the number, returns it.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let (cell, mass) = (device.upload(&[7u32, 7, 3])?, device.upload(&[1.0f32, 2.0, 4.0])?);
    /// let (mut cells, mut total) = (device.filled(0u32, 3)?, device.filled(0.0f32, 3)?);
    /// let totals = reduce_by_key(&cell, &mass, Sum).collect_counted_into((&mut cells, &mut total))?;
    /// let heaviest = totals.iter().map(op!(|(_, total): (u32, f32)| total)).max()?; // the only wait
    /// assert_eq!((heaviest, total.at(0)?), (Some(4.0), 3.0));
    /// # Ok(()) }
    /// ```
    #[doc(alias("collect_into", "d_num_selected_out", "async"))]
    #[inline(always)]
    #[track_caller]
    pub fn collect_counted_into<T>(self, targets: T) -> Result<<T::Parts as CountedBy<LengthsOf<R, B>, B>>::Counted>
    where
        T: TargetParts<B, Room<R, B>, Outputs: Countable<LengthsOf<R, B>>, Parts: CountedBy<LengthsOf<R, B>, B>>,
        Prepared<R, B>: Fill<B, <T::Outputs as Countable<LengthsOf<R, B>>>::Counting>,
    {
        self.counted_into(targets, None, None)
    }

    /// Stores the results in new vectors, whose length is the given one, or else stays on the device. Each has `most` items at most, or as
    /// many as there is room for.
    #[inline(always)]
    #[track_caller]
    pub(crate) fn counted<V>(self, length: Option<Length<B>>, most: Option<usize>) -> Result<V::Counted>
    where
        Items<R, B>: Made<B, Prepared<R, B>, Vecs: Collected<V>, Outputs: Countable<LengthsOf<R, B>>>,
        Prepared<R, B>: Fill<B, CountingOutputs<R, B>>,
        V: CountedBy<LengthsOf<R, B>, B>,
    {
        let device = self.device;
        let mut request = self.request.prepare(&device, |_| {})?;
        let uses = checked!(device.stream_id(), &request, |request, check| {
            Fill::<B, CountingOutputs<R, B>>::checks(request, check);
        });
        let room = request.room();
        let mut numbers = Numbers::new(&device, room, length, most)?;
        // SAFETY: `fill` writes as many of the first items as the length says, and no others are shown; on errors they are dropped.
        let mut vecs = unsafe { Items::<R, B>::allocate(&device, room, &mut request)? };
        let outputs = Items::<R, B>::outputs(&mut vecs, room);
        // SAFETY: the request is checked; the outputs are new vectors of the device, as long as there must be room.
        unsafe { numbers.fill(&device, request, uses, outputs)? };
        if let Some(lengths) = numbers.known {
            Items::<R, B>::cut(&mut vecs, lengths)?;
        }
        Ok(vecs.collected().counted(numbers.lengths(), &device))
    }

    /// Stores the results in targets; their length is the given one, or else stays on the device. Each target has room for `most` items, or
    /// as many as there may be.
    #[inline(always)]
    #[track_caller]
    pub(crate) fn counted_into<T>(
        self,
        mut targets: T,
        length: Option<Length<B>>,
        most: Option<usize>,
    ) -> Result<<T::Parts as CountedBy<LengthsOf<R, B>, B>>::Counted>
    where
        T: TargetParts<B, Room<R, B>, Outputs: Countable<LengthsOf<R, B>>, Parts: CountedBy<LengthsOf<R, B>, B>>,
        Prepared<R, B>: Fill<B, <T::Outputs as Countable<LengthsOf<R, B>>>::Counting>,
    {
        let what = "collect_into";
        let (device, outputs) = (self.device, targets.outputs());
        let request =
            self.request.prepare(&device, |check| outputs.at_least(what, Default::default(), false, check))?;
        let room = request.room();
        // Where the number of input items is known, other backends have room for more.
        let needed = limit(room, most);
        // As many items as are given may be fewer than there is room for.
        let (fills, given) = (R::Request::FILLS, length.is_some());
        let uses = checked!(device.stream_id(), &request, move |request, check| {
            Fill::<B, <T::Outputs as Countable<LengthsOf<R, B>>>::Counting>::checks(request, check);
            match R::Request::EXACT && !given {
                true => outputs.exactly(what, room, check),
                false => outputs.at_least(what, needed, fills && !given, check),
            }
        });
        let mut numbers = match Numbers::<R::Request, B>::new(&device, room, length, most) {
            Ok(numbers) => numbers,
            Err(error) => return uses.done(&device, Err(error)),
        };
        // SAFETY: the request and the outputs are checked: their parts are the device's, with room, of which the first items are
        // passed. The targets have borrowed them mutably, each another part of memory.
        unsafe { numbers.fill(&device, request, uses, outputs.first(room))? };
        let parts = targets.parts(numbers.known.unwrap_or(room));
        Ok(parts.counted(numbers.lengths(), &device))
    }
}

/// The most items of each output: as many as there is room for, unless another number is given.
#[inline(always)]
fn limit<R: Copy + AsMut<[usize]>>(mut room: R, most: Option<usize>) -> R {
    room.as_mut().iter_mut().for_each(|room| *room = most.unwrap_or(*room));
    room
}

/// The numbers of a call's results.
struct Numbers<R: Request, B: Backend> {
    /// The length that is the input's.
    given: Option<Length<B>>,
    /// Places for the lengths that stay on the device.
    counters: Vec<DeviceVec<u64, B>>,
    /// The lengths that the call returns, or that there can't be any results.
    known: Option<R::Room>,
    /// The most results of each output that there might be.
    most: R::Room,
}

impl<R: LeavesCount, B: Backend> Numbers<R, B> {
    /// Those of a call whose results have this room.
    #[inline(always)]
    #[track_caller]
    fn new(device: &B, room: R::Room, given: Option<Length<B>>, most: Option<usize>) -> Result<Self> {
        let unknown = given.is_none() && !R::FILLS && device.keeps_lengths();
        // Nothing runs without room, where the backend would have to bring the number to the host.
        let empty = unknown && room.as_ref().iter().all(|room| *room == 0);
        let number = match unknown && !empty {
            true => R::Lengths::number(room.as_ref().len()),
            false => 0,
        };
        let mut counters = Vec::with_capacity(number);
        while counters.len() < number {
            // SAFETY: the request writes the number, or the vector is dropped.
            counters.push(unsafe { DeviceVec::uninit(device, 1)? });
        }
        Ok(Numbers { given, counters, known: empty.then_some(room), most: limit(room, most) })
    }

    /// Runs the request, unless there can't be any results.
    ///
    /// # Safety
    ///
    /// That of [`Fill::fill`], with the outputs as they are before the places are joined.
    #[inline(always)]
    #[track_caller]
    unsafe fn fill<O>(&mut self, device: &B, request: R, uses: Uses, outputs: O) -> Result<()>
    where
        O: Countable<R::Lengths>,
        R: Fill<B, O::Counting>,
    {
        if self.known.is_some() {
            return uses.done(device, Ok(()));
        }
        let (room, number) = (request.room(), self.counters.len());
        let mut places = self.counters.iter_mut();
        let counting = outputs.counting(|| places.next().map(DeviceVec::span));
        let filled = {
            let _leaves = Leaves::begin();
            // SAFETY: the caller keeps the contract; the places are new vectors of the device.
            unsafe { request.fill(device, counting) }
        };
        let count = uses.done(device, filled)?;
        if self.given.is_none() && number == 0 {
            self.known = Some(R::lengths(count, room));
        }
        Ok(())
    }

    /// The lengths, in turn.
    #[inline(always)]
    fn lengths(self) -> impl FnMut() -> Length<B> {
        let Numbers { given, counters, known, most } = self;
        let (mut counters, mut next) = (counters.into_iter(), 0);
        move || match (&given, counters.next(), &known) {
            (Some(length), ..) => length.clone(),
            (None, Some(counter), _) => Length::on_device(counter),
            (None, None, known) => {
                let of = |numbers: &R::Room| numbers.as_ref().get(next).copied().unwrap_or(0);
                // Without room there is nothing to be found.
                let (len, most) = (known.as_ref().map_or(0, of), of(&most));
                let length = Length::known(len, most, !R::FILLS && most > 0);
                next += 1;
                length
            }
        }
    }
}
