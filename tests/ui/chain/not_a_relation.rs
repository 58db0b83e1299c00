use onrush::prelude::*;

fn main() -> onrush::Result<()> {
    let device = Device::best()?;
    let mut x = device.upload(&[1.0f32])?;
    x.sort_by(|a: &f32, b: &f32| a.total_cmp(b))?;
    x.sort_by(op!(|a: f64, b: f64| a < b))?;
    x.sort_by(op!(|a: f32, b: f32| a - b))?;
    Ok(())
}
