use onrush::prelude::*;

fn main() -> onrush::Result<()> {
    let device = Device::best()?;
    let x = device.upload(&[1.0f32, 2.0])?;
    let _ = x.iter().reduce(0.0, |a: f32, b: f32| a + b)?;
    Ok(())
}
