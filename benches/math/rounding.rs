//! Whether functions of `f32` are rounded correctly, for all numbers.

use onrush::Result;
use onrush::prelude::*;

use super::Run;
use super::exact::{self, Pair};

/// Whether `y` is the result `e` rounded to `f32`, although `e` may be wrong by some units of its last place.
#[device]
fn settled(y: f32, e: f64) -> bool {
    let (below, above) = ((e * (1.0 - 1.0e-15)) as f32, (e * (1.0 + 1.0e-15)) as f32);
    below == above && y == below || y.is_nan() && e.is_nan()
}

/// The distances of the middles below and above `y` from the exact result, in units of `y`'s last place: how far it is above
/// the lower one, and below the upper one.
fn room(y: f32, exact: Pair) -> (f64, f64) {
    let bits = y.abs().to_bits();
    let number = |bits: u32| if bits == 0x7f80_0000 { 2f64.powi(128) } else { f64::from(f32::from_bits(bits)) };
    let (this, up) = (number(bits), number(bits + 1) - number(bits));
    let down = if bits == 0 { up } else { this - number(bits - 1) };
    let up = if y.is_finite() { up } else { f64::INFINITY };
    let exact = if y.is_sign_negative() { -exact } else { exact };
    let from = |middle: f64| (exact.high - middle) + exact.low;
    (from(this - 0.5 * down) / down, -from(this + 0.5 * up) / down)
}

/// Prints for each function that is known exactly how many results aren't the exact ones rounded, and the arguments whose results
/// are closest to the middle of two numbers.
pub(crate) fn print<B: Backend>(b: &B, run: &Run) -> Result<()> {
    println!("function,misrounded,decided_exactly,distance_of_closest,closest");
    let shift = 32 - run.inputs(32);
    let total = 1u64 << run.inputs(32);
    let chunk = total.min(1 << 20);
    let (mut results, mut references) = (b.filled(0.0f32, chunk as usize)?, b.filled(0.0f64, chunk as usize)?);
    macro_rules! print {
        ($($name:ident)*) => {$(
            if run.takes(stringify!($name)) {
                let exact = exact::function(stringify!($name)).expect("the functions below are known");
                let mut close: Vec<u64> = Vec::new();
                for first in (0..total).step_by(chunk as usize) {
                    // Loops over one function alone vectorise.
                    let numbers = b.range(first..first + chunk).map(op!(|i: u64| f32::from_bits(i.wrapping_shl(shift) as u32)));
                    numbers.clone().map(op!(|x: f32| x.$name())).collect_into(&mut results)?;
                    numbers.map(op!(|x: f32| (x as f64).$name())).collect_into(&mut references)?;
                    let pairs = results.iter().zip(&references);
                    if pairs.clone().map(op!(|(y, e): (f32, f64)| if settled(y, e) { 0u32 } else { 1u32 })).sum()? > 0 {
                        let close_here = b.range(first..first + chunk).zip(pairs);
                        let close_here = close_here.filter(op!(|(_, (y, e)): (u64, (f32, f64))| !settled(y, e)));
                        close.extend(close_here.map(op!(|(i, _): (u64, (f32, f64))| i)).collect()?.to_vec()?);
                    }
                }
                let mut rows: Vec<(f64, f32)> = close
                    .iter()
                    .map(|i| {
                        let x = f32::from_bits((i << shift) as u32);
                        let (above, below) = room(onrush::math::$name(x), exact(f64::from(x)));
                        (above.min(below), x)
                    })
                    .collect();
                rows.sort_by(|a, b| a.0.total_cmp(&b.0));
                let wrong = rows.iter().filter(|(distance, _)| *distance < 0.0).count();
                let (distance, x) = rows.get(wrong).copied().unwrap_or((0.5, 0.0));
                println!("{},{wrong},{},{:.2e},{x:e}", stringify!($name), rows.len(), distance.abs());
                for (distance, x) in &rows[..wrong.min(20)] {
                    println!("# {}({x:e}) is off by {:.2e} units", stringify!($name), 0.5 - distance);
                }
            }
        )*};
    }
    print!(exp exp2 exp_m1 ln ln_1p log2 log10 sinh cosh asinh acosh atanh);
    Ok(())
}
