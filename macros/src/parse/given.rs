//! Functions that are given closures: the parameters, their calls, and closures as arguments.

use proc_macro2::Ident;
use quote::ToTokens;
use syn::visit::{self, Visit};

use super::Parser;
use super::closure::{MOST_INLINED, bare};
use super::types::referent;
use crate::ast::{Expr, ExprKind, Param, Pattern, VarId};
use crate::messages;

impl Parser<'_> {
    /// Parses a parameter that is a closure; `ty` is the type that stands for all closures.
    pub(super) fn given_closure(&mut self, pat: &syn::Pat, ty: &syn::Type) -> Param {
        let tokens = Some(self.certain_param(pat));
        let name = match pat {
            syn::Pat::Ident(name) if name.subpat.is_none() && name.by_ref.is_none() => &name.ident,
            _ => {
                self.report.refuse(pat, messages::CLOSURE_PARAMETER);
                return Param { tokens, pattern: Pattern::Wild, structs: Vec::new(), ty: ty.clone(), hole: None };
            }
        };
        if let syn::Type::BareFn(of) = referent(ty).unwrap_or(ty) {
            of.inputs.iter().for_each(|input| self.check_named_type(&input.ty));
            if let syn::ReturnType::Type(_, output) = &of.output {
                self.check_type(output);
            }
        }
        let var = self.declare(name, false, false);
        self.vars[var].given = true;
        let pattern = Pattern::Bind { var, name: name.clone(), inner: None };
        Param { tokens, pattern, structs: Vec::new(), ty: ty.clone(), hole: None }
    }

    /// Parses the call of a parameter that is a closure.
    pub(super) fn call_given(&mut self, closure: VarId, ident: &Ident, e: &syn::ExprCall) -> Expr {
        let args = self.arguments(&e.args);
        let (span, ident) = (ident.span(), ident.clone());
        let hole = self.infer(span);
        Expr { kind: ExprKind::CallGiven { closure, ident, hole, args }, span }
    }

    /// Parses the arguments of a function, among which may be closures.
    pub(super) fn arguments_of_function(
        &mut self,
        args: &syn::punctuated::Punctuated<syn::Expr, syn::Token![,]>,
    ) -> Vec<Expr> {
        self.arguments_with(args, |parser, arg| match parser.passed(arg) {
            Some(closure) => closure,
            None => parser.argument(arg),
        })
    }

    /// Whether a closure seems to change what is around it: it assigns to it, takes a `&mut` to it, or calls a method of it
    /// whose value nobody reads, or which is all that it does. Methods of a closure that doesn't are given `&` references,
    /// since rustc lets an `Fn` take no others; where this is wrong, rustc refuses the closure.
    pub(super) fn changes_captured(&self, closure: &syn::ExprClosure) -> bool {
        let mut changes = Changes { parser: self, found: false };
        changes.call(&closure.body);
        changes.visit_expr(&closure.body);
        changes.found
    }

    fn passed(&mut self, arg: &syn::Expr) -> Option<Expr> {
        let (exclusive, of) = match bare(arg) {
            syn::Expr::Reference(reference) => (Some(reference.mutability.is_some()), bare(&reference.expr)),
            of => (None, of),
        };
        // `&mut *f` lends what the parameter `f` refers to.
        let (of, star) = match of {
            syn::Expr::Unary(e)
                if exclusive.is_some() && matches!(e.op, syn::UnOp::Deref(_)) && self.names_closure(&e.expr) =>
            {
                (bare(&e.expr), true)
            }
            of => (of, false),
        };
        let closure = match of {
            syn::Expr::Closure(closure) => {
                let fixed = !self.changes_captured(closure);
                self.closure(closure, fixed, true)
            }
            syn::Expr::Path(path) => {
                let ident = path.path.get_ident()?;
                let var = self.lookup(ident).filter(|var| self.is_closure_name(*var))?;
                if exclusive.is_none() && self.keeps_changes(path) {
                    return Some(self.refuse(path, messages::CLOSURE_PASSED));
                }
                self.count_use(var);
                Expr { kind: ExprKind::Var(var, ident.clone()), span: ident.span() }
            }
            _ => return None,
        };
        if matches!(closure.kind, ExprKind::Refused) {
            return Some(closure);
        }
        if self.inlined > MOST_INLINED {
            return Some(self.refuse(of, messages::CLOSURE_CALLS));
        }
        let span = super::span(arg.to_token_stream());
        Some(Expr { kind: ExprKind::Passed { exclusive, star, closure: Box::new(closure) }, span })
    }

    /// Whether the expression is the name of a closure, or of a parameter that is one.
    pub(super) fn names_closure(&self, e: &syn::Expr) -> bool {
        let syn::Expr::Path(path) = bare(e) else { return false };
        path.path.get_ident().and_then(|ident| self.lookup(ident)).is_some_and(|var| self.is_closure_name(var))
    }

    /// Whether the variable is the name of a closure, or a parameter that is one.
    pub(super) fn is_closure_name(&self, var: VarId) -> bool {
        self.vars[var].closure.is_some() || self.vars[var].given
    }
}

/// Looks for what changes variables around a closure.
struct Changes<'p, 'r> {
    parser: &'p Parser<'r>,
    found: bool,
}

impl Changes<'_, '_> {
    /// Notes a change of the place.
    fn place(&mut self, e: &syn::Expr) {
        match bare(e) {
            syn::Expr::Path(path) => {
                self.found |= path.path.get_ident().is_some_and(|ident| self.parser.lookup(ident).is_some());
            }
            syn::Expr::Field(e) => self.place(&e.base),
            syn::Expr::Index(e) => self.place(&e.expr),
            syn::Expr::Unary(e) => self.place(&e.expr),
            syn::Expr::Tuple(e) => e.elems.iter().for_each(|e| self.place(e)),
            syn::Expr::Array(e) => e.elems.iter().for_each(|e| self.place(e)),
            _ => {}
        }
    }

    /// Notes the method that is called last, in each of the branches.
    fn call(&mut self, e: &syn::Expr) {
        match bare(e) {
            syn::Expr::MethodCall(call) => self.place(&call.receiver),
            syn::Expr::Block(e) => self.tail(&e.block),
            syn::Expr::If(e) => {
                self.tail(&e.then_branch);
                e.else_branch.iter().for_each(|(_, otherwise)| self.call(otherwise));
            }
            syn::Expr::Match(e) => e.arms.iter().for_each(|arm| self.call(&arm.body)),
            _ => {}
        }
    }

    fn tail(&mut self, block: &syn::Block) {
        if let Some(syn::Stmt::Expr(e, None)) = block.stmts.last() {
            self.call(e);
        }
    }
}

impl<'ast> Visit<'ast> for Changes<'_, '_> {
    fn visit_stmt(&mut self, statement: &'ast syn::Stmt) {
        if let syn::Stmt::Expr(e, Some(_)) = statement {
            self.call(e);
        }
        visit::visit_stmt(self, statement);
    }

    fn visit_expr(&mut self, e: &'ast syn::Expr) {
        match e {
            syn::Expr::Assign(e) => self.place(&e.left),
            syn::Expr::Binary(e) if assigns(&e.op) => self.place(&e.left),
            syn::Expr::Reference(e) if e.mutability.is_some() => self.place(&e.expr),
            _ => {}
        }
        visit::visit_expr(self, e);
    }
}

fn assigns(op: &syn::BinOp) -> bool {
    let text = op.to_token_stream().to_string();
    text.ends_with('=') && !matches!(text.as_str(), "==" | "!=" | "<=" | ">=")
}
