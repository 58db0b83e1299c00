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

/// A job: the address of a fork, which lies on the stack of the thread that waits for it.
#[derive(Clone, Copy)]
struct Job(*const ForkedWork);

// SAFETY: the fork's work is `Send`, and the fork stays until the job is done.
unsafe impl Send for Job {}

/// The second piece of a fork.
struct ForkedWork {
    /// The work, which only the thread that has taken the job out of the queue calls.
    work: UnsafeCell<*mut (dyn FnMut() + Send)>,
    /// Whether the work is done; written and read while the queue is locked.
    done: UnsafeCell<bool>,
}

impl Forks {
    pub(crate) fn new() -> Self {
        Forks { queue: Mutex::new(Queue::default()), changed: Condvar::new() }
    }

    /// Runs both pieces of work once, the second on another thread if one [helps](Forks::help). Neither may unwind. `ask` is
    /// called once a job is in the queue.
    pub(crate) fn join(&self, a: &mut dyn FnMut(), b: &mut (dyn FnMut() + Send), ask: &mut dyn FnMut()) {
        // SAFETY: only the lifetime changes. The work is called before this function returns, and it doesn't unwind meanwhile.
        let work = unsafe { std::mem::transmute::<*mut (dyn FnMut() + Send + '_), *mut (dyn FnMut() + Send)>(b) };
        let fork = ForkedWork { work: UnsafeCell::new(work), done: UnsafeCell::new(false) };
        if !self.put(Job(&raw const fork)) {
            // Without memory for the queue, this thread runs both halves.
            a();
            return b();
        }
        let bomb = Bomb;
        ask();
        a();
        std::mem::forget(bomb);
        if self.take_back(&fork) {
            return b();
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
    fn wait(&self, fork: &ForkedWork) {
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

    /// Runs a job that this thread has taken out of the queue, and marks its fork as done.
    fn run(&self, Job(fork): Job) {
        // SAFETY: the job was taken out of the queue, so its work is this thread's alone; the fork and the work stay until the
        // fork is marked.
        unsafe { (*fork).work.with_mut(|work| (**work)()) };
        let sleepers = self.lock(|queue| {
            // SAFETY: the queue is locked, and the fork stays until it is marked. From here on it may be gone.
            unsafe { (*fork).done.with_mut(|done| *done = true) };
            queue.sleepers
        });
        if sleepers > 0 {
            self.changed.notify_all();
        }
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
    fn take_back(&self, fork: *const ForkedWork) -> bool {
        self.lock(|queue| {
            let place = queue.jobs.iter().rposition(|job| std::ptr::eq(job.0, fork));
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
