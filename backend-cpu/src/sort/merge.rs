//! The stable sort by a comparator, and the stable merge of two sorted sequences.
//!
//! Both halve their work until a piece is small, the merge by finding where its middle falls in either sequence, so that
//! all threads share even the last merge of a sort. Where work is halved depends on lengths alone: with a comparator that
//! contradicts itself, the order means nothing, but it is the same on any number of threads.

use crate::memory::{AllocError, Memory};
use crate::parallel;
use std::mem::MaybeUninit;

/// A sort of fewer elements than this, or a merge of fewer, stays on one thread.
const GRAIN: usize = 1 << 13;
/// So few items are sorted on their own.
const LEAF: usize = 16;
/// A merge of fewer is not worth splitting to have several under way at a time.
const SHORT: usize = 256;

/// Sorts the items, stably, so that none is `less` than the one before it. On an error nothing has changed; if `less`
/// panics, the items are all still there, in some order.
pub(crate) fn sort_by<T, F>(items: &mut [T], less: F) -> Result<(), AllocError>
where
    T: Copy + Send + Sync,
    F: Fn(&T, &T) -> bool + Sync,
{
    if sorted(items, &less) {
        return Ok(());
    }
    let scratch = Memory::<T>::new(if items.len() <= LEAF { 0 } else { items.len() })?;
    // SAFETY: the memory is this call's alone, and it may hold nothing yet.
    let scratch = unsafe { std::slice::from_raw_parts_mut(scratch.start().cast::<MaybeUninit<T>>(), scratch.len()) };
    if scratch.is_empty() {
        sort_leaf(items, &less);
    } else {
        sort_within(items, scratch, &less);
    }
    Ok(())
}

/// Merges two sorted sequences into `out`, stably: of equal items those of `left` come first. All of `out` is written,
/// unless `less` panics.
///
/// # Panics
///
/// If `out` is not as long as both together, or if `less` does.
pub(crate) fn merge<T, F>(left: &[T], right: &[T], out: &mut [MaybeUninit<T>], less: &F)
where
    T: Copy + Send + Sync,
    F: Fn(&T, &T) -> bool + Sync,
{
    assert_eq!(left.len() + right.len(), out.len(), "a merge is as long as its two sequences");
    if let (Some(first), Some(last)) = (right.first(), left.last()) {
        if !less(first, last) {
            return concatenate(left, right, out);
        }
        if less(&right[right.len() - 1], &left[0]) {
            return concatenate(right, left, out);
        }
    } else {
        return concatenate(left, right, out);
    }
    if out.len() <= GRAIN {
        return merge_serially(left, right, out, less);
    }
    let middle = out.len() / 2;
    let taken = split(left, right, middle, less);
    let ((l0, l1), (r0, r1)) = (left.split_at(taken), right.split_at(middle - taken));
    let (o0, o1) = out.split_at_mut(middle);
    parallel::join(|| merge(l0, r0, o0, less), || merge(l1, r1, o1, less));
}

/// Whether the items are in order; it looks at few of them unless they might be.
fn sorted<T, F: Fn(&T, &T) -> bool>(items: &[T], less: &F) -> bool {
    let some = || items.iter().step_by(items.len() / 64 + 1);
    !some().zip(some().skip(1)).any(|(a, b)| less(b, a)) && !items.windows(2).any(|pair| less(&pair[1], &pair[0]))
}

/// Sorts few items. The comparator is asked before any of them moves, so it may panic.
fn sort_leaf<T: Copy, F: Fn(&T, &T) -> bool>(items: &mut [T], less: &F) {
    if let Ok(items) = <&mut [T; LEAF]>::try_from(&mut *items) {
        let (mut a, mut b) = ([MaybeUninit::uninit(); LEAF], [MaybeUninit::uninit(); LEAF]);
        for (four, out) in items.as_chunks::<4>().0.iter().zip(a.as_chunks_mut::<4>().0) {
            *out = sort_four(four, less).map(MaybeUninit::new);
        }
        for (eight, out) in a.as_chunks::<8>().0.iter().zip(b.as_chunks_mut::<8>().0) {
            // SAFETY: all of `a` has been written.
            let (left, right) = unsafe { written(eight) }.split_at(4);
            merge_from_both_ends(left, right, out, less);
        }
        // SAFETY: all of `b` has been written.
        let (left, right) = unsafe { written(&b) }.split_at(8);
        merge_from_both_ends(left, right, &mut a, less);
        // SAFETY: all of `a` has been written again.
        return items.copy_from_slice(unsafe { written(&a) });
    }
    for i in 1..items.len() {
        let item = items[i];
        let place = items[..i].iter().rposition(|left| !less(&item, left)).map_or(0, |left| left + 1);
        for j in (place..i).rev() {
            items[j + 1] = items[j];
        }
        items[place] = item;
    }
}

/// Sorts four items by five comparisons and no branch. Whatever `less` says, each comes out once.
fn sort_four<T: Copy, F: Fn(&T, &T) -> bool>(items: &[T; 4], less: &F) -> [T; 4] {
    use std::hint::select_unpredictable as select;
    let pair = |i: usize, j: usize| {
        let swap = less(&items[j], &items[i]);
        (select(swap, &items[j], &items[i]), select(swap, &items[i], &items[j]))
    };
    let ((a, b), (c, d)) = (pair(0, 1), pair(2, 3));
    let (c_first, b_last) = (less(c, a), less(d, b));
    let (min, max) = (select(c_first, c, a), select(b_last, b, d));
    // The other two, the one that stood further left first.
    let left = select(c_first, a, select(b_last, c, b));
    let right = select(b_last, d, select(c_first, b, c));
    let swap = less(right, left);
    [*min, *select(swap, right, left), *select(swap, left, right), *max]
}

/// Merges two sequences of one length from their beginnings and from their ends in turn, so that two steps are under way
/// at a time.
fn merge_from_both_ends<T: Copy, F: Fn(&T, &T) -> bool>(left: &[T], right: &[T], out: &mut [MaybeUninit<T>], less: &F) {
    use std::hint::select_unpredictable as select;
    let n = left.len();
    assert!(n == right.len() && 2 * n == out.len());
    let (mut l, mut r) = (0, 0);
    // How many the ends have given.
    let (mut back_l, mut back_r) = (0, 0);
    for i in 0..n {
        // SAFETY: in `i` steps, neither beginning nor end has taken more than `i < n` of either.
        unsafe {
            let (a, b) = (left.get_unchecked(l), right.get_unchecked(r));
            let take_right = less(b, a);
            out.get_unchecked_mut(i).write(*select(take_right, b, a));
            (l, r) = (l + usize::from(!take_right), r + usize::from(take_right));

            let (a, b) = (left.get_unchecked(n - 1 - back_l), right.get_unchecked(n - 1 - back_r));
            let take_left = less(b, a);
            out.get_unchecked_mut(2 * n - 1 - i).write(*select(take_left, a, b));
            (back_l, back_r) = (back_l + usize::from(take_left), back_r + usize::from(!take_left));
        }
    }
    if l + back_l != n {
        // The comparator contradicted itself, and some item was taken twice.
        Merge::new(left, right, out).finish(less);
    }
}

/// Where more than a leaf of items are to be halved: so that most leaves are full, and most halves are alike.
fn halve(len: usize) -> usize {
    (len / 2).next_multiple_of(LEAF).min((len - 1) / LEAF * LEAF)
}

/// Sorts the items where they are.
fn sort_within<T, F>(items: &mut [T], scratch: &mut [MaybeUninit<T>], less: &F)
where
    T: Copy + Send + Sync,
    F: Fn(&T, &T) -> bool + Sync,
{
    let len = items.len();
    if len <= LEAF {
        return sort_leaf(items, less);
    }
    let middle = halve(len);
    let (i0, i1) = items.split_at_mut(middle);
    let (s0, s1) = scratch.split_at_mut(middle);
    both(len, || sort_away(i0, s0, less), || sort_away(i1, s1, less));
    // SAFETY: `sort_away` has written both halves.
    let (left, right) = unsafe { (written(s0), written(s1)) };
    let undo = Undo { items, left, right };
    // SAFETY: a merge writes items, no uninitialised ones.
    merge(left, right, unsafe { as_uninit(undo.items) }, less);
    std::mem::forget(undo);
}

/// Sorts the items into the scratch memory, all of which is then written. The items stay, in some order.
fn sort_away<T, F>(items: &mut [T], scratch: &mut [MaybeUninit<T>], less: &F)
where
    T: Copy + Send + Sync,
    F: Fn(&T, &T) -> bool + Sync,
{
    let len = items.len();
    if len <= LEAF {
        sort_leaf(items, less);
        scratch.write_copy_of_slice(items);
        return;
    }
    let middle = halve(len);
    let (i0, i1) = items.split_at_mut(middle);
    let (s0, s1) = scratch.split_at_mut(middle);
    both(len, || sort_within(i0, s0, less), || sort_within(i1, s1, less));
    merge(i0, i1, scratch, less);
}

/// Does both, on two threads if the work is worth it.
fn both(len: usize, a: impl FnOnce() + Send, b: impl FnOnce() + Send) {
    if len <= GRAIN {
        a();
        b();
    } else {
        parallel::join(a, b);
    }
}

/// While items are merged over each other, some are there twice and some not at all. If the comparator panics then, this
/// brings them back from the sorted halves.
struct Undo<'a, T: Copy> {
    items: &'a mut [T],
    left: &'a [T],
    right: &'a [T],
}

impl<T: Copy> Drop for Undo<'_, T> {
    fn drop(&mut self) {
        let (left, right) = self.items.split_at_mut(self.left.len());
        left.copy_from_slice(self.left);
        right.copy_from_slice(self.right);
    }
}

/// # Safety
///
/// All have been written.
unsafe fn written<T>(items: &[MaybeUninit<T>]) -> &[T] {
    // SAFETY: the caller's promise.
    unsafe { items.assume_init_ref() }
}

/// # Safety
///
/// Nothing uninitialised is written to them.
unsafe fn as_uninit<T: Copy>(items: &mut [T]) -> &mut [MaybeUninit<T>] {
    // SAFETY: the same layout, and the caller's promise.
    unsafe { std::slice::from_raw_parts_mut(items.as_mut_ptr().cast(), items.len()) }
}

fn concatenate<T: Copy>(first: &[T], second: &[T], out: &mut [MaybeUninit<T>]) {
    let (a, b) = out.split_at_mut(first.len());
    a.write_copy_of_slice(first);
    b.write_copy_of_slice(second);
}

/// How many of the first `count` items of a merge come from `left`.
fn split<T, F: Fn(&T, &T) -> bool>(left: &[T], right: &[T], count: usize, less: &F) -> usize {
    let (mut lo, mut hi) = (count.saturating_sub(right.len()), count.min(left.len()));
    while lo < hi {
        let middle = lo + (hi - lo) / 2;
        // Item `middle` of the left isn't among them if it comes after the last that the right would then give.
        if less(&right[count - middle - 1], &left[middle]) {
            hi = middle;
        } else {
            lo = middle + 1;
        }
    }
    lo
}

/// A merge under way: where the next items are and where the next one goes.
struct Merge<'a, T> {
    left: &'a [T],
    right: &'a [T],
    out: &'a mut [MaybeUninit<T>],
    next: (*const T, *const T, *mut T),
}

impl<'a, T: Copy> Merge<'a, T> {
    fn new(left: &'a [T], right: &'a [T], out: &'a mut [MaybeUninit<T>]) -> Self {
        assert_eq!(left.len() + right.len(), out.len());
        let next = (left.as_ptr(), right.as_ptr(), out.as_mut_ptr().cast());
        Merge { left, right, out, next }
    }

    /// How many items of each have been taken.
    fn taken(&self) -> (usize, usize) {
        // SAFETY: the pointers point into the slices, or past their ends.
        unsafe {
            (
                self.next.0.offset_from_unsigned(self.left.as_ptr()),
                self.next.1.offset_from_unsigned(self.right.as_ptr()),
            )
        }
    }

    /// For how many steps neither sequence can end.
    fn sure(&self) -> usize {
        let (l, r) = self.taken();
        (self.left.len() - l).min(self.right.len() - r)
    }

    /// Takes one item.
    ///
    /// # Safety
    ///
    /// Neither sequence is at its end.
    #[inline(always)]
    unsafe fn step<F: Fn(&T, &T) -> bool>(&mut self, less: &F) {
        let (left, right, out) = self.next;
        // SAFETY: the caller's promise; `out` is as long as both together.
        unsafe {
            let right_first = less(&*right, &*left);
            // No branch: which of the two comes first is anyone's guess.
            out.write(*std::hint::select_unpredictable(right_first, right, left));
            self.next = (left.add(usize::from(!right_first)), right.add(usize::from(right_first)), out.add(1));
        }
    }

    fn finish<F: Fn(&T, &T) -> bool>(mut self, less: &F) {
        loop {
            let sure = self.sure();
            if sure == 0 {
                break;
            }
            for _ in 0..sure {
                // SAFETY: neither ends within so many steps.
                unsafe { self.step(less) };
            }
        }
        let (l, r) = self.taken();
        concatenate(&self.left[l..], &self.right[r..], &mut self.out[l + r..]);
    }
}

/// How many merges one thread has under way at a time: each step of a merge must wait for the one before it, but not for
/// those of the others.
const WAYS: usize = 4;

/// Merges two sequences as several merges, each of a part of the result, step by step in turn.
fn merge_serially<T: Copy, F: Fn(&T, &T) -> bool>(left: &[T], right: &[T], out: &mut [MaybeUninit<T>], less: &F) {
    if left.len() == right.len() && out.len() <= SHORT {
        return merge_from_both_ends(left, right, out, less);
    }
    if out.len() < SHORT {
        return Merge::new(left, right, out).finish(less);
    }
    let part = out.len() / WAYS;
    let (mut left, mut right, mut out) = (left, right, out);
    let mut merges: [Merge<T>; WAYS] = std::array::from_fn(|way| {
        let count = if way + 1 < WAYS { part } else { out.len() };
        let taken = split(left, right, count, less);
        let (l, r, o);
        (l, left) = left.split_at(taken);
        (r, right) = right.split_at(count - taken);
        (o, out) = std::mem::take(&mut out).split_at_mut(count);
        Merge::new(l, r, o)
    });
    loop {
        let sure = merges.iter().map(Merge::sure).min().unwrap_or(0);
        if sure == 0 {
            break;
        }
        let [a, b, c, d] = &mut merges;
        for _ in 0..sure {
            // SAFETY: no sequence ends within so many steps.
            unsafe {
                a.step(less);
                b.step(less);
                c.step(less);
                d.step(less);
            }
        }
    }
    merges.into_iter().for_each(|merge| merge.finish(less));
}

#[cfg(test)]
mod tests;
