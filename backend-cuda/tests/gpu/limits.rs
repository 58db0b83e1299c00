//! A GPU's limits and operations' failures are values of `Result`, and the GPU stays usable.

use onrush::prelude::*;
use onrush::{ErrorKind, Result};
use onrush_cuda::Cuda;

use crate::cuda;

fn out_of_memory<T>(result: Result<T>) {
    let error = result.map(drop).expect_err("there isn't so much memory");
    assert!(matches!(error.kind(), ErrorKind::OutOfMemory { .. }), "{error}");
}

/// Takes memory until there is none, down to pieces of 64 MiB.
fn fill(gpu: &Cuda) -> Vec<DeviceVec<u8, Cuda>> {
    let mut taken = Vec::new();
    for log2 in [34, 32, 30, 28, 26] {
        while let Ok(piece) = gpu.filled(1u8, 1 << log2) {
            taken.push(piece);
        }
    }
    taken
}

#[test]
fn memory_ends() -> Result<()> {
    let Some((gpu, _alone)) = cuda() else { return Ok(()) };
    let n = 1 << 27;
    let mut x = gpu.range(0u64..n).rev().collect()?;
    out_of_memory(gpu.filled(0u8, 1 << 50));
    // The reserve leaves some memory for programs.
    let reserve = gpu.filled(0u8, 1 << 28)?;
    let taken = fill(&gpu);
    drop(reserve);
    assert!(!taken.is_empty());
    // Calls that need the same amount again fail, and lose nothing.
    out_of_memory(x.try_clone());
    out_of_memory(x.sort());
    out_of_memory(x.sort_by(op!(|a: u64, b: u64| a < b)));
    out_of_memory(x.iter().scan_inclusive(Sum).collect());
    out_of_memory(x.iter().filter(op!(|v: u64| v > 5)).collect());
    let wrong = op!(|(i, v): (usize, u64)| v != n - 1 - i as u64);
    assert_eq!(x.iter().enumerate().position(wrong)?, None);
    assert_eq!(taken.iter().map(|piece| piece.iter().take(9).max()).find(|max| *max != Ok(Some(1))), None);
    // Memory that another stream frees is available to this one.
    let side = gpu.stream()?;
    out_of_memory(side.filled(0u64, n as usize));
    drop(taken);
    side.filled(0u64, n as usize)?;
    x.sort()?;
    assert!(x.iter().is_sorted()?);
    Ok(())
}

#[test]
fn panics_leave_the_gpu_usable() -> Result<()> {
    let Some((gpu, _alone)) = cuda() else { return Ok(()) };
    let n = 1u32 << 26;
    let x = gpu.range(0..n).collect()?;
    let expected = u64::from(n) * u64::from(n - 1) / 2;
    // Each thread fails on a stream of its own, while others don't.
    std::thread::scope(|scope| {
        let run = |number: u32| {
            let (gpu, x) = (&gpu, &x);
            move || -> Result<()> {
                let stream = gpu.stream()?;
                for round in 0..20 {
                    let bad = if number == 0 { n } else { n / 20 * round + number };
                    let item = op!(|v: u32| if v == bad { panic!("bad") } else { v as u64 });
                    let sum = x.iter().on(&stream).map(item).sum();
                    match (number, sum) {
                        (0, sum) => assert_eq!(sum?, expected),
                        (_, Err(error)) => assert!(matches!(error.kind(), ErrorKind::Panic { .. }), "{error}"),
                        (_, Ok(sum)) => panic!("{sum}, not a panic"),
                    }
                    let scan = x.iter().on(&stream).map(item).scan_inclusive(Sum).collect()?;
                    assert_eq!(stream.synchronize().is_ok(), number == 0, "scan");
                    drop(scan);
                    let kept = x.iter().on(&stream).filter(op!(|v: u32| v as u64 / (v ^ bad) as u64 > 1)).collect();
                    assert_eq!(kept.is_ok(), number == 0, "filter");
                }
                Ok(())
            }
        };
        let threads: Vec<_> = (0..4).map(|number| scope.spawn(run(number))).collect();
        threads.into_iter().try_for_each(|thread| thread.join().expect("no panic"))
    })?;
    assert_eq!(x.iter().map(op!(|v: u32| v as u64)).sum()?, expected);
    Ok(())
}

/// CUDA 12.1 takes 32,764 bytes of parameters, older ones 4 KiB.
#[test]
fn parameters_that_are_too_large_are_an_error() -> Result<()> {
    let Some((gpu, _alone)) = cuda() else { return Ok(()) };
    let (few, many) = ([1u64; 400], [1u64; 4150]);
    let x = gpu.range(0usize..400).collect()?;
    assert_eq!(x.iter().map(op!(|i: usize| few[i])).sum()?, 400);
    let error = x.iter().map(op!(|i: usize| many[i])).sum().unwrap_err();
    println!("33,200 bytes of captures: {error}");
    assert!(matches!(error.kind(), ErrorKind::Device { .. }), "{error}");
    assert_eq!(x.iter().map(op!(|i: usize| few[i])).sum()?, 400);
    Ok(())
}
