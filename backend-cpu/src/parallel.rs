//! The only place that runs work on several threads: splits, grain sizes, the serial threshold, and panics. `chain` adds
//! what is carried from one part to the next.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use onrush_core::{Result, fault};

/// Up to this many slots a call doesn't even ask the time.
const FEW: usize = 1 << 12;
/// At most this many slots are handed to a thread at a time.
const GRAIN: usize = 1 << 16;
/// Work that takes less stays on the calling thread: on two cores of a Xeon, to wake another and to wait for it costs 4 to
/// 8 µs, so that two threads took as long as one for sums, transforms and scans of 10 to 15 µs.
pub(crate) const WAKE: Duration = Duration::from_micros(15);

/// The threads that work is spread over: rayon's current pool, or one of our own.
#[derive(Clone, Debug)]
pub(crate) struct Pool(Option<Arc<rayon::ThreadPool>>);

impl Drop for Pool {
    /// The threads are given up by value: a call that takes the pool's address would keep every chain that holds it in
    /// memory, and copy it there from adaptor to adaptor.
    #[inline]
    fn drop(&mut self) {
        #[cold]
        #[inline(never)]
        fn give_up(threads: Arc<rayon::ThreadPool>) {
            drop(threads);
        }
        if let Some(threads) = self.0.take() {
            give_up(threads);
        }
    }
}

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

    /// Runs `f` where [`join`] spreads its work over these threads.
    pub(crate) fn install<R: Send>(&self, f: impl FnOnce() -> R + Send) -> R {
        match &self.0 {
            Some(pool) => pool.install(|| fault::part(f)),
            None => f(),
        }
    }

    /// Cuts `slots` into ranges of a multiple of `unit` slots.
    #[inline]
    pub(crate) fn cut(&self, slots: usize, unit: usize) -> Cut {
        let fair = if slots <= FEW { slots } else { slots.div_ceil(self.threads() * 8).clamp(FEW / 4, GRAIN) };
        Cut { slots, grain: fair.max(1).next_multiple_of(unit) }
    }

    /// Runs `work` for every ticket, in any order.
    #[inline(always)]
    pub(crate) fn run(&self, tickets: usize, work: impl Fn(usize) + Sync) {
        self.run_with(tickets, || (), |(), ticket| work(ticket));
    }

    /// Runs `work` for every ticket, in any order, with something that each thread makes for itself.
    #[inline(always)]
    pub(crate) fn run_with<W>(&self, tickets: usize, own: impl Fn() -> W + Sync, work: impl Fn(&mut W, usize) + Sync) {
        self.run_to_end(tickets, own, work, |_| ());
    }

    /// As `run_with`; when no tickets are left, each thread ends its work.
    #[inline(always)]
    pub(crate) fn run_to_end<W>(
        &self,
        tickets: usize,
        own: impl Fn() -> W + Sync,
        work: impl Fn(&mut W, usize) + Sync,
        end: impl Fn(&mut W) + Sync,
    ) {
        if tickets > 1 {
            return self.run_many(tickets, own, work, end);
        }
        let mut own = own();
        (0..tickets).for_each(|ticket| work(&mut own, ticket));
        end(&mut own);
    }

    /// Apart from the calls of one ticket, which are many and short.
    #[inline(never)]
    fn run_many<W>(
        &self,
        tickets: usize,
        own: impl Fn() -> W + Sync,
        work: impl Fn(&mut W, usize) + Sync,
        end: impl Fn(&mut W) + Sync,
    ) {
        if self.threads() == 1 {
            let mut own = own();
            (0..tickets).for_each(|ticket| work(&mut own, ticket));
            return end(&mut own);
        }
        // What an operation costs nobody knows: the first ticket tells.
        let start = Instant::now();
        {
            let mut own = own();
            work(&mut own, 0);
            let serial =
                start.elapsed().checked_mul(u32::try_from(tickets).unwrap_or(u32::MAX)).is_some_and(|rest| rest < WAKE);
            if serial {
                (1..tickets).for_each(|ticket| work(&mut own, ticket));
            }
            end(&mut own);
            if serial {
                return;
            }
        }
        self.share(1, tickets, own, work, end);
    }

    /// Runs `work` for every ticket, in any order, where all are known to be worth other threads: the first one isn't
    /// tried alone.
    pub(crate) fn run_heavy(&self, tickets: usize, work: impl Fn(usize) + Sync) {
        if tickets <= 1 || self.threads() == 1 {
            return (0..tickets).for_each(work);
        }
        self.share(0, tickets, || (), |(), ticket| work(ticket), |()| ());
    }

    /// Runs `work` for the tickets from `first` on, on several threads.
    fn share<W>(
        &self,
        first: usize,
        tickets: usize,
        own: impl Fn() -> W + Sync,
        work: impl Fn(&mut W, usize) + Sync,
        end: impl Fn(&mut W) + Sync,
    ) {
        let threads = self.threads().min(tickets);
        let next = AtomicUsize::new(first);
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
                end(&mut own);
                std::mem::forget(close);
            })
        };
        match &self.0 {
            Some(pool) => pool.in_place_scope(|scope| spread(scope, threads, &worker)),
            None => rayon::in_place_scope(|scope| spread(scope, threads, &worker)),
        }
    }
}

/// Runs a worker on some threads, the calling one among them; a helper that starts late finds no tickets left.
fn spread<'scope>(scope: &rayon::Scope<'scope>, threads: usize, worker: &'scope (impl Fn() + Sync)) {
    (1..threads).for_each(|_| scope.spawn(|_| worker()));
    worker();
}

/// Runs both, on two threads if one is free.
pub(crate) fn join<A: Send, B: Send>(a: impl FnOnce() -> A + Send, b: impl FnOnce() -> B + Send) -> (A, B) {
    rayon::join(|| fault::part(a), || fault::part(b))
}

/// Ranges of slots.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cut {
    slots: usize,
    grain: usize,
}

impl Cut {
    /// How many ranges. Where there is one, a division would take as long as a hundred of its slots.
    #[inline]
    pub(crate) fn tickets(&self) -> usize {
        if self.slots <= self.grain { usize::from(self.slots > 0) } else { self.slots.div_ceil(self.grain) }
    }
    /// The slots of one range.
    #[inline]
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

/// Runs an algorithm; a panic in it becomes an error.
#[inline(always)]
pub(crate) fn call<R>(f: impl FnOnce() -> R) -> Result<R> {
    fault::guard(f)
}

/// Room of which each ticket writes its own parts.
pub(crate) struct Parts<T>(*mut T);

// SAFETY: whoever writes to a part promises that no other thread uses it.
unsafe impl<T: Send> Sync for Parts<T> {}

impl<T> Parts<T> {
    pub(crate) fn new(room: &mut [T]) -> Self {
        Parts(room.as_mut_ptr())
    }
    /// The address of part `i`.
    ///
    /// # Safety
    ///
    /// `i` is within the room, which is still borrowed.
    pub(crate) unsafe fn at(&self, i: usize) -> *mut T {
        // SAFETY: the caller's promise.
        unsafe { self.0.add(i) }
    }
}
