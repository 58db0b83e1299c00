//! Rows and segments of chains whose items have no known positions, and columns of a chain without rows.

use onrush::prelude::*;

fn main() -> onrush::Result<()> {
    let device = Device::best()?;
    let x = device.upload(&[1u32, 2, 3])?;
    let filtered = x.iter().filter(op!(|v: u32| v > 1));
    let _ = filtered.segments_of(2);
    let _ = filtered.segments(&x);
    let _ = filtered.grid(1, 3);
    let _ = filtered.adjacent_difference(op!(|a: u32, b: u32| a - b));
    let _ = x.iter().transpose().collect()?;
    let _ = x.iter().columns();
    let _ = x.iter().rows();
    let _ = x.iter().grid(1, 3).windows_3d::<1, 1, 1>();
    let _ = x.iter().map(op!(|v: u32| v > 1)).mean()?;
    Ok(())
}
