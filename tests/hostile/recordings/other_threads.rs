//! Recorded closures whose other threads make calls. These aren't recorded, so no launch would repeat what they write.

use std::panic::Location;
use std::thread;

use onrush::prelude::*;
use onrush::{ErrorKind, Result};
use onrush_core::recording::Unrecorded;

use super::{records, refused};
use crate::{everywhere, works};

everywhere! { of_the_state of_the_state_after_a_call of_what_is_made ignored read elsewhere another_recording }

/// A call that writes a vector.
type Write<B> = fn(&B, &mut DeviceVec<u32, B>) -> Result<()>;

/// Makes a call in a thread of its own.
fn aside<T: Send>(call: impl FnOnce() -> Result<T> + Send) -> Result<T> {
    thread::scope(|scope| scope.spawn(call).join()).unwrap()
}

/// Checks that a closure is refused in which another thread makes a call, at the line of this one, and that the state is as it was.
#[track_caller]
fn keeps<B: Backend>(b: &B, step: impl Fn(&mut DeviceVec<u32, B>) -> Result<()>) -> Result<()> {
    let mut x = b.upload(&[1u32, 2, 3, 4])?;
    let caller = Location::caller().line();
    let result = b.record(&mut x, |x| step(x)).map(drop);
    if let Err(error) = &result {
        assert_eq!(error.call().map(|at| at.line), Some(caller), "{error}");
    }
    refused(b, result, Unrecorded::OtherThread)?;
    if records(b) {
        assert_eq!(x.to_vec()?, [1, 2, 3, 4]);
        aside(|| x.fill(5))?;
        assert_eq!(x.to_vec()?, [5; 4]);
    }
    Ok(())
}

fn of_the_state<B: Backend>(b: &B) -> Result<()> {
    let add = op!(|x: &mut u32| *x += 1);
    keeps(b, |x| aside(|| x.fill(50)))?;
    keeps(b, |x| aside(|| x.slice_mut(1..3)?.fill(50)))?;
    keeps(b, |x| aside(|| x.iter_mut().for_each(add)))?;
    keeps(b, |x| aside(|| b.range(0u32..4).collect_into(&mut *x)))?;
    keeps(b, |x| aside(|| x.copy_from(&[50; 4])))?;
    keeps(b, |x| aside(|| x.sort()))?;
    keeps(b, |x| aside(|| x.rotate_left(1)))?;
    keeps(b, |x| aside(|| x.push(5)))?;
    keeps(b, |x| aside(|| x.recover().and_then(|()| x.iter_mut().for_each(add))))?;
    keeps(b, |x| aside(|| x.to_vec().map(drop)))?;
    let mut x = b.upload(&[1u32, 2, 3, 4])?;
    let copied = b.record(&mut x, |x| aside(|| x.copy_from_pinned(&b.upload(&[50; 4])?.to_pinned()?)));
    refused(b, copied, Unrecorded::OtherThread)?;
    if records(b) {
        assert_eq!(x.to_vec()?, [1, 2, 3, 4]);
    }
    Ok(())
}

/// A recorded call overwrites the state, which no thread sees before a launch.
fn of_the_state_after_a_call<B: Backend>(b: &B) -> Result<()> {
    keeps(b, |x| x.fill(7).and_then(|()| aside(|| x.to_vec().map(drop))))?;
    keeps(b, |x| x.fill(7).and_then(|()| x.fill(8)).and_then(|()| aside(|| x.at(1).map(drop))))?;
    keeps(b, |x| x.fill(7).and_then(|()| aside(|| x.iter_mut().for_each(op!(|x: &mut u32| *x += 1)))))
}

fn of_what_is_made<B: Backend>(b: &B) -> Result<()> {
    let (mut x, y) = (b.filled(1u32, 100)?, b.filled(7u32, 100)?);
    let writes: [Write<B>; 3] =
        [|b, made| b.range(0u32..100).collect_into(made), |_, made| made.fill(3), |_, made| made.copy_from(&[3; 100])];
    for write in writes {
        let written = b.record((&mut x, &y), |(x, y)| {
            let mut made = y.try_clone()?;
            aside(|| write(b, &mut made))?;
            x.iter_mut().zip(&made).for_each(op!(|(x, y): (&mut u32, u32)| *x += y))
        });
        refused(b, written, Unrecorded::OtherThread)?;
    }
    // One that no recorded call has written.
    let extended = b.record(&mut x, |x| {
        let mut made = DeviceVec::with_capacity(b, 100)?;
        aside(|| made.extend(b.range(0u32..100)))?;
        x.iter_mut().zip(&made).for_each(op!(|(x, y): (&mut u32, u32)| *x += y))
    });
    refused(b, extended, Unrecorded::OtherThread)?;
    if records(b) {
        assert_eq!(x.to_vec()?, [1; 100]);
    }
    Ok(())
}

/// A closure that ignores the refusal of a write isn't recorded.
fn ignored<B: Backend>(b: &B) -> Result<()> {
    let mut x = b.filled(1u32, 100)?;
    let result = b.record(&mut x, |x| {
        let _ = aside(|| x.fill(50));
        x.iter_mut().for_each(op!(|x: &mut u32| *x += 1))
    });
    refused(b, result, Unrecorded::OtherThread)?;
    if records(b) {
        assert_eq!(x.to_vec()?, [1; 100]);
    }
    Ok(())
}

/// Other threads read what no launch writes.
fn read<B: Backend>(b: &B) -> Result<()> {
    let (mut x, y) = (b.filled(1u32, 100)?, b.filled(7u32, 100)?);
    let mut add = b.record((&mut x, &y), |(x, y)| {
        assert_eq!(aside(|| y.iter().sum()), Ok(700));
        x.iter_mut().zip(&**y).for_each(op!(|(x, y): (&mut u32, u32)| *x += y))
    })?;
    add.launch()?;
    drop(add);
    assert_eq!(x.to_vec()?, [8; 100]);
    works(b)
}

/// Calls with other memory are nobody's business, recorded ones in other threads as well.
fn elsewhere<B: Backend>(b: &B) -> Result<()> {
    let step = || -> Result<()> {
        let mut x = b.filled(1u32, 100)?;
        let mut other = b.record(&mut x, |x| {
            let mut own = aside(|| b.filled(3u32, 100))?;
            assert_eq!(aside(|| own.fill(4).and_then(|()| own.iter().sum())), Ok(400));
            x.iter_mut().for_each(op!(|x: &mut u32| *x += 1))
        })?;
        other.launch()?;
        drop(other);
        assert_eq!(x.to_vec()?, [2; 100]);
        Ok(())
    };
    thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(step)).collect();
        threads.into_iter().try_for_each(|thread| thread.join().unwrap())
    })?;
    let mut x = b.filled(1u32, 100)?;
    b.record(&mut x, |x| aside(step).and_then(|()| x.fill(9)))?.launch()?;
    assert_eq!(x.to_vec()?, [9; 100]);
    works(b)
}

/// Another recording may not begin to use the state.
fn another_recording<B: Backend>(b: &B) -> Result<()> {
    let mut filling = b.record(b.filled(1u32, 100)?, |x| x.fill(7))?;
    let result = b.record(filling.state_mut(), |x| aside(|| b.record(&mut **x, |x| x.fill(8))?.launch()));
    if records(b) {
        let error = result.map(drop).unwrap_err();
        assert_eq!(error.kind(), &ErrorKind::Recording { reason: Unrecorded::OtherThread });
        filling.launch()?;
        assert_eq!(filling.state().to_vec()?, [7; 100]);
    }
    works(b)
}
