//! The numbers that experiments compute with. They are functions of an index, so that the device and the host make the same ones.

use onrush::prelude::*;

/// A number that looks random.
#[device]
pub(crate) fn mixed(i: usize) -> u32 {
    let mut h = i as u32;
    h = (h ^ (h >> 16)).wrapping_mul(0x7feb_352d);
    h = (h ^ (h >> 15)).wrapping_mul(0x846c_a68b);
    h ^ (h >> 16)
}

/// An item from -8 to 8. Sums of these are exact in every order, since they are integers and stay small.
#[device]
pub(crate) fn item(i: usize) -> i32 {
    (mixed(i) % 17) as i32 - 8
}
