use onrush::State;
use onrush::prelude::*;

#[derive(State)]
struct Step<B: Backend> {
    place: DeviceVec<f32, B>,
    time: f32,
}

#[derive(State)]
enum Either<B: Backend> {
    One(DeviceVec<f32, B>),
    None,
}

fn main() -> onrush::Result<()> {
    let device = Device::best()?;
    let (mut x, time) = (device.filled(1.0f32, 100)?, 0.5);
    device.record((&mut x, time), |(x, time)| Ok(()))?;
    device.record(&mut x, |x| Ok(()))?.launch()
}
