//! A sparse matrix times a vector, and the method of conjugate gradients, which needs nothing else but sums.
//!
//! It shows the rows of a matrix in the CSR format as segments, whose products are computed as they are summed, and loops
//! whose vectors stay on the device: `sum_into` and `for_each` allocate nothing.

use onrush::prelude::*;

/// The grid has SIDE × SIDE points, one unknown each.
const SIDE: usize = 64;

/// A matrix by rows: the entries of row `i` are those at `start[i] .. start[i + 1]`.
struct Matrix {
    start: DeviceVec<usize, Device>,
    column: DeviceVec<u32, Device>,
    value: DeviceVec<f64, Device>,
}

impl Matrix {
    /// `y = A x`.
    fn times(&self, x: &DeviceVec<f64, Device>, y: &mut DeviceVec<f64, Device>) -> onrush::Result<()> {
        let products = x.iter().permute(&self.column).zip(&self.value).map(op!(|(x, a): (f64, f64)| a * x));
        products.segments(&self.start).sum_into(y)
    }
}

/// The matrix of Poisson's equation on the grid: each point, four times, less its neighbours.
fn poisson(device: &Device) -> onrush::Result<Matrix> {
    let (mut start, mut column, mut value) = (vec![0], vec![], vec![]);
    for i in 0..SIDE * SIDE {
        let (x, y) = (i % SIDE, i / SIDE);
        let neighbours = [
            (y > 0, i.wrapping_sub(SIDE)),
            (x > 0, i.wrapping_sub(1)),
            (x + 1 < SIDE, i + 1),
            (y + 1 < SIDE, i + SIDE),
        ];
        let inside = neighbours.into_iter().filter(|n| n.0).map(|n| (n.1, -1.0));
        for (j, a) in inside.chain([(i, 4.0)]) {
            column.push(j as u32);
            value.push(a);
        }
        start.push(column.len());
    }
    Ok(Matrix { start: device.upload(&start)?, column: device.upload(&column)?, value: device.upload(&value)? })
}

fn main() -> onrush::Result<()> {
    let device = Device::best()?;
    let a = poisson(&device)?;
    let n = SIDE * SIDE;

    // Solves A x = b for b = 1, from x = 0: r is the residual b - A x, p the direction of the next step.
    let mut x = device.filled(0.0, n)?;
    let mut r = device.filled(1.0, n)?;
    let mut p = r.try_clone()?;
    let mut ap = device.filled(0.0, n)?;
    let mut rr = r.iter().inner_product(&r)?;
    let mut steps = 0;
    while rr > 1e-20 * n as f64 {
        a.times(&p, &mut ap)?;
        let alpha = rr / p.iter().inner_product(&ap)?;
        x.iter_mut().zip(&p).for_each(op!(|(x, p): (&mut f64, f64)| *x += alpha * p))?;
        r.iter_mut().zip(&ap).for_each(op!(|(r, ap): (&mut f64, f64)| *r -= alpha * ap))?;
        let before = std::mem::replace(&mut rr, r.iter().inner_product(&r)?);
        let beta = rr / before;
        p.iter_mut().zip(&r).for_each(op!(|(p, r): (&mut f64, f64)| *p = r + beta * *p))?;
        steps += 1;
    }

    // The solution and the product, checked by a plain loop.
    a.times(&x, &mut ap)?;
    let (start, column, value) = (a.start.to_vec()?, a.column.to_vec()?, a.value.to_vec()?);
    let (solution, product) = (x.to_vec()?, ap.to_vec()?);
    for i in 0..n {
        let row = start[i]..start[i + 1];
        let sum: f64 = row.map(|k| value[k] * solution[column[k] as usize]).sum();
        assert!((sum - product[i]).abs() < 1e-9, "row {i}: {sum} and {}", product[i]);
    }
    let error = ap.iter().map(op!(|v: f64| (v - 1.0).abs())).max()?.unwrap_or(0.0);
    println!("{n} unknowns: {steps} steps, the largest error of A x is {error:.1e}");
    assert!(error < 1e-8 && steps < 3 * SIDE);
    Ok(())
}
