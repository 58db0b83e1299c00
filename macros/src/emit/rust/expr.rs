//! Expressions: each with its witnesses.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use super::{Writer, path};
use crate::ast::{Expr, ExprKind, HoleKind};
use crate::parse::receiver;

impl Writer<'_> {
    pub(super) fn expr(&self, e: &Expr) -> TokenStream {
        let span = e.span;
        match &e.kind {
            ExprKind::Number { tokens, hole, .. } => self.of(*hole, tokens.clone()),
            ExprKind::Bool(value) => quote_spanned!(span=> #value),
            ExprKind::Unit => quote_spanned!(span=> ()),
            ExprKind::Var(_, ident) if ident == "self" => {
                let name = receiver();
                quote!(#name)
            }
            ExprKind::Var(_, ident) => quote!(#ident),
            ExprKind::Capture(_, path) => quote!(#path),
            ExprKind::Unary { op, hole, operand, .. } => {
                let operand = self.of(*hole, self.operand(operand));
                quote_spanned!(span=> (#op #operand))
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
                let place = self.expr(place);
                quote_spanned!(span=> #place = #value)
            }
            ExprKind::AssignOp { op, hole, place, value, .. } => {
                let see = self.see(*hole, place);
                let (place, value) = (self.expr(place), self.with(*hole, value));
                quote_spanned!(span=> { #see #place #op #value; })
            }
            ExprKind::Cast { value, ty, hole } => {
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
                let args = self.exprs(args);
                self.of(*hole, quote_spanned!(span=> #path(#(#args),*)))
            }
            ExprKind::Field { base, member } => {
                let base = self.expr(base);
                quote_spanned!(span=> #base.#member)
            }
            ExprKind::Index { base, hole, index, .. } => {
                let see = hole.map(|hole| self.see(hole, base));
                let (base, index) = (self.expr(base), self.expr(index));
                match see {
                    Some(see) => quote_spanned!(span=> #base[{ #see #index }]),
                    None => quote_spanned!(span=> #base[#index]),
                }
            }
            ExprKind::Call { path, args, .. } => {
                let args = self.exprs(args);
                quote_spanned!(span=> #path(#(#args),*))
            }
            ExprKind::Method { receiver, method, hole, args, .. } => {
                let args = self.exprs(args);
                if receiver.is_place() {
                    let see = self.see(*hole, receiver);
                    let place = self.expr(receiver);
                    quote_spanned!(span=> { #see #place.#method(#(#args),*) })
                } else {
                    let value = self.of(*hole, self.expr(receiver));
                    quote_spanned!(span=> #value.#method(#(#args),*))
                }
            }
            ExprKind::MinMax { method, hole, args } => {
                let private = path(method.span());
                let [first, second] = &args[..] else { return TokenStream::new() };
                let first = match self.function.holes[*hole].kind {
                    HoleKind::Method(_) => self.of(*hole, self.operand(first)),
                    _ => self.expr(first),
                };
                let second = self.expr(second);
                quote_spanned!(method.span()=> #private::#method(#first, #second))
            }
            ExprKind::Ref { mutable, place } => {
                let place = self.expr(place);
                if *mutable { quote_spanned!(span=> &mut #place) } else { quote_spanned!(span=> &#place) }
            }
            ExprKind::Deref(value) => {
                let value = self.expr(value);
                quote_spanned!(span=> (*#value))
            }
            ExprKind::Refused => quote_spanned!(span=> ::core::unreachable!()),
            _ => self.control(e),
        }
    }
}
