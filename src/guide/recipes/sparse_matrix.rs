use onrush::prelude::*;

/// The product of a sparse matrix and a vector. The entries stand row by row: those of row `i` at
/// `start[i] .. start[i + 1]`.
fn by_rows<B: Backend>(
    start: &DeviceVec<u32, B>,
    column: &DeviceVec<u32, B>,
    value: &DeviceVec<f32, B>,
    x: &DeviceVec<f32, B>,
) -> onrush::Result<DeviceVec<f32, B>> {
    let products = x.iter().permute(column).zip(value).map(op!(|(x, a): (f32, f32)| a * x));
    products.segments(start).sum().collect()
}

/// The same for entries in any order, each with its row.
pub(crate) fn of_entries<B: Backend>(
    row: &DeviceVec<u32, B>,
    column: &DeviceVec<u32, B>,
    value: &DeviceVec<f32, B>,
    x: &DeviceVec<f32, B>,
    rows: usize,
) -> onrush::Result<DeviceVec<f32, B>> {
    let mut y = x.device().filled(0.0, rows)?;
    let products = x.iter().permute(column).zip(value).map(op!(|(x, a): (f32, f32)| a * x));
    products.scatter_reduce(row, Sum, &mut y)?;
    Ok(y)
}

pub(crate) fn example<B: Backend>(device: &B) -> onrush::Result<()> {
    // 2 0 1
    // 0 0 0
    // 0 3 4
    let (column, value) = (device.upload(&[0, 2, 1, 2])?, device.upload(&[2.0, 1.0, 3.0, 4.0])?);
    let x = device.upload(&[1.0, 10.0, 100.0])?;
    let start = device.upload(&[0, 2, 2, 4])?;
    assert_eq!(by_rows(&start, &column, &value, &x)?.to_vec()?, [102.0, 0.0, 430.0]);
    // The rows of a matrix by rows, for algorithms that need one for each entry.
    let lengths = start.iter().windows::<2>().map(op!(|s: [u32; 2]| s[1] - s[0]));
    let row = device.range(0u32..3).repeat(lengths).collect()?;
    assert_eq!(of_entries(&row, &column, &value, &x, 3)?.to_vec()?, [102.0, 0.0, 430.0]);
    Ok(())
}
