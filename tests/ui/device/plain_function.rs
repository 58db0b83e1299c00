use onrush::prelude::*;

fn halve(x: f32) -> f32 {
    x / 2.0
}

fn main() {
    let _ = op!(|x: f32| halve(x));
}
