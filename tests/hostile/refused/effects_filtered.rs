//! A filter asks for its items twice: once to count them and once to keep them.
#![forbid(unsafe_code)]
use onrush::prelude::*;

fn main() -> onrush::Result<()> {
    let device = Device::best()?;
    let mut x = device.filled(1i32, 3)?;
    let double = op!(|v: &mut i32| {
        *v *= 2;
        *v
    });
    x.iter_mut().map(double).filter(op!(|v: i32| v > 0)).sum()?;
    Ok(())
}
