//! Iterators that functions make: `iter::successors(first, |x| …)` and `iter::from_fn(|| …)`.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote_spanned};
use syn::spanned::Spanned;

use super::Refused;
use super::items::{Chain, Form, Source, Traits};
use crate::hygiene::located;
use crate::messages;
use crate::parse::closure::bare;
use crate::parse::iterate::Names;
use crate::parse::option::variants;

/// The path of a call of `iter::successors` or `iter::from_fn`.
pub(in crate::parse) fn source(e: &syn::Expr) -> Option<&syn::Path> {
    let syn::Expr::Call(call) = bare(e) else { return None };
    let syn::Expr::Path(callee) = bare(&call.func) else { return None };
    let mut names = callee.path.segments.iter().rev();
    let (last, of) = (names.next()?, names.next()?);
    let known = matches!((last.ident.to_string().as_str(), call.args.len()), ("successors", 2) | ("from_fn", 1));
    let plain = callee.qself.is_none() && callee.path.segments.iter().all(|name| name.arguments.is_none());
    (known && plain && of.ident == "iter").then_some(&callee.path)
}

impl Names<'_, '_> {
    /// A chain that begins with the items that such a function makes; `None` of other expressions.
    pub(super) fn of_function(&mut self, e: &syn::Expr) -> Option<Result<Chain, Refused>> {
        let path = source(e)?;
        let syn::Expr::Call(call) = bare(e) else { return None };
        let args: Vec<_> = call.args.iter().collect();
        Some(match args[..] {
            [first, f] => self.successors(path, first, f),
            [f] => self.asking(path, f),
            _ => Err((path.to_token_stream(), messages::ITERATOR)),
        })
    }

    /// With each item, the one behind it is found.
    fn successors(&mut self, path: &syn::Path, first: &syn::Expr, f: &syn::Expr) -> Result<Chain, Refused> {
        let (at, [x, state]) = (self.at, ["x", "state"].map(|name| self.name(name)));
        let (made, next) = self.applied(f, &[quote_spanned!(at=> &#x)])?;
        let ((some, none), leave) = (variants(at), &self.leave);
        let of = quote_spanned!(at=> ::<(), fn(&()) -> ::core::option::Option<()>>);
        let confirmed = confirmed(path, &quote_spanned!(at=> ::core::iter::successors), &of);
        let stages = quote_spanned! {at=>
            let #x = match #state { #some(#x) => #x, #none => { #leave } };
            #state = #next;
        };
        let probe = quote_spanned!(at=> ::core::iter::successors(#some(__any()), |_| #none));
        let lets = quote_spanned!(at=> #confirmed let mut #state = #first; #made);
        Ok(Chain { lets, stages, ..Chain::of(Source::Endless, Form::Value(x), probe, Traits::asked(), &self.leave) })
    }

    fn asking(&mut self, path: &syn::Path, f: &syn::Expr) -> Result<Chain, Refused> {
        let (at, x) = (self.at, self.name("x"));
        let (made, next) = self.applied(f, &[])?;
        let ((some, none), leave) = (variants(at), &self.leave);
        let of = quote_spanned!(at=> ::<(), fn() -> ::core::option::Option<()>>);
        let confirmed = confirmed(path, &quote_spanned!(at=> ::core::iter::from_fn), &of);
        let stages = quote_spanned!(at=> let #x = match #next { #some(#x) => #x, #none => { #leave } };);
        let probe = quote_spanned!(at=> ::core::iter::from_fn(|| #some(__any())));
        let traits = Traits { resumes: true, ..Traits::asked() };
        let lets = quote_spanned!(at=> #confirmed #made);
        Ok(Chain { lets, stages, ..Chain::of(Source::Endless, Form::Value(x), probe, traits, &self.leave) })
    }
}

/// Makes rustc confirm that the path is std's.
fn confirmed(path: &syn::Path, std: &TokenStream, arguments: &TokenStream) -> TokenStream {
    let at = located(path.span());
    let private = crate::home::private(at);
    quote_spanned!(at=> __onrush_confirm!(#private::same(&#path #arguments, &#std #arguments););)
}

impl Traits {
    /// Of items that are asked for one by one, until there are no more.
    fn asked() -> Traits {
        Traits {
            turns: false,
            exact: false,
            idle: false,
            filtered: true,
            ends: true,
            sized: false,
            ..Traits::of_source(false)
        }
    }
}
