//! NVRTC compiles what the language lowers to; no GPU is needed.

mod common;

use std::path::Path;

use onrush_core::lower::TranslationUnit;
use onrush_cuda::jit::{Cache, JitError, code, compile, knows, version};

/// Whether NVRTC is here. A test that needs it and skips says so, and fails where `ONRUSH_REQUIRE_NVRTC=1`.
fn nvrtc() -> bool {
    match version() {
        Ok(_) => true,
        Err(error) => {
            assert!(std::env::var("ONRUSH_REQUIRE_NVRTC").is_err(), "NVRTC is required: {error}");
            eprintln!("SKIPPED: {error}");
            false
        }
    }
}

/// Every kind of source and adaptor, read in every way.
const CHAINS: &str = include_str!("chains.cu");

#[test]
fn expressions_compile_for_every_architecture() {
    if !nvrtc() {
        return;
    }
    let source = TranslationUnit::new().source() + CHAINS;
    for arch in ["sm_75", "sm_80", "sm_90", "sm_100"] {
        let cubin = compile(&source, arch, &[]).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(&cubin.code()[1..4], b"ELF");
        assert_eq!(cubin.warnings(), "", "{arch}");
    }
}

#[test]
fn the_device_words_compile_for_every_architecture() {
    if !nvrtc() {
        return;
    }
    for program in common::PROGRAMS {
        for arch in ["sm_75", "sm_90", "sm_100"] {
            let cubin = compile(&common::text(program), arch, &[]).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(cubin.warnings(), "", "{arch}");
        }
    }
}

/// The driver has the function that this program only declares.
#[test]
fn loops_compile_for_every_architecture() {
    if !nvrtc() {
        return;
    }
    for arch in ["sm_75", "sm_90", "sm_100"] {
        let source = include_str!("../src/driver/cuda/repeated.cu");
        let cubin = compile(source, arch, &[]).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(cubin.warnings(), "", "{arch}");
    }
}

#[test]
fn cubins_are_kept() {
    if !nvrtc() {
        return;
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cubins");
    let _ = std::fs::remove_dir_all(&folder);
    let (cache, source) = (Cache::at(&folder), common::text(common::REDUCE));
    let files = || std::fs::read_dir(&folder).map_or(0, Iterator::count);
    let cubin = code(&source, "sm_90", &cache).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(files(), 1);
    assert_eq!(code(&source, "sm_90", &cache).as_ref(), Ok(&cubin));
    assert_eq!(files(), 1);
    code(&source, "sm_80", &cache).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(files(), 2);
    assert!(code("oops", "sm_80", &cache).is_err());
    assert_eq!(files(), 2, "what is refused isn't kept");
}

#[test]
fn an_error_shows_the_line() {
    if !nvrtc() {
        return;
    }
    let source = TranslationUnit::new().source() + "__global__ void k() {\n  int a = b;\n}\n";
    let error = compile(&source, "sm_90", &[]).unwrap_err().to_string();
    assert!(error.contains("chain(2): error: identifier \"b\" is undefined\n"), "{error}");
    assert!(error.contains("\n>    2 |   int a = b;\n"), "{error}");
}

#[test]
fn an_unknown_architecture_is_an_error() {
    if !nvrtc() {
        return;
    }
    let error = compile("", "sm_1", &[]).unwrap_err();
    assert!(matches!(error, JitError::Failed { call: "nvrtcCompileProgram", .. }), "{error}");
}

#[test]
fn an_architecture_is_known_or_an_error() {
    if !nvrtc() {
        return;
    }
    knows("sm_90").unwrap_or_else(|error| panic!("{error}"));
    let error = knows("sm_1").unwrap_err().to_string();
    assert!(error.contains("doesn't know sm_1"), "{error}");
}

#[test]
fn a_nul_byte_is_an_error() {
    if !nvrtc() {
        return;
    }
    assert_eq!(compile("\0", "sm_90", &[]), Err(JitError::Nul));
}
