//! Functions with 90 bits, as sums of two `f64`: slow, for the few numbers whose results `f64` can't round to `f32`.
//!
//! Y. Hida, X. Li, D. Bailey, *Algorithms for Quad-Double Precision Floating Point Arithmetic*, 2001.

use std::f64::consts;
use std::ops::{Add, Div, Mul, Neg, Sub};

/// The sum of two numbers, of which the second is below the first one's last place.
#[derive(Clone, Copy)]
pub(crate) struct Pair {
    pub(crate) high: f64,
    pub(crate) low: f64,
}

const LN_2: Pair = Pair { high: consts::LN_2, low: 2.319_046_813_846_299_6e-17 };
const LN_10: Pair = Pair { high: consts::LN_10, low: -2.170_756_223_382_249_4e-16 };

fn sum(a: f64, b: f64) -> Pair {
    let high = a + b;
    let c = high - a;
    Pair { high, low: (a - (high - c)) + (b - c) }
}

impl From<f64> for Pair {
    fn from(high: f64) -> Self {
        Pair { high, low: 0.0 }
    }
}

impl Neg for Pair {
    type Output = Pair;
    fn neg(self) -> Pair {
        Pair { high: -self.high, low: -self.low }
    }
}

impl Add for Pair {
    type Output = Pair;
    fn add(self, other: Pair) -> Pair {
        let (s, t) = (sum(self.high, other.high), sum(self.low, other.low));
        let s = sum(s.high, s.low + t.high);
        sum(s.high, s.low + t.low)
    }
}

impl Sub for Pair {
    type Output = Pair;
    fn sub(self, other: Pair) -> Pair {
        self + -other
    }
}

impl Mul for Pair {
    type Output = Pair;
    fn mul(self, other: Pair) -> Pair {
        let p = self.high * other.high;
        let error = self.high.mul_add(other.high, -p);
        sum(p, error + (self.high * other.low + self.low * other.high))
    }
}

impl Div for Pair {
    type Output = Pair;
    fn div(self, other: Pair) -> Pair {
        let part = |rest: Pair| Pair::from(rest.high / other.high);
        let first = part(self);
        let rest = self - first * other;
        let second = part(rest);
        first + second + part(rest - second * other)
    }
}

fn root(x: Pair) -> Pair {
    let r = Pair::from(x.high.sqrt());
    if x.high == 0.0 { r } else { r + (x - r * r) / (r + r) }
}

fn exp(x: Pair) -> Pair {
    let k = (x.high / LN_2.high).round();
    let scale = Pair::from(1.0 / 256.0);
    let r = (x - Pair::from(k) * LN_2) * scale;
    let mut y = Pair::from(1.0);
    for n in (1..=12).rev() {
        y = Pair::from(1.0) + y * r / Pair::from(f64::from(n));
    }
    for _ in 0..8 {
        y = y * y;
    }
    y * Pair::from(2f64.powi(k as i32))
}

/// By a step of Newton's for the number whose exponential function is `x`.
fn ln(x: Pair) -> Pair {
    let y = Pair::from(x.high.ln());
    let z = x * exp(-y) - Pair::from(1.0);
    y + (z - z * z * Pair::from(0.5))
}

/// The function of this name, if it is known here.
pub(crate) fn function(name: &str) -> Option<fn(f64) -> Pair> {
    const ONE: Pair = Pair { high: 1.0, low: 0.0 };
    const HALF: Pair = Pair { high: 0.5, low: 0.0 };
    /// An odd function by that of magnitudes.
    fn odd(x: f64, of: fn(Pair) -> Pair) -> Pair {
        let y = of(Pair::from(x.abs()));
        if x < 0.0 { -y } else { y }
    }
    Some(match name {
        "exp" => |x| exp(x.into()),
        "exp2" => |x| exp(Pair::from(x) * LN_2),
        "exp_m1" => |x| exp(x.into()) - ONE,
        "ln" => |x| ln(x.into()),
        "ln_1p" => |x| ln(Pair::from(x) + ONE),
        "log2" => |x| ln(x.into()) / LN_2,
        "log10" => |x| ln(x.into()) / LN_10,
        "sinh" => |x| odd(x, |a| (exp(a) - exp(-a)) * HALF),
        "cosh" => |x| (exp(x.into()) + exp((-x).into())) * HALF,
        "asinh" => |x| odd(x, |a| ln(a + root(a * a + ONE))),
        "acosh" => |x| ln(Pair::from(x) + root(Pair::from(x) * x.into() - ONE)),
        "atanh" => |x| odd(x, |a| ln((ONE + a) / (ONE - a)) * HALF),
        _ => return None,
    })
}
