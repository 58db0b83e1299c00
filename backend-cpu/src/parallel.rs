//! The only place that runs work on several threads: splits, grain sizes, the serial threshold, and panics.

use std::cell::UnsafeCell;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use onrush_core::{Result, fault};

/// Up to this many slots a call stays on its own thread: waking another one costs about as much as they do.
pub(crate) const SERIAL: usize = 1 << 15;
/// At most this many slots are handed to a thread at a time.
const GRAIN: usize = 1 << 16;

/// The threads that work is spread over: rayon's current pool, or one of our own.
#[derive(Clone, Debug)]
pub(crate) struct Pool(Option<Arc<rayon::ThreadPool>>);

impl Pool {
    /// rayon's pool: the one that the caller runs in, or the global one.
    pub(crate) fn current() -> Self {
        Pool(None)
    }

    /// A pool of its own with this many threads, the calling one among them.
    pub(crate) fn with_threads(threads: usize) -> std::result::Result<Self, rayon::ThreadPoolBuildError> {
        Ok(Pool(Some(Arc::new(rayon::ThreadPoolBuilder::new().num_threads(threads).build()?))))
    }

    /// How many threads share the work.
    pub(crate) fn threads(&self) -> usize {
        self.0.as_ref().map_or_else(rayon::current_num_threads, |pool| pool.current_num_threads())
    }

    /// Cuts `slots` into ranges of a multiple of `unit` slots.
    pub(crate) fn cut(&self, slots: usize, unit: usize) -> Cut {
        let fair = if slots <= SERIAL { slots } else { slots.div_ceil(self.threads() * 8).min(GRAIN) };
        Cut { slots, grain: fair.max(1).next_multiple_of(unit) }
    }

    /// Runs `work` for every ticket, in any order.
    pub(crate) fn run(&self, tickets: usize, work: impl Fn(usize) + Sync) {
        self.run_with(tickets, || (), |(), ticket| work(ticket));
    }

    /// Runs `work` for every ticket, in any order, with something that each thread makes for itself.
    pub(crate) fn run_with<W>(&self, tickets: usize, own: impl Fn() -> W + Sync, work: impl Fn(&mut W, usize) + Sync) {
        let threads = if tickets <= 1 { 1 } else { self.threads().min(tickets) };
        if threads == 1 {
            let mut own = own();
            return (0..tickets).for_each(|ticket| work(&mut own, ticket));
        }
        let next = AtomicUsize::new(0);
        let worker = || {
            fault::part(|| {
                let close = Close { next: &next, tickets };
                let mut own = own();
                loop {
                    let ticket = next.fetch_add(1, Ordering::Relaxed);
                    if ticket >= tickets {
                        break;
                    }
                    work(&mut own, ticket);
                }
                std::mem::forget(close);
            })
        };
        match &self.0 {
            Some(pool) => pool.in_place_scope(|scope| spread(scope, threads, &worker)),
            None => rayon::in_place_scope(|scope| spread(scope, threads, &worker)),
        }
    }

    /// Runs `work` for every ticket; each one in its turn hands a carry on to the next, beginning with `carry`. Returns
    /// the last one.
    ///
    /// No deadlock: tickets are taken in order by threads that run, and the holder of the least unfinished one waits for
    /// nobody.
    pub(crate) fn chain<C: Copy + Send, W>(
        &self,
        tickets: usize,
        carry: C,
        own: impl Fn() -> W + Sync,
        work: impl Fn(&mut W, usize, Turn<'_, C>) + Sync,
    ) -> C {
        let baton = Baton { turn: AtomicUsize::new(0), broken: AtomicBool::new(false), carry: UnsafeCell::new(carry) };
        self.run_with(tickets, own, |own, ticket| {
            work(own, ticket, Turn { baton: &baton, ticket, passed: false });
        });
        baton.carry.into_inner()
    }
}

/// Runs a worker on some threads, the calling one among them; a helper that starts late finds no tickets left.
fn spread<'scope>(scope: &rayon::Scope<'scope>, threads: usize, worker: &'scope (impl Fn() + Sync)) {
    (1..threads).for_each(|_| scope.spawn(|_| worker()));
    worker();
}

/// Ranges of slots.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cut {
    slots: usize,
    grain: usize,
}

impl Cut {
    /// How many ranges.
    pub(crate) fn tickets(&self) -> usize {
        self.slots.div_ceil(self.grain)
    }
    /// The slots of one range.
    pub(crate) fn range(&self, ticket: usize) -> Range<usize> {
        let from = ticket * self.grain;
        from..(from + self.grain).min(self.slots)
    }
}

/// Takes the remaining tickets away when a thread unwinds, so that the others end soon.
struct Close<'a> {
    next: &'a AtomicUsize,
    tickets: usize,
}
impl Drop for Close<'_> {
    fn drop(&mut self) {
        self.next.fetch_max(self.tickets, Ordering::Relaxed);
    }
}

struct Baton<C> {
    turn: AtomicUsize,
    broken: AtomicBool,
    carry: UnsafeCell<C>,
}

// SAFETY: the carry is touched only by the holder of the ticket that `turn` names.
unsafe impl<C: Send> Sync for Baton<C> {}

/// A ticket's turn to take the carry and hand it on.
pub(crate) struct Turn<'a, C> {
    baton: &'a Baton<C>,
    ticket: usize,
    passed: bool,
}

impl<C: Copy> Turn<'_, C> {
    /// Waits for the carry of the ticket before, hands on what `next` makes of it, and returns it. `None` if a ticket
    /// before this one failed: then there is nothing left to do.
    pub(crate) fn pass(mut self, next: impl FnOnce(C) -> C) -> Option<C> {
        let mut spins = 0u32;
        while self.baton.turn.load(Ordering::Acquire) != self.ticket {
            if self.baton.broken.load(Ordering::Relaxed) {
                return None;
            }
            // Another thread's turn takes some microseconds, unless it isn't running at all.
            spins += 1;
            if spins < 1 << 10 { std::hint::spin_loop() } else { std::thread::yield_now() }
        }
        let carry = self.baton.carry.get();
        // SAFETY: it is this ticket's turn, so nobody else touches the carry.
        let before = unsafe { *carry };
        let after = next(before);
        // SAFETY: as above.
        unsafe { *carry = after };
        self.passed = true;
        self.baton.turn.store(self.ticket + 1, Ordering::Release);
        Some(before)
    }
}

impl<C> Drop for Turn<'_, C> {
    fn drop(&mut self) {
        if !self.passed {
            self.baton.broken.store(true, Ordering::Relaxed);
        }
    }
}

/// Runs an algorithm; a panic in it becomes an error.
pub(crate) fn call<R>(f: impl FnOnce() -> R) -> Result<R> {
    fault::guard(f)
}
