use onrush::prelude::*;

/// For each item of the parts, one part behind the other, its position in a vector in which part `s` begins at `starts[s]`. The
/// part has `lens[s]` items.
fn positions<B: Backend>(starts: &DeviceVec<u32, B>, lens: &DeviceVec<u32, B>) -> onrush::Result<DeviceVec<u32, B>> {
    let before = lens.iter().scan_exclusive(0, Sum)?;
    let shift = op!(|(start, before): (u32, u32)| start.wrapping_sub(before));
    let shifts = starts.iter().zip(&before).map(shift).repeat(lens)?;
    shifts.iter().enumerate().map(op!(|(i, shift): (usize, u32)| shift.wrapping_add(i as u32))).collect()
}

pub(crate) fn example<B: Backend>(device: &B) -> onrush::Result<()> {
    let x = device.range(100u32..200).collect()?;
    let (starts, lens) = (device.upload(&[50, 7, 90])?, device.upload(&[2, 0, 3])?);
    let parts = positions(&starts, &lens)?;

    // Parts of `x`, packed.
    let mut packed = x.iter().permute(&parts).collect()?;
    assert_eq!(packed.to_vec()?, [150, 151, 190, 191, 192]);

    // Packed parts, put back where they belong; of parts that overlap, the last one stays.
    packed.iter_mut().for_each(op!(|v: &mut u32| *v += 1000))?;
    let mut target = x.try_clone()?;
    packed.iter().scatter(&parts, &mut target)?;
    assert_eq!(target.slice(49..53)?.to_vec()?, [149, 1150, 1151, 152]);
    Ok(())
}
