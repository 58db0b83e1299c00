use onrush::prelude::*;

use crate::case::{Case, Data};

pub(crate) fn rows(case: &Case, data: &Data) -> onrush::Result<()> {
    let Data { cpu, f, df, u, du, .. } = data;
    let (mut host, mut out) = (vec![0f32; case.n], cpu.filled(0f32, case.n)?);
    let (mut hostu, mut outu) = (vec![0u32; case.n], cpu.filled(0u32, case.n)?);
    case.row("loop", "inclusive_scan,f32", "sum", || {
        host.iter_mut().zip(f).fold(0.0, |s, (o, x)| {
            *o = s + x;
            *o
        })
    });
    case.row("onrush", "inclusive_scan,f32", "sum", || df.iter().scan_inclusive(Sum).collect_into(&mut out));
    case.row("loop", "inclusive_scan,u32", "sum", || {
        hostu.iter_mut().zip(u).fold(0u32, |s, (o, x)| {
            *o = s.wrapping_add(*x);
            *o
        })
    });
    case.row("onrush", "inclusive_scan,u32", "sum", || du.iter().scan_inclusive(Sum).collect_into(&mut outu));
    case.row("loop", "exclusive_scan,f32", "sum", || {
        host.iter_mut().zip(f).fold(0.0, |s, (o, x)| {
            *o = s;
            s + x
        })
    });
    case.row("onrush", "exclusive_scan,f32", "sum", || df.iter().scan_exclusive(0.0, Sum).collect_into(&mut out));
    case.row("loop", "inclusive_scan,f32", "sum_new", || {
        let mut s = 0.0;
        let prefix = |x: &f32| {
            s += x;
            s
        };
        f.iter().map(prefix).collect::<Vec<f32>>()
    });
    case.row("onrush", "inclusive_scan,f32", "sum_new", || df.iter().scan_inclusive(Sum).collect());
    case.row("loop", "exclusive_scan,f32", "sum_new", || {
        let mut s = 0.0;
        let before = |x: &f32| {
            let next = s + x;
            std::mem::replace(&mut s, next)
        };
        f.iter().map(before).collect::<Vec<f32>>()
    });
    case.row("onrush", "exclusive_scan,f32", "sum_new", || df.iter().scan_exclusive(0.0, Sum).collect());

    // The same vector over and over: its numbers grow to infinity, which costs no more than others.
    host.copy_from_slice(f);
    out.copy_from(f)?;
    case.row("loop", "inclusive_scan,f32", "sum_in_place", || {
        host.iter_mut().fold(0.0, |s, x| {
            *x += s;
            *x
        })
    });
    case.row("onrush", "inclusive_scan,f32", "sum_in_place", || out.scan_inclusive(Sum));
    Ok(())
}
