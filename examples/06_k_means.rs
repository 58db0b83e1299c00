//! k-means: Lloyd's algorithm, which assigns points to the nearest of k centres and moves each centre to the mean of
//! its points.
//!
//! It shows a chain in a loop, a view of the centres that an operation captures, and how a reduction by key computes
//! several sums in one pass.

use onrush::prelude::*;

const POINTS: usize = 30_000;
const CENTRES: [(f32, f32); 3] = [(-4.0, -3.0), (0.0, 4.0), (5.0, -1.0)];

/// A number in -1.0 .. 1.0 that depends on `i` in no visible way.
#[device]
fn noise(i: u32) -> f32 {
    let mut h = i.wrapping_mul(0x9e37_79b9);
    h = (h ^ (h >> 16)).wrapping_mul(0x85eb_ca6b);
    h = (h ^ (h >> 13)).wrapping_mul(0xc2b2_ae35);
    ((h ^ (h >> 16)) >> 8) as f32 / 8_388_608.0 - 1.0
}

fn main() -> onrush::Result<()> {
    let device = Device::best()?;
    // Points around three centres; a vector for each coordinate.
    let truth = device.upload(&CENTRES.map(|(x, y)| [x, y]))?;
    let truth = truth.view();
    let cloud = op!(|i: usize| {
        let (c, i) = (truth[i % 3], i as u32);
        let spread = 1.5f32;
        (c[0] + spread * noise(2 * i), c[1] + spread * noise(2 * i + 1))
    });
    let (x, y) = device.tabulate(POINTS, cloud).collect()?;

    // The first points are the centres to begin with.
    let mut centres: Vec<[f32; 2]> = vec![[-1.0, 0.0], [0.0, 0.0], [1.0, 0.0]];
    for round in 1.. {
        let on_device = device.upload(&centres)?;
        let centre = on_device.view();
        let nearest = op!(|(x, y): (f32, f32)| {
            let (mut best, mut least) = (0u32, f32::INFINITY);
            for k in 0..centre.len() {
                let (dx, dy) = (x - centre[k][0], y - centre[k][1]);
                let distance = dx * dx + dy * dy;
                if distance < least {
                    best = k as u32;
                    least = distance;
                }
            }
            best
        });
        let mut cluster = x.iter().zip(&y).map(nearest).collect()?;
        let (mut x, mut y) = (x.try_clone()?, y.try_clone()?);
        sort_by_key(&mut cluster, (&mut x, &mut y))?;
        let points = x.iter().zip(&y).map(op!(|(x, y): (f32, f32)| (x as f64, y as f64, 1u32)));
        let sum = op!(|a: (f64, f64, u32), b: (f64, f64, u32)| (a.0 + b.0, a.1 + b.1, a.2 + b.2));
        let (cluster, (x, y, count)) = reduce_by_key(&cluster, points, sum).collect()?;

        let before = centres.clone();
        let sums = x.to_vec()?.into_iter().zip(y.to_vec()?).zip(count.to_vec()?);
        for (k, ((x, y), n)) in cluster.to_vec()?.into_iter().zip(sums) {
            centres[k as usize] = [(x / n as f64) as f32, (y / n as f64) as f32];
        }
        println!("round {round}: {centres:.3?}");
        if centres == before {
            break;
        }
    }
    centres.sort_by(|a, b| a[0].total_cmp(&b[0]));
    for (found, (x, y)) in centres.into_iter().zip(CENTRES) {
        assert!((found[0] - x).abs() < 0.05 && (found[1] - y).abs() < 0.05, "{found:?} is not near ({x}, {y})");
    }
    Ok(())
}
