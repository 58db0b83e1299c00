use onrush::prelude::*;

fn main() -> onrush::Result<()> {
    let device = Device::best()?;
    let x = device.upload(&[1.0f32, 2.0])?;
    let _ = x.iter().map(op!(|v: f32| std::cmp::max(v as i32, 3))).sum()?;
    let _ = x.iter().map(op!(|v: f32| std::cmp::min(v as i32, 3))).sum()?;
    let _ = x.iter().map(op!(|v: f32| std::convert::identity(v))).sum()?;
    Ok(())
}
