//! Conjugate gradients until the residual is small: where the host reads after each round whether another follows, called and recorded, and
//! where the device does.

use std::error::Error;

use onrush::prelude::*;
use onrush::{Result, State};
use onrush_cuda::Cuda;

use super::inputs::f64s;
use super::table::{Answer, Table};

/// The rows, which belong to no algorithm.
#[allow(dead_code, reason = "the benchmark's test compares them with the rows that were made")]
pub(crate) const ROWS: [&str; 3] =
    ["until_converged,f64,called", "until_converged,f64,recorded", "until_converged,f64,launch_while"];

/// About the rounds that the equations take, whatever their number: the error shrinks to a quarter in each.
const ROUNDS: f64 = 18.0;
/// The limit of the loops.
const AT_MOST: usize = 1000;

/// Equations for the second differences and twice the element itself, between fixed ends; `direction` has an end at each side.
#[derive(State)]
struct Equations<B: Backend> {
    right: DeviceVec<f64, B>,
    solution: DeviceVec<f64, B>,
    residual: DeviceVec<f64, B>,
    direction: DeviceVec<f64, B>,
    image: DeviceVec<f64, B>,
    /// The residual's square before the first round, before this one and behind it, and the direction's with the matrix.
    squares: [DeviceVec<f64, B>; 4],
    going: DeviceVec<bool, B>,
}

fn equations<B: Backend>(b: &B, n: usize) -> Result<Equations<B>> {
    let (zeros, one) = (|| b.filled(0.0, n), || b.filled(0.0, 1));
    Ok(Equations {
        right: f64s(b, n, 9)?,
        solution: zeros()?,
        residual: zeros()?,
        direction: b.filled(0.0, n + 2)?,
        image: zeros()?,
        squares: [one()?, one()?, one()?, one()?],
        going: b.filled(true, 1)?,
    })
}

/// Begins with a solution of zeros.
fn begin<B: Backend>(equations: &mut Equations<B>) -> Result<()> {
    let Equations { right, solution, residual, direction, squares: [start, square, ..], going, .. } = equations;
    let inside = 1..direction.len() - 1;
    zip((solution.iter_mut(), residual.iter_mut(), direction.slice_mut(inside)?.iter_mut(), &*right)).for_each(op!(
        |(x, r, p, b): (&mut f64, &mut f64, &mut f64, f64)| {
            *x = 0.0;
            *r = b;
            *p = b;
        }
    ))?;
    residual.iter().map(op!(|r: f64| r * r)).sum_into(&mut *start)?;
    start.iter().collect_into(&mut *square)?;
    going.fill(true)
}

fn round<B: Backend>(equations: &mut Equations<B>) -> Result<()> {
    let Equations { solution, residual, direction, image, squares, going, .. } = equations;
    let [start, square, next, curvature] = squares;
    let (inside, product) = (1..direction.len() - 1, op!(|(a, b): (f64, f64)| a * b));
    direction.iter().windows::<3>().map(op!(|[a, b, c]: [f64; 3]| 4.0 * b - a - c)).collect_into(&mut *image)?;
    direction.slice(inside.clone())?.iter().zip(&*image).map(product).sum_into(&mut *curvature)?;
    let (old, along) = (square.view(), curvature.view());
    zip((solution.iter_mut(), residual.iter_mut(), direction.slice(inside.clone())?, &*image)).for_each(op!(
        |(x, r, p, image): (&mut f64, &mut f64, f64, f64)| {
            let far = old[0] / along[0];
            *x += far * p;
            *r -= far * image;
        }
    ))?;
    residual.iter().map(op!(|r: f64| r * r)).sum_into(&mut *next)?;
    let new = next.view();
    direction
        .slice_mut(inside)?
        .iter_mut()
        .zip(&*residual)
        .for_each(op!(|(p, r): (&mut f64, f64)| *p = r + new[0] / old[0] * *p))?;
    zip((square.iter_mut(), going.iter_mut(), &*next, &*start)).for_each(op!(|(square, going, next, start): (
        &mut f64,
        &mut bool,
        f64,
        f64
    )| {
        *square = next;
        *going = next > 1e-20 * start;
    }))
}

impl Answer<Equations<Cpu>> for Equations<Cuda> {
    fn difference(&self, cpu: &Equations<Cpu>) -> Result<Option<String>> {
        self.solution.difference(&cpu.solution)
    }
}

pub(super) fn cases(table: &mut Table, n: usize) -> Result<(), Box<dyn Error>> {
    let (name, on) = ("until_converged", both!(table, |b| b.clone()));
    if !table.wants(&[name]) {
        return Ok(());
    }
    // Vectors that are read or written: 5 before the rounds, 14 in each.
    let bytes = 8.0 * (5.0 + 14.0 * ROUNDS) * n as f64;
    case!(table, on, [name, "f64", "called"], n, bytes; into |b| equations(b, n), |_, equations| {
        begin(equations)?;
        let mut rounds = 0;
        while rounds < AT_MOST && equations.going.at(0)? {
            round(equations)?;
            rounds += 1;
        }
        Ok(())
    });
    case!(table, on, [name, "f64", "recorded"], n, bytes; into |b| b.record(equations(b, n)?, round), |_, rounds| {
        begin(rounds.state_mut())?;
        let mut made = 0;
        while made < AT_MOST && rounds.state().going.at(0)? {
            rounds.launch()?;
            made += 1;
        }
        Ok(())
    });
    case!(table, on, [name, "f64", "launch_while"], n, bytes; into |b| b.record(equations(b, n)?, round), |_, rounds| {
        begin(rounds.state_mut())?;
        rounds.launch_while(AT_MOST, |equations| equations.going.as_slice())
    });
    Ok(())
}
