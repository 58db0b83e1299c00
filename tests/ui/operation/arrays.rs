use onrush::prelude::*;

fn main() -> onrush::Result<()> {
    let device = Device::best()?;
    let x = device.upload(&[1u32, 2])?;
    let _ = x.iter().windows::<2>().filter(op!(|w: [u32; 2]| w.iter().max().is_some())).count()?;
    let _ = x.iter().windows::<2>().filter(op!(|w: [u32; 2]| w.iter().is_sorted())).count()?;
    Ok(())
}
