//! `ONRUSH_SYNC=1`: each call waits for its work and returns its own failure. The variable is read once, so the test runs itself
//! again with it.

use std::process::Command;

use onrush::ErrorKind;
use onrush::prelude::*;
use onrush_cuda::Cuda;

/// A call that returns before the GPU has found its failure, on the emulated device.
fn failing(device: &Cuda, lines: &mut Vec<u32>) -> onrush::Result<()> {
    let x = device.upload(&[5, 0, 2])?;
    let mut y = device.filled(0, 3)?;
    lines.push(line!() + 1);
    x.iter().map(op!(|v: i32| 10 / v)).collect_into(&mut y)?;
    lines.push(line!() + 1);
    y.iter().map(op!(|v: i32| v + 1)).collect().map(drop)
}

#[test]
fn calls_return_their_own_failures() {
    let me = std::env::current_exe().expect("the test has a file");
    let run = |value: &str| {
        let run =
            Command::new(&me).args(["--exact", "with_the_variable", "--ignored"]).env("ONRUSH_SYNC", value).output();
        let run = run.expect("the test runs again");
        let text = [run.stdout, run.stderr].concat();
        assert!(run.status.success(), "ONRUSH_SYNC={value}: {}", String::from_utf8_lossy(&text));
    };
    run("1");
    run("0");
    run("nonsense");
}

/// Names and values that say nothing are named on standard error, once, whether a program subscribes to the library's events or
/// not, and on a CPU as on a GPU.
#[test]
fn nonsense_is_named() {
    let me = std::env::current_exe().expect("the test has a file");
    let sync = "onrush: ONRUSH_SYNC is `true`, which is none of `1`, `0`; `0` is assumed";
    let name = "onrush: there is no variable ONRUSH_SNYC; ONRUSH_SYNC is one";
    for case in ["on_a_cpu", "on_a_device", "with_a_subscriber"] {
        let mut run = Command::new(&me);
        run.args(["--exact", case, "--ignored", "--nocapture"]);
        run.env_remove("ONRUSH_SYNC").envs([
            ("ONRUSH_SYNC", "true"),
            ("ONRUSH_SNYC", "1"),
            ("ONRUSH_REQUIRE_NOTHING", "1"),
        ]);
        let run = run.output().expect("the test runs again");
        let text = String::from_utf8_lossy(&run.stderr);
        let mut said: Vec<&str> = text.lines().filter(|line| line.starts_with("onrush: ")).collect();
        said.sort();
        assert!(run.status.success() && said == [sync, name], "{case}: {text}");
    }
}

/// A program that can't write to standard error runs as well.
#[cfg(target_os = "linux")]
#[test]
fn nonsense_is_not_fatal() {
    let me = std::env::current_exe().expect("the test has a file");
    for case in ["on_a_cpu", "on_a_device"] {
        let full = std::fs::File::options().write(true).open("/dev/full").expect("the file that is always full");
        let mut run = Command::new(&me);
        run.args(["--exact", case, "--ignored", "--nocapture"]).env("ONRUSH_SNYC", "1").stderr(full);
        let run = run.output().expect("the test runs again");
        assert!(run.status.success(), "{case}: {}", String::from_utf8_lossy(&run.stdout));
    }
}

/// Makes several devices of each kind, and uses them.
fn uses<B: Backend>(make: impl Fn() -> B) {
    for _ in 0..3 {
        assert_eq!(make().range(0..10).map(op!(|v: i32| 100 / (v + 1))).sum(), Ok(291));
    }
}

#[test]
#[ignore = "another test runs this with variables"]
fn on_a_cpu() {
    uses(Cpu::new);
    uses(|| Cpu::with_threads(2).expect("threads"));
}

#[test]
#[ignore = "another test runs this with variables"]
fn on_a_device() {
    uses(Cuda::emulated);
}

#[test]
#[ignore = "another test runs this with variables"]
fn with_a_subscriber() {
    tracing::subscriber::with_default(tracing::subscriber::NoSubscriber::default(), || uses(Cuda::emulated));
}

#[test]
#[ignore = "another test runs this with ONRUSH_SYNC"]
fn with_the_variable() {
    let device = Cuda::emulated();
    let mut lines = Vec::new();
    let result = failing(&device, &mut lines);
    let waits = std::env::var("ONRUSH_SYNC").is_ok_and(|value| value == "1");
    if waits {
        let error = result.expect_err("the division fails");
        assert!(matches!(error.kind(), ErrorKind::Panic { .. }), "{error}");
        assert_eq!((lines.len(), error.call().map(|call| call.line)), (1, lines.first().copied()), "{error}");
        // The failure has been returned once, and the device works.
        assert_eq!(device.synchronize(), Ok(()));
        assert_eq!(device.range(0..10).sum(), Ok(45));
    } else {
        let error = result.and_then(|()| device.synchronize()).expect_err("the division fails");
        assert_eq!(error.call().map(|call| call.line), lines.first().copied(), "{error}");
    }
}
