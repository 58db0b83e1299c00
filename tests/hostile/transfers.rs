//! Copies of pinned memory that are under way when the host reads, writes, drops or forgets what they use; and events.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use onrush::prelude::*;
use onrush::{ErrorKind, PinnedVec, Result};
use onrush_cuda::Cuda;
use onrush_cuda::driver::{Driver, Settings};
use onrush_example_backend::{Counting, Sequential};

use crate::{everywhere, works};

everywhere! {
    runs_pass_through_streams dropped_while_under_way forgotten panicked written_while_it_is_read by_turns shared failed
    of_another_device lengths events
}

/// A device that does what is queued as late as it may.
fn late() -> Cuda {
    Cuda::of(Driver::emulated(Settings { late: true, ..Settings::default() }))
}

/// A backend without events and pinned memory of its own has those of the trait, and a wrapper forwards another one's.
#[test]
fn on_backends_of_others() -> Result<()> {
    by_turns(&Sequential)?;
    events(&Sequential)?;
    let counting = Counting::new(late());
    assert!(!counting.filled(7u8, 1000)?.to_pinned()?.is_ready()?);
    by_turns(&counting)
}

#[test]
fn on_a_late_device() -> Result<()> {
    let programs = [
        runs_pass_through_streams,
        dropped_while_under_way,
        forgotten,
        panicked,
        written_while_it_is_read,
        by_turns,
        shared,
        failed,
        of_another_device,
        lengths,
        events,
    ];
    programs.iter().try_for_each(|program| program(&late()))?;

    // The late device shows which calls wait: a copy ends when its own elements are read, and no other one does.
    let device = late();
    let other = device.stream()?;
    let [first, second, elsewhere] = [&device, &device, &other].map(|device| device.filled(7u8, 1000)?.to_pinned());
    let (first, second, elsewhere) = (first?, second?, elsewhere?);
    assert!(!first.is_ready()?);
    assert_eq!(first.as_slice()?, [7; 1000]);
    assert!(first.is_ready()? && !second.is_ready()? && !elsewhere.is_ready()?);
    drop(second);
    assert!(!elsewhere.is_ready()?);
    Ok(())
}

fn data(seed: u32, len: usize) -> Vec<u32> {
    (0..len as u32).map(|i| (i ^ seed).wrapping_mul(0x9e37_79b9)).collect()
}

fn runs_pass_through_streams<B: Backend>(b: &B) -> Result<()> {
    let mut runs = Vec::new();
    for run in 0..5 {
        let stream = b.stream()?;
        let mut buffer = PinnedVec::from_slice(&stream, &data(run, 10_007))?;
        let mut x = stream.upload_pinned(&buffer)?;
        x.sort()?;
        x.copy_to_pinned(&mut buffer)?;
        runs.push(buffer);
    }
    for (run, buffer) in runs.iter().enumerate() {
        let mut expected = data(run as u32, 10_007);
        expected.sort();
        assert_eq!(buffer.as_slice()?, expected);
    }
    Ok(())
}

fn dropped_while_under_way<B: Backend>(b: &B) -> Result<()> {
    for round in 0..20 {
        let expected = data(round, 5000);
        let buffer = PinnedVec::from_slice(b, &expected)?;
        let x = b.upload_pinned(&buffer)?;
        drop(buffer);
        let (kept, dropped) = (x.to_pinned()?, x.iter().map(op!(|v: u32| v + 1)).collect()?.to_pinned()?);
        drop(x);
        drop(dropped);
        assert_eq!(kept.as_slice()?, expected);
    }
    works(b)
}

fn forgotten<B: Backend>(b: &B) -> Result<()> {
    let mut x = b.filled(1u32, 5000)?;
    for round in 0..4 {
        std::mem::forget(x.to_pinned()?);
        let buffer = PinnedVec::filled(b, round, 5000)?;
        x.copy_from_pinned(&buffer)?;
        std::mem::forget(buffer);
    }
    assert_eq!(x.to_vec()?, [3; 5000]);
    std::mem::forget(x.to_pinned()?);
    std::mem::forget(b.event()?);
    works(b)
}

fn panicked<B: Backend>(b: &B) -> Result<()> {
    let x = b.filled(5u64, 5000)?;
    let attempt = catch_unwind(AssertUnwindSafe(|| -> Result<()> {
        let (_down, up) = (x.to_pinned()?, PinnedVec::filled(b, 6u64, 5000)?);
        let _x = b.upload_pinned(&up)?;
        std::panic::resume_unwind(Box::new("while copies are under way"))
    }));
    assert!(attempt.is_err());
    let timed = catch_unwind(AssertUnwindSafe(|| b.time(|| -> Result<()> { std::panic::resume_unwind(Box::new(0)) })));
    assert!(timed.is_err());
    assert_eq!(x.to_pinned()?.to_vec()?, [5; 5000]);
    works(b)
}

fn written_while_it_is_read<B: Backend>(b: &B) -> Result<()> {
    let mut buffer = PinnedVec::filled(b, 0u16, 3001)?;
    let mut kept = Vec::new();
    for round in 1..30 {
        buffer.as_mut_slice()?.fill(round);
        kept.push(b.upload_pinned(&buffer)?);
    }
    buffer.fill(99)?;
    for (round, x) in (1..).zip(&kept) {
        assert!(x.to_vec()?.iter().all(|v| *v == round));
    }
    // A vector that is overwritten in place doesn't change what was downloaded before.
    let mut x = b.filled(1u16, 3001)?;
    x.copy_to_pinned(&mut buffer)?;
    x.as_mut_slice().fill(2)?;
    assert_eq!(buffer.as_slice()?, [1; 3001]);
    Ok(())
}

/// Streams write a vector of the host and read it by turns, and the host waits at the end alone.
fn by_turns<B: Backend>(b: &B) -> Result<()> {
    let streams = [b.stream()?, b.stream()?, b.clone()];
    let mut buffer = PinnedVec::filled(b, 0u32, 4099)?;
    for turn in 0..30 {
        let mut x = streams[turn % 3].upload_pinned(&buffer)?;
        let unread = streams[(turn + 1) % 3].upload_pinned(&buffer)?;
        x.iter_mut().for_each(op!(|v: &mut u32| *v += 1))?;
        x.copy_to_pinned(&mut buffer)?;
        drop(unread);
    }
    assert_eq!(buffer.as_slice()?, [30; 4099]);
    Ok(())
}

fn shared<B: Backend>(b: &B) -> Result<()> {
    let buffer = b.range(0u32..4099).collect()?.to_pinned()?;
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                let x = b.stream().unwrap().upload_pinned(&buffer).unwrap();
                assert_eq!(x.iter().max(), Ok(Some(4098)));
                assert_eq!(buffer.as_slice().unwrap()[7], 7);
            });
        }
    });
    Ok(())
}

fn failed<B: Backend>(b: &B) -> Result<()> {
    // Memory that was never written may hold bytes that aren't a `bool`.
    let zero = 0;
    let never = |b: &B| b.range(0i32..5000).map(op!(|i: i32| 7 / (i * zero) == 0)).collect();
    let mut buffer = PinnedVec::filled(b, true, 5000)?;
    let Ok(x) = never(b) else { return works(b) };
    // The failure is known at once, or when the elements are read.
    let known = x.copy_to_pinned(&mut buffer);
    if known.is_ok() {
        let up = b.upload_pinned(&buffer);
        let mut over = b.filled(true, 5000)?;
        let copied = over.copy_from_pinned(&buffer);
        for error in [
            buffer.as_slice().map(drop),
            buffer.as_mut_slice().map(drop),
            buffer.to_vec().map(drop),
            buffer.resize(3, true),
            up.and_then(|x| x.to_vec().map(drop)),
            copied.and_then(|()| over.to_vec().map(drop)),
            b.upload_pinned(&buffer).map(drop),
        ] {
            assert!(matches!(error.unwrap_err().kind(), ErrorKind::Panic { .. }));
        }
    }
    // A call that overwrites all elements makes them readable.
    buffer.fill(false)?;
    assert!(!buffer.as_slice()?.contains(&true));
    b.filled(true, 5000)?.copy_to_pinned(&mut buffer)?;
    assert!(!buffer.as_slice()?.contains(&false));
    if never(b)?.copy_to_pinned(&mut buffer).is_ok() {
        drop(buffer);
    }
    let _ = b.synchronize();
    works(b)
}

fn of_another_device<B: Backend>(b: &B) -> Result<()> {
    of(b, Cpu::new())?;
    of(b, Cuda::emulated())
}

fn of(b: &impl Backend, other: impl Backend) -> Result<()> {
    let mut buffer = PinnedVec::from_slice(&other, &data(1, 4099))?;
    let x = b.upload_pinned(&buffer)?;
    buffer.fill(0)?;
    x.copy_to_pinned(&mut buffer)?;
    let back = other.upload_pinned(&buffer)?;
    assert_eq!(back.to_vec()?, data(1, 4099));
    let mut pinned = x.to_pinned()?;
    back.copy_to_pinned(&mut pinned)?;
    drop((other, back));
    assert_eq!(pinned.as_slice()?, data(1, 4099));
    Ok(())
}

fn lengths<B: Backend>(b: &B) -> Result<()> {
    let mut none = PinnedVec::<u64>::filled(b, 0, 0)?;
    assert!(b.upload_pinned(&none)?.is_empty() && none.as_slice()?.is_empty());
    b.upload(&[])?.copy_to_pinned(&mut none)?;
    for len in [usize::MAX, usize::MAX / 8, isize::MAX as usize / 8] {
        let refused = PinnedVec::filled(b, 7u64, len).unwrap_err();
        assert!(matches!(refused.kind(), ErrorKind::OutOfMemory { .. }), "{refused}");
    }
    let mut buffer = PinnedVec::filled(b, 7u64, 10)?;
    let mut x = b.filled(1u64, 11)?;
    for refused in [x.copy_from_pinned(&buffer), x.copy_to_pinned(&mut buffer), buffer.copy_from(&[1])] {
        assert!(matches!(refused.unwrap_err().kind(), ErrorKind::LengthMismatch { .. }));
    }
    assert!(matches!(buffer.resize(11, 0).unwrap_err().kind(), ErrorKind::OutOfRange { .. }));
    buffer.truncate(4);
    x.slice_mut(2..6)?.copy_from_pinned(&buffer)?;
    buffer.resize(8, 3)?;
    x.slice_mut(6..10)?.slice(1..3)?.copy_to_pinned(&mut PinnedVec::filled(b, 0, 2)?)?;
    assert_eq!(buffer.as_slice()?, [7, 7, 7, 7, 3, 3, 3, 3]);
    assert_eq!(x.to_vec()?, [1, 1, 7, 7, 7, 7, 1, 1, 1, 1, 1]);
    Ok(())
}

fn events<B: Backend>(b: &B) -> Result<()> {
    let side = b.stream()?;
    let start = b.event()?;
    let x = side.range(0u32..10_000).collect()?;
    side.wait_for(&start)?;
    let (sum, time) = side.time(|| x.iter().sum())?;
    let end = side.event()?;
    assert_eq!(sum, 49_995_000);
    assert!(end.duration_since(&start)? >= time);
    assert!(start.has_passed()? && end.has_passed()?);
    assert_eq!(start.duration_since(&end)?, Duration::ZERO);
    drop((x, side));
    end.wait()?;
    // The closure's error is returned.
    let failed = b.time(|| b.upload(&[1u8])?.slice(..2).map(drop)).unwrap_err();
    assert!(matches!(failed.kind(), ErrorKind::OutOfRange { .. }));
    // Two devices have no common clock, but one can wait for the other.
    let others = [Cpu::new().event()?, Cuda::emulated().event()?];
    for other in others {
        b.wait_for(&other)?;
        if other.stream_id().device != b.id() {
            let refused = other.duration_since(&start).unwrap_err();
            assert!(matches!(refused.kind(), ErrorKind::EventMismatch { .. }), "{refused}");
        }
    }
    works(b)
}
