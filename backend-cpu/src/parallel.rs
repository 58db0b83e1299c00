//! The only module that runs work on several threads: splits, grain sizes, the serial threshold, and panics. `chain`
//! adds a carry from one part to the next, `team` brings the threads.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use onrush_core::{Error, Result, fault};

use crate::forks::Forks;
use crate::team::{self, Team};

/// The most slots of a call that doesn't even read the clock.
const FEW: usize = 1 << 12;
/// The largest number of slots that a thread takes at a time.
const GRAIN: usize = 1 << 16;
/// Work that takes less time stays on the calling thread. On two cores of a Xeon, waking another thread and waiting for
/// it costs 4 to 8 µs, so that two threads took as long as one for sums, transforms and scans of 10 to 15 µs.
pub(crate) const WAKE: Duration = Duration::from_micros(15);

/// What waking one more thread costs the caller. Of work that takes `t`, threads of the number `√(t / HELPER)` are woken at first: with
/// more, waking takes longer than they save. On 16 cores of a Xeon, waking all of them for 14 µs of work took 34.
const HELPER: Duration = Duration::from_nanos(1500);
/// Work that still isn't done after this time has been estimated too low: all threads are asked.
const LATE: Duration = Duration::from_micros(50);

/// The threads that share the work: rayon's current pool, or a pool of our own.
#[derive(Clone, Debug)]
pub(crate) struct Pool(Option<Arc<rayon::ThreadPool>>);

impl Drop for Pool {
    /// Drops the threads by value: a call that took the pool's address would keep every chain that holds the pool in
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
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
        // A thread that started during a later call would ask for its memory then, and end the process if that is refused.
        pool.broadcast(|_| ());
        Ok(Pool(Some(Arc::new(pool))))
    }

    /// The number of threads that share the work.
    pub(crate) fn threads(&self) -> usize {
        self.0.as_ref().map_or_else(rayon::current_num_threads, |pool| pool.current_num_threads())
    }

    /// Hands a job to the threads.
    pub(crate) fn spawn(&self, job: impl FnOnce() + Send + 'static) {
        match &self.0 {
            Some(pool) => pool.spawn(job),
            None => rayon::spawn(job),
        }
    }

    /// Runs `f`, whose [forks](Fork::join) these threads share.
    pub(crate) fn forked<R>(&self, f: impl FnOnce(Fork) -> R) -> R {
        let (mut f, mut result) = (Some(f), None);
        self.fork(&mut |fork| result = f.take().map(|f| f(fork)));
        result.expect("`f` has been called")
    }

    fn fork(&self, f: &mut dyn FnMut(Fork)) {
        if self.threads() == 1 {
            return f(Fork::NONE);
        }
        let forks = Forks::new();
        team::with(self, &|| forks.help(), &mut |team| f(Fork(Some((&forks, team, self.threads())))));
    }

    /// Cuts `slots` into ranges of a multiple of `unit` slots.
    #[inline]
    pub(crate) fn cut(&self, slots: usize, unit: usize) -> Cut {
        let grain = |slots: usize| match self.threads() {
            1 => slots.min(GRAIN),
            threads => slots.div_ceil(threads * 8).clamp(FEW / 4, GRAIN),
        };
        let fair = if slots <= FEW { slots } else { grain(slots) };
        Cut { slots, grain: fair.max(1).next_multiple_of(unit) }
    }

    /// Runs `work` for every ticket, in any order.
    #[inline(always)]
    pub(crate) fn run(&self, tickets: usize, work: impl Fn(usize) + Sync) {
        self.run_with(tickets, || (), |(), ticket| work(ticket));
    }

    /// Runs `work` for every ticket, in any order, with a value that each thread makes for itself.
    #[inline(always)]
    pub(crate) fn run_with<W>(&self, tickets: usize, own: impl Fn() -> W + Sync, work: impl Fn(&mut W, usize) + Sync) {
        self.run_to_end(tickets, own, work, |_| ());
    }

    /// Runs `work` as `run_with` does; when no tickets are left, each thread calls `end`.
    #[inline(always)]
    pub(crate) fn run_to_end<W>(
        &self,
        tickets: usize,
        own: impl Fn() -> W + Sync,
        work: impl Fn(&mut W, usize) + Sync,
        end: impl Fn(&mut W) + Sync,
    ) {
        // A short call has one ticket, whose work is inlined in the caller.
        if tickets <= 1 {
            let mut own = own();
            (0..tickets).for_each(|ticket| work(&mut own, ticket));
            return end(&mut own);
        }
        self.run_many(tickets, &|tickets| {
            let mut own = own();
            tickets.for_each(|ticket| work(&mut own, ticket));
            end(&mut own);
        });
    }

    /// Runs `work` for the tickets, which are taken in order, until it returns false; tickets that aren't taken by then
    /// are left out.
    pub(crate) fn run_while(&self, tickets: usize, work: impl Fn(usize) -> bool + Sync) {
        self.run_many(tickets, &|tickets| {
            if !tickets.all(&work) {
                tickets.stop();
            }
        });
    }

    /// Runs `work` for every ticket, in any order. All are known to be worth other threads, so the first one isn't
    /// timed alone.
    pub(crate) fn run_heavy(&self, tickets: usize, work: impl Fn(usize) + Sync) {
        if tickets <= 1 || self.threads() == 1 {
            return (0..tickets).for_each(work);
        }
        self.share(0, tickets, usize::MAX, &|tickets| tickets.for_each(&work));
    }

    /// Runs the tickets on several threads, each of which calls `part`. It isn't generic: it is compiled once, not for each
    /// algorithm and operation.
    fn run_many(&self, tickets: usize, part: &(dyn Fn(&mut Tickets) + Sync)) {
        if tickets <= 1 || self.threads() == 1 {
            return part(&mut Tickets::Own(0..tickets));
        }
        // The cost of an operation is unknown, so the first ticket is timed.
        let mut first = Tickets::First { tickets, begin: None, rest: Duration::ZERO };
        part(&mut first);
        if let Tickets::First { rest, .. } = first {
            let helpers = rest.as_nanos().min(u64::MAX.into()) as u64 / HELPER.as_nanos() as u64;
            self.share(1, tickets, helpers.isqrt() as usize, part);
        }
    }

    /// Runs the tickets from `first` on, with this number of helpers, and with all threads if it takes longer than was thought; a helper
    /// that starts late finds no tickets left.
    fn share(&self, first: usize, tickets: usize, helpers: usize, part: &(dyn Fn(&mut Tickets) + Sync)) {
        let next = AtomicUsize::new(first);
        let failure = FirstError::default();
        let worker = |more: Option<More>| {
            failure.guard(|| {
                let close = Close { next: &next, tickets };
                part(&mut Tickets::Shared { next: &next, tickets, more });
                std::mem::forget(close);
            });
        };
        team::with(self, &|| worker(None), &mut |team| {
            let all = self.threads().min(tickets) - 1;
            team.ask(helpers.clamp(1, all.max(1)));
            worker((helpers < all).then(|| More { team, all, begin: Instant::now() }));
        });
        failure.raise();
    }
}

/// The tickets that one thread gets.
enum Tickets<'a> {
    /// All tickets are this thread's.
    Own(Range<usize>),
    /// The first ticket is this thread's. The others are, too, if all of them take less time than waking a thread.
    First { tickets: usize, begin: Option<Instant>, rest: Duration },
    /// Each ticket belongs to the thread that takes it.
    Shared { next: &'a AtomicUsize, tickets: usize, more: Option<More<'a>> },
}

/// The helpers that the caller asks for later.
struct More<'a> {
    team: &'a Team<'a>,
    all: usize,
    begin: Instant,
}

impl Tickets<'_> {
    /// Takes the remaining tickets away, from every thread.
    fn stop(&mut self) {
        if let Tickets::Shared { next, tickets, .. } = *self {
            next.fetch_max(tickets, Ordering::Relaxed);
        }
        *self = Tickets::Own(0..0);
    }
}

impl Iterator for Tickets<'_> {
    type Item = usize;

    #[inline(never)]
    fn next(&mut self) -> Option<usize> {
        match self {
            Tickets::Own(tickets) => tickets.next(),
            Tickets::First { begin: begin @ None, .. } => {
                *begin = Some(Instant::now());
                Some(0)
            }
            Tickets::First { tickets, begin: Some(begin), rest } => {
                *rest = begin.elapsed().saturating_mul(u32::try_from(*tickets).unwrap_or(u32::MAX));
                if *rest >= WAKE {
                    return None;
                }
                *self = Tickets::Own(1..*tickets);
                self.next()
            }
            Tickets::Shared { next, tickets, more } => {
                if let Some(More { team, all, .. }) = more.take_if(|more| more.begin.elapsed() >= LATE) {
                    team.ask(all);
                }
                let ticket = next.fetch_add(1, Ordering::Relaxed);
                (ticket < *tickets).then_some(ticket)
            }
        }
    }
}

/// The first error of several threads.
#[derive(Default)]
struct FirstError(Mutex<Option<Error>>);

impl FirstError {
    /// Runs `f`, and keeps the error if it panics.
    fn guard(&self, f: impl FnOnce()) {
        if let Err(error) = fault::guard(f) {
            self.0.lock().unwrap_or_else(|poison| poison.into_inner()).get_or_insert(error);
        }
    }
    /// Unwinds with the error, if there is one.
    fn raise(self) {
        if let Some(error) = self.0.into_inner().unwrap_or_else(|poison| poison.into_inner()) {
            fault::raise_error(error);
        }
    }
}

/// The threads that share forked work; `None`: this thread does all of it.
#[derive(Clone, Copy)]
pub(crate) struct Fork<'a>(Option<(&'a Forks, &'a Team<'a>, usize)>);

impl Fork<'_> {
    /// No threads, for work that is too small to share.
    pub(crate) const NONE: Self = Fork(None);

    /// Whether there are threads.
    pub(crate) fn some(self) -> bool {
        self.0.is_some()
    }

    /// Calls both closures, on two threads if one is free. An error of either is raised when both have ended.
    pub(crate) fn join(self, a: impl FnOnce() + Send, b: impl FnOnce() + Send) {
        let (mut a, mut b) = (Some(a), Some(b));
        let (a, b) = (&mut || a.take().into_iter().for_each(|a| a()), &mut || b.take().into_iter().for_each(|b| b()));
        match self.0 {
            None => {
                a();
                b();
            }
            Some(shared) => Self::share(shared, a, b),
        }
    }

    fn share(
        (forks, team, threads): (&Forks, &Team, usize),
        a: &mut (dyn FnMut() + Send),
        b: &mut (dyn FnMut() + Send),
    ) {
        let failure = FirstError::default();
        forks.join(&mut || failure.guard(&mut *a), &mut || failure.guard(&mut *b), &mut || team.ask(threads - 1));
        failure.raise();
    }
}

/// Ranges of slots.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cut {
    slots: usize,
    grain: usize,
}

impl Cut {
    /// The number of ranges. For a single range, a division would take as long as a hundred of its slots.
    #[inline]
    pub(crate) fn tickets(&self) -> usize {
        if self.slots <= self.grain { usize::from(self.slots > 0) } else { self.slots.div_ceil(self.grain) }
    }
    /// The slots of one range.
    #[inline]
    pub(crate) fn range(&self, ticket: usize) -> Range<usize> {
        let from = ticket * self.grain;
        from..from.saturating_add(self.grain).min(self.slots)
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

/// Room whose parts the tickets write, each its own.
pub(crate) struct Parts<T>(*mut T);

// SAFETY: a part is written only through `at`, and its caller promises that no other thread uses the part.
unsafe impl<T: Send> Sync for Parts<T> {}

impl<T> Parts<T> {
    pub(crate) fn new(room: &mut [T]) -> Self {
        Parts(room.as_mut_ptr())
    }
    /// The address of part `i`.
    ///
    /// # Safety
    ///
    /// `i` is within the room, which is still borrowed, and no other thread uses part `i`.
    pub(crate) unsafe fn at(&self, i: usize) -> *mut T {
        // SAFETY: the caller's contract.
        unsafe { self.0.add(i) }
    }
}
