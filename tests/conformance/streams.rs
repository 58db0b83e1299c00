//! Vectors that are used by several streams of one memory. A backend without streams must give the same results.

use std::sync::Barrier;

use onrush::prelude::*;
use onrush::{DeviceSlice, ErrorKind, Result};

use onrush_test_support::compare::{all_same, same};
use onrush_test_support::inputs::data;
use onrush_test_support::oracle;

const N: usize = 30_011;
const MANY: usize = 150_001;

pub(crate) fn a_reader_comes_after_the_owner_and_before_it<B: Backend>(b: &B) -> Result<()> {
    let side = b.stream()?;
    let host: Vec<u64> = data(1, N);
    let mut x = b.upload(&host)?;
    let sums = x.iter().on(&side).scan_inclusive(Sum).collect()?;
    // The write is queued behind the reader, without waiting for it.
    x.iter_mut().for_each(op!(|x: &mut u64| *x = 7))?;
    all_same("read before", &sums.to_vec()?, &oracle::scan_inclusive(&host, |a, b| a.wrapping_add(b)));
    all_same("written after", &x.to_vec()?, &vec![7; N]);

    // Captured views may be of another stream, too.
    let table = x.view();
    let looked_up = side.range(0..N).map(op!(|i: usize| table[i] + i as u64)).collect()?;
    x.copy_from(&host)?;
    all_same("captured", &looked_up.to_vec()?, &(7..7 + N as u64).collect::<Vec<_>>());
    all_same("copied after", &x.to_vec()?, &host);
    Ok(())
}

pub(crate) fn a_writer_comes_between_the_owners_uses<B: Backend>(b: &B) -> Result<()> {
    let (one, two) = (b.stream()?, b.stream()?);
    let mut x = b.range(0u64..N as u64).collect()?;
    let before = x.iter().on(&two).map(op!(|v: u64| v + 1)).collect()?;
    one.range(0u64..N as u64).rev().collect_into(&mut x)?;
    let after = x.iter().on(&two).map(op!(|v: u64| v + 2)).collect()?;
    one.constant(5u64, N).collect_into(&mut x)?;
    let sum = x.iter().sum()?;
    all_same("read before", &before.to_vec()?, &(1..=N as u64).collect::<Vec<_>>());
    all_same("read between", &after.to_vec()?, &(2..N as u64 + 2).rev().collect::<Vec<_>>());
    same("read at home", sum, 5 * N as u64);

    // A column of another stream is sorted along.
    let mut keys = one.range(0u32..N as u32).rev().collect()?;
    let mut values = two.range(0u64..N as u64).collect()?;
    sort_by_key(&mut keys, &mut values)?;
    all_same("sorted along", &values.to_vec()?, &(0..N as u64).rev().collect::<Vec<_>>());
    Ok(())
}

pub(crate) fn a_vector_can_be_dropped_while_it_is_read<B: Backend>(b: &B) -> Result<()> {
    let side = b.stream()?;
    let host: Vec<u32> = data(1, N);
    for round in 0..4 {
        let x = b.upload(&host)?;
        let y = x.iter().on(&side).map(op!(|v: u32| v ^ 1)).collect()?;
        drop(x);
        // The new vector may have the same address.
        let other = b.filled(round, N)?;
        all_same("read", &y.to_vec()?, &host.iter().map(|v| v ^ 1).collect::<Vec<_>>());
        all_same("new", &other.to_vec()?, &vec![round; N]);
    }
    // The stream itself can be dropped, too.
    let x = side.upload(&host)?;
    drop(side);
    let y = x.iter().on(b).map(op!(|v: u32| v ^ 3)).collect()?;
    drop(x);
    all_same("read", &y.to_vec()?, &host.iter().map(|v| v ^ 3).collect::<Vec<_>>());
    Ok(())
}

pub(crate) fn several_streams_read_at_once<B: Backend>(b: &B) -> Result<()> {
    let host: Vec<f32> = data(1, MANY);
    let x = b.upload(&host)?;
    let keys = b.range(0u32..MANY as u32).map(op!(|i: u32| i / 100)).collect()?;
    let bits = |v: Vec<f32>| v.into_iter().map(f32::to_bits).collect::<Vec<_>>();
    let all = |b: &B| -> Result<_> {
        let sum = x.iter().on(b).sum()?.to_bits();
        let scan = x.iter().on(b).scan_inclusive(Sum).collect()?;
        let (_, totals) = reduce_by_key(keys.iter().on(b), &x, Sum).collect()?;
        let sorted = x.iter().on(b).sort().collect()?;
        Ok((sum, bits(scan.to_vec()?), bits(totals.to_vec()?), bits(sorted.to_vec()?)))
    };
    let expected = all(b)?;
    let threads = 4;
    let barrier = Barrier::new(threads);
    std::thread::scope(|scope| {
        let run = || -> Result<bool> {
            let stream = b.stream()?;
            barrier.wait();
            Ok(all(&stream)? == expected)
        };
        let runs: Vec<_> = (0..threads).map(|_| scope.spawn(run)).collect();
        for run in runs {
            assert!(run.join().expect("no panic")?, "every stream gives the same bits");
        }
        Ok(())
    })
}

pub(crate) fn a_failure_is_told_to_whoever_uses_its_vectors<B: Backend>(b: &B) -> Result<()> {
    let side = b.stream()?;
    let x = b.range(0u32..N as u32).collect()?;
    let bad = op!(|v: u32| if v == 20_001 { panic!("item 20001") } else { v });
    let fails = |result: Result<()>| {
        let error = result.expect_err("the operation panics");
        assert!(matches!(error.kind(), ErrorKind::Panic { message, .. } if message == "item 20001"), "{error}");
    };
    // The failure is returned when the vector is read, or at once by a backend without streams.
    match x.iter().on(&side).map(bad).collect() {
        Err(error) => fails(Err(error)),
        Ok(spoiled) => {
            b.synchronize()?;
            let twice = spoiled.iter().on(b).map(op!(|v: u32| v.wrapping_mul(2))).collect()?;
            fails(twice.to_vec().map(drop));
            fails(spoiled.to_vec().map(drop));
            side.synchronize()?;
        }
    }
    let mut y = x.try_clone()?;
    match side.range(0u32..N as u32).map(bad).collect_into(&mut y) {
        Err(error) => fails(Err(error)),
        Ok(()) => fails(y.to_vec().map(drop)),
    }
    side.synchronize()?;
    same("the streams work on", x.iter().on(&side).max()?, Some(N as u32 - 1));
    same("the streams work on", x.iter().max()?, Some(N as u32 - 1));
    Ok(())
}

/// A call waits for its target's stream, and that stream for the call.
pub(crate) fn targets_of_another_stream<B: Backend>(b: &B) -> Result<()> {
    let side = b.stream()?;
    let x = b.range(0u32..N as u32).collect()?;
    let largest: Vec<u32> = (N as u32 - 100..N as u32).rev().collect();
    let mut items = side.filled(0u32, 100)?;
    x.iter().top_k(100).collect_into(&mut items)?;
    all_same("largest", &items.to_vec()?, &largest);
    let mut positions = side.filled(0u32, 100)?;
    x.iter().top_k_positions(100).collect_into(&mut positions)?;
    all_same("positions", &positions.to_vec()?, &largest);
    x.iter().bottom_k(100).collect_into(&mut items)?;
    all_same("smallest", &items.to_vec()?, &(0..100).collect::<Vec<_>>());
    x.iter().segments_of(N.div_ceil(100)).max().collect_into(&mut items)?;
    same("segments", items.get(99)?, Some(N as u32 - 1));
    x.iter().scatter_reduce(b.constant(3usize, N), Max, &mut items)?;
    same("places", items.get(3)?, Some(N as u32 - 1));
    x.iter().top_k(100).collect_into(&mut items)?;
    drop(items);
    all_same("new", &side.filled(7u32, 100)?.to_vec()?, &[7; 100]);
    Ok(())
}

/// An emulated device that runs queued work as late as possible, when it is waited for.
fn late(seed: u64, index: u32) -> onrush_cuda::Cuda {
    use onrush_cuda::driver::{Driver, Settings};
    onrush_cuda::Cuda::of(Driver::emulated(Settings { seed, late: true, index, ..Settings::default() }))
}

#[test]
fn on_a_late_device() -> Result<()> {
    for seed in [0, 1] {
        a_reader_comes_after_the_owner_and_before_it(&late(seed, 0))?;
        a_writer_comes_between_the_owners_uses(&late(seed, 0))?;
        a_vector_can_be_dropped_while_it_is_read(&late(seed, 0))?;
        a_failure_is_told_to_whoever_uses_its_vectors(&late(seed, 0))?;
        targets_of_another_stream(&late(seed, 0))?;
    }
    several_streams_read_at_once(&late(0, 0))
}

/// Handles that were made separately for one device are streams of that device.
#[test]
fn of_handles_made_apart() -> Result<()> {
    let (a, b) = (onrush_cuda::Cuda::emulated(), late(0, 0));
    let mut x = b.range(0u32..100).collect()?;
    let y = x.iter().on(&a).map(op!(|v: u32| v + 1)).collect()?;
    a.constant(3u32, 100).collect_into(&mut x)?;
    same("written there", x.iter().sum()?, 300);
    same("read there", y.iter().sum()?, 5050);
    Ok(())
}

#[test]
fn a_vector_of_another_gpu_is_refused() -> Result<()> {
    let (here, there) = (late(0, 0), late(0, 1));
    let x = here.upload(&[1u32, 2, 3])?;
    let mut y = there.upload(&[4u32, 5, 6])?;
    let want = ErrorKind::DeviceMismatch { vector: there.id(), chain: here.id() };
    assert_eq!(*x.iter().zip(&y).collect().map(drop).unwrap_err().kind(), want);
    assert_eq!(*x.iter().collect_into(&mut y).unwrap_err().kind(), want);
    let table = y.view();
    assert_eq!(*x.iter().map(op!(|v: u32| table[v as usize])).sum().unwrap_err().kind(), want);
    let back = ErrorKind::DeviceMismatch { vector: here.id(), chain: there.id() };
    assert_eq!(*x.iter().on(&there).sum().unwrap_err().kind(), back);
    assert_eq!(back.to_string(), "a vector on emulated:0 was used in a chain on emulated:1; copy it there first");
    all_same("untouched", &y.to_vec()?, &[4, 5, 6]);
    Ok(())
}

#[test]
fn everything_can_be_sent_and_shared() {
    fn is<T: Send + Sync>() {}
    is::<Device>();
    is::<onrush_cuda::Cuda>();
    is::<DeviceVec<f32, onrush_cuda::Cuda>>();
    is::<DeviceSlice<'_, f32, onrush_cuda::Cuda>>();
    is::<View<'_, f32>>();
}
