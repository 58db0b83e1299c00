//! Whether functions of `f32` are rounded correctly, for all numbers.

use std::io::Write;

use onrush::Result;
use onrush::prelude::*;

use super::Run;
use super::samples::line;

/// Whether `y` is the result `e` rounded to `f32`, although `e` may be wrong by some units of its last place.
#[device]
fn settled(y: f32, e: f64) -> bool {
    let (below, above) = ((e * (1.0 - 1.0e-15)) as f32, (e * (1.0 + 1.0e-15)) as f32);
    below == above && y == below || y.is_nan() && e.is_nan()
}

/// Writes the samples that `f64` doesn't settle, of each function that is rounded correctly.
pub(crate) fn print<B: Backend>(b: &B, run: &Run, out: &mut dyn Write) -> Result<()> {
    let shift = 32 - run.inputs(32);
    let total = 1u64 << run.inputs(32);
    let chunk = total.min(1 << 20);
    let (mut results, mut references) = (b.filled(0.0f32, chunk as usize)?, b.filled(0.0f64, chunk as usize)?);
    macro_rules! print {
        ($($name:ident)*) => {$(
            if run.takes("f32", stringify!($name)) {
                for first in (0..total).step_by(chunk as usize) {
                    // Loops over one function alone vectorise.
                    let numbers = b.range(first..first + chunk).map(op!(|i: u64| f32::from_bits(i.wrapping_shl(shift) as u32)));
                    numbers.clone().map(op!(|x: f32| x.$name())).collect_into(&mut results)?;
                    numbers.clone().map(op!(|x: f32| (x as f64).$name())).collect_into(&mut references)?;
                    let pairs = results.iter().zip(&references);
                    if pairs.clone().map(op!(|(y, e): (f32, f64)| if settled(y, e) { 0u32 } else { 1u32 })).sum()? > 0 {
                        let close = numbers.zip(pairs).filter(op!(|(_, (y, e)): (f32, (f32, f64))| !settled(y, e)));
                        for x in close.map(op!(|(x, _): (f32, (f32, f64))| x)).collect()?.to_vec()? {
                            (|| -> std::io::Result<()> { line!(out f32 $name; x); Ok(()) })().expect("the output takes a line");
                        }
                    }
                }
            }
        )*};
    }
    print!(exp exp2 exp_m1 ln ln_1p log2 log10 sinh cosh acosh atanh);
    Ok(())
}
