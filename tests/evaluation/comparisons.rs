//! Comparisons that std defines by `partial_cmp` and `eq`.

use std::cmp::Ordering;

use super::*;

/// Ordered by its first part, unless that is no number.
#[derive(Clone, Copy, Debug, Element)]
#[repr(C)]
struct Rated {
    rate: f64,
    n: i64,
}
#[device]
impl PartialEq for Rated {
    fn eq(&self, other: &Rated) -> bool {
        self.rate == other.rate && self.n == other.n
    }
}
#[device]
impl PartialOrd for Rated {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        if self.rate.is_nan() || other.rate.is_nan() {
            return None;
        }
        Some(if self.rate < other.rate {
            Ordering::Less
        } else if self.rate > other.rate {
            Ordering::Greater
        } else {
            self.n.cmp(&other.n)
        })
    }
}

/// Ordered by its field.
#[derive(Clone, Copy, Debug, PartialEq, Element)]
#[repr(C)]
struct Ranked {
    rate: f32,
}
#[device]
impl PartialOrd for Ranked {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        self.rate.partial_cmp(&other.rate)
    }
}

/// Ordered by two fields, of which the first is of an own type.
#[derive(Clone, Copy, Debug, PartialEq, Element)]
#[repr(C)]
struct Both {
    first: Ranked,
    second: i32,
}
#[device]
impl PartialOrd for Both {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        match self.first.partial_cmp(&other.first) {
            Some(Ordering::Equal) => self.second.partial_cmp(&other.second),
            order => order,
        }
    }
}

/// A type with one comparison of its own, which isn't what `partial_cmp` says.
#[derive(Clone, Copy, Debug, PartialEq, Element)]
#[repr(C)]
struct Odd {
    n: i64,
}
#[device]
impl PartialOrd for Odd {
    fn partial_cmp(&self, other: &Odd) -> Option<Ordering> {
        if self.n == 3 { None } else { Some(self.n.cmp(&other.n)) }
    }
    fn ge(&self, other: &Odd) -> bool {
        self.n & 1 >= other.n & 1
    }
}

#[derive(Clone, Copy, Debug, Element)]
#[repr(C)]
struct Held<T: Element> {
    t: T,
}
#[device]
impl<T: onrush::Number> PartialEq<T> for Held<T> {
    fn eq(&self, other: &T) -> bool {
        self.t == *other
    }
}
#[device]
impl<T: onrush::Number> PartialOrd<T> for Held<T> {
    fn partial_cmp(&self, other: &T) -> Option<Ordering> {
        if self.t < *other {
            Some(Ordering::Less)
        } else if self.t > *other {
            Some(Ordering::Greater)
        } else {
            if self.t == *other { Some(Ordering::Equal) } else { None }
        }
    }
}

#[device]
fn bits(a: Rated, b: Rated) -> i64 {
    (a < b) as i64
        + (a <= b) as i64 * 2
        + (a > b) as i64 * 4
        + (a >= b) as i64 * 8
        + (a == b) as i64 * 16
        + (a != b) as i64 * 32
}

functions! {
    fn of_floats(v: i64) -> i64 {
        let (a, b) = (Rated { rate: v as f64, n: 2 }, Rated { rate: 2.0, n: v });
        let none = Rated { rate: f64::NAN, n: 2 };
        bits(a, b) + bits(b, a) * 64 + bits(a, a) * 4096 + bits(a, none) * 262_144 + bits(none, none) * 16_777_216
    }
    fn of_its_own(v: i64) -> i64 {
        let (a, b) = (Odd { n: v }, Odd { n: 2 });
        (a < b) as i64 + (a <= b) as i64 * 2 + (a > b) as i64 * 4 + (a >= b) as i64 * 8 + (b >= a) as i64 * 16 + (b < a) as i64 * 32
    }
    fn with_another_type(v: i64) -> i64 {
        let g = Held { t: v };
        (g < 2) as i64 + (g <= 2) as i64 * 2 + (g > 2) as i64 * 4 + (g >= 2) as i64 * 8 + (g != 2) as i64 * 16
            + (Held { t: f32::NAN } <= 1.0) as i64 * 32 + (Held { t: v as f32 } <= 1.0) as i64 * 64
    }
    fn of_numbers(v: i64) -> i64 {
        let place = |order: Option<Ordering>| match order {
            Some(order) => 2 + (order as i64),
            None => 7,
        };
        let (x, nan) = (v as f64 * 0.5, f64::NAN);
        let of_f64 = place(x.partial_cmp(&1.0)) + place(x.partial_cmp(&nan)) * 10 + place(nan.partial_cmp(&x)) * 100;
        let of_zero = place((0.0f32).partial_cmp(&-0.0));
        let of_integers = place((v as u8).partial_cmp(&3)) + place((v > 2).partial_cmp(&true)) * 10 + place(v.partial_cmp(&2)) * 100;
        of_f64 + of_zero * 1000 + of_integers * 10_000
    }
    fn of_references(v: i64) -> i64 {
        let a = [1.5, v as f64, -2.0, 3.0];
        let most = a.iter().enumerate().max_by(|p, q| p.1.partial_cmp(q.1).unwrap()).unwrap().0;
        let least = a.iter().copied().min_by(|x, y| x.partial_cmp(y).unwrap()).unwrap();
        let first = match a.first() {
            Some(p) => p.partial_cmp(&a[1]) == Some(Ordering::Less),
            None => false,
        };
        most as i64 * 1000 + least as i64 * 10 + first as i64
    }
    fn of_fields(v: i64) -> i64 {
        let (a, b) = (Ranked { rate: v as f32 }, Ranked { rate: if v == 1 { f32::NAN } else { 2.0 } });
        (a < b) as i64 + (a <= b) as i64 * 2 + (a > b) as i64 * 4 + (a >= b) as i64 * 8
    }
    fn of_own_types_by_name(v: i64) -> i64 {
        let of = |rate: i64| Ranked { rate: rate as f32 };
        let a = [of(v), of(3), of(-v)];
        let most = a.iter().enumerate().max_by(|p, q| p.1.partial_cmp(q.1).unwrap()).unwrap().0 as i64;
        let (x, y) = (Both { first: of(v), second: 2 }, Both { first: of(1), second: v as i32 });
        let order = match x.partial_cmp(&y) {
            Some(Ordering::Less) => 1,
            Some(_) => 2,
            None => 3,
        };
        most * 10 + order + (x < y) as i64 * 100
    }
}
