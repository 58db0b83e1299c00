//! Integers of 128 bits: every operator and method between values where something changes, conversions, literals, constants and
//! patterns, and 128-bit parts of options, tuples, arrays, enums and closures.

use half::{bf16, f16};

use super::*;

const P: u128 = 0xffff_ffff_ffff_ffff_ffff_ffff_ffff_ff61;
const LEAST: i128 = i128::MIN;

/// Beside these, each function mixes its own number in.
const EDGES: [u128; 18] = [
    0,
    1,
    2,
    3,
    10,
    0xffff_ffff,
    1 << 63,
    (1 << 64) - 1,
    1 << 64,
    (1 << 64) + 1,
    0x0123_4567_89ab_cdef_0123_4567_89ab_cdef,
    1 << 126,
    (1 << 127) - 1,
    1 << 127,
    (1 << 127) + 1,
    u128::MAX - 1,
    u128::MAX,
    P,
];

#[device]
fn mix(hash: &mut u64, x: u128) {
    *hash = (*hash ^ x as u64 ^ ((x >> 64) as u64).rotate_left(17)).wrapping_mul(0x0000_0100_0000_01b3);
}

/// The shape of what no memory holds.
#[device]
#[derive(Clone, Copy, PartialEq)]
enum Shape {
    Empty,
    Square(u128),
    Box { wide: u128, high: i64 },
}

#[device]
#[derive(Clone, Copy)]
#[repr(u64)]
enum Far {
    Near = 1,
    Far = 0xffff_ffff_ffff_fffe,
}
#[device]
#[derive(Clone, Copy)]
#[repr(i8)]
enum Below {
    Zero,
    Below = -3,
}

#[device]
trait Halved {
    fn halved(self) -> Self;
}
#[device]
impl Halved for u128 {
    fn halved(self) -> u128 {
        self >> 1
    }
}
#[device]
impl Halved for i128 {
    fn halved(self) -> i128 {
        self / 2
    }
}

#[device]
fn mul_mod(a: u64, b: u64, m: u64) -> u64 {
    (a as u128 * b as u128 % m as u128) as u64
}

#[device]
fn divided(a: i128, b: i128) -> Option<i128> {
    let r = a.checked_rem(b)?;
    a.checked_sub(r)?.checked_div(b)
}

#[device]
fn applied(f: impl Fn(u128, u128) -> u128, to: &[u128]) -> u128 {
    let mut acc = 0;
    for x in to {
        acc = f(acc, *x);
    }
    acc
}

functions! {
    fn unsigned_operators(v: i64) -> i64 {
        let mut h = v as u64;
        for a in EDGES {
            for edge in EDGES {
                let b = edge ^ (v as u64 & 3) as u128;
                mix(&mut h, a & b);
                mix(&mut h, a | b);
                mix(&mut h, a ^ b);
                mix(&mut h, !a);
                mix(&mut h, a.min(b));
                mix(&mut h, a.max(b));
                mix(&mut h, u128::min(a, b) ^ (a == b) as u128 ^ (a < b) as u128 * 2 ^ (a >= b) as u128 * 4);
                mix(&mut h, a.wrapping_add(b));
                mix(&mut h, a.wrapping_sub(b));
                mix(&mut h, a.wrapping_mul(b));
                mix(&mut h, a.wrapping_neg());
                mix(&mut h, a.saturating_add(b));
                mix(&mut h, a.saturating_sub(b));
                mix(&mut h, a.saturating_mul(b));
                mix(&mut h, a.abs_diff(b));
                mix(&mut h, a.clamp(b / 2, b));
                mix(&mut h, a << (b % 128) as u32);
                mix(&mut h, a >> (b % 128));
                mix(&mut h, a.wrapping_shl(b as u32));
                mix(&mut h, a.rotate_left(b as u32));
                mix(&mut h, a.rotate_right(b as u32));
                mix(&mut h, a.wrapping_pow(b as u32));
                mix(&mut h, a.saturating_pow(b as u32 & 7));
                mix(&mut h, a.overflowing_mul(b).1 as u128 ^ a.overflowing_add(b).0 ^ a.overflowing_sub(b).1 as u128 * 2);
                if b != 0 {
                    mix(&mut h, a / b);
                    mix(&mut h, a % b);
                    mix(&mut h, a.div_euclid(b));
                    mix(&mut h, a.rem_euclid(b));
                    mix(&mut h, a.div_ceil(b));
                }
            }
        }
        h as i64
    }
    fn unsigned_options(v: i64) -> i64 {
        let mut h = v as u64;
        for a in EDGES {
            for edge in EDGES {
                let b = edge ^ (v as u64 & 3) as u128;
                mix(&mut h, a.checked_add(b).unwrap_or(7));
                mix(&mut h, a.checked_sub(b).unwrap_or(7));
                mix(&mut h, a.checked_mul(b).unwrap_or(7));
                mix(&mut h, a.checked_div(b).unwrap_or(7));
                mix(&mut h, a.checked_rem(b).unwrap_or(7));
                mix(&mut h, a.checked_pow(b as u32 & 7).unwrap_or_default());
                mix(&mut h, a.checked_shl(b as u32).unwrap_or(7));
                mix(&mut h, a.checked_shr(b as u32).unwrap_or(7));
                mix(&mut h, a.checked_neg().unwrap_or(9));
                mix(&mut h, a.cmp(&b) as i8 as u128);
                mix(&mut h, a.partial_cmp(&b).unwrap() as i8 as u128);
            }
        }
        h as i64
    }
    fn unsigned_bits(v: i64) -> i64 {
        let mut h = v as u64;
        for edge in EDGES {
            let a = edge ^ (v as u64 & 15) as u128;
            mix(&mut h, a.count_ones() as u128);
            mix(&mut h, a.count_zeros() as u128);
            mix(&mut h, a.leading_zeros() as u128);
            mix(&mut h, a.trailing_zeros() as u128);
            mix(&mut h, a.leading_ones() as u128);
            mix(&mut h, a.trailing_ones() as u128);
            mix(&mut h, a.reverse_bits());
            mix(&mut h, a.swap_bytes());
            mix(&mut h, a.isqrt());
            mix(&mut h, a.is_power_of_two() as u128);
            mix(&mut h, (a >> 1).next_power_of_two());
            mix(&mut h, a.cast_signed() as u128);
            mix(&mut h, (a / 3).next_multiple_of(10));
            if a > 0 {
                mix(&mut h, a.ilog2() as u128 * 1000 + a.ilog10() as u128);
            }
            let bytes = a.to_le_bytes();
            mix(&mut h, bytes[15] as u128 + bytes[8] as u128 * 256 + a.to_be_bytes()[1] as u128 * 65536);
            mix(&mut h, u128::from_be_bytes(bytes) ^ u128::from_le_bytes(bytes));
            mix(&mut h, i128::from_le_bytes(a.to_be_bytes()) as u128);
        }
        h as i64
    }
    fn signed_operators(v: i64) -> i64 {
        let mut h = v as u64;
        for x in EDGES {
            for edge in EDGES {
                let (a, b) = (x as i128, edge as i128 ^ v as i128 & 3);
                mix(&mut h, a.wrapping_add(b) as u128);
                mix(&mut h, a.wrapping_sub(b) as u128);
                mix(&mut h, a.wrapping_mul(b) as u128);
                mix(&mut h, a.saturating_add(b) as u128);
                mix(&mut h, a.saturating_sub(b) as u128);
                mix(&mut h, a.saturating_mul(b) as u128);
                mix(&mut h, a.saturating_pow(b as u32 & 7) as u128);
                mix(&mut h, a.checked_mul(b).unwrap_or(7) as u128);
                mix(&mut h, a.checked_add(b).unwrap_or(7) as u128);
                mix(&mut h, a.checked_sub(b).unwrap_or(7) as u128);
                mix(&mut h, a.checked_div(b).unwrap_or(7) as u128);
                mix(&mut h, a.checked_rem(b).unwrap_or(7) as u128);
                mix(&mut h, a.checked_div_euclid(b).unwrap_or(7) as u128);
                mix(&mut h, a.checked_rem_euclid(b).unwrap_or(7) as u128);
                mix(&mut h, a.checked_pow(b as u32 & 7).unwrap_or(7) as u128);
                mix(&mut h, a.overflowing_mul(b).1 as u128);
                mix(&mut h, a.abs_diff(b));
                mix(&mut h, a.min(b) as u128);
                mix(&mut h, i128::max(a, b) as u128);
                mix(&mut h, (a >> (b & 127) ^ a << (b as u8 & 127) as u128 as i128) as u128);
                mix(&mut h, (a < b) as u128 + (a <= b) as u128 * 2 + (a != b) as u128 * 4);
                mix(&mut h, divided(a, b).unwrap_or(11) as u128);
                if b != 0 && b != -1 {
                    mix(&mut h, (a / b) as u128);
                    mix(&mut h, (a % b) as u128);
                    mix(&mut h, a.div_euclid(b) as u128);
                    mix(&mut h, a.rem_euclid(b) as u128);
                }
                if b != 0 {
                    mix(&mut h, a.wrapping_div(b) as u128);
                    mix(&mut h, a.wrapping_rem(b) as u128);
                }
            }
        }
        h as i64
    }
    fn signs(v: i64) -> i64 {
        let mut h = v as u64;
        for x in EDGES {
            let a = x as i128 ^ v as i128;
            mix(&mut h, a.signum() as u128);
            mix(&mut h, a.unsigned_abs());
            mix(&mut h, a.wrapping_abs() as u128);
            mix(&mut h, a.saturating_abs() as u128);
            mix(&mut h, a.saturating_neg() as u128);
            mix(&mut h, a.checked_abs().unwrap_or(5) as u128);
            mix(&mut h, a.checked_neg().unwrap_or(5) as u128);
            mix(&mut h, a.cast_unsigned());
            mix(&mut h, a.is_negative() as u128 * 2 + a.is_positive() as u128);
            if a != i128::MIN {
                mix(&mut h, (-a) as u128 ^ a.abs() as u128);
            }
            mix(&mut h, a.leading_zeros() as u128 + a.trailing_ones() as u128 * 1000);
        }
        h as i64
    }
    fn to_other_types(v: i64) -> i64 {
        let mut h = v as u64;
        for edge in EDGES {
            let a = edge ^ v as u64 as u128;
            let b = a as i128;
            mix(&mut h, a as u8 as u128 ^ a as i8 as u128 ^ a as u16 as u128 ^ a as i16 as u128);
            mix(&mut h, a as u32 as u128 ^ a as i32 as u128 ^ a as usize as u128 ^ b as isize as u128 ^ b as u64 as u128);
            mix(&mut h, (a as f32).to_bits() as u128 ^ (a as f64).to_bits() as u128);
            mix(&mut h, (b as f32).to_bits() as u128 ^ (b as f64).to_bits() as u128);
            mix(&mut h, f16::from_f32(a as f32).to_bits() as u128 ^ bf16::from_f64(b as f64).to_bits() as u128);
        }
        h as i64
    }
    fn from_floats(v: i64) -> i64 {
        let mut h = v as u64;
        for exponent in 0..140 {
            for sign in [1.0f64, -1.0] {
                let x = (1.0 + v as f64 / 16.0) * 2.0f64.powi(exponent) * sign;
                mix(&mut h, x as u128);
                mix(&mut h, x as i128 as u128);
                mix(&mut h, x as f32 as u128);
                mix(&mut h, (x as f32 as i128) as u128);
            }
        }
        for x in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -0.0, 0.75, -0.75, 3.5e38, -1.8e38] {
            mix(&mut h, x as u128);
            mix(&mut h, x as i128 as u128);
            mix(&mut h, x as f32 as u128);
            mix(&mut h, (x as f32 as i128) as u128);
            mix(&mut h, bf16::from_f64(x).to_f32() as i128 as u128);
        }
        h as i64
    }
    fn from_other_types(v: i64) -> i64 {
        let mut h = v as u64;
        mix(&mut h, v as u128 ^ v as i128 as u128 ^ v as i8 as u128 ^ v as u16 as u128 ^ (v > 0) as u128);
        mix(&mut h, u128::from(v as u64) + u128::from(v as u8) + u128::from(v > 2));
        mix(&mut h, (i128::from(v) + i128::from(v as u64) + i128::from(v as i16)) as u128);
        let into: i128 = (v as i32).into();
        let wide: u128 = (v as u32).into();
        mix(&mut h, into as u128 ^ wide);
        h as i64
    }
    fn enums(v: i64) -> i64 {
        let (far, below) = if v > 1 { (Far::Far, Below::Below) } else { (Far::Near, Below::Zero) };
        let mut h = 0;
        mix(&mut h, far as u128);
        mix(&mut h, far as i128 as u128);
        mix(&mut h, below as u128);
        mix(&mut h, below as i128 as u128 ^ far as u64 as u128 ^ below as u32 as u128);
        h as i64
    }
    fn literals(v: i64) -> i64 {
        let mut h = v as u64;
        mix(&mut h, 0x6c62272e07bb014262b821756295c58d ^ v as u128);
        mix(&mut h, 340282366920938463463374607431768211455_u128);
        mix(&mut h, (-170141183460469231731687303715884105728_i128) as u128);
        mix(&mut h, (-9223372036854775808_i128 - 9223372036854775809) as u128);
        mix(&mut h, 18446744073709551615u128 + 18_446_744_073_709_551_616);
        mix(&mut h, P ^ LEAST as u128 ^ i128::MAX as u128 ^ u128::MAX ^ u128::BITS as u128 ^ u128::MIN);
        h as i64
    }
    fn patterns(v: i64) -> i64 {
        let a = match v { 0 => u64::MAX as u128, 1 => 1 << 64, 2 => (1 << 64) + 300, 3 => 300, _ => v as u128 };
        let b = match v { 0 => -300, 1 => -9223372036854775808, 2 => (1 << 64) - 300, 3 => LEAST, _ => v as i128 };
        let of_a = match a {
            18446744073709551615 => 1,
            18446744073709551616 => 2,
            300 => 3,
            18446744073709551616..=18446744073709551999 => 4,
            P => 5,
            ..7 => 6,
            _ => 7,
        };
        let of_b = match b {
            -300 => 1,
            18446744073709551316 => 2,
            LEAST => 3,
            -9223372036854775808 => 4,
            -3 | -2 => 5,
            -20..0 => 6,
            _ => 7,
        };
        of_a * 10 + of_b
    }
    fn parts(v: i64) -> i64 {
        let pair = (v as u128 & P, Some(v as i128 - (1 << 70)));
        let mut all = [[pair.0; 2]; 3];
        all[1][v as usize & 1] ^= 1 << 100;
        all[2][0] = u128::MAX;
        let shape = match v {
            0 => Shape::Empty,
            1..4 => Shape::Square(all[1][0]),
            _ => Shape::Box { wide: all[1][1], high: v },
        };
        let area = match shape {
            Shape::Empty => 0,
            Shape::Square(side) => side.wrapping_mul(side),
            Shape::Box { wide, high } => wide / (high + 9) as u128,
        };
        let mut h = (shape == Shape::Square(3)) as u64;
        mix(&mut h, area);
        mix(&mut h, all[1][0] ^ all[1][1]);
        let some = if let Some(n) = pair.1 && n < 0 { n as u128 } else { 1 };
        mix(&mut h, some);
        let mut three = [P, 3, all[1][1]];
        three.sort();
        mix(&mut h, three[0] ^ three[2] >> 3);
        h as i64 ^ three.contains(&3) as i64 ^ (pair == (1, None)) as i64 * 2 ^ ((P, v) < (P, 3)) as i64 * 4
    }
    fn chains(v: i64) -> i64 {
        let a = [v as u64, u64::MAX, 1 << 63];
        let sum: u128 = a.iter().map(|&x| x as u128).sum();
        let product = a[..2].iter().map(|&x| u128::from(x % 1000)).product::<u128>();
        let least = a.iter().map(|&x| x as i128 - (1 << 65)).min().unwrap_or(0);
        let folded = a.iter().fold(0u128, |acc, &x| acc << 40 ^ x as u128);
        let most = a.iter().map(|&x| x as u128 * x as u128).max_by_key(|x| x % 1_000_003).unwrap();
        let mut h = 0;
        for x in [sum, product, least as u128, folded, most] {
            mix(&mut h, x);
        }
        h as i64
    }
    fn loops(v: i64) -> i64 {
        let (mut h, start) = (0, (1u128 << 64) - 3);
        for i in start..start + (v + 5) as u128 { mix(&mut h, i); }
        for i in (start..=start + 7).rev() { mix(&mut h, i); }
        for i in (start..start + (1 << 66)).step_by(1 << 63) { mix(&mut h, i); }
        for i in (start..start + 1000).rev().step_by(300) { mix(&mut h, i); }
        for i in (-(1i128 << 65)..=1 << 65).step_by(1 << 63) { mix(&mut h, i as u128); }
        for i in (-9i128..v as i128).rev() { mix(&mut h, i as u128); }
        h as i64
    }
    fn closures(v: i64) -> i64 {
        let k = (v as u128) << 3;
        let f = |x: u128, y: u128| x.wrapping_mul(31).wrapping_add(y ^ k);
        let g = |x| mul_mod(x, x, 1_000_000_007) + 1;
        let mut h = g(v as u64 >> 1) ^ g(12345678912345);
        mix(&mut h, applied(f, &[k, P, 7]));
        mix(&mut h, applied(|x, y| x / 2 + y / 2, &EDGES[3..9]));
        h as i64
    }
    fn assigned(v: i64) -> i64 {
        let mut a = [v as u64 as u128, P >> 4];
        a[1] += 5;
        a[1] -= 2;
        a[1] *= 3;
        a[1] /= 7;
        a[1] %= 1 << 90;
        a[1] <<= 5u128;
        a[1] >>= 2i8;
        a[1] |= a[0];
        a[1] ^= 1;
        a[1] &= P;
        std::mem::swap(&mut a[0], &mut 3);
        a[1].halved() as i64 ^ (a[1] as i128 * -1).halved() as i64 ^ a[0] as i64
    }
}

/// Each fails at its own line, whatever the profile, but for overflow where that isn't checked.
fn places<B: onrush::Backend>(b: &B) -> onrush::Result<()> {
    let two = b.upload(&[2u64])?;
    let line = line!();
    let results = [
        (two.iter().map(op!(|v: u64| (u128::MAX / (v as u128 - 2)) as u64)).sum(), true),
        (two.iter().map(op!(|v: u64| (P % (v as u128 >> 2)) as u64)).sum(), true),
        (two.iter().map(op!(|v: u64| (LEAST / (1 - v as i128)) as u64)).sum(), true),
        (two.iter().map(op!(|v: u64| LEAST.rem_euclid(1 - v as i128) as u64)).sum(), true),
        (two.iter().map(op!(|v: u64| (v as i128 - 3).isqrt() as u64)).sum(), true),
        (two.iter().map(op!(|v: u64| (v as u128 >> 9).ilog10() as u64)).sum(), true),
        (two.iter().map(op!(|v: u64| (v as u128).checked_sub(3).unwrap() as u64)).sum(), true),
        (two.iter().map(op!(|v: u64| (u128::MAX + v as u128) as u64)).sum(), false),
        (two.iter().map(op!(|v: u64| (LEAST + 1 - v as i128) as u64)).sum(), false),
        (two.iter().map(op!(|v: u64| (P * v as u128) as u64)).sum(), false),
        (two.iter().map(op!(|v: u64| (-(LEAST + v as i128 - 2)) as u64)).sum(), false),
        (two.iter().map(op!(|v: u64| (LEAST + v as i128 - 2).abs() as u64)).sum(), false),
        (two.iter().map(op!(|v: u64| (v as u128).pow(128) as u64)).sum(), false),
        (two.iter().map(op!(|v: u64| (1u128 << (v << 6)) as u64)).sum(), false),
        (two.iter().map(op!(|v: u64| (1u128 >> ((v as u128) << 63)) as u64)).sum(), false),
        (two.iter().map(op!(|v: u64| (v >> (-1i128 - v as i128)) as u64)).sum(), false),
        (two.iter().map(op!(|v: u64| (P + v as u128).next_power_of_two() as u64)).sum(), false),
        (two.iter().map(op!(|v: u64| [u128::MAX, v as u128].iter().sum::<u128>() as u64)).sum(), false),
    ];
    for (at, (result, always)) in results.into_iter().enumerate() {
        if !always && !cfg!(debug_assertions) {
            continue;
        }
        let error: onrush::Error = result.expect_err("a panic");
        let onrush::ErrorKind::Panic { location: Some(place), .. } = error.kind() else { panic!("{error}") };
        assert_eq!(place.line - line, at as u32 + 2, "{error}");
    }
    Ok(())
}
crate::everywhere! { places }

/// Values that no memory of the user's holds: captured ones, items of a chain, and results.
fn values<B: onrush::Backend>(b: &B) -> onrush::Result<()> {
    let numbers: Vec<u64> = (0..3000).map(|i: u64| i.wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect();
    let x = b.upload(&numbers)?;
    let by = (u128::MAX / 3, Some(LEAST + 7));
    let square = op!(|v: u64| (v as u128 * v as u128 ^ by.0, v as i128 ^ by.1.unwrap_or(0)));
    let of = |v: &u64| ((*v as u128 * *v as u128) ^ by.0, *v as i128 ^ by.1.unwrap_or(0));
    let most = x.iter().map(square).map(op!(|(a, _): (u128, i128)| a)).reduce_with(op!(|a: u128, b: u128| a.max(b)))?;
    assert_eq!(most, numbers.iter().map(|v| of(v).0).max());
    let sum = x.iter().map(square).map(op!(|(_, b): (u128, i128)| b));
    let sum = sum.reduce_with(op!(|a: i128, b: i128| a.wrapping_add(b)))?;
    assert_eq!(sum, numbers.iter().map(|v| of(v).1).reduce(i128::wrapping_add));
    Ok(())
}
crate::everywhere! { values }

/// Where overflow isn't checked, the operators wrap on the host, too.
fn wraps<B: onrush::Backend>(b: &B) -> onrush::Result<()> {
    if cfg!(debug_assertions) {
        return Ok(());
    }
    let shift = b.upload(&[0u32, 5, 127, 128, 131])?;
    let wrapped = op!(|s: u32| {
        let mut h = 0;
        for a in EDGES {
            for b in EDGES {
                let (c, d) = (a as i128, b as i128);
                mix(&mut h, (a + b) ^ (a - b).rotate_left(9) ^ (a * b).rotate_left(23));
                mix(&mut h, ((c + d) ^ (c - d).rotate_left(9) ^ (c * d).rotate_left(23) ^ -c ^ d.abs()) as u128);
                mix(
                    &mut h,
                    (a << s) ^ (b >> s) ^ (c >> (s as i128 - 256)) as u128 ^ a.pow(s) ^ (c << (b + s as u128)) as u128,
                );
            }
        }
        h
    });
    let found = shift.iter().map(wrapped).collect()?.to_vec()?;
    for (s, found) in [0u32, 5, 127, 128, 131].into_iter().zip(found) {
        let mut h = 0;
        for a in EDGES {
            for b in EDGES {
                let (c, d) = (a as i128, b as i128);
                let (sum, difference, product) = (a.wrapping_add(b), a.wrapping_sub(b), a.wrapping_mul(b));
                mix(&mut h, sum ^ difference.rotate_left(9) ^ product.rotate_left(23));
                let (sum, difference, product) = (c.wrapping_add(d), c.wrapping_sub(d), c.wrapping_mul(d));
                let signs = c.wrapping_neg() ^ d.wrapping_abs();
                mix(&mut h, (sum ^ difference.rotate_left(9) ^ product.rotate_left(23) ^ signs) as u128);
                let (left, right) = (a.wrapping_shl(s) ^ b.wrapping_shr(s), c.wrapping_shr(s) as u128);
                mix(&mut h, left ^ right ^ a.wrapping_pow(s) ^ c.wrapping_shl((b as u32).wrapping_add(s)) as u128);
            }
        }
        assert_eq!(found, h, "{s}");
    }
    Ok(())
}
crate::everywhere! { wraps }
