//! Methods of traits: which trait a call means.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::ext::IdentExt;

use super::closure::is_asked;
use super::method::not_hidden_late;
use super::{Writer, never, path};
use crate::ast::{Confirmed, Expr, ExprKind, HoleId, HoleKind, Owner};
use crate::hygiene::located;
use crate::intrinsics::{is_found_late, is_looked_up, is_operator};
use crate::traits::companion;

impl Writer<'_> {
    /// Whether the method in the hole may be one of a trait in scope.
    pub(super) fn is_looked_up(&self, id: HoleId) -> bool {
        match &self.function.holes[id].kind {
            HoleKind::Method(name) | HoleKind::Associated(_, name, Owner::Primitive) => is_looked_up(name),
            HoleKind::OfTrait(..) => true,
            _ => false,
        }
    }

    /// What calls of methods ask with: a trait with the companions of all, which rustc finds where no trait of the
    /// user's has one, and the methods themselves.
    pub(super) fn companions(&self) -> TokenStream {
        let mut names: Vec<Ident> = Vec::new();
        for hole in &self.function.holes {
            let (HoleKind::Method(name) | HoleKind::Associated(_, name, Owner::Primitive)) = &hole.kind else {
                continue;
            };
            let Some(method) = syn::parse_str(name).ok().filter(|_| is_looked_up(name)) else { continue };
            let name = companion(&method);
            if !names.contains(&name) {
                names.push(name);
            }
        }
        let (private, methods) = (path(Span::mixed_site()), self.methods());
        if names.is_empty() {
            return methods;
        }
        quote! {
            #[allow(dead_code)]
            trait __Else {
                #(fn #names(&self) -> #private::OfTheType {
                    #private::OfTheType
                })*
            }
            impl<__T: ?::core::marker::Sized> __Else for &__T {}
            #methods
        }
    }

    /// The trait in whose impl the code stands, for a block outside of the impl: its methods and constants.
    pub(crate) fn scope(&self, of: &syn::Path) -> TokenStream {
        let constants = !self.function.captures.is_empty() || !self.function.items.is_empty();
        if !constants && !(0..self.function.holes.len()).any(|id| self.is_looked_up(id)) {
            return TokenStream::new();
        }
        let mut of = of.clone();
        if let Some(last) = of.segments.last_mut() {
            last.arguments = syn::PathArguments::None;
        }
        // As the macro's own token the import isn't one of those that rustc calls unused.
        for segment in of.segments.iter_mut().filter(|segment| segment.ident != "$crate") {
            segment.ident.set_span(located(segment.ident.span()));
        }
        quote!(use #of as _;)
    }

    /// The methods that are asked for by their own names.
    fn methods(&self) -> TokenStream {
        if !self.runs {
            return TokenStream::new();
        }
        let (mut names, mut called): (Vec<Ident>, Vec<(Ident, usize)>) = Default::default();
        let collect = &mut |e: &Expr| {
            let (method, own) = match &e.kind {
                ExprKind::Method { method, hole, args, .. } if !is_operator(&method.to_string()) => {
                    (method, self.is_looked_up(*hole).then_some(args.len()))
                }
                ExprKind::MinMax { method, args, .. } if self.is_lent_minimum(method, args) => (method, None),
                ExprKind::Confirm(Confirmed::Array { method, .. }) if is_asked(method) => (method, None),
                _ => return false,
            };
            // `r#half` is `half`, if that is no keyword.
            let mut name = syn::parse_str(&method.unraw().to_string()).unwrap_or_else(|_| method.clone());
            name.set_span(Span::mixed_site());
            names.push(name.clone());
            called.extend(own.map(|arity| (name, arity)));
            false
        };
        let closures = self.function.closures.iter().map(|closure| &closure.body);
        closures.chain([&self.function.body]).for_each(|body| _ = body.any(collect));
        if names.is_empty() {
            return TokenStream::new();
        }
        names.sort();
        names.dedup();
        called.sort();
        called.dedup();
        let own = called.chunk_by(|a, b| a.0 == b.0).map(|same| &same[0].0);
        let own = (!called.is_empty()).then(|| quote!([#(#own)*]));
        let called = called.iter().map(|(name, arity)| {
            let arguments = vec![quote!(()); *arity];
            quote!(#name #arity [#(#arguments)*])
        });
        let private = path(Span::mixed_site());
        quote!(#private::methods! { [#(#names)*] #own #(#called)* })
    }

    /// Asks the scope whether a trait in it has the method, for code that never runs.
    pub(super) fn found(&self, id: HoleId, method: &Ident) -> TokenStream {
        if !self.is_looked_up(id) {
            return TokenStream::new();
        }
        let (w, span, companion) = (self.hole(id), self.function.holes[id].span, companion(method));
        quote_spanned!(span=> #w.found(#w.receiver().#companion());)
    }

    /// The same of a method that is called on a value. Where the code runs, rustc is asked for the method itself, too: with the type's own
    /// receiver no other trait may have it, and with any other receiver that Rust's lookup might come upon none at all.
    pub(super) fn found_method(&self, id: HoleId, method: &Ident, arity: usize, of_reference: &[&str]) -> TokenStream {
        let found = self.found(id, method);
        if !self.runs {
            return found;
        }
        let (w, span) = (self.hole(id), self.function.holes[id].span);
        let private = path(span);
        let of_reference: Vec<_> = of_reference.iter().map(|name| Ident::new(name, located(span))).collect();
        if found.is_empty() {
            let name = method.to_string();
            let of_std = is_found_late(&name).then(|| not_hidden_late(method, &quote_spanned!(span=> #w.receiver())));
            let of_own = (!is_operator(&name)).then(|| {
                let of = quote_spanned!(span=> #private::of_its_type({ #w }));
                quote_spanned!(span=> #private::none_before! { #method #of #(, #of_reference)* })
            });
            return quote!(#of_std #of_own);
        }
        let arguments = vec![quote!(nothing); arity];
        // Rustc reports a mistake in the same call at the same place once.
        let host = quote_spanned!(span=> #private::host_in_scope({ #w }, false));
        quote_spanned! {span=>
            #w.known().number_needs_a_type();
            #found
            #private::asked! { #w #method #arity [#(#arguments)*] #host #(, #of_reference)* }
        }
    }

    /// `T::from(x)`, `x.into()`, `T::try_from(x)` or `x.try_into()`, by the function that operations know. Rustc is asked for what the user has written.
    pub(super) fn conversion(&self, called: &syn::Path, hole: HoleId, args: &[Expr]) -> TokenStream {
        let (w, span, args) = (self.hole(hole), self.function.holes[hole].span, self.exprs(args));
        let (private, value) = (path(span), Ident::new("__value", located(span)));
        let kind = &self.function.holes[hole].kind;
        let written = match kind {
            HoleKind::Conversion(_, Some(_)) => quote_spanned!(span=> #called(#value)),
            _ => quote_spanned!(span=> #value.#called()),
        };
        let [convert, converted] = match kind {
            HoleKind::Conversion("try_from", _) => [quote!(try_convert), quote!(try_converted)],
            _ => [quote!(convert), quote!(converted)],
        };
        let asked = self.runs.then(|| {
            let asked = quote_spanned! {span=>
                let #value = #w.with(#private::nothing());
                #private::#converted(#w, #written);
            };
            never(span, asked)
        });
        quote_spanned!(span=> match #private::#convert(#w, #(#args),*) { #value => { #asked #value } })
    }

    /// What a call of a function by its path asks.
    pub(super) fn found_by_path(&self, id: HoleId, function: Option<&Ident>) -> TokenStream {
        let (w, span) = (self.hole(id), self.function.holes[id].span);
        match (&self.function.holes[id].kind, function) {
            (HoleKind::Associated(ty, _, Owner::Primitive), Some(function)) if self.is_looked_up(id) => {
                // The path itself is ambiguous if two traits in scope have the function.
                let itself = self.runs.then(|| quote_spanned!(span=> let _ = <#ty>::#function;));
                let found = self.found(id, function);
                never(span, quote_spanned!(span=> #found #itself))
            }
            (HoleKind::OfTrait(ty, _, of), Some(function)) => {
                let companion = companion(function);
                never(span, quote_spanned!(span=> #w.named(<#ty as #of>::#companion(#w.receiver()));))
            }
            _ => TokenStream::new(),
        }
    }
}
