use onrush::prelude::*;

#[derive(Clone, Copy, Debug, Element)]
#[repr(C)]
struct Point {
    x: f32,
}

impl Point {
    fn norm(self) -> f32 {
        self.x.abs()
    }
}

fn main() {
    let _ = op!(|p: Point| p.norm());
}
