use onrush::prelude::*;

fn main() -> onrush::Result<()> {
    let device = Device::best()?;
    let x = device.upload(&[1u32, 1, 2])?;
    let mut y = device.filled(0u32, 3)?;
    let mut host = vec![0u32; 3];
    x.iter().scan_inclusive(Sum).collect_into(y)?;
    x.iter().rev().collect_into(&y)?;
    x.iter().scan_inclusive(Sum).collect_into(&mut host)?;
    x.iter().rev().collect_into(&mut host)?;
    reduce_by_key(&x, &x, Sum).collect_into(&mut y)?;
    Ok(())
}
