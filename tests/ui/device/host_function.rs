use onrush::prelude::*;

fn twice(v: f32) -> f32 {
    v * 2.0
}

mod geometry {
    pub fn thrice(v: f32) -> f32 {
        v * 3.0
    }
}

#[device]
fn six_times(v: f32) -> f32 {
    geometry::thrice(twice(v))
}

fn main() {
    let _ = op!(|v: f32| six_times(v));
}
