//! A permutation can map several slots to one item, on several threads.
#![forbid(unsafe_code)]
use onrush::prelude::*;

fn main() -> onrush::Result<()> {
    let device = Device::best()?;
    let (mut x, zeros) = (device.filled(0u64, 1)?, device.filled(0usize, 4_000_000)?);
    let count = op!(|v: &mut u64| {
        *v += 1;
        *v
    });
    x.iter_mut().map(count).permute(&zeros).collect()?;
    Ok(())
}
