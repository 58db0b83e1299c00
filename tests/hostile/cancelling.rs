//! Tokens that are cancelled and reset while calls run, and calls whose parts are cancelled one by one.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use onrush::prelude::*;
use onrush::{CancellationToken, ErrorKind, Result};

use crate::{everywhere, works};

everywhere! { a_token_that_flickers calls_of_several_parts tokens_that_are_gone }

const N: usize = 70_000;

/// Numbers in no order.
fn mixed<B: Backend>(b: &B) -> Result<DeviceVec<u32, B>> {
    b.tabulate(N, op!(|i: usize| (i as u32).wrapping_mul(2654435769))).collect()
}

/// Whether the result is that of a call which wasn't cancelled.
fn went_on<T>(result: &Result<T>) -> bool {
    if let Err(error) = result {
        assert_eq!(error.kind(), &ErrorKind::Cancelled, "{error}");
    }
    result.is_ok()
}

/// Ends the other thread when this one ends, in whatever way.
struct Done<'a>(&'a AtomicBool);

impl Drop for Done<'_> {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}

/// A token that is cancelled and reset all the time: whatever a call returns, its output says the same.
pub(crate) fn a_token_that_flickers<B: Backend>(b: &B) -> Result<()> {
    let (token, done) = (CancellationToken::new(), AtomicBool::new(false));
    let device = b.cancelled_by(&token);
    let x = mixed(b)?;
    let (host, sum) = (x.to_vec()?, x.iter().sum()?);
    let mut sorted = host.clone();
    sorted.sort();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Relaxed) {
                token.cancel();
                std::thread::yield_now();
                token.reset();
                std::thread::yield_now();
            }
        });
        let _done = Done(&done);
        (0..20).try_for_each(|_| -> Result<()> {
            let total = x.iter().on(&device).sum();
            assert!(!went_on(&total) || total == Ok(sum));
            let mut y = b.filled(0u32, N)?;
            let collected = x.iter().on(&device).map(op!(|v: u32| v)).collect_into(&mut y);
            match went_on(&collected) {
                true => assert!(y.to_vec()? == host),
                false => assert_eq!(y.to_vec().map(drop), collected),
            }
            let kept = x.iter().on(&device).filter(op!(|v: u32| v % 2 == 0)).collect();
            if went_on(&kept) {
                assert!(kept?.to_vec()?.into_iter().eq(host.iter().copied().filter(|v| v % 2 == 0)));
            }
            let mut z = device.upload(&host)?;
            let ended = z.sort();
            let read = z.to_vec();
            assert_eq!(went_on(&ended), went_on(&read));
            z.recover()?;
            let mut items = z.to_vec()?;
            assert!(ended.is_err() || items == sorted);
            items.sort();
            assert!(items == sorted);
            Ok(())
        })
    })?;
    works(b)
}

/// Limits that are over in the middle of calls that consist of several.
pub(crate) fn calls_of_several_parts<B: Backend>(b: &B) -> Result<()> {
    let token = CancellationToken::new();
    let device = b.cancelled_by(&token);
    let host = mixed(b)?.to_vec()?;
    let mut rotated = host.clone();
    rotated.rotate_left(1000);
    for step in 0..16 {
        let mut x = device.upload(&host)?;
        token.cancel_after(Duration::from_micros(step * step * 10));
        let result = x.rotate_left(1000);
        token.reset();
        if went_on(&result) {
            assert!(x.to_vec()? == rotated);
        } else {
            for part in [0..10, 990..1000, 1000..1010, N / 2..N / 2 + 1, N - 10..N] {
                isnt_lost(&x, part, &host, &result)?;
            }
        }
        let mut y = device.upload(&host)?;
        token.cancel_after(Duration::from_micros(step * step * 10));
        let result = y.extend(&x).and_then(|()| y.retain(op!(|v: u32| v % 2 == 0)));
        token.reset();
        // What was there before is there in any case.
        y.truncate(host.len().min(y.len()));
        let even = host.iter().copied().filter(|v| v % 2 == 0);
        match result.is_ok() {
            true => assert!(y.to_vec()?.into_iter().zip(even).all(|(got, want)| got == want)),
            false => assert!(y.to_vec()? == host),
        }
    }
    token.cancel();
    let mut x = device.upload(&host)?;
    let result = x.rotate_right(7);
    for part in [0..1, N - 1..N] {
        isnt_lost(&x, part, &host, &result)?;
    }
    assert!(result.is_err());
    works(b)
}

/// Checks that a part of a vector reads as the failure of its rotation, or as it was: a GPU rotates into other memory.
fn isnt_lost<B: Backend>(x: &DeviceVec<u32, B>, part: Range<usize>, before: &[u32], result: &Result<()>) -> Result<()> {
    let read = x.slice(part.clone())?.to_vec();
    assert!(read.as_deref() == Ok(&before[part]) || read.map(drop) == *result);
    Ok(())
}

/// Drops, clones and errors that outlive the token, and calls while a thread unwinds.
pub(crate) fn tokens_that_are_gone<B: Backend>(b: &B) -> Result<()> {
    let (mut x, error) = {
        let token = CancellationToken::new();
        let mut x = b.cancelled_by(&token).upload(&[3u32, 1, 2])?;
        token.cancel();
        let error = x.sort().expect_err("it is cancelled");
        (x, error)
    };
    // Nobody can reset the token any more, but the elements can be read, and used elsewhere.
    assert_eq!(x.to_vec(), Err(error));
    x.recover()?;
    assert_eq!(x.to_vec()?, [3, 1, 2]);
    assert_eq!(x.iter().on(b).sum()?, 6);
    assert!(x.iter().sum().is_err());
    // Deep chains of tokens replace each other.
    let tokens = [(); 100].map(|()| CancellationToken::new());
    let device = tokens.iter().fold(b.clone(), |device, token| device.cancelled_by(token));
    tokens[..99].iter().for_each(CancellationToken::cancel);
    works(&device)?;
    tokens[99].cancel();
    assert!(works(&device).is_err());
    works(b)
}
