use std::ops::Range;
use std::sync::Mutex;

use onrush_core::algo::Histogram;
use onrush_core::expr::Expr;
use onrush_core::storage::Storage;
use onrush_core::{Position, Result, fault};

use crate::memory::filled;
use crate::parallel::{self, Pool};

/// Sets of counts that neighbouring items use in turn, so that equal items don't wait for each other's count.
const TURNS: usize = 4;
/// The number of bins beyond which one set of counts fills the first-level cache.
const FEW_BINS: usize = 1 << 10;

pub(crate) fn histogram<E: Expr<Item: Position>>(pool: &Pool, request: Histogram<E>) -> Result<()> {
    let bins = request.counts.len();
    let cut = pool.cut(request.input.slots(), 1);
    let turns = if bins <= FEW_BINS { TURNS } else { 1 };
    parallel::call(|| {
        if cut.tickets() <= 1 {
            // SAFETY: `bin` is in range, as `count` has checked, and no other thread works on the counts.
            return count(&request, cut.range(0), |_, bin| unsafe {
                request.counts.put(bin, request.counts.get(bin) + 1)
            });
        }
        let total = Mutex::new(());
        let own = || Counts { request: &request, total: &total, bins, own: filled(bins * turns, || 0) };
        let apart = if turns == 1 { 0 } else { bins };
        pool.run_with(cut.tickets(), own, |counts, ticket| {
            count(&request, cut.range(ticket), |i, bin| counts.own[i % TURNS * apart + bin] += 1);
        });
    })
}

/// Passes the slots of a range, with the bins of those that hold an item, to `add`.
#[inline(always)]
fn count<E: Expr<Item: Position>>(request: &Histogram<E>, slots: Range<usize>, mut add: impl FnMut(usize, usize)) {
    let bins = request.counts.len();
    for i in slots {
        // SAFETY: `i` is a slot of the checked input.
        let Some(number) = (unsafe { request.input.slot(i) }) else { continue };
        let bin = number.index();
        if bin >= bins {
            if request.leaves_out {
                continue;
            }
            fault::raise(number.out_of_range("histogram", bins, Some(i)));
        }
        add(i, bin);
    }
}

/// A thread's own counts; they are added to the result when the thread has no more tickets.
struct Counts<'a, E> {
    request: &'a Histogram<E>,
    total: &'a Mutex<()>,
    bins: usize,
    own: Box<[u64]>,
}

impl<E> Drop for Counts<'_, E> {
    fn drop(&mut self) {
        let _one_at_a_time = self.total.lock();
        for (i, count) in self.own.iter().enumerate() {
            let bin = i % self.bins;
            // SAFETY: `bin` is in range; the lock keeps other threads away; the request's counts were initialised
            // before.
            unsafe { self.request.counts.put(bin, self.request.counts.get(bin) + count) }
        }
    }
}
