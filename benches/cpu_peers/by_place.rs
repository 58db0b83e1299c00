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
    counts(case, data)?;
    orders(case, data)
}

/// Counts of the items of each bin.
fn counts(case: &Case, data: &Data) -> onrush::Result<()> {
    let Data { cpu, f, df, .. } = data;
    for (bins, variant) in [(256, "256"), (1000, "1000"), (case.n, "as_many")] {
        let bin: Vec<u32> = data.u.iter().map(|x| *x % bins as u32).collect();
        let dbin = cpu.upload(&bin)?;
        let count = |bins: usize| {
            let mut counts = vec![0u64; bins];
            bin.iter().for_each(|bin| counts[*bin as usize] += 1);
            counts
        };
        case.row("loop", "histogram,u32", variant, || count(bins));
        case.row("onrush", "histogram,u32", variant, || dbin.iter().histogram(bins).collect());
        case.row("loop", "bincount,u32", variant, || count(bin.iter().max().map_or(0, |most| *most as usize + 1)));
        case.row("onrush", "bincount,u32", variant, || dbin.iter().bincount(0).collect());
        let weighted = || {
            let mut sums = vec![0f32; bins];
            bin.iter().zip(f).for_each(|(bin, x)| sums[*bin as usize] += x);
            sums
        };
        case.row("loop", "histogram_weighted,f32", variant, weighted);
        case.row("onrush", "histogram_weighted,f32", variant, || dbin.iter().histogram_weighted(df, bins).collect());
    }
    case.row("loop", "histogram_even,f32", "100", || {
        let mut counts = vec![0u64; 100];
        f.iter().filter(|x| (0.0..1.0).contains(*x)).for_each(|x| counts[((x * 100.0) as usize).min(99)] += 1);
        counts
    });
    case.row("onrush", "histogram_even,f32", "100", || df.iter().histogram_even(0.0..1.0, 100).collect());
    Ok(())
}

/// Random orders, beside a loop of swaps with a generator of shifts (G. Marsaglia, *Xorshift RNGs*, 2003).
fn orders(case: &Case, data: &Data) -> onrush::Result<()> {
    let Data { cpu, u, du, .. } = data;
    let swaps = |items: &mut [u32]| {
        let mut state = 0x9E37_79B9_7F4A_7C15u64;
        for i in (1..items.len()).rev() {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            items.swap(i, (((state >> 32) * (i as u64 + 1)) >> 32) as usize);
        }
    };
    let (mut items, mut ditems) = (u.clone(), du.try_clone()?);
    case.row("loop", "shuffle,u32", "", || swaps(&mut items));
    case.row("onrush", "shuffle,u32", "", || shuffle(&mut ditems, Rng::new(7)));
    case.row("loop", "permutation,u32", "", || {
        let mut places: Vec<u32> = (0..case.n as u32).collect();
        swaps(&mut places);
        places
    });
    let permutation = || cpu.permutation(Rng::new(7), case.n).map(op!(|i: usize| i as u32)).collect();
    case.row("onrush", "permutation,u32", "", permutation);
    Ok(())
}
