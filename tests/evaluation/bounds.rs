//! Functions and impls that are generic by std's traits, with numbers and with own types.

use std::cmp::Ordering;
use std::ops::{Add, AddAssign, Div, Mul, Neg, Not, Rem, Shl, Sub};

use onrush::ErrorKind;

use super::*;

/// A number whose operators have a meaning of their own.
#[derive(Clone, Copy, Debug, Element)]
#[repr(C)]
struct Odd(i64);

#[device]
impl PartialEq for Odd {
    fn eq(&self, other: &Odd) -> bool {
        self.0 % 3 == other.0 % 3
    }
}
#[device]
impl PartialOrd for Odd {
    fn partial_cmp(&self, other: &Odd) -> Option<Ordering> {
        if self.0 == 5 { None } else { other.0.partial_cmp(&self.0) }
    }
}
#[device]
impl Add for Odd {
    type Output = Odd;
    fn add(self, other: Odd) -> Odd {
        Odd(self.0 * 2 - other.0)
    }
}
#[device]
impl Mul<i64> for Odd {
    type Output = Odd;
    fn mul(self, by: i64) -> Odd {
        Odd(self.0 * by + 1)
    }
}
#[device]
impl AddAssign for Odd {
    fn add_assign(&mut self, other: Odd) {
        self.0 = self.0 * 3 + other.0;
    }
}
#[device]
impl Neg for Odd {
    type Output = Odd;
    fn neg(self) -> Odd {
        Odd(-self.0 - 1)
    }
}
#[device]
impl From<u8> for Odd {
    fn from(n: u8) -> Odd {
        Odd(n as i64 * 11)
    }
}
#[device]
impl From<Odd> for i64 {
    fn from(odd: Odd) -> i64 {
        odd.0 + 100
    }
}

/// Two parts of any type.
#[derive(Clone, Copy, Debug, Element)]
#[repr(C)]
struct Two<T> {
    x: T,
    y: T,
}
#[device]
impl<T: Copy + Add<Output = T> + Mul<Output = T>> Two<T> {
    fn dot(self, other: Two<T>) -> T {
        self.x * other.x + self.y * other.y
    }
    fn turned(&self) -> Self
    where
        T: Neg<Output = T>,
    {
        Two { x: -self.y, y: self.x }
    }
}
#[device]
impl<T> Add for Two<T>
where
    T: Add<Output = T>,
{
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Two { x: self.x + other.x, y: self.y + other.y }
    }
}
#[device]
impl<T: PartialEq + Copy> PartialEq for Two<T> {
    fn eq(&self, other: &Self) -> bool {
        self.x == other.x && self.y == other.y
    }
}

programs! { of clamps largest sums own floats wide marked lengths references sorted conversions operators assigned options slices closures
        methods nested defaults enums:
    pub fn clamped<T: Ord + Copy>(x: T, low: T, high: T) -> T {
        if x < low { low } else if x > high { high } else { x }
    }
    pub fn std_clamped<T: Ord>(x: T, low: T, high: T) -> T { x.clamp(low, high) }
    pub fn extremes<T: Ord + Copy>(a: &[T]) -> (T, T) {
        let (mut least, mut most) = (a[0], a[0]);
        for &x in &a[1..] {
            least = least.min(x);
            most = most.max(x);
        }
        (least, most)
    }
    pub fn sign<T: Ord>(a: T, b: T) -> i64 {
        match a.cmp(&b) { Ordering::Less => -1, Ordering::Equal => 0, Ordering::Greater => 1 }
    }
    pub fn total<T>(a: &[T]) -> T where T: Copy + PartialOrd + Add<Output = T> + Default {
        let mut sum = T::default();
        for &x in a {
            if x > T::default() { sum = sum + x; }
        }
        sum
    }
    pub fn sum_all<T: Copy + AddAssign>(first: T, a: [T; 3]) -> T {
        let mut sum = first;
        for x in a { sum += x; }
        sum
    }
    pub fn middle<T: PartialOrd + Copy, const N: usize>(mut a: [T; N]) -> T {
        for i in 1..N {
            let mut j = i;
            while j > 0 && a[j] < a[j - 1] {
                a.swap(j, j - 1);
                j -= 1;
            }
        }
        a[N / 2]
    }
    pub fn lerp<T: Copy + Add<Output = T> + Mul<i64, Output = T>>(a: T, b: T, t: i64) -> T { a * t + b * (1 - t) }
    pub fn dot<T, const N: usize>(a: [T; N], b: [T; N]) -> T
    where
        T: Copy + Default,
        T: Add<Output = T> + Mul<Output = T>,
    {
        a.iter().zip(&b).fold(T::default(), |sum, (&x, &y)| sum + x * y)
    }
    pub fn exchange<T: PartialOrd + Copy>(a: &mut T, b: &mut T) {
        if *b < *a {
            let t = *a;
            *a = *b;
            *b = t;
        }
    }
    pub fn count<T: PartialEq>(a: &[T], of: &T) -> usize { a.iter().filter(|x| *x == of).count() }
    pub fn gcd<T: Copy + PartialEq + Default + Rem<Output = T>>(a: T, b: T) -> T {
        let (mut a, mut b) = (a, b);
        while b != T::default() { (a, b) = (b, a % b); }
        a
    }
    pub fn mixed<T: std::ops::BitXor<Output = T> + Shl<u32, Output = T> + Not<Output = T> + Copy>(a: T, b: T) -> T { !(a ^ b << 2u32) }
    pub fn mean<T: Into<f64> + Copy>(a: T, b: T) -> f64 { let (a, b): (f64, f64) = (a.into(), b.into()); (a + b) / 2.0 }
    pub fn wider<T: Into<i64>>(a: T) -> i64 { a.into() }
    pub fn twice_and<T: From<u8> + Add<Output = T> + Copy>(a: T) -> T { a + a + T::from(7) }
    pub fn in_order<T: Ord + Copy>(mut a: [T; 4]) -> [T; 4] { a.sort(); a }
    pub fn pick<T: Copy>(first: bool, a: T, b: T) -> T { if first { a } else { b } }
    pub fn most<T: PartialOrd + Copy>(a: Option<T>, b: Option<T>) -> Option<T> {
        match (a, b) { (Some(a), Some(b)) => Some(if a < b { b } else { a }), (None, b) => b, (a, None) => a }
    }
    pub fn most_of_all<T: PartialOrd + Copy>(a: [T; 3]) -> Option<T> { most(Some(a[0]), most(Some(a[1]), Some(a[2]))) }
    pub fn each<T: Copy + Add<Output = T>>(a: [T; 2], f: impl Fn(T) -> T) -> T { f(a[0]) + f(f(a[1])) }
    pub fn partial<T: PartialOrd>(a: &T, b: &T) -> i64 {
        match a.partial_cmp(b) { None => 9, Some(Ordering::Less) => 1, Some(Ordering::Equal) => 2, Some(Ordering::Greater) => 3 }
    }
    pub fn marked_by<M: Copy>(n: i64) -> i64 { n + 1 }
    pub fn halves<T: Sub<Output = T> + Div<Output = T> + Copy + PartialOrd>(a: T, two: T) -> T {
        let half = a / two;
        if half < a { a - half } else { half }
    }

    pub fn clamps(v: i64) -> i64 {
        clamped(v, -1, 3) + 10 * std_clamped(v as i8, 0, 2) as i64 + 100 * clamped(v as u8, 3, 6) as i64
            + 10_000 * clamped(v > 1, false, true) as i64
    }
    pub fn largest(v: i64) -> i64 {
        let (a, b) = extremes(&[v, 3, -v]);
        let (c, d) = extremes(&[v as u8, 200, 7]);
        let (e, f) = extremes(&[v > 1, v > 0]);
        a + 10 * b + 100 * c as i64 + 100_000 * d as i64 + 1_000_000_000 * (e as i64 + 2 * f as i64) + sign(v, 2) * 7 + sign(true, v > 2) + sign((v, 3), (2, v)) * 0
    }
    pub fn sums(v: i64) -> i64 {
        total(&[v, -3, 5, v * 2]) + total(&[1.5f32, v as f32, -2.0]) as i64 + total(&[v as u8 as u16, 7]) as i64 + sum_all(v, [1, 2, 3])
            + sum_all(0.5, [v as f64, 0.25, 3.0]) as i64 + gcd(v * 12, 18) + gcd(v as u8, 12) as i64
    }
    pub fn own(v: i64) -> i64 {
        let a = [Odd(v), Odd(2), Odd(4)];
        middle(a).0 + 10 * sum_all(Odd(1), a).0 + 1000 * lerp(Odd(v), Odd(3), 2).0 + 100_000 * count(&a, &Odd(v + 3)) as i64
            + 10_000_000 * (most_of_all(a).unwrap().0)
    }
    pub fn floats(v: i64) -> i64 {
        let nan = if v > 2 { f64::NAN } else { 0.5 };
        let a = [v as f64, nan, -1.5];
        (middle(a).to_bits() ^ most_of_all(a).unwrap().to_bits() ^ total(&a).to_bits() ^ dot([1.5, v as f32], [0.25, nan as f32]).is_nan() as u64) as i64
            ^ partial(&(v as f32), &(nan as f32)) ^ count(&a, &nan) as i64
    }
    pub fn wide(v: i64) -> i64 {
        (clamped(v as i128, -2, 3) * std_clamped(v as i128, 1 << 70, 1 << 71) >> 70) as i64 + sum_all(v as u8 as u128, [1, 2, 3]) as i64 + extremes(&[v as u128, 7]).0 as i64
    }
    pub fn marked(v: i64) -> i64 { marked_by::<u8>(v) + marked_by::<f64>(v) }
    pub fn lengths(v: i64) -> i64 { middle([v, 1, 2, 9, 3]) + 10 * middle([v as i8]) as i64 + 100 * dot([v; 4], [1, 2, 3, v]) }
    pub fn references(v: i64) -> i64 {
        let (mut a, mut b) = (v, 2);
        exchange(&mut a, &mut b);
        let mut p = [v as f32, 1.5, -v as f32];
        let [x, y, _] = &mut p;
        exchange(x, y);
        a * 10 + b + (p[0] * 1000.0 + p[1] * 100.0) as i64
    }
    pub fn sorted(v: i64) -> i64 {
        let a = in_order([v, 3, -v, 1]);
        let b = in_order([v as u8, 3, 250, 1]);
        a[0] + 10 * a[1] + 100 * a[2] + 1000 * b[2] as i64
    }
    pub fn conversions(v: i64) -> i64 {
        (mean(v as i32, 7) * 8.0) as i64 + (mean(v as f32, 0.5) * 8.0) as i64 + wider(v as u8) + wider(v) + wider(Odd(v)) + wider(v > 1)
            + twice_and(v) + twice_and(v as f64) as i64 + twice_and(Odd(v)).0
    }
    pub fn operators(v: i64) -> i64 { mixed(v, 5) + mixed(v as u8, 9) as i64 + halves(v, 2) + (halves(v as f32, 4.0) * 4.0) as i64 }
    pub fn assigned(v: i64) -> i64 {
        fn_of_order(v, 3) + fn_of_order(v as i32, 4) as i64 + fn_of_order(Odd(v), Odd(1)).0
    }
    pub fn fn_of_order<T: AddAssign + Copy>(a: T, b: T) -> T {
        let mut n = 0usize;
        let mut all = [a, b, b];
        let at = push(&mut n);
        all[at] += { n += 1; b };
        all[n] += a;
        all[1] += all[0];
        all[1]
    }
    pub fn options(v: i64) -> i64 {
        most(Some(v), Some(2)).unwrap_or(0) + 10 * most(None, Some(v as f32)).unwrap_or(0.5) as i64 + pick(v > 1, Some(v), None).unwrap_or(77)
            + pick(v > 1, (v, 2), (3, v)).1 + pick(v > 2, [v, 2], [3, v])[0]
    }
    pub fn slices(v: i64) -> i64 {
        let a = [v, 2, v, 3];
        count(&a, &v) as i64 + 10 * count(&a[1..3], &2) as i64 + total(&a[..2]) + extremes(&a[1..]).1
    }
    pub fn closures(v: i64) -> i64 { each([v, 2], |x| x * v) + each([v as f32, 0.5], |x| x + 1.0) as i64 + each([Odd(v), Odd(1)], |x| x + Odd(2)).0 }
    pub fn methods(v: i64) -> i64 {
        let (a, b) = (Two { x: v, y: 2 }, Two { x: 3, y: v });
        a.dot(b) + 10 * a.turned().x + 100 * (a + b).y + 1000 * (a == b) as i64 + 10_000 * (a == a + Two { x: 0, y: 0 }) as i64
            + (Two { x: 0.5, y: v as f32 }.turned().x * 2.0) as i64 + (Two { x: Odd(v), y: Odd(1) } + Two { x: Odd(3), y: Odd(v) }).x.0
    }
    pub fn nested(v: i64) -> i64 { most_of_all([v, 2, 3]).unwrap_or(0) + most_of_all([v as f32, 0.5, 3.0]).unwrap_or(0.0) as i64 }
    pub fn defaults(v: i64) -> i64 { total(&[v as i16, 0, v as i16]) as i64 + dot::<f64, 1>([v as f64], [2.0]) as i64 }
    pub fn enums(v: i64) -> i64 { pick(v > 1, Ordering::Less, Ordering::Greater) as i64 }
}

/// A generic function fails as the same function of the type in question does, in its own line.
fn failures<B: onrush::Backend>(b: &B) -> onrush::Result<()> {
    #[device]
    fn doubled<T: Copy + Add<Output = T>>(a: T) -> T {
        a + a
    }
    #[device]
    fn divided<T: Div<Output = T>>(a: T, b: T) -> T {
        a / b
    }
    #[device]
    fn negative<T: Neg<Output = T>>(a: T) -> T {
        -a
    }
    #[device]
    fn within<T: Ord>(a: T, low: T, high: T) -> T {
        a.clamp(low, high)
    }
    let fails = |message: &str, line: u32, result: onrush::Result<Vec<i64>>| {
        let error = result.expect_err(message);
        let ErrorKind::Panic { message: found, location: Some(at) } = error.kind() else { panic!("{error}") };
        assert!(found.starts_with(message), "{error}");
        assert_eq!(at.line, line, "{error}");
    };
    let x = b.upload(&[3i64, -100])?;
    let line = line!();
    if cfg!(debug_assertions) {
        let sums = x.iter().map(op!(|v: i64| doubled(v as i8) as i64)).collect().and_then(|results| results.to_vec());
        fails("attempt to add with overflow", line - 21, sums);
        let negatives =
            x.iter().map(op!(|v: i64| negative((v - 28) as i8) as i64)).collect().and_then(|results| results.to_vec());
        fails("attempt to negate with overflow", line - 13, negatives);
    }
    let quotients =
        x.iter().map(op!(|v: i64| divided(v, (v + 100) / 103))).collect().and_then(|results| results.to_vec());
    fails("attempt to divide by zero", line - 17, quotients);
    let clamped = x.iter().map(op!(|v: i64| within(v, 0, v))).collect().and_then(|results| results.to_vec());
    // On the host, the message is std's of the day.
    fails("", line - 9, clamped);
    Ok(())
}
mod failing {
    use super::failures;
    crate::everywhere! { failures }
}
