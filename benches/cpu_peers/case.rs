//! The measurement and its inputs.

use std::hint::black_box;
use std::time::{Duration, Instant};

use onrush::prelude::*;

/// The most samples of a row.
const MOST: usize = 200;

pub(crate) struct Case {
    pub(crate) n: usize,
    pub(crate) only: Option<String>,
    /// Whether rows are run without a measurement.
    pub(crate) briefly: bool,
    /// For how long a row is sampled, and how often at least.
    pub(crate) patience: (Duration, usize),
}

impl Case {
    /// Measures `body`, repeated often enough per sample for the clock's resolution; the first sample is dropped.
    /// `black_box` hides inputs and results from the compiler, so that it can't omit a call.
    pub(crate) fn row<R>(&self, lib: &str, what: &str, variant: &str, mut body: impl FnMut() -> R) {
        let name = format!("{lib},{what},{},{variant}", self.n);
        if self.only.as_ref().is_some_and(|only| !name.contains(only.as_str())) {
            return;
        }
        let calls = if self.briefly { 1 } else { ((1 << 14) / self.n.max(1)).max(1) };
        let (patience, fewest) = self.patience;
        let most = if self.briefly { fewest } else { MOST };
        let begin = Instant::now();
        let mut times = Vec::new();
        while times.len() < fewest || times.len() < most && begin.elapsed() < patience {
            let start = Instant::now();
            for _ in 0..calls {
                black_box(black_box(&mut body)());
            }
            times.push(start.elapsed().as_secs_f64() * 1e3 / calls as f64);
        }
        let times = &mut times[1..];
        times.sort_by(f64::total_cmp);
        println!("{name},{:.6},{:.6}", times[times.len() / 2], times[0]);
    }
}

/// The inputs, on the host and as device vectors.
pub(crate) struct Data {
    pub(crate) cpu: Cpu,
    /// Uniformly distributed in 0..1.
    pub(crate) f: Vec<f32>,
    pub(crate) df: DeviceVec<f32, Cpu>,
    /// Uniformly distributed.
    pub(crate) u: Vec<u32>,
    pub(crate) du: DeviceVec<u32, Cpu>,
    /// Uniformly distributed in 0..n.
    pub(crate) to: Vec<usize>,
    pub(crate) dto: DeviceVec<usize, Cpu>,
    /// Runs of ten equal keys.
    pub(crate) keys: Vec<u32>,
    pub(crate) dkeys: DeviceVec<u32, Cpu>,
}

impl Data {
    pub(crate) fn new(n: usize) -> onrush::Result<Self> {
        let cpu = Cpu::new();
        let f: Vec<f32> = (0..n as u64).map(|i| (mix(i) >> 40) as f32 / 16_777_216.0).collect();
        let u: Vec<u32> = (0..n as u64).map(|i| (mix(i) >> 16) as u32).collect();
        let to: Vec<usize> = (0..n as u64).map(|i| mix(i) as usize % n).collect();
        let keys: Vec<u32> = (0..n as u32).map(|i| i / 10).collect();
        let (df, du) = (cpu.upload(&f)?, cpu.upload(&u)?);
        let (dto, dkeys) = (cpu.upload(&to)?, cpu.upload(&keys)?);
        Ok(Data { cpu, f, df, u, du, to, dto, keys, dkeys })
    }
}

fn mix(i: u64) -> u64 {
    let mut z = (i + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
