use onrush::expr::Indexed;
use onrush::prelude::*;

fn generic<E, B: Backend>(x: Chain<E, B>) -> onrush::Result<usize> {
    x.count()
}

fn partly<E: Indexed, B: Backend>(x: Chain<E, B>) -> onrush::Result<usize> {
    x.count()
}

fn main() -> onrush::Result<()> {
    let device = Device::best()?;
    let x = device.upload(&[1.0f32, 2.0])?;
    let mut y = device.upload(&[1.0f32, 2.0])?;
    x.iter().scatter_pairs(&mut y)?;
    x.iter().histogram_even_channels(0.0..1.0, 3)?;
    x.iter().chunks::<2>().contains(&[1.0, 2.0])?;
    Ok(())
}
