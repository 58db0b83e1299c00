//! Iterative programs, called and recorded: the heat equation, conjugate gradients, whose scalars stay on the device, and k-means, whose
//! centres do.

use std::error::Error;

use onrush::prelude::*;
use onrush::{Result, State};
use onrush_cuda::Cuda;

use super::inputs::{f32s, f64s};
use super::table::{Answer, Table};

/// The rows, which belong to no algorithm.
#[allow(dead_code, reason = "the benchmark's test compares them with the rows that were made")]
pub(crate) const ROWS: [&str; 6] = [
    "heat,f32,called",
    "heat,f32,recorded",
    "conjugate_gradients,f64,called",
    "conjugate_gradients,f64,recorded",
    "k_means,f32,called",
    "k_means,f32,recorded",
];

/// A rod's temperatures, with fixed ones at its ends.
#[derive(State)]
struct Rod<B: Backend> {
    start: DeviceVec<f32, B>,
    now: DeviceVec<f32, B>,
    next: DeviceVec<f32, B>,
}

fn rod<B: Backend>(b: &B, n: usize) -> Result<Rod<B>> {
    let start = f32s(b, n, 7)?;
    Ok(Rod { now: start.try_clone()?, next: start.try_clone()?, start })
}

/// Ten steps of time from the start.
fn heat<B: Backend>(rod: &mut Rod<B>) -> Result<()> {
    let Rod { start, now, next } = rod;
    let inside = 1..start.len() - 1;
    let flow = op!(|[a, b, c]: [f32; 3]| b + 0.25 * (a - 2.0 * b + c));
    start.iter().collect_into(&mut *now)?;
    for _ in 0..5 {
        now.iter().windows::<3>().map(flow).collect_into(next.slice_mut(inside.clone())?)?;
        next.iter().windows::<3>().map(flow).collect_into(now.slice_mut(inside.clone())?)?;
    }
    Ok(())
}

impl Answer<Rod<Cpu>> for Rod<Cuda> {
    fn difference(&self, cpu: &Rod<Cpu>) -> Result<Option<String>> {
        self.now.difference(&cpu.now)
    }
}

/// What conjugate gradients work on, for the second differences between fixed ends; `direction` has an end at each side.
#[derive(State)]
struct Equations<B: Backend> {
    right: DeviceVec<f64, B>,
    solution: DeviceVec<f64, B>,
    residual: DeviceVec<f64, B>,
    direction: DeviceVec<f64, B>,
    /// The residual's square, the direction's with the matrix, and the next residual's square.
    squares: [DeviceVec<f64, B>; 3],
}

fn equations<B: Backend>(b: &B, n: usize) -> Result<Equations<B>> {
    let (zeros, one) = (|| b.filled(0.0, n), || b.filled(0.0, 1));
    Ok(Equations {
        right: f64s(b, n, 9)?,
        solution: zeros()?,
        residual: zeros()?,
        direction: b.filled(0.0, n + 2)?,
        squares: [one()?, one()?, one()?],
    })
}

/// Two steps from a solution of zeros. The matrix' image of the direction is computed where it is used.
fn gradients<B: Backend>(equations: &mut Equations<B>) -> Result<()> {
    let Equations { right, solution, residual, direction, squares: [square, curvature, next] } = equations;
    let (mut square, mut next) = (square, next);
    let inside = 1..direction.len() - 1;
    let product = op!(|(a, b): (f64, f64)| a * b);
    zip((solution.iter_mut(), residual.iter_mut(), direction.slice_mut(inside.clone())?.iter_mut(), &*right))
        .for_each(op!(|(x, r, p, b): (&mut f64, &mut f64, &mut f64, f64)| {
            *x = 0.0;
            *r = b;
            *p = b;
        }))?;
    residual.iter().zip(&*residual).map(product).sum_into(&mut *square)?;
    for _ in 0..2 {
        let along = op!(|[a, b, c]: [f64; 3]| b * (2.0 * b - a - c));
        direction.iter().windows::<3>().map(along).sum_into(&mut *curvature)?;
        let (old, along) = (square.view(), curvature.view());
        zip((solution.iter_mut(), residual.iter_mut(), direction.iter().windows::<3>())).for_each(op!(
            |(x, r, [a, b, c]): (&mut f64, &mut f64, [f64; 3])| {
                let far = old[0] / along[0];
                *x += far * b;
                *r -= far * (2.0 * b - a - c);
            }
        ))?;
        residual.iter().zip(&*residual).map(product).sum_into(&mut *next)?;
        let new = next.view();
        direction
            .slice_mut(inside.clone())?
            .iter_mut()
            .zip(&*residual)
            .for_each(op!(|(p, r): (&mut f64, f64)| *p = r + new[0] / old[0] * *p))?;
        std::mem::swap(&mut square, &mut next);
    }
    Ok(())
}

impl Answer<Equations<Cpu>> for Equations<Cuda> {
    fn difference(&self, cpu: &Equations<Cpu>) -> Result<Option<String>> {
        Ok(self.solution.difference(&cpu.solution)?.or(self.residual.difference(&cpu.residual)?))
    }
}

/// Points in a plane, and what k-means works on: the number of each point's nearest centre, the centres, and the sums and numbers of the
/// points that are nearest to each.
#[derive(State)]
struct Clusters<B: Backend> {
    x: DeviceVec<f32, B>,
    y: DeviceVec<f32, B>,
    nearest: DeviceVec<u32, B>,
    centres: DeviceVec<[f32; 2], B>,
    sum_x: DeviceVec<f32, B>,
    sum_y: DeviceVec<f32, B>,
    number: DeviceVec<u32, B>,
}

/// The number of centres.
const CENTRES: usize = 16;

fn clusters<B: Backend>(b: &B, n: usize) -> Result<Clusters<B>> {
    let zeros = || b.filled(0.0, CENTRES);
    let (nearest, number) = (b.filled(0, n)?, b.filled(0, CENTRES)?);
    let centres = b.filled([0.0; 2], CENTRES)?;
    Ok(Clusters { x: f32s(b, n, 11)?, y: f32s(b, n, 12)?, nearest, centres, sum_x: zeros()?, sum_y: zeros()?, number })
}

/// Five steps from the first points.
fn k_means<B: Backend>(clusters: &mut Clusters<B>) -> Result<()> {
    let Clusters { x, y, nearest, centres, sum_x, sum_y, number } = clusters;
    zip((centres.iter_mut(), x.slice(..CENTRES)?, y.slice(..CENTRES)?)).for_each(op!(|(centre, x, y): (
        &mut [f32; 2],
        f32,
        f32
    )| *centre = [x, y]))?;
    for _ in 0..5 {
        let at = centres.view();
        x.iter()
            .zip(&*y)
            .map(op!(|(x, y): (f32, f32)| {
                let (mut nearest, mut least) = (0u32, f32::INFINITY);
                for k in 0..at.len() {
                    let [right, up] = at[k];
                    let square = (x - right) * (x - right) + (y - up) * (y - up);
                    if square < least {
                        (nearest, least) = (k as u32, square);
                    }
                }
                nearest
            }))
            .collect_into(&mut *nearest)?;
        // A matrix with a row for each point and a column for each centre has the points where they count. Few places are sums of
        // columns sooner than by `scatter_reduce`.
        let counted = zip((&*nearest, &*x, &*y)).repeat_each(CENTRES).enumerate().map(op!(|(i, (nearest, x, y)): (
            usize,
            (u32, f32, f32)
        )| {
            if nearest == (i % 16) as u32 { (x, y, 1u32) } else { (0.0, 0.0, 0) }
        }));
        let add = commutative(op!(|a: (f32, f32, u32), b: (f32, f32, u32)| (a.0 + b.0, a.1 + b.1, a.2 + b.2)));
        let sums = counted.grid(x.len(), CENTRES).columns().reduce((0.0, 0.0, 0), add);
        sums.collect_into((&mut *sum_x, &mut *sum_y, &mut *number))?;
        zip((centres.iter_mut(), &*sum_x, &*sum_y, &*number)).for_each(op!(|(centre, x, y, number): (
            &mut [f32; 2],
            f32,
            f32,
            u32
        )| {
            if number > 0 {
                *centre = [x / number as f32, y / number as f32];
            }
        }))?;
    }
    Ok(())
}

impl Answer<Clusters<Cpu>> for Clusters<Cuda> {
    fn difference(&self, cpu: &Clusters<Cpu>) -> Result<Option<String>> {
        self.centres.difference(&cpu.centres)
    }
}

pub(super) fn cases(table: &mut Table, n: usize) -> Result<(), Box<dyn Error>> {
    let on = both!(table, |b| b.clone());
    if table.wants(&["heat"]) {
        // Each step reads and writes the rod.
        let bytes = 4.0 * 22.0 * n as f64;
        case!(table, on, ["heat", "f32", "called"], n, bytes; into |b| rod(b, n), |_, rod| heat(rod));
        case!(table, on, ["heat", "f32", "recorded"], n, bytes; into |b| b.record(rod(b, n)?, heat), |_, steps| steps.launch());
    }
    if table.wants(&["conjugate_gradients"]) {
        // Vectors that are read or written: 5 before the steps, 10 in each.
        let (name, bytes) = ("conjugate_gradients", 8.0 * 25.0 * n as f64);
        case!(table, on, [name, "f64", "called"], n, bytes; into |b| equations(b, n), |_, equations| gradients(equations));
        case!(table, on, [name, "f64", "recorded"], n, bytes; into |b| b.record(equations(b, n)?, gradients), |_, steps| steps.launch());
    }
    if table.wants(&["k_means"]) {
        // Each step reads the points twice, and writes and reads which centre is the nearest.
        let bytes = 4.0 * 30.0 * n as f64;
        case!(table, on, ["k_means", "f32", "called"], n, bytes; into |b| clusters(b, n), |_, clusters| k_means(clusters));
        case!(table, on, ["k_means", "f32", "recorded"], n, bytes; into |b| b.record(clusters(b, n)?, k_means), |_, steps| steps.launch());
    }
    Ok(())
}
