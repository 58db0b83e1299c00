use onrush_macros::op;

use crate::support::same;

const FLOATS: [(f32,); 10] = [
    (0.0,),
    (-0.0,),
    (1.5,),
    (-2.25,),
    (1e30,),
    (1e-40,),
    (f32::INFINITY,),
    (f32::NEG_INFINITY,),
    (0.1,),
    (16777217.0,),
];
const INTEGERS: [(i32,); 7] = [(0,), (1,), (-1,), (7,), (-1000,), (12345,), (65536,)];

#[test]
fn arithmetic() {
    let cut = 2.5f32;
    same(op!(|x: f32| cut + x * 2.0 - 0.1), &FLOATS);
    same(op!(|x: f32| -x / 3.0 % 0.7), &FLOATS);
    same(op!(|x: i32| (x + 3) * 5 - x / 2 % 7), &INTEGERS);
    same(op!(|x: i32| x as i64 * -2147483648 + 1), &INTEGERS);
    same(op!(|x: i32| (x as u32 ^ 0xffff_0000 | 0b1010) & !7), &INTEGERS);
    same(op!(|x: i32| (x << 3, x >> 2, (x as u8) >> 1u64)), &INTEGERS);
}

#[test]
fn literals_take_their_type() {
    same(op!(|x: f32| x + 0.1 + 1e-3), &FLOATS);
    same(op!(|x: f32| x as f64 + 0.1), &FLOATS);
    same(op!(|x: i32| (x as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)), &INTEGERS);
    same(op!(|x: i32| (x, 1u8, -1i16, 3_000_000_000i64, 2.0f64, b'a', true)), &INTEGERS);
}

#[test]
fn comparisons_and_logic() {
    same(op!(|x: f32| x > 1.0 && x < 10.0 || x == -2.25), &FLOATS);
    same(op!(|x: f32| (x >= 0.0, x <= 0.0, x != x, !(x > 0.0))), &FLOATS);
    same(op!(|x: i32| x != 0 && 100 / x > 3), &INTEGERS);
    same(op!(|a: (i32, u8), b: (i32, u8)| a < b), &[((1, 2), (1, 3)), ((2, 0), (1, 3)), ((1, 2), (1, 2))]);
}

#[test]
fn methods() {
    same(op!(|x: f32| x.abs().sqrt().max(1.0)), &FLOATS);
    same(op!(|x: f32| (x.min(-0.0), x.max(0.0), f32::max(x, 0.5), x.floor(), x.round())), &FLOATS);
    same(op!(|x: f32| x.mul_add(2.0, 1.0).to_bits()), &FLOATS);
    same(op!(|x: f32| f32::from_bits(x.to_bits() & 0x7fff_ffff)), &FLOATS);
    same(op!(|x: i32| x.wrapping_mul(77777).rotate_left(3).count_ones()), &INTEGERS);
    same(op!(|x: i32| f64::from(x) + f64::from(1u8)), &INTEGERS);
    same(op!(|x: i32| x.rem_euclid(5).pow(2)), &INTEGERS);
}

#[test]
fn casts() {
    same(op!(|x: f32| (x as i8, x as u8, x as i32, x as u64)), &FLOATS);
    same(op!(|x: i32| (x as i8 as i64, x as u16 as f32, x as usize, x as f64)), &INTEGERS);
    same(op!(|x: i32| (x > 0) as u32 + (x == 0) as u32), &INTEGERS);
}

#[test]
fn tuples_and_arrays() {
    same(op!(|(a, b): (f32, u32)| (b, (a * a, b as f32))), &[((1.5, 2),), ((0.5, 7),)]);
    same(op!(|p: (f32, u32)| p.0 * p.1 as f32), &[((1.5, 2),), ((0.5, 7),)]);
    same(op!(|((a, b), c): ((i32, i32), i32)| a * b + c), &[(((1, 2), 3),)]);
    let weights = [1.0f32, 2.0, 4.0];
    same(
        op!(|x: i32| {
            let mut sums = [0.0; 3];
            let seen = [x, x + 1, x + 2];
            for i in 0..3 {
                sums[i] = weights[i] * seen[i] as f32;
                sums[i] += 0.5;
            }
            (sums, sums[2] + sums[0], seen.len())
        }),
        &INTEGERS,
    );
    same(
        op!(|a: [[i32; 2]; 2]| {
            let mut b = a;
            b[1][0] = a[0][1];
            b[0][1] = a[1][0];
            b
        }),
        &[([[1, 2], [3, 4]],)],
    );
}

#[test]
fn captures() {
    const LIMIT: i32 = 40;
    static SHIFT: i32 = 3;
    let (scale, offset, table) = (2i64, (1i16, 2.5f32), [5u8, 6, 7]);
    same(op!(|x: i32| x as i64 * scale + table[1] as i64 + offset.0 as i64), &INTEGERS);
    same(op!(|x: i32| x.min(LIMIT) + SHIFT + i16::MAX as i32), &INTEGERS);
    same(op!(|x: i32| f64::from(x) * std::f64::consts::PI), &INTEGERS);
    let unused = 1u32;
    same(op!(|_: i32| unused), &INTEGERS);
}

#[test]
fn order_of_evaluation() {
    same(
        op!(|x: i32| {
            let mut n = x;
            let a = n
                + {
                    n += 1;
                    n
                } * 10
                + n;
            let b = [
                n,
                {
                    n = 3;
                    n
                },
                n,
            ];
            let c = (
                n,
                {
                    n *= 2;
                    n
                },
                n,
            );
            let d = n > 5 && {
                n += 1;
                n > 0
            } || {
                n = -1;
                false
            };
            (a, b, c, d, n)
        }),
        &INTEGERS,
    );
}

#[test]
fn names_do_not_clash() {
    let (int, template, trap) = (1, 2, 3);
    same(
        op!(|x: i32| {
            let t0 = x + int;
            let x = t0 * template;
            let x = {
                let x = x + 1;
                x * trap
            };
            let größe = x;
            let r#struct = größe + x;
            r#struct
        }),
        &INTEGERS,
    );
}

#[test]
fn ascii() {
    let bytes: Vec<(u8,)> = (0..=255).map(|byte| (byte,)).collect();
    same(
        op!(|b: u8| {
            let (lower, upper) = (b.to_ascii_lowercase(), b.to_ascii_uppercase());
            let word = b.is_ascii_alphanumeric() || b == b'_';
            (lower, upper, word, lower.eq_ignore_ascii_case(&upper))
        }),
        &bytes,
    );
}
