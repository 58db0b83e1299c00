use onrush::prelude::*;

fn main() -> onrush::Result<()> {
    let device = Device::best()?;
    let x = device.upload(&[1u32, 2])?;
    let y = device.upload(&[1.0f32, 2.0])?;
    x.iter().filter(op!(|v: u32| v & 1)).collect()?;
    y.iter().any(op!(|v: f32| v))?;
    y.iter().all(op!(|v: f64| v > 0.0))?;
    x.iter().filter(op!(|v: u32, w: u32| v < w)).count()?;
    y.iter().reduce(0.0, op!(|a: f32, b: f32| a < b))?;
    Ok(())
}
