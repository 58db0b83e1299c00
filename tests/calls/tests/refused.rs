//! Refused memory: each terminal is called with each of its allocations refused in turn. The call returns the right
//! answer or `OutOfMemory`, its inputs are unchanged, and the device still works.
//!
//! Not refused are the few allocations of fixed sizes whose failure ends the process whatever the library does: those by which std
//! unwinds, rayon's tasks and the entry of a call among its helpers, and the blocks that rayon's queues take, whose sizes are found out
//! beforehand. This binary replaces the allocator, and has no test harness, whose main thread allocates while the tests run.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use onrush::prelude::*;
use onrush::{Error, ErrorKind, Result};
use onrush_test_calls::rows::{in_place, of_chains_and_parts, without_operations};
use onrush_test_calls::{Fault, Given, Row, answering, is_answering};
use onrush_test_support::Tested;

/// The size in bytes below which allocations are always granted.
const LEAST: usize = 9;
/// The sizes of what std unwinds with, a panic's message and an error, and of what rayon takes for a task.
const STDS: [usize; 3] = [16, 24, 56];
/// A number larger than that of any call's allocations.
const NEVER: usize = usize::MAX;

struct Refusing;

/// The number of large allocations that are still granted.
static GRANTED: AtomicUsize = AtomicUsize::new(NEVER);
/// Whether all later allocations are refused too.
static ALL: AtomicBool = AtomicBool::new(false);
/// Whether everything is refused, however small.
static EVERYTHING: AtomicBool = AtomicBool::new(false);
/// How often in a row a call must succeed without a refusal until it is taken to need no more: several threads may share the work
/// differently each time.
static WITHOUT: AtomicUsize = AtomicUsize::new(1);
/// The number of calls' allocations that were refused in turn.
static TOTAL: AtomicUsize = AtomicUsize::new(0);
/// The number of refused allocations.
static REFUSED: AtomicUsize = AtomicUsize::new(0);
/// The sizes of rayon's blocks, which are granted.
static RAYONS: [AtomicUsize; 4] = [const { AtomicUsize::new(0) }; 4];
/// The sizes that rayon's threads allocate for the collector of their queues' memory, at times that can't be foreseen:
/// a thread's record, and a bag of the memory that it has released.
const COLLECTORS: [usize; 2] = [2304, 2072];
/// Whether the sizes of allocations are recorded as rayon's.
static NOTING: AtomicBool = AtomicBool::new(false);

fn granted(size: usize) -> bool {
    if EVERYTHING.load(Ordering::Relaxed) {
        return false;
    }
    if size < LEAST || STDS.contains(&size) || COLLECTORS.contains(&size) {
        return true;
    }
    if NOTING.load(Ordering::Relaxed) {
        let known = |slot: &&AtomicUsize| [0, size].contains(&slot.load(Ordering::Relaxed));
        RAYONS.iter().find(known).expect("rayon takes few sizes").store(size, Ordering::Relaxed);
        return true;
    }
    if GRANTED.load(Ordering::Relaxed) == NEVER
        || is_answering()
        || RAYONS.iter().any(|s| s.load(Ordering::Relaxed) == size)
    {
        return true;
    }
    let take =
        |left: usize| if left == 0 { (!ALL.load(Ordering::Relaxed)).then_some(NEVER - 1) } else { Some(left - 1) };
    match GRANTED.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take) {
        Ok(1..) => true,
        _ => {
            REFUSED.fetch_add(1, Ordering::Relaxed);
            false
        }
    }
}

// SAFETY: every method forwards to the system's allocator or returns null, which says that there is no memory.
unsafe impl GlobalAlloc for Refusing {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's contract.
        if granted(layout.size()) { unsafe { System.alloc(layout) } } else { std::ptr::null_mut() }
    }
    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the caller's contract.
        if granted(size) { unsafe { System.realloc(at, layout, size) } } else { std::ptr::null_mut() }
    }
    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        // SAFETY: the caller's contract.
        unsafe { System.dealloc(at, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Refusing = Refusing;

/// Calls `f`, which is granted so many large allocations.
fn limited<R>(granted: usize, f: impl FnOnce() -> R) -> R {
    REFUSED.store(0, Ordering::Relaxed);
    GRANTED.store(granted, Ordering::Relaxed);
    let result = f();
    GRANTED.store(NEVER, Ordering::Relaxed);
    result
}

/// Refuses the first allocation of a call, then the second, and so on, until the call makes no more; first one alone,
/// then all from one on. `attempt` calls with a limit, and checks what comes of it.
fn in_turn(what: &str, mut attempt: impl FnMut(usize)) {
    for all in [false, true] {
        ALL.store(all, Ordering::Relaxed);
        let mut without = 0;
        for k in 0.. {
            attempt(k);
            without = if REFUSED.load(Ordering::Relaxed) == 0 { without + 1 } else { 0 };
            if without == WITHOUT.load(Ordering::Relaxed) {
                break;
            }
            assert!(k < 2000, "{what} allocates without end");
        }
    }
}

/// Refuses each allocation of a call. `attempt` returns an answer that is always the same, or an error.
fn refuse<R: PartialEq + std::fmt::Debug>(what: &str, mut attempt: impl FnMut(usize) -> Result<R>) {
    let want = attempt(NEVER).unwrap_or_else(|error| panic!("{what}: {error}"));
    in_turn(what, |k| match attempt(k) {
        Ok(got) => assert_eq!(got, want, "{what}, without allocation {k}"),
        Err(error) => {
            TOTAL.fetch_add(1, Ordering::Relaxed);
            assert!(matches!(error.kind(), ErrorKind::OutOfMemory { bytes: 1.., .. }), "{what}: {error}");
        }
    });
}

/// Every terminal, with an operation that panics: the call returns the panic or `OutOfMemory`, and its targets read as they were
/// before it, or not at all. A vector that is sorted in place keeps its elements.
fn failing(device: &Tested, n: usize) -> Result<()> {
    let through = |row: &Row, sorts: bool| {
        let what = format!("a failing {}.{} of {n} on {}", row.algorithm, row.name, device.name());
        in_turn(&what, |k| {
            let mut given = Given::new(device, device, n, Fault::Panics).expect("the inputs are made");
            let (before, elements) = (given.targets().expect("targets"), given.elements().expect("elements"));
            let error = limited(k, || (row.run)(&mut given)).expect_err("an operation panics");
            assert!(matches!(error.kind(), ErrorKind::Panic { .. } | ErrorKind::OutOfMemory { .. }), "{what}: {error}");
            if let Ok(after) = given.targets() {
                assert_eq!(after, before, "{what} without allocation {k}: a target of the failed call reads as Ok");
            }
            given.inputs().expect("nobody else is told");
            if sorts {
                given.recover().expect("the elements are there");
                assert_eq!(given.elements().expect("elements"), elements, "{what}: elements are lost");
            }
            drop(given);
            assert!(!onrush_core::failure::any(), "{what}: marks of memory that nobody has");
        });
    };
    of_chains_and_parts().iter().for_each(|row| through(row, false));
    in_place().iter().for_each(|row| through(row, row.name.starts_with("sort")));
    Ok(())
}

/// Every terminal, with items of `u32`.
fn rows(device: &Tested, n: usize) -> Result<()> {
    let mut given = Given::new(device, device, n, Fault::None)?;
    let inputs = given.inputs()?;
    let mut through = |row: &Row, in_place: bool| {
        let what = format!("{}.{} of {n} on {}", row.algorithm, row.name, device.name());
        let writes = row.has_targets() || in_place;
        refuse(&what, |granted| {
            if writes {
                given = Given::new(device, device, n, Fault::None)?;
            }
            let before = if in_place { given.elements()? } else { Vec::new() };
            let result = limited(granted, || (row.run)(&mut given));
            // A failed sort leaves the elements in some order.
            if in_place && row.name.starts_with("sort") {
                assert!(given.elements()? == before, "{what}: elements are lost");
            }
            // Those of a call without targets are compared at the end.
            if writes && result.is_err() {
                assert_eq!(given.inputs()?, inputs, "{what} changes its inputs");
            }
            Ok((result?, if writes { given.targets()? } else { 0 }))
        });
        assert_eq!(given.inputs().expect("they can be read"), inputs, "{what} changes its inputs");
        assert_eq!(device.range(0..1000u64).sum().expect("the device works on"), 499_500);
    };
    of_chains_and_parts().iter().for_each(|row| through(row, false));
    in_place().iter().chain(&without_operations()).for_each(|row| through(row, true));
    Ok(())
}

/// The elements of a vector, which are read with everything granted.
fn elements<T: Element>(x: &DeviceVec<T, Cpu>) -> Result<Vec<T>> {
    answering(|| x.to_vec())
}

/// What the rows lack: vectors from the host, items of 256 bytes, operators of one's own, operations that take long, so that threads
/// help, and more bins than fit into a cache.
fn others(b: &Cpu, n: usize) -> Result<()> {
    let host: Vec<u64> = (0..n as u64).map(|i| i.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40).collect();
    let x = &b.upload(&host)?;
    let large = &x.iter().map(op!(|x: u64| [x; 32])).take(n.min(1500)).collect()?;
    let slow = op!(|x: u64| {
        let mut y = x;
        for k in 0..20u64 {
            y ^= k;
        }
        y
    });
    let (right, keep) = (op!(|_: u64, b: u64| b), op!(|x: u64| x % 3 == 0));
    let right_of_large = op!(|_: [u64; 32], b: [u64; 32]| b);
    let less_of_large = op!(|a: [u64; 32], b: [u64; 32]| a[3] < b[3]);
    let keys = &b.range(0..n as u64).map(op!(|i: u64| i / 5)).collect()?;
    macro_rules! refuse {
        ($($call:expr),+ $(,)?) => {$(
            refuse(&format!("{} of {n} on {}", stringify!($call), b.name()), |granted| limited(granted, || $call));
        )+};
    }
    refuse!(
        elements(&b.upload(&host)?),
        elements(&b.upload_iter(host.iter().copied())?),
        elements(&b.upload_iter(host.iter().copied().filter(|x| x % 7 != 0))?),
        x.to_vec(),
        elements(&b.filled(7u64, n)?),
        elements(&x.iter().map(slow).collect()?),
        x.iter().map(slow).sum(),
        x.iter().map(slow).reduce(0, right),
        x.iter().filter(keep).reduce(0, right),
        x.iter().map(slow).argmax(),
        x.iter().map(slow).position(op!(|x: u64| x == 7)),
        large.iter().reduce_with(right_of_large),
        elements(&x.iter().map(slow).scan_inclusive(Sum).collect()?),
        elements(&x.iter().scan_exclusive(3, right).collect()?),
        elements(&large.iter().scan_inclusive(right_of_large).collect()?),
        elements(&x.iter().map(slow).filter(keep).collect()?),
        elements(&large.iter().filter(op!(|x: [u64; 32]| x[0] % 3 == 0)).collect()?),
        x.iter().map(slow).partition(keep).collect().and_then(|(a, b)| Ok((elements(&a)?, elements(&b)?))),
        reduce_by_key(keys.iter().map(slow), x, Max).collect().and_then(|(a, b)| Ok((elements(&a)?, elements(&b)?))),
        elements(&scan_by_key_exclusive(keys.iter().map(slow), x, 5, right).collect()?),
        elements(&x.iter().map(slow).map(op!(|x: u64| x as usize % 1000)).histogram(1000).collect()?),
        elements(&x.iter().map(op!(|x: u64| x as usize % 1000)).histogram(100_000).collect()?),
        elements(&x.iter().argsort().collect()?),
    );
    // What is written in place is made anew for each call.
    macro_rules! in_place {
        ($($made:expr => |$y:ident| $call:expr, $kept:expr;)+) => {$(
            refuse(&format!("{} of {n} on {}", stringify!($call), b.name()), |granted| {
                let mut $y = $made;
                let result = limited(granted, || $call);
                assert!(result.is_ok() || $kept, "{}: elements are lost", stringify!($call));
                result.and_then(|()| $y.to_vec())
            });
        )+};
    }
    fn sorted<T: Ord>(mut x: Vec<T>) -> Vec<T> {
        x.sort_unstable();
        x
    }
    let short: Vec<u64> = host.iter().copied().filter(|x| x % 7 != 0).collect();
    let large_items = sorted(large.to_vec()?);
    let pairs = op!(|a: (u64, u8), b: (u64, u8)| a.0 < b.0);
    let mut bytes = b.filled(1u8, n)?;
    let mut places = b.range(0..large.len()).collect()?;
    let mut numbers = b.range(0..n).collect()?;
    in_place! {
        x.try_clone()? => |y| sort_by_key(&mut y, &mut numbers), sorted(y.to_vec()?) == sorted(host.clone());
        x.try_clone()? => |y| y.iter_mut().for_each(op!(|x: &mut u64| *x += 1)), y.len() == n;
        x.try_clone()? => |y| y.extend_iter(short.iter().copied()), y.to_vec()? == host;
        x.try_clone()? => |y| sort_by((&mut y, &mut bytes), pairs), sorted(y.to_vec()?) == sorted(host.clone());
        large.try_clone()? => |y| y.sort(), sorted(y.to_vec()?) == large_items;
        large.try_clone()? => |y| y.sort_by(less_of_large), sorted(y.to_vec()?) == large_items;
        large.try_clone()? => |y| sort_by_key(&mut y, &mut places), sorted(y.to_vec()?) == large_items;
    }
    Ok(())
}

/// Reductions into a target that exists already, which keeps its elements if the call returns for lack of memory.
fn by_place(b: &Cpu) -> Result<()> {
    let x = b.range(0..120_000u32).map(op!(|x: u32| x as f32 / 2.0)).collect()?;
    let to = b.range(0..120_000u32).map(op!(|x: u32| x % 1000)).collect()?;
    refuse(&format!("scatter_reduce of floats on {}", b.name()), |granted| {
        let mut target = b.filled(1f32, 1000)?;
        let done = limited(granted, || x.iter().scatter_reduce(&to, Sum, &mut target));
        let kept = target.to_vec()?;
        assert!(done.is_ok() || kept.iter().all(|v| *v == 1.0), "a target that has changed on {}", b.name());
        done.map(|()| kept.into_iter().map(f32::to_bits).collect::<Vec<_>>())
    });
    Ok(())
}

/// Segments that are too long for one thread, and that a list is made of; items of which a sample is taken.
fn long(b: &Cpu) -> Result<()> {
    let ends = b.range(0..13usize).map(op!(|i: usize| i * 66_000)).collect()?;
    let x = b.range(0..12 * 66_000u32).collect()?;
    macro_rules! refuse {
        ($($call:expr),+ $(,)?) => {$(
            refuse(&format!("{} on {}", stringify!($call), b.name()), |granted| limited(granted, || $call));
        )+};
    }
    refuse!(
        elements(&x.iter().segments(&ends).sum().collect()?),
        elements(&x.iter().segments(&ends).scan_inclusive(Sum).collect()?),
        x.iter().nth_element(1000),
        x.iter().take(3000).quantiles(&[0.1, 0.5, 0.6, 0.7, 0.8]),
    );
    refuse(&format!("a sort of long segments on {}", b.name()), |granted| {
        let mut keys = b.range(0..70_000u32).rev().collect()?;
        let ends = b.upload(&[0, 10_000, 70_000usize])?;
        let result = limited(granted, || keys.segments_mut(&ends).sort());
        let sum = keys.iter().map(op!(|x: u32| u64::from(x))).sum()?;
        assert_eq!(sum, 70_000 * 69_999 / 2, "elements are lost");
        result.map(|()| keys.at(10_000).expect("a key"))
    });
    Ok(())
}

/// An error for which there is no memory is an error, too.
fn without_any_memory() {
    let panicked = || ErrorKind::Panic { message: String::new(), location: None };
    let before: Error = panicked().into();
    EVERYTHING.store(true, Ordering::Relaxed);
    let errors = [Error::from(panicked()), before.clone().called_at(std::panic::Location::caller())];
    let [own, copy] =
        errors.map(|error| matches!(error.kind(), ErrorKind::OutOfMemory { bytes: 1.., .. }) && error.call().is_none());
    EVERYTHING.store(false, Ordering::Relaxed);
    assert!(own && copy && matches!(before.kind(), ErrorKind::Panic { .. }));
}

fn main() -> Result<()> {
    without_any_memory();
    // Memory that is kept would not be asked for.
    // SAFETY: no other thread runs yet that reads or writes the environment.
    unsafe { std::env::set_var("ONRUSH_KEEP", "0") };
    let [one, two, three] = &[1, 2, 3].map(|threads| Cpu::with_threads(threads).unwrap());
    // The sizes of the blocks that rayon takes for its queue of jobs from outside.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    pool.broadcast(|_| ());
    NOTING.store(true, Ordering::Relaxed);
    (0..200).for_each(|_| pool.spawn(|| ()));
    NOTING.store(false, Ordering::Relaxed);
    // Of a pool's memory the first allocation alone is refused: rayon ends the process without its own.
    ALL.store(true, Ordering::Relaxed);
    GRANTED.store(0, Ordering::Relaxed);
    let pool = Cpu::with_threads(3).map(drop);
    GRANTED.store(NEVER, Ordering::Relaxed);
    assert!(pool.is_err_and(|error| matches!(error.kind(), ErrorKind::OutOfMemory { bytes: 1.., .. })));
    let pinned = one.range(0..5000u32).collect()?.to_pinned()?;
    refuse("to_vec of a pinned vector", |granted| limited(granted, || pinned.to_vec()));
    // What only repeats at length runs by itself.
    if std::env::args().any(|argument| argument == "--ignored") {
        others(one, 40_000)?;
        WITHOUT.store(3, Ordering::Relaxed);
        rows(&three.clone().into(), 20_000)?;
        others(three, 3000)?;
        [3000, 40_000].into_iter().try_for_each(|n| others(two, n))?;
        by_place(two)?;
    } else {
        for (device, rows_of, others_of) in [(one, 3000, 3000), (three, 8000, 40_000)] {
            let tested = device.clone().into();
            rows(&tested, rows_of)?;
            failing(&tested, 300)?;
            long(device)?;
            others(device, others_of)?;
            by_place(device)?;
            WITHOUT.store(3, Ordering::Relaxed);
        }
    }
    println!("{} refusals", TOTAL.load(Ordering::Relaxed));
    Ok(())
}
