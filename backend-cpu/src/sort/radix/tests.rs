use super::*;
use crate::sort::THREADS;
use half::{bf16, f16};
use quickcheck::quickcheck;
use std::fmt::Debug;

// The sizes reach all paths, since the thresholds are lower in tests.
const SIZES: [usize; 17] = [0, 1, 2, 3, 31, 32, 33, 47, 48, 49, 255, 256, 257, 1021, 4095, 4096, 4097];

fn mix(i: u64) -> u64 {
    let mut z = (i + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// Inputs that are hard or easy to sort, as 64 bits each.
fn shapes(n: usize) -> Vec<(&'static str, Vec<u64>)> {
    let all = |f: &dyn Fn(u64) -> u64| (0..n as u64).map(f).collect::<Vec<_>>();
    let last = n.max(1) as u64 - 1;
    vec![
        ("random", all(&mix)),
        ("few distinct", all(&|i| mix(mix(i) % 5))),
        ("two of them", all(&|i| if mix(i).is_multiple_of(1000) { 0 } else { u64::MAX })),
        ("sorted", all(&|i| i << 20)),
        ("reversed", all(&|i| (last - i) << 20)),
        ("constant", all(&|_| 0x1234_5678_9abc_def0)),
        ("low bits", all(&|i| mix(i) & 0x1ff)),
        ("a gap in the bits", all(&|i| mix(i) & 0xff00_0000_0000_00ff)),
        ("outliers", all(&|i| if i % 997 == 3 { mix(i) } else { (1 << 40) + mix(i) % 5000 })),
        ("set against the sample", all(&|i| if i.is_multiple_of((n as u64).div_ceil(512)) { i } else { mix(i) })),
        ("nearly sorted", all(&|i| if i % 1000 == 7 { mix(i) } else { i << 24 })),
        ("skewed", all(&|i| mix(i) >> (mix(i ^ 77) % 64))),
    ]
}

/// Sorts on one to several threads, with columns of several kinds, and compares all bits with std's stable sort.
fn check<K: Key + Debug>(name: &str, keys: &[K]) {
    let n = keys.len();
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by(|&i, &j| (0..K::WORDS).map(|w| keys[i].word(w)).cmp((0..K::WORDS).map(|w| keys[j].word(w))));
    let bytes = |keys: &[K]| {
        // Keys under test have no padding.
        // SAFETY: the bytes of plain values without padding are initialised.
        unsafe { std::slice::from_raw_parts(keys.as_ptr().cast::<u8>(), size_of_val(keys)) }.to_vec()
    };
    let expected = bytes(&order.iter().map(|&i| keys[i]).collect::<Vec<_>>());
    for pool in pools() {
        let mut alone = keys.to_vec();
        sort(pool, &mut alone).unwrap();
        assert!(bytes(&alone) == expected, "{name} {n}: keys");

        let (mut with, mut index) = (keys.to_vec(), (0..n as u32).collect::<Vec<_>>());
        // SAFETY: the column has `n` rows.
        unsafe { sort_by_key(pool, &mut with, Column(index.as_mut_ptr())) }.unwrap();
        assert!(bytes(&with) == expected, "{name} {n}: keys with a column");
        assert!(index.iter().zip(&order).all(|(&i, &j)| i as usize == j), "{name} {n}: a column");
    }
}

fn pools() -> &'static [Pool] {
    static POOLS: std::sync::OnceLock<Vec<Pool>> = std::sync::OnceLock::new();
    POOLS.get_or_init(|| THREADS.iter().map(|&threads| Pool::with_threads(threads).unwrap()).collect())
}

fn check_all<K: Key + Debug>(make: impl Fn(u64) -> K) {
    for n in SIZES {
        for (name, bits) in shapes(n) {
            check(name, &bits.into_iter().map(&make).collect::<Vec<_>>());
        }
    }
}

#[test]
fn unsigned() {
    check_all(|x| (x >> 56) as u8);
    check_all(|x| (x >> 48) as u16);
    check_all(|x| (x >> 32) as u32);
    check_all(|x| x as u32);
    check_all(|x| x);
    check_all(|x| x as usize);
}

#[test]
fn signed() {
    check_all(|x| x as i8);
    check_all(|x| (x >> 32) as i16);
    check_all(|x| (x >> 24) as i32);
    check_all(|x| x as i64);
    check_all(|x| x as isize);
}

#[test]
fn bools() {
    check_all(|x| x & 4 != 0);
}

#[test]
fn floats() {
    check_all(|x| f16::from_bits(x as u16));
    check_all(|x| bf16::from_bits((x >> 40) as u16));
    check_all(|x| f32::from_bits((x >> 32) as u32));
    check_all(f64::from_bits);
    check_all(|x| (x >> 40) as f32 / (1 << 24) as f32);
    let special = [0.0, -0.0, f64::NAN, -f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e-310, -1e-310, 1.0, -1.0];
    check_all(|x| special[x as usize % special.len()]);
    check_all(|x| special[x as usize % special.len()] as f32);
}

#[test]
fn arrays() {
    check_all(|x| x.to_le_bytes());
    check_all(|x| [(x >> 60) as u8, x as u8, 7]);
    check_all(|x| [x & 1, x >> 3]);
    check_all(|x| [0, 5, (x >> 62) as i32, 9, x as i32]);
    check_all(|x| [[x as u16 & 3, 1], [(x >> 9) as u16, (x >> 50) as u16]]);
}

#[test]
fn columns_of_any_size_move_along() {
    for n in SIZES {
        for (name, bits) in shapes(n) {
            let keys: Vec<u16> = bits.iter().map(|&x| (x >> 50) as u16).collect();
            let mut order: Vec<usize> = (0..n).collect();
            order.sort_by_key(|&i| keys[i]);
            for pool in pools() {
                let small: Vec<u8> = (0..n).map(|i| i as u8).collect();
                let odd: Vec<[u8; 3]> = (0..n).map(|i| [i as u8, (i >> 8) as u8, (i >> 16) as u8]).collect();
                let wide: Vec<[u64; 5]> = (0..n as u64).map(|i| [i, 1, 2, 3, !i]).collect();
                let (mut k, mut a, mut b, mut c) = (keys.clone(), small.clone(), odd.clone(), wide.clone());
                let columns = (Column(a.as_mut_ptr()), Column(b.as_mut_ptr()));
                // SAFETY: each column has `n` rows.
                unsafe { sort_by_key(pool, &mut k, columns) }.unwrap();
                assert!(order.iter().zip(a.iter().zip(&b)).all(|(&i, row)| row == (&small[i], &odd[i])), "{name}");

                let (mut k, mut a) = (keys.clone(), small.clone());
                let columns = (Column(a.as_mut_ptr()), (), Column(c.as_mut_ptr()));
                // SAFETY: each column has `n` rows.
                unsafe { sort_by_key(pool, &mut k, columns) }.unwrap();
                assert!(order.iter().zip(a.iter().zip(&c)).all(|(&i, row)| row == (&small[i], &wide[i])), "{name}");
            }
        }
    }
}

/// Rows are moved without memory for them, with the same result.
#[test]
fn rows_follow_their_indices() {
    for n in SIZES {
        let mut order: Vec<u32> = (0..n as u32).collect();
        for (name, bits) in shapes(n) {
            order.sort_by_key(|&i| bits[i as usize]);
            let (mut rows, mut places): (Vec<[u64; 3]>, _) =
                (bits.iter().map(|&x| [x, !x, 7]).collect(), order.clone());
            let columns = (Column(rows.as_mut_ptr()), ());
            // SAFETY: there are `n` rows, and the indices are a permutation.
            unsafe { follow_cycles(columns, Column(places.as_mut_ptr()), n, |i| i as u32, |i| i as usize) };
            assert!(
                order.iter().zip(&rows).all(|(&i, row)| *row == [bits[i as usize], !bits[i as usize], 7]),
                "{name}"
            );
        }
    }
}

#[test]
fn many_rows() {
    for (name, bits) in shapes(65_537) {
        check(name, &bits);
        check(name, &bits.iter().map(|&x| (x >> 40) as f32).collect::<Vec<_>>());
        check(name, &bits.iter().map(|&x| [x >> 62, x & 0xff]).collect::<Vec<_>>());
    }
}

quickcheck! {
    fn sorts_bytes(keys: Vec<i8>) -> bool { check("quickcheck", &keys); true }
    fn sorts_words(keys: Vec<u64>) -> bool { check("quickcheck", &keys); true }
    fn sorts_floats(keys: Vec<f32>) -> bool { check("quickcheck", &keys); true }
}
