//! Two GPUs in one process: what is done on one is nothing to the other. On two emulated devices the same must come out.

use std::sync::Barrier;

use onrush::prelude::*;
use onrush::{ErrorKind, Result};
use onrush_cuda::Cuda;
use onrush_cuda::driver::{Driver, Settings};
use onrush_cuda::jit::Cache;

use crate::repeat::Answers;
use crate::{Alone, emulated, gpu};

/// The first two GPUs.
fn two() -> Option<([Cuda; 2], Alone)> {
    let required = std::env::var("ONRUSH_REQUIRE_GPUS").is_ok_and(|count| count == "2");
    let second = Driver::gpu(1).inspect_err(|missing| {
        assert!(!required, "two GPUs are required: {missing}");
        eprintln!("SKIPPED: {missing}");
    });
    let second = second.ok()?;
    let (first, alone) = gpu()?;
    Some(([first, second].map(Cuda::of), alone))
}

/// Two devices that run queued work only when a call waits for it.
fn two_emulated() -> Option<[Cuda; 2]> {
    let device = |index| Cuda::of(Driver::emulated(Settings { index, late: true, ..Settings::default() }));
    emulated().map(|_| [0, 1].map(device))
}

/// Each case on GPUs with many items, and on emulated devices with few.
macro_rules! on_two {
    ($($case:ident)*) => {
        mod gpus {
            $(
                #[test]
                fn $case() -> onrush::Result<()> {
                    super::two().map_or(Ok(()), |(gpus, _alone)| super::$case(&gpus, 1 << 20))
                }
            )*
        }
        mod emulated {
            $(
                #[test]
                fn $case() -> onrush::Result<()> {
                    super::two_emulated().map_or(Ok(()), |devices| super::$case(&devices, 10_007))
                }
            )*
        }
    };
}
on_two! { both_at_once_give_the_cpus_bits vectors_are_told_apart by_turns_on_one_thread a_panic_stays_where_it_was streams_of_each }

fn both_at_once_give_the_cpus_bits(gpus: &[Cuda; 2], n: usize) -> Result<()> {
    assert_ne!(gpus[0].id(), gpus[1].id());
    let expected = Answers::new(&Cpu::new(), n)?;
    let barrier = Barrier::new(2);
    std::thread::scope(|scope| {
        let run = |gpu| {
            let (barrier, expected) = (&barrier, &expected);
            move || -> Result<()> {
                barrier.wait();
                let answers = Answers::new(gpu, n)?;
                answers.are(expected)?;
                answers.hold(gpu, if n > 100_000 { 20 } else { 2 })
            }
        };
        let threads = gpus.each_ref().map(|gpu| scope.spawn(run(gpu)));
        threads.into_iter().try_for_each(|thread| thread.join().expect("no panic"))
    })
}

fn vectors_are_told_apart(gpus: &[Cuda; 2], n: usize) -> Result<()> {
    let n = n as u32;
    for [here, there] in [[0, 1], [1, 0]].map(|order: [usize; 2]| order.map(|i| &gpus[i])) {
        let x = here.range(0..n).collect()?;
        let mut y = there.range(0..n).rev().collect()?;
        let want = ErrorKind::DeviceMismatch { vector: there.id(), chain: here.id() };
        assert_eq!(*x.iter().zip(&y).collect().unwrap_err().kind(), want);
        assert_eq!(*x.iter().collect_into(&mut y).unwrap_err().kind(), want);
        assert_eq!(*y.iter().on(here).sum().unwrap_err().kind(), want);
        assert_eq!(*sort_by_key(&mut x.try_clone()?, &mut y).unwrap_err().kind(), want);
        let table = y.view();
        assert_eq!(*x.iter().map(op!(|v: u32| table[v as usize])).max().unwrap_err().kind(), want);
        // Both GPUs stay usable, and no vector has changed.
        assert!(x.iter().equal(here.range(0..n))?);
        y.sort()?;
        assert!(y.iter().equal(there.range(0..n))?);
        // The copy goes by way of the host.
        assert!(here.upload(&y.to_vec()?)?.iter().equal(&x)?);
    }
    Ok(())
}

/// A thread's context is that of the GPU which it used last.
fn by_turns_on_one_thread(gpus: &[Cuda; 2], n: usize) -> Result<()> {
    let host: [Vec<u64>; 2] = [3, 5].map(|factor| (0..n as u64).map(|i| i * factor).collect());
    for round in 0..8u64 {
        let mut x = gpus[0].upload(&host[0])?;
        let mut y = gpus[1].upload(&host[1])?;
        let larger = x.iter().map(op!(|v: u64| v + round)).collect()?;
        y.iter_mut().for_each(op!(|v: &mut u64| *v += round))?;
        x.copy_from(&host[1])?;
        assert!(larger.to_vec()?.iter().zip(&host[0]).all(|(there, here)| *there == here + round));
        assert!(y.to_vec()?.iter().zip(&host[1]).all(|(there, here)| *there == here + round));
        assert_eq!(x.to_vec()?, host[1]);
        let (first, second) = (x.try_clone()?, y.try_clone()?);
        // Memory goes back to its own pool while the other GPU's context is the thread's and queued work uses it.
        let sums = second.iter().scan_inclusive(Sum).collect()?;
        gpus[0].synchronize()?;
        drop((y, second));
        gpus[1].synchronize()?;
        drop((x, larger));
        let new = gpus[1].filled(round, n)?;
        assert_eq!(first.iter().sum()?, host[1].iter().sum());
        assert_eq!(sums.to_vec()?.last(), Some(&(host[1].iter().sum::<u64>() + round * n as u64)));
        assert_eq!(new.iter().sum()?, round * n as u64);
    }
    // A device can be dropped while the other works; its memory keeps it alive until then.
    let other = gpus[1].stream()?;
    let z = other.upload(&host[1])?;
    drop(other);
    gpus[0].synchronize()?;
    assert_eq!(z.iter().max()?, host[1].last().copied());
    Ok(())
}

fn a_panic_stays_where_it_was(gpus: &[Cuda; 2], n: usize) -> Result<()> {
    let n = n as u32;
    let vectors = [gpus[0].range(0..n).collect()?, gpus[1].range(0..n).collect()?];
    let bad = op!(|v: u32| if v == 777 { panic!("item 777") } else { v });
    for [here, there] in [[0, 1], [1, 0]] {
        let spoiled = vectors[here].iter().map(bad).collect()?;
        assert_eq!(vectors[there].iter().max()?, Some(n - 1));
        gpus[there].synchronize()?;
        let error = gpus[here].synchronize().expect_err("the operation panics");
        assert!(matches!(error.kind(), ErrorKind::Panic { message, .. } if message == "item 777"), "{error}");
        drop(spoiled);
        assert_eq!(vectors[here].iter().max()?, Some(n - 1));
        assert_eq!(vectors[there].iter().map(bad).skip(778).max()?, Some(n - 1));
    }
    Ok(())
}

fn streams_of_each(gpus: &[Cuda; 2], n: usize) -> Result<()> {
    let n = n as u64;
    let run = |gpu: &Cuda| -> Result<()> {
        let x = gpu.range(0..n).collect()?;
        let streams = [gpu.stream()?, gpu.stream()?];
        for round in 0..8u64 {
            let read = streams.each_ref().map(|s| x.iter().on(s).map(op!(|v: u64| v ^ round)).collect());
            let mut sums = x.try_clone()?;
            x.iter().on(&streams[0]).scan_inclusive(Sum).collect_into(&mut sums)?;
            assert_eq!(sums.iter().on(&streams[1]).max()?, Some(n * (n - 1) / 2));
            for read in read {
                assert!(read?.iter().map(op!(|v: u64| v ^ round)).equal(gpu.range(0..n))?);
            }
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        let threads = gpus.each_ref().map(|gpu| scope.spawn(move || run(gpu)));
        threads.into_iter().try_for_each(|thread| thread.join().expect("no panic"))
    })
}

/// How many programs for GPUs the user's cache has.
fn cubins() -> usize {
    let folder = Cache::of_user().folder().and_then(|folder| std::fs::read_dir(folder).ok());
    let is = |entry: &std::fs::DirEntry| entry.path().extension().is_some_and(|extension| extension == "cubin");
    folder.into_iter().flatten().flatten().filter(is).count()
}

#[test]
fn a_program_is_compiled_for_both() -> Result<()> {
    let Some((gpus, _alone)) = two() else { return Ok(()) };
    if gpus[0].driver().arch() != gpus[1].driver().arch() {
        eprintln!("SKIPPED: the GPUs differ");
        return Ok(());
    }
    let run = |gpu: &Cuda| gpu.range(0u32..1000).map(op!(|v: u32| v.rotate_left(7) ^ 0x2222_7777)).max();
    let first = run(&gpus[0])?;
    let compiled = cubins();
    assert_eq!(run(&gpus[1])?, first);
    assert_eq!((gpus[1].driver().loads(), cubins()), (1, compiled));
    Ok(())
}
