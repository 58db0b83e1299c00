//! Expressions: one arm for each kind of Rust expression, which parses it or refuses it.

use proc_macro2::Span;
use syn::spanned::Spanned;

use super::Parser;
use crate::ast::{Expr, ExprKind};
use crate::messages;

impl Parser<'_> {
    /// Parses an expression whose value is used.
    pub(super) fn expr(&mut self, expr: &syn::Expr) -> Expr {
        self.expr_as(expr, true)
    }

    /// Parses an expression; `wanted` says whether its value is used.
    pub(super) fn expr_as(&mut self, expr: &syn::Expr, wanted: bool) -> Expr {
        let opened = self.opened.take();
        let begin = |at: Span| opened.unwrap_or(at);
        if let Some(part) = self.of_pair(expr) {
            return part;
        }
        if let Some(refused) = self.of_iterator(expr) {
            return refused;
        }
        match expr {
            syn::Expr::Paren(e) => {
                self.opened = Some(begin(e.paren_token.span.open()));
                self.expr_as(&e.expr, wanted)
            }
            syn::Expr::Group(e) => {
                self.opened = opened;
                self.expr_as(&e.expr, wanted)
            }

            syn::Expr::Lit(e) => self.literal(&e.lit, None),
            syn::Expr::Path(e) => self.path(e),
            syn::Expr::Field(e) => self.field(e),
            syn::Expr::Index(e) => self.index(e, begin(super::span(e))),
            syn::Expr::Reference(e) => self.reference(e),
            syn::Expr::Tuple(e) => self.tuple(e),
            syn::Expr::Array(e) => self.array(e),
            syn::Expr::Repeat(e) => self.repeat(e),
            syn::Expr::Struct(e) => self.structure(e),

            syn::Expr::Unary(e) => self.unary(e, begin(super::span(e))),
            syn::Expr::Binary(e) => self.binary(e, begin(super::span(e))),
            syn::Expr::Assign(e) => self.assign(e),
            syn::Expr::Cast(e) => self.cast(e),

            syn::Expr::Call(e) => self.call(e, begin(super::span(e))),
            syn::Expr::MethodCall(e) => self.method_call(e),
            syn::Expr::Macro(e) => self.macro_call(&e.mac),

            syn::Expr::Block(e) => self.block_expr(e, wanted),
            syn::Expr::If(e) => self.if_expr(e, wanted),
            syn::Expr::Match(e) => self.match_expr(e, wanted),
            syn::Expr::While(e) => self.while_loop(e),
            syn::Expr::Loop(e) => self.loop_expr(e, wanted),
            syn::Expr::ForLoop(e) => self.for_loop(e),
            syn::Expr::Break(e) => self.break_expr(e),
            syn::Expr::Continue(e) => self.continue_expr(e),
            syn::Expr::Return(e) => {
                let value = e.expr.as_ref().map(|v| Box::new(self.expr(v)));
                let hole = self.inside.last_mut().map(|closure| closure.returned());
                Expr { kind: ExprKind::Return { value, hole }, span: e.return_token.span() }
            }

            syn::Expr::Closure(e) => self.refuse(e.or1_token, messages::CLOSURE),
            syn::Expr::Unsafe(e) => self.refuse(e.unsafe_token, messages::UNSAFE),
            syn::Expr::Try(e) => self.question(e),
            syn::Expr::Async(e) => self.refuse(e.async_token, messages::TRY),
            syn::Expr::TryBlock(e) => self.refuse(e.try_token, messages::TRY),
            syn::Expr::Await(e) => self.refuse(e.await_token, messages::AWAIT),
            syn::Expr::Let(e) => self.refuse(e.let_token, messages::IF_LET),
            syn::Expr::Range(e) => self.refuse(e, messages::RANGE),
            syn::Expr::RawAddr(e) => self.refuse(e, messages::POINTER),
            syn::Expr::Const(e) => self.refuse(e.const_token, messages::CONST_BLOCK),
            _ => self.refuse(expr, messages::FORMAT_SELF),
        }
    }
}
