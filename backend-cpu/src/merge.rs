use std::ops::Range;

use onrush_core::Result;
use onrush_core::algo::Merge;
use onrush_core::expr::Indexed;
use onrush_core::function::Function;
use onrush_core::storage::Storage;
use onrush_core::value::Value;

use crate::parallel::{self, Pool};

pub(crate) fn merge<L, R, F, S>(pool: &Pool, request: Merge<L, R, F, S>) -> Result<()>
where
    L: Indexed<Item: Value>,
    R: Indexed<Item = L::Item>,
    F: Function<(L::Item, L::Item), Output = bool>,
    S: Storage<Item = L::Item>,
{
    let cut = pool.cut(request.output.len(), 1);
    parallel::call(|| {
        pool.run(cut.tickets(), |ticket| {
            let range = cut.range(ticket);
            // SAFETY: a range of the output, which is as long as both inputs; no other ticket has it.
            unsafe { merge_range(&request, range) }
        });
    })
}

/// How many of the first `count` items of the result come from the left.
///
/// # Safety
///
/// `count` is at most the length of both inputs together.
unsafe fn split<L, R, F, S>(request: &Merge<L, R, F, S>, count: usize) -> usize
where
    L: Indexed<Item: Value>,
    R: Indexed<Item = L::Item>,
    F: Function<(L::Item, L::Item), Output = bool>,
{
    let (left, right) = (&request.left, &request.right);
    let (mut low, mut high) = (count.saturating_sub(right.slots()), count.min(left.slots()));
    while low < high {
        let middle = low + (high - low) / 2;
        // SAFETY: `middle < high <= left.slots()`, and `count - middle - 1 < count - low <= right.slots()`.
        let (x, y) = unsafe { (left.at(middle), right.at(count - middle - 1)) };
        // Item `middle` of the left isn't among them if it comes after the last that the right would then give.
        if request.less.call((y, x)) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    low
}

/// Writes a range of the result.
///
/// # Safety
///
/// It is within the output, as long as both checked inputs; no other thread uses it.
unsafe fn merge_range<L, R, F, S>(request: &Merge<L, R, F, S>, range: Range<usize>)
where
    L: Indexed<Item: Value>,
    R: Indexed<Item = L::Item>,
    F: Function<(L::Item, L::Item), Output = bool>,
    S: Storage<Item = L::Item>,
{
    let Merge { left, right, less, output } = request;
    // SAFETY: the caller's promise.
    let (mut l, end_l) = unsafe { (split(request, range.start), split(request, range.end)) };
    let (mut r, end_r) = (range.start - l, range.end - end_l);
    // With a comparator that contradicts itself, the splits needn't be in order.
    while l < end_l && r < end_r {
        // Within as many steps neither side can end.
        for _ in 0..(end_l - l).min(end_r - r) {
            // SAFETY: `l < end_l` and `r < end_r`, which are slots' ends; `l + r` is within the range.
            unsafe {
                let (x, y) = (left.at(l), right.at(r));
                // No branch: which of the two comes first is anyone's guess.
                let from_right = less.call((y, x));
                output.put(l + r, if from_right { y } else { x });
                l += !from_right as usize;
                r += from_right as usize;
            }
        }
    }
    for i in l + r..range.end {
        // SAFETY: as above: one side has ended, and the other has what is missing in the range.
        unsafe { output.put(i, if l < end_l { left.at(l + i - (l + r)) } else { right.at(r + i - (l + r)) }) }
    }
}
