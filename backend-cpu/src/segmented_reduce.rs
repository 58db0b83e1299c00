use std::hint::select_unpredictable;
use std::mem::MaybeUninit;
use std::ops::{Deref, Range};
use std::sync::{Mutex, PoisonError};

use onrush_core::algo::{Reduce, SegmentedReduce};
use onrush_core::device::Check;
use onrush_core::expr::{Expr, Indexed};
use onrush_core::function::Function;
use onrush_core::lower::{Params, TranslationUnit};
use onrush_core::operator::{Operator, Pick};
use onrush_core::shape::Tile;
use onrush_core::storage::Storage;
use onrush_core::value::Value;
use onrush_core::{ErrorKind, Position, Result, fault};

use crate::begin::Begin;
use crate::memory;
use crate::multiversion::multiversion;
use crate::parallel::{self, Pool};
use crate::reduce;
use crate::tree::{few, tree_of, tree_of_few};

/// A longer segment is shared by the threads, if it is a large part of the whole.
pub(crate) const LONG: usize = 1 << 16;

/// The most ranges into which segments are cut; a chain may have more slots than could ever be visited.
const MOST_RANGES: usize = 1 << 16;

/// A chain's items of one segment.
struct Part<'a, E> {
    input: &'a E,
    from: usize,
    len: usize,
}

// SAFETY: slot `i` is the slot `from + i` of the checked input, which has it: `segment` has compared both ends with the
// length. It is never lowered for a device.
unsafe impl<E: Indexed> Expr for Part<'_, E> {
    type Item = E::Item;
    type Count = ();
    #[inline(always)]
    fn slots(&self) -> usize {
        self.len
    }
    #[inline(always)]
    unsafe fn slot(&self, i: usize) -> Option<E::Item> {
        // SAFETY: the caller's contract.
        Some(unsafe { self.input.at(self.from + i) })
    }
    fn check(&self, check: &mut Check) {
        self.input.check(check);
    }
    // This expression runs on the host alone.
    fn params(&self, _: &mut Params) {}
    fn lower(_: &mut TranslationUnit) -> String {
        String::new()
    }
}

/// The segments of `len` items.
pub(crate) struct Offsets<'a, P> {
    offsets: &'a P,
    len: usize,
    /// The largest offset.
    most: usize,
}

impl<'a, P: Indexed<Item: Position>> Offsets<'a, P> {
    /// The segments between checked offsets, at least one.
    pub(crate) fn new(offsets: &'a P, len: usize) -> Self {
        Offsets { offsets, len, most: len.min(P::Item::MOST) }
    }

    /// The number of segments.
    pub(crate) fn count(&self) -> usize {
        self.offsets.slots() - 1
    }

    /// The slots of a segment. Wrong offsets are an error.
    ///
    /// # Safety
    ///
    /// `i < count()`.
    #[inline(always)]
    pub(crate) unsafe fn segment(&self, i: usize) -> Range<usize> {
        // SAFETY: there is an offset more than there are segments, and the offsets are checked.
        let (start, end) = unsafe { (self.offsets.at(i), self.offsets.at(i + 1)) };
        let (from, to) = (start.index(), end.index());
        if from > to || to > self.most {
            self.wrong(start, end);
        }
        from..to
    }

    #[cold]
    #[inline(never)]
    fn wrong(&self, start: P::Item, end: P::Item) -> ! {
        match [start, end].into_iter().find(|offset| offset.index() > self.most) {
            Some(beyond) => fault::raise(beyond.out_of_range("segments", self.len, None)),
            None => {
                let (start, end) = (start.index(), end.index());
                fault::raise(ErrorKind::ReversedRange { what: "segments", start, end })
            }
        }
    }

    /// The place of a segment in the work: the items and segments before it. Where offsets are wrong, so are places.
    fn place(&self, i: usize, first: usize) -> usize {
        // SAFETY: `i` is below the number of segments; the offsets are checked.
        let from = unsafe { self.offsets.at(i) }.index().min(self.len);
        from.saturating_sub(first).saturating_add(i)
    }

    /// The number of items of the segments from `first` up to `end`. Wrong offsets are an error.
    ///
    /// # Safety
    ///
    /// `first <= end <= count()`.
    pub(crate) unsafe fn covered(&self, first: usize, end: usize) -> usize {
        // SAFETY: there is an offset more than there are segments, and the offsets are checked.
        let (ascend, from, to) = unsafe {
            (ascend(self.offsets, self.most, first, end), self.offsets.at(first).index(), self.offsets.at(end).index())
        };
        if ascend {
            return to - from;
        }
        // SAFETY: these are segments.
        (first..end).map(|i| unsafe { self.segment(i) }.len()).sum()
    }

    /// Cuts the segments into consecutive ranges of about as many items and segments each.
    pub(crate) fn cut(&self, pool: &Pool) -> Cuts {
        let count = self.count();
        // SAFETY: there is an offset more than there are segments, and the offsets are checked.
        let [first, end] = [0, count].map(|i| unsafe { self.offsets.at(i) }.index().min(self.len));
        let work = end.saturating_sub(first).saturating_add(count);
        let ranges = pool.cut(work, 1).tickets().clamp(1, MOST_RANGES);
        if ranges == 1 {
            return Cuts::Whole([0, count]);
        }
        let each = work.div_ceil(ranges);
        let mut cuts = memory::reserved(ranges + 1);
        cuts.push(0);
        for range in 1..ranges {
            let (at, mut from, mut to) = (range.saturating_mul(each), 0, count);
            while from < to {
                let middle = from + (to - from) / 2;
                if self.place(middle, first) < at { from = middle + 1 } else { to = middle }
            }
            // With wrong offsets a cut may lie before the last one, and ranges must not overlap.
            cuts.push(from.max(cuts[range - 1]));
        }
        cuts.push(count);
        Cuts::Parts(cuts)
    }
}

multiversion! {
    [v4]
    /// Whether the offsets of the segments from `first` up to `end` don't decrease and are at most `most`; but for the first one, which
    /// isn't larger than the second.
    unsafe fn ascend[P: Indexed<Item: Position>](offsets: &P, most: usize, first: usize, end: usize) -> bool where [] {
        let mut wrong = false;
        for i in first..end {
            // SAFETY: the caller's contract: there is an offset more than there are segments, and the offsets are checked.
            let (from, to) = unsafe { (offsets.at(i).index(), offsets.at(i + 1).index()) };
            wrong |= (from > to) | (to > most);
        }
        !wrong
    }
}

/// The numbers of the segments with which ranges begin, and the number of all segments. A single range, as short calls have, takes no
/// memory.
pub(crate) enum Cuts {
    Whole([usize; 2]),
    Parts(Vec<usize>),
}

impl Deref for Cuts {
    type Target = [usize];
    #[inline]
    fn deref(&self) -> &[usize] {
        match self {
            Cuts::Whole(cuts) => cuts,
            Cuts::Parts(cuts) => cuts,
        }
    }
}

pub(crate) fn segmented_reduce<E, P, O, F, S>(pool: &Pool, request: SegmentedReduce<E, P, O, F, S>) -> Result<()>
where
    E: Indexed<Item: Value>,
    P: Indexed<Item: Position>,
    O: Operator<E::Item>,
    F: Function<(E::Item, usize), Output = S::Item>,
    S: Storage,
{
    parallel::call(|| {
        let len = request.input.slots();
        let segments = Offsets::new(&request.offsets, len);
        if segments.count() == 0 {
            return;
        }
        let cuts = segments.cut(pool);
        let long = (len / (4 * pool.threads())).max(LONG);
        let left_over = Mutex::new(Vec::new());
        pool.run(cuts.len() - 1, |ticket| {
            // SAFETY: these are segments, and no other ticket has them.
            let left = unsafe { each(&request, &segments, cuts[ticket], cuts[ticket + 1], long) };
            if !left.is_empty() {
                memory::append(&mut left_over.lock().unwrap_or_else(PoisonError::into_inner), left);
            }
        });
        for i in left_over.into_inner().unwrap_or_else(PoisonError::into_inner) {
            // SAFETY: it is a segment.
            let Range { start, end } = unsafe { segments.segment(i) };
            let (input, op) = (Part { input: &request.input, from: start, len: end - start }, request.op);
            match reduce::reduce(pool, Reduce { input, op, init: request.init }) {
                // SAFETY: the output has an item for each segment, which this thread alone writes.
                Ok(Some(x)) => unsafe { request.output.put(i, request.finish.call((x, start))) },
                Ok(None) => {}
                Err(error) => fault::raise_error(error),
            }
        }
    })
}

multiversion! {
    /// Reduces the segments from `first` up to `end` that have at most `long` items; returns the others.
    unsafe fn each[E: Indexed<Item: Value>, P: Indexed<Item: Position>, O: Operator<E::Item>,
                   F: Function<(E::Item, usize), Output = S::Item>, S: Storage](
        request: &SegmentedReduce<E, P, O, F, S>, segments: &Offsets<'_, P>, first: usize, end: usize, long: usize,
    ) -> Vec<usize> where [] {
        let SegmentedReduce { input, op, init, finish, empty, output, .. } = request;
        let few = const { most_few::<E::Item, O>() };
        let begin = Begin::new(*init);
        let (side_by_side, mut length) = (if const { padded::<E::Item, O>() } { Padded::of::<O>(input) } else { None }, 0);
        let mut left = Vec::new();
        for i in first..end {
            // SAFETY: the caller's contract.
            let Range { start, end } = unsafe { segments.segment(i) };
            let len = end - start;
            // A segment as long as the one before isn't padded: the processor has learned its branches.
            let before = std::mem::replace(&mut length, len);
            // SAFETY: the segment's slots are the checked input's.
            let item = |k: usize| unsafe { input.at(start + k) };
            let value = if len == 0 {
                // SAFETY: the output has an item for each segment, which this thread alone writes.
                unsafe { output.put(i, *empty) };
                continue;
            } else if const { padded::<E::Item, O>() }
                && let Some(padded) = side_by_side.as_ref().filter(|_| len != before)
                // SAFETY: they are slots of the checked input, at least one; `padded` says that the items have 4 bytes or 8.
                && let Some(value) = unsafe { padded.value(op, start, len) }
            {
                value
            } else if len <= few {
                if <O as Operator<E::Item>>::PICKS.is_some() {
                    item(least(op, len, item))
                } else if O::EXACT || in_order::<E::Item, O>() {
                    (1..len).fold(item(0), |all, k| op.call((all, item(k))))
                } else {
                    tree_of_few(len, item, |a, b| op.call((a, b)))
                }
            } else if len <= long {
                let part = Part { input, from: start, len };
                // SAFETY: the part has at least one slot of the checked input.
                unsafe { reduce::alone(&part, op, len) }
            } else {
                memory::push(&mut left, i);
                continue;
            };
            let value = begin.join(op, value);
            // SAFETY: the output has an item for each segment, which this thread alone writes.
            unsafe { output.put(i, finish.call((value, start))) };
        }
        left
    }
}

/// Items side by side in memory. A few are reduced as 16 or 32, with the operator's identity in the missing places: a number of steps
/// that follows the length would be mispredicted at each short segment.
struct Padded<T> {
    items: *const T,
    slots: usize,
    identity: T,
}

/// The numbers of items that are padded to.
const FEWEST: usize = 16;
const MORE: usize = 32;

/// Whether an operator's few items may be padded. The compiler knows it, so that others get no stack space for it.
const fn padded<T: Value, O: Operator<T>>() -> bool {
    matches!(size_of::<T>(), 4 | 8) && O::COMMUTATIVE && !O::EXACT && O::PICKS.is_none()
}

impl<T: Value> Padded<T> {
    /// Those of an input, if its items lie side by side and the operator has an identity.
    #[inline(always)]
    fn of<O: Operator<T>>(input: &impl Indexed<Item = T>) -> Option<Self> {
        Some(Padded { items: input.contiguous()?, slots: input.slots(), identity: O::identity()? })
    }

    /// The tree over `len` slots from `start` on, at least one, if they are at most `MORE` and the input has the slots that are read
    /// behind them.
    ///
    /// # Safety
    ///
    /// They are slots of the checked input, and `T` has 4 bytes or 8.
    #[inline(always)]
    unsafe fn value<O: Operator<T>>(&self, op: &O, start: usize, len: usize) -> Option<T> {
        let most = if len <= FEWEST { FEWEST } else { MORE };
        if len > most || most > self.slots - start {
            return None;
        }
        // SAFETY: `T` has no padding, since it has an identity. The input has `most` slots from `start` on, each of which holds an item.
        let (first, value) = unsafe {
            let items = self.items.add(start);
            let value = match most {
                FEWEST => tree_of_padded::<T, FEWEST>(op, items, len, self.identity),
                _ => tree_of_padded::<T, MORE>(op, items, len, self.identity),
            };
            (items.read(), value)
        };
        // An operation that changes no number may make a signaling NaN quiet.
        Some(select_unpredictable(len == 1, first, value))
    }
}

/// Ones for each bit of `MORE` items of 8 bytes, then as many zeros.
static ONES: [u64; 2 * MORE] = {
    let mut ones = [0; 2 * MORE];
    let mut k = 0;
    while k < MORE {
        ones[k] = u64::MAX;
        k += 1;
    }
    ones
};

/// The tree over the first `len` of `N` items.
///
/// # Safety
///
/// `T` has 4 bytes or 8 and no padding, `N` items lie at `items`, initialised, and `len <= N <= MORE`, of which `N` is even.
#[inline(always)]
unsafe fn tree_of_padded<T: Value, const N: usize>(
    op: &impl Operator<T>,
    items: *const T,
    len: usize,
    identity: T,
) -> T {
    let (mut padded, empty) = ([const { MaybeUninit::<T>::uninit() }; N], [identity; N]);
    let mask = ONES.as_ptr().cast::<u8>().wrapping_add(MORE * size_of::<u64>() - len * size_of::<T>());
    // The bits are chosen by a mask: of a choice between items the compiler makes a branch for each.
    for word in 0..N * size_of::<T>() / size_of::<u64>() {
        let at = |bytes: *const u8| bytes.wrapping_add(word * size_of::<u64>()).cast::<u64>();
        // SAFETY: `N` items have these words, whose bytes are all initialised, as the type has no padding. The mask begins at most
        // `MORE` items of 8 bytes before the middle of `ONES`, and ends at most as many behind it.
        unsafe {
            let (x, none) = (at(items.cast()).read_unaligned(), at(empty.as_ptr().cast()).read_unaligned());
            let mask = at(mask).read_unaligned();
            padded.as_mut_ptr().cast::<u64>().add(word).write_unaligned((x & mask) | (none & !mask));
        }
    }
    // SAFETY: the loop has written all bytes: as a mask's bits of one item are equal, those of an item or of the identity for each.
    tree_of::<T, N>(|k| unsafe { padded[k].assume_init() }, &|a, b| op.call((a, b)))
}

/// The place of the item that the operator picks of a few, at least one.
#[cfg_attr(not(debug_assertions), inline(always))]
fn least<T: Value, O: Operator<T>>(op: &O, items: usize, item: impl Fn(usize) -> T) -> usize {
    let last = O::PICKS == Some(Pick::Last);
    let (mut at, mut least) = (0, op.rank(&item(0)));
    for k in 1..items {
        let rank = op.rank(&item(k));
        // Random items would mislead a branch every few slots.
        let better = rank < least || (last && rank == least);
        (at, least) = (select_unpredictable(better, k, at), select_unpredictable(better, rank, least));
    }
    at
}

/// Whether the operator's items stay in their order.
const fn in_order<T: Value, O: Operator<T>>() -> bool {
    !O::COMMUTATIVE
}

/// The largest number of items that is reduced in the loop over segments.
const fn most_few<T: Value, O: Operator<T>>() -> usize {
    match O::PICKS {
        Some(_) => MOST_PICKED,
        None if in_order::<T, O>() => Tile::new(T::SIZE).run,
        None => few(T::SIZE),
    }
}

/// The largest number of items of which one is picked item by item; of more items vector registers find the least rank.
const MOST_PICKED: usize = 32;
