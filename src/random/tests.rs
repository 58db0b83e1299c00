//! Known answers, numbers that must never change, and statistics with fixed seeds. Each bound of a statistic is passed by
//! true random numbers with a probability of more than 0.9999, and failed by a generator that is wrong on purpose.

use super::permutation::{permuted, permuted_block};
use super::{Rng, normal, philox, philox4x32};
use crate::prelude::*;

/// The vectors of the file `kat_vectors` of Random123.
#[test]
fn philox_gives_the_known_answers() {
    assert_eq!(philox4x32([0; 4], [0; 2]), [0x6627_e8d5, 0xe169_c58d, 0xbc57_ac4c, 0x9b00_dbd8]);
    assert_eq!(philox4x32([!0; 4], [!0; 2]), [0x408f_276d, 0x41c8_3b0e, 0xa20b_c7c6, 0x6d54_51fd]);
    let counter = [0x243f_6a88, 0x85a3_08d3, 0x1319_8a2e, 0x0370_7344];
    let words = [0xd16c_fe09, 0x94fd_cceb, 0x5001_e420, 0x2412_6ea1];
    assert_eq!(philox4x32(counter, [0xa409_3822, 0x299f_31d0]), words);
}

/// The first numbers of SplitMix64 with the seed 1234567, as its authors' code gives them.
#[test]
fn streams_are_mixed_by_split_mix() {
    assert_eq!(philox::mix(1_234_567), 6_457_827_717_110_365_317);
    assert_eq!(philox::mix(1_234_567u64.wrapping_add(0x9e37_79b9_7f4a_7c15)), 3_203_168_211_198_807_973);
}

#[test]
fn words_are_those_of_the_counters() {
    let rng = Rng::new(0x1234_5678_9abc_def0);
    for position in [0, 1, 7, (1 << 32) + 5, usize::MAX] {
        let mut draws = rng.at(position);
        for number in 0..3 {
            let counter = [position as u32, (position as u64 >> 32) as u32, number, 0];
            let words = philox4x32(counter, [0x9abc_def0, 0x1234_5678]);
            assert_eq!([(); 4].map(|()| draws.next_u32()), words);
            if number == 0 {
                assert_eq!(rng.block(position), words);
            }
        }
    }
}

#[test]
fn products_have_an_upper_half() {
    let numbers = [0, 1, 2, 0xffff_ffff, 0x1_0000_0000, 0x1234_5678_9abc_def0, u64::MAX - 1, u64::MAX];
    for a in numbers {
        for b in numbers {
            assert_eq!(philox::multiply_high(a, b), ((a as u128 * b as u128) >> 64) as u64, "{a} {b}");
        }
    }
}

/// Pearson's statistic, which has about `counts.len() - 1` degrees of freedom, as a number of standard deviations.
fn chi_squared(counts: &[u64]) -> f64 {
    let total: u64 = counts.iter().sum();
    let expected = total as f64 / counts.len() as f64;
    let chi: f64 = counts.iter().map(|&c| (c as f64 - expected).powi(2) / expected).sum();
    let freedom = (counts.len() - 1) as f64;
    (chi - freedom) / (2.0 * freedom).sqrt()
}

/// Counts numbers below `bins`.
fn counts(bins: usize, numbers: impl Iterator<Item = usize>) -> Vec<u64> {
    let mut counts = vec![0; bins];
    numbers.for_each(|x| counts[x] += 1);
    counts
}

/// A statistic of few degrees of freedom has a long tail.
fn uniform(counts: &[u64]) -> bool {
    let deviations = chi_squared(counts);
    (-4.0..7.0).contains(&deviations)
}

const N: usize = 1 << 16;

#[test]
fn every_byte_is_uniform() {
    let x: Vec<u32> = Cpu::new().uniform::<u32>(Rng::new(1), N).collect().unwrap().to_vec().unwrap();
    for byte in 0..4 {
        assert!(uniform(&counts(256, x.iter().map(|w| (w >> (8 * byte)) as usize & 255))), "byte {byte}");
    }
    // A generator without its least bit.
    assert!(!uniform(&counts(256, x.iter().map(|w| (w & !1) as usize & 255))));
}

/// The bits of numbers side by side, of streams side by side, and of seeds side by side are independent.
#[test]
fn neighbours_are_independent() {
    let rng = Rng::new(2);
    let nibbles = |a: u32, b: u32| ((a >> 28) << 4 | b >> 28) as usize;
    let first = |rng: Rng, i: usize| rng.at(i).next_u32();
    assert!(uniform(&counts(256, (0..N).map(|i| nibbles(first(rng, i), first(rng, i + 1))))), "positions");
    let stream = |k: usize| first(rng.stream(k as u64), 0);
    assert!(uniform(&counts(256, (0..N).map(|k| nibbles(stream(k), stream(k + 1))))), "streams");
    let seed = |k: usize| first(Rng::new(k as u64), 0);
    assert!(uniform(&counts(256, (0..N).map(|k| nibbles(seed(k), seed(k + 1))))), "seeds");
    let parent = |i: usize| nibbles(first(rng, i), first(rng.stream(0), i));
    assert!(uniform(&counts(256, (0..N).map(parent))), "a stream and its parent");
    let itself = |i: usize| nibbles(first(rng, i), first(rng, i));
    assert!(!uniform(&counts(256, (0..N).map(itself))));
}

#[test]
fn floats_are_uniform() {
    let cpu = Cpu::new();
    let x: Vec<f32> = cpu.uniform::<f32>(Rng::new(3), N).collect().unwrap().to_vec().unwrap();
    let y: Vec<f64> = cpu.uniform::<f64>(Rng::new(3), N).collect().unwrap().to_vec().unwrap();
    assert!(uniform(&counts(1000, x.iter().map(|x| (x * 1000.0) as usize))));
    assert!(uniform(&counts(1000, y.iter().map(|y| (y * 1000.0) as usize))));
    // The last bits, too.
    assert!(uniform(&counts(256, x.iter().map(|x| (x * 16_777_216.0) as usize & 255))));
    assert!(uniform(&counts(256, y.iter().map(|y| (y * 9_007_199_254_740_992.0) as usize & 255))));
    assert_eq!(philox::to_f32(!0), 1.0 - f32::EPSILON / 2.0);
    assert_eq!(philox::to_f64(!0), 1.0 - f64::EPSILON / 2.0);
}

/// Three quarters of 2³² or 2⁶⁴ as the bound: a quarter of the words is left out, and a remainder instead would make the
/// first third twice as likely.
#[test]
fn bounded_numbers_have_no_bias() {
    let cpu = Cpu::new();
    let (third32, third64) = (1u32 << 30, 1u64 << 62);
    let x: Vec<u32> = cpu.uniform_in(Rng::new(4), 0..3 * third32, N).collect().unwrap().to_vec().unwrap();
    let y: Vec<u64> = cpu.uniform_in(Rng::new(4), 0..3 * third64, N).collect().unwrap().to_vec().unwrap();
    assert!(uniform(&counts(3, x.iter().map(|x| (x / third32) as usize))));
    assert!(uniform(&counts(3, y.iter().map(|y| (y / third64) as usize))));
    assert!(uniform(&counts(256, x.iter().map(|x| *x as usize & 255))));
    let draw32 = |i| Rng::new(5).at(i).below_u32(3 * third32);
    let draw64 = |i| Rng::new(5).at(i).below_u64(3 * third64);
    assert!(uniform(&counts(3, (0..N).map(|i| (draw32(i) / third32) as usize))));
    assert!(uniform(&counts(3, (0..N).map(|i| (draw64(i) / third64) as usize))));
    let remainder = |i| Rng::new(5).at(i).next_u32() % (3 * third32);
    assert!(!uniform(&counts(3, (0..N).map(|i| (remainder(i) / third32) as usize))));
    for bound in [1, 2, 6, 1000] {
        let x: Vec<i64> = cpu.uniform_in(Rng::new(6), -1..bound - 1, N).collect().unwrap().to_vec().unwrap();
        let counts = counts(bound as usize, x.iter().map(|x| (x + 1) as usize));
        assert!(bound == 1 || uniform(&counts), "below {bound}");
    }
}

#[test]
fn ranges_reach_the_ends_of_their_types() {
    let cpu = Cpu::new();
    let x: Vec<i32> = cpu.uniform_in(Rng::new(7), i32::MIN..i32::MAX, 1000).collect().unwrap().to_vec().unwrap();
    assert!(x.iter().any(|x| *x < i32::MIN / 2) && x.iter().any(|x| *x > i32::MAX / 2));
    let x: Vec<u64> = cpu.uniform_in(Rng::new(7), u64::MAX - 1..u64::MAX, 10).collect().unwrap().to_vec().unwrap();
    assert_eq!(x, [u64::MAX - 1; 10]);
}

#[test]
fn events_have_their_probability() {
    for (p, want) in [(0.0, 0.0), (-1.0, 0.0), (f64::NAN, 0.0), (1.0, 1.0), (2.0, 1.0), (0.1, 0.1)] {
        let share = (0..N).filter(|&i| Rng::new(8).at(i).next_bool(p)).count() as f64 / N as f64;
        // Four standard deviations.
        let bound = 4.0 * (want * (1.0 - want) / N as f64).sqrt();
        assert!((share - want).abs() <= bound, "{p}: {share}");
    }
}

/// Numbers of 64 bits, with the normal and the exponential number of each, computed with 40 digits.
const EXACT: [(u64, f64, f64); 15] = [
    (0x0, 9.155293772686072, 45.054566736396445),
    (0x1, -9.155293772686072, 43.95595444772834),
    (0x2, 9.035918848571939, 43.44512882396234),
    (0x3, -9.035918848571939, 43.10865658734113),
    (0x100000, 7.515155169395811, 30.49847546780055),
    (0x200000007, -6.230260137861383, 21.48756259648519),
    (0x200000000002, 4.763001034267797, 13.16979643063889),
    (0x400000000000001, -2.4175590162365053, 4.1588830833596715),
    (0x123456789abcdef, -2.8447632422993743, 5.41610040220442),
    (0x3fffffffffffffff, -1.150349380376008, 1.3862943611198906),
    (0x7fffffffffffffff, -0.6744897501960817, std::f64::consts::LN_2),
    (0x8000000000000001, -0.6744897501960817, std::f64::consts::LN_2),
    (0xdeadbeefcafef00d, -0.1638634367417918, 0.13944754289916653),
    (0xffffffff00000000, 2.9180993722371995e-10, 2.3283064365386963e-10),
    (0xffffffffffffffff, -6.794229552421306e-20, 2.710505431213761e-20),
];

fn relative(got: f64, want: f64) -> f64 {
    ((got - want) / want).abs()
}

#[test]
fn numbers_of_64_bits_are_nearly_exact() {
    for (bits, z, e) in EXACT {
        let (got, of) = (normal::normal_f64(bits), relative(normal::normal_f64(bits), z));
        assert!(of < 2f64.powi(-50), "the normal number of {bits:#x} is {got}, not {z}: {of:e}");
        let of = relative(normal::exponential_f64(bits), e);
        assert!(of < 2f64.powi(-51), "the exponential number of {bits:#x}: {of:e}");
    }
    let mut worst = 0f64;
    for i in 0..N {
        let x = f64::from_bits((0x3ca0 << 48) + Rng::new(9).at(i).below_u64(0x0360 << 48));
        worst = worst.max(relative(normal::ln_f64(x), x.ln()));
    }
    assert!(worst < 2.3e-16, "a logarithm is off by {worst:e}");
}

/// The numbers of 32 bits against those of 64 bits at the same place.
#[test]
fn numbers_of_32_bits_are_nearly_exact() {
    let (mut normals, mut exponentials) = (0f64, 0f64);
    // All places near the ends, and many between.
    let places = (0..1 << 16).flat_map(|i| [i, !i, Rng::new(10).at(i as usize).next_u32()]);
    for word in places {
        // The same half, with the place in the middle of those that the word stands for.
        let long = (word as u64 >> 1) << 33 | 1 << 32 | (word as u64 & 1);
        let of = relative(normal::normal_f32(word).into(), normal::normal_f64(long));
        normals = normals.max(of);
        let long = (word as u64) << 32 | 1 << 31;
        exponentials = exponentials.max(relative(normal::exponential_f32(word).into(), normal::exponential_f64(long)));
    }
    println!("relative errors of f32: normal {normals:e}, exponential {exponentials:e}");
    assert!(normals < 2f64.powi(-21), "{normals:e}");
    assert!(exponentials < 2f64.powi(-22), "{exponentials:e}");
}

/// The largest distance of the numbers' distribution from `cdf`, times the square root of their count: Kolmogorov's and
/// Smirnov's statistic, which is above 2.2 with a probability of 0.0001.
fn distance(mut x: Vec<f64>, cdf: impl Fn(f64) -> f64) -> f64 {
    x.sort_by(f64::total_cmp);
    let n = x.len() as f64;
    let of = |(i, x): (usize, &f64)| (cdf(*x) - i as f64 / n).abs().max((cdf(*x) - (i + 1) as f64 / n).abs());
    x.iter().enumerate().map(of).fold(0.0, f64::max) * n.sqrt()
}

/// The distribution function of the standard normal distribution, by its series.
fn normal_cdf(x: f64) -> f64 {
    let (mut term, mut sum, mut k) = (x, x, 1.0);
    while term.abs() > 1e-17 {
        k += 2.0;
        term *= x * x / k;
        sum += term;
    }
    0.5 + sum * (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt()
}

#[test]
fn normal_and_exponential_numbers_have_their_distributions() {
    let (cpu, rng) = (Cpu::new(), Rng::new(11));
    let normals: Vec<f64> = cpu.normal::<f64>(rng, N).collect().unwrap().to_vec().unwrap();
    let singles: Vec<f32> = cpu.normal::<f32>(rng, N).collect().unwrap().to_vec().unwrap();
    let singles: Vec<f64> = singles.into_iter().map(f64::from).collect();
    let exponentials: Vec<f64> = cpu.exponential::<f64>(rng, N).collect().unwrap().to_vec().unwrap();
    for x in [&normals, &singles] {
        assert!(distance(x.clone(), normal_cdf) < 2.2);
        // A deviation that is too large by six per cent.
        assert!(distance(x.iter().map(|x| x * 1.06).collect(), normal_cdf) > 2.2);
        // The first four moments, within five of their standard deviations.
        for (power, want, variance) in [(1, 0.0, 1.0), (2, 1.0, 2.0), (3, 0.0, 15.0), (4, 3.0, 96.0)] {
            let mean = x.iter().map(|x| x.powi(power)).sum::<f64>() / N as f64;
            assert!((mean - want).abs() < 5.0 * (variance / N as f64).sqrt(), "moment {power}: {mean}");
        }
    }
    assert!(distance(exponentials, |x| 1.0 - (-x).exp()) < 2.2);
    let singles: Vec<f32> = cpu.exponential::<f32>(rng, N).collect().unwrap().to_vec().unwrap();
    assert!(distance(singles.into_iter().map(f64::from).collect(), |x| 1.0 - (-x).exp()) < 2.2);
}

#[test]
fn permutations_have_every_position_once() {
    for n in (1..270).chain([1000, 4097]) {
        for seed in [0, 1, 0x1234_5678_9abc_def0] {
            let mut places: Vec<u64> = (0..n).map(|i| permuted(n, seed, i)).collect();
            places.sort_unstable();
            assert!(places.into_iter().eq(0..n), "{n} {seed}");
        }
    }
    for n in [1 << 32, (1 << 40) + 1, 1 << 62] {
        assert!([0, 1, n / 2, n - 1].into_iter().all(|i| permuted(n, 7, i) < n));
    }
}

/// The places that the host computes side by side are those that a device computes one by one.
#[test]
fn blocks_have_the_places_of_their_positions() {
    for n in (1..270).chain([1000, 4097, 1 << 16, (1 << 32) + 1, 1 << 62, 1 << 63]) {
        for first in [0, 1, 31, n / 2, n - 1] {
            let seed = 0x1234_5678_9abc_def0 ^ n;
            for (i, place) in (first..n).zip(permuted_block(n, seed, first)) {
                assert_eq!(place as u64, permuted(n, seed, i), "{i} of {n}");
            }
        }
    }
}

/// The number of a permutation among all of its length.
fn rank(places: &[usize]) -> usize {
    let smaller = |i: usize| places[i..].iter().filter(|place| **place < places[i]).count();
    (0..places.len()).fold(0, |rank, i| rank * (places.len() - i) + smaller(i))
}

/// Each order of few items is as likely as any other.
#[test]
fn orders_of_few_items_are_uniform() {
    let cpu = Cpu::new();
    for (n, orders) in [(2, 2), (3, 6), (4, 24), (5, 120), (6, 720)] {
        let places = |seed: usize| (0..n).map(move |i| permuted(n as u64, philox::mix(seed as u64), i as u64) as usize);
        let ranks = (0..N / 4).map(|seed| rank(&places(seed).collect::<Vec<_>>()));
        assert!(uniform(&counts(orders, ranks)), "permutations of {n}");
    }
    for (n, orders) in [(2, 2), (4, 24)] {
        let ranks = (0..2048).map(|seed| {
            let mut x = cpu.range(0..n).collect().unwrap();
            shuffle(&mut x, Rng::new(seed)).unwrap();
            rank(&x.to_vec().unwrap())
        });
        assert!(uniform(&counts(orders, ranks)), "shuffles of {n}");
    }
}

/// Items go everywhere, and those that were neighbours no longer are; of the cycles there are about ln n.
#[test]
fn orders_of_many_items_are_uniform() {
    let cpu = Cpu::new();
    let parts = |n: usize, of: &dyn Fn(usize) -> (usize, usize)| {
        counts(256, (0..n - 1).map(|i| of(i).0 * 16 / n * 16 + of(i).1 * 16 / n))
    };
    let mut fixed = 0;
    for n in [30_000, 80_000] {
        let mut shuffled = cpu.range(0..n).collect().unwrap();
        shuffle(&mut shuffled, Rng::new(n as u64)).unwrap();
        let permuted = cpu.permutation(Rng::new(n as u64), n).collect().unwrap();
        for x in [shuffled.to_vec().unwrap(), permuted.to_vec().unwrap()] {
            let mut sorted = x.clone();
            sorted.sort_unstable();
            assert!(sorted.into_iter().eq(0..n), "{n}");
            // The rows of a contingency table are given, so this statistic is somewhat smaller than usual.
            assert!(chi_squared(&parts(n, &|i| (i, x[i]))) < 5.0, "{n}: places");
            assert!(chi_squared(&parts(n, &|i| (x[i], x[i + 1]))) < 5.0, "{n}: neighbours");
            assert!(chi_squared(&parts(n, &|i| (i, i))) > 5.0);
            // A pair is ascending with a probability of a half.
            let ascents = x.windows(2).filter(|pair| pair[0] < pair[1]).count() as f64;
            assert!((ascents - n as f64 / 2.0).abs() < 4.0 * (n as f64 / 12.0).sqrt(), "{n}: {ascents} ascents");
            fixed += x.iter().enumerate().filter(|(i, x)| i == *x).count();
            let (mut seen, mut cycles) = (vec![false; n], 0.0);
            for i in 0..n {
                let (mut at, new) = (i, !seen[i]);
                cycles += f64::from(new);
                while !seen[at] {
                    seen[at] = true;
                    at = x[at];
                }
            }
            let expected = (n as f64).ln() + 0.577;
            assert!((cycles - expected).abs() < 4.0 * expected.sqrt(), "{n}: {cycles} cycles");
        }
    }
    // One per permutation, as of Poisson's distribution.
    assert!(fixed <= 14, "{fixed} items stayed");
}
