//! Recorded closures that exchange the memory of the state's vectors. No launch has copied the elements when the closure ends, so the old
//! memory is all that has them.

use onrush::Result;
use onrush::prelude::*;
use onrush::random::{Rng, shuffle};
use onrush_core::recording::Unrecorded;

use super::{Made, records, refused};
use crate::{everywhere, works};

everywhere! { grown shrunk grown_and_ignored filtered rotated shuffled temporaries }

/// Checks that a change of a vector is refused, at its own line, and that the vector keeps its elements.
#[track_caller]
fn keeps<B: Backend>(b: &B, step: impl Fn(&mut DeviceVec<u32, B>) -> Result<()>) -> Result<()> {
    let mut x = b.upload(&[1u32, 2, 3, 4])?;
    let caller = std::panic::Location::caller().line();
    let result = b.record(&mut x, |x| step(x)).and_then(Made::launched);
    assert_eq!(result.as_ref().unwrap_err().call().map(|at| at.line), Some(caller), "{result:?}");
    refused(b, result, Unrecorded::Changed)?;
    assert_eq!(x.to_vec()?, [1, 2, 3, 4]);
    // It is a vector as any other.
    x.extend(b.range(5u32..10))?;
    assert_eq!(x.to_vec()?, [1, 2, 3, 4, 5, 6, 7, 8, 9]);
    Ok(())
}

fn grown<B: Backend>(b: &B) -> Result<()> {
    keeps(b, |x| x.push(5))?;
    keeps(b, |x| x.reserve(100_000))?;
    keeps(b, |x| x.reserve_exact(100_000))?;
    keeps(b, |x| x.resize(40_000, 1))?;
    keeps(b, |x| x.extend_from_slice(&[7; 1000]))?;
    keeps(b, |x| x.extend(b.range(0u32..1000)))?;
    keeps(b, |x| x.extend_from_within(..))?;
    // A vector without elements gets none.
    let mut x = DeviceVec::<u32, B>::new(b)?;
    refused(b, b.record(&mut x, |x| x.extend(b.range(0u32..1000))), Unrecorded::Changed)?;
    if records(b) {
        assert_eq!((x.len(), x.to_vec()?), (0, vec![]));
    }
    // What was to be appended stays where it is.
    let (mut x, mut y) = (b.filled(1u32, 100)?, b.filled(2u32, 1000)?);
    refused(b, b.record((&mut x, &mut y), |(x, y)| x.append(y)), Unrecorded::Changed)?;
    assert_eq!((x.to_vec()?, y.to_vec()?), (vec![1; 100], vec![2; 1000]));
    Ok(())
}

fn shrunk<B: Backend>(b: &B) -> Result<()> {
    let mut x = DeviceVec::with_capacity(b, 10_000)?;
    x.extend(b.range(0u32..100))?;
    refused(b, b.record(&mut x, |x| x.shrink_to_fit()), Unrecorded::Changed)?;
    assert_eq!(x.to_vec()?, (0..100).collect::<Vec<u32>>());
    Ok(())
}

/// A closure that ignores the refusal isn't recorded.
fn grown_and_ignored<B: Backend>(b: &B) -> Result<()> {
    let mut x = b.filled(1u32, 100)?;
    let result = b.record(&mut x, |x| {
        let _ = x.reserve(100_000);
        x.iter_mut().for_each(op!(|x: &mut u32| *x += 1))
    });
    refused(b, result, Unrecorded::Changed)?;
    // A launch without a recording has made the call behind.
    assert_eq!(x.iter().sum()?, if records(b) { 100 } else { 200 });
    Ok(())
}

type Filter<B> = fn(&mut DeviceVec<u32, B>) -> Result<()>;

/// Calls that keep some of a vector's elements wait for their number, also of a vector without elements.
fn filtered<B: Backend>(b: &B) -> Result<()> {
    let above = line!();
    let filters: [Filter<B>; 3] =
        [|x| x.retain(op!(|v: u32| v > 1)), |x| x.dedup(), |x| x.dedup_by(op!(|a: u32, b: u32| a / 2 == b / 2))];
    let calls = above..line!();
    for filter in filters {
        let mut x = b.upload(&[1u32, 1, 2])?;
        refused(b, b.record(&mut x, |x| filter(x)), Unrecorded::Waits)?;
        assert_eq!(x.to_vec()?, [1, 1, 2]);
        x.clear();
        let (before, capacity) = (x.as_ptr(), x.capacity());
        let result = b.record(&mut x, |x| filter(x)).and_then(Made::launched);
        let line = result.as_ref().unwrap_err().call().map(|at| at.line);
        assert!(line.is_some_and(|line| calls.contains(&line)), "{line:?}");
        refused(b, result, Unrecorded::Waits)?;
        assert_eq!((x.as_ptr(), x.capacity()), (before, capacity));
    }
    Ok(())
}

/// A rotation needs no other memory.
fn rotated<B: Backend>(b: &B) -> Result<()> {
    let (mut x, mut expected) = (b.range(0u32..1000).collect()?, (0..1000).collect::<Vec<u32>>());
    let mut rotate = b.record(&mut x, |x| {
        x.rotate_left(300)?;
        x.rotate_right(1)?;
        let mut made = x.try_clone()?;
        made.rotate_left(10)?;
        made.iter().map(op!(|v: u32| v + 1)).collect_into(&mut **x)
    })?;
    for _ in 0..3 {
        rotate.launch()?;
        expected.rotate_left(309);
        expected.iter_mut().for_each(|v| *v += 1);
        assert_eq!(rotate.state().to_vec()?, expected);
    }
    works(b)
}

/// A shuffle keeps the memory that launches use.
fn shuffled<B: Backend>(b: &B) -> Result<()> {
    let (mut x, mut again) = (b.range(0u32..1000).collect()?, b.range(0u32..1000).collect()?);
    let mut step = b.record(&mut x, |x| shuffle(&mut **x, Rng::new(3)))?;
    for _ in 0..3 {
        step.launch()?;
        shuffle(&mut again, Rng::new(3))?;
        assert_eq!(step.state().to_vec()?, again.to_vec()?);
    }
    works(b)
}

/// What the closure makes may grow and shrink.
fn temporaries<B: Backend>(b: &B) -> Result<()> {
    let mut x = b.filled(1u32, 1000)?;
    let mut step = b.record(&mut x, |x| {
        let mut made = DeviceVec::new(b)?;
        made.extend(x.slice(..10)?)?;
        made.extend(&**x)?;
        made.reserve(50_000)?;
        made.truncate(1000);
        made.shrink_to_fit()?;
        x.iter_mut().zip(&made).for_each(op!(|(x, v): (&mut u32, u32)| *x += v))
    })?;
    step.launch()?;
    step.launch()?;
    drop(step);
    assert_eq!(x.to_vec()?, [4; 1000]);
    works(b)
}
