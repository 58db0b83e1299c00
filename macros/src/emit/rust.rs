//! The user's Rust again, with expressions passed through witnesses where the device text has a hole: `a + b` becomes
//! `w0.of(a) + b`. All of them are the identity; rustc's inference fills their types in.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};

use crate::ast::{Block, Expr, ExprKind, Function, HoleId, HoleKind, Pattern, Statement, Test};
use crate::intrinsics::method_name;
use crate::parse::receiver;

/// Where expansions find what they name.
pub(crate) fn path(span: Span) -> TokenStream {
    quote_spanned!(span=> ::onrush::__private)
}

pub(crate) struct Writer<'f> {
    pub(crate) function: &'f Function,
    /// Whether what is written runs on the host; what does not is there for its types alone.
    pub(crate) runs: bool,
}

impl Writer<'_> {
    /// `let w0 = Ty::<_>::new();` for each hole.
    pub(crate) fn witnesses(&self) -> TokenStream {
        let declare = self.function.holes.iter().enumerate().map(|(i, hole)| {
            let name = self.hole(i);
            let span = hole.span;
            let private = path(span);
            let witness = match &hole.kind {
                HoleKind::Infer => quote_spanned!(span=> #private::Ty::<_>::new()),
                HoleKind::Type(ty) => quote_spanned!(span=> #private::Ty::<#ty>::new()),
                HoleKind::Method(method) => {
                    let hash = method_name(method);
                    quote_spanned!(span=> #private::Method::<_, #hash>::new())
                }
                HoleKind::Infix(operator) => {
                    let hash = method_name(operator);
                    quote_spanned!(span=> #private::Infix::<_, _, #hash>::new())
                }
                HoleKind::Associated(ty, method) => {
                    let hash = method_name(method);
                    quote_spanned!(span=> #private::Method::<#ty, #hash>::new())
                }
                HoleKind::Call(callee) => quote_spanned!(span=> #private::Call::<#callee>::new()),
            };
            quote_spanned!(span=> let #name = #witness;)
        });
        declare.collect()
    }

    /// `(w0, (w1, ()))`.
    pub(crate) fn witness_list(&self) -> TokenStream {
        (0..self.function.holes.len()).rev().fold(quote!(()), |rest, i| {
            let name = self.hole(i);
            quote!((#name, #rest))
        })
    }

    /// The parameters and the body, as a closure's after its `|…|`.
    pub(crate) fn closure(&self) -> TokenStream {
        let params = self.function.params.iter().map(|param| {
            let name = param.tokens.clone().unwrap_or_else(|| self.receiver(&param.pattern));
            let ty = &param.ty;
            quote!(#name: #ty)
        });
        let body = self.of(self.function.output_hole, self.expr(&self.function.body));
        match &self.function.output {
            Some(ty) => quote!(|#(#params),*| -> #ty { #body }),
            None => quote!(|#(#params),*| #body),
        }
    }

    /// `__self`, or `mut __self`.
    fn receiver(&self, pattern: &Pattern) -> TokenStream {
        let name = receiver();
        let var = pattern.variable().map(|var| &self.function.vars[var]);
        if var.is_some_and(|var| var.mutable && !var.reference) { quote!(mut #name) } else { quote!(#name) }
    }

    fn hole(&self, id: HoleId) -> Ident {
        Ident::new(&format!("__w{id}"), self.function.holes[id].span)
    }

    fn of(&self, id: HoleId, value: TokenStream) -> TokenStream {
        let name = self.hole(id);
        quote_spanned!(self.function.holes[id].span=> #name.of(#value))
    }

    fn with(&self, id: HoleId, right: &Expr) -> TokenStream {
        let (name, right) = (self.hole(id), self.operand(right));
        quote_spanned!(self.function.holes[id].span=> #name.with(#right))
    }

    fn of_maybe(&self, id: Option<HoleId>, value: TokenStream) -> TokenStream {
        match id {
            Some(id) => self.of(id, value),
            None => value,
        }
    }

    /// Shows the place to the witness, though never at run time: a place may have indices, which are evaluated once.
    fn see(&self, id: HoleId, place: &Expr) -> TokenStream {
        let name = self.hole(id);
        let shown = self.operand(place);
        quote_spanned!(self.function.holes[id].span=> if false { #name.see(&#shown); })
    }

    /// The value of an expression that may be a reference.
    fn operand(&self, e: &Expr) -> TokenStream {
        let value = self.expr(e);
        match e.kind {
            ExprKind::Var(..) if e.is_reference(&self.function.vars) => quote_spanned!(e.span=> (*#value)),
            _ => value,
        }
    }

    fn exprs<'e>(&self, list: impl IntoIterator<Item = &'e Expr>) -> Vec<TokenStream> {
        list.into_iter().map(|e| self.expr(e)).collect()
    }

    fn expr(&self, e: &Expr) -> TokenStream {
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
            ExprKind::Index { base, index, .. } => {
                let (base, index) = (self.expr(base), self.expr(index));
                quote_spanned!(span=> #base[#index])
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

    fn control(&self, e: &Expr) -> TokenStream {
        let span = e.span;
        match &e.kind {
            ExprKind::Block { block, label, hole } => {
                let label = label.as_ref().map(|label| &label.name);
                let block = self.block(block);
                self.of_maybe(*hole, quote_spanned!(span=> #label #block))
            }
            ExprKind::If { condition, then, otherwise, hole } => {
                let (condition, then) = (self.expr(condition), self.block(then));
                let otherwise = otherwise.as_ref().map(|e| {
                    let e = self.expr(e);
                    quote!(else { #e })
                });
                self.of_maybe(*hole, quote_spanned!(span=> if #condition #then #otherwise))
            }
            ExprKind::Match { value, arms, hole } => {
                let value = self.expr(value);
                let arms = arms.iter().map(|arm| {
                    let pattern = &arm.tokens;
                    let guard = arm.guard.as_ref().map(|guard| {
                        let guard = self.expr(guard);
                        quote!(if #guard)
                    });
                    let body = self.expr(&arm.body);
                    quote!(#pattern #guard => #body,)
                });
                self.of_maybe(*hole, quote_spanned!(span=> match #value { #(#arms)* }))
            }
            ExprKind::While { label, condition, body, .. } => {
                let (condition, body) = (self.expr(condition), self.block(body));
                quote_spanned!(span=> #label while #condition #body)
            }
            ExprKind::Loop { label, body, hole, .. } => {
                let body = self.block(body);
                self.of_maybe(*hole, quote_spanned!(span=> #label loop #body))
            }
            ExprKind::For { label, tokens, range, body, .. } => {
                let (start, end) = (self.of(range.hole, self.expr(&range.start)), self.expr(&range.end));
                let mut iterator = if range.inclusive { quote_spanned!(span=> (#start..=#end)) } else { quote_spanned!(span=> (#start..#end)) };
                if range.reversed {
                    iterator = quote!(#iterator.rev());
                }
                if let Some((step, _)) = &range.step {
                    let step = self.expr(step);
                    iterator = quote!(#iterator.step_by(#step));
                }
                let body = self.block(body);
                quote_spanned!(span=> #label for #tokens in #iterator #body)
            }
            ExprKind::Break { label, value, .. } => {
                let value = value.as_ref().map(|value| self.expr(value));
                quote_spanned!(span=> break #label #value)
            }
            ExprKind::Continue { label, .. } => quote_spanned!(span=> continue #label),
            ExprKind::Return(value) => {
                let value = value.as_ref().map_or_else(|| quote!(()), |value| self.expr(value));
                let value = self.of(self.function.output_hole, value);
                quote_spanned!(span=> return #value)
            }
            ExprKind::Panic { tokens, .. } if self.runs => tokens.clone(),
            ExprKind::Panic { .. } => quote_spanned!(span=> ::core::panic!()),
            ExprKind::Assert { path, test, rest, .. } => {
                let rest = if self.runs { rest.clone() } else { TokenStream::new() };
                match test {
                    Test::True(condition) => {
                        let condition = self.expr(condition);
                        quote_spanned!(span=> #path!(#condition #rest))
                    }
                    Test::Compare { hole, left, right } => {
                        let left = self.of(*hole, self.operand(left));
                        let right = self.with(*hole, right);
                        quote_spanned!(span=> #path!(#left, #right #rest))
                    }
                }
            }
            _ => TokenStream::new(),
        }
    }

    fn block(&self, block: &Block) -> TokenStream {
        let statements = block.statements.iter().map(|statement| match statement {
            Statement::Expr(e) => {
                let e = self.expr(e);
                quote!(#e;)
            }
            Statement::Let { tokens, ty, init, .. } => {
                let ty = ty.as_ref().map(|ty| quote!(: #ty));
                let init = init.as_ref().map(|init| {
                    let value = self.bound(init);
                    quote!(= #value)
                });
                quote!(let #tokens #ty #init;)
            }
        });
        let tail = block.tail.as_ref().map(|tail| self.expr(tail));
        quote!({ #(#statements)* #tail })
    }

    /// What `let` binds: where the text doesn't show it, rustc shall see to it that it is no reference.
    fn bound(&self, init: &Expr) -> TokenStream {
        let value = self.expr(init);
        let unclear = match &init.kind {
            ExprKind::If { hole, .. }
            | ExprKind::Match { hole, .. }
            | ExprKind::Block { hole, .. }
            | ExprKind::Loop { hole, .. } => hole.is_some(),
            ExprKind::Field { .. } | ExprKind::Index { .. } | ExprKind::Method { .. } => true,
            _ => false,
        };
        if !unclear {
            return value;
        }
        let private = path(init.span);
        quote_spanned!(init.span=> #private::value(#value))
    }
}

/// The place of `span`, where our own names are seen.
pub(crate) fn located(span: Span) -> Span {
    Span::mixed_site().located_at(span)
}
