//! The program of a package whose library declares the same module: the module's trait is another one here.

#![deny(warnings)]

mod halves;

use halves::Halves;
use onrush::prelude::*;

#[device]
impl Halves for u32 {
    fn half(self) -> u32 {
        self / 2 + 1
    }
}

fn main() -> onrush::Result<()> {
    assert_eq!(named::twice_half(4), 4);
    let x = Device::cpu().upload(&[3u32])?;
    assert_eq!(x.iter().map(op!(|v: u32| v.half())).sum()?, 2);
    Ok(())
}
