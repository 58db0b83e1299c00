use std::hint::black_box;

use criterion::Criterion;
use onrush::prelude::*;

use crate::support::{random_f32, sizes};

/// Sums of `f32`s over runs of ten equal `u32` keys. rayon has no reduction by key.
pub(crate) fn bench(c: &mut Criterion) {
    let cpu = Cpu::new();
    sizes(c, "reduce_by_key", 8, |group, n| {
        let keys: Vec<u32> = (0..n as u32).map(|i| i / 10).collect();
        let values = random_f32(n);
        let (dk, dv) = (cpu.upload(&keys).unwrap(), cpu.upload(&values).unwrap());
        let by_loop = |keys: &[u32], values: &[f32]| {
            let (mut k, mut v): (Vec<u32>, Vec<f32>) = Default::default();
            for (key, value) in keys.iter().zip(values) {
                match k.last() {
                    Some(last) if last == key => *v.last_mut().unwrap() += value,
                    _ => {
                        k.push(*key);
                        v.push(*value);
                    }
                }
            }
            (k, v)
        };
        let (k, v) = reduce_by_key(&dk, &dv, Sum).collect().unwrap();
        let (ek, ev) = by_loop(&keys, &values);
        assert_eq!(k.to_vec().unwrap(), ek);
        assert!(v.to_vec().unwrap().iter().zip(&ev).all(|(a, b)| (a - b).abs() <= b * 1e-5));

        group.bench_function("onrush", |b| b.iter(|| reduce_by_key(&dk, &dv, Sum).collect().unwrap()));
        group.bench_function("loop", |b| b.iter(|| by_loop(black_box(&keys), black_box(&values))));
    });
}
