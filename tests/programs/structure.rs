//! What is compiled and launched, and when nothing is.

use std::path::Path;

use onrush::Result;
use onrush::prelude::*;
use onrush_cuda::Cuda;
use onrush_cuda::driver::{Driver, Settings};
use onrush_cuda::jit::Cache;

use crate::cases::cases;
use crate::{device, emulated};

/// Programs and launches so far.
fn counts(device: &Cuda) -> (u64, u64) {
    (device.driver().loads(), device.driver().launches())
}

/// Programs and launches of `f`.
fn of<T>(device: &Cuda, f: impl FnOnce() -> Result<T>) -> (u64, u64) {
    let (loads, launches) = counts(device);
    f().unwrap_or_else(|error| panic!("{error}"));
    (counts(device).0 - loads, counts(device).1 - launches)
}

/// Launches of an algorithm on so many items: the table of `guide::cost`.
fn launches(algorithm: &str, types: &str, n: usize) -> u64 {
    let digits = match types {
        "u8" => 1,
        "u32" | "f32" => 4,
        _ => 8,
    };
    match algorithm {
        // One tile is sorted at once.
        "sort" | "sort_by_key" | "sort_by" if n <= 1000 => 1,
        "sort" => 2 + digits,
        // The keys are `u32`.
        "sort_by_key" => 2 + 4,
        // Tiles, and three or four of them are merged in two steps; the comparators of the cases can't fail.
        "sort_by" => 1 + 2,
        "histogram" => 2,
        _ => 1,
    }
}

#[test]
fn algorithms_are_launched_as_documented_and_compiled_once() {
    if !emulated() {
        return;
    }
    for case in cases().iter().filter(|case| ["u8", "f32", "f64"].contains(&case.types)) {
        let what = format!("{} of {}", case.algorithm, case.types);
        let (device, texts) = device();
        let mut call = (case.prepare)(&device, 100).unwrap();
        assert_eq!(counts(&device), (0, 0), "{what}: uploads are copies");
        let (loads, first) = of(&device, &mut call);
        assert_eq!(loads, texts.lock().unwrap().len() as u64, "{what}");
        assert_eq!(first, launches(case.algorithm, case.types, 100), "{what}");
        assert_eq!(of(&device, &mut call), (0, first), "{what}: a second call compiles nothing");
        let mut other = (case.prepare)(&device, 70).unwrap();
        assert_eq!(of(&device, &mut other).0, 0, "{what}: nor do other vectors");
        if case.algorithm.starts_with("sort") {
            let n = if case.types == "f64" && case.algorithm == "sort_by" { 11_000 } else { 17_000 };
            let mut call = (case.prepare)(&device, n).unwrap();
            assert_eq!(of(&device, &mut call).1, launches(case.algorithm, case.types, n), "{what}, {n} items");
        }
    }
}

/// Allocations and waits of an algorithm on less than a tile, once its stream has its temporary memory.
fn allocations_and_waits(algorithm: &str) -> (u64, u64) {
    match algorithm {
        "reduce" | "reduce_in_order" | "argmax" | "find" => (0, 1),
        "select" => (1, 1),
        // Two vectors each.
        "partition" | "reduce_by_key" | "sums_by_key" => (2, 1),
        "merge" | "scan_by_key" | "histogram" => (1, 0),
        _ => (0, 0),
    }
}

#[test]
fn a_call_asks_the_driver_for_its_results_and_nothing_else() -> Result<()> {
    if !emulated() {
        return Ok(());
    }
    for case in cases().iter().filter(|case| ["u8", "f64"].contains(&case.types)) {
        let (device, _) = device();
        let mut call = (case.prepare)(&device, 100)?;
        call()?;
        let before = device.driver().asked();
        call()?;
        let after = device.driver().asked();
        let what = format!("{} of {}", case.algorithm, case.types);
        let asked = (after.allocations - before.allocations, after.waits - before.waits);
        assert_eq!(asked, allocations_and_waits(case.algorithm), "{what}: allocations and waits");
        assert_eq!(after.copies - before.copies, 0, "{what}: copies");
    }
    Ok(())
}

#[test]
fn a_chain_is_one_launch() -> Result<()> {
    if !emulated() {
        return Ok(());
    }
    let (device, _) = device();
    let (x, y) = (device.upload(&[1.0f32, 2.0, 3.0])?, device.upload(&[4u32, 5, 6])?);
    let before = counts(&device);
    let chain = x
        .iter()
        .zip(&y)
        .map(op!(|(x, y): (f32, u32)| x * y as f32))
        .enumerate()
        .filter(op!(|(i, v): (usize, f32)| i > 0 && v > 1.0))
        .map(op!(|(_, v): (usize, f32)| v))
        .filter(op!(|v: f32| v < 100.0));
    assert_eq!(counts(&device), before, "building a chain does nothing");
    assert_eq!(of(&device, || chain.clone().sum()), (1, 1));
    assert_eq!(of(&device, || chain.clone().sum()), (0, 1));
    assert_eq!(of(&device, || chain.clone().collect()), (1, 1));
    assert_eq!(of(&device, || chain.count()), (1, 1));
    Ok(())
}

#[test]
fn nothing_is_launched_for_nothing() -> Result<()> {
    if !emulated() {
        return Ok(());
    }
    let (device, _) = device();
    for case in cases().iter().filter(|case| case.types == "u32" && case.algorithm != "histogram") {
        let mut call = (case.prepare)(&device, 0)?;
        assert_eq!(of(&device, &mut call), (0, 0), "{}", case.algorithm);
    }
    Ok(())
}

/// What lies in a folder, and since when.
fn files(folder: &Path) -> Vec<(std::ffi::OsString, std::time::SystemTime)> {
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap())
        .map(|entry| (entry.file_name(), entry.metadata().unwrap().modified().unwrap()))
        .collect();
    files.sort();
    files
}

#[test]
fn a_sort_loads_what_its_length_takes() -> Result<()> {
    if !emulated() {
        return Ok(());
    }
    let device = Cuda::emulated();
    // One block alone; digits, small tiles and the way back; larger tiles.
    for (len, loads) in [(100u32, 1), (12_000, 3), (13_000, 0), (40_000, 1)] {
        let mut x = device.range(0..len).collect()?;
        assert_eq!(of(&device, || x.sort()).0, loads, "{len}");
    }
    Ok(())
}

#[test]
fn another_device_finds_the_programs_on_disk() -> Result<()> {
    if !emulated() {
        return Ok(());
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("structure");
    let _ = std::fs::remove_dir_all(&folder);
    let run = || -> Result<u64> {
        let device = Cuda::of(Driver::emulated(Settings { cache: Cache::at(&folder), ..Settings::default() }));
        device.range(0u32..100).map(op!(|i: u32| i * 3)).sum()?;
        device.range(0u32..100).collect()?.sort()?;
        Ok(device.driver().loads())
    };
    let loads = run()?;
    let made = files(&folder);
    assert_eq!(made.len() as u64, loads);
    assert_eq!(run()?, loads);
    assert_eq!(files(&folder), made, "nothing was compiled, and so nothing stored");
    Ok(())
}
