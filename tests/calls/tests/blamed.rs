//! The errors of calls name the calls: every terminal is called with every kind of fault, on a CPU and on the emulated device.
//! A failed call returns its error, or what it was to make or to write does.

#[path = "../../facts/mod.rs"]
mod facts;
#[path = "../../sources/mod.rs"]
mod sources;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use onrush::{Backend as _, Cpu, Error, ErrorKind, Record as _};
use onrush_cuda::Cuda;
use onrush_cuda::driver::{Driver, Settings};
use onrush_test_calls::rows::{everything, in_place, of_chains_and_parts, uncountable};
use onrush_test_calls::{Fault, Given, Row, unread};
use onrush_test_support::Tested;

use sources::public_functions;

const ROWS: &str = include_str!("../src/rows.rs");
/// The items of the inputs.
const N: usize = 300;

/// Each device, and another one.
fn devices() -> [[Tested; 2]; 2] {
    let [cpu, one, two]: [Tested; 3] = [
        Cpu::with_threads(2).expect("threads").into(),
        Cuda::emulated().into(),
        Cuda::of(Driver::emulated(Settings { index: 1, ..Settings::default() })).into(),
    ];
    [[cpu, one.clone()], [one, two]]
}

/// Returns a complaint if an error names another place than the row's line.
fn misplaced(error: &Error, row: &Row) -> Option<String> {
    let Some(call) = error.call() else { return Some(format!("names no call: {error}")) };
    let line = ROWS.lines().nth(call.line as usize - 1).unwrap_or_default().trim_start();
    let is_row = call.file.ends_with("calls/src/rows.rs") && line.starts_with(&format!("{}: ", row.name));
    (!is_row).then(|| format!("names another place: {error}"))
}

/// Calls a row with these inputs and returns its error, or `None` if it succeeds.
fn run(row: &Row, given: &mut Given) -> Option<Error> {
    let result = (row.run)(given);
    given.allow_all();
    // A device may find a failure after the call has returned.
    result.and_then(|_| given.x.b.synchronize()).err()
}

/// Runs rows on each device. `check` says what is wrong with the result of a row.
fn check(rows: impl Fn() -> Vec<Row>, fault: Fault, check: impl Fn(&Row, Option<Error>) -> Option<String>) {
    let mut wrong = Vec::new();
    for [device, elsewhere] in devices() {
        for row in rows() {
            let mut given = Given::new(&device, &elsewhere, N, fault).expect("the inputs are made");
            let error = run(&row, &mut given);
            wrong.extend(check(&row, error).map(|what| format!("{} on {}: {what}", row.name, device.name())));
        }
    }
    assert!(wrong.is_empty(), "{} rows with {fault:?}:\n{}", wrong.len(), wrong.join("\n"));
}

/// Runs all rows with a fault, which each must return.
fn all_fail(rows: impl Fn() -> Vec<Row>, fault: Fault, is: fn(&ErrorKind) -> bool) {
    check(rows, fault, |row, error| match error {
        None => Some("is Ok".into()),
        Some(error) if is(error.kind()) => misplaced(&error, row),
        Some(error) => Some(format!("is another error: {error}")),
    });
}

#[test]
fn without_a_fault_all_give_the_same() {
    let answers = devices().map(|[device, elsewhere]| {
        everything().into_iter().map(move |row| {
            let mut given = Given::new(&device, &elsewhere, N, Fault::None).expect("the inputs are made");
            let answer = (row.run)(&mut given).and_then(|answer| Ok((answer, given.targets()?)));
            (row.name, answer.unwrap_or_else(|error| panic!("{} on {}: {error}", row.name, device.name())))
        })
    });
    let [cpu, emulated] = answers.map(Vec::from_iter);
    assert_eq!(cpu, emulated);
}

#[test]
fn panics() {
    let is_panic = |kind: &ErrorKind| matches!(kind, ErrorKind::Panic { message, .. } if message == "a bad number");
    all_fail(of_chains_and_parts, Fault::Panics, is_panic);
    all_fail(in_place, Fault::Panics, is_panic);
}

#[test]
fn positions() {
    all_fail(of_chains_and_parts, Fault::Position, |kind| {
        matches!(kind, ErrorKind::OutOfRange { what: "permute", .. })
    });
}

#[test]
fn lengths() {
    all_fail(of_chains_and_parts, Fault::Lengths, |kind| matches!(kind, ErrorKind::LengthMismatch { what: "zip", .. }));
}

#[test]
fn other_devices() {
    all_fail(of_chains_and_parts, Fault::Device, |kind| matches!(kind, ErrorKind::DeviceMismatch { .. }));
}

/// A fault of a part is found before the number of the items is.
#[test]
fn numbers_of_items() {
    all_fail(uncountable, Fault::None, |kind| matches!(kind, ErrorKind::OutOfMemory { bytes: usize::MAX, .. }));
    all_fail(uncountable, Fault::Device, |kind| matches!(kind, ErrorKind::DeviceMismatch { .. }));
    all_fail(uncountable, Fault::Lengths, |kind| matches!(kind, ErrorKind::LengthMismatch { what: "zip", .. }));
}

/// No later read of a target without elements could tell that the call has failed, so the call itself does.
#[test]
fn targets_without_elements() {
    let mut wrong = Vec::new();
    for [device, elsewhere] in devices() {
        for row in of_chains_and_parts().into_iter().filter(Row::has_targets) {
            let mut given = Given::new(&device, &elsewhere, N, Fault::NoElements).expect("the inputs are made");
            let what = match (row.run)(&mut given) {
                Ok(_) => Some("is Ok".into()),
                Err(error) => misplaced(&error, &row),
            };
            wrong.extend(what.map(|what| format!("{} on {}: {what}", row.name, device.name())));
        }
    }
    assert!(wrong.is_empty(), "{} rows:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn refused_memory() {
    let mut wrong = Vec::new();
    for [device, elsewhere] in devices() {
        for row in everything() {
            for granted in 0..40 {
                let mut given =
                    Given::new(&device, &elsewhere, N, Fault::Memory(granted)).expect("the inputs are made");
                let result = (row.run)(&mut given);
                let what = match result {
                    Ok(_) if given.was_refused() => continue,
                    Ok(_) => break,
                    Err(error) if matches!(error.kind(), ErrorKind::OutOfMemory { .. }) => misplaced(&error, &row),
                    Err(error) => Some(format!("is another error: {error}")),
                };
                wrong.extend(what.map(|what| format!("{} on {}, {granted} vectors: {what}", row.name, device.name())));
            }
        }
    }
    assert!(wrong.is_empty(), "{} rows:\n{}", wrong.len(), wrong.join("\n"));
}

/// Calls that are cancelled before each of their primitives in turn. What they were to write can't be read, or is as it was.
#[test]
fn cancelled() {
    let (mut wrong, mut ended) = (Vec::new(), 0);
    for [device, elsewhere] in devices() {
        for row in everything() {
            for behind in 0..40 {
                let mut given =
                    Given::new(&device, &elsewhere, N, Fault::Cancelled(behind)).expect("the inputs are made");
                let (inputs, targets) = (given.inputs(), given.each_target());
                let result = (row.run)(&mut given);
                let was_cancelled = given.was_cancelled();
                given.allow_all();
                let what = match result {
                    Ok(_) if !was_cancelled => break,
                    Ok(_) => Some("is Ok".into()),
                    Err(error) if error.kind() != &ErrorKind::Cancelled => Some(format!("is another error: {error}")),
                    Err(_) if given.inputs() != inputs => Some("changes its inputs".into()),
                    Err(_)
                        if given
                            .each_target()
                            .iter()
                            .zip(&targets)
                            .any(|(now, before)| now.is_ok() && now != before) =>
                    {
                        Some("leaves readable what it has changed".into())
                    }
                    Err(error) => misplaced(&error, &row),
                };
                ended += 1;
                wrong.extend(what.map(|what| format!("{} on {}, {behind} calls: {what}", row.name, device.name())));
            }
        }
    }
    assert!(ended >= 2 * everything().len(), "{ended} calls were cancelled");
    assert!(wrong.is_empty(), "{} rows:\n{}", wrong.len(), wrong.join("\n"));
}

/// What a GPU refuses to record, a CPU doesn't launch, for the same reason.
#[test]
fn recorded() {
    let results = devices().map(|[device, elsewhere]| {
        everything().into_iter().map(move |row| {
            let mut given = Given::new(&device, &elsewhere, N, Fault::None).expect("the inputs are made");
            let b = given.x.b.clone();
            let result = unread(|| b.record(&mut given, |given| (row.run)(given).map(drop))?.launch());
            let error = result.and_then(|()| b.synchronize()).err();
            let misplaced = error.as_ref().and_then(|error| misplaced(error, &row));
            (row.name, error.map(|error| error.kind().to_string()), misplaced)
        })
    });
    let [cpu, emulated] = results.map(Vec::from_iter);
    let differ: Vec<_> = cpu.iter().zip(&emulated).filter(|(cpu, emulated)| cpu != emulated).collect();
    assert!(differ.is_empty(), "{} rows: {differ:#?}", differ.len());
    let refused = cpu.iter().filter(|(_, error, _)| error.is_some()).count();
    assert!(refused > 50 && cpu.len() - refused > 50, "{refused} of {} rows are refused", cpu.len());
    let misplaced: Vec<_> = cpu.iter().filter(|(.., misplaced)| misplaced.is_some()).collect();
    assert!(misplaced.is_empty(), "{misplaced:#?}");
}

#[test]
fn every_terminal_of_the_facts_has_a_row() {
    let rows: BTreeSet<_> = everything().iter().map(|row| (row.algorithm, row.name)).collect();
    // What makes segments and groups runs nothing.
    let terminals = facts::ALL.iter().flat_map(|facts| facts.terminals.iter().map(|terminal| (facts.name, *terminal)));
    let runs = |(_, terminal): &(&str, &str)| !["segments", "segments_of", "groups"].contains(terminal);
    let missing: Vec<_> = terminals.filter(runs).filter(|terminal| !rows.contains(terminal)).collect();
    assert!(missing.is_empty(), "tests/calls/src/rows.rs has no rows of {missing:?}");
}

/// Every function of these folders that can fail has a row for each place where it stands.
#[test]
fn no_terminal_is_left_out() {
    let mut rows = BTreeMap::<&str, usize>::new();
    everything().iter().for_each(|row| *rows.entry(row.name).or_default() += 1);
    let mut functions = BTreeMap::<String, usize>::new();
    let core = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../core/src");
    let all = ["algo", "derived"].into_iter().flat_map(|folder| public_functions(&core.join(folder)));
    let ends = |signature: &str| signature.contains("-> Result<") || signature.contains("-> Pending<");
    for terminal in all.filter(|function| ends(&function.signature)) {
        *functions.entry(terminal.name).or_default() += 1;
    }
    assert!(functions.len() >= 98, "{}", functions.len());
    let missing: Vec<_> =
        functions.iter().filter(|(name, count)| rows.get(name.as_str()).is_none_or(|rows| rows < count)).collect();
    assert!(missing.is_empty(), "tests/calls/src/rows.rs has too few rows of {missing:?}");
}
