//! Speed on the first GPU, in the terms of NVIDIA's own libraries: whole calls, the result on the host where there is one.
//!
//! `cargo bench --bench gpu -- [LARGEST_LOG2] [FILTER]` prints `lib,algorithm,types,n,variant,wall_us,gbps,fraction_of_copy`,
//! one row per case: the median wall time of a call and of waiting for it, the bytes that must move over that time, and that
//! as a fraction of what copying moves. Up to 2^20 items the answers of sums, scans, `copy_if`, radix
//! sorts and `reduce_by_key` are compared with the CPU's, bit for bit.
#![allow(missing_docs)]

use std::time::Instant;

use onrush::prelude::*;
use onrush::{ErrorKind, Result};
use onrush_cuda::Cuda;

/// Up to this many items answers are checked.
const CHECKED: usize = 1 << 20;

#[device]
fn random(i: usize, seed: u64) -> u32 {
    let mut z = (i as u64).wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(seed);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    ((z ^ (z >> 31)) >> 16) as u32
}

/// Where rows go, and what copying does.
struct Table {
    filter: String,
    copy_gbps: f64,
}

impl Table {
    fn wants(&self, algorithm: &str) -> bool {
        algorithm.contains(&self.filter)
    }

    /// Times `body` on what `prepare` makes anew each time, and prints the row.
    fn row<S>(
        &mut self,
        gpu: &Cuda,
        [algorithm, types, variant]: [&str; 3],
        (n, bytes): (usize, f64),
        mut prepare: impl FnMut() -> Result<S>,
        mut body: impl FnMut(&mut S) -> Result<()>,
    ) -> Result<f64> {
        let (mut times, mut total) = (Vec::new(), 0.0);
        for round in 0.. {
            let mut state = prepare()?;
            gpu.synchronize()?;
            let start = Instant::now();
            body(&mut state)?;
            gpu.synchronize()?;
            let us = start.elapsed().as_secs_f64() * 1e6;
            if round >= 3 {
                times.push(us);
                total += us;
            }
            if times.len() == 300 || (times.len() >= 15 && total > 60e3) {
                break;
            }
        }
        times.sort_by(f64::total_cmp);
        let us = times[times.len() / 2];
        let gbps = bytes / us / 1e3;
        let fraction = if self.copy_gbps > 0.0 { gbps / self.copy_gbps } else { 0.0 };
        println!("onrush,{algorithm},{types},{n},{variant},{us:.2},{gbps:.1},{fraction:.3}");
        Ok(gbps)
    }
}

/// Holds a GPU's answer to the CPU's.
fn same<T: PartialEq>(gpu: T, cpu: T, what: &str) -> Result<()> {
    if gpu == cpu {
        Ok(())
    } else {
        Err(ErrorKind::Device { device: what.into(), message: "wrong answer".into() }.into())
    }
}

/// The inputs, the same on every device.
fn u32s<B: Backend>(b: &B, n: usize, seed: u64) -> Result<DeviceVec<u32, B>> {
    b.tabulate(n, op!(|i: usize| random(i, seed))).collect()
}
fn u64s<B: Backend>(b: &B, n: usize, seed: u64) -> Result<DeviceVec<u64, B>> {
    b.tabulate(
        n,
        op!(|i: usize| {
            let x = random(i, seed) as u64;
            (x << 32) ^ x.wrapping_mul(2_654_435_761)
        }),
    )
    .collect()
}
fn f32s<B: Backend>(b: &B, n: usize, seed: u64) -> Result<DeviceVec<f32, B>> {
    b.tabulate(n, op!(|i: usize| (random(i, seed) >> 8) as f32 * (1.0 / 16_777_216.0))).collect()
}
fn f64s<B: Backend>(b: &B, n: usize, seed: u64) -> Result<DeviceVec<f64, B>> {
    b.tabulate(n, op!(|i: usize| random(i, seed) as f64 * (1.0 / 4_294_967_296.0))).collect()
}

/// Reductions and scans of one type.
macro_rules! folds {
    ($table:expr, $gpu:expr, $n:expr, $($t:ident $make:ident $name:literal),*) => {$(
        let bytes = ($n * size_of::<$t>()) as f64;
        if $table.wants("reduce") {
            let (x, cpu) = ($make($gpu, $n, 1)?, Cpu::new());
            if $n <= CHECKED {
                same(x.iter().sum()?.to_bits_or_self(), $make(&cpu, $n, 1)?.iter().sum()?.to_bits_or_self(), "reduce")?;
            }
            $table.row($gpu, ["reduce", $name, "sum"], ($n, bytes), || Ok(()), |()| x.iter().sum().map(drop))?;
            $table.row($gpu, ["transform_reduce", $name, "sum_of_squares"], ($n, bytes), || Ok(()), |()| {
                x.iter().map(op!(|v: $t| v * v)).sum().map(drop)
            })?;
        }
        if $table.wants("inclusive_scan") {
            let (x, cpu) = ($make($gpu, $n, 2)?, Cpu::new());
            let mut out = x.try_clone()?;
            if $n <= CHECKED {
                let expected = $make(&cpu, $n, 2)?.iter().scan_inclusive(Sum)?.to_vec()?;
                same(x.iter().scan_inclusive(Sum)?.to_vec()?, expected, "inclusive_scan")?;
            }
            $table.row($gpu, ["inclusive_scan", $name, "sum"], ($n, 2.0 * bytes), || Ok(()), |()| {
                x.iter().scan_inclusive_into(Sum, &mut out)
            })?;
        }
    )*};
}

/// Bits of floats, so that equality is to the bit.
trait Exact {
    fn to_bits_or_self(self) -> u64;
}
impl Exact for f32 {
    fn to_bits_or_self(self) -> u64 {
        self.to_bits().into()
    }
}
impl Exact for f64 {
    fn to_bits_or_self(self) -> u64 {
        self.to_bits()
    }
}
impl Exact for u32 {
    fn to_bits_or_self(self) -> u64 {
        self.into()
    }
}

/// Sorts of one key type.
macro_rules! sorts {
    ($table:expr, $gpu:expr, $n:expr, $($t:ident $make:ident $name:literal $pair:literal),*) => {$(
        if $table.wants("sort") {
            let (keys, values) = ($make($gpu, $n, 3)?, u32s($gpu, $n, 4)?);
            if $n <= CHECKED {
                same(keys.iter().sort()?.iter().is_sorted()?, true, "sort")?;
                same(keys.iter().argsort()?.to_vec()?, $make(&Cpu::new(), $n, 3)?.iter().argsort()?.to_vec()?, "argsort")?;
            }
            let bytes = 2.0 * ($n * size_of::<$t>()) as f64;
            $table.row($gpu, ["sort", $name, "radix"], ($n, bytes), || keys.try_clone(), |k| k.sort())?;
            let both = || Ok((keys.try_clone()?, values.try_clone()?));
            $table.row($gpu, ["sort_by_key", $pair, "radix"], ($n, bytes + 8.0 * $n as f64), both, |(k, v)| sort_by_key(k, v))?;
        }
    )*};
}

/// Reductions by key of one value type.
macro_rules! by_key {
    ($table:expr, $gpu:expr, $n:expr, $($t:ident $make:ident $name:literal),*) => {$(
        for run in [1usize, 10, 1000] {
            if !$table.wants("reduce_by_key") {
                continue;
            }
            let (k, v) = ($gpu.tabulate($n, op!(|i: usize| (i / run) as u32)).collect()?, $make($gpu, $n, 6)?);
            if $n <= CHECKED {
                let cpu = Cpu::new();
                let (ck, cv) = (cpu.tabulate($n, op!(|i: usize| (i / run) as u32)).collect()?, $make(&cpu, $n, 6)?);
                let (gpu, cpu) = (reduce_by_key(&k, &v, Sum)?, reduce_by_key(&ck, &cv, Sum)?);
                same((gpu.0.to_vec()?, gpu.1.to_vec()?), (cpu.0.to_vec()?, cpu.1.to_vec()?), "reduce_by_key")?;
            }
            let bytes = ($n + $n.div_ceil(run)) as f64 * (4 + size_of::<$t>()) as f64;
            $table.row($gpu, ["reduce_by_key", $name, &format!("run_length_{run}")], ($n, bytes), || Ok(()), |()| {
                reduce_by_key(&k, &v, Sum).map(drop)
            })?;
        }
    )*};
}

fn cases(table: &mut Table, gpu: &Cuda, n: usize) -> Result<()> {
    folds!(table, gpu, n, f32 f32s "f32", f64 f64s "f64", u32 u32s "u32");
    let four = 4.0 * n as f64;
    if table.wants("copy_if") {
        let x = u32s(gpu, n, 5)?;
        let low = op!(|v: u32| v < 0x8000_0000);
        if n <= CHECKED {
            same(x.iter().copy_if(low)?.to_vec()?, u32s(&Cpu::new(), n, 5)?.iter().copy_if(low)?.to_vec()?, "copy_if")?;
        }
        table.row(gpu, ["copy_if", "u32", "half"], (n, 1.5 * four), || Ok(()), |()| x.iter().copy_if(low).map(drop))?;
        table.row(
            gpu,
            ["count_if", "u32", "half"],
            (n, four),
            || Ok(()),
            |()| x.iter().filter(low).count().map(drop),
        )?;
        table.row(gpu, ["max_element", "u32", ""], (n, four), || Ok(()), |()| x.iter().argmax().map(drop))?;
    }
    sorts!(table, gpu, n, u32 u32s "u32" "u32/u32", u64 u64s "u64" "u64/u32", f32 f32s "f32" "f32/u32");
    if table.wants("sort") {
        let keys = u32s(gpu, n, 3)?;
        let greater = op!(|a: u32, b: u32| a > b);
        table.row(
            gpu,
            ["sort", "u32", "custom_comparator"],
            (n, 2.0 * four),
            || keys.try_clone(),
            |k| k.sort_by(greater),
        )?;
    }
    by_key!(table, gpu, n, f32 f32s "u32/f32", f64 f64s "u32/f64");
    if table.wants("transform") {
        let (x, y) = (f32s(gpu, n, 7)?, f32s(gpu, n, 8)?);
        let (mut out, a) = (x.try_clone()?, 2.0f32);
        let saxpy = op!(|(x, y): (f32, f32)| a * x + y);
        table.row(
            gpu,
            ["transform", "f32", "saxpy"],
            (n, 3.0 * four),
            || Ok(()),
            |()| x.iter().zip(&y).map(saxpy).collect_into(&mut out),
        )?;
        table.row(
            gpu,
            ["inner_product", "f32", ""],
            (n, 2.0 * four),
            || Ok(()),
            |()| x.iter().inner_product(&y).map(drop),
        )?;
    }
    Ok(())
}

fn main() -> Result<()> {
    let args: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with("--")).collect();
    let largest = args.first().and_then(|a| a.parse().ok()).unwrap_or(28u32);
    let gpu = match Cuda::new(0) {
        Ok(gpu) => gpu,
        Err(error) => {
            eprintln!("SKIPPED: {error}");
            return Ok(());
        }
    };
    eprintln!("# {}", gpu.name());
    println!("lib,algorithm,types,n,variant,wall_us,gbps,fraction_of_copy");
    let mut table = Table { filter: args.get(1).cloned().unwrap_or_default(), copy_gbps: 0.0 };
    let n = 1usize << largest;
    let x = u32s(&gpu, n, 0)?;
    let mut y = x.try_clone()?;
    table.copy_gbps = table.row(
        &gpu,
        ["collect", "u32", "copy"],
        (n, 8.0 * n as f64),
        || Ok(()),
        |()| x.iter().collect_into(&mut y),
    )?;
    drop((x, y));
    for log2 in [10, 16, 20, 24, 28].into_iter().filter(|l| *l <= largest) {
        cases(&mut table, &gpu, 1 << log2)?;
    }
    Ok(())
}
