//! Temporary memory on the CPU: sorts need their input's size, other algorithms only memory for their threads.
//!
//! This binary has a single test, because it counts all allocations of the process.
#![allow(unsafe_code)]

#[path = "programs/cases.rs"]
mod cases;
mod facts;

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

use onrush::prelude::*;

struct Counting;

static NOW: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

// SAFETY: both methods forward to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let now = NOW.fetch_add(layout.size(), Ordering::Relaxed) + layout.size();
        PEAK.fetch_max(now, Ordering::Relaxed);
        // SAFETY: the caller's contract is the same.
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        NOW.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: the caller's contract is the same.
        unsafe { System.dealloc(at, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The number of items: large enough that the asserted multiples of it far exceed the threads' memory, and small enough
/// that no block is mapped past the allocator.
const N: usize = 1 << 21;
/// The largest scratch memory of a thread: six tiles of a scan by key.
const PER_THREAD: usize = 512 << 10;
/// The further memory of a radix sort: two pages of 2 MiB, for the runs of rows that its threads collect and their
/// positions.
const OF_A_SORT: usize = 4 << 20;

/// The peak of allocated bytes during `f` above those allocated before, including its result.
fn peak<R>(f: impl FnOnce() -> onrush::Result<R>) -> usize {
    let before = NOW.load(Ordering::Relaxed);
    PEAK.store(before, Ordering::Relaxed);
    let result = f();
    assert!(result.is_ok());
    PEAK.load(Ordering::Relaxed) - before
}

/// Checks that a terminal takes `least` bytes per item (its vectors, which shows that the counting works) and at most
/// `more` besides.
macro_rules! check {
    ($least:literal * N, $more:expr, $body:expr) => {
        check(stringify!($body), $least * N, $more, peak(|| $body));
    };
}

fn check(call: &str, least: usize, more: usize, bytes: usize) {
    // rayon's threads may free a little of their memory meanwhile.
    let range = least.saturating_sub(1 << 10)..=least + more;
    assert!(range.contains(&bytes), "{call}: got {bytes} bytes, expected {range:?}");
}

#[test]
fn temporary_memory_is_what_the_docs_say() -> onrush::Result<()> {
    // Kept memory would not be counted.
    // SAFETY: no other thread runs yet that reads or writes the environment.
    unsafe { std::env::set_var("ONRUSH_KEEP", "0") };
    for threads in [1, 4] {
        terminals(&Cpu::with_threads(threads)?, threads)?;
    }
    every_algorithm(&Cpu::with_threads(4)?, 4 * PER_THREAD)
}

/// Checks a call of each algorithm on `N` items, except those that need their input's size, which `terminals` checks.
fn every_algorithm(cpu: &Cpu, more: usize) -> onrush::Result<()> {
    for case in cases::cases_of_u32() {
        if !facts::Facts::of(case.algorithm).takes_its_size_once_more() {
            let mut call = (case.prepare)(cpu, N)?;
            check(case.name, case.makes * N, more, peak(&mut call));
        }
    }
    Ok(())
}

fn terminals(cpu: &Cpu, threads: usize) -> onrush::Result<()> {
    let x = cpu.range(0..N as u32).map(op!(|i: u32| i.wrapping_mul(0x9E37_79B9))).collect()?;
    let y = x.iter().map(op!(|v: u32| v as f32)).collect()?;
    let keys = cpu.range(0..N as u32).map(op!(|i: u32| i / 7)).collect()?;
    let index = x.iter().map(op!(|v: u32| v as usize % (1 << 21))).collect()?;
    let (mut a, mut b) = (x.try_clone()?, y.try_clone()?);
    let few = threads * PER_THREAD;
    check!(0 * N, few, a.iter_mut().for_each(op!(|v: &mut u32| *v ^= 5)));
    check!(4 * N, few, x.iter().map(op!(|v: u32| v + 1)).collect());
    check!(0 * N, few, x.iter().collect_into(&mut a));
    check!(4 * N, few, x.iter().permute(&index).collect());
    check!(0 * N, few, y.iter().sum());
    check!(0 * N, few, y.iter().reduce(0.0, op!(|a: f32, b: f32| a + b)));
    check!(0 * N, few, y.iter().filter(op!(|v: f32| v > 9.0)).sum());
    check!(0 * N, few, y.iter().argmin());
    check!(0 * N, few, y.iter().position(op!(|v: f32| v < 0.0)));
    check!(0 * N, few, x.iter().equal(&x));
    check!(4 * N, few, y.iter().scan_inclusive(Sum).collect());
    check!(0 * N, few, y.iter().scan_exclusive(0.0, Sum).collect_into(&mut b));
    check!(4 * N, few, x.iter().filter(op!(|v: u32| v % 2 == 0)).collect());
    check!(4 * N, few, keys.iter().dedup().collect());
    check!(4 * N, few, x.iter().grid(N / 8, 8).transpose().collect());
    check!(8 * N, few, x.iter().partition(op!(|v: u32| v % 2 == 0)).collect());
    check!(12 * N, few, x.iter().partition_in_three(op!(|v: u32| v % 3 == 0), op!(|v: u32| v % 3 == 1)).collect());
    check!(5 * N, few, x.iter().partition_by(100, op!(|v: u32| v % 100)).collect());
    check!(8 * N, few, reduce_by_key(&keys, &y, Sum).collect());
    check!(4 * N, few, scan_by_key_inclusive(&keys, &y, Sum).collect());
    // Many threads bring the items together for each part of the target: a number of a bin, and the item with its place.
    let binned = |record: usize| if threads < 4 { 0 } else { N * (1 + record) };
    check("scatter", binned(4 + 4), few, peak(|| x.iter().scatter(&index, &mut a)));
    let mut wide = cpu.filled(0u64, N)?;
    let half = x.slice(..N / 2)?.iter().map(op!(|v: u32| v as u64));
    check("scatter of u64", binned(16) / 2, few, peak(|| half.scatter(index.slice(..N / 2)?, &mut wide)));
    drop(wide);
    // Up to four threads leave the sums of integers to one, in the target.
    check!(0 * N, few, x.iter().scatter_reduce(&index, Sum, &mut a));
    // Places and items are stored, and there is a sum for each place.
    check!(12 * N, few, y.iter().scatter_reduce(&index, Sum, &mut b));
    let part = N / 16;
    let places = index.slice(..part)?.iter().map(op!(|i: usize| i % part));
    let counted = peak(|| y.iter().take(part).scatter_reduce(places, Sum, b.slice_mut(..part)?));
    check("scatter_reduce of a part", 12 * part, few, counted);
    check!(0 * N, few, x.iter().scatter_reduce(keys.iter().map(op!(|k: u32| k % 100)), Sum, &mut a.slice_mut(..100)?));
    check!(0 * N, few, x.iter().map(op!(|v: u32| (v >> 24) as usize)).histogram(256).collect());
    check!(8 * N, few, x.iter().lower_bound(keys.view()).collect());
    check!(8 * N, few, merge(&keys, &keys).collect());
    check!(8 * N, few, merge_by(&keys, &keys, op!(|a: u32, b: u32| a < b)).collect());
    check!(4 * N, few, x.to_vec());

    // The sort takes the input's size, also for several columns.
    check!(4 * N, few, b.sort_by(op!(|a: f32, b: f32| a > b)));
    x.iter().collect_into(&mut a)?;
    y.iter().collect_into(&mut b)?;
    let (mut bytes, mut longs) = (x.iter().map(op!(|v: u32| v as u8)).collect()?, cpu.filled(7u64, N)?);
    check!(8 * N, few, sort_by((&mut a, &mut b), op!(|a: (u32, f32), b: (u32, f32)| a.1 < b.1)));
    check!(9 * N, few, sort_by((&mut bytes, &mut longs), op!(|a: (u8, u64), b: (u8, u64)| a.0 < b.0)));
    x.iter().map(op!(|v: u32| v as u8)).collect_into(&mut bytes)?;
    let table = (&mut bytes, &mut a, &mut longs);
    check!(13 * N, few, sort_by(table, op!(|a: (u8, u32, u64), b: (u8, u32, u64)| a.0 < b.0)));
    let few = few + OF_A_SORT;
    x.iter().collect_into(&mut a)?;
    check!(4 * N, few, a.sort());
    check!(8 * N, few, x.iter().sort().collect());
    x.iter().collect_into(&mut a)?;
    check!(8 * N, few, sort_by_key(&mut a, &mut b));
    let mut triples = cpu.filled([1u32; 3], N)?;
    x.iter().collect_into(&mut a)?;
    check!(24 * N, few, sort_by_key(&mut a, (&mut longs, &mut triples)));
    // Segments that one thread sorts take little.
    x.iter().collect_into(&mut a)?;
    check!(0 * N, few, a.segments_of_mut(1000).sort_with(&mut b));
    // The memory is that of the positions, a copy of the keys, and the sort of both.
    check!(24 * N, few, x.iter().argsort().collect());
    Ok(())
}
