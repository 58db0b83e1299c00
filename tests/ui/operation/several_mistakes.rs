use onrush::prelude::*;

fn main() -> onrush::Result<()> {
    let device = Device::best()?;
    let x = device.upload(&[1.0f32, 2.0])?;
    let _ = x.iter().map(op!(|v: f32| {
        let name = "v";
        let letter = 'v';
        unsafe { v }
    }));
    Ok(())
}
