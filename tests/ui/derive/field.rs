use onrush::prelude::*;

#[derive(Clone, Copy, Element)]
#[repr(C)]
struct Letter {
    size: f32,
    glyph: char,
}

fn main() {}
