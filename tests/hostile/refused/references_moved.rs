//! References that would be moved: a device's references refer to one place as long as they live.
use onrush::prelude::*;

#[device]
fn set(place: &mut i64, value: i64) -> i64 {
    let old = *place;
    *place = value;
    old
}

#[derive(Clone, Copy, Element)]
#[repr(C)]
struct Pair {
    x: i64,
    y: i64,
}

#[device]
fn assigned(x: &mut i64, y: &mut i64) {
    let mut r = x;
    let s = y;
    r = s;
    *r = 9;
}
#[device]
fn assigned_shared(x: &i64, y: &i64) -> i64 {
    let mut r = x;
    let first = *r;
    r = y;
    first + *r
}
#[device]
fn exchanged(x: &i64, y: &i64) -> i64 {
    let mut r = x;
    let mut s = y;
    (r, s) = (s, r);
    *r * 2 + *s
}
#[device]
fn late(x: &mut i64) -> i64 {
    let r;
    r = x;
    set(r, 7)
}
#[device]
fn in_a_tuple(x: &mut i64, v: i64) -> i64 {
    let mut y = v;
    let t = (x, { y += 1; y });
    set(t.0, 5) + t.1
}
#[device]
fn in_an_array(x: &mut i64) -> i64 {
    let a = [x];
    set(a[0], 5)
}
#[device]
fn in_a_repeated_array(x: &mut i64) -> i64 {
    let a = [x; 1];
    set(a[0], 5)
}

fn main() {
    let _ = op!(|(x, y): (&mut i64, i64)| {
        let mut z = y;
        let mut r = x;
        let s = &mut z;
        r = s;
        *r += 1;
    });
    let _ = op!(|x: &mut i64| {
        let t = (x, 1i64);
        set(t.0, t.1);
    });
    let _ = op!(|p: &mut Pair| {
        let t = Pair { x: p, y: 1 };
        t.x
    });
}
