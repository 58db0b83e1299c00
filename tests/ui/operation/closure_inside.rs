use onrush::prelude::*;

fn main() -> onrush::Result<()> {
    let device = Device::best()?;
    let x = device.upload(&[1.0f32, 2.0])?;
    let _ = x.iter().map(op!(|v: f32| {
        let square = |y: f32| y * y;
        let same = square;
        apply(square, v)
    }));
    let _ = x.iter().map(op!(|v: f32| {
        let first = |p| p;
        let n = first(&v);
        let add = |y: f32| v += y;
        first(&n)
    }));
    Ok(())
}
