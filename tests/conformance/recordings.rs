//! Recordings: launches give the bits and the failures of the same calls made anew.

use onrush::prelude::*;
use onrush::{CancellationToken, ErrorKind, Result, State};

use onrush_test_support::compare::{all_same, same};
use onrush_test_support::inputs::data;

const N: usize = 30_011;

/// What a step works on.
#[derive(State)]
struct Parts<B: Backend> {
    x: DeviceVec<f32, B>,
    sums: DeviceVec<f32, B>,
    sorted: DeviceVec<u32, B>,
    counts: DeviceVec<u64, B>,
    total: DeviceVec<f32, B>,
}

fn parts<B: Backend>(b: &B) -> Result<Parts<B>> {
    let keys: Vec<u32> = data(2, N);
    Ok(Parts {
        x: b.tabulate(N, op!(|i: usize| 1.0 / (i + 1) as f32)).collect()?,
        sums: b.filled(0.0f32, N)?,
        sorted: b.upload(&keys)?,
        counts: b.filled(0u64, 16)?,
        total: b.filled(0.0f32, 1)?,
    })
}

/// A chain of calls, with vectors that are made within, sorts, states of tiles, counts and a sum that stays on the device.
fn step<B: Backend>(parts: &mut Parts<B>) -> Result<()> {
    let Parts { x, sums, sorted, counts, total } = parts;
    let halves = x.iter().map(op!(|v: f32| 0.5 * v + 1e-3)).collect()?;
    halves.iter().scan_inclusive(Sum).collect_into(&mut *sums)?;
    let shuffled = sorted.iter().map(op!(|k: u32| (k ^ 0x5bd1_e995).wrapping_mul(2_654_435_761))).collect()?;
    shuffled.iter().sort().collect_into(&mut *sorted)?;
    let mut last = shuffled.try_clone()?;
    last.sort()?;
    last.iter().map(op!(|k: u32| (k >> 28) as usize)).histogram(16).collect_into(&mut *counts)?;
    x.iter_mut().zip(&*sums).for_each(op!(|(x, s): (&mut f32, f32)| *x = 0.9 * *x + 1e-4 * s))?;
    x.iter().sum_into(&mut *total)?;
    let scale = total.view();
    sums.iter_mut().for_each(op!(|s: &mut f32| *s /= scale[0]))
}

#[track_caller]
fn equal<B: Backend>(one: &Parts<B>, other: &Parts<B>) -> Result<()> {
    all_same("x", &one.x.to_vec()?, &other.x.to_vec()?);
    all_same("sums", &one.sums.to_vec()?, &other.sums.to_vec()?);
    all_same("sorted", &one.sorted.to_vec()?, &other.sorted.to_vec()?);
    all_same("counts", &one.counts.to_vec()?, &other.counts.to_vec()?);
    all_same("total", &one.total.to_vec()?, &other.total.to_vec()?);
    Ok(())
}

pub(crate) fn the_bits_of_calls<B: Backend>(b: &B) -> Result<()> {
    let (mut called, mut state) = (parts(b)?, parts(b)?);
    let mut recording = b.record(&mut state, |state| step(*state))?;
    for _ in 0..3 {
        step(&mut called)?;
        recording.launch()?;
        // Calls between launches are in order with them.
        called.x.iter_mut().for_each(op!(|x: &mut f32| *x += 0.25))?;
        recording.state_mut().x.iter_mut().for_each(op!(|x: &mut f32| *x += 0.25))?;
    }
    equal(recording.state(), &called)?;
    // Two launches of one recording, with another one between them.
    let mut other_state = parts(b)?;
    let mut other = b.record(&mut other_state, |state| step(*state))?;
    let mut again = parts(b)?;
    recording.launch()?;
    other.launch()?;
    recording.launch()?;
    step(&mut called)?;
    step(&mut called)?;
    step(&mut again)?;
    equal(recording.into_state(), &called)?;
    equal(other.into_state(), &again)
}

pub(crate) fn nothing_runs_before_a_launch<B: Backend>(b: &B) -> Result<()> {
    let mut x = b.upload(&[1u32, 2, 3])?;
    let mut doubled = b.record(&mut x, |x| x.iter_mut().for_each(op!(|x: &mut u32| *x *= 2)))?;
    all_same("recorded", &doubled.state().to_vec()?, &[1, 2, 3]);
    doubled.launch()?;
    doubled.launch()?;
    all_same("launched", &doubled.into_state().to_vec()?, &[4, 8, 12]);
    Ok(())
}

/// Launches in one call are those behind each other.
pub(crate) fn several_at_once<B: Backend>(b: &B) -> Result<()> {
    let (mut called, mut state) = (parts(b)?, parts(b)?);
    let mut recording = b.record(&mut state, |state| step(*state))?;
    recording.launch_times(0)?;
    recording.launch_times(2)?;
    recording.launch()?;
    recording.launch_times(3)?;
    (0..6).try_for_each(|_| step(&mut called))?;
    equal(recording.state(), &called)
}

/// The failure of a round is told as that of a launch.
pub(crate) fn a_failing_round<B: Backend>(b: &B) -> Result<()> {
    let (mut x, mut y) = (b.upload(&[3u32, 5, 9])?, b.filled(0u32, 3)?);
    let mut divide = b.record((&mut x, &mut y), |(x, y)| {
        y.iter_mut().zip(&**x).for_each(op!(|(y, x): (&mut u32, u32)| *y += 60 / x))?;
        x.iter_mut().for_each(op!(|x: &mut u32| *x -= 1))
    })?;
    let line = line!() - 3;
    divide.launch_times(3)?;
    all_same("three rounds", &divide.state().1.to_vec()?, &[20 + 30 + 60, 12 + 15 + 20, 6 + 7 + 8]);
    let launched = divide.launch_times(1000);
    let error = launched.and_then(|()| divide.state().1.to_vec().map(drop)).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Panic { .. }), "{error}");
    assert_eq!(error.call().map(|at| at.line), Some(line), "{error}");
    assert!(divide.launch_times(2).is_err());
    divide.launch_times(0)?;
    drop(divide);
    b.synchronize()?;
    y.recover()?;
    y.to_vec().map(drop)
}

/// A loop on the device gives what the host gives that reads the flag.
pub(crate) fn while_a_flag_holds<B: Backend>(b: &B) -> Result<()> {
    let round = |parts: &mut Parts<B>, rounds: &mut DeviceVec<u32, B>, going: &mut DeviceVec<bool, B>| -> Result<()> {
        step(parts)?;
        rounds.iter_mut().for_each(op!(|r: &mut u32| *r += 1))?;
        rounds.iter().map(op!(|r: u32| r % 5 != 0)).collect_into(&mut *going)
    };
    let make = || Ok::<_, onrush::Error>((parts(b)?, b.filled(0u32, 1)?, b.filled(true, 1)?));
    let ((mut called, mut rounds, mut going), mut state) = (make()?, make()?);
    let mut recording = b.record(&mut state, |(parts, rounds, going)| round(parts, rounds, going))?;
    for (at_most, expected) in [(3, 3), (0, 3), (9, 5), (9, 5), (usize::MAX, 5)] {
        recording.launch_while(at_most, |state| state.2.as_slice())?;
        let mut made = 0;
        while made < at_most && going.at(0)? {
            round(&mut called, &mut rounds, &mut going)?;
            made += 1;
        }
        same("rounds", recording.state().1.at(0)?, expected);
        same("rounds", rounds.at(0)?, expected);
        same("flag", recording.state().2.at(0)?, going.at(0)?);
    }
    equal(&recording.state().0, &called)
}

/// Every kind of state.
pub(crate) fn states<B: Backend>(b: &B) -> Result<()> {
    let add = op!(|(x, d): (&mut u32, u32)| *x += d);
    let (mut a, d) = (b.upload(&[1u32, 2, 3, 4])?, b.upload(&[10u32, 20])?);
    let (left, right) = a.split_at_mut(2)?;
    let mut halves = b.record((left, right, &d, d.slice(..1)?), |(left, right, d, first)| {
        left.slice_mut(..)?.iter_mut().zip(&**d).for_each(add)?;
        right.slice_mut(1..)?.iter_mut().zip(&*first).for_each(add)
    })?;
    halves.launch()?;
    halves.launch()?;
    drop(halves);
    all_same("slices", &a.to_vec()?, &[21, 42, 3, 24]);

    let many = vec![b.upload(&[1u32])?, b.upload(&[2u32])?];
    let state = (
        many,
        [b.upload(&[3u32])?, b.upload(&[4u32])?],
        Some(Box::new(b.upload(&[5u32])?)),
        None::<DeviceVec<u32, B>>,
        (),
    );
    let mut all = b.record(state, |(many, two, one, none, ())| {
        let more = op!(|x: &mut u32| *x += 1);
        many.iter_mut().chain(two).try_for_each(|x| x.iter_mut().for_each(more))?;
        one.iter_mut().map(|one| &mut **one).chain(none).try_for_each(|x| x.iter_mut().for_each(more))
    })?;
    all.launch()?;
    let (many, two, one, ..) = all.into_state();
    let all: Result<Vec<u32>> = many.iter().chain(&two).chain(one.as_deref()).map(|x| x.at(0)).collect();
    all_same("collections", &all?, &[2, 3, 4, 5, 6]);
    Ok(())
}

/// A failure within a launch belongs to what the recording writes, names the call's line in the closure, and doesn't come back.
pub(crate) fn failures<B: Backend>(b: &B) -> Result<()> {
    let mut divisors = b.upload(&[1u32, 2, 3])?;
    let (mut x, other) = (b.filled(6u32, 3)?, b.filled(1u32, 3)?);
    let mut divide = b.record((&mut x, &divisors), |(x, divisors)| {
        let old = x.try_clone()?;
        old.iter().zip(&**divisors).map(op!(|(x, d): (u32, u32)| x / d)).collect_into(&mut **x)
    })?;
    let line = line!() - 2;
    divide.launch()?;
    drop(divide);
    all_same("divided", &x.to_vec()?, &[6, 3, 2]);
    divisors.set(1, 0)?;
    let mut divide = b.record((&mut x, &divisors), |(x, divisors)| {
        let old = x.try_clone()?;
        old.iter().zip(&**divisors).map(op!(|(x, d): (u32, u32)| x / d)).collect_into(&mut **x)
    })?;
    let again = line!() - 2;
    assert_ne!(line, again);
    let launched = divide.launch();
    let error = launched.and_then(|()| divide.state().0.to_vec().map(drop)).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Panic { .. }), "{error}");
    assert_eq!(error.call().map(|at| at.line), Some(again), "{error}");
    all_same("another's", &other.to_vec()?, &[1; 3]);
    // What it reads is a failed call's output now, and nobody is told twice.
    assert!(divide.launch().is_err());
    drop(divide);
    b.synchronize()?;
    x.recover()?;
    divisors.set(1, 2)?;
    let mut divide = b.record((&mut x, &divisors), |(x, divisors)| {
        x.iter_mut().zip(&**divisors).for_each(op!(|(x, d): (&mut u32, u32)| *x /= d))
    })?;
    divide.launch()?;
    assert_eq!(x.len(), 3);
    x.to_vec().map(drop)
}

/// What a recording overwrites as a whole may be a failed call's output, as for a call.
pub(crate) fn what_is_overwritten_is_clean<B: Backend>(b: &B) -> Result<()> {
    let mut y = b.filled(0u32, 3)?;
    let x = b.upload(&[1u32, 2, 3])?;
    let mut copy = b.record((&mut y, &x), |(y, x)| x.iter().map(op!(|v: u32| 12 / v)).collect_into(&mut **y))?;
    let failed = b.range(0u32..3).map(op!(|v: u32| 1 / v)).collect_into(&mut *copy.state_mut().0);
    assert!(failed.is_err() || copy.state().0.to_vec().is_err());
    copy.launch()?;
    all_same("overwritten", &y.to_vec()?, &[12, 6, 4]);
    Ok(())
}

pub(crate) fn cancelled<B: Backend>(b: &B) -> Result<()> {
    let token = CancellationToken::new();
    let b = b.cancelled_by(&token);
    let mut x = b.filled(1u32, N)?;
    let mut more = b.record(&mut x, |x| x.iter_mut().for_each(op!(|x: &mut u32| *x += 1)))?;
    more.launch()?;
    token.cancel();
    // The backend of plain loops can't cancel.
    let (launched, again) = (more.launch(), more.launch_times(3));
    token.reset();
    assert_eq!(launched, again);
    if let Err(error) = launched {
        assert_eq!(error.kind(), &ErrorKind::Cancelled);
        assert_eq!(more.state().at(0).unwrap_err().kind(), &ErrorKind::Cancelled);
        drop(more);
        x.recover()?;
        same("as it was", x.at(0)?, 2);
    }
    Ok(())
}
