//! Literals that don't fit their type wrap, where the lint about them is allowed.

use super::functions;

const BIG: u8 = 200;

functions! {
    fn compared_with_a_number(v: i64) -> i64 {
        let mut n = v;
        let order = (3).cmp(&{ n += 1; n }) as i64 * 100 + (-2).cmp(&n) as i64 * 10 + 2i64.cmp(&v) as i64;
        order + (3 as i64).cmp(&(v + 1)) as i64
    }
    fn of_32_bits(v: i64) -> i64 {
        2147483648i32 as i64 + v
    }
    fn negative(v: i64) -> i64 {
        -2147483649i32 as i64 + v
    }
    fn the_smallest(v: i64) -> i64 {
        -2147483648i32 as i64 + v
    }
    fn the_smallest_in_parentheses(v: i64) -> i64 {
        -(2147483648i32) as i64 + v
    }
    fn of_8_bits(v: i64) -> i64 {
        256u8 as i64 + 257u8 as i64 * 10 + v
    }
    fn signed_of_8_bits(v: i64) -> i64 {
        128i8 as i64 + 255i8 as i64 * 1000 + v
    }
    fn of_16_bits(v: i64) -> i64 {
        65537u16 as i64 + 32768i16 as i64 * 3 + v
    }
    fn hexadecimal(v: i64) -> i64 {
        0xffi8 as i64 + 0xffff_ffffi32 as i64 * 10 + 0x8000i16 as i64 * 100 + v
    }
    fn binary(v: i64) -> i64 {
        0b1_0000_0001u8 as i64 + 0o777u8 as i64 * 10 + v
    }
    fn of_64_bits(v: i64) -> i64 {
        (18446744073709551617u64 as i64) * 10 + (9223372036854775808i64 >> 60) + v
    }
    fn inferred(v: i64) -> i64 {
        let a: u8 = 300;
        let b: i8 = -129;
        a as i64 * 1000 + b as i64 + v
    }
    fn inferred_by_an_operand(v: i64) -> i64 {
        let a = v as u8;
        (a ^ 257) as i64
    }
    fn a_divisor(v: i64) -> i64 {
        let a = v as u8;
        (a / 257) as i64 * 10 + (a % 259) as i64
    }
    fn a_divisor_of_minus_one(v: i64) -> i64 {
        let a = v as i8;
        (a / 255) as i64 * 10 + (a % 254) as i64
    }
    fn an_amount(v: i64) -> i64 {
        (v << 258u8) + (v >> 257u8)
    }
    fn a_bound(v: i64) -> i64 {
        let mut sum = v;
        for i in 0..260u8 {
            sum = sum * 3 + i as i64;
        }
        sum
    }
    fn a_step(v: i64) -> i64 {
        let mut sum = v;
        for i in (0..9i64).step_by(18446744073709551619) {
            sum = sum * 3 + i;
        }
        sum
    }
    fn a_pattern(v: i64) -> i64 {
        match v as u8 { 257 => 5, 258 | 259 => 6, _ => 7 }
    }
    fn a_negative_pattern(v: i64) -> i64 {
        match v as i8 { -254 => 5, 255 => 6, 128 => 7, _ => 8 }
    }
    fn an_infinity(v: i64) -> i64 {
        (1e40f32 > 3.0e38f32) as i64 + (-1e400f64 < -1.0e308) as i64 * 10 + v
    }
    fn beside_a_constant(v: i64) -> i64 {
        (BIG as i64) + (BIG ^ 456) as i64 * 10 + v
    }
}
