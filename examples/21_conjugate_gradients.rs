//! A system of equations with a sparse matrix, solved by the method of conjugate gradients.
//!
//! It shows a loop that waits once in 16 steps, for the residual: sums stay on the device, where the next operation reads them. All
//! sums have the brackets of the shape contract, so each backend takes the same number of steps and finds the same bits.
//! `cargo run --release --example 21_conjugate_gradients -- 512` solves for 512 × 512 unknowns.

use onrush::prelude::*;

/// The steps between two looks at the residual.
const BETWEEN_LOOKS: usize = 16;

/// A matrix by rows: the entries of row `i` are those at `start[i] .. start[i + 1]`.
struct Matrix<B: Backend> {
    start: DeviceVec<u32, B>,
    column: DeviceVec<u32, B>,
    value: DeviceVec<f64, B>,
}

impl<B: Backend> Matrix<B> {
    /// The five-point Laplacian on a grid of `side` × `side` points: each point, four times, less its neighbours.
    fn laplacian(device: &B, side: usize) -> onrush::Result<Self> {
        let (mut start, mut column, mut value) = (vec![0], vec![], vec![]);
        for i in 0..side * side {
            let (x, y) = (i % side, i / side);
            let entries = [
                (y > 0, i.wrapping_sub(side), -1.0),
                (x > 0, i.wrapping_sub(1), -1.0),
                (true, i, 4.0),
                (x + 1 < side, i + 1, -1.0),
                (y + 1 < side, i + side, -1.0),
            ];
            for (_, j, a) in entries.into_iter().filter(|entry| entry.0) {
                column.push(j as u32);
                value.push(a);
            }
            start.push(column.len() as u32);
        }
        Ok(Matrix { start: device.upload(&start)?, column: device.upload(&column)?, value: device.upload(&value)? })
    }

    /// `y = A x`: each row is a segment of products.
    fn times(&self, x: &DeviceVec<f64, B>, y: &mut DeviceVec<f64, B>) -> onrush::Result<()> {
        let products = x.iter().permute(&self.column).zip(&self.value).map(op!(|(x, a): (f64, f64)| a * x));
        products.segments(&self.start).sum().collect_into(y)
    }
}

/// The sum of the products, in a vector of one element.
fn dot<B: Backend>(x: &DeviceVec<f64, B>, y: &DeviceVec<f64, B>, sum: &mut DeviceVec<f64, B>) -> onrush::Result<()> {
    x.iter().zip(y).map(op!(|(x, y): (f64, f64)| x * y)).sum_into(sum)
}

/// A solution, and the steps that it took.
struct Solution<B: Backend> {
    x: DeviceVec<f64, B>,
    steps: usize,
    residual: f64,
}

/// Solves `A x = b` from `x = 0`, until the residual that the steps carry along is at most `tolerance` times as long as `b`.
fn solve<B: Backend>(a: &Matrix<B>, b: &DeviceVec<f64, B>, tolerance: f64) -> onrush::Result<Solution<B>> {
    let device = b.device();
    let mut x = device.filled(0.0, b.len())?;
    // r is the residual, p the direction of the next step.
    let (mut r, mut p, mut ap) = (b.try_clone()?, b.try_clone()?, device.filled(0.0, b.len())?);
    let (mut rr, mut pap, mut next) = (device.filled(0.0, 1)?, device.filled(0.0, 1)?, device.filled(0.0, 1)?);
    dot(&r, &r, &mut rr)?;
    let start = rr.at(0)?;
    let (mut left, mut steps) = (start, 0);
    while left > tolerance * tolerance * start && steps < 10 * b.len() {
        for _ in 0..BETWEEN_LOOKS {
            a.times(&p, &mut ap)?;
            dot(&p, &ap, &mut pap)?;
            let (old, curvature) = (rr.view(), pap.view());
            // At the exact solution there is nothing left to divide by.
            zip((x.iter_mut(), r.iter_mut(), &p, &ap)).for_each(op!(|(x, r, p, ap): (
                &mut f64,
                &mut f64,
                f64,
                f64
            )| {
                let alpha = if curvature[0] > 0.0 { old[0] / curvature[0] } else { 0.0 };
                *x += alpha * p;
                *r -= alpha * ap;
            }))?;
            dot(&r, &r, &mut next)?;
            let new = next.view();
            p.iter_mut().zip(&r).for_each(op!(|(p, r): (&mut f64, f64)| {
                let beta = if old[0] > 0.0 { new[0] / old[0] } else { 0.0 };
                *p = r + beta * *p;
            }))?;
            std::mem::swap(&mut rr, &mut next);
        }
        steps += BETWEEN_LOOKS;
        left = rr.at(0)?;
    }
    Ok(Solution { x, steps, residual: (left / start).sqrt() })
}

/// Solves a system whose solution is known. Returns what was found, and the steps.
pub(crate) fn example<B: Backend>(device: &B, side: usize) -> onrush::Result<(Vec<f64>, usize)> {
    let a = Matrix::laplacian(device, side)?;
    let at = move |i: usize| (i as f64 + 1.0) / (side as f64 + 1.0);
    // A hill that falls to 0 around the grid, with a slope.
    let known: Vec<f64> = (0..side * side)
        .map(|i| {
            let (x, y) = (at(i % side), at(i / side));
            16.0 * x * (1.0 - x) * y * (1.0 - y) * (1.0 + x)
        })
        .collect();
    let mut b = device.filled(0.0, side * side)?;
    a.times(&device.upload(&known)?, &mut b)?;

    let Solution { x, steps, residual } = solve(&a, &b, 1e-12)?;
    let found = x.to_vec()?;
    let error = found.iter().zip(&known).map(|(x, known)| (x - known).abs()).fold(0.0, f64::max);
    println!(
        "{}: {} unknowns, {steps} steps, residual {residual:.1e}, largest error {error:.1e}",
        device.name(),
        known.len()
    );
    assert!(residual <= 1e-12 && error < 1e-9, "the solution is known");
    Ok((found, steps))
}

#[allow(dead_code, reason = "a test includes this file and calls `example`")]
fn main() -> onrush::Result<()> {
    let side = std::env::args().nth(1).and_then(|side| side.parse().ok()).unwrap_or(64);
    let (found, steps) = example(&Device::best()?, side)?;
    // The same bits, whatever the device and the number of threads.
    for threads in [1, 3] {
        let (again, of_threads) = example(&Cpu::with_threads(threads)?, side)?;
        assert!(steps == of_threads && found.iter().zip(&again).all(|(a, b)| a.to_bits() == b.to_bits()));
    }
    Ok(())
}
