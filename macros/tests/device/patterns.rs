use onrush_macros::op;

use crate::support::same;

const N: [(i32,); 9] = [(0,), (1,), (2,), (3,), (7,), (10,), (-5,), (100,), (i32::MIN,)];

#[test]
fn numbers_and_ranges() {
    same(
        op!(|x: i32| match x {
            -2147483648 => 9,
            0 => 1,
            1 | 2 => 2,
            3..=7 => 3,
            ..0 => 4,
            n if n % 10 == 0 => n / 10,
            _ => 6,
        }),
        &N,
    );
    same(
        op!(|x: i32| {
            let kind = match x as u64 {
                18446744073709551615 => 0u8,
                0..10 => 1,
                _ => 2,
            };
            match kind {
                0 => 'a: {
                    if x < 0 {
                        break 'a 5u32;
                    }
                    6
                }
                n @ 1..=2 => n as u32 * 2,
                _ => unreachable!(),
            }
        }),
        &N,
    );
}

#[test]
fn constants_and_bools() {
    const SMALL: i32 = 3;
    same(
        op!(|x: i32| match (x, x > 2) {
            (SMALL, _) => 0.5f32,
            (i32::MIN, false) => 1.5,
            (a, true) if a > 50 => a as f32,
            (_, true) => 2.5,
            (b, false) => -(b as f32),
        }),
        &N,
    );
}

#[test]
fn matches_is_a_value() {
    let limit = 5;
    same(op!(|x: i32| (matches!(x, 0 | 3), matches!((x, x / 2), (n, 1..) if n < limit), !matches!(x, _))), &N);
}

#[test]
fn names_in_patterns() {
    same(
        op!(|x: i32| {
            let (mut a, b) = (x, x / 2);
            let whole @ (c, _) = (b, 1u8);
            a += whole.0;
            (a, b, c, whole)
        }),
        &N,
    );
}

#[test]
fn guards_with_statements() {
    same(
        op!(|x: i32| {
            let mut looked = 0;
            let r = match x / 2 {
                0 => 0,
                n if {
                    let half = n / 2;
                    half > 3
                } =>
                {
                    n
                }
                n if n > 0 => {
                    looked += 10;
                    n + 1
                }
                _ => -1,
            };
            (r, looked)
        }),
        &N,
    );
}

#[test]
fn arrays() {
    same(
        op!(|x: i32| {
            let [mut a, b, (c, _), ..] = [(x, 1), (2, x), (x, x), (0, 0)];
            a.0 += 1;
            match [a.0, b.1, c] {
                [1, ..] => 1,
                [first, second, 3] if first > second => first,
                [_, n @ 2..=7, _] => n * 10,
                [_, _, last] => last,
            }
        }),
        &N,
    );
    same(
        op!(|[a, b]: [i32; 2], (c, [d]): (i32, [i32; 1])| a.wrapping_mul(b) ^ c.wrapping_sub(d)),
        &N.map(|(n,)| ([n, 3], (n, [5]))),
    );
}

#[derive(Clone, Copy, onrush_macros::Element)]
#[repr(C)]
struct Wrapped(u32);

#[derive(Clone, Copy, onrush_macros::Element)]
#[repr(C)]
struct Two {
    a: u32,
    b: u32,
}

/// Structs in patterns of a `match`, of values with names, through references, and of values without names.
#[test]
fn structs_in_options() {
    same(
        op!(|x: u32| {
            let (p, w) = (Two { a: x, b: x / 2 }, Wrapped(x ^ 1));
            let mut o = Some([p; 2]);
            let r = &w;
            let n = match (p, r, o) {
                (Two { a: 1, .. }, Wrapped(2), _) => 3,
                (Two { a, b: 5 }, &Wrapped(w), Some([Two { a: c, b: _ }, ..])) => a + w + c,
                _ => 5,
            };
            if let Some([Two { a, .. }, Two { b, .. }]) = &mut o {
                *a += 3;
                *b ^= *a;
            }
            let m = match Some(Wrapped(x)) {
                Some(Wrapped(7)) => n,
                Some(Wrapped(v)) if matches!(o, Some([Two { a: 3.., .. }, _])) => v + 1,
                _ => 1,
            };
            (n, m, o.map(|[q, r]| q.a ^ r.b))
        }),
        &[(0,), (1,), (3,), (7,), (10,), (11,)],
    );
}
