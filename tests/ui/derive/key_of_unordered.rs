use onrush::prelude::*;

#[derive(Clone, Copy, Element)]
#[repr(C)]
struct Point {
    x: f32,
    y: f32,
}

#[derive(Clone, Copy, Element, Key)]
#[repr(C)]
struct Event {
    time: u64,
    place: Point,
}

fn main() {}
