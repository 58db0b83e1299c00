//! Calls whose results' lengths depend on the data, one behind the other: with a wait for each length, without one, and recorded.

use std::error::Error;

use onrush::prelude::*;
use onrush::{Result, State};
use onrush_cuda::Cuda;

use super::inputs::f32s;
use super::table::{Answer, Table};

/// The rows, which belong to no algorithm.
#[allow(dead_code, reason = "the benchmark's test compares them with the rows that were made")]
pub(crate) const ROWS: [&str; 3] = [
    "filter_scan_by_key_sum,u32/f32,waiting",
    "filter_scan_by_key_sum,u32/f32,called",
    "filter_scan_by_key_sum,u32/f32,recorded",
];

/// Values in groups of ten, and the sum of what is computed of them.
#[derive(State)]
struct Groups<B: Backend> {
    keys: DeviceVec<u32, B>,
    values: DeviceVec<f32, B>,
    total: DeviceVec<f32, B>,
}

fn groups<B: Backend>(b: &B, n: usize) -> Result<Groups<B>> {
    let keys = b.tabulate(n, op!(|i: usize| (i / 10) as u32)).collect()?;
    Ok(Groups { keys, values: f32s(b, n, 7)?, total: b.filled(0.0, 1)? })
}

impl Answer<Groups<Cpu>> for Groups<Cuda> {
    fn difference(&self, cpu: &Groups<Cpu>) -> Result<Option<String>> {
        self.total.difference(&cpu.total)
    }
}

/// Half of the items, their prefix sums, these by key, and the sum: each vector's length comes to the host.
fn waiting<B: Backend>(groups: &mut Groups<B>) -> Result<()> {
    let Groups { keys, values, total } = groups;
    let half = keys.iter().zip(&*values).filter(op!(|(_, v): (u32, f32)| v > 0.5));
    let (keys, values) = half.collect()?;
    let before = values.iter().scan_inclusive(Sum).collect()?;
    let (_, sums) = reduce_by_key(&keys, &before, Sum).collect()?;
    sums.iter().sum_into(total)
}

/// The same, whose lengths stay on the device.
fn counted<B: Backend>(groups: &mut Groups<B>) -> Result<()> {
    let Groups { keys, values, total } = groups;
    let half = keys.iter().zip(&*values).filter(op!(|(_, v): (u32, f32)| v > 0.5)).collect_counted()?;
    let before = half.iter().map(op!(|(_, v): (u32, f32)| v)).scan_inclusive(Sum).collect()?;
    let sums = half.iter().map(op!(|(k, _): (u32, f32)| k)).reduce_by_key(before.iter(), Sum).collect()?;
    sums.iter().map(op!(|(_, sum): (u32, f32)| sum)).sum_into(total)
}

pub(super) fn cases(table: &mut Table, n: usize) -> Result<(), Box<dyn Error>> {
    let (name, types) = ("filter_scan_by_key_sum", "u32/f32");
    if !table.wants(&[name]) {
        return Ok(());
    }
    // Pairs are read; half of them are written, and read by the scan and the reduction; so are its sums, a tenth.
    let bytes = 4.0 * 5.1 * n as f64;
    let on = both!(table, |b| b.clone());
    case!(table, on, [name, types, "waiting"], n, bytes; into |b| groups(b, n), |_, groups| waiting(groups));
    case!(table, on, [name, types, "called"], n, bytes; into |b| groups(b, n), |_, groups| counted(groups));
    case!(table, on, [name, types, "recorded"], n, bytes; into |b| b.record(groups(b, n)?, counted), |_, steps| steps.launch());
    Ok(())
}
