//! A user's `Index`, which device code doesn't know.
use onrush::prelude::*;
use std::ops::Index;

#[derive(Clone, Copy, Element)]
#[repr(C)]
struct Inner {
    x: f32,
}
impl Index<usize> for Inner {
    type Output = f32;
    fn index(&self, _: usize) -> &f32 {
        &self.x
    }
}
#[derive(Clone, Copy)]
struct Place(usize);
impl Index<Place> for [Inner; 2] {
    type Output = Inner;
    fn index(&self, at: Place) -> &Inner {
        &self[at.0]
    }
}

fn main() {
    let _ = op!(|i: Inner| i[0]);
    let _ = op!(|i: [Inner; 2]| i[Place(1)].x);
}
