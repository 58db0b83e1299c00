use onrush::prelude::*;

#[device]
fn longest(a: &f32) -> &f32 {
    a
}

#[device]
async fn later(x: f32) -> f32 {
    x
}

#[device]
struct Point(f32);

#[device]
fn owned(x: char, list: Vec<f32>, text: &str) {}

fn main() {
    // A refused function can still be named.
    let _ = op!(|x: f32| constant(x));
}
