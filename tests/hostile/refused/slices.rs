//! Slices: what Rust refuses of their borrows, and what they can't be in device code.
use onrush::prelude::*;

#[derive(Clone, Copy, Element)]
#[repr(C)]
struct Own(f32);

impl std::ops::Index<std::ops::Range<usize>> for Own {
    type Output = [f32];
    fn index(&self, _: std::ops::Range<usize>) -> &[f32] {
        &[]
    }
}

#[device]
fn put(a: &mut [f32], v: f32) -> f32 {
    a[0] = v;
    v
}

#[device]
fn both(a: &mut [f32], b: &[f32]) -> f32 {
    a[0] + b[0]
}

#[device]
fn top(a: &[f32]) -> f32 {
    a[0]
}

#[device]
fn beside_an_element(mut a: [f32; 4]) -> f32 {
    put(&mut a[..2], a[0])
}

#[device]
fn beside_another(mut a: [f32; 4]) -> f32 {
    both(&mut a[..2], &a[2..])
}

#[device]
fn changed_meanwhile(mut a: [f32; 4]) -> f32 {
    let s = &a[1..];
    a[2] = 1.0;
    s[0]
}

#[device]
fn changed_by_the_bound(mut a: [f32; 4]) -> f32 {
    let s = &mut a;
    top(&s[{
        s[0] = 1.0;
        1
    }..])
}

#[device]
fn changed_by_the_argument(s: &mut [f32]) -> bool {
    s.fill({
        s[0] = 1.0;
        2.0
    });
    s.contains(&{
        s[0] = 1.0;
        0.0
    })
}

#[device]
fn read_by_the_argument(mut a: [f32; 4]) -> f32 {
    a[1..].fill(a[0]);
    a[1]
}

#[device]
fn through_a_shared_one(a: &[f32]) -> f32 {
    a[0] = 1.0;
    put(a, 2.0)
}

#[device]
fn own_index(a: Own) -> f32 {
    top(&a[0..1])
}

#[device]
fn of_a_view(a: View<f32>) -> f32 {
    top(&a[0..1])
}

#[device]
fn in_a_tuple(a: &[f32]) -> f32 {
    let t = (a, 1.0);
    t.1
}

#[device]
fn in_an_array(a: &[f32], b: &[f32]) -> f32 {
    let t = [a, b];
    t[0][0]
}

#[device]
fn in_an_option(a: &[f32]) -> f32 {
    let t = Some(a);
    if t.is_some() { 1.0 } else { 0.0 }
}

#[device]
fn chosen(a: &[f32], b: &[f32]) -> f32 {
    let s = if a[0] > b[0] { a } else { b };
    s[0]
}

#[device]
fn returned(a: &[f32]) -> &[f32] {
    &a[1..]
}

#[device]
fn nested(a: &[&[f32]], b: (&[f32], f32), c: [f32], d: &mut &[f32]) -> f32 {
    a[0][0]
}

#[device]
fn without_a_reference(a: [f32; 3]) -> f32 {
    let s = a[1..];
    s[0]
}

#[device]
fn in_an_option_of(a: [f32; 3]) -> Option<&[f32]> {
    None
}

#[device]
fn of_floats(a: [f32; 3]) -> f32 {
    top(&a[1u32..2])
}

fn main() {
    let _ = op!(|s: &[f32]| s[0]);
    let _ = op!(|x: f32| {
        let f = |n: usize| &[x, 1.0][n..];
        f(1)[0]
    });
    let _ = op!(|x: f32| {
        let last = |s: &[f32], n| s[n];
        last(&x, 0)
    });
}
