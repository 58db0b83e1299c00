use onrush::prelude::*;

fn main() -> onrush::Result<()> {
    let device = Device::best()?;
    let mut x = device.upload(&[2u32, 1])?;
    let doubled = x.iter().map(op!(|v: u32| v * 2));
    x.sort()?;
    let _ = doubled.collect()?;
    Ok(())
}
