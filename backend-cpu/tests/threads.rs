//! The number of threads changes no bit, and a panic on any of them becomes an error.
#![allow(unsafe_code)]

use onrush_core::device::Check;
use onrush_core::function::Function;
use onrush_core::lower::{Params, TranslationUnit};
use onrush_core::operator::{Operator, Sum};
use onrush_core::{Backend, DeviceVec, ErrorKind, Result, merge, reduce_by_key, scan_by_key_exclusive, sort_by_key};
use onrush_cpu::Cpu;

/// Lengths around the units by which the algorithms cut: rows, chunks, tiles, blocks and the serial threshold.
const LENGTHS: [usize; 12] = [0, 1, 33, 1025, 8191, 12288, 12289, 32768, 32769, 100_003, 262_145, 1_000_003];

/// Declares an operation that only the host runs.
macro_rules! host_function {
    ($name:ident, ($($x:ident: $t:ty),+) -> $r:ty, $body:expr) => {
        #[derive(Clone, Copy)]
        struct $name;
        // SAFETY: `call` is a function of its arguments alone; it is never lowered for a device.
        unsafe impl Function<($($t,)+)> for $name {
            type Output = $r;
            fn call(&self, ($($x,)+): ($($t,)+)) -> $r { $body }
            fn check(&self, _: &mut Check) {}
            fn params(&self, _: &mut Params) {}
            fn lower(_: &mut TranslationUnit) -> String { unreachable!("on the host") }
        }
    };
}
host_function!(Affine, (f: [f32; 2], g: [f32; 2]) -> [f32; 2], [f[0] * g[0], f[1] * g[0] + g[1]]);
// SAFETY: the defaults claim no law.
unsafe impl Operator<[f32; 2]> for Affine {}
host_function!(Keep, (x: f32) -> bool, x > 0.3);
const LINE: u32 = line!() + 1;
host_function!(Trap, (x: f32) -> f32, if x == 0.5 { panic!("half") } else { x });

host_function!(Calls, (x: f32) -> f32, {
    if x as usize % 3000 == 1 {
        // Makes a call of several threads, and waits as rayon does, which may run any job of the pool.
        assert_eq!(Cpu::new().range(0u64..100_000).sum().unwrap(), 4_999_950_000);
        rayon::join(|| std::hint::black_box(mix(1)), || std::hint::black_box(mix(2)));
        rayon::yield_now();
    }
    x
});

fn mix(i: usize) -> u64 {
    let z = (i as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (z ^ (z >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9)
}

fn bits(x: &DeviceVec<f32, Cpu>) -> Result<Vec<u32>> {
    Ok(x.to_vec()?.into_iter().map(f32::to_bits).collect())
}

/// The results whose bits depend on the association, and those whose places depend on counts.
fn results(device: &Cpu, n: usize) -> Result<Vec<Vec<u32>>> {
    let x: Vec<f32> = (0..n).map(|i| (mix(i) >> 40) as f32 / 16_777_216.0).collect();
    let keys: Vec<u32> = (0..n).map(|i| (mix(i / 7) >> 60) as u32).collect();
    let maps: Vec<[f32; 2]> = x.iter().map(|v| [0.5 + v / 2.0, *v]).collect();
    let (x, keys, maps) = (device.upload(&x)?, device.upload(&keys)?, device.upload(&maps)?);
    let (runs, sums) = reduce_by_key(&keys, &x, Sum).collect()?;
    let (yes, no) = x.iter().partition(Keep).collect()?;
    let (mut sorted, mut along) = (device.upload(&keys.to_vec()?)?, device.upload(&x.to_vec()?)?);
    sort_by_key(&mut sorted, &mut along)?;
    // Many keys are equal: of these, the first ones are kept, and the last ones stay.
    let positions = |x: DeviceVec<usize, Cpu>| {
        Ok::<_, onrush_core::Error>(x.to_vec()?.into_iter().map(|i| i as u32).collect::<Vec<_>>())
    };
    let extremes = [keys.iter().argmin()?, keys.iter().argmax()?, x.iter().argmax()?];
    let to: Vec<u32> = (0..n).map(|i| (mix(i) % (n as u64 / 3 + 1)) as u32).collect();
    let mut places = device.upload(&vec![u32::MAX; n / 3 + 1])?;
    device.range(0..n as u32).scatter(&device.upload(&to)?, &mut places)?;
    let product = maps.iter().reduce([1.0, 0.0], Affine)?;
    Ok(vec![
        vec![x.iter().sum()?.to_bits(), x.iter().filter(Keep).sum()?.to_bits()],
        product.map(f32::to_bits).to_vec(),
        bits(&x.iter().scan_inclusive(Sum).collect()?)?,
        bits(&x.iter().scan_exclusive(0.5, Sum).collect()?)?,
        maps.iter().scan_inclusive(Affine).collect()?.to_vec()?.concat().into_iter().map(f32::to_bits).collect(),
        // One thread scans exact operators in one pass.
        keys.iter().scan_inclusive(Sum).collect()?.to_vec()?,
        keys.iter().scan_exclusive(5, Sum).collect()?.to_vec()?,
        bits(&scan_by_key_exclusive(&keys, &x, 2.0, Sum).collect()?)?,
        runs.to_vec()?,
        bits(&sums)?,
        bits(&x.iter().filter(Keep).collect()?)?,
        bits(&yes)?,
        bits(&no)?,
        sorted.to_vec()?,
        bits(&along)?,
        merge(&sorted, &sorted).collect()?.to_vec()?,
        positions(keys.iter().top_k_positions(n.min(999)).collect()?)?,
        positions(keys.iter().bottom_k_positions(n.min(99)).collect()?)?,
        extremes.into_iter().flatten().map(|i| i as u32).collect(),
        places.to_vec()?,
    ])
}

#[test]
fn their_number_changes_no_bit() -> Result<()> {
    let one = Cpu::with_threads(1)?;
    for n in LENGTHS {
        let want = results(&one, n)?;
        for device in [Cpu::with_threads(2)?, Cpu::with_threads(3)?, Cpu::with_threads(8)?, Cpu::new()] {
            for (i, (got, want)) in results(&device, n)?.into_iter().zip(&want).enumerate() {
                assert!(got == *want, "result {i} of {n} items on {}", device.name());
            }
        }
    }
    Ok(())
}

#[test]
fn a_panic_names_its_line_and_spoils_nothing() -> Result<()> {
    for threads in [1, 2, 3] {
        let device = Cpu::with_threads(threads)?;
        for n in [10, 100_003, 1_000_003] {
            let mut x = vec![0.25f32; n];
            x[n * 2 / 3] = 0.5;
            let dx = device.upload(&x)?;
            let trap = || dx.iter().map(Trap);
            let errors = [
                trap().sum().err(),
                trap().collect().err(),
                trap().scan_inclusive(Sum).collect().err(),
                trap().filter(Keep).collect().err(),
                trap().partition(Keep).collect().err(),
                trap().sort().collect().err(),
                reduce_by_key(device.range(0..n as u32), trap(), Sum).collect().err(),
            ];
            for (i, error) in errors.into_iter().enumerate() {
                let error = error.unwrap_or_else(|| panic!("algorithm {i} on {n} items"));
                let ErrorKind::Panic { message, location: Some(at) } = error.kind() else { panic!("{error}") };
                assert_eq!((message.as_str(), at.line), ("half", LINE));
                assert!(at.file.ends_with("threads.rs"));
            }
            assert!(dx.to_vec()? == x);
        }
    }
    Ok(())
}

/// An operation makes calls of its own and waits as rayon does, on threads that a call already works on.
#[test]
fn a_call_inside_an_operation() -> Result<()> {
    for threads in [1, 2, 4] {
        let device = Cpu::with_threads(threads)?;
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let n = 50_000;
        let x: Vec<f32> = (0..n).map(|i| i as f32).collect();
        let all = |device: &Cpu| -> Result<()> {
            let dx = device.upload(&x)?;
            let calls = || dx.iter().map(Calls);
            assert_eq!(calls().scan_inclusive(Sum).collect()?.to_vec()?.len(), n);
            assert_eq!(calls().filter(Keep).collect()?.len(), n - 1);
            assert_eq!(calls().collect()?.to_vec()?, x);
            assert_eq!(calls().max()?, x.last().copied());
            Ok(())
        };
        all(&device)?;
        pool.install(|| all(&Cpu::new()))?;
    }
    Ok(())
}
