use std::hint::black_box;

use criterion::Criterion;
use onrush::prelude::*;
use rayon::prelude::*;

use crate::support::{random_f32, sizes};

/// The sum of `f32`s.
pub(crate) fn bench(c: &mut Criterion) {
    sizes(c, "reduce", 4, |group, n| {
        let x = random_f32(n);
        let d = Cpu::new().upload(&x).unwrap();
        let exact: f64 = x.iter().map(|v| f64::from(*v)).sum();
        assert!((f64::from(d.iter().sum().unwrap()) - exact).abs() <= exact * 1e-5);

        group.bench_function("onrush", |b| b.iter(|| d.iter().sum().unwrap()));
        group.bench_function("rayon", |b| b.iter(|| x.par_iter().sum::<f32>()));
        group.bench_function("loop", |b| b.iter(|| black_box(&x).iter().sum::<f32>()));
    });
}
