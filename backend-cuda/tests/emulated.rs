//! The emulated device: what it runs, what it refuses, and that the same seed gives the same run.
#![allow(unsafe_code)]

mod common;

use std::path::PathBuf;
use std::process::Command;

use common::{ERRORS, Words};
use onrush_core::lower::Params;
use onrush_core::{Backend, ErrorKind, Memory};
use onrush_cuda::Cuda;
use onrush_cuda::driver::{Driver, Settings};
use onrush_cuda::jit::Cache;

/// A device with its own cache; none where there is no compiler. A test that skips says so, and fails where
/// `ONRUSH_REQUIRE_EMULATED=1`.
fn device(seed: u64) -> Option<Driver> {
    let cache = Cache::at(PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("emulated"));
    let (late, patience) = (seed != 0, 1 << 14);
    let device = Driver::emulated(Settings { seed, late, patience, cache, ..Settings::default() });
    // SAFETY: one of our own programs, which launches answer for.
    match unsafe { device.load(&common::text(ERRORS), &common::unit(), true) } {
        Ok(_) => Some(device),
        Err(error) if error.to_string().contains("set ONRUSH_CXX") => {
            assert!(std::env::var("ONRUSH_REQUIRE_EMULATED").is_err(), "the emulated device is required: {error}");
            eprintln!("SKIPPED: {error}");
            None
        }
        Err(error) => panic!("{error}"),
    }
}

fn with_seeds(count: u64, f: impl Fn(&Driver)) {
    for seed in 0..count {
        let Some(device) = device(seed) else { return };
        f(&device);
    }
}

#[test]
fn reduces_with_barriers_and_shuffles() {
    with_seeds(20, common::reduces);
}

/// Memory is given back where little of much is used, and the used part keeps its contents.
#[test]
fn a_small_part_of_much_memory_moves() -> onrush_core::Result<()> {
    if device(0).is_none() {
        return Ok(());
    }
    let cuda = Cuda::emulated();
    let data: Vec<u32> = (0..1000).collect();
    for (bytes, moves) in [(1 << 20, false), ((1 << 30) + 4000, true)] {
        let mut memory = cuda.allocate(bytes, 4)?;
        // SAFETY: there is room for the elements, which only this thread uses.
        unsafe { cuda.upload_to(&data, memory.address().cast())? };
        cuda.shrink(&mut memory, 4000)?;
        assert_eq!(memory.bytes(), if moves { 4000 } else { bytes });
        let mut copy = vec![0u32; 1000];
        // SAFETY: `upload_to` has written the elements, which `shrink` keeps.
        unsafe { cuda.download_from(memory.address().cast(), 1000, copy.as_mut_ptr())? };
        assert_eq!(copy, data);
    }
    Ok(())
}

#[test]
fn scans_by_look_back_under_hostile_seeds() {
    with_seeds(40, |device| common::scans(device, 3000));
    with_seeds(3, |device| common::scans(device, 1));
}

#[test]
fn speaks_every_word() {
    with_seeds(20, common::speaks);
}

#[test]
fn stores_come_out_of_order_unless_they_are_ordered() {
    let (device_is_here, disordered) = (std::cell::Cell::new(false), std::cell::Cell::new(0));
    with_seeds(100, |device| {
        device_is_here.set(true);
        let got = common::passes(device, 0);
        assert_eq!(common::passes(device, 3)[0], 7, "a thread sees its own stores");
        disordered.set(disordered.get() + u32::from(got != [7; 4]));
        assert_eq!(common::passes(device, 1), [7; 4], "a fence orders them");
        assert_eq!(common::passes(device, 2), [7; 4], "a release comes after what was before it");
    });
    assert!(!device_is_here.get() || disordered.get() > 0, "no seed is hostile enough");
    println!("{} of 100 seeds", disordered.get());
}

#[test]
fn traps_name_the_users_line() {
    with_seeds(10, common::traps);
    with_seeds(3, common::replays);
}

#[test]
fn copies_everything() {
    with_seeds(2, common::copies);
}

#[test]
fn streams_wait_for_each_other() {
    with_seeds(2, common::crosses);
    with_seeds(2, common::failures_stay);
}

/// Launches a program that breaks a rule of the device and returns the error.
fn refusal(device: &Driver, what: u64) -> String {
    let kernel = common::load(device, ERRORS);
    let out = Words::new(device, &[0u32; 64]);
    let mut params = Params::new();
    params.member(|p| p.word(what));
    out.param(&mut params);
    let error = common::launch(device, &kernel, 2, 64, &params).unwrap_err();
    // The device stays usable.
    let mut nothing = Params::new();
    nothing.member(|p| p.word(0));
    out.param(&mut nothing);
    common::launch(device, &kernel, 2, 64, &nothing).unwrap();
    error.to_string()
}

#[test]
fn refuses_what_a_gpu_would_do_only_sometimes() {
    let expected = [
        (1, "divergence in block", "sync_block"),
        (2, "divergence in block", "sync_block"),
        (3, "deadlock", "for a word that no thread writes"),
        (4, "deadlock", "for a word that no thread writes"),
        (5, "is not in its own mask 0000ffff", "shuffle at program:"),
        (6, "reads lane 20, which is not in the mask 0000ffff", "shuffle at program:"),
        (7, "divergence in warp", "which calls"),
        (8, "divergence in warp", "ballot"),
        (9, "asks for 4 bytes of shared memory", "launched with 0"),
        (10, "sync_warp", "kernel"),
    ];
    with_seeds(8, |device| {
        for (what, some, other) in expected {
            let error = refusal(device, what);
            assert!(error.contains(some) && error.contains(other), "{what}: {error}");
        }
    });
}

#[test]
fn the_same_seed_gives_the_same_run() {
    let Some(first) = device(17) else { return };
    let Some(second) = device(17) else { return };
    for what in [1, 2, 8, 10] {
        assert_eq!(refusal(&first, what), refusal(&second, what));
    }
}

#[test]
fn refuses_launches_that_do_not_fit() {
    let Some(device) = device(0) else { return };
    let kernel = common::load(&device, ERRORS);
    let mut params = Params::new();
    params.member(|p| p.word(0));
    let error = common::launch(&device, &kernel, 1, 64, &params).unwrap_err().to_string();
    assert!(error.contains("the kernel's parameters have 48 bytes, not 32"), "{error}");
    params.member(|p| p.word(0));
    let error = common::launch(&device, &kernel, 1, 96, &params).unwrap_err().to_string();
    assert!(error.contains("a block of 96 threads for a kernel of at most 64"), "{error}");
    let before = device.launches();
    common::launch(&device, &kernel, 0, 64, &params).unwrap();
    assert_eq!(device.launches(), before, "an empty grid is none");
    let other = device.stream().unwrap();
    let error = common::launch(&other, &kernel, 1, 64, &params).unwrap_err().to_string();
    assert!(error.contains("the program was loaded by another stream"), "{error}");
}

#[test]
fn memory_ends() {
    let device = Driver::emulated(Settings { memory: 1000, ..Settings::default() });
    let some = device.allocate(600).unwrap();
    let error = device.allocate(600).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::OutOfMemory { bytes: 600, .. }), "{error}");
    drop(some);
    device.allocate(600).unwrap();
    assert!(device.allocate(usize::MAX).is_err());
}

#[test]
fn a_program_that_is_refused_shows_where() {
    let Some(device) = device(0) else { return };
    let text = common::text("struct Params {};\nENTRY(32, 1) void entry(GRID_CONST Params) { oops(); }");
    // SAFETY: it isn't compiled.
    let error = unsafe { device.load(&text, &common::unit(), false) };
    let error = error.unwrap_err().to_string();
    assert!(error.contains("program:2:") && error.contains("oops"), "{error}");
}

/// Runs the tests named in a process where kernels are watched by sanitizers.
fn under_sanitizers(tests: &[&str]) -> Option<std::process::Output> {
    let library = Command::new("g++").arg("-print-file-name=libasan.so").output().ok()?;
    let library = PathBuf::from(String::from_utf8(library.stdout).ok()?.trim());
    if !library.is_absolute() || std::env::var_os("ONRUSH_CXX").is_some() {
        eprintln!("SKIPPED: g++ has no AddressSanitizer");
        return None;
    }
    let mut command = Command::new(std::env::current_exe().ok()?);
    command.args(tests).args(["--exact", "--include-ignored", "--nocapture"]);
    command.env("LD_PRELOAD", library).env("ONRUSH_EMULATED_SANITIZE", "address,undefined").env("ONRUSH_CXX", "g++");
    command.env("ASAN_OPTIONS", "detect_leaks=0:symbolize=0").output().ok()
}

#[test]
fn is_clean_under_sanitizers() {
    let tests = ["once_each", "refuses_what_a_gpu_would_do_only_sometimes"];
    let Some(output) = under_sanitizers(&tests) else { return };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(String::from_utf8_lossy(&output.stdout).contains("2 passed"));
}

#[test]
fn sanitizers_see_a_write_out_of_bounds() {
    let Some(output) = under_sanitizers(&["writes_out_of_bounds"]) else { return };
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && errors.contains("heap-buffer-overflow"), "{errors}");
}

#[test]
#[ignore = "run by is_clean_under_sanitizers"]
fn once_each() {
    with_seeds(3, |device| {
        common::reduces(device);
        common::scans(device, 1000);
        common::speaks(device);
        common::passes(device, 0);
        common::traps(device);
        common::copies(device);
    });
}

#[test]
#[ignore = "run by sanitizers_see_a_write_out_of_bounds"]
fn writes_out_of_bounds() {
    with_seeds(1, |device| {
        refusal(device, 13);
    });
}
