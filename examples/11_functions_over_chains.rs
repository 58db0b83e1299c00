//! Functions over chains: one function that takes vectors, slices and lazy chains, on every device.
//!
//! It shows the bounds to write, which the guide's page `functions` explains.

use onrush::expr::{Indexed, Repeatable};
use onrush::prelude::*;

/// The mean and the standard deviation of whatever becomes a chain of `f64`s, in two passes; `None` if it is empty.
fn spread<B: Backend>(
    x: impl IntoChain<B, Expr: Repeatable<Item = f64> + Clone>,
) -> onrush::Result<Option<(f64, f64)>> {
    let x = x.into_chain();
    let n = x.clone().count()? as f64;
    if n == 0.0 {
        return Ok(None);
    }
    let mean = x.clone().sum()? / n;
    let variance = x.map(op!(|v: f64| (v - mean) * (v - mean))).sum()? / n;
    Ok(Some((mean, variance.sqrt())))
}

/// The means of neighbours, as a chain that the caller goes on with: nothing has run yet.
fn smoothed<B: Backend>(x: &DeviceVec<f64, B>) -> Chain<impl Repeatable + Indexed<Item = f64> + Clone, B> {
    x.iter().windows::<3>().map(op!(|w: [f64; 3]| (w[0] + w[1] + w[2]) / 3.0))
}

fn main() -> onrush::Result<()> {
    let device = Device::best()?;
    let x = device.upload(&[2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0])?;

    // A vector, a part of one, and chains, filtered ones too.
    assert_eq!(spread(&x)?, Some((5.0, 2.0)));
    assert_eq!(spread(x.slice(1..4)?)?, Some((4.0, 0.0)));
    assert_eq!(spread(x.iter().map(op!(|v: f64| 10.0 * v)))?, Some((50.0, 20.0)));
    assert_eq!(spread(x.iter().filter(op!(|v: f64| v > 100.0)))?, None);

    // The function's chain fuses with the caller's: one pass, in which no smoothed value is stored.
    let largest = smoothed(&x).zip(x.iter().skip(1).take(6)).map(op!(|(s, v): (f64, f64)| (v - s).abs())).max()?;
    println!("the largest distance from the neighbours' mean is {largest:?}");
    assert_eq!(smoothed(&x).max()?, Some(7.0));

    // On another device: the CPU by name.
    let y = Cpu::new().upload(&[1.0, 3.0])?;
    assert_eq!(spread(&y)?, Some((2.0, 1.0)));
    Ok(())
}
