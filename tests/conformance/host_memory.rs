//! Memory of the host that is lent to calls, or taken over by vectors.

use onrush::prelude::*;
use onrush::{ErrorKind, Result};

use onrush_test_support::compare::{all_same, same};

/// Slices of the host that are read and written where they are, if the device can.
pub(crate) fn lent<B: Backend>(b: &B) -> Result<()> {
    let here = b.id() == onrush::DeviceId::HOST;
    // Parts that aren't aligned to more than their elements, without elements, and of items without a size of a power of two.
    let x: Vec<u16> = (0..10_007).map(|i| i % 1013).collect();
    for from in [0, 1, 5, 10_007] {
        let part = b.lend(&x[from..])?;
        same("the length", (part.len(), part.is_empty()), (x.len() - from, from == x.len()));
        same("the sum", part.iter().map(op!(|v: u16| v as u64)).sum()?, x[from..].iter().map(|v| u64::from(*v)).sum());
        all_same("the elements", &part.as_slice().to_vec()?, &x[from..]);
        same("the place", part.view().len(), x.len() - from);
    }
    let triples = vec![[1u32, 2, 3]; 1001];
    same("triples", b.lend(&triples)?.iter().map(op!(|t: [u32; 3]| t[0] * t[2])).sum()?, 3003);
    let table = [10u32, 20, 30];
    let (table, other) = (b.lend(&table)?, b.upload(&[1u32, 2, 3])?);
    let view = table.view();
    let looked_up = other.iter().zip(&table).map(op!(|(i, v): (u32, u32)| view[3 - i as usize] + v)).collect()?;
    all_same("looked up", &looked_up.to_vec()?, &[40, 40, 40]);

    let (mut keys, mut values): (Vec<u16>, Vec<u32>) = (x.clone(), (0..x.len() as u32).collect());
    let (sorted, _) = keys.split_at_mut(5001);
    b.lend_mut(sorted, |keys| b.lend_mut(&mut values[..5001], |values| sort_by_key(keys, values)))?;
    let mut want: Vec<(u16, u32)> = x.iter().copied().zip(0..).take(5001).collect();
    want.sort();
    let got: Vec<_> = keys.iter().copied().zip(values).collect();
    all_same("sorted", &got[..5001], &want);
    all_same("the rest", &keys[5001..], &x[5001..]);
    let mut sums = [0u32; 4];
    let last = b.lend_mut(&mut sums, |mut sums| {
        b.range(1..5u32).scan_inclusive(Sum).collect_into(&mut sums)?;
        sums.at(3)
    })?;
    same("the last", last, 10);
    all_same("the sums", &sums, &[1, 3, 6, 10]);

    // What is queued and fails is told by the call.
    let failed = b.lend_mut(&mut sums, |mut sums| {
        sums.iter_mut().for_each(op!(|v: &mut u32| *v = if *v == 10 { panic!("ten") } else { 0 }))?;
        Ok(())
    });
    assert!(matches!(failed.expect_err("a panic").kind(), ErrorKind::Panic { .. }));
    let refused = b.lend_mut(&mut sums, |mut sums| sums.set(4, 7));
    assert!(matches!(refused.expect_err("4 elements").kind(), ErrorKind::OutOfRange { .. }));
    let caught = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        b.lend_mut(&mut sums, |_| -> Result<()> { panic!("by the caller") })
    }));
    assert!(caught.is_err());
    while b.synchronize().is_err() {}

    // A failure ends with the loan: the slice, and what comes to lie there, can be read. It is told though the closure ignores it.
    let fails = op!(|v: &mut u32| *v = if *v == 10 { panic!("ten") } else { *v });
    let mut lent = vec![10u32, 1, 2];
    assert!(b.lend_mut(&mut lent, |mut x| x.iter_mut().for_each(fails)).is_err());
    lent.fill(7);
    same("afterwards", b.lend(&lent)?.iter().sum()?, 21);
    lent.fill(10);
    let ignored = b.lend_mut(&mut lent, |mut x| {
        let _ = x.iter_mut().for_each(fails);
        Ok(())
    });
    assert!(matches!(ignored.expect_err("a panic").kind(), ErrorKind::Panic { .. }));
    let caught = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        b.lend_mut(&mut lent, |mut x| -> Result<()> {
            let _ = x.iter_mut().for_each(fails);
            panic!("by the caller")
        })
    }));
    assert!(caught.is_err());
    while b.synchronize().is_err() {}
    lent.fill(1);
    b.lend_mut(&mut lent, |mut x| x.scan_inclusive(Sum))?;
    all_same("sums", &lent, &[1, 2, 3]);
    // Where nothing is copied, the address is the slice's.
    same("in place", b.lend(&x)?.as_slice().as_ptr() == x.as_ptr(), here);
    Ok(())
}

/// A vector in the memory of a `Vec`, whose elements come back: in the same memory, if the device took that over.
fn there_and_back<B: Backend, T: Element + PartialEq>(b: &B, vec: Vec<T>) -> Result<()> {
    let (want, place, capacity) = (vec.clone(), vec.as_ptr(), vec.capacity());
    let x = DeviceVec::from_vec(b, vec)?;
    let taken = capacity > 0 && x.as_slice().as_ptr() == place;
    assert!(x.len() == want.len() && x.capacity() >= x.len());
    assert!(x.to_vec()? == want, "the elements");
    let mut back = x.into_vec()?;
    assert!(back == want, "those that come back");
    assert!(!taken || (back.as_ptr(), back.capacity()) == (place, capacity), "the memory");
    // Whichever it is, it is a `Vec`'s.
    back.extend_from_slice(&want);
    back.shrink_to_fit();
    assert!(back == [&want[..], &want[..]].concat(), "the elements twice");
    Ok(())
}

/// Vectors that take the memory of a `Vec` over, and give it back.
// Sanitized: kernels, host
pub(crate) fn owned<B: Backend>(b: &B) -> Result<()> {
    #[derive(Debug, Clone, Copy, PartialEq, Element)]
    #[repr(C, align(16))]
    struct Wide(u8);

    for len in [0usize, 1, 3, 1000, 5000, 70_001] {
        there_and_back(b, (0..len as u32).collect())?;
        there_and_back(b, vec![[1u8, 2, 3]; len])?;
        there_and_back(b, vec![Wide(7); len])?;
        let mut roomy = Vec::with_capacity(len + 100);
        roomy.extend((0..len).map(|i| i as f64));
        there_and_back(b, roomy)?;
    }
    there_and_back(b, Vec::<u64>::with_capacity(10))?;

    // Calls work in it, also in the room behind its elements, and it may grow out of it.
    let mut vec = Vec::with_capacity(2000);
    vec.extend((0..1000u32).rev());
    let (place, mut x) = (vec.as_ptr(), DeviceVec::from_vec(b, vec)?);
    // The loops of `examples/backend` have no method for it.
    let taken = b.id() == onrush::DeviceId::HOST && !b.name().contains("plain loops");
    same("taken over", x.as_slice().as_ptr() == place, taken);
    x.sort()?;
    x.extend(b.range(1000..2000u32))?;
    x.retain(op!(|v: u32| v % 2 == 1))?;
    let back = x.into_vec()?;
    all_same("odd numbers", &back, &(0..1000).map(|i| 2 * i + 1).collect::<Vec<u32>>());
    let mut x = DeviceVec::from_vec(b, back)?;
    x.extend(b.range(0..100_000u32))?;
    same("grown", x.into_vec()?.len(), 101_000);

    // New vectors of calls have memory of their own, which is copied where no `Vec` can have it.
    let squares = b.range(0..5000u64).map(op!(|i: u64| i * i)).collect()?;
    all_same("squares", &squares.into_vec()?, &(0..5000).map(|i| i * i).collect::<Vec<u64>>());
    all_same("a few", &b.upload(&[1u8, 2, 3])?.into_vec()?, &[1, 2, 3]);

    // What still reads the memory when it is given back or dropped is done with it.
    let x = DeviceVec::from_vec(b, vec![2u32; 30_000])?;
    let (doubled, sum) = (x.iter().map(op!(|v: u32| 2 * v)).collect()?, x.iter().scan_inclusive(Sum).collect()?);
    let back = x.into_vec()?;
    drop(back);
    let x = DeviceVec::from_vec(b, vec![5u32; 30_000])?;
    let halved = x.iter().map(op!(|v: u32| v / 2)).collect()?;
    drop(x);
    same("sums", (doubled.iter().sum()?, sum.at(29_999)?, halved.iter().sum()?), (120_000, 60_000, 60_000));

    // A failure ends with the vector, and no `Vec` comes of what a failed call was to write.
    let fails = op!(|v: &mut u32| *v = if *v == 10 { panic!("ten") } else { *v });
    for drops in [true, false] {
        let mut x = DeviceVec::from_vec(b, vec![10u32; 64])?;
        let failed = x.iter_mut().for_each(fails);
        if drops {
            drop(x);
        } else {
            let error = x.into_vec().expect_err("a panic");
            assert!(matches!(error.kind(), ErrorKind::Panic { .. }), "{error} after {failed:?}");
        }
        while b.synchronize().is_err() {}
        for _ in 0..4 {
            there_and_back(b, vec![1u32; 64])?;
        }
    }
    let mut x = DeviceVec::from_vec(b, vec![10u32; 64])?;
    let _ = x.iter_mut().for_each(fails);
    assert!(x.iter().sum().is_err());
    x.recover()?;
    same("recovered", x.into_vec()?.len(), 64);
    while b.synchronize().is_err() {}
    Ok(())
}
