//! The errors of calls name the calls: every terminal is called with every kind of fault, on a CPU and on the emulated device.
//! A failed call returns its error, or what it was to make or to write does.

mod given;
mod rows;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use given::{Fault, Given};
use onrush::{Backend as _, Cpu, Error, ErrorKind};
use onrush_cuda::Cuda;
use onrush_cuda::driver::{Driver, Settings};
use onrush_test_support::Tested;
use rows::Row;

const ROWS: &str = include_str!("rows.rs");

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
    let is_row = call.file.ends_with("blamed/rows.rs") && line.starts_with(&format!("{}: ", row.name));
    (!is_row).then(|| format!("names another place: {error}"))
}

/// Calls a row with these inputs and returns its error, or `None` if it succeeds.
fn run(row: &Row, given: &mut Given) -> Option<Error> {
    let result = (row.run)(given);
    given.allow_all();
    // A device may find a failure after the call has returned.
    result.and_then(|()| given.x.b.synchronize()).err()
}

/// Runs rows on each device. `check` says what is wrong with the result of a row.
fn check(rows: impl Fn() -> Vec<Row>, fault: Fault, check: impl Fn(&Row, Option<Error>) -> Option<String>) {
    let mut wrong = Vec::new();
    for [device, elsewhere] in devices() {
        for row in rows() {
            let mut given = Given::new(&device, &elsewhere, fault).expect("the inputs are made");
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

fn chains() -> Vec<Row> {
    rows::of_chains().into_iter().chain(rows::of_parts()).collect()
}

fn everything() -> Vec<Row> {
    chains().into_iter().chain(rows::in_place()).chain(rows::without_operations()).collect()
}

#[test]
fn without_a_fault_all_do_well() {
    check(everything, Fault::None, |_, error| error.map(|error| error.to_string()));
}

#[test]
fn panics() {
    let is_panic = |kind: &ErrorKind| matches!(kind, ErrorKind::Panic { message, .. } if message == "a bad number");
    all_fail(chains, Fault::Panics, is_panic);
    all_fail(rows::in_place, Fault::Panics, is_panic);
}

#[test]
fn positions() {
    all_fail(chains, Fault::Position, |kind| matches!(kind, ErrorKind::OutOfRange { what: "permute", .. }));
}

#[test]
fn lengths() {
    all_fail(chains, Fault::Lengths, |kind| matches!(kind, ErrorKind::LengthMismatch { what: "zip", .. }));
}

#[test]
fn other_devices() {
    all_fail(chains, Fault::Device, |kind| matches!(kind, ErrorKind::DeviceMismatch { .. }));
}

/// A fault of a part is found before the number of the items is.
#[test]
fn numbers_of_items() {
    all_fail(rows::uncountable, Fault::None, |kind| matches!(kind, ErrorKind::OutOfMemory { bytes: usize::MAX, .. }));
    all_fail(rows::uncountable, Fault::Device, |kind| matches!(kind, ErrorKind::DeviceMismatch { .. }));
    all_fail(rows::uncountable, Fault::Lengths, |kind| matches!(kind, ErrorKind::LengthMismatch { what: "zip", .. }));
}

/// No later read of a target without elements could tell that the call has failed, so the call itself does.
#[test]
fn targets_without_elements() {
    let asks_for_nothing = |name: &str| name.starts_with("top_k") || name.starts_with("bottom_k");
    let has_targets =
        |row: &Row| (row.name.ends_with("_into") && !asks_for_nothing(row.name)) || row.name.starts_with("scatter");
    let mut wrong = Vec::new();
    for [device, elsewhere] in devices() {
        for row in chains().into_iter().filter(has_targets) {
            let mut given = Given::new(&device, &elsewhere, Fault::NoElements).expect("the inputs are made");
            let what = match (row.run)(&mut given) {
                Ok(()) => Some("is Ok".into()),
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
                let mut given = Given::new(&device, &elsewhere, Fault::Memory(granted)).expect("the inputs are made");
                let result = (row.run)(&mut given);
                let what = match result {
                    Ok(()) if given.was_refused() => continue,
                    Ok(()) => break,
                    Err(error) if matches!(error.kind(), ErrorKind::OutOfMemory { .. }) => misplaced(&error, &row),
                    Err(error) => Some(format!("is another error: {error}")),
                };
                wrong.extend(what.map(|what| format!("{} on {}, {granted} vectors: {what}", row.name, device.name())));
            }
        }
    }
    assert!(wrong.is_empty(), "{} rows:\n{}", wrong.len(), wrong.join("\n"));
}

/// Every function of these folders that can fail has a row for each place where it stands.
#[test]
fn no_terminal_is_left_out() {
    let mut rows = BTreeMap::<&str, usize>::new();
    everything().iter().for_each(|row| *rows.entry(row.name).or_default() += 1);
    let mut functions = BTreeMap::<String, usize>::new();
    let core = Path::new(env!("CARGO_MANIFEST_DIR")).join("core/src");
    let mut folders = vec![core.join("algo"), core.join("derived")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder of the core") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = fs::read_to_string(&path).expect("a source file");
            for function in text.split("pub fn ").skip(1) {
                let signature = function.split(" {\n").next().unwrap_or_default();
                let name = function.split(['<', '(']).next().unwrap_or_default();
                if signature.contains("-> Result<") && !name.starts_with('$') {
                    *functions.entry(name.to_owned()).or_default() += 1;
                }
            }
        }
    }
    assert!(functions.len() > 150, "{}", functions.len());
    let missing: Vec<_> =
        functions.iter().filter(|(name, count)| rows.get(name.as_str()).is_none_or(|rows| rows < count)).collect();
    assert!(missing.is_empty(), "tests/blamed/rows.rs has too few rows of {missing:?}");
}
