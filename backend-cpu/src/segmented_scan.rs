use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use onrush_core::algo::SegmentedScan;
use onrush_core::expr::Indexed;
use onrush_core::operator::Operator;
use onrush_core::shape::Tile;
use onrush_core::storage::Storage;
use onrush_core::value::Value;
use onrush_core::{ErrorKind, Position, Result, fault};

use crate::memory::{self, scratch};
use crate::multiversion::multiversion;
use crate::parallel::{self, Pool};
use crate::scan::{self, Loaded};
use crate::segmented_reduce::{LONG, Offsets};
use crate::tile::Lefts;

pub(crate) fn segmented_scan<E, P, O, S>(pool: &Pool, request: SegmentedScan<E, P, O, S>) -> Result<()>
where
    E: Indexed<Item: Value>,
    P: Indexed<Item: Position>,
    O: Operator<E::Item>,
    S: Storage<Item = E::Item>,
{
    parallel::call(|| {
        let len = request.input.slots();
        let segments = Offsets::new(&request.offsets, len);
        let cuts = segments.cut(pool);
        let long = (len / (4 * pool.threads())).max(LONG);
        // Threads write side by side, so the segments must be known not to overlap.
        let covered = AtomicUsize::new(0);
        pool.run(cuts.len() - 1, |ticket| {
            // SAFETY: these are segments.
            covered.fetch_add(unsafe { segments.covered(cuts[ticket], cuts[ticket + 1]) }, Ordering::Relaxed);
        });
        let covered = covered.into_inner();
        if covered != len {
            fault::raise(ErrorKind::LengthMismatch { what: "segments", left: covered, right: len });
        }
        let left_over = Mutex::new(Vec::new());
        let SegmentedScan { input, op, init, output, .. } = &request;
        let loaded = Loaded { input, slots: len, op, init: *init, exclusive: init.is_some(), output };
        pool.run(cuts.len() - 1, |ticket| {
            // SAFETY: these are segments, and no other ticket has them.
            let left = unsafe { each(&request, &loaded, &segments, cuts[ticket], cuts[ticket + 1], long) };
            if !left.is_empty() {
                memory::append(&mut left_over.lock().unwrap_or_else(PoisonError::into_inner), left);
            }
        });
        for i in left_over.into_inner().unwrap_or_else(PoisonError::into_inner) {
            // SAFETY: it is a segment, whose slots are the checked input's and the output's.
            unsafe { scan::segment(&loaded, segments.segment(i), Ok(pool)) };
        }
    })
}

multiversion! {
    /// Scans the segments from `first` up to `end` that have at most `long` items; returns the others. No segments overlap.
    unsafe fn each[E: Indexed<Item: Value>, P: Indexed<Item: Position>, O: Operator<E::Item>, S: Storage<Item = E::Item>](
        request: &SegmentedScan<E, P, O, S>, loaded: &Loaded<'_, E::Item, O, S>, segments: &Offsets<'_, P>,
        first: usize, end: usize, long: usize,
    ) -> Vec<usize> where [] {
        let shape = const { Tile::new(E::Item::SIZE) };
        let SegmentedScan { input, op, init, output, .. } = request;
        let (mut left, mut room) = (Vec::new(), None);
        for i in first..end {
            // SAFETY: the caller's contract.
            let slots = unsafe { segments.segment(i) };
            if slots.len() <= 2 * shape.run {
                // SAFETY: the slots are the checked input's and the output's, and no other segment has them.
                unsafe { scan::runs(input, op, (*init, init.is_some()), output, slots) };
            } else if slots.len() <= long {
                let (lefts, room) = room.get_or_insert_with(|| (Lefts::placed(), scratch(shape.tile)));
                // SAFETY: as above.
                unsafe { scan::segment(loaded, slots, Err((lefts, room))) };
            } else {
                memory::push(&mut left, i);
            }
        }
        left
    }
}
