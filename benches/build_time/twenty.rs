//! Twenty different terminals, for the time that a user's build takes.

use onrush::prelude::*;

fn main() -> onrush::Result<()> {
    let device = Device::best()?;
    let n = 1000;
    let x = device.range(0..n).map(op!(|i: usize| (i * 7 % 101) as f32 * 0.5)).collect()?;
    let mut keys = device.range(0..n).map(op!(|i: usize| (i * i % 17) as u32)).collect()?;
    let mut values = x.try_clone()?;
    println!("sum {}", x.iter().map(op!(|v: f32| v * v)).sum()?);
    println!("maximum {:?}", x.iter().max()?);
    println!("largest {:?}", x.iter().map(op!(|v: f32| (v - 9.0).abs())).argmax()?);
    println!("large {}", x.iter().count_if(op!(|v: f32| v > 3.0))?);
    println!("first {:?}", x.iter().position(op!(|v: f32| v > 20.0))?);
    println!("kept {}", x.iter().filter(op!(|v: f32| v > 25.0)).collect()?.len());
    let (low, high) = x.iter().partition(op!(|v: f32| v < 12.5)).collect()?;
    println!("parts {} {}", low.len(), high.len());
    println!("prefixes {}", x.iter().scan_inclusive(Sum).collect()?.at(n - 1)?);
    println!(
        "running {}",
        x.iter().scan_exclusive(0.0, op!(|a: f32, b: f32| if a > b { a } else { b })).collect()?.at(n - 1)?
    );
    values.iter_mut().for_each(op!(|v: &mut f32| *v = *v * 2.0 + 1.0))?;
    println!("sorted {}", x.iter().sort().collect()?.at(0)?);
    sort_by_key(&mut keys, &mut values)?;
    sort_by(&mut values, op!(|a: f32, b: f32| a > b))?;
    let (groups, sums) = reduce_by_key(&keys, &x, Sum).collect()?;
    println!("groups {} {}", groups.len(), sums.at(0)?);
    println!("by key {}", scan_by_key_inclusive(&keys, &x, Max).collect()?.at(n - 1)?);
    println!("counts {}", keys.iter().map(op!(|k: u32| k as usize)).histogram(17).collect()?.at(3)?);
    let mut places = device.filled(0.0f32, 17)?;
    x.iter().scatter_reduce(&keys, Sum, &mut places)?;
    let offsets = device.upload(&[0u32, 10, 500, 1000])?;
    println!("segments {:?}", x.iter().segments(&offsets).sum().collect()?.to_vec()?);
    println!(
        "merged {}",
        merge(x.iter().sort().collect()?.iter(), places.iter().sort().collect()?.iter()).collect()?.len()
    );
    println!("distinct {}", keys.iter().dedup().collect()?.len());
    Ok(())
}
