use onrush::prelude::*;

fn main() -> onrush::Result<()> {
    let device = Device::best()?;
    let x = device.upload(&[1.0f32, 2.0])?;
    let _ = x.iter().windows::<2>().map(op!(|w: [f32; 2]| w.iter().sum::<f32>())).sum()?;
    let _ = x.iter().windows::<2>().filter(op!(|w: [f32; 2]| w.contains(&1.0))).count()?;
    Ok(())
}
