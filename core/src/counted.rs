//! [`Counted`] vectors: the results of calls whose number stays on the device, and the chains over them.

mod calls;
mod chain;
mod counting;
mod lengths;
mod sort;

use std::any::type_name;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

pub use calls::CountedPending;
pub use chain::CountedChain;
pub use counting::{Counting, Leading};
pub use lengths::{CountedBy, Lengths, OneLength, OwnLengths};
pub use sort::Keyed;

use crate::backend::Backend;
use crate::chain::Chain;
use crate::error::Result;
use crate::expr::{Expr, Indexed, Repeatable, Slice, SliceMut, Zip};
use crate::failure;
use crate::recording::{self, Unrecorded, unrecorded};
use crate::storage::{Collected, Record, Span, Storage};
use crate::target::{IntoPart, Target};
use crate::value::Element;
use crate::vec::{DeviceSliceMut, DeviceVec};
use crate::view::View;

/// The number of items of counted vectors. Those of one call share it, and so do those that are computed item by item of these.
///
/// Only calls make one: vectors have as many items as it says.
pub struct Length<B: Backend>(Number<B>);

/// The calls so far that have returned a number.
static CALLS: AtomicU64 = AtomicU64::new(0);

/// The number of the next call that returns a number.
pub(crate) fn next_call() -> u64 {
    CALLS.load(Relaxed)
}

enum Number<B: Backend> {
    /// The number, where calls return it at once, the most that it might have been, the call's own number, and whether the call has found
    /// it in the data.
    Known { len: usize, most: usize, call: u64, found: bool },
    /// One element, which the call writes in the order of its stream. It is at most the vectors' length.
    OnDevice(Arc<DeviceVec<u64, B>>),
}

impl<B: Backend> Clone for Length<B> {
    fn clone(&self) -> Self {
        Length(match &self.0 {
            Number::Known { len, most, call, found } => {
                Number::Known { len: *len, most: *most, call: *call, found: *found }
            }
            Number::OnDevice(counter) => Number::OnDevice(counter.clone()),
        })
    }
}

/// A number on the device isn't shown: that would wait for it.
impl<B: Backend> fmt::Debug for Length<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Number::Known { len, .. } => len.fmt(f),
            Number::OnDevice(_) => f.write_str("on the device"),
        }
    }
}

impl<B: Backend> Length<B> {
    /// The number of a call that returns it, `found` in the data or not, and has room for `most`.
    pub(crate) fn known(len: usize, most: usize, found: bool) -> Self {
        Length(Number::Known { len, most, call: CALLS.fetch_add(1, Relaxed), found })
    }

    /// The number that a call leaves in this vector's element.
    pub(crate) fn on_device(counter: DeviceVec<u64, B>) -> Self {
        Length(Number::OnDevice(Arc::new(counter)))
    }

    /// Whether the two are the length of one call.
    fn is(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Number::Known { call, .. }, Number::Known { call: other, .. }) => call == other,
            (Number::OnDevice(counter), Number::OnDevice(other)) => Arc::ptr_eq(counter, other),
            _ => false,
        }
    }

    /// The number of the first of `most` items, or the most that there can be, and the element that has it.
    fn of(&self, most: usize) -> (usize, Option<View<'_, u64>>) {
        match &self.0 {
            Number::Known { len, .. } => (*len, None),
            Number::OnDevice(counter) => (most, Some(counter.view())),
        }
    }

    /// The most items that there might have been of vectors with these slots: the same number whether the length is known or not.
    fn most(&self, slots: usize) -> usize {
        match &self.0 {
            Number::Known { most, .. } => *most,
            Number::OnDevice(_) => slots,
        }
    }

    /// Refuses, within a recording, a number that was found before: where it lies on the device, the state doesn't show it.
    #[track_caller]
    fn shown(&self) -> Result<()> {
        match &self.0 {
            Number::Known { call, found: true, .. } if recording::any() => recording::found_within(*call),
            _ => Ok(()),
        }
    }

    /// The number of items, which the host waits for.
    #[track_caller]
    fn ask(&self) -> Result<usize> {
        match &self.0 {
            Number::Known { len, .. } => unrecorded(Unrecorded::Waits).map(|()| *len),
            Number::OnDevice(counter) => Ok(counter.at(0)? as usize),
        }
    }
}

/// Vectors whose length depends on the data, and stays on the device: results of
/// [`collect_counted`](crate::Chain::collect_counted). `V` is a [`DeviceVec`], or a tuple of vectors of one length.
///
/// The call that makes them only queues, and so does each further one over their [`iter`](Counted::iter): no call waits for a length
/// until the host asks for it. Results have the bits that they would have with [`wait`](Counted::wait) in between. On a CPU a
/// length is a number at once, and nothing here costs anything.
///
/// # Memory
///
/// The vectors keep room for the most items that there may be, and so do the results of chains over them.
///
/// # Failures
///
/// If an operation of the call fails, whatever reads the vectors returns its failure: each value that the host asks for, and, where the
/// call was to count, [`len`](Counted::len) and [`wait`](Counted::wait). Results of a call item by item have the length of its input,
/// whether it fails or not; then `wait` returns vectors whose reading fails.
///
/// ```
/// # use onrush::prelude::*;
/// # fn main() -> onrush::Result<()> {
/// let device = Device::best()?;
/// let x = device.upload(&[3u32, 0, 4, 4, 0, 7])?;
/// let some = x.iter().filter(op!(|v: u32| v > 0)).collect_counted()?;
/// let before = some.iter().scan_exclusive(0, Sum).collect()?;
/// let (values, totals) = some.iter().reduce_by_key(before.iter(), Sum).collect()?.wait()?; // the only wait
/// assert_eq!((values.to_vec()?, totals.to_vec()?), (vec![3, 4, 7], vec![0, 10, 11]));
/// # Ok(()) }
/// ```
#[must_use = "a counted vector is read by `iter()`, or becomes an ordinary one by `wait()?`"]
pub struct Counted<V, B: Backend> {
    vecs: V,
    length: Length<B>,
    device: B,
}

/// Items aren't shown: of those behind the length none is initialised.
impl<V, B: Backend> fmt::Debug for Counted<V, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let vecs = format_args!("{}", type_name::<V>());
        f.debug_struct("Counted").field("vecs", &vecs).field("length", &self.length).finish_non_exhaustive()
    }
}

/// The vectors of one length that [`Counted`] holds: a [`DeviceVec`], or a tuple of these.
///
/// The trait is sealed: no other type can implement it.
pub trait Vectors<B: Backend>: sealed::Sealed {
    /// The expression that reads them.
    type Items<'a>: Repeatable + Indexed
    where
        Self: 'a;
    /// The expression of references to their items.
    type ItemsMut<'a>: Indexed
    where
        Self: 'a;
    /// Their columns.
    type Columns: Storage;

    /// Their items, of which only the first may be initialised.
    #[doc(hidden)]
    fn items(&self) -> Self::Items<'_>;

    /// References to their items, of which only the first may be initialised.
    #[doc(hidden)]
    fn items_mut(&mut self) -> Self::ItemsMut<'_>;

    /// Their columns, of which only the first items may be initialised.
    #[doc(hidden)]
    fn columns(&mut self) -> Self::Columns;

    /// Cuts them to their first `len` items.
    #[doc(hidden)]
    fn cut(&mut self, len: usize) -> Result<()>;
}

mod sealed {
    pub trait Sealed {}
}

macro_rules! one_vector {
    ($vec:ty, $this:ident: $span:expr, cut($len:ident) $cut:expr) => {
        impl<T: Element, B: Backend> sealed::Sealed for $vec {}
        impl<T: Element, B: Backend> Vectors<B> for $vec {
            type Items<'a>
                = Slice<'a, T>
            where
                Self: 'a;
            type ItemsMut<'a>
                = SliceMut<'a, T>
            where
                Self: 'a;
            type Columns = Span<T>;
            fn items(&self) -> Slice<'_, T> {
                Slice(self.view())
            }
            fn items_mut(&mut self) -> SliceMut<'_, T> {
                SliceMut::new(self.columns())
            }
            fn columns(&mut self) -> Span<T> {
                let $this = self;
                $span
            }
            fn cut(&mut self, $len: usize) -> Result<()> {
                let $this = self;
                $cut
            }
        }
    };
}
one_vector! {
    DeviceVec<T, B>, this: this.span(), cut(len) {
        // A failure of the items, which a good length says nothing of, is recorded for their address, which cutting may change.
        if failure::any() {
            this.truncate(len);
            return Ok(());
        }
        DeviceVec::cut(this, len)
    }
}
one_vector! {
    DeviceSliceMut<'_, T, B>, this: this.span, cut(len) {
        this.span = this.span.first(len);
        Ok(())
    }
}

macro_rules! vectors {
    ($(($($v:ident $i:tt),+))+) => {$(
        impl<$($v: sealed::Sealed),+> sealed::Sealed for ($($v,)+) {}
        impl<Dev: Backend, $($v: Vectors<Dev>),+> Vectors<Dev> for ($($v,)+) {
            type Items<'a> = Zip<($($v::Items<'a>,)+)> where Self: 'a;
            type ItemsMut<'a> = Zip<($($v::ItemsMut<'a>,)+)> where Self: 'a;
            type Columns = ($($v::Columns,)+);
            fn items(&self) -> Self::Items<'_> {
                Zip(($(self.$i.items(),)+))
            }
            fn items_mut(&mut self) -> Self::ItemsMut<'_> {
                Zip(($(self.$i.items_mut(),)+))
            }
            fn columns(&mut self) -> Self::Columns {
                ($(self.$i.columns(),)+)
            }
            fn cut(&mut self, len: usize) -> Result<()> {
                $(self.$i.cut(len)?;)+
                Ok(())
            }
        }
    )+};
}
vectors! { (A 0) (A 0, B 1) (A 0, B 1, C 2) (A 0, B 1, C 2, D 3) (A 0, B 1, C 2, D 3, E 4) (A 0, B 1, C 2, D 3, E 4, F 5) }

impl<V, B: Backend> Counted<V, B> {
    /// New vectors, whose first items are written, as many as the length says.
    pub(crate) fn new(vecs: V, length: Length<B>, device: B) -> Self {
        Counted { vecs, length, device }
    }

    /// The device in whose memory the items live and which runs the chains over them.
    pub fn device(&self) -> &B {
        &self.device
    }

    /// The number of items.
    ///
    /// # Cost
    ///
    /// On a GPU it waits for the call that finds the number, and copies it.
    ///
    /// # Errors
    ///
    /// The failure of that call.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let odd = device.range(0..9).filter(op!(|v: i32| v % 2 == 1)).collect_counted()?;
    /// assert_eq!(odd.len()?, 4);
    /// # Ok(()) }
    /// ```
    #[doc(alias("count", "is_empty", "size"))]
    #[track_caller]
    // A length that is waited for is no field, and emptiness is `len()? == 0`.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> Result<usize> {
        self.length.ask()
    }
}

impl<V: Vectors<B>, B: Backend> Counted<V, B> {
    /// Writes the number of items into a target of one element, without a wait.
    ///
    /// # Cost
    ///
    /// One launch on a GPU.
    ///
    /// # Errors
    ///
    /// [`LengthMismatch`](crate::ErrorKind::LengthMismatch) if the target hasn't one element. If the call fails that finds the number,
    /// reading the target returns its failure.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[3u32, 0, 9, 4, 0, 7])?;
    /// let (y, number) = (device.filled(0u32, 6)?, device.filled(0u64, 1)?);
    /// let mut step = device.record((x, y, number), |(x, y, number)| {
    ///     let some = x.iter().filter(op!(|v: u32| v > 0)).collect_counted_into(y)?;
    ///     some.len_into(number)
    /// })?;
    /// step.launch()?;
    /// let (_, y, number) = step.into_state();
    /// assert_eq!(y.slice(..number.at(0)? as usize)?.to_vec()?, [3, 9, 4, 7]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("len", "count", "d_num_selected_out"))]
    #[track_caller]
    pub fn len_into<T: Target<B, Storage: Storage<Item = u64>>>(&self, target: T) -> Result<()> {
        self.length.shown()?;
        match self.length.of(usize::MAX) {
            (len, None) => self.device.constant(len as u64, 1).collect_into(target),
            (_, Some(place)) => Chain::new(Slice(place), self.device.clone()).collect_into(target),
        }
    }

    /// The items as a chain whose length only the device knows; tuples for several vectors.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let odd = device.range(0..9).filter(op!(|v: i32| v % 2 == 1)).collect_counted()?;
    /// assert_eq!(odd.iter().map(op!(|v: i32| v * v)).sum()?, 84);
    /// # Ok(()) }
    /// ```
    #[doc(alias("par_iter", "begin", "end", "into_iter"))]
    pub fn iter(&self) -> CountedChain<'_, V::Items<'_>, B> {
        CountedChain::new(Chain::new(self.vecs.items(), self.device.clone()), &self.length)
    }

    /// A chain over mutable references to the items, for [`for_each`](CountedChain::for_each), as
    /// [`DeviceVec::iter_mut`](crate::DeviceVec::iter_mut) is one.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let mut odd = device.range(0..9).filter(op!(|v: i32| v % 2 == 1)).collect_counted()?;
    /// let sums = odd.iter().scan_inclusive(Sum).collect()?;
    /// odd.iter_mut().zip(sums.iter()).for_each(op!(|(v, sum): (&mut i32, i32)| *v += sum))?; // no wait
    /// assert_eq!(odd.wait()?.to_vec()?, [2, 7, 14, 23]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("par_iter_mut", "for_each", "transform"))]
    pub fn iter_mut(&mut self) -> CountedChain<'_, V::ItemsMut<'_>, B> {
        CountedChain::new(Chain::new(self.vecs.items_mut(), self.device.clone()), &self.length)
    }

    /// Waits for the length, and returns the vectors, cut to it: vectors as [`collect`](crate::Chain::collect) makes them.
    ///
    /// # Cost
    ///
    /// That of [`len`](Counted::len). Memory is kept as [`collect`](crate::Chain::collect) keeps it; all of it while a failure is on its
    /// way to its owner.
    ///
    /// # Errors
    ///
    /// The failure of the call that finds the number, or whatever the device reports. Then the vectors are dropped, as those of a failed
    /// `collect` are.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let odd = device.range(0..9).filter(op!(|v: i32| v % 2 == 1)).collect_counted()?;
    /// let mut odd = odd.wait()?;
    /// odd.reverse()?;
    /// assert_eq!(odd.to_vec()?, [7, 5, 3, 1]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("into_vec", "into_inner", "get", "synchronize", "resize"))]
    #[track_caller]
    pub fn wait(self) -> Result<V> {
        let len = self.len()?;
        let mut vecs = self.vecs;
        vecs.cut(len)?;
        Ok(vecs)
    }
}

impl<E: Expr, B: Backend> Chain<E, B> {
    /// Stores the items as [`collect`](Chain::collect) does, and leaves their number on the device: the call only queues, and the
    /// [counted](Counted) vector is used by further calls without a wait.
    ///
    /// # Cost
    ///
    /// That of [`collect`](Chain::collect) without its wait. The vector keeps room for all slots of the chain until
    /// [`wait`](Counted::wait).
    ///
    /// # Errors
    ///
    /// Those of [`collect`](Chain::collect). The failure of an operation may show later: then whatever reads the vector, or asks for its
    /// length, returns it.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[3.0f32, -1.0, 7.0])?;
    /// let positive = x.iter().filter(op!(|v: f32| v > 0.0)).collect_counted()?;
    /// let logarithms = positive.iter().map(op!(|v: f32| v.ln())).collect()?;
    /// assert_eq!(logarithms.iter().zip(positive.iter()).count()?, 2); // the only wait
    /// # Ok(()) }
    /// ```
    #[doc(alias("collect", "copy_if", "DeviceSelect", "d_num_selected_out", "nonzero", "async"))]
    #[inline(always)]
    #[track_caller]
    pub fn collect_counted<V>(self) -> Result<Counted<V, B>>
    where
        E::Item: Record,
        <E::Item as Record>::Vecs<B>: Collected<V>,
    {
        self.stored().counted(None, None)
    }

    /// Stores the items at the start of a target, as [`collect_into`](Chain::collect_into) does, and leaves their number on the device: the
    /// call only queues, and the [counted](Counted) part of the target, which stays borrowed as long, is used by further calls without a
    /// wait; see [`Pending::collect_counted_into`](crate::Pending::collect_counted_into).
    ///
    /// # Cost
    ///
    /// That of [`collect_into`](Chain::collect_into) without its wait. It allocates one element for the number.
    ///
    /// # Errors
    ///
    /// Those of [`collect_into`](Chain::collect_into): the target has room for all slots of the chain, or is refused
    /// ([`TargetTooShort`](crate::ErrorKind::TargetTooShort)) before anything is written. The failure of an operation may show later: then
    /// whatever reads the target, or asks for the number, returns it.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[3.0f32, -1.0, 7.0])?;
    /// let mut y = device.filled(0.0f32, 3)?;
    /// let positive = x.iter().filter(op!(|v: f32| v > 0.0)).collect_counted_into(&mut y)?;
    /// assert_eq!(positive.iter().sum()?, 10.0); // the only wait
    /// assert_eq!(positive.wait()?.to_vec()?, [3.0, 7.0]);
    /// assert_eq!(y.at(2)?, 0.0);
    /// # Ok(()) }
    /// ```
    #[doc(alias("collect_into", "copy_if", "DeviceSelect", "d_num_selected_out", "async"))]
    #[inline(always)]
    #[track_caller]
    pub fn collect_counted_into<T: IntoPart<B>>(self, target: T) -> Result<Counted<T::Part, B>>
    where
        T::Storage: Storage<Item = E::Item>,
    {
        self.stored().counted_into(target, None, None)
    }
}
