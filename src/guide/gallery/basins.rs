use onrush::prelude::*;

/// For each cell, the cell where the water that falls on it ends, which flows to the lowest neighbour all the time.
pub(crate) fn basins<B: Backend>(metres: &DeviceVec<f32, B>, width: usize) -> onrush::Result<DeviceVec<u32, B>> {
    let downhill = op!(|(i, z): (usize, [[f32; 3]; 3])| {
        let (mut lowest, mut to) = (z[1][1], i);
        for k in 0..9usize {
            if z[k / 3][k % 3] < lowest {
                lowest = z[k / 3][k % 3];
                to = i + k / 3 * width + k % 3 - width - 1;
            }
        }
        to as u32
    });
    let around = metres.iter().grid(metres.len() / width, width).windows_around::<3, 3>(Border::Constant(f32::MAX));
    let mut to = around.enumerate().map(downhill).collect()?;
    loop {
        // Pointer jumping: each step doubles the distance.
        let further = to.iter().permute(&to).collect()?;
        if further.equal(&to)? {
            return Ok(to);
        }
        to = further;
    }
}
