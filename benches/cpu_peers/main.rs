//! The figures of `cpu` as CSV, for runs beside programs in other languages: each case is repeated eight times, and the
//! first is dropped. `cargo bench --bench cpu_peers -- 12 20 24` measures at 2^12, 2^20 and 2^24 items.
//!
//! `lib,algorithm,types,n,variant,median_ms,min_ms`
#![allow(missing_docs)]

use std::hint::black_box;
use std::time::Instant;

use onrush::prelude::*;
use rayon::prelude::*;

fn mix(i: u64) -> u64 {
    let mut z = (i + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

struct Case {
    n: usize,
    only: Option<String>,
}

impl Case {
    fn row<S>(
        &self,
        lib: &str,
        what: &str,
        variant: &str,
        mut prepare: impl FnMut() -> S,
        mut body: impl FnMut(&mut S),
    ) {
        if self.only.as_ref().is_some_and(|only| !what.contains(only.as_str())) {
            return;
        }
        let calls = ((1 << 14) / self.n.max(1)).max(1);
        let mut t: Vec<f64> = (0..if self.n > 1 << 20 { 12 } else { 200 })
            .map(|_| {
                let mut s = prepare();
                let start = Instant::now();
                (0..calls).for_each(|_| body(&mut s));
                start.elapsed().as_secs_f64() * 1e3 / calls as f64
            })
            .skip(1)
            .collect();
        t.sort_by(f64::total_cmp);
        println!("{lib},{what},{},{variant},{:.6},{:.6}", self.n, t[t.len() / 2], t[0]);
    }
}

fn main() -> onrush::Result<()> {
    println!("lib,algorithm,types,n,variant,median_ms,min_ms");
    let args: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with("--")).collect();
    let only = args.iter().find(|a| a.parse::<u32>().is_err()).cloned();
    let cpu = Cpu::new();
    for log2 in args.iter().filter_map(|a| a.parse::<u32>().ok()) {
        let n = 1usize << log2;
        let case = Case { n, only: only.clone() };
        let f: Vec<f32> = (0..n as u64).map(|i| (mix(i) >> 40) as f32 / 16_777_216.0).collect();
        let u: Vec<u32> = (0..n as u64).map(|i| (mix(i) >> 16) as u32).collect();
        let (df, du) = (cpu.upload(&f)?, cpu.upload(&u)?);
        let mut out = cpu.filled(0f32, n)?;
        let mut host = vec![0f32; n];

        case.row(
            "rayon",
            "memcpy,f32",
            "par_chunks",
            || (),
            |_| {
                host.par_chunks_mut(1 << 16).zip(f.par_chunks(1 << 16)).for_each(|(o, i)| o.copy_from_slice(i));
            },
        );
        case.row(
            "rayon",
            "reduce,read",
            "par_chunks_xor",
            || (),
            |_| {
                black_box(u.par_chunks(1 << 16).map(|c| c.iter().fold(0, |a, b| a ^ b)).reduce(|| 0, |a, b| a ^ b));
            },
        );
        case.row(
            "rayon",
            "reduce,f32",
            "sum",
            || (),
            |_| {
                black_box(f.par_iter().sum::<f32>());
            },
        );
        case.row(
            "loop",
            "reduce,f32",
            "sum",
            || (),
            |_| {
                black_box(f.iter().sum::<f32>());
            },
        );
        case.row(
            "onrush",
            "reduce,f32",
            "sum",
            || (),
            |_| {
                black_box(df.iter().sum().unwrap());
            },
        );
        case.row(
            "onrush",
            "reduce,u32",
            "max",
            || (),
            |_| {
                black_box(du.iter().max().unwrap());
            },
        );
        case.row(
            "onrush",
            "reduce,f32",
            "count_if",
            || (),
            |_| {
                black_box(df.iter().filter(op!(|x: f32| x < 0.5)).sum().unwrap());
            },
        );
        case.row(
            "onrush",
            "reduce,f32",
            "in_order",
            || (),
            |_| {
                black_box(df.iter().reduce(0.0, op!(|a: f32, b: f32| a + b)).unwrap());
            },
        );
        case.row(
            "onrush",
            "reduce,f32",
            "argmin",
            || (),
            |_| {
                black_box(df.iter().argmin().unwrap());
            },
        );

        case.row(
            "loop",
            "inclusive_scan,f32",
            "sum",
            || (),
            |_| {
                let mut s = 0.0;
                for (o, x) in host.iter_mut().zip(&f) {
                    s += x;
                    *o = s;
                }
                black_box(&mut host);
            },
        );
        case.row(
            "onrush",
            "inclusive_scan,f32",
            "sum",
            || (),
            |_| df.iter().scan_inclusive_into(Sum, &mut out).unwrap(),
        );
        case.row(
            "onrush",
            "inclusive_scan,f32",
            "sum_new",
            || (),
            |_| {
                black_box(df.iter().scan_inclusive(Sum).unwrap());
            },
        );
        let mut outu = cpu.filled(0u32, n)?;
        case.row(
            "onrush",
            "inclusive_scan,u32",
            "sum",
            || (),
            |_| du.iter().scan_inclusive_into(Sum, &mut outu).unwrap(),
        );

        case.row(
            "rayon",
            "copy_if,u32",
            "half",
            || (),
            |_| {
                black_box(u.par_iter().copied().filter(|x| *x < 0x8000_0000).collect::<Vec<u32>>());
            },
        );
        case.row(
            "loop",
            "copy_if,u32",
            "half",
            || (),
            |_| {
                black_box(u.iter().copied().filter(|x| *x < 0x8000_0000).collect::<Vec<u32>>());
            },
        );
        case.row(
            "onrush",
            "copy_if,u32",
            "half",
            || (),
            |_| {
                black_box(du.iter().copy_if(op!(|x: u32| x < 0x8000_0000)).unwrap());
            },
        );
        case.row(
            "onrush",
            "partition,u32",
            "half",
            || (),
            |_| {
                black_box(du.iter().partition(op!(|x: u32| x < 0x8000_0000)).unwrap());
            },
        );

        case.row(
            "rayon",
            "transform,f32",
            "saxpy",
            || (),
            |_| {
                host.par_iter_mut().zip(&f).for_each(|(y, x)| *y += 2.0 * x);
            },
        );
        case.row(
            "loop",
            "transform,f32",
            "saxpy",
            || (),
            |_| {
                host.iter_mut().zip(&f).for_each(|(y, x)| *y += 2.0 * x);
                black_box(&mut host);
            },
        );
        let a = 2.0f32;
        case.row(
            "onrush",
            "transform,f32",
            "saxpy",
            || (),
            |_| {
                out.iter_mut().zip(&df).for_each(op!(|(y, x): (&mut f32, f32)| *y += a * x)).unwrap();
            },
        );
        case.row(
            "onrush",
            "transform,f32",
            "collect_into",
            || (),
            |_| {
                df.iter().map(op!(|x: f32| a * x + 1.0)).collect_into(&mut out).unwrap();
            },
        );

        let keys: Vec<u32> = (0..n as u32).map(|i| i / 10).collect();
        let dk = cpu.upload(&keys)?;
        case.row(
            "loop",
            "reduce_by_key,u32/f32",
            "run_length_10",
            || (),
            |_| {
                let (mut k, mut v): (Vec<u32>, Vec<f32>) = Default::default();
                for (key, value) in keys.iter().zip(&f) {
                    match k.last() {
                        Some(last) if last == key => *v.last_mut().unwrap() += value,
                        _ => {
                            k.push(*key);
                            v.push(*value);
                        }
                    }
                }
                black_box((k, v));
            },
        );
        case.row(
            "onrush",
            "reduce_by_key,u32/f32",
            "run_length_10",
            || (),
            |_| {
                black_box(reduce_by_key(&dk, &df, Sum).unwrap());
            },
        );
        case.row(
            "onrush",
            "scan_by_key,u32/f32",
            "run_length_10",
            || (),
            |_| {
                black_box(scan_by_key_inclusive(&dk, &df, Sum).unwrap());
            },
        );
        let to: Vec<usize> = (0..n as u64).map(|i| mix(i) as usize % n).collect();
        let to = cpu.upload(&to)?;
        case.row("onrush", "scatter,f32", "random", || (), |_| df.iter().scatter(&to, &mut out).unwrap());
        case.row(
            "onrush",
            "gather,f32",
            "random",
            || (),
            |_| {
                df.iter().permute(&to).collect_into(&mut out).unwrap();
            },
        );
        case.row(
            "onrush",
            "histogram,u32",
            "256",
            || (),
            |_| {
                black_box(du.iter().map(op!(|x: u32| (x >> 24) as usize)).histogram(256).unwrap());
            },
        );
        case.row(
            "onrush",
            "find,f32",
            "absent",
            || (),
            |_| {
                black_box(df.iter().find_position(op!(|x: f32| x > 2.0)).unwrap());
            },
        );
        let keys = u.clone();
        case.row("rayon", "sort,u32", "unstable", || keys.clone(), |k| k.par_sort_unstable());
        case.row("onrush", "sort,u32", "", || cpu.upload(&u).unwrap(), |k| k.sort().unwrap());
        case.row(
            "onrush",
            "sort_by_key,u32/u32",
            "",
            || (cpu.upload(&u).unwrap(), cpu.upload(&u).unwrap()),
            |(k, v)| {
                sort_by_key(k, v).unwrap();
            },
        );
    }
    Ok(())
}
