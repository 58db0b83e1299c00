//! Chains, views and parts can't outlive their vector, and a vector can't be written while it is read.
#![forbid(unsafe_code)]
use onrush::prelude::*;

fn main() -> onrush::Result<()> {
    let device = Device::best()?;
    let chain = {
        let x = device.upload(&[1, 2])?;
        x.iter()
    };
    let view = device.upload(&[1, 2])?.view();
    let mut y = device.upload(&[1, 2])?;
    y.iter().collect_into(&mut y)?;
    let (a, b) = (y.iter_mut(), y.iter_mut());
    let twice = (&mut y, &mut y);
    sort_by_key(twice.0, twice.1)?;
    let _ = (chain, view, a, b);
    Ok(())
}
