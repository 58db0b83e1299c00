use super::*;
use crate::sort::THREADS;
use crate::sort::columns::Column;
use crate::sort::stored::Stored;
use onrush_core::device::DeviceId;
use onrush_core::storage::Span;
use onrush_core::value::Element;
use quickcheck::quickcheck;
use std::mem::MaybeUninit;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};

const SIZES: [usize; 16] = [0, 1, 2, 3, 20, 21, 31, 32, 33, 255, 1021, 1025, 4097, 8193, 20_011, 65_537];

fn mix(i: u64) -> u64 {
    let mut z = (i + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z ^ (z >> 27)
}

fn pools() -> Vec<Pool> {
    THREADS.iter().map(|&threads| Pool::with_threads(threads).unwrap()).collect()
}

fn shapes(n: usize) -> Vec<Vec<u32>> {
    let all = |f: &dyn Fn(u64) -> u64| (0..n as u64).map(|i| f(i) as u32).collect::<Vec<_>>();
    let random = all(&mix);
    let (few, constant, up) = (all(&|i| mix(i) % 5), all(&|_| 7), all(&|i| i));
    let (down, saw, nearly) = (all(&|i| n as u64 - i), all(&|i| i % 1000), all(&|i| if i % 997 == 3 { 0 } else { i }));
    vec![random, few, constant, up, down, saw, nearly]
}

type Row = ((u32, u8), [u16; 3]);

/// The rows in columns of different widths.
#[derive(Clone, Default)]
struct Columns3 {
    keys: Vec<u32>,
    bytes: Vec<u8>,
    triples: Vec<[u16; 3]>,
}

impl Columns3 {
    fn new(rows: &[Row]) -> Self {
        let (pairs, triples): (Vec<_>, _) = rows.iter().copied().unzip();
        let (keys, bytes) = pairs.into_iter().unzip();
        Self { keys, bytes, triples }
    }
    fn rows(&self) -> Vec<Row> {
        let pairs = self.keys.iter().copied().zip(self.bytes.iter().copied());
        pairs.zip(self.triples.iter().copied()).collect()
    }
    fn sort(&mut self, pool: &Pool, less: impl Fn(Row, Row) -> bool + Sync) {
        fn span<T: Element>(column: &mut [T]) -> Span<T> {
            Span::new(column.as_mut_ptr(), column.len(), DeviceId::HOST)
        }
        let len = self.keys.len();
        let columns = Stored::new(((span(&mut self.keys), span(&mut self.bytes)), span(&mut self.triples)));
        // SAFETY: the columns are of one length and borrowed mutably.
        sort_by(pool, unsafe { TableMut::new(columns, len) }, less).unwrap();
    }
}

/// Rows with few different keys, so that stability shows in their order.
fn rows(n: usize) -> Vec<Row> {
    (0..n as u64).map(|i| ((mix(i) as u32 % 1000, i as u8), [i as u16, (i >> 16) as u16, mix(i) as u16])).collect()
}

/// Sorts one column.
fn sort<T: Copy + Send + Sync>(pool: &Pool, items: &mut [T], less: impl Fn(T, T) -> bool + Sync) {
    // SAFETY: the items are borrowed mutably.
    sort_by(pool, unsafe { TableMut::new(Column(items.as_mut_ptr()), items.len()) }, less).unwrap();
}

#[test]
fn sorts_stably_on_any_number_of_threads() {
    let pools = pools();
    for n in SIZES {
        for keys in shapes(n) {
            let items: Vec<(u32, u32)> = keys.iter().copied().zip(0..).collect();
            let mut expected = items.clone();
            expected.sort_by_key(|item| item.0);
            let wide: Vec<[u64; 12]> = items.iter().map(|x| [x.0 as u64; 12]).collect();
            let mut wide_expected = wide.clone();
            wide_expected.sort();
            for pool in &pools {
                let mut sorted = items.clone();
                sort(pool, &mut sorted, |a, b| a.0 < b.0);
                assert!(sorted == expected, "{n}");
                let mut sorted = wide.clone();
                sort(pool, &mut sorted, |a, b| a < b);
                assert!(sorted == wide_expected, "{n}");
            }
        }
    }
}

#[test]
fn a_comparator_that_contradicts_itself_loses_nothing_and_does_the_same_on_any_number_of_threads() {
    let items: Vec<u32> = (0..100_003).map(|i| mix(i) as u32).collect();
    let mut all = items.clone();
    all.sort_unstable();
    let askew = |a, b| mix(u64::from(a) << 32 | u64::from(b));
    let comparators: [fn(u64) -> bool; 4] =
        [|bits| bits.is_multiple_of(3), |_| true, |bits| bits % 97 != 0, |bits| bits % 97 == 0];
    for less in comparators {
        let sorted_by = |pool| {
            let mut sorted = items.clone();
            sort(pool, &mut sorted, |a, b| less(askew(a, b)));
            sorted
        };
        let mut results: Vec<_> = pools().iter().map(sorted_by).collect();
        assert!(results.iter().all(|result| *result == results[0]));
        results[0].sort_unstable();
        assert!(results[0] == all);
    }
}

/// Neighbours have any order and all others none, so that each partition puts all rows on one side.
#[test]
fn partitions_that_separate_nothing_end_in_merges() {
    let items: Vec<u32> = (0..1 << 14).collect();
    for pool in &pools() {
        let calls = AtomicUsize::new(0);
        let mut sorted = items.clone();
        sort(pool, &mut sorted, |a, b| {
            calls.fetch_add(1, Ordering::Relaxed);
            a != b && (a.abs_diff(b) > 1 || mix(u64::from(a.min(b))) & 1 == 0)
        });
        let most = 4 * items.len() * items.len().ilog2() as usize;
        assert!(calls.into_inner() <= most);
        let mut all = items.clone();
        all.sort_unstable();
        sorted.sort_unstable();
        assert!(sorted == all);
    }
}

#[test]
fn a_panic_of_the_comparator_leaves_a_permutation() {
    let pools = pools();
    for n in [5, 100, 5000, 20_000] {
        let items: Vec<u32> = (0..n).map(|i| mix(i) as u32).collect();
        let mut all = items.clone();
        all.sort_unstable();
        let calls = AtomicUsize::new(0);
        sort(&Pool::current(), &mut items.clone(), |a, b| {
            calls.fetch_add(1, Ordering::Relaxed);
            a < b
        });
        let calls = calls.into_inner();
        for pool in &pools {
            for fatal in (0..=24).map(|i| calls * i / 25) {
                let mut broken = items.clone();
                let count = AtomicUsize::new(0);
                let result = catch_unwind(AssertUnwindSafe(|| {
                    sort(pool, &mut broken, |a, b| {
                        assert!(count.fetch_add(1, Ordering::Relaxed) != fatal, "on purpose");
                        a < b
                    })
                }));
                assert!(result.is_err());
                broken.sort_unstable();
                assert!(broken == all, "{n} {fatal}");
            }
        }
    }
}

/// Pieces of each length that leaves take are sorted stably, whatever their order, and lose nothing.
#[test]
fn sorts_each_small_length() {
    fn check<T: Copy + Send + Sync + Ord + std::fmt::Debug>(make: impl Fn(u64, usize) -> T, less: fn(T, T) -> bool) {
        for n in 1..=80 {
            for seed in 0..20 {
                let items: Vec<T> = (0..n).map(|i| make(mix(seed << 8 | i as u64) % (seed + 2), i)).collect();
                let (mut sorted, mut expected) = (items.clone(), items.clone());
                expected.sort_by(|a, b| less(*b, *a).cmp(&less(*a, *b)));
                sort(&Pool::current(), &mut sorted, less);
                assert_eq!(sorted, expected, "{n} {seed}");
                let mut scratch = vec![MaybeUninit::uninit(); n];
                let mut sorted = items.clone();
                quick::sort(Fork::NONE, TableMut::of(&mut sorted), Scratch::of(&mut scratch), &less);
                assert_eq!(sorted, expected, "by partitions: {n} {seed}");

                let lies = |a: T, b: T| (less(a, b) as u64 + seed + (a.cmp(&b) as i8 + 1) as u64).is_multiple_of(3);
                let (mut askew, mut all) = (items.clone(), items);
                quick::sort(Fork::NONE, TableMut::of(&mut askew), Scratch::of(&mut scratch), &lies);
                askew.sort_unstable();
                all.sort_unstable();
                assert_eq!(askew, all, "{n} {seed}");
            }
        }
    }
    check(|key, at| (key as u32, at as u32), |a, b| a.0 < b.0);
    check(|key, _| key as u32, |a, b| a < b);
    check(|key, at| (key, at), |a, b| a.0 < b.0);
    check(|key, at| [key as usize, at, at], |a, b| a[0] < b[0]);
}

/// Columns and rows are sorted alike, by keys and by a comparator that contradicts itself.
#[test]
fn columns_are_sorted_as_their_rows_are() {
    let pools = pools();
    let by_key = |a: Row, b: Row| a.0.0 < b.0.0;
    let askew = |a: Row, b: Row| mix(u64::from(a.1[0]) << 16 | u64::from(b.1[0])).is_multiple_of(3);
    for n in SIZES {
        let table = Columns3::new(&rows(n));
        let (mut stable, mut other) = (rows(n), rows(n));
        stable.sort_by_key(|row| row.0.0);
        sort(&Pool::current(), &mut other, askew);
        for pool in &pools {
            let (mut a, mut b) = (table.clone(), table.clone());
            a.sort(pool, by_key);
            b.sort(pool, askew);
            assert!(a.rows() == stable && b.rows() == other, "{n}");
        }
    }
}

#[test]
fn a_panic_of_the_comparator_leaves_the_rows_whole() {
    let pools = pools();
    for n in [5, 16, 5000, 20_000] {
        let mut all = rows(n);
        all.sort();
        let less = |a: Row, b: Row| a.0 < b.0;
        let calls = AtomicUsize::new(0);
        let counted = |a, b| (calls.fetch_add(1, Ordering::Relaxed), less(a, b)).1;
        Columns3::new(&rows(n)).sort(&Pool::current(), counted);
        let calls = calls.into_inner();
        for pool in &pools {
            for fatal in (0..=24).map(|i| calls * i / 25) {
                let (mut broken, count) = (Columns3::new(&rows(n)), AtomicUsize::new(0));
                let fails = |a, b| {
                    assert!(count.fetch_add(1, Ordering::Relaxed) != fatal, "on purpose");
                    less(a, b)
                };
                let result = catch_unwind(AssertUnwindSafe(|| broken.sort(pool, fails)));
                assert!(result.is_err());
                let mut rows = broken.rows();
                rows.sort();
                assert!(rows == all, "{n} {fatal}");
            }
        }
    }
}

#[test]
fn merges_stably() {
    let pools = pools();
    for (n, m) in [(0, 0), (0, 5), (5, 0), (1, 1), (33, 31), (1000, 3), (4097, 4096), (100_003, 20_011), (1, 70_000)] {
        for (a, b) in shapes(n).into_iter().zip(shapes(m + 1)) {
            let mut left: Vec<(u32, usize)> = a.into_iter().zip(0..).collect();
            let mut right: Vec<(u32, usize)> = b.into_iter().take(m).zip(n..).collect();
            left.sort();
            right.sort();
            let mut expected = [left.clone(), right.clone()].concat();
            expected.sort();
            for pool in &pools {
                let both = [left.clone(), right.clone()].concat();
                let runs = Runs { left: 0..n, right: n..n + m };
                let mut out = vec![MaybeUninit::uninit(); n + m];
                let less = |a: (u32, usize), b: (u32, usize)| a.0 < b.0;
                pool.forked(|fork| merge(fork, Table::of(&both), runs, Scratch::of(&mut out), &less));
                // SAFETY: `merge` writes all of its room.
                assert!(unsafe { out.assume_init_ref() } == expected, "{n} {m}");
            }
        }
    }
}

#[test]
#[should_panic(expected = "as long as")]
fn a_merge_needs_room() {
    let runs = Runs { left: 0..1, right: 1..2 };
    merge(Fork::NONE, Table::of(&[1, 2]), runs, Scratch::of(&mut [MaybeUninit::uninit(); 3]), &|a, b| a < b);
}

quickcheck! {
    fn agrees_with_std(items: Vec<i8>) -> bool {
        let mut pairs: Vec<(i8, usize)> = items.into_iter().zip(0..).collect();
        let mut expected = pairs.clone();
        expected.sort_by_key(|pair| std::cmp::Reverse(pair.0));
        sort(&Pool::current(), &mut pairs, |a, b| a.0 > b.0);
        pairs == expected
    }
}
