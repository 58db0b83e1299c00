//! Receivers: a method with `&mut self` changes what Rust says, a place or a copy.

use onrush::prelude::*;

use super::{Pair, both, functions, next};

/// Methods that numbers and slices have as well, by a trait.
trait Measures {
    fn abs(&self) -> i64;
    fn len(&self) -> i64;
    fn pow(self, by: u32) -> i64;
}
#[device]
impl Measures for Pair {
    fn abs(&self) -> i64 {
        self.x.abs() + self.y.abs()
    }
    fn len(&self) -> i64 {
        self.x + self.y
    }
    fn pow(self, by: u32) -> i64 {
        self.x.pow(by) + self.y
    }
}

functions! {
    fn methods_of_numbers_names(v: i64) -> i64 {
        let a = [Pair { x: v, y: -1 }, Pair { x: 3, y: v }];
        let r = &a[0];
        let mut n = r.abs() + r.len() * 10 + a[1].abs() + a[1].len();
        for p in &a {
            n += p.abs() * 100 + p.len();
        }
        n + a.iter().map(|p| p.abs() + p.len()).sum::<i64>() + a.get(1).unwrap().abs() + a[0].pow(2) + a.first().map_or(0, |p| p.len())
    }
    fn an_if(v: i64) -> i64 {
        let (mut a, mut b) = (Pair { x: v, y: 1 }, Pair { x: 10, y: 2 });
        let n = (if v > 0 { a } else { b }).bump();
        n * 10_000 + a.x * 100 + b.x
    }
    fn a_block(v: i64) -> i64 {
        let mut a = Pair { x: v, y: 1 };
        let n = { a }.bump();
        n * 100 + a.x
    }
    fn in_parentheses(v: i64) -> i64 {
        let mut a = Pair { x: v, y: 1 };
        let n = (a).bump();
        n * 100 + a.x
    }
    fn a_match(v: i64) -> i64 {
        let mut a = Pair { x: v, y: 1 };
        let n = (match v { 0 => Pair { x: 5, y: 5 }, _ => a }).bump();
        n * 100 + a.x
    }
    fn a_labelled_block(v: i64) -> i64 {
        let mut a = Pair { x: v, y: 1 };
        let n = 'l: { if v > 2 { break 'l a; } Pair { x: 0, y: 0 } }.bump();
        n * 100 + a.x
    }
    fn a_loop(v: i64) -> i64 {
        let mut a = Pair { x: v, y: 1 };
        let n = loop { break a; }.add_to(3);
        n * 100 + a.x
    }
    fn a_result(v: i64) -> i64 {
        Pair::new(v, 2).bump() + Pair::new(v, 2).with(3).add_to(4)
    }
    fn a_literal(v: i64) -> i64 {
        Pair { x: v, y: 2 }.add_to(5)
    }
    fn an_operator(v: i64) -> i64 {
        let mut a = Pair { x: v, y: 1 };
        let n = (a + a).bump();
        n * 100 + a.x
    }
    fn an_element(v: i64) -> i64 {
        let mut a = [Pair { x: v, y: 1 }, Pair { x: 7, y: 2 }];
        let n = a[(v & 1) as usize].bump();
        n * 10_000 + a[0].x * 100 + a[1].x
    }
    fn a_field(v: i64) -> i64 {
        let mut t = (Pair { x: v, y: 1 }, 3i64);
        let n = t.0.add_to(t.1);
        n * 100 + t.0.x
    }
    fn a_part_of_a_result(v: i64) -> i64 {
        let mut a = Pair { x: v, y: 1 };
        let n = (a, 3i64).0.bump() + [a, a][1].bump();
        n * 100 + a.x
    }
    fn an_argument_that_reads_it(v: i64) -> i64 {
        let mut a = Pair { x: v, y: 1 };
        let n = a.add_to(a.sum());
        n * 100 + a.x
    }
    fn an_argument_that_calls_it_with_an_argument(v: i64) -> i64 {
        let mut a = Pair { x: v, y: 1 };
        let n = a.plus(a.plus(2)) + a.add_to(a.plus(a.sum()));
        n * 100 + a.x
    }
    fn an_argument_behind_a_reference_to_it(v: i64) -> i64 {
        let mut a = Pair { x: v, y: 1 };
        let r = &a.y;
        let n = both(&a.y, a.sum()) + both(&a.x, both(&a.y, a.plus(a.sum()))) + both(r, { let n = a.sum(); n + 1 });
        a.x += n;
        n * 100 + a.with(a.bump()).x + both(&a.x, 1) + a.bump()
    }
    fn an_argument_behind_a_reference_to_another(v: i64) -> i64 {
        let (mut a, b) = (Pair { x: v, y: 1 }, Pair { x: 3, y: 2 });
        let n = both(&b.x, a.bump()) + b.plus(both(&b.x, a.bump()));
        n * 100 + a.x
    }
    fn an_argument_that_reads_another_element(v: i64) -> i64 {
        let mut a = [Pair { x: v, y: 1 }, Pair { x: 7, y: 2 }];
        let mut i = 0usize;
        let n = a[i].add_to({ i += 1; a[i].x });
        n * 10_000 + a[0].x * 100 + a[1].x
    }
    fn an_argument_that_moves_the_index(v: i64) -> i64 {
        let (mut a, mut i) = ([Pair { x: v, y: 1 }; 2], 0usize);
        let n = a[i].add_to({ i = 1; 5 });
        n * 10_000 + a[0].x * 100 + a[1].x + i as i64
    }
    fn an_argument_that_changes_what_is_copied(v: i64) -> i64 {
        let mut a = Pair { x: v, y: 1 };
        let b = a.with(a.bump());
        b.sum() * 100 + a.sum()
    }
    fn a_reference(v: i64) -> i64 {
        let mut a = Pair { x: v, y: 1 };
        let r = &mut a;
        let n = r.bump() + r.add_to(r.y);
        n * 100 + a.x
    }
    fn a_chain(v: i64) -> i64 {
        let mut a = Pair { x: v, y: 1 };
        let n = a.with(2).with(a.bump()).with(4).add_to(a.x);
        n * 100 + a.x
    }
    fn within_an_argument(v: i64) -> i64 {
        let (mut a, mut b) = (Pair { x: v, y: 1 }, Pair { x: 2, y: 3 });
        let n = a.add_to(b.add_to(a.x)) + b.add_to(a.bump());
        n * 10_000 + a.x * 100 + b.x
    }
    fn a_copy_in_a_loop(v: i64) -> i64 {
        let mut a = Pair { x: v, y: 1 };
        let mut sum = 0i64;
        for k in 0..3i64 {
            let mut b = a;
            sum += b.add_to(k) + { a }.bump();
            a.y += next(&mut sum) & 1;
        }
        sum * 100 + a.sum()
    }
    fn an_element_of_a_field(v: i64) -> i64 {
        let mut t = ([Pair { x: v, y: 1 }; 2], 0usize);
        let n = t.0[{ t.1 += 1; t.1 }].bump();
        n * 10_000 + t.0[0].x * 100 + t.0[1].x
    }
}
