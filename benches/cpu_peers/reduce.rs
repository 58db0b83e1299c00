use onrush::prelude::*;
use rayon::prelude::*;

use crate::case::{Case, Data};

pub(crate) fn rows(case: &Case, data: &Data) -> onrush::Result<()> {
    let Data { cpu, f, df, u, du, .. } = data;
    case.row("rayon", "reduce,read", "par_chunks_xor", || {
        u.par_chunks(1 << 16).map(|c| c.iter().fold(0, |a, b| a ^ b)).reduce(|| 0, |a, b| a ^ b)
    });

    case.row("rayon", "reduce,f32", "sum", || f.par_iter().sum::<f32>());
    case.row("loop", "reduce,f32", "sum", || f.iter().sum::<f32>());
    case.row("onrush", "reduce,f32", "sum", || df.iter().sum());

    case.row("loop", "reduce,f32", "in_order", || f.iter().fold(0.0, |a, b| a + b));
    case.row("onrush", "reduce,f32", "in_order", || df.iter().reduce(0.0, op!(|a: f32, b: f32| a + b)));

    case.row("loop", "reduce,f32", "product", || f.iter().product::<f32>());
    case.row("onrush", "reduce,f32", "product", || df.iter().product());

    case.row("loop", "reduce,f32", "inner_product", || f.iter().zip(f).map(|(a, b)| a * b).sum::<f32>());
    case.row("onrush", "reduce,f32", "inner_product", || df.iter().inner_product(df));

    case.row("loop", "reduce,u32", "max", || u.iter().copied().max());
    case.row("onrush", "reduce,u32", "max", || du.iter().max());
    case.row("loop", "reduce,f32", "max", || f.iter().copied().fold(f32::NAN, f32::max));
    case.row("onrush", "reduce,f32", "max", || df.iter().max());

    case.row("loop", "reduce,u32", "min", || u.iter().copied().min());
    case.row("onrush", "reduce,u32", "min", || du.iter().min());
    case.row("loop", "reduce,u32", "xor", || u.iter().copied().reduce(|a, b| a ^ b));
    case.row("onrush", "reduce,u32", "xor", || du.iter().reduce_with(BitXor));

    case.row("loop", "reduce,f32", "sum_of_kept", || f.iter().filter(|x| **x < 0.5).sum::<f32>());
    case.row("onrush", "reduce,f32", "sum_of_kept", || df.iter().filter(op!(|x: f32| x < 0.5)).sum());
    case.row("loop", "reduce,f32", "count_if", || f.iter().filter(|x| **x < 0.5).count());
    case.row("onrush", "reduce,f32", "count_if", || df.iter().filter(op!(|x: f32| x < 0.5)).count());

    case.row("loop", "reduce,f32", "argmin", || (0..f.len()).min_by(|a, b| f[*a].total_cmp(&f[*b])));
    case.row("onrush", "reduce,f32", "argmin", || df.iter().argmin());
    case.row("loop", "reduce,f32", "argmax", || (0..f.len()).rev().max_by(|a, b| f[*a].total_cmp(&f[*b])));
    case.row("onrush", "reduce,f32", "argmax", || df.iter().argmax());
    case.row("loop", "reduce,u32", "max_by_key", || u.iter().copied().max_by_key(|x| x >> 3));
    case.row("onrush", "reduce,u32", "max_by_key", || du.iter().max_by_key(op!(|x: u32| x >> 3)));
    case.row("loop", "reduce,u32", "min_by_key", || u.iter().copied().min_by_key(|x| x >> 3));
    case.row("onrush", "reduce,u32", "min_by_key", || du.iter().min_by_key(op!(|x: u32| x >> 3)));

    case.row("loop", "reduce,f32", "minmax", || {
        f.iter().fold((f32::NAN, f32::NAN), |(low, high), x| (low.min(*x), high.max(*x)))
    });
    case.row("onrush", "reduce,f32", "minmax", || df.iter().minmax());
    case.row("loop", "reduce,f32", "moments", || {
        f.iter().map(|x| *x as f64).fold((0.0, 0.0, 0.0), |(count, mean, squares), x| {
            let (count, off) = (count + 1.0, x - mean);
            let mean = mean + off / count;
            (count, mean, squares + off * (x - mean))
        })
    });
    case.row("onrush", "reduce,f32", "moments", || df.iter().moments());
    let mut out = cpu.filled(0f32, 1)?;
    case.row("onrush", "reduce,f32", "sum_into", || df.iter().sum_into(&mut out));

    let columns = 1 << (case.n.ilog2() / 2);
    for (columns, variant) in [(columns, "square"), (3, "3_columns")] {
        let rows = case.n / columns;
        case.row("loop", "reduce_columns,f32", variant, || {
            let mut sums = vec![0f32; columns];
            f.chunks_exact(columns).for_each(|row| sums.iter_mut().zip(row).for_each(|(sum, x)| *sum += x));
            sums
        });
        case.row("onrush", "reduce_columns,f32", variant, || {
            df.iter().take(rows * columns).grid(rows, columns).columns().sum().collect()
        });
    }

    case.row("loop", "histogram,u32", "256", || {
        let mut counts = vec![0u64; 256];
        u.iter().for_each(|x| counts[(x >> 24) as usize] += 1);
        counts
    });
    case.row("onrush", "histogram,u32", "256", || {
        du.iter().map(op!(|x: u32| (x >> 24) as usize)).histogram(256).collect()
    });
    case.row("loop", "histogram_even,f32", "256", || {
        let mut counts = vec![0u64; 256];
        let within = f.iter().filter(|x| (0.0..1.0).contains(*x));
        within.for_each(|x| counts[(x * 256.0) as usize] += 1);
        counts
    });
    case.row("onrush", "histogram_even,f32", "256", || df.iter().histogram_even(0.0..1.0, 256).collect());
    Ok(())
}
