use onrush::prelude::*;

fn main() -> onrush::Result<()> {
    let device = Device::best()?;
    let mut x = device.upload(&[Point { x: 1.0, y: 2.0 }])?;
    x.sort()?;
    Ok(())
}

#[derive(Debug, Clone, Copy, Element)]
#[repr(C)]
struct Point {
    x: f32,
    y: f32,
}
