//! Random numbers from a seed, and random values.

use half::{bf16, f16};

/// SplitMix64: a seed gives the same sequence on every machine.
#[derive(Debug, Clone)]
pub struct Random(u64);

impl Random {
    /// The sequence for this seed.
    pub fn new(seed: u64) -> Self {
        Random(seed)
    }

    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let x = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ (x >> 31)
    }

    /// A number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        (self.bits() % n as u64) as usize
    }

    /// True with a probability of `n` percent.
    pub fn percent(&mut self, n: usize) -> bool {
        self.below(100) < n
    }

    /// A random item of a slice.
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}

/// Types with random values; three quarters of the numbers are extremes or small.
pub trait Arbitrary {
    /// A random value.
    fn arbitrary(random: &mut Random) -> Self;
}

impl Arbitrary for bool {
    fn arbitrary(random: &mut Random) -> Self {
        random.percent(50)
    }
}

macro_rules! integers { ($($t:ident)*) => {$(
    impl Arbitrary for $t {
        fn arbitrary(random: &mut Random) -> Self {
            match random.below(4) {
                0 => *random.pick(&[0, 1, 2, $t::MAX, $t::MIN, $t::MAX - 1, $t::MIN + 1, 7, 31, 64]),
                1 | 2 => (random.bits() % 21) as $t,
                _ => random.bits() as $t,
            }
        }
    }
)*}; }
integers! { i8 i16 i32 i64 isize u8 u16 u32 u64 usize }

macro_rules! floats { ($($t:ident $from:expr;)*) => {$(
    impl Arbitrary for $t {
        fn arbitrary(random: &mut Random) -> Self {
            let numbers = [0.0, 1.0, 0.5, 2.5, 0.1, 1e-8, 65504.0, 2147483648.0, f64::INFINITY, f64::NAN];
            match random.below(4) {
                0 => {
                    let x = $from(*random.pick(&numbers));
                    if random.percent(50) { -x } else { x }
                }
                1 | 2 => $from((random.below(4001) as f64 - 2000.0) / 16.0),
                _ => $t::from_bits(random.bits() as _),
            }
        }
    }
)*}; }
floats! { f32 |x| x as f32; f64 |x| x; f16 f16::from_f64; bf16 bf16::from_f64; }

impl<T: Arbitrary, const N: usize> Arbitrary for [T; N] {
    fn arbitrary(random: &mut Random) -> Self {
        std::array::from_fn(|_| T::arbitrary(random))
    }
}

macro_rules! tuples { ($(($($t:ident)+))+) => {$(
    impl<$($t: Arbitrary),+> Arbitrary for ($($t,)+) {
        fn arbitrary(random: &mut Random) -> Self {
            ($($t::arbitrary(random),)+)
        }
    }
)+}; }
tuples! { (A) (A B) (A B C) (A B C D) }
