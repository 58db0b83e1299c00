use onrush::prelude::*;

/// The output `y[i] = (1 - part) y[i - 1] + part x[i]` of a low-pass filter: a scan that composes the steps.
pub(crate) fn low_pass<B: Backend>(x: &DeviceVec<f32, B>, part: f32) -> onrush::Result<DeviceVec<f32, B>> {
    let step = op!(|x: f32| (1.0 - part, part * x));
    let then = op!(|f: (f32, f32), g: (f32, f32)| (f.0 * g.0, f.1 * g.0 + g.1));
    Ok(x.iter().map(step).scan_inclusive(then).collect()?.1)
}
