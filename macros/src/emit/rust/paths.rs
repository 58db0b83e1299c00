//! What rustc is made to check of names: which items paths name, and whose a method is.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};

use super::{Writer, never, path};
use crate::ast::{Expr, HoleId, Presence, Taken};
use crate::hygiene::located;
use crate::parse::Named;

impl Writer<'_> {
    /// The option or result that `?` or a method reads, the latter also through a reference.
    pub(super) fn taken_apart(&self, span: Span, value: &Expr, taken: &Taken) -> TokenStream {
        let private = path(span);
        let (method, read) = match taken {
            Taken::Question => {
                let value = self.expr(value);
                return quote_spanned!(span=> #private::question(#value));
            }
            Taken::Constant => {
                let value = self.expr(value);
                return quote_spanned!(span=> #private::OfConstant(#value).__onrush_constant());
            }
            Taken::Looped => {
                let value = self.expr(value);
                return quote_spanned!(span=> #private::looped(#value));
            }
            Taken::Option(method) => (method, quote!(option)),
            Taken::Result(method) => (method, quote!(result)),
            Taken::Itself(method) => (method, quote!(copied)),
        };
        let name = Ident::new("__option", located(span));
        let like = quote_spanned!(span=> #private::like(&#name));
        let asked = match taken {
            Taken::Result(_) => of_no_trait_of_results(span, &like, method),
            _ => of_no_trait(span, &like, method),
        };
        let hidden = self.hidden(value, &name, method);
        let (asked, value) = (never(span, quote!(#asked #hidden)), self.expr(value));
        quote_spanned!(span=> match #value { #name => { #asked #private::#read(#name) } })
    }
}

/// Makes rustc refuse a method of `Result`'s if a method of that name is found for a reference to one.
fn of_no_trait_of_results(span: Span, like: &TokenStream, method: &Ident) -> TokenStream {
    let private = path(span);
    let nothing = quote_spanned!(span=> #private::nothing());
    let args = match method.to_string().as_str() {
        "map_err" => quote_spanned!(span=> |_| ()),
        "unwrap_or_else" => quote_spanned!(span=> |_| #nothing),
        "or_else" => quote_spanned!(span=> |_| ::core::result::Result::Err(())),
        "map_or_else" => quote_spanned!(span=> |_| (), |_| ()),
        _ => quote_spanned!(span=> |_| true),
    };
    quote_spanned! {span=>
        use #private::LentResult as __LentResult;
        __LentResult::map_err(&::core::result::Result::<(), ()>::Ok(()), |_| ());
        let _ = #like.#method(#args);
    }
}

impl Writer<'_> {
    /// `Default::default()`, whose type the witness knows. Rustc is made to confirm that the trait is std's.
    pub(super) fn default(&self, called: &syn::Path, hole: HoleId, args: &[Expr]) -> TokenStream {
        let (w, span, args) = (self.hole(hole), self.function.holes[hole].span, self.exprs(args));
        let private = path(span);
        let mut of_trait = called.clone();
        of_trait.segments.pop();
        of_trait.segments.pop_punct();
        let std = quote_spanned!(span=> ::core::default::Default);
        let asked = quote_spanned!(span=> #private::same(&<() as #of_trait>::default, &<() as #std>::default););
        let asked = never(span, asked);
        quote_spanned!(span=> { #asked #w.of(#std::default(#(#args),*)) })
    }
}

/// Makes rustc refuse a method of `Option`'s, or of results and arrays, too, if a method of that name is found for a reference to such a value.
pub(super) fn of_no_trait(span: Span, like: &TokenStream, method: &Ident) -> TokenStream {
    let private = path(span);
    let nothing = quote_spanned!(span=> #private::nothing());
    let args = match method.to_string().as_str() {
        "map" => quote_spanned!(span=> |_| ()),
        "and_then" => quote_spanned!(span=> |_| #private::made_of(&#like)),
        "ok_or_else" => quote_spanned!(span=> || ()),
        "unwrap_or_else" | "or_else" => quote_spanned!(span=> || #nothing),
        "map_or" => quote_spanned!(span=> (), |_| ()),
        "map_or_else" => quote_spanned!(span=> || (), |_| ()),
        _ => quote_spanned!(span=> |_| true),
    };
    let some = quote_spanned!(span=> &::core::option::Option::Some(()));
    let (of_references, used) = match method.to_string().as_str() {
        "map" | "and_then" | "map_or" => (quote!(LentEither), quote_spanned!(span=> __Lent::map(#some, |_| ());)),
        _ => (quote!(LentOption), quote_spanned!(span=> __Lent::ok_or_else(#some, || ());)),
    };
    quote_spanned! {span=>
        // It is named, so that it is used also where it has no part; a user may forbid unused imports.
        use #private::#of_references as __Lent;
        #used
        let _ = #like.#method(#args);
    }
}

/// A statement that rustc refuses unless `path` names the struct that `value` is one of.
pub(super) fn structure(path: &syn::Path, value: TokenStream) -> TokenStream {
    let span = syn::spanned::Spanned::span(path);
    let private = super::path(span);
    quote_spanned! {span=>
        {
            use #private::Owner as __Owner;
            <() as __Owner>::__onrush_struct(&());
            #path::__onrush_struct(&#value);
        }
    }
}

/// Statements about what `name` holds, which rustc refuses unless the paths of a pattern name structs.
pub(super) fn structures<'s>(name: &Ident, structs: impl Iterator<Item = &'s Named>) -> TokenStream {
    let asked = structs.map(|Named { way, part, path: named }| {
        let span = syn::spanned::Spanned::span(named);
        let (private, confirmed) = (super::path(span), structure(named, quote!(#part)));
        quote_spanned! {span=>
            #[allow(unreachable_patterns)]
            match #private::like(&#name) {
                #way => { #confirmed }
                _ => {}
            }
        }
    });
    asked.collect()
}

/// Makes rustc refuse `path` unless it names this variant of std's `Option` or `Result`.
pub(super) fn optional(path: &syn::Path, variant: Presence) -> TokenStream {
    let first = path.segments.first().map(|first| first.ident.to_string()).unwrap_or_default();
    if path.leading_colon.is_some() && matches!(first.as_str(), "core" | "std") {
        return TokenStream::new();
    }
    let span = syn::spanned::Spanned::span(path);
    let private = super::path(span);
    let mut path = path.clone();
    path.segments.iter_mut().for_each(|segment| segment.arguments = syn::PathArguments::None);
    let asked = match variant {
        Presence::Some => {
            quote_spanned!(span=> if let #path(_) = #private::nothing::<::core::option::Option<()>>() {})
        }
        Presence::None => quote_spanned!(span=> let _: [(); #private::none(#path)] = [];),
        Presence::Ok => quote_spanned!(span=> let _: [(); #private::is_ok(#path(()), true)] = [];),
        Presence::Err => quote_spanned!(span=> let _: [(); #private::is_ok(#path(()), false)] = [];),
    };
    never(span, asked)
}

/// Makes rustc refuse `path` unless it names a variant, under its own name, of an enum that devices know.
pub(super) fn variant(path: &syn::Path) -> TokenStream {
    let span = syn::spanned::Spanned::span(path);
    let private = super::path(span);
    let mut of = path.clone();
    of.segments.pop();
    of.segments.pop_punct();
    never(
        span,
        quote_spanned! {span=>
            #private::is_enum::<#of>();
            #[allow(unreachable_patterns)]
            match #private::nothing::<#of>() {
                #path { .. } => {}
                _ => {}
            }
        },
    )
}

/// Makes rustc refuse `path` unless it names this variant of std's `Ordering`.
pub(super) fn ordering(path: &syn::Path, variant: &str) -> TokenStream {
    let span = syn::spanned::Spanned::span(path);
    let private = super::path(span);
    let variant = proc_macro2::Ident::new(variant, span);
    quote_spanned!(span=> let _: [(); #private::ordering(#path, ::core::cmp::Ordering::#variant)] = [];)
}
