use onrush::prelude::*;

fn main() -> onrush::Result<()> {
    let device = Device::best()?;
    let mut key = device.upload(&[2u32, 1])?;
    let mut value = device.upload(&[3u32, 4])?;
    sort_by_key(&mut key, &mut value, onrush::operator::Greater)?;
    Ok(())
}
