//! Blocks, `let`, and statements.

use quote::quote_spanned;
use syn::spanned::Spanned;

use super::Parser;
use super::closure::bare;
use super::pattern::Binding;
use super::place::as_slice;
use super::structs::structs;
use crate::ast::{Block, Expr, ExprKind, Label, Pattern, Statement};
use crate::hygiene::located;
use crate::messages;

impl Parser<'_> {
    /// Parses a block; `wanted` says whether its value is used.
    pub(super) fn block(&mut self, block: &syn::Block, wanted: bool) -> Block {
        let is_body = std::mem::take(&mut self.at_body);
        let imported = if is_body { self.imported(block) } else { None };
        let block = imported.as_ref().unwrap_or(block);
        self.scoped(|parser| {
            let mut statements = Vec::new();
            let mut tail = None;
            let last = block.stmts.len().wrapping_sub(1);
            for (i, statement) in block.stmts.iter().enumerate() {
                if let syn::Stmt::Local(local) = statement {
                    if let Some((local, between)) = parser.taken_piece(local) {
                        tail = parser.let_else(&local, &between, &block.stmts[i + 1..], wanted).map(Box::new);
                        break;
                    }
                    if let Some(written) = parser.halves(local) {
                        statements.extend(parser.let_halves(written));
                        continue;
                    }
                    if let Some(written) = parser.let_remainder(local) {
                        statements.extend(parser.let_halves(Ok(written)));
                        continue;
                    }
                }
                match statement {
                    syn::Stmt::Local(local) if local.init.as_ref().is_some_and(|init| init.diverge.is_some()) => {
                        let between = proc_macro2::TokenStream::new();
                        tail = parser.let_else(local, &between, &block.stmts[i + 1..], wanted).map(Box::new);
                        break;
                    }
                    syn::Stmt::Local(local) => match parser.named_iterator(local) {
                        Some(written) => statements.extend(written),
                        None => statements.push(parser.local(local, &block.stmts[i + 1..])),
                    },
                    syn::Stmt::Expr(e, None) if i == last => tail = Some(Box::new(parser.expr_as(e, wanted))),
                    // The type of the value that there never is would be left open.
                    syn::Stmt::Expr(e, Some(end)) if is_failure(e) => {
                        let never = syn::parse2(quote_spanned!(end.span=> { let () = #e; }));
                        let failed = never.map(|block| parser.block_expr(&block, false));
                        statements.push(Statement::Expr(failed.unwrap_or_else(|_| parser.expr_as(e, false))));
                    }
                    syn::Stmt::Expr(e, _) => statements.push(Statement::Expr(parser.expr_as(e, false))),
                    syn::Stmt::Macro(m) if i == last && m.semi_token.is_none() => {
                        tail = Some(Box::new(parser.macro_call(&m.mac)));
                    }
                    syn::Stmt::Macro(m) => statements.push(Statement::Expr(parser.macro_call(&m.mac))),
                    syn::Stmt::Item(item @ syn::Item::Const(_)) if is_body => parser.items.push(item.clone()),
                    syn::Stmt::Item(item @ syn::Item::Use(_)) => parser.report.refuse(item, messages::IMPORT),
                    syn::Stmt::Item(item) => parser.report.refuse(item, messages::ITEM),
                }
            }
            Block { statements, tail }
        })
    }

    /// Parses the statements that are written for a `let` of two halves, or of a remainder.
    fn let_halves(&mut self, written: Result<syn::Block, super::chain::Refused>) -> Vec<Statement> {
        let block = match written {
            Ok(block) => block,
            Err((at, message)) => {
                let name = at.to_string();
                return vec![Statement::Expr(self.refuse_as(at, message, &name))];
            }
        };
        block.stmts.iter().map(|statement| self.statement_of_iterator(statement)).collect()
    }

    pub(super) fn block_expr(&mut self, e: &syn::ExprBlock, wanted: bool) -> Expr {
        let span = e.block.brace_token.span.open();
        let hole = wanted.then(|| self.plain(span));
        let (label, block) = match &e.label {
            None => (None, self.block(&e.block, wanted)),
            Some(label) => {
                let (id, block) = self.in_loop(Some(label), true, |parser| parser.block(&e.block, wanted));
                (Some(Label { name: self.label(label, id), id }), block)
            }
        };
        Expr { kind: ExprKind::Block { block, label, hole }, span }
    }

    /// Parses a `let`, behind which the statements `rest` stand.
    pub(super) fn local(&mut self, local: &syn::Local, rest: &[syn::Stmt]) -> Statement {
        let (pat, ty) = match &local.pat {
            syn::Pat::Type(typed) => (&*typed.pat, Some(&*typed.ty)),
            pat => (pat, None),
        };
        if let Some(ty) = ty {
            self.check_named_type(ty);
        }
        let mut init = None;
        if let Some(given) = &local.init {
            init = Some(match self.closure_statement(local, rest) {
                Some(closure) => closure,
                None => as_slice(self.argument(&given.expr), ty, &self.vars),
            });
        }
        let array = ty.is_none() && local.init.as_ref().is_some_and(|given| self.is_array(&given.expr));
        let of = init.as_ref().map(|init| Binding::of(init, &self.vars)).unwrap_or_default();
        let pattern = self.pattern(pat, Binding { ty, ..of });
        self.may_be_rebound(pat);
        if let (Some(ExprKind::Closure(closure)), Some(var)) =
            (init.as_ref().map(|init| &init.kind), pattern.variable())
        {
            self.vars[var].closure = Some(closure.clone());
        }
        if let Some(var) = pattern.variable() {
            self.vars[var].array |= array;
        }
        if init.is_none() {
            self.declare_late(pat, &pattern, ty);
        }
        Statement::Let { tokens: self.certain(pat, false), pattern, structs: structs(pat), ty: ty.cloned(), init }
    }

    /// Parses `let x;`, whose type is that of the value assigned to it later.
    fn declare_late(&mut self, pat: &syn::Pat, pattern: &Pattern, ty: Option<&syn::Type>) {
        match pattern.variable() {
            Some(var) => {
                let hole = match ty {
                    Some(ty) => self.hole(crate::ast::HoleKind::Type(ty.clone()), pat.span()),
                    None => self.infer(pat.span()),
                };
                self.vars[var].late = Some(hole);
                self.vars[var].mutable = true;
            }
            None => self.report.refuse(pat, messages::PATTERN),
        }
    }
}

/// The block behind the `else` of a `let`, of which rustc sees that nothing follows a failure at its end.
pub(super) fn leaving(otherwise: &syn::Expr) -> syn::Expr {
    let mut otherwise = otherwise.clone();
    if let syn::Expr::Block(of) = &mut otherwise
        && let Some(syn::Stmt::Expr(last, end @ None)) = of.block.stmts.last_mut()
        && is_failure(last)
    {
        let at = located(super::span(&*last));
        *end = Some(syn::Token![;](at));
        of.block.stmts.push(syn::Stmt::Expr(syn::parse_quote_spanned!(at=> ::core::unreachable!()), None));
    }
    otherwise
}

/// Whether the expression is `Err(e)?` or `None?`.
fn is_failure(e: &syn::Expr) -> bool {
    let syn::Expr::Try(of) = bare(e) else { return false };
    match bare(&of.expr) {
        syn::Expr::Call(call) => matches!(bare(&call.func), syn::Expr::Path(path) if path.path.is_ident("Err")),
        syn::Expr::Path(path) => path.path.is_ident("None"),
        _ => false,
    }
}
