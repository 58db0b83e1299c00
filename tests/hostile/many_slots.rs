//! Chains with more slots than could be stored or visited: a search that hits early returns at once, and a terminal that
//! would have to store them returns `OutOfMemory`.

use onrush::prelude::*;
use onrush::{ErrorKind, Result};

const ALL: usize = usize::MAX;

fn cpus() -> impl Iterator<Item = Cpu> {
    [1, 2, 8].into_iter().map(|threads| Cpu::with_threads(threads).unwrap())
}

fn refused<R>(result: Result<R>) {
    let Err(error) = result else { panic!("no machine has memory for these items") };
    assert!(matches!(error.kind(), ErrorKind::OutOfMemory { .. }), "{error}");
}

#[test]
fn an_early_hit_ends_the_search() -> Result<()> {
    for b in cpus() {
        for slots in [1 << 44, ALL - 1, ALL] {
            let x = || b.tabulate(slots, op!(|i: usize| i));
            for hit in [0, 1, 255, 256, 70_000, 300_000] {
                assert_eq!(x().position(op!(|i: usize| i >= hit))?, Some(hit));
            }
            assert!(x().any(op!(|i: usize| i == 1000))?);
            assert!(!x().all(op!(|i: usize| i < 1000))?);
            assert_eq!(x().mismatch(x().map(op!(|i: usize| i.min(77_777))))?, Some(77_778));
            assert_eq!(x().rev().position(op!(|i: usize| i < slots - 5000))?, Some(5000));
        }
    }
    Ok(())
}

super::everywhere! { many_slots_are_not_none few_segments_of_many_slots negative_positions }

/// A chain of many slots isn't taken for an empty one, also where one call makes several items.
fn many_slots_are_not_none<B: Backend>(b: &B) -> Result<()> {
    let hit = op!(|v: f32| v > 0.9);
    let few = b.uniform::<f32>(Rng::new(1), 1000).position(hit)?;
    assert!(few.is_some());
    assert_eq!(b.uniform::<f32>(Rng::new(1), ALL).position(hit)?, few);
    assert!(b.range(0..1usize << 63).flat_map(op!(|i: usize| [i, i])).any(op!(|i: usize| i == 3))?);
    let error = b.sample(Rng::new(1), ALL, 10).collect().and_then(|sample| sample.to_vec()).unwrap_err();
    assert!(error.to_string().contains("at most 2^63 positions"), "{error}");
    Ok(())
}

/// The work is that of the items inside the segments.
fn few_segments_of_many_slots<B: Backend>(b: &B) -> Result<()> {
    for slots in [1 << 37, 1 << 50, u64::MAX] {
        for first in [0, 1 << 36, slots - 100_002] {
            let x = || b.range(0..slots);
            let offsets = b.upload(&[first, first + 2, first + 2, first + 100_000])?;
            assert_eq!(x().segments(&offsets).max().collect()?.to_vec()?, [first + 1, 0, first + 99_999]);
            let reversed = b.upload(&[first + 5, first + 100_000, first + 4, first + 7])?;
            let error =
                x().segments(&reversed).max().collect().and_then(|max| max.to_vec()).expect_err("a segment ends early");
            assert!(matches!(error.kind(), ErrorKind::ReversedRange { what: "segments", .. }), "{error}");
        }
    }
    super::works(b)
}

/// As an unsigned number, a negative position is below the length of some chains.
fn negative_positions<B: Backend>(b: &B) -> Result<()> {
    fn wrong<T>(result: Result<T>, given: i64) {
        let Err(error) = result else { panic!("{given} is no position") };
        assert!(matches!(error.kind(), ErrorKind::OutOfRange { index, .. } if *index == given.into()), "{error}");
    }
    for slots in [1 << 63, (1 << 63) + 7, u64::MAX - 1, u64::MAX] {
        let x = || b.range(0..slots);
        for at in [-1i64, -2, -7, i64::MIN] {
            let positions = b.upload(&[3, at])?;
            wrong(x().permute(&positions).collect().and_then(|x| x.to_vec()), at);
            wrong(x().permute(&positions).max(), at);
            let bytes = positions.iter().map(op!(|at: i64| if at < -128 { -128 } else { at as i8 })).collect()?;
            wrong(x().permute(&bytes).max(), at.max(-128));
            wrong(x().segments(&b.upload(&[at, at])?).sum().collect().and_then(|x| x.to_vec()), at);
            wrong(x().segments(&b.upload(&[at, i64::MAX])?).sum().collect().and_then(|x| x.to_vec()), at);
            wrong(x().segments(&b.upload(&[0, 3, at])?).sum().collect().and_then(|x| x.to_vec()), at);
            wrong(x().segments(&b.upload(&[0, at, 5])?).sum().collect().and_then(|x| x.to_vec()), at);
        }
        let last = [i64::MAX - 1, i64::MAX];
        let given = last.map(|at| at as u64);
        assert_eq!(x().permute(&b.upload(&last)?).collect()?.to_vec()?, given);
        assert_eq!(x().segments(&b.upload(&last)?).max().collect()?.to_vec()?, [given[0]]);
        assert_eq!(x().permute(&b.upload(&[slots - 1])?).collect()?.to_vec()?, [slots - 1]);
    }
    super::works(b)
}

#[test]
fn the_last_of_many_slots_can_be_reached() -> Result<()> {
    for b in cpus() {
        for few in [0, 1, 255, 4097, 70_000] {
            let last = || b.tabulate(ALL, op!(|i: usize| i)).skip(ALL - few);
            assert_eq!(last().count()?, few);
            assert_eq!(last().max()?, (few > 0).then_some(ALL - 1));
            assert_eq!(last().map(op!(|i: usize| i / 2)).collect()?.len(), few);
            assert_eq!(last().position(op!(|i: usize| i == ALL - 1))?, few.checked_sub(1));
            assert_eq!(b.range(0..ALL).step_by(ALL / 3).collect()?.len(), 4 - usize::from(ALL.is_multiple_of(ALL / 3)));
            assert_eq!(b.range(0..ALL).windows::<2>().skip(ALL - 1 - few).count()?, few);
        }
    }
    Ok(())
}

#[test]
fn nothing_stores_more_than_there_is_memory() -> Result<()> {
    for b in cpus() {
        for slots in [1 << 58, ALL] {
            let x = || b.tabulate(slots, op!(|i: usize| i));
            refused(b.filled(1u8, slots.max(1 << 62)));
            refused(b.filled([1u8; 1000], slots));
            refused(x().collect());
            refused(x().filter(op!(|i: usize| i < 5)).collect());
            refused(x().partition(op!(|i: usize| i < 5)).collect());
            refused(x().partition_in_three(op!(|i: usize| i < 5), op!(|i: usize| i < 9)).collect());
            refused(x().partition_by(9, op!(|i: usize| i % 9)).collect());
            refused(x().dedup().collect());
            refused(x().scan_inclusive(Sum).collect());
            refused(x().scan_exclusive(1, op!(|_a: usize, b: usize| b)).collect());
            refused(x().sort().collect());
            refused(x().argsort().collect());
            refused(x().adjacent_difference(op!(|a: usize, b: usize| a ^ b)).collect());
            refused(x().zip(x()).collect());
            refused(x().flat_map(op!(|i: usize| [i, i, i])).collect());
            refused(merge(x(), b.range(0..1usize)).collect());
            refused(merge(x(), x()).collect());
            refused(set_union(x(), b.range(0..1usize)).collect());
            refused(set_difference(x(), x()).collect());
            refused(reduce_by_key(x(), x(), Sum).collect());
            refused(scan_by_key_inclusive(x(), x(), Sum).collect());
            refused(b.range(0..5usize).histogram(slots).collect());
            // Operations that are known to be exact need no memory for this.
            refused(x().scatter_reduce(x(), op!(|_a: usize, b: usize| b), &mut b.filled(0, 5000)?));
            crate::works(&b)?;
        }
    }
    Ok(())
}
