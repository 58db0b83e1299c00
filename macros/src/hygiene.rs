//! Decides which identifiers are the same name in a body that macros have put together.
//!
//! rustc distinguishes a `t` that a `macro_rules!` wrote from the `t` of its caller. Procedural macros aren't told
//! which is which, except by a number in a span's debug text, whose format isn't guaranteed. So names are looked up
//! with that number, and in a body with several numbers the variables are renamed, each after its declaration. If the
//! lookup disagrees with rustc, rustc finds no variable of that name and reports an error, instead of silently taking
//! another variable.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};

/// The tokens without the invisible groups around labels that a macro was given as `$l:lifetime`: syn reads no label in
/// them.
pub(crate) fn with_plain_labels(tokens: TokenStream) -> TokenStream {
    if holds_label(tokens.clone()) { tokens.into_iter().flat_map(with_plain_label).collect() } else { tokens }
}

fn with_plain_label(token: TokenTree) -> TokenStream {
    match token {
        TokenTree::Group(group) if is_label(&group) => group.stream(),
        TokenTree::Group(group) if holds_label(group.stream()) => {
            let mut plain = Group::new(group.delimiter(), with_plain_labels(group.stream()));
            plain.set_span(group.span());
            TokenTree::Group(plain).into()
        }
        token => token.into(),
    }
}

fn holds_label(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Group(group) => is_label(&group) || holds_label(group.stream()),
        _ => false,
    })
}

fn is_label(group: &Group) -> bool {
    let first = group.stream().into_iter().next();
    group.delimiter() == Delimiter::None && matches!(first, Some(TokenTree::Punct(quote)) if quote.as_char() == '\'')
}

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
