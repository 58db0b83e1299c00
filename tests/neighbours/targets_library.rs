//! The library of a package whose program declares the same module.

#![deny(warnings)]

pub mod halves;

use halves::Halves;

#[onrush::device]
impl Halves for u32 {
    fn half(self) -> u32 {
        self / 2
    }
}

pub fn twice_half(v: u32) -> u32 {
    v.half() * 2
}
