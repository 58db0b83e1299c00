//! Copies between the device and the host's ordinary memory, fresh and touched before.

use std::error::Error;

use onrush::prelude::*;

use super::inputs::f32s;
use super::table::Table;

/// The rows, which belong to no algorithm.
#[allow(dead_code, reason = "the benchmark's test compares them with the rows that were made")]
pub(crate) const ROWS: [&str; 4] =
    ["copy_from,f32,touched", "copy_to,f32,touched", "to_vec,f32,fresh", "upload,f32,touched"];

pub(super) fn cases(table: &mut Table, n: usize) -> Result<(), Box<dyn Error>> {
    if !table.wants(&["copy_from", "copy_to", "to_vec", "upload"]) {
        return Ok(());
    }
    let bytes = 4.0 * n as f64;
    let on = both!(table, |b| {
        let x = f32s(b, n, 7)?;
        let host = x.to_vec()?;
        (x, host)
    });
    case!(table, on, ["to_vec", "f32", "fresh"], n, bytes; returns |(x, _)| x.to_vec());
    case!(table, on, ["copy_to", "f32", "touched"], n, bytes;
        into |(_, host)| Ok(host.clone()), |(x, _), out| x.copy_to(out));
    case!(table, on, ["upload", "f32", "touched"], n, bytes; returns |(x, host)| x.device().upload(host));
    case!(table, on, ["copy_from", "f32", "touched"], n, bytes;
        into |(x, _)| x.device().filled(0.0f32, n), |(_, host), out| out.copy_from(host));
    Ok(())
}
