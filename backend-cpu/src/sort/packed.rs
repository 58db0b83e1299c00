//! The stable partition of small rows that lie side by side: whole groups are compared with the pivot and moved in vector registers.

use std::mem::MaybeUninit;

use super::columns::Columns;
use super::table::{Scratch, TableMut};
use crate::multiversion::multiversion;
use crate::pack::{self, GROUP};

/// Whether rows of these columns are moved in vector registers: those of 4 bytes, on machines that have them. Rows of 8 bytes gain a
/// twentieth, and only if there are many.
#[inline]
pub(super) fn suits<C: Columns>() -> bool {
    (const { !C::APART && size_of::<C::Item>() == 4 }) && pack::wide().holds()
}

/// Puts the rows that belong to the left part before the others, both in the order in which they stood; returns their number. `None` if
/// rows don't suit, or the machine. If `left` panics all rows are still there.
#[inline(always)]
pub(super) fn partition<C: Columns>(
    items: &mut TableMut<C>,
    scratch: &mut Scratch<C>,
    left: &impl Fn(C::Item) -> bool,
) -> Option<usize> {
    let len = items.len();
    if !suits::<C>() || scratch.len() != len {
        return None;
    }
    let (items, others) = (items.room().side_by_side()?, scratch.side_by_side()?);
    // SAFETY: these are the first of `len` initialised rows, and of room for as many, which nothing else uses: both are borrowed.
    Some(unsafe { split(items, others, len, left) })
}

/// A partition under way. The rows before a place are moved: those of the left part to the begin of the items, the others to the begin of
/// the scratch room.
struct Moved<T> {
    items: *mut T,
    others: *mut T,
    lefts: usize,
    rights: usize,
}

impl<T> Drop for Moved<T> {
    /// Puts the others behind those of the left part, also if a comparison panics.
    fn drop(&mut self) {
        // SAFETY: `split` has moved `lefts + rights` items, so that there are as many places; the scratch room is apart.
        unsafe { self.others.copy_to_nonoverlapping(self.items.add(self.lefts), self.rights) }
    }
}

multiversion! {
    [v4]
    /// Partitions `len` initialised items. There is scratch room for as many; nothing else uses either.
    unsafe fn split[T: Copy, L: Fn(T) -> bool](items: *mut T, others: *mut T, len: usize, left: &L) -> usize where [] {
        let wide = pack::wide();
        let mut moved = Moved { items, others, lefts: 0, rights: 0 };
        let (mut rows, mut firsts, mut seconds) = ([const { MaybeUninit::uninit() }; GROUP], [false; GROUP], [false; GROUP]);
        let whole = len / GROUP * GROUP;
        for from in (0..whole).step_by(GROUP) {
            for k in 0..GROUP {
                // SAFETY: `from + k < len`. Each group before has written at most up to its own end, which is at most `from`.
                let row = unsafe { items.add(from + k).read() };
                rows[k].write(row);
                let first = left(row);
                (firsts[k], seconds[k]) = (first, !first);
            }
            // SAFETY: at most `from` rows have moved to either place, and there is room for a group more. The items that this may
            // overwrite have been read.
            unsafe {
                moved.rights += pack::pack(&rows, &seconds, others.add(moved.rights).cast(), wide);
                moved.lefts += pack::pack(&rows, &firsts, items.add(moved.lefts).cast(), wide);
            }
        }
        if whole < len {
            (firsts, seconds) = ([false; GROUP], [false; GROUP]);
            for k in 0..len - whole {
                // SAFETY: as above.
                let row = unsafe { items.add(whole + k).read() };
                rows[k].write(row);
                let first = left(row);
                (firsts[k], seconds[k]) = (first, !first);
            }
            let mut packed = [const { MaybeUninit::uninit() }; GROUP];
            // SAFETY: `packed` has room for a group. No more rows are flagged than are left, for which either place has room.
            unsafe {
                let count = pack::pack(&rows, &seconds, packed.as_mut_ptr(), wide);
                others.add(moved.rights).cast::<MaybeUninit<T>>().copy_from_nonoverlapping(packed.as_ptr(), count);
                moved.rights += count;
                let count = pack::pack(&rows, &firsts, packed.as_mut_ptr(), wide);
                items.add(moved.lefts).cast::<MaybeUninit<T>>().copy_from_nonoverlapping(packed.as_ptr(), count);
                moved.lefts += count;
            }
        }
        moved.lefts
    }
}
