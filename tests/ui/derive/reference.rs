use onrush::prelude::*;

#[derive(Clone, Copy, Element)]
#[repr(C)]
struct Name<'a> {
    text: &'a u8,
    len: u32,
}

fn main() {}
