//! The pictures of the guide's gallery.

use onrush::prelude::*;

use crate::svg;

#[path = "../../src/guide/gallery/basins.rs"]
pub(crate) mod basins;
#[path = "../../src/guide/gallery/bifurcation.rs"]
pub(crate) mod bifurcation;
#[path = "../../src/guide/gallery/filter.rs"]
pub(crate) mod filter;
#[path = "../../src/guide/gallery/mandelbrot.rs"]
pub(crate) mod mandelbrot;
#[path = "../../src/guide/gallery/relief.rs"]
pub(crate) mod relief;
#[path = "../../src/guide/gallery/voronoi.rs"]
pub(crate) mod voronoi;

const GREYS: [&str; 16] = [
    "#000", "#111", "#222", "#333", "#444", "#555", "#666", "#777", "#888", "#999", "#aaa", "#bbb", "#ccc", "#ddd",
    "#eee", "#fff",
];
const HUES: [&str; 12] = [
    "#a6cee3", "#1f78b4", "#b2df8a", "#33a02c", "#fb9a99", "#e31a1c", "#fdbf6f", "#ff7f00", "#cab2d6", "#6a3d9a",
    "#ffff99", "#b15928",
];
const NIGHT: [&str; 16] = [
    "#00071a", "#000f33", "#03205c", "#0b3a85", "#1857ad", "#2f78cc", "#5399e0", "#82b9ec", "#b3d4f2", "#e0ecf5",
    "#f8efd0", "#f8d98a", "#f5b740", "#d98a12", "#8a4a08", "#000",
];
const INK: [&str; 8] = ["#fff", "#cfd8e3", "#a3b6cc", "#7893b5", "#4f709c", "#2e5080", "#163460", "#081c3d"];

/// The elevations that are shipped with the examples, of every second cell of every second row, and the number of columns.
pub(crate) fn elevations() -> (Vec<f32>, usize) {
    let text = include_str!("../data/st-helens.asc");
    let row = |line: &str| line.split_whitespace().step_by(2).filter_map(|v| v.parse().ok()).collect::<Vec<f32>>();
    let rows: Vec<_> = text.lines().skip(6).step_by(2).map(row).collect();
    (rows.concat(), rows[0].len())
}

/// A level of 0 or 1 that changes now and then, under noise.
pub(crate) fn signal<B: Backend>(device: &B, len: usize) -> onrush::Result<DeviceVec<f32, B>> {
    let rng = Rng::new(1);
    let noisy = op!(|i: usize| {
        let level = rng.stream(1).at(8 * i / len).next_f32();
        0.1 + 0.7 * level + 0.2 * (rng.at(i).next_f32() - 0.5)
    });
    device.tabulate(len, noisy).collect()
}

/// Random pixels of a square.
pub(crate) fn seeds<B: Backend>(device: &B, len: usize, side: i32) -> onrush::Result<DeviceVec<[i32; 2], B>> {
    let rng = Rng::new(2);
    let pixel = op!(|i: usize| {
        let mut draws = rng.at(i);
        [(draws.next_f32() * side as f32) as i32, (draws.next_f32() * side as f32) as i32]
    });
    device.tabulate(len, pixel).collect()
}

/// All pictures, with their names.
pub(crate) fn all<B: Backend>(device: &B) -> onrush::Result<Vec<(&'static str, String)>> {
    let hue = op!(|i: u32| ((i.wrapping_mul(0x9e37_79b9) >> 16) % 12) as u8);
    let (metres, columns) = elevations();
    let metres = device.upload(&metres)?;
    let relief = relief::relief(&metres, columns, 20.0)?.to_vec()?;
    let basins = basins::basins(&metres, columns)?.iter().map(hue).collect()?.to_vec()?;
    let mandelbrot = mandelbrot::mandelbrot(device, 120, 160)?.to_vec()?;
    let orbits = bifurcation::bifurcation(device, 150, 200)?;
    let ink = op!(|n: u64| if n == 0 { 0 } else { (n.ilog2() + 1).min(7) as u8 });
    let orbits = orbits.iter().map(ink).collect()?.to_vec()?;
    let voronoi = voronoi::voronoi(&seeds(device, 60, 120)?, 120)?.iter().map(hue).collect()?.to_vec()?;
    let noisy = signal(device, 320)?;
    let (smooth, noisy) = (filter::low_pass(&noisy, 0.1)?.to_vec()?, noisy.to_vec()?);
    Ok(vec![
        ("relief", svg::pixels(&relief, columns, &GREYS)),
        ("basins", svg::pixels(&basins, columns, &HUES)),
        ("mandelbrot", svg::pixels(&mandelbrot, 160, &NIGHT)),
        ("bifurcation", svg::pixels(&orbits, 200, &INK)),
        ("voronoi", svg::pixels(&voronoi, 120, &HUES)),
        ("filter", svg::lines(&[(&noisy, "#a3b6cc"), (&smooth, "#163460")], 320, 160)),
    ])
}
