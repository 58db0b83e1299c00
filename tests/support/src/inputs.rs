//! Inputs of the algorithms: lengths with their reasons, reproducible data of every element type, operators that don't
//! commute, and random cases.

use std::fmt::Debug;
use std::hash::{BuildHasher, RandomState};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use half::{bf16, f16};
use onrush::prelude::*;
use onrush::value::Item;
use quickcheck::{Arbitrary, Gen};

use crate::compare::Exact;
use crate::contract;

/// Lengths at which an algorithm's path changes for items of `size` bytes.
pub fn lengths(size: usize) -> Vec<usize> {
    let around = |n: usize| [n - 1, n, n + 1];
    let (run, tile) = (contract::run(size), contract::tile(size));
    [
        [0, 1, 2],                              // nothing, no pair, a pair
        around(32),                             // a warp's lanes
        around(run),                            // a run
        around(contract::lanes(size)),          // a row of a strided reduction
        around(32 * run),                       // a warp of runs
        around(contract::chunk(1, size)),       // a chunk of a strided reduction
        around(tile),                           // a tile
        [2 * tile, 3 * tile + run / 2, 10_007], // several tiles; ending within a run; a prime
    ]
    .concat()
}

/// Every other length of [`lengths`], for algorithms with several inputs.
pub fn few_lengths(size: usize) -> Vec<usize> {
    let tile = contract::tile(size);
    vec![0, 1, 33, 1009, tile - 1, tile, tile + 1, 2 * tile + 17]
}

/// The length of long cases: more than a million, and no multiple of a chunk or a tile. On the emulated device, which is slow and
/// has few multiprocessors, an eighth of that has as many chunks and tiles for each; with `ONRUSH_LARGE` it gets them all.
pub fn many<B: Backend>(b: &B) -> usize {
    let few = b.id().backend == "emulated" && !all_lengths();
    (1 << if few { 17 } else { 20 }) + 7
}

/// The length of the cases named `large_past_32_bits`: more than 2^32 on a GPU with `ONRUSH_LARGE`, because that needs
/// gigabytes of memory; otherwise a length of several tiles.
pub fn past_32_bits<B: Backend>(b: &B) -> usize {
    if all_lengths() && b.id().backend == "cuda" { (1 << 32) + 99_991 } else { 30_011 }
}

fn all_lengths() -> bool {
    std::env::var_os("ONRUSH_LARGE").is_some()
}

/// SplitMix64's output function, from which all test data is made, the same on every machine.
pub fn mix(i: u64) -> u64 {
    let mut z = i.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// A type with reproducible values.
pub trait Sample: Element + Exact {
    /// The value made of 64 random bits. Floats are finite, with magnitudes whose sums round.
    fn sample(bits: u64) -> Self;
}

macro_rules! sample_integers {
    ($($t:ty)*) => {$( impl Sample for $t { fn sample(bits: u64) -> Self { (bits >> 13) as $t } } )*};
}
sample_integers! { u8 u16 u32 u64 usize i8 i16 i32 i64 isize }

impl Sample for bool {
    fn sample(bits: u64) -> Self {
        bits >> 63 == 1
    }
}
impl Sample for f32 {
    fn sample(bits: u64) -> Self {
        let magnitude = [1.0, 0.125, 64.0, 1e-3][(bits & 3) as usize];
        ((bits >> 40) as f32 / 16_777_216.0 - 0.25) * magnitude
    }
}
impl Sample for f64 {
    fn sample(bits: u64) -> Self {
        let magnitude = [1.0, 0.125, 64.0, 1e-3][(bits & 3) as usize];
        ((bits >> 11) as f64 / 9_007_199_254_740_992.0 - 0.25) * magnitude
    }
}
impl Sample for f16 {
    fn sample(bits: u64) -> Self {
        f16::from_f32(f32::sample(bits) / 32.0)
    }
}
impl Sample for bf16 {
    fn sample(bits: u64) -> Self {
        bf16::from_f32(f32::sample(bits))
    }
}
impl<T: Sample, const N: usize> Sample for [T; N] {
    fn sample(bits: u64) -> Self {
        std::array::from_fn(|i| T::sample(mix(bits ^ (i as u64) << 32)))
    }
}

/// A struct with padding.
#[derive(Debug, Clone, Copy, PartialEq, Element, Key)]
#[repr(C)]
pub struct Grain {
    /// A byte, with padding behind it.
    pub kind: u8,
    /// A float, whose bits must stay.
    pub size: f32,
    /// An array.
    pub cell: [i16; 2],
}

/// A struct of structs, 32 bytes long.
#[derive(Debug, Clone, Copy, PartialEq, Element, Key)]
#[repr(C)]
pub struct Stamped {
    /// A struct of less alignment.
    pub grain: Grain,
    /// The field of the highest alignment.
    pub at: f64,
    /// A type that isn't valid for all bits.
    pub fresh: bool,
}

impl Exact for Grain {
    fn exact(&self, other: &Self) -> bool {
        (self.kind, self.size, self.cell).exact(&(other.kind, other.size, other.cell))
    }
}
impl Sample for Grain {
    fn sample(bits: u64) -> Self {
        let size = f32::sample(mix(bits) & !7);
        Grain { kind: (bits >> 60) as u8, size, cell: [(bits >> 7) as i16 >> 12, bits as i16] }
    }
}
impl Exact for Stamped {
    fn exact(&self, other: &Self) -> bool {
        (self.grain, self.at, self.fresh).exact(&(other.grain, other.at, other.fresh))
    }
}
impl Sample for Stamped {
    fn sample(bits: u64) -> Self {
        Stamped { grain: Grain::sample(bits), at: f64::sample(mix(bits) >> 3), fresh: bool::sample(mix(bits)) }
    }
}

/// Calls a generic function once for each type of positions but `usize`: `of_every_position!(check(b))?`.
#[macro_export]
macro_rules! of_every_position {
    ($check:ident($($argument:expr),*)) => {
        $crate::of_every_position!(@ $check($($argument),*) u8 u16 u32 u64 i8 i16 i32 i64 isize)
    };
    (@ $check:ident $arguments:tt $($t:ty)*) => {
        [$($crate::of_every_position!(@call $check $t, $arguments)),*].into_iter().collect::<onrush::Result<()>>()
    };
    (@call $check:ident $t:ty, ($($argument:expr),*)) => { $check::<_, $t>($($argument),*) };
}
pub use of_every_position;

/// The number as a position of another type, which has this number.
pub fn position<P: TryFrom<usize>>(i: usize) -> P {
    P::try_from(i).ok().expect("the type has this number")
}

/// `len` values; a different `stream` gives different values.
pub fn data<T: Sample>(stream: u64, len: usize) -> Vec<T> {
    (0..len as u64).map(|i| T::sample(mix(mix(stream) ^ i))).collect()
}

/// `len` sorted numbers in runs of very different lengths: most are short, some longer than a tile.
pub fn run_keys(stream: u64, len: usize) -> Vec<u32> {
    let mut keys = Vec::with_capacity(len);
    let mut key = 0;
    while keys.len() < len {
        let bits = mix(mix(stream) ^ key as u64);
        let long = [1, 1, 2, 5, 40, 700, 15_000, 3][(bits & 7) as usize];
        let run = 1 + (bits >> 8) as usize % long;
        keys.extend(std::iter::repeat_n(key, run.min(len - keys.len())));
        key += 1;
    }
    keys
}

/// `len` numbers in runs of up to 15, but for one run, `long`.
pub fn short_runs_but(long: std::ops::Range<usize>, len: usize) -> Vec<u32> {
    let mut key = 0;
    let begins = |i: usize| {
        if long.contains(&i) { i == long.start } else { i == long.end || mix(i as u64 / 8) % 8 == i as u64 % 8 }
    };
    (0..len)
        .map(|i| {
            key += u32::from(begins(i));
            key
        })
        .collect()
}

/// The bicyclic monoid: associative, and far from commutative. `[a, b]` is a string of `a` closing and `b` opening
/// brackets, and the product cancels the matching brackets in the middle.
#[device]
pub fn bicyclic(x: [u32; 2], y: [u32; 2]) -> [u32; 2] {
    let matched = x[1].min(y[0]);
    [x[0] + y[0] - matched, x[1] - matched + y[1]]
}

/// Single brackets: `[1, 0]` or `[0, 1]`.
pub fn brackets(stream: u64, len: usize) -> Vec<[u32; 2]> {
    (0..len as u64).map(|i| if mix(mix(stream) ^ i) >> 63 == 1 { [1, 0] } else { [0, 1] }).collect()
}

/// The product of 2 × 2 matrices modulo 2³², 16 bytes each.
#[device]
pub fn matrix(a: [u32; 4], b: [u32; 4]) -> [u32; 4] {
    [
        a[0].wrapping_mul(b[0]).wrapping_add(a[1].wrapping_mul(b[2])),
        a[0].wrapping_mul(b[1]).wrapping_add(a[1].wrapping_mul(b[3])),
        a[2].wrapping_mul(b[0]).wrapping_add(a[3].wrapping_mul(b[2])),
        a[2].wrapping_mul(b[1]).wrapping_add(a[3].wrapping_mul(b[3])),
    ]
}

/// The composition of `x ↦ a·x + b`, first `f` and then `g`: it doesn't commute, and it rounds, so every bracket shows.
#[device]
pub fn affine(f: [f32; 2], g: [f32; 2]) -> [f32; 2] {
    [f[0] * g[0], f[1] * g[0] + g[1]]
}

/// Contractions, so that products of a million of them stay in range.
pub fn contractions(stream: u64, len: usize) -> Vec<[f32; 2]> {
    let unit = |bits: u64| (bits >> 40) as f32 / 16_777_216.0;
    (0..len as u64).map(|i| mix(mix(stream) ^ i)).map(|bits| [0.75 + 0.5 * unit(bits), unit(mix(bits)) - 0.5]).collect()
}

/// The item's size in the shape contract: the size of the type as device code lays it out.
pub fn size<T: Item>() -> usize {
    T::ty().size()
}

/// Checks a property on random cases and shrinks a failing one. A failure prints the seed, which `ONRUSH_SEED` sets.
#[track_caller]
pub fn property<A: Arbitrary + Debug>(cases: u64, size: usize, holds: impl Fn(A)) {
    let seed = std::env::var("ONRUSH_SEED").ok().and_then(|s| s.parse().ok());
    let seed = seed.unwrap_or_else(|| RandomState::new().hash_one(size));
    let fails = |case: &A| catch_unwind(AssertUnwindSafe(|| holds(case.clone()))).err();
    let mut random = Gen::from_size_and_seed(size, seed);
    for _ in 0..cases {
        let mut case = A::arbitrary(&mut random);
        let Some(mut failure) = fails(&case) else { continue };
        // The search is bounded, because every step runs the whole property.
        'shrink: for _ in 0..100 {
            for smaller in case.shrink().take(200) {
                if let Some(f) = fails(&smaller) {
                    (case, failure) = (smaller, f);
                    continue 'shrink;
                }
            }
            break;
        }
        println!("ONRUSH_SEED={seed} fails; the smallest case found is {case:?}");
        resume_unwind(failure);
    }
}

/// Sorted numbers below `distinct`, pseudorandom ones of a stream.
pub fn sorted(stream: u64, len: usize, distinct: u64) -> Vec<u32> {
    let mut x: Vec<u32> = (0..len as u64).map(|i| (mix(mix(stream) ^ i) % distinct) as u32).collect();
    x.sort();
    x
}
