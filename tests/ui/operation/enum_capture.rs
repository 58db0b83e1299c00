use onrush::prelude::*;

fn main() -> onrush::Result<()> {
    let device = Device::best()?;
    let x = device.upload(&[1.0f32, 2.0])?;
    let _ = x.iter().map(op!(|v: f32| v as u32 + Kind::B as u32)).sum()?;
    Ok(())
}

#[derive(Clone, Copy)]
enum Kind {
    A,
    B,
}
