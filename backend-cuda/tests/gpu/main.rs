//! Tests that need a GPU: its driver, large inputs again and again, lengths past 2^32, exhausted memory.
//!
//! Each test says SKIPPED where there is no GPU or no NVRTC, and fails where `ONRUSH_REQUIRE_GPU=1`; those of two GPUs skip
//! where there is one, and fail where `ONRUSH_REQUIRE_GPUS=2`. What is run on a GPU at full length is run on the emulated
//! device at a small one. For a machine without NVRTC, fill a cache elsewhere (`ONRUSH_CACHE=$PWD/folder ONRUSH_ARCH=sm_90
//! cargo test --test gpu -- --ignored`) and take it along.
#![allow(unsafe_code)]

#[path = "../kernels/cases.rs"]
mod cases;
#[path = "../common/mod.rs"]
mod common;
mod large;
mod limits;
mod repeat;
mod scatter;
mod two;
#[path = "../kernels/words.rs"]
mod words;

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use common::Words;
use onrush_core::Memory;
use onrush_core::lower::Params;
use onrush_cuda::Cuda;
use onrush_cuda::driver::{Driver, DriverError, Settings};
use onrush_cuda::jit::{self, Cache};

/// While it lives no other test uses the GPU: some take all of its memory.
type Alone = MutexGuard<'static, ()>;

fn gpu() -> Option<(Driver, Alone)> {
    static GPU: Mutex<()> = Mutex::new(());
    let missing = match Driver::gpu(0) {
        // SAFETY: one of our own programs, which launches answer for.
        Ok(driver) => match unsafe { driver.load(&common::text(common::REDUCE), &common::unit(), false) } {
            Ok(_) => return Some((driver, GPU.lock().unwrap_or_else(PoisonError::into_inner))),
            Err(error) => error.to_string(),
        },
        Err(error) => error.to_string(),
    };
    assert!(std::env::var("ONRUSH_REQUIRE_GPU").is_err(), "a GPU is required: {missing}");
    eprintln!("SKIPPED: {missing}");
    None
}

/// A stream of the GPU, with all algorithms.
fn cuda() -> Option<(Cuda, Alone)> {
    gpu().map(|(driver, alone)| (Cuda::of(driver), alone))
}

/// The emulated device; none where there is no compiler.
fn emulated() -> Option<Cuda> {
    let device = Driver::emulated(Settings::default());
    // SAFETY: the text is that of a kernel of the library, which keeps within its parameters.
    match unsafe { device.load(&common::text(common::REDUCE), &common::unit(), false) } {
        Ok(_) => Some(Cuda::of(device)),
        Err(error) => {
            assert!(std::env::var("ONRUSH_REQUIRE_EMULATED").is_err(), "the emulated device is required: {error}");
            eprintln!("SKIPPED: {error}");
            None
        }
    }
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
    let Some((gpu, _alone)) = gpu() else { return };
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
    let Some((gpu, _alone)) = gpu() else { return };
    common::traps(&gpu);
    common::replays(&gpu);
    common::reduces(&gpu);
}

#[test]
fn freed_memory_comes_back_without_waiting() {
    let Some((gpu, _alone)) = gpu() else { return };
    let first = gpu.allocate(1 << 30).unwrap().address();
    let start = Instant::now();
    for _ in 0..1000 {
        let again = gpu.allocate(1 << 30).unwrap().address();
        assert_eq!(first, again);
    }
    println!("allocating and freeing 1 GiB: {:?}", start.elapsed() / 1000);
}

#[test]
fn streams_wait_for_each_other() {
    let Some((gpu, _alone)) = gpu() else { return };
    common::crosses(&gpu);
    common::failures_stay(&gpu);
}

#[test]
fn threads_share_a_stream() {
    let Some((gpu, _alone)) = gpu() else { return };
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
    let Some((gpu, _alone)) = gpu() else { return };
    common::load(&gpu, common::SCAN);
    let start = Instant::now();
    common::load(&gpu, common::SCAN);
    println!("loading from the cache: {:?}", start.elapsed());
}

/// Times of what every call pays; printed, not judged.
#[test]
fn costs() {
    let Some((gpu, _alone)) = gpu() else { return };
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
    let mut back = host.clone();
    let gigabytes = |what: &str, f: &mut dyn FnMut()| {
        let start = Instant::now();
        (0..4).for_each(|_| f());
        println!("{what} 256 MiB: {:.1} GB/s", 4.0 * host.len() as f64 / start.elapsed().as_secs_f64() / 1e9);
    };
    gigabytes("upload", &mut || {
        // SAFETY: both buffers have this number of bytes.
        unsafe { gpu.upload(host.as_ptr(), there.buffer.address(), host.len()) }.unwrap();
        gpu.synchronize().unwrap();
    });
    gigabytes("download", &mut || {
        // SAFETY: both buffers have this number of bytes.
        unsafe { gpu.download(there.buffer.address(), back.as_mut_ptr(), host.len()) }.unwrap();
    });
}

/// Kernels that users write do on a GPU as on the emulated device.
#[test]
fn kernels_of_users() {
    let Some((cuda, _alone)) = cuda() else { return };
    words::speaks(&cuda);
    cases::takes_every_argument(&cuda);
    cases::keeps_the_order(&cuda);
    cases::panics(&cuda);
    cases::is_cancelled(&cuda);
    if let Some(elsewhere) = emulated() {
        cases::refuses(&cuda, &elsewhere);
    }
}
