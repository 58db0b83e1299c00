use onrush::prelude::*;

/// Where parts of these lengths begin if they stand one behind the other, and where the last one ends.
fn offsets<B: Backend>(lens: &DeviceVec<u32, B>) -> onrush::Result<DeviceVec<u32, B>> {
    let mut offsets = lens.device().filled(0, lens.len() + 1)?;
    lens.iter().scan_inclusive(Sum).collect_into(offsets.slice_mut(1..)?)?;
    Ok(offsets)
}

pub(crate) fn example<B: Backend>(device: &B) -> onrush::Result<()> {
    let x = device.range(100u32..200).collect()?;
    let (starts, lens) = (device.upload(&[50, 7, 90])?, device.upload(&[2, 0, 3])?);
    let offsets = offsets(&lens)?;

    // Parts of `x`, packed.
    let mut packed = x.iter().gather_segments(&starts, &offsets).collect()?;
    assert_eq!(packed.to_vec()?, [150, 151, 190, 191, 192]);

    // Packed parts, put back where they belong; of parts that overlap, the last one stays.
    packed.iter_mut().for_each(op!(|v: &mut u32| *v += 1000))?;
    let mut target = x.try_clone()?;
    packed.iter().segments(&offsets).scatter(&starts, &mut target)?;
    assert_eq!(target.slice(49..53)?.to_vec()?, [149, 1150, 1151, 152]);
    Ok(())
}
