//! Labels: each `break` and `continue` leaves the loop that Rust says, where labels hide each other.

use super::{functions, next};

functions! {
    fn a_condition_with_the_label_of_its_own_loop(v: i64) -> i64 {
        let (mut n, mut rounds) = (0i64, 0i64);
        'a: loop {
            rounds += 1;
            if rounds > 3 { break; }
            'a: while n < v && { if n == 1 { n += 2; break 'a } true } { n += 1; }
            n += 10;
        }
        n * 10 + rounds
    }
    fn a_condition_that_continues(v: i64) -> i64 {
        let (mut n, mut rounds) = (0i64, 0i64);
        'a: for i in 0..3i64 {
            'a: while { n += 1; if n % 2 == 0 { continue 'a } n < v + i * 3 } { rounds += 1; }
            rounds += 10;
        }
        n * 1000 + rounds
    }
    fn a_condition_of_nothing_but_leaving(v: i64) -> i64 {
        let mut n = v;
        'a: while break 'a { n += 100; }
        'b: while { n += 1; break 'b } {}
        n
    }
    fn a_condition_in_a_block(v: i64) -> i64 {
        let mut n = v;
        'a: {
            'a: while { n += 1; if n > 3 { break 'a } n < 5 } { n += 1; }
            n += 100;
            if n > 101 { break 'a }
            n += 1000;
        }
        n
    }
    fn nested_conditions(v: i64) -> i64 {
        let (mut n, mut m) = (0i64, 0i64);
        'a: while { 'a: while { m += 1; if m > 4 + v { break 'a } m < 3 } { n += 1; } n < 6 && m < 20 } { n += 2; m += 3; if n + m > 14 { break 'a } }
        n * 100 + m
    }
    fn an_inner_label_in_a_body(v: i64) -> i64 {
        let mut n = 0i64;
        'a: for i in 0..4i64 {
            'a: for j in 0..4i64 {
                if j == v { break 'a }
                if j + i == 4 { continue 'a }
                n += j + 1;
            }
            n += 100;
            if n > 300 { break 'a }
        }
        n
    }
    fn the_bounds_of_a_loop(v: i64) -> i64 {
        let mut n = 0i64;
        'a: for i in 0..3i64 {
            'a: for j in 0..(if i == 2 { break 'a } else { v }) { n += j + 1; }
            n += 10;
        }
        n
    }
    fn the_label_of_a_block_and_a_loop(v: i64) -> i64 {
        let mut n = v;
        let found = 'a: {
            'a: loop { n += 1; if n > 4 { break 'a; } }
            if n > 5 { break 'a n * 10 }
            n
        };
        found + n
    }
    fn a_condition_with_two_parts(v: i64) -> i64 {
        let mut n = v;
        'a: loop {
            n += 1;
            'a: while (n < 4 || { if n == 5 { break 'a } n < 8 }) && next(&mut n) < 9 {}
            if n > 8 { break }
        }
        n
    }
}
