//! Element-wise algorithms, gathers and scatters.

use std::error::Error;

use onrush::prelude::*;

use super::inputs::{f32s, positions, u32s};
use super::table::Table;

/// The copy with which other rows are compared; it runs whatever the filter is.
pub(super) fn copy(table: &mut Table, n: usize) -> Result<(), Box<dyn Error>> {
    let x = both!(table, |b| u32s(b, n, 0)?);
    let filter = std::mem::take(&mut table.filter);
    table.copied = case!(table, x, ["collect", "u32", "copy"], n, 8.0 * n as f64;
        into |x| x.device().filled(0u32, n), |x, out| x.iter().collect_into(out));
    table.filter = filter;
    Ok(())
}

pub(super) fn cases(table: &mut Table, n: usize) -> Result<(), Box<dyn Error>> {
    let bytes = 4.0 * n as f64;
    if table.wants(&["transform", "inner_product", "adjacent_difference"]) {
        let on = both!(table, |b| (f32s(b, n, 7)?, f32s(b, n, 8)?));
        let a = 2.0f32;
        let saxpy = op!(|(x, y): (f32, f32)| a * x + y);
        case!(table, on, ["transform", "f32", "saxpy"], n, 3.0 * bytes;
            into |(x, _)| x.try_clone(), |(x, y), out| x.iter().zip(y).map(saxpy).collect_into(out));
        case!(table, on, ["inner_product", "f32", ""], n, 2.0 * bytes; returns |(x, y)| x.iter().inner_product(y));
        let difference = op!(|item: f32, before: f32| item - before);
        case!(table, on, ["adjacent_difference", "f32", ""], n, 2.0 * bytes;
            into |(_, y)| y.try_clone(), |(x, _), out| x.iter().adjacent_difference(difference).collect_into(out));
    }
    if table.wants(&["for_each", "reverse", "rotate_left"]) {
        let on = both!(table, |b| f32s(b, n, 7)?);
        let scale = op!(|v: &mut f32| *v *= 1.5);
        case!(table, on, ["for_each", "f32", "scale"], n, 2.0 * bytes;
            changes |x| x.try_clone(), |_, x| x.iter_mut().for_each(scale));
        case!(table, on, ["reverse", "f32", ""], n, 2.0 * bytes; changes |x| x.try_clone(), |_, x| x.reverse());
        let narrow = op!(|v: f32| v as u16);
        let halves = both!(table, |b| f32s(b, n, 7)?.iter().map(narrow).collect()?);
        case!(table, halves, ["reverse", "u16", ""], n, bytes; changes |x| x.try_clone(), |_, x| x.reverse());
        case!(table, on, ["rotate_left", "f32", "third"], n, 2.0 * bytes;
            changes |x| x.try_clone(), |_, x| x.rotate_left(n / 3));
    }
    if table.wants(&["gather", "scatter"]) {
        let on = both!(table, |b| (f32s(b, n, 7)?, positions(b, n, 9)?));
        let wide = op!(|i: u32| i as usize);
        let far = both!(table, |b| (f32s(b, n, 7)?, positions(b, n, 9)?.iter().map(wide).collect()?));
        case!(table, on, ["gather", "f32", "random"], n, 3.0 * bytes;
            into |(x, _)| x.try_clone(), |(x, at), out| x.iter().permute(at.iter().map(wide)).collect_into(out));
        case!(table, on, ["gather", "f32", "random_u32"], n, 3.0 * bytes;
            into |(x, _)| x.try_clone(), |(x, at), out| x.iter().permute(at).collect_into(out));
        case!(table, far, ["gather", "f32", "random_usize"], n, 4.0 * bytes;
            into |(x, _)| x.try_clone(), |(x, at), out| x.iter().permute(at).collect_into(out));
        // Of several items for one position the last one stays; positions without an item keep theirs.
        case!(table, on, ["scatter", "f32", "random"], n, 3.0 * bytes;
            into |(x, _)| x.device().filled(-1.0f32, n), |(x, at), out| x.iter().scatter(at.iter().map(wide), out));
        case!(table, on, ["scatter", "f32", "random_u32"], n, 3.0 * bytes;
            into |(x, _)| x.device().filled(-1.0f32, n), |(x, at), out| x.iter().scatter(at, out));
        case!(table, far, ["scatter", "f32", "random_usize"], n, 4.0 * bytes;
            into |(x, _)| x.device().filled(-1.0f32, n), |(x, at), out| x.iter().scatter(at, out));
    }
    Ok(())
}
