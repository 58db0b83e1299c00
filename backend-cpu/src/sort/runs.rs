//! The stable merge of two sorted runs of rows.
//!
//! The work is halved until a piece is small, at the place where its middle falls in either run. So all threads share
//! even the last merge of a sort.

use super::columns::Columns;
use super::table::{Scratch, Table};
use crate::parallel::Fork;
use std::array;
use std::ops::Range;

/// Merges and sorts of fewer rows than this stay on one thread.
pub(super) const GRAIN: usize = 1 << 13;
/// Merges of fewer rows than this aren't split to have several under way at a time.
const SHORT: usize = 64;
/// The number of merges that one thread has under way at a time: each step of a merge must wait for the one before it,
/// but not for the steps of the others.
const WAYS: usize = 4;

/// Two sorted runs of a table's rows.
#[derive(Clone)]
pub(super) struct Runs {
    pub(super) left: Range<usize>,
    pub(super) right: Range<usize>,
}

impl Runs {
    #[inline]
    fn len(&self) -> usize {
        self.left.len() + self.right.len()
    }

    /// Removes the rows that are the first `count` of the merge, and returns them.
    fn take<C: Columns, F: Fn(C::Item, C::Item) -> bool>(&mut self, count: usize, from: Table<C>, less: &F) -> Self {
        let (left, right) = (self.left.start, self.right.start);
        let (mut lo, mut hi) = (count.saturating_sub(self.right.len()), count.min(self.left.len()));
        while lo < hi {
            let middle = lo + (hi - lo) / 2;
            // Row `middle` of the left run isn't among the first `count` if it comes after the last row that the right run
            // would then give.
            if less(from.get(right + count - middle - 1), from.get(left + middle)) {
                hi = middle;
            } else {
                lo = middle + 1;
            }
        }
        (self.left.start, self.right.start) = (left + lo, right + count - lo);
        Runs { left: left..self.left.start, right: right..self.right.start }
    }
}

/// Merges two sorted runs of `from`, stably: of equal rows those of the left run come first. All of `out` is written,
/// unless `less` panics.
///
/// # Panics
///
/// If the length of `out` isn't that of both together, or if `less` panics; a merge that is cancelled ends as if it did.
pub(super) fn merge<C, F>(fork: Fork, from: Table<C>, runs: Runs, out: Scratch<C>, less: &F)
where
    C: Columns,
    F: Fn(C::Item, C::Item) -> bool + Sync,
{
    assert_eq!(runs.len(), out.len(), "a merge is as long as its two runs");
    let Runs { left, right } = runs.clone();
    if left.is_empty() || right.is_empty() || !less(from.get(right.start), from.get(left.end - 1)) {
        return concatenate(from, left, right, out);
    }
    if less(from.get(right.end - 1), from.get(left.start)) {
        return concatenate(from, right, left, out);
    }
    if out.len() <= GRAIN {
        return merge_serially(from, runs, out, less);
    }
    fork.check();
    let (middle, mut rest) = (out.len() / 2, runs);
    let first = rest.take(middle, from, less);
    let (o0, o1) = out.split_at(middle);
    fork.join(|| merge(fork, from, first, o0, less), || merge(fork, from, rest, o1, less));
}

fn concatenate<C: Columns>(from: Table<C>, first: Range<usize>, second: Range<usize>, out: Scratch<C>) {
    let (mut a, mut b) = out.split_at(first.len());
    a.copy(from.part(first));
    b.copy(from.part(second));
}

/// Merges two runs from their beginnings and from their ends in alternation, so that two steps are under way at a time.
///
/// # Panics
///
/// If the runs differ in length, if `out` isn't as long as both together, or if `less` panics.
#[inline(always)]
pub(super) fn merge_from_both_ends<C, F>(from: Table<C>, runs: Runs, out: &mut Scratch<C>, less: &F)
where
    C: Columns,
    F: Fn(C::Item, C::Item) -> bool,
{
    let n = runs.left.len();
    assert!(runs.left.end <= from.len() && runs.right.end <= from.len());
    assert!(runs.right.len() == n && out.len() == 2 * n);
    // The left run's next row follows from the right one's: after `i` steps, their indices sum up to `before + i`;
    // those behind the last rows that aren't taken sum up to `end - i`.
    let (before, end) = (runs.left.start + runs.right.start, runs.left.end + runs.right.end);
    let (mut right, mut right_end) = (runs.right.start, runs.right.end);
    for i in 0..n {
        // SAFETY: in `i` steps, neither the beginning nor the end has taken more than `i < n` rows of either run; the
        // assertions show that all rows of the runs are rows of `from`, and that `out` has room for `2 * n`.
        unsafe {
            let (l, r) = (before + i - right, right);
            let right_first = less(from.get_unchecked(r), from.get_unchecked(l));
            out.put_either_unchecked(i, from, right_first, r, l);
            right += usize::from(right_first);

            let (l, r) = (end - i - right_end - 1, right_end - 1);
            let left_last = less(from.get_unchecked(r), from.get_unchecked(l));
            out.put_either_unchecked(2 * n - 1 - i, from, left_last, l, r);
            right_end -= usize::from(!left_last);
        }
    }
    if right != right_end {
        // The comparator has contradicted itself, and some row was taken twice.
        let part = Part { right: runs.right, out: 0..out.len() };
        part.finish(from, before, out, less);
    }
}

/// Merges two runs, neither of which is empty, as [`merge_from_both_ends`] does. Where a run has ended the other one is taken, without a
/// branch, too.
///
/// # Panics
///
/// If a run is empty, if `out` isn't as long as both together, or if `less` panics.
#[inline(always)]
pub(super) fn merge_uneven<C, F>(from: Table<C>, runs: Runs, out: &mut Scratch<C>, less: &F)
where
    C: Columns,
    F: Fn(C::Item, C::Item) -> bool,
{
    let (Runs { left, right }, len) = (runs.clone(), runs.len());
    assert!(left.end <= from.len() && right.end <= from.len() && !left.is_empty() && !right.is_empty());
    assert!(out.len() == len);
    // The places are those of `merge_from_both_ends`.
    let (before, end) = (left.start + right.start, left.end + right.end);
    let (mut at, mut at_end) = (right.start, right.end);
    for i in 0..len.div_ceil(2) {
        // SAFETY: the places in both runs are limited to those that there are; `i < len`.
        unsafe {
            let l = before + i - at;
            let (last, last_right) = (l.min(left.end - 1), at.min(right.end - 1));
            let right_first = less(from.get_unchecked(last_right), from.get_unchecked(last));
            let right_first = (at < right.end) & ((l >= left.end) | right_first);
            out.put_either_unchecked(i, from, right_first, last_right, last);
            at += usize::from(right_first);
        }
        if i == len / 2 {
            break;
        }
        // SAFETY: as above.
        unsafe {
            let l = end - i - at_end;
            let (first, first_right) = (l.max(left.start + 1) - 1, at_end.max(right.start + 1) - 1);
            let left_last = less(from.get_unchecked(first_right), from.get_unchecked(first));
            let left_last = (l > left.start) & ((at_end <= right.start) | left_last);
            out.put_either_unchecked(len - 1 - i, from, left_last, first, first_right);
            at_end -= usize::from(!left_last);
        }
    }
    if at != at_end {
        let part = Part { right: runs.right, out: 0..len };
        part.finish(from, before, out, less);
    }
}

/// Merges two runs on this thread.
fn merge_serially<C, F>(from: Table<C>, runs: Runs, mut out: Scratch<C>, less: &F)
where
    C: Columns,
    F: Fn(C::Item, C::Item) -> bool,
{
    let (len, before) = (out.len(), runs.left.start + runs.right.start);
    if runs.left.len() == runs.right.len() && len <= SHORT {
        return merge_from_both_ends(from, runs, &mut out, less);
    }
    if len < SHORT {
        return Part { right: runs.right, out: 0..len }.finish(from, before, &mut out, less);
    }
    let mut rest = runs;
    let parts: [Part; WAYS] = array::from_fn(|way| {
        let (start, end) = (way * (len / WAYS), if way + 1 < WAYS { (way + 1) * (len / WAYS) } else { len });
        Part { right: rest.take(end - start, from, less).right, out: start..end }
    });
    for part in Part::merge(parts, from, before, &mut out, less) {
        part.finish(from, before, &mut out, less);
    }
}

/// The rest of a part of a merge: rows of the right run, and rows of the result. The result's other rows come from the
/// left run. Its next row follows from `before`, the sum of the indices at which both runs begin, where the result has
/// index 0.
#[derive(Clone)]
struct Part {
    right: Range<usize>,
    out: Range<usize>,
}

impl Part {
    #[inline(always)]
    fn left(&self, before: usize) -> Range<usize> {
        before + self.out.start - self.right.start..before + self.out.end - self.right.end
    }

    /// Merges parts step by step in turn until a run ends in one of them, and returns the rest of each.
    #[inline(always)]
    fn merge<C, F, const N: usize>(
        mut parts: [Part; N],
        from: Table<C>,
        before: usize,
        out: &mut Scratch<C>,
        less: &F,
    ) -> [Part; N]
    where
        C: Columns,
        F: Fn(C::Item, C::Item) -> bool,
    {
        let within = |rows: &Range<usize>, len| rows.start <= rows.end && rows.end <= len;
        assert!(parts.iter().all(|part| within(&part.right, from.len()) && within(&part.left(before), from.len())));
        assert!(parts.iter().all(|part| within(&part.out, out.len())));
        loop {
            let sure = parts.iter().map(|part| part.right.len().min(part.left(before).len())).min().unwrap_or(0);
            if sure == 0 {
                return parts;
            }
            // The parts are copied, so that the copy stays in registers.
            let mut now = parts.clone();
            for _ in 0..sure {
                for part in &mut now {
                    let (l, r) = (part.left(before).start, part.right.start);
                    // SAFETY: neither run ends in fewer than `sure` steps. The assertions show that both are rows of
                    // `from`, and that the result has room.
                    unsafe {
                        let right_first = less(from.get_unchecked(r), from.get_unchecked(l));
                        out.put_either_unchecked(part.out.start, from, right_first, r, l);
                        part.right.start += usize::from(right_first);
                        part.out.start += 1;
                    }
                }
            }
            parts = now;
        }
    }

    /// Merges the rest of the part.
    #[inline(always)]
    fn finish<C, F>(self, from: Table<C>, before: usize, out: &mut Scratch<C>, less: &F)
    where
        C: Columns,
        F: Fn(C::Item, C::Item) -> bool,
    {
        let [part] = Part::merge([self], from, before, out, less);
        concatenate(from, part.left(before), part.right, out.part(part.out));
    }
}
