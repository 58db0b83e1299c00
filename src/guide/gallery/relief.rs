use onrush::prelude::*;

/// The brightness, 0 to 15, of ground that is lit from the north-west. `cell` is the width of a cell in metres.
pub(crate) fn relief<B: Backend>(
    metres: &DeviceVec<f32, B>,
    width: usize,
    cell: f32,
) -> onrush::Result<DeviceVec<u8, B>> {
    let light = op!(|z: [[f32; 3]; 3]| {
        let (east, south) = ((z[1][2] - z[1][0]) / (2.0 * cell), (z[2][1] - z[0][1]) / (2.0 * cell));
        let brightness = (0.5 * (east + south) + 0.7071) / (1.0 + east * east + south * south).sqrt();
        ((16.0 * brightness) as u8).min(15)
    });
    metres.iter().grid(metres.len() / width, width).windows_around::<3, 3>(Border::Clamp).map(light).collect()
}
