//! Vectors that can be written: the targets of `collect_into`, of `…_into` terminals and of sorts.

use crate::backend::Backend;
use crate::storage::{Span, Storage};
use crate::value::{Element, Value};
use crate::vec::{DeviceSliceMut, DeviceVec};

/// A vector or part of one that can be written in place: `&mut DeviceVec`, `DeviceSliceMut`, and tuples of these as
/// columns of one table.
///
/// # Safety
///
/// `storage` returns initialised memory of `device`, which nothing else uses while the target lives. Each call returns
/// the same.
#[doc(alias("OutputIterator", "output_iterator"))]
#[diagnostic::on_unimplemented(
    message = "`{Self}` isn't a vector of the device that a call can write: write `&mut y` for a vector `y`, `y.slice_mut(range)?` for a part of it, or a tuple of these",
    label = "not a target",
    note = "a `Vec` is the host's: `collect()?` into a vector of the device, and `to_vec()?` or `copy_to(&mut there)?` of that"
)]
pub unsafe trait Target<B: Backend> {
    /// The type of the target's columns.
    type Storage: Storage;
    /// The columns; they stay borrowed as long as the target.
    fn storage(&mut self) -> Self::Storage;
    /// The device in whose memory the columns lie.
    fn device(&self) -> B;
}

/// A target that becomes a part of itself, its first items: a [`DeviceSliceMut`], or a tuple of these.
///
/// # Safety
///
/// The part has the first items of the target's columns, as many as it is to have, and is all that uses them while it lives.
pub unsafe trait IntoPart<B: Backend>: Target<B> {
    /// The part.
    type Part;
    /// The first `len` items, at most as many as there are.
    fn into_first(self, len: usize) -> Self::Part;
}

// SAFETY: a part of the vector, which it borrows mutably.
unsafe impl<'a, T: Element, B: Backend> IntoPart<B> for &'a mut DeviceVec<T, B> {
    type Part = DeviceSliceMut<'a, T, B>;
    fn into_first(self, len: usize) -> Self::Part {
        self.as_mut_slice().into_first(len)
    }
}

// SAFETY: the same part, shorter.
unsafe impl<T: Element, B: Backend> IntoPart<B> for DeviceSliceMut<'_, T, B> {
    type Part = Self;
    fn into_first(mut self, len: usize) -> Self {
        self.span = self.span.first(len);
        self
    }
}

// SAFETY: a part of the part, which it borrows mutably.
unsafe impl<'a, T: Element, B: Backend> IntoPart<B> for &'a mut DeviceSliceMut<'_, T, B> {
    type Part = DeviceSliceMut<'a, T, B>;
    fn into_first(self, len: usize) -> Self::Part {
        self.reborrow().into_first(len)
    }
}

// SAFETY: the vector's own span, borrowed mutably as long as the target.
unsafe impl<T: Element, B: Backend> Target<B> for &mut DeviceVec<T, B> {
    type Storage = Span<T>;
    fn storage(&mut self) -> Span<T> {
        self.span()
    }
    fn device(&self) -> B {
        DeviceVec::device(self).clone()
    }
}

// SAFETY: the part's own span, which it has borrowed mutably.
unsafe impl<T: Element, B: Backend> Target<B> for DeviceSliceMut<'_, T, B> {
    type Storage = Span<T>;
    fn storage(&mut self) -> Span<T> {
        self.span
    }
    fn device(&self) -> B {
        self.device.clone()
    }
}

// SAFETY: the part's own span, which it has borrowed mutably.
unsafe impl<T: Element, B: Backend> Target<B> for &mut DeviceSliceMut<'_, T, B> {
    type Storage = Span<T>;
    fn storage(&mut self) -> Span<T> {
        self.span
    }
    fn device(&self) -> B {
        self.device.clone()
    }
}

macro_rules! tables {
    ($(($($t:ident $i:tt),+))+) => {$(
        // SAFETY: the parts' own columns: distinct mutable borrows, so distinct memory.
        unsafe impl<Dev: Backend, $($t: Target<Dev>),+> Target<Dev> for ($($t,)+)
        where
            ($($t::Storage,)+): Storage,
            ($(<$t::Storage as Storage>::Item,)+): Value,
        {
            type Storage = ($($t::Storage,)+);
            fn storage(&mut self) -> Self::Storage {
                ($(self.$i.storage(),)+)
            }
            fn device(&self) -> Dev {
                self.0.device()
            }
        }
        // SAFETY: the parts of each.
        unsafe impl<Dev: Backend, $($t: IntoPart<Dev>),+> IntoPart<Dev> for ($($t,)+)
        where
            Self: Target<Dev>,
        {
            type Part = ($($t::Part,)+);
            fn into_first(self, len: usize) -> Self::Part {
                ($(self.$i.into_first(len),)+)
            }
        }
    )+};
}
tables! { (A 0) (A 0, B 1) (A 0, B 1, C 2) (A 0, B 1, C 2, D 3) (A 0, B 1, C 2, D 3, E 4) (A 0, B 1, C 2, D 3, E 4, F 5) }
