const LIMIT: i64 = 4;
const LIMITS: (i64, i64) = (-2, 4);
const GRID: [[i64; 3]; 3] = [[3, -5, 7], [2, 9, -1], [4, 0, 6]];
const PAIRS: [Pair; 3] = [Pair { x: 1, y: -2 }, Pair { x: 3, y: 5 }, Pair { x: -7, y: 2 }];

#[derive(Clone, Copy, Debug, PartialEq, Element)]
#[repr(C)]
struct Pair {
    x: i64,
    y: i64,
}

#[device]
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd, Element)]
#[repr(C)]
struct Two(i64, i64);

#[device]
impl Pair {
    fn new(x: i64, y: i64) -> Pair {
        Pair { x, y }
    }
    fn it(self) -> Pair {
        self
    }
    fn bump(&mut self) -> i64 {
        self.x += 1;
        self.x
    }
    fn add_to(&mut self, by: i64) -> i64 {
        self.x += by;
        self.x ^ self.y
    }
    fn sum(&self) -> i64 {
        self.x - self.y
    }
    fn with(self, y: i64) -> Pair {
        Pair { x: self.x, y }
    }
    fn plus(&self, other: Pair) -> Pair {
        Pair { x: self.x + other.y, y: self.y - other.x }
    }
}

#[device]
impl From<i64> for Pair {
    fn from(x: i64) -> Pair {
        Pair { x, y: 7 }
    }
}

#[device]
impl From<(i64, Pair)> for Pair {
    fn from((x, pair): (i64, Pair)) -> Pair {
        Pair { x: pair.y, y: x }
    }
}

#[device]
impl From<Pair> for i64 {
    fn from(pair: Pair) -> i64 {
        pair.x ^ pair.y
    }
}

#[device]
impl std::ops::Add for Pair {
    type Output = Pair;
    fn add(self, other: Pair) -> Pair {
        Pair { x: self.x + other.x, y: self.y ^ other.y }
    }
}

#[device]
impl std::ops::Neg for Pair {
    type Output = Pair;
    fn neg(self) -> Pair {
        Pair { x: -self.x, y: self.y }
    }
}

#[device]
impl std::ops::AddAssign for Pair {
    fn add_assign(&mut self, other: Pair) {
        self.x += other.x;
        self.y ^= other.y;
    }
}

#[device]
impl std::ops::MulAssign<i64> for Pair {
    fn mul_assign(&mut self, by: i64) {
        self.x ^= by;
        self.y -= by;
    }
}

#[device]
impl std::ops::DivAssign for Pair {
    fn div_assign(&mut self, by: Pair) {
        self.x = (self.x ^ by.y) & 0xffff;
        self.y -= by.x & 15;
    }
}

#[device]
fn next(n: &mut i64) -> i64 {
    *n += 1;
    *n
}

#[device]
fn push(top: &mut usize) -> usize {
    *top += 1;
    *top % 3
}

#[device]
fn both(a: &i64, b: i64) -> i64 {
    *a - b
}

#[device]
fn set(place: &mut i64, value: i64) -> i64 {
    let old = *place;
    *place = value;
    old
}

#[device]
fn halved(v: Option<i64>) -> Option<i64> {
    let v = v?;
    if v & 1 == 0 { Some(v / 2) } else { None }
}

#[device]
fn held(v: Option<i64>) -> i64 {
    match v {
        Some(v) => v ^ 11,
        None => 5,
    }
}

#[device]
fn twice(f: impl Fn(i64) -> i64, v: i64) -> i64 {
    f(f(v) - 1)
}

#[device]
fn thrice<F: FnMut(i64) -> i64>(mut f: F, v: i64) -> i64 {
    f(v) ^ f(2) - f(3)
}

#[device]
fn lent(f: &mut impl FnMut(i64) -> i64, v: i64) -> i64 {
    f(v) - thrice(&mut *f, v) + f(4)
}

#[device]
fn three(v: i64) -> [i64; 3] {
    [v, v + 1, v ^ 5]
}

#[device]
fn third(a: [i64; 3]) -> i64 {
    a[2]
}

#[device]
fn topmost(s: &[i64]) -> i64 {
    let mut best = s.len() as i64;
    for x in s {
        best = best.max(*x);
    }
    best
}

#[device]
fn stir(s: &mut [i64], by: i64) -> i64 {
    let last = s.len() - 1;
    s[0] ^= by;
    s.swap(0, last);
    s[last]
}

#[device]
fn through(s: &[i64], mut f: impl FnMut(&[i64]) -> i64) -> i64 {
    f(s) - f(&s[1..])
}

#[device]
fn raised<T: Number>(a: T, by: T) -> T {
    let mut b = a;
    b += by;
    b - by + by
}

#[device]
fn nearest<T>(a: T, low: T, high: T) -> T
where
    T: PartialOrd + Copy + std::ops::BitXor<Output = T>,
{
    if a < low || high < low { low } else if a > high { high } else { a ^ high }
}

#[device]
fn raised_at<T: Number>(a: [T; 3], i: usize, by: T) -> T {
    let mut a = a;
    a[i] += by;
    a[0] + a[i]
}

#[device]
#[derive(Clone, Copy, Debug, PartialEq)]
enum Side {
    Left(i64),
    Right(i64),
    Both,
}

#[device]
#[derive(Clone, Copy, Debug, PartialEq)]
enum Form {
    Dot,
    Line(i64),
    Area { w: i64, h: i64 },
    Within(Side, Option<i64>),
}

#[device]
#[derive(Clone, Copy, Debug, PartialEq)]
enum Rank {
    First = -3,
    Last = 300,
}

#[device]
#[derive(Clone, Copy, Debug, PartialEq)]
enum Sole {
    One(i64, Form),
}

#[device]
impl Form {
    fn of(v: i64) -> Form {
        match v & 3 {
            0 => Form::Dot,
            1 => Form::Line(v),
            2 => Form::Area { w: v, h: 1 },
            _ => Form::Within(if v > 4 { Side::Both } else { Side::Left(v) }, v.checked_div(2)),
        }
    }
    fn size(&self) -> i64 {
        match self {
            Form::Dot => 1,
            Form::Line(a) => *a ^ 2,
            Form::Area { w, h } => *w - *h,
            Form::Within(Side::Left(a) | Side::Right(a), o) => *a - held(*o),
            Form::Within(_, o) => held(*o),
        }
    }
    fn grow(&mut self, by: i64) -> i64 {
        match self {
            Form::Line(a) | Form::Area { w: a, .. } => {
                *a ^= by;
                *a
            }
            other => {
                *other = Form::Line(by);
                3
            }
        }
    }
}

#[device]
trait Own {
    fn shown(&self, by: i64) -> i64;
    fn taken(self, by: i64) -> i64;
    fn grown(&mut self, by: i64) -> i64;
    fn made(from: i64) -> Self;
}

#[device]
impl Own for i64 {
    fn shown(&self, by: i64) -> i64 {
        *self - (by ^ 3)
    }
    fn taken(mut self, by: i64) -> i64 {
        self ^= by;
        self - 1
    }
    fn grown(&mut self, by: i64) -> i64 {
        *self -= by;
        *self & 63
    }
    fn made(from: i64) -> i64 {
        from ^ 21
    }
}

#[device]
trait Turned {
    fn turned(self) -> bool;
}

#[device]
impl Turned for bool {
    fn turned(self) -> bool {
        self ^ 5i64.made_by(self)
    }
}

#[device]
trait MadeBy {
    fn made_by(&self, on: bool) -> bool;
}

#[device]
impl MadeBy for i64 {
    fn made_by(&self, on: bool) -> bool {
        Self::made(3) == *self || on
    }
}
