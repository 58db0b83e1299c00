//! Segments: about equal lengths by offsets, rows of one length, and a skewed case.

use std::error::Error;

use onrush::Result;
use onrush::prelude::*;

use super::inputs::{f32s, positions_below};
use super::table::Table;

/// The mean lengths, and their names.
const MEANS: [(usize, &str); 4] = [(8, "mean_8"), (64, "mean_64"), (1000, "mean_1000"), (100_000, "mean_100000")];

/// The mean lengths of parts that are copied.
const COPIED: [(usize, &str); 3] = [MEANS[0], MEANS[2], MEANS[3]];

/// Offsets of segments whose lengths vary by up to half of the mean, as in the peers' benchmark.
fn offsets<B: Backend>(b: &B, n: usize, mean: usize) -> Result<DeviceVec<i32, B>> {
    let count = n / mean;
    let at = op!(|i: usize| if i == count {
        n as i32
    } else if i == 0 {
        0
    } else {
        (i * mean + (i.wrapping_mul(2_654_435_761) >> 7) % mean / 2) as i32
    });
    b.tabulate(count + 1, at).collect()
}

/// Copies of parts: from random places of a vector to one behind the other, and back to places with gaps between them.
fn copies(table: &mut Table, n: usize) -> std::result::Result<(), Box<dyn Error>> {
    if !table.wants(&["gather_segments", "scatter_segments"]) {
        return Ok(());
    }
    for (mean, name) in COPIED {
        let mean = mean.min(n);
        let (count, space) = (n / mean, n + n / 2);
        let bytes = 8.0 * n as f64 + 8.0 * count as f64;
        // Parts are shorter than two means.
        let most = space.saturating_sub(2 * mean);
        let on = both!(table, |b| (f32s(b, space, 6)?, offsets(b, n, mean)?, positions_below(b, count, most, 7)?));
        case!(table, on, ["gather_segments", "f32", name], n, bytes;
            into |(x, _, _)| x.device().filled(0.0f32, n),
            |(x, offsets, starts), out| x.iter().gather_segments(starts, offsets).collect_into(out).map(drop));
        let gap = n / 2 / count;
        let spread = op!(|(j, at): (usize, i32)| at as usize + j * gap);
        case!(table, on, ["scatter_segments", "f32", name], n, bytes;
        into |(x, _, _)| x.try_clone(),
        |(x, offsets, _), out| {
            x.iter().segments(offsets).scatter(offsets.iter().take(count).enumerate().map(spread), out)
        });
    }
    Ok(())
}

pub(super) fn cases(table: &mut Table, n: usize) -> std::result::Result<(), Box<dyn Error>> {
    copies(table, n)?;
    if !table.wants(&[
        "segmented_reduce",
        "segmented_reduce_rows",
        "segmented_argmin",
        "segmented_scan",
        "segmented_sort",
        "segmented_sort_with",
    ]) {
        return Ok(());
    }
    for (mean, name) in MEANS {
        // Smaller inputs have one segment.
        let mean = mean.min(n);
        let (count, rows) = (n / mean, n.div_ceil(mean));
        let bytes = 4.0 * n as f64 + 8.0 * count as f64;
        let on = both!(table, |b| (f32s(b, n, 6)?, offsets(b, n, mean)?));
        case!(table, on, ["segmented_reduce", "f32", name], n, bytes;
            into |(x, _)| x.device().filled(0.0f32, count),
            |(x, offsets), out| x.iter().segments(offsets).sum().collect_into(out));
        case!(table, on, ["segmented_reduce_rows", "f32", name], n, bytes;
            into |(x, _)| x.device().filled(0.0f32, rows),
            |(x, _), out| x.iter().segments_of(mean).sum().collect_into(out));
        case!(table, on, ["segmented_scan", "f32", name], n, 8.0 * n as f64 + 4.0 * count as f64;
            into |(x, _)| x.try_clone(),
            |(x, offsets), out| x.iter().segments(offsets).scan_inclusive(Sum).collect_into(out));
        case!(table, on, ["segmented_sort", "f32", name], n, 8.0 * n as f64 + 4.0 * count as f64;
            changes |(x, _)| x.try_clone(),
            |(_, offsets), keys| keys.segments_mut(offsets).sort());
        if ["mean_64", "mean_1000"].contains(&name) {
            case!(table, on, ["segmented_sort_with", "f32/u32", name], n, 16.0 * n as f64 + 4.0 * count as f64;
                changes |(x, _)| Ok((x.try_clone()?, x.device().range(0..n as u32).collect()?)),
                |(_, offsets), (keys, values)| keys.segments_mut(offsets).sort_with(values));
        }
        if name == "mean_64" {
            case!(table, on, ["segmented_argmin", "f32", name], n, bytes;
                into |(x, _)| x.device().filled(0usize, count),
                |(x, offsets), out| x.iter().segments(offsets).argmin().collect_into(out));
        }
    }
    // One segment has all items, between empty ones.
    let count = n.div_ceil(8);
    let all = op!(|i: usize| if i <= count / 2 { 0 } else { n as i32 });
    let on = both!(table, |b| (f32s(b, n, 6)?, b.tabulate(count + 1, all).collect()?));
    case!(table, on, ["segmented_reduce", "f32", "one_among_empty"], n, 4.0 * n as f64 + 8.0 * count as f64;
        into |(x, _)| x.device().filled(0.0f32, count),
        |(x, offsets), out| x.iter().segments(offsets).sum().collect_into(out));
    case!(table, on, ["segmented_sort", "f32", "one_among_empty"], n, 8.0 * n as f64 + 4.0 * count as f64;
        changes |(x, _)| x.try_clone(),
        |(_, offsets), keys| keys.segments_mut(offsets).sort());
    Ok(())
}
