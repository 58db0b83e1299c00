//! The macros under a coverage-guided fuzzer: for any input they must return Rust that parses, or an error, and must not
//! drop an attribute in a body. See the README in the parent folder.
#![no_main]
#![allow(dead_code)]

extern crate proc_macro;

use libfuzzer_sys::fuzz_target;
use proc_macro2::{TokenStream, TokenTree};
use syn::visit::Visit;

macro_rules! modules {
    ($($name:ident $path:literal)*) => {$( #[path = $path] mod $name; )*};
}
modules! {
    arguments "../../../macros/src/arguments.rs"
    ast "../../../macros/src/ast/mod.rs"
    attributes "../../../macros/src/attributes.rs"
    bounds "../../../macros/src/bounds.rs"
    check "../../../macros/src/check.rs"
    constant "../../../macros/src/constant.rs"
    derive "../../../macros/src/derive/mod.rs"
    device "../../../macros/src/device.rs"
    emit "../../../macros/src/emit/mod.rs"
    enumeration "../../../macros/src/enumeration.rs"
    generics "../../../macros/src/generics.rs"
    given "../../../macros/src/given.rs"
    home "../../../macros/src/home.rs"
    hygiene "../../../macros/src/hygiene.rs"
    intrinsics "../../../macros/src/intrinsics/mod.rs"
    ir "../../../macros/src/ir/mod.rs"
    messages "../../../macros/src/messages.rs"
    namer "../../../macros/src/namer.rs"
    operation "../../../macros/src/operation.rs"
    parse "../../../macros/src/parse/mod.rs"
    profile "../../../macros/src/profile.rs"
    raw "../../../macros/src/raw.rs"
    report "../../../macros/src/report.rs"
    traits "../../../macros/src/traits.rs"
    variants "../../../macros/src/variants.rs"
    walk "../../../macros/src/walk.rs"
}

fuzz_target!(|text: &str| {
    let Ok(tokens) = text.parse::<TokenStream>() else { return };
    // Compilers limit the depth of nesting themselves.
    if depth(&tokens) > 20 {
        return;
    }
    let tokens = raw::plain(tokens);
    let expanded = operation::expand(tokens.clone());
    parses::<syn::Expr>(&expanded);
    if let Ok(closure) = syn::parse2::<syn::ExprClosure>(tokens.clone()) {
        let mut attributes = Attributes(0);
        attributes.visit_expr_closure(&closure);
        assert!(attributes.0 == 0 || expanded.to_string().contains("compile_error"), "an attribute is lost");
    }
    if syn::parse2::<syn::Item>(tokens.clone()).is_ok() {
        parses::<syn::File>(&device::expand(TokenStream::new(), tokens.clone()));
    }
    if syn::parse2::<syn::DeriveInput>(tokens.clone()).is_ok() {
        parses::<syn::File>(&derive::element::expand(tokens.clone()));
        parses::<syn::File>(&derive::key::expand(tokens));
    }
});

fn parses<T: syn::parse::Parse>(expanded: &TokenStream) {
    if let Err(error) = syn::parse2::<T>(expanded.clone()) {
        panic!("{error}:\n{expanded}");
    }
}

fn depth(tokens: &TokenStream) -> usize {
    let inner = tokens.clone().into_iter().map(|token| match token {
        TokenTree::Group(group) => 1 + depth(&group.stream()),
        _ => 0,
    });
    inner.max().unwrap_or(0)
}

/// Counts the attributes that have an effect.
struct Attributes(usize);

impl<'ast> Visit<'ast> for Attributes {
    fn visit_attribute(&mut self, attribute: &'ast syn::Attribute) {
        let first = attribute.path().segments.first();
        self.0 += usize::from(first.is_none_or(|s| s.ident != "doc" && s.ident != "rustfmt"));
    }
}
