use onrush::prelude::*;

fn main() -> onrush::Result<()> {
    let device = Device::best()?;
    let mut x = device.upload(&[1.0f32])?;
    x.sort_by(op!(|a: f32, b: f32| a.total_cmp(&b).then_with(|| b.total_cmp(&a))))?;
    Ok(())
}
