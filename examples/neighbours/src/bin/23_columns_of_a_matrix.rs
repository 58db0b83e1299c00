//! The columns of an `ndarray`: their means and deviations, rows in a common scale, and a cumulated column, in the array's own memory.
//!
//! An array in standard layout is a slice, which `lend` reads and `lend_mut` changes. An array that is used no more gives its `Vec`, which
//! `from_vec` takes over and `into_vec` gives back. On a CPU nothing of these is copied.

use ndarray::{Array1, Array2, Axis};
use onrush::prelude::*;

const ROWS: usize = 20_000;
const COLUMNS: usize = 7;

fn main() -> onrush::Result<()> {
    let device = Device::best()?;
    let mut table = Array2::from_shape_fn((ROWS, COLUMNS), |(i, j)| ((i * 37 + j * 11) % 101) as f64 * (j + 1) as f64);

    // Means and deviations of all columns, in one pass over the rows each.
    let items = device.lend(table.as_slice().expect("the layout is the standard one"))?;
    let n = ROWS as f64;
    let sums = items.iter().grid(ROWS, COLUMNS).columns().sum().collect()?;
    let squares = items.iter().map(op!(|v: f64| v * v)).grid(ROWS, COLUMNS).columns().sum().collect()?;
    let moments = sums.iter().zip(&squares).map(op!(|(sum, squares): (f64, f64)| {
        let mean = sum / n;
        (mean, (squares / n - mean * mean).sqrt())
    }));
    let (means, deviations) = moments.collect()?;

    // They agree with the array's own, but for the order of the sums.
    let close = |a: &Array1<f64>, b: &[f64]| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-9 * a.abs());
    assert!(close(&table.mean_axis(Axis(0)).expect("there are rows"), &means.to_vec()?));
    assert!(close(&table.std_axis(Axis(0), 0.0), &deviations.to_vec()?));

    // Each item in units of its column's deviation, in place.
    let (mean, deviation) = (means.view(), deviations.view());
    device.lend_mut(table.as_slice_mut().expect("the layout is the standard one"), |mut items| {
        items.iter_mut().enumerate().for_each(op!(|(i, v): (usize, &mut f64)| {
            let column = i % COLUMNS;
            *v = (*v - mean[column]) / deviation[column];
        }))
    })?;
    assert!(table.std_axis(Axis(0), 0.0).iter().all(|deviation| (deviation - 1.0).abs() < 1e-9));

    // A column becomes a vector, is cumulated in place, and becomes an array again.
    let column = table.column(3).to_owned();
    let last = column.sum();
    let (items, _) = column.into_raw_vec_and_offset();
    let mut walk = DeviceVec::from_vec(&device, items)?;
    walk.scan_inclusive(Sum)?;
    let walk = Array1::from_vec(walk.into_vec()?);
    assert!((walk[ROWS - 1] - last).abs() < 1e-6);
    let highest = walk.iter().copied().fold(f64::MIN, f64::max);
    println!("{COLUMNS} columns of {ROWS} rows; the walk along the fourth one reaches {highest:.1}");
    Ok(())
}
