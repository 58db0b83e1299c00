use std::sync::Mutex;

use onrush_core::algo::Histogram;
use onrush_core::expr::Expr;
use onrush_core::storage::Storage;
use onrush_core::{ErrorKind, Result, fault};

use crate::memory::filled;
use crate::parallel::{self, Pool};

pub(crate) fn histogram<E: Expr<Item = usize>>(pool: &Pool, request: Histogram<E>) -> Result<()> {
    let bins = request.counts.len();
    let cut = pool.cut(request.input.slots(), 1);
    parallel::call(|| {
        // SAFETY: in range, and no other thread is at work yet.
        (0..bins).for_each(|bin| unsafe { request.counts.put(bin, 0) });
        let total = Mutex::new(());
        pool.run_with(
            cut.tickets(),
            || Counts { request: &request, total: &total, own: filled(bins, || 0) },
            |counts, ticket| {
                for i in cut.range(ticket) {
                    // SAFETY: a slot of the checked input.
                    if let Some(bin) = unsafe { request.input.slot(i) } {
                        let Some(count) = counts.own.get_mut(bin) else {
                            fault::raise(ErrorKind::OutOfRange { what: "histogram", index: bin, len: bins });
                        };
                        *count += 1;
                    }
                }
            },
        );
    })
}

/// A thread's own counts; they are added to the result when the thread has no more tickets.
struct Counts<'a, E> {
    request: &'a Histogram<E>,
    total: &'a Mutex<()>,
    own: Box<[u64]>,
}

impl<E> Drop for Counts<'_, E> {
    fn drop(&mut self) {
        let _one_at_a_time = self.total.lock();
        for (bin, count) in self.own.iter().enumerate() {
            // SAFETY: in range; the lock keeps other threads away, and the counts were initialised before.
            unsafe { self.request.counts.put(bin, self.request.counts.get(bin) + count) }
        }
    }
}
