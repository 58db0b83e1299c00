use onrush::prelude::*;

fn main() -> onrush::Result<()> {
    let x = Device::best()?.upload(&[1.0f32, 2.0])?;
    x.iter().map(op!(|v| v * v)).sum()?;
    Ok(())
}
