//! Runs an operation twice: its closure in this process, its device text in a program that the C++ compiler builds.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::process::Command;
use std::sync::Mutex;

use onrush_core::function::Function;
use onrush_core::lower::{Params, TranslationUnit};
use onrush_core::types::Type;
use onrush_core::value::{Item, Value};

/// Runs `operation` on each of `inputs` both ways and compares the results.
#[track_caller]
pub(crate) fn same<A: Value, F: Function<A, Output: Value>>(operation: F, inputs: &[A]) {
    let mut unit = TranslationUnit::new();
    let functor = F::lower(&mut unit);
    let args = unit.spell(&A::ty());
    let count = match A::ty() {
        Type::Tuple(parts) => parts.len(),
        _ => unreachable!("arguments are a tuple"),
    };
    let passed: Vec<_> = (0..count).map(|i| format!("in.m_{i}")).collect();
    let text = program(&unit.source(), &functor, &args, &passed.join(", "));

    let mut captures = Params::new();
    operation.params(&mut captures);
    let mut input = Params::new();
    inputs.iter().for_each(|x| x.write(&mut input));
    let output = run(&text, captures.bytes(), input.bytes(), inputs.len());

    let mut at = 0;
    for (i, x) in inputs.iter().enumerate() {
        let site = u64::from_le_bytes(output[at..at + 8].try_into().expect("8 bytes"));
        at += 8;
        match panicking(|| operation.call(*x)) {
            Ok(result) => {
                assert_eq!(site, 0, "input {i}: the device fails, the host does not\n{}", unit.generated());
                let mut expected = Params::new();
                result.write(&mut expected);
                let mut got = output[at..at + expected.bytes().len()].to_vec();
                mask(&<F::Output as Item>::ty(), &mut got);
                assert_eq!(got, expected.bytes(), "input {i}: device, host\n{}", unit.generated());
            }
            Err(line) => {
                assert_ne!(site, 0, "input {i}: the host panics, the device does not\n{}", unit.generated());
                let site = unit.sites()[site as usize - 1];
                // std's methods report std's own line, so that line isn't compared.
                if line != 0 {
                    assert_eq!(site.line, line, "input {i}: {site:?}\n{}", unit.generated());
                }
            }
        }
        let size = <F::Output as Item>::ty().size().max(1);
        at += size;
    }
}

/// Zeroes the padding bytes of a value.
fn mask(ty: &Type, bytes: &mut [u8]) {
    let Some(parts) = ty.parts() else { return };
    let mut end = 0;
    for (offset, part) in parts {
        bytes[end..offset].fill(0);
        end = offset + part.size();
        mask(&part, &mut bytes[offset..end]);
    }
    bytes[end..].fill(0);
}

/// The line of the panic, if `call` panics.
fn panicking<R>(call: impl FnOnce() -> R) -> Result<R, u32> {
    static LINE: Mutex<u32> = Mutex::new(0);
    static ONE: Mutex<()> = Mutex::new(());
    let _one = ONE.lock();
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(|info| {
        *LINE.lock().expect("no panic while locked") =
            info.location().filter(|l| l.file().contains("tests")).map_or(0, |l| l.line());
    }));
    let result = catch_unwind(AssertUnwindSafe(call));
    std::panic::set_hook(before);
    result.map_err(|_| *LINE.lock().expect("no panic while locked"))
}

fn program(source: &str, functor: &str, args: &str, passed: &str) -> String {
    format!(
        r#"{source}
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int, char** argv) {{
  alignas(16) static unsigned char captures[1 << 12];
  FILE* file = fopen(argv[1], "rb");
  size_t got = fread(captures, 1, sizeof captures, file);
  (void)got;
  {functor} f;
  memcpy((void*)&f, captures, sizeof f);
  file = fopen(argv[2], "rb");
  {args} in;
  while (fread((void*)&in, sizeof in, 1, file) == 1) {{
    memset(onrush_trap, 0, sizeof onrush_trap);
    auto out = f({passed});
    fwrite(onrush_trap, 8, 1, stdout);
    fwrite(&out, sizeof out, 1, stdout);
  }}
}}
"#
    )
}

fn run(text: &str, captures: &[u8], input: &[u8], count: usize) -> Vec<u8> {
    let dir = folder();
    std::fs::write(dir.join("text.cpp"), text).expect("the text is written");
    std::fs::write(dir.join("captures"), captures).expect("the captures are written");
    std::fs::write(dir.join("input"), input).expect("the input is written");
    let flags = [
        "-std=c++17",
        "-DONRUSH_EMULATED",
        "-O1",
        "-ffp-contract=off",
        "-fno-math-errno",
        "-w",
        "-o",
        "program",
        "text.cpp",
    ];
    let compiled = Command::new("g++").current_dir(&dir).args(flags).output().expect("g++ is installed");
    let log = String::from_utf8_lossy(&compiled.stderr);
    let chain = text.split("#line 1 \"chain\"").last().unwrap_or_default();
    assert!(compiled.status.success(), "{log}\n{chain}");
    let ran = Command::new(dir.join("program")).current_dir(&dir).args(["captures", "input"]).output();
    let ran = ran.expect("the program starts");
    assert!(ran.status.success() && (count == 0 || !ran.stdout.is_empty()), "{:?}\n{chain}", ran.status);
    let _ = std::fs::remove_dir_all(dir);
    ran.stdout
}

fn folder() -> PathBuf {
    use std::sync::atomic::{AtomicU32, Ordering};
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let name = format!("onrush-macros-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
    let dir = std::env::temp_dir().join(name);
    std::fs::create_dir_all(&dir).expect("a temporary folder");
    dir
}

/// Compares an operation with plain Rust on the host, then with its device text.
macro_rules! alike {
    (|$x:ident: $t:ty| $body:expr, $inputs:expr) => {{
        let operation = onrush_macros::op!(|$x: $t| $body);
        #[allow(warnings)]
        let plain = |$x: $t| $body;
        for input in $inputs {
            assert_eq!(onrush_core::function::Function::call(&operation, (input,)), plain(input), "{input:?}");
        }
        crate::support::same(operation, &$inputs.map(|x| (x,)));
    }};
}
#[allow(unused_imports)]
pub(crate) use alike;
