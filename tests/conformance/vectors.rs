//! Vectors as `Vec`: growth, single elements, parts, and vectors as text.

use onrush::prelude::*;
use onrush::{ErrorKind, Result};
use onrush_cuda::Cuda;
use onrush_cuda::driver::{Driver, Settings};

use onrush_test_support::compare::{all_same, same};
use onrush_test_support::inputs::{Grain, data, mix};

/// One step of a program on a vector of a device and on a `Vec`; `random` chooses it.
fn step<B: Backend>(b: &B, v: &mut DeviceVec<u32, B>, x: &mut Vec<u32>, random: u64) -> Result<()> {
    let (choice, value, len) = (random % 23, (random >> 8) as u32, x.len());
    let at = if len == 0 { 0 } else { (random >> 20) as usize % len };
    let few = (random >> 40) as usize % 300;
    match choice {
        0 | 1 => {
            v.push(value)?;
            x.push(value);
        }
        2 => same("popped", v.pop()?, x.pop()),
        3 => {
            let new: Vec<u32> = data(random, few);
            v.extend_from_slice(&new)?;
            x.extend_from_slice(&new);
        }
        4 => {
            v.extend(b.range(0..few as u32))?;
            x.extend(0..few as u32);
        }
        5 => {
            v.extend(b.range(0..few as u32).filter(op!(|i: u32| i % 3 == 1)))?;
            x.extend((0..few as u32).filter(|i| i % 3 == 1));
        }
        6 => {
            v.extend_from_within(at..len.min(at + few))?;
            x.extend_from_within(at..len.min(at + few));
        }
        7 => {
            let mut other = b.upload(&[value, 1, 2])?;
            v.append(&mut other)?;
            x.append(&mut vec![value, 1, 2]);
            same("the other", other.len(), 0);
        }
        8 => {
            v.truncate(at);
            x.truncate(at);
        }
        9 => {
            v.resize(at + few, value)?;
            x.resize(at + few, value);
        }
        10 => {
            v.retain(op!(|v: u32| v % 5 != 2))?;
            x.retain(|v| v % 5 != 2);
        }
        11 => {
            v.dedup()?;
            x.dedup();
        }
        12 => {
            v.slice_mut(at..)?.reverse()?;
            x[at..].reverse();
        }
        13 => {
            v.rotate_left(at)?;
            x.rotate_left(at);
        }
        14 if len > 0 => {
            v.swap(at, len / 2)?;
            x.swap(at, len / 2);
        }
        15 => {
            v.slice_mut(..at)?.fill(value)?;
            x[..at].fill(value);
        }
        16 => {
            let behind = v.split_off(at)?;
            all_same("behind", &behind.to_vec()?, &x.split_off(at));
            v.extend(&behind)?;
            x.extend(behind.to_vec()?);
        }
        17 => {
            v.shrink_to_fit()?;
            assert!(v.capacity() >= len);
        }
        18 => {
            v.reserve(few)?;
            assert!(v.capacity() >= len + few);
        }
        19 if len > 0 => {
            v.set(at, value)?;
            x[at] = value;
        }
        20 if len > 0 => same("removed", v.swap_remove(at)?, x.swap_remove(at)),
        21 => {
            v.scan_inclusive(Max)?;
            (1..len).for_each(|i| x[i] = x[i].max(x[i - 1]));
        }
        22 => {
            v.extend_iter((0..few as u32).map(|i| i ^ value))?;
            x.extend((0..few as u32).map(|i| i ^ value));
        }
        _ => {}
    }
    Ok(())
}

/// Any program leaves what it leaves in a `Vec`.
// Sanitized: kernels, host
pub(crate) fn programs<B: Backend>(b: &B) -> Result<()> {
    for program in 0..3 {
        let (mut v, mut x) = (DeviceVec::new(b)?, Vec::new());
        for i in 0..150 {
            let random = mix(1000 * program + i);
            step(b, &mut v, &mut x, random)?;
            if random >> 62 == 0 {
                all_same("the elements", &v.to_vec()?, &x);
            }
            same("the lengths", v.len(), x.len());
            assert!(v.capacity() >= v.len());
        }
        all_same("the elements", &v.to_vec()?, &x);
    }
    Ok(())
}

pub(crate) fn spare_capacity<B: Backend>(b: &B) -> Result<()> {
    let mut v = DeviceVec::with_capacity(b, 1000)?;
    let (address, capacity) = (v.as_ptr(), v.capacity());
    for round in 0..10u32 {
        v.extend(b.constant(round, 900))?;
        v.push(7)?;
        v.resize(1000, 1)?;
        same("the sum", v.iter().sum()?, 900 * round + 7 + 99);
        v.clear();
        same("the sum", v.iter().sum()?, 0);
    }
    // The calls have allocated nothing.
    assert_eq!((v.as_ptr(), v.capacity()), (address, capacity));
    // Growth is amortised.
    let (mut v, mut moves) = (DeviceVec::new(b)?, 0);
    for i in 0..5000u32 {
        let before = v.capacity();
        v.push(i)?;
        moves += usize::from(v.capacity() != before);
    }
    assert!(moves < 20, "{moves} allocations");
    all_same("pushed", &v.to_vec()?, &(0..5000).collect::<Vec<_>>());
    // A vector of a result keeps nothing beyond what its backend can't give back.
    let mut few = b.range(0..100_000u32).filter(op!(|v: u32| v < 3)).collect()?;
    few.shrink_to_fit()?;
    assert!(few.capacity() < 50_000, "room for {}", few.capacity());
    all_same("the kept", &few.to_vec()?, &[0, 1, 2]);
    Ok(())
}

pub(crate) fn elements<B: Backend>(b: &B) -> Result<()> {
    let x: Vec<Grain> = data(5, 100);
    let mut v = b.upload(&x)?;
    for i in [0, 1, 50, 99] {
        same("an element", v.get(i)?, Some(x[i]));
        same("an element", v.at(i)?, x[i]);
    }
    same("none", v.get(100)?, None);
    same("the ends", (v.first()?, v.last()?), (x.first().copied(), x.last().copied()));
    assert_eq!(*v.at(100).unwrap_err().kind(), ErrorKind::OutOfRange { what: "at", index: 100, len: 100, item: None });
    assert_eq!(
        *v.set(100, x[0]).unwrap_err().kind(),
        ErrorKind::OutOfRange { what: "set", index: 100, len: 100, item: None }
    );
    v.set(99, x[3])?;
    let mut part = v.slice_mut(50..)?;
    part.set(0, x[4])?;
    same("the ends of a part", (part.first()?, part.last()?, part.get(50)?), (Some(x[4]), Some(x[3]), None));
    same("an element of a part", (part.at(1)?, part.as_slice().at(1)?), (x[51], x[51]));
    assert!(part.set(50, x[0]).is_err() && part.at(usize::MAX).is_err());
    let none = DeviceVec::<Grain, B>::new(b)?;
    same("none", (none.first()?, none.last()?, none.get(0)?), (None, None, None));
    Ok(())
}

pub(crate) fn parts<B: Backend>(b: &B) -> Result<()> {
    let x: Vec<u16> = data(6, 1000);
    let mut v = b.upload(&x)?;
    let part = v.slice(100..=899)?;
    all_same("a part of a part", &part.slice(3..)?.slice(..5)?.to_vec()?, &x[103..108]);
    let (low, high) = part.split_at(300)?;
    all_same("low", &low.to_vec()?, &x[100..400]);
    all_same("high", &high.to_vec()?, &x[400..900]);
    let mut out = [0; 500];
    high.copy_to(&mut out)?;
    all_same("copied", &out, &x[400..900]);
    assert!(part.equal(v.slice(100..900)?)? && !part.equal(&high)? && v.equal(&b.upload(&x)?)?);
    same("an end of a part", part.split_at(800)?.1.len(), 0);
    assert_eq!(
        *part.split_at(801).unwrap_err().kind(),
        ErrorKind::OutOfRange { what: "split_at", index: 801, len: 800, item: None }
    );
    let mut whole = v.as_mut_slice();
    let (mut low, mut high) = whole.split_at_mut(400)?;
    low.slice_mut(10..20)?.copy_from(&[7; 10])?;
    low.slice(..400)?.iter().collect_into(high.slice_mut(..400)?)?;
    high.slice_mut(400..)?.fill(1)?;
    assert!(high.equal(&high)? && !low.as_slice().equal(high.slice(..399)?)?);
    assert!(high.copy_from(&[0; 599]).is_err() && high.copy_to(&mut [0; 601]).is_err());
    let mut want = x.clone();
    want[10..20].fill(7);
    want.copy_within(..400, 400);
    want[800..].fill(1);
    all_same("changed by parts", &whole.to_vec()?, &want);
    let view = v.view();
    same("a chain over a view", b.elements(view).max()?, want.iter().max().copied());
    Ok(())
}

/// Each range has std's answer, an error in place of std's panic.
pub(crate) fn ranges<B: Backend>(b: &B) -> Result<()> {
    let mut v = b.upload(&[1, 2, 3])?;
    let kinds = |v: &mut DeviceVec<i32, B>, from, to| -> [_; 3] {
        let of_mut = v.slice_mut(from..to).map(drop).unwrap_err();
        [v.slice(from..to).map(drop), Err(of_mut), v.extend_from_within(from..to)].map(|r| r.unwrap_err().to_string())
    };
    let reversed = "slice: the range 3..1 ends before it starts";
    assert_eq!(kinds(&mut v, 3, 1), [reversed; 3]);
    assert_eq!(kinds(&mut v, 2, 9), ["slice: 9 is out of range for length 3"; 3]);
    let error = v.slice(4..).map(drop).unwrap_err();
    assert_eq!(*error.kind(), ErrorKind::OutOfRange { what: "slice", index: 4, len: 3, item: None });
    assert!(v.slice(..=usize::MAX).is_err() && v.slice(usize::MAX..).is_err() && v.slice(0..=3).is_err());
    same("at the end", (v.slice(3..)?.len(), v.slice(3..3)?.len(), v.slice(..=2)?.len()), (0, 0, 3));
    Ok(())
}

pub(crate) fn from_the_host<B: Backend>(b: &B) -> Result<()> {
    let odd = b.upload_iter((0..10_000u32).filter(|i| i % 2 == 1))?;
    all_same("an iterator's", &odd.to_vec()?, &(0..10_000).filter(|i| i % 2 == 1).collect::<Vec<_>>());
    same("no items", b.upload_iter(std::iter::empty::<u8>())?.len(), 0);
    // A promise of endless items is refused before any is asked for.
    let error = b.upload_iter(std::iter::repeat(1u64)).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::OutOfMemory { .. }), "{error}");
    let parts = [odd.slice(..3)?, odd.slice(9..9)?, odd.slice(1..2)?];
    all_same("parts", &b.concat(parts)?.to_vec()?, &[1, 3, 5, 3]);
    let filtered = [5u32, 8, 2].map(|n| b.range(0..n).filter(op!(|i: u32| i % 3 == 0)));
    all_same("filtered parts", &b.concat(filtered)?.to_vec()?, &[0, 3, 0, 3, 6, 0]);
    let none: [onrush::DeviceSlice<u32, B>; 0] = [];
    same("no parts", b.concat(none)?.len(), 0);
    Ok(())
}

/// Memory that isn't initialised is filled through addresses where the host can do so, and by terminals elsewhere.
#[allow(unsafe_code)]
pub(crate) fn addresses<B: Backend>(b: &B) -> Result<()> {
    let x = b.upload(&[5u32, 6, 7])?;
    assert_eq!(x.as_ptr(), x.view().as_ptr());
    assert_eq!(x.slice(1..)?.as_ptr(), x.as_ptr().wrapping_add(1));
    // SAFETY: all elements are written before they are read.
    let mut y: DeviceVec<u32, B> = unsafe { DeviceVec::uninit(b, 1000)? };
    x.iter().collect_into(y.slice_mut(..3)?)?;
    b.range(3..1000).collect_into(y.slice_mut(3..)?)?;
    same("written", y.iter().sum()?, 18 + (3..1000).sum::<u32>());
    if b.id() == onrush::DeviceId::HOST {
        y.clear();
        // SAFETY: the memory has room for a thousand elements, and is the host's.
        unsafe {
            (0..1000).for_each(|i| y.as_mut_ptr().add(i).write(i as u32));
            y.set_len(1000);
        }
        same("written by the host", y.iter().sum()?, (0..1000).sum::<u32>());
    }
    // Memory that belongs to no stream, such as another library's.
    let side = b.stream()?;
    b.synchronize()?;
    // SAFETY: the elements are written, and stay until the calls are done.
    let view = unsafe { View::new(x.as_ptr(), 3, b.id()) };
    for stream in [b, &side] {
        same("of no stream", stream.elements(view).sum()?, 18);
        all_same("of no stream", &stream.range(0..3).map(op!(|i: usize| view[2 - i])).collect()?.to_vec()?, &[7, 6, 5]);
    }
    Ok(())
}

pub(crate) fn as_text<B: Backend>(b: &B) -> Result<()> {
    let id = b.id();
    let mut x = b.upload(&[1.5f32, -0.0])?;
    assert_eq!(format!("{x:?}"), format!("DeviceVec {{ len: 2, device: {id}, elements: [1.5, -0.0] }}"));
    let part = x.slice(1..)?;
    assert_eq!(format!("{part:?}"), format!("DeviceSlice {{ len: 1, device: {id}, elements: [-0.0] }}"));
    let none = x.slice_mut(..0)?;
    assert_eq!(format!("{none:?}"), format!("DeviceSliceMut {{ len: 0, device: {id}, elements: [] }}"));
    let many = format!("{:?}", b.range(0u8..200).collect()?);
    assert!(many.ends_with("elements: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, ..] }"), "{many}");
    // The failure of the call that was to write the elements.
    let mut failed = b.filled(1u32, 100)?;
    let _ = failed.iter_mut().for_each(op!(|v: &mut u32| *v /= *v - 1));
    let text = format!("{failed:?}");
    assert!(text.contains("len: 100") && text.contains("error: ") && text.contains("divide by zero"), "{text}");
    Ok(())
}

/// Failures of calls that append: the old elements stay readable.
pub(crate) fn failures<B: Backend>(b: &B) -> Result<()> {
    let bad = op!(|v: u32| 10 / (v % 50));
    let mut v = b.upload(&[1u32, 2, 3])?;
    v.reserve(1000)?;
    let appended = v.extend(b.range(0..100u32).map(bad));
    match appended {
        // A failed call appends nothing, so nothing can be read that was never written.
        Err(_) => all_same("the old elements", &v.to_vec()?, &[1, 2, 3]),
        Ok(()) => {
            same("the length", v.len(), 103);
            all_same("the old elements", &v.slice(..3)?.to_vec()?, &[1, 2, 3]);
            same("an old element", v.at(2)?, 3);
            assert!(v.to_vec().is_err() && v.at(50).is_err() && v.at(3).is_err() && v.recover().is_err());
            // A vector whose call has failed can't be moved.
            assert!(v.reserve(5000).is_err() && v.shrink_to_fit().is_err());
        }
    }
    v.truncate(3);
    all_same("the old elements", &v.to_vec()?, &[1, 2, 3]);
    v.recover()?;
    // The memory of removed elements is as good as new.
    v.extend(b.range(0..50u32))?;
    v.push(50)?;
    same("the sum", v.iter().sum()?, 6 + (0..51).sum::<u32>());
    // A filtered chain is waited for, so its failure is known at once.
    assert!(v.extend(b.range(0..100u32).map(bad).filter(op!(|v: u32| v > 1))).is_err());
    same("the sum", (v.len(), v.iter().sum()?), (54, 6 + (0..51).sum::<u32>()));
    // Elements that a failed call was to change are recovered after they have moved, or not at all.
    let _ = v.iter_mut().for_each(op!(|v: &mut u32| *v = if *v == 50 { panic!("50") } else { *v ^ 1 }));
    match v.reserve(10_000) {
        Ok(()) => assert!(v.to_vec().is_err()),
        Err(_) => v.recover()?,
    }
    while b.synchronize().is_err() {}
    // What a failed call was to make is copied nowhere.
    if let Ok(made) = b.range(0..50u32).map(op!(|i: u32| if i == 40 { panic!("40") } else { i > 3 })).collect() {
        let mut out = [true; 50];
        assert!(made.copy_to(&mut out).is_err());
        assert_eq!(out, [true; 50]);
    }
    while b.synchronize().is_err() {}
    Ok(())
}

/// Vectors that are extended from other streams, and by chains of other devices.
pub(crate) fn of_other_streams<B: Backend>(b: &B) -> Result<()> {
    let side = b.stream()?;
    let mut v = b.upload(&[1u32])?;
    for i in 0..20 {
        v.extend(side.range(0..1000u32))?;
        let other = side.constant(i, 10).collect()?;
        v.extend(&other)?;
        v.append(&mut side.upload(&[i])?)?;
    }
    let want: u32 = 1 + 20 * (0..1000).sum::<u32>() + 11 * (0..20).sum::<u32>();
    same("the sum", (v.len(), v.iter().sum()?), (1 + 20 * 1011, want));
    if b.id() == onrush::DeviceId::HOST {
        let elsewhere = Cuda::of(Driver::emulated(Settings::default()));
        let x = elsewhere.upload(&[1u32])?;
        let error = b.elements(x.view()).sum().unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::DeviceMismatch { .. }), "{error}");
    }
    Ok(())
}

#[test]
#[cfg(not(onrush_one_suite))]
fn on_a_late_device() -> Result<()> {
    for seed in [0, 1, 2] {
        let late = || Cuda::of(Driver::emulated(Settings { seed, late: true, ..Settings::default() }));
        failures(&late())?;
        of_other_streams(&late())?;
        programs(&late())?;
        crate::in_place::failures(&onrush_test_support::Tested::from(late()))?;
    }
    Ok(())
}
