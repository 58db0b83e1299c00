use onrush::prelude::*;

fn main() -> onrush::Result<()> {
    let device = Device::best()?;
    let x = device.upload(&[1.0f32, 2.0])?;
    for v in &x {
        println!("{v}");
    }
    for v in x.iter() {
        println!("{v}");
    }
    for v in x {
        println!("{v}");
    }
    Ok(())
}
