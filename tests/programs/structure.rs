//! Programs that are compiled, kernels that are launched, and calls that do neither.

use std::path::Path;

use onrush::Result;
use onrush::prelude::*;
use onrush_cuda::Cuda;
use onrush_cuda::driver::{Driver, Settings};
use onrush_cuda::jit::Cache;

use crate::cases::{Case, cases};
use crate::facts::{self, Facts};
use crate::{device, emulated};

/// The numbers of programs and launches so far.
fn counts(device: &Cuda) -> (u64, u64) {
    (device.driver().loads(), device.driver().launches())
}

/// The numbers of programs and launches of `f`.
fn of<T>(device: &Cuda, f: impl FnOnce() -> Result<T>) -> (u64, u64) {
    let (loads, launches) = counts(device);
    f().unwrap_or_else(|error| panic!("{error}"));
    (counts(device).0 - loads, counts(device).1 - launches)
}

/// The launches of a sort of more items than a tile has: the formulas of `guide::cost`.
fn launches_of_a_sort(case: &Case<Cuda>) -> u64 {
    let digits = match case.types {
        "u8" => 1,
        "u32" | "f32" => 4,
        _ => 8,
    };
    match case.name {
        // A sort by `u32` keys has four passes.
        "sort_by_key" => 2 + 4,
        // Tiles are sorted, and the three or four of them merged in two steps; the cases' comparators can't fail.
        "sort_by" => 1 + 2,
        // Keys of one digit are counted, then stored.
        "sort" if case.types == "u8" => 2,
        _ => 2 + digits,
    }
}

#[test]
fn algorithms_are_launched_as_documented_and_compiled_once() {
    if !emulated() {
        return;
    }
    for case in cases().iter().filter(|case| ["u8", "f32", "f64"].contains(&case.types)) {
        let what = format!("{} of {}", case.name, case.types);
        let (device, texts) = device();
        let mut call = (case.prepare)(&device, 100).unwrap();
        assert_eq!(counts(&device), (0, 0), "{what}: uploads are copies");
        let (loads, first) = of(&device, &mut call);
        assert_eq!(loads, texts.lock().unwrap().len() as u64, "{what}");
        assert_eq!(first, Facts::of(case.algorithm).launches(), "{what}");
        assert_eq!(of(&device, &mut call), (0, first), "{what}: a second call compiles nothing");
        let mut other = (case.prepare)(&device, 70).unwrap();
        assert_eq!(of(&device, &mut other).0, 0, "{what}: a call on other vectors compiles nothing");
        if case.algorithm == "sort" {
            let n = if case.types == "f64" && case.name == "sort_by" { 11_000 } else { 17_000 };
            let mut call = (case.prepare)(&device, n).unwrap();
            assert_eq!(of(&device, &mut call).1, launches_of_a_sort(case), "{what}, {n} items");
        }
    }
}

#[test]
fn every_algorithm_has_a_case() {
    for facts in facts::ALL {
        let found = cases::<Cuda>().iter().any(|case| case.algorithm == facts.name);
        assert!(found, "tests/programs/cases.rs has no case of {}", facts.name);
    }
}

/// Counts allocations and waits of calls on less than a tile, after the stream has allocated its temporary memory.
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
        let (what, facts) = (format!("{} of {}", case.name, case.types), Facts::of(case.algorithm));
        let asked = (after.allocations - before.allocations, after.waits - before.waits);
        assert_eq!(asked, (facts.vectors, facts.waits().into()), "{what}: allocations and waits");
        assert_eq!(after.copies - before.copies, 0, "{what}: copies");
    }
    Ok(())
}

/// Elements that nothing has written aren't copied when a vector grows; those behind them are.
#[test]
#[allow(unsafe_code)]
fn what_was_never_written_is_not_copied() -> Result<()> {
    if !emulated() {
        return Ok(());
    }
    let (device, _) = device();
    let launches = || counts(&device).1;
    // SAFETY: the elements are written before they are read.
    let mut x = unsafe { DeviceVec::<u32, _>::uninit(&device, 4)? };
    let before = launches();
    x.resize(3000, 7)?;
    assert_eq!(launches() - before, 1, "the new elements are written");
    x.resize(100_000, 8)?;
    assert_eq!(launches() - before, 3, "the old ones are copied");
    device.constant(6, 4).collect_into(x.slice_mut(..4)?)?;
    let want = [vec![6; 4], vec![7; 2996], vec![8; 97_000]].concat();
    assert_eq!(x.to_vec()?, want);
    // Elements that other code may have written are copied.
    // SAFETY: as above.
    let mut x = unsafe { DeviceVec::<u32, _>::uninit(&device, 4)? };
    x.as_mut_ptr();
    let before = launches();
    x.resize(3000, 7)?;
    assert_eq!(launches() - before, 2);
    Ok(())
}

/// A result that stays on the device takes one launch and no wait, and the next call reads it there.
#[test]
fn a_result_that_stays_is_not_waited_for() -> Result<()> {
    if !emulated() {
        return Ok(());
    }
    let (device, _) = device();
    let x = device.upload(&[1.0f32, 2.0, 5.0])?;
    let mut total = device.filled(0.0f32, 1)?;
    let (launches, before) = (counts(&device).1, device.driver().asked());
    x.iter().sum_into(&mut total)?;
    let total = total.view();
    let shares = x.iter().map(op!(|v: f32| v / total[0])).collect()?;
    assert_eq!(counts(&device).1 - launches, 2);
    assert_eq!(device.driver().asked().waits, before.waits);
    assert_eq!(shares.to_vec()?, [0.125, 0.25, 0.625]);
    Ok(())
}

/// Lengths that stay on the device take one launch for each call and no wait, and neither does a result that stays.
#[test]
fn a_length_that_stays_is_not_waited_for() -> Result<()> {
    if !emulated() {
        return Ok(());
    }
    let (device, _) = device();
    let x = device.upload(&(0..1u32 << 16).collect::<Vec<_>>())?;
    let mut total = device.filled(0u32, 1)?;
    // The first time, the stream allocates its temporary memory, and clears it.
    for cleared in [true, false] {
        let (launches, before) = (counts(&device).1, device.driver().asked());
        let kept = x.iter().filter(op!(|v: u32| v % 3 == 0)).collect_counted()?;
        let counts_before = kept.iter().map(op!(|_: u32| 1u32)).scan_exclusive(0, Sum).collect()?;
        let runs = kept.iter().map(op!(|v: u32| v / 100)).reduce_by_key(counts_before.iter(), Max).collect()?;
        runs.iter().map(op!(|(_, last): (u32, u32)| last)).sum_into(&mut total)?;
        let after = device.driver().asked();
        assert_eq!(counts(&device).1 - launches, 4);
        assert_eq!(after.waits - before.waits, 0);
        assert!(cleared || after.copies == before.copies);
        drop((kept, counts_before, runs));
    }
    let mut last = std::collections::BTreeMap::new();
    (0..1u32 << 16).filter(|v| v % 3 == 0).enumerate().for_each(|(i, v)| _ = last.insert(v / 100, i as u32));
    assert_eq!(total.to_vec()?, [last.values().sum::<u32>()]);
    Ok(())
}

/// Each call that counts its results is one launch and no wait, from a chain and from a counted one.
#[test]
fn counts_of_any_call_stay() -> Result<()> {
    if !emulated() {
        return Ok(());
    }
    let (device, _) = device();
    let x = device.upload(&(0..30_000u32).map(|v| v / 7).collect::<Vec<_>>())?;
    let (odd, third) = (op!(|v: u32| v % 2 == 1), op!(|v: u32| v % 3 == 0));
    let queued = |calls: u64, call: &mut dyn FnMut() -> Result<()>| -> Result<()> {
        call()?;
        let (launches, before) = (counts(&device).1, device.driver().asked());
        call()?;
        assert_eq!((counts(&device).1 - launches, device.driver().asked().waits - before.waits), (calls, 0));
        Ok(())
    };
    queued(1, &mut || x.iter().dedup().collect_counted().map(drop))?;
    queued(1, &mut || x.iter().run_length_encode::<u32>().collect_counted().map(drop))?;
    queued(1, &mut || x.iter().partition(odd).collect_counted().map(drop))?;
    queued(1, &mut || x.iter().partition_in_three(odd, third).collect_counted().map(drop))?;
    queued(1, &mut || set_union(&x, &x).collect_counted().map(drop))?;
    queued(8, &mut || {
        let (mut c, _) = x.iter().partition(odd).collect_counted()?;
        c.iter_mut().for_each(op!(|v: &mut u32| *v /= 2))?;
        let _ = c.iter().dedup().collect()?;
        let _ = c.iter().filter_map(op!(|v: u32| v.checked_sub(9))).collect()?;
        let _ = c.iter().run_length_encode::<u32>().collect()?;
        let _ = c.iter().partition(odd).collect()?;
        let _ = c.iter().partition_in_three(odd, third).collect()?;
        c.iter().scan_by_key_inclusive(c.iter(), Sum).collect().map(drop)
    })
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
        assert_eq!(of(&device, &mut call), (0, 0), "{}", case.name);
    }
    Ok(())
}

/// The files in a folder, with their times of modification.
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
    // The loaded programs are those for a single block; for digits, small tiles and the copy back; for larger tiles.
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
    // The emulated device's runtime is there, too, if no other test needed it first.
    let runtime = |(name, _): &&(std::ffi::OsString, _)| Path::new(name).extension().is_some_and(|e| e == "o");
    assert_eq!((made.len() - made.iter().filter(runtime).count()) as u64, loads);
    assert_eq!(run()?, loads);
    assert_eq!(files(&folder), made, "nothing was compiled, and so nothing stored");
    Ok(())
}
