//! An elevation grid: reads it and computes the terrain's properties, on a device and sequentially.

use onrush::prelude::*;
use onrush::shape::{Reduction, THREADS};

use crate::read::{ReadError, Source, words};
use crate::report::{Clock, Verdict};

/// The number of bars of the histogram.
pub(crate) const BINS: usize = 12;

/// Elevations row by row from the north; NaN marks a missing one.
#[derive(Debug)]
pub(crate) struct Grid {
    pub(crate) columns: usize,
    pub(crate) rows: usize,
    pub(crate) cell: f64,
    pub(crate) elevations: Vec<f32>,
}

impl Grid {
    /// Reads an ESRI ASCII grid: lines of a key and a value, then a line of numbers for each row.
    pub(crate) fn parse(source: &Source) -> Result<Self, ReadError> {
        const KEYS: [&str; 8] =
            ["ncols", "nrows", "cellsize", "xllcorner", "xllcenter", "yllcorner", "yllcenter", "nodata_value"];
        let mut header = [None; KEYS.len()];
        let mut lines = source.text.lines().enumerate().map(|(i, line)| (i + 1, line)).peekable();
        let mut end = (1, 1);
        while let Some(&(number, line)) = lines.peek() {
            let mut found = words(line);
            match found.next() {
                Some((_, key)) if !key.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') => break,
                Some((column, key)) => {
                    let Some(k) = KEYS.iter().position(|k| k.eq_ignore_ascii_case(key)) else {
                        return Err(source.at((number, column), format!("`{key}` is not a header key")));
                    };
                    if header[k].is_some() {
                        return Err(source.at((number, column), format!("`{key}` is given twice")));
                    }
                    let Some((at, word)) = found.next() else {
                        return Err(source.at((number, line.chars().count() + 1), format!("`{key}` has no value")));
                    };
                    let value = word.parse::<f64>().ok().filter(|v| v.is_finite());
                    let value = value.ok_or_else(|| source.at((number, at), format!("`{word}` is not a number")))?;
                    let whole = value >= 1.0 && value.fract() == 0.0 && value <= u32::MAX as f64;
                    if k < 2 && !whole {
                        return Err(source.at((number, at), format!("`{key}` must be a whole number, 1 or more")));
                    }
                    if k == 2 && value <= 0.0 {
                        return Err(source.at((number, at), format!("`{key}` must be more than 0")));
                    }
                    if let Some((at, word)) = found.next() {
                        return Err(source.at((number, at), format!("unexpected `{word}` after the value of `{key}`")));
                    }
                    header[k] = Some(value);
                }
                None => {}
            }
            end = (number, line.chars().count() + 1);
            lines.next();
        }
        let first = lines.peek().map_or(end, |&(number, _)| (number, 1));
        let value =
            |k: usize| header[k].ok_or_else(|| source.at(first, format!("the header ends here without `{}`", KEYS[k])));
        let (columns, rows, cell) = (value(0)? as usize, value(1)? as usize, value(2)?);
        let missing = header[7].unwrap_or(-9999.0);

        let mut elevations = Vec::new();
        for (number, line) in lines {
            let after = (number, line.chars().count() + 1);
            let before = elevations.len();
            for (column, word) in words(line) {
                let at = (number, column);
                if before == columns * rows {
                    return Err(source.at(at, format!("there are more than nrows = {rows} rows")));
                }
                if elevations.len() - before == columns {
                    return Err(source.at(at, format!("the row has more than ncols = {columns} values")));
                }
                match word.parse::<f64>() {
                    Ok(v) if v == missing => elevations.push(f32::NAN),
                    Ok(v) if (v as f32).is_finite() => elevations.push(v as f32),
                    _ => return Err(source.at(at, format!("`{word}` is not a number"))),
                }
            }
            let found = elevations.len() - before;
            if found != 0 {
                end = after;
                if found != columns {
                    return Err(source.at(after, format!("the row ends after {found} of ncols = {columns} values")));
                }
            }
        }
        let found = elevations.len() / columns;
        if found != rows {
            return Err(source.at(end, format!("the file ends after {found} of nrows = {rows} rows")));
        }
        if elevations.iter().all(|v| v.is_nan()) {
            return Err(source.at(end, "no cell has an elevation: all are NODATA_value"));
        }
        Ok(Grid { columns, rows, cell, elevations })
    }
}

/// The result for a grid.
#[derive(Debug)]
pub(crate) struct Terrain {
    pub(crate) lowest: f32,
    pub(crate) highest: f32,
    pub(crate) known: usize,
    pub(crate) mean: f64,
    /// The squared differences of cells from the mean of their four neighbours, summed where they aren't zero.
    pub(crate) bumpiness: f32,
    pub(crate) bumpy: usize,
    /// The cell of the steepest slope, and the square of that slope.
    pub(crate) steepest: usize,
    pub(crate) slope: f64,
    pub(crate) histogram: Vec<u64>,
}

/// Computes the terrain on a device.
pub(crate) fn on_device(device: &Device, grid: &Grid, clock: &mut Clock) -> onrush::Result<Terrain> {
    let (columns, rows) = (grid.columns, grid.rows);
    let ground = clock.time("upload", || device.upload(&grid.elevations))?;

    // Cells without an elevation are NaN, which `min` and `max` ignore.
    let lowest = clock.time("min", || ground.iter().min())?.unwrap_or(f32::NAN);
    let highest = clock.time("max", || ground.iter().max())?.unwrap_or(f32::NAN);

    let elevations = ground.iter().filter(op!(|v: f32| !v.is_nan()));
    let known = clock.time("filter, count", || elevations.clone().count())?;
    let total = clock.time("filter, map, sum", || elevations.clone().map(op!(|v: f32| v as f64)).sum())?;

    // One pass, which stores nothing. A cell beside a NaN, such as those beyond the border, gives NaN, which isn't greater than 0.
    let around = ground.iter().grid(rows, columns).windows_around::<3, 3>(Border::Constant(f32::NAN));
    let bump = op!(|z: [[f32; 3]; 3]| {
        let bump = z[1][1] - (z[0][1] + z[1][0] + z[1][2] + z[2][1]) / 4.0;
        bump * bump
    });
    let bumps = around.clone().map(bump).filter(op!(|bump: f32| bump > 0.0));
    let bumpiness = clock.time("map, filter, sum", || bumps.clone().sum())?;
    let bumpy = clock.time("map, filter, count", || bumps.count())?;

    let across = 2.0 * grid.cell;
    let slopes = around.map(op!(|z: [[f32; 3]; 3]| {
        let down = (z[2][1] as f64 - z[0][1] as f64) / across;
        let along = (z[1][2] as f64 - z[1][0] as f64) / across;
        (down * down + along * along).max(0.0)
    }));
    let steepest = clock.time("map, argmax", || slopes.clone().argmax())?.unwrap_or(0);
    let slope = slopes.skip(steepest).take(1).sum()?;

    let scale = BINS as f32 / (highest - lowest).max(f32::MIN_POSITIVE);
    let counts = clock.time("filter, map, histogram", || {
        elevations.map(op!(|v: f32| (((v - lowest) * scale) as usize).min(BINS - 1))).histogram(BINS).collect()
    })?;
    let histogram = counts.to_vec()?;
    Ok(Terrain { lowest, highest, known, mean: total / known as f64, bumpiness, bumpy, steepest, slope, histogram })
}

/// Computes the terrain sequentially in plain Rust, with the same steps on the clock.
pub(crate) fn sequential(grid: &Grid, clock: &mut Clock) -> Terrain {
    let z = &grid.elevations;
    clock.skip("upload");
    let lowest = clock.time("min", || z.iter().copied().fold(f32::NAN, f32::min));
    let highest = clock.time("max", || z.iter().copied().fold(f32::NAN, f32::max));
    let count = clock.time("filter, count", || z.iter().filter(|v| !v.is_nan()).count());
    let total: f64 = clock.time("filter, map, sum", || z.iter().filter(|v| !v.is_nan()).map(|&v| v as f64).sum());
    let bumpiness = clock.time("map, filter, sum", || {
        let mut sum = 0.0;
        inside(grid, |i| sum += bump(grid, i).unwrap_or(0.0));
        sum
    });
    let bumpy = clock.time("map, filter, count", || {
        let mut count = 0;
        inside(grid, |i| count += bump(grid, i).is_some() as usize);
        count
    });
    let (steepest, slope) = clock.time("map, argmax", || {
        let mut best = (0, 0.0);
        inside(grid, |i| {
            let down = (z[i + grid.columns] as f64 - z[i - grid.columns] as f64) / (2.0 * grid.cell);
            let along = (z[i + 1] as f64 - z[i - 1] as f64) / (2.0 * grid.cell);
            let slope = down * down + along * along;
            if slope > best.1 {
                best = (i, slope);
            }
        });
        best
    });
    let histogram = clock.time("filter, map, histogram", || {
        let mut counts = vec![0; BINS];
        let scale = BINS as f32 / (highest - lowest).max(f32::MIN_POSITIVE);
        for v in z.iter().filter(|v| !v.is_nan()) {
            counts[(((v - lowest) * scale) as usize).min(BINS - 1)] += 1;
        }
        counts
    });
    let mean = total / count as f64;
    Terrain { lowest, highest, known: count, mean, bumpiness, bumpy, steepest, slope, histogram }
}

/// Visits the cells that have four neighbours.
fn inside(grid: &Grid, mut visit: impl FnMut(usize)) {
    for row in 1..grid.rows.saturating_sub(1) {
        for column in 1..grid.columns.saturating_sub(1) {
            visit(row * grid.columns + column);
        }
    }
}

/// The squared difference of an inner cell from the mean of its neighbours, if it is known and not 0.
fn bump(grid: &Grid, i: usize) -> Option<f32> {
    let z = &grid.elevations;
    let bump = z[i] - (z[i - grid.columns] + z[i - 1] + z[i + 1] + z[i + grid.columns]) / 4.0;
    Some(bump * bump).filter(|b| *b > 0.0)
}

/// The bumpiness, summed in f64.
pub(crate) fn bumpiness_in_f64(grid: &Grid) -> f64 {
    let mut sum = 0.0;
    inside(grid, |i| sum += bump(grid, i).unwrap_or(0.0) as f64);
    sum
}

/// The bumpiness, computed sequentially with the association of [`onrush::shape`], which every device uses.
pub(crate) fn bumpiness_by_contract(grid: &Grid) -> f32 {
    let mut slots = vec![None; grid.columns * grid.rows];
    inside(grid, |i| slots[i] = bump(grid, i));
    let shape = Reduction::new(slots.len(), size_of::<f32>());
    let chunks = slots.chunks(shape.chunk).map(|chunk| in_lanes(chunk, shape.lanes));
    in_lanes(&chunks.collect::<Vec<_>>(), THREADS).unwrap_or(-0.0)
}

/// Folds each of `lanes` lanes, and combines the lanes in a tree.
fn in_lanes(slots: &[Option<f32>], lanes: usize) -> Option<f32> {
    let plus = |a: Option<f32>, b: Option<f32>| match (a, b) {
        (Some(a), Some(b)) => Some(a + b),
        (a, b) => a.or(b),
    };
    let lane = |j: usize| slots.iter().skip(j).step_by(lanes).copied().fold(None, plus);
    let mut tree: Vec<_> = (0..lanes).map(lane).collect();
    while tree.len() > 1 {
        tree = tree.chunks(2).map(|pair| plus(pair[0], *pair.get(1).unwrap_or(&None))).collect();
    }
    tree[0]
}

/// Compares the device's result with the sequential one.
pub(crate) fn compare(grid: &Grid, device: &Terrain, plain: &Terrain, verdict: &mut Verdict) {
    verdict.same("lowest", device.lowest.to_bits(), plain.lowest.to_bits());
    verdict.same("highest", device.highest.to_bits(), plain.highest.to_bits());
    verdict.same("known cells", device.known, plain.known);
    verdict.close("mean", device.mean, plain.mean, plain.lowest.abs().max(plain.highest.abs()) as f64);
    // Each addition of the device's sum rounds to 24 bits, and only few additions depend on each other.
    let bumpiness = bumpiness_in_f64(grid);
    verdict.close("bumpiness", device.bumpiness as f64, bumpiness, bumpiness * 1e4);
    verdict.same("bumpiness' bits", device.bumpiness.to_bits(), bumpiness_by_contract(grid).to_bits());
    verdict.same("cells counted", device.bumpy, plain.bumpy);
    verdict.same("steepest cell", device.steepest, plain.steepest);
    verdict.same("slope", device.slope.to_bits(), plain.slope.to_bits());
    verdict.same("histogram", &device.histogram, &plain.histogram);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Grid, String> {
        let source = Source { name: "g.asc".into(), text: text.into() };
        Grid::parse(&source).map_err(|e| e.to_string())
    }

    const HEADER: &str = "ncols 3\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 10\nNODATA_value -9999\n";

    fn with_header(rows: &str) -> Result<Grid, String> {
        parse(&format!("{HEADER}{rows}"))
    }

    #[test]
    fn reads_a_grid_whatever_its_case_and_line_ends() {
        let grid = parse("NCOLS 2\r\nNRows 2\r\ncellsize 2.5\r\n\r\n1 -9999\r\n 3.5\t4e0 \r\n\r\n").unwrap();
        assert_eq!((grid.columns, grid.rows, grid.cell), (2, 2, 2.5));
        assert!(grid.elevations[1].is_nan());
        assert_eq!(grid.elevations[2..], [3.5, 4.0]);
    }

    #[test]
    fn says_where_a_grid_is_wrong() {
        let cases = [
            ("1 2 3\n4 5x 6\n", "g.asc:8:3: `5x` is not a number"),
            ("1 2 3\n4 nan 6\n", "g.asc:8:3: `nan` is not a number"),
            ("1 2 3\n4 1e99 6\n", "g.asc:8:3: `1e99` is not a number"),
            ("1 2\n4 5 6\n", "g.asc:7:4: the row ends after 2 of ncols = 3 values"),
            ("1 2 3 4\n5 6 7\n", "g.asc:7:7: the row has more than ncols = 3 values"),
            ("1 2 3\n", "g.asc:7:6: the file ends after 1 of nrows = 2 rows"),
            ("", "g.asc:6:19: the file ends after 0 of nrows = 2 rows"),
            ("1 2 3\n4 5 6\n\n7 8 9\n", "g.asc:10:1: there are more than nrows = 2 rows"),
            ("-9999 -9999 -9999\n-9999 -9999 -9999\n", "g.asc:8:18: no cell has an elevation: all are NODATA_value"),
        ];
        for (rows, message) in cases {
            assert_eq!(with_header(rows).unwrap_err(), message);
        }
    }

    #[test]
    fn says_where_a_header_is_wrong() {
        let cases = [
            ("", "g.asc:1:1: the header ends here without `ncols`"),
            ("ncols 2\n1 2\n", "g.asc:2:1: the header ends here without `nrows`"),
            ("ncols 2\nnrows 1\n1 2\n", "g.asc:3:1: the header ends here without `cellsize`"),
            ("ncols two\n", "g.asc:1:7: `two` is not a number"),
            ("ncols 2.5\n", "g.asc:1:7: `ncols` must be a whole number, 1 or more"),
            ("  nrows  0\n", "g.asc:1:10: `nrows` must be a whole number, 1 or more"),
            ("cellsize -1\n", "g.asc:1:10: `cellsize` must be more than 0"),
            ("ncols\n", "g.asc:1:6: `ncols` has no value"),
            ("ncols 2 3\n", "g.asc:1:9: unexpected `3` after the value of `ncols`"),
            ("ncols 2\nncols 2\n", "g.asc:2:1: `ncols` is given twice"),
            ("width 2\n", "g.asc:1:1: `width` is not a header key"),
        ];
        for (text, message) in cases {
            assert_eq!(parse(text).unwrap_err(), message);
        }
    }

    fn grid(columns: usize, elevations: &[f32]) -> Grid {
        Grid { columns, rows: elevations.len() / columns, cell: 1.0, elevations: elevations.to_vec() }
    }

    #[test]
    fn counts_the_cells_whose_neighbours_are_known() {
        let flat = sequential(&grid(3, &[1.0; 9]), &mut Clock::default());
        assert_eq!((flat.bumpiness, flat.bumpy), (0.0, 0));
        let peak = sequential(&grid(3, &[0.0, 0.0, 0.0, 0.0, 3.0, 0.0, 0.0, 0.0, 0.0]), &mut Clock::default());
        assert_eq!((peak.bumpiness, peak.bumpy), (9.0, 1));
        let hole = sequential(&grid(3, &[0.0, f32::NAN, 0.0, 0.0, 3.0, 0.0, 0.0, 0.0, 0.0]), &mut Clock::default());
        assert_eq!((hole.bumpiness, hole.bumpy, hole.known), (0.0, 0, 8));
        let line = sequential(&grid(4, &[0.0, 1.0, 2.0, 4.0]), &mut Clock::default());
        assert_eq!((line.bumpiness, line.bumpy, line.steepest), (0.0, 0, 0));
        assert_eq!(line.histogram[..4], [1, 0, 0, 1]);
    }

    #[test]
    fn the_device_agrees() {
        let hills = |n: usize| (0..n).map(|i| ((i * 2654435761) % 1009) as f32 * 0.37).collect::<Vec<_>>();
        let mut holes = hills(120 * 90);
        holes.iter_mut().step_by(37).for_each(|v| *v = f32::NAN);
        for grid in
            [grid(3, &hills(9)), grid(1, &[5.0]), grid(7, &[2.0; 49]), grid(120, &holes), grid(300, &hills(90000))]
        {
            let found = on_device(&Device::cpu(), &grid, &mut Clock::default()).unwrap();
            let mut verdict = Verdict::default();
            compare(&grid, &found, &sequential(&grid, &mut Clock::default()), &mut verdict);
            assert_eq!(verdict.failures, [""; 0]);
        }
    }
}
