use onrush::prelude::*;

fn main() -> onrush::Result<()> {
    let device = Device::best()?;
    let x = device.upload(&[1.0f32, 2.0])?;
    let total = x.iter().map(|v: f32| v * 2.0).sum()?;
    let positive = x.iter().filter(op!(|v: &f32| *v > 0.0)).map(op!(|v: f32| v)).collect()?;
    println!("{total} {:?}", positive.to_vec()?);
    Ok(())
}
