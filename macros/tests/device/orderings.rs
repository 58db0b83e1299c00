//! `core::cmp::Ordering`: its variants as values and patterns, its methods, and the comparisons that return it.

use std::cmp::Ordering;

use onrush_macros::{Element, device, op};

use crate::support::same;

const PAIRS: [(i32, i32); 7] = [(0, 0), (1, 2), (2, 1), (-5, 3), (i32::MIN, i32::MAX), (7, 7), (3, -5)];
const FLOATS: [f32; 9] = [0.0, -0.0, 1.0, -1.0, f32::INFINITY, f32::NEG_INFINITY, f32::NAN, -f32::NAN, 1e-45];

fn float_pairs() -> Vec<(f32, f32)> {
    FLOATS.iter().flat_map(|a| FLOATS.map(|b| (*a, b))).collect()
}

#[test]
fn comparisons() {
    same(op!(|a: i32, b: i32| a.cmp(&b)), &PAIRS);
    same(op!(|a: i32, b: i32| (a as u8).cmp(&(b as u8))), &PAIRS);
    same(op!(|a: i32, b: i32| i64::cmp(&(a as i64), &(b as i64 * 2))), &PAIRS);
    same(op!(|a: i32, b: i32| (a > 0).cmp(&(b > 0))), &PAIRS);
    same(op!(|a: i32, b: i32| (a / 3, b).cmp(&(b / 3, a))), &PAIRS);
    same(op!(|a: i32, b: i32| [a / 3, b].cmp(&[b / 3, a])), &PAIRS);
    same(op!(|a: i32, b: i32| a.cmp(&b).cmp(&b.cmp(&a))), &PAIRS);
    same(op!(|a: f32, b: f32| (a.total_cmp(&b), f32::total_cmp(&b, &a.abs()))), &float_pairs());
    same(op!(|a: f32, b: f32| (a as f64).total_cmp(&(b as f64))), &float_pairs());
}

/// Rust finds the methods of `Ord` for a number before it knows the number's type.
#[test]
fn numbers_without_a_type() {
    same(op!(|a: i32, b: i32| (2.cmp(&3), (1 + 2).cmp(&b), (-7).cmp(&(a as i64)), a.cmp(&!-4))), &PAIRS);
    same(op!(|a: i32, b: i32| (5.clamp(a.min(b), 9), 2.clamp(3, 1 << 2), (b & 1).clamp(0, 7))), &PAIRS);
    same(op!(|a: i32, b: i32| ((1 < 2).cmp(&(a < b)), (-(3 - 1)).cmp(&(2 >> b.clamp(0, 1))))), &PAIRS);
}

#[test]
fn variants_are_values_and_patterns() {
    same(
        op!(|a: i32, b: i32| match a.cmp(&b) {
            Ordering::Less => 1,
            Ordering::Equal if a > 5 => 2,
            std::cmp::Ordering::Equal => 3,
            Ordering::Greater => 4,
        }),
        &PAIRS,
    );
    same(
        op!(|a: i32, b: i32| match (a.cmp(&b), a < 0) {
            (Ordering::Less | Ordering::Equal, true) => Ordering::Greater,
            (found @ Ordering::Less, _) => found.reverse(),
            (found, _) => found,
        }),
        &PAIRS,
    );
    same(
        op!(|a: i32, b: i32| {
            let mut found = Ordering::Equal;
            if a < b {
                found = core::cmp::Ordering::Less;
            }
            if a > b {
                found = Ordering::Greater;
            }
            (found, found == a.cmp(&b), matches!(found, Ordering::Less | Ordering::Greater), found < Ordering::Equal)
        }),
        &PAIRS,
    );
}

#[test]
fn captured_and_named_constants() {
    const UP: Ordering = Ordering::Less;
    let down = Ordering::Greater;
    same(op!(|a: i32, b: i32| (a.cmp(&b) == UP, a.cmp(&b) != down, down as i32, UP as u8)), &PAIRS);
    same(
        op!(|a: i32, b: i32| match b.cmp(&a) {
            UP => 1,
            _ => 2,
        }),
        &PAIRS,
    );
}

#[test]
fn methods() {
    same(
        op!(|a: i32, b: i32| {
            let o = a.cmp(&b);
            (o.is_lt(), o.is_le(), o.is_gt(), o.is_ge(), o.is_eq(), o.is_ne(), o.reverse())
        }),
        &PAIRS,
    );
    same(op!(|a: i32, b: i32| (a % 2).cmp(&(b % 2)).then(b.cmp(&a)).reverse()), &PAIRS);
    same(op!(|a: i32, b: i32| Ordering::then(a.cmp(&7), Ordering::reverse(b.cmp(&7)))), &PAIRS);
}

#[derive(Clone, Copy, Element)]
#[repr(C)]
struct Card {
    suit: u8,
    rank: i32,
}

#[device]
impl Card {
    fn cmp(&self, other: &Card) -> Ordering {
        self.suit.cmp(&other.suit).then(other.rank.cmp(&self.rank))
    }
}

#[device]
fn by_size(a: i32, b: i32) -> Ordering {
    if a == b {
        return Ordering::Equal;
    }
    a.wrapping_abs().cmp(&b.wrapping_abs())
}

#[test]
fn in_functions_and_methods() {
    same(op!(|a: i32, b: i32| by_size(a, b)), &PAIRS);
    same(
        op!(|a: i32, b: i32| {
            let card = Card { suit: (a & 1) as u8, rank: b };
            card.cmp(&Card { suit: (b & 1) as u8, rank: a })
        }),
        &PAIRS,
    );
}

/// An argument that is a value is evaluated once, in its turn.
#[test]
fn arguments_are_evaluated_in_order() {
    same(
        op!(|a: i32, b: i32| {
            let mut count = 0;
            let found = {
                count += 1;
                a
            }
            .cmp(&{
                count *= 10;
                b + count
            });
            (found, count)
        }),
        &PAIRS[..6],
    );
}
