use onrush::prelude::*;

fn main() -> onrush::Result<()> {
    let device = Device::best()?;
    let mut x = device.upload(&[2u32, 1])?;
    let before = x.view();
    x.iter_mut().enumerate().for_each(op!(|(i, v): (usize, &mut u32)| *v += before[i]))?;
    Ok(())
}
