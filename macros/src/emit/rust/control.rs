//! Branches, loops and blocks.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};

use super::{Writer, never, path};
use crate::ast::{Arm, Block, CaptureId, End, Expr, ExprKind, Pattern, Statement, Test};
use crate::hygiene::located;
use crate::parse::Named;

impl Writer<'_> {
    pub(super) fn control(&self, e: &Expr) -> TokenStream {
        let span = e.span;
        match &e.kind {
            ExprKind::Block { block, label, hole } => {
                let label = label.as_ref().map(|label| &label.name);
                let block = self.block(block, span);
                self.of_maybe(*hole, quote_spanned!(span=> #label #block))
            }
            ExprKind::If { condition, then, otherwise, hole } => {
                let (condition, then) = (self.expr(condition), self.block(then, span));
                let otherwise = otherwise.as_ref().map(|e| {
                    let e = self.expr(e);
                    quote_spanned!(span=> else { #e })
                });
                self.of_maybe(*hole, quote_spanned!(span=> if #condition #then #otherwise))
            }
            ExprKind::Match { value, arms, hole } => {
                let structs = arms.iter().flat_map(|arm| &arm.structs);
                let (value, constants, shown) = (self.expr(value), self.constants(arms), value);
                let arms = arms.iter().map(|arm| {
                    let pattern = &arm.tokens;
                    let guard = arm.guard.as_ref().map(|guard| {
                        let guard = self.expr(guard);
                        quote!(if #guard)
                    });
                    let (copies, body) = (self.copies(&arm.pattern), self.expr(&arm.body));
                    let body = if copies.is_empty() { body } else { quote!({ #copies #body }) };
                    // An arm that is never taken makes rustc check that all alternatives bind the same names and types.
                    let whole = arm.whole.as_ref().map(|whole| {
                        quote!(#[allow(unused_variables, unused_mut)] #whole if false => ::core::unreachable!(),)
                    });
                    quote!(#whole #pattern #guard => #body,)
                });
                let arms = quote!(#(#arms)*);
                let matching = self.with_structs(span, shown, value, structs, arms);
                let matching =
                    if constants.is_empty() { matching } else { quote_spanned!(span=> { #constants #matching }) };
                self.of_maybe(*hole, matching)
            }
            ExprKind::While { label, condition, body, .. } => {
                let (condition, body) = (self.expr(condition), self.block(body, span));
                quote_spanned!(span=> #label while #condition #body)
            }
            ExprKind::Loop { label, body, hole, .. } => {
                let body = self.block(body, span);
                self.of_maybe(*hole, quote_spanned!(span=> #label loop #body))
            }
            ExprKind::For { label, tokens, pattern, range, body, .. } => {
                let (start, end) = (self.of(range.hole, self.expr(&range.start)), self.expr(&range.end));
                let mut iterator = if range.inclusive {
                    quote_spanned!(span=> (#start..=#end))
                } else {
                    quote_spanned!(span=> (#start..#end))
                };
                if range.reversed {
                    iterator = quote_spanned!(span=> ::core::iter::Iterator::rev(#iterator));
                }
                if let Some((step, _)) = &range.step {
                    let step = self.expr(step);
                    iterator = quote_spanned!(span=> ::core::iter::Iterator::step_by(#iterator, #step));
                }
                if range.turned {
                    iterator = quote_spanned!(span=> ::core::iter::Iterator::rev(#iterator));
                }
                let (copies, body) = (self.copies(pattern), self.block(body, span));
                let body = if copies.is_empty() { body } else { quote!({ #copies #body }) };
                quote_spanned!(span=> #label for #tokens in #iterator #body)
            }
            ExprKind::Break { label, value, .. } => {
                let value = value.as_ref().map(|value| {
                    let (span, value) = (value.span, self.expr(value));
                    // The parentheses have the user's span: without it a panic would report the line of the macro.
                    quote_spanned!(span=> (#value))
                });
                quote_spanned!(span=> break #label #value)
            }
            ExprKind::Diverge(e) => {
                let (private, value) = (path(span), self.expr(e));
                quote_spanned!(span=> match { let _never: #private::TheElseBlockLeaves = #value; _never } {})
            }
            ExprKind::Confirm(asked) => self.confirmed(span, asked),
            ExprKind::Continue { label, .. } => quote_spanned!(span=> continue #label),
            ExprKind::Return { value, hole } => {
                let value = value.as_ref().map_or_else(|| quote!(()), |value| self.expr(value));
                let value = match hole {
                    Some(hole) => self.result(*hole, value),
                    None => self.of(self.function.output_hole, value),
                };
                quote_spanned!(span=> return #value)
            }
            ExprKind::Panic { name, message, site } if self.runs => {
                // Renamed variables can't be formatted into a message, which would name them by their old names.
                let text = &self.function.sites[*site].message;
                if self.function.mixed {
                    quote_spanned!(span=> ::core::panic!("{}", #text))
                } else {
                    quote_spanned!(span=> ::core::#name!(#message))
                }
            }
            ExprKind::Panic { .. } => quote_spanned!(span=> ::core::panic!()),
            ExprKind::Assert { name, test, rest, site, .. } => {
                let text = &self.function.sites[*site].message;
                // Rust's own message would show the condition as it is expanded.
                let shows = rest.is_empty() && matches!(test, Test::True(_));
                let rest = match self.runs {
                    true if shows || (self.function.mixed && !rest.is_empty()) => quote!(, "{}", #text),
                    true => rest.clone(),
                    false => TokenStream::new(),
                };
                match test {
                    Test::True(condition) => {
                        let condition = self.expr(condition);
                        quote_spanned!(span=> ::core::#name!(#condition #rest))
                    }
                    Test::Compare { hole, left, right } => {
                        let left = self.of(*hole, self.operand(left));
                        let right = self.with(*hole, right);
                        quote_spanned!(span=> ::core::#name!(#left, #right #rest))
                    }
                }
            }
            ExprKind::Closure(closure) => self.closure_value(span, &self.function.closures[closure.id]),
            ExprKind::Passed { exclusive, star, closure } => {
                let (closure, star) = (self.expr(closure), star.then(|| quote_spanned!(span=> *)));
                match exclusive {
                    None => closure,
                    Some(false) => quote_spanned!(span=> &#star #closure),
                    Some(true) => quote_spanned!(span=> &mut #star #closure),
                }
            }
            ExprKind::CallGiven { closure, ident, hole, args } => {
                let (name, args) = (self.variable(*closure, ident), self.exprs(args));
                self.of(*hole, quote_spanned!(span=> #name(#(#args),*)))
            }
            ExprKind::Mapped { of, closure, holes, .. } => self.mapped(span, of, closure, *holes),
            ExprKind::Apply { closure, args } => self.applied(span, closure.id, args),
            ExprKind::Invoke { closure, ident, args } => {
                let (name, args) = (self.variable(*closure, ident), self.exprs(args));
                quote_spanned!(span=> #name(#(#args),*))
            }
            _ => TokenStream::new(),
        }
    }

    /// A `match`, for which rustc is made to check that the paths in its patterns are structs'.
    fn with_structs<'s>(
        &self,
        span: Span,
        shown: &Expr,
        value: TokenStream,
        structs: impl Iterator<Item = &'s Named>,
        arms: TokenStream,
    ) -> TokenStream {
        let name = Ident::new("__matched", located(span));
        let asked = super::paths::structures(&name, structs);
        match self.asked_of_place(span, shown, &name, &asked) {
            _ if asked.is_empty() => quote_spanned!(span=> match #value { #arms }),
            Some(asked) => quote_spanned!(span=> { #asked match #value { #arms } }),
            None => {
                let asked = never(span, asked);
                quote_spanned!(span=> match #value { #name => { #asked match #name { #arms } } })
            }
        }
    }

    /// What rustc is asked about the place, or the place of the reference, under this name; `None` of other values.
    fn asked_of_place(&self, span: Span, shown: &Expr, name: &Ident, asked: &TokenStream) -> Option<TokenStream> {
        let place = match &shown.kind {
            ExprKind::Ref { place, .. } => place,
            _ => shown,
        };
        if asked.is_empty() || !place.is_place() {
            return None;
        }
        let (private, shown) = (path(span), Writer { shown: true, ..*self }.expr(shown));
        let asked = never(span, quote_spanned!(span=> let #name = #private::like(&#shown); #asked));
        Some(self.asked_before(place.root(), asked))
    }

    /// Makes rustc check that names which are taken for constants in patterns are constants that a device can match.
    fn constants(&self, arms: &[Arm]) -> TokenStream {
        let mut leaves = Vec::new();
        arms.iter().for_each(|arm| arm.pattern.leaves(&mut leaves));
        let matched = |constant: &CaptureId| {
            let path = &self.function.captures[*constant].value;
            let at = syn::spanned::Spanned::span(path);
            let private = super::path(at);
            never(at, quote_spanned!(at=> const { let _ = #path; } #private::matched(&#path);))
        };
        let asked = leaves.into_iter().map(|leaf| match leaf {
            Pattern::Constant(constant) => matched(constant),
            Pattern::Range { from, to, .. } => {
                let ends = [from, to].into_iter().flatten();
                ends.map(|end| if let End::Constant(end) = end { matched(end) } else { TokenStream::new() }).collect()
            }
            Pattern::Ordering(path, variant) => super::paths::ordering(path, variant),
            Pattern::Optional(path, variant, _) => super::paths::optional(path, *variant),
            _ => TokenStream::new(),
        });
        asked.collect()
    }

    fn block(&self, block: &Block, span: Span) -> TokenStream {
        let statements = block.statements.iter().map(|statement| match statement {
            // A block at the beginning of a statement would end it.
            Statement::Expr(e) if matches!(e.kind, ExprKind::Index { .. } | ExprKind::Field { .. }) => {
                let value = self.expr(e);
                quote_spanned!(e.span=> (#value);)
            }
            Statement::Expr(e) => {
                let e = self.expr(e);
                quote!(#e;)
            }
            Statement::Let { tokens, pattern, structs, ty, init } => {
                let copies = if pattern.variable().is_none() { self.copies(pattern) } else { TokenStream::new() };
                let ty = ty.as_ref().map(|ty| quote!(: #ty));
                let mut before = None;
                let init = init.as_ref().map(|init| {
                    let (value, span) = (self.bound(init), init.span);
                    let name = Ident::new("__bound", located(span));
                    let asked = super::paths::structures(&name, structs.iter());
                    before = self.asked_of_place(span, init, &name, &asked);
                    let asked = never(span, asked);
                    match &init.kind {
                        _ if asked.is_empty() || before.is_some() => quote!(= #value),
                        // What has no name lives as long as the reference to it.
                        ExprKind::Ref { mutable, place } => {
                            let (value, mutable) = (self.expr(place), mutable.then(|| quote_spanned!(span=> mut)));
                            quote_spanned!(span=> = &#mutable match #value { #name => { #asked #name } })
                        }
                        _ => quote_spanned!(span=> = match #value { #name => { #asked #name } }),
                    }
                });
                let span = syn::spanned::Spanned::span(tokens);
                quote_spanned!(span=> #before let #tokens #ty #init; #copies)
            }
        });
        let tail = block.tail.as_ref().map(|tail| self.expr(tail));
        quote_spanned!(span=> { #(#statements)* #tail })
    }

    /// Makes rustc check that a pattern's `mut` names hold values: a device copies what they are bound to, where Rust would
    /// move a reference.
    pub(super) fn copies(&self, pattern: &Pattern) -> TokenStream {
        let names = pattern.names().into_iter().filter_map(|(var, ident)| {
            let info = &self.function.vars[var];
            let name = self.variable(var, ident);
            let private = path(ident.span());
            let asked = quote_spanned!(ident.span()=> let _ = #private::value(#name););
            (info.mutable && !info.reference).then(|| never(ident.span(), asked))
        });
        let mut copies: TokenStream = names.collect();
        copies.extend(self.shown_parts(pattern));
        copies
    }

    /// Makes rustc check the paths of the variants in a pattern, and that what `..` stands for has elements.
    pub(super) fn shown_parts(&self, pattern: &Pattern) -> TokenStream {
        let mut leaves = Vec::new();
        pattern.leaves(&mut leaves);
        let asked = leaves.into_iter().map(|leaf| match leaf {
            Pattern::Variant(path, _) => super::paths::variant(path),
            Pattern::Rest { .. } => {
                let names = leaf.names().into_iter().map(|(var, ident)| {
                    let (name, private) = (self.variable(var, ident), path(ident.span()));
                    let outlived = self.function.vars[var].outlived;
                    let question = Ident::new(if outlived { "rest_of_slice" } else { "rest" }, ident.span());
                    quote_spanned!(ident.span()=> #private::#question(&#name);)
                });
                names.collect()
            }
            _ => TokenStream::new(),
        });
        asked.collect()
    }

    /// The initializer of a `let`; where the text doesn't show whether it is a reference, rustc is made to check that
    /// it isn't.
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
        quote_spanned!(init.span=> #private::kept(#value))
    }
}
