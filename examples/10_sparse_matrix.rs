//! A sparse matrix times a vector.
//!
//! It shows the rows of a matrix in the CSR format as segments, whose products are computed as they are summed.

use onrush::prelude::*;

/// The grid has SIDE × SIDE points.
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
        products.segments(&self.start).sum().collect_into(y)
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

    let x = device.tabulate(n, op!(|i: usize| (i % 7) as f64)).collect()?;
    let mut y = device.filled(0.0, n)?;
    a.times(&x, &mut y)?;

    // The product, checked by a plain loop.
    let (start, column, value) = (a.start.to_vec()?, a.column.to_vec()?, a.value.to_vec()?);
    let (vector, product) = (x.to_vec()?, y.to_vec()?);
    for i in 0..n {
        let row = start[i]..start[i + 1];
        let sum: f64 = row.map(|k| value[k] * vector[column[k] as usize]).sum();
        assert!((sum - product[i]).abs() < 1e-9, "row {i}: {sum} and {}", product[i]);
    }
    println!("{n} rows, {} entries, the largest item of A x is {:?}", value.len(), y.iter().max()?);
    Ok(())
}
