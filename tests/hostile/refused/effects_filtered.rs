//! The predicate's items would be computed once to be counted and once to be kept.
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
