//! Methods of a trait for numbers that call each other without end.
use onrush::prelude::*;

#[device]
trait Halves {
    fn half(self) -> u64;
}

#[device]
impl Halves for u32 {
    fn half(self) -> u64 {
        (self as u64).half()
    }
}

#[device]
impl Halves for u64 {
    fn half(self) -> u64 {
        (self as u32).half()
    }
}

fn main() -> onrush::Result<()> {
    let device = Device::best()?;
    let x = device.upload(&[1u32, 2])?;
    let _ = x.iter().map(op!(|v: u32| v.half())).sum()?;
    Ok(())
}
