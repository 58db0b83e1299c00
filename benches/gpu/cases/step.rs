//! A step of ten small calls, as iterative programs make it: called, and recorded.

use std::error::Error;

use onrush::prelude::*;
use onrush::{Recording, Result, State};
use onrush_cuda::Cuda;

use super::inputs::f32s;
use super::table::{Answer, Table};

/// The rows, which belong to no algorithm.
#[allow(dead_code, reason = "the benchmark's test compares them with the rows that were made")]
pub(crate) const ROWS: [&str; 2] = ["step,f32,called", "step,f32,recorded"];

/// What a step works on.
#[derive(State)]
struct Field<B: Backend> {
    start: DeviceVec<f32, B>,
    now: DeviceVec<f32, B>,
    next: DeviceVec<f32, B>,
    sums: DeviceVec<f32, B>,
    total: DeviceVec<f32, B>,
}

fn field<B: Backend>(b: &B, n: usize) -> Result<Field<B>> {
    let zeros = || b.filled(0.0, n);
    Ok(Field { start: f32s(b, n, 7)?, now: zeros()?, next: zeros()?, sums: zeros()?, total: b.filled(0.0, 1)? })
}

/// Ten calls, which give the same results each time: smooths to and fro, adds up, and scales by a sum that stays on the device.
fn step<B: Backend>(field: &mut Field<B>) -> Result<()> {
    let Field { start, now, next, sums, total } = field;
    let inside = 1..start.len() - 1;
    let smooth = op!(|[a, b, c]: [f32; 3]| 0.25 * a + 0.5 * b + 0.25 * c);
    start.iter().map(op!(|v: f32| 0.5 * v)).collect_into(&mut *now)?;
    start.iter().map(op!(|v: f32| 0.25 * v)).collect_into(&mut *next)?;
    now.iter().windows::<3>().map(smooth).collect_into(next.slice_mut(inside.clone())?)?;
    next.iter().windows::<3>().map(smooth).collect_into(now.slice_mut(inside)?)?;
    now.iter().scan_inclusive(Sum).collect_into(&mut *sums)?;
    sums.iter_mut().zip(&*now).for_each(op!(|(s, v): (&mut f32, f32)| *s = 1e-3 * *s + v))?;
    sums.iter().map(op!(|s: f32| s * s)).sum_into(&mut *total)?;
    let scale = total.view();
    now.iter_mut().zip(&*sums).for_each(op!(|(v, s): (&mut f32, f32)| *v += s / (1.0 + scale[0])))?;
    now.iter().scan_inclusive(Max).collect_into(&mut *sums)?;
    next.iter_mut().zip(&*sums).for_each(op!(|(v, s): (&mut f32, f32)| *v += 0.5 * s))
}

impl Answer<Field<Cpu>> for Field<Cuda> {
    fn difference(&self, cpu: &Field<Cpu>) -> Result<Option<String>> {
        Ok(self.now.difference(&cpu.now)?.or(self.next.difference(&cpu.next)?))
    }
}

impl<S: Answer<T>, F, T, G> Answer<Recording<T, G, Cpu>> for Recording<S, F, Cuda> {
    fn difference(&self, cpu: &Recording<T, G, Cpu>) -> Result<Option<String>> {
        self.state().difference(cpu.state())
    }
}

pub(super) fn cases(table: &mut Table, n: usize) -> Result<(), Box<dyn Error>> {
    if !table.wants(&["step"]) {
        return Ok(());
    }
    // A map, a scan and a smoothing move two vectors, an operation in place three, the sum one.
    let bytes = 4.0 * 22.0 * n as f64;
    let on = both!(table, |b| b.clone());
    case!(table, on, ["step", "f32", "called"], n, bytes; into |b| field(b, n), |_, field| step(field));
    case!(table, on, ["step", "f32", "recorded"], n, bytes; into |b| b.record(field(b, n)?, step), |_, step| step.launch());
    Ok(())
}
