//! Vectors whose length stays on the device: dropped and moved while they are written, with lengths of others, with failures.

use std::cell::RefCell;

use onrush::prelude::*;
use onrush::{Counted, ErrorKind, Result};

use crate::recordings::records;
use crate::{everywhere, works};

everywhere! {
    dropped_in_flight of_another_thread_and_stream nothing_kept failed_in_between cut_after_a_failure lengths_of_others
    views_of_others parts_in_flight references_that_fail recorded shown without_room sorted_in_flight relations_that_fail
    relations_that_lie
}

const N: usize = 70_001;

/// The odd numbers below `N`.
fn odd<B: Backend>(b: &B) -> Result<Counted<DeviceVec<u64, B>, B>> {
    b.range(0..N as u64).filter(op!(|v: u64| v % 2 == 1)).collect_counted()
}

/// Each vector is dropped before the call that reads it is done, and its memory is taken by the next one.
fn dropped_in_flight<B: Backend>(b: &B) -> Result<()> {
    let mut sums = b.filled(0u64, 8)?;
    for i in 0..8 {
        let third = {
            let all = odd(b)?;
            let some = all.iter().filter(op!(|v: u64| v % 3 == 0)).collect()?;
            let before = some.iter().scan_inclusive(Sum).collect()?;
            drop(all);
            some.iter().zip(before.iter()).map(op!(|(v, sum): (u64, u64)| v ^ sum)).collect()?
        };
        let over = b.filled(u64::MAX, N)?;
        third.iter().sum_into(sums.slice_mut(i..i + 1)?)?;
        drop((third, over));
    }
    let mut sum = 0;
    let want: u64 = (0..N as u64).filter(|v| v % 2 == 1 && v % 3 == 0).fold(0, |all: u64, v| {
        sum += v;
        all.wrapping_add(v ^ sum)
    });
    assert_eq!(sums.to_vec()?, [want; 8]);
    works(b)
}

/// Several threads read one counted vector, on this stream and on others, and the last one drops it.
fn of_another_thread_and_stream<B: Backend>(b: &B) -> Result<()> {
    let all = odd(b)?;
    let want = (N as u64 / 2).pow(2);
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..3)
            .map(|_| {
                scope.spawn(|| -> Result<u64> {
                    odd(&b.stream()?)?.iter().zip(odd(b)?.iter()).count().unwrap_err();
                    all.iter().sum()
                })
            })
            .collect();
        threads.into_iter().try_for_each(|thread| -> Result<()> {
            assert_eq!(thread.join().expect("no thread panics")?, want);
            Ok(())
        })
    })?;
    let moved =
        std::thread::spawn(move || all.iter().map(op!(|v: u64| v + 1)).collect()).join().expect("no thread panics")?;
    assert_eq!(moved.len()?, N / 2);
    assert_eq!(moved.wait()?.at(N / 2 - 1)?, N as u64 - 1);
    works(b)
}

/// Lengths of zero, of inputs with items and without.
fn nothing_kept<B: Backend>(b: &B) -> Result<()> {
    for n in [0, 1, N] {
        let none = b.range(0..n as u32).filter(op!(|_: u32| false)).collect_counted()?;
        assert_eq!((none.iter().sum()?, none.iter().max()?, none.iter().count()?), (0, None, 0));
        assert_eq!(none.iter().reduce_with(op!(|a: u32, b: u32| a.wrapping_mul(3) ^ b))?, None);
        assert_eq!(none.iter().reduce(7, op!(|a: u32, b: u32| a.wrapping_mul(3) ^ b))?, 7);
        let (sums, again) =
            (none.iter().scan_exclusive(3, Sum).collect()?, none.iter().filter(op!(|_: u32| true)).collect()?);
        let runs = none.iter().reduce_by_key(sums.iter(), Sum).collect()?;
        let mut total = b.filled(9u32, 1)?;
        runs.iter().map(op!(|(_, sum): (u32, u32)| sum)).sum_into(&mut total)?;
        assert_eq!((sums.len()?, again.len()?, runs.len()?, total.to_vec()?), (0, 0, 0, vec![0]));
        let (keys, values) = runs.wait()?;
        assert!(keys.is_empty() && values.to_vec()?.is_empty() && none.wait()?.is_empty());
    }
    works(b)
}

/// An operation of any of the calls fails: what depends on it fails, and what doesn't is as it was.
fn failed_in_between<B: Backend>(b: &B) -> Result<()> {
    let all = odd(b)?;
    let bad = op!(|v: u64| if v == 40_001 { panic!("item 40001") } else { v % 3 == 0 });
    let spoiled = || -> Result<u64> {
        let kept = all.iter().filter(bad).collect()?;
        let sums = kept.iter().scan_inclusive(Sum).collect()?;
        kept.iter()
            .reduce_by_key(sums.iter(), Max)
            .collect()?
            .iter()
            .map(op!(|(_, v): (u64, u64)| v))
            .max()
            .map(Option::unwrap)
    };
    for _ in 0..3 {
        let error = spoiled().expect_err("an operation panics");
        assert!(matches!(error.kind(), ErrorKind::Panic { message, .. } if message == "item 40001"), "{error}");
    }
    let join = op!(|a: u64, b: u64| if a == 40_001 || b == 40_001 { panic!("item 40001") } else { a ^ b });
    assert!(all.iter().reduce_with(join).is_err());
    assert!(all.iter().scan_inclusive(join).collect().and_then(|sums| sums.wait()?.to_vec()).is_err());
    let none = all.iter().map(op!(|v: u64| 1 / (v - v.min(1)))).collect();
    assert!(none.and_then(|none| none.iter().sum()).is_err());
    assert_eq!(all.iter().sum()?, (N as u64 / 2).pow(2));
    works(b)
}

/// A good length, and items of which one has failed: the vectors stay unreadable where so much is cut off that memory could move, and
/// counting reads no items, as elsewhere.
fn cut_after_a_failure<B: Backend>(b: &B) -> Result<()> {
    let few = b.range(0..140_000u64).filter(op!(|v: u64| v < 100)).collect_counted()?;
    assert_eq!(few.iter().map(op!(|v: u64| 12 / (v - v))).count()?, 100);
    // More than a gibibyte of room on devices, of which nothing is touched behind the items
    let spoiled = few.iter().map(op!(|v: u64| [12 / (v % 3); 1024])).collect().and_then(Counted::wait);
    assert!(spoiled.and_then(|spoiled| spoiled.to_vec()).is_err());
    let _ = b.synchronize();
    works(b)
}

/// Nothing joins two lengths, however it is written.
fn lengths_of_others<B: Backend>(b: &B) -> Result<()> {
    let (short, long) = (b.range(0..9u64).filter(op!(|_: u64| true)).collect_counted()?, odd(b)?);
    let (few, many) = (short.iter().scan_inclusive(Sum).collect()?, long.iter().scan_inclusive(Sum).collect()?);
    let refused = |error: onrush::Error| assert!(matches!(error.kind(), ErrorKind::UnrelatedLengths { .. }), "{error}");
    refused(few.iter().zip(many.iter()).count().unwrap_err());
    refused(many.iter().zip(short.iter()).filter(op!(|_: (u64, u64)| true)).collect().unwrap_err());
    refused(many.iter().reduce_by_key(few.iter(), Sum).collect().unwrap_err());
    refused(short.iter().zip(few.iter()).zip(long.iter()).enumerate().collect().unwrap_err());
    let mut one = b.filled(0u64, 1)?;
    let products = few.iter().zip(long.iter()).map(op!(|(a, b): (u64, u64)| a * b));
    refused(products.sum_into(&mut one).unwrap_err());
    // A wrong target is refused, too, and keeps what it has.
    assert!(few.iter().sum_into(&mut b.filled(0u64, 2)?).is_err());
    assert_eq!(one.to_vec()?, [0]);
    works(b)
}

/// Operations over counted items capture views of others, within their bounds.
fn views_of_others<B: Backend>(b: &B) -> Result<()> {
    let (all, table) = (odd(b)?, b.upload(&[1u64, 2, 3])?);
    let view = table.view();
    let sum = all.iter().map(op!(|v: u64| view[v as usize % 3])).sum()?;
    assert_eq!(sum, (0..N).filter(|v| v % 2 == 1).map(|v| [1, 2, 3][v % 3]).sum());
    let beyond = all.iter().map(op!(|v: u64| view[v as usize % 4])).collect().and_then(|beyond| beyond.iter().sum());
    assert!(matches!(beyond.unwrap_err().kind(), ErrorKind::Panic { .. }));
    let host = Cpu::new();
    let elsewhere = host.upload(&[1u64, 2, 3])?;
    let view = elsewhere.view();
    let result = all.iter().map(op!(|v: u64| view[v as usize % 3])).max();
    match b.id() == host.id() {
        true => assert_eq!(result, Ok(Some(3))),
        false => assert!(matches!(result.unwrap_err().kind(), ErrorKind::DeviceMismatch { .. })),
    }
    works(b)
}

/// One part of a partition is dropped while the other is written, or outlives it; each has its own length and memory.
fn parts_in_flight<B: Backend>(b: &B) -> Result<()> {
    let mut sums = b.filled(0u64, 8)?;
    for i in 0..8 {
        let (kept, over) = {
            let (yes, no) = odd(b)?.iter().partition(op!(|v: u64| v % 3 == 0)).collect()?;
            let part = if i % 2 == 0 {
                drop(no);
                yes
            } else {
                drop(yes);
                no
            };
            let (fifth, seventh) = (op!(|v: u64| v % 5 == 0), op!(|v: u64| v % 7 == 0));
            let (one, two, rest) = part.iter().partition_in_three(fifth, seventh).collect()?;
            drop(part);
            drop(one);
            assert!(two.iter().zip(rest.iter()).count().is_err());
            drop(rest);
            (two, b.filled(u64::MAX, N)?)
        };
        kept.iter().sum_into(sums.slice_mut(i..i + 1)?)?;
        drop((kept, over));
    }
    let of = |third: bool| {
        (0..N as u64).filter(|v| v % 2 == 1 && (v % 3 == 0) == third && v % 5 != 0 && v % 7 == 0).sum::<u64>()
    };
    assert_eq!(sums.to_vec()?, [of(true), of(false)].repeat(4));
    // A predicate that fails spoils both parts, and nothing else.
    let all = odd(b)?;
    let bad = op!(|v: u64| if v == 40_001 { panic!("item 40001") } else { v % 3 == 0 });
    match all.iter().partition(bad).collect() {
        Ok((yes, no)) => assert!(yes.len().is_err() && no.iter().sum().is_err() && no.wait().is_err()),
        Err(error) => assert!(matches!(error.kind(), ErrorKind::Panic { .. }), "{error}"),
    }
    assert!(
        all.iter()
            .map(op!(|v: u64| if v > 40_001 { panic!("item {}", 7) } else { v }))
            .any(op!(|v: u64| v > 50_000))
            .is_err()
    );
    assert_eq!(all.iter().sum()?, (N as u64 / 2).pow(2));
    works(b)
}

/// An operation fails that writes through references to counted items: the vector is unreadable, until it is recovered.
fn references_that_fail<B: Backend>(b: &B) -> Result<()> {
    let (mut all, short) = (odd(b)?, b.range(0..9u64).filter(op!(|_: u64| true)).collect_counted()?);
    let before = all.iter().collect()?;
    let refused = all.iter_mut().zip(short.iter()).for_each(op!(|(v, w): (&mut u64, u64)| *v = w));
    assert!(matches!(refused.unwrap_err().kind(), ErrorKind::UnrelatedLengths { .. }));
    assert_eq!(all.iter().sum()?, (N as u64 / 2).pow(2));
    let table = b.upload(&[1u64, 2, 3])?;
    let view = table.view();
    let bad = all.iter_mut().for_each(op!(|v: &mut u64| *v = view[*v as usize % 40_001 % 7]));
    assert!(bad.is_err() || all.iter().sum().is_err());
    assert_eq!(all.len()?, N / 2);
    assert_eq!(before.iter().sum()?, (N as u64 / 2).pow(2));
    let mut spoiled = all.wait()?;
    assert!(spoiled.to_vec().is_err());
    spoiled.recover()?;
    assert_eq!(spoiled.to_vec()?.len(), N / 2);
    // No item behind the length is touched: those of the filter's room would divide by zero.
    let mut none = b.filled(0u64, N)?.iter().filter(op!(|v: u64| v > 0)).collect_counted()?;
    none.iter_mut().for_each(op!(|v: &mut u64| *v = 12 / (*v - *v)))?;
    assert_eq!((none.iter().position(op!(|_: u64| true))?, none.iter().count()?), (None, 0));
    works(b)
}

/// Counted vectors that a recording makes have the lengths of each launch; what outlives the closure was never written.
fn recorded<B: Backend>(b: &B) -> Result<()> {
    fn step<B: Backend>(x: &mut DeviceVec<u64, B>, sums: &mut DeviceVec<u64, B>) -> Result<()> {
        let (third, mut others) = x.iter().partition(op!(|v: u64| v % 3 == 0)).collect_counted()?;
        third.iter().sum_into(sums.slice_mut(..1)?)?;
        others.iter_mut().for_each(op!(|v: &mut u64| *v += 1))?;
        others.iter().dedup().collect()?.iter().sum_into(sums.slice_mut(1..2)?)?;
        // A sort has temporary memory of its own, and nothing of it waits.
        others.sort_by(op!(|a: u64, b: u64| a % 1000 < b % 1000))?;
        let mut pairs = others.iter().map(op!(|v: u64| (v as u32 % 7, v))).collect()?;
        pairs.sort_by_key()?;
        let values = pairs.iter().map(op!(|(_, v): (u32, u64)| v)).collect()?;
        let runs = pairs.iter().map(op!(|(key, _): (u32, u64)| key)).reduce_by_key(values.iter(), Max).collect()?;
        runs.iter().map(op!(|(key, most): (u32, u64)| most * u64::from(key))).sum_into(sums.slice_mut(2..)?)?;
        x.iter_mut().for_each(op!(|v: &mut u64| *v /= 2))
    }
    let items: Vec<u64> = (0..N as u64).collect();
    let (mut x, mut sums) = (b.upload(&items)?, b.filled(0u64, 3)?);
    let mut state = (b.upload(&items)?, b.filled(0u64, 3)?);
    let mut recording = b.record(&mut state, |state| {
        let (x, sums) = &mut **state;
        step(x, sums)
    })?;
    for _ in 0..4 {
        recording.launch()?;
        step(&mut x, &mut sums)?;
        assert_eq!(recording.state().1.to_vec()?, sums.to_vec()?);
    }
    drop(recording);
    let kept = RefCell::new(Vec::new());
    let escaped = b.record(&x, |x| {
        kept.borrow_mut().push(x.iter().partition(op!(|v: u64| v % 2 == 0)).collect_counted()?.0);
        Ok(())
    });
    let waiting = b.record(&x, |x| x.iter().partition(op!(|v: u64| v % 2 == 0)).collect_counted()?.1.len().map(drop));
    if records(b) {
        assert!(matches!(escaped.map(drop).unwrap_err().kind(), ErrorKind::Recording { .. }));
        assert!(matches!(waiting.map(drop).unwrap_err().kind(), ErrorKind::Recording { .. }));
        for kept in kept.into_inner() {
            assert!(kept.len().is_err() && kept.iter().sum().is_err() && kept.wait().is_err());
        }
    }
    works(b)
}

/// What is printed has no items, of which those behind the length were never written, and doesn't wait.
fn shown<B: Backend>(b: &B) -> Result<()> {
    let truths = b.range(0..1000u64).map(op!(|v: u64| v < 3)).collect()?;
    let kept = truths.iter().filter(op!(|v: bool| v)).collect_counted()?;
    let (true_ones, others) = truths.iter().partition(op!(|v: bool| v)).collect_counted()?;
    let texts = [format!("{kept:?}"), format!("{true_ones:?}"), format!("{others:?}"), format!("{:?}", kept.iter())];
    for text in texts {
        assert!(text.contains("Counted") && !text.contains("true") && !text.contains("false"), "{text}");
        assert!(!records(b) || text.contains("on the device"), "{text}");
    }
    works(b)
}

/// Set operations without room for a result wait for nothing, in recordings, too.
fn without_room<B: Backend>(b: &B) -> Result<()> {
    let (x, none) = (b.upload(&[1u32, 2, 2, 5])?, b.upload::<u32>(&[])?);
    let mut sums = b.filled(7u32, 2)?;
    b.record((&x, &none, &mut sums), |(x, none, sums)| {
        let common = set_intersection(&**x, &**none).collect_counted()?;
        common.iter().sum_into(sums.slice_mut(..1)?)?;
        set_difference(&**none, &**x).collect_counted()?.iter().sum_into(sums.slice_mut(1..)?)
    })?
    .launch()?;
    assert_eq!(sums.to_vec()?, [0, 0]);
    works(b)
}

/// Each vector is sorted and dropped before the call that makes it is done, and its memory is taken by the next one.
fn sorted_in_flight<B: Backend>(b: &B) -> Result<()> {
    let mut sums = b.filled(0u64, 4)?;
    for i in 0..4 {
        let firsts = {
            let mut all = odd(b)?;
            all.sort_by(Greater)?;
            let mut pairs = all.iter().map(op!(|v: u64| (v % 100, v))).collect()?;
            drop(all);
            pairs.sort_by_key()?;
            pairs.iter().enumerate().filter(op!(|(i, _): (usize, (u64, u64))| i % 700 == 0)).collect()?
        };
        let over = b.filled(u64::MAX, N)?;
        firsts.iter().map(op!(|(_, (key, v)): (usize, (u64, u64))| key ^ v)).sum_into(sums.slice_mut(i..i + 1)?)?;
        drop((firsts, over));
    }
    let mut all: Vec<u64> = (0..N as u64).filter(|v| v % 2 == 1).rev().collect();
    all.sort_by_key(|v| v % 100);
    assert_eq!(sums.to_vec()?, [all.iter().step_by(700).map(|v| (v % 100) ^ v).sum::<u64>(); 4]);
    // Without room, without items, with one
    for n in [0u32, 1, 2] {
        let mut few = b.range(0..n).filter(op!(|v: u32| v > 0)).collect_counted()?;
        few.sort()?;
        few.sort_by(op!(|a: u32, b: u32| 1 / a > 1 / b))?;
        few.sort_by_key(op!(|v: u32| 1 / v))?;
        assert_eq!(few.wait()?.to_vec()?, if n == 2 { vec![1] } else { vec![] });
    }
    works(b)
}

/// A relation, or an operation that returns keys, fails: the vectors are unreadable, and hold all items when they are recovered. A length
/// that has failed fails the vectors that are sorted.
fn relations_that_fail<B: Backend>(b: &B) -> Result<()> {
    let items: Vec<u64> = (0..N as u64).filter(|v| v % 2 == 1).collect();
    // A tile of items, with room for no more and for many
    for (n, len) in [(N, N / 2), (2001, 1000), (N, 1000)] {
        let last = 2 * len as u64;
        let some = || b.range(0..n as u64).filter(op!(|v: u64| v % 2 == 1 && v < last)).collect_counted();
        let bad = op!(|a: u64, b: u64| if a == 501 { panic!("item 501") } else { b < a });
        let check = |sorted: Result<()>, spoiled: Counted<DeviceVec<u64, B>, B>| -> Result<()> {
            assert!(sorted.is_err() || spoiled.iter().sum().is_err());
            assert_eq!(spoiled.len()?, len);
            let mut spoiled = spoiled.wait()?;
            assert!(spoiled.to_vec().is_err());
            spoiled.recover()?;
            let mut got = spoiled.to_vec()?;
            got.sort();
            assert_eq!(got, items[..len]);
            Ok(())
        };
        let mut spoiled = some()?;
        check(spoiled.sort_by(bad), spoiled)?;
        let mut kept = some()?;
        let key = kept.sort_by_key(op!(|v: u64| 12 / (v - 501)));
        assert!(key.is_err() || kept.iter().sum().is_err());
        let mut pairs = some()?.iter().enumerate().collect()?;
        let failed = pairs.sort_by(op!(|a: (usize, u64), b: (usize, u64)| 7 / (a.1 - 501) < b.1));
        assert!(failed.is_err() || pairs.iter().count().is_err() || pairs.wait()?.0.to_vec().is_err());
        let failing = b.range(0..n as u64).filter(op!(|v: u64| 12 / (v - v.min(501)) < 7)).collect_counted();
        let Ok(mut failing) = failing else { continue };
        let _ = failing.sort();
        let _ = failing.sort_by(op!(|a: u64, b: u64| a > b));
        let _ = failing.sort_by_key(op!(|v: u64| v % 3));
        assert!(failing.iter().sum().is_err() && failing.len().is_err() && failing.wait().is_err());
    }
    works(b)
}

/// Relations that are no orders leave a permutation of the items, and see no others: those behind the length would divide by zero.
fn relations_that_lie<B: Backend>(b: &B) -> Result<()> {
    for n in [3000, N] {
        let want: Vec<u32> = (0..n as u32).filter(|v| v % 3 == 1).collect();
        let some = || b.range(0..n as u32).filter(op!(|v: u32| v % 3 == 1)).collect_counted();
        let check = |some: Counted<DeviceVec<u32, B>, B>| -> Result<()> {
            let mut got = some.wait()?.to_vec()?;
            got.sort();
            assert_eq!(got, want);
            Ok(())
        };
        let mut all = some()?;
        all.sort_by(op!(|_: u32, _: u32| true))?;
        check(all)?;
        let mut all = some()?;
        all.sort_by(op!(|a: u32, b: u32| 12 / a <= 12 / b))?;
        check(all)?;
        let mut all = some()?;
        all.sort_by(op!(|a: u32, b: u32| (a.wrapping_mul(0x9E37_79B9) ^ b.wrapping_mul(0x85EB_CA6B)) >> 31 == 1))?;
        check(all)?;
        let mut pairs = some()?.iter().map(op!(|v: u32| (v % 5, v))).collect()?;
        pairs.sort_by_key_with(op!(|a: u32, b: u32| a != b))?;
        let (keys, values) = pairs.wait()?;
        let mut values = values.to_vec()?;
        assert!(keys.to_vec()?.iter().zip(&values).all(|(key, v)| *key == v % 5));
        values.sort();
        assert_eq!(values, want);
    }
    works(b)
}
