//! The driver on a GPU: the programs that the emulated device runs, and what only a GPU has.
//!
//! Each test says SKIPPED where there is no GPU or no NVRTC, and fails where `ONRUSH_REQUIRE_GPU=1`. For a machine without
//! NVRTC, fill a cache elsewhere (`ONRUSH_CACHE=folder ONRUSH_ARCH=sm_90 cargo test --test gpu -- --ignored`) and take it
//! along.

mod common;

use std::time::Instant;

use common::Words;
use onrush_core::lower::Params;
use onrush_core::{ErrorKind, Memory};
use onrush_cuda::driver::{Driver, DriverError};
use onrush_cuda::jit::{self, Cache};

fn gpu() -> Option<Driver> {
    let missing = match Driver::gpu(0) {
        Ok(driver) => match driver.load(&common::text(common::REDUCE), &[], false) {
            Ok(_) => return Some(driver),
            Err(error) => error.to_string(),
        },
        Err(error) => error.to_string(),
    };
    assert!(std::env::var("ONRUSH_REQUIRE_GPU").is_err(), "a GPU is required: {missing}");
    eprintln!("SKIPPED: {missing}");
    None
}

#[test]
#[ignore = "fills the cache for another machine"]
fn fills_the_cache() {
    let arch = std::env::var("ONRUSH_ARCH").unwrap_or_else(|_| "sm_90".into());
    for program in common::PROGRAMS {
        jit::code(&common::text(program), &arch, &Cache::of_user()).unwrap_or_else(|error| panic!("{error}"));
    }
}

#[test]
fn a_missing_driver_or_gpu_is_an_error() {
    match Driver::gpus() {
        Ok(count) => {
            let error = Driver::gpu(count).unwrap_err();
            assert_eq!(error, DriverError::NoDevice { index: count, count });
        }
        Err(error) => assert_eq!(Driver::gpu(0).unwrap_err(), error),
    }
}

#[test]
fn runs_the_programs() {
    let Some(gpu) = gpu() else { return };
    println!("{} with {} multiprocessors", gpu.name(), gpu.multiprocessors());
    common::reduces(&gpu);
    common::scans(&gpu, 1);
    common::scans(&gpu, 1_000_000);
    common::speaks(&gpu);
    assert_eq!(common::passes(&gpu, 1), [7; 4]);
    assert_eq!(common::passes(&gpu, 2), [7; 4]);
    common::copies(&gpu);
}

#[test]
fn traps_leave_the_context_usable() {
    let Some(gpu) = gpu() else { return };
    common::traps(&gpu);
    common::reduces(&gpu);
}

#[test]
fn memory_that_is_not_there_is_an_error() {
    let Some(gpu) = gpu() else { return };
    let error = gpu.allocate(1 << 50).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::OutOfMemory { bytes, .. } if *bytes == 1 << 50), "{error}");
    common::reduces(&gpu);
}

#[test]
fn freed_memory_comes_back_without_waiting() {
    let Some(gpu) = gpu() else { return };
    let first = gpu.allocate(1 << 30).unwrap().address();
    let start = Instant::now();
    for _ in 0..1000 {
        let again = gpu.allocate(1 << 30).unwrap().address();
        assert_eq!(first, again);
    }
    println!("allocating and freeing 1 GiB: {:?}", start.elapsed() / 1000);
}

#[test]
fn parameters_that_do_not_fit_are_an_error() {
    let Some(gpu) = gpu() else { return };
    let kernel = common::load(&gpu, common::REDUCE);
    let mut params = Params::new();
    params.member(|p| p.word(0));
    assert!(common::launch(&gpu, &kernel, 1, 256, &params).is_err());
    common::reduces(&gpu);
}

#[test]
fn threads_share_a_stream() {
    let Some(gpu) = gpu() else { return };
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                common::reduces(&gpu);
                common::copies(&gpu);
            });
        }
    });
}

#[test]
fn the_second_load_is_from_the_cache() {
    let Some(gpu) = gpu() else { return };
    common::load(&gpu, common::SCAN);
    let start = Instant::now();
    common::load(&gpu, common::SCAN);
    println!("loading from the cache: {:?}", start.elapsed());
}

/// Times of what every call pays; printed, not judged.
#[test]
fn costs() {
    let Some(gpu) = gpu() else { return };
    let kernel = common::load(&gpu, common::ERRORS);
    let out = Words::new(&gpu, &[0u32; 64]);
    let mut params = Params::new();
    params.member(|p| p.word(0));
    out.param(&mut params);
    let per_call = |what: &str, count: u32, f: &dyn Fn()| {
        gpu.synchronize().unwrap();
        let start = Instant::now();
        (0..count).for_each(|_| f());
        gpu.synchronize().unwrap();
        println!("{what}: {:?}", start.elapsed() / count);
    };
    // SAFETY: the parameters are the program's.
    let launch = || unsafe { gpu.launch(&kernel, 1, 64, params.bytes()) }.unwrap();
    per_call("launch, queued", 1000, &launch);
    per_call("launch and wait", 1000, &|| {
        launch();
        gpu.synchronize().unwrap();
    });
    per_call("allocate and free 1 KiB", 1000, &|| drop(gpu.allocate(1024).unwrap()));
    per_call("download 4 bytes", 1000, &|| {
        let mut word = 0u32;
        // SAFETY: 4 bytes each.
        unsafe { gpu.download(out.buffer.address(), (&raw mut word).cast(), 4) }.unwrap();
    });
    let host = vec![1u8; 1 << 28];
    let there = Words::new(&gpu, &host);
    per_call("upload 256 MiB", 4, &|| {
        // SAFETY: both have as many bytes.
        unsafe { gpu.upload(host.as_ptr(), there.buffer.address(), host.len()) }.unwrap();
    });
    per_call("download 256 MiB", 4, &|| drop(there.get()));
}
