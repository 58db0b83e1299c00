use half::{bf16, f16};
use onrush_core::{Element, Float, Integer, Number, Signed};
use onrush_macros::op;

use crate::support::same;

fn number<T: Number>(inputs: &[(T, T)]) {
    let three = T::cast_from(3);
    same(
        op!(|a: T, b: T| {
            let mut c = a * b + T::ONE;
            c -= T::zero();
            if a < b && a != T::MAX { (c % three).max(a) } else { (a / b).min(three).clamp(T::ZERO, three) }
        }),
        inputs,
    );
    same(op!(|a: T, b: T| (a.cast::<f64>(), T::cast_from(b.cast::<f64>() * 0.5), a == b, b >= a)), inputs);
}

#[test]
fn numbers() {
    number(&[(1u8, 2), (200, 100), (7, 0), (255, 1)]);
    number(&[(-1i32, 2), (i32::MAX, 2), (i32::MIN, -1), (3, 3)]);
    number(&[(1u64 << 60, 2), (u64::MAX, u64::MAX)]);
    number(&[(1.5f32, -2.0), (f32::NAN, 1.0), (0.0, -0.0)]);
    number(&[(1.5f64, -2.0), (1e300, 1e10)]);
    number(&[(f16::from_f32(1.5), f16::from_f32(-0.1))]);
    number(&[(bf16::from_f32(1.5), bf16::from_f32(-0.1))]);
}

fn signed<T: Signed>(inputs: &[(T,)]) {
    same(op!(|a: T| ((-a).abs(), a.signum() * -T::ONE)), inputs);
}

#[test]
fn signs() {
    signed(&[(-1i8,), (i8::MIN,), (127,)]);
    signed(&[(-1.5f64,), (-0.0,)]);
}

fn integer<T: Integer>(inputs: &[(T, T)]) {
    same(
        op!(|a: T, b: T| {
            let mut c = (a & b) | (a ^ !b);
            c <<= 2;
            c |= b.wrapping_mul(a) >> 1;
            let (d, over) = a.overflowing_add(b);
            let far = a.abs_diff(b).cast::<u64>();
            (c, (d, far), over, a.count_ones() + b.leading_zeros(), (b.pow(2), a.cmp(&b) as i8))
        }),
        inputs,
    );
}

#[test]
fn integers() {
    integer(&[(1u8, 7), (255, 100), (3, 16)]);
    integer(&[(-1i64, 7), (i64::MIN, -1)]);
    integer(&[(1usize, 7)]);
}

fn float<T: Float>(inputs: &[(T, T)]) {
    same(
        op!(|a: T, b: T| {
            let half = T::from(1) / T::from(2);
            (
                a.mul_add(b, half).sqrt(),
                b.floor(),
                a.is_nan(),
                a.copysign(b).recip(),
                T::PI - T::EPSILON,
                (b.powi(3), a.total_cmp(&b) as i8),
            )
        }),
        inputs,
    );
}

#[test]
fn floats() {
    float(&[(1.5f32, 2.5), (f32::NAN, -1.0)]);
    float(&[(1.5f64, 2.5)]);
    float(&[(f16::from_f32(1.5), f16::from_f32(-0.1))]);
}

fn element<T: Element, const N: usize>(all: [T; N], inputs: &[(u32,)])
where
    T: Number,
{
    same(
        op!(|i: u32| {
            let mut sum = T::ZERO;
            for k in 0..N {
                sum += all[(i as usize + k) % N];
            }
            (sum, all, [sum; 2] == [T::ONE; 2])
        }),
        inputs,
    );
}

#[test]
fn captures() {
    element([1u8, 2, 3], &[(0,), (4,)]);
    element([1.5f32, 2.5], &[(0,), (1,)]);
}

mod shapes {
    use onrush_core::{Element, Float, Number, Signed};
    use onrush_macros::{Element, device};

    #[device]
    pub(super) fn square<T: Number>(v: T) -> T {
        v * v
    }

    /// No parameter of the function has the type.
    #[device]
    pub(super) fn half<T>() -> T
    where
        T: Float,
    {
        T::from(1) / T::from(2)
    }

    #[device]
    pub(super) fn power<T: Number, const N: usize, const LESS: bool>(v: T) -> T {
        let mut all = T::ONE;
        for _ in 0..N {
            all *= v;
        }
        if LESS { all - T::ONE } else { all }
    }

    #[device]
    pub(super) fn bump<T: Number, U: Number>(x: &mut T, by: &U) -> U {
        *x += by.cast::<T>();
        square::<U>(*by)
    }

    #[device]
    pub(super) fn sum<T: Number, const N: usize>(all: [T; N]) -> T {
        let mut sum = T::zero();
        for i in 0..N {
            sum += square(all[i]);
        }
        sum
    }

    pub(super) trait Weight: Number {
        const WEIGHT: f32;
    }
    impl Weight for u8 {
        const WEIGHT: f32 = 0.25;
    }
    impl Weight for u16 {
        const WEIGHT: f32 = 0.1;
    }

    /// The text depends on the type by a constant alone.
    #[device]
    pub(super) fn weight<T: Weight>() -> f32 {
        T::WEIGHT
    }

    #[derive(Clone, Copy, Debug, PartialEq, Element)]
    #[repr(C)]
    pub(super) struct Vec3<T> {
        pub(super) x: T,
        pub(super) y: T,
        pub(super) z: T,
    }

    #[device]
    impl<T: Number> Vec3<T> {
        pub(super) const UNIT: Self = Vec3 { x: T::ONE, y: T::ZERO, z: T::ZERO };

        pub(super) fn new(x: T, y: T, z: T) -> Self {
            Vec3 { x, y, z }
        }
        pub(super) fn dot(&self, other: &Vec3<T>) -> T {
            self.x * other.x + self.y * other.y + self.z * other.z
        }
        pub(super) fn scale(&mut self, by: T) {
            *self = Self::new(self.x * by, self.y * by, self.z * by);
        }
        pub(super) fn from_unit() -> Vec3<T> {
            let mut v = Self::UNIT;
            v.scale(T::cast_from(3));
            v
        }
    }
    #[device]
    impl<T: Float> Vec3<T> {
        pub(super) fn norm(self) -> T {
            self.dot(&self).sqrt()
        }
    }
    #[device]
    impl<T: Number> std::ops::Add for Vec3<T> {
        type Output = Self;
        fn add(self, other: Self) -> Self::Output {
            Vec3::new(self.x + other.x, self.y + other.y, self.z + other.z)
        }
    }
    #[device]
    impl<T: Number> std::ops::Mul<T> for Vec3<T> {
        type Output = Vec3<T>;
        fn mul(self, by: T) -> Vec3<T> {
            Vec3 { x: self.x * by, y: self.y * by, z: self.z * by }
        }
    }
    #[device]
    impl<T: Signed> std::ops::Neg for Vec3<T> {
        type Output = Vec3<T>;
        fn neg(self) -> Vec3<T> {
            Vec3::<T> { x: -self.x, ..self }
        }
    }
    #[device]
    impl<T: Number> std::ops::AddAssign<T> for Vec3<T> {
        fn add_assign(&mut self, by: T) {
            self.x += by;
        }
    }

    #[derive(Clone, Copy, Debug, PartialEq, Element)]
    #[repr(C)]
    pub(super) struct Row<A, const N: usize>(pub(super) [A; N], pub(super) u32);

    pub(super) trait Total {
        type Of;
        fn total(&self) -> Self::Of;
    }
    #[device]
    impl<A: Number, const N: usize> Total for Row<A, N>
    where
        A: Element,
    {
        type Of = A;
        fn total(&self) -> Self::Of {
            sum(self.0)
        }
    }
}
use shapes::{Row, Vec3};

#[test]
fn functions() {
    same(op!(|a: f32, b: u8| (shapes::square(a), shapes::square::<u8>(b))), &[(1.5, 3), (-0.0, 15), (2.0, 16)]);
    same(
        op!(|i: u8| {
            let h: f32 = shapes::half();
            (h, shapes::half::<f64>(), shapes::power::<_, 3, true>(i), shapes::power::<u64, 9, false>(i as u64))
        }),
        &[(3,), (6,), (7,)],
    );
    same(
        op!(|i: u8| {
            let mut x = [i as f32, 2.0];
            let n = shapes::bump(&mut x[1], &i);
            let r = &mut x[0];
            let by = 1.5f64;
            (shapes::bump(r, &by) + n as f64, x, shapes::sum(x), shapes::sum([i, 1, 1]))
        }),
        &[(3,), (15,), (16,)],
    );
    same(op!(|i: u8| (shapes::weight::<u8>(), shapes::weight::<u16>(), i)), &[(3,)]);
}

fn vectors<T: Float>(all: &[(Vec3<T>, T)]) {
    let offset = Vec3::new(T::ONE, T::from(2), T::PI);
    same(
        op!(|a: Vec3<T>, by: T| {
            let mut b = (-(a + offset) * by) + Vec3::new(by, T::ONE, by) + Vec3::<T>::UNIT;
            b.scale(by);
            b += by;
            (b, b.norm(), a.dot(&b), Vec3::<T>::from_unit(), Vec3::<f32>::from_unit())
        }),
        all,
    );
}

#[test]
fn implementations() {
    vectors(&[(Vec3 { x: 1.5f32, y: -2.0, z: 0.1 }, 0.3), (Vec3 { x: 0.0, y: -0.0, z: f32::INFINITY }, 3.0)]);
    vectors(&[(Vec3 { x: 1.5f64, y: -2.0, z: 0.1 }, 0.3)]);
    same(
        op!(|a: Vec3<i32>, by: i32| {
            let b = Vec3::new(1, 2, by);
            ((a * by).dot(&b), Vec3::new(1.0, 2.0, 0.5).norm())
        }),
        &[(Vec3 { x: 1, y: 2, z: 3 }, 4), (Vec3 { x: i32::MAX, y: 2, z: 3 }, 2)],
    );
    same(
        op!(|a: Row<u8, 2>, b: Row<f64, 3>| (a.total(), b.total(), Row([a.0], 1))),
        &[(Row([1, 2], 3), Row([0.5, 1e9, 0.1], 2)), (Row([15, 9], 3), Row([0.5, 1e9, 0.1], 2))],
    );
}
