use onrush::prelude::*;

/// Rust prefers this method to the iterator's, which takes `&mut self`.
trait Sought: Sized {
    fn any(self, _: impl Fn(&f32) -> bool) -> u8 {
        7
    }
}
impl<I: Iterator> Sought for I {}

fn main() -> onrush::Result<()> {
    let device = Device::best()?;
    let x = device.upload(&[1.0f32, 2.0])?;
    let _ = x.iter().map(op!(|v: f32| (0..3).cycle().take(7).map(|k| v * k as f32).sum::<f32>())).sum()?;
    let _ = x.iter().map(op!(|v: f32| [v, 1.0].iter().any(|w| *w > 1.0)));
    Ok(())
}
