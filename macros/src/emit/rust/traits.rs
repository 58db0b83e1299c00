//! Methods of traits: which trait a call means.

use std::ops::Range;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::ext::IdentExt;

use super::{Writer, never, path};
use crate::ast::{Confirmed, Expr, ExprKind, HoleId, HoleKind, MappedFrom, Owner, Taken};
use crate::hygiene::located;
use crate::intrinsics::{is_looked_up, is_operator};
use crate::traits::companion;

/// A method that is called on a value: its name, the number of its arguments, and how many types Rust's lookup may come upon before.
pub(super) struct Called<'e> {
    pub(super) method: &'e Ident,
    pub(super) arity: usize,
    pub(super) before: usize,
}

/// Asks whether a trait has the method on those of the types `before` that have these numbers, for code that never runs.
pub(super) fn none_before(method: &Ident, before: &TokenStream, numbers: Range<usize>) -> TokenStream {
    let (span, numbers) = (method.span(), numbers.map(syn::Index::from));
    let private = path(span);
    quote_spanned!(span=> #private::none_before! { #method #before; #(#numbers)* })
}

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
        let map = Ident::new("map", Span::mixed_site());
        let collect = &mut |e: &Expr| {
            let (method, own) = match &e.kind {
                ExprKind::Method { method, hole, args, .. } if !is_operator(&method.to_string()) => {
                    (method, self.is_looked_up(*hole).then_some(args.len()))
                }
                ExprKind::Option {
                    taken: Taken::Option(method) | Taken::Result(method) | Taken::Itself(method),
                    ..
                } => (method, None),
                ExprKind::Mapped { of, .. } if matches!(**of, MappedFrom::Either(_)) => (&map, None),
                ExprKind::MinMax { method, .. } => (method, None),
                ExprKind::Confirm(Confirmed::Array { method, .. }) if method != "into_iter" => (method, None),
                ExprKind::Confirm(Confirmed::First { method, .. }) => (method, None),
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

    /// Asks for `min`, `max` or `clamp` on a type parameter that may have them in operations alone, for code that never runs.
    pub(super) fn has_min_max(&self, id: HoleId, method: &Ident) -> TokenStream {
        let (w, at, private) = (self.hole(id), method.span(), path(method.span()));
        none_before(method, &quote_spanned!(at=> #private::by_value({ #w }).before()), 0..1)
    }

    /// Asks the scope whether a trait in it has the method, for code that never runs.
    pub(super) fn found(&self, id: HoleId, method: &Ident) -> TokenStream {
        if !self.is_looked_up(id) {
            return TokenStream::new();
        }
        let (w, span, companion) = (self.hole(id), self.function.holes[id].span, companion(method));
        quote_spanned!(span=> #w.found(#w.receiver().#companion());)
    }

    /// The same of a method that is called on a value, of which `receiver` is a reference to what Rust's lookup begins with. Where the code
    /// runs, rustc is asked, too, whether a trait has the method on what the lookup comes upon before.
    pub(super) fn found_method(&self, id: HoleId, call: &Called<'_>, receiver: &TokenStream) -> TokenStream {
        let Called { method, arity, before } = call;
        let found = self.found(id, method);
        if !self.runs || is_operator(&method.to_string()) {
            return found;
        }
        let (w, span) = (self.hole(id), self.function.holes[id].span);
        let (private, before) = (path(span), (0..*before).map(syn::Index::from));
        if found.is_empty() {
            let (of, own) = (
                quote_spanned!(span=> #private::of_its_type({ #w })),
                quote_spanned!(span=> ::core::option::Option::None::<#private::OfNoTrait>),
            );
            let asked = match method.to_string().as_str() {
                "cmp" | "partial_cmp" => {
                    quote_spanned!(span=> #private::before_by(#private::Compared, #of, #receiver, #own))
                }
                "clone" => quote_spanned!(span=> #private::before_by(#private::Cloned, #of, #receiver, #own)),
                _ => quote_spanned!(span=> #private::before_method(#of, #receiver, #own)),
            };
            let least = (*method == "clamp").then(|| self.has_min_max(id, method));
            return quote_spanned!(span=> #private::none_before! { #method #asked; #(#before)* } #least);
        }
        let arguments = vec![quote!(nothing); *arity];
        // Rustc reports a mistake in the same call at the same place once.
        let host = quote_spanned!(span=> #private::host_in_scope({ #w }, false));
        quote_spanned! {span=>
            #w.known().number_needs_a_type();
            #found
            #private::asked! { #w #receiver; #method #arity [#(#arguments)*] #host; #(#before)* }
        }
    }

    /// `T::from(x)`, `x.into()`, `T::try_from(x)` or `x.try_into()`, by the function that operations know. Rustc is asked for what the user has written.
    pub(super) fn conversion(&self, called: &syn::Path, hole: HoleId, args: &[Expr]) -> TokenStream {
        let (w, span, written_args) = (self.hole(hole), self.function.holes[hole].span, self.exprs(args));
        let (private, value) = (path(span), Ident::new("__value", located(span)));
        let kind = &self.function.holes[hole].kind;
        let written = match kind {
            HoleKind::Conversion(_, Some(_)) => quote_spanned!(span=> #called(#value)),
            _ => quote_spanned!(span=> #value.#called()),
        };
        let [convert, converted] = match kind {
            HoleKind::Conversion("try_from", _) => {
                let lent = args.iter().any(|arg| match &arg.kind {
                    ExprKind::Ref { mutable, .. } => !mutable,
                    _ => arg.is_reference(&self.function.vars) && !arg.is_exclusive(&self.function.vars),
                });
                [if lent { quote!(try_convert_lent) } else { quote!(try_convert) }, quote!(try_converted)]
            }
            _ => [quote!(convert), quote!(converted)],
        };
        let asked = self.runs.then(|| {
            let asked = quote_spanned! {span=>
                let #value = #w.with(#private::nothing());
                #private::#converted(#w, #written);
            };
            never(span, asked)
        });
        quote_spanned!(span=> match #private::#convert(#w, #(#written_args),*) { #value => { #asked #value } })
    }

    /// Asks whether a trait has a method of std's that takes `self`, on what Rust's lookup comes upon before, if the value may be a reference:
    /// that its own type has none, is asked elsewhere. `name` is the value.
    pub(super) fn hidden(&self, value: &Expr, name: &Ident, method: &Ident) -> TokenStream {
        let (vars, span) = (&self.function.vars, method.span());
        let (receiver, numbers) = match &value.kind {
            // The user has written the reference.
            ExprKind::Deref(of) if of.is_exclusive(vars) || of.is_double(vars) => {
                (Writer { shown: true, ..*self }.expr(of), 0..5)
            }
            _ if value.is_reference(vars) || value.may_refer(vars) => (quote!(#name), 1..3),
            _ => return TokenStream::new(),
        };
        if !self.runs {
            return TokenStream::new();
        }
        let private = path(span);
        none_before(method, &quote_spanned!(span=> #private::before_of_std::<#private::Taken, _>(&#receiver)), numbers)
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
