//! Closures, and what rustc is made to check of iterators.

use std::cell::RefCell;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};

use super::traits::none_before;
use super::{Writer, never, path};
use crate::ast::{
    Closure, ClosureId, Confirmed, ExprKind, Given, HoleId, HoleKind, Mapped, MappedFrom, Named, Pattern, VarId,
};
use crate::hygiene::located;

/// A closure that is being written.
pub(super) struct Inside<'f> {
    first: VarId,
    around: Option<&'f Inside<'f>>,
    /// The checks in front of it.
    asked: RefCell<TokenStream>,
}

impl Writer<'_> {
    /// The closure with the user's parameters and capture.
    pub(super) fn closure_value(&self, span: Span, closure: &Closure) -> TokenStream {
        let Closure { moves, params, output, hole, body, first, .. } = closure;
        let moves = moves.then(|| quote_spanned!(span=> move));
        let mut asked = TokenStream::new();
        let params: Vec<_> = params
            .iter()
            .enumerate()
            .map(|(i, param)| {
                let (tokens, ty) = (&param.tokens, param.ty.as_ref().map(|ty| quote!(: #ty)));
                let shown = param.hole.filter(|hole| matches!(self.function.holes[*hole].kind, HoleKind::Infer));
                if shown.is_none() && !param.structs.is_empty() {
                    let name = Ident::new(&format!("__given{i}"), located(span));
                    let confirmed = super::paths::structures(&name, param.structs.iter());
                    asked.extend(never(span, confirmed));
                    asked.extend(quote_spanned!(span=> let #tokens = #name;));
                    asked.extend(self.values(&param.pattern));
                    return quote!(#name #ty);
                }
                let Some(hole) = shown else {
                    asked.extend(self.values(&param.pattern));
                    return quote!(#tokens #ty);
                };
                // The type is shown to the witness by a name, which a pattern doesn't give the whole.
                let (at, w) = (self.function.holes[hole].span, self.hole(hole));
                let see = |name: &Ident| never(at, quote_spanned!(at=> #w.see(&#name);));
                let written = match &param.pattern {
                    Pattern::Bind { var, name, inner: None } => {
                        asked.extend(see(&self.variable(*var, name)));
                        quote!(#tokens #ty)
                    }
                    _ => {
                        let name = Ident::new(&format!("__given{i}"), located(at));
                        asked.extend(see(&name));
                        asked.extend(quote_spanned!(at=> let #tokens = #name;));
                        quote!(#name #ty)
                    }
                };
                asked.extend(self.values(&param.pattern));
                written
            })
            .collect();
        let output = output.as_ref().map(|ty| quote!(-> #ty));
        let inside = Inside { first: *first, around: self.inside, asked: RefCell::default() };
        let body = Writer { inside: Some(&inside), ..*self }.expr(body);
        let (body, before) = (self.result(*hole, body), inside.asked.into_inner());
        let written = quote_spanned!(span=> #moves |#(#params),*| #output { #asked #body });
        if before.is_empty() { written } else { quote_spanned!(span=> { #before #written }) }
    }

    /// Puts a check of a variable's part in front of the closures that would capture the variable by it.
    pub(super) fn asked_before(&self, root: Option<VarId>, asked: TokenStream) -> TokenStream {
        let around = std::iter::successors(self.inside, |inside| inside.around);
        let outermost = root.and_then(|root| around.take_while(|inside| root < inside.first).last());
        match outermost {
            Some(inside) => {
                inside.asked.borrow_mut().extend(asked);
                TokenStream::new()
            }
            None => asked,
        }
    }

    /// The result of a closure, which rustc is made to check to be a value, or nothing.
    pub(super) fn result(&self, hole: HoleId, value: TokenStream) -> TokenStream {
        let span = self.function.holes[hole].span;
        let private = path(span);
        self.of(hole, quote_spanned!(span=> #private::returned(#value)))
    }

    /// A call of a closure where it stands. Rustc knows the types of the parameters from the arguments.
    pub(super) fn applied(&self, span: Span, closure: ClosureId, args: &[Given]) -> TokenStream {
        let closure = self.closure_value(span, &self.function.closures[closure]);
        let args: Vec<_> = args.iter().map(|arg| self.given(arg)).collect();
        let (private, name) = (path(span), Ident::new(if args.len() == 1 { "apply" } else { "apply_to_both" }, span));
        quote_spanned!(span=> #private::#name(#(#args,)* #closure))
    }

    /// An array of what a closure makes of the items of one, or of positions.
    pub(super) fn mapped(&self, span: Span, of: &MappedFrom, closure: &Named, holes: Mapped) -> TokenStream {
        let (w, name) = (self.hole(holes.len), Ident::new("__array", located(span)));
        let closure = self.closure_value(span, &self.function.closures[closure.id]);
        match of {
            MappedFrom::Array(array) => {
                let array = self.operand(array);
                // A trait in scope could have a method of that name for references to arrays.
                let own = quote_spanned!(span=> let _: [(); _] = (&#name).map(|_| ()););
                let asked = never(span, quote_spanned!(span=> #w.see(&#name); #own));
                let made = self.of(holes.made, quote_spanned!(span=> <[_; _]>::map(#name, #closure)));
                quote_spanned!(span=> match #array { #name => { #asked #made } })
            }
            MappedFrom::Either(value) => {
                let private = path(span);
                let like = quote_spanned!(span=> #private::like_mapped(&#name));
                let own = super::paths::of_no_trait(span, &like, &Ident::new("map", span));
                let hidden = self.hidden(value, &name, &Ident::new("map", span));
                let asked = never(span, quote_spanned!(span=> #w.see(&#name); #own #hidden));
                let made = self.of(holes.made, quote_spanned!(span=> #private::mapped(#name, #closure)));
                let value = self.expr(value);
                quote_spanned!(span=> match #value { #name => { #asked #made } })
            }
            MappedFrom::Positions { path: named, given } => {
                let private = path(span);
                let arguments = quote_spanned!(span=> ::<(), 1, fn(::core::primitive::usize)>);
                let std =
                    quote_spanned!(span=> #private::same(&#named #arguments, &::core::array::from_fn #arguments););
                let asked = never(span, quote_spanned!(span=> #w.see(&#name); #std));
                let made = self.of(holes.made, quote_spanned!(span=> ::core::array::from_fn #given (#closure)));
                quote_spanned!(span=> match #made { #name => { #asked #name } })
            }
        }
    }

    fn given(&self, arg: &Given) -> TokenStream {
        match arg {
            Given::One(e) => self.expr(e),
            Given::Pair(a, b) => {
                let (a, b) = (self.given(a), self.given(b));
                quote!((#a, #b))
            }
            Given::Shared(both) => {
                let both = self.given(both);
                quote!(&#both)
            }
        }
    }

    /// The checks by rustc of iterators that are written as loops.
    pub(super) fn confirmed(&self, span: Span, asked: &Confirmed) -> TokenStream {
        let asked = match asked {
            Confirmed::Array { array, method, of } => {
                let ExprKind::Var(var, _) = array.kind else { return TokenStream::new() };
                let (info, array) = (&self.function.vars[var], self.expr(array));
                let ty = match (info.reference, info.writable) {
                    (false, _) => quote_spanned!(span=> ::core::array::IntoIter<_, _>),
                    (true, false) => quote_spanned!(span=> ::core::slice::Iter<'_, _>),
                    (true, true) => quote_spanned!(span=> ::core::slice::IterMut<'_, _>),
                };
                let parts = match method.to_string().as_str() {
                    "windows" => Some(quote_spanned!(span=> Windows)),
                    "chunks" => Some(quote_spanned!(span=> Chunks)),
                    "chunks_mut" => Some(quote_spanned!(span=> ChunksMut)),
                    "chunks_exact" => Some(quote_spanned!(span=> ChunksExact)),
                    "chunks_exact_mut" => Some(quote_spanned!(span=> ChunksExactMut)),
                    _ => None,
                };
                let (args, ty) = match parts {
                    Some(parts) => (quote_spanned!(span=> 1), quote_spanned!(span=> ::core::slice::#parts<'_, _>)),
                    None => pieces(method, span).unwrap_or((TokenStream::new(), ty)),
                };
                if method == "into_iter" {
                    quote_spanned!(span=> let _: #ty = ::core::iter::IntoIterator::into_iter(#array);)
                } else {
                    // Found as rustc finds it on the array, on a reference to it, and on that which the array was borrowed from.
                    let of = of.as_ref().map(|of| self.expr(of));
                    let hidden = self.runs.then(|| {
                        // The type of the result can be that of a trait's method, too.
                        let name = method.to_string();
                        let changes = name.ends_with("_mut") || name.starts_with("sort");
                        let by = if changes { quote!(LentToChange) } else { quote!(Lent) };
                        let asked = |of: &TokenStream| {
                            let private = path(span);
                            let before = quote_spanned!(span=> #private::before_of_std::<#private::OfSlices<#private::#by>, _>(&#of));
                            none_before(method, &before, 0..5)
                        };
                        let (array, of) = (asked(&array), of.iter().map(asked));
                        quote!(#array #(#of)*)
                    });
                    let of = of.map(|of| quote_spanned!(span=> let _: #ty = #of.#method(#args);));
                    quote_spanned! {span=>
                        let _: #ty = (*#array).#method(#args);
                        let _: #ty = #array.#method(#args);
                        #of
                        #hidden
                    }
                }
            }
            Confirmed::Same { parts, ordered } => {
                let (private, parts) = (path(span), parts.iter().map(|part| self.operand(part)));
                let name = Ident::new(if *ordered { "ordered" } else { "same" }, span);
                quote_spanned!(span=> #private::#name(#(&#parts),*);)
            }
            Confirmed::Cloned { of, referent } => {
                let (private, of, star) = (path(span), self.expr(of), referent.then(|| quote!(*)));
                quote_spanned!(span=> #private::cloned(&#star #of);)
            }
            Confirmed::First { before, method, probe } if self.runs => {
                let (private, any) = (path(span), Ident::new("__any", located(method.span())));
                let asked = none_before(method, &quote_spanned!(span=> (#probe, &#probe)), 0..*before);
                quote_spanned!(span=> let #any = #private::nothing; #asked let () = #any();)
            }
            Confirmed::First { .. } => return TokenStream::new(),
            Confirmed::Statements(statements) => statements.clone(),
        };
        never(span, asked)
    }

    /// Makes rustc check that a pattern's names hold values, but those that are references as far as the text shows.
    fn values(&self, pattern: &Pattern) -> TokenStream {
        let names = pattern.names().into_iter().filter(|(var, _)| {
            let info = &self.function.vars[*var];
            !info.reference && !info.lent
        });
        let names = names.map(|(var, ident)| {
            let (name, private) = (self.variable(var, ident), path(ident.span()));
            never(ident.span(), quote_spanned!(ident.span()=> #private::passed(#name);))
        });
        let mut values: TokenStream = names.collect();
        values.extend(self.shown_parts(pattern));
        values
    }
}

/// Arguments of a method of slices that gives parts of one, or a position in it, and the type of its result.
fn pieces(method: &Ident, span: Span) -> Option<(TokenStream, TokenStream)> {
    let name = method.to_string();
    let (name, mutable) = match name.strip_suffix("_mut") {
        Some(name) => (name, quote_spanned!(span=> mut)),
        None => (name.as_str(), TokenStream::new()),
    };
    let option = quote_spanned!(span=> ::core::option::Option);
    let slice = quote_spanned!(span=> &#mutable [_]);
    Some(match name {
        "split_at" => (quote_spanned!(span=> 0), quote_spanned!(span=> (#slice, #slice))),
        "partition_point" => (quote_spanned!(span=> |_| true), quote_spanned!(span=> ::core::primitive::usize)),
        "get" => (quote_spanned!(span=> ..), quote_spanned!(span=> #option<#slice>)),
        "sort_by" | "sort_unstable_by" => {
            (quote_spanned!(span=> |_, _| ::core::cmp::Ordering::Equal), quote_spanned!(span=> ()))
        }
        "sort_by_key" | "sort_unstable_by_key" => (quote_spanned!(span=> |_| ()), quote_spanned!(span=> ())),
        "first" | "last" => (TokenStream::new(), quote_spanned!(span=> #option<&#mutable _>)),
        "split_first" | "split_last" => (TokenStream::new(), quote_spanned!(span=> #option<(&#mutable _, #slice)>)),
        _ => return None,
    })
}
