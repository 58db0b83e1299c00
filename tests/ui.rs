//! The errors that users see, by example. `TRYBUILD=overwrite cargo test --test ui` writes them anew; they are rustc 1.95's.

#[test]
fn ui() {
    let cases = trybuild::TestCases::new();
    cases.compile_fail("tests/ui/*/*.rs");
}
