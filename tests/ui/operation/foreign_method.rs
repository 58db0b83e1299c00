use onrush::prelude::*;
use other::P;

fn main() -> onrush::Result<()> {
    let device = Device::best()?;
    let x = device.upload(&[P { x: 1.0, y: 2.0 }])?;
    let _ = x.iter().map(op!(|p: P| p.norm())).sum()?;
    let _ = x.iter().map(op!(|p: P| P::flipped(p).x)).sum()?;
    let _ = x.iter().map(op!(|p: P| other::P::length(p))).sum()?;
    Ok(())
}

mod other {
    #[derive(Debug, Clone, Copy, onrush::Element)]
    #[repr(C)]
    pub struct P {
        pub x: f32,
        pub y: f32,
    }

    impl P {
        pub fn norm(self) -> f32 {
            (self.x * self.x + self.y * self.y).sqrt()
        }
        pub fn length(self) -> f32 {
            self.norm()
        }
        pub fn flipped(self) -> P {
            P { x: self.y, y: self.x }
        }
    }
}
