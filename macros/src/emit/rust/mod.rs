//! The writer of the host's Rust: the user's code, with expressions passed through witnesses where the device text
//! has a hole. `a + b` becomes `w0.of(a) + b`. Every witness is the identity function; rustc's inference determines
//! its type.

mod closure;
mod control;
mod expr;
mod method;
mod paths;
mod place;
mod traits;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};

use crate::ast::{Expr, ExprKind, Function, Hole, HoleId, HoleKind, Owner, Param, Pattern, VarId};
use crate::home::private as path;
use crate::hygiene::{located, renamed};
use crate::intrinsics::{is_looked_up, method_name};
use crate::parse::{is_view, receiver};

/// Statements whose types rustc checks. They stand behind a call that never returns, so they neither run nor borrow.
fn never(span: Span, statements: TokenStream) -> TokenStream {
    if statements.is_empty() {
        return statements;
    }
    let private = path(span);
    quote_spanned!(span=> if false { #private::never(); #statements })
}

#[derive(Clone, Copy)]
pub(crate) struct Writer<'f> {
    pub(crate) function: &'f Function,
    /// Whether the written code runs on the host; otherwise it exists only for its types.
    pub(crate) runs: bool,
    /// Whether `self` keeps its name, as in a method; a closure's parameter needs another one.
    pub(crate) method: bool,
    /// Whether the checks by rustc are left out, because this expression has been checked already.
    pub(crate) shown: bool,
    /// Whether the indices of a place have been evaluated, into the variables `__i0`, `__i1`, …
    pub(crate) indexed: bool,
    /// The closure around what is written.
    inside: Option<&'f closure::Inside<'f>>,
}

impl<'f> Writer<'f> {
    /// The writer of the closure that `op!` runs.
    pub(crate) fn operation(function: &'f Function) -> Self {
        Writer { function, runs: true, method: false, shown: false, indexed: false, inside: None }
    }
    /// The writer of the body that a `#[device]` function runs.
    pub(crate) fn host(function: &'f Function) -> Self {
        Writer { function, runs: true, method: true, shown: false, indexed: false, inside: None }
    }
    /// The writer of code that exists only for its types.
    pub(crate) fn types(function: &'f Function) -> Self {
        Writer { function, runs: false, method: false, shown: false, indexed: false, inside: None }
    }
}

impl Writer<'_> {
    /// Declares a witness for each hole: `let w0 = Ty::<_>::new();`.
    pub(crate) fn witnesses(&self) -> TokenStream {
        let declare = self.function.holes.iter().enumerate().map(|(i, hole)| {
            let name = self.hole(i);
            let span = hole.span;
            let private = path(span);
            let witness = match &hole.kind {
                HoleKind::Infer => quote_spanned!(span=> #private::Ty::<_>::new()),
                HoleKind::MapOf => quote_spanned!(span=> #private::MapOf::<_>::new()),
                HoleKind::Plain => quote_spanned!(span=> #private::Plain::<_>::new()),
                HoleKind::Type(ty) => quote_spanned!(span=> #private::Ty::<#ty>::new()),
                HoleKind::Slice { element, exclusive } => {
                    quote_spanned!(span=> #private::Slice::<#element, #exclusive>::new())
                }
                HoleKind::Method(method) => {
                    let hash = method_name(method);
                    match is_looked_up(method) {
                        true => quote_spanned!(span=> #private::Method::<_, #hash, _>::in_scope()),
                        false => quote_spanned!(span=> #private::Method::<_, #hash>::new()),
                    }
                }
                HoleKind::BinaryOperator(operator) => {
                    let hash = method_name(operator);
                    quote_spanned!(span=> #private::BinaryOperator::<_, _, #hash>::new())
                }
                HoleKind::OfTrait(ty, method, _) => {
                    let hash = method_name(method);
                    quote_spanned!(span=> #private::Method::<#ty, #hash, _>::in_scope())
                }
                HoleKind::Associated(ty, method, owner) => {
                    let hash = method_name(method);
                    match owner {
                        Owner::Primitive if is_looked_up(method) => {
                            quote_spanned!(span=> #private::Method::<#ty, #hash, _>::in_scope())
                        }
                        Owner::Primitive => quote_spanned!(span=> #private::Method::<#ty, #hash>::new()),
                        // Rustc infers the generic arguments of a type only in such a path.
                        Owner::Other => quote_spanned!(span=> #ty::__onrush_method::<#hash>()),
                    }
                }
                HoleKind::Conversion(function, ty) => {
                    let hash = method_name(function);
                    match ty {
                        Some((ty, Owner::Primitive)) => {
                            quote_spanned!(span=> #private::BinaryOperator::<#ty, _, #hash>::new())
                        }
                        Some((ty, Owner::Other)) => quote_spanned!(span=> #ty::__onrush_from::<#hash, _>()),
                        None => quote_spanned!(span=> #private::BinaryOperator::<_, _, #hash>::new()),
                    }
                }
                HoleKind::Failed => quote_spanned!(span=> #private::Failed::<_, _, _>::new()),
                HoleKind::Order(_) => return TokenStream::new(),
                HoleKind::Call(callee) => {
                    let (named, callee) = self.callee(i, callee);
                    return quote_spanned!(span=> #named let #name = #private::Callee::<(#callee,), _, _>::new(););
                }
            };
            quote_spanned!(span=> let #name = #witness;)
        });
        let private = path(Span::mixed_site());
        let owner = |hole: &Hole| {
            matches!(
                hole.kind,
                HoleKind::Associated(_, _, Owner::Other) | HoleKind::Conversion(_, Some((_, Owner::Other)))
            )
        };
        let order = |hole: &Hole| matches!(hole.kind, HoleKind::Order(_));
        let mut witnesses = self.declared_items();
        if self.function.holes.iter().any(owner) {
            witnesses.extend(quote!(use #private::Owner as _;));
        }
        if self.function.holes.iter().any(order) {
            witnesses.extend(quote!(use #private::{FunctionOrder as _, LanguageOrder as _};));
        }
        witnesses.extend(self.traits_of_referents());
        witnesses.extend(self.companions());
        witnesses.extend(declare);
        witnesses
    }

    /// The constants that the body declares and its imports, for a block around it.
    pub(crate) fn declared_items(&self) -> TokenStream {
        let items = self.function.items.iter();
        let written = items.map(|item| match self.runs {
            true => quote!(#item),
            // Rustc has shown its warnings where the code runs.
            false => quote!(#[allow(warnings, clippy::all)] #item),
        });
        written.collect()
    }

    /// A declaration of the companion of the device function that is called, and its name. In code that runs the declaration
    /// takes the path from a macro: of a function without a companion rustc then says in which macro the error
    /// originates, and that name says what to do.
    pub(super) fn callee(&self, hole: HoleId, path: &syn::Path) -> (TokenStream, TokenStream) {
        // `$crate` would mean another crate in that macro.
        let renamed = path.segments.first().is_some_and(|segment| segment.ident == "$crate");
        if renamed || !self.runs {
            return (TokenStream::new(), quote!(#path));
        }
        let name = Ident::new(&format!("__Callee{hole}"), Span::mixed_site());
        let declared = quote! {
            macro_rules! write_device_above_the_function {
                () => { #path };
            }
            type #name = write_device_above_the_function!();
        };
        (declared, quote!(#name))
    }

    /// The witnesses of the orders of assigning operators, which follow the closure that determines the operators' types.
    pub(crate) fn orders(&self) -> TokenStream {
        let holes = self.function.holes.iter().enumerate();
        let orders = holes.filter_map(|(i, hole)| match hole.kind {
            HoleKind::Order(of) => {
                let (name, order) = (self.hole(i), self.order(of));
                Some(quote_spanned!(hole.span=> let #name = #order;))
            }
            _ => None,
        });
        orders.collect()
    }

    /// Which side of the assigning operator in a hole is evaluated first.
    fn order(&self, of: HoleId) -> TokenStream {
        let w = self.hole(of);
        quote_spanned!(self.function.holes[of].span=> (&#w).__onrush_order())
    }

    /// The witnesses as nested pairs: `((w0, w1), (w2, w3))`.
    pub(crate) fn witness_list(&self) -> TokenStream {
        fn pairs(names: &[Ident]) -> TokenStream {
            match names {
                [] => quote!(()),
                [one] => quote!(#one),
                more => {
                    let (left, right) = more.split_at(more.len() / 2);
                    let (left, right) = (pairs(left), pairs(right));
                    quote!((#left, #right))
                }
            }
        }
        pairs(&(0..self.function.holes.len()).map(|i| self.hole(i)).collect::<Vec<_>>())
    }

    /// The parameters and the body of a closure, from its `|…|` on, which is located at `at`.
    pub(crate) fn closure(&self, at: Span) -> TokenStream {
        let mut views = TokenStream::new();
        let params: Vec<_> = self
            .function
            .params
            .iter()
            .enumerate()
            .map(|(i, param)| {
                let name = param.tokens.clone().unwrap_or_else(|| self.receiver(&param.pattern));
                let ty = &param.ty;
                if self.runs || !is_view(ty) {
                    return quote!(#name: #ty);
                }
                // The closure would take views, the only types with a lifetime, of every lifetime, and a witness has one
                // type.
                let any = Ident::new(&format!("__{i}"), Span::mixed_site());
                views.extend(quote!(let #name: #ty = #any;));
                quote!(#any)
            })
            .collect();
        let mut body = self.body();
        if !self.runs {
            // Behind a call that never returns, rustc reports no borrow a second time.
            let private = path(Span::mixed_site());
            body = quote!({ #private::never(); #views #body });
        }
        match &self.function.output {
            Some(ty) => quote_spanned!(at=> |#(#params),*| -> #ty { #body }),
            None => quote_spanned!(at=> |#(#params),*| #body),
        }
    }

    /// The body only.
    pub(crate) fn body(&self) -> TokenStream {
        let params = self.function.params.iter().filter(|param| param.pattern.variable().is_none());
        let copies: TokenStream = params.flat_map(|param| [self.structs(param), self.copies(&param.pattern)]).collect();
        let body = self.expr(&self.function.body);
        self.of(self.function.output_hole, if copies.is_empty() { body } else { quote!({ #copies #body }) })
    }

    /// Makes rustc check that the paths in a parameter's pattern are structs'.
    fn structs(&self, param: &Param) -> TokenStream {
        let span = syn::spanned::Spanned::span(&param.ty);
        let (private, name, ty) = (path(span), Ident::new("__given", located(span)), &param.ty);
        let asked = paths::structures(&name, param.structs.iter());
        if asked.is_empty() {
            return asked;
        }
        never(span, quote_spanned!(span=> let #name = #private::nothing::<#ty>(); #asked))
    }

    /// The receiver's name: `__self`, or `mut __self`.
    fn receiver(&self, pattern: &Pattern) -> TokenStream {
        let name = receiver();
        let var = pattern.variable().map(|var| &self.function.vars[var]);
        if var.is_some_and(|var| var.mutable && !var.reference) { quote!(mut #name) } else { quote!(#name) }
    }

    /// The name of a variable.
    fn variable(&self, var: VarId, ident: &Ident) -> Ident {
        if self.function.mixed && ident != "self" { renamed(ident, var) } else { ident.clone() }
    }

    pub(in crate::emit) fn hole(&self, id: HoleId) -> Ident {
        Ident::new(&format!("__w{id}"), located(self.function.holes[id].span))
    }

    fn of(&self, id: HoleId, value: TokenStream) -> TokenStream {
        let name = self.hole(id);
        // The parentheses have the user's span: without them a panic would report the line of the macro.
        quote_spanned!(self.function.holes[id].span=> (#name.of(#value)))
    }

    fn with(&self, id: HoleId, right: &Expr) -> TokenStream {
        let (name, right) = (self.hole(id), self.arithmetic(right));
        quote_spanned!(self.function.holes[id].span=> (#name.with(#right)))
    }

    /// An operand of an arithmetic operator. Own types may have one for references that isn't that of the values.
    fn arithmetic(&self, e: &Expr) -> TokenStream {
        let value = self.operand(e);
        let written = matches!(&e.kind, ExprKind::Deref(of) if matches!(of.kind, ExprKind::Ref { .. }));
        let named = matches!(e.kind, ExprKind::Var(..) | ExprKind::Deref(_)) && e.is_reference(&self.function.vars);
        if !(written || named) {
            return value;
        }
        let private = path(e.span);
        quote_spanned!(e.span=> (*#private::number(&#value)))
    }

    fn of_maybe(&self, id: Option<HoleId>, value: TokenStream) -> TokenStream {
        match id {
            Some(id) => self.of(id, value),
            None => value,
        }
    }

    /// Shows the place to the witness in code that never runs, so that indices in the place are evaluated only once.
    fn see(&self, id: HoleId, place: &Expr) -> TokenStream {
        self.see_and(id, place, &TokenStream::new())
    }

    /// The same, and then what else is asked there.
    fn see_and(&self, id: HoleId, place: &Expr, asked: &TokenStream) -> TokenStream {
        let name = self.hole(id);
        let shown = Writer { shown: true, ..*self }.operand(place);
        let span = self.function.holes[id].span;
        never(span, quote_spanned!(span=> #name.see(&#shown); #asked))
    }

    /// The value of an expression that may be a reference.
    fn operand(&self, e: &Expr) -> TokenStream {
        let value = self.expr(e);
        let vars = &self.function.vars;
        match e.kind {
            ExprKind::Var(..) if e.is_double(vars) => quote_spanned!(e.span=> (**#value)),
            ExprKind::Var(..) | ExprKind::Deref(_) if e.is_reference(vars) => quote_spanned!(e.span=> (*#value)),
            _ => value,
        }
    }

    fn exprs<'e>(&self, list: impl IntoIterator<Item = &'e Expr>) -> Vec<TokenStream> {
        list.into_iter().map(|e| self.expr(e)).collect()
    }
}
