//! k-means on several devices: Lloyd's algorithm, as the example `06_k_means` of onrush has it on one.
//!
//! It shows a program for a rank that runs on one device and on four with the same bits, a vector on each rank's own device, whose view an
//! operation captures, and a reduction by place. The argument is the number of ranks.

use onrush::prelude::*;
use onrush_cluster::{Cluster, Rank, Result};

const POINTS: usize = 100_000;
const CENTRES: [[f32; 2]; 3] = [[-4.0, -3.0], [0.0, 4.0], [5.0, -1.0]];

/// A number in -1.0 .. 1.0 that depends on `i` in no visible way.
#[device]
fn noise(i: u32) -> f32 {
    let mut h = i.wrapping_mul(0x9e37_79b9);
    h = (h ^ (h >> 16)).wrapping_mul(0x85eb_ca6b);
    h = (h ^ (h >> 13)).wrapping_mul(0xc2b2_ae35);
    ((h ^ (h >> 16)) >> 8) as f32 / 8_388_608.0 - 1.0
}

/// The centres of the points, which every rank has. Every rank runs this, and makes the same calls.
fn k_means<B: Backend>(rank: &Rank<B>) -> Result<Vec<[f32; 2]>> {
    // Points around three centres: each rank makes its own.
    let truth = rank.device().upload(&CENTRES)?;
    let truth = truth.view();
    let points = rank.range(0..POINTS).map(op!(|i: usize| {
        let (c, i) = (truth[i % 3], i as u32);
        let spread = 1.5f32;
        [c[0] + spread * noise(2 * i), c[1] + spread * noise(2 * i + 1)]
    }));
    let points = points.collect()?;

    let mut centres = vec![[-1.0, 0.0], [0.0, 0.0], [1.0, 0.0]];
    loop {
        // What all ranks know is an ordinary vector of each device.
        let on_device = rank.device().upload(&centres)?;
        let centre = on_device.view();
        let nearest = op!(|p: [f32; 2]| {
            let (mut best, mut least) = (0u32, f32::INFINITY);
            for k in 0..centre.len() {
                let (dx, dy) = (p[0] - centre[k][0], p[1] - centre[k][1]);
                let distance = dx * dx + dy * dy;
                if distance < least {
                    best = k as u32;
                    least = distance;
                }
            }
            best
        });
        let (of, sum) = (
            op!(|p: [f32; 2]| [p[0] as f64, p[1] as f64, 1.0f64]),
            commutative(op!(|a: [f64; 3], b: [f64; 3]| [a[0] + b[0], a[1] + b[1], a[2] + b[2]])),
        );
        let mut sums = rank.shard(&vec![[0.0f64; 3]; centres.len()])?;
        points.iter().map(of).scatter_reduce(points.iter().map(nearest), sum, &mut sums)?;

        let mean = |[x, y, n]: [f64; 3]| [(x / n) as f32, (y / n) as f32];
        let moved: Vec<[f32; 2]> = sums.to_vec()?.into_iter().map(mean).collect();
        if moved == centres {
            return Ok(centres);
        }
        centres = moved;
    }
}

fn main() -> Result<()> {
    let ranks = std::env::args().nth(1).and_then(|ranks| ranks.parse().ok()).unwrap_or(4);
    // Several GPUs: `(0..ranks).map(Device::cuda).collect::<Result<_, _>>()?`. Here each rank has a thread of the CPU.
    let devices = vec![Cpu::with_threads(1)?; ranks];
    let alone = Cluster::new([Cpu::new()]).run(k_means)?;
    let centres = Cluster::new(devices).run(k_means)?;
    println!("{ranks} ranks: {:.3?}", centres[0]);
    assert!(centres.iter().all(|of_rank| *of_rank == alone[0]), "all ranks have the bits of one device");
    for (found, truth) in centres[0].iter().zip([[-4.0, -3.0], [0.0, 4.0], [5.0, -1.0f32]]) {
        assert!((found[0] - truth[0]).abs() < 0.05 && (found[1] - truth[1]).abs() < 0.05, "{found:?}, {truth:?}");
    }
    Ok(())
}
