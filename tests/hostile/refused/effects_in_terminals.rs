//! Every terminal that may ask for an item more than once refuses a chain with effects.
#![forbid(unsafe_code)]
use onrush::prelude::*;

fn main() -> onrush::Result<()> {
    let device = Device::best()?;
    let mut x = device.filled(1i32, 8)?;
    let mut y = device.filled(1i32, 8)?;
    let count = op!(|v: &mut i32| {
        *v += 1;
        *v
    });
    let key = op!(|v: i32| v);
    let less = op!(|a: i32, b: i32| a < b);
    x.iter_mut().map(count).sum()?;
    x.iter_mut().map(count).max()?;
    x.iter_mut().map(count).argmin()?;
    x.iter_mut().map(count).max_by_key(key)?;
    x.iter_mut().map(count).reduce(0, Sum)?;
    x.iter_mut().map(count).count()?;
    x.iter_mut().map(count).any(op!(|v: i32| v > 9))?;
    x.iter_mut().map(count).equal(&y)?;
    y.iter().equal(x.iter_mut().map(count))?;
    x.iter_mut().map(count).is_sorted()?;
    x.iter_mut().map(count).scan_inclusive(Sum).collect()?;
    x.iter_mut().map(count).filter(op!(|v: i32| v > 0)).collect()?;
    x.iter_mut().map(count).partition(op!(|v: i32| v > 0)).collect()?;
    x.iter_mut().map(count).grid(2, 4).transpose().collect()?;
    x.iter_mut().map(count).sort().collect()?;
    x.iter_mut().map(count).scatter(device.range(0..8usize), &mut y)?;
    x.iter_mut().map(op!(|v: &mut i32| *v as usize)).histogram(9).collect()?;
    merge(x.iter_mut().map(count), &y).collect()?;
    merge_by(&y, x.iter_mut().map(count), less).collect()?;
    reduce_by_key(x.iter_mut().map(count), &y, Sum).collect()?;
    reduce_by_key(&y, x.iter_mut().map(count), Sum).collect()?;
    scan_by_key_inclusive(&y, x.iter_mut().map(count), Sum).collect()?;
    Ok(())
}
