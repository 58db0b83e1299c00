use onrush::prelude::*;

#[derive(Clone, Copy, Debug, Element)]
#[repr(C)]
enum Color {
    Red,
}

#[derive(Clone, Copy, Element)]
#[repr(C)]
union Either {
    a: f32,
    b: u32,
}

#[derive(Clone, Copy, Debug, Element)]
struct Loose {
    a: f32,
}

#[derive(Clone, Copy, Debug, Element)]
#[repr(C, packed)]
struct Packed {
    a: f32,
}

#[derive(Clone, Copy, Debug, Element)]
#[repr(C)]
struct Nothing;

#[derive(Clone, Copy, Debug, Element)]
#[repr(C)]
struct Borrowed<'a> {
    a: &'a f32,
}

fn main() {}
