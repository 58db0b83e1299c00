use onrush::prelude::*;

use crate::case::{Case, Data};

pub(crate) fn rows(case: &Case, data: &Data) -> onrush::Result<()> {
    let Data { cpu, f, df, u, du, keys, dkeys, .. } = data;
    case.row("loop", "find,f32", "absent", || f.iter().position(|x| *x > 2.0));
    case.row("onrush", "find,f32", "absent", || df.iter().position(op!(|x: f32| x > 2.0)));
    case.row("loop", "find,f32", "all", || f.iter().all(|x| *x < 2.0));
    case.row("onrush", "find,f32", "all", || df.iter().all(op!(|x: f32| x < 2.0)));

    case.row("loop", "find,f32", "any", || f.iter().any(|x| *x > 2.0));
    case.row("onrush", "find,f32", "any", || df.iter().any(op!(|x: f32| x > 2.0)));

    let (same, dsame) = (u.clone(), cpu.upload(u)?);
    case.row("loop", "find,u32", "equal", || *u == same);
    case.row("onrush", "find,u32", "equal", || du.iter().equal(&dsame));
    case.row("loop", "find,u32", "mismatch", || u.iter().zip(&same).position(|(a, b)| a != b));
    case.row("onrush", "find,u32", "mismatch", || du.iter().mismatch(&dsame));
    case.row("loop", "find,u32", "is_sorted", || keys.is_sorted());
    case.row("onrush", "find,u32", "is_sorted", || dkeys.iter().is_sorted());

    let mut out = vec![0usize; case.n];
    let mut dout = cpu.filled(0usize, case.n)?;
    case.row("loop", "search,u32", "lower_bound", || {
        out.iter_mut().zip(u).for_each(|(place, x)| *place = keys.partition_point(|key| key < x));
        out[0]
    });
    case.row("onrush", "search,u32", "lower_bound", || du.iter().lower_bound(dkeys.view()).collect_into(&mut dout));
    case.row("loop", "search,u32", "upper_bound", || {
        out.iter_mut().zip(u).for_each(|(place, x)| *place = keys.partition_point(|key| key <= x));
        out[0]
    });
    case.row("onrush", "search,u32", "upper_bound", || du.iter().upper_bound(dkeys.view()).collect_into(&mut dout));
    Ok(())
}
