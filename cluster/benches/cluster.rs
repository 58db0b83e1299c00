//! Calls on the ranks of one process beside the same calls on one device.
//!
//! `cargo bench -p onrush-cluster -- [LOG2,…] [FILTER] [--cpu RANKS THREADS]` prints
//! `call,types,n,ranks,alone_us,cluster_us,speedup,rounds,sent_mb`: the median time of a call on the first GPU alone, and of the same
//! call on all GPUs, from the time when all ranks begin until the last one's device has done its work; then the rounds of a call, and the
//! megabytes that rank 0 sends. `--cpu` takes CPU devices of that many threads each, beside one that has the threads of all.
//!
//! A number that the results determine is compared: a wrong one ends the benchmark.
#![allow(missing_docs)]

use std::process::ExitCode;
use std::time::{Duration, Instant};

use onrush::prelude::*;
use onrush_cluster::{Cluster, Result};
use onrush_cuda::Cuda;

/// Calls that are timed, behind two that aren't.
const CALLS: usize = 9;

/// A number that depends on `i` in no visible way.
#[device]
fn hash(i: usize) -> u32 {
    let mut h = (i as u32).wrapping_mul(0x9e37_79b9) ^ (i >> 32) as u32;
    h = (h ^ (h >> 16)).wrapping_mul(0x85eb_ca6b);
    h = (h ^ (h >> 13)).wrapping_mul(0xc2b2_ae35);
    h ^ (h >> 16)
}

/// What is written otherwise on one device than on ranks.
mod one {
    use onrush::Result;
    use onrush::prelude::*;
    pub(crate) use onrush::{reduce_by_key, sort_by_key};

    pub(crate) fn counts<B: Backend>(x: &DeviceVec<u32, B>) -> Result<Vec<u64>> {
        x.iter().histogram(256).collect()?.to_vec()
    }
    pub(crate) fn of_pairs<B: Backend>((keys, sums): &(DeviceVec<u32, B>, DeviceVec<f32, B>)) -> Result<u64> {
        keys.iter()
            .zip(sums)
            .enumerate()
            .map(op!(|(i, (key, sum)): (usize, (u32, f32))| super::mixed(i, key, sum)))
            .sum()
    }
}
mod many {
    use onrush::prelude::*;
    use onrush_cluster::{Result, ShardedVec};
    pub(crate) use onrush_cluster::{reduce_by_key, sort_by_key};

    pub(crate) fn counts<B: Backend>(x: &ShardedVec<u32, B>) -> Result<Vec<u64>> {
        x.iter().histogram(256)
    }
    pub(crate) fn of_pairs<B: Backend>(pairs: &ShardedVec<(u32, f32), B>) -> Result<u64> {
        pairs.iter().enumerate().map(op!(|(i, (key, sum)): (usize, (u32, f32))| super::mixed(i, key, sum))).sum()
    }
}

/// A number of a pair and its position.
#[device]
fn mixed(i: usize, key: u32, sum: f32) -> u64 {
    (i as u64 + 1).wrapping_mul((key as u64) << 32 | sum.to_bits() as u64)
}

struct Bench<B> {
    alone: B,
    devices: Vec<B>,
    filter: String,
}

fn median(mut times: Vec<Duration>) -> f64 {
    times.sort();
    times[times.len() / 2].as_secs_f64() * 1e6
}

/// Times a call on one device and on all of a cluster: `$make` makes its input from `$range`, the positions `0..n`, `$call` is the call, and
/// `$number` makes a number of its result. `$lib` is the crate that has the functions.
macro_rules! case {
    ($bench:expr, $name:literal, $types:literal, $n:expr, $lib:ident,
     |$range:ident| $make:expr, |$input:ident| $call:expr, |$of:ident| $number:expr) => {
        if $name.contains(&$bench.filter) {
            let (n, bench) = ($n, $bench);
            let (mut times, mut numbers) = (Vec::new(), Vec::new());
            for call in 0..CALLS + 2 {
                #[allow(unused_imports)]
                use one as $lib;
                let $range = || bench.alone.range(0..n);
                #[allow(unused_mut)]
                let mut $input = $make;
                bench.alone.synchronize()?;
                let start = Instant::now();
                let $of = $call;
                bench.alone.synchronize()?;
                times.extend((call > 1).then(|| start.elapsed()));
                numbers.push($number);
            }
            let alone = median(times);
            let ranks = Cluster::new(bench.devices.iter().cloned()).run(|rank| {
                #[allow(unused_imports)]
                use many as $lib;
                let (mut times, mut numbers, mut traffic) = (Vec::new(), Vec::new(), rank.traffic());
                for call in 0..CALLS + 2 {
                    let $range = || rank.range(0..n);
                    #[allow(unused_mut)]
                    let mut $input = $make;
                    rank.device().synchronize()?;
                    rank.barrier()?;
                    let (start, before) = (Instant::now(), rank.traffic());
                    let $of = $call;
                    rank.device().synchronize()?;
                    let after = rank.traffic();
                    rank.barrier()?;
                    times.extend((call > 1).then(|| start.elapsed()));
                    (traffic.rounds, traffic.bytes) = (after.rounds - before.rounds, after.bytes - before.bytes);
                    numbers.push($number);
                }
                Ok((median(times), numbers, traffic))
            })?;
            for (_, of_rank, _) in &ranks {
                assert_eq!(*of_rank, numbers, "{}, {n} items", $name);
            }
            let (cluster, _, traffic) = &ranks[0];
            let (speedup, sent) = (alone / cluster, traffic.bytes as f64 / 1e6);
            println!(
                "{},{},{n},{},{alone:.1},{cluster:.1},{speedup:.2},{},{sent:.3}",
                $name,
                $types,
                ranks.len(),
                traffic.rounds
            );
        }
    };
}

fn all<B: Backend>(bench: &Bench<B>, n: usize) -> Result<()> {
    let unit = op!(|i: usize| (hash(i) >> 8) as f32 / 16_777_216.0);
    let number = op!(|i: usize| hash(i));
    case!(bench, "reduce", "f32", n, lib, |range| range().map(unit).collect()?, |x| x.iter().sum()?, |sum| {
        sum.to_bits() as u64
    });
    case!(
        bench,
        "scan_inclusive",
        "f32",
        n,
        lib,
        |range| range().map(unit).collect()?,
        |x| x.iter().scan_inclusive(Sum).collect()?,
        |y| y.iter().map(op!(|v: f32| v.to_bits() as u64)).sum()?
    );
    case!(
        bench,
        "copy_if half",
        "u32",
        n,
        lib,
        |range| range().map(number).collect()?,
        |x| x.iter().filter(op!(|v: u32| v & 64 == 0)).collect()?,
        |y| y.iter().enumerate().map(op!(|(i, v): (usize, u32)| (i as u64).wrapping_mul(v as u64))).sum()?
    );
    case!(
        bench,
        "histogram 256",
        "u32",
        n,
        lib,
        |range| range().map(op!(|i: usize| hash(i) >> 24)).collect()?,
        |x| lib::counts(&x)?,
        |counts| counts.iter().fold(0u64, |all, count| all.wrapping_mul(31).wrapping_add(*count))
    );
    case!(
        bench,
        "reduce_by_key mean 10",
        "u32 f32",
        n,
        lib,
        |range| (range().map(op!(|i: usize| hash(i / 10) >> 4)).collect()?, range().map(unit).collect()?),
        |x| lib::reduce_by_key(&x.0, &x.1, Sum).collect()?,
        |y| lib::of_pairs(&y)?
    );
    case!(
        bench,
        "sort",
        "u32",
        n,
        lib,
        |range| range().map(number).collect()?,
        |x| {
            x.sort()?;
            x
        },
        |y| y.iter().enumerate().map(op!(|(i, v): (usize, u32)| (i as u64).wrapping_mul(v as u64))).sum()?
    );
    case!(
        bench,
        "sort_by_key",
        "u32 u32",
        n,
        lib,
        |range| (range().map(number).collect()?, range().map(op!(|i: usize| i as u32)).collect()?),
        |x| {
            lib::sort_by_key(&mut x.0, &mut x.1)?;
            x.1
        },
        |y| y.iter().enumerate().map(op!(|(i, v): (usize, u32)| (i as u64).wrapping_mul(v as u64))).sum()?
    );
    Ok(())
}

fn run<B: Backend>(bench: &Bench<B>, sizes: &[u32]) -> ExitCode {
    println!("call,types,n,ranks,alone_us,cluster_us,speedup,rounds,sent_mb");
    match sizes.iter().try_for_each(|log2| all(bench, 1 << log2)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn main() -> ExitCode {
    let mut args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let cpu = args.iter().position(|arg| arg == "--cpu").map(|at| args.split_off(at));
    let sizes = args
        .first()
        .map_or("20,24,28", |sizes| sizes)
        .split(',')
        .filter_map(|log2| log2.parse().ok())
        .collect::<Vec<_>>();
    let filter = args.get(1).cloned().unwrap_or_default();
    if let Some(cpu) = cpu {
        let count = |i: usize| cpu.get(i).and_then(|n| n.parse().ok()).unwrap_or(2);
        let (ranks, threads) = (count(1), count(2));
        let with = |threads| Cpu::with_threads(threads).expect("threads");
        return run(
            &Bench { alone: with(ranks * threads), devices: (0..ranks).map(|_| with(threads)).collect(), filter },
            &sizes,
        );
    }
    let devices: Vec<Cuda> = (0..).map_while(|i| Cuda::new(i).ok()).collect();
    let Some(alone) = devices.first().cloned() else {
        eprintln!("SKIPPED: no GPU");
        return ExitCode::SUCCESS;
    };
    eprintln!("# {} x {}", devices.len(), alone.name());
    run(&Bench { alone, devices, filter }, &sizes)
}
