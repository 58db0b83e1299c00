//! The order of an assigning operator's sides where it makes a difference: a function evaluates its place first.

use super::{Pair, functions, push};
use onrush::prelude::*;

#[device]
impl std::ops::DivAssign for Pair {
    fn div_assign(&mut self, other: Pair) {
        self.x = self.x * 3 + other.x;
        self.y -= other.y;
    }
}

functions! {
    fn an_index_behind_an_exclusive_reference(v: i64) -> i64 {
        let (mut a, mut i) = ([v, 1, 2], 0usize);
        let r = &mut i;
        a[i] += { *r = 1; v };
        a[0] * 100 + a[1] * 10 + a[2]
    }
    fn an_index_that_leaves_beside_a_failure(v: i64) -> i64 {
        let mut a = [Pair { x: v, y: 1 }; 2];
        a[if v == 0 { return 7 } else { 1 }] /= Pair { x: 10 / v, y: 2 };
        a[1].sum()
    }
    fn an_index_that_leaves_beside_an_index(v: i64) -> i64 {
        let (mut a, b) = ([Pair { x: v, y: 1 }; 2], [3i64, 4]);
        a[if v < 0 || v > 1 { return 7 } else { 1 }] += Pair { x: b[v as usize], y: 2 };
        a[1].sum()
    }
    fn an_index_that_leaves_beside_a_failure_of_the_language(v: i64) -> i64 {
        let (mut a, mut n) = ([v, 1], 0i64);
        while n < 3 {
            n += 1;
            a[if n == 2 { break } else { 1 }] += 12 / (n + 1);
        }
        a[0] * 10 + a[1]
    }
    fn leaving_in_an_index_of_a_method(v: i64) -> i64 {
        let mut a = [Pair { x: v, y: 1 }; 2];
        let n = a[if v > 3 { return -7 } else { 1 }].add_to(12 / (4 - v));
        n + a[if v == 2 { return a[1].x } else { 0 }].bump()
    }
    fn leaving_in_a_shift(v: i64) -> i64 {
        let (mut a, mut k) = ([v; 2], 0usize);
        'l: loop {
            a[if k > 1 { break 'l } else { k }] <<= { k += 1; if v == 3 && k < 2 { continue 'l } if k > 3 { break 'l } 1 };
        }
        a[0] * 10 + a[1]
    }
    fn an_ordered_index_in_an_ordered_index(v: i64) -> i64 {
        let (mut a, mut b, mut i) = ([Pair { x: v, y: 1 }; 3], [Pair { x: 1, y: v }; 3], 0usize);
        a[{ b[i] += { i = 1; Pair { x: 1, y: 2 } }; i }] += { i = 2; b[0] };
        a[i % 3] += { push(&mut i); Pair { x: 1, y: 2 } };
        a[0].sum() + a[1].sum() * 3 + a[2].sum() * 7 + b[0].sum() * 11 + b[1].sum() * 13 + i as i64
    }
}
