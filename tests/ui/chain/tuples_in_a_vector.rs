use onrush::prelude::*;

fn main() -> onrush::Result<()> {
    let device = Device::best()?;
    let _ = device.upload(&[(1.0f32, 2u32)])?;
    Ok(())
}
