//! The only module that runs work on several threads: splits, grain sizes, the serial threshold, panics, and where a token is asked.
//! `chain` adds a carry from one part to the next, `team` brings the threads.

use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use onrush_core::{CancellationToken, Error, Result, fault};

use crate::forks::Forks;
pub(crate) use crate::pool::Pool;
use crate::pool::check;
use crate::team::{self, Team};

/// The most slots of a call that doesn't even read the clock.
const FEW: usize = 1 << 12;
/// The largest number of slots that a thread takes at a time.
const GRAIN: usize = 1 << 16;
/// Work that takes less time stays on the calling thread. Waking another thread and waiting for it costs 4 to 8 µs on two cores of a
/// Xeon, so that two threads took as long as one for sums, transforms and scans of 10 to 15 µs; on 16 virtual cores it costs more:
/// calls of 16 µs took 1.2 times one thread's time, those of 32 µs took as long, and those of 64 µs 0.85 of it.
pub(crate) const WAKE: Duration = Duration::from_micros(25);
/// How long tickets are timed before other threads are woken: the first one also pays for what the caches lack.
const SURE: Duration = Duration::from_micros(2);

/// What waking one more thread costs the caller. Of work that takes `t`, threads of the number `√(t / HELPER)` are woken at first: with
/// more, waking takes longer than they save. On 16 cores of a Xeon, waking all of them for 14 µs of work took 34.
const HELPER: Duration = Duration::from_nanos(1500);
/// Work that still isn't done after this time has been estimated too low: all threads are asked.
const LATE: Duration = Duration::from_micros(50);

impl Pool {
    /// Runs `f`, whose [forks](Fork::join) these threads share.
    pub(crate) fn forked<R>(&self, f: impl FnOnce(Fork) -> R) -> R {
        let (mut f, mut result) = (Some(f), None);
        self.fork(&mut |fork| result = f.take().map(|f| f(fork)));
        result.expect("`f` has been called")
    }

    fn fork(&self, f: &mut dyn FnMut(Fork)) {
        let token = self.token();
        if self.threads() == 1 {
            return f(Fork { threads: None, token });
        }
        let forks = Forks::new();
        team::with(self, &|| forks.help(), &mut |team| {
            f(Fork { threads: Some((&forks, team, self.threads())), token });
        });
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
            tickets.each(|ticket| work(&mut own, ticket));
            end(&mut own);
        });
    }

    /// Runs `work` for ranges of slots that cover the cut's, in any order. A range has the slots of several tickets where one thread
    /// has them all.
    #[inline(always)]
    pub(crate) fn run_cut(&self, cut: Cut, work: impl Fn(Range<usize>) + Sync) {
        self.run_cut_to_end(cut, || (), |(), slots| work(slots), |()| ());
    }

    /// Runs `work` as [`run_cut`](Self::run_cut) does, with a value that each thread makes for itself; when no slots are left, each
    /// thread gives its value to `end`.
    #[inline(always)]
    pub(crate) fn run_cut_to_end<W>(
        &self,
        cut: Cut,
        own: impl Fn() -> W + Sync,
        work: impl Fn(&mut W, Range<usize>) + Sync,
        end: impl Fn(W) + Sync,
    ) {
        let tickets = cut.tickets();
        if tickets <= 1 {
            let mut own = own();
            if tickets == 1 {
                work(&mut own, 0..cut.slots);
            }
            return end(own);
        }
        self.run_many(tickets, &|tickets| {
            let mut own = own();
            tickets.for_each(|run| work(&mut own, cut.slots(run)));
            end(own);
        });
    }

    /// Runs `work` for ranges of slots as [`run_cut`](Self::run_cut) does, in order, until it returns false; slots of tickets that
    /// aren't taken by then are left out.
    pub(crate) fn run_while(&self, cut: Cut, work: impl Fn(Range<usize>) -> bool + Sync) {
        self.run_many(cut.tickets(), &|tickets| {
            if !tickets.all(|run| work(cut.slots(run))) {
                tickets.stop();
            }
        });
    }

    /// Runs `work` for every ticket, in any order. All are known to be worth other threads, so the first one isn't
    /// timed alone. No ticket is left out if the work is cancelled, which may move items in place.
    pub(crate) fn run_heavy(&self, tickets: usize, work: impl Fn(usize) + Sync) {
        if tickets <= 1 || self.threads() == 1 {
            return (0..tickets).for_each(work);
        }
        self.uncancelled().share(0, tickets, usize::MAX, &|tickets| tickets.each(&work));
    }

    /// Runs `work` for slots that one thread takes in turn: all at once, unless a token is asked between ranges of them.
    #[inline(always)]
    pub(crate) fn run_in_turn(&self, slots: Range<usize>, mut work: impl FnMut(Range<usize>)) {
        let step = if self.token().is_some() { GRAIN } else { slots.len().max(1) };
        for from in slots.clone().step_by(step) {
            self.check();
            work(from..from.saturating_add(step).min(slots.end));
        }
    }

    /// Runs the tickets on several threads, each of which calls `part`. It isn't generic: it is compiled once, not for each
    /// algorithm and operation.
    fn run_many(&self, tickets: usize, part: &(dyn Fn(&mut Tickets) + Sync)) {
        let token = self.token();
        if tickets <= 1 || self.threads() == 1 {
            return part(&mut Tickets { token, left: Left::Own(0..tickets) });
        }
        // The cost of an operation is unknown, so the first tickets are timed.
        let first = Left::First { tickets, taken: 0, begin: None, rest: Duration::ZERO };
        let mut first = Tickets { token, left: first };
        part(&mut first);
        if let Left::First { taken, rest, .. } = first.left {
            let helpers = rest.as_nanos().min(u64::MAX.into()) as u64 / HELPER.as_nanos() as u64;
            self.share(taken, tickets, helpers.isqrt() as usize, part);
        }
    }

    /// Runs the tickets from `first` on, with this number of helpers, and with all threads if it takes longer than was thought; a helper
    /// that starts late finds no tickets left.
    fn share(&self, first: usize, tickets: usize, helpers: usize, part: &(dyn Fn(&mut Tickets) + Sync)) {
        let token = self.token();
        let most = self.threads().min(tickets - first).saturating_sub(1);
        if most == 0 {
            return part(&mut Tickets { token, left: Left::Own(first..tickets) });
        }
        let next = AtomicUsize::new(first);
        let failure = FirstError::default();
        let worker = |more: Option<More>| {
            failure.guard(|| {
                let close = Close { next: &next, tickets };
                part(&mut Tickets { token, left: Left::Shared { next: &next, tickets, more } });
                std::mem::forget(close);
            });
        };
        team::with(self, &|| worker(None), &mut |team| {
            team.ask(helpers.clamp(1, most));
            worker((helpers < most).then(|| More { team, most, begin: Instant::now() }));
        });
        failure.raise();
    }
}

/// The time that the first parts of a call take, from which follows whether the others are worth further threads.
pub(crate) struct Timed(Instant);

/// Who runs the parts that are left.
pub(crate) enum Rest {
    /// The calling thread.
    Alone,
    /// The caller measures further parts.
    Unsure,
    /// Several threads: they would take one thread this time.
    Shared(Duration),
}

impl Timed {
    pub(crate) fn begin() -> Self {
        Timed(Instant::now())
    }
    /// Decides when `done` of the parts are done.
    pub(crate) fn rest(&self, done: usize, left: usize) -> Rest {
        let parts = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let time = self.0.elapsed();
        let rest = time.saturating_mul(parts(left)) / parts(done);
        match time.saturating_add(rest) {
            // No time at all says that the clock's steps are longer.
            all if all < WAKE && !time.is_zero() => Rest::Alone,
            _ if time < SURE => Rest::Unsure,
            _ => Rest::Shared(rest),
        }
    }
}

/// The tickets that one thread gets, in runs of tickets that follow one another. With a token, which it asks before each run, a run is
/// short.
struct Tickets<'a> {
    token: Option<&'a CancellationToken>,
    left: Left<'a>,
}

/// The tickets that are left.
enum Left<'a> {
    /// All tickets are this thread's.
    Own(Range<usize>),
    /// The tickets before `taken` are this thread's. The others are, too, if all of them take less time than waking a thread.
    First { tickets: usize, taken: usize, begin: Option<Timed>, rest: Duration },
    /// Each ticket belongs to the thread that takes it.
    Shared { next: &'a AtomicUsize, tickets: usize, more: Option<More<'a>> },
}

/// The helpers that the caller asks for later.
struct More<'a> {
    team: &'a Team<'a>,
    most: usize,
    begin: Instant,
}

impl Tickets<'_> {
    #[inline(always)]
    fn each(&mut self, mut work: impl FnMut(usize)) {
        for run in self {
            run.for_each(&mut work);
        }
    }

    /// Takes the remaining tickets away, from every thread.
    fn stop(&mut self) {
        if let Left::Shared { next, tickets, .. } = self.left {
            next.fetch_max(tickets, Ordering::Relaxed);
        }
        self.left = Left::Own(0..0);
    }
}

impl Iterator for Tickets<'_> {
    type Item = Range<usize>;

    #[inline(never)]
    fn next(&mut self) -> Option<Range<usize>> {
        check(self.token);
        match &mut self.left {
            Left::Own(tickets) if self.token.is_some() => tickets.next().map(|ticket| ticket..ticket + 1),
            Left::Own(tickets) => Some(std::mem::take(tickets)).filter(|tickets| !tickets.is_empty()),
            Left::First { begin: begin @ None, taken, .. } => {
                *begin = Some(Timed::begin());
                *taken = 1;
                Some(0..1)
            }
            Left::First { tickets, taken, begin: Some(begin), rest } => {
                let (done, all) = (*taken, *tickets);
                if done == all {
                    return None;
                }
                match begin.rest(done, all - done) {
                    Rest::Alone => {
                        self.left = Left::Own(done..all);
                        self.next()
                    }
                    Rest::Unsure => {
                        // What is taken can't be shared any more, so it remains a small part.
                        *taken = all.min(done + done.min(1 + all / 16));
                        Some(done..*taken)
                    }
                    Rest::Shared(time) => {
                        *rest = time;
                        None
                    }
                }
            }
            Left::Shared { next, tickets, more } => {
                if let Some(More { team, most, .. }) = more.take_if(|more| more.begin.elapsed() >= LATE) {
                    team.ask(most);
                }
                let ticket = next.fetch_add(1, Ordering::Relaxed);
                (ticket < *tickets).then_some(ticket..ticket + 1)
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

/// The threads that share forked work, and the token that cancels it; without `threads` this thread does all of it.
#[derive(Clone, Copy)]
pub(crate) struct Fork<'a> {
    threads: Option<(&'a Forks, &'a Team<'a>, usize)>,
    token: Option<&'a CancellationToken>,
}

impl Fork<'_> {
    /// No threads and no token, for work that is too small to share.
    pub(crate) const NONE: Self = Fork { threads: None, token: None };

    /// Whether there are threads.
    pub(crate) fn some(self) -> bool {
        self.threads.is_some()
    }

    /// This thread alone.
    pub(crate) fn alone(self) -> Self {
        Fork { threads: None, ..self }
    }

    /// Whether there is a token.
    pub(crate) fn may_be_cancelled(self) -> bool {
        self.token.is_some()
    }

    /// Raises the error of work that is cancelled. A fork doesn't, since its work may move items in place.
    pub(crate) fn check(self) {
        check(self.token);
    }

    /// Calls both closures, on two threads if one is free. An error of either is raised when both have ended.
    pub(crate) fn join(self, a: impl FnOnce() + Send, b: impl FnOnce() + Send) {
        let (mut a, mut b) = (Some(a), Some(b));
        let (a, b) = (&mut || a.take().into_iter().for_each(|a| a()), &mut || b.take().into_iter().for_each(|b| b()));
        match self.threads {
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
    /// The slots of a run of tickets.
    fn slots(&self, tickets: Range<usize>) -> Range<usize> {
        tickets.start * self.grain..tickets.end.saturating_mul(self.grain).min(self.slots)
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
