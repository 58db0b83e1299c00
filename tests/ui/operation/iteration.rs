use onrush::prelude::*;

fn main() -> onrush::Result<()> {
    let device = Device::best()?;
    let x = device.upload(&[[1.0f32, 2.0]])?;
    let total = op!(|v: [f32; 2]| {
        let mut sum = 0.0;
        for part in v.iter().windows(2) {
            sum += part;
        }
        sum
    });
    let _ = x.iter().map(total);
    Ok(())
}
