use onrush::prelude::*;

#[derive(Clone, Copy, Debug, Element)]
#[repr(C)]
struct Inner(u8);

#[derive(Clone, Copy, Debug, Element, Key)]
#[repr(C)]
struct Outer {
    inner: Inner,
}

fn main() {}
