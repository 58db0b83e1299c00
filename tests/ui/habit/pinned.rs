use onrush::prelude::*;
use onrush::PinnedVec;

fn main() -> onrush::Result<()> {
    let device = Device::best()?;
    let mut x = PinnedVec::from_slice(&device, &[1.0f32, 2.0])?;
    let _ = x[0];
    let _ = &x[1..];
    x.sort_unstable_by(|a, b| a.total_cmp(b));
    let _: f32 = x.iter().sum();
    for v in &x {}
    Ok(())
}
