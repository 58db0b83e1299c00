//! Calls of `#[device]` functions, associated functions, tuple structs, and methods.

use proc_macro2::Span;
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;

use super::Parser;
use super::closure::bare;
use super::enums::is_variant;
use crate::ast::{Block, By, CallKind, Confirmed, Expr, ExprKind, HoleKind, Owner, Statement};
use crate::hygiene::located;
use crate::intrinsics;
use crate::messages;
use crate::traits;
use crate::variants;
use crate::walk::{origin, refers};

impl Parser<'_> {
    /// `begin` is the place where Rust says that it fails.
    pub(super) fn call(&mut self, e: &syn::ExprCall, begin: Span) -> Expr {
        if let syn::Expr::Closure(closure) = bare(&e.func) {
            return self.called_at_once(closure, e);
        }
        let syn::Expr::Path(callee) = bare(&e.func) else { return self.refuse(&e.func, messages::CALLEE) };
        if let Some(ident) = callee.path.get_ident()
            && let Some(var) = self.lookup(ident).filter(|var| self.vars[*var].closure.is_some())
        {
            return self.invoke(var, ident, e);
        }
        if let Some(ident) = callee.path.get_ident()
            && let Some(var) = self.lookup(ident).filter(|var| self.vars[*var].given)
        {
            return self.call_given(var, ident, e);
        }
        if let (None, Some(variant), 1) = (&callee.qself, variants::presence(&callee.path), e.args.len()) {
            return self.optional(&callee.path, variant, e.args.first());
        }
        if callee.qself.is_none() && is_variant(&callee.path) {
            let fields = e.args.iter().enumerate().map(|(i, arg)| (syn::Member::from(i), arg));
            return self.variant(&callee.path, fields);
        }
        if let Some(written) = self.memory_call(callee, e).or_else(|| self.array_from_fn(e)) {
            return written;
        }
        if let Some(refused) = self.refuse_callee(callee) {
            return refused;
        }
        if let Some(call) = self.call_of_trait(callee, e) {
            return call;
        }
        let span = callee.span();
        let (first, last) = (first(&callee.path), last(&callee.path));
        let associated = callee.path.segments.len() > 1 && is_type(&first);
        let function = !associated && !is_type(&last);
        let args = if function { self.arguments_of_function(&e.args) } else { self.arguments(&e.args) };

        if !associated && is_type(&last) {
            let hole = self.infer(span);
            return Expr { kind: ExprKind::Construct { path: callee.path.clone(), args, hole }, span };
        }
        if !associated {
            let (companion, _) = without_arguments(&callee.path);
            if companion.get_ident().is_some() && companion.get_ident() == self.name.as_ref() {
                return self.refuse(callee, messages::RECURSION);
            }
            let hole = self.hole(HoleKind::Call(companion), span);
            let path = callee.path.clone();
            return Expr { kind: ExprKind::Call { path, hole, args, call: CallKind::Function }, span };
        }
        if intrinsics::is_operator(&last) {
            return self.refuse_as(callee, messages::OPERATOR_METHOD, &last);
        }
        if callee.path.segments.last().is_some_and(|s| !s.arguments.is_none()) {
            return self.refuse(callee, messages::METHOD_ARGUMENTS);
        }
        let (ty, kind) = owner(&callee.path);
        let method = callee.path.segments.last().map(|s| s.ident.clone());
        if let (Some(method), "min" | "max", 2) = (method, last.as_str(), args.len()) {
            let hole = self.hole(HoleKind::Associated(ty, last, kind), span);
            return Expr { kind: ExprKind::MinMax { method, hole, args }, span };
        }
        if first == "Default" && last == "default" && callee.path.segments.iter().all(|s| s.arguments.is_none()) {
            let hole = self.hole(HoleKind::Method(last), span);
            let call = CallKind::Associated(None);
            return Expr { kind: ExprKind::Call { path: callee.path.clone(), hole, args, call }, span };
        }
        if let (Some(function), 1) = (["from", "try_from"].into_iter().find(|name| last == *name), args.len()) {
            return self.conversion(callee.path.clone(), function, Some((ty, kind)), args);
        }
        let hole = self.hole(HoleKind::Associated(ty, last.clone(), kind), span);
        let site = self.site_of(hole, &last, intrinsics::failure(&last), begin, args.last());
        let call = CallKind::Associated(site);
        Expr { kind: ExprKind::Call { path: callee.path.clone(), hole, args, call }, span }
    }

    /// `x.into()`, or with the `ty` of the path `T::from(x)`; `function` is `from` or `try_from`.
    fn conversion(
        &mut self,
        path: syn::Path,
        function: &'static str,
        ty: Option<(proc_macro2::TokenStream, Owner)>,
        args: Vec<Expr>,
    ) -> Expr {
        let span = path.span();
        let hole = self.hole(HoleKind::Conversion(function, ty), span);
        Expr { kind: ExprKind::Call { path, hole, args, call: CallKind::Associated(None) }, span }
    }

    /// `<u32 as Trait>::f(args)`.
    fn call_of_trait(&mut self, callee: &syn::ExprPath, e: &syn::ExprCall) -> Option<Expr> {
        let of = callee.qself.as_ref()?;
        let mut of_trait = callee.path.clone();
        let method = of_trait.segments.pop()?.into_value();
        of_trait.segments.pop_punct();
        let name = method.ident.to_string();
        if of.position != of_trait.segments.len() || !intrinsics::is_looked_up(&name) {
            return None;
        }
        self.check_type(&of.ty);
        let args = self.arguments(&e.args);
        let span = callee.span();
        let hole = self.hole(HoleKind::OfTrait((*of.ty).clone(), name, of_trait), span);
        let path = syn::Path::from(method);
        Some(Expr { kind: ExprKind::Call { path, hole, args, call: CallKind::Associated(None) }, span })
    }

    /// `mem::swap(a, b)` and `mem::replace(a, b)` as calls of the library's functions; rustc confirms that the path is std's.
    fn memory_call(&mut self, callee: &syn::ExprPath, e: &syn::ExprCall) -> Option<Expr> {
        let (path, name) = (&callee.path, last(&callee.path));
        let std = first(path) == "mem" && matches!(name.as_str(), "swap" | "replace");
        if !std || callee.qself.is_some() || path.segments.iter().any(|s| !s.arguments.is_none()) || e.args.len() != 2 {
            return None;
        }
        let span = callee.span();
        let (private, method) = (crate::home::private(located(span)), proc_macro2::Ident::new(&name, located(span)));
        let asked = quote_spanned!(span=> #private::same(&#path::<()>, &::core::mem::#method::<()>););
        let own: syn::Path = syn::parse2(quote_spanned!(span=> #private::mem::#method)).ok()?;
        let args = self.arguments(&e.args);
        let hole = self.hole(HoleKind::Call(own.clone()), span);
        let call = Expr { kind: ExprKind::Call { path: own, hole, args, call: CallKind::Function }, span };
        let confirm = Expr { kind: ExprKind::Confirm(Confirmed::Statements(asked)), span };
        let block = Block { statements: vec![Statement::Expr(confirm)], tail: Some(Box::new(call)) };
        let hole = Some(self.plain(span));
        Some(Expr { kind: ExprKind::Block { block, label: None, hole }, span })
    }

    /// Refuses callees that look like functions but have no device form.
    fn refuse_callee(&mut self, callee: &syn::ExprPath) -> Option<Expr> {
        let last = last(&callee.path);
        let first = callee.path.segments.first().map(|s| s.ident.to_string()).unwrap_or_default();
        let words = callee.path.to_token_stream().to_string().replace(' ', "");
        if callee.path.get_ident().is_some_and(|ident| self.lookup(ident).is_some()) {
            return Some(self.refuse(callee, messages::CALLEE));
        }
        if matches!(self::first(&callee.path).as_str(), "Vec" | "Box" | "String" | "HashMap" | "Rc" | "Arc") {
            return Some(self.refuse_as(callee, messages::ALLOCATES, &self::first(&callee.path)));
        }
        let functions = ["from_fn", "successors", "repeat", "repeat_n", "once", "empty", "repeat_with", "zip"];
        if self::first(&callee.path) == "iter" && functions.contains(&last.as_str()) {
            return Some(self.refuse_as(callee, messages::ITER_FUNCTION, &words));
        }
        let std = matches!(first.as_str(), "std" | "core" | "mem" | "cmp") && !is_type(&self::first(&callee.path));
        if std && callee.path.segments.len() > 1 && !is_type(&last) {
            let message = match last.as_str() {
                "min" => messages::STD_MIN,
                "max" => messages::STD_MAX,
                "swap" => messages::STD_SWAP,
                "replace" | "take" => messages::STD_REPLACE,
                _ => messages::STD_FUNCTION,
            };
            return Some(self.refuse_as(callee, message, &words));
        }
        let odd = |s: &syn::PathSegment| matches!(s.arguments, syn::PathArguments::Parenthesized(_));
        let parameters = callee.path.segments.iter().any(|s| !s.arguments.is_none());
        let of_number = |of: &syn::QSelf| of.as_token.is_some() && traits::primitive(&of.ty).is_some();
        let of_trait = callee.qself.as_ref().is_some_and(of_number) && intrinsics::is_looked_up(&last);
        if (callee.qself.is_some() && (!of_trait || parameters)) || callee.path.segments.iter().any(odd) {
            return Some(self.refuse(callee, messages::GENERIC_ARGUMENTS));
        }
        None
    }

    pub(super) fn method_call(&mut self, e: &syn::ExprMethodCall) -> Expr {
        let name = e.method.to_string();
        let span = e.method.span();
        if name == "remainder"
            && let Some(place) = self.named_remainder(&syn::Expr::MethodCall(e.clone()))
        {
            return self.expr(&place);
        }
        if name == "map" && e.args.len() == 1 && e.turbofish.is_none() && self.is_array(&e.receiver) {
            return self.mapped(e);
        }
        if let Some(written) = self.chain_call(e).or_else(|| self.range_contains(e)).or_else(|| self.sort_call(e)) {
            return written;
        }
        if let Some(written) = self.has_piece(e).or_else(|| self.search_call(e)) {
            return written;
        }
        if !self.iterates(&e.receiver)
            && let Some(written) = self.option_method(e)
        {
            return written;
        }
        if self.is_of_range(&e.receiver) {
            return self.refuse(&e.method, messages::ITERATOR);
        }
        if self.iterates(&e.receiver) {
            return self.refuse_as(&e.method, messages::ARRAY_METHOD, &name);
        }
        if let Some(generics) = &e.turbofish {
            return match cast_type(e) {
                Some(ty) => self.generic_cast(e, ty),
                None => self.refuse(generics, messages::METHOD_ARGUMENTS),
            };
        }
        if name == "then_with" {
            return self.refuse(&e.method, messages::THEN_WITH);
        }
        if matches!(name.as_str(), "to_vec" | "to_owned" | "to_string" | "collect") {
            return self.refuse_as(&e.method, messages::ALLOCATES, &name);
        }
        if intrinsics::is_operator(&name) {
            return self.refuse_as(&e.method, messages::OPERATOR_METHOD, &name);
        }
        for arg in &e.args {
            match bare(arg) {
                syn::Expr::Closure(closure) => {
                    return self.refuse_as(closure.or1_token, messages::CLOSURE_METHOD, &name);
                }
                syn::Expr::Range(range) if matches!(name.as_str(), "get" | "get_mut") => {
                    return self.refuse_as(range, messages::GET_RANGE, &name);
                }
                _ => {}
            }
        }
        let mut receiver = self.taken_element(&e.receiver).unwrap_or_else(|| self.expr(&e.receiver));
        if intrinsics::is_of_slices(&name) {
            receiver = self.behind_constant(receiver);
        }
        if self.name.as_ref() == Some(&e.method) && matches!(&receiver.kind, ExprKind::Var(_, ident) if ident == "self")
        {
            return self.refuse(&e.method, messages::RECURSION);
        }
        if self.is_untyped(&receiver) && intrinsics::is_numeric(&name) && !intrinsics::is_of_ord(&name) {
            return self.refuse_as(&e.method, messages::UNTYPED, &name);
        }
        if let ("into" | "try_into", true) = (name.as_str(), e.args.is_empty()) {
            if self.is_untyped(&receiver) {
                return self.refuse_as(&e.method, messages::UNTYPED, &name);
            }
            let function = if name == "into" { "from" } else { "try_from" };
            // Rust converts a reference to what has no size.
            let receiver = match receiver.kind {
                ExprKind::Slice { .. } => {
                    let span = receiver.span;
                    Expr { kind: ExprKind::Ref { mutable: false, place: Box::new(receiver) }, span }
                }
                _ => receiver,
            };
            return self.conversion(e.method.clone().into(), function, None, vec![receiver]);
        }
        let message = message(e);
        let mut args = if message.is_some() { Vec::new() } else { self.arguments(&e.args) };
        let hole = self.hole(HoleKind::Method(name.clone()), span);
        if matches!(name.as_str(), "min" | "max") && args.len() == 1 {
            args.insert(0, receiver);
            return Expr { kind: ExprKind::MinMax { method: e.method.clone(), hole, args }, span };
        }
        let text = message.as_ref().map(syn::LitStr::value);
        let site = self.site_of(hole, &name, text.as_deref().or(intrinsics::failure(&name)), span, args.last());
        let by = self.by(&receiver, &name, &args);
        let (receiver, method) = (Box::new(receiver), e.method.clone());
        let kind = ExprKind::Method { receiver, by, method, hole, site, args, message };
        Expr { kind, span }
    }

    /// Whether the expression is a number without a type, of which Rust finds no methods but those of traits.
    fn is_untyped(&self, e: &Expr) -> bool {
        matches!(&e.kind, ExprKind::Number { hole, .. } if matches!(self.holes[*hole].kind, HoleKind::Infer))
    }

    /// `x.cast::<ty>()`.
    fn generic_cast(&mut self, e: &syn::ExprMethodCall, ty: &syn::Type) -> Expr {
        self.check_type(ty);
        let value = Box::new(self.expr(&e.receiver));
        let span = e.method.span();
        let hole = self.infer(span);
        Expr { kind: ExprKind::Cast { value, ty: ty.clone(), generic: true, hole }, span }
    }

    pub(super) fn arguments(&mut self, args: &syn::punctuated::Punctuated<syn::Expr, syn::Token![,]>) -> Vec<Expr> {
        self.arguments_with(args, Self::argument)
    }

    /// Parses arguments, each by `parse`, with what the earlier ones refer to.
    pub(super) fn arguments_with(
        &mut self,
        args: &syn::punctuated::Punctuated<syn::Expr, syn::Token![,]>,
        parse: impl Fn(&mut Self, &syn::Expr) -> Expr,
    ) -> Vec<Expr> {
        let before = self.lent.len();
        let argument = |arg| {
            let arg = parse(self, arg);
            if let Some(root) = arg.root().filter(|_| arg.is_reference(&self.vars)) {
                self.lent.push(origin(root, &self.vars));
            }
            let captured = arg.captured_as_closure(&self.vars);
            self.lent.extend(captured.into_iter().map(|var| origin(var, &self.vars)));
            arg
        };
        let args = args.iter().map(argument).collect();
        self.lent.truncate(before);
        args
    }

    /// Whether the expression is a range, or an iterator made of one.
    fn is_of_range(&self, e: &syn::Expr) -> bool {
        match bare(e) {
            syn::Expr::MethodCall(call) => self.iterates(e) && self.is_of_range(&call.receiver),
            syn::Expr::Range(_) => true,
            _ => false,
        }
    }

    /// How the method is given its receiver: a place by reference, by `&mut` if one can be taken. The primitives' methods
    /// only read.
    fn by(&self, receiver: &Expr, name: &str, args: &[Expr]) -> By {
        let (vars, numeric) = (&self.vars, intrinsics::is_numeric(name));
        let elements = match &receiver.kind {
            ExprKind::Slice { .. } => true,
            ExprKind::Var(var, _) => vars[*var].array,
            _ => false,
        };
        // `contains` of an array or a slice takes a reference, and only reads, so that its argument may refer to an element and others
        // to the receiver. A type's own method of this name may change it, if it takes anything else.
        let refers_to = |args: &[Expr]| matches!(args, [arg] if arg.is_reference(vars) || arg.may_refer(vars));
        let reads = name == "contains" && (elements || refers_to(args));
        let unchanged = |root| !args.iter().any(|arg| arg.changes(root, vars));
        if receiver.is_place() && (intrinsics::is_lending(name) || reads && receiver.root().is_none_or(unchanged)) {
            return By::Shared;
        }
        if !receiver.is_place() || (numeric && !args.is_empty()) {
            return By::Value;
        }
        if receiver.is_temporary() && !numeric {
            return By::Exclusive;
        }
        let Some(root) = receiver.root().filter(|root| vars[*root].writable && !numeric) else { return By::Shared };
        // Beside a reference to itself, Rust can't borrow the receiver by `&mut`.
        if self.lent.contains(&origin(root, vars)) || self.is_lent_to_closure(origin(root, vars)) {
            return By::Shared;
        }
        if args.iter().any(|arg| arg.is_reference(vars) && arg.root().is_some_and(|var| refers(var, root, vars))) {
            return By::Value;
        }
        // Rust borrows `a[i..]` by `&mut` before it evaluates the arguments: a range's `IndexMut` has no two-phase borrow.
        if !matches!(receiver.kind, ExprKind::Slice { .. }) && args.iter().any(|arg| arg.mentions(root, vars)) {
            return By::TwoPhase { changed: args.iter().any(|arg| arg.changes(root, vars)) };
        }
        By::Exclusive
    }
}

/// The message of `expect`.
fn message(e: &syn::ExprMethodCall) -> Option<syn::LitStr> {
    let text = |e: &syn::Expr| match e {
        syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) => Some(text.clone()),
        _ => None,
    };
    if e.method == "expect" && e.args.len() == 1 { text(bare(&e.args[0])) } else { None }
}

/// The type in `x.cast::<ty>()`.
fn cast_type(e: &syn::ExprMethodCall) -> Option<&syn::Type> {
    let list = &e.turbofish.as_ref()?.args;
    match list.first() {
        Some(syn::GenericArgument::Type(ty)) if e.method == "cast" && e.args.is_empty() && list.len() == 1 => Some(ty),
        _ => None,
    }
}

/// The owner's path, `geometry::Vec3`, of `geometry::Vec3::new`.
fn owner(path: &syn::Path) -> (proc_macro2::TokenStream, Owner) {
    let mut owner = path.clone();
    owner.segments.pop();
    owner.segments.pop_punct();
    let primitive = owner.segments.last().is_some_and(|s| is_named_primitive(&s.ident.to_string()));
    (quote!(#owner), if primitive { Owner::Primitive } else { Owner::Other })
}

/// A function's path without its generic arguments, and these arguments.
pub(crate) fn without_arguments(path: &syn::Path) -> (syn::Path, proc_macro2::TokenStream) {
    let mut path = path.clone();
    let given = path.segments.last_mut().map(|last| std::mem::take(&mut last.arguments));
    (path, given.to_token_stream())
}

/// The last name but one, or the only one.
fn first(path: &syn::Path) -> String {
    path.segments.iter().rev().nth(1).or(path.segments.first()).map(|s| s.ident.to_string()).unwrap_or_default()
}

fn last(path: &syn::Path) -> String {
    path.segments.last().map(|s| s.ident.to_string()).unwrap_or_default()
}

/// Whether a segment of a path names a type, by Rust's naming convention.
fn is_type(segment: &str) -> bool {
    is_named_primitive(segment) || segment.starts_with(|c: char| c.is_uppercase())
}

fn is_named_primitive(segment: &str) -> bool {
    intrinsics::is_primitive(segment) || matches!(segment, "f16" | "bf16")
}
