//! Recordings that fail at a launch, whose calls read what others of them were to write.

use onrush::Result;
use onrush::prelude::*;

use super::records;
use crate::{everywhere, works};

everywhere! { never_written overwritten_and_read }

/// Reads what a failed launch was to write, and returns whether it can be recovered. The elements that are there then are some that the
/// program has written.
fn recovers<B: Backend>(launched: Result<()>, x: &mut DeviceVec<bool, B>) -> Result<bool> {
    assert!(launched.is_err() || x.to_vec().is_err());
    let recovered = x.recover().is_ok();
    assert_eq!(x.to_vec().is_ok(), recovered);
    x.fill(false)?;
    assert_eq!(x.to_vec()?, vec![false; x.len()]);
    Ok(recovered)
}

/// A failed call leaves a temporary vector unwritten, from which a later one computes what held elements.
pub(crate) fn never_written<B: Backend>(b: &B) -> Result<()> {
    const N: usize = 50_000;
    let (y, mut x) = (b.range(0u32..N as u32).collect()?, b.filled(true, N)?);
    let step = |y: &DeviceVec<u32, B>, x: &mut DeviceVec<bool, B>| -> Result<()> {
        let mut counts = y.try_clone()?;
        let count = op!(|v: &mut u32| {
            if *v > 0 {
                panic!("too large");
            }
            *v += 1;
            *v > 7
        });
        let made = counts.iter_mut().map(count).collect()?;
        x.iter_mut().zip(&made).for_each(op!(|(x, m): (&mut bool, bool)| *x = m))
    };
    // Also where the launch has to wait for its failure, which an output without elements can't tell.
    for empty in [false, true] {
        let mut none = b.filled(0u32, 0)?;
        let mut copies = b.record((&y, &mut x, &mut none), |(y, x, none)| {
            if empty {
                none.iter_mut().for_each(op!(|v: &mut u32| *v += 1))?;
            }
            step(y, x)
        })?;
        let launched = copies.launch();
        drop(copies);
        let told = launched.is_err();
        assert!(!(recovers(launched, &mut x)? && records(b)), "{empty} {told}");
    }
    let mut fails = b.record((&y, &mut x), |(y, x)| {
        y.iter().map(op!(|v: u32| if v > 20 { panic!("too large") } else { v > 7 })).collect_into(&mut **x)
    })?;
    let launched = fails.launch();
    drop(fails);
    // Without temporary memory there are the old elements and the new ones, as after a call.
    assert!(recovers(launched, &mut x)?);
    works(b)
}

/// What a failed call was to overwrite needn't have held elements.
pub(crate) fn overwritten_and_read<B: Backend>(b: &B) -> Result<()> {
    let (y, mut x, mut z) = (b.range(0u32..1000).collect()?, b.filled(true, 1000)?, b.filled(true, 1000)?);
    let mut copies = b.record((&y, &mut x, &mut z), |(y, x, z)| {
        y.iter().map(op!(|v: u32| if v > 20 { panic!("too large") } else { v > 7 })).collect_into(&mut **x)?;
        z.iter_mut().zip(&**x).for_each(op!(|(z, x): (&mut bool, bool)| *z = x))
    })?;
    let launched = copies.launch();
    drop(copies);
    if records(b) {
        assert!(!recovers(launched, &mut z)?);
    }
    works(b)
}
