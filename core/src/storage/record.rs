//! Items as columns: the vectors that hold them, and how they are moved between devices.

use std::ops::Range;

use super::{Span, Storage};
use crate::backend::Backend;
use crate::error::Result;
use crate::expr::{Indexed, Repeatable, Slice, Zip};
use crate::shards;
use crate::value::{Element, Value};
use crate::vec::DeviceVec;

/// A value that can be stored: an [`Element`] in one vector, a tuple in one vector per part.
///
/// # Safety
/// `allocate` makes vectors of length `len`, each in memory of its own, and `storage` returns the columns of the
/// vectors that it is given.
#[diagnostic::on_unimplemented(
    message = "items of type `{Self}` can't be stored",
    label = "no vector holds such items",
    note = "elements and tuples of elements can be stored; `map` the items to one of these first",
    note = "of an `Option`, store a value that stands for `None`, `.unwrap_or(u32::MAX)`, or a flag and a value, `(o.is_some(), o.unwrap_or(0))`",
    note = "an integer of 128 bits is stored as two `u64`: `(n >> 64) as u64` and `n as u64`",
    note = "an enum is stored as a number for the variant, with its fields in vectors beside it: an operation makes the enum of them"
)]
pub unsafe trait Record: Value {
    /// The columns.
    type Storage: Storage<Item = Self>;
    /// The vectors that a terminal returns for such items.
    type Vecs<B: Backend>: Send + Sync + 'static;
    /// The expression that reads these vectors.
    type Items<'a>: Repeatable + Indexed<Item = Self>;

    /// Vectors for `len` items whose contents are not initialised.
    ///
    /// # Safety
    ///
    /// Before the vectors are handed out, every item below their length must be written, or the length cut.
    #[track_caller]
    unsafe fn allocate<B: Backend>(device: &B, len: usize) -> Result<Self::Vecs<B>>;

    /// The columns of these vectors.
    fn storage<B: Backend>(vecs: &mut Self::Vecs<B>) -> Self::Storage;

    /// The items of these vectors.
    fn items<B: Backend>(vecs: &Self::Vecs<B>) -> Self::Items<'_>;

    /// Cuts the vectors to `len` items and gives unused memory back.
    fn cut<B: Backend>(vecs: &mut Self::Vecs<B>, len: usize) -> Result<()>;

    /// The items on the host.
    #[doc(hidden)]
    #[track_caller]
    fn download<B: Backend>(vecs: &Self::Vecs<B>) -> Result<Vec<Self>>;

    /// Vectors of items of the host.
    #[doc(hidden)]
    fn upload<B: Backend>(device: &B, items: &[Self]) -> Result<Self::Vecs<B>>;

    /// An item on the host.
    #[doc(hidden)]
    #[track_caller]
    fn at<B: Backend>(vecs: &Self::Vecs<B>, i: usize) -> Result<Self>;

    /// Appends the items of a range as bytes: column after column, each item as [`to_bytes`](crate::shards::to_bytes) has it.
    #[doc(hidden)]
    #[track_caller]
    fn pack<B: Backend>(vecs: &Self::Vecs<B>, range: Range<usize>, out: &mut Vec<u8>) -> Result<()>;

    /// Overwrites the items of a range with those of which [`pack`](Record::pack) has made these bytes.
    ///
    /// # Safety
    ///
    /// It has made them of as many items of the same type.
    #[doc(hidden)]
    #[track_caller]
    unsafe fn unpack<B: Backend>(vecs: &mut Self::Vecs<B>, range: Range<usize>, bytes: &[u8]) -> Result<()>;

    /// Overwrites the items from `at` on with those of a range of other vectors, which may be another device's. Returns before the copy is
    /// done; until an event behind it has passed, nothing changes the other vectors.
    #[doc(hidden)]
    #[track_caller]
    fn copy_part<B: Backend>(
        to: &mut Self::Vecs<B>,
        at: usize,
        from: &Self::Vecs<B>,
        range: Range<usize>,
    ) -> Result<()>;

    /// The bytes of an item that [`pack`](Record::pack) makes.
    #[doc(hidden)]
    fn packed_bytes() -> usize;
}

#[diagnostic::do_not_recommend]
// SAFETY: the span is that of the vector, which `DeviceVec::uninit` has made of this length.
unsafe impl<T: Element> Record for T {
    type Storage = Span<T>;
    type Vecs<B: Backend> = DeviceVec<T, B>;
    type Items<'a> = Slice<'a, T>;

    #[track_caller]
    unsafe fn allocate<B: Backend>(device: &B, len: usize) -> Result<DeviceVec<T, B>> {
        // SAFETY: the caller keeps the contract of `allocate`, which is that of `uninit`.
        unsafe { DeviceVec::uninit(device, len) }
    }
    fn storage<B: Backend>(vecs: &mut DeviceVec<T, B>) -> Span<T> {
        vecs.span()
    }
    fn items<B: Backend>(vecs: &DeviceVec<T, B>) -> Slice<'_, T> {
        Slice(vecs.view())
    }
    fn cut<B: Backend>(vecs: &mut DeviceVec<T, B>, len: usize) -> Result<()> {
        vecs.cut(len)
    }
    #[track_caller]
    fn download<B: Backend>(vecs: &DeviceVec<T, B>) -> Result<Vec<T>> {
        vecs.to_vec()
    }
    fn upload<B: Backend>(device: &B, items: &[T]) -> Result<DeviceVec<T, B>> {
        device.upload(items)
    }
    #[track_caller]
    fn at<B: Backend>(vecs: &DeviceVec<T, B>, i: usize) -> Result<T> {
        vecs.at(i)
    }
    #[track_caller]
    fn pack<B: Backend>(vecs: &DeviceVec<T, B>, range: Range<usize>, out: &mut Vec<u8>) -> Result<()> {
        shards::to_bytes(&vecs.slice(range)?.to_vec()?, out);
        Ok(())
    }
    #[track_caller]
    unsafe fn unpack<B: Backend>(vecs: &mut DeviceVec<T, B>, range: Range<usize>, bytes: &[u8]) -> Result<()> {
        // SAFETY: the caller's promise.
        vecs.slice_mut(range)?.copy_from(&unsafe { shards::from_bytes::<T>(bytes) })
    }
    #[track_caller]
    fn copy_part<B: Backend>(
        to: &mut DeviceVec<T, B>,
        at: usize,
        from: &DeviceVec<T, B>,
        range: Range<usize>,
    ) -> Result<()> {
        to.copy_part(at, from, range)
    }
    fn packed_bytes() -> usize {
        shards::item_bytes::<T>()
    }
}
/// The vectors that `collect` makes: `V` is these vectors themselves. Because rustc infers `V`, it can say what to write to
/// somebody who names another type.
#[diagnostic::on_unimplemented(
    message = "write `collect()?` for a vector on the device, or `collect()?.to_vec()?` for a `Vec`",
    label = "makes no `{V}`",
    note = "`collect` makes a `DeviceVec`, and for tuples one for each part"
)]
pub trait Collected<V>: sealed::Is<V> {
    /// The identity.
    fn collected(self) -> V;
}
/// No other implementation gets vectors, of which only a part may be initialised.
mod sealed {
    pub trait Is<V> {}
    impl<V> Is<V> for V {}
}
impl<V> Collected<V> for V {
    #[inline(always)]
    fn collected(self) -> V {
        self
    }
}

macro_rules! columns {
    ($(($($t:ident $i:tt),+))+) => {$(
        #[diagnostic::do_not_recommend]
        // SAFETY: the columns are those of distinct vectors of one length.
        unsafe impl<$($t: Record),+> Record for ($($t,)+)
        where
            ($($t,)+): Value,
        {
            type Storage = ($($t::Storage,)+);
            type Vecs<Dev: Backend> = ($($t::Vecs<Dev>,)+);
            type Items<'a> = Zip<($($t::Items<'a>,)+)>;

            #[track_caller]
            unsafe fn allocate<Dev: Backend>(device: &Dev, len: usize) -> Result<Self::Vecs<Dev>> {
                // SAFETY: the caller keeps the contract of `allocate` for each part.
                unsafe { Ok(($($t::allocate(device, len)?,)+)) }
            }
            fn storage<Dev: Backend>(vecs: &mut Self::Vecs<Dev>) -> Self::Storage {
                ($($t::storage::<Dev>(&mut vecs.$i),)+)
            }
            fn items<Dev: Backend>(vecs: &Self::Vecs<Dev>) -> Self::Items<'_> {
                Zip(($($t::items::<Dev>(&vecs.$i),)+))
            }
            fn cut<Dev: Backend>(vecs: &mut Self::Vecs<Dev>, len: usize) -> Result<()> {
                $($t::cut::<Dev>(&mut vecs.$i, len)?;)+
                Ok(())
            }
            #[track_caller]
            fn download<Dev: Backend>(vecs: &Self::Vecs<Dev>) -> Result<Vec<Self>> {
                let mut columns = ($($t::download::<Dev>(&vecs.$i)?.into_iter(),)+);
                Ok(std::iter::from_fn(|| Some(($(columns.$i.next()?,)+))).collect())
            }
            fn upload<Dev: Backend>(device: &Dev, items: &[Self]) -> Result<Self::Vecs<Dev>> {
                Ok(($($t::upload(device, &items.iter().map(|item| item.$i).collect::<Vec<_>>())?,)+))
            }
            #[track_caller]
            fn at<Dev: Backend>(vecs: &Self::Vecs<Dev>, i: usize) -> Result<Self> {
                Ok(($($t::at::<Dev>(&vecs.$i, i)?,)+))
            }
            #[track_caller]
            fn pack<Dev: Backend>(vecs: &Self::Vecs<Dev>, range: Range<usize>, out: &mut Vec<u8>) -> Result<()> {
                $($t::pack::<Dev>(&vecs.$i, range.clone(), out)?;)+
                Ok(())
            }
            #[track_caller]
            unsafe fn unpack<Dev: Backend>(vecs: &mut Self::Vecs<Dev>, range: Range<usize>, bytes: &[u8]) -> Result<()> {
                let mut end = 0;
                $(
                    let column = end..end + range.len() * $t::packed_bytes();
                    end = column.end;
                    // SAFETY: the caller's promise: the columns lie one behind another.
                    unsafe { $t::unpack::<Dev>(&mut vecs.$i, range.clone(), &bytes[column])? };
                )+
                debug_assert_eq!(end, bytes.len());
                Ok(())
            }
            #[track_caller]
            fn copy_part<Dev: Backend>(
                to: &mut Self::Vecs<Dev>,
                at: usize,
                from: &Self::Vecs<Dev>,
                range: Range<usize>,
            ) -> Result<()> {
                $($t::copy_part::<Dev>(&mut to.$i, at, &from.$i, range.clone())?;)+
                Ok(())
            }
            fn packed_bytes() -> usize {
                0 $(+ $t::packed_bytes())+
            }
        }
    )+};
}
columns! {
    (A 0) (A 0, B 1) (A 0, B 1, C 2) (A 0, B 1, C 2, D 3) (A 0, B 1, C 2, D 3, E 4) (A 0, B 1, C 2, D 3, E 4, F 5)
}
