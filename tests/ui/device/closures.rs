//! Mistakes with functions that take closures.
use onrush::prelude::*;

#[device]
fn twice<T: Number>(f: impl Fn(T) -> T, x: T) -> T {
    f(f(x))
}

#[device]
fn each(n: u32, mut f: impl FnMut(u32)) {
    for i in 0..n {
        f(i);
    }
}

#[device]
fn least(a: [f32; 2], less: impl Fn(&f32, &f32) -> bool) -> f32 {
    if less(&a[0], &a[1]) { a[0] } else { a[1] }
}

#[device]
fn wrong_call(f: impl Fn(f32) -> f32) -> f32 {
    f(1u32, 2.0)
}

#[device]
fn by_name(x: f32) -> f32 {
    twice(halved, x)
}

#[device]
fn halved(x: f32) -> f32 {
    x / 2.0
}

#[device]
fn unused<F: Fn(f32) -> f32>(x: f32) -> f32 {
    x
}

#[device]
fn lifetimes<F>(f: F, x: f32) -> f32
where
    for<'a> F: Fn(&'a f32) -> f32,
{
    f(&x)
}

fn plain(f: impl Fn(f32) -> f32) -> f32 {
    f(1.0)
}

fn main() {
    let _ = op!(|x: f32| twice(|v| v as u32, x));
    let _ = op!(|x: f32| twice(|v, w| v + w, x));
    let _ = op!(|x: f32| twice(3.0, x));
    let _ = op!(|x: u32| { let mut n = 0; twice(|v| { n += v; n }, x) });
    let _ = op!(|x: u32| { each(x, |v| v + 1); x });
    let _ = op!(|x: f32| least([x, 2.0], |a, b| a < b));
    let _ = op!(|x: f32| least([x, 2.0], |a: f32, b: f32| a < b));
    let _ = op!(|x: f32| plain(|v| v + x));
    let _ = op!(|x: u32| { let mut n = 0; let add = |v| n += v; each(x, add); each(x, add); n });
    let outside = |v: f32| v + 1.0;
    let _ = op!(|x: f32| twice(outside, x));
    let _ = op!(|x: f32| twice(f32::sqrt, x));
    let _ = op!(|x: u32| { let mut n = 0; each(x, |v| n += v); each(x, |v| n += v); n });
}
