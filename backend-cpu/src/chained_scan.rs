//! Chained work: parts that each need the fold of the parts before them, as in scans and in algorithms that pack their
//! results.
//!
//! A part has two steps. The first computes the part's value from its own input alone; the second needs the carry, the
//! fold of all earlier parts' values. A thread keeps the first step's results in its cache for the second. If the carry
//! isn't known yet, since another thread is late, the thread doesn't wait but goes on with further first steps. Beyond
//! a few such parts it drops the results, and repeats the first step once the carry is known. So a thread that the
//! system has taken off its core delays no other thread.

use std::collections::VecDeque;
use std::mem::MaybeUninit;

use crate::memory::{filled, push_back, reserved};
use crate::parallel::Pool;
use crate::sync::{AtomicBool, AtomicUsize, Mutex, Ordering, SPINS, UnsafeCell, spin_loop, yield_now};

/// Parts whose results a thread keeps at a time: together they fit its second-level cache.
pub(crate) const HOT: usize = 6;

/// An algorithm in parts.
pub(crate) trait Chained: Sync {
    /// The results that a thread's first step keeps for the second.
    type Outputs;
    /// The value of a part.
    type Value: Copy + Send;
    /// The fold of all parts before a part.
    type Carry: Copy + Send;

    /// Makes room for the results of one part.
    fn room(&self) -> Self::Outputs;
    /// Computes a part's value. It may be called again for the same part.
    fn first(&self, room: &mut Self::Outputs, part: usize) -> Self::Value;
    /// The carry after a part.
    fn next(&self, carry: Self::Carry, value: Self::Value) -> Self::Carry;
    /// Finishes a part; the last call with this room was `first` for the same one.
    fn second(&self, room: &mut Self::Outputs, part: usize, value: Self::Value, carry: Self::Carry);
}

/// Runs all parts; returns the last carry.
pub(crate) fn run<A: Chained>(pool: &Pool, parts: usize, carry: A::Carry, algorithm: &A) -> A::Carry {
    if parts == 0 {
        return carry;
    }
    if parts == 1 || pool.threads() == 1 {
        let mut room = algorithm.room();
        return (0..parts).fold(carry, |carry, part| {
            pool.check();
            let value = algorithm.first(&mut room, part);
            algorithm.second(&mut room, part, value, carry);
            algorithm.next(carry, value)
        });
    }
    let line = CarryChain {
        cells: filled(parts, Cell::new),
        ready: AtomicUsize::new(0),
        front: Mutex::new(carry),
        broken: AtomicBool::new(false),
    };
    pool.run_to_end(
        parts,
        || Worker { algorithm, line: &line, late: VecDeque::new(), free: reserved(HOT + 1), rooms: 0, done: false },
        |worker, part| worker.take(part),
        |worker| worker.finish(),
    );
    line.front.into_inner().unwrap_or_else(|poison| poison.into_inner())
}

/// The value of a part and, later, its carry.
struct Cell<A: Chained> {
    /// Whether the value is written.
    valued: AtomicBool,
    value: UnsafeCell<MaybeUninit<A::Value>>,
    carry: UnsafeCell<MaybeUninit<A::Carry>>,
}

impl<A: Chained> Cell<A> {
    fn new() -> Self {
        Cell {
            valued: AtomicBool::new(false),
            value: UnsafeCell::new(MaybeUninit::uninit()),
            carry: UnsafeCell::new(MaybeUninit::uninit()),
        }
    }
}

/// The state that all threads share.
struct CarryChain<A: Chained> {
    cells: Box<[Cell<A>]>,
    /// The number of parts whose carry is written: those before this one.
    ready: AtomicUsize,
    /// The carry of part `ready`. A thread that moves `ready` holds the lock.
    front: Mutex<A::Carry>,
    /// Whether a part failed.
    broken: AtomicBool,
}

// SAFETY: a value is written by the thread that has the part, before `valued` is set, and read by the holder of `front`
// afterwards. A carry is written by the holder of `front` before `ready` passes the part, and read afterwards.
unsafe impl<A: Chained> Sync for CarryChain<A> {}

impl<A: Chained> CarryChain<A> {
    fn publish(&self, part: usize, value: A::Value) {
        let cell = &self.cells[part];
        // SAFETY: this thread has taken the part, and no thread reads the value before `valued` is set.
        cell.value.with_mut(|cell| unsafe { (*cell).write(value) });
        cell.valued.store(true, Ordering::Release);
    }

    /// The carry of a part, if all parts before it have their values.
    fn carry(&self, algorithm: &A, part: usize) -> Option<A::Carry> {
        if self.ready.load(Ordering::Acquire) <= part {
            self.advance(algorithm);
        }
        let ready = self.ready.load(Ordering::Acquire) > part;
        // SAFETY: `ready` has passed the part, so its carry is written and will not be written again.
        ready.then(|| self.cells[part].carry.with(|carry| unsafe { (*carry).assume_init() }))
    }

    /// Moves the front over all parts that have a value, unless another thread is moving it.
    fn advance(&self, algorithm: &A) {
        let Ok(mut front) = self.front.try_lock() else { return };
        let mut part = self.ready.load(Ordering::Relaxed);
        while let Some(cell) = self.cells.get(part).filter(|cell| cell.valued.load(Ordering::Acquire)) {
            // SAFETY: the value was written before the flag was set; the carry is this thread's to write, since it holds
            // the lock and `ready` hasn't passed the part.
            unsafe {
                cell.carry.with_mut(|carry| (*carry).write(*front));
                *front = algorithm.next(*front, cell.value.with(|value| (*value).assume_init()));
            }
            part += 1;
            self.ready.store(part, Ordering::Release);
        }
    }
}

struct Worker<'a, A: Chained> {
    algorithm: &'a A,
    line: &'a CarryChain<A>,
    /// Parts that wait for their carry, in order, with the results of their first step unless these were dropped.
    late: VecDeque<(usize, A::Value, Option<A::Outputs>)>,
    free: Vec<A::Outputs>,
    rooms: usize,
    done: bool,
}

impl<A: Chained> Worker<'_, A> {
    fn free_room(&mut self) -> Option<A::Outputs> {
        if self.free.is_empty() && self.rooms < HOT {
            self.rooms += 1;
            return Some(self.algorithm.room());
        }
        self.free.pop()
    }

    fn take(&mut self, part: usize) {
        if self.line.broken.load(Ordering::Relaxed) {
            return;
        }
        let mut room = self.free_room().unwrap_or_else(|| {
            // The last part that waits has its turn farthest away, so its results are dropped.
            let last = self.late.iter_mut().rev().find_map(|(_, _, room)| room.take());
            last.unwrap_or_else(|| self.algorithm.room())
        });
        let value = self.algorithm.first(&mut room, part);
        self.line.publish(part, value);
        push_back(&mut self.late, (part, value, Some(room)));
        while self.second() {}
    }

    /// Finishes the first part that waits, if its carry is known.
    fn second(&mut self) -> bool {
        let Some((part, ..)) = self.late.front() else { return false };
        let Some(carry) = self.line.carry(self.algorithm, *part) else { return false };
        let Some((part, value, room)) = self.late.pop_front() else { return false };
        let mut room = room.unwrap_or_else(|| {
            let mut room = self.free_room().unwrap_or_else(|| self.algorithm.room());
            self.algorithm.first(&mut room, part);
            room
        });
        self.algorithm.second(&mut room, part, value, carry);
        // The list has place for the first rooms; one that was made later, in place of a dropped one, is freed.
        if self.free.len() < self.free.capacity() {
            self.free.push(room);
        }
        true
    }

    fn finish(&mut self) {
        let mut spins = 0u32;
        while !self.late.is_empty() && !self.line.broken.load(Ordering::Relaxed) {
            if self.second() {
                spins = 0;
            } else {
                // Another thread is computing the missing value, which takes microseconds unless that thread isn't
                // running.
                spins += 1;
                if spins < SPINS { spin_loop() } else { yield_now() }
            }
        }
        self.done = true;
    }
}

impl<A: Chained> Drop for Worker<'_, A> {
    fn drop(&mut self) {
        if !self.done {
            self.line.broken.store(true, Ordering::Relaxed);
        }
    }
}
