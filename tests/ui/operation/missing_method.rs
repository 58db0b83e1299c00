use onrush::prelude::*;

fn main() -> onrush::Result<()> {
    let device = Device::best()?;
    let x = device.upload(&[1.0f32, 2.0])?;
    let _ = x.iter().map(op!(|v: f32| v.next_up())).sum()?;
    let _ = x.iter().windows::<2>().filter(op!(|w: [f32; 2]| w.is_sorted())).count()?;
    Ok(())
}
