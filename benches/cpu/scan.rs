use std::hint::black_box;

use criterion::Criterion;
use onrush::prelude::*;

use crate::support::{random_f32, sizes};

/// Inclusive prefix sums of `f32`s, written to an existing vector. rayon has no scan.
pub(crate) fn bench(c: &mut Criterion) {
    sizes(c, "scan", 8, |group, n| {
        let x = random_f32(n);
        let mut out = vec![0f32; n];
        let d = Cpu::new().upload(&x).unwrap();
        let mut dout = Cpu::new().upload(&out).unwrap();
        let scan = |v: &[f32], out: &mut [f32]| {
            let mut sum = 0.0;
            for (o, x) in out.iter_mut().zip(v) {
                sum += x;
                *o = sum;
            }
        };
        d.iter().scan_inclusive(Sum).collect_into(&mut dout).unwrap();
        scan(&x, &mut out);
        assert!(dout.to_vec().unwrap().iter().zip(&out).all(|(a, b)| (a - b).abs() <= b * 1e-2));

        group.bench_function("onrush", |b| b.iter(|| d.iter().scan_inclusive(Sum).collect_into(&mut dout).unwrap()));
        group.bench_function("loop", |b| b.iter(|| scan(black_box(&x), black_box(&mut out))));
    });
}
