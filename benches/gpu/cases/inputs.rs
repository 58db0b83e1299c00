//! Inputs: the same numbers on the GPU and on the CPU.

use onrush::Result;
use onrush::prelude::*;

#[device]
fn random(i: usize, seed: u64) -> u32 {
    let mut z = (i as u64).wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(seed);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    ((z ^ (z >> 31)) >> 16) as u32
}

pub(super) fn u32s<B: Backend>(b: &B, n: usize, seed: u64) -> Result<DeviceVec<u32, B>> {
    b.tabulate(n, op!(|i: usize| random(i, seed))).collect()
}

pub(super) fn u64s<B: Backend>(b: &B, n: usize, seed: u64) -> Result<DeviceVec<u64, B>> {
    b.tabulate(
        n,
        op!(|i: usize| {
            let x = random(i, seed) as u64;
            (x << 32) ^ x.wrapping_mul(2_654_435_761)
        }),
    )
    .collect()
}

pub(super) fn f32s<B: Backend>(b: &B, n: usize, seed: u64) -> Result<DeviceVec<f32, B>> {
    b.tabulate(n, op!(|i: usize| (random(i, seed) >> 8) as f32 * (1.0 / 16_777_216.0))).collect()
}

pub(super) fn f64s<B: Backend>(b: &B, n: usize, seed: u64) -> Result<DeviceVec<f64, B>> {
    b.tabulate(n, op!(|i: usize| random(i, seed) as f64 * (1.0 / 4_294_967_296.0))).collect()
}

/// Random positions below `n`.
pub(super) fn positions<B: Backend>(b: &B, n: usize, seed: u64) -> Result<DeviceVec<u32, B>> {
    positions_below(b, n, n, seed)
}

/// `n` random positions below `end`.
pub(super) fn positions_below<B: Backend>(b: &B, n: usize, end: usize, seed: u64) -> Result<DeviceVec<u32, B>> {
    b.tabulate(n, op!(|i: usize| ((random(i, seed) as u64 * end as u64) >> 32) as u32)).collect()
}
