//! Closures, and calls of the names that `let` gives them.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote_spanned};
use syn::spanned::Spanned;

use super::Parser;
use super::pattern::Binding;
use super::scope::Loop;
use crate::ast::{Closure, ClosureParam, Expr, ExprKind, HoleId, LoopId, Named, VarId};
use crate::hygiene::located;
use crate::messages;

/// The most bodies of closures that may stand in the device code of a function: each call is replaced by one, those within
/// closures as often as these are called.
const MOST_INLINED: usize = 500;

/// A closure that is being parsed.
pub(super) struct Inside {
    /// The variables from this one on are the closure's own.
    first: VarId,
    /// The closure's name isn't `mut`, so rustc lets it change nothing around it.
    fixed: bool,
    hole: HoleId,
    returns: bool,
    /// The loops around the closure, which a `break` in it can't leave.
    pub(super) loops: Vec<Loop>,
}

impl Inside {
    /// The hole of the result, which a `return` gives.
    pub(super) fn returned(&mut self) -> HoleId {
        self.returns = true;
        self.hole
    }
}

/// Where a closure can still be called: as long as it can, nobody else may change what it captures.
pub(super) struct Uses {
    /// The mentions of its name that follow.
    left: usize,
    /// The number of loops around its declaration.
    loops: usize,
    /// The loops since then that contain a call, and the closures, by their first variables: these may call it again.
    called: Vec<LoopId>,
    called_in: Vec<VarId>,
    /// The number of bodies that a call is replaced by.
    inlined: usize,
}

impl Parser<'_> {
    /// Parses `let name = |…| …;`, behind which the statements `rest` stand in its block.
    pub(super) fn closure_statement(&mut self, local: &syn::Local, rest: &[syn::Stmt]) -> Option<Expr> {
        let syn::Expr::Closure(closure) = bare(&local.init.as_ref()?.expr) else { return None };
        let name = match &local.pat {
            syn::Pat::Ident(name) if name.subpat.is_none() && name.by_ref.is_none() => name,
            _ => return Some(self.refuse(closure.or1_token, messages::CLOSURE)),
        };
        let before = self.inlined;
        let expr = self.closure(closure, name.mutability.is_none());
        let uses = Uses {
            left: rest.iter().map(|statement| mentions(statement.to_token_stream(), &name.ident)).sum(),
            loops: self.loop_ids().count(),
            called: Vec::new(),
            called_in: Vec::new(),
            inlined: self.inlined - before + 1,
        };
        self.inlined = before;
        self.uses.insert(self.vars.len(), uses);
        Some(expr)
    }

    /// Parses `(|…| …)(…)`, as the call of a closure with a name.
    pub(super) fn called_at_once(&mut self, closure: &syn::ExprClosure, e: &syn::ExprCall) -> Expr {
        let span = closure.or1_token.span();
        let (name, args) = (Ident::new("__closure", located(span)), &e.args);
        let block = quote_spanned!(span=> { #[allow(unused_mut)] let mut #name = #closure; #name(#args) });
        match syn::parse2::<syn::ExprBlock>(block) {
            Ok(block) => self.block_expr(&block, true),
            Err(_) => self.refuse(closure.or1_token, messages::CLOSURE),
        }
    }

    fn closure(&mut self, e: &syn::ExprClosure, fixed: bool) -> Expr {
        let span = e.or1_token.span();
        if let Some(token) = &e.asyncness {
            return self.refuse(token, messages::ASYNC);
        }
        if e.lifetimes.is_some() || e.constness.is_some() || e.movability.is_some() {
            return self.refuse(e, messages::FORMAT_SELF);
        }
        let first = self.vars.len();
        let output = match &e.output {
            syn::ReturnType::Type(_, ty) => {
                self.check_type(ty);
                Some((**ty).clone())
            }
            syn::ReturnType::Default => None,
        };
        let hole = self.infer(span);
        let loops = std::mem::take(&mut self.loops);
        self.inside.push(Inside { first, fixed, hole, returns: false, loops });
        let (params, body) = self.scoped(|parser| {
            let params = e.inputs.iter().map(|input| parser.closure_param(input)).collect();
            (params, parser.expr(&e.body))
        });
        let inside = self.inside.pop();
        let returns = inside.as_ref().is_some_and(|closure| closure.returns);
        self.loops = inside.map(|closure| closure.loops).unwrap_or_default();
        let moves = e.capture.is_some();
        let (captured, changed) = body.captured_by_closure(first, &self.vars);
        let changes = |var: &VarId| self.vars[*var].closure.as_ref().is_some_and(|closure| !closure.changed.is_empty());
        if moves && captured.iter().any(changes) {
            return self.refuse(e.capture, messages::CLOSURE_MOVED);
        }
        self.closures.push(Closure { moves, params, output, hole, body, returns });
        let named = Named { id: self.closures.len() - 1, captured, changed };
        Expr { kind: ExprKind::Closure(named), span }
    }

    fn closure_param(&mut self, input: &syn::Pat) -> ClosureParam {
        let (pat, ty) = match input {
            syn::Pat::Type(typed) => (&*typed.pat, Some(&*typed.ty)),
            pat => (pat, None),
        };
        if let Some(ty) = ty {
            self.check_type(ty);
        }
        let pattern = self.pattern(pat, ty.map(Binding::typed).unwrap_or_default());
        ClosureParam { tokens: self.certain(pat, false), pattern, ty: ty.cloned() }
    }

    /// Parses the call of a variable that is a closure's name.
    pub(super) fn invoke(&mut self, var: VarId, ident: &Ident, e: &syn::ExprCall) -> Expr {
        let loops: Vec<_> = self.loop_ids().collect();
        if let Some(uses) = self.uses.get_mut(&var) {
            uses.left = uses.left.saturating_sub(1);
            uses.called_in.extend(self.inside.iter().map(|closure| closure.first).filter(|first| *first > var));
            uses.called.extend(loops.iter().skip(uses.loops));
            self.inlined = self.inlined.saturating_add(uses.inlined);
        }
        if self.inlined > MOST_INLINED {
            return self.refuse(ident, messages::CLOSURE_CALLS);
        }
        let args = self.arguments(&e.args);
        Expr { kind: ExprKind::Invoke { closure: var, ident: ident.clone(), args }, span: ident.span() }
    }

    /// Whether rustc lets no `&mut` reference to a variable be taken here, because a closure that captures it may still be
    /// called, or because the closure around this changes nothing.
    pub(super) fn is_lent_to_closure(&self, var: VarId) -> bool {
        let loops: Vec<_> = self.loop_ids().collect();
        let called = |uses: &Uses| {
            uses.left > 0
                || loops.iter().skip(uses.loops).any(|id| uses.called.contains(id))
                || self.inside.iter().any(|closure| uses.called_in.contains(&closure.first))
        };
        let captures = |closure: VarId| {
            let captured = self.vars.get(closure).and_then(|var| var.closure.as_ref());
            captured.is_some_and(|closure| closure.captured.iter().any(|of| crate::walk::refers(*of, var, &self.vars)))
        };
        self.inside.iter().any(|closure| closure.fixed && var < closure.first)
            || self.uses.iter().any(|(closure, uses)| captures(*closure) && called(uses))
    }
}

/// The number of times that the name stands among the tokens.
fn mentions(tokens: TokenStream, name: &Ident) -> usize {
    let count = |token| match token {
        TokenTree::Ident(ident) => usize::from(ident == *name),
        TokenTree::Group(group) => mentions(group.stream(), name),
        _ => 0,
    };
    tokens.into_iter().map(count).sum()
}

/// The expression without the parentheses around it.
pub(super) fn bare(e: &syn::Expr) -> &syn::Expr {
    match e {
        syn::Expr::Paren(e) => bare(&e.expr),
        syn::Expr::Group(e) => bare(&e.expr),
        e => e,
    }
}
