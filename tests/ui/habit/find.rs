use onrush::prelude::*;

fn main() -> onrush::Result<()> {
    let device = Device::best()?;
    let x = device.upload(&[1.0f32, 2.0])?;
    let _ = x.iter().find(|v| *v > 1.0);
    let _ = x.iter().filter_map(|v| Some(v));
    let _ = x.iter().unique().count()?;
    let _ = x.iter().zip(&x).unzip();
    let _ = x.iter().par_iter().sum()?;
    Ok(())
}
