use onrush::prelude::*;

#[device]
fn count(n: &mut u32, v: f32) -> f32 {
    *n += 1;
    v
}

struct Totals {
    sum: f32,
}

// Each operation would change a value of the host's.
fn main() -> onrush::Result<()> {
    let device = Device::best()?;
    let x = device.upload(&[1.0f32, 2.0])?;
    let (mut n, mut seen, mut bins) = (0, false, [0u32; 4]);
    let mut totals = Totals { sum: 0.0 };
    let _ = x.iter().map(op!(|v: f32| {
        n += 1;
        v
    }));
    let _ = x.iter().map(op!(|v: f32| {
        seen = true;
        v
    }));
    let _ = x.iter().map(op!(|v: f32| {
        bins[v as usize] += 1;
        v
    }));
    let _ = x.iter().map(op!(|v: f32| {
        totals.sum += v;
        (n, _) = (1, 2);
        v
    }));
    let _ = x.iter().map(op!(|v: f32| count(&mut n, v)));
    let _ = x.iter().map(op!(|v: f32| {
        let r = &mut bins;
        r[0] = 1;
        v
    }));
    Ok(())
}
