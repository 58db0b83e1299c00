//! Makes the pictures of the guide's gallery in the folder `docs/gallery`, and measures how long large ones take.
//!
//! `cargo run --release --example gallery`

mod pictures;
mod svg;

use std::fs;
use std::time::Instant;

use onrush::prelude::*;

use pictures::{basins, bifurcation, filter, mandelbrot, relief, voronoi};

/// The pixels on each side of a picture that is measured.
const SIDE: usize = 2048;

/// Prints the shortest of three times; the first one includes one-time work.
fn time<T>(device: &Device, name: &str, size: &str, run: impl Fn() -> onrush::Result<T>) -> onrush::Result<()> {
    let mut best = f64::INFINITY;
    for _ in 0..3 {
        let start = Instant::now();
        let out = run()?;
        device.synchronize()?;
        best = best.min(start.elapsed().as_secs_f64());
        drop(out);
    }
    println!("{name:12} {size:20} {:9.2} ms", 1e3 * best);
    Ok(())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let device = Device::best()?;
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/gallery");
    for (name, svg) in pictures::all(&device)? {
        println!("{folder}/{name}.svg: {} bytes", svg.len());
        fs::write(format!("{folder}/{name}.svg"), svg)?;
    }

    println!("\n{}", device.name());
    let square = format!("{SIDE} x {SIDE} pixels");
    // The shipped elevations again and again, up to the size.
    let (metres, columns) = pictures::elevations();
    let rows = metres.len() / columns;
    let cell = |i: usize| metres[i / SIDE % rows * columns + i % SIDE % columns];
    let ground = device.upload_iter((0..SIDE * SIDE).map(cell))?;
    time(&device, "relief", &square, || relief::relief(&ground, SIDE, 20.0))?;
    time(&device, "basins", &square, || basins::basins(&ground, SIDE))?;
    time(&device, "mandelbrot", &square, || mandelbrot::mandelbrot(&device, SIDE, SIDE))?;
    time(&device, "bifurcation", &square, || bifurcation::bifurcation(&device, SIDE, SIDE))?;
    let seeds = pictures::seeds(&device, 10_000, SIDE as i32)?;
    time(&device, "voronoi", &square, || voronoi::voronoi(&seeds, SIDE as i32))?;
    let signal = pictures::signal(&device, SIDE * SIDE)?;
    time(&device, "filter", "4194304 samples", || filter::low_pass(&signal, 0.1))?;
    Ok(())
}
