use onrush::prelude::*;

// A name that isn't `mut`.
#[device]
fn twice(v: f32) -> f32 {
    let t = 0.0;
    t += v;
    t * 2.0
}

fn main() -> onrush::Result<()> {
    let device = Device::best()?;
    let x = device.upload(&[1.0f32, 2.0])?;
    let _ = x.iter().map(op!(|v: f32| {
        let t = 0.0;
        t += v;
        t
    }));
    let (a, b) = (twice(1.0), 2.0);
    let _ = x.iter().map(op!(|v: f32| {
        let (s, _) = (a, v);
        s += b;
        s
    }));
    Ok(())
}
