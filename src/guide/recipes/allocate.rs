use onrush::prelude::*;

/// The triangles of polygons, as fans around each polygon's first corner. The corners of all polygons are numbered
/// through, and `corners` has each polygon's number of them.
fn triangles<B: Backend>(corners: &DeviceVec<u32, B>) -> onrush::Result<DeviceVec<[u32; 3], B>> {
    let first_corner = corners.iter().scan_exclusive(0, Sum).collect()?;
    let count = corners.iter().map(op!(|n: u32| n.saturating_sub(2))).collect()?;
    let first_triangle = count.iter().scan_exclusive(0, Sum).collect()?;
    // For each triangle, the first corner of its polygon and the number of the polygon's first triangle.
    let (corner, before) = first_corner.iter().zip(&first_triangle).repeat(&count).collect()?;
    let fan = op!(|(i, (corner, before)): (usize, (u32, u32))| {
        let k = corner + i as u32 - before;
        [corner, k + 1, k + 2]
    });
    corner.iter().zip(&before).enumerate().map(fan).collect()
}

pub(crate) fn example<B: Backend>(device: &B) -> onrush::Result<()> {
    // A triangle, a stray corner, a pentagon.
    let corners = device.upload(&[3, 1, 5])?;
    assert_eq!(triangles(&corners)?.to_vec()?, [[0, 1, 2], [4, 5, 6], [4, 6, 7], [4, 7, 8]]);
    Ok(())
}
