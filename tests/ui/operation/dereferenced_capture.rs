use onrush::prelude::*;

fn main() -> onrush::Result<()> {
    let device = Device::best()?;
    let x = device.upload(&[1.0f32, 2.0])?;
    let (shared, reference) = (std::rc::Rc::new(2.0f32), &3.0f32);
    let _ = x.iter().map(op!(|v: f32| v * *shared)).sum()?;
    let _ = x.iter().map(op!(|v: f32| v * *reference)).sum()?;
    Ok(())
}
