//! Ranges for profilers, against a library that does what a profiler does.
#![cfg(feature = "nvtx")]
#![allow(unsafe_code)]

use std::env;
use std::path::Path;
use std::process::Command;

use onrush::prelude::*;
use onrush_cuda::Cuda;

/// A profiler that prints ranges with their depth. It has the layout of NVIDIA's headers.
const PROFILER: &str = r#"
#include <cstddef>
#include <cstdint>
#include <cstdio>
typedef void (*Function)();
struct Callbacks { size_t bytes; int (*module)(int, Function***, unsigned*); };
struct Version { size_t bytes; uint32_t version, reserved; void (*set)(uint32_t); };
static int depth = 0;
static int push(const char* name) { printf("%d %s\n", depth, name); return depth++; }
static int pop() { return --depth; }
extern "C" int InitializeInjectionNvtx2(const void* (*exported)(uint32_t)) {
  auto callbacks = static_cast<const Callbacks*>(exported(1));
  auto version = static_cast<const Version*>(exported(3));
  if (callbacks->bytes != sizeof(Callbacks) || version->bytes != sizeof(Version) || exported(7) != nullptr) return 0;
  version->set(3);
  const unsigned sizes[] = {16, 9, 15, 7, 16, 7};
  for (int module = 1; module <= 6; ++module) {
    Function** table = nullptr;
    unsigned size = 0;
    if (callbacks->module(module, &table, &size) != 1 || size != sizes[module - 1]) return 0;
    if (table[0] != nullptr || table[size] != nullptr) return 0;
    for (unsigned i = 1; i < size; ++i) if (table[i] == nullptr) return 0;
    if (module == 1) {
      *table[9] = reinterpret_cast<Function>(push);
      *table[11] = reinterpret_cast<Function>(pop);
    }
  }
  return callbacks->module(7, nullptr, nullptr) == 0 && callbacks->module(-1, nullptr, nullptr) == 0;
}
"#;

#[test]
fn a_profiler_sees_calls() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("nvtx");
    std::fs::create_dir_all(&folder).unwrap();
    let (source, library) = (folder.join("profiler.cpp"), folder.join("libprofiler.so"));
    std::fs::write(&source, PROFILER).unwrap();
    let mut compiler = Command::new(env::var_os("ONRUSH_CXX").unwrap_or_else(|| "c++".into()));
    match compiler.args(["-std=c++17", "-fPIC", "-shared", "-o"]).arg(&library).arg(&source).output() {
        Ok(output) => assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr)),
        Err(error) => {
            assert!(env::var_os("ONRUSH_REQUIRE_EMULATED").is_none(), "a C++ compiler is required: {error}");
            return eprintln!("SKIPPED: {error}");
        }
    }
    // A library that isn't there, or isn't a profiler's, changes nothing.
    for (path, attached) in [(library.as_path(), true), (&source, false), (Path::new("./."), false)] {
        let mut child = Command::new(env::current_exe().unwrap());
        child.args(["calls", "--exact", "--ignored", "--nocapture"]);
        let output = child.env("NVTX_INJECTION64_PATH", path).output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{text}");
        let seen: Vec<&str> = text.lines().filter(|line| line.starts_with("0 ") || line.starts_with("1 ")).collect();
        let place = |name: &str, line: u32| format!("0 {name}, {}:{line}", file!());
        let expected = [place("reduce", LINE + 1), place("collect", LINE + 2), place("sort", LINE + 3)];
        let expected = if attached { [&expected[..], &expected, &[place("mine", LINE + 10)]].concat() } else { vec![] };
        assert_eq!(seen, expected, "{text}");
    }
}

/// The line of the next function.
const LINE: u32 = line!() + 1;
fn some<B: Backend>(b: &B) {
    assert_eq!(b.range(0u32..10).sum(), Ok(45));
    let failed = b.range(0u32..10).map(op!(|i: u32| 7 / i)).collect().and_then(|x| x.to_vec());
    b.upload(&[3, 1, 2]).unwrap().sort().unwrap();
    assert!(failed.is_err());
}

fn own(cuda: &Cuda) {
    let kernel = cuda.kernel("mine", "DEVICE void mine() {}");
    // SAFETY: the kernel does nothing.
    unsafe { kernel.launch(1, 32, ()) }.unwrap();
}

#[test]
#[ignore = "run by a_profiler_sees_calls"]
fn calls() {
    some(&Cpu::new());
    some(&Cuda::emulated());
    own(&Cuda::emulated());
}
