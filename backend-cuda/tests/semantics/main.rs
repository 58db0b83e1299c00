//! The prelude means what Rust means, to the bit: every operator and method of every primitive type, evaluated by std and
//! by the prelude's text as the host's C++ compiler compiles it.
//!
//! The same text runs on a GPU where there is one, and NVRTC compiles it where that is found.
//!
//! Inputs are all pairs of a table of edges, and random bits; 8-bit operands and single 16-bit ones are all tried.
//! `ONRUSH_SEED` repeats a run. Without a C++ compiler a test says SKIPPED, or fails where `ONRUSH_REQUIRE_CXX=1`.

mod case;
mod casts;
mod compiler;
mod floats;
mod integers;
mod machine;
mod mathematics;
mod scalar;

use std::collections::BTreeSet;

use case::Cases;
use machine::{Gpu, Host, Machine};
use onrush_cuda::jit;

fn all() -> Cases {
    let mut cases = Cases::default();
    integers::add(&mut cases);
    floats::add(&mut cases);
    mathematics::add(&mut cases);
    casts::add(&mut cases);
    cases
}

/// Runs every case.
fn check(cases: &Cases, machine: &dyn Machine) {
    let failures = cases.run(machine);
    assert!(failures.is_empty(), "{} of {}:\n{}", failures.len(), cases.len(), failures.join("\n"));
}

/// Compiles all cases at once for the host and runs them.
fn check_on_host(add: fn(&mut Cases)) {
    let mut cases = Cases::default();
    add(&mut cases);
    let Some(library) = compiler::compile(&cases.source()) else { return };
    check(&cases, &Host(library));
}

#[test]
fn integers_are_the_same() {
    check_on_host(integers::add);
}

#[test]
fn floats_are_the_same() {
    check_on_host(floats::add);
}

#[test]
fn mathematics_are_the_same() {
    check_on_host(mathematics::add);
}

#[test]
fn casts_are_the_same() {
    check_on_host(casts::add);
}

/// Says that a test is skipped, or fails it where `variable` is set.
fn skip(variable: &str, why: &dyn std::fmt::Display) {
    assert!(std::env::var(variable).is_err(), "{variable}: {why}");
    eprintln!("SKIPPED: {why}");
}

#[test]
fn nvrtc_compiles_every_case() {
    if let Err(error) = jit::version() {
        return skip("ONRUSH_REQUIRE_NVRTC", &error);
    }
    // The text is compiled for the oldest architecture; the tests of chains compile for newer ones.
    let cubin = jit::compile(&all().source(), "sm_75", &[]).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(cubin.warnings(), "");
}

#[test]
fn a_gpu_is_the_same() {
    let arch = match Gpu::find() {
        Ok(arch) => arch,
        Err(error) => return skip("ONRUSH_REQUIRE_GPU", &error),
    };
    let cases = all();
    let cubin = jit::compile(&cases.source(), &arch, &[]).unwrap_or_else(|error| panic!("{error}"));
    check(&cases, &Gpu::new(&[cubin.code().to_vec()]));
}

#[test]
fn every_method_has_a_case() {
    let cases = all();
    let tested: BTreeSet<_> = cases.names().collect();
    let listed = onrush_core::scalars::METHODS.iter().copied().flatten();
    // `usize` is `u64`, `isize` is `i64`, and `a += b` is `a = a + b`.
    let missing: Vec<_> = listed
        .filter(|m| !m.ty.ends_with("size"))
        .map(|m| (m.ty, m.name.trim_end_matches("_assign")))
        .filter(|m| !tested.contains(m))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}
