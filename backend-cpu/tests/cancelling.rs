//! A call that is cancelled while it runs ends after the part of the work that each thread has begun.
#![allow(unsafe_code)]

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

use onrush_core::device::Check;
use onrush_core::function::Function;
use onrush_core::lower::{Params, TranslationUnit};
use onrush_core::operator::{Operator, Sum};
use onrush_core::relation::by;
use onrush_core::{Backend, CancellationToken, DeviceVec, ErrorKind, Result, algo::functions::*};
use onrush_cpu::Cpu;

const N: usize = 1 << 20;
/// The items of a part of the work.
const PART: usize = 1 << 16;
/// The call of an operation that cancels.
const AT: usize = 1000;

/// What operations do beside their results: they count their calls, and one of these cancels.
#[derive(Default)]
struct Probe {
    calls: AtomicUsize,
    token: CancellationToken,
}

impl Probe {
    fn call(&self) {
        if self.calls.fetch_add(1, Relaxed) + 1 == AT {
            self.token.cancel();
        }
    }
}

/// Declares an operation that only the host runs, and that is watched.
macro_rules! watched {
    ($name:ident, ($($x:ident: $t:ty),+) -> $r:ty, $body:expr) => {
        #[derive(Clone, Copy)]
        struct $name(&'static Probe);
        // SAFETY: apart from the probe, `call` is a function of its arguments alone, and only the host runs it.
        unsafe impl Function<($($t,)+)> for $name {
            type Output = $r;
            fn call(&self, ($($x,)+): ($($t,)+)) -> $r {
                self.0.call();
                $body
            }
            fn check(&self, _: &mut Check) {}
            fn params(&self, _: &mut Params) {}
            fn lower(_: &mut TranslationUnit) -> String { unreachable!("on the host") }
        }
    };
}
watched!(Same, (v: u32) -> u32, v);
watched!(Never, (v: u32) -> bool, v == u32::MAX);
watched!(Odd, (v: u32) -> bool, v % 2 == 1);
watched!(Tens, (v: u32) -> u32, v / 10);
watched!(Bin, (v: u32) -> u32, v % 4);
watched!(Float, (v: u32) -> f32, v as f32);
watched!(Place, (v: u32) -> (u32, u32), (v, v));
watched!(Less, (a: u32, b: u32) -> bool, a < b);
watched!(Xor, (a: u32, b: u32) -> u32, a ^ b);
// SAFETY: the defaults claim no law.
unsafe impl Operator<u32> for Xor {}

#[test]
fn each_thread_ends_its_part() -> Result<()> {
    for threads in [1, 3] {
        let plain = Cpu::with_threads(threads)?;
        let p: &'static Probe = Box::leak(Box::default());
        let b = &plain.cancelled_by(&p.token);
        let x = || b.range(0u32..N as u32);
        let mut mixed = b.upload(&(0..N as u32).map(|i| i.wrapping_mul(2_654_435_769)).collect::<Vec<_>>())?;
        let mut y = plain.filled(0u32, N)?;
        // Rows `parts: call`, with the parts of the work that a thread may do at a time.
        macro_rules! calls {
            ($($parts:expr => $call:expr;)*) => {$(
                p.calls.store(0, Relaxed);
                let error = $call.map(drop).expect_err(stringify!($call));
                assert_eq!(error.kind(), &ErrorKind::Cancelled, "{}", stringify!($call));
                assert_eq!(error.call().map(|at| at.file).as_deref(), Some(file!()));
                let (calls, most) = (p.calls.load(Relaxed), AT + $parts * threads * PART);
                assert!(calls <= most, "{}, {threads} threads: {calls} calls, at most {most}", stringify!($call));
                p.token.reset();
            )*};
        }
        calls! {
            2 => x().map(Same(p)).collect();
            2 => x().map(Same(p)).collect_into(&mut y);
            2 => x().map(Same(p)).sum();
            2 => x().map(Float(p)).sum();
            2 => x().reduce(0, Xor(p));
            2 => x().map(Same(p)).max();
            2 => x().filter(Odd(p)).sum();
            2 => x().position(Never(p));
            2 => x().map(Same(p)).scan_inclusive(Sum).collect();
            2 => x().scan_inclusive(Xor(p)).collect();
            2 => x().map(Float(p)).scan_inclusive(Sum).collect();
            2 => x().filter(Odd(p)).collect();
            2 => x().partition(Odd(p)).collect();
            2 => reduce_by_key(x().map(Tens(p)), x(), Sum).collect();
            2 => x().map(Tens(p)).dedup().collect();
            2 => x().map(Tens(p)).histogram(N).collect();
            2 => x().map(Place(p)).scatter_reduce_pairs(Sum, &mut y);
            2 => mixed.iter().on(b).map(Same(p)).top_k(10).collect();
            8 => sort_by(&mut mixed, by(Less(p)));
        }
        // What it was to write is marked.
        assert_eq!(y.to_vec().unwrap_err().kind(), &ErrorKind::Cancelled);
        y.recover()?;
        assert_eq!(mixed.iter().min().unwrap_err().kind(), &ErrorKind::Cancelled);
        assert_eq!(x().sum()?, (0..N as u32).fold(0, u32::wrapping_add));
    }
    Ok(())
}

/// A token that isn't cancelled changes no result, though calls of one thread then take their items in parts.
#[test]
fn a_token_changes_no_bit() -> Result<()> {
    let n = 300_000u32;
    let probe: &'static Probe = Box::leak(Box::default());
    probe.calls.store(AT, Relaxed);
    let answers = |b: Cpu| -> Result<Vec<Vec<u32>>> {
        let x = || b.range(0..n).map(Float(probe));
        let tens = || b.range(0..n).map(Tens(probe));
        let mut target = b.filled(0u32, n as usize)?;
        b.range(0..n).scatter(b.range(0..n).rev().map(Tens(probe)), &mut target)?;
        let mut small = b.filled(0u32, n as usize / 10)?;
        b.range(0..n).scatter(tens(), &mut small)?;
        let mut mixed = b.range(0..n).map(Same(probe)).rev().collect()?;
        mixed.sort()?;
        let bits = |items: Vec<f32>| items.into_iter().map(f32::to_bits).collect::<Vec<_>>();
        let counts = |counts: Vec<u64>| counts.into_iter().map(|count| count as u32).collect::<Vec<_>>();
        let (keys, sums) = reduce_by_key(tens(), x(), Sum).collect()?;
        Ok(vec![
            vec![x().sum()?.to_bits(), b.range(0..n).sum()?, b.range(0..n).reduce(0, Xor(probe))?],
            vec![b.range(0..n).map(Same(probe)).max()?.unwrap_or(0)],
            bits(x().scan_inclusive(Sum).collect()?.to_vec()?),
            tens().scan_exclusive(5, Sum).collect()?.to_vec()?,
            tens().scan_inclusive(Xor(probe)).collect()?.to_vec()?,
            bits(scan_by_key_inclusive(tens(), x(), Sum).collect()?.to_vec()?),
            keys.to_vec()?,
            bits(sums.to_vec()?),
            counts(tens().histogram(n as usize).collect()?.to_vec()?),
            counts(b.range(0..n).map(Bin(probe)).histogram(4).collect()?.to_vec()?),
            b.range(0..n).filter(Odd(probe)).collect()?.to_vec()?,
            tens().dedup().collect()?.to_vec()?,
            target.to_vec()?,
            small.to_vec()?,
            mixed.to_vec()?,
        ])
    };
    for threads in [1, 3] {
        let b = Cpu::with_threads(threads)?;
        let bound = b.cancelled_by(&probe.token);
        assert!(answers(b)? == answers(bound)?, "{threads} threads");
    }
    Ok(())
}

/// Sorts that are cancelled at many moments lose no row, and tear none apart.
#[test]
fn sorts_keep_their_rows() -> Result<()> {
    let n = 70_000u64;
    let keys: Vec<u64> = (0..n).map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect();
    let wide: Vec<[u64; 4]> = keys.iter().map(|key| [*key, !key, 1, 2]).collect();
    for threads in [1, 3] {
        let token = CancellationToken::new();
        let b = Cpu::with_threads(threads)?.cancelled_by(&token);
        let mut ends = [0; 2];
        for step in 0..16 {
            let (mut x, mut y) = (b.upload(&keys)?, b.upload(&wide)?);
            let mut alone = b.upload(&keys)?;
            let mut each = |sort: &mut dyn FnMut() -> Result<()>| {
                token.cancel_after(Duration::from_micros(step * step * 100));
                let sorted = sort();
                token.reset();
                ends[usize::from(sorted.is_ok())] += 1;
                sorted.is_ok()
            };
            let sorted = each(&mut || sort_by_key(&mut x, &mut y));
            let alone_sorted = each(&mut || alone.sort());
            x.recover()?;
            y.recover()?;
            alone.recover()?;
            let (mut x, y, mut alone) = (x.to_vec()?, y.to_vec()?, alone.to_vec()?);
            assert!(x.iter().zip(&y).all(|(key, row)| *row == [*key, !key, 1, 2]), "rows stay beside their keys");
            for (keys, sorted) in [(&mut x, sorted), (&mut alone, alone_sorted)] {
                assert!(!sorted || keys.is_sorted());
                keys.sort();
            }
            let mut expected = keys.clone();
            expected.sort();
            assert!(x == expected && alone == expected, "a permutation");
        }
        assert!(ends[0] > 0, "the first limits are over at once");
    }
    Ok(())
}

/// Sorts by a relation that are cancelled after any number of comparisons lose nothing.
#[test]
fn sorts_by_a_relation_keep_their_items() -> Result<()> {
    for threads in [1, 3] {
        let p: &'static Probe = Box::leak(Box::default());
        let b = Cpu::with_threads(threads)?.cancelled_by(&p.token);
        let host: Vec<u32> = (0..60_000).map(|i: u32| i.wrapping_mul(2_654_435_769)).collect();
        let mut expected = host.clone();
        expected.sort();
        for before in (0..8).map(|i| i * i * 12_000) {
            let mut x: DeviceVec<u32, Cpu> = b.upload(&host)?;
            p.calls.store(AT.wrapping_sub(before), Relaxed);
            let sorted = x.sort_by(by(Less(p)));
            p.token.reset();
            x.recover()?;
            let mut items = x.to_vec()?;
            assert!(sorted.is_err() || items == expected);
            items.sort();
            assert!(items == expected, "a permutation, {threads} threads, cancelled after {before} comparisons");
        }
    }
    Ok(())
}
