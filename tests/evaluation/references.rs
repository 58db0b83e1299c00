//! References: what they refer to, through matches, other references and new values.

use super::{Pair, both, functions};
use onrush::prelude::*;

#[device]
fn change(r: &mut Pair, i: &mut usize) -> i64 {
    match r {
        Pair { x, y } => {
            *x += 1;
            *y += *x;
        }
    }
    let s = r;
    s.x += {
        *i += 1;
        *i as i64
    };
    let t = &mut s.y;
    *t *= 3;
    s.sum()
}
#[device]
fn swapped(a: &mut [i64; 3], n: &mut i64) -> i64 {
    let r = &mut a[{
        *n += 1;
        (*n).rem_euclid(3) as usize
    }];
    let old = *r;
    *r = *n;
    *n = old;
    old + {
        let m = &*r;
        *m
    }
}
#[device]
fn many(a: &mut [Pair; 2], k: &mut usize) -> i64 {
    let i = &mut *k;
    a[*i & 1].bump()
        + a[{
            *i += 1;
            *i & 1
        }]
        .add_to({
            *i += 1;
            *i as i64
        })
        + {
            let j = &*i;
            a[*j & 1].sum()
        }
}

functions! {
    fn shared_in_a_tuple(v: i64) -> i64 {
        let (a, b) = (v, 2i64);
        let r = &a;
        let s = &b;
        let t = (r, s, *r + *s);
        both(t.0, t.2) + both(t.1, v)
    }
    fn shared_in_a_tuple_of_what_changes(v: i64) -> i64 {
        let mut n = v;
        let r = &n;
        let t = (r, *r + 1);
        let sum = both(t.0, t.1);
        n += 5;
        sum * 10 + n
    }
    fn by_parameters(v: i64) -> i64 {
        let (mut p, mut i) = (Pair { x: v, y: 2 }, 1usize);
        change(&mut p, &mut i) * 100 + p.sum() + i as i64
    }
    fn by_elements(v: i64) -> i64 {
        let (mut a, mut n) = ([v, 5, 7], v);
        swapped(&mut a, &mut n) * 100 + a[0] + a[1] * 10 + a[2] * 3 + n
    }
    fn by_many(v: i64) -> i64 {
        let (mut a, mut k) = ([Pair { x: v, y: 2 }, Pair { x: 3, y: v }], 1usize);
        many(&mut a, &mut k) * 100 + a[0].sum() + a[1].sum() * 7 + k as i64
    }
    fn a_method_beside_a_shared_reference(v: i64) -> i64 {
        let mut p = Pair { x: v, y: 2 };
        let r = &p;
        let s = &r.y;
        let first = p.add_to(*s);
        first * 10 + p.x
    }
    fn an_element_beside_its_index(v: i64) -> i64 {
        let (mut a, mut i) = ([v, 1, 2], 0usize);
        let r = &mut a[i];
        *r += { i = 2; 5 };
        let s = &mut a[i];
        *s -= i as i64;
        a[0] * 100 + a[1] * 10 + a[2]
    }
    fn matched_references(v: i64) -> i64 {
        let (mut t, mut n) = ((v, Pair { x: 1, y: 2 }), 3i64);
        let r = &mut t;
        match r { (a, Pair { x, y }) if *a > 1 => { *a += *x; *x = *a; n += *y; } (a, p) => { *a -= 1; n += p.bump(); } }
        t.0 * 1000 + t.1.sum() * 10 + n
    }
    fn matched_twice(v: i64) -> i64 {
        let mut t = ((v, 2i64), 3i64);
        let r = &mut t;
        match r { (inner, n) => { match inner { (a, b) => { *a += *b; *b += *n; *n = *a; } } inner.0 += 1; } }
        t.0.0 * 100 + t.0.1 * 10 + t.1
    }
    fn a_copy_through_a_reference_of_a_reference(v: i64) -> i64 {
        let mut n = v;
        let r = &mut n;
        let s = &mut *r;
        let t = &*s;
        let copy = *t;
        *s += 3;
        *r += 10;
        copy * 100 + n
    }
    fn an_or_with_a_reference(v: i64) -> i64 {
        let mut n = v;
        let r = &mut n;
        let yes = *r > 2 || { *r += 5; *r > 3 } && { *r -= 1; true };
        yes as i64 * 100 + n
    }
}
