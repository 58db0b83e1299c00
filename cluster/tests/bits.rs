//! Every call on a cluster has the bits of the same call on one device: for 1, 2, 3, 5 and 8 ranks, of CPU devices, of emulated GPUs
//! and of a mixture.
#![allow(unsafe_code)]

use std::time::Duration;

use half::f16;
use onrush::prelude::*;
use onrush_cluster::{Cluster, Error, InProcess, Interrupted, Rank, ShardedVec, Transport};
use onrush_cuda::Cuda;
use onrush_test_support::inputs::mix;
use onrush_test_support::{Tested, machines};

/// The calls of one macro on one device and on the ranks of a cluster: `$new` makes a vector, `$lib` has the functions.
macro_rules! compared {
    ($calls:ident, $devices:expr, $len:expr, $what:expr, $($input:expr),+) => {{
        let alone = |device: &Tested| -> onrush::Result<Bits> {
            let mut out = Vec::new();
            macro_rules! new { ($items:expr) => { device.upload($items)? }; }
            $calls!(out, onrush, new, $($input),+);
            Ok(out)
        };
        let expected = alone(&Cpu::new().into()).expect("the results of one device");
        same($devices, $len, &expected, $what, |rank| {
            let mut out = Vec::new();
            macro_rules! new { ($items:expr) => { rank.shard($items)? }; }
            $calls!(out, onrush_cluster, new, $($input),+);
            Ok(out)
        });
    }};
}

#[path = "bits/order.rs"]
mod order;
#[path = "bits/places.rs"]
mod places;
#[path = "bits/random.rs"]
mod random;
#[path = "bits/runs.rs"]
mod runs;

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

fn same_bits(devices: Vec<Tested>, data: &Data, expected: &Bits) {
    let all = expected.iter().any(|(name, _)| *name == "product");
    same(devices, data.floats.len(), expected, "", |rank| on(rank, data, all));
}

/// A transport that says nothing of one process, so that all items are sent as bytes.
#[derive(Debug)]
struct Bytes(InProcess);

// SAFETY: the wrapped transport keeps the contract.
unsafe impl Transport for Bytes {
    fn rank(&self) -> usize {
        self.0.rank()
    }
    fn size(&self) -> usize {
        self.0.size()
    }
    unsafe fn all_to_all(&self, parts: Vec<Vec<u8>>, limit: Duration) -> Result<Vec<Vec<u8>>, Interrupted> {
        // SAFETY: the caller's promise.
        unsafe { self.0.all_to_all(parts, limit) }
    }
    fn abort(&self, rank: usize, reason: &str) {
        self.0.abort(rank, reason);
    }
    fn leave(&self) {
        self.0.leave();
    }
}

/// Three ranks exchange bytes, other numbers copy from each other's devices.
fn same(
    devices: Vec<Tested>,
    len: usize,
    expected: &Bits,
    what: &str,
    program: impl Fn(&Rank<Tested>) -> onrush_cluster::Result<Bits> + Sync,
) {
    let (size, names) = (devices.len(), format!("{devices:?}"));
    let ranks = match size {
        3 => {
            let ranks = InProcess::ranks(size).into_iter().zip(devices);
            onrush_cluster::run(ranks.map(|(transport, device)| Rank::new(device, Bytes(transport))).collect(), program)
        }
        _ => Cluster::new(devices).run(program),
    };
    let ranks = ranks.unwrap_or_else(|error| panic!("{names}: {error}"));
    for (rank, results) in ranks.iter().enumerate() {
        assert_eq!(results.len(), expected.len());
        for ((name, result), (_, expected)) in results.iter().zip(expected) {
            let place = result.iter().zip(expected).position(|(a, b)| a != b);
            assert!(result == expected, "{name} of {len} items {what}, rank {rank} of {size}: differs at {place:?}");
        }
    }
}

/// Pairs of a run's key and its result, which one device has in two vectors.
trait AsPairs<K, V> {
    type Error;
    fn pairs(self) -> Result<Vec<(K, V)>, Self::Error>;
}
impl<K: Element, V: Element> AsPairs<K, V> for (DeviceVec<K, Tested>, DeviceVec<V, Tested>) {
    type Error = onrush::Error;
    fn pairs(self) -> onrush::Result<Vec<(K, V)>> {
        Ok(self.0.to_vec()?.into_iter().zip(self.1.to_vec()?).collect())
    }
}
impl<K: Element, V: Element> AsPairs<K, V> for ShardedVec<(K, V), Tested> {
    type Error = Error;
    fn pairs(self) -> onrush_cluster::Result<Vec<(K, V)>> {
        self.to_vec()
    }
}

/// The calls that move items between ranks. `$new` makes a vector.
macro_rules! moving {
    ($out:ident, $lib:ident, $new:ident, $keys:expr, $data:expr) => {{
        let composed = op!(|a: [f64; 3], b: [f64; 3]| [a[0] * b[0], a[1] * b[0] + b[1], a[2] + b[2]]);
        let thrice = op!(|v: f32| [v, v * 0.5, 1.0]);
        let sums = commutative(op!(|a: [f32; 3], b: [f32; 3]| [a[0] + b[0], a[1] + b[1], a[2] + b[2]]));
        let (keys, x, h, m) = ($new!($keys), $new!(&$data.floats), $new!(&$data.halves), $new!(&$data.maps));
        $out.push(("by key", bits($lib::reduce_by_key(&keys, &x, Sum).collect()?.pairs()?)));
        $out.push(("by key, of halves", bits($lib::reduce_by_key(&keys, &h, Sum).collect()?.pairs()?)));
        $out.push(("by key, in order", bits($lib::reduce_by_key(&keys, &m, composed).collect()?.pairs()?)));
        $out.push((
            "by key, of threes",
            bits($lib::reduce_by_key(&keys, x.iter().map(thrice), sums).collect()?.pairs()?),
        ));
        let near = op!(|a: u32, b: u32| a / 100 == b / 100);
        $out.push(("by key, exact", bits($lib::reduce_by_key_with(&keys, &h, near, Max).collect()?.pairs()?)));
        $out.push(("by key, with", bits($lib::reduce_by_key_with(&keys, &x, near, Sum).collect()?.pairs()?)));
        $out.push(("run lengths", bits(keys.iter().run_length_encode::<u32>().collect()?.pairs()?)));
        $out.push(("dedup", bits(keys.iter().dedup().collect()?.to_vec()?)));
        $out.push(("dedup_by", bits(keys.iter().dedup_by(near).collect()?.to_vec()?)));
        let (low, high) = x.iter().partition(op!(|v: f32| v < 11.0)).collect()?;
        $out.push(("partition", bits((low.to_vec()?, high.to_vec()?))));

        $out.push(("top_k", bits(x.iter().top_k(9).collect()?.to_vec()?)));
        $out.push(("bottom_k of kept", bits(keys.iter().filter(op!(|k: u32| k > 3)).bottom_k(9).collect()?.to_vec()?)));
        let back = x.iter().enumerate().map(op!(|(i, v): (usize, f32)| if v > 0.0 { i / 3 } else { i }));
        $out.push(("permute", bits(h.iter().permute(back).collect()?.to_vec()?)));

        let mut sorted = $new!($keys);
        sorted.sort()?;
        $out.push(("sort", bits(sorted.to_vec()?)));
        sorted.sort_by(Greater)?;
        $out.push(("sort, descending", bits(sorted.to_vec()?)));
        sorted.sort_by(op!(|a: u32, b: u32| (a % 16).cmp(&(b % 16))))?;
        $out.push(("sort_by", bits(sorted.to_vec()?)));
        let mut floats = $new!(&$data.floats);
        floats.sort_by_key(op!(|v: f32| v as i8))?;
        $out.push(("sort_by_key of one vector", bits(floats.to_vec()?)));
        let (mut keys, mut values) = ($new!($keys), $new!(&$data.maps));
        $lib::sort_by_key(&mut keys, &mut values)?;
        $out.push(("sort_by_key", bits((keys.to_vec()?, values.to_vec()?))));
        $lib::sort_by_key_with(&mut keys, &mut values, Greater)?;
        $out.push(("sort_by_key, descending", bits((keys.to_vec()?, values.to_vec()?))));
    }};
}

fn moved_alone(device: &Tested, keys: &[u32], data: &Data) -> onrush::Result<Bits> {
    let mut out = Vec::new();
    macro_rules! new {
        ($items:expr) => {
            device.upload($items)?
        };
    }
    moving!(out, onrush, new, keys, data);
    let (mut keys, mut positions) = (device.upload(keys)?, device.range(0..keys.len()).collect()?);
    let mut floats = device.upload(&data.floats)?;
    onrush::sort_by_key(&mut keys, (&mut floats, &mut positions))?;
    out.push(("sort_by_key of columns", bits((floats.to_vec()?, positions.to_vec()?))));
    Ok(out)
}

fn moved_on(rank: &Rank<Tested>, keys: &[u32], data: &Data) -> onrush_cluster::Result<Bits> {
    let mut out = Vec::new();
    macro_rules! new {
        ($items:expr) => {
            rank.shard($items)?
        };
    }
    moving!(out, onrush_cluster, new, keys, data);
    let (mut keys, floats) = (rank.shard(keys)?, rank.shard(&data.floats)?);
    let mut columns = floats.iter().zip(rank.range(0..floats.len())).collect()?;
    onrush_cluster::sort_by_key(&mut keys, &mut columns)?;
    out.push(("sort_by_key of columns", bits(columns.to_vec()?.into_iter().unzip::<_, _, Vec<_>, Vec<_>>())));
    Ok(out)
}

/// Keys: different ones, few in random order, one, short runs in ascending order, and long ones in descending order.
fn keys_of_kinds(len: usize) -> [Vec<u32>; 5] {
    let of = |key: &dyn Fn(usize) -> u32| (0..len).map(key).collect();
    [
        of(&|i| mix(i as u64) as u32),
        of(&|i| (mix(i as u64) % 5) as u32),
        of(&|_| 7),
        of(&|i| i as u32 / 3),
        of(&|i| (len - i) as u32 / 30_011),
    ]
}

fn same_moves(devices: Vec<Tested>, len: usize, keys: &[u32]) {
    let data = Data::new(len);
    let expected = moved_alone(&Cpu::new().into(), keys, &data).expect("the results of one device");
    same(devices, len, &expected, "moved", |rank| moved_on(rank, keys, &data));
}

#[test]
fn cpus_move_items_as_one() {
    // The number of items, that of ranks, and kinds of keys.
    let cases: [(usize, usize, &[usize]); 5] =
        [(0, 3, &[0]), (5, 8, &[1]), (24_577, 2, &[4]), (50_007, 3, &[0, 3]), (75_000, 5, &[2])];
    for (len, ranks, kinds) in cases {
        let keys = keys_of_kinds(len);
        kinds.iter().for_each(|kind| same_moves(vec![cpu(); ranks], len, &keys[*kind]));
    }
}

#[test]
#[ignore = "compiles some thirty kernels"]
fn devices_of_several_kinds_move_items_as_one() {
    let keys: Vec<u32> = (0..30_000).map(|i| i / 9_000).collect();
    // The first rank has no items.
    same_moves(vec![cpu(), emulated(), cpu()], keys.len(), &keys);
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
            same_bits(vec![cpu(); ranks], &data, &expected);
        }
    }
}

#[test]
fn emulated_gpus_have_the_bits_of_one() {
    for (len, ranks) in [(0, 2), (1000, 3), (60_007, 2), (60_007, 3), (130_000, 5), (200_001, 8)] {
        let data = Data::new(len);
        let expected = alone(&cpu(), &data, false).expect("the results of one device");
        same_bits((0..ranks).map(|_| emulated()).collect(), &data, &expected);
    }
}

#[test]
fn devices_of_several_kinds_have_the_bits_of_one() {
    let data = Data::new(75_000);
    let expected = alone(&cpu(), &data, false).expect("the results of one device");
    let sequential = machines::sequential().expect("plain loops").expect("a device");
    same_bits(vec![cpu(), sequential, emulated()], &data, &expected);
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

/// On all GPUs there are, each of which is as many ranks as it takes.
#[test]
fn gpus_have_the_bits_of_one() {
    if machines::gpu().expect("a GPU").is_none() {
        return;
    }
    let gpus: Vec<Cuda> = (0..).map_while(|i| Cuda::new(i).ok()).collect();
    let devices =
        |ranks: usize| -> Vec<Tested> { gpus.iter().cycle().take(ranks).cloned().map(Tested::from).collect() };
    for (len, numbers) in [(1000, vec![3]), (60_007, vec![1, 2, 5]), (3_000_001, vec![2, 3, 8])] {
        let data = Data::new(len);
        let expected = alone(&Cpu::new().into(), &data, true).expect("the results of one device");
        for ranks in numbers {
            same_bits(devices(ranks), &data, &expected);
        }
        for (kind, keys) in keys_of_kinds(len).iter().enumerate() {
            same_moves(devices([2, 3, 4, 5, 8][kind % 5]), len, keys);
        }
    }
}

fn bits_of<T>(results: Result<Vec<T>, Error>) -> Vec<T> {
    results.unwrap_or_else(|error| panic!("{error}"))
}
