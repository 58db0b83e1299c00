//! `histogram`, `scatter_reduce`.

use onrush::prelude::*;

use super::{Inputs, Table};

pub(crate) fn rows<B: Backend>(t: &mut Table<'_, B>, x: &Inputs<B>) -> onrush::Result<()> {
    let (n, small, dsmall, f, df) = (x.n, &x.small, &x.dsmall, &x.f, &x.df);
    let edges: Vec<u32> = (0..=10).map(|i| i * 10).collect();
    let dedges = &x.device.upload(&edges)?;
    let counts = |out: &mut [u64], bin: fn(u32) -> usize| {
        out.fill(0);
        small.iter().for_each(|v| out[bin(*v)] += 1);
    };
    let sums = |out: &mut [f64], bin: fn(u32) -> usize| {
        out.fill(0.0);
        small.iter().zip(f).for_each(|(v, w)| out[bin(*v)] += w);
    };
    let bin_of_edges = |v: u32, edges: &[u32]| edges.partition_point(|edge| *edge <= v) - 1;
    macro_rules! histograms {
        ($bins:literal $bin:expr, $call:ident($($argument:expr),*) counts) => {
            t.returns(
                (concat!("histogram.", stringify!($call)), "u32", n),
                || {
                    let mut out = vec![0; $bins];
                    counts(&mut out, $bin);
                    out
                },
                || dsmall.iter().$call($($argument),*).collect(),
            )?;
            t.writes(
                (concat!("histogram.", stringify!($call)), "u32 into", n),
                x.targets($bins)?,
                |out: &mut Vec<u64>| counts(out, $bin),
                |out| dsmall.iter().$call($($argument),*).collect_into(out),
            )?;
        };
        ($bins:literal $bin:expr, $call:ident($($argument:expr),*) sums) => {
            t.returns(
                (concat!("histogram.", stringify!($call)), "u32/f64", n),
                || {
                    let mut out = vec![0.0; $bins];
                    sums(&mut out, $bin);
                    out
                },
                || dsmall.iter().$call($($argument),*).collect(),
            )?;
            t.writes(
                (concat!("histogram.", stringify!($call)), "u32/f64 into", n),
                x.targets($bins)?,
                |out: &mut Vec<f64>| sums(out, $bin),
                |out| dsmall.iter().$call($($argument),*).collect_into(out),
            )?;
        };
    }
    histograms!(100 |v| v as usize, histogram(100) counts);
    histograms!(10 |v| v as usize / 10, histogram_even(0..100, 10) counts);
    histograms!(100 |v| v as usize, histogram_weighted(df, 100) sums);
    histograms!(10 |v| v as usize / 10, histogram_even_weighted(0..100, df, 10) sums);

    let ranges = |out: &mut [u64]| {
        out.fill(0);
        small.iter().for_each(|v| out[bin_of_edges(*v, &edges)] += 1);
    };
    let weights = |out: &mut [f64]| {
        out.fill(0.0);
        small.iter().zip(f).for_each(|(v, w)| out[bin_of_edges(*v, &edges)] += w);
    };
    t.returns(
        ("histogram.histogram_ranges", "u32", n),
        || {
            let mut out = vec![0; 10];
            ranges(&mut out);
            out
        },
        || dsmall.iter().histogram_ranges(dedges).collect(),
    )?;
    t.writes(
        ("histogram.histogram_ranges", "u32 into", n),
        x.targets(10)?,
        |out: &mut Vec<u64>| ranges(out),
        |out| dsmall.iter().histogram_ranges(dedges).collect_into(out),
    )?;
    t.returns(
        ("histogram.histogram_ranges_weighted", "u32/f64", n),
        || {
            let mut out = vec![0.0; 10];
            weights(&mut out);
            out
        },
        || dsmall.iter().histogram_ranges_weighted(dedges, df).collect(),
    )?;
    t.writes(
        ("histogram.histogram_ranges_weighted", "u32/f64 into", n),
        x.targets(10)?,
        |out: &mut Vec<f64>| weights(out),
        |out| dsmall.iter().histogram_ranges_weighted(dedges, df).collect_into(out),
    )?;
    t.returns(
        ("histogram.bincount", "u32", n),
        || {
            let mut out = vec![0u64; 100];
            for v in small {
                out[*v as usize] += 1;
            }
            out
        },
        || dsmall.iter().bincount(100).collect(),
    )?;
    let channels = |out: &mut [u64]| {
        out.fill(0);
        for v in small {
            out[*v as usize / 10] += 1;
            out[10 + (99 - *v as usize) / 10] += 1;
        }
    };
    let two = || dsmall.iter().map(op!(|v: u32| [v, 99 - v]));
    t.returns(
        ("histogram.histogram_even_channels", "u32", n),
        || {
            let mut out = vec![0; 20];
            channels(&mut out);
            out
        },
        || two().histogram_even_channels(0..100, 10).collect(),
    )?;
    t.writes(
        ("histogram.histogram_even_channels", "u32 into", n),
        x.targets(20)?,
        |out: &mut Vec<u64>| channels(out),
        |out| two().histogram_even_channels(0..100, 10).collect_into(out),
    )?;

    // Maxima: a call that adds would add to what the call before has left.
    let most =
        |out: &mut Vec<u32>| small.iter().zip(&x.u).for_each(|(at, v)| out[*at as usize] = out[*at as usize].max(*v));
    t.writes(("scatter_reduce.scatter_reduce", "u32", n), x.targets(100)?, most, |out| {
        x.du.iter().scatter_reduce(dsmall, Max, out)
    })?;
    t.writes(("scatter_reduce.scatter_reduce_pairs", "u32", n), x.targets(100)?, most, |out| {
        dsmall.iter().zip(&x.du).scatter_reduce_pairs(Max, out)
    })
}
