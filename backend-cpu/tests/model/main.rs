//! The model checker explores all orders in which threads may run and memory operations may take effect, in all code
//! that this crate synchronises by hand. Its sources are compiled here once more, over loom's primitives instead of
//! std's.
#![allow(unsafe_code)]
// The model never spins before it sleeps, so `SPINS` is 0.
#![allow(clippy::absurd_extreme_comparisons)]

/// The primitives by which [`gate`], [`forks`] and [`chain`] synchronise.
mod sync {
    pub(crate) use loom::cell::UnsafeCell;
    pub(crate) use loom::hint::spin_loop;
    pub(crate) use loom::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
    pub(crate) use loom::sync::{Condvar, Mutex};
    pub(crate) use loom::thread::{Thread, current, park, yield_now};

    /// No thread spins before it sleeps: each spin would be a step of the model.
    pub(crate) const SPINS: u32 = 0;
}

/// The functions of the crate's `memory`, without refused memory.
mod memory {
    use std::collections::VecDeque;

    pub(crate) fn filled<T>(len: usize, make: impl Fn() -> T) -> Box<[T]> {
        (0..len).map(|_| make()).collect()
    }
    pub(crate) fn push_back<T>(values: &mut VecDeque<T>, value: T) {
        values.push_back(value);
    }
    pub(crate) fn reserved<T>(len: usize) -> Vec<T> {
        Vec::with_capacity(len)
    }
}

/// The pool of the model's threads.
mod parallel {
    use crate::sync::{AtomicUsize, Ordering};

    pub(crate) struct Pool(pub(crate) usize);

    impl Pool {
        pub(crate) fn threads(&self) -> usize {
            self.0
        }
        pub(crate) fn check(&self) {}
        pub(crate) fn run_to_end<W>(
            &self,
            tickets: usize,
            own: impl Fn() -> W + Sync,
            work: impl Fn(&mut W, usize) + Sync,
            end: impl Fn(&mut W) + Sync,
        ) {
            let next = AtomicUsize::new(0);
            let worker = || {
                let mut own = own();
                loop {
                    let ticket = next.fetch_add(1, Ordering::Relaxed);
                    if ticket >= tickets {
                        break;
                    }
                    work(&mut own, ticket);
                }
                end(&mut own);
            };
            crate::scope(self.0 - 1, &worker, worker);
        }
    }
}

#[path = "../../src/chained_scan.rs"]
mod chained_scan;
#[path = "../../src/forks.rs"]
mod forks;
#[path = "../../src/gate.rs"]
mod gate;

mod models;

/// Runs `other` on `threads` further threads while `this` runs here.
fn scope(threads: usize, other: &(dyn Fn() + Sync), this: impl FnOnce()) {
    // SAFETY: only the lifetime changes; the threads end before this function does. (If it unwinds, the model has
    // failed, and its threads don't go on.)
    let other = unsafe { std::mem::transmute::<&(dyn Fn() + Sync), &'static (dyn Fn() + Sync)>(other) };
    let handles: Vec<_> = (0..threads).map(|_| loom::thread::spawn(other)).collect();
    this();
    handles.into_iter().for_each(|thread| thread.join().unwrap());
}
