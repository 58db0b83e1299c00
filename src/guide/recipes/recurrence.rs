use onrush::prelude::*;

/// The sequence `x[i] = a[i] * x[i - 1] + b[i]` that follows on `start`.
fn recurrence<B: Backend>(
    a: &DeviceVec<f64, B>,
    b: &DeviceVec<f64, B>,
    start: f64,
) -> onrush::Result<DeviceVec<f64, B>> {
    // The step `f`, then the step `g`, is one step of the same form.
    let then = op!(|f: (f64, f64), g: (f64, f64)| (g.0 * f.0, g.0 * f.1 + g.1));
    let (slope, offset) = a.iter().zip(b).scan_inclusive(then).collect()?;
    slope.iter().zip(&offset).map(op!(|(a, b): (f64, f64)| a * start + b)).collect()
}

pub(crate) fn example<B: Backend>(device: &B) -> onrush::Result<()> {
    // An account with yearly interest: a debt of 100, a rate of 25 %, and payments.
    let rate = device.upload(&[1.25; 4])?;
    let paid = device.upload(&[-25.0, -50.0, -25.0, -60.0])?;
    assert_eq!(recurrence(&rate, &paid, 100.0)?.to_vec()?, [100.0, 75.0, 68.75, 25.9375]);

    // Horner's rule is a recurrence, too: 2x³ - 3x² + 5 at x = 4.
    let powers = device.upload(&[4.0; 4])?;
    let coefficients = device.upload(&[2.0, -3.0, 0.0, 5.0])?;
    assert_eq!(recurrence(&powers, &coefficients, 0.0)?.last()?, Some(85.0));
    Ok(())
}
