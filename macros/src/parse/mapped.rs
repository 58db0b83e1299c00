//! `map` of arrays, and `array::from_fn`. An array is known by its text: a written type, or a value that shows it.

use proc_macro2::{Ident, Span};
use quote::quote_spanned;
use syn::spanned::Spanned;

use super::Parser;
use super::call::without_arguments;
use super::closure::bare;
use crate::ast::{Expr, ExprKind, HoleKind, Mapped, MappedFrom, When};
use crate::hygiene::located;
use crate::messages;

impl Parser<'_> {
    /// Whether the expression is an array, or a reference to one, by its text.
    pub(super) fn is_array(&self, e: &syn::Expr) -> bool {
        match bare(e) {
            syn::Expr::Array(_) | syn::Expr::Repeat(_) => true,
            syn::Expr::Reference(e) => matches!(bare(&e.expr), syn::Expr::Array(_) | syn::Expr::Repeat(_)),
            syn::Expr::Path(path) => {
                path.path.get_ident().and_then(|ident| self.lookup(ident)).is_some_and(|var| self.vars[var].array)
            }
            syn::Expr::MethodCall(call) => {
                call.method == "map" && call.args.len() == 1 && self.is_array(&call.receiver)
            }
            syn::Expr::Call(call) => from_fn(call).is_some(),
            _ => false,
        }
    }

    /// Parses `array.map(f)`.
    pub(super) fn mapped(&mut self, e: &syn::ExprMethodCall) -> Expr {
        let span = e.method.span();
        let array = self.expr(&e.receiver);
        let closure = self.mapping(&e.args[0], span, false);
        self.mapped_from(MappedFrom::Array(array), closure, span)
    }

    /// Parses `value.map(f)`, where only rustc knows whether the value is an array, or an `Option` or a `Result`.
    pub(super) fn mapped_either(&mut self, e: &syn::ExprMethodCall) -> Expr {
        let span = e.method.span();
        let value = self.expr(&e.receiver);
        let value = match value.is_exclusive(&self.vars) || value.is_double(&self.vars) {
            true => Expr { span: value.span, kind: ExprKind::Deref(Box::new(value)) },
            false => value,
        };
        let closure = self.mapping(&e.args[0], span, true);
        self.mapped_from(MappedFrom::Either(value), closure, span)
    }

    /// Parses `array::from_fn(f)`.
    pub(super) fn array_from_fn(&mut self, e: &syn::ExprCall) -> Option<Expr> {
        let path = from_fn(e)?;
        let span = path.span();
        let (path, given) = without_arguments(path);
        let closure = self.mapping(&e.args[0], span, false);
        Some(self.mapped_from(MappedFrom::Positions { path, given }, closure, span))
    }

    fn mapped_from(&mut self, of: MappedFrom, closure: Expr, span: Span) -> Expr {
        let ExprKind::Closure(closure) = closure.kind else { return closure };
        let (made, position) = (self.infer(span), self.hole(HoleKind::Type(syn::parse_quote!(usize)), span));
        let len = match of {
            MappedFrom::Either(_) => HoleKind::MapOf,
            _ => HoleKind::Method("len".to_owned()),
        };
        let len = self.hole(len, span);
        let site = self.site_of_index(span, When::Always);
        let holes = Mapped { made, position, len };
        Expr { kind: ExprKind::Mapped { of: Box::new(of), closure, holes, site }, span }
    }

    /// Parses the closure by which an array is made; `lent` says that it may be given shared references.
    fn mapping(&mut self, f: &syn::Expr, span: Span, lent: bool) -> Expr {
        match bare(f) {
            syn::Expr::Closure(closure) => {
                let fixed = !self.changes_captured(closure);
                self.closure_of_items(closure, fixed, lent)
            }
            syn::Expr::Path(path) if self.keeps_changes(path) => self.refuse(path, messages::CLOSURE_COPIED),
            // A call through a reference to the closure of a name is a call of that closure.
            syn::Expr::Reference(of) if self.names_closure(&of.expr) => self.called_by_name(span, bare(&of.expr), lent),
            name @ syn::Expr::Path(_) => self.called_by_name(span, name, lent),
            other => self.refuse(other, messages::CLOSURE),
        }
    }

    /// The closure that calls the function of this name.
    fn called_by_name(&mut self, span: Span, name: &syn::Expr, lent: bool) -> Expr {
        let (at, x) = (located(span), Ident::new("__x", located(span)));
        match syn::parse2(quote_spanned!(at=> |#x| #name(#x))) {
            Ok(closure) => self.closure_of_items(&closure, true, lent),
            Err(error) => self.syntax(&error),
        }
    }
}

/// The path of `array::from_fn` in a call of it.
fn from_fn(e: &syn::ExprCall) -> Option<&syn::Path> {
    let syn::Expr::Path(callee) = bare(&e.func) else { return None };
    let mut names = callee.path.segments.iter().rev();
    let (last, of) = (names.next()?, names.next()?);
    let plain = of.arguments.is_none() && names.all(|name| name.arguments.is_none());
    let named = last.ident == "from_fn" && of.ident == "array" && callee.qself.is_none();
    (named && plain && e.args.len() == 1).then_some(&callee.path)
}
