//! Places (names, fields, elements, references), and values that are made of parts.

use proc_macro2::Span;
use syn::spanned::Spanned;

use super::closure::bare;
use super::enums::{is_unit, is_variant};
use super::{Parser, literal};
use crate::ast::{Bounds, Expr, ExprKind, Presence, Taken, Var, When};
use crate::intrinsics;
use crate::messages;
use crate::variants;

impl Parser<'_> {
    pub(super) fn path(&mut self, e: &syn::ExprPath) -> Expr {
        let span = e.span();
        if let Some(ident) = e.path.get_ident() {
            if let Some(var) = self.lookup(ident) {
                if self.is_closure_name(var) {
                    return self.refuse_as(ident, messages::CLOSURE_VALUE, &ident.to_string());
                }
                return Expr { kind: ExprKind::Var(var, ident.clone()), span };
            }
            if ident == "self" {
                return self.refuse(ident, messages::SELF_CAPTURE);
            }
        }
        if e.qself.is_none() && variants::presence(&e.path) == Some(Presence::None) {
            return self.optional(&e.path, Presence::None, None);
        }
        if e.qself.is_some() {
            return self.refuse(e, messages::GENERIC_ARGUMENTS);
        }
        if let Some(variant) = variants::ordering(&e.path) {
            return Expr { kind: ExprKind::Ordering(e.path.clone(), variant), span };
        }
        if is_unit(&e.path) {
            return self.variant(&e.path, std::iter::empty());
        }
        let capture = self.capture(&e.path);
        Expr { kind: ExprKind::Capture(capture, e.path.clone()), span }
    }

    pub(super) fn field(&mut self, e: &syn::ExprField) -> Expr {
        let base = Box::new(self.taken_element(&e.base).unwrap_or_else(|| self.expr(&e.base)));
        Expr { kind: ExprKind::Field { base, member: e.member.clone() }, span: e.member.span() }
    }

    pub(super) fn index(&mut self, e: &syn::ExprIndex, begin: Span) -> Expr {
        let base = Box::new(self.expr(&e.expr));
        if let syn::Expr::Range(range) = &*e.index {
            return self.slice(base, e, range);
        }
        let at = literal::position(&e.index).and_then(|at| usize::try_from(at).ok()).filter(|_| base.is_place());
        let hole = (at.is_some() || base.is_temporary()).then(|| self.infer(super::span(&e.expr)));
        let when = hole.zip(at).map_or(When::Always, |(of, at)| When::Element { of, at });
        let index = Box::new(self.expr(&e.index));
        let span = super::span(&e.index);
        let site = self.site_of_index(begin, when);
        Expr { kind: ExprKind::Index { base, hole, index, site }, span }
    }

    /// Parses `base[from..to]`.
    fn slice(&mut self, base: Box<Expr>, e: &syn::ExprIndex, range: &syn::ExprRange) -> Expr {
        // Rust names the place of the bracket.
        let span = e.bracket_token.span.open();
        let hole = base.is_temporary().then(|| self.infer(super::span(&e.expr)));
        let mut bound = |e: &Option<Box<syn::Expr>>| e.as_ref().map(|e| Box::new(self.expr(e)));
        let (from, to) = (bound(&range.start), bound(&range.end));
        let inclusive = matches!(range.limits, syn::RangeLimits::Closed(_));
        let messages: &[_] = match (&from, &to) {
            (None, None) => &[],
            (Some(_), None) => &intrinsics::RANGES[..1],
            (None, Some(_)) => &intrinsics::RANGES[1..2],
            (Some(_), Some(_)) => &intrinsics::RANGES,
        };
        let sites = messages.iter().map(|message| self.site(span, message, When::Always)).collect();
        let bounds = Bounds { from, to, inclusive, sites };
        Expr { kind: ExprKind::Slice { base, hole, bounds }, span }
    }

    /// Refuses `&place` as a value; arguments and `let` parse their references themselves.
    pub(super) fn reference(&mut self, e: &syn::ExprReference) -> Expr {
        self.refuse(e.and_token, messages::REFERENCE)
    }

    /// Parses an argument or the initializer of a `let`, which may be a reference.
    pub(super) fn argument(&mut self, expr: &syn::Expr) -> Expr {
        if literal::is_byte_string(expr) {
            let place = Box::new(self.expr(expr));
            let span = place.span;
            return Expr { kind: ExprKind::Ref { mutable: false, place }, span };
        }
        if let Some(place) = self.named_remainder(expr) {
            let place = Box::new(self.expr(&place));
            let span = place.span;
            return Expr { kind: ExprKind::Ref { mutable: false, place }, span };
        }
        let syn::Expr::Reference(e) = expr else { return self.expr(expr) };
        let place = Box::new(self.expr(&e.expr));
        if e.mutability.is_some() && self.rebindable(&e.expr).is_some() {
            return self.refuse(e, messages::ASSIGN_REFERENCE);
        }
        if let Some(refused) = e.mutability.and_then(|_| self.captured(&place, &e.expr)) {
            return refused;
        }
        let kind = ExprKind::Ref { mutable: e.mutability.is_some(), place };
        Expr { kind, span: e.and_token.span() }
    }

    /// What a constant refers to that may be a reference, as the receiver of a method that slices have; other places as they are.
    pub(super) fn behind_constant(&self, place: Expr) -> Expr {
        let span = place.span;
        let of = |kind| Box::new(Expr { kind, span });
        match place.kind {
            ExprKind::Capture(..) if self.name.is_some() => {
                let value = of(ExprKind::Ref { mutable: false, place: Box::new(place) });
                let referent = of(ExprKind::Option { value, taken: Taken::Constant });
                Expr { kind: ExprKind::Deref(referent), span }
            }
            _ => place,
        }
    }

    /// Parses `__onrush_constant!(r)`, what a constant refers to, or the constant itself, to which `r` is a reference.
    pub(super) fn constant(&mut self, mac: &syn::Macro) -> Expr {
        let referent = self.of_constant(mac, Taken::Constant);
        Expr { span: referent.span, kind: ExprKind::Deref(Box::new(referent)) }
    }

    /// Parses the argument of such a macro, which `taken` is made of.
    pub(super) fn of_constant(&mut self, mac: &syn::Macro, taken: Taken) -> Expr {
        match mac.parse_body::<syn::Expr>() {
            Ok(e) => {
                let span = super::span(&e);
                Expr { kind: ExprKind::Option { value: Box::new(self.expr(&e)), taken }, span }
            }
            Err(error) => self.syntax(&error),
        }
    }

    /// Whether the expression names a constant: in a function everything is one that is no variable.
    pub(super) fn is_constant(&self, e: &syn::Expr) -> bool {
        let syn::Expr::Path(path) = bare(e) else { return false };
        self.name.is_some() && path.path.get_ident().is_none_or(|ident| self.lookup(ident).is_none())
    }

    pub(super) fn deref(&mut self, star: &syn::Token![*], operand: &syn::Expr) -> Expr {
        if let Some(item) = self.dereferenced_chain(operand).or_else(|| self.taken_element(operand)) {
            return item;
        }
        if literal::is_byte_string(operand) {
            return self.expr(operand);
        }
        let operand = self.expr(operand);
        let refers = operand.is_reference(&self.vars) || operand.may_refer(&self.vars);
        if !refers && !matches!(operand.kind, ExprKind::Refused) {
            return match &operand.kind {
                // What a constant refers to.
                ExprKind::Capture(..) if self.name.is_some() => {
                    Expr { kind: ExprKind::Deref(Box::new(operand)), span: star.span() }
                }
                ExprKind::Capture(_, path) => {
                    self.refuse_as(star, messages::DEREF_CAPTURE, &quote::quote!(#path).to_string())
                }
                ExprKind::Var(_, name) => self.refuse_as(star, messages::DEREF_NAME, &name.to_string()),
                _ => self.refuse(star, messages::DEREF),
            };
        }
        Expr { kind: ExprKind::Deref(Box::new(operand)), span: star.span() }
    }

    /// Parses a part of a new value. A part is a copy, so it can't be a `&mut`, through which a place would change.
    pub(super) fn part(&mut self, e: &syn::Expr) -> Expr {
        let part = self.expr(e);
        if part.is_exclusive(&self.vars) { self.refuse(e, messages::REFERENCE) } else { part }
    }

    pub(super) fn tuple(&mut self, e: &syn::ExprTuple) -> Expr {
        let span = e.paren_token.span.open();
        if e.elems.is_empty() {
            return Expr { kind: ExprKind::Unit, span };
        }
        let parts = e.elems.iter().map(|part| self.part(part)).collect();
        let hole = self.infer(span);
        Expr { kind: ExprKind::Tuple { parts, hole }, span }
    }

    pub(super) fn array(&mut self, e: &syn::ExprArray) -> Expr {
        let span = e.bracket_token.span.open();
        let parts = e.elems.iter().map(|part| self.part(part)).collect();
        let hole = self.infer(span);
        Expr { kind: ExprKind::Array { parts, hole }, span }
    }

    pub(super) fn repeat(&mut self, e: &syn::ExprRepeat) -> Expr {
        let span = e.bracket_token.span.open();
        let value = Box::new(self.part(&e.expr));
        let hole = self.infer(span);
        Expr { kind: ExprKind::Repeat { value, count: (*e.len).clone(), hole }, span }
    }

    pub(super) fn structure(&mut self, e: &syn::ExprStruct) -> Expr {
        if variants::presence(&e.path).is_some() {
            return self.refuse(&e.path, messages::OPTION_FIELDS);
        }
        if is_variant(&e.path) {
            if let Some(base) = &e.rest {
                return self.refuse(base, messages::FORMAT_SELF);
            }
            return self.variant(&e.path, e.fields.iter().map(|field| (field.member.clone(), &field.expr)));
        }
        let span = e.path.span();
        let fields = e.fields.iter().map(|f| (f.member.clone(), self.part(&f.expr))).collect();
        let base = e.rest.as_ref().map(|base| Box::new(self.expr(base)));
        let hole = self.infer(span);
        Expr { kind: ExprKind::Struct { path: e.path.clone(), fields, base, hole }, span }
    }
}

/// A reference that is bound to a name or parameter of this type: to all elements of the array, if the type is a slice. A constant may
/// be one, too.
pub(super) fn as_slice(e: Expr, ty: Option<&syn::Type>, vars: &[Var]) -> Expr {
    let refers = e.is_reference(vars) || matches!(e.kind, ExprKind::Capture(..));
    let Some((_, exclusive)) = ty.and_then(super::types::slice).filter(|_| refers) else { return e };
    let span = e.span;
    let (mutable, base) = match e.kind {
        ExprKind::Ref { mutable, place } => (mutable, place),
        kind => (exclusive, Box::new(Expr { kind: ExprKind::Deref(Box::new(Expr { kind, span })), span })),
    };
    let bounds = Bounds { from: None, to: None, inclusive: false, sites: Vec::new() };
    let place = Box::new(Expr { kind: ExprKind::Slice { base, hole: None, bounds }, span });
    Expr { kind: ExprKind::Ref { mutable, place }, span }
}
