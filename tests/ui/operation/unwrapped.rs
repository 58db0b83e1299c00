use onrush::prelude::*;

fn main() -> onrush::Result<()> {
    let device = Device::best()?;
    let x = device.upload(&[1u32, 2])?;
    let _ = x.iter().map(op!(|v: u32| v.checked_add(1).expect("too large"))).sum()?;
    let _ = x.iter().map(op!(|v: u32| v.checked_add(1).unwrap())).sum()?;
    Ok(())
}
