use onrush::prelude::*;

fn main() -> onrush::Result<()> {
    let device = Device::best()?;
    let x = device.upload(&[1.0f32, 2.0])?;
    let _ = x.iter().map(op!(|v: f32| Point { x: v, ..Default::default() })).collect()?;
    Ok(())
}

#[derive(Debug, Clone, Copy, Default, Element)]
#[repr(C)]
struct Point {
    x: f32,
    y: f32,
}
