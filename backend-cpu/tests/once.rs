//! An operation that makes several items is called once for them in each pass of a terminal.
#![allow(unsafe_code)]

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use onrush_core::device::Check;
use onrush_core::expr::{Indexed, Repeatable};
use onrush_core::function::Function;
use onrush_core::lower::{Params, TranslationUnit};
use onrush_core::operator::{Operator, Sum};
use onrush_core::{Backend, Chain, DeviceVec, Result, algo::functions::*};
use onrush_cpu::Cpu;

static CALLS: AtomicUsize = AtomicUsize::new(0);

/// Makes nine numbers.
#[derive(Debug, Clone, Copy)]
struct Nine;
// SAFETY: apart from the count, `call` is a function of its argument alone, and only the host runs it.
unsafe impl Function<(u32,)> for Nine {
    type Output = [u32; 9];
    fn call(&self, (v,): (u32,)) -> [u32; 9] {
        CALLS.fetch_add(1, Relaxed);
        std::array::from_fn(|k| v + k as u32)
    }
    fn check(&self, _: &mut Check) {}
    fn params(&self, _: &mut Params) {}
    fn lower(_: &mut TranslationUnit) -> String {
        unreachable!("on the host")
    }
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
host_function!(Odd, (v: u32) -> bool, v % 2 == 1);
host_function!(Never, (_v: u32) -> bool, false);
host_function!(Third, (v: u32) -> bool, v % 3 == 1);
host_function!(Firsts, (x: (usize, (u32, u32))) -> u32, x.1.0);
host_function!(Bucket, (v: u32) -> u32, v % 10);
host_function!(Place, (v: u32) -> (u32, u32), (v, v));
host_function!(PlaceFloat, (v: u32) -> (u32, f32), (v, 0.5));
host_function!(Float, (v: u32) -> f32, v as f32);
host_function!(Nothing, (_v: u32) -> (), ());
host_function!(Xor, (a: u32, b: u32) -> u32, a ^ b);
host_function!(Tens, (v: u32) -> u32, v / 10);
// SAFETY: the defaults claim no law.
unsafe impl Operator<u32> for Xor {}

/// Nine items for each of the numbers below `n / 9`.
fn x(b: &Cpu, n: usize) -> Chain<impl Repeatable + Indexed<Item = u32> + Clone, Cpu> {
    b.range(0u32..n as u32 / 9).flat_map(Nine)
}

#[test]
fn in_every_terminal() -> Result<()> {
    for (threads, sizes) in [(1, [9_000usize, 90_000]), (3, [90_000, 360_000])] {
        let b = &Cpu::with_threads(threads)?;
        for n in sizes {
            let sorted = b.range(0..n as u32).collect()?;
            let (mut t, mut f) = (b.filled(0u32, n + 9)?, b.filled(0f32, n + 9)?);
            let few = b.range(0u32..100).collect()?;
            // Rows `passes: call`, where the algorithm goes through the items so often.
            macro_rules! calls {
                ($($passes:expr => $call:expr;)*) => {$(
                    CALLS.store(0, Relaxed);
                    let _ = $call?;
                    let calls = CALLS.load(Relaxed) as f64 / (n as f64 / 9.0);
                    // Parts that threads share out have ends, at which a call is made twice. A thread also counts what a part keeps
                    // before it stores it, if the threads before it are late.
                    let most = f64::from($passes) + if threads == 1 { 0.5 } else { 1.5 };
                    assert!(calls <= most, "{} with {n} items on {threads} threads: {calls:.2} calls each", stringify!($call));
                )*};
            }
            calls! {
                1 => x(b, n).collect::<DeviceVec<u32, _>>();
                1 => x(b, n).for_each(Nothing);
                1 => x(b, n).sum();
                1 => x(b, n).map(Float).sum();
                1 => x(b, n).max();
                1 => x(b, n).reduce(0, Xor);
                1 => x(b, n).argmax();
                1 => x(b, n).filter(Odd).count();
                1 => x(b, n).filter(Odd).map(Float).sum();
                1 => x(b, n).filter(Never).sum();
                1 => x(b, n).filter(Never).map(Float).sum();
                1 => x(b, n).position(Never);
                2 => x(b, n).equal(x(b, n));
                1 => x(b, n).zip(&sorted).enumerate().map(Firsts).sum();
                1 => x(b, n).skip(7).step_by(2).rev().sum();
                1 => x(b, n).scan_inclusive(Sum).collect();
                1 => x(b, n).scan_exclusive(0, Xor).collect();
                1 => x(b, n).map(Float).scan_inclusive(Sum).collect();
                1 => x(b, n).filter(Odd).collect();
                1 => x(b, n).dedup().collect::<DeviceVec<u32, _>>();
                1 => x(b, n).partition(Odd).collect();
                2 => x(b, n).partition_by(10, Bucket).collect();
                2 => x(b, n).partition_in_three(Odd, Third).collect();
                1 => x(b, n).sort().collect();
                1 => x(b, n).argsort().collect();
                2 => x(b, n).top_k(5).collect();
                1 => x(b, n).top_k(n / 2).collect();
                3 => x(b, n).median();
                2 => x(b, n).run_length_encode::<u32>().collect();
                1 => x(b, n).run_offsets::<u32>().collect();
                threads as u32 => x(b, n).scatter(&sorted, t.slice_mut(..n)?);
                threads as u32 => sorted.iter().scatter(x(b, n), &mut t);
                1 => x(b, n).map(Place).scatter_reduce_pairs(Sum, &mut t);
                1 => x(b, n).map(PlaceFloat).scatter_reduce_pairs(Sum, &mut f);
                1 => x(b, n).map(Place).scatter_reduce_pairs(Xor, &mut t);
                1 => x(b, n).histogram(n + 9).collect();
                1 => x(b, n).map(Bucket).histogram(10).collect();
                1 => merge(x(b, n), &sorted).collect();
                1 => set_union(x(b, n), &sorted).collect();
                1 => set_difference(&sorted, x(b, n)).collect();
                2 => reduce_by_key(x(b, n).map(Tens), &sorted, Sum).collect();
                1 => reduce_by_key(&sorted, x(b, n), Sum).collect();
                1 => reduce_by_key(&sorted, x(b, n).map(Float), Sum).collect();
                1 => scan_by_key_inclusive(x(b, n).map(Tens), &sorted, Sum).collect();
                1 => scan_by_key_inclusive(&sorted, x(b, n), Xor).collect();
                1 => x(b, n).segments_of(7).sum().collect();
                1 => x(b, n).map(Float).segments_of(1000).sum().collect();
                1 => x(b, n).segments_of(100).scan_inclusive(Sum).collect();
                1 => x(b, n).segments_of(100).sort().collect();
                1 => x(b, n).grid(n / 10, 10).columns().sum().collect();
                1 => x(b, n).grid(n / 1000, 1000).columns().max().collect();
                1 => x(b, n).grid(n / 10, 10).transpose().collect();
                1 => x(b, n).repeat(b.constant(1u32, n)).collect();
                1 => sorted.iter().repeat(x(b, n).map(Bucket)).collect();
                1 => x(b, n).groups(&sorted).sum().collect();
                1 => join_semi(x(b, n), &few).collect();
            }
        }
    }
    Ok(())
}
