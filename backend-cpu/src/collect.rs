use onrush_core::Result;
use onrush_core::algo::Collect;
use onrush_core::device::DeviceId;
use onrush_core::expr::Indexed;
use onrush_core::storage::{Span, Storage};
use onrush_core::value::Element;

use crate::multiversion::multiversion;
use crate::parallel::{self, Pool};

pub(crate) fn collect<E: Indexed, S: Storage<Item = E::Item>>(pool: &Pool, request: Collect<E, S>) -> Result<()> {
    let cut = pool.cut(request.input.slots(), 1);
    parallel::call(|| {
        pool.run_cut(cut, |range| {
            // SAFETY: a range of the checked input's slots, which is as long as the output; no other thread has it.
            unsafe { store(&request.input, &request.output, range.start, range.end) }
        });
    })
}

multiversion! {
    unsafe fn store[E: Indexed, S: Storage<Item = E::Item>](input: &E, output: &S, from: usize, to: usize) -> ()
    where [] {
        // SAFETY: the caller's contract; `each` stays within the range, and each slot of it holds an item.
        unsafe {
            input.each(
                from,
                to,
                #[inline(always)]
                |i, x| output.put(i, x),
            );
        }
    }
}

/// Copies `len` elements.
///
/// # Safety
///
/// `from` points to `len` initialised elements, `to` has room for them, and nothing else uses that room.
pub(crate) unsafe fn copy<T: Element>(pool: &Pool, from: *const T, len: usize, to: *mut T) -> Result<()> {
    let cut = pool.cut(len, 1);
    if cut.tickets() <= 1 {
        // SAFETY: the caller's contract.
        unsafe { from.copy_to_nonoverlapping(to, len) };
        return Ok(());
    }
    let (from, to) = (Span::new(from.cast_mut(), len, DeviceId::HOST), Span::new(to, len, DeviceId::HOST));
    parallel::call(|| {
        pool.run_cut(cut, |range| {
            // SAFETY: the range lies within both, which don't overlap by the caller's contract; no other thread has it.
            unsafe {
                from.as_ptr().add(range.start).copy_to_nonoverlapping(to.as_ptr().add(range.start), range.len());
            }
        });
    })
}
