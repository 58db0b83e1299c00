//! The same call again and again, on one stream and on several at once: one bit pattern.

use onrush::Result;
use onrush::prelude::*;

use crate::{cuda, emulated};

/// 32 bits that look random.
#[device]
pub(crate) fn random(i: u64) -> u32 {
    let mut z = i.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    ((z ^ (z >> 27)) >> 16) as u32
}

/// Whether two vectors differ in a bit.
fn differ<B: Backend>(a: &DeviceVec<f32, B>, b: &DeviceVec<f32, B>) -> Result<bool> {
    Ok(a.len() != b.len() || a.iter().zip(b).any(op!(|(a, b): (f32, f32)| a.to_bits() != b.to_bits()))?)
}

/// The inputs of the calls and the first answers.
pub(crate) struct Answers<B: Backend> {
    items: DeviceVec<f32, B>,
    keys: DeviceVec<u32, B>,
    sum: f32,
    prefixes: DeviceVec<f32, B>,
    totals: DeviceVec<f32, B>,
    kept: DeviceVec<f32, B>,
    sorted: DeviceVec<f32, B>,
    order: DeviceVec<u32, B>,
}

impl<B: Backend> Answers<B> {
    pub(crate) fn new(b: &B, n: usize) -> Result<Self> {
        // Values have both signs and several magnitudes, so that any other association rounds differently.
        let value = op!(|i: u64| {
            let bits = random(i);
            (bits >> 9) as f32 * (1.0 / (1u32 << (bits % 23)) as f32) - 1000.0
        });
        let items = b.range(0..n as u64).map(value).collect()?;
        let keys = b.range(0..n as u64).map(op!(|i: u64| (i / 64) as u32 ^ (random(i >> 10) & 1))).collect()?;
        let sum = items.iter().sum()?;
        let prefixes = items.iter().scan_inclusive(Sum).collect()?;
        let (_, totals) = reduce_by_key(&keys, &items, Sum).collect()?;
        let kept = items.iter().filter(op!(|v: f32| v > -999.5)).collect()?;
        let (mut sorted, mut order) = (items.try_clone()?, b.range(0..n as u32).collect()?);
        sort_by_key(&mut sorted, &mut order)?;
        Ok(Answers { items, keys, sum, prefixes, totals, kept, sorted, order })
    }

    /// Repeats the calls on a stream and asserts that every answer has the bits of the first.
    pub(crate) fn hold(&self, b: &B, rounds: usize) -> Result<()> {
        let n = self.items.len();
        for round in 0..rounds {
            let sum = self.items.iter().on(b).sum()?;
            assert_eq!(sum.to_bits(), self.sum.to_bits(), "reduce, round {round}");
            let prefixes = self.items.iter().on(b).scan_inclusive(Sum).collect()?;
            assert!(!differ(&prefixes, &self.prefixes)?, "scan, round {round}");
            let (_, totals) = reduce_by_key(self.keys.iter().on(b), &self.items, Sum).collect()?;
            assert!(!differ(&totals, &self.totals)?, "reduce_by_key, round {round}");
            let kept = self.items.iter().on(b).filter(op!(|v: f32| v > -999.5)).collect()?;
            assert!(!differ(&kept, &self.kept)?, "filter, round {round}");
            let mut sorted = self.items.iter().on(b).collect()?;
            let mut order = b.range(0..n as u32).collect()?;
            sort_by_key(&mut sorted, &mut order)?;
            assert!(!differ(&sorted, &self.sorted)?, "sort, round {round}");
            assert!(order.iter().equal(&self.order)?, "sort, round {round}: the order");
        }
        Ok(())
    }

    /// Compares the answers with those of another backend.
    pub(crate) fn are<C: Backend>(&self, others: &Answers<C>) -> Result<()> {
        let bits = |x: Vec<f32>| x.into_iter().map(f32::to_bits).collect::<Vec<_>>();
        assert_eq!(self.sum.to_bits(), others.sum.to_bits());
        assert!(bits(self.prefixes.to_vec()?) == bits(others.prefixes.to_vec()?), "scan");
        assert!(bits(self.totals.to_vec()?) == bits(others.totals.to_vec()?), "reduce_by_key");
        assert!(bits(self.kept.to_vec()?) == bits(others.kept.to_vec()?), "filter");
        assert!(bits(self.sorted.to_vec()?) == bits(others.sorted.to_vec()?), "sort");
        assert!(self.order.to_vec()? == others.order.to_vec()?, "sort: the order");
        Ok(())
    }
}

fn repeats<B: Backend>(b: &B, n: usize, rounds: usize, threads: usize) -> Result<()> {
    let answers = Answers::new(b, n)?;
    answers.hold(b, rounds)?;
    std::thread::scope(|scope| {
        let run = || answers.hold(&b.stream()?, rounds / threads);
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(run)).collect();
        threads.into_iter().try_for_each(|thread| thread.join().expect("no panic"))
    })
}

#[test]
fn one_bit_pattern() -> Result<()> {
    let Some((gpu, _alone)) = cuda() else { return Ok(()) };
    repeats(&gpu, (1 << 26) + 12_345, 100, 4)
}

#[test]
fn one_bit_pattern_on_the_emulated_device() -> Result<()> {
    let Some(device) = emulated() else { return Ok(()) };
    repeats(&device, 10_007, 4, 2)
}

/// The answer is the CPU's, too.
#[test]
fn the_bits_are_the_cpus() -> Result<()> {
    let Some((gpu, _alone)) = cuda() else { return Ok(()) };
    let n = (1 << 23) + 4321;
    Answers::new(&gpu, n)?.are(&Answers::new(&Cpu::new(), n)?)
}
