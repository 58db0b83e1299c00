use onrush::prelude::*;

fn main() -> onrush::Result<()> {
    let device = Device::best()?;
    let x = device.upload(&[1.0f32, 2.0])?;
    let _ = x.iter().map(op!(|v: f32| geometry::twice(v))).sum()?;
    let _ = x.iter().map(op!(|v: f32| Geometry::thrice(v))).sum()?;
    Ok(())
}

mod geometry {
    pub fn twice(v: f32) -> f32 {
        v * 2.0
    }
}

struct Geometry;

impl Geometry {
    fn thrice(v: f32) -> f32 {
        v * 3.0
    }
}
