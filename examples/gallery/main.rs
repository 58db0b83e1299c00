//! Makes the pictures of the guide's gallery in the folder `docs/gallery`, and measures how long large ones take: a table in
//! Markdown, with a column for the CPU, and one for the GPU if there is one. Both must make the same pictures, byte for byte.
//!
//! `cargo run --release --features cuda --example gallery`

mod pictures;
mod svg;

use std::fs;
use std::time::Instant;

use onrush::prelude::*;

use pictures::{basins, bifurcation, filter, mandelbrot, relief, voronoi};

/// The pixels on each side of a picture that is measured.
const SIDE: usize = 2048;
const SEEDS: usize = 10_000;

/// The names of the pictures, with the size of what is measured.
fn sizes() -> [(&'static str, String); 6] {
    let square = format!("{SIDE} × {SIDE} pixels");
    [
        ("relief", square.clone()),
        ("basins", square.clone()),
        ("mandelbrot", square.clone()),
        ("bifurcation", format!("{} million orbits of 300 steps", (2 * SIDE * SIDE) >> 20)),
        ("voronoi", format!("{square}, {SEEDS} seeds")),
        ("filter", format!("{} million samples", (SIDE * SIDE) >> 20)),
    ]
}

/// The shortest time of several runs, which begin and end with a wait: 3 to 20 of them, and no more after a second. The first one
/// includes one-time work.
fn seconds<T>(device: &Device, run: impl Fn() -> onrush::Result<T>) -> onrush::Result<f64> {
    let (mut best, mut total) = (f64::INFINITY, 0.0);
    for number in 0..20 {
        if number >= 3 && total > 1.0 {
            break;
        }
        device.synchronize()?;
        let start = Instant::now();
        let out = run()?;
        device.synchronize()?;
        let elapsed = start.elapsed().as_secs_f64();
        best = best.min(elapsed);
        total += elapsed;
        drop(out);
    }
    Ok(best)
}

/// The seconds that large pictures take, in the order of their names.
fn times(device: &Device) -> onrush::Result<[f64; 6]> {
    // The shipped elevations again and again, up to the size.
    let (metres, columns) = pictures::elevations();
    let rows = metres.len() / columns;
    let cell = |i: usize| metres[i / SIDE % rows * columns + i % SIDE % columns];
    let ground = device.upload_iter((0..SIDE * SIDE).map(cell))?;
    let seeds = pictures::seeds(device, SEEDS, SIDE as i32)?;
    let signal = pictures::signal(device, SIDE * SIDE)?;
    Ok([
        seconds(device, || relief::relief(&ground, SIDE, 20.0))?,
        seconds(device, || basins::basins(&ground, SIDE))?,
        seconds(device, || mandelbrot::mandelbrot(device, SIDE, SIDE))?,
        seconds(device, || bifurcation::bifurcation(device, SIDE, SIDE))?,
        seconds(device, || voronoi::voronoi(&seeds, SIDE as i32))?,
        seconds(device, || filter::low_pass(&signal, 0.1))?,
    ])
}

/// A time with two digits.
fn duration(seconds: f64) -> String {
    let (value, unit) = if seconds < 1.0 { (1e3 * seconds, "ms") } else { (seconds, "s") };
    let decimals = (1 - value.log10().floor() as i32).clamp(0, 3) as usize;
    format!("{value:.decimals$} {unit}")
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let best = Device::best()?;
    let cpu = Device::cpu();
    let is_gpu = best.why_not_gpu().is_none();
    if let Some(reason) = best.why_not_gpu() {
        eprintln!("{reason}");
    }
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/gallery");
    let of_cpu = pictures::all(&cpu)?;
    if is_gpu && pictures::all(&best)? != of_cpu {
        return Err(format!("{} and {} make different pictures", best.name(), cpu.name()).into());
    }
    for (name, svg) in of_cpu {
        let path = format!("{folder}/{name}.svg");
        eprintln!("{path}: {} bytes", svg.len());
        // The library's documentation has the pictures: a file that is written is compiled again, even if it is the same.
        if fs::read_to_string(&path).ok().as_ref() != Some(&svg) {
            fs::write(path, svg)?;
        }
    }

    let devices = if is_gpu { vec![cpu, best] } else { vec![cpu] };
    let names: Vec<String> = devices.iter().map(Device::name).collect();
    let times = devices.iter().map(times).collect::<Result<Vec<_>, _>>()?;
    println!("| picture | size | {} |", names.join(" | "));
    println!("|---|---|{}", "---|".repeat(devices.len()));
    for (i, (name, size)) in sizes().into_iter().enumerate() {
        let cells: Vec<String> = times.iter().map(|times| duration(times[i])).collect();
        println!("| {name} | {size} | {} |", cells.join(" | "));
    }
    Ok(())
}
