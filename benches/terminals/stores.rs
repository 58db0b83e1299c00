//! `for_each`, `collect`, `transpose`, `scatter`.

use onrush::prelude::*;

use super::{Inputs, Table};

pub(crate) fn rows<B: Backend>(t: &mut Table<'_, B>, x: &Inputs<B>) -> onrush::Result<()> {
    let (n, u, du, to, dto) = (x.n, &x.u, &x.du, &x.to, &x.dto);
    t.writes(
        ("for_each.for_each", "u32", n),
        x.targets(n)?,
        |out: &mut Vec<u32>| out.iter_mut().zip(u).for_each(|(y, v)| *y = v ^ 5),
        |out| out.iter_mut().zip(du).for_each(op!(|(y, v): (&mut u32, u32)| *y = v ^ 5)),
    )?;
    t.returns(
        ("collect.collect", "u32", n),
        || u.iter().map(|v| v ^ 5).collect::<Vec<_>>(),
        || du.iter().map(op!(|v: u32| v ^ 5)).collect::<DeviceVec<_, _>>(),
    )?;
    t.writes(
        ("collect.collect_into", "u32", n),
        x.targets(n)?,
        |out: &mut Vec<u32>| out.iter_mut().zip(u).for_each(|(y, v)| *y = v ^ 5),
        |out| du.iter().map(op!(|v: u32| v ^ 5)).collect_into(out),
    )?;

    let columns = 1 << (n.ilog2() / 2);
    let rows = n / columns;
    let turned = |out: &mut [u32]| {
        for (column, items) in out.chunks_exact_mut(rows).enumerate() {
            items.iter_mut().enumerate().for_each(|(row, y)| *y = u[row * columns + column]);
        }
    };
    let anew = || {
        let mut out = vec![0; n];
        turned(&mut out);
        out
    };
    t.returns(("transpose.transpose", "u32", n), anew, || du.iter().grid(rows, columns).transpose().collect())?;
    t.writes(
        ("transpose.transpose", "u32 into", n),
        x.targets(n)?,
        |out: &mut Vec<u32>| turned(out),
        |out| du.iter().grid(rows, columns).transpose().collect_into(out),
    )?;

    t.writes(
        ("scatter.scatter", "u32", n),
        x.targets(n)?,
        |out: &mut Vec<u32>| u.iter().zip(to).for_each(|(v, at)| out[*at] = *v),
        |out| du.iter().scatter(dto, out),
    )?;
    t.writes(
        ("scatter.scatter_if", "u32", n),
        x.targets(n)?,
        |out: &mut Vec<u32>| u.iter().zip(to).filter(|(v, _)| **v < 1 << 31).for_each(|(v, at)| out[*at] = *v),
        |out| du.iter().scatter_if(dto, op!(|v: u32| v < 1 << 31), out),
    )?;
    t.writes(
        ("scatter.scatter_pairs", "u32", n),
        x.targets(n)?,
        |out: &mut Vec<u32>| u.iter().zip(to).for_each(|(v, at)| out[*at] = *v),
        |out| dto.iter().zip(du).scatter_pairs(out),
    )
}
