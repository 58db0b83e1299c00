//! The device text, as an implementation of core's `Source`.

use proc_macro2::TokenStream;
use quote::quote;

use crate::ast::{Function, When};
use crate::home::private as path;
use crate::profile::overflow_checks;

/// A mark in the text for a piece that is known only when the text is rendered.
#[derive(Clone, Copy)]
pub(super) enum Mark<'t> {
    Hole(usize),
    /// The callee in a hole, the number of loops around the call, and the place at which it can fail, if any.
    Call(usize, usize, Option<usize>),
    /// The beginning of a call that reads an element: the place at which it can fail, the number of loops around, and whether
    /// the index is a constant.
    Element(usize, usize, bool),
    Literal(usize, &'t str),
    Constant(usize),
    Site(usize),
    Name,
    Checked,
    Debugging,
    /// The receiver of the method in a hole: a place, or a copy of what it holds.
    Receiver(usize, &'t str, &'t str),
    /// The beginning of text that is left out unless the operator in a hole evaluates its place first, or last.
    Order(usize, bool),
    OrderEnd,
}

const OPEN: char = '\u{1}';
const CLOSE: char = '\u{2}';

impl std::fmt::Display for Mark<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Mark::Hole(i) => write!(f, "{OPEN}h{i}{CLOSE}"),
            Mark::Call(i, loops, site) => {
                let site = site.map_or(String::new(), |site| site.to_string());
                write!(f, "{OPEN}a{i} {loops}|{site}{CLOSE}")
            }
            Mark::Element(i, loops, known) => write!(f, "{OPEN}i{i} {loops}|{known}{CLOSE}"),
            Mark::Literal(i, digits) => write!(f, "{OPEN}l{i} {digits}{CLOSE}"),
            Mark::Constant(i) => write!(f, "{OPEN}k{i}{CLOSE}"),
            Mark::Site(i) => write!(f, "{OPEN}s{i}{CLOSE}"),
            Mark::Name => write!(f, "{OPEN}n{CLOSE}"),
            Mark::Checked => write!(f, "{OPEN}c{CLOSE}"),
            Mark::Debugging => write!(f, "{OPEN}d{CLOSE}"),
            Mark::Receiver(i, place, copy) => write!(f, "{OPEN}r{i} {place}|{copy}{CLOSE}"),
            Mark::Order(i, first) => write!(f, "{OPEN}o{i} {first}{CLOSE}"),
            Mark::OrderEnd => write!(f, "{OPEN}e{CLOSE}"),
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
        let when = match &site.when {
            When::Always => quote!(Known(#private::Fallible::Always)),
            When::Debugging => quote!(Debugging),
            When::Hole(hole) => quote!(Hole(#hole)),
            When::Divisor { call, ty, digits } => quote!(Divisor { call: #call, ty: #ty, digits: #digits }),
            When::Element { of, at } => quote!(Element { of: #of, at: #at }),
        };
        quote!((#private::Site { file: ::core::file!(), #place, message: #message, index: #index }, #private::When::#when))
    });
    let checked = overflow_checks();
    let part_by_part = function.is_part_by_part().then(|| {
        quote!(
            const PART_BY_PART: bool = true;
        )
    });
    let names = function.captures.iter().filter(|_| captures).map(|capture| &capture.name);
    quote! {{
        #[derive(::core::clone::Clone, ::core::marker::Copy)]
        struct __OnrushSource;
        // The literals have the user's spans, but clippy mustn't report them to the user.
        #[allow(clippy::all)]
        impl #private::Source for __OnrushSource {
            const TEXT: &'static [#private::Part] = &[#(#parts),*];
            const CHECKED: bool = #checked;
            const DEBUGGING: bool = ::core::cfg!(debug_assertions);
            const SITES: &'static [(#private::Site, #private::When)] = &[#(#sites),*];
            #part_by_part
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
        "a" => {
            let (loops, site) = digits.split_once('|').unwrap_or_default();
            let loops: u32 = loops.parse().unwrap_or_default();
            match site.parse::<usize>() {
                Ok(site) => quote!(#private::Part::CallAt(#index, #loops, #site)),
                Err(_) => quote!(#private::Part::Call(#index, #loops)),
            }
        }
        "i" => {
            let (loops, known) = digits.split_once('|').unwrap_or_default();
            let (loops, known): (u32, bool) = (loops.parse().unwrap_or_default(), known == "true");
            quote!(#private::Part::Element(#index, #loops, #known))
        }
        "l" => quote!(#private::Part::Literal(#index, #digits)),
        "k" => quote!(#private::Part::Constant(#index)),
        "s" => quote!(#private::Part::Site(#index)),
        "n" => quote!(#private::Part::Name),
        "d" => quote!(#private::Part::Debugging),
        "r" => {
            let (place, copy) = digits.split_once('|').unwrap_or_default();
            quote!(#private::Part::Receiver { of: #index, place: #place, copy: #copy })
        }
        "o" => {
            let first = digits == "true";
            quote!(#private::Part::Order { of: #index, first: #first })
        }
        "e" => quote!(#private::Part::OrderEnd),
        _ => quote!(#private::Part::Checked),
    }
}
