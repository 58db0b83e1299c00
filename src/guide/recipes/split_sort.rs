use onrush::prelude::*;

/// Moves the keys whose bit is 0 in front of those whose bit is 1; each group keeps its order.
pub(crate) fn split<B: Backend>(from: &DeviceVec<u32, B>, bit: u32, to: &mut DeviceVec<u32, B>) -> onrush::Result<()> {
    // For each key, the number of zeros up to it, itself included.
    let zeros = from.iter().map(op!(|k: u32| ((k >> bit) & 1 == 0) as usize)).scan_inclusive(Sum).collect()?;
    let z = zeros.view();
    let place = op!(|(i, k): (usize, u32)| { if (k >> bit) & 1 == 0 { z[i] - 1 } else { z[z.len() - 1] + i - z[i] } });
    from.iter().scatter(from.iter().enumerate().map(place), to)
}

/// Sorts keys below `1 << bits`, bit by bit.
fn sorted<B: Backend>(keys: &DeviceVec<u32, B>, bits: u32) -> onrush::Result<DeviceVec<u32, B>> {
    let (mut from, mut to) = (keys.try_clone()?, keys.try_clone()?);
    for bit in 0..bits {
        split(&from, bit, &mut to)?;
        std::mem::swap(&mut from, &mut to);
    }
    Ok(from)
}

/// Sorts keys byte by byte, by splits into 256 buckets.
pub(crate) fn sorted_by_bytes<B: Backend>(keys: &DeviceVec<u32, B>) -> onrush::Result<DeviceVec<u32, B>> {
    let mut keys = keys.try_clone()?;
    for byte in 0..4 {
        (keys, _) = keys.iter().partition_by(256, op!(|k: u32| (k >> (8 * byte)) & 255)).collect()?;
    }
    Ok(keys)
}

pub(crate) fn example<B: Backend>(device: &B) -> onrush::Result<()> {
    let keys = device.upload(&[5, 7, 3, 1, 4, 2, 7, 2])?;
    let mut by_first_bit = device.filled(0, keys.len())?;
    split(&keys, 0, &mut by_first_bit)?;
    assert_eq!(by_first_bit.to_vec()?, [4, 2, 2, 5, 7, 3, 1, 7]);
    assert_eq!(sorted(&keys, 3)?.to_vec()?, [1, 2, 2, 3, 4, 5, 7, 7]);
    assert_eq!(sorted_by_bytes(&keys)?.to_vec()?, [1, 2, 2, 3, 4, 5, 7, 7]);
    Ok(())
}
