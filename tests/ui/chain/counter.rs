use onrush::prelude::*;

fn main() -> onrush::Result<()> {
    let device = Device::best()?;
    let x = device.upload(&[1.0f32, 2.0])?;
    let mut total = 0.0f32;
    x.iter().for_each(op!(|v: f32| total += v))
}
