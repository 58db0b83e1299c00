use onrush::prelude::*;

#[device]
struct Point {
    x: f32,
}

fn main() {}
