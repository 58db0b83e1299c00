//! A box filter: a mountain's elevations, each replaced by the mean of the square around it.
//!
//! It shows a summed-area table (F. C. Crow, 1984), from which the sum of any rectangle is read at four places: scans of
//! rows, which are segments, and a transposition that turns columns into rows. The filter's time doesn't depend on the
//! size of its square. The relief of the filtered mountain is written to target/smooth.pgm.

use std::error::Error;
use std::fs;

use onrush::prelude::*;

/// The cells on each side of the middle of the square.
const RADIUS: usize = 6;

/// The rows and columns of the square around a cell, cut at the border of the grid.
#[device]
fn around(at: usize, end: usize) -> (usize, usize) {
    (at.saturating_sub(RADIUS), (at + RADIUS + 1).min(end))
}

/// For each cell, the sum of all cells of its row and those above, up to its column.
fn summed_areas(cells: &DeviceVec<i64, Device>, width: usize) -> onrush::Result<DeviceVec<i64, Device>> {
    let height = cells.len() / width;
    let rows = cells.iter().segments_of(width).scan_inclusive(Sum).collect()?;
    let turned = rows.iter().grid(height, width).transpose().collect()?;
    let columns = turned.iter().segments_of(height).scan_inclusive(Sum).collect()?;
    columns.iter().grid(width, height).transpose().collect()
}

fn main() -> Result<(), Box<dyn Error>> {
    let text = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/data/st-helens.asc"))?;
    let side = |line: usize| text.lines().nth(line).and_then(|line| line.split(' ').nth(1)).ok_or("no header");
    let (width, height): (usize, usize) = (side(0)?.parse()?, side(1)?.parse()?);
    let metres: Vec<f64> =
        text.lines().skip(6).flat_map(str::split_whitespace).map(str::parse).collect::<Result<_, _>>()?;
    // Centimetres, because sums of integers are exact: the differences of large sums of floats lose digits.
    let cells: Vec<i64> = metres.iter().map(|m| (m * 100.0).round() as i64).collect();

    let device = Device::best()?;
    let table = summed_areas(&device.upload(&cells)?, width)?;
    let t = table.view();
    let mean = op!(|(row, column): (usize, usize)| {
        let ((top, bottom), (left, right)) = (around(row, height), around(column, width));
        let mut sum = t[(bottom - 1) * width + right - 1];
        if top > 0 && left > 0 {
            sum += t[(top - 1) * width + left - 1];
        }
        if top > 0 {
            sum -= t[(top - 1) * width + right - 1];
        }
        if left > 0 {
            sum -= t[(bottom - 1) * width + left - 1];
        }
        sum as f64 / ((bottom - top) * (right - left)) as f64
    });
    let smooth = device.grid(height, width).map(mean).collect()?;

    // Light from the north-west: slopes that rise to the south-east are bright. A cell is 10 m wide.
    let light = op!(|z: [[f64; 3]; 3]| {
        let (east, south) = ((z[1][2] - z[1][0]) / 2000.0, (z[2][1] - z[0][1]) / 2000.0);
        (255.0 * (0.5 * (east + south) + 0.7071) / (1.0 + east * east + south * south).sqrt()) as u8
    });
    let relief = smooth.iter().grid(height, width).windows_around::<3, 3>(Border::Clamp).map(light).collect()?;
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/target/smooth.pgm");
    fs::create_dir_all(concat!(env!("CARGO_MANIFEST_DIR"), "/target"))?;
    fs::write(file, [format!("P5\n{width} {height}\n255\n").into_bytes(), relief.to_vec()?].concat())?;
    println!("{file}: the mean of {0} x {0} cells around each cell", 2 * RADIUS + 1);

    for (i, mean) in smooth.to_vec()?.into_iter().enumerate() {
        let ((top, bottom), (left, right)) = (around(i / width, height), around(i % width, width));
        let square = (top..bottom).flat_map(|row| &cells[row * width + left..row * width + right]);
        assert_eq!(mean, square.sum::<i64>() as f64 / ((bottom - top) * (right - left)) as f64, "cell {i}");
    }
    Ok(())
}
