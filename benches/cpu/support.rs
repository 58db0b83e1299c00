//! Inputs, which are the same for every case and every library.

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput};

/// The sizes: a short loop, inputs for the second-level and for the third-level cache, and inputs that only memory holds.
const SIZES: [u32; 4] = [10, 16, 20, 24];

/// Runs `body` for a group per size; `bytes_per_item` is the least that the algorithm must move.
pub(crate) fn sizes(
    c: &mut Criterion,
    name: &str,
    bytes_per_item: u64,
    mut body: impl FnMut(&mut BenchmarkGroup<'_, WallTime>, usize),
) {
    for log2 in SIZES {
        let n = 1usize << log2;
        let mut group = c.benchmark_group(format!("{name}/2^{log2}"));
        group.throughput(Throughput::Bytes(bytes_per_item * n as u64));
        body(&mut group, n);
        group.finish();
    }
}

fn mix(i: u64) -> u64 {
    let mut z = (i + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// Random numbers of all 32 bits.
pub(crate) fn random_u32(n: usize) -> Vec<u32> {
    (0..n as u64).map(|i| (mix(i) >> 16) as u32).collect()
}

/// Random numbers in 0..1 with 24 random bits.
pub(crate) fn random_f32(n: usize) -> Vec<f32> {
    (0..n as u64).map(|i| (mix(i) >> 40) as f32 / 16_777_216.0).collect()
}
