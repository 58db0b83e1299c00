//! Decides which identifiers are the same name in a body that macros have put together.
//!
//! rustc distinguishes a `t` that a `macro_rules!` wrote from the `t` of its caller. Procedural macros aren't told
//! which is which, except by a number in a span's debug text, whose format isn't guaranteed. So names are looked up
//! with that number, and in a body with several numbers the variables are renamed, each after its declaration. If the
//! lookup disagrees with rustc, rustc finds no variable of that name and reports an error, instead of silently taking
//! another variable.
//! rustc takes it for, rustc finds none.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};

/// The number of the macro call that wrote the identifier; empty if the span doesn't tell.
pub(crate) fn context(span: Span) -> String {
    let text = format!("{span:?}");
    let number = text.split_once('#').map(|(_, rest)| rest.chars().take_while(char::is_ascii_digit).collect());
    number.unwrap_or_default()
}

/// Whether `tokens` may contain identifiers from several macro calls.
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

/// The new name of a variable that was declared as number `number`.
pub(crate) fn renamed(name: &Ident, number: usize) -> Ident {
    let plain = name.to_string();
    Ident::new(&format!("{}_onrush{number}", plain.trim_start_matches("r#")), name.span())
}

/// `span`'s position, with the hygiene of the macro's own names.
pub(crate) fn located(span: Span) -> Span {
    Span::mixed_site().located_at(span)
}
