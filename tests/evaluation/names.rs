//! Names that a body imports: variants without their enum before them, and constants. What std derives for elements and enums.

use super::*;

#[device]
#[derive(Clone, Copy, Debug, PartialEq)]
enum Unit {
    Metre,
    Foot(i64),
    Zone { width: i64, height: i64 },
    E,
    PI,
}

#[device]
#[derive(Clone, Copy, Debug, PartialEq)]
enum State {
    Start,
    Sign,
    Done,
}

/// A name that a variant has, too, for a value in which rustc prefers the variant.
#[allow(non_upper_case_globals)]
const Metre: i64 = 7;

/// A constant beside an import of all variants.
const LIMIT: i64 = 2;

mod constants {
    pub(super) const MOST: i64 = 3;
}

#[device]
impl State {
    fn next(self, u: Unit) -> State {
        use State::*;
        match (self, u) {
            (Start, Unit::Foot(_)) => Sign,
            (Start | Sign, Unit::E) => Done,
            (Sign, Unit::Metre) => Start,
            _ => self,
        }
    }
}

/// An element with what std derives, which `#[device]` sees below.
#[device]
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd, Element)]
#[repr(C)]
struct Point {
    x: f64,
    n: i64,
    at: [f32; 2],
}

/// An element whose derive sees the ones below, with a field that is compared and made by hand.
#[derive(Clone, Copy, Element)]
#[repr(C)]
#[derive(Debug, Default, PartialEq, PartialOrd)]
struct Outer<const N: usize> {
    by_hand: ByHand,
    point: Point,
    small: u8,
}

#[derive(Clone, Copy, Debug, Element)]
#[repr(C)]
struct ByHand {
    n: i64,
}
#[device]
impl Default for ByHand {
    fn default() -> Self {
        ByHand { n: 5 }
    }
}
#[device]
impl PartialEq for ByHand {
    fn eq(&self, other: &ByHand) -> bool {
        self.n % 2 == other.n % 2
    }
}
#[device]
impl PartialOrd for ByHand {
    fn partial_cmp(&self, other: &ByHand) -> Option<std::cmp::Ordering> {
        if self.n == 3 { None } else { (other.n % 2).partial_cmp(&(self.n % 2)) }
    }
}

/// Of this one devices know nothing that is derived, and nothing asks them.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Element)]
#[repr(C)]
struct Unseen(f32);
#[derive(Clone, Copy, Element)]
#[repr(C)]
#[derive(Debug, PartialEq, PartialOrd)]
struct OfUnseen {
    unseen: Unseen,
}

#[device]
#[derive(Clone, Copy, Debug, PartialEq, Element)]
#[repr(C)]
struct Segment {
    ends: [Point; 2],
    n: u8,
}

impl Unit {
    const LEAST: Unit = Unit::Foot(1);
}

#[derive(Clone, Copy, Element)]
#[repr(transparent)]
#[derive(Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Fixed(i32);

#[device]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum Mode {
    Off,
    #[default]
    Idle,
    On(i64),
}

#[device]
fn sum_of<T: onrush::Number>(a: [T; 2]) -> T {
    let mut sum = T::default();
    for x in a {
        sum += x;
    }
    sum
}

#[device]
impl Fixed {
    fn half() -> Fixed {
        Fixed(Self::default().0 + 8)
    }
}

#[device]
fn point(v: i64) -> Point {
    let x = match v.rem_euclid(4) {
        0 => f64::NAN,
        1 => -0.0,
        2 => 0.0,
        _ => v as f64,
    };
    Point { x, n: v / 3, ..Default::default() }
}

/// All comparisons of two points, each in its place.
#[device]
fn compared(a: Point, b: Point) -> i64 {
    let order = match a.partial_cmp(&b) {
        None => 0,
        Some(std::cmp::Ordering::Less) => 1,
        Some(std::cmp::Ordering::Equal) => 2,
        Some(std::cmp::Ordering::Greater) => 3,
    };
    let all = [a == b, a != b, a < b, a <= b, a > b, a >= b];
    all.iter().fold(order, |sum, &bit| sum * 2 + bit as i64)
}

#[device]
fn unit(v: i64) -> Unit {
    use Unit::{E, Foot, Metre as M, PI, Zone};
    match v.rem_euclid(5) {
        0 => M,
        1 => Foot(v),
        2 => Zone { width: v, height: 2 },
        3 => E,
        _ => PI,
    }
}

functions! {
    fn by_star(v: i64) -> i64 {
        use Unit::*;
        let u = unit(v);
        if matches!(u, Metre | Foot(3)) {
            return 70 + v;
        }
        match u {
            Metre => 1,
            Foot(x) if x > LIMIT => x,
            Foot(_) => 2,
            Zone { width, .. } if width == LIMIT => 3,
            Zone { width: w, height: h } => w * 10 + h,
            E => 5,
            PI => 6,
        }
    }
    fn constants_beside_variants(v: i64) -> i64 {
        use State::*;
        let n = match v {
            LIMIT => 1,
            _ => 2,
        };
        let s = if v > 1 { Start } else if v > 0 { Sign } else { Done };
        assert!(s != Sign || v == 1);
        let again = if let Done = s { 10 } else { 20 };
        let Start = s.next(unit(v)) else { return n };
        n + again
    }
    fn by_name(v: i64) -> i64 {
        use State::{Done as End, Sign};
        use constants::MOST;
        use std::cmp::Ordering::{Equal, Less};
        let order = match v.cmp(&MOST) {
            Less => 100,
            Equal => 200,
            _ => 300,
        };
        order + match State::Start.next(unit(v)) {
            End => 1,
            Sign => 2,
            other => other as i64 + 10,
        }
    }
    fn orders_by_star(v: i64) -> i64 {
        use std::cmp::Ordering::*;
        let o = v.cmp(&2);
        if o == Less { 1 } else if matches!(o, Greater) { 2 } else { 3 }
    }
    fn named_as_another(v: i64) -> i64 {
        use Unit::{E as PI, PI as E};
        match unit(v) {
            PI => 1,
            E => 2,
            _ if unit(3) == PI && unit(4) == E => 3,
            _ => 4,
        }
    }
    fn derived_comparisons(v: i64) -> i64 {
        let mut sum = 0i64;
        for w in -4..7 {
            sum = sum.wrapping_mul(31) + compared(point(v), point(w));
            let (mut a, mut b) = (point(1), point(2));
            a.at[1] = v as f32;
            b.at[1] = if w == 3 { f32::NAN } else { w as f32 };
            sum = sum.wrapping_mul(31) + compared(a, b);
        }
        sum
    }
    fn nested_comparisons(v: i64) -> i64 {
        let mut a = Outer::<1>::default();
        let b: Outer<1> = Default::default();
        a.by_hand.n = v;
        let first = (a <= b) as i64 + (a < b) as i64 * 2 + (a >= b) as i64 * 4;
        a.small += 1;
        let order = a.partial_cmp(&b).is_none() as i64 * 8;
        first * 16 + order + (a > b) as i64
    }
    fn parts_compared(v: i64) -> i64 {
        let (p, q) = (point(v), point(v + 4));
        let a = [Segment { ends: [p, q], n: 1 }, Segment { ends: [q, p], n: v as u8 }];
        let mut b = a;
        b[1].n = 1;
        let same = (a == b) as i64 + (a != b) as i64 * 2 + (Some(a[0]) == Some(b[1])) as i64 * 4;
        same + ((a[0], v) == (b[0], 3)) as i64 * 8 + (Some(p) != None) as i64 * 16
    }
    fn a_constant_of_a_variant(v: i64) -> i64 {
        match unit(v) {
            Unit::PI => 1,
            Unit::LEAST => 2,
            Unit::E => 3,
            _ => 4,
        }
    }
    fn defaults(v: i64) -> i64 {
        let p = Point::default();
        let o = Outer::<2> { small: 3, ..Default::default() };
        let of_numbers = f32::default() as i64 + i64::default() + bool::default() as i64 + u8::default() as i64;
        let sum = sum_of([v, 3]) * 100_000 + sum_of([v as f32, 0.5]) as i64;
        let (n, a, t): (i64, [ByHand; 2], Option<i64>) = Default::default();
        let fixed = Fixed::half();
        let m: Mode = std::default::Default::default();
        let mode = match Mode::default() {
            Mode::Off => 1,
            Mode::Idle if m == Mode::default() => 2,
            _ => 3,
        };
        let rest = a[0].n + a[1].n * 10 + n + t.unwrap_or(v) + mode * 100;
        sum + of_numbers + rest + o.by_hand.n * 1000 + o.small as i64 + fixed.0 as i64 + (p == o.point) as i64 * 10000
    }
    fn greatest(v: i64) -> i64 {
        let a = [Fixed(3), Fixed(v as i32), Fixed::default()];
        let mut best = Fixed::default();
        for f in a {
            if f > best {
                best = f;
            }
        }
        best.0 as i64 + (best != a[1]) as i64 * 100
    }
    fn of_the_value(v: i64) -> i64 {
        let of = |u: Unit| {
            let n = Metre;
            if u == Unit::Metre { n } else { -n }
        };
        of(unit(v))
    }
}

#[test]
fn operations_import_at_the_beginning() -> onrush::Result<()> {
    fn all<B: onrush::Backend>(b: &B) -> onrush::Result<()> {
        let f = op!(|v: i64| {
            use Unit::{Foot, Metre};
            match unit(v) {
                Metre => 1,
                Foot(x) => x * 2,
                _ => 3,
            }
        });
        let values: Vec<i64> = (0..5).collect();
        let found = b.upload(&values)?.iter().map(f).collect()?.to_vec()?;
        assert_eq!(found, [1, 2, 3, 3, 3]);
        Ok(())
    }
    all(&Cpu::new())
}
