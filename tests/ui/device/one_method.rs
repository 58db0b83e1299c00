use onrush::prelude::*;

fn main() -> onrush::Result<()> {
    let device = Device::best()?;
    let x = device.upload(&[1.0f32, 2.0])?;
    let _ = x.iter().map(op!(|v: f32| Meters(v).half())).sum()?;
    Ok(())
}

#[derive(Clone, Copy, Element)]
#[repr(transparent)]
struct Meters(f32);

impl Meters {
    #[device]
    fn half(self) -> f32 {
        self.0 / 2.0
    }
}
