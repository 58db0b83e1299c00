//! Every adaptor that visits an item more than once refuses a chain with effects.
#![forbid(unsafe_code)]
use onrush::prelude::*;

fn main() -> onrush::Result<()> {
    let device = Device::best()?;
    let mut x = device.filled(1i32, 8)?;
    let count = op!(|v: &mut i32| {
        *v += 1;
        *v
    });
    let _ = x.iter_mut().map(count).windows::<2>();
    let _ = x.iter_mut().map(count).chunks::<2>();
    let _ = x.iter_mut().map(count).cycle_to(20);
    let _ = x.iter_mut().map(count).tile(3);
    let _ = x.iter_mut().map(count).repeat_each(3);
    let _ = x.iter_mut().map(count).chain(device.range(0..8));
    let _ = device.range(0..8).chain(x.iter_mut().map(count));
    let _ = x.iter_mut().map(count).flat_map(op!(|v: i32| [v, v]));
    let _ = x.iter_mut().map(count).filter_map(op!(|v: i32| Some(v)));
    let _ = x.iter_mut().map(count).dedup();
    let _ = x.iter_mut().map(count).dedup_by(op!(|a: i32, b: i32| a == b));
    let _ = x.iter_mut().map(count).adjacent_difference(op!(|a: i32, b: i32| a - b));
    let _ = x.iter_mut().map(count).adjacent_difference_from(1, op!(|a: i32, b: i32| a - b));
    let position = op!(|v: &mut i32| *v as usize);
    let _ = device.range(0..8).permute(x.iter_mut().map(position));
    let _ = x.iter_mut().map(count).grid(2, 4).windows_2d::<2, 2>();
    let _ = x.iter_mut().map(count).grid(2, 4).windows_around::<2, 2>(onrush::expr::Border::Clamp);
    let _ = x.iter_mut().map(count).grid(2, 4).pad([1, 1], [1, 1], onrush::expr::Border::Clamp);
    let _ = x.iter_mut().map(count).grid_3d(2, 2, 2).windows_3d::<2, 2, 2>();
    let _ = x.iter_mut().map(count).grid_3d(2, 2, 2).windows_around_3d::<2, 2, 2>(onrush::expr::Border::Clamp);
    let _ = zip((x.iter_mut().map(count), device.range(0..8))).rev().windows::<2>();
    Ok(())
}
