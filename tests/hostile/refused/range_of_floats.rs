//! A range of floats, whose number of items isn't defined.
#![forbid(unsafe_code)]
use onrush::prelude::*;

fn main() -> onrush::Result<()> {
    let device = Device::best()?;
    assert_eq!(device.range(-3.0..3.0).len(), 3);
    assert_eq!(device.range(0.5f32..2.6).len(), 2);
    Ok(())
}
