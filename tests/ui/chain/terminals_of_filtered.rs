use onrush::prelude::*;

fn main() -> onrush::Result<()> {
    let device = Device::best()?;
    let x = device.upload(&[1.0f32, 2.0])?;
    let kept = x.iter().filter(op!(|v: f32| v > 1.0));
    let mut out = device.upload(&[1.0f32, 2.0])?;
    let at = device.upload(&[0usize, 1])?;
    let _ = kept.scan_inclusive(Sum)?;
    kept.scatter(&at, &mut out)?;
    kept.collect_into(&mut out)?;
    let _ = kept.position(op!(|v: f32| v > 2.0))?;
    Ok(())
}
