//! Items computed ahead. Code that reads them from memory doesn't depend on the expression, so it is compiled once for
//! all chains with an item type and an operator: a user's build has less to do.

use std::mem::MaybeUninit;

use onrush_core::expr::Indexed;
use onrush_core::value::Value;

use crate::multiversion::multiversion;

/// An expression whose type the caller doesn't know.
pub(crate) trait Load<T>: Sync {
    /// Fills `room` with the items of the slots from `first` on.
    ///
    /// # Safety
    ///
    /// The slots are the checked input's.
    unsafe fn load(&self, first: usize, room: &mut [MaybeUninit<T>]);

    /// The address of item 0, if the items lie side by side in memory already, as [`Indexed::contiguous`].
    fn contiguous(&self) -> Option<*const T>;
}

impl<T> dyn Load<T> + '_ {
    /// The address of these items: where they lie already, or `room`, all of which is then written.
    ///
    /// # Safety
    ///
    /// The contract is that of [`load`](Load::load).
    #[inline(always)]
    pub(crate) unsafe fn place(&self, first: usize, room: &mut [MaybeUninit<T>]) -> *const T {
        match self.contiguous() {
            // SAFETY: the caller's contract: the slots are the input's.
            Some(items) => unsafe { items.add(first) },
            None => {
                // SAFETY: the caller's contract.
                unsafe { self.load(first, room) };
                room.as_ptr().cast()
            }
        }
    }
}

impl<E: Indexed<Item: Value>> Load<E::Item> for E {
    unsafe fn load(&self, first: usize, room: &mut [MaybeUninit<E::Item>]) {
        // SAFETY: the caller's contract.
        unsafe { load(self, first, room) }
    }
    fn contiguous(&self) -> Option<*const E::Item> {
        Indexed::contiguous(self)
    }
}

multiversion! {
    unsafe fn load[E: Indexed<Item: Value>](input: &E, first: usize, room: &mut [MaybeUninit<E::Item>]) -> () where [] {
        for (k, item) in room.iter_mut().enumerate() {
            // SAFETY: the caller's contract.
            item.write(unsafe { input.at(first + k) });
        }
    }
}
