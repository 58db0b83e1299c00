//! Every call on a cluster has the bits of the same call on one device: for 1, 2, 3, 5 and 8 ranks, of CPU devices, of emulated GPUs
//! and of a mixture.

use half::f16;
use onrush::prelude::*;
use onrush_cluster::{Cluster, Error, Rank};
use onrush_cuda::Cuda;
use onrush_test_support::Tested;
use onrush_test_support::inputs::mix;

/// Bits of results, with the names of their calls.
type Bits = Vec<(&'static str, Vec<u64>)>;

trait AsBits {
    fn bits(&self, out: &mut Vec<u64>);
}
macro_rules! as_bits {
    ($($t:ty: |$x:ident| $bits:expr;)*) => {$(
        impl AsBits for $t {
            fn bits(&self, out: &mut Vec<u64>) {
                let $x = *self;
                out.push($bits as u64);
            }
        }
    )*};
}
as_bits! { f16: |x| x.to_bits(); f32: |x| x.to_bits(); f64: |x| x.to_bits(); u8: |x| x; u32: |x| x; u64: |x| x; usize: |x| x; bool: |x| x; }
impl<T: AsBits> AsBits for Vec<T> {
    fn bits(&self, out: &mut Vec<u64>) {
        self.iter().for_each(|x| x.bits(out));
    }
}
impl<T: AsBits, const N: usize> AsBits for [T; N] {
    fn bits(&self, out: &mut Vec<u64>) {
        self.iter().for_each(|x| x.bits(out));
    }
}
impl<T: AsBits> AsBits for Option<T> {
    fn bits(&self, out: &mut Vec<u64>) {
        out.push(self.is_some().into());
        self.iter().for_each(|x| x.bits(out));
    }
}
impl<S: AsBits, T: AsBits> AsBits for (S, T) {
    fn bits(&self, out: &mut Vec<u64>) {
        self.0.bits(out);
        self.1.bits(out);
    }
}
fn bits(x: impl AsBits) -> Vec<u64> {
    let mut out = Vec::new();
    x.bits(&mut out);
    out
}

struct Data {
    floats: Vec<f32>,
    halves: Vec<f16>,
    maps: Vec<[f64; 3]>,
}

impl Data {
    fn new(len: usize) -> Self {
        let float = |i: usize| (mix(i as u64) >> 40) as f32 / 3e5 - 20.0;
        let map = |i: usize| [1.0 + f64::from(float(i)) * 1e-5, f64::from(float(i + 1)), f64::from(float(i + 2)) / 3.0];
        Data {
            floats: (0..len).map(float).collect(),
            halves: (0..len).map(|i| f16::from_f32(float(i) / 64.0)).collect(),
            maps: (0..len).map(map).collect(),
        }
    }
}

/// The calls whose association the contract fixes, and those that move items.
macro_rules! few {
    ($out:ident, $x:ident, $h:ident, $m:ident) => {{
        let composed = op!(|a: [f64; 3], b: [f64; 3]| [a[0] * b[0], a[1] * b[0] + b[1], a[2] + b[2]]);
        $out.push(("sum", bits($x.iter().sum()?)));
        $out.push(("sum of halves", bits($h.iter().sum()?)));
        $out.push(("sum of kept", bits($x.iter().filter(op!(|v: f32| v > 10.0)).sum()?)));
        $out.push(("reduce in order", bits($m.iter().reduce([1.0, 0.0, 0.0], composed)?)));
        $out.push(("inclusive", bits($x.iter().scan_inclusive(Sum).collect()?.to_vec()?)));
        $out.push((
            "exclusive in order",
            bits($m.iter().scan_exclusive([1.0, 0.5, 0.0], composed).collect()?.to_vec()?),
        ));
        $out.push(("copy_if", bits($x.iter().filter(op!(|v: f32| v > 10.0)).collect()?.to_vec()?)));
    }};
}

/// All other calls.
macro_rules! many {
    ($out:ident, $x:ident, $h:ident, $m:ident) => {{
        let composed = op!(|a: [f64; 3], b: [f64; 3]| [a[0] * b[0], a[1] * b[0] + b[1], a[2] + b[2]]);
        let last = op!(|v: [f64; 3]| v[2]);
        $out.push(("product", bits($x.iter().map(op!(|v: f32| 1.0 + v * 1e-6)).product()?)));
        $out.push(("kept halves", bits($h.iter().filter(op!(|v: f16| v > f16::ZERO)).sum()?)));
        $out.push((
            "none kept",
            bits(
                $h.iter()
                    .filter(op!(|v: f16| v > f16::INFINITY))
                    .reduce_with(commutative(op!(|a: f16, b: f16| a + b)))?,
            ),
        ));
        $out.push(("kept in order", bits($m.iter().filter(op!(|v: [f64; 3]| v[1] > 10.0)).reduce_with(composed)?)));
        $out.push(("min", bits($x.iter().min()?)));
        $out.push(("max", bits($m.iter().map(last).max()?)));
        $out.push(("minmax", bits($x.iter().minmax()?)));
        $out.push(("mean", bits($x.iter().mean()?)));
        $out.push(("mean of kept", bits($x.iter().filter(op!(|v: f32| v < -10.0)).mean()?)));
        let moments = $x.iter().moments()?;
        $out.push(("moments", bits(moments.map(|m| (m.count, (m.mean, m.squared_deviations))))));
        let moments = $h.iter().filter(op!(|v: f16| v > f16::ZERO)).moments()?;
        $out.push(("moments of kept", bits(moments.map(|m| (m.count, (m.mean, m.squared_deviations))))));
        $out.push(("argmin", bits($x.iter().argmin()?)));
        $out.push(("argmax", bits($x.iter().map(op!(|v: f32| v as i32)).argmax()?)));
        $out.push(("zip", bits($x.iter().zip(&$h).map(op!(|(v, h): (f32, f16)| v * f32::from(h))).sum()?)));
        $out.push((
            "enumerate",
            bits($x.iter().enumerate().map(op!(|(i, v): (usize, f32)| i as f32 * v)).collect()?.to_vec()?),
        ));
        $out.push(("inclusive of halves", bits($h.iter().scan_inclusive(Sum).collect()?.to_vec()?)));
        $out.push(("inclusive in order", bits($m.iter().scan_inclusive(composed).collect()?.to_vec()?)));
        $out.push((
            "exclusive of f64",
            bits($x.iter().map(op!(|v: f32| f64::from(v))).scan_exclusive(0.25, Sum).collect()?.to_vec()?),
        ));
        $out.push(("inclusive maxima", bits($x.iter().scan_inclusive(Max).collect()?.to_vec()?)));
        $out.push(("count", bits($x.iter().filter(op!(|v: f32| v > 0.0)).count()?)));
        $out.push(("position", bits($x.iter().position(op!(|v: f32| v > 35.9))?)));
        $out.push(("any", bits($x.iter().any(op!(|v: f32| v > 1e9))?)));
        $out.push(("all", bits($x.iter().all(op!(|v: f32| v > -20.5))?)));
        $out.push(("none", bits($x.iter().none(op!(|v: f32| v < -19.9))?)));
        let kept = $x.iter().filter(op!(|v: f32| v > 30.0)).collect()?;
        $out.push(("sum of what was kept", bits(kept.iter().sum()?)));
    }};
}

fn alone(device: &Tested, data: &Data, all: bool) -> onrush::Result<Bits> {
    let mut out = Vec::new();
    let (x, h, m) = (device.upload(&data.floats)?, device.upload(&data.halves)?, device.upload(&data.maps)?);
    few!(out, x, h, m);
    if all {
        many!(out, x, h, m);
        let digits = x.iter().map(op!(|v: f32| (v + 20.0) as u32)).histogram(64).collect()?;
        out.push(("histogram", bits(digits.to_vec()?)));
    }
    Ok(out)
}

fn on(rank: &Rank<Tested>, data: &Data, all: bool) -> onrush_cluster::Result<Bits> {
    let mut out = Vec::new();
    let x = rank.shard(&data.floats)?;
    // In unequal parts: the last rank has most.
    let cut = |rank_: usize| data.halves.len() * rank_ * rank_ / (rank.size() * rank.size());
    let h = rank.shard_parts(&data.halves[cut(rank.rank())..cut(rank.rank() + 1)])?;
    let m = rank.shard(&data.maps)?;
    few!(out, x, h, m);
    if all {
        many!(out, x, h, m);
        out.push(("histogram", bits(x.iter().map(op!(|v: f32| (v + 20.0) as u32)).histogram(64)?)));
    }
    Ok(out)
}

fn same_bits(cluster: &Cluster<Tested>, data: &Data, expected: &Bits) {
    let all = expected.iter().any(|(name, _)| *name == "product");
    let ranks = cluster.run(|rank| on(rank, data, all)).unwrap_or_else(|error| panic!("{cluster:?}: {error}"));
    for (rank, results) in ranks.iter().enumerate() {
        assert_eq!(results.len(), expected.len());
        for ((name, result), (_, expected)) in results.iter().zip(expected) {
            let place = result.iter().zip(expected).position(|(a, b)| a != b);
            assert!(
                result == expected,
                "{name} of {} items, rank {rank} of {}: differs at {place:?}",
                data.floats.len(),
                cluster.size()
            );
        }
    }
}

fn cpu() -> Tested {
    Cpu::with_threads(1).expect("a CPU").into()
}

fn emulated() -> Tested {
    Cuda::emulated().into()
}

#[test]
fn cpus_have_the_bits_of_one() {
    // Fewer items than ranks, fewer units than ranks, whole units and not.
    let cases: [(usize, &[usize]); 7] = [
        (0, &[1, 3]),
        (1, &[2, 8]),
        (1000, &[1, 5]),
        (24_576, &[2, 3]),
        (24_577, &[2, 3]),
        (60_007, &[1, 2, 3, 5, 8]),
        (220_001, &[5, 8]),
    ];
    for (len, numbers) in cases {
        let data = Data::new(len);
        let expected = alone(&Cpu::new().into(), &data, true).expect("the results of one device");
        for &ranks in numbers {
            same_bits(&Cluster::new(vec![cpu(); ranks]), &data, &expected);
        }
    }
}

#[test]
fn emulated_gpus_have_the_bits_of_one() {
    for (len, ranks) in [(0, 2), (1000, 3), (60_007, 2), (60_007, 3), (130_000, 5), (200_001, 8)] {
        let data = Data::new(len);
        let expected = alone(&cpu(), &data, false).expect("the results of one device");
        same_bits(&Cluster::new((0..ranks).map(|_| emulated())), &data, &expected);
    }
}

#[test]
fn devices_of_several_kinds_have_the_bits_of_one() {
    let data = Data::new(75_000);
    let expected = alone(&cpu(), &data, false).expect("the results of one device");
    let sequential = onrush_test_support::machines::sequential().expect("plain loops").expect("a device");
    same_bits(&Cluster::new([cpu(), sequential, emulated()]), &data, &expected);
}

/// Chunks of more than eight rows, which begin at 2^25 items, and lie across cuts if the items aren't of 4 bytes.
#[test]
fn long_chunks_have_the_bits_of_one() {
    let len = (1 << 25) + 1_234_567;
    let device = Cpu::new();
    let value = op!(|i: usize| (i % 1013) as f32 / 7.0);
    let pair = op!(|i: usize| [(i % 1013) as f64 / 7.0, (i % 97) as f64 / 3.0]);
    let both = commutative(op!(|a: [f64; 2], b: [f64; 2]| [a[0] + b[0], a[1] + b[1]]));
    let odd = op!(|i: usize| i % 3 == 1);
    let expected = (
        device.range(0..len).map(value).sum().expect("a sum"),
        device.range(0..len).filter(odd).map(pair).reduce_with(both).expect("a sum"),
    );
    let sums = Cluster::new(vec![device; 3]).run(|rank| {
        let sum = rank.range(0..len).map(value).sum()?;
        Ok((sum, rank.range(0..len).filter(odd).map(pair).reduce_with(both)?))
    });
    assert_eq!(bits_of(sums), vec![expected; 3]);
}

fn bits_of<T>(results: Result<Vec<T>, Error>) -> Vec<T> {
    results.unwrap_or_else(|error| panic!("{error}"))
}
