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

super::everywhere! { many_slots_are_not_none }

/// Also where one call makes several items.
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
            refused(x().copy_if(op!(|i: usize| i < 5)));
            refused(x().partition(op!(|i: usize| i < 5)));
            refused(x().partition_in_three(op!(|i: usize| i < 5), op!(|i: usize| i < 9)));
            refused(x().partition_by(9, op!(|i: usize| i % 9)));
            refused(x().dedup().collect());
            refused(x().scan_inclusive(Sum));
            refused(x().scan_exclusive(1, op!(|_a: usize, b: usize| b)));
            refused(x().sort());
            refused(x().argsort());
            refused(x().adjacent_difference(op!(|a: usize, b: usize| a ^ b)).collect());
            refused(x().zip(x()).collect());
            refused(x().flat_map(op!(|i: usize| [i, i, i])).collect());
            refused(merge(x(), b.range(0..1usize)));
            refused(merge(x(), x()));
            refused(set_union(x(), b.range(0..1usize)));
            refused(set_difference(x(), x()));
            refused(reduce_by_key(x(), x(), Sum));
            refused(scan_by_key_inclusive(x(), x(), Sum));
            refused(b.range(0..5usize).histogram(slots));
            refused(x().scatter_reduce(x(), Sum, &mut b.filled(0, 5000)?));
            crate::works(&b)?;
        }
    }
    Ok(())
}
