//! Monte Carlo: the area of a quarter of a circle, from random points.
//!
//! It shows random numbers without a generator's state: each number is a hash of its position, so threads share
//! nothing, and every device computes the same numbers in every run. The hash is the finaliser of SplitMix64 (G. Steele,
//! D. Lea and C. Flood, *Fast Splittable Pseudorandom Number Generators*, 2014).

use onrush::prelude::*;

const POINTS: u64 = 1 << 20;

/// The random number at a position: uniform in 0.0 .. 1.0.
#[device]
fn uniform(seed: u64, position: u64) -> f64 {
    let mut z = seed.wrapping_add((position + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^= z >> 31;
    // The upper 53 bits fill the significand of an f64.
    (z >> 11) as f64 / 9_007_199_254_740_992.0
}

/// The number of points in the quarter of the circle.
fn inside<B: Backend>(device: &B, seed: u64) -> onrush::Result<usize> {
    let points = device.range(0..POINTS).map(op!(|i: u64| (uniform(seed, 2 * i), uniform(seed, 2 * i + 1))));
    points.filter(op!(|(x, y): (f64, f64)| x * x + y * y < 1.0)).count()
}

fn main() -> onrush::Result<()> {
    let device = Device::best()?;
    let hits = inside(&device, 42)?;
    let share = hits as f64 / POINTS as f64;
    let error = 4.0 * (share * (1.0 - share) / POINTS as f64).sqrt();
    println!("π is {:.4} ± {error:.4}: {hits} of {POINTS} points lie inside", 4.0 * share);
    assert!((4.0 * share - std::f64::consts::PI).abs() < 3.0 * error);
    // The same points on this machine's CPU, whichever device was best.
    assert_eq!(inside(&Cpu::new(), 42)?, hits);
    Ok(())
}
