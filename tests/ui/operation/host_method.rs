use onrush::prelude::*;

fn main() -> onrush::Result<()> {
    let device = Device::best()?;
    let x = device.upload(&[Point { x: 1.0, y: 2.0 }])?;
    let _ = x.iter().map(op!(|p: Point| p.norm()));
    Ok(())
}

#[derive(Debug, Clone, Copy, Element)]
#[repr(C)]
struct Point {
    x: f32,
    y: f32,
}

impl Point {
    fn norm(self) -> f32 {
        (self.x * self.x + self.y * self.y).sqrt()
    }
}
