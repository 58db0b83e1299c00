//! Which identifiers are one name, where a body is put together by macros.
//!
//! rustc tells a `t` that a `macro_rules!` wrote from the `t` of whoever called it. Procedural macros are not told which is
//! which, but for a number in a span's debug text, on which nothing may rest alone. So names are looked up with that number,
//! and where a body has several, its variables are renamed, each after its declaration: if a name was taken for another than
//! rustc takes it for, rustc finds none.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};

/// The number of the macro call that wrote this; empty if it isn't told.
pub(crate) fn context(span: Span) -> String {
    let text = format!("{span:?}");
    let number = text.split_once('#').map(|(_, rest)| rest.chars().take_while(char::is_ascii_digit).collect());
    number.unwrap_or_default()
}

/// Whether identifiers of several calls may stand in `tokens`.
pub(crate) fn is_mixed(tokens: TokenStream) -> bool {
    let mut contexts = Vec::new();
    gather(tokens, &mut contexts);
    contexts.len() > 1 || (contexts.iter().any(String::is_empty) && proc_macro::is_available())
}

fn gather(tokens: TokenStream, contexts: &mut Vec<String>) {
    for token in tokens {
        match token {
            TokenTree::Group(group) => gather(group.stream(), contexts),
            TokenTree::Ident(ident) => {
                let context = context(ident.span());
                if !contexts.contains(&context) {
                    contexts.push(context);
                }
            }
            _ => {}
        }
    }
}

/// `name` as the declaration with this number is renamed.
pub(crate) fn renamed(name: &Ident, number: usize) -> Ident {
    let plain = name.to_string();
    Ident::new(&format!("{}_onrush{number}", plain.trim_start_matches("r#")), name.span())
}
