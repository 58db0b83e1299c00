//! Tests of `chain`. They stand in a file of their own because `tests/model` compiles the file of `chain` too.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use crate::chained_scan::{Chained, HOT, run};
use crate::parallel::{Pool, WAKE};

/// Sums part numbers; part 1 is late, so the other threads must go on, and forget and repeat first steps.
struct Late {
    parts: usize,
    firsts: AtomicUsize,
    seen: Vec<AtomicUsize>,
    fails: Option<usize>,
}

impl Chained for Late {
    type Outputs = usize;
    type Value = usize;
    type Carry = usize;
    fn room(&self) -> usize {
        usize::MAX
    }
    fn first(&self, room: &mut usize, part: usize) -> usize {
        if part == 0 {
            // The first part takes as long as the pool's threshold by the clock, so that the pool shares the rest.
            let start = Instant::now();
            while start.elapsed() < WAKE {
                std::hint::spin_loop();
            }
        }
        if part == 1 {
            // Part 1 waits until the other threads have taken all parts.
            while self.firsts.load(Ordering::Relaxed) + 1 < self.parts && self.fails.is_none() {
                std::thread::yield_now();
            }
        }
        assert!(self.fails != Some(part), "on purpose");
        self.firsts.fetch_add(1, Ordering::Relaxed);
        *room = part;
        part
    }
    fn next(&self, carry: usize, value: usize) -> usize {
        carry + value
    }
    fn second(&self, room: &mut usize, part: usize, value: usize, carry: usize) {
        assert_eq!((*room, value, carry), (part, part, part * part.saturating_sub(1) / 2));
        self.seen[part].fetch_add(1, Ordering::Relaxed);
    }
}

fn late(parts: usize, fails: Option<usize>) -> Late {
    let seen = (0..parts).map(|_| AtomicUsize::new(0)).collect();
    Late { parts, firsts: AtomicUsize::new(0), seen, fails }
}

#[test]
fn a_late_thread_holds_nobody_up() {
    for threads in [2, 3] {
        let pool = Pool::with_threads(threads).unwrap();
        let algorithm = late(100, None);
        assert_eq!(run(&pool, 100, 0, &algorithm), 99 * 50);
        assert!(algorithm.seen.iter().all(|seen| seen.load(Ordering::Relaxed) == 1));
        // All parts but the late one and those kept in rooms were begun twice.
        assert!(algorithm.firsts.into_inner() >= 200 - HOT * threads - 2);
    }
}

#[test]
fn a_part_that_fails_ends_the_others() {
    for threads in [1, 2, 3, 8] {
        let pool = Pool::with_threads(threads).unwrap();
        for fails in [0, 1, 50, 99] {
            assert!(crate::parallel::call(|| run(&pool, 100, 0, &late(100, Some(fails)))).is_err());
        }
    }
}
