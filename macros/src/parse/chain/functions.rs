//! Iterators that functions make: `iter::once(x)`, `iter::repeat(x)`, `iter::successors(first, |x| …)` and `iter::from_fn(|| …)`.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote_spanned};
use syn::spanned::Spanned;

use super::Refused;
use super::items::{Chain, Form, Source, Traits};
use crate::hygiene::located;
use crate::messages;
use crate::parse::Parser;
use crate::parse::closure::bare;
use crate::parse::iterate::Names;
use crate::parse::option::variants;

/// The path of a call of such a function, in which `iter` stands before the name.
pub(in crate::parse) fn source(e: &syn::Expr) -> Option<&syn::Path> {
    called(e).map(|(path, _)| path).filter(|path| path.segments.len() > 1)
}

/// The adaptors that iterators alone have.
const OF_ITERATORS: &[&str] = &[
    "chain",
    "cycle",
    "enumerate",
    "flat_map",
    "fuse",
    "map_while",
    "peekable",
    "scan",
    "skip",
    "skip_while",
    "step_by",
    "take",
    "take_while",
];

impl Parser<'_> {
    /// Whether such a function is called by its name alone, which may also be that of a function of the user's.
    pub(in crate::parse) fn is_imported_source(&self, e: &syn::Expr) -> bool {
        let name = called(e).and_then(|(path, _)| path.get_ident());
        name.is_some_and(|name| self.lookup(name).is_none())
    }

    /// Whether an adaptor that iterators alone have is called on what such a function gives.
    pub(in crate::parse) fn adapts_imported_source(&self, e: &syn::ExprMethodCall) -> bool {
        OF_ITERATORS.contains(&e.method.to_string().as_str())
            && !e.args.is_empty()
            && self.is_imported_source(&e.receiver)
    }
}

/// The path and the name of such a function where it is called.
fn called(e: &syn::Expr) -> Option<(&syn::Path, String)> {
    let syn::Expr::Call(call) = bare(e) else { return None };
    let syn::Expr::Path(callee) = bare(&call.func) else { return None };
    let mut names = callee.path.segments.iter().rev();
    let (last, of) = (names.next()?, names.next());
    let name = last.ident.to_string();
    let known = match call.args.len() {
        1 => matches!(name.as_str(), "from_fn" | "once" | "repeat"),
        2 => matches!(name.as_str(), "repeat_n" | "successors"),
        _ => false,
    };
    let plain = callee.qself.is_none() && callee.path.segments.iter().all(|name| name.arguments.is_none());
    (known && plain && of.is_none_or(|of| of.ident == "iter")).then_some((&callee.path, name))
}

impl Names<'_, '_> {
    /// A chain that begins with the items that such a function makes; `None` of other expressions.
    pub(super) fn of_function(&mut self, e: &syn::Expr) -> Option<Result<Chain, Refused>> {
        let (path, name) = called(e)?;
        let syn::Expr::Call(call) = bare(e) else { return None };
        let args: Vec<_> = call.args.iter().collect();
        Some(match (name.as_str(), &args[..]) {
            ("successors", [first, f]) => self.successors(path, first, f),
            ("from_fn", [f]) => self.asking(path, f),
            ("once", [x]) => self.once(path, x),
            ("repeat", [x]) => Ok(self.repeated(path, &name, x)),
            ("repeat_n", [x, n]) => {
                let mut chain = self.repeated(path, &name, x);
                self.take(&mut chain, n);
                Ok(chain)
            }
            _ => Err((path.to_token_stream(), messages::ITERATOR)),
        })
    }

    /// The items of an array of one element; of a reference, references to a copy.
    fn once(&mut self, path: &syn::Path, x: &syn::Expr) -> Result<Chain, Refused> {
        let at = self.at;
        let array = match bare(x) {
            syn::Expr::Reference(syn::ExprReference { expr, mutability: None, .. }) => quote_spanned!(at=> &[#expr]),
            _ => quote_spanned!(at=> [#x]),
        };
        let array: Option<syn::Expr> = syn::parse2(array).ok();
        let items = array.and_then(|array| self.items(&array));
        let items = items.ok_or_else(|| (path.to_token_stream(), messages::ITERATOR))?;
        let mut chain = self.of_positions(items, false, true);
        let confirmed = confirmed(path, &quote_spanned!(at=> ::core::iter::once), &quote_spanned!(at=> ::<()>));
        chain.lets.extend(confirmed);
        Ok(chain)
    }

    /// Clones of a value, without an end.
    fn repeated(&mut self, path: &syn::Path, name: &str, value: &syn::Expr) -> Chain {
        let (at, [x, kept]) = (self.at, ["x", "kept"].map(|name| self.name(name)));
        let function = Ident::new(name, at);
        let confirmed = confirmed(path, &quote_spanned!(at=> ::core::iter::#function), &quote_spanned!(at=> ::<()>));
        let probe = quote_spanned!(at=> ::core::iter::repeat(()));
        let traits = Traits { turns: false, sized: false, ..Traits::of_source(false) };
        let chain = Chain::of(Source::Repeated, Form::Value(x.clone()), probe, traits, &self.leave);
        let lets = quote_spanned!(at=> #confirmed let #kept = #value; __onrush_cloned!(#kept););
        let stages = quote_spanned!(at=> let #x = #kept;);
        Chain { lets, stages, ..chain }
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
