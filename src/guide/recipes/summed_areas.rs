use onrush::prelude::*;

/// For each pixel of rows of `width` pixels, the sum of the rectangle from the first pixel to it.
fn summed_areas<B: Backend>(image: &DeviceVec<u32, B>, width: usize) -> onrush::Result<DeviceVec<u32, B>> {
    let height = image.len() / width;
    let rows = image.iter().segments_of(width).scan_inclusive(Sum).collect()?;
    let turned = rows.iter().grid(height, width).transpose().collect()?;
    let columns = turned.iter().segments_of(height).scan_inclusive(Sum).collect()?;
    columns.iter().grid(width, height).transpose().collect()
}

/// The sum of the pixels at most `radius` rows and columns from each pixel, in four reads for any radius.
fn box_sums<B: Backend>(table: &DeviceVec<u32, B>, width: usize, radius: usize) -> onrush::Result<DeviceVec<u32, B>> {
    let (t, height) = (table.view(), table.len() / width);
    // The sum of the rectangle of the first rows and columns.
    let sum = op!(|(row, column): (usize, usize)| {
        let (top, bottom) = (row.saturating_sub(radius), (row + radius + 1).min(height));
        let (left, right) = (column.saturating_sub(radius), (column + radius + 1).min(width));
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
        sum
    });
    table.device().grid(height, width).map(sum).collect()
}

pub(crate) fn example<B: Backend>(device: &B) -> onrush::Result<()> {
    let image = device.upload(&[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])?;
    let table = summed_areas(&image, 4)?;
    assert_eq!(table.to_vec()?, [1, 3, 6, 10, 6, 14, 24, 36, 15, 33, 54, 78]);
    let around = box_sums(&table, 4, 1)?;
    assert_eq!(around.to_vec()?, [14, 24, 30, 22, 33, 54, 63, 45, 30, 48, 54, 38]);
    Ok(())
}
