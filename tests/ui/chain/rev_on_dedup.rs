use onrush::prelude::*;

fn main() -> onrush::Result<()> {
    let device = Device::best()?;
    let x = device.upload(&[1u32, 1, 2])?;
    let _ = x.iter().dedup().rev();
    Ok(())
}
