use onrush::prelude::*;

fn main() -> onrush::Result<()> {
    let device = Device::best()?;
    let x = device.upload(&[1.0f32, 2.0])?;
    x.iter().for_each(op!(|v: f32| v *= 2.0))?;
    x.iter().for_each(op!(|mut v: f32| {
        v += 1.0;
        v *= 2.0;
    }))?;
    Ok(())
}
