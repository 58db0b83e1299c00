use super::*;
use quickcheck::quickcheck;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};

const SIZES: [usize; 16] = [0, 1, 2, 3, 20, 21, 31, 32, 33, 255, 1021, 1025, 4097, 8193, 20_011, 65_537];

fn mix(i: u64) -> u64 {
    let mut z = (i + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z ^ (z >> 27)
}

fn pools() -> [rayon::ThreadPool; 4] {
    [1, 2, 3, 8].map(|threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap())
}

fn shapes(n: usize) -> Vec<Vec<u32>> {
    let all = |f: &dyn Fn(u64) -> u64| (0..n as u64).map(|i| f(i) as u32).collect::<Vec<_>>();
    let random = all(&mix);
    let (few, constant, up) = (all(&|i| mix(i) % 5), all(&|_| 7), all(&|i| i));
    let (down, saw, nearly) = (all(&|i| n as u64 - i), all(&|i| i % 1000), all(&|i| if i % 997 == 3 { 0 } else { i }));
    vec![random, few, constant, up, down, saw, nearly]
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
                pool.install(|| sort_by(&mut sorted, |a, b| a.0 < b.0)).unwrap();
                assert!(sorted == expected, "{n}");
                let mut sorted = wide.clone();
                pool.install(|| sort_by(&mut sorted, |a, b| a < b)).unwrap();
                assert!(sorted == wide_expected, "{n}");
            }
        }
    }
}

#[test]
fn a_comparator_that_contradicts_itself_loses_nothing_and_does_the_same_on_any_number_of_threads() {
    let items: Vec<u32> = (0..100_003).map(|i| mix(i) as u32).collect();
    let mut results = pools().map(|pool| {
        let mut sorted = items.clone();
        pool.install(|| sort_by(&mut sorted, |a, b| mix(u64::from(*a) << 32 | u64::from(*b)).is_multiple_of(3)))
            .unwrap();
        sorted
    });
    assert!(results.iter().all(|result| *result == results[0]));
    let mut all = items.clone();
    all.sort_unstable();
    results[0].sort_unstable();
    assert!(results[0] == all);
}

#[test]
fn a_panic_of_the_comparator_leaves_a_permutation() {
    let pools = pools();
    for n in [5, 100, 5000, 20_000] {
        let items: Vec<u32> = (0..n).map(|i| mix(i) as u32).collect();
        let mut all = items.clone();
        all.sort_unstable();
        let calls = AtomicUsize::new(0);
        sort_by(&mut items.clone(), |a, b| {
            calls.fetch_add(1, Ordering::Relaxed);
            a < b
        })
        .unwrap();
        let calls = calls.into_inner();
        for pool in &pools {
            for fatal in (0..=24).map(|i| calls * i / 25) {
                let mut broken = items.clone();
                let count = AtomicUsize::new(0);
                let result = catch_unwind(AssertUnwindSafe(|| {
                    pool.install(|| {
                        sort_by(&mut broken, |a, b| {
                            assert!(count.fetch_add(1, Ordering::Relaxed) != fatal, "on purpose");
                            a < b
                        })
                    })
                }));
                assert!(result.is_err());
                broken.sort_unstable();
                assert!(broken == all, "{n} {fatal}");
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
                let mut out = vec![MaybeUninit::uninit(); n + m];
                pool.install(|| merge(&left, &right, &mut out, &|a: &(u32, usize), b: &(u32, usize)| a.0 < b.0));
                // SAFETY: `merge` writes all.
                assert!(unsafe { out.assume_init_ref() } == expected, "{n} {m}");
            }
        }
    }
}

#[test]
#[should_panic(expected = "as long as")]
fn a_merge_needs_room() {
    merge(&[1], &[2], &mut [MaybeUninit::uninit(); 3], &|a: &i32, b: &i32| a < b);
}

quickcheck! {
    fn agrees_with_std(items: Vec<i8>) -> bool {
        let mut pairs: Vec<(i8, usize)> = items.into_iter().zip(0..).collect();
        let mut expected = pairs.clone();
        expected.sort_by_key(|pair| std::cmp::Reverse(pair.0));
        sort_by(&mut pairs, |a, b| a.0 > b.0).unwrap();
        pairs == expected
    }
}
