use onrush::prelude::*;

/// All exclusive prefix sums, by a tree of sums.
fn prefix_sums<B: Backend>(x: &DeviceVec<u32, B>) -> onrush::Result<DeviceVec<u32, B>> {
    let device = x.device();
    // Up: each level holds the sums of pairs of the one below.
    let mut levels = vec![x.try_clone()?];
    while let Some(level) = levels.last().filter(|level| level.len() > 1) {
        let v = level.view();
        let pair = op!(|i: usize| if 2 * i + 1 < v.len() { v[2 * i] + v[2 * i + 1] } else { v[2 * i] });
        levels.push(device.tabulate(level.len().div_ceil(2), pair).collect()?);
    }
    // Down: the sum before a left child is the one before its parent; the right child has its brother before it, too.
    let mut before = device.filled(0, 1)?;
    for level in levels.iter().rev().skip(1) {
        let (p, v) = (before.view(), level.view());
        let child = op!(|i: usize| if i % 2 == 0 { p[i / 2] } else { p[i / 2] + v[i - 1] });
        before = device.tabulate(level.len(), child).collect()?;
    }
    Ok(before)
}

pub(crate) fn example<B: Backend>(device: &B) -> onrush::Result<()> {
    let x = device.upload(&[3, 1, 7, 0, 4, 1, 6])?;
    assert_eq!(prefix_sums(&x)?.to_vec()?, [0, 3, 4, 11, 11, 15, 16]);
    assert_eq!(prefix_sums(&x)?.to_vec()?, x.iter().scan_exclusive(0, Sum).collect()?.to_vec()?);
    Ok(())
}
