use std::hint::black_box;

use criterion::Criterion;
use onrush::prelude::*;
use rayon::prelude::*;

use crate::support::{random_f32, sizes};

/// In-place saxpy: `y += a·x`.
pub(crate) fn bench(c: &mut Criterion) {
    sizes(c, "for_each", 12, |group, n| {
        let (x, mut y) = (random_f32(n), vec![0f32; n]);
        let a = black_box(2.0f32);

        let cpu = Cpu::new();
        let dx = cpu.upload(&x).unwrap();
        let mut dy = cpu.upload(&y).unwrap();
        let saxpy = op!(|(y, x): (&mut f32, f32)| *y += a * x);
        dy.iter_mut().zip(&dx).for_each(saxpy).unwrap();
        assert!(dy.to_vec().unwrap().iter().zip(&x).all(|(y, x)| *y == a * x));

        group.bench_function("onrush", |b| b.iter(|| dy.iter_mut().zip(&dx).for_each(saxpy).unwrap()));
        group.bench_function("rayon", |b| {
            b.iter(|| y.par_iter_mut().zip(&x).for_each(|(y, x)| *y += a * x));
        });
        group.bench_function("loop", |b| {
            b.iter(|| {
                y.iter_mut().zip(&x).for_each(|(y, x)| *y += a * x);
                black_box(&mut y);
            });
        });
    });
}
