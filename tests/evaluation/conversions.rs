//! Conversions by `From` and `Into`: of numbers, and of types with several impls.

use super::*;

#[derive(Clone, Copy, Debug, PartialEq, Element)]
#[repr(C)]
struct Metres {
    of: f64,
}
#[derive(Clone, Copy, Debug, PartialEq, Element)]
#[repr(C)]
struct Feet {
    of: f64,
}
#[derive(Clone, Copy, Debug, PartialEq, Element)]
#[repr(C)]
struct Added<T> {
    of: T,
}
/// A level, which no memory holds.
#[device]
#[derive(Clone, Copy, Debug)]
enum Level {
    Low,
    High(i64),
}

#[device]
impl From<Feet> for Metres {
    fn from(feet: Feet) -> Metres {
        Metres { of: feet.of * 0.25 }
    }
}
#[device]
impl From<f64> for Metres {
    fn from(of: f64) -> Self {
        Self { of }
    }
}
#[device]
impl From<u8> for Metres {
    fn from(of: u8) -> Self {
        Self::from(f64::from(of) + 0.5)
    }
}
#[device]
impl std::convert::From<Metres> for f64 {
    fn from(metres: Metres) -> f64 {
        metres.of
    }
}
#[device]
impl<T: onrush::Number> From<(T, T)> for Added<T> {
    fn from((a, b): (T, T)) -> Self {
        Added { of: a + b }
    }
}
#[device]
impl From<i64> for Level {
    fn from(of: i64) -> Level {
        if of > 2 { Level::High(of) } else { Level::Low }
    }
}
#[device]
impl From<Level> for i64 {
    fn from(level: Level) -> i64 {
        match level {
            Level::Low => -1,
            Level::High(of) => of.into(),
        }
    }
}

#[device]
fn halved(metres: Metres) -> f64 {
    f64::from(metres) / 2.0
}
#[device]
fn widened(v: i64) -> i64 {
    (v as i16).into()
}

functions! {
    fn of_numbers(v: i64) -> i64 {
        let a: i64 = (v as i8).into();
        let b: f64 = (v as i32).into();
        let c = f64::from(v as f32) + f64::from(v as u16);
        let d: u64 = (v > 1).into();
        let e = i64::from(v > 2) + i64::from(v);
        let same: i64 = v.into();
        let (h, g): (half::f16, f32) = ((v as i8).into(), half::bf16::from(v as u8).into());
        let e = e + (f64::from(h) * 2.0) as i64 + g as i64 + usize::from(v as u16) as i64;
        a + b as i64 * 3 + c as i64 * 5 + d as i64 * 7 + e * 11 + same * 13 + widened(v)
    }
    fn of_own_types(v: i64) -> i64 {
        let feet = Feet { of: v as f64 };
        let (a, b): (Metres, Metres) = (feet.into(), feet.of.into());
        let c = Metres::from(feet).of == a.of && Metres::from(feet.of).of == b.of;
        let d: f64 = a.into();
        let d = d + Metres::from(v as u8).of;
        (halved(feet.into()) * 8.0 + d * 100.0 + f64::from(b) * 1000.0) as i64 + c as i64
    }
    fn of_generic_types(v: i64) -> i64 {
        let a = Added::from((v, 2));
        let b: Added<i32> = (v as i32, 3).into();
        let c = Added::<f64>::from((v as f64, 0.5));
        a.of + b.of as i64 * 10 + (c.of * 200.0) as i64
    }
    fn of_enums(v: i64) -> i64 {
        let level: Level = v.into();
        let high = matches!(level, Level::High(of) if of == v);
        i64::from(level) * 2 + high as i64 + i64::from(Level::from(v - 1))
    }
    fn in_places_and_order(v: i64) -> i64 {
        let mut n = v;
        let mut m = Metres { of: 1.0 };
        m = { n += 1; m.of += 1.0; m.of * n as f64 }.into();
        let before = n;
        let sum = Added::from(({ n *= 2; n }, { n += 1; n }));
        let a = [m.into(), 0.5f64];
        n += a.iter().map(|x| f64::from(Metres::from(*x))).sum::<f64>() as i64;
        let f = |x: i8| -> i64 { x.into() };
        let o = Some(v as i8).map(i64_of).unwrap_or(0) + Some(v as i8).map(|x| i64::from(x)).unwrap_or(1);
        before + sum.of * 3 + n * 7 + f(v as i8) + o
    }
}

#[device]
fn i64_of(x: i8) -> i64 {
    x.into()
}
