use onrush::prelude::*;

fn main() -> onrush::Result<()> {
    let device = Device::best()?;
    let mut x = device.upload(&[1.0f32, 2.0])?;
    x.sort(Greater)?;
    x.iter().sort(Greater)?;
    x.iter().top_k(2, op!(|v: f32| -v))?;
    x.iter().max(op!(|v: f32| -v))?;
    x.iter().windows(3).count()?;
    x.segments_of_mut(2).sort(Greater)?;
    Ok(())
}
