//! A name that a pattern binds by value is a copy: to change it changes nothing else.

use onrush::prelude::*;

use super::{Pair, functions, next, three, two};

/// A struct with parameters, whose patterns rustc is asked about where they always match.
#[derive(Clone, Copy, Element)]
#[repr(C)]
struct Both<T> {
    x: T,
    y: T,
}

#[device]
impl Both<i64> {
    fn of(v: i64) -> Both<i64> {
        Both { x: v, y: v + 2 }
    }
    fn step(&mut self) -> i64 {
        let Both { x, y } = self;
        *x += 1;
        *y += *x;
        self.x * 10 + self.y
    }
    fn product(self) -> i64 {
        let Self { x, y } = self;
        x * y
    }
}

#[device]
fn of_parameters(Both { x, .. }: &Both<i64>, Both { y, .. }: Both<i64>) -> i64 {
    *x * 7 + y
}

functions! {
    fn structs_that_always_match(v: i64) -> i64 {
        let mut both = Both { x: v, y: 3 };
        let Both { x, y } = both;
        let Both { x: changed, .. } = &mut both;
        *changed += 2;
        let Both { x: lent, .. } = &Both::<i64>::of(v);
        let Both { y: made, .. } = Both::<i64>::of(v);
        let (Both { x: part, .. }, n) = (both, v);
        let [Both { x: first, .. }, _] = [both, Both { x: 1, y: 1 }];
        let f = |Both { x, y }: Both<i64>| x * 5 - y;
        let all = [both, Both { x: 1, y: 1 }];
        let mut sum: i64 = all.iter().map(|Both { x, y }| x - y).sum();
        for (i, Both { x, .. }) in all.iter().enumerate() { sum = sum * 3 + *x * i as i64; }
        let stepped = both.step() + both.product() + of_parameters(&both, both);
        x + y * 2 + *lent * 3 + made * 5 + part * 7 + n + first + f(both) + sum + stepped
    }
    fn in_an_arm(v: i64) -> i64 {
        match v { mut y => { y += 1; v * 100 + y } }
    }
    fn in_a_later_arm(v: i64) -> i64 {
        match v { 0 => 7, mut y if y > 2 => { y *= 2; v * 100 + y } mut y => { y -= 1; v * 100 + y } }
    }
    fn of_a_field(v: i64) -> i64 {
        let p = Pair { x: v, y: 2 };
        match p { Pair { x: mut a, y: b } => { a += b; p.x * 100 + a } }
    }
    fn of_a_field_alone(v: i64) -> i64 {
        let mut p = Pair { x: v, y: 2 };
        match p.x { mut a => { a += 5; p.y = a; p.x * 100 + p.y } }
    }
    fn of_an_element(v: i64) -> i64 {
        let a = [v, 2];
        match a { [mut first, second] => { first += second; a[0] * 100 + first } }
    }
    fn of_an_element_at_an_index(v: i64) -> i64 {
        let mut a = [v, 2];
        let i = 0usize;
        match a[i] { mut first => { first += 3; a[1] = first; a[0] * 100 + a[1] } }
    }
    fn of_a_tuple(v: i64) -> i64 {
        let t = (v, 3i64);
        match t { (mut a, mut b) => { a += 1; b += a; t.0 * 1000 + t.1 * 100 + a * 10 + b } }
    }
    fn a_counter(v: i64) -> i64 {
        let mut sum = v;
        for i in 0..4i32 {
            match i { mut k => { k -= 1; sum = sum * 3 + k as i64; } }
        }
        sum
    }
    fn a_counter_as_the_pattern(v: i64) -> i64 {
        let mut sum = v;
        for mut i in 0..4i64 {
            i *= 2;
            sum = sum * 3 + i;
        }
        sum
    }
    fn a_counter_downwards(v: i64) -> i64 {
        let mut sum = v;
        for i in (0..=3i64).rev() {
            let mut k = i;
            k += 10;
            sum = sum * 3 + k;
        }
        sum
    }
    fn a_let(v: i64) -> i64 {
        let t = (v, 5i64);
        let (mut a, b) = t;
        a += b;
        t.0 * 100 + a
    }
    fn a_let_of_a_variable(v: i64) -> i64 {
        let mut a = v;
        let b = a;
        a += 1;
        let mut c = b;
        c *= 3;
        a * 10_000 + b * 100 + c
    }
    fn a_whole_and_its_parts(v: i64) -> i64 {
        let mut t = (v, 2i64);
        match t { mut whole @ (a, _) => { whole.0 += 7; t.1 = 9; whole.0 * 100 + a * 10 + t.1 + whole.1 } }
    }
    fn a_part_that_changes_afterwards(v: i64) -> i64 {
        let mut p = Pair { x: v, y: 1 };
        let Pair { x, y } = p;
        p.x += 10;
        p.y = 4;
        x * 1000 + y * 100 + p.x + p.y
    }
    fn a_matched_variable_that_changes(v: i64) -> i64 {
        let mut n = v;
        match n { k if k > 1 => { n += 50; k * 100 + n } k => { n -= 50; k * 100 + n } }
    }
    fn an_array_looped_over(v: i64) -> i64 {
        let mut a = [v, v + 1, v + 2];
        let mut sum = 0i64;
        for mut item in a {
            a[2] = 100;
            item += 1;
            sum = sum * 7 + item;
        }
        sum + a[0] + a[2]
    }
    fn a_parameter(v: i64) -> i64 {
        let mut w = v;
        let k = w;
        match k { mut inner => { inner += 1; w += inner; } }
        k * 100 + w
    }
    fn of_a_result(v: i64) -> i64 {
        match two(v) { (mut a, b) => { a += b; a * 10 + b } }
    }
    fn of_a_result_with_a_guard(v: i64) -> i64 {
        match three(v) { [a, mut b, c] if a < c => { b += a; b * 10 + c } [mut a, ..] => { a -= 1; a } }
    }
    fn twice(v: i64) -> i64 {
        let n = v;
        match n { mut a => { a += 1; match a { mut b => { b += a; n * 100 + a * 10 + b } } } }
    }
    fn by_a_call(v: i64) -> i64 {
        let t = (v, v + 1);
        match t { (mut a, b) => { let first = next(&mut a); first * 100 + t.0 * 10 + b } }
    }
}
