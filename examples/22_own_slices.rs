//! Data that stays in the program's own `Vec`s: rayon fills them, and onrush sorts, scans and groups them where they are.
//!
//! It shows `lend`, with which chains read a slice of the host, and `lend_mut`, with which calls change one. On a CPU nothing is
//! copied. On a GPU the same source copies what it lends, there and back.

use onrush::prelude::*;
use rayon::prelude::*;

const VISITS: usize = 100_000;

fn main() -> onrush::Result<()> {
    let device = Device::best()?;

    // A log of visits: the page, and how long each took, in milliseconds. It belongs to the program.
    let number = |i: usize| (i as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
    let mut pages: Vec<u32> = (0..VISITS).into_par_iter().map(|i| (number(i) % 500) as u32).collect();
    let mut times: Vec<f32> = (0..VISITS).into_par_iter().map(|i| 1.0 + (number(2 * i) % 4096) as f32 / 8.0).collect();

    // Chains read the slices; the sum has the same bits on every device, whatever the number of threads.
    let total = device.lend(&times)?.iter().sum()?;

    // Both columns are sorted by page, in place and stably.
    device.lend_mut(&mut pages, |pages| device.lend_mut(&mut times, |times| sort_by_key(pages, times)))?;
    assert!(pages.is_sorted());

    // A row for each page, with its number of visits and their time, in vectors of the device.
    let (by_page, by_time) = (device.lend(&pages)?, device.lend(&times)?);
    let visits = by_time.iter().map(op!(|t: f32| (1u32, t)));
    let both = op!(|a: (u32, f32), b: (u32, f32)| (a.0 + b.0, a.1 + b.1));
    let (page, (count, time)) = reduce_by_key(&by_page, visits, both).collect()?;

    // The rows go on as plain `Vec`s, too.
    let (page, count, time) = (page.to_vec()?, count.to_vec()?, time.to_vec()?);
    let slowest = (0..page.len()).into_par_iter().max_by(|a, b| time[*a].total_cmp(&time[*b])).unwrap_or(0);
    println!("{} pages, {VISITS} visits of {:.1} s in all", page.len(), total / 1000.0);
    println!("page {} took longest: {} visits of {:.1} s", page[slowest], count[slowest], time[slowest] / 1000.0);
    assert_eq!(count.iter().sum::<u32>() as usize, VISITS);
    assert!((time.iter().map(|t| f64::from(*t)).sum::<f64>() - f64::from(total)).abs() < 1e-3 * f64::from(total));

    // The place in the log at which each page begins: an exclusive scan, into a slice that is there already.
    let mut starts = vec![0u32; page.len()];
    device.lend_mut(&mut starts, |mut starts| {
        device.lend(&count)?.iter().scan_exclusive(0, Sum).collect_into(&mut starts)
    })?;
    assert!(page.iter().zip(&starts).all(|(page, start)| pages.partition_point(|p| p < page) == *start as usize));
    Ok(())
}
