//! How a [`Pending`] call ends whose number of results stays on the device.

use super::{Countable, Fill, Items, Made, Pending, Prepare, Prepared, Request, Second};
use crate::backend::Backend;
use crate::counted::{CountedBy, Length, Lengths, OneLength};
use crate::device::checked;
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
pub unsafe trait LeavesCount: Request<Room: AsRef<[usize]>> {
    /// Whether the outputs have one length, or each its own.
    type Lengths: Lengths;
}

// SAFETY: a primitive gets the first of the two outputs or the second one, and looks at the counters of both.
unsafe impl<R: LeavesCount<Lengths = OneLength>> LeavesCount for Second<R>
where
    Second<R>: Request<Room: AsRef<[usize]>>,
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
        let unknown = length.is_none() && !R::Request::FILLS && device.keeps_lengths();
        // Nothing runs without room, where the backend would have to bring the number to the host.
        let empty = unknown && room.as_ref().iter().all(|room| *room == 0);
        let number = match unknown && !empty {
            true => <LengthsOf<R, B>>::number(room.as_ref().len()),
            false => 0,
        };
        let mut counters = Vec::with_capacity(number);
        while counters.len() < number {
            // SAFETY: the request writes the number, or the vector is dropped.
            counters.push(unsafe { DeviceVec::uninit(&device, 1)? });
        }
        // SAFETY: `fill` writes as many of the first items as the length says, and no others are shown; on errors they are dropped.
        let mut vecs = unsafe { Items::<R, B>::allocate(&device, room, &mut request)? };
        let mut places = counters.iter_mut();
        let counting = Items::<R, B>::outputs(&mut vecs, room).counting(|| places.next().map(DeviceVec::span));
        let mut known = None;
        if empty {
            uses.done(&device, Ok(()))?;
            known = Some(room);
        } else {
            let filled = {
                let _leaves = Leaves::begin();
                // SAFETY: the request is checked; the outputs are new vectors of the device, as long as there must be room.
                unsafe { request.fill(&device, counting) }
            };
            let count = uses.done(&device, filled)?;
            if length.is_none() && number == 0 {
                let lengths = R::Request::lengths(count, room);
                Items::<R, B>::cut(&mut vecs, lengths)?;
                known = Some(lengths);
            }
        }
        let mut known = known.iter().flat_map(|lengths| lengths.as_ref().iter().zip(room.as_ref()));
        let mut counters = counters.into_iter();
        let each = || match (&length, counters.next()) {
            (Some(length), _) => length.clone(),
            (None, Some(counter)) => Length::on_device(counter),
            (None, None) => {
                let (len, room) = known.next().unwrap_or((&0, &0));
                Length::known(*len, most.unwrap_or(*room))
            }
        };
        Ok(vecs.collected().counted(each, &device))
    }
}
