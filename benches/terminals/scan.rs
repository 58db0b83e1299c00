use onrush::prelude::*;

use super::{Inputs, Table};

/// Writes the sums up to each item, or before it.
fn sums(items: &[f64], from: f64, inclusive: bool, out: &mut [f64]) {
    let mut sum = from;
    for (y, v) in out.iter_mut().zip(items) {
        let before = sum;
        sum += v;
        *y = if inclusive { sum } else { before };
    }
}

pub(crate) fn rows<B: Backend>(t: &mut Table<'_, B>, x: &Inputs<B>) -> onrush::Result<()> {
    let (n, f, df) = (x.n, &x.f, &x.df);
    let anew = |from: f64, inclusive| {
        let mut out = vec![0.0; n];
        sums(f, from, inclusive, &mut out);
        out
    };
    t.returns(("scan.scan_inclusive", "f64", n), || anew(0.0, true), || df.iter().scan_inclusive(Sum).collect())?;
    t.returns(("scan.scan_exclusive", "f64", n), || anew(0.0, false), || df.iter().scan_exclusive(0.0, Sum).collect())?;
    t.returns(
        ("scan.scan_inclusive_from", "f64", n),
        || anew(1.0, true),
        || df.iter().scan_inclusive_from(1.0, Sum).collect(),
    )?;
    t.writes(
        ("scan.scan_inclusive", "f64 into", n),
        x.targets(n)?,
        |out: &mut Vec<f64>| sums(f, 0.0, true, out),
        |out| df.iter().scan_inclusive(Sum).collect_into(out),
    )?;
    t.writes(
        ("scan.scan_exclusive", "f64 into", n),
        x.targets(n)?,
        |out: &mut Vec<f64>| sums(f, 0.0, false, out),
        |out| df.iter().scan_exclusive(0.0, Sum).collect_into(out),
    )?;
    t.writes(
        ("scan.scan_inclusive_from", "f64 into", n),
        x.targets(n)?,
        |out: &mut Vec<f64>| sums(f, 1.0, true, out),
        |out| df.iter().scan_inclusive_from(1.0, Sum).collect_into(out),
    )?;
    // Offsets from lengths.
    t.returns(
        ("scan.scan_exclusive", "u32 as u64", n),
        || {
            let mut sum = 0;
            let before = |v: &u32| {
                let next = sum + u64::from(*v);
                std::mem::replace(&mut sum, next)
            };
            x.u.iter().map(before).collect::<Vec<u64>>()
        },
        || x.du.iter().map(op!(|v: u32| v as u64)).scan_exclusive(0, Sum).collect(),
    )?;
    let offsets = || {
        let (mut sum, mut offsets) = (0, Vec::with_capacity(n + 1));
        offsets.push(0);
        offsets.extend(x.small.iter().map(|v| {
            sum += u64::from(*v);
            sum
        }));
        offsets
    };
    t.returns(("scan.offsets", "u32 as u64", n), offsets, || x.dsmall.iter().offsets::<u64>().collect())?;
    t.returns(
        ("scan.scan_inclusive", "u32 max", n),
        || {
            let mut most = 0;
            x.u.iter()
                .map(|v| {
                    most = most.max(*v);
                    most
                })
                .collect::<Vec<u32>>()
        },
        || x.du.iter().scan_inclusive(Max).collect(),
    )
}
