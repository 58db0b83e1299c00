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
        // It has been told, and the device works.
        assert_eq!(device.synchronize(), Ok(()));
        assert_eq!(device.range(0..10).sum(), Ok(45));
    } else {
        let error = result.and_then(|()| device.synchronize()).expect_err("the division fails");
        assert_eq!(error.call().map(|call| call.line), lines.first().copied(), "{error}");
    }
}
