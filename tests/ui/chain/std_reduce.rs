use onrush::prelude::*;

fn main() -> onrush::Result<()> {
    let device = Device::best()?;
    let x = device.upload(&[1.0f32, 2.0])?;
    x.iter().reduce(op!(|a: f32, b: f32| a + b))?;
    x.iter().segments_of(2).reduce(op!(|a: f32, b: f32| a + b)).collect()?;
    Ok(())
}
