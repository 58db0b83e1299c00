use onrush::prelude::*;

#[derive(Clone, Copy, Element)]
struct Point {
    x: f32,
    y: f32,
}

fn main() {}
