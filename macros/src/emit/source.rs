//! The device text, as an implementation of core's `Source`.

use proc_macro2::TokenStream;
use quote::quote;

use super::rust::path;
use crate::ast::{Function, When};

/// A mark in the text for a piece that is known only when the text is rendered.
#[derive(Clone, Copy)]
pub(super) enum Mark<'t> {
    Hole(usize),
    Literal(usize, &'t str),
    Constant(usize),
    Site(usize),
    Name,
    Checked,
}

const OPEN: char = '\u{1}';
const CLOSE: char = '\u{2}';

impl std::fmt::Display for Mark<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Mark::Hole(i) => write!(f, "{OPEN}h{i}{CLOSE}"),
            Mark::Literal(i, digits) => write!(f, "{OPEN}l{i} {digits}{CLOSE}"),
            Mark::Constant(i) => write!(f, "{OPEN}k{i}{CLOSE}"),
            Mark::Site(i) => write!(f, "{OPEN}s{i}{CLOSE}"),
            Mark::Name => write!(f, "{OPEN}n{CLOSE}"),
            Mark::Checked => write!(f, "{OPEN}c{CLOSE}"),
        }
    }
}

/// A block whose value has a generated type with an `impl Source`.
pub(super) fn source(function: &Function, text: &str, captures: bool) -> TokenStream {
    let span = proc_macro2::Span::mixed_site();
    let private = path(span);
    let parts = text.split_inclusive(CLOSE).flat_map(|piece| {
        let (plain, mark) = piece.split_once(OPEN).unwrap_or((piece, ""));
        let plain = (!plain.is_empty()).then(|| quote!(#private::Part::Text(#plain)));
        let mark = (!mark.is_empty()).then(|| part(mark.trim_end_matches(CLOSE), &private));
        plain.into_iter().chain(mark)
    });
    let sites = function.sites.iter().map(|site| {
        let (message, index) = (&site.message, site.index);
        // The user's span makes these macros give the user's line and column.
        let place = quote::quote_spanned!(site.span=> line: ::core::line!(), column: ::core::column!());
        let when = match site.when {
            When::Always => quote!(Known(#private::Fallible::Always)),
            When::Checked => quote!(Known(#private::Fallible::Checked)),
            When::Hole(hole) => quote!(Hole(#hole)),
            When::Element { of, at } => quote!(Element { of: #of, at: #at }),
        };
        quote!((#private::Site { file: ::core::file!(), #place, message: #message, index: #index }, #private::When::#when))
    });
    let names = function.captures.iter().filter(|_| captures).map(|capture| &capture.name);
    quote! {{
        #[derive(::core::clone::Clone, ::core::marker::Copy)]
        struct __OnrushSource;
        // The literals have the user's spans, but clippy mustn't report them to the user.
        #[allow(clippy::all)]
        impl #private::Source for __OnrushSource {
            const TEXT: &'static [#private::Part] = &[#(#parts),*];
            const CHECKED: bool = ::core::cfg!(debug_assertions);
            const SITES: &'static [(#private::Site, #private::When)] = &[#(#sites),*];
            const CAPTURES: &'static [&'static str] = &[#(#names),*];
        }
        __OnrushSource
    }}
}

fn part(mark: &str, private: &TokenStream) -> TokenStream {
    let (kind, rest) = mark.split_at(1);
    let (index, digits) = rest.split_once(' ').unwrap_or((rest, ""));
    let index: usize = index.parse().unwrap_or_default();
    match kind {
        "h" => quote!(#private::Part::Hole(#index)),
        "l" => quote!(#private::Part::Literal(#index, #digits)),
        "k" => quote!(#private::Part::Constant(#index)),
        "s" => quote!(#private::Part::Site(#index)),
        "n" => quote!(#private::Part::Name),
        _ => quote!(#private::Part::Checked),
    }
}
