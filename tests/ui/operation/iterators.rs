use onrush::prelude::*;

fn main() -> onrush::Result<()> {
    let device = Device::best()?;
    let x = device.upload(&[1.0f32, 2.0])?;
    let _ = x.iter().map(op!(|v: f32| (0..3).map(|k| v * k as f32).sum::<f32>())).sum()?;
    Ok(())
}
