//! Recordings whose state lies on several streams and devices, and recordings that several threads launch at once.

use std::thread;

use onrush::prelude::*;
use onrush::{ErrorKind, Result};
use onrush_core::recording::Unrecorded;
use onrush_cuda::Cuda;
use onrush_cuda::driver::{Driver, Settings};

use super::{records, refused};
use crate::{everywhere, works};

everywhere! { between_streams calls_of_another_stream two_at_once handed_on }

/// Checks that a closure is refused at the line of its call.
#[track_caller]
fn refused_here<B: Backend>(b: &B, result: Result<()>, reason: Unrecorded) -> Result<()> {
    if let Err(error) = &result {
        assert_eq!(error.call().map(|at| at.line), Some(std::panic::Location::caller().line()), "{error}");
    }
    refused(b, result, reason)
}

/// What a launch reads and writes of another stream is in order with that stream's calls.
fn between_streams<B: Backend>(b: &B) -> Result<()> {
    const N: usize = 5003;
    let side = b.stream()?;
    let (mut x, mut y) = (b.filled(1u64, N)?, side.filled(2u64, N)?);
    let mut step = b.record((&mut x, &mut y), |(x, y)| {
        x.iter_mut().zip(&**y).for_each(op!(|(x, y): (&mut u64, u64)| *x += y))?;
        x.iter().map(op!(|x: u64| x + 1)).collect_into(&mut **y)
    })?;
    let (mut expected_x, mut expected_y, mut sums) = (1u64, 2u64, Vec::new());
    for _ in 0..5 {
        step.launch()?;
        // These run on the other stream, the last one in a vector that is read later.
        step.state_mut().1.iter_mut().for_each(op!(|y: &mut u64| *y += 5))?;
        sums.push(step.state().1.iter().scan_inclusive(Sum).collect()?);
        expected_x += expected_y;
        expected_y = expected_x + 6;
    }
    assert_eq!(sums[4].at(N - 1)?, N as u64 * expected_y);
    drop(step);
    assert_eq!((x.at(7)?, y.at(N - 1)?), (expected_x, expected_y));
    // The other stream's vectors may go before the launch is done.
    let mut last = b.record((&mut x, side.filled(3u64, N)?), |(x, y)| y.iter().on(b).collect_into(&mut **x))?;
    last.launch()?;
    drop((last, side));
    assert_eq!(x.to_vec()?, [3; N]);
    works(b)
}

/// A chain of another stream's vector runs there, unless it is told otherwise.
fn calls_of_another_stream<B: Backend>(b: &B) -> Result<()> {
    if !records(b) {
        return Ok(());
    }
    let side = b.stream()?;
    let (mut x, mut y) = (b.filled(1u32, 100)?, side.filled(2u32, 100)?);
    let add = op!(|v: &mut u32| *v += 1);
    refused_here(b, b.record(&mut y, |y| y.iter_mut().for_each(add)).map(drop), Unrecorded::OtherStream)?;
    refused_here(b, b.record(&mut y, |y| y.fill(3)).map(drop), Unrecorded::OtherStream)?;
    refused_here(b, b.record(&y, |y| y.try_clone().map(drop)).map(drop), Unrecorded::OtherStream)?;
    refused_here(b, b.record(&x, |x| x.iter().on(&side).collect().map(drop)).map(drop), Unrecorded::OtherStream)?;
    refused_here(b, b.record(&mut x, |_| side.filled(1u32, 9).map(drop)).map(drop), Unrecorded::OtherStream)?;
    // A recording of the other stream is one of its own, and isn't made within.
    let mut there = side.record(&mut y, |y| y.iter_mut().for_each(add))?;
    there.launch()?;
    drop(there);
    assert_eq!((x.to_vec()?, y.to_vec()?), (vec![1; 100], vec![3; 100]));
    works(b)
}

/// Two threads launch recordings of one stream, which read the same vector, beside a third one's calls.
fn two_at_once<B: Backend>(b: &B) -> Result<()> {
    const N: usize = 3001;
    let shared = b.range(0u64..N as u64).collect()?;
    let launches = || -> Result<()> {
        let mut sums = b.filled(0u64, N)?;
        let mut step = b.record((&mut sums, &shared), |(sums, shared)| {
            let more = shared.iter().map(op!(|v: u64| v + 1)).collect()?;
            let scanned = more.iter().scan_inclusive(Sum).collect()?;
            sums.iter_mut().zip(&scanned).for_each(op!(|(s, v): (&mut u64, u64)| *s += v))
        })?;
        (0..20).try_for_each(|_| step.launch())?;
        drop(step);
        assert_eq!(sums.at(N - 1)?, 20 * (N * (N + 1) / 2) as u64);
        Ok(())
    };
    let calls = || (0..20).try_for_each(|_| shared.iter().scan_inclusive(Sum).collect().map(drop));
    thread::scope(|scope| {
        let threads = [scope.spawn(launches), scope.spawn(launches), scope.spawn(calls)];
        threads.into_iter().try_for_each(|thread| thread.join().unwrap())
    })?;
    works(b)
}

/// A recording is another thread's while its last launch may be under way.
fn handed_on<B: Backend>(b: &B) -> Result<()> {
    let mut more = b.record(b.filled(1u32, 1000)?, |x| x.iter_mut().for_each(op!(|x: &mut u32| *x += 1)))?;
    for _ in 0..3 {
        more.launch()?;
        more = thread::scope(|scope| {
            let launch = move || more.launch().map(|()| more);
            scope.spawn(launch).join().unwrap()
        })?;
    }
    let x = more.into_state();
    thread::scope(|scope| scope.spawn(|| assert_eq!(x.to_vec(), Ok(vec![7; 1000]))).join()).unwrap();
    works(b)
}

/// A vector of another device is refused as in a call.
#[test]
fn another_device() -> Result<()> {
    let device = |index| Cuda::of(Driver::emulated(Settings { index, ..Settings::default() }));
    let (b, other) = (device(0), device(1));
    let (mut x, mut y) = (b.filled(1u32, 100)?, other.filled(2u32, 100)?);
    let mismatch = b.record((&mut x, &y), |(x, _)| x.fill(3)).map(drop).unwrap_err();
    assert!(matches!(mismatch.kind(), ErrorKind::DeviceMismatch { .. }), "{mismatch}");
    assert_eq!(mismatch.call().map(|at| at.line), Some(line!() - 2));
    refused_here(&b, b.record(&mut x, |_| other.filled(1u32, 9).map(drop)).map(drop), Unrecorded::OtherStream)?;
    refused_here(&b, b.record(&mut x, |_| y.iter().sum().map(drop)).map(drop), Unrecorded::OtherStream)?;
    let mut both = [b.record(&mut x, |x| x.fill(5))?.into_state(), other.record(&mut y, |y| y.fill(6))?.into_state()];
    both.iter_mut().try_for_each(|vec| vec.fill(7))?;
    assert_eq!((x.to_vec()?, y.to_vec()?), (vec![7; 100], vec![7; 100]));
    Ok(())
}

/// The same on a device whose work is done as late as it may be.
#[test]
fn on_a_late_device() -> Result<()> {
    for seed in [0, 1] {
        let late = Cuda::of(Driver::emulated(Settings { seed, late: true, ..Settings::default() }));
        between_streams(&late)?;
        two_at_once(&late)?;
        handed_on(&late)?;
    }
    Ok(())
}
