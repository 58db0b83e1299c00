use onrush::prelude::*;

/// Mandelbrot's set: 15 in it, and outside a measure of the steps to leave it.
pub(crate) fn mandelbrot<B: Backend>(device: &B, height: usize, width: usize) -> onrush::Result<DeviceVec<u8, B>> {
    let shade = op!(|(row, column): (usize, usize)| {
        let (re, im) = (3.2 * column as f64 / width as f64 - 2.3, 2.4 * row as f64 / height as f64 - 1.2);
        let (mut x, mut y, mut n) = (0.0, 0.0, 0u32);
        while x * x + y * y < 4.0 && n < 400 {
            (x, y) = (x * x - y * y + re, 2.0 * x * y + im);
            n += 1;
        }
        if n == 400 { 15 } else { (4 * n).isqrt().min(14) as u8 }
    });
    device.grid(height, width).map(shade).collect()
}
