//! The primitive types as bits, and their edges.

use std::cmp::Ordering;

use half::{bf16, f16};

pub(crate) trait Scalar: Copy + 'static {
    /// The name, in Rust and in C++.
    const NAME: &'static str;
    const BITS: u32;
    fn from_bits(bits: u128) -> Self;
    fn bits(self) -> u128;
    fn is_nan(self) -> bool {
        false
    }
    /// Values where something changes: extremes, neighbours of powers of two, zeros, infinities, NaN.
    fn edges() -> Vec<Self>;
}

impl Scalar for bool {
    const NAME: &'static str = "bool";
    const BITS: u32 = 1;
    fn from_bits(bits: u128) -> Self {
        bits & 1 != 0
    }
    fn bits(self) -> u128 {
        self.into()
    }
    fn edges() -> Vec<Self> {
        vec![false, true]
    }
}

impl Scalar for Ordering {
    const NAME: &'static str = "Ordering";
    const BITS: u32 = 2;
    fn from_bits(bits: u128) -> Self {
        match bits & 3 {
            0 => Ordering::Equal,
            1 => Ordering::Greater,
            _ => Ordering::Less,
        }
    }
    fn bits(self) -> u128 {
        u128::from(self as u8) & 3
    }
    fn edges() -> Vec<Self> {
        vec![Ordering::Less, Ordering::Equal, Ordering::Greater]
    }
}

macro_rules! integers {
    ($($t:ident $u:ident)*) => {$(
        impl Scalar for $t {
            const NAME: &'static str = stringify!($t);
            const BITS: u32 = <$t>::BITS;
            fn from_bits(bits: u128) -> Self {
                bits as $t
            }
            fn bits(self) -> u128 {
                self as $u as u128
            }
            fn edges() -> Vec<Self> {
                let small = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 16, 17, 30, 31, 32, 33, 62, 63, 64, 65, 99, 100, 101];
                let powers = [7, 8, 15, 16, 23, 24, 31, 32, 46, 52, 53, 62, 63, 64, 65, 104, 126, 127].into_iter().filter(|k| *k < <$t>::BITS);
                let powers = powers.flat_map(|k| { let p: $t = 1 << k; [p.wrapping_sub(1), p, p.wrapping_add(1)] });
                let patterns = [0x5555_5555_5555_5555_5555_5555_5555_5555u128, 0x0123_4567_89ab_cdef_0123_4567_89ab_cdef].map(|p| p as $t);
                let half: Vec<$t> = small.into_iter().chain(powers).chain(patterns).collect();
                let mut all: Vec<$t> = half.iter().flat_map(|x| [*x, x.wrapping_neg(), !*x ^ <$t>::MAX]).collect();
                all.sort_unstable();
                all.dedup();
                all
            }
        }
    )*};
}
integers! { i8 u8 i16 u16 i32 u32 i64 u64 i128 u128 u8 u8 u16 u16 u32 u32 u64 u64 u128 u128 }

macro_rules! floats {
    ($($t:ident $mantissa:literal $bias:literal, $from:expr;)*) => {$(
        impl Scalar for $t {
            const NAME: &'static str = stringify!($t);
            const BITS: u32 = 8 * size_of::<$t>() as u32;
            fn from_bits(bits: u128) -> Self {
                $t::from_bits(bits as _)
            }
            fn bits(self) -> u128 {
                self.to_bits().into()
            }
            fn is_nan(self) -> bool {
                self.is_nan()
            }
            fn edges() -> Vec<Self> {
                // The numbers: limits of integers, halves, numbers that round up to these, and where half-width floats overflow.
                let numbers = [
                    0.0, 0.1, 0.25, 0.3, 0.5, 0.75, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.5, 7.0, 10.0, 90.0, 100.5, 180.0,
                    127.0, 127.5, 128.0, 128.5, 255.0, 255.5, 256.0, 32767.0, 32767.5, 32768.0, 65503.0, 65504.0, 65519.0,
                    65520.0, 65535.0, 65535.5, 65536.0, 8388607.5, 8388608.0, 16777216.0, 2147483647.0, 2147483648.0,
                    4294967295.0, 4294967296.0, 4503599627370495.5, 4503599627370496.0, 9007199254740993.0,
                    9223372036854775807.0, 18446744073709551615.0, 1.7014118346046923e38, 3.402823669209385e38, 1e20, 1e37, 1e-8, 6e-8, 6.1e-5, 1e30, 1e300, std::f64::consts::PI,
                ];
                let bits: [u128; 6] = [1, 2, (1 << $mantissa) - 1, 1 << $mantissa, ((2 * $bias) << $mantissa) | 1, (2 * $bias + 1) << $mantissa];
                let half: Vec<$t> = numbers.into_iter().map($from).chain(bits.into_iter().map(<$t as Scalar>::from_bits)).collect();
                let mut all = Vec::new();
                for x in half {
                    let x = x.bits();
                    for bits in [x, x + 1, x.saturating_sub(1)] {
                        all.extend([bits, bits | 1 << (<$t as Scalar>::BITS - 1)]);
                    }
                }
                all.sort_unstable();
                all.dedup();
                all.into_iter().map(<$t as Scalar>::from_bits).collect()
            }
        }
    )*};
}
floats! {
    f16 10 15, f16::from_f64;
    bf16 7 127, bf16::from_f64;
    f32 23 127, |x| x as f32;
    f64 52 1023, |x| x;
}
