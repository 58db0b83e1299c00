//! Kernels that users write, on the emulated device; `tests/gpu` runs the same ones on a GPU.
#![allow(unsafe_code)]

mod cases;
mod faults;
mod races;
mod recorded;
mod words;

use onrush_core::Backend;
use onrush_cuda::Cuda;
use onrush_cuda::driver::{Driver, Settings};
use onrush_cuda::jit;

/// An emulated device of this seed; none where there is no compiler. A test that skips says so, and fails where
/// `ONRUSH_REQUIRE_EMULATED=1`.
fn device(seed: u64) -> Option<Cuda> {
    let settings = Settings { seed, late: seed != 0, patience: 1 << 14, ..Settings::default() };
    let cuda = Cuda::of(Driver::emulated(settings));
    let nothing = cuda.kernel("nothing", "DEVICE void nothing() {}");
    // SAFETY: the kernel does nothing.
    match unsafe { nothing.launch(1, 32, ()) } {
        Ok(()) => Some(cuda),
        Err(error) if error.to_string().contains("set ONRUSH_CXX") => {
            assert!(std::env::var("ONRUSH_REQUIRE_EMULATED").is_err(), "the emulated device is required: {error}");
            eprintln!("SKIPPED: {error}");
            None
        }
        Err(error) => panic!("{error}"),
    }
}

fn with_seeds(count: u64, case: impl Fn(&Cuda)) {
    for seed in 0..count {
        let Some(cuda) = device(seed) else { return };
        case(&cuda);
    }
}

#[test]
fn every_word() {
    with_seeds(20, words::speaks);
}

#[test]
fn arguments() {
    with_seeds(3, cases::takes_every_argument);
}

#[test]
fn order() {
    with_seeds(6, cases::keeps_the_order);
}

#[test]
fn panics() {
    with_seeds(6, cases::panics);
}

#[test]
fn cancelled() {
    with_seeds(3, cases::is_cancelled);
}

#[test]
fn broken_launches() {
    with_seeds(3, cases::fails_every_wait);
}

#[test]
fn recorded() {
    with_seeds(3, recorded::repeats);
    with_seeds(3, recorded::fails);
    with_seeds(2, recorded::keeps_to_the_state);
    with_seeds(3, recorded::outlives_an_error);
}

#[test]
fn conversions() {
    with_seeds(1, cases::converts_nothing);
}

#[test]
fn refusals() {
    let elsewhere = Cuda::of(Driver::emulated(Settings { index: 1, ..Settings::default() }));
    with_seeds(2, |cuda| cases::refuses(cuda, &elsewhere));
}

/// The emulated device names the line where a kernel breaks the rules of a GPU.
#[test]
fn faults() {
    let devices: Vec<Cuda> = (0..6).map_while(device).collect();
    // In programs under a sanitizer, it takes the place of the check of accesses.
    if !devices.is_empty() && std::env::var_os("ONRUSH_EMULATED_SANITIZE").is_none() {
        faults::are_named(&devices);
        races::are_found(&devices);
    }
}

#[test]
fn right_kernels() {
    let races = races::Text::new();
    with_seeds(200, |cuda| {
        faults::are_not_invented(cuda);
        races::are_not_invented(cuda, &races);
    });
}

/// NVRTC compiles the same texts for GPUs, without remarks, and names the text's own lines.
#[test]
fn gpus() {
    match jit::version() {
        Ok(_) => {}
        Err(error) => {
            assert!(std::env::var("ONRUSH_REQUIRE_NVRTC").is_err(), "NVRTC is required: {error}");
            return eprintln!("SKIPPED: {error}");
        }
    }
    let cuda = Cuda::emulated();
    let words = words::source(&cuda);
    for arch in ["sm_75", "sm_90", "sm_100"] {
        let cubin = jit::compile(&words, arch, &[]).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(cubin.warnings(), "", "{arch}");
    }
    let (x, mut y) = (cuda.filled(0.0f32, 1).unwrap(), cuda.filled(0.0f32, 1).unwrap());
    let views = "DEVICE void reads(Elements<const f32> x, Elements<const f32> y, const f32* z) { ASSERT(x[0] == y[0] && y[0] == z[0], \"equal\"); }";
    let reads = cuda.kernel("reads", views).source(32, &(&x, &mut y, &x));
    let cubin = jit::compile(&reads, "sm_90", &[]).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(cubin.warnings(), "", "vectors that are only read");
    let fits = cuda.kernel("fits", cases::FITS).source(32, &(&mut y, 1.0f32, 2usize, 3i64, 4u32, (5u8, 1.0f32)));
    let cubin = jit::compile(&fits, "sm_90", &[]).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(cubin.warnings(), "", "types that are deduced");
    let misfits = cuda.kernel("fits", cases::FITS).source(32, &(&mut y, 1.0f32, 2usize, 3i32, 4u32, (5u8, 1.0f32)));
    let error = jit::compile(&misfits, "sm_90", &[]).unwrap_err().to_string();
    let failed: Vec<&str> = error.lines().filter(|line| line.contains("static assertion failed")).collect();
    assert!(failed.len() == 1 && failed[0].ends_with("\"onrush argument 3\""), "{error}");
    let (_, source) = cases::panicking(&cuda);
    jit::compile(&source, "sm_90", &[]).unwrap_or_else(|error| panic!("{error}"));
    let broken = cuda.kernel("broken", "DEVICE void broken() {\n  int a = 1;\n  a = b;\n}").source(32, &());
    let error = jit::compile(&broken, "sm_90", &[]).unwrap_err().to_string();
    assert!(error.contains("broken.cu(3): error: identifier \"b\" is undefined"), "{error}");
    assert!(error.contains("\n>    3 |   a = b;"), "{error}");
}

/// The guide's words are those that the tests speak.
#[test]
fn the_guide_lists_words_that_are_tested() {
    let guide = include_str!("../../../src/guide/kernels.rs");
    let words = guide.split("# Words").nth(1).and_then(|rest| rest.split("# Tests").next()).unwrap();
    let words = words.split('`').skip(1).step_by(2);
    let tested = [words::WORDS, cases::FAILS, "THREADS WARP"].concat();
    let mut found = 0;
    for word in words {
        let name: String =
            word.trim_start_matches(':').chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        let method = word.strip_prefix("x.").or(word.strip_prefix("y.")).and_then(|rest| rest.split(['<', '(']).next());
        let name = method.unwrap_or(&name);
        // Other names are parameters and types.
        if word.contains(['(', '<']) || name.starts_with("atomic_") || name.contains("shuffle") {
            assert!(tested.contains(name), "no test says `{name}`");
            found += 1;
        }
    }
    assert!(found > 50, "{found}");
}
