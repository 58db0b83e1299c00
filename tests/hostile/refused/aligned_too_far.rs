//! Alignments that kernel parameters and shared memory don't have.
#![forbid(unsafe_code)]
use onrush::prelude::*;

#[derive(Clone, Copy, Debug, Element)]
#[repr(C, align(64))]
struct Line {
    name: u32,
}

#[derive(Clone, Copy, Debug, Element)]
#[repr(C)]
#[repr(align(1024))]
struct Page<T> {
    name: T,
}

fn main() {}
