//! Failures that a device reports late: they reach the owner of the call's output and no other vector, whichever thread
//! waits first.

use std::sync::Barrier;
use std::thread;

use onrush::prelude::*;
use onrush::{Error, ErrorKind};

use crate::{everywhere, works};

everywhere! {
    another_threads_sum_is_good handled_and_read_again moved_to_another_thread dropped_unread a_captured_table
    an_address_that_comes_back sixty_four_threads garbage_as_positions half_a_vector a_comparator_that_panics
    scalars_of_a_failing_chain two_failures_in_one_chain
}

fn divides(error: &Error) {
    let divides = matches!(error.kind(), ErrorKind::Panic { message, .. } if message.contains("divide by zero"));
    assert!(divides && error.call().is_some_and(|call| call.file == file!()), "{error}");
}

/// A vector whose writing call divides by zero.
fn spoiled<B: Backend>(b: &B, n: usize) -> onrush::Result<DeviceVec<u32, B>> {
    let mut y = b.filled(0u32, n)?;
    if let Err(error) = b.range(0u32..n as u32).map(op!(|v: u32| 10 / (v % 3))).collect_into(&mut y) {
        divides(&error);
    }
    Ok(y)
}

fn another_threads_sum_is_good<B: Backend>(b: &B) -> onrush::Result<()> {
    let turn = Barrier::new(2);
    thread::scope(|scope| {
        let a = scope.spawn(|| -> onrush::Result<()> {
            let y = spoiled(b, 3);
            turn.wait();
            turn.wait();
            let y = y?;
            divides(&y.to_vec().unwrap_err());
            divides(&y.iter().sum().unwrap_err());
            Ok(())
        });
        turn.wait();
        let good = b.upload(&[1u32, 2, 3]).and_then(|good| Ok((good.iter().sum()?, good.to_vec()?)));
        turn.wait();
        assert_eq!(good?, (6, vec![1, 2, 3]));
        a.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })?;
    b.synchronize()?;
    works(b)
}

fn handled_and_read_again<B: Backend>(b: &B) -> onrush::Result<()> {
    let y = spoiled(b, 3)?;
    let _ = b.synchronize();
    let _ = y.to_vec();
    let _ = b.synchronize();
    works(b)?;
    for _ in 0..3 {
        divides(&y.to_vec().unwrap_err());
        divides(&y.iter().sum().unwrap_err());
    }
    works(b)
}

fn moved_to_another_thread<B: Backend>(b: &B) -> onrush::Result<()> {
    let y = spoiled(b, 1000)?;
    let y = thread::scope(|scope| {
        let read = scope.spawn(move || {
            divides(&y.to_vec().unwrap_err());
            y
        });
        read.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    });
    divides(&y.iter().max().unwrap_err());
    works(b)
}

fn dropped_unread<B: Backend>(b: &B) -> onrush::Result<()> {
    let failed = b.range(0u32..100).map(op!(|v: u32| 10 / (v % 3))).collect().map(drop);
    // The failure is returned once: by the call or, if that has returned before, by `synchronize`.
    divides(&failed.and_then(|()| b.synchronize()).unwrap_err());
    b.synchronize()?;
    works(b)
}

fn a_captured_table<B: Backend>(b: &B) -> onrush::Result<()> {
    let (y, good) = (spoiled(b, 10)?, b.range(0u32..10).collect()?);
    let (table, other) = (y.view(), good.view());
    let both = b.range(0..10usize).map(op!(|i: usize| table[i] ^ other[i])).collect();
    divides(&both.and_then(|both| both.to_vec()).unwrap_err());
    assert_eq!(b.range(0..10usize).map(op!(|i: usize| other[i])).sum()?, 45);
    works(b)
}

fn an_address_that_comes_back<B: Backend>(b: &B) -> onrush::Result<()> {
    for n in [1usize, 3, 1000, 70_000] {
        for _ in 0..10 {
            drop(spoiled(b, n)?);
            let new = b.filled(9u32, n)?;
            assert_eq!(new.iter().max()?, Some(9));
            assert_eq!(new.to_vec()?, vec![9; n]);
        }
    }
    while b.synchronize().is_err() {}
    works(b)
}

fn sixty_four_threads<B: Backend>(b: &B) -> onrush::Result<()> {
    let run = |number: u32| -> onrush::Result<()> {
        for _ in 0..3 {
            let mut y = b.filled(0u32, 100)?;
            let fails = number.is_multiple_of(2);
            let _ = b
                .range(0u32..100)
                .map(op!(|v: u32| if fails { 1 / (v / 90) } else { v ^ number }))
                .collect_into(&mut y);
            match y.to_vec() {
                Err(error) if fails => divides(&error),
                Ok(items) if !fails => assert_eq!(items, (0..100).map(|v| v ^ number).collect::<Vec<u32>>()),
                other => panic!("thread {number}: {other:?}"),
            }
        }
        Ok(())
    };
    let run = &run;
    thread::scope(|scope| {
        let threads: Vec<_> = (0..64).map(|number| scope.spawn(move || run(number))).collect();
        threads
            .into_iter()
            .try_for_each(|thread| thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    })?;
    b.synchronize()?;
    works(b)
}

/// A failure's consequences aren't reported in place of the failure.
fn garbage_as_positions<B: Backend>(b: &B) -> onrush::Result<()> {
    let mut positions = b.filled(usize::MAX, 100)?;
    let _ = b.range(0..100usize).map(op!(|i: usize| 100 / (i % 7))).collect_into(&mut positions);
    let x = b.range(0u32..100).collect()?;
    let mut target = b.filled(0u32, 100)?;
    divides(&x.iter().permute(&positions).collect().and_then(|y| y.to_vec()).unwrap_err());
    divides(&x.iter().permute(&positions).sum().unwrap_err());
    divides(&x.iter().scatter(&positions, &mut target).and_then(|()| target.to_vec().map(drop)).unwrap_err());
    divides(&positions.iter().histogram(100).collect().and_then(|counts| counts.to_vec()).unwrap_err());
    works(b)
}

fn half_a_vector<B: Backend>(b: &B) -> onrush::Result<()> {
    let mut x = b.filled(7u32, 100)?;
    let _ = b.range(0u32..50).map(op!(|v: u32| 10 / v)).collect_into(x.slice_mut(50..)?);
    assert_eq!(x.slice(..50)?.to_vec()?, [7; 50]);
    divides(&x.slice(49..51)?.to_vec().unwrap_err());
    divides(&x.iter().take(3).sum().unwrap_err());
    x.slice_mut(50..)?.iter_mut().for_each(op!(|v: &mut u32| *v = 1)).map_or_else(|e| divides(&e), |()| ());
    divides(&x.to_vec().unwrap_err());
    b.constant(7u32, 50).collect_into(x.slice_mut(50..)?)?;
    assert_eq!(x.to_vec()?, [7; 100]);
    works(b)
}

fn a_comparator_that_panics<B: Backend>(b: &B) -> onrush::Result<()> {
    for n in [2usize, 100, 10_000] {
        let host: Vec<u32> = (0..n as u32).map(|i| i.wrapping_mul(2_654_435_761) >> 7).collect();
        let mut x = b.upload(&host)?;
        let failed = x.sort_by(op!(|a: u32, b: u32| 1 / (a ^ a) < b));
        divides(&failed.and_then(|()| x.to_vec().map(drop)).unwrap_err());
        divides(&x.iter().max().unwrap_err());
        x.recover()?;
        let (mut left, mut all) = (x.to_vec()?, host);
        left.sort();
        all.sort();
        assert_eq!(left, all);
    }
    works(b)
}

fn scalars_of_a_failing_chain<B: Backend>(b: &B) -> onrush::Result<()> {
    let fails = || b.range(0u32..5000).map(op!(|v: u32| 10 / (v % 4999)));
    divides(&fails().sum().unwrap_err());
    divides(&fails().max().unwrap_err());
    divides(&fails().position(op!(|v: u32| v == 77)).unwrap_err());
    divides(&fails().filter(op!(|v: u32| v > 0)).count().unwrap_err());
    divides(&fails().filter(op!(|v: u32| v > 0)).collect().map(drop).unwrap_err());
    divides(&reduce_by_key(fails(), b.constant(1u32, 5000), Sum).collect().map(drop).unwrap_err());
    b.synchronize()?;
    works(b)
}

/// The first failure is the one reported.
fn two_failures_in_one_chain<B: Backend>(b: &B) -> onrush::Result<()> {
    let y = spoiled(b, 300)?;
    let z = y.iter().map(op!(|v: u32| if v != 77 { panic!("never 77") } else { v })).collect();
    divides(&z.and_then(|z| z.to_vec()).unwrap_err());
    divides(&y.iter().map(op!(|v: u32| if v != 77 { panic!("never 77") } else { v })).sum().unwrap_err());
    b.synchronize()?;
    works(b)
}

/// Each device reports only its own failures.
#[test]
fn two_devices() -> onrush::Result<()> {
    let (cpu, emulated, other) = (Cpu::new(), onrush_cuda::Cuda::emulated(), onrush_cuda::Cuda::emulated());
    let (on_cpu, there) = (spoiled(&cpu, 10)?, spoiled(&emulated, 10)?);
    works(&other)?;
    other.synchronize()?;
    divides(&on_cpu.to_vec().unwrap_err());
    divides(&there.to_vec().unwrap_err());
    cpu.synchronize()?;
    emulated.synchronize()?;
    works(&cpu)?;
    works(&emulated)
}
