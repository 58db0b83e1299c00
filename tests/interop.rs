//! Memory and streams of other code, whose part a further stream of the same device plays: what is queued there is done as late as it
//! may be, and the library doesn't know that it uses the same memory.
#![allow(unsafe_code)]

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

use onrush::prelude::*;
use onrush::{DeviceSlice, DeviceSliceMut, ErrorKind, Interop, Memory as _, MemoryFault, RawEvent, RawStream, Result};
use onrush_core::recording::Unrecorded;
use onrush_cuda::Cuda;
use onrush_cuda::driver::{Driver, Settings};

const N: usize = 5003;

/// A device that does what is queued as late as it may.
fn late(seed: u64) -> Cuda {
    Cuda::of(Driver::emulated(Settings { seed, late: true, ..Settings::default() }))
}

fn raw(device: &impl Interop) -> RawStream {
    device.raw_stream().expect("the device has streams")
}

/// What other code has written comes before what chains read, and what it writes next comes behind them.
#[test]
fn streams_wait_for_each_other() -> Result<()> {
    for seed in 0..4 {
        let ours = late(seed);
        let (theirs, side) = (ours.stream()?, ours.stream()?);
        let mut x = theirs.filled(1u32, N)?;
        theirs.synchronize()?;
        theirs.range(0..N as u32).collect_into(&mut x)?;
        let (address, sum) = (x.as_mut_ptr(), (0..N as u64).sum::<u64>());
        // SAFETY: the elements are the vector's, which stays; the orders are asked for below.
        let part = || unsafe { DeviceSlice::from_raw(&ours, address.cast_const(), N) };
        let widened = op!(|v: u32| v as u64);
        assert_eq!(part()?.iter().map(widened).sum()?, N as u64, "without an order, what is queued there isn't seen");

        // SAFETY: the stream is alive, here and below.
        unsafe { ours.wait_for_raw_stream(raw(&theirs))? };
        let first = part()?.iter().map(widened).collect()?;
        let second = part()?.iter().on(&side).map(widened).collect()?;
        // SAFETY: as above.
        unsafe { ours.raw_stream_waits(raw(&theirs))? };
        theirs.filled(7u32, N)?.iter().collect_into(&mut x)?;
        theirs.synchronize()?;
        assert_eq!((first.iter().sum()?, second.iter().sum()?), (sum, sum));
        assert_eq!(x.to_vec()?, [7; N]);
    }
    Ok(())
}

/// The same by events that other code has.
#[test]
fn events_of_other_code() -> Result<()> {
    let (ours, made, read) =
        (late(1), RawEvent(ptr::without_provenance_mut(1)), RawEvent(ptr::without_provenance_mut(2)));
    let theirs = ours.stream()?;
    // SAFETY: on the emulated device, each number is an event.
    unsafe { ours.wait_for_raw_event(read)? };
    let mut x = theirs.filled(1u32, N)?;
    // SAFETY: as above.
    unsafe {
        theirs.record_raw_event(made)?;
        ours.wait_for_raw_event(made)?;
    }
    // SAFETY: the elements are the vector's, and made before the event.
    let sums = unsafe { DeviceSlice::from_raw(&ours, x.as_ptr(), N)? }.iter().scan_inclusive(Sum).collect()?;
    // SAFETY: as above.
    unsafe {
        ours.record_raw_event(read)?;
        theirs.wait_for_raw_event(read)?;
    }
    x.iter_mut().for_each(op!(|v: &mut u32| *v = 9))?;
    theirs.synchronize()?;
    assert_eq!(sums.at(N - 1)?, N as u32);
    Ok(())
}

/// A device on a stream of other code works between that code's pieces, and keeps the stream.
#[test]
fn on_a_stream_of_other_code() -> Result<()> {
    for seed in 0..4 {
        let ours = late(seed);
        let theirs = ours.stream()?;
        let owner = Arc::new(theirs.clone());
        // SAFETY: the stream lives as long as its owner.
        let between = unsafe { ours.on_raw_stream(raw(&theirs), owner.clone())? };
        assert_eq!((between.raw_stream(), between.id()), (theirs.raw_stream(), ours.id()));
        assert_ne!(between.stream_id(), theirs.stream_id());
        let mut x = theirs.range(0..N as u32).collect()?;
        // SAFETY: the elements are the vector's, and one stream orders all work.
        let mut part = unsafe { DeviceSliceMut::from_raw(&between, x.as_mut_ptr(), N)? };
        part.reverse()?;
        part.give_back()?;
        let last = x.iter().map(op!(|v: u32| v + 1)).collect()?;
        assert_eq!(last.at(0)?, N as u32);
        // A wait of the device there is for what other code has queued, too.
        let y = theirs.filled(3u8, 1)?;
        between.synchronize()?;
        // SAFETY: the emulated device's memory is the host's, and its work is done.
        assert_eq!(unsafe { *y.as_ptr() }, 3);
        let z = between.filled(1u64, N)?;
        drop((between, theirs, ours));
        assert_eq!((Arc::strong_count(&owner), z.iter().sum()?), (2, N as u64));
        drop(z);
        assert_eq!(Arc::strong_count(&owner), 1);
    }
    // SAFETY: the stream is refused.
    let none = unsafe { late(0).on_raw_stream(RawStream(ptr::without_provenance_mut(77)), ()) };
    assert!(matches!(none.expect_err("no such stream").kind(), ErrorKind::Device { .. }));
    Ok(())
}

/// A vector in adopted memory releases it when it is dropped or grows, behind the work that uses it.
fn adopted<B: Interop>(ours: &B) -> Result<()> {
    let side = ours.stream()?;
    let released = Arc::new(AtomicUsize::new(0));
    // The owner frees the memory on a stream of its own, which waits.
    let adopt = |len: usize, capacity: usize| {
        let (theirs, released) = (ours.stream()?, released.clone());
        let mut of = theirs.range(0..capacity as u32).collect()?;
        let address = of.as_mut_ptr();
        if let Some(stream) = theirs.raw_stream() {
            // SAFETY: the stream is alive.
            unsafe { ours.wait_for_raw_stream(stream)? };
        }
        // SAFETY: the elements are the vector's in the closure, whose stream waits for the event before it frees them.
        unsafe {
            DeviceVec::from_raw_parts(ours, address, len, capacity, move |done| {
                match theirs.raw_stream() {
                    Some(stream) => theirs.raw_stream_waits_for(stream, done).expect("an order"),
                    None => done.wait().expect("a CPU's work is done"),
                }
                drop(of);
                released.fetch_add(1, SeqCst);
            })
        }
    };
    let mut x = adopt(N, N)?;
    x.iter_mut().for_each(op!(|v: &mut u32| *v += 1))?;
    let (sums, most) = (x.iter().scan_inclusive(Sum).collect()?, x.iter().on(&side).max()?);
    assert_eq!(released.load(SeqCst), 0);
    drop(x);
    assert_eq!((released.load(SeqCst), most), (1, Some(N as u32)));
    // Memory that was freed too early would be this vector's.
    let other = ours.filled(u32::MAX, N)?;
    assert_eq!(sums.at(N - 1)?, (1..=N as u32).sum());
    drop(other);

    // Room beyond the length is the vector's, and growth leaves the memory.
    let mut x = adopt(3, 5)?;
    assert_eq!((x.len(), x.capacity()), (3, 5));
    x.push(10)?;
    x.push(11)?;
    assert_eq!(released.load(SeqCst), 1);
    x.push(12)?;
    assert_eq!((released.load(SeqCst), x.to_vec()?), (2, vec![0, 1, 2, 10, 11, 12]));
    drop(x);
    assert_eq!(released.load(SeqCst), 2);
    // It is no `Vec`'s memory.
    assert_eq!(adopt(4, 4)?.into_vec()?, [0, 1, 2, 3]);
    // Given up, it is released by whoever drops it.
    let (memory, len) = adopt(4, 4)?.into_raw_parts()?;
    assert_eq!((released.load(SeqCst), len, memory.bytes()), (3, 4, 16));
    drop(memory);
    drop(adopt(0, 0)?);
    assert_eq!(released.load(SeqCst), 5);
    ours.synchronize()
}

#[test]
fn adopted_by_a_late_device() -> Result<()> {
    (0..4).try_for_each(|seed| adopted(&late(seed)))
}

#[test]
fn adopted_by_others() -> Result<()> {
    adopted(&Cpu::new())?;
    adopted(&Device::cpu())?;
    #[cfg(feature = "cuda")]
    adopted(&Device::from(late(3)))?;
    adopted(&Cuda::emulated())
}

/// A recording works on memory of other code as on its own. Orders with streams and events of other code are no work of launches.
#[test]
fn recorded() -> Result<()> {
    let add = op!(|v: &mut u32| *v += 1);
    let released = Arc::new(AtomicUsize::new(0));
    for seed in 0..3 {
        let ours = late(seed);
        let theirs = ours.stream()?;
        let mut of = theirs.range(0..N as u32).collect()?;
        let (address, mut sums) = (of.as_mut_ptr(), ours.filled(0u32, N)?);
        // SAFETY: the elements are the vector's, which nothing else uses between the orders, here and below.
        let part = unsafe {
            ours.wait_for_raw_stream(raw(&theirs))?;
            DeviceSliceMut::from_raw(&ours, address, N)?
        };
        let mut step = ours.record((part, &mut sums), |(part, sums)| {
            part.iter_mut().for_each(add)?;
            part.iter().scan_inclusive(Sum).collect_into(&mut **sums)
        })?;
        step.launch()?;
        step.launch()?;
        step.into_state().0.give_back()?;
        assert_eq!(sums.at(N - 1)?, (2..N as u32 + 2).sum());

        let (event, done) = (RawEvent(ptr::without_provenance_mut(1)), ours.event()?);
        // SAFETY: the stream is alive, and each number is an event.
        let orders: [&dyn Fn() -> Result<()>; 5] = unsafe {
            [
                &|| ours.wait_for_raw_stream(raw(&theirs)),
                &|| ours.raw_stream_waits(raw(&theirs)),
                &|| ours.record_raw_event(event),
                &|| ours.wait_for_raw_event(event),
                &|| ours.raw_stream_waits_for(raw(&theirs), &done),
            ]
        };
        for order in orders {
            let error = ours.record(&mut sums, |_| order()).map(drop).expect_err("an order is no work");
            assert_eq!(error.kind(), &ErrorKind::Recording { reason: Unrecorded::Event });
        }
        // SAFETY: as above; a part that the state doesn't show is refused.
        let unshown = || unsafe { DeviceSlice::from_raw(&ours, address, N) };
        let error = ours.record(&mut sums, |sums| unshown()?.iter().collect_into(&mut **sums)).map(drop);
        assert_eq!(error.unwrap_err().kind(), &ErrorKind::Recording { reason: Unrecorded::Unshown });

        // SAFETY: the elements are the vector's in the closure, whose stream waits for the event before it frees them.
        let adopted = unsafe {
            let released = released.clone();
            ours.wait_for_raw_stream(raw(&theirs))?;
            DeviceVec::from_raw_parts(&ours, address, N, N, move |done| {
                theirs.raw_stream_waits_for(raw(&theirs), done).expect("an order");
                drop(of);
                released.fetch_add(1, SeqCst);
            })?
        };
        let mut more = ours.record(adopted, |x| x.iter_mut().for_each(add))?;
        more.launch()?;
        let last = more.state().slice(N - 1..)?.iter().collect()?;
        assert_eq!(released.load(SeqCst), seed as usize);
        drop(more);
        assert_eq!((released.load(SeqCst), last.to_vec()?), (seed as usize + 1, vec![N as u32 + 2]));
    }
    Ok(())
}

/// Vectors that are given up are freed in order, by whoever has their memory.
#[test]
fn given_up() -> Result<()> {
    let ours = late(2);
    let theirs = ours.stream()?;
    let (memory, len) = ours.range(0..N as u64).collect()?.into_raw_parts()?;
    // SAFETY: the elements are the memory's, and both streams wait for each other.
    let sum = unsafe {
        ours.raw_stream_waits(raw(&theirs))?;
        let sum = DeviceSlice::from_raw(&theirs, memory.address().cast::<u64>(), len)?
            .iter()
            .scan_inclusive(Sum)
            .collect()?;
        ours.wait_for_raw_stream(raw(&theirs))?;
        sum
    };
    drop(memory);
    ours.synchronize()?;
    assert_eq!(sum.at(N - 1)?, (0..N as u64).sum());
    Ok(())
}

/// A wait of the host for a stream or its event is one for the readers of its memory on other streams, too.
#[test]
fn waits_are_for_readers() -> Result<()> {
    for (seed, by_event) in (0..4).flat_map(|seed| [(seed, false), (seed, true)]) {
        let ours = late(seed);
        let side = ours.stream()?;
        let wait = || if by_event { ours.event()?.wait() } else { ours.synchronize() };
        let mut theirs = vec![1u32; N];
        // SAFETY: the emulated device's memory is the host's; the elements stay, and are written behind the wait.
        let part = unsafe { DeviceSlice::from_raw(&ours, theirs.as_ptr(), N)? };
        let sums = part.iter().on(&side).scan_inclusive(Sum).collect()?;
        wait()?;
        theirs.fill(7);
        assert_eq!(sums.at(N - 1)?, N as u32);

        let x = ours.filled(1u32, N)?;
        let sums = x.iter().on(&side).scan_inclusive(Sum).collect()?;
        let (memory, len) = x.into_raw_parts()?;
        wait()?;
        // SAFETY: as above; the memory is this function's alone.
        unsafe { std::slice::from_raw_parts_mut(memory.address().cast::<u32>(), len) }.fill(7);
        assert_eq!(sums.at(N - 1)?, N as u32);
    }
    Ok(())
}

/// What a failed call was to make has no elements, whoever gives it back.
#[test]
fn what_was_never_made_stays_unreadable() -> Result<()> {
    for ours in [late(0), Cuda::emulated()] {
        let fails = op!(|v: u32| if v == 2 { panic!("two") } else { v });
        let mut y = ours.range(0..5u32).map(fails).collect()?;
        for _ in 0..2 {
            assert!(matches!(y.as_mut_slice().give_back().expect_err("a panic").kind(), ErrorKind::Panic { .. }));
        }
        assert!(y.slice_mut(1..3)?.give_back().is_err() && y.recover().is_err() && y.to_vec().is_err());
    }
    Ok(())
}

/// A part that is dropped leaves no failure to what comes to lie there next, and a part of a part is told once.
fn failures_end_with_the_loan(ours: &impl Interop) -> Result<()> {
    let fails = op!(|v: &mut u32| *v = if *v == 2 { panic!("two") } else { *v });
    let theirs = ours.stream()?;
    let mut x = theirs.filled(2u32, N)?;
    theirs.synchronize()?;
    let address = x.as_mut_ptr();
    // SAFETY: the elements are the vector's, which nothing else uses meanwhile, and the streams are waited for.
    let part = || unsafe { DeviceSliceMut::from_raw(ours, address, N) };
    let _ = part()?.iter_mut().for_each(fails);
    assert_eq!(part()?.iter().count_if(op!(|v: u32| v == 2))?, N);
    let _ = ours.synchronize();

    let mut whole = part()?;
    let _ = whole.iter_mut().for_each(fails);
    assert!(whole.slice_mut(40..60)?.give_back().is_err());
    whole.slice_mut(40..60)?.give_back()?;
    let (mut front, behind) = whole.split_at_mut(50)?;
    assert!(front.slice_mut(..40)?.give_back().is_err() && behind.give_back().is_err());
    whole.give_back()?;
    let _ = ours.synchronize();
    assert_eq!(x.to_vec()?, [2; N]);
    Ok(())
}

#[test]
fn loans() -> Result<()> {
    failures_end_with_the_loan(&late(0))?;
    #[cfg(feature = "cuda")]
    failures_end_with_the_loan(&Device::from(late(0)))?;
    failures_end_with_the_loan(&Device::cpu())
}

/// Failures reach the owner of what a call was to write, and nobody else.
fn failures_are_told_once(ours: &impl Interop) -> Result<()> {
    let fails = op!(|v: &mut u32| *v = if *v == 2 { panic!("two") } else { *v });
    let theirs = ours.stream()?;
    let mut x = theirs.range(0..5u32).collect()?;
    theirs.synchronize()?;
    let address = x.as_mut_ptr();
    // SAFETY: the elements are the vector's, which nothing else uses meanwhile, and the streams are waited for.
    let part = || unsafe { DeviceSliceMut::from_raw(ours, address, 5) };
    let mut written = part()?;
    let at_once = written.iter_mut().for_each(fails);
    assert_eq!(at_once.is_err(), ours.raw_stream().is_none());
    assert!(matches!(written.give_back().expect_err("a panic").kind(), ErrorKind::Panic { .. }));
    // Whoever has the memory next isn't told.
    assert_eq!(part()?.iter().count_if(op!(|v: u32| v < 5))?, 5);
    assert_eq!(x.to_vec()?, [0, 1, 2, 3, 4]);
    ours.synchronize()?;

    let mut y = ours.range(0..5u32).collect()?;
    let _ = y.iter_mut().for_each(fails);
    assert!(matches!(y.as_slice().settle().expect_err("a panic").kind(), ErrorKind::Panic { .. }));
    assert!(
        y.slice(..)?.settle().is_err() && x.as_slice().settle().is_ok(),
        "an owner is told each time, and no other"
    );
    assert!(matches!(y.into_raw_parts().expect_err("a panic").kind(), ErrorKind::Panic { .. }));
    ours.synchronize()?;
    assert_eq!(ours.filled(1u32, 5)?.iter().sum()?, 5);
    Ok(())
}

#[test]
fn failures() -> Result<()> {
    failures_are_told_once(&late(0))?;
    #[cfg(feature = "cuda")]
    failures_are_told_once(&Device::from(late(0)))?;
    failures_are_told_once(&Device::cpu())
}

/// What can be known of an address is an error that names the call.
#[test]
fn addresses_that_are_refused() -> Result<()> {
    fn refused<B: Interop>(ours: &B) {
        let (null, odd) = (ptr::null::<u64>(), ptr::without_provenance::<u64>(0x1004));
        let aligned = ptr::without_provenance::<u64>(0x1000);
        let cases = [
            (null, 1, MemoryFault::Null),
            (odd, 1, MemoryFault::Misaligned { align: 8 }),
            (odd, 0, MemoryFault::Misaligned { align: 8 }),
            (aligned, usize::MAX / 8 + 2, MemoryFault::TooLong { len: usize::MAX / 8 + 2 }),
            (ptr::without_provenance(usize::MAX - 7), 1 << 40, MemoryFault::TooLong { len: 1 << 40 }),
        ];
        for (address, len, fault) in cases {
            let first = line!();
            // SAFETY: all of these are refused.
            let errors = unsafe {
                [
                    DeviceSlice::from_raw(ours, address, len).err(),
                    DeviceSliceMut::from_raw(ours, address.cast_mut(), len).err(),
                    DeviceVec::from_raw_parts(ours, address.cast_mut(), 0, len, |_| panic!("it isn't taken")).err(),
                ]
            };
            let lines = first..line!();
            for error in errors {
                let error = error.expect("it is refused");
                let ErrorKind::InvalidMemory { address: of, device, fault: found, .. } = error.kind() else {
                    panic!("{error}")
                };
                assert_eq!((*of, *device, *found), (address.addr(), ours.id(), fault), "{error}");
                let call = error.call().expect("the error names its call");
                assert!(call.file == file!() && lines.contains(&call.line), "{error}");
            }
        }
        let mut two = [1u64, 2];
        let two = two.as_mut_ptr();
        // SAFETY: it is refused.
        let longer = unsafe { DeviceVec::from_raw_parts(ours, two, 3, 2, |_| panic!("it isn't taken")) };
        let longer = longer.err().map(|error| error.kind().clone());
        assert!(matches!(
            longer,
            Some(ErrorKind::InvalidMemory { fault: MemoryFault::NoRoom { len: 3, capacity: 2 }, .. })
        ));
        // Nothing lies anywhere.
        // SAFETY: there are no elements.
        let nothing = unsafe { DeviceSlice::from_raw(ours, null, 0) };
        let nothing = nothing.expect("null is no fault of nothing");
        assert_eq!(nothing.iter().sum(), Ok(0));
        assert!(nothing.view().as_host_slice().is_none_or(<[u64]>::is_empty));
        // SAFETY: as above.
        let nothing = unsafe { DeviceSliceMut::from_raw(ours, null.cast_mut(), 0) };
        let mut nothing = nothing.expect("null is no fault of nothing");
        assert_eq!(nothing.sort().and_then(|()| nothing.copy_from(&[])), Ok(()));
    }
    refused(&Cpu::new());
    refused(&late(0));
    #[cfg(feature = "cuda")]
    refused(&Device::from(late(0)));
    Ok(())
}

/// A CPU has no streams, and says so where it is given one.
#[test]
fn cpus_have_no_streams() -> Result<()> {
    let (cpu, stream, event) = (Device::cpu(), RawStream(ptr::null_mut()), RawEvent(ptr::null_mut()));
    // SAFETY: neither the stream nor the event is used.
    let errors = unsafe {
        [
            cpu.wait_for_raw_stream(stream).err(),
            cpu.on_raw_stream(stream, ()).err(),
            cpu.wait_for_raw_event(event).err(),
            cpu.record_raw_event(event).err(),
        ]
    };
    for error in errors {
        let text = error.expect("there are no streams").to_string();
        assert!(text.contains("a CPU has no streams"), "{text}");
    }
    // What a CPU was asked for is done.
    // SAFETY: as above.
    unsafe {
        cpu.raw_stream_waits(stream)?;
        cpu.raw_stream_waits_for(stream, &cpu.event()?)
    }
}

/// A panic while memory is adopted releases it, once.
fn panics_release(ours: &impl Interop) -> Result<()> {
    let released = Arc::new(AtomicUsize::new(0));
    let (count, mut memory) = (released.clone(), Box::new([0u32; 4]));
    let address = memory.as_mut_ptr();
    // SAFETY: the memory is the box's in the closure, which waits. The emulated device's memory is the host's.
    let x = unsafe {
        DeviceVec::from_raw_parts(ours, address, 4, 4, move |done| {
            done.wait().expect("the work is done");
            drop(memory);
            count.fetch_add(1, SeqCst);
        })?
    };
    let caught = catch_unwind(AssertUnwindSafe(|| {
        let _held = x;
        panic!("by the user");
    }));
    assert!(caught.is_err());
    assert_eq!(released.load(SeqCst), 1);
    Ok(())
}

#[test]
fn panics() -> Result<()> {
    panics_release(&late(0))?;
    panics_release(&Device::cpu())
}
