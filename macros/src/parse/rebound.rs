//! Slices that are assigned anew: `rest = &rest[1..];`, `rest = tail;`. Such a name is a variable of its own in C++, which holds an
//! address and a length.
//!
//! For rustc the slice lives as long as what it refers to. In C++ that may be a copy which ends earlier: what a pattern's `..` stands for
//! in an array, or the referent of a reference that is part of a value. So a slice is given only what refers in the end to a variable
//! that is declared before it.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use syn::visit::Visit;

use super::Parser;
use super::chain::{Refused, idents};
use super::closure::bare;
use super::iterate::Names;
use super::place::as_slice;
use crate::ast::{Expr, ExprKind, Rebound, Var, VarId};
use crate::hygiene::located;
use crate::messages;

/// An assignment to a slice.
pub(super) struct Rebinding {
    slice: VarId,
    /// The variable to which the value's reference was taken; none of what is captured, or a constant.
    of: Option<VarId>,
    at: Span,
}

impl Parser<'_> {
    /// Notes that the name of a pattern may be assigned anew: it is `mut`, and a shared reference.
    pub(super) fn may_be_rebound(&mut self, pat: &syn::Pat) {
        let syn::Pat::Ident(name) = pat else { return };
        let Some(var) = self.lookup(&name.ident).filter(|_| name.mutability.is_some()) else { return };
        let info = &mut self.vars[var];
        if info.reference && !info.writable && !info.double && !info.lent {
            info.mutable = false;
            info.rebound = Rebound::Possible;
        }
    }

    /// The variable, if the expression names a reference that may be assigned anew.
    pub(super) fn rebindable(&self, e: &syn::Expr) -> Option<VarId> {
        self.lookup(name_of(e)?).filter(|var| self.vars[*var].rebound != Rebound::Never)
    }

    /// Parses `slice = value`.
    pub(super) fn rebind(&mut self, slice: VarId, e: &syn::ExprAssign) -> Expr {
        let at = located(super::span(&e.right));
        if let Some(branches) = in_branches(&e.left, &e.right) {
            return self.expr_as(&branches, false);
        }
        if super::taken::takes_piece(&e.right) {
            let (left, value) = (&e.left, &e.right);
            let named = quote_spanned!(at=> { let __slice = #value; #left = __slice; });
            return match syn::parse2(named) {
                Ok(block) => self.block_expr(&block, false),
                Err(error) => self.syntax(&error),
            };
        }
        let mut value = self.argument(&e.right);
        if self.is_constant(&e.right) {
            value = as_slice(value, Some(&syn::parse_quote_spanned!(at=> &[_])), &self.vars);
        }
        let place = Box::new(self.expr(&e.left));
        let outside = value.is_outside(&self.vars);
        let of = value.root().filter(|_| !outside);
        if value.any(&mut |e| matches!(e.kind, ExprKind::Refused)) {
            return value;
        }
        if !value.is_reference(&self.vars) || value.is_double(&self.vars) || !(outside || of.is_some()) {
            return self.refuse(&e.right, messages::SLICE_VALUE);
        }
        self.vars[slice].rebound = Rebound::Slice;
        self.rebindings.push(Rebinding { slice, of, at: super::span(&e.right) });
        Expr { kind: ExprKind::Assign { place, value: Box::new(value) }, span: e.eq_token.span }
    }

    /// Refuses assignments of what may end before the slice, and notes what a slice may outlive.
    pub(super) fn check_rebindings(&mut self) {
        let rebindings = std::mem::take(&mut self.rebindings);
        for Rebinding { slice, of, at } in &rebindings {
            let (mut seen, mut next) = (vec![*slice], of.iter().copied().collect::<Vec<_>>());
            while let Some(var) = next.pop() {
                if seen.contains(&var) {
                    continue;
                }
                seen.push(var);
                self.vars[var].outlived = true;
                let info = &self.vars[var];
                if info.rebound == Rebound::Slice {
                    let others = rebindings.iter().filter(|other| other.slice == var);
                    next.extend(others.filter_map(|other| other.of));
                }
                match info.of {
                    Some(of) if is_name(info) => next.push(of),
                    _ if info.outside || var < self.params || var < *slice => {}
                    _ => {
                        self.report.refuse(super::spanned(*at), messages::SLICE_ENDS);
                        break;
                    }
                }
            }
        }
    }
}

impl Names<'_, '_> {
    /// What keeps the slices that a closure names as they are where it is made, and gives them these names again where it is called: Rust's
    /// closures capture what a slice refers to, unless they assign it.
    pub(super) fn held(&mut self, f: &syn::Expr) -> Result<Option<(TokenStream, TokenStream)>, Refused> {
        let syn::Expr::Closure(closure) = bare(f) else { return Ok(None) };
        let own = idents(closure.inputs.to_token_stream());
        let assigned = Assigned::within(&closure.body);
        let mut named: Vec<Ident> = Vec::new();
        for name in idents(closure.body.to_token_stream()) {
            let var = self.parser.lookup(&name).map(|var| &self.parser.vars[var]);
            let may_change = var.is_some_and(|var| var.rebound != Rebound::Never);
            if !may_change || own.contains(&name) || named.contains(&name) {
                continue;
            }
            match assigned.names(&name) {
                // The assignments may be those of either.
                true if declares(&closure.body, &name) => return Err((name.to_token_stream(), messages::SLICE_HIDDEN)),
                true => {}
                false => named.push(name),
            }
        }
        if named.is_empty() {
            return Ok(None);
        }
        let at = self.at;
        let (mut held, mut names) = (TokenStream::new(), TokenStream::new());
        for name in named {
            let kept = self.name("held");
            held.extend(quote_spanned!(at=> let #kept = #name;));
            names.extend(quote_spanned!(at=> let #name = #kept;));
        }
        Ok(Some((held, names)))
    }
}

fn name_of(e: &syn::Expr) -> Option<&Ident> {
    if let syn::Expr::Path(path) = bare(e) { path.path.get_ident() } else { None }
}

/// The branches of a value, each with an assignment of its own; `None` if the value has none, or one declares the slice's name anew.
fn in_branches(slice: &syn::Expr, value: &syn::Expr) -> Option<syn::Expr> {
    let name = name_of(slice)?;
    let declared = declares(value, name);
    let mut value = bare(value).clone();
    let branches = matches!(&value, syn::Expr::If(_) | syn::Expr::Match(_) | syn::Expr::Block(_));
    (branches && !declared && assign_leaves(slice, &mut value)).then_some(value)
}

/// Writes an assignment to `slice` around each value that an expression may have; false if there is something else.
fn assign_leaves(slice: &syn::Expr, e: &mut syn::Expr) -> bool {
    let of_block = |block: &mut syn::Block| match block.stmts.last_mut() {
        Some(syn::Stmt::Expr(tail, None)) => assign_leaves(slice, tail),
        _ => true,
    };
    match e {
        syn::Expr::Paren(inner) => assign_leaves(slice, &mut inner.expr),
        syn::Expr::Block(e) => e.label.is_none() && of_block(&mut e.block),
        syn::Expr::If(e) => {
            let Some((_, otherwise)) = &mut e.else_branch else { return false };
            of_block(&mut e.then_branch) && assign_leaves(slice, otherwise)
        }
        syn::Expr::Match(e) => e.arms.iter_mut().all(|arm| assign_leaves(slice, &mut arm.body)),
        syn::Expr::Return(_) | syn::Expr::Break(_) | syn::Expr::Continue(_) | syn::Expr::Macro(_) => true,
        value => {
            let at = located(super::span(&*value));
            *value = syn::parse_quote_spanned!(at=> { #slice = #value; });
            true
        }
    }
}

/// Whether a pattern within the expression declares the name.
fn declares(e: &syn::Expr, name: &Ident) -> bool {
    let mut declared = Declared { name, found: false };
    declared.visit_expr(e);
    declared.found
}

struct Declared<'n> {
    name: &'n Ident,
    found: bool,
}

impl Visit<'_> for Declared<'_> {
    fn visit_pat_ident(&mut self, pat: &syn::PatIdent) {
        self.found |= pat.ident == *self.name;
        syn::visit::visit_pat_ident(self, pat);
    }
}

/// The names that are assigned, alone or as parts of a tuple or an array.
pub(super) struct Assigned(Vec<Ident>);

impl Assigned {
    pub(super) fn within(e: &syn::Expr) -> Assigned {
        let mut assigned = Assigned(Vec::new());
        assigned.visit_expr(e);
        assigned
    }

    pub(super) fn names(&self, name: &Ident) -> bool {
        self.0.contains(name)
    }

    fn place(&mut self, e: &syn::Expr) {
        match bare(e) {
            syn::Expr::Tuple(parts) => parts.elems.iter().for_each(|part| self.place(part)),
            syn::Expr::Array(parts) => parts.elems.iter().for_each(|part| self.place(part)),
            e => self.0.extend(name_of(e).cloned()),
        }
    }
}

impl Visit<'_> for Assigned {
    fn visit_expr_assign(&mut self, e: &syn::ExprAssign) {
        self.place(&e.left);
        syn::visit::visit_expr_assign(self, e);
    }
}

/// Whether the variable is another name for a place.
fn is_name(var: &Var) -> bool {
    var.reference && !var.lent
}
