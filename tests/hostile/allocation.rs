//! Fails each allocation of a call in turn. The call either returns an error or does without the memory; it keeps its
//! inputs, returns the memory that it took, and leaves the device working.

use onrush::prelude::*;
use onrush::{ErrorKind, Result};
use onrush_cuda::Cuda;
use onrush_cuda::driver::{Allocations, Driver, Settings};

use crate::works;

/// Enough items for several launches of each algorithm, and a target that doesn't fit in the cache.
const N: usize = 20_011;
const FAR: usize = 200_003;

/// The inputs of the calls.
struct Given {
    keys: DeviceVec<u32, Cuda>,
    values: DeviceVec<u64, Cuda>,
    sorted: DeviceVec<u32, Cuda>,
    far: DeviceVec<u64, Cuda>,
}

impl Given {
    fn new(b: &Cuda) -> Result<Self> {
        let keys: Vec<u32> = (0..N as u32).map(|i| i.wrapping_mul(0x9E37_79B9) >> 17).collect();
        let mut sorted: Vec<u32> = keys.iter().map(|k| k / 8).collect();
        sorted.sort();
        let values: Vec<u64> = (0..N as u64).map(|i| i * i).collect();
        let (keys, values) = (b.upload(&keys)?, b.upload(&values)?);
        Ok(Given { keys, values, sorted: b.upload(&sorted)?, far: b.filled(0u64, FAR)? })
    }

    fn items(&self) -> Result<(Vec<u32>, Vec<u64>)> {
        let small = [self.keys.to_vec()?, self.sorted.to_vec()?].concat();
        Ok((small, [self.values.to_vec()?, self.far.to_vec()?].concat()))
    }
}

/// The elements of one or two vectors, or a single value, as numbers.
trait Answer {
    fn numbers(self) -> Result<Vec<u64>>;
}
impl Answer for u64 {
    fn numbers(self) -> Result<Vec<u64>> {
        Ok(vec![self])
    }
}
impl Answer for () {
    fn numbers(self) -> Result<Vec<u64>> {
        Ok(vec![])
    }
}
impl<T: Element + TryInto<u64, Error: std::fmt::Debug>> Answer for DeviceVec<T, Cuda> {
    fn numbers(self) -> Result<Vec<u64>> {
        Ok(self.to_vec()?.into_iter().map(|v| v.try_into().expect("numbers are small")).collect())
    }
}
impl<A: Answer, B: Answer> Answer for (A, B) {
    fn numbers(self) -> Result<Vec<u64>> {
        Ok([self.0.numbers()?, self.1.numbers()?].concat())
    }
}

/// Refuses the first allocation of a call on a new device, then the second, and so on until the call needs no more.
fn refused_in_turn<A: Answer>(what: &str, call: impl Fn(&Cuda, &mut Given) -> Result<A>) -> Result<()> {
    let mut want = None;
    for refused in 0.. {
        let allocations = Allocations::default();
        let device = Cuda::of(Driver::emulated(Settings {
            allocations: allocations.clone(),
            late: refused % 2 == 1,
            ..Settings::default()
        }));
        let mut given = Given::new(&device)?;
        let before = given.items()?;
        device.synchronize()?;
        allocations.refuse_after(refused);
        let result = call(&device, &mut given).and_then(|answer| {
            device.synchronize()?;
            Ok(answer)
        });
        let done = allocations.refuse_none();
        let answer = match result {
            Ok(answer) => answer,
            Err(error) => {
                assert!(matches!(error.kind(), ErrorKind::OutOfMemory { .. }), "{what}, {refused}: {error}");
                assert!(!done, "{what}, {refused}: nothing was refused");
                assert!(given.items()? == before, "{what}, {refused}: the inputs have changed");
                works(&device)?;
                call(&device, &mut given)?
            }
        };
        let answer = (answer.numbers()?, given.items()?);
        assert!(want.get_or_insert_with(|| answer.clone()) == &answer, "{what}, {refused}: another answer");
        works(&device)?;
        drop((given, device));
        assert_eq!(allocations.live(), 0, "{what}, {refused}: bytes are left");
        if done {
            println!("{what}: {refused} allocations");
            return Ok(());
        }
    }
    Ok(())
}

macro_rules! refused {
    ($($name:ident: $b:ident $given:ident { $($call:expr;)* })*) => {$(
        #[test]
        fn $name() -> Result<()> {
            $( refused_in_turn(stringify!($call), |$b: &Cuda, $given: &mut Given| { let _ = (&*$b, &*$given); $call })?; )*
            Ok(())
        }
    )*};
}

refused! {
    in_what_makes_vectors: b given {
        b.upload(&[1u64; 1000]);
        b.filled(7u64, 1000);
        given.values.try_clone();
        given.values.to_pinned().and_then(|pinned| b.upload_pinned(&pinned));
        b.range(0u64..50_000).collect();
        given.values.iter().zip(&given.keys).collect();
        given.values.iter().permute(given.keys.iter().map(op!(|k: u32| k as usize % 20_011))).collect();
        given.values.iter().adjacent_difference(op!(|a: u64, b: u64| b ^ a)).collect();
        given.sorted.iter().lower_bound(given.sorted.view()).map(op!(|i: usize| i as u64)).collect();
    }
    in_reductions: b given {
        given.values.iter().sum();
        given.values.iter().reduce(1, op!(|a: u64, b: u64| a.wrapping_mul(3) ^ b));
        given.values.iter().max().map(|max| max.unwrap_or(0));
        given.values.iter().filter(op!(|v: u64| v % 3 == 0)).count().map(|count| count as u64);
        given.values.iter().inner_product(&given.values);
        given.keys.iter().position(op!(|k: u32| k == 77)).map(|at| at.map_or(0, |at| at as u64));
        given.keys.iter().map(op!(|k: u32| k as usize)).histogram(1 << 15).collect();
    }
    in_scans_and_selections: b given {
        given.values.iter().scan_inclusive(Sum).collect();
        given.values.iter().scan_exclusive(5, op!(|a: u64, b: u64| a.max(b))).collect();
        given.values.iter().filter(op!(|v: u64| v % 3 == 0)).collect();
        given.values.iter().partition(op!(|v: u64| v % 3 == 0)).collect();
        given.values.iter().partition_in_three(op!(|v: u64| v % 3 == 0), op!(|v: u64| v % 3 == 1)).collect().map(|(a, b, c)| ((a, b), c));
        given.values.iter().partition_by(100, op!(|v: u64| v % 100)).collect();
        given.sorted.iter().dedup().collect();
    }
    in_sorts: b given {
        given.keys.sort();
        given.keys.slice_mut(..3000)?.sort();
        sort_by_key(&mut given.keys, &mut given.values);
        given.keys.iter().argsort().collect();
        given.keys.sort_by(op!(|a: u32, b: u32| a > b));
        given.keys.sort_by(op!(|a: u32, b: u32| { assert!(a < 1 << 20); a > b }));
        sort_by((&mut given.keys, &mut given.values), op!(|a: (u32, u64), b: (u32, u64)| a.1 % 100 < b.1 % 100));
        merge(&given.sorted, &given.sorted).collect();
        merge_by(&given.sorted, given.sorted.iter().rev(), op!(|a: u32, b: u32| a > b)).collect();
        set_union(&given.sorted, &given.sorted).collect();
        set_difference_by(&given.sorted, given.sorted.iter().rev(), op!(|a: u32, b: u32| a > b)).collect();
    }
    in_the_largest: b given {
        given.keys.iter().map(op!(|k: u32| { assert!(k < 1 << 20); k })).top_k(100).collect_into(given.sorted.slice_mut(..100)?).map(|n| n as u64);
        given.keys.iter().map(op!(|k: u32| { assert!(k < 1 << 20); k })).bottom_k(20_011).collect_into(&mut given.sorted).map(|n| n as u64);
        given.keys.iter().top_k(9000).collect_into(given.sorted.slice_mut(..9000)?).map(|n| n as u64);
        given.values.iter().top_k_positions(3000).collect();
    }
    by_key: b given {
        reduce_by_key(&given.sorted, &given.values, Sum).collect();
        reduce_by_key_with(&given.sorted, &given.values, op!(|a: u32, b: u32| a / 2 == b / 2), op!(|a: u64, b: u64| a ^ b)).collect();
        scan_by_key_inclusive(&given.sorted, &given.values, Sum).collect();
        scan_by_key_exclusive(&given.sorted, &given.values, 3, op!(|a: u64, b: u64| a.max(b))).collect();
    }
    in_what_writes: b given {
        given.values.iter_mut().for_each(op!(|v: &mut u64| *v += 1));
        given.values.rotate_left(1234);
        given.values.rotate_right(5);
        shuffle(&mut given.values, Rng::new(1));
        given.keys.iter().map(op!(|k: u32| u64::from(k))).collect_into(&mut given.values);
        given.values.iter().scatter(given.keys.iter().map(op!(|k: u32| k as usize)), given.far.slice_mut(..1 << 15)?);
        given.values.iter().scatter(b.range(0..20_011usize).map(op!(|i: usize| i * 7919 % 200_003)), &mut given.far);
        given.values.iter().scatter(b.constant(3usize, 20_011), &mut given.far);
    }
}
