use criterion::{BatchSize, Criterion};
use onrush::prelude::*;
use rayon::prelude::*;

use crate::support::{random_u32, sizes};

/// Sorts `u32` keys alone, and with a `u32` column of values.
pub(crate) fn bench(c: &mut Criterion) {
    let cpu = Cpu::new();
    sizes(c, "sort", 8, |group, n| {
        let x = random_u32(n);
        let mut sorted = x.clone();
        sorted.sort_unstable();
        let mut d = cpu.upload(&x).unwrap();
        d.sort().unwrap();
        assert_eq!(d.to_vec().unwrap(), sorted);

        group.bench_function("onrush", |b| {
            b.iter_batched(|| cpu.upload(&x).unwrap(), |mut d| d.sort().map(|()| d), BatchSize::LargeInput);
        });
        group.bench_function("rayon", |b| {
            b.iter_batched(|| x.clone(), |mut v| (v.par_sort_unstable(), v), BatchSize::LargeInput);
        });
        group.bench_function("loop", |b| {
            b.iter_batched(|| x.clone(), |mut v| (v.sort_unstable(), v), BatchSize::LargeInput);
        });
    });

    sizes(c, "sort_by_key", 16, |group, n| {
        let keys = random_u32(n);
        let pairs: Vec<(u32, u32)> = keys.iter().copied().zip(0..).collect();
        let columns = || (cpu.upload(&keys).unwrap(), cpu.range(0..n as u32).collect().unwrap());
        let mut sorted = pairs.clone();
        sorted.sort_by_key(|p| p.0);
        let (mut k, mut v) = columns();
        sort_by_key(&mut k, &mut v).unwrap();
        assert!(v.to_vec().unwrap().iter().zip(&sorted).all(|(v, p)| *v == p.1));

        group.bench_function("onrush", |b| {
            b.iter_batched(
                columns,
                |(mut k, mut v)| sort_by_key(&mut k, &mut v).map(|()| (k, v)),
                BatchSize::LargeInput,
            );
        });
        group.bench_function("rayon", |b| {
            b.iter_batched(|| pairs.clone(), |mut p| (p.par_sort_by_key(|x| x.0), p), BatchSize::LargeInput);
        });
        group.bench_function("loop", |b| {
            b.iter_batched(|| pairs.clone(), |mut p| (p.sort_by_key(|x| x.0), p), BatchSize::LargeInput);
        });
    });
}
