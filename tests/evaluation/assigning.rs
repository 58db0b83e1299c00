//! The order of an assigning operator's sides: where it makes no difference, both meanings of the operator are one.

use super::{Pair, functions, next};
use onrush::prelude::*;

#[device]
fn raised<T: Number>(a: [T; 3], i: usize, by: T) -> T {
    let (mut a, mut k) = (a, i);
    a[k] += by;
    k = (k + 1) % 3;
    a[k] -= {
        let twice = by + by;
        twice
    };
    a[k] *= a[(k + 1) % 3];
    a[0] + a[1] + a[2]
}

#[device]
fn in_place<T: Integer>(n: &mut T, by: T) -> T {
    *n += by;
    *n ^= { *n };
    *n |= by;
    *n
}

functions! {
    fn of_an_own_type(v: i64) -> i64 {
        let mut a = [Pair { x: v, y: 1 }; 2];
        a[1] += { let p = Pair { x: 2, y: 3 }; p };
        a[0] += a[1];
        a[0].sum() * 1000 + a[1].sum()
    }
    fn of_an_own_type_by_a_number(v: i64) -> i64 {
        let mut p = Pair { x: v, y: 1 };
        p *= { let n = v - 1; n };
        p.sum()
    }
    fn of_a_generic_number(v: i64) -> i64 {
        raised([v, 2, 3], 1, v) + raised([v as f64, 0.5, 2.0], 2, 1.5) as i64
    }
    fn of_a_generic_integer(v: i64) -> i64 {
        let mut n = v;
        in_place(&mut n, 6) * 100 + n
    }
    fn a_right_side_that_changes_the_left(v: i64) -> i64 {
        let mut n = v;
        n += { n = 5; 1 };
        n
    }
    fn a_right_side_that_changes_an_element(v: i64) -> i64 {
        let mut a = [v, 2];
        a[0] += { a[0] = 7; a[1] };
        a[0] * 10 + a[1]
    }
    fn a_right_side_that_calls(v: i64) -> i64 {
        let mut n = v;
        let mut m = 3i64;
        m -= next(&mut n);
        m *= next(&mut n) + m;
        m * 100 + n
    }
    fn an_index_with_effects(v: i64) -> i64 {
        let (mut a, mut i) = ([v, 1, 2], 0usize);
        a[{ i += 1; i }] += v;
        a[{ i += 1; i }] *= 5;
        a[0] + a[1] * 10 + a[2] * 100 + i as i64
    }
    fn a_right_side_that_leaves(v: i64) -> i64 {
        let mut n = v;
        n += if v > 2 { return n * 7 } else { 1 };
        n
    }
    fn itself(v: i64) -> i64 {
        let mut n = v;
        n += n;
        n *= n - 1;
        n
    }
    fn itself_twice(v: i64) -> i64 {
        let mut n = v;
        n += { n += n; n };
        n
    }
    fn through_a_reference(v: i64) -> i64 {
        let mut n = v;
        let r = &mut n;
        *r += *r;
        *r -= { *r += 1; 3 };
        n
    }
    fn of_a_field(v: i64) -> i64 {
        let mut p = Pair { x: v, y: 2 };
        p.x += { p.x = 4; p.y };
        p.y <<= p.x & 3;
        p.sum()
    }
    fn of_a_tuple(v: i64) -> i64 {
        let mut t = (v, (1i64, 2i64));
        t.1.1 -= { t.0 += 1; t.0 };
        t.1.0 |= t.1.1;
        t.0 * 10_000 + t.1.0 * 100 + t.1.1
    }
    fn shifts(v: i64) -> i64 {
        let mut n = v;
        n <<= { n += 1; 2u8 };
        n >>= { let by = 1u32; by };
        n
    }
    fn logic(v: i64) -> i64 {
        let mut b = v > 1;
        b &= { b = v > 3; v < 6 };
        b |= v == 0;
        b ^= { b = !b; true };
        b as i64
    }
    fn to_nothing(v: i64) -> i64 {
        let (mut n, mut a) = (v, [v, 2, 3]);
        let mut f = |by: i64| { n += by; n };
        _ = f(2);
        _ = { a[1] += f(3); a };
        (_) = a[f(1).rem_euclid(3) as usize];
        (_, _) = (f(4), f(a[1]));
        if v > 2 { _ = f(a[0]) }
        n * 10 + a[1]
    }
    fn plain_assignment(v: i64) -> i64 {
        let (mut a, mut n) = ([0i64; 3], v);
        a[(n & 1) as usize] = { n += 1; n };
        a[0] * 10 + a[1] + n * 100
    }
    fn exchanged(v: i64) -> i64 {
        let (mut a, mut b) = (v, 5i64);
        (a, b) = (b, a);
        [a, b] = [b + 1, a];
        a * 100 + b
    }
    fn rotated(v: i64) -> i64 {
        let mut a = [v, 1, 2];
        (a[0], a[1], a[2]) = (a[1], a[2], a[0]);
        a[0] * 100 + a[1] * 10 + a[2]
    }
    fn in_a_loop(v: i64) -> i64 {
        let (mut a, mut i) = ([1i64; 4], 0usize);
        while i < 3 {
            a[i] += { i += 1; v };
        }
        a[0] + a[1] * 10 + a[2] * 100 + a[3] * 1000
    }
    fn a_struct_of_its_own_parts(v: i64) -> i64 {
        let mut p = Pair { x: v, y: 3 };
        p = Pair { x: p.y, y: p.x };
        p = Pair { y: p.x, ..p };
        p.sum()
    }
}
