//! Calls on slices of the host, beside the same calls on vectors and on loops: what is lent costs nothing.

use onrush::prelude::*;

use crate::case::{Case, Data};

pub(crate) fn rows(case: &Case, data: &Data) -> onrush::Result<()> {
    let Data { cpu, f, df, u, keys, dkeys, .. } = data;
    let (mut host, mut out) = (vec![0f32; case.n], cpu.filled(0f32, case.n)?);
    case.row("loop", "slices,f32", "sum", || f.iter().sum::<f32>());
    case.row("vectors", "slices,f32", "sum", || df.iter().sum());
    case.row("onrush", "slices,f32", "sum", || cpu.lend(f)?.iter().sum());

    case.row("loop", "slices,f32", "scan", || {
        let mut sum = 0.0;
        host.iter_mut().zip(f).for_each(|(out, x)| {
            sum += x;
            *out = sum;
        });
    });
    case.row("vectors", "slices,f32", "scan", || df.iter().scan_inclusive(Sum).collect_into(&mut out));
    case.row("onrush", "slices,f32", "scan", || {
        cpu.lend_mut(&mut host, |mut out| cpu.lend(f)?.iter().scan_inclusive(Sum).collect_into(&mut out))
    });

    let saxpy = op!(|(y, x): (&mut f32, f32)| *y += 0.5 * x);
    case.row("loop", "slices,f32", "saxpy", || host.iter_mut().zip(f).for_each(|(y, x)| *y += 0.5 * x));
    case.row("vectors", "slices,f32", "saxpy", || out.iter_mut().zip(df).for_each(saxpy));
    case.row("onrush", "slices,f32", "saxpy", || {
        cpu.lend_mut(&mut host, |mut y| y.iter_mut().zip(&cpu.lend(f)?).for_each(saxpy))
    });
    // The same in a vector that takes the memory over and gives it back.
    case.row("onrush", "slices,f32", "saxpy_taken_over", || -> onrush::Result<()> {
        let mut y = DeviceVec::from_vec(cpu, std::mem::take(&mut host))?;
        y.iter_mut().zip(df).for_each(saxpy)?;
        host = y.into_vec()?;
        Ok(())
    });

    let (mut sorted, mut vector) = (u.clone(), cpu.upload(u)?);
    case.row("loop", "slices,u32", "sort", || {
        sorted.copy_from_slice(u);
        sorted.sort_unstable();
    });
    case.row("vectors", "slices,u32", "sort", || vector.copy_from(u).and_then(|()| vector.sort()));
    case.row("onrush", "slices,u32", "sort", || {
        sorted.copy_from_slice(u);
        cpu.lend_mut(&mut sorted, |mut x| x.sort())
    });

    case.row("loop", "slices,u32/f32", "reduce_by_key", || {
        keys.chunk_by(|a, b| a == b)
            .scan(0, |from, run| {
                *from += run.len();
                Some((run[0], f[*from - run.len()..*from].iter().sum::<f32>()))
            })
            .unzip::<_, _, Vec<_>, Vec<_>>()
    });
    case.row("vectors", "slices,u32/f32", "reduce_by_key", || reduce_by_key(dkeys, df, Sum).collect());
    case.row("onrush", "slices,u32/f32", "reduce_by_key", || {
        reduce_by_key(&cpu.lend(keys)?, &cpu.lend(f)?, Sum).collect()
    });
    Ok(())
}
