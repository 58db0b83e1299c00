use onrush::prelude::*;

fn main() -> onrush::Result<()> {
    let device = Device::best()?;
    let (a, b) = (device.upload(&[1.0f32, 2.0])?, device.upload(&[3.0f32])?);
    let both = device.concat([a, b])?;
    let (a, b) = (device.upload(&[1u32, 2])?, device.upload(&[3u32])?);
    let merged = merge(a, b).collect()?;
    let zipped = both.iter().zip(merged);
    let repeated = both.iter().repeat(10)?;
    let repeated = both.iter().repeat_interleave(10)?;
    let parts = both.segments(&merged);
    let sum = both.groups(&merged).sum()?;
    let rows = both.grid(2, 2).rows();
    let means = both.iter().grid(2, 2).rows().var()?;
    Ok(())
}
