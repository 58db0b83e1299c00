//! Monte Carlo: the area of a quarter of a circle, from random points.
//!
//! It shows random numbers without a generator's state: each is a function of a seed and a position, so threads share
//! nothing, and every device computes the same numbers in every run.

use onrush::prelude::*;

const POINTS: usize = 1 << 20;

/// The number of points in the quarter of the circle.
fn inside<B: Backend>(device: &B, rng: Rng) -> onrush::Result<usize> {
    let is_inside = op!(|i: usize| {
        let mut draws = rng.at(i);
        let x = draws.next_f64();
        let y = draws.next_f64();
        x * x + y * y < 1.0
    });
    device.tabulate(POINTS, is_inside).count_if(op!(|inside: bool| inside))
}

fn main() -> onrush::Result<()> {
    let device = Device::best()?;
    let rng = Rng::new(42);
    let hits = inside(&device, rng)?;
    let share = hits as f64 / POINTS as f64;
    let error = 4.0 * (share * (1.0 - share) / POINTS as f64).sqrt();
    println!("π is {:.4} ± {error:.4}: {hits} of {POINTS} points lie inside", 4.0 * share);
    assert!((4.0 * share - std::f64::consts::PI).abs() < 3.0 * error);
    // The same points on this machine's CPU, whichever device was best.
    assert_eq!(inside(&Cpu::new(), rng)?, hits);

    // An independent estimate, and one from two chains: a stream of numbers for each coordinate.
    assert_ne!(inside(&device, rng.stream(0))?, hits);
    let x = device.uniform::<f64>(rng.stream(1), POINTS);
    let y = device.uniform::<f64>(rng.stream(2), POINTS);
    let hits = x.zip(y).count_if(op!(|(x, y): (f64, f64)| x * x + y * y < 1.0))?;
    assert!((4.0 * hits as f64 / POINTS as f64 - std::f64::consts::PI).abs() < 3.0 * error);
    Ok(())
}
