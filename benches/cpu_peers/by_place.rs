use onrush::prelude::*;

use crate::case::{Case, Data};

pub(crate) fn rows(case: &Case, data: &Data) -> onrush::Result<()> {
    let Data { cpu, f, df, u, du, .. } = data;
    // 4096 floats are the largest target that isn't sorted for.
    for (places, variant) in [(16, "16"), (1000, "1000"), (4096, "4096"), (case.n.max(5000), "as_many")] {
        let to: Vec<usize> = data.u.iter().map(|x| *x as usize % places).collect();
        let dto = cpu.upload(&to)?;
        let (mut sums, mut dsums) = (vec![0f32; places], cpu.filled(0f32, places)?);
        case.row("loop", "scatter_reduce,f32", variant, || to.iter().zip(f).for_each(|(to, x)| sums[*to] += x));
        case.row("onrush", "scatter_reduce,f32", variant, || df.iter().scatter_reduce(&dto, Sum, &mut dsums));
        let (mut counts, mut dcounts) = (vec![0u32; places], cpu.filled(0u32, places)?);
        case.row("loop", "scatter_reduce,u32", variant, || {
            to.iter().zip(u).for_each(|(to, x)| counts[*to] = counts[*to].wrapping_add(*x));
        });
        case.row("onrush", "scatter_reduce,u32", variant, || du.iter().scatter_reduce(&dto, Sum, &mut dcounts));
    }
    Ok(())
}
