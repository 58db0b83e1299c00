//! Refused memory: each terminal is called with each of its allocations refused in turn. The call returns the right
//! answer or `OutOfMemory`, its inputs are unchanged, and the device still works.
//!
//! Refused are allocations of [`LEAST`] bytes or more, whose size depends on lengths or on the number of threads, and any that an
//! error takes for itself. Smaller ones are a call's entry among its helpers, rayon's own task, and the 56 bytes by which std
//! unwinds. The blocks that rayon's queues take don't depend on the work: their sizes are found out beforehand and granted. This
//! binary replaces the allocator, and has no test harness, whose main thread allocates while the tests run.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use onrush_core::device::Check;
use onrush_core::function::Function;
use onrush_core::lower::{Params, TranslationUnit};
use onrush_core::operator::{Max, Operator, Sum};
use onrush_core::relation::by;
use onrush_core::{
    Backend, DeviceVec, Error, ErrorKind, Result, merge, merge_by, reduce_by_key, scan_by_key_exclusive,
    scan_by_key_inclusive, sort_by, sort_by_key,
};
use onrush_cpu::Cpu;

/// The size in bytes below which allocations are always granted.
const LEAST: usize = 57;
/// A number larger than that of any call's allocations.
const NEVER: usize = usize::MAX;

struct Refusing;

/// The number of large allocations that are still granted.
static GRANTED: AtomicUsize = AtomicUsize::new(NEVER);
/// Whether all later allocations are refused too.
static ALL: AtomicBool = AtomicBool::new(false);
/// Whether everything is refused, however small.
static EVERYTHING: AtomicBool = AtomicBool::new(false);
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

thread_local! {
    /// Whether this thread checks results and is granted everything.
    static CHECKING: Cell<bool> = const { Cell::new(false) };
}

fn granted(size: usize) -> bool {
    if EVERYTHING.load(Ordering::Relaxed) {
        return false;
    }
    if size < LEAST || COLLECTORS.contains(&size) {
        return true;
    }
    if NOTING.load(Ordering::Relaxed) {
        let known = |slot: &&AtomicUsize| [0, size].contains(&slot.load(Ordering::Relaxed));
        RAYONS.iter().find(known).expect("rayon takes few sizes").store(size, Ordering::Relaxed);
        return true;
    }
    if GRANTED.load(Ordering::Relaxed) == NEVER
        || CHECKING.get()
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

/// Runs `f` with everything granted to this thread.
fn checking<R>(f: impl FnOnce() -> R) -> R {
    let before = CHECKING.replace(true);
    let result = f();
    CHECKING.set(before);
    result
}

/// Declares an operation that only the host runs.
macro_rules! host_function {
    ($name:ident, ($($x:ident: $t:ty),+) -> $r:ty, $body:expr) => {
        #[derive(Clone, Copy)]
        struct $name;
        // SAFETY: `call` is a function of its arguments alone, and only the host runs it.
        unsafe impl Function<($($t,)+)> for $name {
            type Output = $r;
            fn call(&self, ($($x,)+): ($($t,)+)) -> $r { $body }
            fn check(&self, _: &mut Check) {}
            fn params(&self, _: &mut Params) {}
            fn lower(_: &mut TranslationUnit) -> String { unreachable!("on the host") }
        }
    };
}
host_function!(Right, (_a: u64, b: u64) -> u64, b);
// SAFETY: the defaults claim no law.
unsafe impl Operator<u64> for Right {}
host_function!(RightOfLarge, (_a: [u64; 32], b: [u64; 32]) -> [u64; 32], b);
// SAFETY: the defaults claim no law.
unsafe impl Operator<[u64; 32]> for RightOfLarge {}
host_function!(Large, (x: u64) -> [u64; 32], [x; 32]);
host_function!(LessOfLarge, (a: [u64; 32], b: [u64; 32]) -> bool, a[3] < b[3]);
host_function!(Keep, (x: u64) -> bool, x % 3 == 0);
host_function!(Less, (a: u64, b: u64) -> bool, a < b);
host_function!(LessOfPairs, (a: (u64, u8), b: (u64, u8)) -> bool, a.0 < b.0);
host_function!(Index, (x: u64) -> usize, x as usize % 1000);
host_function!(Seven, (x: u64) -> bool, x == 7);
host_function!(Slow, (x: u64) -> u64, (0..20).fold(x, |x, _| std::hint::black_box(x)));
#[derive(Clone, Copy)]
struct Increment;
// SAFETY: `call` writes only through its argument, and only the host runs it.
unsafe impl<'a> Function<(&'a mut u64,)> for Increment {
    type Output = ();
    fn call(&self, (x,): (&'a mut u64,)) {
        *x += 1;
    }
    fn check(&self, _: &mut Check) {}
    fn params(&self, _: &mut Params) {}
    fn lower(_: &mut TranslationUnit) -> String {
        unreachable!("on the host")
    }
}

/// Refuses the first allocation of a call, then the second, and so on, until the call makes no more; first one alone,
/// then all from one on. `call` returns a value by which its answer is recognised.
fn refuse<R: PartialEq + std::fmt::Debug>(what: &str, call: &dyn Fn() -> Result<R>, intact: &dyn Fn()) {
    let want = call().unwrap();
    for all in [false, true] {
        ALL.store(all, Ordering::Relaxed);
        let (mut refusals, mut without) = (0, 0);
        for k in 0.. {
            REFUSED.store(0, Ordering::Relaxed);
            GRANTED.store(k, Ordering::Relaxed);
            let result = call();
            GRANTED.store(NEVER, Ordering::Relaxed);
            match result {
                Ok(got) => assert_eq!(got, want, "{what}, without allocation {k}"),
                Err(error) => {
                    refusals += 1;
                    assert!(matches!(error.kind(), ErrorKind::OutOfMemory { bytes: 1.., .. }), "{what}: {error}");
                }
            }
            intact();
            // Threads may share the work differently each time, so the call must succeed without a refusal three times.
            without = if REFUSED.load(Ordering::Relaxed) == 0 { without + 1 } else { 0 };
            if without == 3 {
                break;
            }
            assert!(k < 2000, "{what} allocates without end");
        }
        TOTAL.fetch_add(refusals, Ordering::Relaxed);
    }
}

/// The bytes of a vector, as one number.
fn hash<T: onrush_core::value::Element>(x: &DeviceVec<T, Cpu>, word: impl Fn(&T) -> u64) -> Result<u64> {
    checking(|| {
        Ok(x.to_vec()?
            .iter()
            .fold(x.len() as u64, |hash, x| (hash ^ word(x)).wrapping_mul(0x100_0000_01b3).rotate_left(9)))
    })
}

fn through_every_terminal(b: &Cpu, n: usize) -> Result<()> {
    let host: Vec<u64> = (0..n as u64).map(|i| i.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40).collect();
    let x = &b.upload(&host)?;
    let keys = &b.upload(&host.iter().enumerate().map(|(i, _)| i as u64 / 5).collect::<Vec<_>>())?;
    let back = &b.upload(&(0..n).rev().collect::<Vec<_>>())?;
    let large = &x.iter().map(Large).take(n.min(1500)).collect()?;
    let ends = &b.upload(&[0, n / 3, n])?;
    let intact = || {
        checking(|| {
            assert!(x.to_vec().unwrap() == host);
            assert_eq!(b.range(0..1000u64).sum().unwrap(), 499_500);
        });
    };
    let word = |x: &u64| *x;
    macro_rules! refuse {
        ($($call:expr),+ $(,)?) => {$( refuse(&format!("{} of {n} on {}", stringify!($call), b.name()), &|| $call, &intact); )+};
    }
    // Terminals in place: after an error the elements are still there, in some order.
    macro_rules! in_place {
        ($($input:ident, $word:expr, |$y:ident| $call:expr);+ $(;)?) => {$(
            refuse!({
                let mut $y = checking(|| $input.try_clone())?;
                let result = $call;
                if result.is_err() {
                    checking(|| {
                        let mut all: Vec<u64> = $y.to_vec()?.iter().map($word).collect();
                        let mut want: Vec<u64> = $input.to_vec()?.iter().map($word).collect();
                        (all.sort(), want.sort());
                        assert!(all == want, "elements are lost");
                        Ok::<_, Error>(())
                    })?;
                }
                result?;
                hash(&$y, $word)
            });
        )+};
    }
    refuse!(
        hash(&b.upload(&host)?, word),
        hash(&b.upload_iter(host.iter().copied())?, word),
        hash(&b.upload_iter(host.iter().copied().filter(|x| x % 7 != 0))?, word),
        {
            let mut y = checking(|| x.try_clone())?;
            let result = y.extend_iter(host.iter().copied().filter(|x| x % 7 != 0));
            if result.is_err() {
                checking(|| assert!(y.to_vec().unwrap() == host, "elements are lost"));
            }
            result?;
            hash(&y, word)
        },
        x.to_vec().map(|y| checking(|| y == host)),
        hash(&x.iter().map(Slow).collect()?, word),
        hash(&b.filled(7u64, n)?, word),
        x.iter().map(Slow).sum(),
        x.iter().map(Slow).reduce(0, Right),
        x.iter().filter(Keep).reduce(0, Right),
        x.iter().filter(Keep).sum(),
        x.iter().min(),
        x.iter().map(Slow).argmax(),
        x.iter().filter(Keep).count(),
        large.iter().reduce_with(RightOfLarge),
        x.iter().map(Slow).position(Seven),
        hash(&x.iter().map(Slow).scan_inclusive(Sum)?, word),
        hash(&x.iter().scan_exclusive(3, Right)?, word),
        hash(&large.iter().scan_inclusive(RightOfLarge)?, |x| x[5]),
        hash(&x.iter().map(Slow).filter(Keep).collect()?, word),
        hash(&large.iter().filter(KeepLarge).collect()?, |x| x[5]),
        x.iter().map(Slow).partition(Keep).and_then(|(a, b)| Ok((hash(&a, word)?, hash(&b, word)?))),
        hash(&x.iter().dedup().collect()?, word),
        reduce_by_key(keys, x, Sum).and_then(|(a, b)| Ok((hash(&a, word)?, hash(&b, word)?))),
        reduce_by_key(keys.iter().map(Slow), x, Max).and_then(|(a, b)| Ok((hash(&a, word)?, hash(&b, word)?))),
        hash(&scan_by_key_inclusive(keys, x, Sum)?, word),
        hash(&scan_by_key_exclusive(keys.iter().map(Slow), x, 5, Right)?, word),
        hash(&merge(keys, keys)?, word),
        hash(&merge_by(keys, keys, by(Less))?, word),
        hash(&x.iter().map(Slow).map(Index).histogram(1000)?, word),
        hash(&x.iter().map(Index).histogram(100_000)?, word),
        hash(&x.iter().permute(back).collect()?, word),
        hash(&x.iter().sort()?, word),
        hash(&x.iter().argsort()?, |x| *x as u64),
        {
            let mut out = checking(|| b.filled(0u64, n))?;
            x.iter().scatter(back, &mut out)?;
            hash(&out, word)
        },
        {
            // A call that writes three vectors notes them all.
            let [mut these, mut those, mut rest] = [0, 1, 2].map(|_| checking(|| b.filled(0u64, n)).unwrap());
            x.iter().partition_in_three_into(Keep, Seven, &mut these, &mut those, &mut rest)?;
            hash(&rest, word)
        },
        hash(&x.iter().segments(ends).sum()?, word),
        {
            let mut out = checking(|| x.try_clone())?;
            out.iter_mut().for_each(Increment)?;
            hash(&out, word)
        },
        {
            let (mut k, mut v) = checking(|| Ok::<_, Error>((x.try_clone()?, back.try_clone()?)))?;
            sort_by_key(&mut k, &mut v)?;
            hash(&v, |x| *x as u64)
        },
        {
            let (mut k, mut v) = checking(|| Ok::<_, Error>((x.try_clone()?, b.filled(1u8, n)?)))?;
            sort_by((&mut k, &mut v), by(LessOfPairs))?;
            hash(&k, word)
        },
        {
            let mut k = checking(|| large.try_clone())?;
            let mut v = checking(|| b.range(0..k.len()).collect())?;
            sort_by_key(&mut k, &mut v)?;
            hash(&v, |x| *x as u64)
        },
    );
    in_place! {
        x, word, |y| y.sort();
        x, word, |y| y.sort_by(by(Less));
        large, |x: &[u64; 32]| x[3], |y| y.sort();
        large, |x: &[u64; 32]| x[3], |y| y.sort_by(by(LessOfLarge));
    }
    Ok(())
}
host_function!(Halved, (x: u32) -> f32, x as f32 / 2.0);
host_function!(Below1000, (x: u32) -> u32, x % 1000);
host_function!(KeepLarge, (x: [u64; 32]) -> bool, x[0] % 3 == 0);

/// Reductions into a target that exists already, which keeps its elements if the call returns for lack of memory.
fn by_place(b: &Cpu) -> Result<()> {
    let x = b.range(0..120_000u32).map(Halved).collect()?;
    let to = b.range(0..120_000u32).map(Below1000).collect()?;
    let call = || {
        let mut target = checking(|| b.filled(1f32, 1000))?;
        let done = x.iter().scatter_reduce(&to, Sum, &mut target);
        let kept = checking(|| target.to_vec())?;
        assert!(done.is_ok() || kept.iter().all(|v| *v == 1.0), "a target that has changed on {}", b.name());
        done.map(|()| checking(|| kept.iter().fold(0, |hash: u64, v| hash.rotate_left(9) ^ u64::from(v.to_bits()))))
    };
    refuse(&format!("scatter_reduce of floats on {}", b.name()), &call, &|| ());
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
    let devices = [1, 2, 3].map(|threads| Cpu::with_threads(threads).unwrap());
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
    let pinned = devices[0].range(0..5000u32).collect()?.to_pinned()?;
    refuse("to_vec of a pinned vector", &|| pinned.to_vec(), &|| ());
    for device in &devices {
        for n in [3000, 40_000] {
            through_every_terminal(device, n)?;
        }
    }
    for device in &devices {
        by_place(device)?;
    }
    println!("{} refusals", TOTAL.load(Ordering::Relaxed));
    Ok(())
}
