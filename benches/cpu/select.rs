use std::hint::black_box;

use criterion::Criterion;
use onrush::prelude::*;
use rayon::prelude::*;

use crate::support::{random_u32, sizes};

/// Selects half of random `u32`s into a new vector.
pub(crate) fn bench(c: &mut Criterion) {
    sizes(c, "select", 6, |group, n| {
        let x = random_u32(n);
        let d = Cpu::new().upload(&x).unwrap();
        let half = black_box(0x8000_0000u32);
        let keep = op!(|v: u32| v < half);
        let expected: Vec<u32> = x.iter().copied().filter(|v| *v < half).collect();
        assert_eq!(d.iter().filter(keep).collect().unwrap().to_vec().unwrap(), expected);

        group.bench_function("onrush", |b| b.iter(|| d.iter().filter(keep).collect().unwrap()));
        group.bench_function("rayon", |b| {
            b.iter(|| x.par_iter().copied().filter(|v| *v < half).collect::<Vec<u32>>());
        });
        group.bench_function("loop", |b| {
            b.iter(|| black_box(&x).iter().copied().filter(|v| *v < half).collect::<Vec<u32>>());
        });
    });
}
