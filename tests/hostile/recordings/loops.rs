//! Loops of recordings whose flags lie, are somebody else's, or never fall; that fail, are cancelled, or are begun at the wrong time.

use std::cell::Cell;
use std::panic::Location;

use onrush::prelude::*;
use onrush::{CancellationToken, DeviceSlice, ErrorKind, Result};
use onrush_core::recording::Unrecorded;
use onrush_cuda::Cuda;
use onrush_cuda::driver::{Driver, Settings};

use super::{records, refused};
use crate::{everywhere, works};

everywhere! {
    flags_of_others flags_that_change changed nested no_rounds the_largest_limit failing_rounds failed_flags failed_before
    never_written cancelled cancelled_in_the_midst streams dropped_in_flight two_behind_each_other
}

/// A count that goes down, and whether it isn't 0.
type Countdown<B> = (DeviceVec<u32, B>, DeviceVec<bool, B>);

fn countdown<B: Backend>(b: &B, from: u32) -> Result<Countdown<B>> {
    Ok((b.filled(from, 1)?, b.filled(true, 1)?))
}

fn down<B: Backend>((left, going): &mut Countdown<B>) -> Result<()> {
    left.iter_mut().zip(going.iter_mut()).for_each(op!(|(left, going): (&mut u32, &mut bool)| {
        *left -= 1;
        *going = *left != 0;
    }))
}

fn going<B: Backend>(state: &Countdown<B>) -> DeviceSlice<'_, bool, B> {
    state.1.as_slice()
}

/// Checks that a loop was refused for this reason, at the caller's line.
#[track_caller]
fn refused_loop<B: Backend>(b: &B, result: Result<()>, reason: Unrecorded) -> Result<()> {
    let error = result.unwrap_err();
    assert_eq!(error.kind(), &ErrorKind::Recording { reason }, "{error}");
    assert_eq!(error.call().map(|at| at.line), Some(Location::caller().line()), "{error}");
    works(b)
}

/// A flag is exactly one element of what the state shows.
fn flags_of_others<B: Backend>(b: &B) -> Result<()> {
    let forever: &'static DeviceVec<bool, B> = Box::leak(Box::new(b.filled(true, 3)?));
    let mut count = b.record(countdown(b, 10)?, down)?;
    refused_loop(b, count.launch_while(9, |_| forever.slice(..1).unwrap()), Unrecorded::Flag)?;
    refused_loop(b, count.launch_while(9, |_| forever.as_slice()), Unrecorded::Flag)?;
    refused_loop(b, count.launch_while(9, |(_, going)| going.slice(..0).unwrap()), Unrecorded::Flag)?;
    refused_loop(b, count.launch_while(0, |_| forever.slice(..1).unwrap()), Unrecorded::Flag)?;
    count.launch_while(9, going)?;
    assert_eq!(count.into_state().0.at(0)?, 1);
    // Of a part that is shown, and beside it.
    let mut flags = b.filled(true, 5)?;
    let beside = b.filled(true, 5)?;
    let mut unset = b.record((flags.slice_mut(1..4)?, &beside), |(flags, _)| flags.slice_mut(1..)?.fill(false))?;
    refused_loop(b, unset.launch_while(9, |(flags, _)| flags.as_slice()), Unrecorded::Flag)?;
    unset.launch_while(9, |(flags, _)| flags.slice(1..2).unwrap())?;
    // One that is only read, and holds.
    unset.launch_while(9, |(_, beside)| beside.slice(4..).unwrap())?;
    drop(unset);
    assert_eq!(flags.to_vec()?, [true, true, false, false, true]);
    works(b)
}

/// A closure that names another flag each time is found out, or believed the first time.
fn flags_that_change<B: Backend>(b: &B) -> Result<()> {
    let (mut x, flags) = (b.filled(0u32, 1)?, b.upload(&[true, false])?);
    let mut more = b.record((&mut x, &flags), |(x, _)| x.iter_mut().for_each(op!(|x: &mut u32| *x += 1)))?;
    let asked = Cell::new(0);
    let looped = more.launch_while(5, |(_, flags)| {
        asked.set(asked.get() + 1);
        let at = usize::from(asked.get() % 2 == 0);
        flags.slice(at..=at).unwrap()
    });
    match records(b) {
        true => looped?,
        false => refused(b, looped, Unrecorded::Flag)?,
    }
    drop(more);
    assert!(x.at(0)? <= 5);
    // The vectors that the state has now aren't those that it had.
    let mut count = b.record(countdown(b, 10)?, down)?;
    let mut other = b.filled(true, 1)?;
    std::mem::swap(&mut count.state_mut().1, &mut other);
    refused_loop(b, count.launch_while(9, going), Unrecorded::Changed)?;
    refused_loop(b, count.launch_times(9), Unrecorded::Changed)?;
    refused_loop(b, count.launch_times(0), Unrecorded::Changed)?;
    std::mem::swap(&mut count.state_mut().1, &mut other);
    count.launch_while(9, going)?;
    assert_eq!(count.into_state().0.at(0)?, 1);
    works(b)
}

/// A closure that changes the state in a later round.
fn changed<B: Backend>(b: &B) -> Result<()> {
    let runs = Cell::new(0);
    let mut count = b.record(countdown(b, 100)?, |state| {
        runs.set(runs.get() + 1);
        if runs.get() == 20 {
            state.1.truncate(0);
        }
        down(state)
    })?;
    let looped = count.launch_while(50, going);
    match records(b) {
        true => looped?,
        false => assert!(looped.is_err()),
    }
    works(b)
}

fn nested<B: Backend>(b: &B) -> Result<()> {
    let inner = std::cell::RefCell::new(b.record(countdown(b, 10)?, down)?);
    let x = b.filled(1u32, 10)?;
    let outer = b.record(&x, |_| inner.borrow_mut().launch_while(3, going));
    refused(b, outer, Unrecorded::Nested)?;
    let outer = b.record(&x, |_| inner.borrow_mut().launch_times(0));
    refused(b, outer, Unrecorded::Nested)?;
    // What names the flag may call, and begin a loop of its own.
    let mut count = b.record(countdown(b, 10)?, down)?;
    count.launch_while(3, |state| {
        inner.borrow_mut().launch_while(1, going).unwrap();
        assert!(state.1.at(0).unwrap());
        going(state)
    })?;
    assert_eq!(count.into_state().0.at(0)?, 7);
    works(b)
}

/// No round leaves everything as it was, also what the calls would overwrite.
fn no_rounds<B: Backend>(b: &B) -> Result<()> {
    let (mut x, mut still) = (b.filled(7u32, 1000)?, b.filled(false, 1)?);
    let mut fill = b.record((&mut x, &mut still), |(x, _)| x.fill(8))?;
    fill.launch_times(0)?;
    fill.launch_while(0, |(_, still)| still.as_slice())?;
    fill.launch_while(usize::MAX, |(_, still)| still.as_slice())?;
    assert_eq!(fill.state().0.to_vec()?, [7; 1000]);
    // A failed call's output that no round overwrites stays one.
    let failed = b.range(0u32..1000).map(op!(|v: u32| 1 / v)).collect_into(&mut *fill.state_mut().0);
    let looped = fill.launch_while(9, |(_, still)| still.as_slice());
    assert!(failed.is_err() || looped.is_err() || records(b));
    assert!(fill.state().0.to_vec().is_err());
    fill.launch_times(2)?;
    assert_eq!(fill.state().0.to_vec()?, [8; 1000]);
    works(b)
}

fn the_largest_limit<B: Backend>(b: &B) -> Result<()> {
    let mut count = b.record(countdown(b, 1000)?, down)?;
    count.launch_while(usize::MAX, going)?;
    assert_eq!((count.state().0.at(0)?, count.state().1.at(0)?), (0, false));
    // It has fallen.
    count.launch_while(usize::MAX, going)?;
    assert_eq!(count.into_state().0.at(0)?, 0);
    works(b)
}

/// An operation that fails ends the loop, whose flag would hold for ever.
fn failing_rounds<B: Backend>(b: &B) -> Result<()> {
    let (other, always) = (b.filled(5u32, 9)?, b.filled(true, 1)?);
    let mut x = b.filled(30u32, 4)?;
    for at_most in [usize::MAX, 40] {
        let mut count = b.record((&mut x, &always), |(x, _)| x.iter_mut().for_each(op!(|x: &mut u32| *x -= 1)))?;
        let line = line!() - 1;
        count.launch_while(30, |(_, always)| always.as_slice())?;
        assert_eq!(count.state().0.to_vec()?, [0; 4]);
        let looped = count.launch_while(at_most, |(_, always)| always.as_slice());
        let error = looped.and_then(|()| count.state().0.to_vec()).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Panic { .. }), "{error}");
        assert_eq!(error.call().map(|at| at.line), Some(line), "{error}");
        assert!(count.launch_while(at_most, |(_, always)| always.as_slice()).is_err());
        assert_eq!(other.to_vec()?, [5; 9]);
        drop(count);
        b.synchronize()?;
        x.recover()?;
        x.fill(30)?;
    }
    works(b)
}

/// The flag of a failed call, which the loop doesn't believe.
fn failed_flags<B: Backend>(b: &B) -> Result<()> {
    let mut count = b.record(countdown(b, 10)?, down)?;
    let failed = b.range(0u32..1).map(op!(|v: u32| 1 / v > 0)).collect_into(&mut count.state_mut().1);
    let error = failed.and_then(|_| count.launch_while(usize::MAX, going)).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Panic { .. }), "{error}");
    assert!(count.launch_while(usize::MAX, going).is_err());
    count.state_mut().0.fill(10)?;
    count.state_mut().1.fill(true)?;
    count.launch_while(usize::MAX, going)?;
    assert_eq!(count.into_state().0.at(0)?, 0);
    works(b)
}

/// What a failed call was to write would keep the loop from its end.
fn failed_before<B: Backend>(b: &B) -> Result<()> {
    let state = (b.filled(1.0f32, 2)?, b.filled(true, 1)?);
    let mut halve = b.record(state, |(x, going)| {
        x.iter_mut().for_each(op!(|x: &mut f32| *x *= 0.5))?;
        x.iter().map(op!(|x: f32| x != 0.0)).reduce_into(false, BitOr, &mut *going)
    })?;
    fn flag<B: Backend>(state: &(DeviceVec<f32, B>, DeviceVec<bool, B>)) -> DeviceSlice<'_, bool, B> {
        state.1.as_slice()
    }
    let not_a_number = op!(|v: u32| if v == 1 { panic!("odd") } else { f32::NAN });
    let failed = b.range(0u32..2).map(not_a_number).collect_into(&mut halve.state_mut().0);
    assert!(failed.and_then(|_| halve.launch_while(usize::MAX, flag)).is_err());
    halve.state_mut().0.fill(1.0)?;
    halve.state_mut().1.fill(true)?;
    halve.launch_while(usize::MAX, flag)?;
    assert_eq!(halve.into_state().0.to_vec()?, [0.0; 2]);
    works(b)
}

/// A failed round leaves a temporary vector unwritten, from which later ones would compute.
fn never_written<B: Backend>(b: &B) -> Result<()> {
    const N: usize = 20_000;
    let (mut x, y, always) = (b.filled(true, N)?, b.range(0u32..N as u32).collect()?, b.filled(true, 1)?);
    for repeated in [false, true] {
        let mut copies = b.record((&mut x, &y, &always), |(x, y, _)| {
            let made = y.iter().map(op!(|v: u32| if v > 20 { panic!("too large") } else { v > 7 })).collect()?;
            x.iter_mut().zip(&made).for_each(op!(|(x, m): (&mut bool, bool)| *x = m))
        })?;
        let launched = match repeated {
            true => copies.launch_times(3),
            false => copies.launch_while(3, |(_, _, always)| always.as_slice()),
        };
        drop(copies);
        assert!(launched.is_err() || x.to_vec().is_err());
        assert!(!(x.recover().is_ok() && records(b)));
        x.fill(false)?;
        assert_eq!(x.to_vec()?, vec![false; N]);
    }
    works(b)
}

fn cancelled<B: Backend>(b: &B) -> Result<()> {
    let token = CancellationToken::new();
    let cancelled = b.cancelled_by(&token);
    let mut count = cancelled.record(countdown(&cancelled, 1000)?, down)?;
    token.cancel();
    let looped = count.launch_while(usize::MAX, going);
    assert_eq!(looped.unwrap_err().kind(), &ErrorKind::Cancelled);
    token.reset();
    count.state_mut().0.fill(4)?;
    count.state_mut().1.fill(true)?;
    // In the midst, by what names the flag: on a GPU before the loop begins.
    let asked = Cell::new(0);
    let looped = count.launch_while(usize::MAX, |state| {
        asked.set(asked.get() + 1);
        if asked.get() == 3 || records(b) {
            token.cancel();
        }
        going(state)
    });
    token.reset();
    assert_eq!(looped.unwrap_err().kind(), &ErrorKind::Cancelled);
    assert!(count.state().0.at(0).is_err());
    works(b)
}

/// What the recording writes tells which call was cancelled, also if that has begun: one of these has.
fn cancelled_in_the_midst<B: Backend>(b: &B) -> Result<()> {
    // Marks of others, with which a launch ends in another way.
    let mut other = b.filled(1u32, 1)?;
    let _failed = b.range(0u32..1).map(op!(|v: u32| 1 / v)).collect_into(&mut other);
    for turns in [0, 200, 5000] {
        let token = CancellationToken::new();
        let cancelled = b.cancelled_by(&token);
        let x = cancelled.filled(0u64, 1)?;
        let mut count = cancelled.record(x, |x| x.iter_mut().for_each(op!(|x: &mut u64| *x += 1)))?;
        let launched = std::thread::scope(|scope| {
            scope.spawn(|| {
                (0..turns).for_each(|_| std::thread::yield_now());
                token.cancel();
            });
            count.launch_times(usize::MAX)
        });
        let (told, read) = (launched.unwrap_err(), count.state().at(0).unwrap_err());
        assert_eq!((told.kind(), read.kind()), (&ErrorKind::Cancelled, &ErrorKind::Cancelled));
        assert!(told.call().is_some());
        assert_eq!(read.call(), told.call());
    }
    assert!(other.to_vec().is_err());
    works(b)
}

/// A flag that is another stream's.
fn streams<B: Backend>(b: &B) -> Result<()> {
    let side = b.stream()?;
    let (mut x, mut flag) = (b.filled(10u32, 1)?, side.filled(true, 1)?);
    let mut count = b.record((&mut x, &mut flag), |(x, flag)| {
        x.iter_mut().for_each(op!(|x: &mut u32| *x -= 1))?;
        x.iter().map(op!(|x: u32| x > 3)).collect_into(&mut **flag)
    })?;
    count.launch_while(100, |(_, flag)| flag.as_slice())?;
    // Between loops, on the flag's own stream.
    count.state_mut().1.fill(true)?;
    count.launch_while(100, |(_, flag)| flag.as_slice())?;
    drop(count);
    assert_eq!((x.at(0)?, flag.at(0)?), (2, false));
    works(b)
}

fn dropped_in_flight<B: Backend>(b: &B) -> Result<()> {
    for _ in 0..3 {
        let mut count = b.record(countdown(b, 200)?, down)?;
        count.launch_while(usize::MAX, going)?;
        let (left, flag) = count.into_state();
        drop(flag);
        let others: Result<Vec<_>> = (0..4).map(|_| b.filled(true, 1)).collect();
        assert_eq!(left.at(0)?, 0);
        drop(others?);
    }
    let mut unused = b.record(countdown(b, 200)?, down)?;
    unused.launch_while(usize::MAX, going)?;
    drop(unused);
    works(b)
}

/// Loops and launches of one recording that are queued behind each other, with limits and flags of their own.
fn two_behind_each_other<B: Backend>(b: &B) -> Result<()> {
    let state = (b.filled(0u32, 1)?, b.filled(true, 2)?);
    let mut more = b.record(state, |(x, flags)| {
        x.iter_mut().for_each(op!(|x: &mut u32| *x += 1))?;
        let end = x.view();
        flags.slice_mut(..1)?.iter_mut().for_each(op!(|f: &mut bool| *f = end[0] < 50))
    })?;
    for _ in 0..3 {
        more.launch_while(5, |(_, flags)| flags.slice(1..).unwrap())?;
        more.launch_while(3, |(_, flags)| flags.slice(..1).unwrap())?;
        more.launch()?;
        more.launch_times(2)?;
    }
    assert_eq!(more.state().0.at(0)?, 33);
    more.launch_while(usize::MAX, |(_, flags)| flags.slice(..1).unwrap())?;
    assert_eq!(more.state().0.at(0)?, 50);
    works(b)
}

/// The flag of another device.
#[test]
fn another_device() -> Result<()> {
    let device = |index| Cuda::of(Driver::emulated(Settings { index, ..Settings::default() }));
    let (b, other) = (device(0), device(1));
    let mut x = b.filled(1u32, 100)?;
    let flag: &'static DeviceVec<bool, Cuda> = Box::leak(Box::new(other.filled(true, 1)?));
    let mut fill = b.record(&mut x, |x| x.fill(3))?;
    let mismatch = fill.launch_while(3, |_| flag.as_slice()).unwrap_err();
    assert!(matches!(mismatch.kind(), ErrorKind::DeviceMismatch { .. }), "{mismatch}");
    assert_eq!(mismatch.call().map(|at| at.line), Some(line!() - 2));
    works(&b)
}

/// The same on a device whose work is done as late as it may be.
#[test]
fn on_a_late_device() -> Result<()> {
    for seed in [0, 1] {
        let late = Cuda::of(Driver::emulated(Settings { seed, late: true, ..Settings::default() }));
        failing_rounds(&late)?;
        failed_flags(&late)?;
        failed_before(&late)?;
        streams(&late)?;
        two_behind_each_other(&late)?;
    }
    Ok(())
}
