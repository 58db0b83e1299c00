#![allow(unsafe_code)]
use std::ops::{Div, Mul};

use onrush_core::View;
use onrush_core::device::DeviceId;
use onrush_core::function::Function;
use onrush_core::lower::TranslationUnit;
use onrush_macros::{Element, device, op};

use crate::support::same;

const N: [(i32,); 8] = [(0,), (1,), (2,), (3,), (7,), (-5,), (i32::MAX,), (i32::MIN,)];

#[test]
fn arithmetic_fails() {
    same(op!(|x: i32| x + 1), &N);
    same(op!(|x: i32| -x), &N);
    same(op!(|x: i32| x * 3), &N);
    same(op!(|x: i32| 100 / x), &N);
    same(op!(|x: i32| x % (x - 1).wrapping_add(1)), &N);
    same(op!(|x: i32| 1u32 << x), &N);
    same(op!(|x: i32| x.abs()), &N);
    same(
        op!(|x: i32| {
            let mut y = x;
            y -= 3;
            y /= 2;
            y <<= x;
            y
        }),
        &N,
    );
}

#[test]
fn indices_fail() {
    let table = [10, 20, 30];
    same(op!(|x: i32| table[x as usize]), &N);
    let discards = op!(|x: i32| {
        let _ = table[x as usize];
        x
    });
    same(discards, &N);
    let pairs = [(1, 2), (3, 4)];
    let discards = op!(|x: i32| {
        let _ = pairs[(x as usize).clamp(7, 1) % 2].0;
        x
    });
    same(discards, &N);
    same(
        op!(|x: i32| {
            let mut t = table;
            t[x as usize & 3] += 1;
            t
        }),
        &N,
    );
}

#[test]
fn swaps_fail() {
    let swapped = op!(|x: i32| {
        let mut t = [10, 20, 30];
        t.swap(x as usize & 7, (x as usize).wrapping_add(1) & 3);
        t
    });
    same(swapped, &N);
}

#[test]
fn closures_fail() {
    let table = [10, 20, 30];
    same(
        op!(|x: i32| {
            let third = |i: usize| 100 / (table[i] - x);
            let mut sum = 0;
            let mut add = |y: i32| {
                assert!(sum < 1000);
                sum += y * y;
            };
            for i in 0..2 {
                add(third(i));
                add(x);
            }
            sum + third(x as usize & 3)
        }),
        &N,
    );
}

/// rustc can't see a literal index through the call, so it doesn't refuse it.
#[test]
fn literal_indices_fail() {
    let table = [10, 20, 30];
    same(op!(|x: i32| if x > 1 { table[3] } else { table[2] + x.signum() }), &N);
    same(
        op!(|x: i32| {
            let mut t = [table, table];
            t[1][0] = x;
            t[0][2] /= 2;
            t[x as usize & 1][1] ^= t[1][0];
            t
        }),
        &N,
    );
}

#[test]
fn panics() {
    same(
        op!(|x: i32| {
            assert!(x != 1, "x is {x}");
            assert_eq!(x % 2, x % 4, "{} and {}", 1, 2);
            debug_assert!(x != 7);
            if x == 0 {
                panic!("nothing");
            }
            match x {
                3 => unreachable!("three"),
                -5 => panic!(),
                _ => x,
            }
        }),
        &N,
    );
    same(
        op!(|x: i32| -> f32 {
            let y = if x > 3 { x as f32 } else { panic!("small") };
            y + 1.0
        }),
        &N,
    );
}

#[device]
fn shallow(x: i32) -> i32 {
    100 / x
}

#[device]
fn deeper(x: i32) -> i32 {
    if x > 100 { x } else { shallow(x - 1 / (x - 1)) + 1 }
}

#[device]
fn forever(x: i32) -> i32 {
    let table = [1, 2, 3];
    let mut n = 0;
    loop {
        n += table[x as usize];
        if n < 0 {
            return n;
        }
        if x < 3 && n > 5 {
            break;
        }
    }
    n
}

#[test]
fn failures_end() {
    same(op!(|x: i32| deeper(x)), &[(1,), (2,), (101,)]);
    same(op!(|x: i32| forever(x)), &[(0,), (2,), (3,)]);
}

/// The messages of the failures that an operation declares.
fn failures<A, F: Function<A>>(_: F) -> Vec<&'static str> {
    let mut unit = TranslationUnit::new();
    F::lower(&mut unit);
    unit.sites().iter().map(|site| site.message).collect()
}

#[derive(Debug, Clone, Copy, Element)]
#[repr(C)]
struct Turn {
    re: f32,
    im: f32,
}

#[device]
impl Mul for Turn {
    type Output = Turn;
    fn mul(self, other: Turn) -> Turn {
        Turn { re: self.re * other.re - self.im * other.im, im: self.re * other.im + self.im * other.re }
    }
}

#[derive(Debug, Clone, Copy, Element)]
#[repr(C)]
struct Share {
    of: u32,
}

#[device]
impl Div<u32> for Share {
    type Output = u32;
    fn div(self, parts: u32) -> u32 {
        self.of / parts
    }
}

#[device]
fn scaled(x: f32, by: f32) -> f32 {
    x * by
}

const WEIGHTS: [f32; 2] = [0.5, 0.25];

#[device]
fn first(w: [f32; 3]) -> f32 {
    w[0] * WEIGHTS[1]
}

#[test]
fn what_can_not_fail_is_not_listed() {
    let none: &[&str] = &[];
    assert_eq!(failures::<(f32,), _>(op!(|x: f32| scaled(-x % 3.0, x).abs().rem_euclid(x) / x)), none);
    assert_eq!(failures::<(&mut f64,), _>(op!(|x: &mut f64| *x /= *x + 1.0)), none);
    assert_eq!(failures::<(Turn,), _>(op!(|x: Turn| x * x)), none);
    assert_eq!(failures::<(u32,), _>(op!(|x: u32| !x.wrapping_mul(3) ^ x.isqrt() & x.rotate_left(5))), none);
    // Indices within an array's length can't fail: those of a parameter, a capture, a part, a constant.
    let table = [[1.0f32, 2.0], [3.0, 4.0]];
    assert_eq!(
        failures::<([f32; 3], (u8, [f32; 1])), _>(op!(|w: [f32; 3], p: (u8, [f32; 1])| {
            let mut sum = [w[0] + w[2], table[1][0] * p.1[0]];
            sum[1] += sum[0] * first(w);
            sum
        })),
        none
    );
    // A division by a positive literal can't fail.
    assert_eq!(
        failures::<(i32,), _>(op!(|x: i32| (x / 10, x % 0x10_i32, x.rem_euclid(7), i32::div_euclid(x, 2)))),
        none
    );
    assert_eq!(
        failures::<(u8,), _>(op!(|x: u8| {
            let mut y = x;
            for _ in (0..x).step_by(2) {
                y /= 3;
            }
            y
        })),
        none
    );
}

#[test]
fn what_fails_for_some_values_is_listed() {
    let by_zero = "attempt to divide by zero or with overflow";
    assert_eq!(
        failures::<(i32,), _>(op!(|x: i32| (x / x, x / -1, x / (x - x)))).iter().filter(|s| **s == by_zero).count(),
        3
    );
    // The struct's own operator can fail, and its failure is declared at the division.
    assert_eq!(failures::<(u32,), _>(op!(|x: u32| Share { of: x } / 2)), ["attempt to divide by zero"]);
    let (table, bounds) = ([1.0f32, 2.0], ["index out of bounds: the len is {len} but the index is {index}"; 2]);
    assert_eq!(failures::<(usize,), _>(op!(|i: usize| table[i] * table[i])), bounds);
    // SAFETY: the view is of `table`, which outlives it.
    let view = unsafe { View::new(table.as_ptr(), table.len(), DeviceId::HOST) };
    assert_eq!(failures::<(f32,), _>(op!(|x: f32| x * view[0] + view[1])), bounds);
    assert_eq!(failures::<(f32,), _>(op!(|x: f32| x.clamp(0.0, 1.0))), ["min > max, or either was NaN"]);
    assert_eq!(failures::<(f32,), _>(op!(|x: f32| if x > 0.0 { x } else { panic!("no") })), ["no"]);
    assert_eq!(failures::<(f32,), _>(op!(|x: f32| assert!(x > 0.0, "small"))), ["small"]);
}

#[test]
fn what_is_checked_is_listed_where_it_is_checked() {
    let [arithmetic, shift, asserted] = [
        failures::<(i64,), _>(op!(|x: i64| -(x + 1) * x.abs())),
        failures::<(u16,), _>(op!(|x: u16| x << 3 >> x)),
        failures::<(f32,), _>(op!(|x: f32| debug_assert!(x > 0.0, "small"))),
    ];
    if cfg!(debug_assertions) {
        assert_eq!((arithmetic.len(), shift.len(), asserted.len()), (4, 2, 1));
    } else {
        assert_eq!((arithmetic.len(), shift.len(), asserted.len()), (0, 0, 0));
    }
}
