//! Tokens that cancel calls: what a cancelled call returns, what it was to write, and what goes on.

use std::time::Duration;

use onrush::prelude::*;
use onrush::{CancellationToken, Error, ErrorKind, Result};

use onrush_test_support::compare::{all_same, same};

const N: usize = 20_011;

/// Checks that the result is the error of a call in this line.
#[track_caller]
fn cancelled<T>(result: Result<T>, line: u32) -> Error {
    let error = result.map(drop).expect_err("the call is cancelled");
    let at = error.call().expect("the error names its call");
    assert_eq!((error.kind(), at.file.as_str(), at.line), (&ErrorKind::Cancelled, file!(), line), "{error}");
    error
}

/// A device with a token; none on the backend of plain loops, which cancels nothing.
fn bound<B: Backend>(b: &B) -> Option<(B, CancellationToken)> {
    let token = CancellationToken::new();
    let device = b.cancelled_by(&token);
    let plain = b.name() == onrush_example_backend::Sequential.name();
    (!plain).then_some((device, token))
}

pub(crate) fn every_call_is_refused<B: Backend>(b: &B) -> Result<()> {
    let Some((device, token)) = bound(b) else { return Ok(()) };
    let x = device.range(0u32..N as u32).rev().collect()?;
    same("before", x.iter().on(&device).sum()?, (0..N as u32).fold(0, u32::wrapping_add));
    token.cancel();
    cancelled(x.iter().sum(), line!());
    cancelled(x.iter().map(op!(|v: u32| v + 1)).collect(), line!());
    cancelled(x.iter().scan_inclusive(Sum).collect(), line!());
    cancelled(x.iter().filter(op!(|v: u32| v > 3)).collect(), line!());
    cancelled(x.iter().position(op!(|v: u32| v == 3)), line!());
    cancelled(x.iter().sort().collect(), line!());
    cancelled(device.filled(1u8, 3), line!());
    let error = cancelled(b.range(0u32..7).on(&device).max(), line!());
    same("its text", error.to_string().starts_with("the call was cancelled, in the call at "), true);
    // A fault of the call itself comes first.
    let short = device.upload(&[1u32])?;
    let error = x.iter().zip(&short).collect().map(drop).expect_err("lengths differ");
    same("a fault", matches!(error.kind(), ErrorKind::LengthMismatch { .. }), true);
    // Copies aren't cancelled, and neither are other devices.
    all_same("read", &x.to_vec()?, &(0..N as u32).rev().collect::<Vec<_>>());
    same("an element", x.at(0)?, N as u32 - 1);
    same("elsewhere", x.iter().on(b).max()?, Some(N as u32 - 1));
    token.reset();
    same("after", x.iter().max()?, Some(N as u32 - 1));
    device.synchronize()
}

pub(crate) fn what_was_to_be_written_is_marked<B: Backend>(b: &B) -> Result<()> {
    let Some((device, token)) = bound(b) else { return Ok(()) };
    let x = b.range(0u32..N as u32).rev().collect()?;
    let (mut sorted, mut target, mut other) = (device.upload(&x.to_vec()?)?, b.filled(7u32, N)?, b.filled(7u32, N)?);
    token.cancel();
    cancelled(sorted.sort(), line!());
    let line = line!() - 1;
    cancelled(x.iter().on(&device).collect_into(&mut target), line!());
    let at = line!() - 1;
    token.reset();
    for _ in 0..2 {
        cancelled(sorted.to_vec(), line);
        cancelled(target.to_vec(), at);
        cancelled(target.iter().on(b).sum(), at);
        cancelled(target.iter().map(op!(|v: u32| v + 1)).collect(), at);
    }
    // A call that reads it names the call that was cancelled, and its own target stays.
    cancelled(target.iter().collect_into(&mut other), at);
    all_same("as it was", &other.to_vec()?, &[7; N]);
    same("what was read", x.iter().sum()?, (0..N as u32).fold(0, u32::wrapping_add));
    b.synchronize()?;
    // It is clean when it is overwritten or recovered.
    x.iter().collect_into(&mut target)?;
    all_same("overwritten", &target.to_vec()?, &x.to_vec()?);
    sorted.recover()?;
    sorted.sort()?;
    all_same("recovered", &sorted.to_vec()?, &(0..N as u32).collect::<Vec<_>>());

    // A part of a vector, columns, and the reach of `iter_mut`.
    let (mut keys, mut values) = (x.try_clone()?, x.try_clone()?);
    let mut on_device = device.upload(&[1u32; 100])?;
    token.cancel();
    cancelled(on_device.slice_mut(20..40)?.sort(), line!());
    let part = line!() - 1;
    let effect = on_device.slice_mut(..5)?.iter_mut().for_each(op!(|v: &mut u32| *v += 1));
    cancelled(effect, line!() - 1);
    token.reset();
    all_same("the rest", &on_device.slice(5..20)?.to_vec()?, &[1; 15]);
    cancelled(on_device.slice(39..)?.to_vec(), part);
    on_device.recover()?;
    all_same("as before", &on_device.to_vec()?, &[1; 100]);
    sort_by_key(&mut keys, &mut values)?;
    all_same("columns", &values.to_vec()?, &keys.to_vec()?);
    device.synchronize()
}

/// Whatever has been queued when a token is cancelled runs to its end.
pub(crate) fn earlier_calls_keep_their_results<B: Backend>(b: &B) -> Result<()> {
    let Some((device, token)) = bound(b) else { return Ok(()) };
    let x = device.range(0u64..N as u64).collect()?;
    let squares = x.iter().map(op!(|v: u64| v * v)).collect()?;
    let sums = squares.iter().scan_inclusive(Sum).collect()?;
    let failed = x.iter().map(op!(|v: u64| 1 / (v / 20_000))).collect();
    token.cancel();
    let expected = (0..N as u64).map(|v| v * v).scan(0, |sum, v| Some(std::mem::replace(sum, *sum + v) + v));
    all_same("queued before", &sums.to_vec()?, &expected.collect::<Vec<_>>());
    // A failure of an operation stays what it is.
    let error = failed.and_then(|failed| failed.to_vec()).expect_err("a division by zero");
    same("a panic", matches!(error.kind(), ErrorKind::Panic { .. }), true);
    Ok(())
}

pub(crate) fn tokens_are_shared_replaced_and_dropped<B: Backend>(b: &B) -> Result<()> {
    let Some((one, token)) = bound(b) else { return Ok(()) };
    let (two, side, clone) = (b.cancelled_by(&token), one.stream()?, one.clone());
    let other = CancellationToken::new();
    let replaced = one.cancelled_by(&other);
    token.cancel();
    for device in [&one, &two, &side, &clone] {
        cancelled(device.range(0u32..9).sum(), line!());
    }
    same("another token", replaced.range(0u32..9).sum()?, 36);
    other.cancel();
    cancelled(replaced.range(0u32..9).sum(), line!());
    same("no token", b.range(0u32..9).sum()?, 36);
    // A device keeps its token.
    drop(token);
    cancelled(two.range(0u32..9).sum(), line!());
    let device = b.cancelled_by(&CancellationToken::new());
    same("a dropped token", device.range(0u32..9).sum()?, 36);

    let limited = CancellationToken::new();
    let device = b.cancelled_by(&limited);
    limited.cancel_after(Duration::MAX);
    same("in time", device.range(0u32..9).sum()?, 36);
    limited.cancel_after(Duration::ZERO);
    cancelled(device.range(0u32..9).sum(), line!());
    limited.reset();
    same("without a limit", device.range(0u32..9).sum()?, 36);
    Ok(())
}

/// Another thread may cancel at any time: a call succeeds, or says that it was cancelled and leaves a permutation.
pub(crate) fn at_any_time<B: Backend>(b: &B) -> Result<()> {
    let Some((device, token)) = bound(b) else { return Ok(()) };
    let host: Vec<u64> = (0..N as u64).map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 20).collect();
    let mut expected = host.clone();
    expected.sort();
    for round in 0..8u32 {
        let (mut keys, mut indices) = (device.upload(&host)?, device.range(0..N).collect()?);
        let sorted = std::thread::scope(|scope| {
            scope.spawn(|| {
                (0..round * 2000).for_each(|_| std::hint::spin_loop());
                token.cancel();
            });
            sort_by_key(&mut keys, &mut indices)
        });
        if let Err(error) = &sorted {
            assert_eq!(error.kind(), &ErrorKind::Cancelled);
            assert_eq!((keys.to_vec().as_ref(), indices.to_vec().as_ref()), (Err(error), Err(error)));
            keys.recover()?;
            indices.recover()?;
        }
        token.reset();
        let (mut keys, indices) = (keys.to_vec()?, indices.to_vec()?);
        same("rows", keys.iter().zip(&indices).all(|(key, i)| host.get(*i) == Some(key)), true);
        if sorted.is_err() {
            keys.sort();
        }
        all_same("the keys", &keys, &expected);
    }
    Ok(())
}

/// On a device that does queued work late, what was queued is still to be done when the token is cancelled.
#[test]
fn on_a_late_device() -> Result<()> {
    use onrush_cuda::driver::{Driver, Settings};
    for seed in [0, 1] {
        let late = || onrush_cuda::Cuda::of(Driver::emulated(Settings { seed, late: true, ..Settings::default() }));
        every_call_is_refused(&late())?;
        what_was_to_be_written_is_marked(&late())?;
        earlier_calls_keep_their_results(&late())?;
        tokens_are_shared_replaced_and_dropped(&late())?;
        at_any_time(&late())?;
    }
    Ok(())
}
