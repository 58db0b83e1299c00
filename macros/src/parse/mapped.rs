//! `map` of arrays. An array is known by its text: a written type, or a value that shows it.

use proc_macro2::{Ident, Span};
use quote::quote_spanned;

use super::Parser;
use super::closure::bare;
use crate::ast::{Expr, ExprKind, HoleKind, Mapped, When};
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
            _ => false,
        }
    }

    /// Parses `array.map(f)`.
    pub(super) fn mapped(&mut self, e: &syn::ExprMethodCall) -> Expr {
        let span = e.method.span();
        let array = Box::new(self.expr(&e.receiver));
        let closure = match bare(&e.args[0]) {
            syn::Expr::Closure(closure) => {
                let fixed = !self.changes_captured(closure);
                self.closure(closure, fixed, false)
            }
            syn::Expr::Path(path) if self.keeps_changes(path) => return self.refuse(path, messages::CLOSURE_COPIED),
            // A call through a reference to the closure of a name is a call of that closure.
            syn::Expr::Reference(of) if self.names_closure(&of.expr) => self.called_by_name(span, bare(&of.expr)),
            name @ syn::Expr::Path(_) => self.called_by_name(span, name),
            other => return self.refuse(other, messages::CLOSURE),
        };
        let ExprKind::Closure(closure) = closure.kind else { return closure };
        let (made, position) = (self.infer(span), self.hole(HoleKind::Type(syn::parse_quote!(usize)), span));
        let len = self.hole(HoleKind::Method("len".to_owned()), span);
        let site = self.site_of_index(span, When::Always);
        Expr { kind: ExprKind::Mapped { array, closure, holes: Mapped { made, position, len }, site }, span }
    }

    /// The closure that calls the function of this name.
    fn called_by_name(&mut self, span: Span, name: &syn::Expr) -> Expr {
        let (at, x) = (located(span), Ident::new("__x", located(span)));
        match syn::parse2(quote_spanned!(at=> |#x| #name(#x))) {
            Ok(closure) => self.closure(&closure, true, false),
            Err(error) => self.syntax(&error),
        }
    }
}
