//! Vectors that grow, shrink and are cut into parts: no element that was never written is read, and no failure of one
//! element is another's.

use onrush::prelude::*;
use onrush::{ErrorKind, Result};
use onrush_cuda::Cuda;
use onrush_cuda::driver::{Driver, Settings};

use crate::{everywhere, works};

everywhere! {
    never_written overwritten_twice lengths_beyond_all_memory lies_about_lengths removed_and_appended moved_while_failed
    parts_of_parts appended_to_itself_in_a_loop
}

/// Whatever fails while it appends, only elements that were written are read.
fn never_written<B: Backend>(b: &B) -> Result<()> {
    for n in [1u32, 100, 5000] {
        let bad = op!(|v: u32| 7 / (v % n));
        let mut x: DeviceVec<u32, B> = DeviceVec::with_capacity(b, 20_000)?;
        x.extend(b.constant(7, 10))?;
        let all_sevens = |x: &mut DeviceVec<u32, B>| match x.recover().and_then(|()| x.to_vec()) {
            Ok(items) => assert!(items.iter().all(|v| *v == 7), "{items:?}"),
            Err(error) => assert!(matches!(error.kind(), ErrorKind::Panic { .. }), "{error}"),
        };
        let _ = x.extend(b.range(0..n).map(bad));
        all_sevens(&mut x);
        let _ = x.extend(b.range(0..n).map(bad).filter(op!(|v: u32| v == 7)));
        all_sevens(&mut x);
        let _ = x.as_mut_slice().iter_mut().for_each(op!(|v: &mut u32| *v /= 7 - *v));
        all_sevens(&mut x);
        let _ = x.resize(15_000, 7);
        all_sevens(&mut x);
        let _ = x.append(&mut b.filled(7u32, 30_000)?);
        all_sevens(&mut x);
        x.truncate(10);
        assert_eq!(x.slice(..0)?.to_vec()?, []);
    }
    while b.synchronize().is_err() {}
    works(b)
}

/// A vector whose making has failed, and which a second call fails to overwrite, has never been written.
fn overwritten_twice<B: Backend>(b: &B) -> Result<()> {
    for recover in [false, true] {
        let bad = op!(|v: u32| 10 / (v % 3));
        let Ok(mut x) = b.range(0u32..4000).map(bad).collect() else { return works(b) };
        if recover {
            assert!(x.recover().is_err());
        }
        let _ = b.range(0u32..4000).map(bad).collect_into(&mut x);
        assert!(x.recover().is_err());
        assert!(x.to_vec().is_err() && x.at(1).is_err());
        let _ = b.range(0u32..2000).map(bad).collect_into(x.slice_mut(1000..3000)?);
        assert!(x.slice_mut(1500..1600)?.recover().is_err());
        b.range(0u32..4000).collect_into(&mut x)?;
        x.iter_mut().for_each(op!(|v: &mut u32| *v = if *v == 77 { panic!("77") } else { *v })).ok();
        x.recover()?;
        assert_eq!(x.to_vec()?, (0..4000).collect::<Vec<_>>());
    }
    while b.synchronize().is_err() {}
    works(b)
}

fn lengths_beyond_all_memory<B: Backend>(b: &B) -> Result<()> {
    let mut x = b.upload(&[1u64, 2])?;
    let refused = |result: Result<()>| assert!(matches!(result.unwrap_err().kind(), ErrorKind::OutOfMemory { .. }));
    for n in [usize::MAX, usize::MAX - 2, usize::MAX / 8, isize::MAX as usize / 8 + 1, 1 << 58] {
        refused(x.reserve(n));
        refused(x.reserve_exact(n));
        refused(x.resize(n, 0));
        refused(x.extend(b.constant(1, n)));
        refused(x.extend(b.constant(1, n).filter(op!(|v: u64| v == 2))));
        refused(DeviceVec::<u64, B>::with_capacity(b, n).map(drop));
        refused(b.concat([b.constant(1u64, n), b.constant(2, n)]).map(drop));
    }
    let mismatched = b.range(0..usize::MAX).zip(b.range(0..3u8)).map(op!(|(a, _): (usize, u8)| a as u64));
    let error = x.extend(mismatched).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::LengthMismatch { .. }), "{error}");
    assert_eq!(x.to_vec()?, [1, 2]);
    for n in [usize::MAX, 3] {
        assert!(x.rotate_left(n).is_err() && x.rotate_right(n).is_err() && x.swap(n, 0).is_err());
        assert!(x.set(n, 0).is_err() && x.at(n).is_err() && x.get(n)?.is_none() && x.swap_remove(n).is_err());
        assert!(x.split_off(n).is_err() && x.split_at(n).is_err() && x.split_at_mut(n).is_err());
        assert!(x.slice(n..n).is_err() && x.slice_mut(..=n).is_err() && x.extend_from_within(1..n).is_err());
        x.truncate(n);
    }
    assert_eq!(x.to_vec()?, [1, 2]);
    works(b)
}

/// An iterator that promises another length than it has.
struct Liar(usize, usize);

impl Iterator for Liar {
    type Item = u32;
    fn next(&mut self) -> Option<u32> {
        self.0 = self.0.checked_sub(1)?;
        Some(self.0 as u32)
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.1, Some(self.1))
    }
}
impl ExactSizeIterator for Liar {
    fn len(&self) -> usize {
        self.1
    }
}

fn lies_about_lengths<B: Backend>(b: &B) -> Result<()> {
    assert_eq!(b.upload_iter(Liar(5, 0))?.to_vec()?, [4, 3, 2, 1, 0]);
    assert_eq!(b.upload_iter(Liar(0, 1000))?.len(), 0);
    let mut x = b.upload(&[9u32])?;
    x.extend_iter(Liar(2, 1))?;
    for most in [usize::MAX, isize::MAX as usize, usize::MAX / 4, 1 << 58] {
        for error in [b.upload_iter(Liar(1, most)).map(drop), x.extend_iter(Liar(2, most))] {
            let kind = error.unwrap_err();
            assert!(matches!(kind.kind(), ErrorKind::OutOfMemory { bytes, .. } if *bytes >= most), "{kind}");
        }
        assert_eq!(x.to_vec()?, [9, 1, 0]);
    }
    works(b)
}

/// Elements whose call has failed are removed, and their memory is used again, while that call may still be running.
fn removed_and_appended<B: Backend>(b: &B) -> Result<()> {
    let mut x = b.filled(1u32, 4000)?;
    x.reserve(1)?;
    for round in 0..5u32 {
        let _ = x.slice_mut(100..)?.iter_mut().for_each(op!(|v: &mut u32| *v = 1 / (*v - *v)));
        x.truncate(100);
        x.extend(b.constant(round, 3900))?;
        assert_eq!((x.len(), x.iter().sum()?), (4000, 100 + 3900 * round));
        x.slice_mut(100..)?.fill(1)?;
    }
    while b.synchronize().is_err() {}
    works(b)
}

fn moved_while_failed<B: Backend>(b: &B) -> Result<()> {
    let mut x = b.filled(3u32, 1000)?;
    let _ = x.iter_mut().for_each(op!(|v: &mut u32| *v = 1 / (*v - 3)));
    // Each of these returns the failure, or what it makes does when it is read.
    let failed = [
        x.reserve(100_000).and_then(|()| x.to_vec().map(drop)),
        x.retain(op!(|_: u32| true)).and_then(|()| x.to_vec().map(drop)),
        x.dedup().and_then(|()| x.to_vec().map(drop)),
        x.pop().map(drop),
        x.swap_remove(0).map(drop),
        x.extend_from_within(..10).and_then(|()| x.to_vec().map(drop)),
        x.reverse().and_then(|()| x.to_vec().map(drop)),
        x.scan_inclusive(Sum).and_then(|()| x.to_vec().map(drop)),
        b.concat([&x]).and_then(|y| y.to_vec().map(drop)),
        x.equal(&x).map(drop),
    ];
    for (i, result) in failed.into_iter().enumerate() {
        assert!(result.is_err(), "call {i} read what was never written");
    }
    let text = format!("{x:?}");
    assert!(text.contains("divide by zero"), "{text}");
    x.fill(4)?;
    assert_eq!(x.iter().max()?, Some(4));
    while b.synchronize().is_err() {}
    works(b)
}

/// Halves of halves, written at the same time by several threads.
fn parts_of_parts<B: Backend>(b: &B) -> Result<()> {
    fn descend<B: Backend>(mut part: onrush::DeviceSliceMut<'_, u32, B>, depth: u32) -> Result<()> {
        if depth == 0 {
            let last = part.len() as u32;
            return part.fill(last);
        }
        let mid = part.len() / 3;
        let (low, high) = part.split_at_mut(mid)?;
        std::thread::scope(|scope| {
            let low = scope.spawn(move || descend(low, depth - 1));
            descend(high, depth - 1)?;
            low.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        })
    }
    fn on_host(part: &mut [u32], depth: u32) {
        if depth == 0 {
            return part.fill(part.len() as u32);
        }
        let (low, high) = part.split_at_mut(part.len() / 3);
        on_host(low, depth - 1);
        on_host(high, depth - 1);
    }
    let (mut x, mut want) = (b.filled(0u32, 1000)?, vec![0; 1000]);
    descend(x.as_mut_slice(), 4)?;
    on_host(&mut want, 4);
    assert_eq!(x.to_vec()?, want);
    works(b)
}

fn appended_to_itself_in_a_loop<B: Backend>(b: &B) -> Result<()> {
    let mut x = b.upload(&[1u8])?;
    for _ in 0..16 {
        x.extend_from_within(..)?;
    }
    assert_eq!((x.len(), x.iter().min()?), (65536, Some(1)));
    works(b)
}

/// A device whose kernels run only when they are waited for.
#[test]
fn on_a_late_device() -> Result<()> {
    for seed in [0, 1] {
        let late = || Cuda::of(Driver::emulated(Settings { seed, late: true, ..Settings::default() }));
        never_written(&late())?;
        overwritten_twice(&late())?;
        removed_and_appended(&late())?;
        moved_while_failed(&late())?;
        parts_of_parts(&late())?;
    }
    Ok(())
}
