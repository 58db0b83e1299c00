//! Enums: in which order fields are evaluated, what is copied and what a pattern refers to, and what absent fields are.

use super::*;

/// What a number may be.
#[device]
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Nothing,
    One(i64),
    Two { a: i64, b: i64 },
    Nested(Inner, Option<i64>),
    Many([i64; 3]),
    Whole(Held),
}

#[device]
#[derive(Clone, Copy, Debug, PartialEq)]
enum Inner {
    Left(i64),
    Right(i64),
    r#Type,
}

#[device]
#[derive(Clone, Copy, PartialEq)]
enum Plain {
    None,
    One(i64),
    Pair { a: i64, b: [i64; 2] },
}

#[derive(Clone, Copy, Debug, PartialEq, Element)]
#[repr(C)]
struct Held {
    x: i64,
    small: u8,
}

#[device]
#[derive(Clone, Copy, PartialEq)]
#[repr(i8)]
enum Sign {
    Minus = -1,
    Zero,
    Plus,
    Far = 100,
}

/// Variants of each form, without fields.
#[device]
#[derive(Clone, Copy)]
enum Hollow {
    Tuple(),
    Struct {},
    Unit,
}

/// Fields of one name in variants of similar names, which one name in device code would mix up.
#[allow(non_camel_case_types)]
#[device]
#[derive(Clone, Copy)]
enum Similar {
    A { b_c: i64, c: i64 },
    A_b { c: i64 },
    Größe { größe: i64 },
}

/// The user's own comparison with another type, beside the derived one.
#[device]
impl PartialEq<i64> for Kind {
    fn eq(&self, n: &i64) -> bool {
        self.sum() == *n
    }
}

#[device]
impl Kind {
    fn of(v: i64) -> Kind {
        match v.rem_euclid(6) {
            0 => Kind::Nothing,
            1 => Kind::One(v),
            2 => Kind::Two { b: v, a: 3 },
            3 => Kind::Nested(if v > 0 { Inner::Left(v) } else { Inner::Right(-v) }, v.checked_sub(1)),
            4 => Kind::Many([v, 2, v * v]),
            _ => Kind::Whole(Held { x: v, small: v as u8 }),
        }
    }
    fn sum(&self) -> i64 {
        match *self {
            Kind::Nothing => 1,
            Kind::One(x) => x * 3,
            Kind::Two { a, b } => a * 5 - b,
            Kind::Nested(Inner::Left(x) | Inner::Right(x), Some(-4 | 3)) if x != 4 => x,
            Kind::Nested(Inner::Left(x), o) => x + o.unwrap_or(7),
            Kind::Nested(Inner::Right(x), Some(y)) => x - y,
            Kind::Nested(_, _) => 11,
            Kind::Many([x, _, z]) => x ^ z,
            Kind::Whole(Held { x, small }) => x * small as i64,
        }
    }
    /// Counts calls in the first number that there is.
    fn bump(&mut self) -> i64 {
        match self {
            Kind::One(x) | Kind::Two { a: x, .. } => {
                *x += 1;
                *x
            }
            Kind::Many(all) => {
                all[0] += 1;
                all[0]
            }
            Kind::Whole(held) => {
                held.x += 1;
                held.x
            }
            Kind::Nested(inner, _) => {
                *inner = Inner::r#Type;
                -1
            }
            other => {
                *other = Kind::One(0);
                0
            }
        }
    }
}

/// Counts its calls.
#[device]
fn counted(calls: &mut i64, v: i64) -> i64 {
    *calls = *calls * 10 + 1;
    v + *calls
}

functions! {
    /// Fields are evaluated as they are written, not as they are declared.
    fn in_order(v: i64) -> i64 {
        let mut n = v;
        let k = Kind::Two { b: counted(&mut n, 1), a: { n += 3; n } };
        let l = Kind::Nested(Inner::Left({ n *= 2; n }), Some(counted(&mut n, v)));
        k.sum() ^ l.sum() << 3 ^ n << 9
    }
    /// A field that leaves makes no value.
    fn fields_leave(v: i64) -> i64 {
        let mut n = 1;
        let found = loop {
            n += 1;
            let k = Kind::Two { a: n, b: if n > v { break n * 7 } else { n } };
            if k.sum() > 12 { return -n; }
        };
        found + n
    }
    fn matched_values_are_copied(v: i64) -> i64 {
        let mut k = Kind::of(v);
        let n = match k {
            Kind::One(x) => { k = Kind::One(100); x }
            Kind::Two { mut a, b } => { a += 1; k = Kind::Nothing; a + b }
            Kind::Many(mut all) => { all[1] = 50; k.bump(); all[0] + all[1] }
            Kind::Whole(held) => { k = Kind::Nothing; held.x }
            _ => 3,
        };
        n * 100 + k.sum()
    }
    /// A value that is made of its own fields.
    fn swaps_itself(v: i64) -> i64 {
        let mut k = Kind::Two { a: v, b: 2 * v + 1 };
        if let Kind::Two { a, b } = k { k = Kind::Two { a: b, b: a }; }
        k = match k { Kind::Two { a, b } => Kind::Many([b, a, 1]), k => k };
        let mut pair = (k, Kind::One(v));
        pair = (pair.1, pair.0);
        pair.0.sum() * 3 + pair.1.sum()
    }
    fn references_to_fields(v: i64) -> i64 {
        let mut all = [Kind::of(v), Kind::of(v + 1), Kind::One(4)];
        let mut n = 0;
        match &mut all[v.rem_euclid(3) as usize] {
            Kind::One(x) => { *x *= 5; n = *x; *x -= 1; }
            Kind::Two { a, b } => { let t = *a; *a = *b; *b = t; }
            Kind::Nested(Inner::Left(x), o) => { *x += 1; *o = Some(*x); }
            Kind::Whole(Held { x, .. }) => *x ^= 3,
            k => { n = k.bump(); }
        }
        for k in &mut all { n = n * 7 + k.bump(); }
        all.iter().map(|k| k.sum()).sum::<i64>() * 5 + n
    }
    /// A value that becomes another variant keeps nothing of the old one.
    fn absent_fields_are_gone(v: i64) -> i64 {
        let mut k = Plain::Pair { a: v, b: [v; 2] };
        let before = k;
        k = Plain::One(v);
        let mut l = before;
        l = Plain::One(v);
        let own = (Kind::of(v) == v) as i64 * 16 + !(Kind::of(v) == 3i64) as i64 * 32;
        own + (k == l) as i64 + 2 * (k == before) as i64 + 4 * (Some(k) == Some(Plain::One(3))) as i64 + 8 * (k != Plain::None) as i64
    }
    fn guards(v: i64) -> i64 {
        let mut n = 0;
        let k = Kind::of(v);
        let m = match k {
            Kind::One(x) if { n += 1; x > 5 } => 1,
            Kind::One(_) if { n += 10; v > 100 } => 2,
            Kind::Two { a, .. } if { n += 100; a == 4 } => 3,
            Kind::One(x) | Kind::Two { b: x, .. } if { n += 1000; x < 9 } => x,
            Kind::Nested(Inner::Left(4..), Some(y)) => y,
            Kind::Nested(inner, o) if inner == Inner::Left(3) || o.is_none() => 5,
            _ => 6,
        };
        m * 1000 + n
    }
    /// Of alternatives that both match, the first is taken, unless a guard refuses it.
    fn overlapping_alternatives(v: i64) -> i64 {
        let mut n = 0;
        let e = (Some(v), Some(50));
        let a = match e { (Some(x), _) | (_, Some(x)) if { let y = x; y > 3 } => x, _ => 1 };
        let b = match e { (Some(x), _) | (_, Some(x)) => x, _ => 1 };
        if let Kind::One(x) | Kind::Two { a: x, .. } = Kind::of(v) && { n += 1; x > 4 } { n += x * 10; } else { n += 2; }
        if let (Some(x), _) | (_, Some(x)) = e && x > 3 { n += 5; }
        (a * 100 + b) * 1000 + n
    }
    fn questions(v: i64) -> i64 {
        let first = |k: Kind| -> Option<i64> {
            let Kind::Nested(_, o) = k else { return Some(-4) };
            Some(o? * 2)
        };
        let mut kinds = 0;
        let mut count = |k: Kind| { kinds += matches!(k, Kind::One(_) | Kind::Nothing) as i64; first(k) };
        count(Kind::of(v)).unwrap_or(55) * 3 + count(Kind::of(v + 2)).map_or(1, |n| n + 1) + kinds
    }
    fn numbers_of_variants(v: i64) -> i64 {
        let s = match v { ..=-1 => Sign::Minus, 0 => Sign::Zero, 1..=3 => Sign::Plus, _ => Sign::Far };
        let t = if s == Sign::Zero { Sign::Far } else { s };
        (s as i64) * 7 + (s as u8 as i64) * 11 + (t as i32 as i64) + (s != t) as i64 * 1000 + (t as u64 as i64)
    }
    fn numbers_of_each_form(v: i64) -> i64 {
        let h = if v > 3 { Hollow::Tuple() } else if v > 0 { Hollow::Struct {} } else { Hollow::Unit };
        h as i64 * 10 + match h { Hollow::Tuple() => 1, Hollow::Struct {} => 2, Hollow::Unit => 3 }
    }
    fn similar_names(v: i64) -> i64 {
        let all = [Similar::A { b_c: v, c: 2 }, Similar::A_b { c: v + 1 }, Similar::Größe { größe: v + 2 }];
        all.iter().fold(0, |n, s| n * 13 + match *s {
            Similar::A { b_c, c } => b_c - c,
            Similar::A_b { c } => c,
            Similar::Größe { größe: g } => g,
        })
    }
    /// Names that hide others, and loops that carry a state.
    fn states(v: i64) -> i64 {
        let mut state = Inner::Left(v);
        let mut n = 0;
        'run: loop {
            n += 1;
            state = match state {
                Inner::Left(v) if v > 3 => Inner::Right(v - 2),
                Inner::Left(v) => Inner::Left(v + 2),
                Inner::Right(v) => {
                    let v = v * 2;
                    if v % 3 == 0 { break 'run; }
                    Inner::r#Type
                }
                Inner::r#Type if n > 9 => break,
                Inner::r#Type => Inner::Left(n),
            };
        }
        n * 10 + match state { Inner::Left(x) | Inner::Right(x) => x, _ => 1 }
    }
}

/// Enums pass from one adaptor to the next, and operations capture them.
fn chains<B: onrush::Backend>(b: &B) -> onrush::Result<()> {
    let values: Vec<i64> = (-20..40).collect();
    let (most, sign) = (Kind::Two { a: 5, b: -2 }, Sign::Far);
    let x = b.upload(&values)?;
    let found = x
        .iter()
        .map(op!(|v: i64| Kind::of(v)))
        .filter(op!(|k: Kind| !matches!(k, Kind::Nothing)))
        .map(op!(|k: Kind| (k, sign)))
        .map(op!(|(k, s): (Kind, Sign)| k.sum() + most.sum() + s as i64))
        .collect()?
        .to_vec()?;
    let kinds = values.iter().map(|v| Kind::of(*v)).filter(|k| *k != Kind::Nothing);
    let expected: Vec<_> = kinds.map(|k| k.sum() + most.sum() + 100).collect();
    assert_eq!(found, expected);
    Ok(())
}
crate::everywhere! { chains }
