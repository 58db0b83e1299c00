use onrush::prelude::*;

/// The prefix sums of segments, each of which begins at a flag.
fn prefix_sums<B: Backend>(head: &DeviceVec<bool, B>, x: &DeviceVec<f32, B>) -> onrush::Result<DeviceVec<f32, B>> {
    // The flags are the keys; a run of keys goes on until the next flag.
    scan_by_key_inclusive_with(head, x, op!(|_: bool, head: bool| !head), Sum).collect()
}

/// The sums of the segments, from the offsets at which they begin.
fn sums<B: Backend>(head: &DeviceVec<bool, B>, x: &DeviceVec<f32, B>) -> onrush::Result<DeviceVec<f32, B>> {
    let offsets = head.iter().run_offsets_by::<u32, _, _>(op!(|_: bool, head: bool| !head)).collect()?;
    x.iter().segments(&offsets).sum().collect()
}

pub(crate) fn example<B: Backend>(device: &B) -> onrush::Result<()> {
    let head = device.upload(&[true, false, false, true, true, false])?;
    let x = device.upload(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0])?;
    assert_eq!(prefix_sums(&head, &x)?.to_vec()?, [1.0, 3.0, 6.0, 4.0, 5.0, 11.0]);
    assert_eq!(sums(&head, &x)?.to_vec()?, [6.0, 4.0, 11.0]);
    Ok(())
}
