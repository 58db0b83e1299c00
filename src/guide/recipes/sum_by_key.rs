use onrush::prelude::*;

/// Adds each value to the cell that its key names.
fn into_cells<B: Backend>(
    key: &DeviceVec<u32, B>,
    value: &DeviceVec<f32, B>,
    cells: usize,
) -> onrush::Result<DeviceVec<f32, B>> {
    let mut total = key.device().filled(0.0, cells)?;
    value.iter().scatter_reduce(key, Sum, &mut total)?;
    Ok(total)
}

/// The same for keys of which many neighbours are equal: the sum of each run goes to its cell, not each value.
fn of_runs_into_cells<B: Backend>(
    key: &DeviceVec<u32, B>,
    value: &DeviceVec<f32, B>,
    cells: usize,
) -> onrush::Result<DeviceVec<f32, B>> {
    let (key, value) = reduce_by_key(key, value, Sum).collect()?;
    into_cells(&key, &value, cells)
}

/// The keys that occur, in order, and the sum of each: for keys from a range too large for a table of cells.
fn of_any_keys<B: Backend>(
    key: &DeviceVec<u64, B>,
    value: &DeviceVec<f32, B>,
) -> onrush::Result<(DeviceVec<u64, B>, DeviceVec<f32, B>)> {
    let (mut key, mut value) = (key.try_clone()?, value.try_clone()?);
    sort_by_key(&mut key, &mut value)?;
    reduce_by_key(&key, &value, Sum).collect()
}

pub(crate) fn example<B: Backend>(device: &B) -> onrush::Result<()> {
    let value = device.upload(&[1.0, 2.0, 4.0, 8.0, 16.0])?;
    let cell = device.upload(&[2, 2, 0, 0, 2])?;
    assert_eq!(into_cells(&cell, &value, 4)?.to_vec()?, [12.0, 0.0, 19.0, 0.0]);
    assert_eq!(of_runs_into_cells(&cell, &value, 4)?.to_vec()?, [12.0, 0.0, 19.0, 0.0]);

    let far = device.upload(&[1 << 60, 7, 1 << 60, 7, 3])?;
    let (key, sum) = of_any_keys(&far, &value)?;
    assert_eq!((key.to_vec()?, sum.to_vec()?), (vec![3, 7, 1 << 60], vec![16.0, 10.0, 5.0]));
    Ok(())
}
