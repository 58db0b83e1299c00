//! Two pieces of work side by side, each of which may fork again, as with rayon's `join`. Here a thread that waits runs
//! jobs of the same call alone.

use crate::sync::{Condvar, Mutex, SPINS, UnsafeCell, spin_loop};

/// The jobs of a call that no thread has begun.
pub(crate) struct Forks {
    queue: Mutex<Queue>,
    /// Signals that a job has been added or done.
    changed: Condvar,
}

#[derive(Default)]
struct Queue {
    /// The jobs in order of age. The oldest is the largest.
    jobs: Vec<Job>,
    /// Threads that sleep until something changes.
    sleepers: usize,
}

/// A job, which lies on the stack of the thread that waits for it.
#[derive(Clone, Copy)]
struct Job {
    /// The address of a [`Fork`].
    fork: *const (),
    run: unsafe fn(*const (), &Forks),
}

// SAFETY: the job points to a fork whose work is `Send`, and which stays until the job is done.
unsafe impl Send for Job {}

/// The second piece of a fork.
struct Fork<B> {
    /// The work, until the thread that has taken the job out of the queue begins it.
    work: UnsafeCell<Option<B>>,
    /// Whether the work is done; written and read while the queue is locked.
    done: UnsafeCell<bool>,
}

impl Forks {
    pub(crate) fn new() -> Self {
        Forks { queue: Mutex::new(Queue::default()), changed: Condvar::new() }
    }

    /// Runs both, the second on another thread if one [helps](Forks::help). Neither may unwind. `ask` is called once a
    /// job is in the queue.
    pub(crate) fn join<B: FnOnce() + Send>(&self, a: impl FnOnce(), b: B, ask: impl FnOnce()) {
        let fork = Fork { work: UnsafeCell::new(Some(b)), done: UnsafeCell::new(false) };
        if !self.put(Job { fork: (&raw const fork).cast(), run: run::<B> }) {
            // There is no memory for the queue.
            a();
            return fork.work.into_inner().into_iter().for_each(|b| b());
        }
        let bomb = Bomb;
        ask();
        a();
        std::mem::forget(bomb);
        if self.take_back((&raw const fork).cast()) {
            return fork.work.into_inner().into_iter().for_each(|b| b());
        }
        self.wait(&fork);
    }

    /// Runs jobs until the queue is empty.
    pub(crate) fn help(&self) {
        loop {
            let Some(job) = self.lock(|queue| (!queue.jobs.is_empty()).then(|| queue.jobs.remove(0))) else { return };
            self.run(job);
        }
    }

    /// Waits until another thread has done the job, and runs other jobs of the call meanwhile.
    fn wait<B>(&self, fork: &Fork<B>) {
        let mut spins = 0;
        loop {
            let mut queue = self.queue.lock().unwrap_or_else(|poison| poison.into_inner());
            // SAFETY: the queue is locked, as it is where `done` is written.
            if fork.done.with(|done| unsafe { *done }) {
                return;
            }
            // The newest job is taken: it is the smallest, and this thread has work of its own to return to.
            if let Some(job) = queue.jobs.pop() {
                drop(queue);
                self.run(job);
                spins = 0;
            } else if spins < SPINS {
                drop(queue);
                spins += 1;
                (0..8).for_each(|_| spin_loop());
            } else {
                queue.sleepers += 1;
                queue = self.changed.wait(queue).unwrap_or_else(|poison| poison.into_inner());
                queue.sleepers -= 1;
            }
        }
    }

    fn run(&self, job: Job) {
        // SAFETY: `run`'s contract: the job was taken out of the queue, so it is this thread's alone; its fork stays
        // until it is done.
        unsafe { (job.run)(job.fork, self) }
    }

    fn lock<R>(&self, f: impl FnOnce(&mut Queue) -> R) -> R {
        f(&mut self.queue.lock().unwrap_or_else(|poison| poison.into_inner()))
    }

    /// Puts a job in the queue, if there is memory for it.
    fn put(&self, job: Job) -> bool {
        let (put, sleepers) = self.lock(|queue| {
            if queue.jobs.try_reserve(1).is_err() {
                return (false, 0);
            }
            queue.jobs.push(job);
            (true, queue.sleepers)
        });
        if sleepers > 0 {
            self.changed.notify_one();
        }
        put
    }

    /// Takes the job of a fork out of the queue, if no thread has begun it.
    fn take_back(&self, fork: *const ()) -> bool {
        self.lock(|queue| {
            let place = queue.jobs.iter().rposition(|job| std::ptr::eq(job.fork, fork));
            place.map(|place| queue.jobs.remove(place)).is_some()
        })
    }
}

/// Ends the process when it is dropped: a thread that unwound would leave its job in the queue, on a stack that is
/// gone.
struct Bomb;

impl Drop for Bomb {
    fn drop(&mut self) {
        std::process::abort();
    }
}

/// Runs a fork's second piece, and marks the fork as done.
///
/// # Safety
///
/// `fork` points to a `Fork<B>` whose job this thread has taken out of the queue.
unsafe fn run<B: FnOnce()>(fork: *const (), forks: &Forks) {
    let fork = fork.cast::<Fork<B>>();
    // SAFETY: the caller's contract: no other thread touches the work.
    if let Some(work) = unsafe { (*fork).work.with_mut(|work| (*work).take()) } {
        work();
    }
    let sleepers = forks.lock(|queue| {
        // SAFETY: the queue is locked, and the fork stays until it is marked. From here on it may be gone.
        unsafe { (*fork).done.with_mut(|done| *done = true) };
        queue.sleepers
    });
    if sleepers > 0 {
        forks.changed.notify_all();
    }
}
