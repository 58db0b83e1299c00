use onrush::prelude::*;

fn main() -> onrush::Result<()> {
    let device = Device::best()?;
    let x = device.upload(&[1u32, 1, 2])?;
    let offsets = device.upload(&[0u32, 1, 3])?;
    let parts = x.iter().segments(&offsets);
    parts.sum().collect()?;
    parts.max().collect()?;
    let groups = x.iter().groups(&x);
    groups.sum().collect()?;
    groups.max().collect()?;
    let sums = x.iter().scan_inclusive(Sum);
    sums.collect()?;
    sums.collect()?;
    Ok(())
}
