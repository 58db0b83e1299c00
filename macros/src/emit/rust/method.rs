//! Calls of methods.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};

use super::traits::{Called, none_before};
use super::{Writer, never, path};
use crate::ast::{By, Expr, ExprKind, HoleId, HoleKind, Rebound, Taken};
use crate::hygiene::located;
use crate::intrinsics::{self, is_numeric};
use crate::profile::overflow_checks;

/// A call, as far as it is the same for all receivers.
#[derive(Clone)]
struct Call<'e> {
    receiver: &'e Expr,
    hole: HoleId,
    method: &'e Ident,
    /// How many types Rust's lookup may come upon before it comes to the method.
    before: usize,
    /// The function, without its arguments.
    called: TokenStream,
    args: Vec<TokenStream>,
    /// The arguments refer to values without names, and so may the result.
    keeps: bool,
}

impl Call<'_> {
    fn names(&self) -> Vec<Ident> {
        let at = located(self.method.span());
        (0..self.args.len()).map(|i| Ident::new(&format!("__{i}"), at)).collect()
    }
}

impl Writer<'_> {
    /// Calls the method that the type pairs with its device text, by a name that no other item in scope can have.
    pub(super) fn method_call(&self, e: &Expr) -> TokenStream {
        let ExprKind::Method { receiver, by, method, hole, args, message, .. } = &e.kind else {
            return TokenStream::new();
        };
        let (span, by, hole) = (e.span, *by, *hole);
        let (w, private) = (self.hole(hole), path(self.function.holes[hole].span));
        let host = if self.is_looked_up(hole) { "host_in_scope" } else { "host" };
        let host = Ident::new(host, located(self.function.holes[hole].span));
        let (checked, mut written) = (overflow_checks(), self.exprs(args));
        written.extend(message.iter().map(quote::ToTokens::to_token_stream));
        let call = Call {
            receiver,
            hole,
            method,
            called: quote_spanned!(span=> #private::#host({ #w }, #checked).#method),
            before: self.before(receiver, method),
            args: written,
            keeps: intrinsics::may_return_argument(&method.to_string()) && args.iter().any(refers_to_temporary),
        };
        let copied = by == By::Value || (by == By::Shared && call.keeps);
        match by {
            _ if copied && (call.keeps || !receiver.is_place()) => {
                let untyped = args.iter().all(|arg| self.is_untyped(arg));
                if self.is_lent_receiver(receiver, method) {
                    self.on_lent_value(e, &call)
                } else {
                    self.on_value(e, &call, untyped)
                }
            }
            By::Exclusive if call.keeps && matches!(receiver.kind, ExprKind::Var(..)) => {
                // The arguments don't name the receiver.
                let (names, args) = (call.names(), &call.args);
                let named = names.iter().map(|name| quote!(#name)).collect();
                let inner = self.on_place(e, &Call { args: named, ..call.clone() }, by);
                quote_spanned!(span=> match (#(#args,)*) { (#(#names,)*) => #inner })
            }
            by => self.on_place(e, &call, by),
        }
    }

    /// Whether the receiver may be a shared reference that the text doesn't show, of whose referent Rust finds the method. The exception is
    /// `clamp`, which references have themselves, as they have `max` and `min`.
    fn is_lent_receiver(&self, e: &Expr, method: &Ident) -> bool {
        let vars = &self.function.vars;
        let lent = match e.kind {
            ExprKind::Var(var, _) => vars[var].lent,
            _ => e.may_refer(vars),
        };
        lent && method != "clamp"
    }

    /// How many types Rust's lookup may come upon before a method of such a receiver: see `core/src/lookup.rs`.
    fn before(&self, e: &Expr, method: &Ident) -> usize {
        match e.is_double(&self.function.vars) || self.is_lent_receiver(e, method) {
            true => 7,
            false if self.is_named_reference(e) => 5,
            false => 3,
        }
    }

    /// What rustc is asked about traits in scope. `receiver` is a reference to what Rust's lookup begins with.
    fn found_by(&self, call: &Call<'_>, receiver: &TokenStream) -> TokenStream {
        let called = Called { method: call.method, arity: call.args.len(), before: call.before };
        self.found_method(call.hole, &called, receiver)
    }

    /// Whether `min` or `max` may be called on a shared reference that the text doesn't show.
    fn is_lent_minimum(&self, method: &Ident, args: &[Expr]) -> bool {
        args.first().is_some_and(|first| self.is_lent_receiver(first, method))
    }

    fn is_named_reference(&self, e: &Expr) -> bool {
        constant(e).is_some() || matches!(e.kind, ExprKind::Var(var, _) if self.function.vars[var].reference)
    }

    /// The traits of the library's that are needed in scope for what may be a reference.
    pub(super) fn traits_of_referents(&self) -> TokenStream {
        let private = path(Span::mixed_site());
        let lent = self.has_lent_receivers().then(|| quote!(use #private::{HeldItself as _, Referent as _};));
        let constants = self.function.constants && !self.function.captures.is_empty();
        // As the macro's own tokens the import isn't one of those that rustc calls unused.
        let at = Span::mixed_site();
        let constants = constants.then(|| quote_spanned!(at=> use #private::OfConstantItself as _;));
        quote!(#lent #constants)
    }

    fn has_lent_receivers(&self) -> bool {
        let mut lent = |e: &Expr| match &e.kind {
            ExprKind::Method { receiver, method, .. } => self.is_lent_receiver(receiver, method),
            ExprKind::MinMax { method, args, .. } => self.is_lent_minimum(method, args),
            _ => false,
        };
        let closures = self.function.closures.iter().map(|closure| &closure.body);
        closures.chain([&self.function.body]).any(|body| body.any(&mut lent))
    }

    /// The result of `min` or `max`, and what rustc is asked.
    fn least(&self, hole: HoleId, method: &Ident, called: TokenStream) -> TokenStream {
        let (at, result) = (method.span(), Ident::new("__least", located(method.span())));
        let asked = never(at, self.has_min_max(hole, method));
        quote_spanned!(at=> match #called { #result => { #asked #result } })
    }

    /// `min` and `max`. Of a reference to a float they are the float's; those of references to integers give references.
    pub(super) fn min_max(&self, method: &Ident, hole: HoleId, first: &Expr, second: &Expr) -> TokenStream {
        let (at, private) = (method.span(), path(method.span()));
        let is_method = matches!(self.function.holes[hole].kind, HoleKind::Method(_));
        if !is_method || !self.is_lent_receiver(first, method) {
            let asked = (is_method && self.is_named_reference(first)).then(|| {
                let called = Called { method, arity: 1, before: 3 };
                let receiver = self.expr(first);
                self.see_and(hole, first, &self.found_method(hole, &called, &quote_spanned!(at=> &#receiver)))
            });
            let (first, second) = (self.of(hole, self.operand(first)), self.operand(second));
            let called = quote_spanned!(at=> #private::#method(#first, #second));
            let called = if self.runs { self.least(hole, method, called) } else { called };
            return if asked.is_some() { quote_spanned!(at=> { #asked #called }) } else { called };
        }
        let [a, b] = ["__first", "__second"].map(|name| Ident::new(name, located(at)));
        let read = self.of(hole, quote_spanned!(at=> *#a.__onrush_referent()));
        let asked = self.runs.then(|| {
            let before = quote_spanned!(at=> #private::before_of_std::<#private::Taken, _>(&#a));
            never(at, none_before(method, &before, 0..5))
        });
        let (first, second) = (self.operand(first), self.operand(second));
        quote_spanned!(at=> match (#first, #second) { (#a, #b) => { #asked #private::#method(#read, #b) } })
    }

    /// A call on a value without a name, or on a copy of a place.
    fn on_value(&self, e: &Expr, call: &Call<'_>, untyped_args: bool) -> TokenStream {
        let Call { receiver, hole, method, called, args, keeps, .. } = call;
        let (span, w, value) = (e.span, self.hole(*hole), self.operand(receiver));
        let (names, name) = (call.names(), Ident::new("__this", located(span)));
        if intrinsics::is_lending(&method.to_string()) {
            // What a `match` refers to lives as long as the temporary of Rust's own call.
            let asked = never(span, self.found_by(call, &quote!(#name)));
            return quote_spanned!(span=> match &#w.on(#value) { #name => { #asked #called(#name, #(#args),*) } });
        }
        let asked = never(span, self.found_by(call, &quote_spanned!(span=> &#name)));
        if let Some(by) = ordered_by(method).filter(|_| self.is_untyped(receiver)) {
            // The number has the type of those with which it is compared; if they have none either, Rust's default.
            let default = untyped_args.then(|| quote_spanned!(span=> #w.see(&0i32);));
            return quote_spanned!(span=> match (#w.on(#value), #(#args),*) {
                (#name, #(#names),*) => { #(#w.see(#by #names);)* #default #asked #called(#name, #(#names),*) }
            });
        }
        let changed = !is_numeric(&method.to_string());
        let (binding, by) = if changed { (quote!(mut), quote!(&mut)) } else { (quote!(), quote!()) };
        if *keeps {
            // A `match` ends the temporaries of its arms, but not of its value.
            return quote_spanned!(span=> match (#w.on(#value), #(#args),*) {
                (#binding #name, #(#names),*) => { #asked #called(#by #name, #(#names),*) }
            });
        }
        quote_spanned!(span=> match #w.on(#value) { #binding #name => { #asked #called(#by #name, #(#args),*) } })
    }

    /// The same of a value that may be a shared reference: the method is one of what it refers to.
    fn on_lent_value(&self, e: &Expr, call: &Call<'_>) -> TokenStream {
        let Call { receiver, hole, method, called, args, keeps, .. } = call;
        let (span, w, value) = (e.span, self.hole(*hole), self.operand(receiver));
        let private = path(span);
        let [held, name] = ["__held", "__this"].map(|name| Ident::new(name, located(span)));
        let found = self.found_by(call, &quote_spanned!(span=> &#held.0));
        let asked = never(span, quote_spanned!(span=> #w.see(&*#name); #found));
        let reads = is_numeric(&method.to_string()) || intrinsics::is_lending(&method.to_string());
        let this = if reads { quote_spanned!(span=> &*#name) } else { quote!(#name) };
        let (before, bound, args) = match keeps {
            true => {
                let names = call.names();
                (quote!(, #(#args),*), quote!(, #(#names),*), names.iter().map(|name| quote!(#name)).collect())
            }
            false => (quote!(,), quote!(,), args.clone()),
        };
        quote_spanned!(span=> match (&mut #private::Held(#value) #before) {
            (#held #bound) => match #held.__onrush_held() { #name => { #asked #called(#this, #(#args),*) } }
        })
    }

    /// A call on a place.
    fn on_place(&self, e: &Expr, call: &Call<'_>, by: By) -> TokenStream {
        let Call { receiver, hole, method, called, args, .. } = call;
        let (span, w) = (e.span, self.hole(*hole));
        let private = path(self.function.holes[*hole].span);
        // As it is written, with its references.
        let shown = Writer { shown: true, ..*self };
        let written = constant(receiver).map_or_else(|| shown.expr(receiver), |constant| shown.expr(constant));
        let found = self.found_by(call, &quote_spanned!(span=> &#written));
        if matches!(by, By::Value | By::Shared) && self.is_lent_receiver(receiver, method) {
            let place = self.operand(receiver);
            let referent = quote_spanned!(span=> #place.__onrush_referent());
            let see = never(span, quote_spanned!(span=> #w.see(#referent); #found));
            // A copy from before the arguments, which may change the name.
            let star = (by == By::Value).then(|| quote_spanned!(span=> *));
            return quote_spanned!(span=> { #see #called(#star #referent, #(#args),*) });
        }
        let (mut see, ask) = (self.see_and(*hole, receiver, &found), self.questions(receiver));
        // A closure would capture the slice by the question, while Rust's captures what it refers to.
        if let ExprKind::Var(var, _) = receiver.kind
            && self.function.vars[var].rebound == Rebound::Slice
        {
            see = self.asked_before(Some(var), see);
        }
        match by {
            By::Value => {
                let place = self.operand(receiver);
                quote_spanned!(span=> { #see #called(#place, #(#args),*) })
            }
            By::Shared => {
                let place = self.referent(receiver);
                quote_spanned!(span=> { #see #ask #called(&#place, #(#args),*) })
            }
            By::Exclusive => {
                let place = self.referent(receiver);
                quote_spanned!(span=> { #see #ask #called(&mut #place, #(#args),*) })
            }
            By::TwoPhase { .. } => {
                let (indices, values) = self.indices(receiver);
                let place = Writer { indexed: true, ..*self }.referent(receiver);
                let (names, before) = (call.names(), Ident::new("__before", located(span)));
                quote_spanned!(span=> {
                    #see #ask
                    match (#(#values,)*) {
                        (#(#indices,)*) => match #private::before(&#place) {
                            #before => match (#(#args,)*) {
                                (#(#names,)*) => #called(#private::TwoPhase(#private::after(#w, #before), &mut #place), #(#names),*)
                            }
                        }
                    }
                })
            }
        }
    }

    /// A reference to a constant, which rustc keeps as long as it is needed: nothing may stand between the `&` and the constant. Its parts
    /// are passed through their witnesses in code that never runs.
    pub(super) fn lent_constant(&self, e: &Expr) -> Option<TokenStream> {
        let (span, bare) = (e.span, bare(e)?);
        let hole = match &e.kind {
            ExprKind::Number { hole, .. } => {
                let w = self.hole(*hole);
                return Some(quote_spanned!(span=> #w.lent(&#bare)));
            }
            ExprKind::Tuple { hole, .. }
            | ExprKind::Array { hole, .. }
            | ExprKind::Struct { hole, .. }
            | ExprKind::Construct { hole, .. }
            | ExprKind::Optional { hole, .. } => *hole,
            _ => return None,
        };
        let (w, checked) = (self.hole(hole), self.expr(e));
        let asked = never(span, quote_spanned!(span=> #w.see(&#checked);));
        Some(quote_spanned!(span=> { #asked #w.lent(&#bare) }))
    }

    /// Whether the expression is an integer, or a reference to one, whose type only its surroundings can tell.
    fn is_untyped(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Number { digits, hole, .. } => {
                let inferred = matches!(self.function.holes[*hole].kind, HoleKind::Infer);
                inferred && digits.trim_start_matches('-').bytes().all(|b| b.is_ascii_digit())
            }
            ExprKind::Unary { operand, .. } | ExprKind::Ref { place: operand, .. } => self.is_untyped(operand),
            ExprKind::Binary { op: syn::BinOp::Shl(_) | syn::BinOp::Shr(_), left, .. } => self.is_untyped(left),
            ExprKind::Binary { op, left, right, .. } => {
                !intrinsics::compares(op) && self.is_untyped(left) && self.is_untyped(right)
            }
            _ => false,
        }
    }
}

/// Whether an argument refers to a value without a name, which lives to the end of the statement.
pub(super) fn refers_to_temporary(arg: &Expr) -> bool {
    match &arg.kind {
        ExprKind::Ref { mutable: false, place } => place.is_temporary() && bare(place).is_none(),
        ExprKind::Optional { value: Some(value), .. } => refers_to_temporary(value),
        _ => false,
    }
}

/// The text of a constant that consists of literals, without witnesses.
fn bare(e: &Expr) -> Option<TokenStream> {
    let span = e.span;
    let all = |parts: &[Expr]| parts.iter().map(bare).collect::<Option<Vec<_>>>();
    Some(match &e.kind {
        ExprKind::Number { tokens, .. } => tokens.clone(),
        ExprKind::Bool(value) => quote_spanned!(span=> #value),
        ExprKind::Tuple { parts, .. } => {
            let parts = all(parts)?;
            quote_spanned!(span=> (#(#parts,)*))
        }
        ExprKind::Array { parts, .. } => {
            let parts = all(parts)?;
            quote_spanned!(span=> [#(#parts),*])
        }
        ExprKind::Struct { path, fields, base: None, .. } => {
            let fields = fields.iter().map(|(member, value)| bare(value).map(|value| quote!(#member: #value,)));
            let fields = fields.collect::<Option<Vec<_>>>()?;
            quote_spanned!(span=> #path { #(#fields)* })
        }
        ExprKind::Construct { path, args, .. } => {
            let args = all(args)?;
            let members = (0..args.len() as u32).map(|index| syn::Index { index, span });
            quote_spanned!(span=> #path { #(#members: #args),* })
        }
        ExprKind::Optional { path, value: Some(value), .. } => {
            let value = bare(value)?;
            quote_spanned!(span=> #path(#value))
        }
        ExprKind::Optional { path, value: None, .. } => quote!(#path),
        _ => return None,
    })
}

/// The constant whose referent, if it is a reference, is the receiver of a method.
fn constant(receiver: &Expr) -> Option<&Expr> {
    let ExprKind::Deref(of) = &receiver.kind else { return None };
    let ExprKind::Option { value, taken: Taken::Constant } = &of.kind else { return None };
    if let ExprKind::Ref { place, .. } = &value.kind { Some(place) } else { None }
}

/// How the methods of `Ord`, which Rust finds for a number of any type, are given the others: behind references or not.
fn ordered_by(method: &Ident) -> Option<TokenStream> {
    match method.to_string().as_str() {
        "cmp" => Some(quote!()),
        "clamp" => Some(quote!(&)),
        _ => None,
    }
}
