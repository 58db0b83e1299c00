//! What is read is what was there when Rust reads it, through references, too.

use super::{Pair, both, functions, next, set};

functions! {
    fn through_a_reference(v: i64) -> i64 {
        let mut n = v;
        let r = &n;
        *r + { n = 10; 0 } + n
    }
    fn a_field_through_a_reference(v: i64) -> i64 {
        let mut p = Pair { x: v, y: 1 };
        let r = &p;
        r.x + { p.x = 50; 0 } + p.x
    }
    fn an_element_through_a_reference(v: i64) -> i64 {
        let mut a = [v, 1];
        let r = &a;
        r[0] + { a[0] = 50; a[1] } + a[0]
    }
    fn through_a_reference_to_a_part(v: i64) -> i64 {
        let mut t = (v, 1i64);
        let r = &t.0;
        *r * 10 + { t.0 += 2; t.1 } + t.0
    }
    fn through_an_exclusive_reference(v: i64) -> i64 {
        let mut n = v;
        let r = &mut n;
        let first = *r + { *r += 3; *r } * 10 + *r;
        first * 10 + n
    }
    fn a_variable_and_its_change(v: i64) -> i64 {
        let mut n = v;
        n + { n += 1; n } * 10 + n * 100
    }
    fn a_variable_and_a_call(v: i64) -> i64 {
        let mut n = v;
        n + next(&mut n) * 10 + n * 100
    }
    fn parts_of_a_tuple(v: i64) -> i64 {
        let mut n = v;
        let t = (n, { n *= 2; n }, n + next(&mut n), n);
        t.0 + t.1 * 10 + t.2 * 100 + t.3 * 1000
    }
    fn parts_of_an_array(v: i64) -> i64 {
        let mut n = v;
        let a = [n, next(&mut n), n, { n = 0; n }];
        a[0] + a[1] * 10 + a[2] * 100 + a[3] + n
    }
    fn parts_of_a_struct(v: i64) -> i64 {
        let mut n = v;
        let p = Pair { y: n, x: next(&mut n) };
        p.sum() + n
    }
    fn the_base_of_a_struct(v: i64) -> i64 {
        let mut p = Pair { x: v, y: 1 };
        let q = Pair { x: { p.y = 5; p.x + 1 }, ..p };
        q.sum() * 100 + p.sum()
    }
    fn arguments(v: i64) -> i64 {
        let mut n = v;
        both(&next(&mut n), n) + both(&{ n }, { n += 1; n })
    }
    fn a_comparison(v: i64) -> i64 {
        let mut n = v;
        (n == { n += 1; n }) as i64 + (n < next(&mut n)) as i64 * 10
    }
    fn a_cast(v: i64) -> i64 {
        let mut n = v;
        (n as i32 as i64) * { n = 3; n } + n
    }
    fn a_negation(v: i64) -> i64 {
        let mut n = v;
        -n + { n = 7; n } * 10 - -n
    }
    fn the_value_of_a_block(v: i64) -> i64 {
        let mut n = v;
        ({ n }) + { let m = n; n = m + 1; m } * 10 + n
    }
    fn the_value_of_an_if(v: i64) -> i64 {
        let mut n = v;
        (if n > 1 { n } else { 0 - n }) + { n += 4; n } * 100
    }
    fn a_whole_array(v: i64) -> i64 {
        let mut a = [v, 2, 3];
        let before = (a, { a[0] = 9; a[0] }, a);
        before.0[0] + before.1 * 10 + before.2[0] * 100
    }
    fn a_bound_of_a_loop(v: i64) -> i64 {
        let mut n = v.rem_euclid(4);
        let mut sum = 0i64;
        for i in 0..n { n = 9; sum = sum * 10 + i + n; }
        for i in n..({ n += 2; n }) { sum += i; n = 0; }
        sum
    }
    fn an_old_value(v: i64) -> i64 {
        let mut n = v;
        let old = set(&mut n, 5);
        n * 100 + old + set(&mut n, old) * 10 + n
    }
    fn a_reference_that_shadows(v: i64) -> i64 {
        let mut n = v;
        let r = &n;
        let r = *r + { n += 1; n };
        let s = &mut n;
        *s += r;
        *s * 10 + n
    }
}
