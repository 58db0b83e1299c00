//! Compiles every algorithm's programs for every generation of GPUs, and checks the registers, stack and shared memory that
//! each needs. `cargo test` compiles a part of them, whose failures are those of most changes; `.ci/long` compiles all others.

use std::collections::BTreeSet;
use std::sync::Mutex;

use onrush::prelude::*;
use onrush_cuda::jit::compile;

use crate::cases::cases;
use crate::{device, emulated, nvrtc};

/// The architecture for which all item types are compiled, and whose registers are counted.
const MEASURED: &str = "sm_90";
/// Further architectures, for which the types in `SOME` are compiled.
const OTHERS: [&str; 3] = ["sm_75", "sm_80", "sm_100"];
const SOME: [&str; 2] = ["f32", "Cell"];
/// Kernels that may spill registers, the types in their names, and the maximum of spilled bytes. The spilling lets more
/// blocks share a multiprocessor, which outweighs its cost.
const SPILLING: [(&str, &str, u32); 9] = [
    ("Scan<", "T_Cell", 16),
    ("SortPass<", "", 72),
    ("PartitionBy<", "", 16),
    ("Select<", "Contained<i32>", 36),
    ("Select<", "UpTo<Filter<Slice<u64>", 4),
    ("SegmentedReduce<", "InLanes", 56),
    ("LongSegments<", "", 16),
    ("SegmentedSortTiles<", "NoColumns", 16),
    ("SegmentedSortMerge<", "NoColumns", 44),
];

/// The number that precedes `after` in ptxas's log: `Used 40 registers`, `8 bytes stack frame, 4 bytes spill stores`.
fn number(log: &str, before: &str, after: &str) -> u32 {
    let at = log.find(after).unwrap_or_else(|| panic!("ptxas's log has no {after}:\n{log}"));
    let text = log[..at].trim_end();
    let text = &text[text.rfind(before).map_or(0, |from| from + before.len())..];
    let digits: String = text.chars().rev().take_while(char::is_ascii_digit).collect();
    digits.chars().rev().collect::<String>().parse().unwrap_or_else(|_| panic!("no number before {after}:\n{log}"))
}

/// The type `Kernel` of a program's text, with the types that it refers to.
fn name(text: &str) -> String {
    let entry = &text[text.find("#line 1 \"entry\"").expect("a program has an entry")..];
    let mut aliases =
        entry.lines().filter_map(|line| line.strip_prefix("typedef ")?.strip_suffix(';')?.rsplit_once(' '));
    let kernel = aliases.clone().find(|(_, name)| *name == "Kernel").expect("a program has a kernel").0;
    let types: Vec<_> = aliases.by_ref().filter(|(_, name)| *name != "Kernel").map(|(ty, _)| ty).collect();
    format!("{kernel} of {}", types.join(", "))
}

/// Runs a function on two threads.
fn twice(work: impl Fn() + Sync) {
    std::thread::scope(|scope| {
        scope.spawn(&work);
        scope.spawn(&work);
    });
}

/// The programs of the cases, each with the architectures that are `wanted` for a case's types. A program that two cases share is
/// there once.
fn programs(wanted: impl Fn(&str) -> Vec<&'static str> + Sync) -> BTreeSet<(&'static str, String)> {
    let (cases, programs) = (Mutex::new(cases().into_iter()), Mutex::new(BTreeSet::new()));
    twice(|| {
        while let Some(case) = { cases.lock().unwrap().next() } {
            let architectures = wanted(case.types);
            if architectures.is_empty() {
                continue;
            }
            let (device, texts) = device();
            (case.prepare)(&device, 100).and_then(|mut call| call()).unwrap_or_else(|e| panic!("{e}"));
            let texts = texts.lock().unwrap();
            let pairs = texts.iter().flat_map(|text| architectures.iter().map(|arch| (*arch, text.clone())));
            programs.lock().unwrap().extend(pairs);
        }
    });
    programs.into_inner().unwrap()
}

/// Compiles at least so many programs without remarks, without arrays in memory, and without registers that spill.
fn compiled_well(least: usize, programs: impl FnOnce() -> BTreeSet<(&'static str, String)>) {
    if !emulated() || !nvrtc() {
        return;
    }
    let programs = programs();
    assert!(programs.len() > least, "{}", programs.len());
    let (queue, spilled) = (Mutex::new(programs.iter()), Mutex::new(Vec::new()));
    twice(|| {
        while let Some((arch, text)) = { queue.lock().unwrap().next() } {
            let cubin = compile(text, arch, &["--ptxas-options=-v"]).unwrap_or_else(|e| panic!("{e}"));
            let log = cubin.warnings();
            let asked_for = |line: &&str| line.starts_with("ptxas ") && !line.contains("warning");
            let remarks: Vec<_> = log.lines().filter(|l| !asked_for(l) && !l.starts_with("    ")).collect();
            assert!(remarks.is_empty(), "remarks on {} for {arch}: {remarks:?}", name(text));
            let (registers, spills) = (number(log, "Used ", " registers"), number(log, ", ", " bytes spill stores"));
            let stack = number(log, " ", " bytes stack frame");
            println!("{arch}: {registers} registers, {stack} bytes of stack, {spills} spilled: {}", name(text));
            let name = name(text);
            let is = |(kernel, types, _): &&(&str, &str, u32)| name.starts_with(kernel) && name.contains(types);
            let known = SPILLING.iter().find(is).map_or(0, |known| known.2);
            if *arch == MEASURED && spills > known {
                spilled.lock().unwrap().push(format!("{spills} bytes in {name}"));
            }
            // An array with an index that isn't known at compile time lies in memory, where NVRTC 13.0 was seen to
            // lose stores to it.
            assert!(stack == 0 || spills > 0, "{stack} bytes of arrays in memory in {name} for {arch}");
        }
    });
    let spilled = spilled.into_inner().unwrap();
    assert!(spilled.is_empty(), "registers spill on {MEASURED}: {spilled:#?}");
}

/// Calls over items whose number only the device knows.
macro_rules! counted {
    ($device:ident, $t:ty, $keep:expr, $join:expr) => {{
        let x = $device.filled(7 as $t, 100)?;
        let kept = x.iter().filter($keep).collect_counted()?.iter().filter($keep).collect()?;
        let sums = kept.iter().scan_inclusive(Sum).collect()?;
        kept.iter().reduce_by_key(sums.iter(), Sum).collect()?.wait()?;
        kept.iter().zip(sums.iter()).collect()?.wait()?;
        kept.iter().scan_by_key_inclusive(sums.iter(), Sum).collect()?.wait()?;
        kept.iter().run_length_encode::<u32>().collect()?.wait()?;
        let (some, _) = kept.iter().partition($keep).collect()?;
        let (mut some, ..) = some.iter().partition_in_three($keep, $keep).collect()?;
        some.iter_mut().for_each(op!(|v: &mut $t| *v += *v))?;
        some.iter().any($keep)?;
        (kept.iter().sum()?, kept.iter().reduce_with($join)?);
        let mut total = $device.filled(0 as $t, 1)?;
        kept.iter().sum_into(&mut total)
    }};
}

/// A grid that follows from a length on the device costs a kernel hardly any registers that spill.
#[test]
fn of_lengths_on_the_device() {
    compiled_well(20, || {
        let (device, texts) = device();
        let calls = || -> onrush::Result<()> {
            counted!(device, f32, op!(|v: f32| v > 0.5), op!(|a: f32, b: f32| a * 0.5 + b))?;
            counted!(device, u64, op!(|v: u64| v > 5), op!(|a: u64, b: u64| a.max(b) + 1))
        };
        calls().unwrap_or_else(|e| panic!("{e}"));
        let texts = texts.lock().unwrap();
        let counted = texts.iter().filter(|text| text.contains("UpTo<"));
        counted.flat_map(|text| [MEASURED, OTHERS[0]].map(|arch| (arch, text.clone()))).collect()
    });
}

#[test]
fn without_remarks_or_spills() {
    compiled_well(50, || programs(|types| if SOME.contains(&types) { vec![MEASURED] } else { vec![] }));
}

#[test]
#[ignore = "repeats at length"]
fn of_every_type() {
    compiled_well(100, || programs(|types| if SOME.contains(&types) { vec![] } else { vec![MEASURED] }));
}

fn on_another_architecture(arch: &'static str) {
    compiled_well(50, || programs(|types| if SOME.contains(&types) { vec![arch] } else { vec![] }));
}

#[test]
#[ignore = "repeats at length"]
fn on_sm_75() {
    on_another_architecture(OTHERS[0]);
}

#[test]
#[ignore = "repeats at length"]
fn on_sm_80() {
    on_another_architecture(OTHERS[1]);
}

#[test]
#[ignore = "repeats at length"]
fn on_sm_100() {
    on_another_architecture(OTHERS[2]);
}
