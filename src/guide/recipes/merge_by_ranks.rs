use onrush::prelude::*;

/// Merges two sorted vectors. An item's place is its position plus the number of the other vector's items before it.
fn merged<B: Backend>(left: &DeviceVec<f32, B>, right: &DeviceVec<f32, B>) -> onrush::Result<DeviceVec<f32, B>> {
    let place = op!(|(i, rank): (usize, usize)| i + rank);
    let mut out = left.device().filled(0.0, left.len() + right.len())?;
    // Of equal items those on the left come first: `lower_bound` on one side, `upper_bound` on the other.
    left.iter().scatter(left.iter().lower_bound(right).enumerate().map(place), &mut out)?;
    right.iter().scatter(right.iter().upper_bound(left).enumerate().map(place), &mut out)?;
    Ok(out)
}

pub(crate) fn example<B: Backend>(device: &B) -> onrush::Result<()> {
    let (left, right) = (device.upload(&[1.0, 4.0, 4.0, 9.0])?, device.upload(&[0.0, 4.0, 5.0])?);
    assert_eq!(merged(&left, &right)?.to_vec()?, [0.0, 1.0, 4.0, 4.0, 4.0, 5.0, 9.0]);
    assert_eq!(merged(&left, &right)?.to_vec()?, merge(&left, &right).collect()?.to_vec()?);
    Ok(())
}
