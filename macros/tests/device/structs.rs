use std::ops::{Add, AddAssign, Mul, Neg};

use onrush_macros::{Element, device, op};

use crate::support::same;

#[derive(Debug, Clone, Copy, PartialEq, Element)]
#[repr(C)]
struct Vec3(f32, f32, f32);

#[derive(Debug, Clone, Copy, PartialEq, Element)]
#[repr(C)]
struct Particle {
    alive: bool,
    position: Vec3,
    r#type: u16,
    history: [i64; 2],
}

#[device]
impl Vec3 {
    const UP: Vec3 = Vec3(0.0, 0.0, 1.0);

    fn new(x: f32) -> Self {
        Self(x, 2.0 * x, Self::UP.2)
    }
    fn dot(self, other: Vec3) -> f32 {
        self.0 * other.0 + self.1 * other.1 + self.2 * other.2
    }
    fn shift(&mut self, by: f32) -> f32 {
        self.0 += by;
        let Vec3(x, y, _) = self;
        *x += 1.0;
        *y += *x;
        self.0
    }
    fn halved(mut self) -> Self {
        self.0 *= 0.5;
        self
    }
    fn length2(&self) -> f32 {
        self.dot(*self)
    }
}

#[device]
impl Add for Vec3 {
    type Output = Vec3;
    fn add(self, other: Self) -> Self::Output {
        Vec3(self.0 + other.0, self.1 + other.1, self.2 + other.2)
    }
}

#[device]
impl Mul<f32> for Vec3 {
    type Output = Vec3;
    fn mul(self, by: f32) -> Vec3 {
        Vec3(self.0 * by, self.1 * by, self.2 * by)
    }
}

#[device]
impl Mul for Vec3 {
    type Output = f32;
    fn mul(self, other: Self) -> Self::Output {
        self.dot(other)
    }
}

#[device]
impl Mul<Vec3> for f32 {
    type Output = Vec3;
    fn mul(self, v: Vec3) -> Vec3 {
        v * self
    }
}

#[device]
impl Neg for Vec3 {
    type Output = Vec3;
    fn neg(self) -> Vec3 {
        -1.0 * self
    }
}

#[device]
impl AddAssign<f32> for Vec3 {
    fn add_assign(&mut self, by: f32) {
        self.2 += by;
    }
}

#[device]
impl PartialEq<f32> for Vec3 {
    fn eq(&self, other: &f32) -> bool {
        self.0 == *other
    }
}

const POINTS: [(Vec3,); 2] = [(Vec3(1.0, 2.0, 3.0),), (Vec3(-0.5, 0.25, 1e10),)];

#[test]
fn methods_and_operators() {
    let shift = Vec3(0.5, 0.5, 0.5);
    same(op!(|p: Vec3| (p + shift * 2.0).dot(Vec3::UP) + p.length2()), &POINTS);
    same(
        op!(|p: Vec3| {
            let mut q = p + Vec3::new(p.0);
            let a = q.shift(1.0) - q.shift(2.0) * q.0;
            q += a;
            let r = -(2.0 * q.halved()) * 0.5;
            (q, a, r * q, q == 1.5)
        }),
        &POINTS,
    );
}

#[derive(Debug, Clone, Copy, Element)]
#[repr(C)]
struct Wide(u8, u8, u8, u8, u8, u8, u8, u8, u8, u16);

#[device]
fn first(&(a, mut b): &(f32, f32), c: &mut [f32; 2]) -> f32 {
    b += a;
    c[0] = b;
    a + b
}

#[test]
fn wide_structs() {
    same(
        op!(|p: (f32, f32)| {
            let mut c = [0.0; 2];
            let pair = p;
            (first(&pair, &mut c), pair, c)
        }),
        &[((1.0, 2.0),)],
    );
    same(op!(|w: Wide| w.9 + w.8 as u16 * 2 + w.7 as u16), &[(Wide(0, 1, 2, 3, 4, 5, 6, 7, 8, 900),)]);
}

#[test]
fn literals_and_fields() {
    let p = Particle { alive: true, position: Vec3(1.0, 2.0, 3.0), r#type: 7, history: [1, -1] };
    let q = Particle { alive: false, r#type: 9, ..p };
    same(
        op!(|p: Particle| {
            let mut q = Particle { history: [p.history[1], 5], alive: !p.alive, ..p };
            q.position.1 += 2.0;
            q.history[0] -= 3;
            let position = q.position;
            if p.r#type > 7 { q } else { Particle { position, r#type: 1, history: [0; 2], alive: false } }
        }),
        &[(p,), (q,)],
    );
    same(
        op!(|p: Particle| match p {
            Particle { alive: true, position: Vec3(x, ..), .. } => x,
            Particle { r#type, history: h, .. } => r#type as f32 + h[0] as f32,
        }),
        &[(p,), (q,)],
    );
}
