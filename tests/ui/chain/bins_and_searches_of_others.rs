//! Histograms and searches of items that are no positions, numbers or keys.

use onrush::prelude::*;

fn main() -> onrush::Result<()> {
    let device = Device::best()?;
    let x = device.upload(&[0.5f32, 1.5])?;
    let truths = device.upload(&[true, false])?;
    let points = device.upload(&[Point { x: 1.0 }])?;
    x.iter().histogram(2).collect()?;
    x.iter().bincount(2).collect()?;
    truths.iter().histogram_even(0..2, 2).collect()?;
    let _ = points.iter().lower_bound(&points);
    Ok(())
}

#[derive(Debug, Clone, Copy, Element)]
#[repr(C)]
struct Point {
    x: f32,
}
