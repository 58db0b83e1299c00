use onrush::prelude::*;

fn main() -> onrush::Result<()> {
    let device = Device::best()?;
    let x = device.upload(&[1u32, 2])?;
    let (table, view) = ([1.0f32; 4], x.view());
    let _ = x.iter().map(op!(|i: u32| table[i]));
    let _ = x.iter().map(op!(|i: u32| view[i as f32]));
    let _ = x.iter().map(op!(|i: u32| {
        let mut counts = [0u32; 4];
        counts[i as i32] += 1;
        counts[0]
    }));
    Ok(())
}
