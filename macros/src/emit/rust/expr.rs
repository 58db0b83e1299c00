//! Expressions, passed through their witnesses.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};

use syn::UnOp;

use super::method::refers_to_temporary;
use super::{Writer, never, path};
use crate::ast::{CallKind, Expr, ExprKind, HoleId, HoleKind, Rebound, SiteId};
use crate::hygiene::located;
use crate::intrinsics;
use crate::parse::{receiver, without_arguments};
use crate::profile::overflow_checks;

impl Writer<'_> {
    pub(super) fn expr(&self, e: &Expr) -> TokenStream {
        let span = e.span;
        match &e.kind {
            ExprKind::Number { tokens, hole, .. } => self.of(*hole, tokens.clone()),
            ExprKind::Bool(value) => quote_spanned!(span=> #value),
            ExprKind::Ordering(path, variant) => {
                let (confirmed, variant) =
                    (super::paths::ordering(path, variant), proc_macro2::Ident::new(variant, span));
                quote_spanned!(span=> { #confirmed ::core::cmp::Ordering::#variant })
            }
            ExprKind::Unit => quote_spanned!(span=> ()),
            ExprKind::Optional { path, variant, value, hole } => {
                let asked = super::paths::optional(path, *variant);
                let made = match value {
                    Some(value) => {
                        let value = self.expr(value);
                        quote_spanned!(span=> #path(#value))
                    }
                    None => quote!(#path),
                };
                let made = self.of(*hole, made);
                match asked.is_empty() {
                    true => made,
                    false if refers_to_temporary(e) => {
                        let private = super::path(span);
                        quote_spanned!(span=> #private::behind({ #asked }, #made))
                    }
                    false => quote_spanned!(span=> { #asked #made }),
                }
            }
            ExprKind::Var(_, ident) if ident == "self" && !self.method => {
                let name = receiver();
                quote!(#name)
            }
            ExprKind::Var(var, ident) => {
                let ident = self.variable(*var, ident);
                quote!(#ident)
            }
            ExprKind::Capture(_, path) => quote!(#path),
            ExprKind::Unary { op, hole, site, operand } => {
                // The operand stands in a `match` because rustc would expect it to have the type of the result.
                let (w, operand, checked) = (self.hole(*hole), self.arithmetic(operand), overflow_checks());
                let name = proc_macro2::Ident::new("__operand", located(span));
                let given = quote_spanned!(self.fails_at(*site, span)=> (#operand, #checked));
                let operand = quote_spanned!(span=> #w.operand #given);
                let result = match op {
                    UnOp::Neg(_) => quote_spanned!(span=> #w.negated(#name, #op #w.negatable(#name))),
                    _ => quote_spanned!(span=> #op #name),
                };
                quote_spanned!(span=> (match #operand { #name => #result }))
            }
            ExprKind::Binary { op, hole, left, right, site } if intrinsics::overflows(op) => {
                let at = self.function.holes[*hole].span;
                let [a, b] = ["__left", "__right"].map(|name| proc_macro2::Ident::new(name, located(at)));
                let prepared = self.prepared(*hole, *site, "prepare", quote!(#a), quote!(#b));
                // These names stand at the operands, where rustc reports their types.
                let [x, y] = [("__left", left), ("__right", right)]
                    .map(|(name, operand)| proc_macro2::Ident::new(name, located(operand.span)));
                let (w, left, right) = (self.hole(*hole), self.arithmetic(left), self.arithmetic(right));
                quote_spanned!(span=> (match #w.both(#left, #right) { (#a, #b) => match #prepared { (#x, #y) => #x #op #y } }))
            }
            ExprKind::Binary { op, hole, left, right, site } => {
                // Std compares references by what they refer to.
                let compares = intrinsics::compares(op);
                let left = self.of(*hole, if compares { self.operand(left) } else { self.arithmetic(left) });
                // A division by zero panics where its left side begins.
                let left = self.begin_at(*site, left);
                let right = match compares {
                    true => {
                        let (w, right) = (self.hole(*hole), self.operand(right));
                        quote_spanned!(self.function.holes[*hole].span=> (#w.with(#right)))
                    }
                    false => self.with(*hole, right),
                };
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
                let (mut ask, place_of) = (self.questions(place), self.place(place));
                if let ExprKind::Var(var, _) = place.kind
                    && self.function.vars[var].rebound == Rebound::Slice
                {
                    let (private, at) = (path(place.span), place.span);
                    ask = never(at, quote_spanned!(at=> #private::rebound(&#place_of);));
                }
                quote_spanned!(span=> { #ask #place_of = #value; })
            }
            ExprKind::AssignOp { op, hole, site, order, place, value } => {
                let (see, ask, value) = (self.see(*hole, place), self.questions(place), self.with(*hole, value));
                let assignment = match order {
                    Some(_) => self.ordered(e, op, *hole, *site, place, value),
                    None => self.assignment(e, op, *hole, *site, self.place(place), value),
                };
                quote_spanned!(span=> { #see #ask #assignment })
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
            ExprKind::Variant { path, fields, hole } => {
                let asked = super::paths::variant(path);
                let fields = fields.iter().map(|(member, value)| {
                    let value = self.expr(value);
                    quote!(#member: #value,)
                });
                let made = self.of(*hole, quote_spanned!(span=> #path { #(#fields)* }));
                quote_spanned!(span=> { #asked #made })
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
                let (asked, made) = (self.is_struct(path, *hole), quote_spanned!(span=> #path { #(#fields)* #base }));
                let made = self.of(*hole, made);
                quote_spanned!(span=> { #asked #made })
            }
            ExprKind::Construct { path, args, hole } => {
                // Only a struct can have a literal, not a function; the pattern checks that no function hides the
                // struct.
                let private = super::path(span);
                let members = (0..args.len() as u32).map(|index| syn::Index { index, span });
                let args = self.exprs(args);
                let made = self.of(*hole, quote_spanned!(span=> #path { #(#members: #args),* }));
                let w = self.hole(*hole);
                let mut asked = self.is_struct(path, *hole);
                asked.extend(never(span, quote_spanned!(span=> let #path(..) = #w.of(#private::nothing());)));
                quote_spanned!(span=> { #asked #made })
            }
            ExprKind::Field { base, member } if !base.is_place() && !self.shown => {
                let private = path(span);
                let (base, name) = (self.expr(base), proc_macro2::Ident::new("__base", located(span)));
                let asked = never(span, quote_spanned!(span=> #private::fields(&#name);));
                quote_spanned!(span=> match #base { #name => { #asked #name.#member } })
            }
            ExprKind::Field { .. } => {
                let (ask, place) = (self.questions(e), self.place(e));
                if ask.is_empty() { place } else { quote_spanned!(span=> { #ask #place }) }
            }
            ExprKind::Index { .. } | ExprKind::Slice { .. } => self.place(e),
            ExprKind::Call { path, hole, args: args_of_call, call: CallKind::Function } => {
                let (w, args) = (self.hole(*hole), self.exprs(args_of_call));
                let (companion, given) = without_arguments(path);
                // Beside closures, whose types may have no names, the witness alone knows the generic arguments.
                let closures = args_of_call.iter().any(|arg| matches!(arg.kind, ExprKind::Passed { .. }));
                let given = if closures { TokenStream::new() } else { given };
                let (_, companion) = self.callee(*hole, &companion);
                // The call goes to the companion's function. The lifetime makes rustc check that the name refers to a device
                // function, too, and the witness checks that it is that one. The body of a device function is written twice,
                // and is refused once.
                let mut marked = path.clone();
                if let Some(last) = marked.segments.last_mut().filter(|_| self.runs) {
                    // In the name's place, so that rustc, which proposes to remove the arguments of a function that isn't
                    // the companion's, finds nothing to remove.
                    let mut list: syn::AngleBracketedGenericArguments =
                        syn::parse_quote_spanned!(last.ident.span()=> ::<'static>);
                    if let syn::PathArguments::AngleBracketed(given) = &last.arguments {
                        list.args.extend(given.args.iter().cloned());
                    }
                    last.arguments = syn::PathArguments::AngleBracketed(list);
                }
                let name = proc_macro2::Ident::new("__named", located(span));
                let asked = never(
                    span,
                    quote_spanned!(span=> let #name = #w.named(#marked); <#companion>::same(#w.called(), #name);),
                );
                quote_spanned!(span=> {
                    #asked
                    <#companion>::call #given(#w.called())(#(#args),*)
                })
            }
            ExprKind::Call { path, hole, args, .. }
                if matches!(self.function.holes[*hole].kind, HoleKind::Conversion(..)) =>
            {
                self.conversion(path, *hole, args)
            }
            ExprKind::Call { path, hole, args, .. }
                if matches!(self.function.holes[*hole].kind, HoleKind::Method(_)) =>
            {
                self.default(path, *hole, args)
            }
            ExprKind::Call { path, hole, args, call } => {
                let (name, private, args) = (self.hole(*hole), super::path(span), self.exprs(args));
                let (method, checked) = (path.segments.last().map(|s| &s.ident), overflow_checks());
                let found = self.found_by_path(*hole, method);
                let host = if found.is_empty() { "host" } else { "host_in_scope" };
                // Where rustc says that the type has no such function.
                let named = method.map_or(span, Ident::span);
                let (host, name) = (Ident::new(host, span), quote_spanned!(named=> { #name }));
                let site = if let CallKind::Associated(site) = call { *site } else { None };
                let given = quote_spanned!(self.fails_at(site, span)=> (#(#args),*));
                let called = quote_spanned!(span=> #private::#host(#name, #checked).#method #given);
                if found.is_empty() { called } else { quote_spanned!(span=> { #found #called }) }
            }
            ExprKind::Method { .. } => self.method_call(e),
            ExprKind::MinMax { method, hole, args } => {
                let [first, second] = &args[..] else { return TokenStream::new() };
                self.min_max(method, *hole, first, second)
            }
            ExprKind::Halves { whole, mid, .. } => {
                let exclusive = whole.is_exclusive(&self.function.vars);
                let method = proc_macro2::Ident::new(if exclusive { "split_at_mut" } else { "split_at" }, span);
                let (whole, mid) = (self.expr(whole), self.expr(mid));
                quote_spanned!(span=> <[_]>::#method(#whole, #mid))
            }
            ExprKind::Ref { mutable, place } => {
                if let Some(constant) = self.lent_constant(place).filter(|_| !mutable) {
                    return constant;
                }
                let (ask, temporary) = (self.questions(place), place.is_temporary());
                let place = if place.is_place() { self.place(place) } else { self.expr(place) };
                let place = if *mutable { quote_spanned!(span=> &mut #place) } else { quote_spanned!(span=> &#place) };
                match ask.is_empty() {
                    true => place,
                    false if temporary => {
                        let private = path(span);
                        quote_spanned!(span=> #private::behind({ #ask }, #place))
                    }
                    false => quote_spanned!(span=> { #ask #place }),
                }
            }
            ExprKind::Deref(of) if of.may_refer(&self.function.vars) => {
                let (private, value) = (path(span), self.expr(of));
                quote_spanned!(span=> (*#private::referred(#value)))
            }
            ExprKind::Deref(value) => {
                let value = self.expr(value);
                quote_spanned!(span=> (*#value))
            }
            ExprKind::Option { value, taken } => self.taken_apart(span, value, taken),
            ExprKind::Absent { of, hole } => {
                let (private, of) = (path(span), self.expr(of));
                self.of(*hole, quote_spanned!(span=> #private::absent(#of)))
            }
            ExprKind::Failed { of, hole } => {
                let (w, private, of) = (self.hole(*hole), path(span), self.expr(of));
                quote_spanned!(span=> #private::failed(#w, #of))
            }
            ExprKind::Refused => quote_spanned!(span=> ::core::unreachable!()),
            _ => self.control(e),
        }
    }

    /// Makes rustc check that the path of a struct's literal names a struct, not a variant to which `use` has given the name.
    fn is_struct(&self, path: &syn::Path, hole: HoleId) -> TokenStream {
        let (w, span) = (self.hole(hole), syn::spanned::Spanned::span(path));
        let private = super::path(span);
        never(span, super::paths::structure(path, quote_spanned!(span=> #w.of(#private::nothing()))))
    }

    /// The operands of an operator that can overflow, passed through the witness, which computes integers by the crate's own
    /// profile. A failure has the operator's place.
    fn prepared(
        &self,
        hole: HoleId,
        site: Option<SiteId>,
        by: &str,
        left: TokenStream,
        right: TokenStream,
    ) -> TokenStream {
        let at = self.function.holes[hole].span;
        let (w, by, checked) = (self.hole(hole), proc_macro2::Ident::new(by, at), overflow_checks());
        // Rustc reports missing operators at the name, and panics at the first character of the name and these parentheses.
        let given = quote_spanned!(self.fails_at(site, at)=> (#left, #right, #checked));
        quote_spanned!(at=> #w.#by #given)
    }

    /// The first part of an expression that panics where these parentheses begin.
    pub(super) fn begin_at(&self, site: Option<SiteId>, first: TokenStream) -> TokenStream {
        match site {
            Some(site) => quote_spanned!(self.function.sites[site].span=> (#first)),
            None => first,
        }
    }

    /// Where an expression fails, if it can, and otherwise where it stands.
    fn fails_at(&self, site: Option<SiteId>, span: Span) -> Span {
        site.map_or(span, |site| self.function.sites[site].span)
    }

    /// `place op= value;`, with the value evaluated first.
    fn assignment(
        &self,
        e: &Expr,
        op: &syn::BinOp,
        hole: HoleId,
        site: Option<SiteId>,
        place: TokenStream,
        value: TokenStream,
    ) -> TokenStream {
        let span = e.span;
        if !intrinsics::overflows(op) {
            let place = self.begin_at(site, place);
            return quote_spanned!(span=> #place #op #value;);
        }
        let [target, operand] = ["__target", "__operand"].map(|name| proc_macro2::Ident::new(name, located(span)));
        let prepared = self.prepared(hole, site, "prepare_assign", quote!(#target), quote!(#operand));
        quote_spanned!(span=> match #value {
            #operand => match &mut #place {
                #target => {
                    let #operand = #prepared;
                    *#target #op #operand;
                }
            }
        })
    }

    /// `place op= value` where the order of both sides makes a difference: the language's own operators evaluate the value
    /// first, functions the place.
    fn ordered(
        &self,
        e: &Expr,
        op: &syn::BinOp,
        hole: HoleId,
        site: Option<SiteId>,
        place: &Expr,
        value: TokenStream,
    ) -> TokenStream {
        let (span, order) = (e.span, self.order(hole));
        let (indices, values) = self.indices(place);
        let place = Writer { indexed: true, ..*self }.place(place);
        let [first, operand] = ["__first", "__value"].map(|name| proc_macro2::Ident::new(name, located(span)));
        // In parentheses, both ends of the assignment are tokens of the operation. rustc says of an expression whose ends are of
        // different hygiene that it is where the macro is called, and panics of divisions would be there.
        let assignment = self.assignment(e, op, hole, site, place.clone(), quote_spanned!(span=> (#operand)));
        quote_spanned!(span=>
            let #first = #order.is_place_first();
            #(let mut #indices = 0;)*
            if #first {
                #(#indices = #values;)*
                let _ = #place;
            }
            match #value {
                #operand => {
                    if !#first {
                        #(#indices = #values;)*
                    }
                    #assignment
                }
            }
        )
    }
}
