use onrush::prelude::*;

fn main() -> onrush::Result<()> {
    let device = Device::best()?;
    let x = device.upload(&[1.0f32, 2.0])?;
    x.iter().segments_of(2).reduce(Sum).collect()?;
    x.iter().segments_of(2).count(op!(|v: f32| v > 1.0)).collect()?;
    x.iter().grid(1, 2).columns().reduce(Max).collect()?;
    x.iter().groups(&x).reduce(Max)?;
    Ok(())
}
