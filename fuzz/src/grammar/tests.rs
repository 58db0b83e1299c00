//! The grammar is that of the macros' syntax tree, and what is derived from it covers it.

use std::collections::BTreeSet;

use super::{Derivation, Grammar};

/// The variants of the enumeration `name` in a file of the macros.
fn variants(text: &str, name: &str) -> BTreeSet<String> {
    let (_, body) = text.split_once(&format!("enum {name} {{\n")).expect("the enumeration is there");
    let (body, _) = body.split_once("\n}").expect("it ends");
    let lines = body.lines().filter_map(|line| line.strip_prefix("    "));
    let named = lines.filter(|line| line.starts_with(|letter: char| letter.is_ascii_uppercase()));
    named.map(|line| line.chars().take_while(|letter| letter.is_alphanumeric()).collect()).collect()
}

#[test]
fn each_construct_of_the_tree_has_a_production() {
    let tree = include_str!("../../../macros/src/ast/mod.rs");
    let mut expected = variants(tree, "ExprKind");
    expected.append(&mut variants(tree, "Statement"));
    expected.append(&mut variants(include_str!("../../../macros/src/ast/pattern.rs"), "Pattern"));
    // An error has been reported of such an expression.
    expected.remove("Refused");
    let grammar = Grammar::new();
    let found: BTreeSet<_> = grammar.constructs(0..grammar.len()).into_iter().map(str::to_owned).collect();
    assert_eq!(found, expected);
}

#[test]
fn each_pair_of_productions_is_derived() {
    let grammar = Grammar::new();
    let mut derivation = Derivation::new(&grammar, 1);
    for _ in 0..16_000 {
        drop(derivation.program());
    }
    let missing: Vec<_> = grammar
        .pairs
        .iter()
        .filter(|pair| derivation.times_made(**pair) == 0)
        .map(|pair| grammar.show(*pair))
        .collect();
    assert!(missing.is_empty(), "{} of {} pairs aren't derived: {missing:#?}", missing.len(), grammar.pairs.len());
}
