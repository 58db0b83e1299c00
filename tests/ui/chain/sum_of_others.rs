use onrush::prelude::*;

fn main() -> onrush::Result<()> {
    let device = Device::best()?;
    let x = device.upload(&[1.0f32, 2.0])?;
    let _ = x.iter().map(op!(|v: f32| v > 1.0)).sum()?;
    let _ = x.iter().zip(&x).sum()?;
    let points = device.upload(&[Point { x: 1.0, y: 2.0 }])?;
    let _ = points.iter().sum()?;
    Ok(())
}

#[derive(Debug, Clone, Copy, Element)]
#[repr(C)]
struct Point {
    x: f32,
    y: f32,
}
