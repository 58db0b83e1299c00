use onrush::expr::{Indexed, Repeatable};
use onrush::prelude::*;

fn positions(x: &DeviceVec<f32, Device>) -> Chain<impl Indexed<Item = f32>, Device> {
    x.iter().map(op!(|v: f32| v * v))
}

fn repeatable(x: &DeviceVec<f32, Device>) -> Chain<impl Repeatable<Item = f32>, Device> {
    x.iter().map(op!(|v: f32| v * v))
}

fn main() -> onrush::Result<()> {
    let device = Device::best()?;
    let x = device.upload(&[1.0f32, 2.0])?;
    positions(&x).sum()?;
    repeatable(&x).rev().sum()?;
    Ok(())
}
