use onrush::prelude::*;

#[derive(Clone, Copy, Debug, Element)]
#[repr(C)]
struct Named {
    pair: (f32, u8),
}

fn main() {}
