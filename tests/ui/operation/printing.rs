use onrush::prelude::*;

fn main() -> onrush::Result<()> {
    let device = Device::best()?;
    let x = device.upload(&[1.0f32, 2.0])?;
    x.iter().for_each(op!(|v: f32| println!("{v}")))?;
    Ok(())
}
