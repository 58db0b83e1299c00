use onrush::prelude::*;

fn main() -> onrush::Result<()> {
    let x = Device::best()?.upload(&[1.0f32, 2.0])?;
    let _ = x.iter().map(|v: f32| v * v);
    Ok(())
}
