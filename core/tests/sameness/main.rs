//! The prelude means what Rust means, to the bit: every operator and method of every primitive type, evaluated by std and
//! by the prelude's text as the host's C++ compiler compiles it.
//!
//! Inputs are all pairs of a table of edges, and random bits; 8-bit operands and single 16-bit ones are all tried.
//! `ONRUSH_SEED` repeats a run. Without a C++ compiler a test says SKIPPED, or fails where `ONRUSH_REQUIRE_CXX=1`.

mod case;
mod casts;
mod compiler;
mod floats;
mod integers;
mod scalar;

use std::collections::BTreeSet;

use case::Cases;

/// Compiles all cases at once and runs each.
fn check(cases: Cases) {
    let Some(library) = compiler::compile(&cases.source()) else { return };
    let failures = cases.run(&library);
    assert!(failures.is_empty(), "{} of {}:\n{}", failures.len(), cases.len(), failures.join("\n"));
}

#[test]
fn integers_are_the_same() {
    let mut cases = Cases::default();
    integers::add(&mut cases);
    check(cases);
}

#[test]
fn floats_are_the_same() {
    let mut cases = Cases::default();
    floats::add(&mut cases);
    check(cases);
}

#[test]
fn casts_are_the_same() {
    let mut cases = Cases::default();
    casts::add(&mut cases);
    check(cases);
}

#[test]
fn every_method_has_a_case() {
    let mut cases = Cases::default();
    integers::add(&mut cases);
    floats::add(&mut cases);
    casts::add(&mut cases);
    let tested: BTreeSet<_> = cases.names().collect();
    let listed = onrush_core::scalars::METHODS.iter().copied().flatten();
    // `usize` is `u64` and `isize` is `i64`.
    let missing: Vec<_> =
        listed.filter(|m| !m.ty.ends_with("size")).map(|m| (m.ty, m.name)).filter(|m| !tested.contains(m)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}
