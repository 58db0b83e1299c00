use onrush::prelude::*;

/// For each pixel of a square, the seed that is nearest to it, by jump flooding.
pub(crate) fn voronoi<B: Backend>(seeds: &DeviceVec<[i32; 2], B>, side: i32) -> onrush::Result<DeviceVec<u32, B>> {
    const NONE: u32 = u32::MAX;
    let (s, side) = (seeds.view(), side as usize);
    let pixels = seeds.iter().map(op!(|at: [i32; 2]| at[0] as usize * side + at[1] as usize));
    let mut nearest = seeds.device().filled(NONE, side * side)?;
    seeds.device().range(0..seeds.len() as u32).scatter(pixels, &mut nearest)?;
    let mut jump = side.next_power_of_two() as i32 / 2;
    while jump > 0 {
        // Each pixel asks nine pixels at a distance, which is halved, for their seeds.
        let known = nearest.view();
        let ask = op!(|(row, column): (usize, usize)| {
            let (row, column, mut best, mut least) = (row as i32, column as i32, NONE, i32::MAX);
            for k in 0..9i32 {
                let (r, c) = (row + (k / 3 - 1) * jump, column + (k % 3 - 1) * jump);
                if r >= 0 && c >= 0 && r < side as i32 && c < side as i32 {
                    let seed = known[r as usize * side + c as usize];
                    if seed != NONE {
                        let at = s[seed];
                        let far = (at[0] - row) * (at[0] - row) + (at[1] - column) * (at[1] - column);
                        if far < least {
                            (best, least) = (seed, far);
                        }
                    }
                }
            }
            best
        });
        nearest = seeds.device().grid(side, side).map(ask).collect()?;
        jump /= 2;
    }
    Ok(nearest)
}
