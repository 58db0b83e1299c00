//! What the compiler says of the mistakes that onrush has words for. `TRYBUILD=overwrite` rewrites the answers, which belong
//! to the toolchain that the workspace names.

#[test]
fn mistakes_are_explained() {
    trybuild::TestCases::new().compile_fail("tests/ui/*/*.rs");
}
