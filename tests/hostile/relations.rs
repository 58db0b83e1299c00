//! Relations that aren't orders and operators that obey no laws. A sort returns a permutation of its input, a merge a
//! permutation of both inputs, and results that depend on neighbours alone equal those of a loop.
// The negation of `<` on floats is one of these relations.
#![allow(clippy::neg_cmp_op_on_partial_ord)]

mod set_operation;

use std::cmp::Ordering;
use std::fmt::Debug;

use onrush::prelude::*;

use crate::{everywhere, works};

everywhere! {
    floats_sorted_by_less every_sort_is_a_permutation orderings_that_contradict_themselves columns_stay_together
    structures_stay_whole
    every_merge_is_a_permutation what_is_almost_an_order_sorts neighbours_are_compared_once_in_order
    bounds_in_what_is_not_sorted operators_without_laws_have_their_brackets extremes_by_keys_without_order
}

/// SplitMix64's output function.
fn mix(i: u64) -> u64 {
    let mut z = i.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// Floats of which one in three is NaN, of either sign; the others are few enough for some to be equal.
fn floats(stream: u64, len: usize) -> Vec<f32> {
    let float = |i: u64| match mix(mix(stream) ^ i) {
        r if r.is_multiple_of(6) => f32::NAN,
        r if r.is_multiple_of(3) => -f32::NAN,
        r => (r >> 20) as i32 as f32 / 1024.0,
    };
    (0..len as u64).map(float).collect()
}

/// The number of relations that `related` and its counterparts know.
const RELATIONS: u32 = 12;

/// Evaluates one of several relations, none of which orders floats.
#[device]
fn related(relation: u32, a: f32, b: f32) -> bool {
    let (x, y) = (a.to_bits(), b.to_bits());
    match relation {
        0 => a < b,
        1 => a != b,
        2 => a <= b,
        3 => true,
        4 => false,
        // The relation is practically random.
        5 => (x.wrapping_mul(0x9E37_79B9) ^ y.wrapping_mul(0x85EB_CA6B)).wrapping_mul(0xC2B2_AE35) >> 31 == 1,
        // The relation is cyclic: each number precedes the next third of all numbers.
        6 => y.wrapping_sub(x) < 0x5555_5555,
        // The relation depends on one operand alone.
        7 => x % 2 == 0,
        8 => y % 3 == 0,
        9 => !(a < b),
        // The relation is an order, except for one item in a hundred.
        10 => (a < b) != (x % 101 == 0),
        _ => a < b || a.is_nan(),
    }
}

fn same_items<T: Clone + Debug + Ord>(what: &str, got: &[T], want: &[T]) {
    let (mut got, mut want) = (got.to_vec(), want.to_vec());
    got.sort();
    want.sort();
    let differs = got.iter().zip(&want).position(|(a, b)| a != b);
    assert!(got.len() == want.len() && differs.is_none(), "{what}: not a permutation: {} of {}", got.len(), want.len());
}

fn bits(x: &[f32]) -> Vec<u32> {
    x.iter().map(|v| v.to_bits()).collect()
}

/// The common mistake: sorting floats by `<`.
fn floats_sorted_by_less<B: Backend>(b: &B) -> onrush::Result<()> {
    let x = floats(0, 5000);
    assert!(x.iter().filter(|v| v.is_nan()).count() > 1500);
    let mut sorted = b.upload(&x)?;
    sorted.sort_by(op!(|a: f32, b: f32| a < b))?;
    same_items("sorted", &bits(&sorted.to_vec()?), &bits(&x));
    works(b)
}

/// Lengths around the boundaries of threads, tiles and blocks on a GPU, and of leaves and grains on a CPU.
const LENGTHS: [usize; 14] = [2, 16, 17, 18, 35, 257, 1009, 4351, 4352, 4353, 8705, 12_000, 20_011, 40_013];

fn every_sort_is_a_permutation<B: Backend>(b: &B) -> onrush::Result<()> {
    for len in LENGTHS {
        let x = floats(len as u64, len);
        for relation in 0..RELATIONS {
            let mut sorted = b.upload(&x)?;
            sorted.sort_by(op!(|a: f32, b: f32| related(relation, a, b)))?;
            let first = bits(&sorted.to_vec()?);
            same_items(&format!("{len} by {relation}"), &first, &bits(&x));
            // Each run gives the same permutation.
            if relation == 5 {
                sorted.copy_from(&x)?;
                sorted.sort_by(op!(|a: f32, b: f32| related(relation, a, b)))?;
                assert_eq!(bits(&sorted.to_vec()?), first, "{len} by {relation}");
            }
        }
    }
    works(b)
}

/// A comparator whose answers contradict each other, as an `Ordering`.
#[device]
fn compared(relation: u32, a: f32, b: f32) -> Ordering {
    match (related(relation, a, b), related(relation, b, a)) {
        (true, false) => Ordering::Less,
        (false, true) => Ordering::Greater,
        (both, _) if relation % 2 == 0 || both => Ordering::Less,
        _ => Ordering::Equal,
    }
}

/// Whatever the comparator returns, a sort gives a permutation, and the extreme item is the same everywhere.
fn orderings_that_contradict_themselves<B: Backend>(b: &B) -> onrush::Result<()> {
    let host = Cpu::with_threads(1)?;
    for len in [2, 257, 4353, 12_000] {
        let x = floats(len as u64, len);
        let there = host.upload(&x)?;
        for relation in 0..RELATIONS {
            let by = op!(|a: f32, b: f32| compared(relation, a, b));
            let mut sorted = b.upload(&x)?;
            let (least, most) = (sorted.iter().min_by(by)?, sorted.iter().max_by(by)?);
            let what = format!("{len} by {relation}");
            assert_eq!(least.map(f32::to_bits), there.iter().min_by(by)?.map(f32::to_bits), "{what}");
            assert_eq!(most.map(f32::to_bits), there.iter().max_by(by)?.map(f32::to_bits), "{what}");
            sorted.sort_by(by)?;
            same_items(&what, &bits(&sorted.to_vec()?), &bits(&x));
            let (mut keys, mut at) = (b.upload(&x)?, b.range(0..len as u32).collect()?);
            sort_by_key_with(&mut keys, &mut at, by)?;
            let at = at.to_vec()?;
            same_items(&what, &at, &(0..len as u32).collect::<Vec<_>>());
            assert_eq!(
                bits(&keys.to_vec()?),
                at.iter().map(|&i| x[i as usize].to_bits()).collect::<Vec<_>>(),
                "{what}"
            );
        }
    }
    works(b)
}

fn columns_stay_together<B: Backend>(b: &B) -> onrush::Result<()> {
    for len in [100, 2815, 2817, 9001, 20_011] {
        let x = floats(len as u64, len);
        let small: Vec<u8> = (0..len as u64).map(|i| mix(i) as u8).collect();
        for relation in 0..RELATIONS {
            let (mut keys, mut small_column) = (b.upload(&x)?, b.upload(&small)?);
            let mut at = b.range(0..len as u32).collect()?;
            let before = op!(|a: (f32, u8, u32), b: (f32, u8, u32)| related(relation, a.0, b.0));
            sort_by((&mut keys, &mut small_column, &mut at), before)?;
            let at = at.to_vec()?;
            same_items(&format!("{len} by {relation}"), &at, &(0..len as u32).collect::<Vec<_>>());
            let moved = |i: &u32| (x[*i as usize].to_bits(), small[*i as usize]);
            let rows: Vec<_> = bits(&keys.to_vec()?).into_iter().zip(small_column.to_vec()?).collect();
            assert!(rows == at.iter().map(moved).collect::<Vec<_>>(), "{len} by {relation}");
        }
    }
    works(b)
}

#[derive(Debug, Clone, Copy, PartialEq, Element)]
#[repr(C)]
struct Body {
    mass: f32,
    number: u32,
    at: [f64; 5],
}

fn structures_stay_whole<B: Backend>(b: &B) -> onrush::Result<()> {
    for len in [255, 257, 1009, 20_011] {
        let masses = floats(len as u64, len);
        let body = |(&mass, number): (&f32, u32)| Body { mass, number, at: [f64::from(number); 5] };
        let bodies: Vec<Body> = masses.iter().zip(0..).map(body).collect();
        for relation in 0..RELATIONS {
            let mut sorted = b.upload(&bodies)?;
            sorted.sort_by(op!(|a: Body, b: Body| related(relation, a.mass, b.mass)))?;
            let sorted = sorted.to_vec()?;
            let numbers: Vec<u32> = sorted.iter().map(|body| body.number).collect();
            same_items(&format!("{len} by {relation}"), &numbers, &(0..len as u32).collect::<Vec<_>>());
            let whole = |body: &Body| {
                body.mass.to_bits() == masses[body.number as usize].to_bits() && body.at == [f64::from(body.number); 5]
            };
            assert!(sorted.iter().all(whole), "{len} by {relation}");
        }
    }
    works(b)
}

/// Merges of sequences that aren't sorted.
fn every_merge_is_a_permutation<B: Backend>(b: &B) -> onrush::Result<()> {
    for (lefts, rights) in
        [(1, 1), (16, 18), (0, 5000), (2000, 2353), (2176, 2176), (9001, 40), (70, 9001), (30_011, 20_013)]
    {
        let (x, y) = (floats(1, lefts), floats(2, rights));
        let both = [bits(&x), bits(&y)].concat();
        let (left, right) = (b.upload(&x)?, b.upload(&y)?);
        same_items("by keys", &bits(&merge(&left, &right).collect()?.to_vec()?), &both);
        for relation in 0..RELATIONS {
            let before = op!(|a: f32, b: f32| related(relation, a, b));
            let merged = bits(&merge_by(&left, &right, before).collect()?.to_vec()?);
            same_items(&format!("{lefts} and {rights} by {relation}"), &merged, &both);
            // The backends read computed inputs in another way than inputs in memory.
            let mirrored =
                merge_by(left.iter().rev(), right.iter().map(op!(|v: f32| v)), before).collect()?.to_vec()?;
            same_items(&format!("{lefts} and {rights} by {relation}, computed"), &bits(&mirrored), &both);
        }
    }
    works(b)
}

/// `<=` and similar relations sort the keys, though not stably.
fn what_is_almost_an_order_sorts<B: Backend>(b: &B) -> onrush::Result<()> {
    for len in LENGTHS {
        let x: Vec<u32> = (0..len as u64).map(|i| (mix(i) % 1000) as u32).collect();
        let mut want = x.clone();
        want.sort();
        let mut sorted = b.upload(&x)?;
        sorted.sort_by(op!(|a: u32, b: u32| a <= b))?;
        assert_eq!(sorted.to_vec()?, want);
        sorted.sort_by(op!(|a: u32, b: u32| !(a < b)))?;
        assert!(sorted.to_vec()?.iter().eq(want.iter().rev()));
    }
    works(b)
}

/// Runs equal those of a loop that compares each item with its predecessor, even if the relation is no equivalence.
fn neighbours_are_compared_once_in_order<B: Backend>(b: &B) -> onrush::Result<()> {
    for len in [1, 33, 4609, 20_011] {
        let x = floats(len as u64, len);
        let keys = b.upload(&x)?;
        let values: Vec<u32> = (0..len as u64).map(|i| mix(i) as u32).collect();
        let numbers = b.upload(&values)?;
        for relation in 0..RELATIONS {
            let equal = op!(|a: f32, b: f32| related(relation, a, b));
            let starts: Vec<usize> = (0..len).filter(|&i| i == 0 || !related(relation, x[i - 1], x[i])).collect();
            let heads: Vec<f32> = starts.iter().map(|&i| x[i]).collect();
            assert_eq!(bits(&keys.iter().dedup_by(equal).collect()?.to_vec()?), bits(&heads), "{len} by {relation}");
            let mut sums = Vec::new();
            for (i, &value) in values.iter().enumerate() {
                match sums.last_mut() {
                    Some(sum) if starts.binary_search(&i).is_err() => *sum = value.wrapping_add(*sum),
                    _ => sums.push(value),
                }
            }
            let (runs, totals) = reduce_by_key_with(&keys, &numbers, equal, Sum).collect()?;
            assert_eq!(bits(&runs.to_vec()?), bits(&heads), "{len} by {relation}");
            assert_eq!(totals.to_vec()?, sums, "{len} by {relation}");
        }
    }
    works(b)
}

/// A binary search in an unsorted table ends, at the same position on every backend.
fn bounds_in_what_is_not_sorted<B: Backend>(b: &B) -> onrush::Result<()> {
    let (table, queries) = (floats(1, 10_007), floats(2, 3001));
    let device = (b.upload(&table)?, b.upload(&queries)?);
    let host = Cpu::with_threads(1)?;
    let want = (host.upload(&table)?, host.upload(&queries)?);
    let (low, high) = (device.1.iter().lower_bound(device.0.view()), device.1.iter().upper_bound(device.0.view()));
    assert_eq!(low.collect()?.to_vec()?, want.1.iter().lower_bound(want.0.view()).collect()?.to_vec()?);
    assert_eq!(high.collect()?.to_vec()?, want.1.iter().upper_bound(want.0.view()).collect()?.to_vec()?);
    for relation in 0..RELATIONS {
        let by = op!(|a: f32, b: f32| compared(relation, a, b));
        let (low, high) =
            (device.1.iter().lower_bound_by(&device.0, by), device.1.iter().upper_bound_by(&device.0, by));
        assert_eq!(low.collect()?.to_vec()?, want.1.iter().lower_bound_by(&want.0, by).collect()?.to_vec()?);
        assert_eq!(high.collect()?.to_vec()?, want.1.iter().upper_bound_by(&want.0, by).collect()?.to_vec()?);
        let holds = op!(|v: f32| related(relation, v, 0.5));
        assert_eq!(device.0.partition_point(holds)?, want.0.partition_point(holds)?);
        // The begin of a range of equal items may come after its end.
        let order = op!(|v: f32| compared(relation, v, 0.5));
        assert_eq!(device.0.binary_search_by(order)?, want.0.binary_search_by(order)?);
    }
    works(b)
}

/// An operator that isn't associative, or that is wrongly declared commutative, gives the same bits on every backend,
/// because the shape contract fixes brackets and lanes.
fn operators_without_laws_have_their_brackets<B: Backend>(b: &B) -> onrush::Result<()> {
    let host = Cpu::with_threads(1)?;
    for len in [1, 31, 1000, 12_289, 50_021] {
        let (x, keys): (Vec<u32>, Vec<u8>) =
            (0..len).map(mix).map(|r| (r as u32, if r % 300 == 0 { 1 } else { 0 })).unzip();
        let (here, there) = (b.upload(&x)?, host.upload(&x)?);
        let (here_keys, there_keys) = (b.upload(&keys)?, host.upload(&keys)?);
        let minus = op!(|a: u32, b: u32| a.wrapping_mul(3).wrapping_sub(b));
        assert_eq!(here.iter().reduce(7, minus)?, there.iter().reduce(7, minus)?, "{len}");
        assert_eq!(here.iter().reduce(7, commutative(minus))?, there.iter().reduce(7, commutative(minus))?, "{len}");
        assert_eq!(
            here.iter().scan_inclusive(minus).collect()?.to_vec()?,
            there.iter().scan_inclusive(minus).collect()?.to_vec()?,
            "{len}"
        );
        let scanned =
            (here.iter().scan_exclusive(7, minus).collect()?, there.iter().scan_exclusive(7, minus).collect()?);
        assert_eq!(scanned.0.to_vec()?, scanned.1.to_vec()?, "{len}");
        let reduced =
            (reduce_by_key(&here_keys, &here, minus).collect()?, reduce_by_key(&there_keys, &there, minus).collect()?);
        assert_eq!(reduced.0.1.to_vec()?, reduced.1.1.to_vec()?, "{len}");
        let scanned = (
            scan_by_key_inclusive(&here_keys, &here, minus).collect()?,
            scan_by_key_inclusive(&there_keys, &there, minus).collect()?,
        );
        assert_eq!(scanned.0.to_vec()?, scanned.1.to_vec()?, "{len}");
    }
    works(b)
}

/// NaNs of both signs and zeros as keys: the result is the first of the greatest, in the total order.
fn extremes_by_keys_without_order<B: Backend>(b: &B) -> onrush::Result<()> {
    let host = Cpu::with_threads(1)?;
    for len in [1, 100, 20_011] {
        let x = floats(3, len);
        let (here, there) = (b.upload(&x)?, host.upload(&x)?);
        // Rust doesn't define the bits of a computed NaN either.
        let key = op!(|v: f32| if v > 0.0 {
            f32::NAN
        } else if v < 0.0 {
            v * 0.0
        } else {
            v
        });
        let got = (here.iter().min_by_key(key)?, here.iter().max_by_key(key)?, here.iter().max()?, here.iter().min()?);
        let want =
            (there.iter().min_by_key(key)?, there.iter().max_by_key(key)?, there.iter().max()?, there.iter().min()?);
        assert_eq!(format!("{got:?}"), format!("{want:?}"), "{len}");
        assert_eq!(got.0.map(f32::to_bits), want.0.map(f32::to_bits), "{len}");
        assert_eq!(got.1.map(f32::to_bits), want.1.map(f32::to_bits), "{len}");
    }
    works(b)
}
