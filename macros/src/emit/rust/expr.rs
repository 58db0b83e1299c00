//! Expressions, passed through their witnesses.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use super::{Writer, path};
use crate::ast::{CallKind, Expr, ExprKind, HoleId};
use crate::hygiene::{located, renamed};
use crate::intrinsics::is_numeric;
use crate::parse::{receiver, without_arguments};

impl Writer<'_> {
    pub(super) fn expr(&self, e: &Expr) -> TokenStream {
        let span = e.span;
        match &e.kind {
            ExprKind::Number { tokens, hole, .. } => self.of(*hole, tokens.clone()),
            ExprKind::Bool(value) => quote_spanned!(span=> #value),
            ExprKind::Ordering(path, variant) => {
                let (confirmed, variant) = (ordering(path, variant), proc_macro2::Ident::new(variant, span));
                quote_spanned!(span=> { #confirmed ::core::cmp::Ordering::#variant })
            }
            ExprKind::Unit => quote_spanned!(span=> ()),
            ExprKind::Var(_, ident) if ident == "self" && !self.method => {
                let name = receiver();
                quote!(#name)
            }
            ExprKind::Var(var, ident) if self.function.mixed && ident != "self" => {
                let ident = renamed(ident, *var);
                quote!(#ident)
            }
            ExprKind::Var(_, ident) => quote!(#ident),
            ExprKind::Capture(_, path) => quote!(#path),
            ExprKind::Unary { op, hole, operand, .. } => {
                let (w, operand) = (self.hole(*hole), self.operand(operand));
                quote_spanned!(span=> (#op (#w.operand(#operand, ::core::cfg!(debug_assertions)))))
            }
            ExprKind::Binary { op, hole, left, right, .. } => {
                let left = self.of(*hole, self.operand(left));
                let right = self.with(*hole, right);
                quote_spanned!(span=> (#left #op #right))
            }
            ExprKind::Logic { op, left, right } => {
                let (left, right) = (self.expr(left), self.expr(right));
                quote_spanned!(span=> (#left #op #right))
            }
            ExprKind::Assign { place, value } => {
                let late = match &place.kind {
                    ExprKind::Var(var, _) => self.function.vars[*var].late,
                    _ => None,
                };
                let value = self.of_maybe(late, self.expr(value));
                let (ask, place) = (self.questions(place), self.place(place));
                quote_spanned!(span=> { #ask #place = #value; })
            }
            ExprKind::AssignOp { op, hole, place, value, .. } => {
                let see = self.see(*hole, place);
                let (ask, place, value) = (self.questions(place), self.place(place), self.with(*hole, value));
                quote_spanned!(span=> { #see #ask #place #op #value; })
            }
            ExprKind::Cast { value, ty, generic: true, hole } => {
                let (private, value) = (path(span), self.operand(value));
                self.of(*hole, quote_spanned!(span=> #private::cast::<_, #ty>(#value)))
            }
            ExprKind::Cast { value, ty, hole, .. } => {
                let value = self.expr(value);
                self.of(*hole, quote_spanned!(span=> #value as #ty))
            }
            ExprKind::Tuple { parts, hole } => {
                let parts = self.exprs(parts);
                self.of(*hole, quote_spanned!(span=> (#(#parts,)*)))
            }
            ExprKind::Array { parts, hole } => {
                let parts = self.exprs(parts);
                self.of(*hole, quote_spanned!(span=> [#(#parts),*]))
            }
            ExprKind::Repeat { value, count, hole } => {
                let value = self.expr(value);
                self.of(*hole, quote_spanned!(span=> [#value; #count]))
            }
            ExprKind::Struct { path, fields, base, hole } => {
                let fields = fields.iter().map(|(member, value)| {
                    let value = self.expr(value);
                    quote!(#member: #value,)
                });
                let base = base.as_ref().map(|base| {
                    let base = self.expr(base);
                    quote!(..#base)
                });
                self.of(*hole, quote_spanned!(span=> #path { #(#fields)* #base }))
            }
            ExprKind::Construct { path, args, hole } => {
                // Only a struct can have a literal, not a function; the pattern checks that no function hides the
                // struct.
                let private = super::path(span);
                let members = (0..args.len() as u32).map(|index| syn::Index { index, span });
                let args = self.exprs(args);
                let made = self.of(*hole, quote_spanned!(span=> #path { #(#members: #args),* }));
                let w = self.hole(*hole);
                quote_spanned!(span=> {
                    if false {
                        let #path(..) = #w.of(#private::nothing());
                    }
                    #made
                })
            }
            ExprKind::Field { base, member } if !base.is_place() && !self.shown => {
                let private = path(span);
                let (base, name) = (self.expr(base), proc_macro2::Ident::new("__base", located(span)));
                quote_spanned!(span=> match #base {
                    #name => {
                        if false {
                            #private::fields(&#name);
                        }
                        #name.#member
                    }
                })
            }
            ExprKind::Field { .. } => {
                let (ask, place) = (self.questions(e), self.place(e));
                if ask.is_empty() { place } else { quote_spanned!(span=> { #ask #place }) }
            }
            ExprKind::Index { .. } => self.place(e),
            ExprKind::Call { path, hole, args, call: CallKind::Function } => {
                let (w, args) = (self.hole(*hole), self.exprs(args));
                let (companion, given) = without_arguments(path);
                let (_, companion) = self.callee(*hole, &companion);
                // The call goes to the companion's function; the lifetime checks that the name refers to a device
                // function, too. It stands in an item, which rustc checks after the call.
                let mut marked = path.clone();
                if let Some(last) = marked.segments.last_mut() {
                    let mut list: syn::AngleBracketedGenericArguments = syn::parse_quote_spanned!(span=> ::<'static>);
                    if let syn::PathArguments::AngleBracketed(given) = &last.arguments {
                        list.args.extend(given.args.iter().cloned());
                    }
                    last.arguments = syn::PathArguments::AngleBracketed(list);
                }
                quote_spanned!(span=> {
                    if false {
                        <#companion>::same(#w, #marked);
                    }
                    <#companion>::call #given(#w)(#(#args),*)
                })
            }
            ExprKind::Call { path, hole, args, .. } => {
                let (name, private, args) = (self.hole(*hole), super::path(span), self.exprs(args));
                let method = path.segments.last().map(|s| &s.ident);
                quote_spanned!(span=> #private::host((#name)).#method(#(#args),*))
            }
            ExprKind::Method { receiver, late, method, hole, args, .. } => {
                self.method_call(span, receiver, *late, method, *hole, args)
            }
            ExprKind::MinMax { method, hole, args } => {
                let private = path(method.span());
                let [first, second] = &args[..] else { return TokenStream::new() };
                let first = self.of(*hole, self.operand(first));
                let second = self.operand(second);
                quote_spanned!(method.span()=> #private::#method(#first, #second))
            }
            ExprKind::Ref { mutable, place } => {
                let ask = self.questions(place);
                let place = if place.is_place() { self.place(place) } else { self.expr(place) };
                let place = if *mutable { quote_spanned!(span=> &mut #place) } else { quote_spanned!(span=> &#place) };
                if ask.is_empty() { place } else { quote_spanned!(span=> { #ask #place }) }
            }
            ExprKind::Deref(value) => {
                let value = self.expr(value);
                quote_spanned!(span=> (*#value))
            }
            ExprKind::Refused => quote_spanned!(span=> ::core::unreachable!()),
            _ => self.control(e),
        }
    }

    /// Calls the method that the type pairs with its device text, by a name that no other item in scope can have.
    fn method_call(
        &self,
        span: proc_macro2::Span,
        receiver: &Expr,
        late: bool,
        method: &proc_macro2::Ident,
        hole: HoleId,
        args: &[Expr],
    ) -> TokenStream {
        let (w, private) = (self.hole(hole), path(self.function.holes[hole].span));
        let args = self.exprs(args);
        let this = located(span);
        let names: Vec<_> = (0..args.len()).map(|i| proc_macro2::Ident::new(&format!("__{i}"), this)).collect();
        match &receiver.kind {
            ExprKind::Ref { mutable, place } => {
                let (see, ask, place) = (self.see(hole, place), self.questions(place), self.referent(place));
                let by = if *mutable { quote_spanned!(span=> &mut #place) } else { quote_spanned!(span=> &#place) };
                if late {
                    return quote_spanned!(span=> {
                        #see #ask
                        match (#(#args,)*) { (#(#names,)*) => #private::host((#w)).#method(#by, #(#names),*) }
                    });
                }
                quote_spanned!(span=> { #see #ask #private::host((#w)).#method(#by, #(#args),*) })
            }
            _ if receiver.is_place() => {
                let (see, place) = (self.see(hole, receiver), self.operand(receiver));
                quote_spanned!(span=> { #see #private::host((#w)).#method(#place, #(#args),*) })
            }
            _ => {
                let value = self.operand(receiver);
                let name = proc_macro2::Ident::new("__this", this);
                let changed = !is_numeric(&method.to_string());
                let (binding, by) = if changed { (quote!(mut), quote!(&mut)) } else { (quote!(), quote!()) };
                quote_spanned!(span=> match #w.on(#value) { #binding #name => #private::host((#w)).#method(#by #name, #(#args),*) })
            }
        }
    }

    /// Writes a place as a place. The checks of its fields stand before it; see `questions`.
    fn place(&self, e: &Expr) -> TokenStream {
        let span = e.span;
        match &e.kind {
            ExprKind::Field { base, member } => {
                let base = self.place(base);
                quote_spanned!(span=> #base.#member)
            }
            ExprKind::Index { base, hole, index, .. } => {
                let private = path(span);
                let (whole, i) = (self.place(base), self.expr(index));
                if self.shown {
                    return quote_spanned!(span=> #whole[#private::index(#i)]);
                }
                let see = hole.map(|hole| self.see(hole, base));
                let (ask, shown) = (self.questions(base), Writer { shown: true, ..*self }.operand(base));
                quote_spanned!(span=> #whole[{ #see #ask if false { #private::indexed(&#shown); } #private::index(#i) }])
            }
            _ => self.expr(e),
        }
    }

    /// Writes a place, or the expression of a reference to it.
    fn referent(&self, e: &Expr) -> TokenStream {
        if e.is_reference(&self.function.vars) { self.operand(e) } else { self.place(e) }
    }

    /// Checks that each field in a place belongs to the type itself; the checks never run.
    fn questions(&self, e: &Expr) -> TokenStream {
        let ExprKind::Field { base, .. } = &e.kind else { return TokenStream::new() };
        if self.shown || !base.is_place() {
            return TokenStream::new();
        }
        let private = path(e.span);
        let (inner, shown) = (self.questions(base), Writer { shown: true, ..*self }.operand(base));
        quote_spanned!(e.span=> #inner if false { #private::fields(&#shown); })
    }
}

/// Makes rustc refuse `path` unless it names this variant of std's `Ordering`.
pub(super) fn ordering(path: &syn::Path, variant: &str) -> TokenStream {
    let span = syn::spanned::Spanned::span(path);
    let private = super::path(span);
    let variant = proc_macro2::Ident::new(variant, span);
    quote_spanned!(span=> let _: [(); #private::ordering(#path, ::core::cmp::Ordering::#variant)] = [];)
}
