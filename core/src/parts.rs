//! Parts of vectors: the functions and the storage of which
//! [`Chain::gather_segments`](crate::Chain::gather_segments) and the `scatter` of [`Segments`](crate::segments::Segments) consist.
//!
//! Part `j` begins at `starts[j]` of a vector and has `offsets[j + 1] - offsets[j]` items. The functions borrow chains and read
//! them at positions that nothing compares with their lengths, so they are made in this module alone, for parts that fit.

use std::panic::Location;

use onrush_macros::op;

use crate::algo::Expand;
use crate::backend::Backend;
use crate::chain::Chain;
use crate::device::{Check, checked};
use crate::error::{Error, ErrorKind, Result};
use crate::expr::{Indexed, Repeatable, Slice, Tabulate, Zip};
use crate::function::Function;
use crate::functor::named;
use crate::lower::members;
use crate::operator::Operator;
use crate::position::Position;
use crate::storage::{Record, Storage, known_length};
use crate::target::Target;
use crate::value::Value;

/// Chains of positions that may be read more than once.
pub(crate) trait Positions: Repeatable + Indexed<Item: Position> {}
impl<P: Repeatable + Indexed<Item: Position>> Positions for P {}

/// Declares a struct that borrows chains, which it reports to the check and writes as members before the numbers.
macro_rules! borrows {
    ($(#[$doc:meta])* $name:ident<$($t:ident),+>($($chain:ident: $of:ident),+) { $($number:ident),* }) => {
        $(#[$doc])*
        #[derive(Debug)]
        pub(crate) struct $name<'a, $($t),+> {
            $($chain: &'a $of,)+
            $($number: usize,)*
        }
        impl<$($t),+> Clone for $name<'_, $($t),+> {
            fn clone(&self) -> Self {
                *self
            }
        }
        impl<$($t),+> Copy for $name<'_, $($t),+> {}
    };
}

/// The parts of [`Function`] that every function here shares.
macro_rules! lowers {
    ($name:ident<$($t:ident),+>($($chain:ident),+) { $($number:ident),* }) => {
        #[inline(always)]
        fn check(&self, check: &mut Check) {
            $(self.$chain.check(check);)+
        }
        members! {
            |this, unit| ["parts.cuh"] format!(concat!(stringify!($name), "<{}>"), [$($t::lower(unit)),+].join(", ")) =>
            $($chain: params this.$chain,)+ $($number: word this.$number,)*
        }
    };
}

borrows! {
    /// Whether part `first + i` lies inside a vector of `len` items, and its offsets are in order and at most `items`: the number
    /// of a part that doesn't, or `usize::MAX`; where its offsets begin and end; and 1 if the next part starts before the end of this
    /// one, plus 2 if it ends behind the start of this one, or, of a part that doesn't fit, its start.
    PartFits<S, P>(starts: S, offsets: P) { first, len, items }
}

// SAFETY: `call` reads the chains alone, at a part's number, which is inside: there is one offset more than starts. `PartFits` in
// parts.cuh does the same.
unsafe impl<S: Positions, P: Positions> Function<(usize,)> for PartFits<'_, S, P> {
    type Output = [usize; 4];
    #[inline(always)]
    fn call(&self, (i,): (usize,)) -> [usize; 4] {
        let part = self.first + i;
        // SAFETY: there is a part of this number: `check` has found one offset more than starts.
        let (start, begin, end) =
            unsafe { (self.starts.at(part).index(), self.offsets.at(part).index(), self.offsets.at(part + 1).index()) };
        let size = end.wrapping_sub(begin);
        if begin > end || end > self.items || size > self.len || start > self.len - size {
            return [part, begin, end, start];
        }
        let place = match part + 1 < self.starts.slots() {
            true => {
                // SAFETY: there is such a part, and so an offset behind its own.
                let (next, upto) = unsafe { (self.starts.at(part + 1).index(), self.offsets.at(part + 2).index()) };
                // Its sum overflows only if that part doesn't fit.
                let ends = next.wrapping_add(upto.wrapping_sub(end));
                usize::from(next < start + size) | usize::from(ends > start) << 1
            }
            false => 0,
        };
        [usize::MAX, begin, end, place]
    }
    lowers!(PartFits<S, P>(starts, offsets) { first, len, items });
}

/// The results of [`PartFits`] for two ranges of parts as one: the first part that doesn't fit, the least and the largest offset,
/// and whether any part starts before the end of the one before it, and whether any ends behind its start.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FitOfBoth;

named! {
    [] FitOfBoth, |_| ([usize; 4], [usize; 4]) => [usize; 4],
    op!(|a: [usize; 4], b: [usize; 4]| [a[0].min(b[0]), a[1].min(b[1]), a[2].max(b[2]), a[3] | b[3]]);
}

// SAFETY: minima, maxima and unions of integers commute, and every association gives the same bits; the identity changes none.
unsafe impl Operator<[usize; 4]> for FitOfBoth {
    const COMMUTATIVE: bool = true;
    const EXACT: bool = true;
    fn identity() -> Option<[usize; 4]> {
        Some([usize::MAX, usize::MAX, 0, 0])
    }
}

borrows! {
    /// The start of a part in its vector, and its start among the packed items.
    PartOf<S, P>(starts: S, offsets: P) {}
}

// SAFETY: `call` reads the chains alone, at a part's number, which is inside: there is one offset more than starts. `PartOf` in
// parts.cuh does the same.
unsafe impl<S: Positions, P: Positions> Function<(usize,)> for PartOf<'_, S, P> {
    type Output = (usize, usize);
    #[inline(always)]
    fn call(&self, (part,): (usize,)) -> (usize, usize) {
        // SAFETY: there is a part of this number.
        unsafe { (self.starts.at(part).index(), self.offsets.at(part).index()) }
    }
    lowers!(PartOf<S, P>(starts, offsets) {});
}

borrows! {
    /// The number of packed items up to the end of a part, where `first` items stand before the first part.
    PartEnd<P>(offsets: P) { first }
}

// SAFETY: `call` reads the chain alone, behind a part's number, which is inside: there is one offset more than parts. `PartEnd` in
// parts.cuh does the same.
unsafe impl<P: Positions> Function<(usize,)> for PartEnd<'_, P> {
    type Output = u64;
    #[inline(always)]
    fn call(&self, (part,): (usize,)) -> u64 {
        // SAFETY: there is a part of this number, and so an offset behind its own.
        let end = unsafe { self.offsets.at(part + 1).index() };
        end.wrapping_sub(self.first) as u64
    }
    lowers!(PartEnd<P>(offsets) { first });
}

borrows! {
    /// An item of a part.
    ItemOfPart<E>(source: E) {}
}

// SAFETY: `call` reads the chain alone, at positions inside, since the parts fit; `ItemOfPart` in parts.cuh does
// the same. `lies_at` is the address of the item that `call` reads, behind which lie the part's next ones.
unsafe impl<E: Repeatable + Indexed<Item: Value>> Function<((usize, usize), usize)> for ItemOfPart<'_, E> {
    type Output = E::Item;
    #[inline(always)]
    fn call(&self, ((start, _), number): ((usize, usize), usize)) -> E::Item {
        // SAFETY: the part lies inside the source.
        unsafe { self.source.at(start + number) }
    }
    #[inline(always)]
    fn lies_at(&self, &((start, _), number): &((usize, usize), usize)) -> Option<(*const u8, Option<usize>)> {
        let source = self.source.contiguous()?;
        Some((source.wrapping_add(start.wrapping_add(number)).cast(), None))
    }
    lowers!(ItemOfPart<E>(source) {});
}

borrows! {
    /// The place of a packed item, and the item.
    PlaceAndItem<E>(packed: E) {}
}

// SAFETY: `call` reads the chain alone, at positions inside, since the parts fit; `PlaceAndItem` in parts.cuh
// does the same. `lies_at` is the address of the item that `call` reads, behind which lie the part's next ones, and the pair's place.
unsafe impl<E: Repeatable + Indexed<Item: Value>> Function<((usize, usize), usize)> for PlaceAndItem<'_, E> {
    type Output = (usize, E::Item);
    #[inline(always)]
    fn call(&self, ((start, offset), number): ((usize, usize), usize)) -> (usize, E::Item) {
        // SAFETY: the part's offsets lie inside the packed items.
        (start + number, unsafe { self.packed.at(offset + number) })
    }
    #[inline(always)]
    fn lies_at(&self, &((start, offset), number): &((usize, usize), usize)) -> Option<(*const u8, Option<usize>)> {
        let packed = self.packed.contiguous()?;
        Some((packed.wrapping_add(offset.wrapping_add(number)).cast(), Some(start.wrapping_add(number))))
    }
    lowers!(PlaceAndItem<E>(packed) {});
}

/// The place of a packed item.
#[inline(always)]
fn place_in_part() -> impl Function<((usize, usize), usize), Output = usize> {
    op!(|(start, _): (usize, usize), number: usize| start.wrapping_add(number))
}

borrows! {
    /// The items from `first` on.
    ItemsFrom<E>(e: E) { first }
}

// SAFETY: `call` reads the chain alone, at positions inside, since the parts fit; `ItemsFrom` in parts.cuh does
// the same.
unsafe impl<E: Repeatable + Indexed<Item: Value>> Function<(usize,)> for ItemsFrom<'_, E> {
    type Output = E::Item;
    #[inline(always)]
    fn call(&self, (i,): (usize,)) -> E::Item {
        // SAFETY: the packed items behind the first are as many.
        unsafe { self.e.at(self.first + i) }
    }
    lowers!(ItemsFrom<E>(e) { first });
}

/// Columns in which the item of each pair `(place, item)` is stored at its place, whatever the number of the pair.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Placed<S> {
    out: S,
    pairs: usize,
}

// SAFETY: `put` touches the pair's place alone, which is another one for each pair, for only parts that are apart are stored so; nothing
// else touches memory. `places` are those of the columns, where `put` stores items.
unsafe impl<S: Storage> Storage for Placed<S>
where
    (usize, S::Item): Value,
{
    type Item = (usize, S::Item);
    known_length!();
    const ITEM_BYTES: usize = S::ITEM_BYTES;
    fn len(&self) -> usize {
        self.pairs
    }
    unsafe fn get(&self, _: usize) -> Self::Item {
        unreachable!("pairs aren't stored")
    }
    #[inline(always)]
    unsafe fn put(&self, _: usize, (place, item): Self::Item) {
        // SAFETY: the place lies inside the target, and no other pair has it.
        unsafe { self.out.put(place, item) }
    }
    unsafe fn copy(&self, _: usize, _: &Self, _: usize, _: usize) {
        unreachable!("pairs aren't stored")
    }
    #[inline(always)]
    fn places(&self) -> Option<(*mut u8, usize)> {
        self.out.places()
    }
    fn first(&self, len: usize) -> Self {
        Placed { pairs: self.pairs.min(len), ..*self }
    }
    fn like(_: usize, _: &mut dyn FnMut(usize, usize) -> Result<*mut u8>) -> Result<Self> {
        unreachable!("pairs aren't stored")
    }
    #[inline(always)]
    fn check(&self, check: &mut Check) {
        self.out.check(check);
    }
    members! {
        |this, unit| ["parts.cuh"] format!("Placed<{}>", S::lower(unit)) =>
        out: params this.out, n: word this.pairs
    }
}

/// Parts that fit in the vectors that they were compared with: as many starts as parts, and one offset more.
#[derive(Debug)]
pub(crate) struct Parts<'a, S, P> {
    pub(crate) starts: &'a S,
    pub(crate) offsets: &'a P,
    pub(crate) fit: Fit,
}

/// What the comparison of parts has found, which fit.
#[derive(Debug, Clone, Copy)]
pub struct Fit {
    /// The packed items before the first part.
    first: usize,
    /// The number of the parts' items.
    pub(crate) total: usize,
    /// Whether no two parts overlap, since each starts at or behind the end of the one before it, or each ends at or before its start.
    apart: bool,
}

impl<'a, S: Positions, P: Positions> Parts<'a, S, P> {
    /// Compares the parts with a vector of `len` items and with `items` packed ones; waits for the result.
    #[inline(always)]
    #[track_caller]
    pub(crate) fn check<B: Backend>(
        what: &'static str,
        device: &B,
        (starts, offsets): (&'a S, &'a P),
        len: usize,
        items: usize,
        walk: impl Fn(&mut Check),
    ) -> Result<Self> {
        let caller = Location::caller();
        // The index of a negative position is larger, and so lies outside of chains of any length, too.
        let most = |signed: bool| if signed { isize::MAX as usize } else { usize::MAX };
        let (len, items) = (len.min(most(S::Item::SIGNED)), items.min(most(P::Item::SIGNED)));
        Check::shape(device.stream_id(), |check| {
            starts.check(check);
            offsets.check(check);
            match offsets.slots().checked_sub(1) {
                Some(parts) => check.lengths(what, starts.slots(), parts),
                None => check.fault(ErrorKind::OutOfRange { what: "segments", index: 0, len: 0, item: None }),
            }
            walk(check);
        })
        .map_err(|error| error.called_at(caller))?;
        let all = PartFits { starts, offsets, first: 0, len, items };
        let [unfit, first, last, places] = all.reduced(device, starts.slots())?.unwrap_or([usize::MAX, 0, 0, 0]);
        if unfit != usize::MAX {
            let [_, begin, end, start] = PartFits { first: unfit, ..all }.reduced(device, 1)?.unwrap_or_default();
            let error = misfit::<S::Item, P::Item>(what, unfit, [begin, end, start], len, items);
            return Err(Error::from(error).called_at(caller));
        }
        Ok(Parts { starts, offsets, fit: Fit { first, total: last - first, apart: places != 3 } })
    }

    /// Stores the parts of `source` in an output.
    ///
    /// # Safety
    ///
    /// The parts were compared with `source`. Starts, offsets, source and output are checked. Nothing else uses the output, which has
    /// [`total`](Fit::total) items.
    #[inline(always)]
    #[track_caller]
    pub(crate) unsafe fn gather<B, E, O>(&self, device: &B, source: &E, output: O) -> Result<()>
    where
        B: Backend,
        E: Repeatable + Indexed<Item: Value>,
        O: Storage<Item = E::Item>,
    {
        // SAFETY: the parts lie inside the source; the rest is the caller's contract.
        unsafe { self.expand(device, ItemOfPart { source }, output) }
    }

    /// Stores the packed items in the parts of a target. Of several items for one place the last one stays.
    ///
    /// # Safety
    ///
    /// The parts were compared with the target and with `packed`.
    #[inline(always)]
    #[track_caller]
    pub(crate) unsafe fn scatter<B, E, T>(&self, device: &B, packed: &E, mut target: T) -> Result<()>
    where
        B: Backend,
        E: Repeatable + Indexed<Item: Value>,
        T: Target<B, Storage: Storage<Item = E::Item>>,
    {
        if self.fit.apart {
            let output = Placed { out: target.storage(), pairs: self.fit.total };
            // SAFETY: the offsets lie inside the packed items. Parts that are apart, which lie inside the target, have different places.
            return unsafe { self.store(device, PlaceAndItem { packed }, output) };
        }
        // SAFETY: `store` writes every item if it succeeds; otherwise the vector is dropped.
        let mut places = unsafe { <usize as Record>::allocate(device, self.fit.total)? };
        // SAFETY: the function reads nothing, and the new vector has room for the places.
        unsafe { self.store(device, place_in_part(), <usize as Record>::storage(&mut places))? };
        // The parts' items are `first..first + total` of the packed ones.
        let items = Tabulate::new(ItemsFrom { e: packed, first: self.fit.first }, self.fit.total);
        Chain::new(Zip((Slice(places.view()), items)), device.clone()).scatter_pairs(target)
    }

    /// Checks what is used, and stores `emit` of each part and each number of an item in it.
    ///
    /// # Safety
    ///
    /// That of `expand`, which is checked here.
    #[inline(always)]
    #[track_caller]
    unsafe fn store<B, F, O>(&self, device: &B, emit: F, output: O) -> Result<()>
    where
        B: Backend,
        F: Function<((usize, usize), usize), Output = O::Item>,
        O: Storage,
    {
        let uses = checked!(device.stream_id(), &(self, &emit, &output), |(parts, emit, output), check| {
            parts.starts.check(check);
            parts.offsets.check(check);
            emit.check(check);
            output.check(check);
        });
        // SAFETY: the rest is the caller's contract.
        uses.done(device, unsafe { self.expand(device, emit, output) })
    }

    /// Stores `emit` of each part and each number of an item in it.
    ///
    /// # Safety
    ///
    /// Starts, offsets, `emit` and the output are checked. `emit` reads inside for every item of the parts; nothing else uses the output,
    /// which has [`total`](Fit::total) items; and if it stores at places, no two items have the same one.
    #[inline(always)]
    #[track_caller]
    unsafe fn expand<B, F, O>(&self, device: &B, emit: F, output: O) -> Result<()>
    where
        B: Backend,
        F: Function<((usize, usize), usize), Output = O::Item>,
        O: Storage,
    {
        let Parts { starts, offsets, fit: Fit { first, .. } } = *self;
        let ends = Tabulate::new(PartEnd { offsets, first }, starts.slots());
        let input = Tabulate::new(PartOf { starts, offsets }, starts.slots());
        // SAFETY: the chains, the function and the output are checked. The parts fit, so their ends don't decrease, and the last
        // one is `total`; the rest is the caller's contract.
        unsafe { device.expand(Expand { input, ends, emit, output }) }
    }
}

impl<S: Positions, P: Positions> PartFits<'_, S, P> {
    /// The joined results of `parts` parts.
    #[inline(always)]
    #[track_caller]
    fn reduced<B: Backend>(self, device: &B, parts: usize) -> Result<Option<[usize; 4]>> {
        Chain::new(Tabulate::new(self, parts), device.clone()).reduce_with(FitOfBoth)
    }
}

/// The reason why a part doesn't fit: its offsets, or else its start or its end.
#[cold]
fn misfit<S: Position, P: Position>(
    what: &'static str,
    part: usize,
    [begin, end, start]: [usize; 3],
    len: usize,
    items: usize,
) -> ErrorKind {
    fn given<P: Position>(index: usize) -> i128 {
        if P::SIGNED { index as isize as i128 } else { index as i128 }
    }
    if begin > items || end > items {
        let index = given::<P>(if begin > items { begin } else { end });
        return ErrorKind::OutOfRange { what: "segments", index, len: items, item: None };
    }
    if begin > end {
        return ErrorKind::ReversedRange { what: "segments", start: begin, end };
    }
    let index = if start > len { given::<S>(start) } else { start as i128 + (end - begin) as i128 };
    ErrorKind::OutOfRange { what, index, len, item: Some(part) }
}
