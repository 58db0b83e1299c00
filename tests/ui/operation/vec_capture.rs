use onrush::prelude::*;

fn main() -> onrush::Result<()> {
    let device = Device::best()?;
    let x = device.upload(&[0usize, 1])?;
    let table = vec![1.0f32, 2.0];
    let _ = x.iter().map(op!(|i: usize| table[i]));
    Ok(())
}
