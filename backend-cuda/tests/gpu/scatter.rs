//! Scatters whose owners don't fit in the GPU's cache, by way of bins or not.

use onrush::prelude::*;
use onrush::{Error, ErrorKind, Key, Result};
use onrush_cuda::driver::Settings;

use super::repeat::random;
use super::{Cuda, Driver, cuda, emulated};

#[derive(Debug, Clone, Copy, PartialEq, Element, Key)]
#[repr(C)]
struct Padded {
    kind: u8,
    count: u16,
}

/// The positions of `n` items: anywhere, each once, in order, in runs, few of them, in order but for a last quarter of them.
fn positions<B: Backend>(b: &B, n: usize, way: usize) -> Result<DeviceVec<usize, B>> {
    let to = op!(|i: usize| {
        match way {
            0 => random(i as u64) as usize % n,
            1 => n - 1 - i,
            2 => i,
            3 => (random(i as u64 / 64) as usize % n + i % 64) % n,
            4 => random(i as u64) as usize % 50 * (n / 50),
            _ => {
                if i % 1000 < 750 {
                    i
                } else {
                    random(i as u64) as usize % n
                }
            }
        }
    });
    b.range(0..n).map(to).collect()
}

/// The results of scatters of `n` items of each type.
fn left<B: Backend>(b: &B, n: usize, way: usize) -> Result<Left> {
    let to = positions(b, n, way)?;
    let of = |len: usize| b.range(0..len);
    macro_rules! left {
        ($item:expr, $old:expr) => {{
            let mut target = b.filled($old, n + 1)?;
            of(n).map($item).scatter(&to, &mut target)?;
            target.to_vec()?
        }};
    }
    let (mut small, mut large) = (b.filled(7u16, n)?, b.filled(-1.0f64, n)?);
    let both =
        of(n).map(op!(|i: usize| random(i as u64) as u16)).zip(of(n).map(op!(|i: usize| random(i as u64) as f64)));
    both.scatter(&to, (&mut small, &mut large))?;
    Ok(Left {
        bytes: left!(op!(|i: usize| random(i as u64) as u8), 7u8),
        floats: left!(op!(|i: usize| (random(i as u64) >> 20) as f32), -1.0f32),
        padded: left!(
            op!(|i: usize| Padded { kind: i as u8, count: random(i as u64) as u16 }),
            Padded { kind: 1, count: 2 }
        ),
        pairs: left!(op!(|i: usize| [i as u64, random(i as u64) as u64]), [7u64; 2]),
        columns: (small.to_vec()?, large.to_vec()?),
    })
}

#[derive(PartialEq)]
struct Left {
    bytes: Vec<u8>,
    floats: Vec<f32>,
    padded: Vec<Padded>,
    pairs: Vec<[u64; 2]>,
    columns: (Vec<u16>, Vec<f64>),
}

fn as_on_the_cpu(gpu: &Cuda, n: usize) -> Result<()> {
    for way in 0..6 {
        assert!(left(gpu, n, way)? == left(&Cpu::new(), n, way)?, "{n} items, way {way}");
    }
    Ok(())
}

/// A position behind the target, among scattered ones and among those in order; nothing is said of it twice.
fn beyond(gpu: &Cuda, n: usize) -> Result<()> {
    for (scattered, far) in
        [true, false].into_iter().flat_map(|way| [n, n + (1 << 32), usize::MAX].map(|far| (way, far)))
    {
        let to = op!(|i: usize| if i == 1234 {
            far
        } else if scattered {
            random(i as u64) as usize % n
        } else {
            i
        });
        let mut target = gpu.filled(0u32, n)?;
        let scatter = gpu.range(0..n).map(op!(|i: usize| i as u32)).scatter(gpu.range(0..n).map(to), &mut target);
        let error: Error = scatter.and_then(|()| gpu.synchronize()).expect_err("a position lies behind the target");
        let ErrorKind::OutOfRange { what: "scatter", index, len, item } = error.kind() else { panic!("{error}") };
        assert_eq!((*index, *len, *item), (far as i128, n, Some(1234)));
        target.recover()?;
        gpu.constant(9u32, 1).scatter(gpu.constant(5usize, 1), &mut target)?;
        assert_eq!(target.to_vec()?[5], 9, "the device works on");
    }
    Ok(())
}

/// A position, and an item, that can't be computed.
fn panics(gpu: &Cuda, n: usize) -> Result<()> {
    let bad = op!(|i: usize| random(i as u64) as usize % (n * usize::from(i != 1234)));
    let fine = op!(|i: usize| random(i as u64) as usize % n);
    let mut target = gpu.filled(0usize, n)?;
    for item in [true, false] {
        let scatter = match item {
            true => gpu.range(0..n).map(bad).scatter(gpu.range(0..n).map(fine), &mut target),
            false => gpu.range(0..n).map(fine).scatter(gpu.range(0..n).map(bad), &mut target),
        };
        let error = scatter.and_then(|()| gpu.synchronize()).expect_err("a remainder by zero");
        assert!(matches!(error.kind(), ErrorKind::Panic { .. }), "{error}");
        gpu.synchronize()?;
    }
    Ok(())
}

#[test]
fn as_on_the_cpu_on_a_gpu() -> Result<()> {
    let Some((gpu, _alone)) = cuda() else { return Ok(()) };
    as_on_the_cpu(&gpu, 20_000_003)
}

#[test]
fn as_on_the_cpu_on_the_emulated_device() -> Result<()> {
    let Some(device) = emulated() else { return Ok(()) };
    as_on_the_cpu(&device, 70_001)
}

#[test]
fn beyond_on_a_gpu() -> Result<()> {
    let Some((gpu, _alone)) = cuda() else { return Ok(()) };
    beyond(&gpu, 20_000_003)?;
    panics(&gpu, 20_000_003)
}

#[test]
fn beyond_on_the_emulated_device() -> Result<()> {
    let Some(device) = emulated() else { return Ok(()) };
    beyond(&device, 70_001)?;
    panics(&device, 70_001)
}

/// A sum into bins takes four launches, or two where there is no room for bins.
#[test]
fn bins_are_done_without() -> Result<()> {
    if emulated().is_none() {
        return Ok(());
    }
    let n = 70_000;
    // Positions, items and the target; owners; bins; counts and states of the pass.
    let (vectors, owners, bins, states) = (n * (8 + 4 + 4), 1 << 19, n * (4 + 4), 1 << 16);
    let all = vectors + owners + bins + states;
    for (memory, launches) in [(all, 4), (all - bins / 2, 2), (all - states / 2, 2)] {
        let device = Cuda::of(Driver::emulated(Settings { memory, ..Settings::default() }));
        let to = positions(&device, n, 0)?;
        let x = device.range(0..n).map(op!(|i: usize| i as u32)).collect()?;
        let mut target = device.filled(0u32, n)?;
        let before = device.driver().launches();
        x.iter().scatter(&to, &mut target)?;
        assert_eq!(device.driver().launches() - before, launches, "with {memory} bytes");
        let mut want = Cpu::new().filled(0u32, n)?;
        Cpu::new().upload(&x.to_vec()?)?.iter().scatter(&positions(&Cpu::new(), n, 0)?, &mut want)?;
        assert_eq!(target.to_vec()?, want.to_vec()?);
    }
    Ok(())
}

/// Of two positions behind the target, which one thread counts, the later is reported with bins; which one block claims, the
/// first without.
#[test]
fn bins_are_for_scattered_items() -> Result<()> {
    if emulated().is_none() {
        return Ok(());
    }
    let n = 70_001;
    for scattered in [true, false] {
        let device = Cuda::of(Driver::emulated(Settings { seed: 0, late: false, ..Settings::default() }));
        let place = op!(|i: usize| if scattered { random(i as u64) as usize % n } else { i });
        let to = op!(|(i, to): (usize, usize)| if i == 100 {
            n
        } else if i == 100 + 1024 {
            n + 1
        } else {
            to
        });
        let positions = device.range(0..n).zip(device.range(0..n).map(place)).map(to);
        let mut target = device.filled(0u32, n)?;
        let scatter = device.constant(1u32, n).scatter(positions, &mut target);
        let error = scatter.and_then(|()| device.synchronize()).expect_err("positions lie behind the target");
        let ErrorKind::OutOfRange { index, .. } = error.kind() else { panic!("{error}") };
        assert_eq!(*index, if scattered { n + 1 } else { n } as i128);
    }
    Ok(())
}

/// Threads that share a stream share its workspace, too.
#[test]
fn threads_share_a_stream() -> Result<()> {
    let Some(device) = emulated() else { return Ok(()) };
    let n = 70_001;
    let scatter = |number: usize| -> Result<()> {
        let to = op!(|i: usize| (random(i as u64) as usize + number) % n);
        let item = op!(|i: usize| random(i as u64) as u32 ^ number as u32);
        let (mut target, mut want) = (device.filled(0u32, n)?, Cpu::new().filled(0u32, n)?);
        device.range(0..n).map(item).scatter(device.range(0..n).map(to), &mut target)?;
        Cpu::new().range(0..n).map(item).scatter(Cpu::new().range(0..n).map(to), &mut want)?;
        assert_eq!(target.to_vec()?, want.to_vec()?, "thread {number}");
        Ok(())
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|number| scope.spawn(move || scatter(number))).collect();
        threads.into_iter().try_for_each(|thread| thread.join().expect("no panic"))
    })
}
