//! A first chain: temperatures are uploaded, transformed and reduced.
//!
//! It shows `upload`, the lazy adaptors `map`, `filter` and `zip`, terminals that return a number or a vector, and how
//! an operation captures a variable. `cargo run --example 01_first_chain` runs it on the CPU; with `--features cuda` it
//! runs on a GPU if there is one.

use onrush::prelude::*;

fn main() -> onrush::Result<()> {
    let device = Device::best()?;
    println!("running on {}", device.name());

    // A week's temperatures in degrees Celsius, in the device's memory.
    let celsius = device.upload(&[-2.5f32, 0.5, 4.0, 6.5, 3.0, -1.0, -4.5])?;

    // Building a chain does nothing; a terminal such as `max` runs it, in one pass.
    let fahrenheit = celsius.iter().map(op!(|c: f32| c * 1.8 + 32.0));
    let warmest = fahrenheit.clone().max()?;
    println!("warmest: {warmest:?} °F, on day {:?}", celsius.iter().argmax()?);
    assert_eq!(warmest, Some(43.7));

    // An operation captures variables by value.
    let limit = 0.0;
    let frost = celsius.iter().filter(op!(|c: f32| c < limit)).count()?;
    println!("days with frost: {frost}");
    assert_eq!(frost, 3);

    // Terminals such as `collect` and `scan_inclusive` return vectors, which stay on the device until `to_vec`.
    let thawed = celsius.iter().map(op!(|c: f32| c.max(0.0))).scan_inclusive(Sum).collect()?;
    println!("degrees above zero, added up day by day: {:?}", thawed.to_vec()?);
    assert_eq!(thawed.to_vec()?, [0.0, 0.5, 4.5, 11.0, 14.0, 14.0, 14.0]);

    // `zip` walks two sequences side by side.
    let yesterday = celsius.iter();
    let rises = celsius.iter().skip(1).zip(yesterday.take(6)).filter(op!(|(today, before): (f32, f32)| today > before));
    assert_eq!(rises.count()?, 3);
    Ok(())
}
