//! What reads a lent slice can't outlive it, the slice can't be written meanwhile, and a slice that is lent to be written can't be
//! kept.
#![forbid(unsafe_code)]
use onrush::prelude::*;

fn main() -> onrush::Result<()> {
    let device = Device::best()?;
    let outlives = {
        let x = vec![1, 2];
        device.lend(&x)?
    };
    let view = device.lend(&[1, 2])?.view();
    let mut y = vec![1, 2];
    let reader = device.lend(&y)?;
    y[0] = 3;
    let _ = (reader.iter().sum()?, outlives, view);
    let mut kept = None;
    device.lend_mut(&mut y, |y| {
        kept = Some(y);
        Ok(())
    })?;
    let returned = device.lend_mut(&mut y, |y| Ok(y))?;
    device.lend_mut(&mut y, |z| device.lend_mut(&mut y, |y| sort_by_key(y, z)))?;
    let _ = returned;
    Ok(())
}
