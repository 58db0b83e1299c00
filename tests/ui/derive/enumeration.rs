use onrush::prelude::*;

#[derive(Clone, Copy, Element)]
#[repr(C)]
enum Phase {
    Solid,
    Liquid,
}

fn main() {}
