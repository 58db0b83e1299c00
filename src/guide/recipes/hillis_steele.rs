use onrush::prelude::*;

/// All prefix sums: after the step with distance `d`, each item is the sum of up to `2 d` items that end there.
fn prefix_sums<B: Backend>(x: &DeviceVec<u32, B>) -> onrush::Result<DeviceVec<u32, B>> {
    let (mut from, mut to) = (x.try_clone()?, x.try_clone()?);
    let mut d = 1;
    while d < x.len() {
        let v = from.view();
        let step = op!(|i: usize| if i >= d { v[i - d] + v[i] } else { v[i] });
        x.device().tabulate(x.len(), step).collect_into(&mut to)?;
        // A step reads what the one before it wrote, so it can't write in place.
        std::mem::swap(&mut from, &mut to);
        d *= 2;
    }
    Ok(from)
}

pub(crate) fn example<B: Backend>(device: &B) -> onrush::Result<()> {
    let x = device.upload(&[3, 1, 7, 0, 4, 1, 6])?;
    assert_eq!(prefix_sums(&x)?.to_vec()?, [3, 4, 11, 11, 15, 16, 22]);
    assert_eq!(prefix_sums(&x)?.to_vec()?, x.iter().scan_inclusive(Sum).collect()?.to_vec()?);
    Ok(())
}
