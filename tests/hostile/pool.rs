//! Calls inside a user's thread pool: they run none of its tasks, wait for none of them, and keep none of its threads.

use std::cell::Cell;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use onrush::ErrorKind;
use onrush::prelude::*;

/// Enough items for several threads.
const N: usize = 1 << 15;

thread_local! {
    /// Whether a terminal is running on this thread.
    static CALLING: Cell<bool> = const { Cell::new(false) };
}

/// Runs a call; [`task`] notices if a task of the pool begins on this thread meanwhile.
fn calling<R>(call: impl FnOnce() -> onrush::Result<R>) -> onrush::Result<R> {
    CALLING.set(true);
    let result = call();
    CALLING.set(false);
    result
}

/// The first statement of each of the pools' tasks.
fn task() {
    assert!(!CALLING.get(), "a terminal runs a task of the user's");
}

/// A slow sum with a known answer.
fn sum<B: Backend>(b: &B) -> onrush::Result<u64> {
    let slow = op!(|i: usize| {
        let mut hash = i as u64;
        for _ in 0..20 {
            hash = hash.wrapping_mul(6364136223846793005).wrapping_add(1);
        }
        hash & 1 | 1
    });
    calling(|| b.tabulate(N, slow).sum())
}

/// A sort by a comparator, whose halves are sorted in parallel.
fn sort<B: Backend>(b: &B) -> onrush::Result<()> {
    let mut x = b.tabulate(N, op!(|i: usize| (i as u32).wrapping_mul(2654435761))).collect()?;
    calling(|| x.sort_by(op!(|a: u32, b: u32| a > b)))?;
    assert!(x.to_vec()?.is_sorted_by(|a, b| a >= b));
    Ok(())
}

/// Every algorithm that distributes its work in its own way.
fn everything<B: Backend>(b: &B) -> onrush::Result<()> {
    assert_eq!(sum(b)?, N as u64);
    sort(b)?;
    let x = calling(|| b.tabulate(N, op!(|i: usize| i as u32 % 10)).collect())?;
    assert_eq!(calling(|| x.iter().scan_inclusive(Sum).collect())?.to_vec()?[N - 1], x.to_vec()?.iter().sum::<u32>());
    assert_eq!(
        calling(|| x.iter().filter(op!(|v: u32| v == 3)).collect())?.len(),
        N.div_ceil(10) - usize::from(N % 10 < 4)
    );
    assert_eq!(
        calling(|| x.iter().map(op!(|v: u32| v as usize)).histogram(10).collect())?.to_vec()?.iter().sum::<u64>(),
        N as u64
    );
    calling(|| x.iter().sort().collect())?;
    Ok(())
}

fn pool(threads: usize) -> rayon::ThreadPool {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap()
}

#[test]
fn a_call_runs_no_task_of_the_users() {
    for threads in [1, 2, 4] {
        let done = AtomicUsize::new(0);
        pool(threads).scope(|scope| {
            for _ in 0..16 {
                scope.spawn(|_| {
                    task();
                    everything(&Cpu::new()).unwrap();
                    done.fetch_add(1, Ordering::Relaxed);
                });
            }
        });
        assert_eq!(done.into_inner(), 16);
    }
}

#[test]
fn a_lock_can_be_held_across_a_call() {
    let (pool, own) = (pool(2), Cpu::with_threads(2).unwrap());
    let lock = Mutex::new(0);
    pool.scope(|scope| {
        for i in 0..24 {
            let (lock, own) = (&lock, &own);
            scope.spawn(move |_| {
                task();
                let mut total = lock.lock().unwrap();
                *total += if i % 2 == 0 { sum(&Cpu::new()) } else { sum(own) }.unwrap();
                sort(own).unwrap();
            });
        }
    });
    assert_eq!(lock.into_inner().unwrap(), 24 * N as u64);
}

#[test]
fn calls_of_one_pool_from_many_threads() {
    let device = Cpu::with_threads(3).unwrap();
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| (0..4).for_each(|_| everything(&device).unwrap()));
        }
    });
}

#[test]
fn a_call_inside_the_tasks_of_other_pools() {
    let (outer, inner) = (pool(2), pool(3));
    let device = Cpu::with_threads(2).unwrap();
    outer.install(|| {
        everything(&device).unwrap();
        inner.install(|| {
            everything(&Cpu::new()).unwrap();
            rayon::join(|| everything(&device).unwrap(), || everything(&Cpu::new()).unwrap());
        });
    });
    outer.broadcast(|_| everything(&device).unwrap());
}

/// In a pool whose other thread is busy, calls don't wait for it, and the jobs they offer it don't pile up.
#[test]
fn a_busy_pool_holds_nobody_up() {
    let pool = pool(2);
    let (begun, release) = (std::sync::mpsc::channel(), std::sync::mpsc::channel::<()>());
    pool.spawn(move || {
        begun.0.send(()).unwrap();
        let _ = release.1.recv();
    });
    begun.1.recv().unwrap();
    pool.install(|| {
        for _ in 0..200 {
            assert_eq!(sum(&Cpu::new()).unwrap(), N as u64);
        }
        sort(&Cpu::new()).unwrap();
    });
    drop(release.0);
}

/// Jobs that were never started outlive neither the pool nor the data that they would have worked on.
#[test]
fn a_device_is_dropped_right_after_its_call() {
    for _ in 0..50 {
        let device = Cpu::with_threads(4).unwrap();
        assert_eq!(sum(&device).unwrap(), N as u64);
    }
}

#[test]
fn an_operation_that_fails_on_a_helper_leaves_the_pool_alive() {
    let pool = pool(2);
    pool.install(|| {
        for last in [N - 1, N / 2, 0] {
            let failing = op!(|i: usize| 1u64 / (i != last) as u64);
            let error = calling(|| Cpu::new().tabulate(N, failing).sum()).unwrap_err();
            assert!(matches!(error.kind(), ErrorKind::Panic { location: Some(_), .. }), "{error}");
            everything(&Cpu::new()).unwrap();
        }
    });
}

/// The thread's locals are already destroyed when its last call is made.
#[test]
fn a_call_while_a_thread_ends() {
    struct Last;
    impl Drop for Last {
        fn drop(&mut self) {
            everything(&Cpu::new()).unwrap();
            DONE.fetch_add(1, Ordering::Relaxed);
        }
    }
    static DONE: AtomicUsize = AtomicUsize::new(0);
    thread_local!(static LAST: Last = const { Last });
    for before in [false, true] {
        std::thread::spawn(move || {
            if before {
                everything(&Cpu::new()).unwrap();
            }
            LAST.with(|_| ());
            everything(&Cpu::new()).unwrap();
        })
        .join()
        .unwrap();
    }
    assert_eq!(DONE.load(Ordering::Relaxed), 2);
}
