//! The code that calls CUDA's driver, against a stand-in that does what is queued as late as it may: without a GPU this
//! is what can be known of staging, of the order of frees, of traps, and of errors.
#![allow(unsafe_code)]

mod common;
#[path = "fake_driver/interop.rs"]
mod interop;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use common::{ERRORS, Words};
use onrush_core::error::Unavailable;
use onrush_core::lower::Params;
use onrush_core::shards::Record as _;
use onrush_core::{Backend, DeviceSlice, ErrorKind, Interop, Memory, MemoryFault, PinnedVec};
use onrush_cuda::Cuda;
use onrush_cuda::driver::Driver;
use onrush_cuda::jit;

#[test]
fn with_a_stand_in_for_the_driver() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("driver");
    let poolless = Path::new(env!("CARGO_TARGET_TMPDIR")).join("driver without pools");
    for (folder, option) in [(&folder, "-O1"), (&poolless, "-DcuMemPoolCreate=renamed")] {
        std::fs::create_dir_all(folder).unwrap();
        let source = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/programs/fake_driver.cpp");
        let mut compiler = Command::new(std::env::var_os("ONRUSH_CXX").unwrap_or_else(|| "c++".into()));
        compiler.args(["-std=c++17", "-fPIC", "-shared", option, "-o"]).arg(folder.join("libcuda.so.1")).arg(source);
        match compiler.output() {
            Ok(output) => assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr)),
            Err(error) => {
                assert!(std::env::var("ONRUSH_REQUIRE_EMULATED").is_err(), "a C++ compiler is required: {error}");
                return eprintln!("SKIPPED: {error}");
            }
        }
    }
    // The driver is loaded once per process, so each of these has its own.
    for test in [
        "copies",
        "traps",
        "memory_ends_and_comes_back",
        "threads",
        "streams",
        "events",
        "pinned_vectors",
        "interop::in_order",
    ] {
        alone(test, &folder, &[]);
    }
    alone("says_why", &folder, &[("FAKE_VERSION", "11030"), ("REASON", "is for CUDA 11.3; 11.4 or newer is needed")]);
    // The first is refused while the ring fills, the next two later, and the last one in a download.
    for copies in ["0", "3", "8", "14"] {
        alone("copies_that_end", &folder, &[("FAKE_COPIES", copies)]);
    }
    // A function that is missing isn't called, and an old driver lacks some.
    alone("says_why", &poolless, &[("REASON", "the CUDA driver's library lacks cuMemPoolCreate: ")]);
    alone("says_why", &poolless, &[("FAKE_VERSION", "11000"), ("REASON", "is for CUDA 11.0; 11.4 or newer is needed")]);
    alone("says_why", &folder, &[("FAKE_COUNT", "0"), ("REASON", "there is no GPU 0: 0 were found")]);
    alone("says_why", &folder, &[("FAKE_MAJOR", "6"), ("REASON", "fake has compute capability 6.0; 7.5 or newer")]);
    alone("needs_a_compiler_or_a_cache", &folder, &[]);
    alone("finds_programs_without_nvrtc", &folder, &[]);
    alone("two_gpus", &folder, &[("FAKE_COUNT", "2")]);
    alone("linked_gpus", &folder, &[("FAKE_COUNT", "3")]);
    #[cfg(feature = "driver-times")]
    alone("notes_calls_of_the_driver", &folder, &[]);
}

/// Runs a test in a process of its own, with the stand-in.
fn alone(test: &str, folder: &Path, variables: &[(&str, &str)]) {
    let mut child = Command::new(std::env::current_exe().unwrap());
    child.args([test, "--exact", "--ignored", "--nocapture"]).env("LD_LIBRARY_PATH", folder);
    let output = child.envs(variables.iter().copied()).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(output.status.success(), "{test}: {}{}", text(&output.stdout), text(&output.stderr));
    assert!(text(&output.stdout).contains("1 passed"), "{test}");
}

#[test]
#[ignore = "run by with_a_stand_in_for_the_driver"]
fn copies() {
    let gpu = Driver::gpu(0).unwrap();
    assert_eq!((gpu.name(), gpu.multiprocessors()), ("fake", 132));
    common::copies(&gpu);
}

/// A copy that ends in its middle is an error, after which no thread copies any more and the next copy is whole.
#[test]
#[ignore = "run by with_a_stand_in_for_the_driver"]
fn copies_that_end() {
    let gpu = Driver::gpu(0).unwrap();
    let bytes = 17 << 20;
    let from: Vec<u8> = (0..bytes).map(|i| ((i * 31) >> 3) as u8).collect();
    let there = gpu.allocate(bytes).unwrap();
    let mut errors = 0;
    // SAFETY: the buffer and the host's memory have this number of bytes.
    while let Err(error) = unsafe { gpu.upload(from.as_ptr(), there.address(), bytes) } {
        assert_eq!(error.to_string(), "fake: cuMemcpyHtoDAsync failed: CUDA_ERROR_FAKE (fake)");
        errors += 1;
    }
    let mut back = vec![0u8; bytes];
    // SAFETY: as above.
    while let Err(error) = unsafe { gpu.download(there.address(), back.as_mut_ptr(), bytes) } {
        assert_eq!(error.to_string(), "fake: cuMemcpyDtoHAsync failed: CUDA_ERROR_FAKE (fake)");
        errors += 1;
        back.fill(0);
    }
    assert!(back == from);
    assert_eq!(errors, 1);
}

#[test]
#[ignore = "run by with_a_stand_in_for_the_driver"]
fn traps() {
    if let Err(error) = jit::version() {
        assert!(std::env::var("ONRUSH_REQUIRE_NVRTC").is_err(), "NVRTC is required: {error}");
        return eprintln!("SKIPPED: {error}");
    }
    let gpu = Driver::gpu(0).unwrap();
    common::traps(&gpu);
    common::failures_stay(&gpu);
    common::replays(&gpu);

    let kernel = common::load(&gpu, ERRORS);
    let mut params = Params::new();
    params.member(|p| p.word(0));
    let error = common::launch(&gpu, &kernel, 1, 64, &params).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Device { device, .. } if device == "fake"), "{error}");
    assert_eq!(error.to_string(), "fake: cuLaunchKernel failed: CUDA_ERROR_FAKE (fake)");
    assert!(common::launch(&gpu, &kernel, 1 << 31, 64, &params).is_err(), "a grid that is too large");
    common::traps(&gpu);
}

#[test]
#[ignore = "run by with_a_stand_in_for_the_driver"]
fn memory_ends_and_comes_back() {
    let gpu = Driver::gpu(0).unwrap();
    let error = gpu.allocate(1 << 40).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::OutOfMemory { bytes, .. } if *bytes == 1 << 40), "{error}");
    for _ in 0..10 {
        // Freed memory stays in use until the stream reaches its release, for which an allocation that fails waits once.
        drop(Words::new(&gpu, &vec![1u8; 40 << 20]));
    }
    // Freed memory that other streams keep is available to this one.
    let streams = [(); 3].map(|()| gpu.stream().unwrap());
    for stream in &streams {
        let small: Vec<_> = (0..8).map(|_| stream.allocate(1 << 20).unwrap()).collect();
        drop(small);
    }
    let error = gpu.allocate((64 << 20) + 1).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::OutOfMemory { bytes, .. } if *bytes == (64 << 20) + 1), "{error}");
    drop(gpu.allocate(64 << 20).unwrap());
    let full = gpu.allocate(64 << 20).unwrap();
    let error = gpu.allocate(600 << 10).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::OutOfMemory { bytes, .. } if *bytes == 600 << 10), "{error}");
    drop((full, streams));
    let empty = gpu.allocate(0).unwrap();
    assert!(!empty.address().is_null() && empty.bytes() == 0);
    assert!(Driver::gpu(1).is_err());
}

#[test]
#[ignore = "run by with_a_stand_in_for_the_driver"]
fn threads() {
    let gpu = Driver::gpu(0).unwrap();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for len in [1usize, 1 << 20, 3 << 20] {
                    let bytes = vec![len as u8 | 1; len];
                    assert!(Words::new(&gpu, &bytes).get() == bytes);
                }
                gpu.synchronize().unwrap();
            });
        }
    });
}

#[test]
#[ignore = "run by with_a_stand_in_for_the_driver"]
fn streams() {
    common::crosses(&Driver::gpu(0).unwrap());
}

/// Events pass when the work before them is done, which is as late as it may be. The stand-in takes a millisecond for each piece.
#[test]
#[ignore = "run by with_a_stand_in_for_the_driver"]
fn events() {
    let gpu = Driver::gpu(0).unwrap();
    let (other, x) = (gpu.stream().unwrap(), Words::new(&gpu, &[1u32; 100]));
    gpu.synchronize().unwrap();
    // SAFETY: the buffer has this number of bytes.
    let work = || unsafe { gpu.zero(x.buffer.address(), 400) }.unwrap();
    let start = gpu.event().unwrap();
    work();
    work();
    let end = gpu.event().unwrap();
    work();
    let behind = gpu.event().unwrap();
    assert!(start.has_passed().unwrap() && !end.has_passed().unwrap());
    assert_eq!(end.duration_since(&start), Ok(Duration::from_millis(2)));
    assert_eq!(start.duration_since(&end), Ok(Duration::ZERO));
    assert!(end.has_passed().unwrap() && !behind.has_passed().unwrap(), "a wait is for the event alone");
    other.wait_for(&behind).unwrap();
    assert!(!behind.has_passed().unwrap(), "the host doesn't wait");
    other.synchronize().unwrap();
    assert!(behind.has_passed().unwrap(), "the other stream has waited");
    // An event outlives its stream.
    let late = other.event().unwrap();
    drop(other);
    late.wait().unwrap();
}

/// Pinned vectors: what is queued is done as late as it may be, so a copy that isn't waited for is seen.
#[test]
#[ignore = "run by with_a_stand_in_for_the_driver"]
fn pinned_vectors() {
    let gpu = Cuda::new(0).unwrap();
    let side = gpu.stream().unwrap();
    let mut buffer = PinnedVec::from_slice(&gpu, &[1u8; 3000]).unwrap();
    let x = gpu.upload_pinned(&buffer).unwrap();
    buffer.as_mut_slice().unwrap().fill(2);
    let y = side.upload_pinned(&buffer).unwrap();
    x.copy_to_pinned(&mut buffer).unwrap();
    let z = side.upload_pinned(&buffer).unwrap();
    assert!(!buffer.is_ready().unwrap());
    assert_eq!(y.to_vec().unwrap(), [2; 3000]);
    assert_eq!(z.to_vec().unwrap(), [1; 3000]);
    assert!(buffer.is_ready().unwrap());
    buffer.fill(3).unwrap();
    // A vector that is dropped waits for its copies, and not for what is queued behind them.
    let (dropped, behind) = (y.to_pinned().unwrap(), y.to_pinned().unwrap());
    drop(dropped);
    assert!(!behind.is_ready().unwrap());
    // A copy outlives the vector of the device.
    drop(z.to_pinned().unwrap());
    let last = y.to_pinned().unwrap();
    drop((x, y, z, side, gpu));
    assert_eq!(last.as_slice().unwrap(), [2; 3000]);
}

/// GPUs copy from those that a link joins with them, and through the host from others.
#[test]
#[ignore = "run by with_a_stand_in_for_the_driver"]
fn linked_gpus() {
    let [one, linked, other] = [0, 1, 2].map(|index| Cuda::new(index).unwrap());
    let x = one.upload(&[1u32, 2, 3, 4]).unwrap();
    for (device, is_linked) in [(&linked, true), (&other, false), (&one, true)] {
        let (from, to) = (one.allocate(16, 4).unwrap(), device.allocate(16, 4).unwrap());
        // SAFETY: both have this number of bytes, and live until all is done.
        let copied = unsafe { to.copy_from(to.address(), &from, from.address(), 16) };
        assert_eq!(copied.unwrap(), is_linked);
        device.synchronize().unwrap();
        let mut y = device.upload(&[9u32; 6]).unwrap();
        if device.id() != one.id() {
            u32::copy_part::<Cuda>(&mut y, 1, &x, 1..3).unwrap();
            assert_eq!(y.to_vec().unwrap(), [9, 2, 3, 9, 9, 9]);
        }
    }
}

/// Whatever context a thread has used last, everything is done in that of its own GPU.
#[test]
#[ignore = "run by with_a_stand_in_for_the_driver"]
fn two_gpus() {
    let gpus = [0, 1].map(|index| Driver::gpu(index).unwrap());
    assert_eq!(Driver::gpus(), Ok(2));
    assert!(Driver::gpu(2).is_err());
    // One thread uses both GPUs by turns.
    for round in 1..5u8 {
        let bytes = [vec![round; 3 << 20], vec![round | 64; (2 << 20) + 5]];
        let [x, y] = [0, 1].map(|i| Words::new(&gpus[i], &bytes[i]));
        let pinned = gpus.each_ref().map(|gpu| gpu.pinned(100).unwrap());
        assert!(x.get() == bytes[0]);
        assert!(y.get() == bytes[1]);
        // The other GPU's context is the thread's meanwhile.
        // SAFETY: both buffers have this number of bytes.
        unsafe { gpus[0].upload(bytes[1].as_ptr(), x.buffer.address(), 100) }.unwrap();
        gpus[1].synchronize().unwrap();
        // SAFETY: the buffer has this number of bytes.
        unsafe { gpus[0].zero(x.buffer.address(), 50) }.unwrap();
        gpus[1].synchronize().unwrap();
        assert!(x.get()[..100] == [&[0; 50], &bytes[1][..50]].concat());
        gpus[1].synchronize().unwrap();
        drop(x);
        drop(pinned);
        gpus[0].synchronize().unwrap();
        drop(y);
        gpus.iter().for_each(|gpu| gpu.synchronize().unwrap());
    }
    gpus.iter().for_each(common::crosses);
    // Memory and streams of one GPU aren't another's.
    let [one, other] = [0, 1].map(|index| Cuda::new(index).unwrap());
    let x = other.upload(&[1u8; 100]).unwrap();
    // SAFETY: both are refused.
    let (part, stream) =
        unsafe { (DeviceSlice::from_raw(&one, x.as_ptr(), 100), one.on_raw_stream(other.raw_stream().unwrap(), ())) };
    let fault = part.err().map(|error| error.kind().clone());
    assert!(
        matches!(&fault, Some(ErrorKind::InvalidMemory { fault: MemoryFault::Elsewhere(at), .. }) if *at == other.id()),
        "{fault:?}"
    );
    let error = stream.unwrap_err();
    assert!(error.to_string().contains("another context than the GPU's primary one"), "{error}");
    // One GPU runs out of memory while the other doesn't.
    assert!(gpus[0].allocate(1 << 40).is_err());
    gpus[1].allocate(1 << 20).unwrap();
    std::thread::scope(|scope| {
        for gpu in &gpus {
            scope.spawn(|| common::crosses(gpu));
        }
    });
    if jit::version().is_ok() {
        std::thread::scope(|scope| {
            for gpu in &gpus {
                scope.spawn(|| common::traps(gpu));
            }
        });
        let [first, second] = gpus.each_ref().map(|gpu| common::load(gpu, ERRORS));
        gpus[1].synchronize().unwrap();
        drop(first);
        gpus[0].synchronize().unwrap();
        drop(second);
    }
    let [first, second] = gpus;
    drop(first);
    common::copies(&second);
}

/// A call makes these calls of the driver and no others.
#[cfg(feature = "driver-times")]
#[test]
#[ignore = "run by with_a_stand_in_for_the_driver"]
fn notes_calls_of_the_driver() {
    use onrush_cuda::driver::times;

    fn names(f: impl FnOnce()) -> Vec<&'static str> {
        let ((), total, spent) = times::spent(f);
        assert!(total >= spent.iter().map(|(_, time)| *time).sum());
        spent.iter().map(|(name, _)| *name).collect()
    }
    let gpu = Driver::gpu(0).unwrap();
    let allocation = |bytes| {
        let mut buffer = None;
        let allocate = names(|| buffer = Some(gpu.allocate(bytes).unwrap()));
        (allocate, names(|| drop(buffer)))
    };
    let (allocate, free) = (vec!["cuCtxSetCurrent", "cuMemAllocFromPoolAsync"], ["cuCtxSetCurrent", "cuMemFreeAsync"]);
    // Small memory is kept for the next allocation.
    assert_eq!(allocation(100), (allocate.clone(), vec![]));
    assert_eq!(allocation(512), (vec![], vec![]));
    assert_eq!(allocation(2 << 20), (allocate.clone(), free.to_vec()));
    assert_eq!(allocation(2 << 20), (allocate, free.to_vec()));
    assert_eq!(names(|| gpu.synchronize().unwrap()), ["cuCtxSetCurrent", "cuStreamSynchronize"]);
    // No work was queued since the last wait.
    assert_eq!(names(|| gpu.synchronize().unwrap()), ["cuCtxSetCurrent"]);
    if let Err(error) = jit::version() {
        return eprintln!("SKIPPED: {error}");
    }
    let kernel = common::load(&gpu, ERRORS);
    let out = Words::new(&gpu, &[0u32; 64]);
    let mut params = Params::new();
    params.member(|p| p.word(0));
    out.param(&mut params);
    common::launch(&gpu, &kernel, 1, 64, &params).unwrap();
    let call = names(|| common::launch(&gpu, &kernel, 1, 64, &params).unwrap());
    let wait = ["cuCtxSetCurrent", "cuStreamSynchronize"];
    assert_eq!(call, [["cuCtxSetCurrent", "cuLaunchKernel"].as_slice(), &wait].concat());
    assert_eq!(names(|| gpu.synchronize().unwrap()), ["cuCtxSetCurrent"]);
    let zero = names(|| {
        // SAFETY: the buffer has this number of bytes.
        unsafe { gpu.zero(out.buffer.address(), 4) }.unwrap();
        gpu.synchronize().unwrap();
    });
    assert_eq!(zero, [["cuCtxSetCurrent", "cuMemsetD8Async"].as_slice(), &wait].concat());
}

#[test]
#[ignore = "run by with_a_stand_in_for_the_driver"]
fn says_why() {
    let error = Cuda::new(0).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Unavailable { .. }), "{error}");
    let reason = std::env::var("REASON").unwrap();
    assert!(error.to_string().starts_with("cuda:0 can't be used: ") && error.to_string().contains(&reason), "{error}");
}

#[test]
#[ignore = "run by with_a_stand_in_for_the_driver"]
fn needs_a_compiler_or_a_cache() {
    let Some(expected) = std::env::var_os("CAN_COMPILE") else {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
        // A shipped cache suffices if it is for this GPU.
        let mut caches = vec![(folder.join("no"), "no")];
        for (arch, expected) in [("sm_80", "no"), ("sm_90", "yes")] {
            let cache = folder.join("caches").join(arch);
            if jit::code(&common::text(ERRORS), arch, &jit::Cache::at(&cache)).is_ok() {
                caches.push((cache, expected));
            }
        }
        for (cache, expected) in caches {
            // The child process finds no NVRTC unless it is on the loader's path.
            let mut child = Command::new(std::env::current_exe().unwrap());
            child.args(["needs_a_compiler_or_a_cache", "--exact", "--ignored", "--nocapture"]).env_clear();
            child.env("LD_LIBRARY_PATH", folder.join("driver"));
            let output = child.env("CAN_COMPILE", expected).env("ONRUSH_CACHE", &cache).output().unwrap();
            let errors = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{}: {errors}", cache.display());
        }
        return;
    };
    let gpu = Cuda::new(0).unwrap();
    if jit::version().is_ok() {
        return eprintln!("SKIPPED: NVRTC is on the loader's path");
    }
    if expected == "yes" {
        return gpu.can_compile().unwrap();
    }
    let error = gpu.can_compile().unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Unavailable { reason: Unavailable::NoCompiler { .. }, .. }), "{error}");
}

#[test]
#[ignore = "run by with_a_stand_in_for_the_driver"]
fn finds_programs_without_nvrtc() {
    if let Err(error) = jit::version() {
        return eprintln!("SKIPPED: {error}");
    }
    let tmp = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let cache = tmp.join("found");
    let _ = std::fs::remove_dir_all(&cache);
    jit::code(&common::text(ERRORS), "sm_90", &jit::Cache::at(&cache)).unwrap();
    let read_only = |to| {
        let mut permissions = std::fs::metadata(&cache).unwrap().permissions();
        permissions.set_readonly(to);
        std::fs::set_permissions(&cache, permissions).unwrap();
    };
    read_only(true);
    for refusals in ["0", "1"] {
        let variables = [("ONRUSH_CACHE", cache.to_str().unwrap()), ("FAKE_REFUSALS", refusals)];
        alone("loads_a_program", &tmp.join("driver"), &variables);
    }
    read_only(false);
}

/// The driver may refuse code that lies on disk, as an old driver refuses what a newer NVRTC has made.
#[test]
#[ignore = "run by finds_programs_without_nvrtc"]
fn loads_a_program() {
    let gpu = Driver::gpu(0).unwrap();
    common::load(&gpu, ERRORS);
    assert_eq!(gpu.loads(), 1);
    let compiled = std::env::var("FAKE_REFUSALS").unwrap() != "0";
    if let Ok(maps) = std::fs::read_to_string("/proc/self/maps") {
        assert_eq!(maps.contains("nvrtc"), compiled, "NVRTC is loaded when a program must be compiled, and only then");
    }
}
