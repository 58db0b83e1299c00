use onrush::prelude::*;

/// The numbers that `x → r x (1 - x)` stays at, for each column's `r`: for each pixel the number of orbits that end there.
pub(crate) fn bifurcation<B: Backend>(device: &B, height: usize, width: usize) -> onrush::Result<DeviceVec<u64, B>> {
    let orbits = 2 * height;
    let pixel = op!(|(column, orbit): (usize, usize)| {
        let r = 2.8 + 1.2 * column as f64 / width as f64;
        let mut x = (orbit + 1) as f64 / (orbits + 1) as f64;
        for _ in 0..300 {
            x = r * x * (1.0 - x);
        }
        (((1.0 - x) * height as f64) as usize).min(height - 1) * width + column
    });
    device.grid(width, orbits).map(pixel).histogram(height * width).collect()
}
