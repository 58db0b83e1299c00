//! Branches and loops.

use proc_macro2::Span;
use syn::spanned::Spanned;

use super::Parser;
use super::alternatives;
use super::literal;
use super::pattern::Binding;
use super::structs::structs;
use crate::ast::{Arm, Expr, ExprKind, Pattern, Range, When};
use crate::messages;

impl Parser<'_> {
    pub(super) fn if_expr(&mut self, e: &syn::ExprIf, wanted: bool) -> Expr {
        if let Some(written) = self.if_let(e, wanted) {
            return written;
        }
        let span = e.if_token.span();
        let condition = Box::new(self.expr(&e.cond));
        // An `if` without `else` has no value.
        let wanted = wanted && e.else_branch.is_some();
        let hole = wanted.then(|| self.plain(span));
        let then = self.block(&e.then_branch, wanted);
        let otherwise = e.else_branch.as_ref().map(|(_, e)| Box::new(self.expr_as(e, wanted)));
        Expr { kind: ExprKind::If { condition, then, otherwise, hole }, span }
    }

    pub(super) fn match_expr(&mut self, e: &syn::ExprMatch, wanted: bool) -> Expr {
        if let Some(written) = self.match_pieces(&e.expr, &e.arms, wanted) {
            return written;
        }
        let value = self.argument(&e.expr);
        self.matched(value, e.match_token.span(), &e.arms, wanted)
    }

    /// Parses the arms of a `match` on this value.
    pub(super) fn matched(&mut self, value: Expr, span: Span, arms: &[syn::Arm], wanted: bool) -> Expr {
        let of = Binding::of(&value, &self.vars);
        let hole = wanted.then(|| self.plain(span));
        let mut parsed = Vec::new();
        for written in arms {
            let alternatives = alternatives::arms(written);
            for (i, arm) in alternatives.iter().enumerate() {
                let whole = (i == 0 && alternatives.len() > 1).then_some(&written.pat);
                parsed.push(self.arm(arm, whole, of, wanted));
            }
        }
        Expr { kind: ExprKind::Match { value: Box::new(value), arms: parsed, hole }, span }
    }

    fn arm(&mut self, arm: &syn::Arm, whole: Option<&syn::Pat>, of: Binding<'_>, wanted: bool) -> Arm {
        self.scoped(|parser| {
            let pattern = parser.pattern(&arm.pat, Binding { refutable: true, ..of });
            let tokens = parser.certain(&arm.pat, true);
            let whole = whole.map(|pat| parser.certain(pat, true));
            let guard = arm.guard.as_ref().map(|(_, guard)| parser.guard(guard, &pattern));
            let body = parser.expr_as(&arm.body, wanted);
            Arm { tokens, whole, pattern, structs: structs(&arm.pat), guard, body }
        })
    }

    /// Parses the guard of an arm with this pattern.
    pub(super) fn guard(&mut self, e: &syn::Expr, pattern: &Pattern) -> Expr {
        let guard = self.expr(e);
        if pattern.overlaps() && guard.has_effects(&self.vars) {
            return self.refuse(e, messages::GUARD_REPEATED);
        }
        guard
    }

    pub(super) fn while_loop(&mut self, e: &syn::ExprWhile) -> Expr {
        if let Some(written) = self.while_let(e) {
            return written;
        }
        // The loop's own label can be named in its condition.
        let (id, (condition, body)) = self
            .in_loop(e.label.as_ref(), false, |parser| (Box::new(parser.expr(&e.cond)), parser.block(&e.body, false)));
        let label = e.label.as_ref().map(|label| self.label(label, id));
        Expr { kind: ExprKind::While { label, id, condition, body }, span: e.while_token.span() }
    }

    pub(super) fn loop_expr(&mut self, e: &syn::ExprLoop, wanted: bool) -> Expr {
        let span = e.loop_token.span();
        let hole = wanted.then(|| self.plain(span));
        let (id, body) = self.in_loop(e.label.as_ref(), false, |parser| parser.block(&e.body, false));
        let label = e.label.as_ref().map(|label| self.label(label, id));
        Expr { kind: ExprKind::Loop { label, id, body, hole }, span }
    }

    pub(super) fn for_loop(&mut self, e: &syn::ExprForLoop) -> Expr {
        let Some(range) = self.range(&e.expr) else {
            let written = match self.over_positions(e) {
                Err(refused) => self.over_chain(e).unwrap_or(Err(refused)),
                written => written,
            };
            return match written {
                Ok(block) => self.block_expr(&block, false),
                Err((at, message)) => {
                    let name = at.to_string();
                    self.refuse_as(at, message, &name)
                }
            };
        };
        let ((id, body), pattern, tokens) = self.scoped(|parser| {
            let pattern = parser.pattern(&e.pat, Binding::default());
            let tokens = parser.certain(&e.pat, false);
            (parser.in_loop(e.label.as_ref(), false, |parser| parser.block(&e.body, false)), pattern, tokens)
        });
        let label = e.label.as_ref().map(|label| self.label(label, id));
        let kind = ExprKind::For { label, id, tokens, pattern, range, body };
        Expr { kind, span: e.for_token.span() }
    }

    /// Parses `a..b` and `a..=b`, with or without `.rev()` or `.step_by(n)`.
    fn range(&mut self, e: &syn::Expr) -> Option<Range> {
        match e {
            syn::Expr::Paren(e) => self.range(&e.expr),
            syn::Expr::Group(e) => self.range(&e.expr),
            syn::Expr::Range(syn::ExprRange { start: Some(start), end: Some(end), limits, .. }) => {
                let hole = self.infer(limits.span());
                let (start, end) = (Box::new(self.expr(start)), Box::new(self.expr(end)));
                let inclusive = matches!(limits, syn::RangeLimits::Closed(_));
                Some(Range { start, end, inclusive, reversed: false, step: None, turned: false, hole })
            }
            syn::Expr::MethodCall(call) if call.method == "rev" && call.args.is_empty() => {
                let range = self.range(&call.receiver)?;
                Some(match range.step {
                    Some(_) => Range { turned: !range.turned, ..range },
                    None => Range { reversed: !range.reversed, ..range },
                })
            }
            syn::Expr::MethodCall(call) if call.method == "step_by" && call.args.len() == 1 => {
                let range = self.range(&call.receiver)?;
                if range.step.is_some() {
                    return None;
                }
                let site = literal::position(&call.args[0])
                    .is_none_or(|step| step == 0)
                    .then(|| self.site(call.method.span(), "assertion failed: step != 0", When::Always));
                let step = Box::new(self.expr(&call.args[0]));
                Some(Range { step: Some((step, site)), ..range })
            }
            _ => None,
        }
    }

    pub(super) fn break_expr(&mut self, e: &syn::ExprBreak) -> Expr {
        let span = e.break_token.span();
        let value = e.expr.as_ref().map(|value| Box::new(self.expr(value)));
        let kind = match self.target("break", span, e.label.as_ref()) {
            Some(target) => {
                let label = e.label.as_ref().map(|label| self.lifetime(label, target));
                ExprKind::Break { label, target, value }
            }
            None => ExprKind::Refused,
        };
        Expr { kind, span }
    }

    pub(super) fn continue_expr(&mut self, e: &syn::ExprContinue) -> Expr {
        let span = e.continue_token.span();
        let kind = match self.target("continue", span, e.label.as_ref()) {
            Some(target) => {
                let label = e.label.as_ref().map(|label| self.lifetime(label, target));
                ExprKind::Continue { label, target }
            }
            None => ExprKind::Refused,
        };
        Expr { kind, span }
    }
}
