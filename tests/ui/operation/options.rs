use onrush::prelude::*;

#[allow(dead_code)]
mod own {
    #[derive(Clone, Copy)]
    pub enum Maybe {
        Some(u32),
        None,
    }
    pub fn some(x: u32) -> Option<u32> {
        Some(x)
    }
}

fn stored() -> onrush::Result<()> {
    let device = Device::best()?;
    let x = device.upload(&[1u32, 2])?;
    let _ = x.iter().map(op!(|v: u32| v.checked_sub(1))).collect()?;
    Ok(())
}

fn variants_of_ones_own() -> onrush::Result<()> {
    use own::Maybe::{self, None, Some};
    let device = Device::best()?;
    let x = device.upload(&[1u32, 2])?;
    let _ = x.iter().map(op!(|v: u32| Some(v).unwrap_or(3))).sum()?;
    let _ = x.iter().map(op!(|v: u32| if v.checked_sub(1) == None { 1 } else { v })).sum()?;
    let _ = x.iter().map(op!(|v: u32| match v.checked_sub(1) { Some(v) => v, None => 3 })).sum()?;
    let _ = Maybe::Some(3);
    Ok(())
}

fn a_function() -> onrush::Result<()> {
    use own::some as Some;
    let device = Device::best()?;
    let x = device.upload(&[1u32, 2])?;
    let _ = x.iter().map(op!(|v: u32| Some(v).unwrap_or(3))).sum()?;
    Ok(())
}

fn results() -> onrush::Result<()> {
    let device = Device::best()?;
    let x = device.upload(&[1u32, 2])?;
    let _ = x.iter().map(op!(|v: u32| if v > 0 { Ok(v) } else { Err(v) })).collect()?;
    Ok(())
}

fn main() {}
