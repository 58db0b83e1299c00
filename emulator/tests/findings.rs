//! The examples of findings are found, and so are faults that only some schedules show.
#![allow(unsafe_code)]

use onrush::prelude::*;
use onrush_emulator::{Cuda, Emulator, FindingKind};

/// The kernels in the documentation of the kinds, by their names.
fn examples() -> Vec<(String, String)> {
    let docs = include_str!("../src/finding.rs").split("/// ```cuda").skip(1);
    let texts = docs.filter_map(|rest| rest.split("/// ```").next());
    let text =
        |text: &str| text.lines().map(|l| l.trim().trim_start_matches("///").to_owned() + "\n").collect::<String>();
    let named = |text: String| {
        let name = text.split("DEVICE void ").nth(1).and_then(|rest| rest.split('(').next()).unwrap_or_default();
        (name.to_owned(), text)
    };
    texts.map(text).map(named).collect()
}

/// Without the compiler tests are skipped, unless it is required. The sanitizers take the place of the watch over memory.
fn has_emulator() -> bool {
    std::env::var_os("ONRUSH_EMULATED_SANITIZE").is_none()
        && (std::env::var_os("ONRUSH_REQUIRE_EMULATED").is_some() || std::process::Command::new("c++").output().is_ok())
}

/// One program has all kernels, since that takes longer to compile than to run.
fn run_number(cuda: &Cuda, text: &str, which: usize) -> onrush::Result<Vec<u32>> {
    let mut x = cuda.filled(1u32, 128)?;
    // SAFETY: the emulated device ends kernels that break its rules.
    unsafe { cuda.kernel("k", text).launch(1, 64, (&mut x, which as u32))? };
    x.to_vec()
}

#[test]
fn examples_are_found() {
    use FindingKind::{Answer, Deadlock, Divergence, Mask, OutOfBounds, Panic, Race, Refused, Uninitialised};
    if !has_emulator() {
        return eprintln!("SKIPPED: no emulated device");
    }
    let examples = examples();
    let mut text: String = examples.iter().map(|(_, text)| text.as_str()).collect();
    text += "DEVICE void right(Elements<u32> x) { x[thread()] += 1; }\n";
    text += "DEVICE void k(Elements<u32> x, u32 which) {\n";
    for (number, name) in examples.iter().map(|(name, _)| name.as_str()).chain(["right"]).enumerate() {
        text += &format!("  if (which == {number}) {name}(x);\n");
    }
    text += "}\n";
    let kinds = [Race, Uninitialised, OutOfBounds, Divergence, Mask, Deadlock, Panic, Answer, Refused];
    assert_eq!(examples.len(), kinds.len());
    for (which, kind) in kinds.into_iter().enumerate() {
        let mut run = 0;
        let emulator = Emulator::new().schedules(if kind == Answer { 60 } else { 4 }).patience(1 << 12);
        let report = emulator.run(|cuda| {
            run += 1;
            let x = run_number(cuda, &text, which)?;
            assert!(x[2] != 100, "the second word came first");
            Ok(())
        });
        let report = report.unwrap_or_else(|error| panic!("{kind:?}: {error}"));
        println!("{kind:?}: {report}");
        assert_eq!(report.schedules(), run);
        let finding = report.find(kind).unwrap_or_else(|| panic!("{kind:?} isn't found: {report}"));
        assert!(report.findings().iter().all(|other| other.kind() == kind), "{report}");
        // A seed repeats what it has found.
        let seed = finding.seeds()[0];
        let again = emulator.clone().seeds([seed]).run(|cuda| {
            assert!(run_number(cuda, &text, which)?[2] != 100, "the second word came first");
            Ok(())
        });
        let again = again.unwrap_or_else(|error| panic!("{kind:?}: {error}"));
        assert_eq!(again.findings()[0].message(), finding.message());
        assert!(again.to_string().contains(" under 1 schedule\n"), "{again}");
        if kind != Answer && kind != Refused && kind != Deadlock {
            assert!(finding.lines().iter().all(|place| place.file == "k.cu"), "{finding}");
            assert!(!finding.lines().is_empty(), "{finding}");
        }
        assert!(std::panic::catch_unwind(|| report.assert_clean()).is_err());
    }
    let right = Emulator::new().run(|cuda| run_number(cuda, &text, kinds.len()).map(drop)).expect("a right kernel");
    right.assert_clean();
    assert_eq!(right.to_string(), "no fault under 20 schedules");
    let untested = Emulator::new().seeds([]).run(|_| panic!("there is no schedule")).expect("nothing is run");
    assert!(!untested.is_clean(), "nothing is tested");
    assert!(std::panic::catch_unwind(|| untested.assert_clean()).is_err(), "nothing is tested");
}

/// Failures that aren't a kernel's fault are errors: here the compiler's.
#[test]
fn other_errors_are_returned() {
    if !has_emulator() {
        return eprintln!("SKIPPED: no emulated device");
    }
    let error =
        Emulator::new().run(|cuda| run_number(cuda, "DEVICE void k(Elements<u32> x, u32) { return y; }", 0).map(drop));
    let error = error.expect_err("the text is wrong").to_string();
    assert!(error.contains("k.cu:1"), "{error}");
}

/// A device by itself returns findings as errors.
#[test]
fn devices_return_findings() {
    if !has_emulator() {
        return eprintln!("SKIPPED: no emulated device");
    }
    let cuda = Emulator::new().device(3);
    let error = run_number(&cuda, "DEVICE void k(Elements<u32> x, u32 which) { x[which] = thread(); }", 5);
    let error = error.expect_err("all threads write one item").to_string();
    assert!(error.contains("item 5 of `x` (argument 0) at k.cu:1"), "{error}");
}
