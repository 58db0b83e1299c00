//! The stable merge of two sequences.
//!
//! The result is halved down to pieces. A cut is located by where the middle of the result falls in either side,
//! between the cuts that are known already. So each item comes into one piece whatever the comparator returns. The cuts
//! depend on lengths alone, so the result is the same on any number of threads.

use std::ops::Range;

use onrush_core::Result;
use onrush_core::algo::Merge;
use onrush_core::expr::Indexed;
use onrush_core::function::Function;
use onrush_core::storage::Storage;
use onrush_core::value::Value;

use crate::parallel::{self, Pool};

/// Slots of a piece of the result; the last piece may have fewer.
fn piece(slots: usize) -> usize {
    match slots {
        0..=4096 => slots.max(1),
        _ => (slots / 128).next_power_of_two().clamp(1 << 10, 1 << 16),
    }
}

pub(crate) fn merge<L, R, F, S>(pool: &Pool, request: Merge<L, R, F, S>) -> Result<()>
where
    L: Indexed<Item: Value>,
    R: Indexed<Item = L::Item>,
    F: Function<(L::Item, L::Item), Output = bool>,
    S: Storage<Item = L::Item>,
{
    let slots = request.output.len();
    let piece = piece(slots);
    let cut = pool.cut(slots, piece);
    parallel::call(|| {
        pool.run_cut(cut, |range| {
            let all = Part { left: 0..request.left.slots(), right: 0..request.right.slots() };
            // SAFETY: `all` covers both checked inputs, which together are as long as the output; no other thread has
            // this range of it.
            unsafe { merge_range(&request, all, &range, piece) }
        });
    })
}

/// A part of both sides. The part of the result begins at the sum of the starts of both.
struct Part {
    left: Range<usize>,
    right: Range<usize>,
}

impl Part {
    fn range(&self) -> Range<usize> {
        self.left.start + self.right.start..self.left.end + self.right.end
    }
}

/// Merges those pieces of a part that lie in a range of the result.
///
/// # Safety
///
/// The part's items are items of the checked inputs, which together are as long as the output, and no other thread uses
/// the range.
unsafe fn merge_range<L, R, F, S>(request: &Merge<L, R, F, S>, part: Part, wanted: &Range<usize>, piece: usize)
where
    L: Indexed<Item: Value>,
    R: Indexed<Item = L::Item>,
    F: Function<(L::Item, L::Item), Output = bool>,
    S: Storage<Item = L::Item>,
{
    let range = part.range();
    if range.end <= wanted.start || wanted.end <= range.start {
        return;
    }
    if range.len() <= piece {
        // SAFETY: the caller's contract; ranges begin and end with pieces, so all of this one is wanted.
        return unsafe { merge_part(request, part) };
    }
    let middle = range.len().div_ceil(piece).div_ceil(2) * piece;
    // SAFETY: the caller's contract, since these are parts of the part.
    unsafe {
        let (first, second) = halve(request, part, middle);
        merge_range(request, first, wanted, piece);
        merge_range(request, second, wanted, piece);
    }
}

/// The first `count` items of a part's merge, and the others.
///
/// # Safety
///
/// The part's items are items of the checked inputs, and there are at least `count`.
unsafe fn halve<L, R, F, S>(request: &Merge<L, R, F, S>, part: Part, count: usize) -> (Part, Part)
where
    L: Indexed<Item: Value>,
    R: Indexed<Item = L::Item>,
    F: Function<(L::Item, L::Item), Output = bool>,
{
    let Part { left, right } = part;
    let (mut low, mut high) = (count.saturating_sub(right.len()), count.min(left.len()));
    while low < high {
        let middle = low + (high - low) / 2;
        // SAFETY: `middle < high <= left.len()`, and `count - middle - 1 < count - low <= right.len()`.
        let (x, y) =
            unsafe { (request.left.at(left.start + middle), request.right.at(right.start + count - middle - 1)) };
        // Item `middle` of the left side isn't among the first `count` if it comes after the last item that the right
        // side would then give.
        if request.less.call((y, x)) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    let (l, r) = (left.start + low, right.start + count - low);
    (Part { left: left.start..l, right: right.start..r }, Part { left: l..left.end, right: r..right.end })
}

/// Writes the merge of a part.
///
/// # Safety
///
/// The part's items are items of the checked inputs, which together are as long as the output; no other thread uses its
/// range of the output.
unsafe fn merge_part<L, R, F, S>(request: &Merge<L, R, F, S>, part: Part)
where
    L: Indexed<Item: Value>,
    R: Indexed<Item = L::Item>,
    F: Function<(L::Item, L::Item), Output = bool>,
    S: Storage<Item = L::Item>,
{
    let Merge { left, right, less, output } = request;
    let (mut l, end_l, mut r, end_r) = (part.left.start, part.left.end, part.right.start, part.right.end);
    while l < end_l && r < end_r {
        // Neither side can end within this number of steps.
        for _ in 0..(end_l - l).min(end_r - r) {
            // SAFETY: `l < end_l` and `r < end_r`; `l + r` is within the part's range.
            unsafe {
                let (x, y) = (left.at(l), right.at(r));
                // There is no branch, since it could not be predicted which of the two comes first.
                let from_right = less.call((y, x));
                output.put(l + r, if from_right { y } else { x });
                l += !from_right as usize;
                r += from_right as usize;
            }
        }
    }
    // SAFETY: one side has ended, and the rest of the other fills the rest of the part's range, by the caller's
    // contract.
    unsafe {
        (l..end_l).for_each(|l| output.put(l + r, left.at(l)));
        (r..end_r).for_each(|r| output.put(end_l + r, right.at(r)));
    }
}
