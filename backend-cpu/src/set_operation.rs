//! Union, intersection, difference and symmetric difference of two sorted sequences.
//!
//! Both sequences are cut into parts of some thousand items along a balanced path: of equal items the r-th of either
//! side lie in one part, so that a loop over a part pairs them. Each part is combined in a thread's scratch space and
//! stored when the number of items that the parts before it keep is known. A part's cuts depend on its number alone,
//! and items beyond the output's end are dropped: so for any comparator the result is the same on any number of threads
//! and lies inside the output.
//!
//! S. Baxter, moderngpu, 2013.

use std::mem::MaybeUninit;
use std::ops::Range;

use onrush_core::Result;
use onrush_core::algo::{SetOperation, SetOperator};
use onrush_core::expr::Indexed;
use onrush_core::function::Function;
use onrush_core::storage::Storage;
use onrush_core::value::Value;

use crate::chained_scan::{self, Chained};
use crate::memory::{Buffer, LARGE, SmallBuffer, scratch};
use crate::parallel::{self, Pool};
use crate::select::store;

/// Items of both sides from one cut to the next, for items of `size` bytes.
const fn block(size: usize) -> usize {
    if size <= LARGE { 1 << 14 } else { (1 << 21) / size + 1 }
}

pub(crate) fn set_operation<K, L, R, F, S>(pool: &Pool, request: SetOperation<K, L, R, F, S>) -> Result<usize>
where
    K: SetOperator,
    L: Indexed<Item: Value>,
    R: Indexed<Item = L::Item>,
    F: Function<(L::Item, L::Item), Output = bool>,
    S: Storage<Item = L::Item>,
{
    let (lefts, rights) = (request.left.slots(), request.right.slots());
    let slots = lefts + rights;
    let block = const { block(size_of::<L::Item>()) };
    parallel::call(|| {
        if slots <= block {
            let mut kept = SmallBuffer::new();
            let kept = kept.of(slots);
            // SAFETY: all items of the checked inputs, and room for all of them; as many as are stored were just
            // written.
            unsafe {
                let count = combine(&request, 0..lefts, 0..rights, kept).min(request.output.len());
                store(&request.output, 0, &kept[..count]);
                return count;
            }
        }
        chained_scan::run(pool, slots.div_ceil(block), 0, &Blocks(&request)).min(request.output.len())
    })
}

/// A set operation, part by part; the carry is the number of items kept before.
struct Blocks<'a, K, L, R, F, S>(&'a SetOperation<K, L, R, F, S>);

impl<K, L, R, F, S> Blocks<'_, K, L, R, F, S>
where
    L: Indexed<Item: Value>,
    R: Indexed<Item = L::Item>,
    F: Function<(L::Item, L::Item), Output = bool>,
{
    const BLOCK: usize = block(size_of::<L::Item>());
    /// Pairs aren't cut, so that a part may have one item more.
    const MOST: usize = Self::BLOCK + 1;

    /// The items of a part.
    fn part(&self, part: usize) -> (Range<usize>, Range<usize>) {
        let request = self.0;
        let (lefts, rights) = (request.left.slots(), request.right.slots());
        let first = part * Self::BLOCK;
        let len = Self::BLOCK.min(lefts + rights - first);
        let second = first + len;
        // SAFETY: `first` and `second` are at most the number of all items. A cut takes no more items of a side than it
        // has. That of the second lies between `merged` and `len` items further, if these are there.
        let (from, to) = unsafe {
            let from = cut(request, first, first.saturating_sub(rights), first.min(lefts));
            let low = second.saturating_sub(rights).max(from.merged);
            let high = second.min(lefts).min(from.merged + len);
            (from, cut(request, second, low, high))
        };
        let in_left = to.left.saturating_sub(from.left).min(Self::MOST);
        let in_right = to.right.saturating_sub(from.right).min(Self::MOST - in_left);
        (from.left..from.left + in_left, from.right..from.right + in_right)
    }
}

impl<K, L, R, F, S> Chained for Blocks<'_, K, L, R, F, S>
where
    K: SetOperator,
    L: Indexed<Item: Value>,
    R: Indexed<Item = L::Item>,
    F: Function<(L::Item, L::Item), Output = bool>,
    S: Storage<Item = L::Item>,
{
    type Outputs = Buffer<L::Item>;
    type Value = usize;
    type Carry = usize;

    fn room(&self) -> Self::Outputs {
        scratch(Self::MOST)
    }
    fn first(&self, kept: &mut Self::Outputs, part: usize) -> usize {
        let (left, right) = self.part(part);
        // SAFETY: items of the checked inputs, and the scratch space has room for all of them.
        unsafe { combine(self.0, left, right, kept) }
    }
    fn next(&self, place: usize, count: usize) -> usize {
        place + count
    }
    fn second(&self, kept: &mut Self::Outputs, _: usize, count: usize, place: usize) {
        // With a comparator that is no order, more items may be kept than the output has room for.
        let count = count.min(self.0.output.len().saturating_sub(place));
        // SAFETY: `combine` wrote `count` items. Each part has its own places, all within the output.
        unsafe { store(&self.0.output, place, &kept[..count]) }
    }
}

/// A cut: the numbers of items of either side that lie before it.
struct Cut {
    left: usize,
    right: usize,
    /// The number of the left side's items before the merge's cut.
    merged: usize,
}

/// The first of `range` for which `before` is false, by bisection.
fn search(range: Range<usize>, before: impl Fn(usize) -> bool) -> usize {
    let Range { start: mut low, end: mut high } = range;
    while low < high {
        let middle = low + (high - low) / 2;
        if before(middle) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low
}

/// The first of `range` for which `before` is false, by growing steps from the end, near which it is expected.
fn search_from_end(range: Range<usize>, before: impl Fn(usize) -> bool) -> usize {
    let Range { start: mut low, end: mut high } = range;
    let mut step = 1;
    while low < high {
        let at = high.saturating_sub(step).max(low);
        if before(at) {
            low = at + 1;
            break;
        }
        high = at;
        step *= 2;
    }
    search(low..high, before)
}

/// The cut before which `diagonal` items lie, or one more. Of a run of equal items, it takes the same number from
/// either side, or all that a shorter run has, so that no pair is parted. The cut of a merge takes between `low` and
/// `high` items of the left side.
///
/// # Safety
///
/// `low <= high <= diagonal`, `high` is at most the length of the left side, and `diagonal - low` that of the right.
unsafe fn cut<K, L, R, F, S>(request: &SetOperation<K, L, R, F, S>, diagonal: usize, low: usize, high: usize) -> Cut
where
    L: Indexed<Item: Value>,
    R: Indexed<Item = L::Item>,
    F: Function<(L::Item, L::Item), Output = bool>,
{
    let rights = request.right.slots();
    // SAFETY: for any comparator, each index that follows is less than the left side's length.
    let left = |i: usize| unsafe { request.left.at(i) };
    // SAFETY: the right input is checked too, and the index is below its length.
    let right = |i: usize| unsafe { request.right.at(i) };
    let less = |x: L::Item, y: L::Item| request.less.call((x, y));
    // `low <= l < high` here: an item of the left side, and `diagonal - l - 1` is one of the right's.
    let l = search(low..high, |l| !less(right(diagonal - l - 1), left(l)));
    let r = diagonal - l;
    if l == 0 || r == rights || less(left(l - 1), right(r)) {
        return Cut { left: l, right: r, merged: l };
    }
    // The merge's cut divides a run of equal items, whose left ones come first; half of them are exchanged for right
    // ones.
    let x = right(r);
    let first_left = search_from_end(0..l, |l| less(left(l), x));
    let first_right = search_from_end(0..r, |r| less(right(r), x));
    let (in_left, in_right) = (l - first_left, r - first_right);
    let all = in_left + in_right;
    let wanted = in_right.max(all / 2);
    let there = search(r..rights.min(first_right + wanted + 1), |r| !less(x, right(r))) - first_right;
    let to_right = wanted.min(there);
    let to_left = all - to_right;
    // If the number is odd, the pair of the last left item is taken as well.
    let pair = to_left == to_right + 1 && to_right < there;
    Cut { left: first_left + to_left, right: first_right + to_right + usize::from(pair), merged: l }
}

/// Writes the kept items of a part to `kept`, and returns their number.
///
/// The addresses of a step depend on the comparison of the step before. So that a core needn't wait for it, the loop
/// takes steps of both halves of the part in turn.
///
/// # Safety
///
/// The ranges are of items of the checked inputs, and `kept` has room for all of both.
unsafe fn combine<K, L, R, F, S>(
    request: &SetOperation<K, L, R, F, S>,
    left: Range<usize>,
    right: Range<usize>,
    kept: &mut [MaybeUninit<L::Item>],
) -> usize
where
    K: SetOperator,
    L: Indexed<Item: Value>,
    R: Indexed<Item = L::Item>,
    F: Function<(L::Item, L::Item), Output = bool>,
{
    let items = left.len() + right.len();
    debug_assert!(kept.len() >= items);
    let diagonal = left.start + right.start + items / 2;
    let (low, high) = (diagonal.saturating_sub(right.end).max(left.start), left.end.min(diagonal - right.start));
    // SAFETY: the cut takes between `low` and `high` items of the left side, and as many of the right as it has before
    // its end.
    let middle = unsafe { cut(request, diagonal, low, high) };
    // With a comparator that is no order, the cut may lie outside the part.
    let (l, r) = (middle.left.clamp(left.start, left.end), middle.right.clamp(right.start, right.end));
    let mut first = Steps { left: left.start..l, right: right.start..r, kept: 0 };
    let half = first.left.len() + first.right.len();
    let mut second = Steps { left: l..left.end, right: r..right.end, kept: half };
    // SAFETY: the halves are parts of the part, and each has its own room.
    unsafe {
        loop {
            let steps = first.sure().min(second.sure());
            if steps == 0 {
                break;
            }
            for _ in 0..steps {
                first.step(request, kept);
                second.step(request, kept);
            }
        }
        first.finish(request, kept);
        second.finish(request, kept);
    }
    kept.copy_within(half..second.kept, first.kept);
    first.kept + (second.kept - half)
}

/// The rest of the items of both sides, and the place of the next one that is kept.
struct Steps {
    left: Range<usize>,
    right: Range<usize>,
    kept: usize,
}

impl Steps {
    /// The number of steps within which neither side can end.
    #[inline(always)]
    fn sure(&self) -> usize {
        self.left.len().min(self.right.len())
    }

    /// Takes the next item, or the next pair.
    ///
    /// # Safety
    ///
    /// Both sides have items, which are items of the checked inputs, and `kept` has room for all.
    // Without optimisation each call has room for its items on the stack.
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn step<K, L, R, F, S>(&mut self, request: &SetOperation<K, L, R, F, S>, kept: &mut [MaybeUninit<L::Item>])
    where
        K: SetOperator,
        L: Indexed<Item: Value>,
        R: Indexed<Item = L::Item>,
        F: Function<(L::Item, L::Item), Output = bool>,
    {
        // SAFETY: the caller's promise.
        unsafe {
            let (x, y) = (request.left.at(self.left.start), request.right.at(self.right.start));
            // There is no branch, since it could not be predicted how two items compare.
            let left_first = request.less.call((x, y));
            let right_first = !left_first & request.less.call((y, x));
            let pair = !left_first & !right_first;
            kept.get_unchecked_mut(self.kept).write(if right_first { y } else { x });
            self.kept += usize::from((K::LEFT & left_first) | (K::RIGHT & right_first) | (K::PAIRS & pair));
            self.left.start += usize::from(!right_first);
            self.right.start += usize::from(!left_first);
        }
    }

    /// Takes all items.
    ///
    /// # Safety
    ///
    /// As for [`step`](Steps::step), except that either side may be empty.
    unsafe fn finish<K, L, R, F, S>(&mut self, request: &SetOperation<K, L, R, F, S>, kept: &mut [MaybeUninit<L::Item>])
    where
        K: SetOperator,
        L: Indexed<Item: Value>,
        R: Indexed<Item = L::Item>,
        F: Function<(L::Item, L::Item), Output = bool>,
    {
        // SAFETY: the caller's promise.
        unsafe {
            while self.sure() > 0 {
                self.step(request, kept);
            }
            let mut keep = |item: L::Item| {
                kept.get_unchecked_mut(self.kept).write(item);
                self.kept += 1;
            };
            if K::LEFT {
                self.left.clone().for_each(|l| keep(request.left.at(l)));
            }
            if K::RIGHT {
                self.right.clone().for_each(|r| keep(request.right.at(r)));
            }
        }
    }
}
