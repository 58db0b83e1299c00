//! Places whose indices have statements or effects: the array itself is changed, not a copy, and each index is evaluated
//! once.

use super::{Pair, functions, next, push, set, three};

functions! {
    fn histogram(v: i64) -> i64 {
        let mut c = [0i64; 3];
        for k in 0..5i64 {
            c[match (v + k).rem_euclid(4) { 0 => 0usize, 1 => 1, _ => 2 }] += 1;
        }
        c[0] * 100 + c[1] * 10 + c[2]
    }
    fn stack(v: i64) -> i64 {
        let (mut s, mut top) = ([0i64; 4], 0usize);
        s[push(&mut top)] = v;
        s[push(&mut top)] = v + 1;
        s[1] * 100 + s[2] * 10 + top as i64
    }
    fn method_of_an_element(v: i64) -> i64 {
        let (mut a, mut i) = ([Pair { x: v, y: 0 }; 4], 0usize);
        let first = a[push(&mut i)].bump();
        let second = a[{ i += 1; i }].bump();
        first * 1000 + second * 100 + a[1].x * 10 + a[2].x + i as i64
    }
    fn reference_to_an_element(v: i64) -> i64 {
        let mut a = [v; 4];
        let r = &mut a[{ let k = v.rem_euclid(4); k as usize }];
        *r += 7;
        a[0] + a[1] * 3 + a[2] * 5 + a[3] * 7
    }
    fn an_index_that_changes_the_array(v: i64) -> i64 {
        let mut a = [1i64, 2, 3];
        let read = a[{ a[1] = v; 1 }];
        read * 10 + a[1]
    }
    fn a_block_as_an_index(v: i64) -> i64 {
        let mut c = [0i64; 2];
        c[{ let odd = v & 1; odd as usize }] += v;
        c[0] * 10 + c[1]
    }
    fn an_if_as_an_index(v: i64) -> i64 {
        let mut c = [1i64; 2];
        c[if v > 0 { let one = 1usize; one } else { 0 }] = v;
        c[0] * 10 + c[1]
    }
    fn a_loop_as_an_index(v: i64) -> i64 {
        let mut c = [0i64; 5];
        let mut n = v.rem_euclid(5) as usize;
        c[loop { if n % 2 == 0 { break n; } n -= 1; }] -= 3;
        c[0] + c[2] * 10 + c[4] * 100
    }
    fn a_labelled_block_as_an_index(v: i64) -> i64 {
        let mut c = [0i64; 3];
        c['found: { if v < 0 { break 'found 2usize; } 1 }] = 5;
        c[1] * 10 + c[2]
    }
    fn an_index_within_an_index(v: i64) -> i64 {
        let (mut order, mut c) = ([2usize, 0, 1], [0i64; 3]);
        let mut i = 0usize;
        c[order[{ i += 1; i % 3 }]] += v;
        order[c[0].rem_euclid(3) as usize] = 0;
        c[0] * 100 + c[1] * 10 + c[2] + order[0] as i64
    }
    fn both_dimensions(v: i64) -> i64 {
        let (mut m, mut n) = ([[0i64; 2]; 2], v);
        m[(next(&mut n) & 1) as usize][(next(&mut n) & 1) as usize] = v;
        m[0][0] + m[0][1] * 3 + m[1][0] * 5 + m[1][1] * 7
    }
    fn a_field_behind_an_index(v: i64) -> i64 {
        let (mut a, mut i) = ([Pair { x: 1, y: 2 }; 3], 0usize);
        a[{ i += 1; i }].y = v;
        a[{ i += 1; i }].x -= v;
        a[1].sum() * 100 + a[2].sum() + i as i64
    }
    fn an_array_behind_a_field(v: i64) -> i64 {
        let mut t = ([0i64; 3], 1usize);
        t.0[{ t.1 += 1; t.1 }] = v;
        t.0[2] * 10 + t.1 as i64
    }
    fn a_part_of_an_element(v: i64) -> i64 {
        let (mut a, mut i) = ([(v, 1i64); 3], 2usize);
        a[{ i -= 1; i }].1 += 5;
        a[0].1 + a[1].1 * 10 + a[2].1 * 100 + a[1].0
    }
    fn an_element_passed_by_reference(v: i64) -> i64 {
        let (mut a, mut i) = ([v; 4], 0usize);
        let old = set(&mut a[push(&mut i)], 9);
        old * 100 + a[0] + a[1] * 10
    }
    fn an_assignment_as_a_part(v: i64) -> i64 {
        let (mut a, mut i) = ([0i64; 3], 0usize);
        (a[{ i += 1; i }], a[{ i += 1; i }]) = (v, v * 2);
        a[0] + a[1] * 10 + a[2] * 100
    }
    fn a_value_that_moves_the_index(v: i64) -> i64 {
        let (mut a, mut i) = ([0i64; 3], 0usize);
        a[i] = { i = 2; v };
        a[0] + a[2] * 10 + i as i64 * 100
    }
    fn a_read_before_its_index_moves(v: i64) -> i64 {
        let (a, mut i) = ([v, v + 1, v + 2], 0usize);
        a[i] * 100 + { i = 2; a[i] } * 10 + a[i - 1]
    }
    fn a_match_that_assigns(v: i64) -> i64 {
        let (mut a, mut seen) = ([0i64; 2], 0i64);
        a[match v { n if n > 2 => { seen = n; 1usize } n => { seen = -n; 0 } }] = v;
        a[0] * 10 + a[1] + seen * 100
    }
    fn an_index_that_leaves(v: i64) -> i64 {
        let mut a = [v; 2];
        for k in 0..3usize {
            a[if k == 2 { break } else { k }] += k as i64;
        }
        a[if v == 3 { return -1 } else { 1 }] += 1;
        a[0] * 10 + a[1]
    }
    fn a_comparison_as_an_index(v: i64) -> i64 {
        let (mut a, mut n) = ([0i64; 2], v);
        a[(next(&mut n) > 2 && { n += 10; true }) as usize] = n;
        a[0] * 100 + a[1] + n
    }
    fn a_statement(v: i64) -> i64 {
        let mut k = 0usize;
        three(v)[push(&mut k) % 3];
        (three(v), 1).0[push(&mut k) % 3];
        k as i64 + v
    }
    fn temporaries_within_each_other(v: i64) -> i64 {
        let mut k = 0usize;
        [three([v, 2][k])[push(&mut k)], 5][{ k += 1; k - 2 }] + [[v; 2], [1; 2]][1][k & 1] + k as i64
    }
}
