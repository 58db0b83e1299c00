//! Data of the host and numbers in the place of chains.

use onrush::prelude::*;

fn main() -> onrush::Result<()> {
    let device = Device::best()?;
    let x = device.upload(&[1.0f32, 2.0, 3.0])?;
    let on_cpu = Cpu::new().upload(&[1.0f32, 2.0, 3.0])?;
    let _ = x.iter().segments(vec![0usize, 2, 3]);
    let _ = x.iter().segments(&[0usize, 2, 3]);
    let _ = x.iter().repeat(2);
    let _ = x.iter().zip(x);
    let _ = x.iter().zip(&on_cpu);
    let _ = x.iter().scatter(0..3, &mut x);
    Ok(())
}
