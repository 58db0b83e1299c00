//! A failure reaches the owner of the failing call's output and no other vector, on devices that report it late as on those
//! that return it at once.

use onrush::prelude::*;
use onrush::{Error, ErrorKind, Result};

use onrush_test_support::compare::{all_same, same};

const N: usize = 3001;

/// The lines of the operation and of the call that an error names.
#[track_caller]
fn lines(error: &Error) -> (u32, u32) {
    let call = error.call().unwrap_or_else(|| panic!("the error names no call: {error}"));
    match error.kind() {
        ErrorKind::Panic { location: Some(location), .. } => {
            assert_eq!((location.file.as_str(), call.file.as_str()), (file!(), file!()));
            let text = format!("{}:{}:", file!(), location.line);
            let said = format!(", in the call at {}:{}:", file!(), call.line);
            assert!(error.to_string().contains(&text) && error.to_string().contains(&said), "{error}");
            (location.line, call.line)
        }
        other => panic!("expected a panic with a place, got {other}"),
    }
}

/// Checks that the result is an error that names these lines.
#[track_caller]
fn fails<T>(result: Result<T>, expected: (u32, u32)) {
    assert_eq!(lines(&result.map(drop).expect_err("an operation fails")), expected);
}

/// A vector that a failing call should have written, and the lines of its operation and its call.
fn spoiled<B: Backend>(b: &B) -> Result<(DeviceVec<u32, B>, (u32, u32))> {
    let mut y = b.filled(1u32, N)?;
    let x = b.range(0u32..N as u32);
    // A device with a queue reports the failure when the vector is read.
    let made = x.map(op!(|v: u32| 12 / (v % 7))).collect_into(&mut y);
    let lines = (line!() - 1, line!() - 1);
    if let Err(error) = made {
        fails(Err::<(), _>(error), lines);
    }
    Ok((y, lines))
}

pub(crate) fn reading_tells_the_owner_and_no_other<B: Backend>(b: &B) -> Result<()> {
    let good = b.range(0u32..10).collect()?;
    let (y, at) = spoiled(b)?;
    // Other calls on the same stream don't return the failure.
    same("another's sum", good.iter().sum()?, 45);
    all_same("another's items", &good.to_vec()?, &(0..10).collect::<Vec<_>>());
    same("a count", b.range(0..10).filter(op!(|v: i32| v > 3)).count()?, 6);
    // Each read returns the failure.
    for _ in 0..2 {
        fails(y.to_vec(), at);
        fails(y.copy_to(&mut [0; N]), at);
        fails(y.iter().sum(), at);
        fails(y.slice(5..9)?.to_vec(), at);
    }
    b.synchronize()?;
    same("another's sum", good.iter().sum()?, 45);
    Ok(())
}

pub(crate) fn whatever_uses_it_fails<B: Backend>(b: &B) -> Result<()> {
    let (y, at) = spoiled(b)?;
    let x = b.range(0u32..N as u32).collect()?;
    let positions = || b.range(0..N);
    let vec = |result: Result<DeviceVec<u32, B>>| fails(result.and_then(|v| v.to_vec()), at);
    vec(y.try_clone());
    vec(y.iter().map(op!(|v: u32| v ^ 1)).collect());
    vec(y.iter().rev().skip(3).step_by(2).collect());
    vec(y.iter().zip(&x).map(op!(|(a, b): (u32, u32)| a ^ b)).collect());
    vec(x.iter().permute(y.iter().map(op!(|v: u32| v as usize % 7))).collect());
    vec(y.iter().permute(positions()).collect());
    vec(y.iter().scan_inclusive(Max).collect());
    vec(y.iter().filter(op!(|v: u32| v > 3)).collect());
    vec(y.iter().dedup().collect());
    vec(y.iter().sort().collect());
    vec(merge(&x, &y).collect());
    vec(scan_by_key_inclusive(&y, &x, Max).collect());
    vec(reduce_by_key(&y, &x, Max).collect().map(|(keys, _)| keys));
    vec(reduce_by_key(&x, &y, Max).collect().map(|(_, values)| values));
    vec(y.iter().partition(op!(|v: u32| v > 3)).collect().map(|(large, _)| large));
    fails(y.iter().argsort().collect().and_then(|order| order.to_vec()), at);
    fails(y.iter().map(op!(|v: u32| v as usize % 7)).histogram(7).collect().and_then(|counts| counts.to_vec()), at);
    fails(y.iter().max(), at);
    fails(y.iter().reduce(0, op!(|a: u32, b: u32| a ^ b)), at);
    fails(y.iter().position(op!(|v: u32| v == 99)), at);
    fails(y.iter().filter(op!(|v: u32| v == 99)).count(), at);
    fails(y.iter().equal(&x), at);
    fails(y.iter().take(0).sum(), at);
    // A captured view of the vector returns the failure, too.
    let table = y.view();
    vec(positions().map(op!(|i: usize| table[i])).collect());
    vec(x.iter().lower_bound(table).map(op!(|i: usize| i as u32)).collect());
    fails(x.iter().reduce(0, op!(|a: u32, b: u32| a ^ b ^ table[0])), at);
    // The length is known even though the items aren't.
    same("its length", (y.len(), y.iter().count()?), (N, N));
    all_same("what was used beside it", &x.to_vec()?, &(0..N as u32).collect::<Vec<_>>());
    b.synchronize()
}

pub(crate) fn what_is_computed_from_it_fails_in_turn<B: Backend>(b: &B) -> Result<()> {
    let (y, at) = spoiled(b)?;
    let mut targets = [b.filled(0u32, N)?, b.filled(0u32, N)?, b.filled(0u32, N)?];
    // A failure that is already known is returned at once, and the target stays unchanged.
    let refused = y.iter().map(op!(|v: u32| v ^ 1)).collect_into(&mut targets[0]).is_err();
    let [first, second, third] = &mut targets;
    let _ = first.iter().scan_inclusive(Max).collect_into(&mut *second);
    let _ = second.iter().scatter(b.range(0..N), &mut *third);
    drop(y);
    for target in &targets {
        match refused {
            true => all_same("as it was", &target.to_vec()?, &[0; N]),
            false => fails(target.to_vec(), at),
        }
    }
    // A call in place keeps the failure.
    let (mut z, at) = spoiled(b)?;
    let _ = z.iter_mut().for_each(op!(|v: &mut u32| *v ^= 1));
    let _ = z.sort();
    let _ = sort_by_key(&mut b.range(0u32..N as u32).collect()?, &mut z);
    let _ = z.sort_by(op!(|a: u32, b: u32| a > b));
    let _ = b.range(0u32..3).scatter(b.range(0..3usize), &mut z);
    let _ = z.slice_mut(7..9)?.sort();
    fails(z.to_vec(), at);
    fails(z.sort().and_then(|()| z.to_vec()), at);
    b.synchronize()
}

pub(crate) fn what_is_overwritten_is_clean<B: Backend>(b: &B) -> Result<()> {
    let host: Vec<u32> = (0..N as u32).collect();
    let (mut y, at) = spoiled(b)?;
    y.copy_from(&host)?;
    all_same("copied from the host", &y.to_vec()?, &host);
    let (mut y, _) = spoiled(b)?;
    b.range(0u32..N as u32).collect_into(&mut y)?;
    all_same("collected", &y.to_vec()?, &host);
    let (mut y, _) = spoiled(b)?;
    b.constant(1u32, N).scan_exclusive(0, Sum).collect_into(&mut y)?;
    all_same("scanned", &y.to_vec()?, &host);
    // Overwriting a part leaves the rest failed.
    let (mut y, _) = spoiled(b)?;
    b.range(0u32..100).collect_into(y.slice_mut(..100)?)?;
    all_same("the part", &y.slice(..100)?.to_vec()?, &host[..100]);
    same("the part", y.slice(20..100)?.iter().sum()?, (20..100).sum());
    fails(y.slice(99..101)?.to_vec(), at);
    fails(y.to_vec(), at);
    // A call that is refused before it begins writes nothing, so it clears no failure.
    assert!(b.range(0u32..5).collect_into(&mut y).is_err());
    assert!(y.copy_from(&[0; 3]).is_err());
    fails(y.to_vec(), at);
    let mut x = b.upload(&host)?;
    assert!(b.range(0u32..5).collect_into(&mut x).is_err());
    assert!(b.range(0u32..3).scatter(b.range(0..2usize), &mut x).is_err());
    all_same("as it was", &x.to_vec()?, &host);
    // Memory that is reused for a new vector carries no failure.
    for _ in 0..20 {
        drop(spoiled(b)?);
        all_same("new", &b.filled(3u32, N)?.to_vec()?, &[3; N]);
    }
    while b.synchronize().is_err() {}
    Ok(())
}

pub(crate) fn parts_and_effects<B: Backend>(b: &B) -> Result<()> {
    // A failing call that writes a part leaves the other parts good.
    let mut x = b.filled(5u32, N)?;
    let _ = b.range(0u32..10).map(op!(|v: u32| 1 / (v % 2))).collect_into(x.slice_mut(100..110)?);
    let at = (line!() - 1, line!() - 1);
    all_same("before", &x.slice(..100)?.to_vec()?, &[5; 100]);
    same("behind", x.slice(110..)?.iter().max()?, Some(5));
    fails(x.slice(109..)?.to_vec(), at);
    fails(x.to_vec(), at);
    // Vectors that `iter_mut` reaches are outputs, too.
    let (mut x, y) = (b.filled(5u32, N)?, b.range(0u32..N as u32).collect()?);
    let _ = x.iter_mut().zip(&y).for_each(op!(|(x, y): (&mut u32, u32)| *x /= y % 5));
    let at = (line!() - 1, line!() - 1);
    fails(x.iter().sum(), at);
    same("what was read", y.iter().max()?, Some(N as u32 - 1));
    // A scatter to a position out of bounds.
    let mut x = b.filled(5u32, 10)?;
    let _ = b.range(0u32..10).scatter(b.range(1..11usize), &mut x);
    let at = line!() - 1;
    let error = x.to_vec().expect_err("10 is out of range");
    assert_eq!(*error.kind(), ErrorKind::OutOfRange { what: "scatter", index: 10, len: 10, item: Some(9) });
    assert_eq!(error.call().map(|call| (call.file, call.line)), Some((file!().to_owned(), at)));
    while b.synchronize().is_err() {}
    Ok(())
}

pub(crate) fn synchronize_reports_what_was_not_told<B: Backend>(b: &B) -> Result<()> {
    let x = b.range(0u32..N as u32).collect()?;
    let (first, second) = (op!(|v: u32| 1 / (v % 7)), op!(|v: u32| if v == 77 { panic!("77") } else { v }));
    let line = line!() - 1;
    // Each failure is returned once: by the call, if it waits for its operations, or by `synchronize`.
    let mut told = Vec::new();
    let mut note = |result: Result<()>| told.extend(result.err().map(|error| lines(&error)));
    note(x.iter().map(first).collect().map(drop));
    note(x.iter().map(second).scan_inclusive(Max).collect().map(drop));
    let lines = [(line, line!() - 2), (line, line!() - 1)];
    note(b.synchronize());
    note(b.synchronize());
    b.synchronize()?;
    assert_eq!(told, lines);
    // A failure that was returned by a read isn't returned again by `synchronize`.
    let (y, at) = spoiled(b)?;
    fails(y.to_vec(), at);
    b.synchronize()?;
    same("a result that was told", x.iter().map(first).sum().is_err(), true);
    b.synchronize()
}

pub(crate) fn a_failure_names_its_call<B: Backend>(b: &B) -> Result<()> {
    let x = b.range(0u32..N as u32).collect()?;
    let y = b.filled(0u32, N)?;
    let bad = op!(|v: u32| if v == 2000 { panic!("item 2000") } else { v });
    let op = line!() - 1;
    #[track_caller]
    fn here<B: Backend, T>(b: &B, result: Result<T>, op: u32) {
        let line = std::panic::Location::caller().line();
        fails(result.and_then(|_| b.synchronize()), (op, line));
    }
    here(b, x.iter().map(bad).collect(), op);
    here(b, x.iter().map(bad).collect_into(&mut y.try_clone()?), op);
    here(b, x.iter().map(bad).sum(), op);
    here(b, x.iter().map(bad).product(), op);
    here(b, x.iter().map(bad).max(), op);
    here(b, x.iter().map(bad).argmin(), op);
    here(b, x.iter().max_by_key(bad), op);
    here(b, x.iter().map(bad).reduce(0, Max), op);
    here(b, x.iter().map(bad).inner_product(&y), op);
    here(b, x.iter().map(bad).scan_inclusive(Max).collect(), op);
    here(b, x.iter().map(bad).scan_exclusive(0, Max).collect(), op);
    here(b, x.iter().map(bad).scan_exclusive(0, Max).collect_into(&mut y.try_clone()?), op);
    here(b, x.iter().map(bad).filter(op!(|v: u32| v > 0)).collect(), op);
    here(b, x.iter().map(bad).dedup().collect(), op);
    here(b, x.iter().map(bad).partition(op!(|v: u32| v > 0)).collect(), op);
    here(b, x.iter().map(bad).filter(op!(|v: u32| v > 0)).count(), op);
    here(b, x.iter().map(bad).any(op!(|v: u32| v > 9000)), op);
    here(b, x.iter().map(bad).is_sorted(), op);
    here(b, x.iter().map(bad).equal(&x), op);
    here(b, x.iter().map(bad).for_each(op!(|_: u32| ())), op);
    here(b, x.iter().map(bad).sort().collect(), op);
    here(b, x.iter().map(bad).argsort().collect(), op);
    here(b, merge(&x, x.iter().map(bad)).collect(), op);
    here(b, reduce_by_key(&x, x.iter().map(bad), Max).collect(), op);
    here(b, scan_by_key_inclusive(&x, x.iter().map(bad), Max).collect(), op);
    here(b, x.iter().map(bad).scatter(b.range(0..N), &mut y.try_clone()?), op);
    here(b, x.iter().map(bad).map(op!(|v: u32| v as usize)).histogram(N).collect(), op);
    Ok(())
}

pub(crate) fn recovered<B: Backend>(b: &B) -> Result<()> {
    let (mut y, at) = spoiled(b)?;
    let copy = y.try_clone();
    let in_turn = y.iter().map(op!(|v: u32| if v == 6 { panic!("6") } else { v })).collect();
    y.recover()?;
    // Each item is an old one or a new one.
    let left = y.to_vec()?;
    for (&v, i) in left.iter().zip(0..) {
        assert!(v == 1 || i % 7 == 0 || v == 12 / (i % 7), "item {i} is {v}");
    }
    // Nothing is stored behind a failure.
    let mut x = b.filled(1u32, N)?;
    let new = op!(|(i, v): (usize, &mut u32)| if 60 / (30 - i as i32 % 100) == 0 { *v = 999 } else { *v = 2 });
    let _ = x.iter_mut().enumerate().for_each(new);
    x.recover()?;
    let was = |x: &DeviceVec<u32, B>| x.to_vec().map(|all| all.into_iter().enumerate());
    was(&x)?
        .for_each(|(i, v)| assert!([1, if i % 100 > 90 { 999 } else { 2 }].contains(&v) && (v == 1 || i % 100 != 30)));
    let table = b.filled(3u32, 10)?;
    let table = table.view();
    let _ = x
        .iter_mut()
        .enumerate()
        .map(op!(|(i, v): (usize, &mut u32)| {
            *v = 7;
            *v = table[i % 11];
            *v
        }))
        .collect();
    x.recover()?;
    was(&x)?.for_each(|(i, v)| assert!(v != 0 && (v != 3 || i % 11 != 10), "item {i} is {v}"));
    let mut x = b.range(0u32..N as u32).collect()?;
    x.recover()?;
    let _ = x.sort_by(op!(|a: u32, b: u32| if a == 99 || b == 99 { panic!("99") } else { a > b }));
    x.recover()?;
    all_same("all are there", &x.iter().sort().collect()?.to_vec()?, &(0..N as u32).collect::<Vec<_>>());
    // A vector that a failing call has created can't be recovered, nor one that was computed from it.
    let made = b.range(0u32..N as u32).map(op!(|v: u32| 12 / (v % 7))).collect();
    let at_made = (line!() - 1, line!() - 1);
    if let Ok(mut made) = made {
        let _ = made.iter().collect_into(&mut x);
        fails(x.recover(), at_made);
        fails(x.to_vec(), at_made);
        fails(made.recover(), at_made);
        fails(made.to_vec(), at_made);
    }
    if let (Ok(mut copy), Ok(mut in_turn)) = (copy, in_turn) {
        fails(copy.to_vec(), at);
        copy.recover()?;
        all_same("a copy of what was recovered", &copy.to_vec()?, &left);
        fails(in_turn.recover(), at);
        fails(in_turn.to_vec(), at);
    }
    while b.synchronize().is_err() {}
    Ok(())
}

/// Whatever fails, the keys, the offsets or the relation: what is sorted in place keeps its elements.
pub(crate) fn what_is_sorted_keeps_its_elements<B: Backend>(b: &B) -> Result<()> {
    let key = op!(|v: u32| 12 / (v % 7));
    let one = op!(|v: u32| if v == 5 { panic!("5") } else { v });
    let offset = op!(|i: usize| if i == 3 { panic!("3") } else { i * 10 });
    for n in [2usize, 100, N, 60_013] {
        let items: Vec<u32> = (0..n as u32).map(|i| i.wrapping_mul(0x9e37_79b1) >> 8).chain(5..8).collect();
        let n = items.len();
        let sorted = |x: &DeviceVec<u32, B>| x.to_vec().map(|mut all| (all.sort(), all).1);
        let mut want = items.clone();
        want.sort();
        let ends = || b.range(0..3usize).map(op!(|i: usize| if i == 2 { n } else { i }));
        type Sort<'a, B> = &'a dyn Fn(&mut DeviceVec<u32, B>) -> Result<()>;
        let sorts: [(&str, Sort<B>); 9] = [
            ("vector", &|x| x.sort_by_key(key)),
            ("part", &|x| x.slice_mut(..)?.sort_by_key(key)),
            ("segments", &|x| x.segments_mut(ends()).sort_by_key(key)),
            ("segments of one length", &|x| x.segments_of_mut(n).sort_by_key(key)),
            ("along", &|x| sort_by_key(&mut x.iter().map(one).collect()?, x)),
            ("along in reverse", &|x| sort_by_key_with(&mut x.iter().map(one).collect()?, x, Greater)),
            ("by a relation", &|x| x.sort_by(op!(|a: u32, b: u32| 12 / (a % 7) < 12 / (b % 7)))),
            ("by a relation of keys that failed", &|x| {
                let keys = x.iter().map(one).collect()?;
                let keys = keys.view();
                sort_by_key_with(&mut x.try_clone()?, &mut *x, op!(|a: u32, b: u32| a ^ keys[0] < b))
            }),
            ("by offsets", &|x| x.segments_mut(b.range(0..n / 10).map(offset)).sort()),
        ];
        for (what, sort) in sorts {
            let mut x = b.upload(&items)?;
            let told = sort(&mut x).and_then(|()| x.to_vec()).is_err();
            assert!(told || what == "by offsets" && n < 40, "{what} of {n}");
            for _ in 0..2 {
                x.recover()?;
                all_same(what, &sorted(&x)?, &want);
            }
        }
        // A vector that was never made can't be recovered after a sort either.
        if let Ok(mut made) = b.upload(&items)?.iter().map(one).collect() {
            let _ = made.sort_by_key(key);
            let _ = sort_by_key(&mut b.upload(&items)?, &mut made);
            assert!(made.recover().is_err() && made.to_vec().is_err());
        }
    }
    while b.synchronize().is_err() {}
    Ok(())
}

pub(crate) fn across_streams<B: Backend>(b: &B) -> Result<()> {
    let [side, third] = [b.stream()?, b.stream()?];
    let good = b.range(0u32..100).collect()?;
    // The call fails on one stream, and the vector is read on another.
    for (fails_on, read_on) in [(&side, b), (b, &side), (&side, &third)] {
        let (y, at) = spoiled(fails_on)?;
        let here = y.iter().on(read_on).map(op!(|v: u32| v ^ 1)).collect();
        let there = here.and_then(|here| here.iter().on(&third).map(op!(|v: u32| v ^ 1)).collect());
        same("not told", good.iter().on(read_on).sum()?, 4950);
        same("not told", good.iter().on(&third).max()?, Some(99));
        read_on.synchronize()?;
        fails(there.and_then(|there| there.to_vec()), at);
        fails(y.iter().on(&third).sum(), at);
        fails(y.to_vec(), at);
    }
    // The target is a vector of another stream.
    let mut y = b.filled(0u32, N)?;
    let _ = side.range(0u32..N as u32).map(op!(|v: u32| 1 / (v % 9))).collect_into(&mut y);
    let at = (line!() - 1, line!() - 1);
    b.synchronize()?;
    fails(y.iter().on(&third).max(), at);
    fails(y.to_vec(), at);
    third.constant(4u32, N).collect_into(&mut y)?;
    all_same("overwritten", &y.to_vec()?, &[4; N]);
    // The stream on which the call failed has been dropped.
    let (y, at) = {
        let gone = b.stream()?;
        let (mut y, moved) = (b.filled(0u32, N)?, spoiled(&gone)?);
        let _ = moved.0.iter().on(&gone).collect_into(&mut y);
        fails(moved.0.to_vec(), moved.1);
        (y, moved.1)
    };
    if let Err(error) = y.to_vec() {
        fails(Err::<(), _>(error), at);
    }
    [b, &side, &third].iter().for_each(|stream| while stream.synchronize().is_err() {});
    Ok(())
}

pub(crate) fn of_many_threads<B: Backend>(b: &B) -> Result<()> {
    let threads = 16u32;
    let start = std::sync::Barrier::new(threads as usize);
    let run = |thread: u32| -> Result<()> {
        start.wait();
        for round in 0..8 {
            let bad = thread * 100 + round;
            let item = op!(|v: u32| if v == bad { panic!("an item") } else { v });
            let mut y = b.filled(0u32, N)?;
            let _ = b.range(0u32..N as u32).map(item).collect_into(&mut y);
            let at = (line!() - 3, line!() - 1);
            // A vector that the failing calls don't write is good.
            let good = b.range(0..bad).map(item).collect()?;
            same("its own sum", good.iter().map(op!(|v: u32| v as u64)).sum()?, (0..u64::from(bad)).sum());
            fails(y.iter().max(), at);
            fails(y.to_vec(), at);
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        let run = &run;
        let threads: Vec<_> = (0..threads).map(|thread| scope.spawn(move || run(thread))).collect();
        threads
            .into_iter()
            .try_for_each(|thread| thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    })?;
    b.synchronize()
}

pub(crate) fn of_many_calls<B: Backend>(b: &B) -> Result<()> {
    // More failing calls than can be pending at once, without a wait.
    let mut x = b.filled(0u32, 100)?;
    for _ in 0..2500 {
        x.iter_mut().for_each(op!(|v: &mut u32| if *v > 2500 { panic!("more than 2500") } else { *v += 1 }))?;
    }
    all_same("all did well", &x.to_vec()?, &[2500; 100]);
    let mut at = (0, 0);
    for round in 0..1200u32 {
        let _ = x.iter_mut().for_each(op!(|v: &mut u32| if round == 77 { panic!("77") } else { *v ^= round }));
        at = (line!() - 1, line!() - 1);
    }
    fails(x.to_vec(), at);
    b.synchronize()
}

#[test]
fn on_a_late_device() -> Result<()> {
    use onrush_cuda::driver::{Driver, Settings};
    for seed in [0, 1, 2] {
        let late = || onrush_cuda::Cuda::of(Driver::emulated(Settings { seed, late: true, ..Settings::default() }));
        reading_tells_the_owner_and_no_other(&late())?;
        what_is_computed_from_it_fails_in_turn(&late())?;
        what_is_overwritten_is_clean(&late())?;
        parts_and_effects(&late())?;
        synchronize_reports_what_was_not_told(&late())?;
        recovered(&late())?;
        what_is_sorted_keeps_its_elements(&late())?;
        across_streams(&late())?;
        of_many_threads(&late())?;
    }
    of_many_calls(&onrush_cuda::Cuda::of(Driver::emulated(Settings { late: true, ..Settings::default() })))
}
