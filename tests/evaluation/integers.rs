//! Methods of integers, at the edges of each type.

use super::*;

/// Writes a function that mixes what the methods give of two numbers of a type into one.
macro_rules! mixed {
    ($($name:ident $signed:ident $unsigned:ident)*) => {
        programs! { of $($name)*:
            pub fn mix(hash: &mut u64, n: u128) {
                *hash = (*hash ^ n as u64 ^ (n >> 64) as u64).wrapping_mul(0x0000_0100_0000_01b3);
            }
            $(pub fn $name(v: i64) -> i64 {
                let mut hash = 0xcbf2_9ce4_8422_2325u64;
                let h = &mut hash;
                let edges: [$signed; 11] = [$signed::MIN, $signed::MIN + 1, -100, -2, -1, 0, 1, 2, 10, 100, $signed::MAX];
                let s = edges[(v + 4) as usize];
                for t in edges {
                    let (a, b) = (s as $unsigned, t as $unsigned);
                    mix(h, s.checked_add_unsigned(b).unwrap_or(3) as u128);
                    mix(h, s.checked_sub_unsigned(b).unwrap_or(3) as u128);
                    mix(h, s.saturating_add_unsigned(b) as u128);
                    mix(h, s.saturating_sub_unsigned(b) as u128);
                    mix(h, s.wrapping_add_unsigned(b) as u128);
                    mix(h, s.wrapping_sub_unsigned(b) as u128);
                    let (sum, over) = s.overflowing_add_unsigned(b);
                    mix(h, sum as u128 ^ over as u128);
                    let (difference, over) = s.overflowing_sub_unsigned(b);
                    mix(h, difference as u128 ^ over as u128);
                    mix(h, a.checked_add_signed(t).unwrap_or(3) as u128);
                    mix(h, a.checked_sub_signed(t).unwrap_or(3) as u128);
                    mix(h, a.saturating_add_signed(t) as u128);
                    mix(h, a.saturating_sub_signed(t) as u128);
                    mix(h, a.wrapping_add_signed(t) as u128);
                    mix(h, a.wrapping_sub_signed(t) as u128);
                    let (sum, over) = a.overflowing_add_signed(t);
                    mix(h, sum as u128 ^ over as u128);
                    let (difference, over) = a.overflowing_sub_signed(t);
                    mix(h, difference as u128 ^ over as u128);
                    mix(h, a.checked_signed_diff(b).unwrap_or(3) as u128);
                    mix(h, a.checked_next_multiple_of(b).unwrap_or(3) as u128);
                    mix(h, a.is_multiple_of(b) as u128);
                    mix(h, a.midpoint(b) as u128);
                    mix(h, s.midpoint(t) as u128);
                    mix(h, a.checked_ilog(b).unwrap_or(99) as u128);
                    mix(h, s.checked_ilog(t).unwrap_or(99) as u128);
                    mix(h, a.unbounded_shl(t as u32) as u128);
                    mix(h, a.unbounded_shr(t as u32) as u128);
                    mix(h, s.unbounded_shl(t as u32) as u128);
                    mix(h, s.unbounded_shr(t as u32) as u128);
                }
                let a = s as $unsigned;
                mix(h, a.checked_next_power_of_two().unwrap_or(3) as u128);
                mix(h, s.checked_isqrt().unwrap_or(-3) as u128);
                mix(h, a.checked_ilog2().unwrap_or(300) as u128 * 1000 + a.checked_ilog10().unwrap_or(300) as u128);
                mix(h, s.checked_ilog2().unwrap_or(300) as u128 * 1000 + s.checked_ilog10().unwrap_or(300) as u128);
                let (negative, over) = s.overflowing_neg();
                mix(h, negative as u128 ^ over as u128);
                let (negative, over) = a.overflowing_neg();
                mix(h, negative as u128 ^ over as u128);
                hash as i64
            })*
        }
    };
}
mixed! { of_8 i8 u8 of_16 i16 u16 of_32 i32 u32 of_64 i64 u64 of_size isize usize of_128 i128 u128 }

/// The negative of the least number is the least number, and stays so in a wider type: a GPU's compiler took it for a positive one.
mod negated {
    use super::*;

    fn negated<B: onrush::Backend>(b: &B) -> onrush::Result<()> {
        let all: Vec<i16> = (i16::MIN..=i16::MAX).collect();
        let x = b.upload(&all)?;
        let as_i64 = [
            x.iter().map(op!(|v: i16| v.wrapping_neg() as i64)).collect()?.to_vec()?,
            x.iter().map(op!(|v: i16| 0i16.wrapping_sub(v) as i64)).collect()?.to_vec()?,
            x.iter().map(op!(|v: i16| v.wrapping_mul(-1) as i64)).collect()?.to_vec()?,
            x.iter().map(op!(|v: i16| v.wrapping_div(-1) as i64)).collect()?.to_vec()?,
            x.iter().map(op!(|v: i16| (!v).wrapping_add(1) as i64)).collect()?.to_vec()?,
            x.iter().map(op!(|v: i16| v.overflowing_neg().0 as i64)).collect()?.to_vec()?,
            x.iter().map(op!(|v: i16| (0 - v as i64) as i16 as i64)).collect()?.to_vec()?,
            x.iter().map(op!(|v: i16| (v as u16).wrapping_neg() as i16 as i64)).collect()?.to_vec()?,
        ];
        for (i, found) in as_i64.iter().enumerate() {
            for (v, found) in all.iter().zip(found) {
                assert_eq!(*found, v.wrapping_neg() as i64, "form {i} of {v}");
            }
        }
        let magnitudes = x.iter().map(op!(|v: i16| v.wrapping_abs() as i32)).collect()?.to_vec()?;
        for (v, found) in all.iter().zip(magnitudes) {
            assert_eq!(found, v.wrapping_abs() as i32, "{v}");
        }
        Ok(())
    }
    crate::everywhere! { negated }
}
