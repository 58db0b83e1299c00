//! Operators, assignment and casts.

use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{BinOp, UnOp};

use super::Parser;
use crate::ast::{Expr, ExprKind, HoleKind};
use crate::intrinsics;
use crate::messages;

impl Parser<'_> {
    pub(super) fn unary(&mut self, e: &syn::ExprUnary) -> Expr {
        if let UnOp::Deref(star) = &e.op {
            return self.deref(star, &e.expr);
        }
        // A minus before a number is part of the literal: `-2147483648` is an `i32`.
        if let (UnOp::Neg(minus), syn::Expr::Lit(number)) = (&e.op, &*e.expr) {
            return self.literal(&number.lit, Some(minus));
        }
        let Some(operator) = intrinsics::unary(&e.op) else { return self.refuse(e, messages::FORMAT_SELF) };
        let span = e.op.span();
        let hole = self.hole(HoleKind::Method(operator.name.to_owned()), span);
        let site = self.site_of(hole, operator.name, operator.failure, super::span(e), None);
        let operand = Box::new(self.expr(&e.expr));
        Expr { kind: ExprKind::Unary { op: e.op.to_token_stream(), hole, site, operand }, span }
    }

    pub(super) fn binary(&mut self, e: &syn::ExprBinary) -> Expr {
        let span = e.op.span();
        if matches!(e.op, BinOp::And(_) | BinOp::Or(_)) {
            let (left, right) = (Box::new(self.expr(&e.left)), Box::new(self.expr(&e.right)));
            return Expr { kind: ExprKind::Logic { op: e.op, left, right }, span };
        }
        if let Some(operator) = intrinsics::assigning(&e.op) {
            let hole = self.hole(HoleKind::BinaryOperator(operator.name), span);
            let site = self.site_of(hole, operator.name, operator.failure, super::span(e), Some(&e.right));
            let (place, value) = (Box::new(self.expr(&e.left)), Box::new(self.expr(&e.right)));
            return Expr { kind: ExprKind::AssignOp { op: e.op, hole, site, place, value }, span };
        }
        let Some(operator) = intrinsics::binary(&e.op) else { return self.refuse(e, messages::FORMAT_SELF) };
        let left = Box::new(self.expr(&e.left));
        let hole = self.hole(HoleKind::BinaryOperator(operator.name), span);
        let site = self.site_of(hole, operator.name, operator.failure, super::span(e), Some(&e.right));
        let right = Box::new(self.expr(&e.right));
        Expr { kind: ExprKind::Binary { op: e.op, hole, site, left, right }, span }
    }

    pub(super) fn assign(&mut self, e: &syn::ExprAssign) -> Expr {
        let span = e.eq_token.span();
        let value = Box::new(self.expr(&e.right));
        let place = Box::new(self.expr(&e.left));
        if !place.is_place() && !matches!(place.kind, ExprKind::Refused) {
            return self.refuse(&e.left, messages::ASSIGN_PARTS);
        }
        Expr { kind: ExprKind::Assign { place, value }, span }
    }

    pub(super) fn cast(&mut self, e: &syn::ExprCast) -> Expr {
        let span = e.as_token.span();
        let value = Box::new(self.expr(&e.expr));
        self.check_type(&e.ty);
        let hole = self.infer(span);
        Expr { kind: ExprKind::Cast { value, ty: (*e.ty).clone(), generic: false, hole }, span }
    }
}
