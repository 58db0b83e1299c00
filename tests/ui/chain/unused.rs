#![deny(unused_must_use)]

use onrush::prelude::*;

fn main() -> onrush::Result<()> {
    let device = Device::best()?;
    let mut x = device.upload(&[1u32, 2])?;
    x.iter().map(op!(|v: u32| v * 2));
    x.iter().filter(op!(|v: u32| v > 1));
    x.iter().zip(&x);
    zip((&x, &x));
    x.iter_mut();
    device.range(0..3).rev().enumerate();
    x.iter().sum();
    Ok(())
}
