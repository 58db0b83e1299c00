#![allow(unsafe_code)]
use loom::cell::UnsafeCell;
use loom::sync::Arc;
use loom::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use crate::chained_scan::{self, Chained};
use crate::forks::Forks;
use crate::gate::Gate;
use crate::parallel::Pool;
use crate::scope;

/// Explores all orders in which a thread that could go on is interrupted at most `interruptions` times.
fn model(interruptions: usize, f: impl Fn() + Send + Sync + 'static) {
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound = Some(interruptions);
    builder.check(f);
}

/// A cell that only one thread may use at a time; loom reports when two do.
#[derive(Default)]
struct Alone(UnsafeCell<usize>);

// SAFETY: loom checks each access.
unsafe impl Sync for Alone {}
// SAFETY: loom checks each access.
unsafe impl Send for Alone {}

impl Alone {
    fn add(&self, n: usize) {
        // SAFETY: loom fails where another thread uses it at the same time.
        self.0.with_mut(|x| unsafe { *x += n });
    }
    fn get(&self) -> usize {
        // SAFETY: loom fails where another thread writes it at the same time.
        self.0.with(|x| unsafe { *x })
    }
}

/// A helper works only while the caller waits, and the caller sees the helper's writes.
#[test]
fn nobody_is_inside_a_closed_gate() {
    model(3, || {
        let gate = Arc::new(Gate::new());
        let work = Arc::new([Alone::default(), Alone::default()]);
        let entered = Arc::new(AtomicUsize::new(0));
        let helpers: Vec<_> = (0..2)
            .map(|i| {
                let (gate, work, entered) = (gate.clone(), work.clone(), entered.clone());
                loom::thread::spawn(move || {
                    if let Some(_inside) = gate.enter() {
                        work[i].add(1);
                        entered.fetch_add(1, Ordering::Relaxed);
                    }
                })
            })
            .collect();
        gate.close();
        // The writes stand for freeing the work.
        work.iter().for_each(|part| part.add(10));
        let inside = entered.load(Ordering::Relaxed);
        assert_eq!(work.iter().map(Alone::get).sum::<usize>(), 20 + inside);
        helpers.into_iter().for_each(|helper| helper.join().unwrap());
        assert_eq!(entered.load(Ordering::Relaxed), inside);
    });
}

/// Both pieces of a fork run once, and the writes of another thread are seen.
#[test]
fn forks_are_joined() {
    model(3, || {
        let forks = Forks::new();
        let (a, b) = (Alone::default(), Alone::default());
        scope(1, &|| forks.help(), || {
            forks.join(&mut || a.add(1), &mut || b.add(2), &mut || ());
            assert_eq!((a.get(), b.get()), (1, 2));
        });
    });
}

/// Pieces may fork again; a thread that waits runs other pieces of the call.
#[test]
fn forks_of_forks_are_joined() {
    model(2, || {
        let forks = Forks::new();
        let parts: [Alone; 4] = Default::default();
        scope(1, &|| forks.help(), || {
            let half = |i: usize| {
                forks.join(&mut || parts[i].add(1), &mut || parts[i + 1].add(1), &mut || ());
                assert_eq!((parts[i].get(), parts[i + 1].get()), (1, 1));
            };
            forks.join(&mut || half(0), &mut || half(2), &mut || ());
            assert_eq!(parts.iter().map(Alone::get).sum::<usize>(), 4);
        });
    });
}

/// A gate and forks, used as a call uses them: helpers come at any time.
#[test]
fn a_call_with_forks_leaves_no_helper() {
    model(2, || {
        let gate = Arc::new(Gate::new());
        let forks = Arc::new(Forks::new());
        let gone = Arc::new(AtomicBool::new(false));
        let helper = {
            let (gate, forks, gone) = (gate.clone(), forks.clone(), gone.clone());
            loom::thread::spawn(move || {
                if let Some(_inside) = gate.enter() {
                    forks.help();
                    assert!(!gone.load(Ordering::Relaxed));
                }
            })
        };
        let (a, b) = (Alone::default(), Alone::default());
        forks.join(&mut || a.add(1), &mut || b.add(1), &mut || ());
        gate.close();
        gone.store(true, Ordering::Relaxed);
        assert_eq!(a.get() + b.get(), 2);
        helper.join().unwrap();
    });
}

/// Sums part numbers; each part is finished once, with the sum of those before.
struct Sums(Vec<Alone>);

impl Chained for Sums {
    type Outputs = usize;
    type Value = usize;
    type Carry = usize;
    fn room(&self) -> usize {
        usize::MAX
    }
    fn first(&self, room: &mut usize, part: usize) -> usize {
        *room = part;
        part + 1
    }
    fn next(&self, carry: usize, value: usize) -> usize {
        carry + value
    }
    fn second(&self, room: &mut usize, part: usize, value: usize, carry: usize) {
        assert_eq!((*room, value, carry), (part, part + 1, part * (part + 1) / 2));
        self.0[part].add(1);
    }
}

fn sums(threads: usize, parts: usize, interruptions: usize) {
    model(interruptions, move || {
        let sums = Sums((0..parts).map(|_| Alone::default()).collect());
        assert_eq!(chained_scan::run(&Pool(threads), parts, 0, &sums), parts * (parts + 1) / 2);
        assert!(sums.0.iter().all(|part| part.get() == 1));
    });
}

#[test]
fn a_chain_of_two_threads() {
    sums(2, 3, 3);
}

#[test]
fn a_chain_of_three_threads() {
    sums(3, 3, 1);
}
