use onrush::prelude::*;

fn main() -> onrush::Result<()> {
    let device = Device::best()?;
    let x = device.upload(&[1.0f32, 2.0])?;
    let pairs = x.iter().zip(&x);
    let _ = pairs.map(op!(|a: f32| a)).collect()?;
    Ok(())
}
