//! The runtime of generated crates, which runs and compares their operations: see the package's README.
#![allow(unsafe_code)]

mod bytes;
pub mod random;
pub mod shared;

use std::cell::{Cell, RefCell};
use std::fmt::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::Command;

use libloading::Library;
use onrush_core::View;
use onrush_core::device::DeviceId;
use onrush_core::function::Function;
use onrush_core::lower::{Params, TranslationUnit};
use onrush_core::types::Type;
use onrush_core::value::{Element, Item, Value};
use onrush_cuda::jit;

use random::{Arbitrary, Random};

/// The number of inputs per operation.
const INPUTS: usize = 200;

/// Compares one operation and returns the number of inputs on which it panicked.
type Check = Box<dyn Fn(&Library, &TranslationUnit) -> Result<usize, String>>;

/// The operations of a generated crate.
pub struct Harness {
    random: Random,
    unit: TranslationUnit,
    entries: String,
    checks: Vec<Check>,
}

impl std::fmt::Debug for Harness {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Harness").field("operations", &self.checks.len()).finish_non_exhaustive()
    }
}

thread_local! {
    static QUIET: Cell<bool> = const { Cell::new(false) };
    static PANIC: RefCell<Panic> = const { RefCell::new(Panic { line: 0, message: String::new() }) };
}

/// Where a call has panicked (0 if in std, whose lines aren't compared), and with which message.
#[derive(Debug, Clone)]
struct Panic {
    line: u32,
    message: String,
}

/// A value's bytes, with those without meaning made equal, or the panic of the call.
fn outcome<R: Value>(call: impl FnOnce() -> R) -> Result<Vec<u8>, Panic> {
    QUIET.set(true);
    let result = catch_unwind(AssertUnwindSafe(call));
    QUIET.set(false);
    let value = result.map_err(|_| PANIC.with_borrow(Panic::clone))?;
    let mut out = Params::new();
    value.write(&mut out);
    let mut bytes = out.bytes().to_vec();
    bytes.resize(R::ty().size().max(1), 0);
    bytes::canonical(&R::ty(), &mut bytes);
    Ok(bytes)
}

/// What plain Rust gives for an input's bytes.
type Plain = dyn Fn(&[u8]) -> Result<Vec<u8>, Panic>;

impl Harness {
    /// A harness without operations.
    pub fn new(seed: u64) -> Self {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if !QUIET.get() {
                return before(info);
            }
            let line = info.location().filter(|l| l.file().ends_with("main.rs")).map_or(0, |l| l.line());
            let message = info.payload_as_str().unwrap_or_default().to_owned();
            PANIC.set(Panic { line, message });
        }));
        Harness { random: Random::new(seed), unit: TranslationUnit::new(), entries: String::new(), checks: Vec::new() }
    }

    /// A view of random elements for an operation to capture; the elements live as long as the program.
    pub fn view<T: Element + Arbitrary>(&mut self, len: usize) -> View<'static, T> {
        let data: Vec<T> = (0..len).map(|_| T::arbitrary(&mut self.random)).collect();
        let data: &'static [T] = data.leak();
        // SAFETY: these are `len` initialised elements in the host's memory, which are never freed or written.
        unsafe { View::new(data.as_ptr(), len, DeviceId::HOST) }
    }

    /// Adds an operation, and what rustc alone makes of the same code, with arguments of the same layout; `text` is its
    /// source, for messages.
    pub fn check<A, F, B, R>(&mut self, text: &'static str, operation: F, plain: impl Fn(B) -> R + 'static)
    where
        A: Value + Arbitrary,
        F: Function<A, Output: Value> + 'static,
        B: Value,
        R: Value,
    {
        let plain = move |input: &[u8]| {
            assert_eq!(input.len(), B::ty().size());
            // SAFETY: the bytes are those of an `A`, and a `B` has the same parts.
            let input = unsafe { B::read(input.as_ptr()) };
            outcome(|| plain(input))
        };
        self.add(text, false, operation, Some(Box::new(plain)));
    }

    /// Adds an operation. If it `calls` device functions, either of two failures in one statement may be reported.
    pub fn check_alone<A, F>(&mut self, text: &'static str, calls: bool, operation: F)
    where
        A: Value + Arbitrary,
        F: Function<A, Output: Value> + 'static,
    {
        self.add(text, calls, operation, None);
    }

    fn add<A, F>(&mut self, text: &'static str, calls: bool, operation: F, plain: Option<Box<Plain>>)
    where
        A: Value + Arbitrary,
        F: Function<A, Output: Value> + 'static,
    {
        let functor = F::lower(&mut self.unit);
        let (input, output) = (self.unit.spell(&A::ty()), self.unit.spell(&<F::Output as Item>::ty()));
        let Type::Tuple(parameters) = A::ty() else { unreachable!("arguments are a tuple") };
        let passed: Vec<_> = (0..parameters.len()).map(|i| format!("in[i].m_{i}")).collect();
        let entry = format!("entry_{}", self.checks.len());
        let passed = passed.join(", ");
        let _ = writeln!(self.entries, "ENTRY({entry}, {functor}, ({input}), ({output}), ({passed}))");

        let inputs: Vec<A> = (0..INPUTS).map(|_| A::arbitrary(&mut self.random)).collect();
        self.checks.push(Box::new(move |library, unit| {
            compare(library, unit, &entry, calls, &operation, plain.as_deref(), &inputs).map_err(|difference| {
                let lowered = unit.generated();
                let functor = lowered.split_once(&format!("struct {functor} {{")).map_or("", |(_, rest)| rest);
                let functor = functor.split_once("\n};").map_or(functor, |(body, _)| body);
                format!("{difference}\n{text}\nstruct {{{functor}\n}};")
            })
        }));
    }

    /// Compiles and compares everything, reports each operation that differs, and returns their number.
    pub fn finish(self) -> usize {
        let source = self.unit.source() + include_str!("entry.cu") + &self.entries;
        let folder = std::env::current_dir().unwrap_or_default();
        let library = compile(&source, &folder);
        let (mut failures, mut panics) = (0, 0);
        for check in &self.checks {
            match check(&library, &self.unit) {
                Ok(count) => panics += count,
                Err(failure) => {
                    failures += 1;
                    eprintln!("\n{failure}");
                }
            }
        }
        match jit::version() {
            Ok(_) => {
                if let Err(error) = jit::compile(&source, "sm_90", &[]) {
                    failures += 1;
                    eprintln!("\n{error}");
                }
            }
            Err(error) => {
                assert!(std::env::var("ONRUSH_REQUIRE_NVRTC").is_err(), "NVRTC is required: {error}");
                eprintln!("SKIPPED: {error}");
            }
        }
        let (operations, calls) = (self.checks.len(), self.checks.len() * INPUTS);
        eprintln!("{operations} operations, {calls} calls, {panics} panics, {failures} failures");
        failures
    }
}

/// Calls the operation both ways on every input.
fn compare<A: Value, F: Function<A, Output: Value>>(
    library: &Library,
    unit: &TranslationUnit,
    entry: &str,
    calls: bool,
    operation: &F,
    plain: Option<&Plain>,
    inputs: &[A],
) -> Result<usize, String> {
    let mut panics = 0;
    let ty = <F::Output as Item>::ty();
    let size = ty.size().max(1);
    let (mut captures, mut read) = (Params::new(), Params::new());
    operation.params(&mut captures);
    inputs.iter().for_each(|x| x.write(&mut read));
    let mut out = bytes::Aligned::new(size * inputs.len());
    let mut traps = vec![[0u64; 3]; inputs.len()];
    let (captures, read) = (bytes::Aligned::of(captures.bytes()), bytes::Aligned::of(read.bytes()));
    type Entry = unsafe extern "C" fn(*const u8, *const u8, *mut u8, *mut [u64; 3], u64);
    // SAFETY: `ENTRY` declares four pointers and a length, as the type `Entry` does.
    let function = unsafe { library.get::<Entry>(entry) }.map_err(|e| e.to_string())?;
    // SAFETY: `captures` holds the captures, and the arrays hold one input, result and trap per input, laid out as in C++.
    unsafe { function(captures.start(), read.start(), out.start_mut(), traps.as_mut_ptr(), inputs.len() as u64) };

    if std::env::var_os("TRACE").is_some() {
        eprintln!("called {entry}");
    }
    for (i, x) in inputs.iter().enumerate() {
        let got = &mut out.bytes_mut()[i * size..][..size];
        bytes::canonical(&ty, got);
        let mut written = Params::new();
        x.write(&mut written);
        let input = bytes::show(&A::ty(), written.bytes());
        let host = outcome(|| operation.call(*x));
        let site = (traps[i][0] as usize).checked_sub(1).and_then(|site| unit.sites().get(site));
        match (&host, site) {
            (Ok(_), Some(site)) => {
                return Err(format!("the device fails where the host does not: {site:?}\ninput {input}"));
            }
            (Ok(expected), None) if expected != got => {
                let (host, device) = (bytes::show(&ty, expected), bytes::show(&ty, got));
                return Err(format!("input {input}\nhost   {host}\ndevice {device}"));
            }
            (Ok(_), None) => {}
            (Err(panic), None) => {
                return Err(format!("the host panics, the device does not: {panic:?}\ninput {input}"));
            }
            (Err(panic), Some(site)) => {
                panics += 1;
                if panic.line != 0 && !calls && site.line != panic.line {
                    return Err(format!("{panic:?} on the host, the device fails at {site:?}\ninput {input}"));
                }
            }
        }
        if let Some(plain) = plain {
            match (plain(written.bytes()), &host) {
                (Ok(plain), Ok(host)) if plain == *host => {}
                (Err(plain), Err(host)) if plain.message == host.message => {}
                (plain, host) => {
                    let show = |outcome: &Result<Vec<u8>, Panic>| match outcome {
                        Ok(value) => bytes::show(&ty, value),
                        Err(panic) => format!("{panic:?}"),
                    };
                    return Err(format!("input {input}\nplain Rust {}\nhost       {}", show(&plain), show(host)));
                }
            }
        }
    }
    Ok(panics)
}

fn compile(source: &str, folder: &Path) -> Library {
    let (text, object): (PathBuf, PathBuf) = (folder.join("operations.cc"), folder.join("operations.so"));
    std::fs::write(&text, source).expect("the text can be written");
    let compiler = std::env::var("ONRUSH_CXX").unwrap_or_else(|_| "c++".into());
    let options = [
        "-std=c++17",
        "-DONRUSH_EMULATED",
        "-O1",
        "-ffp-contract=off",
        "-fno-math-errno",
        "-w",
        "-shared",
        "-fPIC",
        "-o",
    ];
    let output = Command::new(&compiler).args(options).arg(&object).arg(&text).output();
    let output = output.unwrap_or_else(|error| panic!("{compiler}: {error}"));
    let log = String::from_utf8_lossy(&output.stderr);
    let log: Vec<_> = log.lines().take(60).collect();
    assert!(output.status.success(), "{}:\n{}", text.display(), log.join("\n"));
    // SAFETY: the library contains only the operations' text, which has no initialisers.
    unsafe { Library::new(&object) }.expect("the library can be loaded")
}
