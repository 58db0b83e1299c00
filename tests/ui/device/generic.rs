use onrush::prelude::*;

trait Shape {
    fn area(&self) -> f32;
}

// A trait's methods are host functions.
#[device]
fn area<T: Element + Shape>(shape: T) -> f32 {
    shape.area()
}

#[device]
fn first<'a, const C: u8>(a: &'a [f32; 4]) -> f32 {
    a[0]
}

#[derive(Clone, Copy, Element)]
#[repr(C)]
struct Pair<T>(T, T);

#[device]
impl<T: Number, U> Pair<T> {
    fn cast<V: Number>(self) -> V {
        self.0.cast::<V>()
    }
}

#[device]
impl<T: Number> Shape for T {
    fn area(&self) -> f32 {
        self.cast::<f32>()
    }
}

fn main() {}
