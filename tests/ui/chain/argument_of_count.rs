use onrush::prelude::*;

fn main() -> onrush::Result<()> {
    let device = Device::best()?;
    let x = device.upload(&[1.0f32, 2.0])?;
    let _ = x.iter().count(op!(|v: f32| v > 1.0))?;
    Ok(())
}
