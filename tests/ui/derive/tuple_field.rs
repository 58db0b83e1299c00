use onrush::prelude::*;

#[derive(Clone, Copy, Element)]
#[repr(C)]
struct Edge {
    ends: (u32, u32),
    weight: f32,
}

fn main() {}
