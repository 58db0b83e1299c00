//! Operators, assignment and casts.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{BinOp, UnOp};

use super::Parser;
use super::closure::bare;
use crate::ast::{Expr, ExprKind, HoleKind};
use crate::hygiene::located;
use crate::intrinsics;
use crate::messages;

impl Parser<'_> {
    /// `begin` is the place where Rust says that it fails.
    pub(super) fn unary(&mut self, e: &syn::ExprUnary, begin: Span) -> Expr {
        if let UnOp::Deref(star) = &e.op {
            return self.deref(star, &e.expr);
        }
        // A minus before a number is part of the literal: `-2147483648` is an `i32`.
        if let (UnOp::Neg(minus), syn::Expr::Lit(number)) = (&e.op, bare(&e.expr)) {
            return self.literal(&number.lit, Some(minus));
        }
        let Some(operator) = intrinsics::unary(&e.op) else { return self.refuse(e, messages::FORMAT_SELF) };
        let span = e.op.span();
        let hole = self.hole(HoleKind::Method(operator.name.to_owned()), span);
        let site = self.site_of(hole, operator.name, operator.failure, begin, None);
        let operand = Box::new(self.operand(&e.expr));
        Expr { kind: ExprKind::Unary { op: e.op, hole, site, operand }, span }
    }

    pub(super) fn binary(&mut self, e: &syn::ExprBinary, begin: Span) -> Expr {
        let span = e.op.span();
        if matches!(e.op, BinOp::And(_) | BinOp::Or(_)) {
            let (left, right) = (Box::new(self.expr(&e.left)), Box::new(self.expr(&e.right)));
            return Expr { kind: ExprKind::Logic { op: e.op, left, right }, span };
        }
        if let Some(operator) = intrinsics::assigning(&e.op) {
            let hole = self.hole(HoleKind::BinaryOperator(operator.name), span);
            let (place, value) = (Box::new(self.expr(&e.left)), Box::new(self.operand(&e.right)));
            if let Some(refused) = self.captured(&place, &e.left) {
                return refused;
            }
            // The result would be lost.
            if place.is_temporary() && !matches!(place.kind, ExprKind::Refused) {
                return self.refuse(&e.left, messages::ASSIGN_PARTS);
            }
            let site = self.site_of(hole, operator.name, operator.failure, begin, Some(&value));
            let leaves = value.may_leave();
            let matters = |index: &Expr| leaves || index.may_leave() || index.depends(&value, &self.vars);
            let matters = place.indices().iter().any(|at| matters(at.index));
            let order = matters.then(|| self.hole(HoleKind::Order(hole), span));
            return Expr { kind: ExprKind::AssignOp { op: e.op, hole, site, order, place, value }, span };
        }
        let Some(operator) = intrinsics::binary(&e.op) else { return self.refuse(e, messages::FORMAT_SELF) };
        if intrinsics::compares(&e.op) && (is_slice(&e.left) || is_slice(&e.right)) {
            return self.refuse_as(e.op, messages::SLICE_COMPARED, &e.op.to_token_stream().to_string());
        }
        // Std compares what two references refer to.
        let is_lent = |e: &syn::Expr| matches!(bare(e), syn::Expr::Reference(of) if of.mutability.is_none());
        let compares = intrinsics::compares(&e.op) && !(is_lent(&e.left) && is_lent(&e.right));
        let left = Box::new(if compares { self.expr(&e.left) } else { self.operand(&e.left) });
        let hole = self.hole(HoleKind::BinaryOperator(operator.name), span);
        let right = Box::new(if compares { self.expr(&e.right) } else { self.operand(&e.right) });
        let site = self.site_of(hole, operator.name, operator.failure, begin, Some(&right));
        Expr { kind: ExprKind::Binary { op: e.op, hole, site, left, right }, span }
    }

    /// An operand: of `&x`, what is read through it.
    fn operand(&mut self, e: &syn::Expr) -> Expr {
        let syn::Expr::Reference(syn::ExprReference { mutability: None, expr, .. }) = bare(e) else {
            return self.expr(e);
        };
        if !matches!(bare(expr), syn::Expr::Path(_) | syn::Expr::Field(_) | syn::Expr::Index(_)) {
            return self.expr(e);
        }
        let place = Box::new(self.expr(expr));
        if place.is_reference(&self.vars) || !place.is_place() {
            return self.refuse(e, messages::REFERENCE);
        }
        let span = place.span;
        let reference = Box::new(Expr { kind: ExprKind::Ref { mutable: false, place }, span });
        Expr { kind: ExprKind::Deref(reference), span }
    }

    pub(super) fn assign(&mut self, e: &syn::ExprAssign) -> Expr {
        let span = e.eq_token.span();
        if let syn::Expr::Tuple(_) | syn::Expr::Array(_) | syn::Expr::Infer(_) = bare(&e.left) {
            return self.assign_parts(e);
        }
        if let Some(slice) = self.rebindable(&e.left) {
            return self.rebind(slice, e);
        }
        let value = Box::new(self.expr(&e.right));
        let place = Box::new(self.expr(&e.left));
        if !place.is_place() && !matches!(place.kind, ExprKind::Refused) {
            return self.refuse(&e.left, messages::ASSIGN_PARTS);
        }
        if place.is_reference(&self.vars) || value.is_reference(&self.vars) {
            return self.refuse(&e.left, messages::ASSIGN_REFERENCE);
        }
        if let Some(refused) = self.captured(&place, &e.left) {
            return refused;
        }
        Expr { kind: ExprKind::Assign { place, value }, span }
    }

    /// Refuses a change of a captured value. In a `#[device]` function such a name is a constant's, and in an operation it
    /// may be: Rust then changes a copy. A constant has capital letters.
    pub(super) fn captured(&mut self, place: &Expr, written: &syn::Expr) -> Option<Expr> {
        let name = place.captured()?.get_ident()?.to_string();
        if self.name.is_some() || !name.chars().any(char::is_lowercase) {
            return None;
        }
        Some(self.refuse_as(written, messages::CHANGES_CAPTURE, &name))
    }

    /// Parses `(a, b) = value` as what Rust makes of it: `{ let (x, y) = value; a = x; b = y; }`; `_ = value` as `{ let _ = value; }`.
    fn assign_parts(&mut self, e: &syn::ExprAssign) -> Expr {
        let mut places = Vec::new();
        let Some(pattern) = parts(&e.left, &mut places) else { return self.refuse(&e.left, messages::ASSIGN_PARTS) };
        let (value, assignments) =
            (&e.right, places.iter().map(|(place, part)| quote_spanned!(e.eq_token.span()=> #place = #part;)));
        let block = quote_spanned!(e.eq_token.span()=> { let #pattern = #value; #(#assignments)* });
        match syn::parse2(block) {
            Ok(block) => self.block_expr(&block, false),
            Err(_) => self.refuse(&e.left, messages::ASSIGN_PARTS),
        }
    }

    pub(super) fn cast(&mut self, e: &syn::ExprCast) -> Expr {
        let span = e.as_token.span();
        let value = Box::new(self.expr(&e.expr));
        self.check_type(&e.ty);
        let hole = self.infer(span);
        Expr { kind: ExprKind::Cast { value, ty: (*e.ty).clone(), generic: false, hole }, span }
    }
}

/// Whether the text of an operand is that of a slice, `a[1..n]`, or of a reference to one.
fn is_slice(e: &syn::Expr) -> bool {
    match bare(e) {
        syn::Expr::Reference(e) => is_slice(&e.expr),
        syn::Expr::Index(e) => matches!(bare(&e.index), syn::Expr::Range(_)),
        _ => false,
    }
}

/// The pattern whose names take the parts of a value that are assigned to `place`, and these places with their names.
fn parts<'e>(place: &'e syn::Expr, places: &mut Vec<(&'e syn::Expr, Ident)>) -> Option<TokenStream> {
    match place {
        syn::Expr::Paren(e) => parts(&e.expr, places),
        syn::Expr::Group(e) => parts(&e.expr, places),
        syn::Expr::Infer(_) => Some(quote!(_)),
        syn::Expr::Range(syn::ExprRange { start: None, end: None, .. }) => Some(quote!(..)),
        syn::Expr::Tuple(tuple) => {
            let list: Option<Vec<_>> = tuple.elems.iter().map(|part| parts(part, places)).collect();
            list.map(|list| quote!((#(#list,)*)))
        }
        syn::Expr::Array(array) => {
            let list: Option<Vec<_>> = array.elems.iter().map(|part| parts(part, places)).collect();
            list.map(|list| quote!([#(#list),*]))
        }
        syn::Expr::Path(_) | syn::Expr::Field(_) | syn::Expr::Index(_) | syn::Expr::Unary(_) => {
            let name = format_ident!("__part{}", places.len(), span = located(super::span(place)));
            places.push((place, name.clone()));
            Some(quote!(#name))
        }
        _ => None,
    }
}
